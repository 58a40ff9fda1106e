/* One expression by itself: a formula in some variables, which may speak of a table g.
 *
 * The language is that of rules. Parsed once, a formula is evaluated any number of times, on one thread, until its arena goes. */
#ifndef GRUNDY_CORE_CUSTOM_EXPRESSION_H
#define GRUNDY_CORE_CUSTOM_EXPRESSION_H

#include "core/budget.h"
#include "core/custom/language/language.h"

struct expression;

/* g(argument…): false where the table does not reach. */
typedef bool expression_table(void *of, const int64_t *argument, int64_t *value);

/* `names`: the variables, at most 16, ends with NULL. `arguments`: how many g takes; 0: there is no g. The expression must be an
 * integer. NULL: *flaw tells what is wrong, and where. */
struct expression *expression_parse(struct arena *arena, struct budget *budget, const char *text, const char *const *names,
                                    unsigned arguments, struct flaw *flaw);

/* Its last operator is a comparison, !, && or ||: it says something, instead of a number. */
bool expression_is_claim(const struct expression *expression);
/* g occurs in it. */
bool expression_asks_table(const struct expression *expression);
/* To be walked. */
const struct node *expression_root(const struct expression *expression);

enum expression_result {
    EXPRESSION_VALUE,
    EXPRESSION_UNKNOWN, /* the table does not reach */
    EXPRESSION_FAULT,   /* *flaw tells */
    EXPRESSION_LIMIT,   /* a list or a fold is too long, or CUSTOM_TOGETHER are spent for this question */
};
/* `values` of the variables in their order; table NULL-able where g does not occur. */
enum expression_result expression_evaluate(struct expression *expression, const int64_t *values, expression_table *table,
                                           void *of, int64_t *result, struct flaw *flaw);

#endif
