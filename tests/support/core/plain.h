/* Plain search: positions of a few small numbers, and the rules of a game as a list of options. Knows nothing of any formula. */
#ifndef GRUNDY_TESTS_PLAIN_H
#define GRUNDY_TESTS_PLAIN_H

#include <stdbool.h>

enum { PLAIN_PLACES = 24, PLAIN_OPTIONS = 400, PLAIN_MOVE = 3 };

struct small {
    int n;
    int v[PLAIN_PLACES];
};

/* Where a move leads, and its fields one after the other; optional ones with their number before them. */
struct option {
    struct small to;
    int fields, move[PLAIN_MOVE];
};

struct option_walk {
    int n;
    struct option v[PLAIN_OPTIONS];
};

struct rules {
    const char *id, *list; /* the list of the position, or NULL: one number, "bid" */
    const char *names[2];  /* other fields, */
    int params[2];         /* and their values */
    bool misere, sorted;   /* sorted: a position is what its heaps are, in any order, empty ones left out */
    /* Adds every legal move, in order, by plain_option(). */
    void (*list_options)(const struct rules *rules, const struct small *from, struct option_walk *options);
};

struct truth {
    struct small position;
    bool known, wins;
    int grundy;
    int round; /* of the memory */
};

void plain_option(struct option_walk *options, struct small to, int fields, int a, int b, int c);
/* Remembers what it has found, until plain_forget(): to be called between rules. */
struct truth plain_search(const struct rules *rules, const struct small *position);
void plain_forget(void);

#endif
