/* Every game's sample(): what it draws is a position that the decoder takes as well, grows with the size, keeps what is fixed, is
 * the same for the same seed, and has every verdict that the game knows, whatever the size. */
#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/out.h"
#include "api/json/parse.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/registry.h"
#include "core/sample.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <string.h>

enum { SEEDS = 60, PAPER = 30, SIZES = 10 };

static const char *text_of(const struct game *game, const void *position)
{
    struct out out;
    out_init(&out, &questions_arena, 256);
    encode_value(&out, game->position, position);
    return arena_copy(&questions_arena, out.v, out.n);
}

static void *draw(const struct game *game, const void *fixed, uint64_t seed, int size)
{
    questions_budget.left = UINT64_MAX;
    void *position = sample_position(game, fixed, seed, size, &questions_budget, questions_store);
    ck_assert_msg(position != NULL, "%s: no position for seed %llu and size %d", game->id, (unsigned long long)seed, size);
    return position;
}

/* As a client would send it. */
static void *read_back(const struct game *game, const char *text)
{
    struct faults faults = {.arena = &questions_arena};
    struct scan scan;
    size_t size = strlen(text);
    const cJSON *json = json_parse(faults.arena, arena_copy(faults.arena, text, size), size, &scan);
    ck_assert(json != NULL);
    const struct game *read = game;
    void *position = position_decode(&read, json, "", NULL, &faults);
    ck_assert_msg(position != NULL, "%s refuses its own sample %.300s: %s %s", game->id, text, faults.v[0].pointer,
                  faults.v[0].detail);
    return position;
}

static struct arena_mark begin;

static void setup(void)
{
    questions_begin();
    begin = arena_mark(&questions_arena);
}

START_TEST(every_sample_is_a_position)
{
    const struct game *game = game_at((size_t)_i);
    for (int size = 0; size <= 100; size += SIZES)
        for (uint64_t seed = 0; seed < (size <= PAPER ? SEEDS : 4); seed++) {
            const char *text = text_of(game, draw(game, NULL, seed, size));
            ck_assert_str_eq(text, text_of(game, draw(game, NULL, seed, size)));
            ck_assert_uint_lt(strlen(text), 1 << 20);
            read_back(game, text);
            arena_rewind(&questions_arena, begin);
        }
}
END_TEST

START_TEST(sizes_grow)
{
    const struct game *game = game_at((size_t)_i);
    size_t length[3] = {0};
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            length[i] += strlen(text_of(game, draw(game, NULL, seed, i * 45)));
            arena_rewind(&questions_arena, begin);
        }
    if (game->position->fields[0].name)
        ck_assert_msg(length[0] < length[1] && length[1] < length[2], "%s: %zu, %zu, %zu bytes", game->id, length[0], length[1],
                      length[2]);
}
END_TEST

START_TEST(what_is_fixed_stays)
{
    const struct game *game = game_at((size_t)_i);
    for (size_t i = 0; game->position->fields[i].name; i++) {
        const struct field *field = &game->position->fields[i];
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct head *fixed = draw(game, NULL, seed, 20);
            if (field->need == NEED_OPTIONAL && !(fixed->given & BIT(i)))
                continue;
            fixed->given = BIT(i);
            struct out before, after;
            out_init(&before, &questions_arena, 64);
            encode_value(&before, field->type, (const char *)fixed + field->offset);
            const void *around = sample_position(game, fixed, seed + 1000, 20, &questions_budget, questions_store);
            if (!around)
                continue; /* the rest did not fit, and that was told */
            out_init(&after, &questions_arena, 64);
            encode_value(&after, field->type, (const char *)around + field->offset);
            ck_assert_msg(before.n == after.n && memcmp(before.v, after.v, before.n) == 0, "%s: %s was fixed and changed",
                          game->id, field->name);
        }
        arena_rewind(&questions_arena, begin);
    }
}
END_TEST

START_TEST(every_optional_field_is_drawn)
{
    const struct game *game = game_at((size_t)_i);
    for (size_t i = 0; game->position->fields[i].name; i++) {
        if (strcmp(game->position->fields[i].name, "lead") == 0)
            continue; /* what was scored before: an exercise is the beginning of a game */
        int there = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const struct head *position = draw(game, NULL, seed, PAPER);
            there += (position->given & BIT(i)) != 0;
            arena_rewind(&questions_arena, begin);
        }
        if (game->position->fields[i].need == NEED_OPTIONAL)
            ck_assert_msg(there > 0, "%s: none of %d samples has %s", game->id, SEEDS, game->position->fields[i].name);
    }
}
END_TEST

