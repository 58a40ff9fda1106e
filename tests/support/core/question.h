/* Questions put straight to a game, without JSON: positions are filled by the names of their fields. */
#ifndef GRUNDY_TESTS_QUESTION_H
#define GRUNDY_TESTS_QUESTION_H

#include "core/game.h"

/* Between these two: an arena that is the current one, a budget without limit, a private store. */
void questions_begin(void);
void questions_end(void);
extern struct arena questions_arena;
extern struct budget questions_budget;
extern struct store *questions_store;

/* A zeroed object with the fallbacks of its type; reads and writes of integers, small ones, booleans, and items of lists and
 * tuples. */
void *object_new(const struct type *type);
void object_set(const struct type *type, void *object, const char *field, struct num value);
/* A list of tuples takes their items one after the other. */
void object_set_items(const struct type *type, void *object, const char *field, const struct num *items, size_t n);
/* The value at a path such as "take", "into/1" or "cold_pair/a". */
struct num object_get(const struct type *type, const void *object, const char *path);
bool object_given(const struct type *type, const void *object, const char *field);

/* Runs check() (which must find nothing) and solve(). */
struct ask *question_ask(const struct game *game, void *position, enum listing listing, struct num offset, size_t limit,
                         struct num target);
/* Shorthands: all moves from the first; the value of `path` in the i-th listed move. */
struct ask *question_all(const struct game *game, void *position);
struct num listed_get(const struct ask *ask, const struct page *page, size_t i, const char *path);

/* A number from decimal digits. */
struct num decimal(const char *digits);

#endif
