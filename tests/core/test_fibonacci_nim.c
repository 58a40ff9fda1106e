/* Fibonacci nim and its family against plain search from the rules, and the decomposition against the sequence written out. */
#include "core/games/fibonacci_nim/fibonacci_nim.h"
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

extern const struct game game_fibonacci_nim;

enum { SMALL = 40, LARGE = 1500, LISTED = 4000 };

static void *heap_position(struct num stones, struct num quota, int64_t factor)
{
    const struct type *type = game_fibonacci_nim.position;
    void *p = object_new(type);
    object_set(type, p, "stones", stones);
    object_set(type, p, "quota", quota);
    object_set(type, p, "factor", num(factor));
    return p;
}

static struct ask *ask_heap(struct num stones, struct num quota, int64_t factor, enum listing listing)
{
    return question_ask(&game_fibonacci_nim, heap_position(stones, quota, factor), listing, num(0), LISTED, num(0));
}

/* Values of all states by the mex over the takes; a quota beyond the heap is the heap. */
static int value[SMALL + 1][SMALL + 1];

static void search(int factor)
{
    for (int n = 0; n <= SMALL; n++)
        for (int q = 0; q <= n; q++) {
            bool seen[SMALL + 2] = {false};
            for (int t = 1; t <= q; t++) {
                int left = n - t, quota = factor * t < left ? factor * t : left;
                seen[value[left][quota]] = true;
            }
            value[n][q] = 0;
            while (seen[value[n][q]])
                value[n][q]++;
        }
}

START_TEST(values_and_moves_are_those_of_the_search)
{
    questions_begin();
    for (int factor = 1; factor <= 9; factor++) {
        search(factor);
        for (int n = 0; n <= SMALL; n++)
            for (int q = 0; q <= n + 2; q++) {
                struct arena_mark mark = arena_mark(&questions_arena);
                struct ask *all = ask_heap(num(n), num(q), factor, LISTING_ALL);
                int most = q < n ? q : n, wins = 0;
                ck_assert_int_eq(all->answer.grundy.word, value[n][most]);
                ck_assert_int_eq(all->answer.move_count.word, most);
                for (int t = 1; t <= most; t++) {
                    int left = n - t, after = value[left][factor * t < left ? factor * t : left];
                    ck_assert_int_eq(listed_get(all, &all->answer.all, (size_t)t - 1, "take").word, t);
                    ck_assert_int_eq(all->answer.all.v[t - 1].mark.grundy.word, after);
                    wins += after == 0;
                }
                ck_assert_int_eq(all->answer.winning.seen.word, wins);
                arena_rewind(&questions_arena, mark);
            }
    }
    questions_end();
}
END_TEST

/* Values are told up to VALUED_MAX stones, that many included, and no further; beyond, the verdict alone. A move has its value
 * where what it leaves has one. From n stones with quota n and a factor no less than n, everything may always be taken, as in
 * nim, so the value is n. */
START_TEST(values_end_where_they_should)
{
    questions_begin();
    for (int64_t n = VALUED_MAX - 1; n <= VALUED_MAX + 2; n++) {
        struct ask *ask = ask_heap(num(n), num(n), 2 * VALUED_MAX, LISTING_ALL);
        ck_assert_int_eq(ask->answer.grundy_known, n <= VALUED_MAX);
        if (n <= VALUED_MAX)
            ck_assert_int_eq(ask->answer.grundy.word, n);
        ck_assert_int_eq(ask->answer.verdict, OUTCOME_WIN);
        for (int64_t take = 1; take <= n; take++) {
            const struct mark *mark = &ask->answer.all.v[take - 1].mark;
            ck_assert_int_eq(mark->grundy_known, n - take <= VALUED_MAX);
            if (mark->grundy_known)
                ck_assert_int_eq(mark->grundy.word, n - take);
            ck_assert_int_eq(mark->outcome, take == n ? OUTCOME_WIN : OUTCOME_LOSS);
        }
    }
    questions_end();
}
END_TEST

