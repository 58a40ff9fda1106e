/* The heap games where numbers, lists and offsets are large: what can be counted by hand, and lists against each other. */
#include "core/limits.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/suite.h"

#include <string.h>

enum { HEAPS = HEAPS_MAX, CAP = 48 << 20 };

static struct arena arena;
static struct budget budget;
static struct ask ask;
static const struct game *game;

/* A position of one list; `most` is max_take where there is one. */
static void start(const char *id, const char *name, const struct num *values, size_t n, struct num most)
{
    game = game_find(id, strlen(id));
    char *position = arena_alloc(&arena, game->position->size);
    for (const struct field *field = game->position->fields; field->name; field++) {
        if (strcmp(field->name, name) == 0)
            *(struct list *)(position + field->offset) = (struct list){n, (void *)values};
        if (strcmp(field->name, "max_take") == 0)
            *(struct num *)(position + field->offset) = most;
    }
    ask_init(&ask, game, position, &arena, &budget, NULL);
}

static void setup(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, CAP);
    arena_enter(&arena);
    budget = (struct budget){.left = UINT64_MAX, .arena = &arena};
}

static void again(enum listing listing, struct num offset, size_t limit)
{
    const struct ask before = ask;
    ask_init(&ask, game, before.position, &arena, &budget, NULL);
    ask.listing = listing;
    ask.offset = offset;
    ask.limit = limit;
    ask.target = before.target;
    ask_solve(&ask);
}

static void ck_num(struct num a, struct num b)
{
    ck_assert_msg(num_eq(a, b), "%s is not %s", num_text(a), num_text(b));
}

/* The fields of a move of the games with heap and take. */
struct take {
    struct head head;
    int64_t heap;
    struct num take;
};

static const struct take *taken(const struct page *page, size_t i)
{
    return page->v[i].move;
}

static struct num giant(void)
{
    return num_sub(num_pow2(INT_BITS), num(1));
}

/* One heap of 4096 bits at place `at` among heaps of 1…4; their sum in *sum. */
static struct num *mixed(size_t at, struct num *sum)
{
    struct num *heaps = arena_array(&arena, HEAPS, sizeof *heaps);
    int64_t small = 0;
    for (size_t i = 0; i < HEAPS; i++) {
        heaps[i] = i == at ? giant() : num((int64_t)(i * i % 4 + 1));
        small += i == at ? 0 : heaps[i].word;
    }
    *sum = num_add(giant(), num(small));
    return heaps;
}

