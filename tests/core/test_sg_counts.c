/* Counts and pages of moves that are found by residues or by formula, against looking at every move. */
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

extern const struct game game_sg;

static struct ask *ask_rules(struct given_rules rules, const struct num *heaps, size_t n, bool misere, struct num offset,
                             size_t limit)
{
    struct sg_position *position = arena_alloc(&questions_arena, sizeof *position);
    *position = (struct sg_position){.rules = rules, .heaps = {n, (void *)(uintptr_t)heaps}, .misere = misere};
    return question_ask(&game_sg, position, LISTING_WINNING, offset, limit, num(0));
}

static struct given_rules octal(const char *code)
{
    return (struct given_rules){.head.given = BIT(GIVEN_OCTAL), .octal = code};
}

static struct given_rules lasker(void)
{
    static const int any = SET_ANY;
    return (struct given_rules){
        .head.given = BIT(GIVEN_TAKE) | BIT(GIVEN_SPLIT), .take = {TAKE_NAME, (void *)(uintptr_t)&any}, .split = SPLIT_ANY};
}

static bool position_lost(struct given_rules rules, const struct num *heaps, size_t n, bool misere)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    bool lost = ask_rules(rules, heaps, n, misere, num(0), 0)->answer.verdict == OUTCOME_LOSS;
    arena_rewind(&questions_arena, mark);
    return lost;
}

/* Moves of one heap of an octal code, from the digits; `other` stands beside it. */
static void count_by_hand(const char *code, int64_t heap, int64_t other, bool misere, int64_t *moves, int64_t *wins)
{
    for (int k = 0; code[k]; k++) {
        int64_t rest = heap - (k ? k - 1 : 0);
        int digit = k == 1 ? 0 : code[k] - '0';
        for (int64_t a = 0; a <= rest - a; a++)
            if (digit >> ((a > 0) + (rest - a > 0)) & 1) {
                struct num left[] = {num(other), num(rest - a), num(a)};
                ++*moves;
                *wins += position_lost(octal(code), left, a ? 3 : 2, misere);
            }
    }
}

/* Heaps beyond three periods are counted by residues. */
START_TEST(codes_count_by_residues)
{
    static const struct {
        const char *code;
        int64_t heap, other;
        bool misere;
    } cases[] = {{"0.77", 400, 9, false},  {"0.77", 401, 5, true}, {"0.77", 333, 12, true},  {"0.07", 500, 4, false},
                 {"0.45", 3000, 7, false}, {"0.75", 200, 6, true}, {"0.152", 300, 11, true}, {"4.56", 90, 8, true}};
    int64_t won = 0;
    questions_begin();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t moves = 0, wins = 0;
        count_by_hand(cases[i].code, cases[i].heap, cases[i].other, cases[i].misere, &moves, &wins);
        count_by_hand(cases[i].code, cases[i].other, cases[i].heap, cases[i].misere, &moves, &wins);
        struct num heaps[] = {num(cases[i].heap), num(cases[i].other)};
        struct ask *ask = ask_rules(octal(cases[i].code), heaps, 2, cases[i].misere, num(0), 10);
        ck_assert_msg(ask->answer.move_count.word == moves && ask->answer.winning.seen.word == wins, "%s: %s moves, %s win",
                      cases[i].code, num_text(ask->answer.move_count), num_text(ask->answer.winning.seen));
        won += wins;
    }
    ck_assert_int_gt(won, 50);
    questions_end();
}
END_TEST

