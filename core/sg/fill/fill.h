/* Making tables, and the kernels that make them: every kernel continues a table from what is there, value by value in ascending
 * order, so that whatever is computed when the budget ends is of use. */
#ifndef GRUNDY_CORE_SG_FILL_FILL_H
#define GRUNDY_CORE_SG_FILL_FILL_H

#include "core/memory/store.h"
#include "core/sg/engine.h"
#include "core/sg/fill/simd.h"

/* Lengthens the table to `to` values, widening it as needed. It may escape, and then *table has what is there. */
void table_grow(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to);

/* Where 1 … m and one larger amount may be taken, few enough for values of a byte: the least period, from 0 on, with saltus 0.
 * Other rules: 0. */
uint64_t leap_period(const struct rules *rules);

/* About how many steps that takes: by the rules' kind alone, before the first value is made. */
uint64_t table_steps(const struct rules *rules, uint64_t from, uint64_t to);

/* Whether a table of a code of up to two pieces, one byte a value, can be lengthened to eight times its first `count` values in a
 * fraction of a second: when no place is far, hardly any of the last values rare, and none large. Depends on these values only.
 */
bool pairs_are_light(const struct rules *rules, const uint8_t *values, uint64_t count);

/* How many values are made at most, all in all, in the hope of a proof for heaps beyond every table: as long as the doublings
 * take SG_PROOF_STEPS together. Told by the table as far as it goes: more than its count where it is to be lengthened first.
 * Depends on the rules and on the values up to there only, never on what else the table holds, or on any time. */
uint64_t table_tries(const struct rules *rules, const struct table *table);

/* Codes of three pieces or many splitting places, rows of infinite sets: the quadratic kernel. */
bool table_needs_sets(const struct rules *rules);

/* ---- kernels ---- */

struct fill {
    const struct rules *rules;
    struct arena *arena; /* the kernels' own state; rewound by the caller */
    struct budget *budget;
    enum simd simd; /* what the kernels may use */
    void *data;     /* room for all values that are asked for, and FILL_SLACK bytes more */
    uint32_t width; /* 1, 2 or 4 bytes a value */
    uint64_t count; /* values that are there */
    bool wider;     /* out: the next value does not fit the width, or not this kernel */
};

enum { FILL_SLACK = 64 };

static inline uint64_t fill_get(const struct fill *fill, uint64_t n)
{
    return fill->width == 1   ? ((const uint8_t *)fill->data)[n]
           : fill->width == 2 ? ((const uint16_t *)fill->data)[n]
                              : ((const uint32_t *)fill->data)[n];
}

/* Appends a value; false (and wider is set) when it does not fit. */
static inline bool fill_add(struct fill *fill, uint64_t value)
{
    if (fill->width < 4 && value >> (8 * fill->width)) {
        fill->wider = true;
        return false;
    }
    if (fill->width == 1)
        ((uint8_t *)fill->data)[fill->count++] = (uint8_t)value;
    else if (fill->width == 2)
        ((uint16_t *)fill->data)[fill->count++] = (uint16_t)value;
    else
        ((uint32_t *)fill->data)[fill->count++] = (uint32_t)value;
    return true;
}

/* A kernel computes the values count…to-1, or fewer when it sets wider. */
typedef void fill_kernel(struct fill *fill, uint64_t to);

fill_kernel fill_plain;      /* by the definition: any rules, any width */
fill_kernel fill_leap;       /* leap_period(), width 1 */
fill_kernel fill_onehot;     /* plain takes, values below 32, width 1 */
fill_kernel fill_takes;      /* plain takes, values below 2048, width 1 and 2 */
fill_kernel fill_primes;     /* prime takes, values below 64, width 1 */
fill_kernel fill_all_but;    /* plain takes, all but a few */
fill_kernel fill_pairs;      /* codes of up to two pieces and Grundy's game, width 1 */
fill_kernel fill_pairs_wide; /* the same, width 2 */
fill_kernel fill_sets;       /* codes of up to three pieces, infinite rows: sets of values of pairs; of triples, below 64 */
fill_kernel fill_triples;    /* codes of up to three pieces, widths 1 and 2 */

/* The amounts up to `most` of plain or row rules, ascending; where they depend on the heap, those of a heap of `most`. */
struct amounts_upto {
    const int64_t *v;
    size_t n;
};
struct amounts_upto amounts_upto(struct arena *arena, struct budget *budget, const struct rules *rules, uint64_t most);

/* Codes as the kernels want them: which amounts leave nothing, one heap, two heaps, three heaps. Grundy's game is amount 0, two
 * heaps, unequal. */
struct code {
    struct amounts_upto none, one, two, three;
    bool unequal;
};
struct code fill_code(struct arena *arena, struct budget *budget, const struct rules *rules, uint64_t most);

/* The mex at n < count by the definition, of values that are all there; code for amounts up to n. */
uint64_t fill_mex(struct fill *fill, const struct code *code, uint64_t n);

#endif