/* least[n]: the least take that wins from n stones, whatever the quota; t wins iff nothing is left or factor * t < least[n - t].
 */
START_TEST(winning_takes_of_larger_heaps)
{
    static const int64_t factors[] = {1, 2, 3, 4, 5, 7, 20, 100, 3000, 4294967295};
    static int64_t least[LARGE + 1];
    questions_begin();
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
        for (int64_t n = 1; n <= LARGE; n++) {
            struct arena_mark mark = arena_mark(&questions_arena);
            struct ask *ask = ask_heap(num(n), num(n), factors[f], LISTING_WINNING);
            size_t wins = 0;
            least[n] = 0;
            for (int64_t t = 1; t <= n; t++) {
                if (t < n && factors[f] * t >= least[n - t])
                    continue;
                if (!least[n])
                    least[n] = t;
                ck_assert_int_eq(listed_get(ask, &ask->answer.winning, wins++, "take").word, t);
            }
            ck_assert_int_eq(ask->answer.winning.seen.word, (int64_t)wins);
            ck_assert_int_eq(ask->answer.verdict, OUTCOME_WIN);
            ck_assert_int_eq(ask_heap(num(n), num(least[n] - 1), factors[f], LISTING_NONE)->answer.verdict, OUTCOME_LOSS);
            arena_rewind(&questions_arena, mark);
        }
    questions_end();
}
END_TEST

/* The takes that win are the `n` given ones, descending; with less to take, fewer from the front. In any order. */
static void check_winners(const struct parts *parts, struct num stones, const struct num *given, size_t n)
{
    struct winning_takes all, some;
    winners_find(&all, &questions_arena, parts, stones, stones);
    ck_assert_uint_eq(all.n, n);
    for (size_t i = n; i-- > 0;)
        ck_assert(num_eq(winner_at(&all, i), given[n - 1 - i]));
    winners_find(&all, &questions_arena, parts, stones, num_sub(stones, num(1)));
    ck_assert_uint_eq(all.n, n - 1);
    for (size_t i = 0; i < n; i += n / 4 + 1) {
        winners_find(&some, &questions_arena, parts, stones, given[i]);
        ck_assert_uint_eq(some.n, n - i);
        winners_find(&some, &questions_arena, parts, stones, num_sub(given[i], num(1)));
        ck_assert_uint_eq(some.n, n - i - 1);
    }
}

/* The parts of n among H[0…terms-1]: greedily, as the theorem's uniqueness has it; all facts told about them hold. */
static void check_parts(struct num n, uint64_t factor, const struct num *h, size_t terms)
{
    struct parts parts = parts_of(&questions_arena, &questions_budget, questions_store, n, factor);
    struct num rest = n, many = num((int64_t)factor);
    struct num *winners = arena_raw(&questions_arena, (parts.n + 1) * sizeof *winners); /* descending */
    size_t found = 0, n_winners = 0;
    winners[n_winners++] = n;
    while (terms-- > 0) {
        if (num_lt(rest, h[terms]))
            continue;
        rest = num_sub(rest, h[terms]);
        ck_assert_uint_lt(found, parts.n);
        const struct part *part = &parts.v[found++];
        ck_assert(num_eq(part->value, h[terms]));
        ck_assert_int_eq(part->rest_wins, !num_is_zero(rest) && num_lt(num_mul(many, rest), h[terms]));
        if (part->rest_wins)
            winners[n_winners++] = rest;
    }
    ck_assert_uint_eq(found, parts.n);
    ck_assert(num_is_zero(rest));
    check_winners(&parts, n, winners, n_winners);
}