/* With one period more on the heap there is the same number of winning moves more, up to 10^1000. */
START_TEST(codes_count_at_any_size)
{
    static const struct {
        const char *code;
        int64_t period;
        bool misere;
    } cases[] = {{"0.77", 12, false}, {"0.77", 12, true}, {"0.07", 34, false}, {"0.45", 20, false}, {"0.75", 2, true}};
    questions_begin();
    struct num large = num(1);
    for (int i = 0; i < 1000; i++)
        large = num_mul(large, num(10));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct num twice = num(2 * cases[i].period), near = num(4001), wins[3];
        struct num steps = num_div(num_sub(large, near), twice);
        struct num sizes[] = {near, num_add(near, twice), num_add(near, num_mul(steps, twice))};
        for (int k = 0; k < 3; k++) {
            struct ask *ask = ask_rules(octal(cases[i].code), &sizes[k], 1, cases[i].misere, num(0), 0);
            ck_assert(!ask->answer.move_count_unknown && !ask->answer.winning_count_unknown);
            wins[k] = ask->answer.winning.seen;
        }
        struct num expected = num_add(wins[0], num_mul(steps, num_sub(wins[1], wins[0])));
        ck_assert_msg(num_eq(wins[2], expected), "%s", cases[i].code);
    }
    questions_end();
}
END_TEST

static void check_same_move(const struct ask *one, const struct ask *all, size_t at)
{
    const struct sg_move *m = one->answer.winning.v[0].move, *expected = all->answer.winning.v[at].move;
    ck_assert_int_eq(m->heap, expected->heap);
    ck_assert(num_eq(m->take, expected->take));
    ck_assert_uint_eq(m->into.n, expected->into.n);
    for (size_t i = 0; i < m->into.n; i++)
        ck_assert(num_eq(list_nums(m->into)[i], list_nums(expected->into)[i]));
}

/* Any page is the page of the whole list, Lasker's nim and a code. */
START_TEST(pages_are_parts_of_the_list)
{
    /* 0x6aaaa4 is 2c + w, w = 0x155554, and c has no bit of w: many splits of heaps near it are worth w or a little more, as is
     * the other heap. */
    static const int64_t heaps[][2] = {{0x6aaaa2, 0x155553}, {0x6aaaa3, 0x155555}, {0x6aaaa4, 0x155553},
                                       {0x6aaaa6, 0x155556}, {0x6aaaa7, 0x155555}, {0x6aaaa8, 0x155556}};
    questions_begin();
    size_t compared = 0, longest = 0;
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++)
        for (int code = 0; code < 2; code++) {
            struct arena_mark mark = arena_mark(&questions_arena);
            struct num v[] = {num(heaps[i][0]), num(heaps[i][1])};
            struct given_rules rules = code ? octal("0.77") : lasker();
            struct ask *all = ask_rules(rules, v, 2, false, num(0), 10000);
            for (size_t at = 0; at < all->answer.winning.n; at++) {
                check_same_move(ask_rules(rules, v, 2, false, num((int64_t)at), 1), all, at);
                compared++;
            }
            longest = !code && all->answer.winning.n > longest ? all->answer.winning.n : longest;
            arena_rewind(&questions_arena, mark);
        }
    ck_assert_uint_gt(compared, 200);
    ck_assert_uint_gt(longest, 100); /* splits far on are jumped to */
    questions_end();
}
END_TEST

/* Splits at an offset of 10^30 win: the xor of the values, by the closed form of Winning Ways ch. 4, becomes 0. */
START_TEST(pages_of_lasker_far_on)
{
    questions_begin();
    struct num far = decimal("1000000000000000000000000000000"), w = num(0);
    for (uint64_t i = 1; i <= 110; i++)
        w = num_add(w, num_pow2(2 * i));
    struct num heaps[] = {num_sub(num_mul(w, num(5)), num(2)), num_sub(w, num(1))}; /* c = 2w */
    struct ask *ask = ask_rules(lasker(), heaps, 2, false, far, 5);
    ck_assert(num_lt(far, ask->answer.winning.seen));
    ck_assert_uint_eq(ask->answer.winning.n, 5);
    struct num before = num(0);
    for (size_t i = 0; i < 5; i++) {
        const struct sg_move *m = ask->answer.winning.v[i].move;
        struct num left[] = {heaps[1 - m->heap], num(0), num(0)};
        for (size_t k = 0; k < m->into.n; k++)
            left[1 + k] = list_nums(m->into)[k];
        ck_assert(position_lost(lasker(), left, 3, false));
        ck_assert(num_lt(before, left[1]));
        before = left[1];
    }
    questions_end();
}
END_TEST

