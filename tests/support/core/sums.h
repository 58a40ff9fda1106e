/* Misère play of sums by plain search from the rules: no theorem, and nothing of the solver. */
#ifndef GRUNDY_TESTS_SUMS_H
#define GRUNDY_TESTS_SUMS_H

#include <stdbool.h>
#include <stdint.h>

enum { SUM_PARTS = 48, SUM_WAYS = 80, SUM_CIRCLE = 64 };

/* Takes so many of a heap and leaves as many heaps as a bit of the digit says: 1 none, 2 one, 4 two, 8 three. */
struct way {
    int amount;
    unsigned digit;
    int unequal; /* 1: two heaps that differ */
};

struct ways {
    int n;
    struct way v[SUM_WAYS];
};

/* An octal or hexadecimal code; amounts that leave what the digit says; Grundy's game. */
struct ways ways_code(const char *code);
struct ways ways_takes(const int *amounts, int n, unsigned digit);
struct ways ways_unequal(void);

/* Heaps of up to 63, and circles, which are SUM_CIRCLE more: what is taken of one leaves a row. Descending, without zeros. */
struct sum {
    int n;
    uint8_t v[SUM_PARTS];
};

struct sum sum_of(const int *parts, int n);
void sum_add(struct sum *sum, int part);
/* "7+7+3" */
const char *sum_text(const struct sum *sum);

/* Whether the player to move loses, who would win if there were no move. Remembers what it has found until other ways come. */
bool sum_lost(const struct ways *ways, const struct sum *sum);

/* Every sum of heaps up to `largest`, of so many tokens at most; the empty one, too. */
void sums_each(int tokens, int largest, void (*visit)(const struct sum *sum, void *what), void *what);

#endif
