/* Answers that are known by how they begin: those of several lines, and those with a number before them. */
#include "api/tools/judge/check/check.h"

#include <stdlib.h>
#include <string.h>

/* As much of a line as is looked at. */
enum { LINE_SEEN = 64 };

bool judge_has_marks(const struct judge_problem *problem)
{
    return problem->prefix || problem->print == PRINT_HEAPS || problem->print == PRINT_PAIRS ||
           (problem->print == PRINT_TRIPLE && problem->cases != CASES_ONE);
}

static void glance(struct judge_check *check, struct judge_reading *reading, char *line)
{
    struct tape_place place = reading->reader->place;
    size_t n = 0;
    for (int c = tape_peek(&check->tape, reading->reader, &place); n < LINE_SEEN - 1 && c >= 0 && c != '\n';
         c = tape_peek(&check->tape, reading->reader, &place)) {
        line[n++] = (char)c;
        tape_skip(&place, c);
    }
    line[n] = '\0';
}

/* The number in "Case #3: ", where the prefix is "Case #i: "; 0: there is none. */
static long long label(const char *prefix, const char *line)
{
    size_t n = (size_t)(strrchr(prefix, 'i') - prefix);
    return strncmp(line, prefix, n) == 0 ? strtoll(line + n, NULL, 10) : 0;
}

static bool has_one_word(const char *line)
{
    while (*line && !text_is_space((unsigned char)*line))
        line++;
    while (text_is_space((unsigned char)*line))
        line++;
    return !*line;
}

bool judge_is_marked(struct judge_check *check, struct judge_reading *reading, const struct judged_unit *unit)
{
    const struct judge_problem *problem = unit->run->problem;
    char line[LINE_SEEN];
    if (!problem->prefix && !reading->lines) /* its first is its own, whatever it is */
        return false;
    glance(check, reading, line);
    if (problem->prefix)
        return label(problem->prefix, line) > unit->index + 1;
    switch (problem->print) {
    case PRINT_HEAPS: /* a word; pairs of numbers follow */
        return !strchr("+-0123456789", *line);
    case PRINT_PAIRS: /* a number; pairs follow */
        return has_one_word(line);
    default: /* three numbers, and one follows */
        return !has_one_word(line);
    }
}