static struct given_rules hexadecimal(const char *code)
{
    return (struct given_rules){.head.given = BIT(GIVEN_HEX), .hex = code};
}

/* Periodic hexadecimal codes; misère: with a whole quotient. The heap is beyond what is looked at one by one. */
static const struct triple_case {
    const char *code;
    int64_t period, heap, other;
    bool misere;
} triple_cases[] = {{"0.F", 2, 40, 3, false},  {"0.F", 2, 41, 2, true},   {"0.A", 2, 47, 2, false},  {"0.A2", 4, 77, 5, false},
                    {"0.F2", 4, 80, 6, false}, {"0.B7", 4, 83, 5, false}, {"0.81", 2, 60, 4, false}, {"0.F1", 2, 66, 9, false},
                    {"0.F2", 4, 89, 0, false}, {"0.73E", 4, 89, 0, false}};
enum { TRIPLE_CASES = sizeof triple_cases / sizeof *triple_cases, LISTED = 4000 };

struct hand_move {
    int64_t take, n, pieces[3];
    bool wins;
};

struct hand_list {
    const struct triple_case *of;
    size_t n, wins;
    struct hand_move v[LISTED];
};

static void list_one(struct hand_list *list, int64_t take, int64_t a, int64_t b, int64_t c)
{
    static const char digits[] = "0123456789ABCDEF";
    int n = (a > 0) + (b > 0) + (c > 0);
    if (!((strchr(digits, list->of->code[take + 1]) - digits) >> n & 1))
        return;
    struct num left[] = {num(list->of->other), num(a), num(b), num(c)};
    ck_assert_uint_lt(list->n, LISTED);
    bool wins = position_lost(hexadecimal(list->of->code), left, 4, list->of->misere);
    list->v[list->n++] = (struct hand_move){take, n, {a, b, c}, wins};
    list->wins += wins;
}

/* The moves of the first heap in the contract's order: by the amount, then by the list of the pieces. */
static void list_by_hand(struct hand_list *list, const struct triple_case *of)
{
    *list = (struct hand_list){.of = of};
    for (int64_t take = 1; of->code[take + 1]; take++) {
        int64_t rest = of->heap - take;
        for (int64_t a = 1; a <= rest; a++) {
            for (int64_t b = a; a + 2 * b <= rest; b++)
                list_one(list, take, a, b, rest - a - b);
            if (2 * a <= rest)
                list_one(list, take, a, rest - a, 0);
        }
        list_one(list, take, rest, 0, 0);
    }
}

static void check_by_hand(const struct listed *listed, const struct hand_move *expected)
{
    const struct sg_move *m = listed->move;
    ck_assert_int_eq(m->heap, 0);
    ck_assert(num_eq(m->take, num(expected->take)));
    ck_assert_int_eq((int64_t)m->into.n, expected->n);
    for (size_t i = 0; i < m->into.n; i++)
        ck_assert(num_eq(list_nums(m->into)[i], num(expected->pieces[i])));
}

static struct ask *ask_triples(const struct triple_case *of, enum listing listing, size_t offset, size_t limit)
{
    struct num *heaps = arena_array(&questions_arena, 2, sizeof *heaps);
    heaps[0] = num(of->heap);
    heaps[1] = num(of->other);
    struct sg_position *position = arena_alloc(&questions_arena, sizeof *position);
    *position = (struct sg_position){.rules = hexadecimal(of->code), .heaps = {2, heaps}, .misere = of->misere};
    return question_ask(&game_sg, position, listing, num((int64_t)offset), limit, num(0));
}

