/* Rules of one heap that look back a bounded way: which are seen to be, and that what is said of them is so. */
#include "core/custom/fields.h"
#include "core/custom/rules.h"
#include "core/custom/states/look_back.h"
#include "tests/support/core/suite.h"

#include <string.h>

static struct arena arena;

static void begin(void)
{
    arena_init(&arena, NULL, 0, (size_t)1 << 24);
}

static void end(void)
{
    arena_reset(&arena);
}

struct heap {
    const char *choose, *when, *does, *let, *after, *end, *again, *score;
    bool found;
    int64_t window, modulus, from; /* `from`: at most */
};

/* The bit of a field in what is given of a move. */
static uint32_t move_bit(const char *name)
{
    const struct field *f = rules_type.fields;
    while (strcmp(f->name, "moves") != 0)
        f++;
    const struct field *fields = f->type->item->fields;
    for (size_t i = 0;; i++)
        if (strcmp(fields[i].name, name) == 0)
            return BIT(i);
}

static bool find(const struct heap *heap, struct look_back *found)
{
    struct rules_move move = {.name = "take",
                              .choose = heap->choose,
                              .when = heap->when,
                              .does = heap->does,
                              .again = heap->again,
                              .score = heap->score};
    move.head.given = move_bit("do");
    struct rules_end over = {.when = heap->end, .result = RESULT_LOSS};
    const char *let = heap->let;
    struct rules_text text = {.vars = "n: 0..1000", .after = heap->after, .moves = {1, &move}};
    if (let)
        text.let = (struct list){1, &let};
    if (heap->end)
        text.ends = (struct list){1, &over};
    return look_back_find(&text, &arena, found);
}

/* From where on the comparisons are decided, by hand: k <= n for k up to 4 from 4 on, min(3, n) from 3 on. One more is allowed.
 */