START_TEST(parts_of_big_numbers)
{
    static const struct {
        uint64_t factor, bits;
    } cases[] = {{1, 4096},  {2, 60}, {2, 66}, {2, 4096}, {3, 4096}, {4, 1000}, {9, 4096},  {50, 700},  {300, 200},
                 {5000, 66}, {2, 62}, {3, 62}, {9, 62},   {50, 62},  {300, 62}, {5000, 60}, {40000, 22}};
    questions_begin();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        uint64_t bits = cases[c].bits;
        struct num limit = num_pow2(bits), many = num((int64_t)cases[c].factor);
        struct num *h = arena_alloc(&questions_arena, 300000 * sizeof *h);
        size_t n = 1, j = 0;
        h[0] = num(1);
        for (; num_lt(h[n - 1], limit); n++) {
            ck_assert_uint_lt(n, 299999);
            while (num_lt(num_mul(many, h[j]), h[n - 1]))
                j++;
            h[n] = num_add(h[n - 1], h[j]);
        }
        struct num random = num(1);
        for (uint64_t seed = 1; num_bits(random) + 40 < bits; seed = seed * 6364136223846793005u + 1442695040888963407u)
            random = num_add(num_shl(random, 40), num((int64_t)(seed >> 24)));
        check_parts(random, cases[c].factor, h, n);
        for (int64_t i = 0; cases[c].factor == 2 && bits == 66 && i < 500; i++)
            check_parts(num_sub(num_add(random, random), num(i * i * i)), 2, h, n);
        for (int64_t i = 1; bits == 62 && i < 50; i++)
            check_parts(num_sub(random, num(i * i * i * i * i)), cases[c].factor, h, n);
        check_parts(num_sub(limit, num(1)), cases[c].factor, h, n);
        check_parts(h[n - 2], cases[c].factor, h, n);
        check_parts(num_sub(h[n - 2], num(1)), cases[c].factor, h, n);
        check_parts(num(100), cases[c].factor, h, n);
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

/* With a factor beyond them, all numbers are losing ones. */
START_TEST(as_many_terms_as_are_walked_and_no_more)
{
    questions_begin();
    for (int64_t more = 0; more < 3; more++) {
        struct parts parts =
            parts_of(&questions_arena, &questions_budget, questions_store, num(TERMS_MAX - 1 + more), UINT64_C(1) << 31);
        ck_assert_int_eq(parts.too_many, more == 2);
        if (!parts.too_many) {
            ck_assert_uint_eq(parts.n, 1);
            ck_assert_int_eq(parts.v[0].value.word, TERMS_MAX - 1 + more);
        }
    }
    questions_end();
}
END_TEST

START_TEST(takes_of_huge_heaps)
{
    questions_begin();
    struct num stones = num_sub(num_pow2(4096), num(12345));
    struct ask *ask = ask_heap(stones, stones, 2, LISTING_WINNING);
    const struct page *page = &ask->answer.winning;
    ck_assert(num_eq(ask->answer.move_count, stones));
    ck_assert_int_eq(page->seen.word, (int64_t)page->n);
    struct num last = num(0);
    for (size_t i = 0; i < page->n; i++) {
        struct num take = listed_get(ask, page, i, "take"), left = num_sub(stones, take);
        ck_assert(num_lt(last, take));
        struct arena_mark mark = arena_mark(&questions_arena);
        ck_assert_int_eq(ask_heap(left, num_mul(num(2), take), 2, LISTING_NONE)->answer.verdict, OUTCOME_LOSS);
        struct num first = num_max(num_sub(take, num(2)), num(0));
        struct ask *near = question_ask(&game_fibonacci_nim, heap_position(stones, stones, 2), LISTING_ALL, first, 3, num(0));
        for (size_t j = 0; j < near->answer.all.n; j++) {
            struct num listed = listed_get(near, &near->answer.all, j, "take");
            if (num_lt(last, listed) && !num_lt(take, listed))
                ck_assert_int_eq(near->answer.all.v[j].mark.outcome, num_eq(listed, take) ? OUTCOME_WIN : OUTCOME_LOSS);
        }
        arena_rewind(&questions_arena, mark);
        last = take;
    }
    ck_assert(num_eq(last, stones));
    questions_end();
}
END_TEST

SUITE(values_and_moves_are_those_of_the_search, values_end_where_they_should, winning_takes_of_larger_heaps, parts_of_big_numbers,
      as_many_terms_as_are_walked_and_no_more, takes_of_huge_heaps)
