/* What the families look at: a table's values, or where it is lost; how much each value tells; and where laws are proposed. */
#ifndef GRUNDY_CORE_LAWS_VIEW_H
#define GRUNDY_CORE_LAWS_VIEW_H

#include "core/laws/bits.h"
#include "core/laws/laws.h"
#include "core/laws/naturals.h"

/* One call of laws_find(), or of naming inside one. */
struct laws_search {
    struct arena *arena;
    struct budget *budget;
    struct naturals *naturals;
    int64_t horizon;
    size_t n, room;
    struct law **v;
};

struct view {
    struct laws_search *finding;
    enum law_subject subject;
    bool lost;  /* the values are 1 where the table is lost, else 0 */
    bool plain; /* g itself may stand for the values in statements */
    bool named; /* something of another law is being named: no statements about g, no words */
    unsigned variables;
    int64_t from[2];
    size_t rows, columns, n;
    const int64_t *v;
    const int64_t *bits;   /* what each value tells */
    const int64_t *before; /* of all values before, n + 1 of them */
    int64_t value_bits;    /* to list one value */
    int64_t min, max;
    bool symmetric; /* v(x, y) = v(y, x): only x <= y is looked at, the others tell nothing */
};

enum { EVIDENCE_MIN = 24 * BIT, NAMING_MIN = 8 * BIT };

/* The values of the table, or where it is lost. */
void view_open(struct view *view, struct laws_search *finding, const struct law_table *table, bool lost);

static inline int64_t view_at(const struct view *view, size_t row, size_t column)
{
    return view->v[row * view->columns + column];
}

/* a * q + c; false: beyond 64 bits. */
static inline bool linear(int64_t a, int64_t q, int64_t c, int64_t *value)
{
    int64_t product;
    return !__builtin_mul_overflow(a, q, &product) && !__builtin_add_overflow(product, c, value);
}

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

/* The families, by file. Each proposes what it finds. */
bool find_constant(const struct view *view); /* whether there is one: then nothing else is looked for */
void find_period(const struct view *view);
void find_formula(const struct view *view);
void find_key(const struct view *view);
void find_similar(const struct view *view);
void find_set(const struct view *view);
void find_recurrence(const struct view *view);
void find_plane_formula(const struct view *view);
void find_plane_key(const struct view *view);
void find_separable(const struct view *view);
void find_classes(const struct view *view);
void find_diagonal(const struct view *view);
void find_beatty_pairs(const struct view *view);
void find_lost_line(const struct view *view);
void find_ratio(const struct view *view);

/* The best law of one variable (a period, a formula or a key) for a list that belongs to a law of two, with an expression for
 * it; NULL where none saves NAMING_MIN. */
const struct law *name_list(const struct view *view, int64_t from, const int64_t *values, size_t n);

#endif
