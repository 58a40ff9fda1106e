/* Rules of one heap that look back a bounded way: which are seen to be, and that what is said of them is so. */
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
