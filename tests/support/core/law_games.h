/* Games whose laws are known from their rules: their tables, by plain mex, and whether a family is found in them. */
#ifndef GRUNDY_TESTS_SUPPORT_CORE_LAW_GAMES_H
#define GRUNDY_TESTS_SUPPORT_CORE_LAW_GAMES_H

#include "core/laws/laws.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct law_game {
    const char *name, *family;
    bool verdicts; /* who wins is in the table, instead of values */
    int64_t from;
    void (*moves)(int64_t x, int64_t y);
};

/* While moves are told: what a move leads to, if it is in the table; the value of what it leads to; the value of a place. */
void to(int64_t x, int64_t y);
void option(int64_t value);
int64_t at(int64_t x, int64_t y);
int64_t law_from(void);

/* n to 300; x and y to 30, options having the smaller sum. */
void law_line(const struct law_game *game);
void law_plane(const struct law_game *game);
/* Of verdicts from n = 0 on, 0: lost, 1: won, some law is told in these words. */
void law_words(const int64_t *verdicts, size_t n, const char *en, const char *zh);
/* The same of any table. */
void law_table_words(const struct law_table *table, const char *en, const char *zh);

#endif
