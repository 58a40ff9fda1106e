/* A figure and its goal: one line for who reads, and a row of the table that run.sh ends with, where it is run.sh that asks
 * (BENCH_TABLE is its file). */
#ifndef GRUNDY_TESTS_BENCH_GOAL_H
#define GRUNDY_TESTS_BENCH_GOAL_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* `relation` is ">=" or "<=". */
static inline void goal_tell(const char *name, const char *relation, double goal, double measured, const char *unit)
{
    bool met = *relation == '<' ? measured <= goal : measured >= goal;
    const char *path = getenv("BENCH_TABLE");
    FILE *table = path ? fopen(path, "a") : NULL;
    printf("    %-44s %10.4g %s (goal: %s %g): %s\n", name, measured, unit, relation, goal, met ? "reached" : "MISSED");
    if (!table)
        return;
    fprintf(table, "%s\t%s %g %s\t%.4g %s\t%s\n", name, relation, goal, unit, measured, unit, met ? "yes" : "NO");
    fclose(table);
}

#endif
