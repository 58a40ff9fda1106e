/* The heap games against plain search from their rules: this file knows the rules, how fields are called, and nothing of any
 * formula. Over all small positions: every move in order, what it leads to, outcomes, Grundy values, winning moves for any
 * target, pages. */
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/plain.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct small with(struct small position, int index, int value)
{
    position.v[index] = value;
    return position;
}

static void nim_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    for (int i = 0; i < from->n; i++)
        for (int take = 1; take <= from->v[i] && (!rules->names[0] || take <= rules->params[0]); take++)
            plain_option(options, with(*from, i, from->v[i] - take), 2, i, take, 0);
}

static void sale_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    for (int raise = 1; raise <= rules->params[1] && from->v[0] < rules->params[0]; raise++)
        plain_option(options, with(*from, 0, from->v[0] + raise), 1, raise, 0, 0);
}

static void staircase_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    (void)rules;
    for (int i = 0; i < from->n; i++)
        for (int take = 1; take <= from->v[i]; take++) {
            struct small to = with(*from, i, from->v[i] - take);
            plain_option(options, i ? with(to, i - 1, to.v[i - 1] + take) : to, 2, i, take, 0);
        }
}

static bool occupied(const struct small *position, int square)
{
    for (int i = 0; i < position->n; i++)
        if (position->v[i] == square)
            return true;
    return false;
}

static void georgia_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    (void)rules;
    for (int i = 0; i < from->n; i++)
        for (int square = from->v[i] - 1; square >= 1 && !occupied(from, square); square--)
            plain_option(options, with(*from, i, square), 2, i, from->v[i] - square, 0);
}

static void beans_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    (void)rules;
    for (int i = 0; i < from->n; i++)
        for (int j = i + 1; j < from->n && from->v[i] > 0; j++)
            for (int k = j; k < from->n; k++) {
                struct small to = *from;
                to.v[i]--;
                to.v[j]++;
                to.v[k]++;
                plain_option(options, to, 3, i, j, k);
            }
}

static void merge_options(const struct rules *rules, const struct small *from, struct option_walk *options)
{
    (void)rules;
    for (int i = 0; i < from->n; i++)
        if (from->v[i] > 0)
            plain_option(options, with(*from, i, from->v[i] - 1), 2, 0, i, 0);
    for (int i = 0; i < from->n; i++)
        for (int j = i + 1; j < from->n; j++)
            if (from->v[i] > 0 && from->v[j] > 0)
                plain_option(options, with(with(*from, i, from->v[i] + from->v[j]), j, 0), 3, 1, i, j);
}

/* ---- the service's side ---- */

/* ck_assert() writes to a pipe each time; here it would be millions of times. */
#define HOLD(fact)                                                                                                               \
    do {                                                                                                                         \
        if (!(fact))                                                                                                             \
            ck_abort_msg("%s", #fact);                                                                                           \
    } while (0)

static struct arena arena;
static struct budget budget;
static struct ask ask;

static void start(void)
{
    num_setup();
    static _Alignas(16) char first[1 << 20];
    arena_init(&arena, first, sizeof first, 64 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = UINT64_MAX, .arena = &arena};
}

static void *field_of(const struct game *game, void *position, const char *name)
{
    for (const struct field *field = game->position->fields; field->name; field++)
        if (strcmp(field->name, name) == 0)
            return (char *)position + field->offset;
    ck_abort_msg("%s has no field %s", game->id, name);
}

static const struct game *game_of(const char *id)
{
    const struct game *game = game_find(id, strlen(id));
    ck_assert_ptr_nonnull(game);
    return game;
}

static void *position_of(const struct rules *rules, const struct small *small)
{
    const struct game *game = game_of(rules->id);
    void *position = arena_alloc(&arena, game->position->size);
    for (int i = 0; i < 2 && rules->names[i]; i++)
        *(struct num *)field_of(game, position, rules->names[i]) = num(rules->params[i]);
    if (rules->misere)
        *(bool *)field_of(game, position, "misere") = true;
    if (!rules->list) {
        *(struct num *)field_of(game, position, "bid") = num(small->v[0]);
        return position;
    }
    struct num *nums = arena_array(&arena, (size_t)small->n, sizeof *nums);
    for (int i = 0; i < small->n; i++)
        nums[i] = num(small->v[i]);
    *(struct list *)field_of(game, position, rules->list) = (struct list){(size_t)small->n, nums};
    return position;
}

static void question(const struct game *game, const void *position, enum listing listing, struct num offset, size_t limit)
{
    ask_init(&ask, game, position, &arena, &budget, NULL);
    ask.listing = listing;
    ask.offset = offset;
    ask.limit = limit;
}

static void ck_move(const struct game *game, const void *move, const struct option *expected)
{
    int n = 0, values[8] = {0};
    for (int i = 0; game->move->fields[i].name; i++) {
        const struct field *field = &game->move->fields[i];
        const void *value = (const char *)move + field->offset;
        if (field->need == NEED_OPTIONAL) {
            if (!(((const struct head *)move)->given & BIT(i)))
                continue;
            values[n++] = i;
        }
        if (field->type->kind == KIND_INT)
            values[n++] = (int)((const struct num *)value)->word;
        else
            for (int64_t item = 0; item < (field->type->kind == KIND_TUPLE ? field->type->max : 1); item++)
                values[n++] = (int)((const int64_t *)value)[item];
    }
    HOLD(n == expected->fields);
    for (int i = 0; i < n; i++)
        HOLD(values[i] == expected->move[i]);
}

/* Makes the move and compares every number of the position that it leads to. */
static void ck_leads_to(const struct rules *rules, const void *move, const struct small *expected)
{
    void *to = ask.game->apply(&ask, move), *same = position_of(rules, expected);
    for (const struct field *field = ask.game->position->fields; field->name; field++) {
        const void *a = (char *)to + field->offset, *b = (char *)same + field->offset;
        if (field->type->kind == KIND_INT)
            HOLD(num_eq(*(const struct num *)a, *(const struct num *)b));
        else if (field->type->kind == KIND_BOOL)
            HOLD(*(const bool *)a == *(const bool *)b);
        else
            for (int i = 0; i < expected->n; i++)
                HOLD(num_eq(list_nums(*(const struct list *)a)[i], list_nums(*(const struct list *)b)[i]));
    }
}

static void ck_explained(void)
{
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        struct lines lines = {.arena = &arena, .language = (enum language)language};
        ask.game->explain(&ask, &lines);
        HOLD(lines.n >= 2);
        HOLD(lines.n <= 12);
    }
}

