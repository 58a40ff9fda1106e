/* How a wrong method looks at a position, and says what it thinks. Internal to this folder. */
#ifndef GRUNDY_CORE_MISTAKES_GLANCE_H
#define GRUNDY_CORE_MISTAKES_GLANCE_H

#include "core/mistakes/mistakes.h"

/* Up to here integers are looked at: sums of three stay within a word. A method says nothing of larger ones. */
#define GLANCE_WORD_MAX INT64_C(2000000000000000000)

struct ints {
    size_t n;
    int64_t *v;
};

/* Whether an optional field is there; any other is. */
bool glance_given(const struct glance *at, const char *field);
/* A field by its name. Lists in lists one after the other. False: not there, or not all of it words. */
bool glance_words(const struct glance *at, const char *field, struct ints *words);
bool glance_word(const struct glance *at, const char *field, int64_t *word);
bool glance_flag(const struct glance *at, const char *field);
/* The lists in a list. */
bool glance_rows(const struct glance *at, const char *field, size_t *n, struct ints **rows);
/* Where the field stands in a position. */
const void *glance_field(const struct glance *at, const char *field);

/* A copy of the position with only the i-th item of a list; one without `misere`. */
const void *glance_alone(const struct glance *at, const char *list, size_t i);
const void *glance_normal(const struct glance *at);
/* The truth about such a position. False: it is beyond what is solved. */
bool glance_solve(const struct glance *at, const void *position, enum outcome *verdict, int64_t *grundy);
/* The values of the items of a list, each by itself. */
bool glance_values(const struct glance *at, const char *list, struct ints *values);

/* What the method thinks; all return true. */
bool tell_win(const struct glance *at, bool win);
bool tell_outcome(const struct glance *at, enum outcome verdict);
bool tell_grundy(const struct glance *at, int64_t grundy); /* and the verdict */
bool tell_count(const struct glance *at, int64_t count);   /* and the verdict */
bool tell_value(const struct glance *at, int64_t value);   /* of a scoring game, and the verdict */
/* The least winning move, field by field; n = 0: there is none. And all of them, with their number. */
bool tell_first(const struct glance *at, size_t n, const int64_t *fields);
bool tell_moves(const struct glance *at, size_t n, size_t width, const int64_t *fields);

int64_t words_xor(struct ints words);
int64_t words_parity(struct ints words); /* of the sum */
size_t words_equal(struct ints words, int64_t value);
int64_t words_most(struct ints words);

#endif