/* The lists of a position that may differ in length, with the shortest that is an exercise. */
static const struct shortest {
    const char *game, *list;
    size_t n;
} shortest[] = {
    {"nim", "heaps", 1},
    {"bash", "heaps", 1},
    {"pair-split", "pairs", 1},
    {"staircase-nim", "stairs", 1},
    {"beans", "bottles", 3},
    {"georgia-bob", "chessmen", 1},
    {"take-or-merge", "heaps", 1},
    {"stone-ends", "piles", 1},
    {"stone-rest", "piles", 1},
    {"stone-front", "piles", 1},
    {"stone-window", "piles", 1},
    {"stone-merge", "stones", 1},
    {"stone-thirds", "stones", 1},
    {"stone-halves", "piles", 2},
    {"stone-rivals", "mine", 1},
    {"graph", "tokens", 1},
    {"cat-mouse", "graph", 4},
    {"odd-even", "takes", 1},
    {"cutting", "sheets", 1},
    {"bombs", "bombs", 1},
    {"pieces", "squares", 1},
    {"even-matrix", "matrix", 1},
    {"sg", "heaps", 1},
    {"squares", "grid", 2},
    {"coins", "rows", 1},
    {"coins", "circles", 1},
};

static size_t length_of(const void *position, const struct field *field)
{
    return ((const struct list *)(const void *)((const char *)position + field->offset))->n;
}

/* At the smallest size that length and the next are common: beginners begin there. */
START_TEST(short_lists_are_drawn)
{
    enum { DRAWN = 300, COMMON = DRAWN / 12 };
    const struct shortest *list = &shortest[_i];
    const struct game *game = game_find(list->game, strlen(list->game));
    const struct field *field = game->position->fields;
    size_t seen[2] = {0};
    while (strcmp(field->name, list->list) != 0)
        field++;
    for (uint64_t seed = 0; seed < DRAWN; seed++) {
        size_t n = length_of(draw(game, NULL, seed, 0), field);
        if (n == list->n || n == list->n + 1)
            seen[n - list->n]++;
        arena_rewind(&questions_arena, begin);
    }
    ck_assert_msg(seen[0] >= COMMON && seen[1] >= COMMON, "%s: of %d samples %zu have one of %zu %s, %zu one more", list->game,
                  DRAWN, seen[0], list->n, list->list, seen[1]);
}
END_TEST

static void solve(void *ask)
{
    ask_solve(ask);
}

START_TEST(every_verdict_appears_at_every_size)
{
    const struct game *game = game_at((size_t)_i);
    if (game->traits & TRAIT_DECIDER || !game->position->fields[0].name)
        return;
    size_t draws = 0;
    for (int size = 0; size <= PAPER; size += PAPER / 2) {
        size_t seen[3] = {0}, n = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct ask ask;
            struct escape landed;
            ask_init(&ask, game, draw(game, NULL, seed, size), &questions_arena, &questions_budget, questions_store);
            if (arena_try(&questions_arena, &landed, solve, &ask) == STATUS_ok) {
                seen[ask.answer.verdict]++;
                n++;
            }
            arena_rewind(&questions_arena, begin);
        }
        ck_assert_msg(n * 10 >= SEEDS * 9, "%s: only %zu of %d of size %d can be solved", game->id, n, SEEDS, size);
        ck_assert_msg(seen[OUTCOME_WIN] * 10 >= n && seen[OUTCOME_LOSS] * 10 >= n, "%s: %zu wins, %zu losses at size %d",
                      game->id, seen[OUTCOME_WIN], seen[OUTCOME_LOSS], size);
        draws += seen[OUTCOME_DRAW];
    }
    if (game->traits & TRAIT_DRAWS && !game->tailor) /* there the rules decide whether there are draws */
        ck_assert_msg(draws > 0, "%s: no draws", game->id);
}
END_TEST

void suite_fill(TCase *tcase)
{
    struct suite_games games = suite_games();
    tcase_add_checked_fixture(tcase, setup, questions_end);
    tcase_add_loop_test(tcase, every_sample_is_a_position, games.from, games.to);
    tcase_add_loop_test(tcase, sizes_grow, games.from, games.to);
    tcase_add_loop_test(tcase, what_is_fixed_stays, games.from, games.to);
    tcase_add_loop_test(tcase, every_optional_field_is_drawn, games.from, games.to);
    tcase_add_loop_test(tcase, every_verdict_appears_at_every_size, games.from, games.to);
    tcase_add_loop_test(tcase, short_lists_are_drawn, 0, sizeof shortest / sizeof *shortest);
}
