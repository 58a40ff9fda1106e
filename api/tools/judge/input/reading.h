/* Reading the values of a case from a text, in the order of its shape. What is wrong is told with its place, from 1: that of the
 * first character of the faulty word, or where one is missing. */
#ifndef GRUNDY_API_TOOLS_JUDGE_INPUT_READING_H
#define GRUNDY_API_TOOLS_JUDGE_INPUT_READING_H

#include "api/tools/judge/input/shape.h"

struct reading {
    struct text_in *text;
    struct arena *arena;
    const struct shape *shape;
    bool limits;           /* hold the stated ones */
    struct text_spot spot; /* of the fault */
};

/* Reads what the nodes say into *values. May escape with STATUS_invalid_input; reading->spot then has the place. */
void reading_nodes(struct reading *reading, const struct shape_node *nodes, size_t count, struct values *values);
/* The first `zeros` integers of the nodes. True: all are 0, which closes the text; else the rest is read by reading_nodes(). */
bool reading_closing(struct reading *reading, const struct shape_node *nodes, size_t zeros, struct values *values);
/* How many there are, an integer by itself, not negative. */
int64_t reading_count(struct reading *reading, const char *what, struct shape_range range);

/* The value of an integer that counts; ends with a fault where it is negative. */
int64_t reading_counted(struct reading *reading, const struct value *value);

/* Where the next character stands. */
struct text_spot reading_spot(const struct reading *reading);
/* The text is no input. The sentence in Chinese stands in api/problem/words.def. */
_Noreturn void reading_fault(struct reading *reading, struct text_spot spot, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
