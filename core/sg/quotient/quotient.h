/* Misère quotients of heap rules: finite commutative monoids in which the product of the heaps' elements tells who wins.
 *
 * A position X of the heaps below n is lost iff the product of their elements lies in a set of the quotient. Elements are found
 * by learning from outcomes (learn.c) and are then proven for all sums of these heaps (prove.c); where they repeat over a window
 * that the period theorem asks for, they are proven for heaps of any size (grow.c). What is too large is refused by counting, so
 * that the refusal is the same everywhere; both are kept in the store. */
#ifndef GRUNDY_CORE_SG_QUOTIENT_QUOTIENT_H
#define GRUNDY_CORE_SG_QUOTIENT_QUOTIENT_H

#include "core/game.h"
#include "core/limits.h"
#include "core/sg/engine.h"

enum { QUOTIENT_WORDS = SG_QUOTIENT_ELEMENTS / 64, QUOTIENT_PARTS = 128 };

struct quotient {
    unsigned order, generators;    /* generators: heaps whose elements are no products of those of smaller ones */
    const uint16_t *product;       /* [order][order]; element 0 is the identity */
    uint64_t lost[QUOTIENT_WORDS]; /* the elements of lost positions */
    const uint16_t *elements;      /* of heaps 0…count-1 */
    uint64_t count;
    bool whole;                 /* proven for heaps of any size: elements repeat with period from preperiod on, both least */
    uint64_t preperiod, period; /* whole */
    bool refused;               /* a limit was reached at heap `count`: */
    const char *limit_name;     /* what there are too many of, in words, */
    int64_t limit;              /* and the limit; negative where it is none that has a name */
    bool wild;                  /* some heap is wild, so that no simpler theorem covers the game */
    const uint16_t *extras;     /* elements of the further parts, */
    size_t n_extras;            /* of which there are so many */
    struct making *making;      /* the room's own */
};

/* A part that is no heap and never comes up as an option: all its options are single heaps, or nothing. */
struct quotient_part {
    const uint64_t *heaps; /* 0: nothing is left */
    size_t n;
};

/* Codes, Grundy's game, rows: rules that have to be looked at option by option. */
bool quotient_possible(const struct rules *rules);
/* The quotient of the heaps that can be proven, at least SG_QUOTIENT_BASE of them if possible, and more up to
 * SG_MISERE_MAX where `top` is beyond them. What is told depends on rules and top only. May escape when the budget ends; asking
 * again gets further. */
struct quotient *quotient_open(const struct sg_job *job, const struct rules *rules, struct num top);
/* The same for a question that can be answered without it: NULL where more than SG_QUOTIENT_SOON options have to be looked at,
 * which is counted, so that it is NULL always or never. */
struct quotient *quotient_if_soon(const struct sg_job *job, const struct rules *rules);
/* The same together with up to QUOTIENT_PARTS further parts, whose options are below its count. The elements are other ones than
 * those of the quotient without them. NULL where that one was only wanted soon and this one is not. */
struct quotient *quotient_with(const struct sg_job *job, const struct rules *rules, const struct quotient *without,
                               const struct quotient_part *parts, size_t n);

/* Whether the quotient of the whole game is in the store, so that asking for it takes no time. */
bool quotient_stored(const struct rules *rules, struct arena *arena, struct store *store);

/* Whether it has an element for that heap. */
bool quotient_covers(const struct quotient *q, struct num heap);
/* The element of a heap that it covers. */
static inline unsigned quotient_heap(const struct quotient *q, uint64_t heap)
{
    return q->elements[heap < q->count ? heap : q->preperiod + (heap - q->preperiod) % q->period];
}

static inline unsigned quotient_times(const struct quotient *q, unsigned a, unsigned b)
{
    return q->product[a * q->order + b];
}

static inline bool quotient_lost(const struct quotient *q, unsigned element)
{
    return q->lost[element / 64] >> element % 64 & 1;
}

/* Refuses a question: too_large, with the limit that was reached. */
_Noreturn void quotient_refuse(struct ask *ask, const struct quotient *q);

/* The product of these heaps, which it covers, and of that element. */
unsigned quotient_product(const struct quotient *q, const struct num *heaps, size_t n, unsigned element);

/* A position of heaps, and of further parts, for quotient_explain(). */
struct quotient_sum {
    struct text heap; /* "a heap of n stones" */
    const struct num *heaps;
    size_t n;
    bool won;         /* by a move, */
    unsigned after;   /* to that element */
    struct text part; /* "a circle of n coins": the sizes of the further parts, and which of the quotient's they are */
    const struct num *parts;
    const uint16_t *numbers;
    size_t n_parts;
};
/* Names the elements of the heaps and parts, their product and the lost elements. */
void quotient_explain(struct lines *lines, const struct quotient *q, const struct quotient_sum *sum);
/* The same of something that has no element, but leaves one of these heaps when it is moved in. */
void quotient_explain_options(struct lines *lines, const struct quotient *q, const struct quotient_sum *sum);

/* The field `quotient` of an answer that it gave. */
struct quotient_told {
    struct head head;
    int64_t order, generators;
    bool proven;
};
extern const struct type type_quotient_told;
struct quotient_told quotient_tell(const struct quotient *q);

/* What is proven about misère play of any rules: the reduced quotient of the whole game. */
struct quotient_facts {
    bool proven; /* else only looked_to means something */
    struct num order, p_elements;
    uint64_t generators;
    struct num preperiod, period;
    uint64_t looked_to; /* the last heap that was looked at */
};
/* May escape like quotient_open() and sg_open(). */
struct quotient_facts quotient_facts(const struct sg_job *job, const struct rules *rules);

#endif