static const struct heap heaps[] = {
    {"k in [1, 3, 4]", "k <= n", "n -= k", .found = true, .window = 4, .modulus = 1, .from = 5},
    {"k in 1..min(3, n)", NULL, "n -= k", .found = true, .window = 3, .modulus = 1, .from = 4},
    {"k in 1..2 + n % 3", "k <= n", "n -= k", .found = true, .window = 4, .modulus = 3, .from = 5},
    {"k in 1..3, j in k..k + 2", "n - j >= 0 && (n + 1) % 4 != k % 2", "n -= 2 * k + j - 1", .found = true, .window = 10,
     .modulus = 4, .from = 10},
    {"k in 1..3", "n > 50 ? k != 2 : k <= n", "n -= k", .found = true, .window = 3, .modulus = 1, .from = 51},
    {"k in 1..3", "n % 4 == 1 || n % 6 == 1", "n -= k", .found = true, .window = 3, .modulus = 12, .from = 3},
    /* What a term can be at most, and at least, whatever n is: 1 + (0 or 1), floor(-7 / 2) = -4 and floor(-7 / 3) = -3, ... */
    {NULL, NULL, "n -= 1 + (n % 2 == 1 && n % 3 == 1)", .found = true, .window = 2, .modulus = 6, .from = 3},
    {NULL, NULL, "n -= 1 + (n % 2 == 1 || n % 3 == 1)", .found = true, .window = 2, .modulus = 6, .from = 3},
    {NULL, NULL, "n -= 1 + !(n % 2)", .found = true, .window = 2, .modulus = 2, .from = 3},
    {NULL, NULL, "n -= 2 - (n % 2 < 1)", .found = true, .window = 2, .modulus = 2, .from = 3},
    {NULL, NULL, "n -= 3 - -(n % 4)", .found = true, .window = 6, .modulus = 4, .from = 7},
    {NULL, NULL, "n -= 3 + -(n % 3)", .found = true, .window = 3, .modulus = 3, .from = 4},
    {NULL, NULL, "n -= 1 + 7 / (1 + n % 3)", .found = true, .window = 8, .modulus = 3, .from = 9},
    {NULL, NULL, "n -= 5 + -7 / (2 + n % 2)", .found = true, .window = 2, .modulus = 2, .from = 3},
    {NULL, NULL, "n -= 7 + (n % 3 - 2) * (n % 2 + 1)", .found = true, .window = 7, .modulus = 6, .from = 8},
    {NULL, NULL, "n -= [1, 5, 2][n % 3]", .found = true, .window = 5, .modulus = 3, .from = 6},
    {NULL, NULL, "n -= n % 2 == 0 ? 4 : 7", .found = true, .window = 7, .modulus = 2, .from = 8},
    {NULL, NULL, "n -= min(9, 2 + n % 3)", .found = true, .window = 4, .modulus = 3, .from = 5},
    {"k in [n % 2 + 1, 6]", NULL, "n -= k", .found = true, .window = 6, .modulus = 2, .from = 7},
    {"k in 1..9", "min(n - 20, 5) > k", "n -= k", .found = true, .window = 9, .modulus = 1, .from = 26},
    {"k in 1..9", "n - 2 * k > k + 5", "n -= k", .found = true, .window = 9, .modulus = 1, .from = 33},
    {"k in 1..9", "k + 5 >= n - 2 * k", "n -= k", .found = true, .window = 9, .modulus = 1, .from = 33},
    {NULL, NULL, "n -= 9 / (n % 3)", .found = false},
    {NULL, NULL, "n -= 5 - 5 * (n % 2)", .found = false},
    {NULL, NULL, "n -= [1, n][n % 2]", .found = false},
    {NULL, NULL, "n -= [0, 1][n % 2]", .found = false},
    {NULL, NULL, "n -= [1, n % 2][n % 2]", .found = false},
    {NULL, NULL, "n -= !(n % 2)", .found = false},
    /* What is kept of n is bounded, too: residues by a million, amounts up to a thousand million. */
    {NULL, NULL, "n -= 1 + (n % 1000000 == 0)", .found = true, .window = 2, .modulus = 1000000, .from = 3},
    {NULL, NULL, "n -= 1 + (n % 1000001 == 0)", .found = false},
    {NULL, NULL, "n -= 1 + (n % 1000 == n % 1001)", .found = false},
    {NULL, NULL, "n -= 1000000000", .found = true, .window = 1000000000, .modulus = 1, .from = 1000000001},
    {NULL, NULL, "n -= 1000000001", .found = false},
    {"k in 1..n", NULL, "n -= k", .found = false},
    {"k in 0..3", "k <= n", "n -= k", .found = false},
    {"k in 1..3", "k <= n", "n = n - k", .found = false},
    {"k in 1..3", "k <= n", "n += k", .found = false},
    {"k in divisors(n)", "k < n", "n -= k", .found = false},
    {"k in 1..min(n, n - 1)", NULL, "n -= k", .found = false},
    {"k in 1..3", "is_prime(n)", "n -= k", .found = false},
    {"k in 1..3", "2 * n > k", "n -= k", .found = false},
    {"k in 1..3", "n % k == 0", "n -= k", .found = false},
    {NULL, NULL, "n -= n - n / 2", .found = false},
    {"k in 1..3", "k <= n", "n -= k", .let = "m = n"},
    {"k in 1..3", "k <= n", "n -= k", .after = "n = n"},
    {"k in 1..3", "k <= n", "n -= k", .end = "n == 0"},
    {"k in 1..3", "k <= n", "n -= k", .again = "1"},
    {"k in 1..3", "k <= n", "n -= k", .score = "k"},
    {"k in 1..3", "k <= n && turn == 0", "n -= k", .found = false},
};

START_TEST(rules_are_seen_to_look_back)
{
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
        struct look_back found;
        ck_assert_msg(find(&heaps[i], &found) == heaps[i].found, "%zu: %s, %s", i, heaps[i].choose, heaps[i].when);
        if (!heaps[i].found)
            continue;
        ck_assert_str_eq(found.name, "n");
        ck_assert_int_eq(found.window, heaps[i].window);
        ck_assert_int_eq(found.modulus, heaps[i].modulus);
        ck_assert_int_eq(found.last, 1000);
        ck_assert_msg(found.from <= heaps[i].from && found.from >= heaps[i].from - 1, "%zu: %lld", i, (long long)found.from);
    }
}
END_TEST

SUITE_WITH(begin, end, rules_are_seen_to_look_back)