/* All moves of a position against its options. */
static void ck_all_moves(const struct rules *rules, const struct small *small, const struct option_walk *options)
{
    const struct game *game = game_of(rules->id);
    struct truth truth = plain_search(rules, small);
    bool valued = game->traits & TRAIT_GRUNDY && !rules->misere;
    question(game, position_of(rules, small), LISTING_ALL, num(0), PLAIN_OPTIONS);
    ask_solve(&ask);
    HOLD(ask.answer.verdict == (truth.wins ? OUTCOME_WIN : OUTCOME_LOSS));
    HOLD(ask.answer.grundy_known == valued);
    HOLD(!valued || num_cmp_word(ask.answer.grundy, truth.grundy) == 0);
    HOLD(num_cmp_word(ask.answer.move_count, options->n) == 0);
    HOLD(ask.answer.all.n == (size_t)options->n);
    for (int i = 0; i < options->n; i++) {
        const struct listed *listed = &ask.answer.all.v[i];
        struct truth after = plain_search(rules, &options->v[i].to);
        ck_move(game, listed->move, &options->v[i]);
        ck_leads_to(rules, listed->move, &options->v[i].to);
        HOLD(listed->mark.outcome == (after.wins ? OUTCOME_LOSS : OUTCOME_WIN));
        HOLD(listed->mark.grundy_known == valued);
        HOLD(!valued || num_cmp_word(listed->mark.grundy, after.grundy) == 0);
    }
    ck_explained();
}

/* One page of the moves to a Grundy value (target >= 0) or of the winning ones (target < 0). */
static void ck_winning(const struct rules *rules, const struct small *small, const struct option_walk *options, int target,
                       int offset, int limit)
{
    const struct game *game = game_of(rules->id);
    question(game, position_of(rules, small), LISTING_WINNING, num(offset), (size_t)limit);
    ask.target = num(target < 0 ? 0 : target);
    ask_solve(&ask);
    int wins = 0, shown = 0;
    for (int i = 0; i < options->n; i++) {
        struct truth after = plain_search(rules, &options->v[i].to);
        if (target < 0 ? after.wins : after.grundy != target)
            continue;
        if (wins >= offset && shown < limit)
            ck_move(game, ask.answer.winning.v[shown++].move, &options->v[i]);
        wins++;
    }
    HOLD(ask.answer.winning.n == (size_t)shown);
    HOLD(num_cmp_word(ask.answer.winning.seen, wins) == 0);
    HOLD(num_cmp_word(ask.answer.move_count, options->n) == 0);
}

static void ck_position(const struct rules *rules, const struct small *small)
{
    static struct option_walk options;
    options.n = 0;
    rules->list_options(rules, small, &options);
    struct arena_mark mark = arena_mark(&arena);
    ck_all_moves(rules, small, &options);
    ck_winning(rules, small, &options, -1, 0, PLAIN_OPTIONS);
    ck_winning(rules, small, &options, -1, 1, 2);
    if (game_of(rules->id)->traits & TRAIT_GRUNDY && !rules->misere)
        for (int target = 0; target <= 9; target++)
            ck_winning(rules, small, &options, target, target % 2, PLAIN_OPTIONS);
    arena_rewind(&arena, mark);
}

