/* Lists of moves, their counts and their pages against the rules: all moves of Lasker's nim; codes far beyond any list. */
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"
#include "tests/support/core/question.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <string.h>

extern const struct game game_sg;

static struct ask *ask_rules(struct given_rules rules, const struct num *heaps, size_t n, enum listing listing, struct num offset,
                             size_t limit)
{
    struct sg_position *position = arena_alloc(&questions_arena, sizeof *position);
    *position = (struct sg_position){.rules = rules, .heaps = {n, (void *)(uintptr_t)heaps}};
    return question_ask(&game_sg, position, listing, offset, limit, num(0));
}

struct hand_move {
    int64_t heap;
    struct num take;
    size_t n;
    struct num pieces[2];
    bool wins;
};

static void check_move(const struct listed *listed, const struct hand_move *expected)
{
    const struct sg_move *m = listed->move;
    ck_assert_int_eq(m->heap, expected->heap);
    ck_assert(num_eq(m->take, expected->take));
    ck_assert_uint_eq(m->into.n, expected->n);
    for (size_t i = 0; i < m->into.n; i++)
        ck_assert(num_eq(list_nums(m->into)[i], expected->pieces[i]));
}

/* ---- Lasker's nim: take any, or split in two ---- */

enum { TOP = 4001, LASKER_MOVES = 16384 };

static uint16_t lasker_values[TOP + 1]; /* by the mex of all options */

static struct hand_move lasker_moves[LASKER_MOVES];
static size_t lasker_n, lasker_wins;

static struct given_rules lasker(void)
{
    static const int any = SET_ANY;
    return (struct given_rules){
        .head.given = BIT(GIVEN_TAKE) | BIT(GIVEN_SPLIT), .take = {TAKE_NAME, (void *)(uintptr_t)&any}, .split = SPLIT_ANY};
}

static void know_lasker(void)
{
    static char code[TOP + 3] = "4.";
    memset(code + 2, '3', TOP);
    plain_codes(code, false, lasker_values, TOP + 1);
}

static void list_lasker_move(int64_t heap, int64_t take, int64_t a, int64_t b, unsigned others)
{
    bool wins = (lasker_values[a] ^ lasker_values[b]) == others;
    ck_assert_uint_lt(lasker_n, LASKER_MOVES);
    lasker_moves[lasker_n++] = a ? (struct hand_move){heap, num(take), 2, {num(a), num(b)}, wins}
                                 : (struct hand_move){heap, num(take), b > 0, {num(b)}, wins};
    lasker_wins += wins;
}

/* In the contract's order: by the heap, the amount (0: a split), the list of the pieces. */
static void list_lasker(const int64_t *heaps, size_t n)
{
    unsigned all = 0;
    lasker_n = lasker_wins = 0;
    for (size_t i = 0; i < n; i++)
        all ^= lasker_values[heaps[i]];
    for (size_t i = 0; i < n; i++) {
        unsigned others = all ^ lasker_values[heaps[i]];
        for (int64_t a = 1; a <= heaps[i] - a; a++)
            list_lasker_move((int64_t)i, 0, a, heaps[i] - a, others);
        for (int64_t take = 1; take <= heaps[i]; take++)
            list_lasker_move((int64_t)i, take, 0, heaps[i] - take, others);
    }
}

static void check_counts(const struct answer *answer)
{
    ck_assert(!answer->move_count_unknown && !answer->winning_count_unknown);
    ck_assert(num_eq(answer->move_count, num((int64_t)lasker_n)));
    ck_assert_msg(num_eq(answer->winning.seen, num((int64_t)lasker_wins)), "%s win, must be %zu", num_text(answer->winning.seen),
                  lasker_wins);
}

static void check_lasker(const int64_t *heaps, size_t n)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    struct num *sizes = arena_array(&questions_arena, n, sizeof *sizes);
    for (size_t i = 0; i < n; i++)
        sizes[i] = num(heaps[i]);
    list_lasker(heaps, n);
    const struct answer *all = &ask_rules(lasker(), sizes, n, LISTING_ALL, num(0), LASKER_MOVES)->answer;
    check_counts(all);
    check_counts(&ask_rules(lasker(), sizes, n, LISTING_NONE, num(0), 0)->answer);
    ck_assert_uint_eq(all->all.n, lasker_n);
    for (size_t i = 0; i < lasker_n; i++) {
        check_move(&all->all.v[i], &lasker_moves[i]);
        ck_assert_int_eq(all->all.v[i].mark.outcome == OUTCOME_WIN, lasker_moves[i].wins);
    }
    for (size_t i = 0, at = 0; i < lasker_n; i++) {
        if (!lasker_moves[i].wins)
            continue;
        struct arena_mark before = arena_mark(&questions_arena);
        const struct answer *one = &ask_rules(lasker(), sizes, n, LISTING_WINNING, num((int64_t)at++), 1)->answer;
        check_counts(one);
        ck_assert_uint_eq(one->winning.n, 1);
        check_move(&one->winning.v[0], &lasker_moves[i]);
        arena_rewind(&questions_arena, before);
    }
    arena_rewind(&questions_arena, mark);
}

