/* Where the families propose laws: whether the evidence is worth it, their facts, and what is said of them in words. */
#ifndef GRUNDY_CORE_LAWS_PROPOSE_H
#define GRUNDY_CORE_LAWS_PROPOSE_H

#include "core/laws/view.h"

/* A law with this evidence against that cost, or NULL where it falls short. Its claim, and `from` of the table, are set. */
struct law *propose(const struct view *view, const char *family, int64_t evidence, int64_t cost);
/* The same without a margin. */
struct law *propose_anyway(const struct view *view, const char *family, int64_t evidence);

void fact_number(struct law *law, const char *name, int64_t number);
void fact_flag(struct law *law, const char *name, bool flag);
void fact_text(struct law *law, const char *name, const char *text);
/* Values: a string of verdicts where the view is one. The list must stay. */
void fact_values(const struct view *view, struct law *law, const char *name, const int64_t *values, size_t n);
void fact_numbers(struct law *law, const char *name, const int64_t *values, size_t n);
void fact_rows(struct law *law, const char *name, const int64_t *values, size_t n, size_t columns);
/* "The value of n is …", or "n is lost exactly where …"; `but` goes behind it. */
void law_says(const struct view *view, struct law *law, const char *formula, struct text but);
/* "The value of n depends on … alone". */
void law_depends(const struct view *view, struct law *law, struct text key, struct text but);
/* The first values as words, "0 1 0 1 2"; verdicts as letters. */
const char *values_in_words(const struct view *view, const int64_t *values, size_t n);
const char *numbers_in_words(const struct view *view, const int64_t *numbers, size_t n);
/* What the values are called. */
struct text subject_words(const struct view *view);
/* In Chinese, behind a Chinese character. */
const char *subject_behind(const struct view *view);

/* Exceptions of a law of one variable. Returns false beyond EXCEPTIONS_MAX. */
bool except(const struct view *view, struct law_exception *exceptions, size_t *n, size_t index);
/* What they cost. */
int64_t exceptions_cost(const struct view *view, const struct law_exception *exceptions, size_t n);
/* Takes them, and writes formula and expression. */
void law_except(const struct view *view, struct law *law, const struct law_exception *exceptions, size_t n,
                const char *expression);
/* Behind a formula what its inner function is, " (val(n, 2): how often 2 divides n)", and `but` behind that; `itself`: the
 * formula is that function. */
struct text gloss_words(const struct view *view, enum natural natural, int64_t shift, bool itself, struct text but);
struct text exceptions_words(const struct view *view, const struct law *law);

#endif