/* Beside one giant, 100000 heaps leave no garbage of its size behind, whatever page is asked for. */
START_TEST(a_giant_among_many_heaps)
{
    static const char *const games[][2] = {
        {"nim", "heaps"}, {"bash", "heaps"}, {"staircase-nim", "stairs"}, {"take-or-merge", "heaps"}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (size_t at = 0; at < HEAPS; at += HEAPS / 2 - 1) {
            setup();
            struct num sum;
            struct num *heaps = mixed(at, &sum);
            start(games[g][0], games[g][1], heaps, HEAPS, giant());
            for (int listing = LISTING_WINNING; listing <= LISTING_NONE; listing++) {
                again((enum listing)listing, num(0), 3);
                again((enum listing)listing, num(150000), 3);
                again((enum listing)listing, num_sub(sum, num(2)), 100);
            }
            if (strcmp(games[g][0], "take-or-merge") != 0)
                ck_num(ask.answer.move_count, sum);
            struct lines lines = {.arena = &arena};
            game->explain(&ask, &lines);
            ck_assert_uint_le(lines.n, 12);
            arena_reset(&arena);
        }
}
END_TEST

/* The last two moves of all, found at once behind an astronomical offset. */
START_TEST(the_end_of_an_endless_list)
{
    setup();
    struct num sum;
    struct num *heaps = mixed(7, &sum);
    start("nim", "heaps", heaps, HEAPS, num(0));
    again(LISTING_ALL, num_sub(sum, num(2)), 100);
    ck_assert_uint_eq(ask.answer.all.n, 2);
    int64_t last = heaps[HEAPS - 1].word, before = last > 1 ? HEAPS - 1 : HEAPS - 2;
    ck_assert_int_eq(taken(&ask.answer.all, 1)->heap, HEAPS - 1);
    ck_num(taken(&ask.answer.all, 1)->take, num(last));
    ck_assert_int_eq(taken(&ask.answer.all, 0)->heap, before);
    arena_reset(&arena);
}
END_TEST

/* Unsorted chessmen far apart: all gaps on the left of every chessman add up to the largest square less their number. */
START_TEST(many_chessmen)
{
    setup();
    struct num *squares = arena_array(&arena, HEAPS, sizeof *squares);
    for (size_t i = 0; i < HEAPS; i++)
        squares[i] = num((int64_t)(i * 77773 % HEAPS * 1000 + 1));
    squares[HEAPS / 3] = giant();
    start("georgia-bob", "chessmen", squares, HEAPS, num(0));
    again(LISTING_WINNING, num(0), 10);
    ck_num(ask.answer.move_count, num_sub(giant(), num(HEAPS)));
    ck_assert_int_eq(ask.answer.verdict, OUTCOME_WIN);
    again(LISTING_ALL, num(1234567), 10);
    ck_num(ask.answer.move_count, num_sub(giant(), num(HEAPS)));
    ck_assert_uint_eq(ask.answer.all.n, 10);
    arena_reset(&arena);
}
END_TEST

/* A sum may ask for a value that only raising a counted heap reaches, or for one that nothing reaches. */
START_TEST(targets_of_any_size)
{
    setup();
    struct num stairs[] = {num(5), num_add(num_pow2(70), num(1))};
    start("staircase-nim", "stairs", stairs, 2, num(0));
    ask.target = num_pow2(70);
    again(LISTING_WINNING, num(0), 10);
    ck_num(ask.answer.winning.seen, num(1));
    ck_assert_int_eq(taken(&ask.answer.winning, 0)->heap, 1);
    ck_num(taken(&ask.answer.winning, 0)->take, num_sub(num_pow2(70), num(5)));
    struct num bottles[] = {num(1), num(1), num(1)};
    start("beans", "bottles", bottles, 3, num(0));
    ask.target = num_pow2(70);
    again(LISTING_WINNING, num(0), 10);
    ck_num(ask.answer.winning.seen, num(0));
    ask.target = num(300);
    again(LISTING_WINNING, num(0), 10);
    ck_num(ask.answer.winning.seen, num(0));
    arena_reset(&arena);
}
END_TEST

/* The values of a bean in each of 128 bottles, by the mex of the xors of two values further on. */
START_TEST(all_values_of_beans)
{
    setup();
    unsigned value[BOTTLES_MAX];
    struct num bottles[BOTTLES_MAX];
    for (int i = BOTTLES_MAX - 1; i >= 0; i--) {
        bool seen[2 * BOTTLES_MAX] = {false};
        for (int j = i + 1; j < BOTTLES_MAX; j++)
            for (int k = j; k < BOTTLES_MAX; k++)
                seen[value[j] ^ value[k]] = true;
        value[i] = 0;
        while (seen[value[i]])
            value[i]++;
    }
    for (int i = 0; i < BOTTLES_MAX; i++) {
        for (int j = 0; j < BOTTLES_MAX; j++)
            bottles[j] = num(i == j);
        start("beans", "bottles", bottles, BOTTLES_MAX, num(0));
        again(LISTING_ALL, num(0), 0);
        ck_num(ask.answer.grundy, num(value[i]));
        ck_num(ask.answer.move_count, num((BOTTLES_MAX - 1 - i) * (BOTTLES_MAX - i) / 2));
    }
    arena_reset(&arena);
}
END_TEST

struct merge {
    struct head head;
    int64_t heap, merge[2];
};

static bool same_move(const struct listed *a, const struct listed *b)
{
    const struct merge *x = a->move, *y = b->move;
    return x->head.given == y->head.given && x->heap == y->heap && x->merge[0] == y->merge[0] && x->merge[1] == y->merge[1];
}

/* Pages of the list of all moves are pieces of the whole list, and pages of the winning ones pieces of its winning moves. */
START_TEST(pages_of_merges)
{
    setup();
    enum { N = 120, ALL = N + N * (N - 1) / 2 };
    static const int shapes[][4] = {{0, 1, 2, 3}, {1, 1, 0, 1}, {1, 2, 5, 5}, {4, 6, 1, 0}, {1, 3, 1, 3}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        struct num heaps[N];
        for (size_t i = 0; i < N - s; i++)
            heaps[i] = num(shapes[s][(i * i + i / 7) % 4]);
        start("take-or-merge", "heaps", heaps, N - s, num(0));
        again(LISTING_ALL, num(0), ALL);
        struct page all = ask.answer.all;
        struct listed wins[ALL];
        size_t won = 0;
        for (size_t i = 0; i < all.n; i++)
            if (all.v[i].mark.outcome == OUTCOME_WIN)
                wins[won++] = all.v[i];
        ck_num(ask.answer.winning.seen, num_u64(won));
        for (size_t offset = 0; offset < all.n; offset += 97) {
            again(LISTING_ALL, num_u64(offset), 9);
            for (size_t i = 0; i < ask.answer.all.n; i++)
                ck_assert(same_move(&ask.answer.all.v[i], &all.v[offset + i]));
            again(LISTING_WINNING, num_u64(offset), 9);
            ck_num(ask.answer.winning.seen, num_u64(won));
            for (size_t i = 0; i < ask.answer.winning.n; i++)
                ck_assert(same_move(&ask.answer.winning.v[i], &wins[offset + i]));
        }
    }
    arena_reset(&arena);
}
END_TEST

/* 99998 heaps of 1, not a multiple of 3 by 2: no take wins, and each of the nearly 5*10^9 merges does. */
START_TEST(five_thousand_million_merges)
{
    setup();
    enum { ONES = 99998 };
    const int64_t merges = (int64_t)ONES * (ONES - 1) / 2;
    struct num *heaps = arena_array(&arena, ONES, sizeof *heaps);
    for (size_t i = 0; i < ONES; i++)
        heaps[i] = num(1);
    start("take-or-merge", "heaps", heaps, ONES, num(0));
    again(LISTING_WINNING, num(merges - 1), 10);
    ck_num(ask.answer.move_count, num(merges + ONES));
    ck_num(ask.answer.winning.seen, num(merges));
    ck_assert_uint_eq(ask.answer.winning.n, 1);
    const struct merge *last = ask.answer.winning.v[0].move;
    ck_assert_int_eq(last->merge[0], ONES - 2);
    ck_assert_int_eq(last->merge[1], ONES - 1);
    again(LISTING_ALL, num(ONES - 1), 2);
    const struct merge *first = ask.answer.all.v[1].move;
    ck_assert_int_eq(((const struct merge *)ask.answer.all.v[0].move)->heap, ONES - 1);
    ck_assert_int_eq(first->merge[0], 0);
    ck_assert_int_eq(first->merge[1], 1);
    arena_reset(&arena);
}
END_TEST

SUITE(a_giant_among_many_heaps, the_end_of_an_endless_list, many_chessmen, targets_of_any_size, all_values_of_beans,
      pages_of_merges, five_thousand_million_merges)