/* Near 2c + w, where the other heap is worth w and c has no bit of it, many splits win. */
START_TEST(all_moves_of_lasker_are_listed)
{
    static const int64_t pairs[][2] = {{2729, 1365}, {3412, 682}, {1706, 341}, {1000, 1001} /* some are lost */};
    static const int64_t others[][3] = {{4000, 3999, 17}, {1023, 3071, 2048}, {3, 1025, 2050}, {1365, 682, 2047}};
    size_t won = 0;
    questions_begin();
    know_lasker();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int64_t d = -3; d <= 3; d++)
            for (int64_t e = -1; e <= 1; e++) {
                check_lasker((const int64_t[]){pairs[i][0] + d, pairs[i][1] + e}, 2);
                won += lasker_wins;
            }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        check_lasker(others[i], 3);
        won += lasker_wins;
    }
    ck_assert_uint_gt(won, 1000);
    questions_end();
}
END_TEST

/* ---- codes: a page at 10^30, and the last one of a heap of 10^1000 ---- */

enum { KNOWN = 2000, REPEAT = 240, LAST = 12, FAR_PAGE = 5 };

/* Digit 7 at each of the amounts: as a code, and as a row out of which they are taken. Periods: Winning Ways, ch. 4. */
static const struct far_case {
    const char *code;
    int64_t amounts[2];
    size_t n;
    int64_t preperiod, period;
} far_cases[] = {{"0.77", {1, 2}, 2, 71, 12}, {"0.07", {2}, 1, 53, 34}};

struct far {
    const struct far_case *of;
    uint16_t g[KNOWN];
    struct num heap;
    unsigned want;                       /* what the small heap beside it is worth */
    int64_t small[REPEAT], each[REPEAT]; /* winning smaller pieces below REPEAT, and of one period from there on */
    size_t n_small, n_each;
};

static unsigned far_value(const struct far *far, struct num size)
{
    if (num_cmp_word(size, KNOWN) < 0)
        return far->g[size.word];
    struct num before = num(far->of->preperiod);
    return far->g[far->of->preperiod + num_mod(num_sub(size, before), num(far->of->period)).word];
}

static bool far_wins(const struct far *far, struct num rest, struct num a)
{
    return (far_value(far, a) ^ far_value(far, num_sub(rest, a))) == far->want;
}

/* The smaller pieces with which a pair of `rest` wins, which is beyond all of them. */
static void know_pairs(struct far *far, struct num rest)
{
    far->n_small = far->n_each = 0;
    for (int64_t a = 1; a < REPEAT; a++)
        if (far_wins(far, rest, num(a)))
            far->small[far->n_small++] = a;
    for (int64_t a = REPEAT; a < REPEAT + far->of->period; a++)
        if (far_wins(far, rest, num(a)))
            far->each[far->n_each++] = a;
}

static struct num nth_pair(const struct far *far, struct num index)
{
    if (num_cmp_word(index, (int64_t)far->n_small) < 0)
        return num(far->small[index.word]);
    struct num past = num_sub(index, num((int64_t)far->n_small)), each = num((int64_t)far->n_each);
    return num_add(num(far->each[num_mod(past, each).word]), num_mul(num_div(past, each), num(far->of->period)));
}

/* Pairs that win, with smaller pieces up to half of rest. */
static struct num count_pairs(const struct far *far, struct num rest)
{
    struct num past = num_sub(num_shr(rest, 1), num(REPEAT - 1)), period = num(far->of->period), odd = num_mod(past, period);
    struct num count = num_add(num((int64_t)far->n_small), num_mul(num_div(past, period), num((int64_t)far->n_each)));
    for (size_t i = 0; i < far->n_each; i++)
        if (far->each[i] - REPEAT < odd.word)
            count = num_add(count, num(1));
    return count;
}