/* Every position of n places with values low…high; with `distinct` no value twice. */
static void ck_every(const struct rules *rules, int n, int low, int high, bool distinct)
{
    plain_forget();
    struct small small = {.n = n};
    for (int i = 0; i < n; i++)
        small.v[i] = low;
    for (;;) {
        bool twice = false;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                twice |= small.v[i] == small.v[j];
        if (!twice || !distinct)
            ck_position(rules, &small);
        int place = n - 1;
        while (place >= 0 && small.v[place] == high)
            small.v[place--] = low;
        if (place < 0)
            return;
        small.v[place]++;
    }
}

START_TEST(nim_is_what_the_rules_say)
{
    start();
    for (int misere = 0; misere <= 1; misere++) {
        struct rules rules = {.id = "nim", .list = "heaps", .misere = misere, .list_options = nim_options};
        ck_every(&rules, 0, 0, 0, false);
        ck_every(&rules, 1, 0, 12, false);
        ck_every(&rules, 3, 0, 6, false);
        ck_every(&rules, 5, 0, 2, false);
    }
    arena_reset(&arena);
}
END_TEST

START_TEST(bash_is_what_the_rules_say)
{
    start();
    for (int misere = 0; misere <= 1; misere++)
        for (int most = 1; most <= 8; most++) {
            struct rules rules = {.id = "bash",
                                  .list = "heaps",
                                  .names = {"max_take"},
                                  .params = {most},
                                  .misere = misere,
                                  .list_options = nim_options};
            ck_every(&rules, 0, 0, 0, false);
            ck_every(&rules, 1, 0, 20, false);
            ck_every(&rules, 2, 0, 9, false);
            ck_every(&rules, 3, 0, most < 5 ? 7 : 4, false);
        }
    arena_reset(&arena);
}
END_TEST

START_TEST(public_sale_is_what_the_rules_say)
{
    start();
    for (int price = 1; price <= 25; price++)
        for (int most = 1; most <= 12; most++) {
            struct rules rules = {
                .id = "public-sale", .names = {"price", "max_raise"}, .params = {price, most}, .list_options = sale_options};
            ck_every(&rules, 1, 0, price + 2, false);
        }
    arena_reset(&arena);
}
END_TEST

START_TEST(staircase_nim_is_what_the_rules_say)
{
    start();
    struct rules rules = {.id = "staircase-nim", .list = "stairs", .list_options = staircase_options};
    for (int n = 0; n <= 5; n++)
        ck_every(&rules, n, 0, (const int[]){0, 9, 6, 4, 3, 2}[n], false);
    arena_reset(&arena);
}
END_TEST

START_TEST(georgia_bob_is_what_the_rules_say)
{
    start();
    struct rules rules = {.id = "georgia-bob", .list = "chessmen", .list_options = georgia_options};
    for (int n = 0; n <= 5; n++)
        ck_every(&rules, n, 1, (const int[]){1, 15, 12, 10, 8, 7}[n], true);
    arena_reset(&arena);
}
END_TEST

START_TEST(beans_is_what_the_rules_say)
{
    start();
    struct rules rules = {.id = "beans", .list = "bottles", .list_options = beans_options};
    ck_every(&rules, 2, 0, 6, false);
    ck_every(&rules, 3, 0, 4, false);
    ck_every(&rules, 4, 0, 2, false);
    ck_every(&rules, 5, 0, 1, false);
    arena_reset(&arena);
}
END_TEST

START_TEST(take_or_merge_is_what_the_rules_say)
{
    start();
    struct rules rules = {.id = "take-or-merge", .list = "heaps", .sorted = true, .list_options = merge_options};
    for (int n = 0; n <= 6; n++)
        ck_every(&rules, n, 0, (const int[]){0, 30, 12, 8, 5, 4, 2}[n], false);
    arena_reset(&arena);
}
END_TEST

/* Heaps in falling order, all ways to divide `rest` stones into heaps of at most `most`. */
static void ck_divisions(const struct rules *rules, struct small *small, int rest, int most)
{
    if (rest == 0) {
        ck_position(rules, small);
        return;
    }
    for (int heap = most < rest ? most : rest; heap >= 1; heap--) {
        small->v[small->n++] = heap;
        ck_divisions(rules, small, rest - heap, heap);
        small->n--;
    }
}

START_TEST(take_or_merge_holds_for_all_divisions_of_stones)
{
    start();
    struct rules rules = {.id = "take-or-merge", .list = "heaps", .sorted = true, .list_options = merge_options};
    plain_forget();
    for (int stones = 0; stones <= 16; stones++)
        ck_divisions(&rules, &(struct small){0}, stones, stones);
    arena_reset(&arena);
}
END_TEST

SUITE(nim_is_what_the_rules_say, bash_is_what_the_rules_say, public_sale_is_what_the_rules_say,
      staircase_nim_is_what_the_rules_say, georgia_bob_is_what_the_rules_say, beans_is_what_the_rules_say,
      take_or_merge_is_what_the_rules_say, take_or_merge_holds_for_all_divisions_of_stones)
