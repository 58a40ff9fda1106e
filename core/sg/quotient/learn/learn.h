/* A quotient under construction: the room's own. */
#ifndef GRUNDY_CORE_SG_QUOTIENT_LEARN_LEARN_H
#define GRUNDY_CORE_SG_QUOTIENT_LEARN_LEARN_H

#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/quotient/quotient.h"

enum {
    WORDS = QUOTIENT_WORDS,
    ELEMENTS = SG_QUOTIENT_ELEMENTS,
    GENERATORS = SG_QUOTIENT_GENERATORS,
    VECTOR = 24, /* bytes; the last one is free for notes */
    TESTS = 256,
    NO_ELEMENT = UINT16_MAX,
};
_Static_assert((int)GENERATORS < (int)VECTOR, "a vector has room for all generators");

/* How often each generator is in a sum. */
struct vector {
    uint8_t n[VECTOR];
};

static inline struct vector vector_unit(unsigned generator)
{
    struct vector v = {0};
    v.n[generator] = 1;
    return v;
}

struct bits {
    uint64_t w[WORDS];
};

static inline bool bits_has(const struct bits *bits, unsigned i)
{
    return bits->w[i / 64] >> i % 64 & 1;
}

static inline void bits_add(struct bits *bits, unsigned i)
{
    bits->w[i / 64] |= UINT64_C(1) << i % 64;
}

/* The monoid, its lost elements and its generators. Elements are numbered as they are found, breadth first, so that rep, a
 * shortest sum of generators of that element, comes from an earlier one. */
struct monoid {
    unsigned order, words;
    uint16_t (*step)[GENERATORS]; /* element times generator */
    struct vector *rep;
    uint16_t *product;        /* [order][order] */
    struct bits *lost_beside; /* z with element * z lost */
    struct bits lost;
};

/* Pairs (element, contexts in which a move in it wins), closed under sums: prove.c. */
struct pairs {
    uint32_t n;
    uint16_t *element;
    struct bits *wins;
    uint32_t *parent, *next;
    uint32_t *by; /* the heap added to the parent */
    uint32_t *heads;
};

enum { PARTS = QUOTIENT_PARTS };

struct builder {
    const struct sg_job *job;
    const struct rules *rules;
    struct amounts_upto amounts; /* RULES_ROW */
    unsigned pieces;             /* most that a move leaves, 1 to 3 */
    uint64_t last;               /* the largest amount */
    bool periodic;               /* the period theorem holds for these rules */
    uint64_t room;               /* heaps at most */
    uint64_t known;              /* heaps 0…known-1 have elements */
    uint16_t *elements;
    struct vector *forms; /* of heaps: a generator, or the first shortest sum of smaller ones that has their element */
    struct monoid monoid, spare;
    unsigned n_generators;
    uint32_t generators[GENERATORS]; /* heaps; parts are room + i */
    const struct quotient_part *parts;
    size_t n_parts; /* settled ones */
    uint16_t part_elements[PARTS];
    struct vector part_forms[PARTS];
    struct bits *pair_sets; /* elements of the pairs that add up to r, for r below pair_sets_known */
    struct bits *triple_sets;
    uint64_t sets_known;
    struct pairs pairs;
    const char *limit_name; /* what there were too many of; NULL: nothing */
    int64_t limit;
    uint64_t looked;     /* options that all learning so far looked at */
    uint64_t looked_max; /* beyond so many it is dropped; 0: never */
    bool dropped;
};

/* ---- options.c ---- */
/* Elements of the options of a heap or part; false when it has none. Heaps that they consist of are known. */
bool build_options(struct builder *b, uint64_t heap, struct bits *elements);
/* Forgets what rests on the elements. */
void build_forget_sets(struct builder *b);
/* The options as sums of generators, each once. */
struct vectors {
    struct vector *v;
    size_t n;
};
struct vectors build_option_vectors(struct builder *b, uint64_t heap);
const struct vector *build_form(const struct builder *b, uint64_t heap);
bool vector_same(const struct vector *a, const struct vector *b);
uint64_t vector_hash(const struct vector *v);
struct vector vector_sum(const struct vector *a, const struct vector *b);
struct vector vector_less(const struct vector *a, const struct vector *b);

/* ---- prove.c ---- */
enum verdict_on { PROVEN, REFUTED, TOO_MANY };
/* What refutes: the sum of a pair's heaps and one heap. */
struct refutation {
    uint32_t pair, heap;
};
void prove_clear(struct builder *b);
/* The contexts in which a move to one of these wins. */
struct bits prove_wins(const struct monoid *m, const struct bits *options);
/* The element that goes with these contexts, or NO_ELEMENT. */
unsigned prove_find(const struct builder *b, const struct bits *wins);
/* Adds a heap of that element, with all sums; some of them where it does not end with PROVEN. */
enum verdict_on prove_add(struct builder *b, uint32_t heap, unsigned element, const struct bits *wins,
                          struct refutation *refutation);
/* Pairs from `first` on are no longer there. */
void prove_forget(struct builder *b, uint32_t first);
/* Whether that element passes a quick look. */
bool prove_plausible(const struct builder *b, unsigned element, const struct bits *wins);
/* All known heaps and parts, from the beginning. */
enum verdict_on prove_all(struct builder *b, struct refutation *refutation);

/* ---- learn.c ---- */
/* A new monoid in which the heap or part `newest` is a generator; everything else as before. False: a limit was reached. */
bool learn(struct builder *b, uint64_t newest);
/* The forms of all heaps and parts, by the elements. */
void learn_forms(struct builder *b);

/* ---- monoid.c ---- */
/* What follows from step and lost. */
void monoid_complete(struct monoid *m, unsigned n_generators);
struct monoid monoid_new(struct arena *arena);
/* The first shortest sum of each element, of the generators whose bits are set; zero where there is none. */
void monoid_sums(const struct monoid *m, unsigned n_generators, uint32_t allowed, struct vector *sums);
unsigned monoid_of(const struct monoid *m, const struct vector *v, unsigned n_generators);

/* ---- grow.c ---- */
/* Room for heaps 0…room-1; the game without heaps. */
void build_begin(struct builder *b, const struct sg_job *job, const struct rules *rules, uint64_t room);
/* Heaps known…to-1, until a limit is reached. */
void build_heaps(struct builder *b, uint64_t to);
/* The next part. */
bool build_part(struct builder *b);
/* A period that the known heaps prove for all. */
struct period_found {
    bool found;
    uint64_t preperiod, period;
};
struct period_found build_period(const struct builder *b);

#endif
