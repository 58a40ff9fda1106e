/* Euclid's game: the comparison of squares against the mex over the moves, and against the recursion at all sizes. */
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

extern const struct game game_euclid;

enum { SIDE = 90, SHORT_CHAINS = 3000 };

static struct ask *ask_pair(struct num a, struct num b, enum listing listing)
{
    void *p = object_new(game_euclid.position);
    object_set_items(game_euclid.position, p, "pair", (struct num[]){a, b}, 2);
    return question_ask(&game_euclid, p, listing, num(0), 1000, num(0));
}

START_TEST(values_and_moves_are_those_of_the_search)
{
    static int value[SIDE][SIDE];
    questions_begin();
    for (int total = 0; total < 2 * SIDE; total++)
        for (int a = 0; a < SIDE; a++) {
            int b = total - a;
            if (b < 0 || b >= SIDE)
                continue;
            struct arena_mark mark = arena_mark(&questions_arena);
            struct ask *ask = ask_pair(num(a), num(b), LISTING_ALL);
            bool seen[SIDE + 1] = {false};
            int low = a < b ? a : b, high = a < b ? b : a, n = 0, wins = 0, mex = 0;
            for (int t = 1; low > 0 && t * low <= high; t++, n++) {
                int next = a >= b ? value[a - t * b][b] : value[a][b - t * a];
                seen[next] = true;
                wins += next == 0;
                ck_assert_int_eq(listed_get(ask, &ask->answer.all, (size_t)n, "times").word, t);
                ck_assert_int_eq(ask->answer.all.v[n].mark.grundy.word, next);
                ck_assert_int_eq(ask->answer.all.v[n].mark.outcome, next ? OUTCOME_LOSS : OUTCOME_WIN);
            }
            while (seen[mex])
                mex++;
            value[a][b] = mex;
            ck_assert_int_eq(ask->answer.grundy.word, mex);
            ck_assert_uint_eq(ask->answer.all.n, (size_t)n);
            ck_assert_int_eq(ask->answer.winning.seen.word, wins);
            arena_rewind(&questions_arena, mark);
        }
    questions_end();
}
END_TEST

/* The recursion of the rules' own statement, from the last division upwards. */
static struct num recursion(struct num high, struct num low)
{
    struct num *quotients = arena_alloc(&questions_arena, 6000 * sizeof *quotients);
    size_t n = 0;
    while (!num_is_zero(low)) {
        ck_assert_uint_lt(n, 6000);
        quotients[n++] = num_div(high, low);
        struct num rest = num_mod(high, low);
        high = low;
        low = rest;
    }
    struct num value = num(0);
    while (n-- > 0) {
        struct num less = num_sub(quotients[n], num(1));
        value = num_lt(less, value) ? less : quotients[n];
    }
    return value;
}

static void check_pair(struct num a, struct num b)
{
    struct num high = num_max(a, b), low = num_min(a, b);
    struct ask *ask = ask_pair(a, b, LISTING_WINNING);
    ck_assert(num_eq(ask->answer.grundy, recursion(high, low)));
    if (num_is_zero(low))
        return;
    ck_assert(num_eq(ask->answer.move_count, num_div(high, low)));
    ck_assert_int_eq(ask->answer.winning.seen.word, !num_is_zero(ask->answer.grundy));
    if (ask->answer.winning.n) {
        struct num times = listed_get(ask, &ask->answer.winning, 0, "times"), rest = num_sub(high, num_mul(times, low));
        ck_assert(num_is_zero(recursion(num_max(rest, low), num_min(rest, low))));
    }
}

static uint64_t seed = 88172645463325252u;

static uint64_t chance(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* The pair with these quotients, times a common factor. */
static void check_chain(const int *quotients, int n, struct num factor)
{
    struct num high = factor, low = num(0);
    for (int i = n; i-- > 0;) {
        struct num next = num_add(num_mul(num(quotients[i]), high), low);
        low = high;
        high = next;
    }
    check_pair(high, low);
    check_pair(low, high);
}

START_TEST(chains_of_nearly_equal_quotients)
{
    questions_begin();
    for (int i = 0; i < SHORT_CHAINS; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        int quotients[12], n = 1 + (int)(chance() % 12), base = 1 + (int)(chance() % 4);
        for (int j = 0; j < n; j++)
            quotients[j] = base + (chance() % 8 == 0) * (int)(chance() % 3) - (base > 1 && chance() % 8 == 0);
        check_chain(quotients, n, num(1 + (int64_t)(chance() % 50)));
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

START_TEST(long_chains_up_to_4096_bits)
{
    questions_begin();
    static int quotients[5800];
    for (int base = 1; base <= 5; base++) {
        int n = base == 1 ? 5800 : base == 2 ? 3200 : 1000;
        for (int j = 0; j < n; j++)
            quotients[j] = base;
        for (int shorter = 0; shorter < 3; shorter++) {
            struct arena_mark mark = arena_mark(&questions_arena);
            check_chain(quotients, n - shorter, num(1));
            check_chain(quotients, n - 700 - shorter, num(12345));
            quotients[n - 1 - shorter] = base + 1;
            check_chain(quotients, n - shorter, num(1));
            quotients[n - 1 - shorter] = base;
            arena_rewind(&questions_arena, mark);
        }
    }
    for (int i = 0; i < 30; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct num v[2];
        for (int j = 0; j < 2; j++) {
            v[j] = num(1);
            for (uint64_t bits = chance() % 4000; num_bits(v[j]) < bits;)
                v[j] = num_add(num_shl(v[j], 40), num((int64_t)(chance() >> 24)));
        }
        check_pair(v[0], v[1]);
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

SUITE(values_and_moves_are_those_of_the_search, chains_of_nearly_equal_quotients, long_chains_up_to_4096_bits)
