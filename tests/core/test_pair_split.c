/* Pair split: values, all moves, counts for every target and pages against plain search; heaps too large to walk against the
 * rules. */
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

extern const struct game game_pair_split;

enum { SIDE = 24, TARGETS = 6, MANY = 600, PAGE = 20 /* moves looked at in a page of a huge heap */ };

static int value[SIDE][SIDE];

/* value[a][b], from the rules: the values of all splits of a and of all splits of b are reached. */
static void search(void)
{
    for (int total = 2; total < 2 * SIDE; total++)
        for (int a = 1; a < SIDE && a < total; a++) {
            int b = total - a, mex = 0;
            if (b >= SIDE)
                continue;
            bool seen[2 * SIDE] = {false};
            for (int x = 1; x < a; x++)
                seen[value[x][a - x]] = true;
            for (int x = 1; x < b; x++)
                seen[value[x][b - x]] = true;
            while (seen[mex])
                mex++;
            value[a][b] = mex;
        }
}

static struct ask *ask_pairs(const struct num *heaps, size_t n, enum listing listing, struct num offset, struct num target)
{
    void *p = object_new(game_pair_split.position);
    object_set_items(game_pair_split.position, p, "pairs", heaps, n);
    return question_ask(&game_pair_split, p, listing, offset, MANY, target);
}

static void check_move(const struct ask *ask, const struct page *page, size_t i, const int64_t *move)
{
    static const char *const names[] = {"pair", "discard", "into/0", "into/1"};
    for (size_t j = 0; j < 4; j++)
        ck_assert_int_eq(listed_get(ask, page, i, names[j]).word, move[j]);
}

START_TEST(one_pair_and_every_target)
{
    questions_begin();
    search();
    for (int a = 1; a < SIDE; a++)
        for (int b = 1; b < SIDE; b++)
            for (int target = 0; target < TARGETS; target++) {
                struct arena_mark mark = arena_mark(&questions_arena);
                const struct num heaps[] = {num(a), num(b)};
                struct ask *all = ask_pairs(heaps, 2, LISTING_ALL, num(0), num(target));
                struct ask *won = ask_pairs(heaps, 2, LISTING_WINNING, num(0), num(target));
                ck_assert_int_eq(all->answer.grundy.word, value[a][b]);
                size_t n = 0, wins = 0;
                for (int discard = 0; discard < 2; discard++) {
                    int heap = discard ? a : b;
                    for (int x = 1; x < heap; x++) {
                        const int64_t move[] = {0, discard, x, heap - x};
                        check_move(all, &all->answer.all, n, move);
                        ck_assert_int_eq(all->answer.all.v[n++].mark.grundy.word, value[x][heap - x]);
                        if (value[x][heap - x] == target)
                            check_move(won, &won->answer.winning, wins++, move);
                    }
                }
                ck_assert_int_eq(all->answer.move_count.word, (int64_t)n);
                ck_assert_int_eq(won->answer.move_count.word, (int64_t)n);
                ck_assert_int_eq(all->answer.winning.seen.word, (int64_t)wins);
                ck_assert_int_eq(won->answer.winning.seen.word, (int64_t)wins);
                arena_rewind(&questions_arena, mark);
            }
    questions_end();
}
END_TEST

START_TEST(three_pairs)
{
    enum { SMALL = 6 };
    questions_begin();
    search();
    for (int code = 0; code < SMALL * SMALL * SMALL * SMALL * SMALL * SMALL; code += 7) {
        struct arena_mark mark = arena_mark(&questions_arena);
        int h[6], c = code, total = 0;
        struct num heaps[6];
        for (int i = 0; i < 6; i++, c /= SMALL)
            heaps[i] = num(h[i] = 1 + c % SMALL);
        for (int i = 0; i < 6; i += 2)
            total ^= value[h[i]][h[i + 1]];
        struct ask *ask = ask_pairs(heaps, 6, LISTING_WINNING, num(0), num(0));
        ck_assert_int_eq(ask->answer.grundy.word, total);
        size_t wins = 0;
        for (int i = 0; i < 6; i++) {
            int heap = h[i ^ 1], others = total ^ value[h[i]][h[i ^ 1]];
            for (int x = 1; x < heap; x++)
                if (value[x][heap - x] == others)
                    check_move(ask, &ask->answer.winning, wins++, (int64_t[]){i / 2, i % 2, x, heap - x});
        }
        ck_assert_uint_eq(ask->answer.winning.n, wins);
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

/* Lowest bit that is 0 in both: by division only. */
static int64_t low_zero(struct num a, struct num b)
{
    int64_t bit = 0;
    struct num two = num(2);
    for (; !num_is_zero(num_mod(a, two)) || !num_is_zero(num_mod(b, two)); bit++) {
        a = num_div(a, two);
        b = num_div(b, two);
    }
    return bit;
}

/* A page of the winning moves of a huge heap: x ascends, x + y is the heap, the pair has the wanted value, and between two
 * listed moves there is no other (checked where they are near). */
static void check_page(struct num heap, int64_t target, struct num offset)
{
    struct ask *ask = ask_pairs((struct num[]){heap, num(1)}, 2, LISTING_WINNING, offset, num(target));
    const struct page *page = &ask->answer.winning;
    struct num one = num(1), last = num(0);
    for (size_t i = 0; i < page->n && i < PAGE; i++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct num x = listed_get(ask, page, i, "into/0"), y = listed_get(ask, page, i, "into/1");
        ck_assert_int_eq(listed_get(ask, page, i, "discard").word, 1);
        ck_assert(num_eq(num_add(x, y), heap) && num_lt(last, x));
        ck_assert_int_eq(low_zero(num_sub(x, one), num_sub(y, one)), target);
        for (struct num between = num_add(last, one); i && num_lt(between, x); between = num_add(between, one)) {
            if (num_cmp_word(num_sub(between, last), 40) > 0)
                break;
            ck_assert(low_zero(num_sub(between, one), num_sub(num_sub(heap, between), one)) != target);
        }
        arena_rewind(&questions_arena, mark);
        last = x;
    }
}

START_TEST(pages_of_huge_heaps)
{
    questions_begin();
    struct num heap = num_add(num_mul(num_sub(num_pow2(4000), num(12345678901)), num(91)), num(77));
    struct num z = num_sub(heap, num(1));
    for (int64_t target = 0; target < 60; target++) {
        struct arena_mark mark = arena_mark(&questions_arena);
        struct ask *ask = ask_pairs((struct num[]){heap, num(1)}, 2, LISTING_WINNING, num(0), num(target));
        struct num count = ask->answer.winning.seen;
        ck_assert_int_eq(num_is_zero(count), !num_bit(z, (uint64_t)target));
        if (!num_is_zero(count)) {
            check_page(heap, target, num(0));
            check_page(heap, target, num_div(count, num(3)));
            check_page(heap, target, num_sub(count, num(5)));
        }
        arena_rewind(&questions_arena, mark);
    }
    questions_end();
}
END_TEST

/* Every split has exactly one value, so the counts over all targets add up to the number of splits. */
START_TEST(counts_add_up)
{
    questions_begin();
    struct num heap = num_add(num_pow2(300), decimal("123456789012345678901234567890")), sum = num(0);
    for (int64_t target = 0; target <= 301; target++)
        sum = num_add(sum, ask_pairs((struct num[]){heap, num(1)}, 2, LISTING_NONE, num(0), num(target))->answer.winning.seen);
    ck_assert(num_eq(sum, num_sub(heap, num(1))));
    questions_end();
}
END_TEST

SUITE(one_pair_and_every_target, three_pairs, pages_of_huge_heaps, counts_add_up)
