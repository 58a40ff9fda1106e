/* Tables that wrong programs fill for heaps with listed amounts. Internal to this folder. */
#ifndef GRUNDY_CORE_MISTAKES_SG_SG_H
#define GRUNDY_CORE_MISTAKES_SG_SG_H

#include "core/mistakes/glance.h"
#include "core/sg/position.h"

/* What the rules of an /sg position are, as far as these methods go. */
struct heaps {
    const struct sg_position *position;
    struct ints heaps;
    int kind;           /* enum takes_kind */
    struct ints amount; /* TAKES_LIST: as given */
    int64_t base;       /* TAKES_POWERS */
    bool row;           /* what is left may be in two pieces */
    bool misere;
};

enum takes_kind {
    TAKES_LIST,
    TAKES_POWERS,
    TAKES_SQUARES,
    TAKES_FIBONACCI,
    TAKES_PRIME_POWERS,
    TAKES_SPLIT_SMALLER,
    TAKES_OTHER,
};

/* False: the heaps are no words. */
bool heaps_read(const struct glance *at, struct heaps *heaps);
/* The same; heaps that stay one, of which a set is taken, in normal play. */
bool heaps_plain(const struct glance *at, struct heaps *heaps);
/* The amounts up to `most`, ascending, whatever way they are told; as given where they are listed. False: too many. */
bool heaps_amounts(const struct glance *at, const struct heaps *heaps, int64_t most, struct ints *amounts);

/* How a table goes wrong. */
struct filling {
    bool breaks;  /* the loop over the amounts ends at the first that is too large */
    bool whole;   /* a row is never split */
    bool shared;  /* one array of marks for all levels of the search */
    bool won_won; /* a move to a won heap wins; 0 is won */
};
/* Values of 0 … most; NULL: that would take too long. */
const int64_t *table_fill(const struct glance *at, const struct heaps *heaps, struct filling how, int64_t most);

/* Methods of lists.c, powers.c and splits.c. */
bool lists_large_left_out(const struct glance *at);
bool lists_large_itself_lost(const struct glance *at);
bool lists_mod_largest_misere(const struct glance *at);
bool lists_misere_bash(const struct glance *at);
bool lists_even_wins(const struct glance *at);
bool lists_amounts_win(const struct glance *at);
bool powers_odd_wins(const struct glance *at);
bool powers_only_powers_win(const struct glance *at);
bool powers_takes_one(const struct glance *at);
bool powers_parity_take(const struct glance *at);
bool powers_even_rule_for_odd(const struct glance *at);
bool powers_largest_take(const struct glance *at);
bool splits_as_nim(const struct glance *at);
bool splits_total_kept(const struct glance *at);
bool splits_unequal_parts(const struct glance *at);

#endif
