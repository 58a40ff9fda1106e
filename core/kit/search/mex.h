/* Plain search: the Grundy value of a position is the mex of the values of all that one move leads to.
 *
 * The game says how positions are told apart, by a key of a fixed number of bytes, and what one move makes of one: a sum of
 * positions, by their keys. Everything that can be reached is worked out once and kept, the values of options before the value
 * itself, without recursion. Cost: a step and a lookup for every position that an option consists of. */
#ifndef GRUNDY_CORE_KIT_SEARCH_MEX_H
#define GRUNDY_CORE_KIT_SEARCH_MEX_H

#include "core/game.h"

struct mex_frame;

struct mex {
    struct ask *ask;
    size_t size;                                          /* bytes of a key, padding included: no two keys of one position */
    void (*options)(struct mex *search, const void *key); /* calls mex_option() once for every move */
    const void *context;                                  /* for options() */

    /* ---- its own ---- */
    unsigned char *keys;
    uint32_t *values, *slots;
    size_t n, room, slots_n;
    uint32_t *terms; /* of the options on the path, each behind how many they are */
    size_t terms_n, terms_room;
    struct mex_frame *path;
    size_t depth, path_room;
};

/* A search for this question. The rest of the struct is the caller's to fill. */
struct mex mex_begin(struct ask *ask, size_t size, void (*options)(struct mex *, const void *), const void *context);
/* For options(): one move leads to the sum of the n positions with these keys, one behind the other; to nothing if n is 0. */
void mex_option(struct mex *search, const void *keys, size_t n);
/* Refuses with 422 too_large beyond SEARCH_POSITIONS. */
int64_t mex_value(struct mex *search, const void *key);
/* The least value >= 0 that is none of these. */
int64_t mex_least(struct arena *arena, const int64_t *values, size_t n);

#endif