/* Three pieces: counts, the whole lists, and a page from every place of them, against the rules. */
START_TEST(triples_are_listed_by_residues)
{
    static struct hand_list list;
    size_t won = 0;
    questions_begin();
    for (size_t i = 0; i < TRIPLE_CASES; i++) {
        list_by_hand(&list, &triple_cases[i]);
        for (size_t at = 0; at < list.n; at += at < list.n - 40 ? 29 : 1) {
            struct arena_mark mark = arena_mark(&questions_arena);
            const struct answer *all = &ask_triples(&triple_cases[i], LISTING_ALL, at, 31)->answer;
            for (size_t k = 0; k < all->all.n && at + k < list.n; k++) {
                check_by_hand(&all->all.v[k], &list.v[at + k]);
                ck_assert_int_eq(all->all.v[k].mark.outcome == OUTCOME_WIN, list.v[at + k].wins);
            }
            ck_assert_uint_ge(all->all.n, 31 < list.n - at ? 31 : list.n - at);
            arena_rewind(&questions_arena, mark);
        }
        for (size_t at = 0, k = 0; at < list.n; at++) {
            if (!list.v[at].wins)
                continue;
            struct arena_mark mark = arena_mark(&questions_arena);
            const struct answer *one = &ask_triples(&triple_cases[i], LISTING_WINNING, k, k % 2 + 1)->answer;
            ck_assert(!one->move_count_unknown && !one->winning_count_unknown);
            ck_assert_int_ge(one->move_count.word, (int64_t)list.n); /* with those of the other heap */
            ck_assert_int_ge(one->winning.seen.word, (int64_t)list.wins);
            check_by_hand(&one->winning.v[0], &list.v[at]);
            arena_rewind(&questions_arena, mark);
            k++;
            won++;
        }
    }
    ck_assert_uint_gt(won, 500);
    questions_end();
}
END_TEST

/* x(t) of a quadratic polynomial with x(0), x(1), x(2) given. */
static struct num extrapolated(const struct num *x, struct num t)
{
    struct num first = num_sub(x[1], x[0]), second = num_sub(num_sub(x[2], x[1]), first);
    struct num pairs = num_shr(num_mul(t, num_sub(t, num(1))), 1);
    return num_add(x[0], num_add(num_mul(t, first), num_mul(pairs, second)));
}

/* The last moves that win, from the end: the last heap's, its last place, the single heap before pairs and triples with ever
 * smaller first pieces. Wins that are farther from the end than LOOKED are not found. */
enum { LAST = 2, LOOKED = 400, SOME_PERIODS = 40 };

struct last_moves {
    const struct triple_case *of;
    struct num heap, other; /* the one that is moved in, and the one beside it */
    size_t looked, n;
    struct num v[LAST][4]; /* the amount, and the pieces, 0 where there is none */
};

static long last_digit(const struct last_moves *last, int64_t take)
{
    return strtol((const char[]){last->of->code[take + 1], '\0'}, NULL, 16);
}

static void look_at_last(struct last_moves *last, int64_t take, struct num a, struct num b, struct num c)
{
    struct num left[] = {last->other, a, b, c};
    int n = num_sign(a) + num_sign(b) + num_sign(c);
    if (last->looked++ > LOOKED || last->n == LAST || !(last_digit(last, take) >> n & 1))
        return;
    struct arena_mark mark = arena_mark(&questions_arena);
    bool wins = position_lost(hexadecimal(last->of->code), left, 4, last->of->misere);
    arena_rewind(&questions_arena, mark);
    if (wins)
        memcpy(last->v[last->n++], (struct num[]){num(take), a, b, c}, sizeof *last->v);
}

