/* What the families look at: a table's values, or where it is lost; and how much each value tells. */
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

#endif
