/* How long laws are looked for, in CPU time: 10^5 values of one variable, 100 x 100 of two; with a law and without. Goals: 100 ms
 * and 50 ms. */
#include "core/laws/laws.h"
#include "tests/bench/clock.h"
#include "tests/bench/goal.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE = 100000, SIDE = 100, ROUNDS = 5, LINE_GOAL_MS = 100, PLANE_GOAL_MS = 50 };

static int64_t values[LINE];

static int64_t period(int64_t n)
{
    static const int64_t v[] = {0, 1, 0, 1, 2, 3, 2};
    return v[n % 7];
}

static int64_t noise(int64_t n)
{
    uint64_t x = (uint64_t)n * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (int64_t)((x ^ x >> 27) % 9);
}

static int64_t ruler(int64_t n)
{
    return n ? __builtin_ctzll((uint64_t)n) : 0;
}

static int64_t nim(int64_t n)
{
    return n / SIDE ^ n % SIDE;
}

static void measure(const char *name, unsigned variables, int64_t (*value)(int64_t n), int goal_ms)
{
    struct law_table table = {.variables = variables, .values = values, .size = {LINE, 1}};
    if (variables == 2)
        table.size[0] = table.size[1] = SIDE;
    for (size_t i = 0; i < table.size[0] * table.size[1]; i++)
        values[i] = value((int64_t)i);
    int64_t best = INT64_MAX;
    size_t found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena;
        arena_init(&arena, NULL, 0, (size_t)1 << 26);
        struct budget budget = {.left = UINT64_MAX, .arena = &arena, .look = go_on};
        int64_t start = cpu_ns();
        found = laws_find(&table, 10 * LINE, &arena, &budget).n;
        int64_t took = cpu_ns() - start;
        best = took < best ? took : best;
        arena_reset(&arena);
    }
    printf("%-24s %2zu laws\n", name, found);
    goal_tell(name, "<=", goal_ms, (double)best / 1e6, "ms");
}

int main(void)
{
    measure("laws: 10^5, period 7", 1, period, LINE_GOAL_MS);
    measure("laws: 10^5, val(n, 2)", 1, ruler, LINE_GOAL_MS);
    measure("laws: 10^5, noise", 1, noise, LINE_GOAL_MS);
    measure("laws: 100 x 100, x ^ y", 2, nim, PLANE_GOAL_MS);
    measure("laws: 100 x 100, noise", 2, noise, PLANE_GOAL_MS);
    return EXIT_SUCCESS;
}