static void find_last(struct last_moves *last)
{
    const char *code = last->of->code;
    for (int64_t take = (int64_t)strlen(code) - 2; take > 0; take--) {
        struct num rest = num_sub(last->heap, num(take));
        if (num_sign(rest) < 0)
            continue;
        look_at_last(last, take, rest, num(0), num(0));
        long digit = last_digit(last, take);
        struct num a = digit & 4 ? num_shr(rest, 1) : digit & 8 ? num_div(rest, num(3)) : num(0);
        struct num triples = num_div(rest, num(3)), few = num_sub(a, num(SOME_PERIODS));
        for (; num_sign(a) > 0 && last->looked <= LOOKED; a = num_sub(a, num(1))) {
            if (!last->n && num_eq(a, few) && num_lt(triples, a)) /* nor does any pair up to where triples begin */
                a = triples;
            struct num both = num_sub(rest, a);
            look_at_last(last, take, a, both, num(0));
            for (struct num b = num_shr(both, 1); !num_lt(b, a) && last->looked <= LOOKED; b = num_sub(b, num(1)))
                look_at_last(last, take, a, b, num_sub(both, b));
        }
    }
}

/* The page with them, in order; whether they were found. */
static bool check_last(const struct triple_case *of, const struct num *heaps, const struct page *page)
{
    struct last_moves last = {.of = of, .heap = heaps[1], .other = heaps[0]};
    find_last(&last);
    int64_t heap = 1;
    if (!last.n) {
        last = (struct last_moves){.of = of, .heap = heaps[0], .other = heaps[1]};
        find_last(&last);
        heap = 0;
    }
    for (size_t i = 0; i < last.n; i++) {
        ck_assert_uint_lt(i, page->n);
        const struct sg_move *m = page->v[page->n - 1 - i].move;
        ck_assert_int_eq(m->heap, heap);
        ck_assert(num_eq(m->take, last.v[i][0]));
        for (size_t k = 0; k < 3; k++)
            ck_assert(num_eq(k < m->into.n ? list_nums(m->into)[k] : num(0), last.v[i][1 + k]));
    }
    return last.n > 0;
}

/* With six periods more on the heap the triples and those that win grow by quadratic polynomials, up to 10^1000; the last
 * winning moves come in order, and none is behind them. */
START_TEST(triples_are_counted_at_any_size)
{
    size_t found = 0;
    questions_begin();
    struct num large = num(1);
    for (int i = 0; i < 1000; i++)
        large = num_mul(large, num(10));
    for (size_t i = 0; i < TRIPLE_CASES; i++) {
        const struct triple_case *of = &triple_cases[i];
        struct num step = num(6 * of->period), moves[3], wins[3], t = num_div(num_sub(large, num(of->heap)), step);
        for (int k = 0; k < 3; k++) {
            struct triple_case grown = *of;
            grown.heap += k * step.word;
            struct ask *ask = ask_triples(&grown, LISTING_NONE, 0, 0);
            moves[k] = ask->answer.move_count;
            wins[k] = ask->answer.winning.seen;
        }
        struct num heaps[] = {num_add(num(of->heap), num_mul(t, step)), num(of->other)};
        struct ask *ask = ask_rules(hexadecimal(of->code), heaps, 2, of->misere, num(0), 3);
        ck_assert_msg(num_eq(ask->answer.move_count, extrapolated(moves, t)), "%s", of->code);
        ck_assert_msg(num_eq(ask->answer.winning.seen, extrapolated(wins, t)), "%s", of->code);
        struct num offset = num_max(num(0), num_sub(ask->answer.winning.seen, num(LAST)));
        ask = ask_rules(hexadecimal(of->code), heaps, 2, of->misere, offset, 10);
        ck_assert(num_eq(num_sub(ask->answer.winning.seen, offset), num((int64_t)ask->answer.winning.n)));
        found += check_last(of, heaps, &ask->answer.winning);
    }
    ck_assert_uint_ge(found, 7);
    questions_end();
}
END_TEST

SUITE(codes_count_by_residues, codes_count_at_any_size, pages_are_parts_of_the_list, pages_of_lasker_far_on,
      triples_are_listed_by_residues, triples_are_counted_at_any_size)
