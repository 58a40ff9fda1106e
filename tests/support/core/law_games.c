/* Tables of games, made from their rules. */
#include "tests/support/core/law_games.h"

#include "core/laws/laws.h"
#include "tests/support/core/marks.h"

#include <string.h>

enum { LINE = 301, PLANE = 31, OPTIONS = 4096 };

static int64_t g[LINE > PLANE *PLANE ? LINE : PLANE *PLANE], options[OPTIONS];
static size_t n_options;
static int64_t from, columns; /* columns is 1 for one variable */

int64_t law_from(void)
{
    return from;
}

int64_t at(int64_t x, int64_t y)
{
    return columns == 1 ? g[x - from] : g[(x - from) * columns + y - from];
}

void option(int64_t value)
{
    ck_assert_uint_lt(n_options, OPTIONS);
    options[n_options++] = value;
}

void to(int64_t x, int64_t y)
{
    if (x >= from && (columns == 1 || y >= from))
        option(at(x, y));
}

static int64_t mex(void)
{
    for (int64_t m = 0;; m++) {
        bool there = false;
        for (size_t i = 0; i < n_options; i++)
            there |= options[i] == m;
        if (!there)
            return m;
    }
}

static void fill(const struct law_game *game, int64_t x, int64_t y)
{
    n_options = 0;
    game->moves(x, y);
    g[columns == 1 ? x - from : (x - from) * columns + y - from] = mex();
}

/* Its family is there, of the values or of what is lost; and nothing is told that the table does not hold. */
static void look(const struct law_game *game, struct law_table table)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, (size_t)1 << 28);
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    size_t n = table.size[0] * table.size[1];
    table.subject = game->verdicts ? SUBJECT_VERDICT : SUBJECT_GRUNDY;
    for (size_t i = 0; game->verdicts && i < n; i++)
        g[i] = g[i] ? VALUE_WON : VALUE_LOST;
    table.values = g;
    struct laws laws = laws_find(&table, 10000, &arena, &budget);
    bool found = false;
    for (size_t l = 0; l < laws.n; l++) {
        found |= strcmp(laws.v[l]->family, game->family) == 0;
        for (size_t i = 0; i < n; i++) {
            int64_t value, x = from + (int64_t)i / columns, y = columns == 1 ? 0 : from + (int64_t)i % columns;
            ck_assert_msg(!law_tells(laws.v[l], x, y, &value) || value == law_wants(laws.v[l], g[i]), "%s: %s at %lld, %lld",
                          game->name, laws.v[l]->family, (long long)x, (long long)y);
        }
    }
    ck_assert_msg(found, "%s: no %s among %zu laws", game->name, game->family, laws.n);
    arena_reset(&arena);
}

void law_line(const struct law_game *game)
{
    from = game->from;
    columns = 1;
    for (int64_t n = from; n < LINE; n++)
        fill(game, n, 0);
    look(game, (struct law_table){.variables = 1, .from = {from}, .size = {(size_t)(LINE - from), 1}});
}

void law_plane(const struct law_game *game)
{
    from = game->from;
    columns = PLANE - from;
    for (int64_t sum = 2 * from; sum <= 2 * (PLANE - 1); sum++)
        for (int64_t x = from; x < PLANE; x++)
            if (sum - x >= from && sum - x < PLANE)
                fill(game, x, sum - x);
    look(game, (struct law_table){.variables = 2, .from = {from, from}, .size = {(size_t)columns, (size_t)columns}});
}

void law_words(const int64_t *verdicts, size_t n, const char *en, const char *zh)
{
    law_table_words(&(struct law_table){.variables = 1, .size = {n, 1}, .subject = SUBJECT_VERDICT, .values = verdicts}, en, zh);
}

void law_table_words(const struct law_table *table, const char *en, const char *zh)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, (size_t)1 << 28);
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    struct laws laws = laws_find(table, 10000, &arena, &budget);
    bool found = false;
    for (size_t l = 0; l < laws.n; l++)
        found |= strcmp(laws.v[l]->words[LANGUAGE_EN], en) == 0 && strcmp(laws.v[l]->words[LANGUAGE_ZH], zh) == 0;
    ck_assert_msg(found, "not among %zu laws: %s; the first: %s %s", laws.n, en, laws.n ? laws.v[0]->words[LANGUAGE_EN] : "",
                  laws.n ? laws.v[0]->words[LANGUAGE_ZH] : "");
    arena_reset(&arena);
}