/* All winning moves of the large heap. */
static struct num count_far(struct far *far)
{
    struct num count = num(0);
    for (size_t i = 0; i < far->of->n; i++) {
        struct num rest = num_sub(far->heap, num(far->of->amounts[i]));
        know_pairs(far, rest);
        count = num_add(count, num_add(count_pairs(far, rest), num(far_value(far, rest) == far->want)));
    }
    return count;
}

/* Those of the small one, which come first. */
static int64_t count_small(const struct far *far, int64_t heap)
{
    int64_t count = 0;
    unsigned want = far_value(far, far->heap);
    for (size_t i = 0; i < far->of->n; i++)
        for (int64_t a = 0, rest = heap - far->of->amounts[i]; a <= rest - a; a++)
            count += (unsigned)(far->g[a] ^ far->g[rest - a]) == want;
    return count;
}

/* The last moves, from the end; how many: LAST, or all there are. */
static size_t list_last(struct far *far, struct hand_move *last)
{
    size_t n = 0;
    for (size_t place = far->of->n; place-- > 0 && n < LAST;) {
        struct num take = num(far->of->amounts[place]), rest = num_sub(far->heap, take), a = num_shr(rest, 1);
        know_pairs(far, rest);
        if (far_value(far, rest) == far->want)
            last[n++] = (struct hand_move){1, take, 1, {rest}, true};
        if (!far->n_each) /* none wins but among the first */
            a = num(REPEAT);
        for (; n < LAST && num_sign(a) > 0; a = num_sub(a, num(1)))
            if (far_wins(far, rest, a))
                last[n++] = (struct hand_move){1, take, 2, {a, num_sub(rest, a)}, true};
    }
    return n;
}

/* Whether a page far on was looked at. */
static bool check_far(const struct far_case *of, struct given_rules rules, int64_t beside, struct num heap)
{
    static struct far far;
    far.of = of;
    far.heap = heap;
    plain_codes(of->code, false, far.g, KNOWN);
    far.want = far.g[beside];
    struct num heaps[] = {num(beside), heap}, first = num(count_small(&far, beside)), all = num_add(first, count_far(&far));
    struct num offset = decimal("1000000000000000000000000000000"), rest = num_sub(heap, num(of->amounts[0]));
    const struct answer *answer = &ask_rules(rules, heaps, 2, LISTING_WINNING, offset, FAR_PAGE)->answer;
    ck_assert(!answer->winning_count_unknown);
    ck_assert_msg(num_eq(answer->winning.seen, all), "%s beside %lld", of->code, (long long)beside);
    know_pairs(&far, rest);
    for (size_t i = 0; far.n_each && i < FAR_PAGE; i++) { /* else no such pair wins far on, and other amounts come first */
        ck_assert_uint_eq(answer->winning.n, FAR_PAGE);
        struct num a = nth_pair(&far, num_add(num_sub(offset, first), num((int64_t)i)));
        check_move(&answer->winning.v[i], &(struct hand_move){1, num(of->amounts[0]), 2, {a, num_sub(rest, a)}, true});
    }
    struct hand_move last[LAST];
    size_t n = list_last(&far, last);
    answer = &ask_rules(rules, heaps, 2, LISTING_WINNING, num_sub(all, num((int64_t)n)), 10 * LAST)->answer;
    ck_assert_uint_eq(answer->winning.n, n);
    for (size_t i = 0; i < n; i++)
        check_move(&answer->winning.v[i], &last[n - 1 - i]);
    return far.n_each > 0;
}

START_TEST(pages_of_codes_far_on)
{
    int pages = 0;
    questions_begin();
    struct num large = num(1);
    for (int i = 0; i < 1000; i++)
        large = num_mul(large, num(10));
    for (size_t i = 0; i < sizeof far_cases / sizeof *far_cases; i++)
        for (int64_t more = 0; more < 4; more++)
            for (int64_t beside = 4; beside < 12; beside += 7) {
                const struct far_case *of = &far_cases[i];
                struct list amounts = {of->n, (void *)(uintptr_t)of->amounts};
                struct given_rules code = {.head.given = BIT(GIVEN_OCTAL), .octal = of->code};
                struct given_rules row = {.head.given = BIT(GIVEN_TAKE) | BIT(GIVEN_LEAVE), .take = {TAKE_LIST, &amounts}};
                pages += check_far(of, code, beside, num_add(large, num(more)));
                pages += check_far(of, row, beside, num_add(large, num(more)));
            }
    ck_assert_int_ge(pages, 16);
    questions_end();
}
END_TEST

SUITE(all_moves_of_lasker_are_listed, pages_of_codes_far_on)
