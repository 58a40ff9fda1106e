/* Many states at once: what is marked and valued from the highest number down must be what is reached and valued one by one, for
 * every state; and what cannot be done so, or fails, must end as it ends one by one. */
#include "core/custom/fields.h"
#include "core/custom/rules.h"
#include "core/custom/states/evaluate.h"
#include "core/custom/states/space.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

enum { MOVES = 3, ITEMS = 9, VARIABLES = 3, DRAWN_RULES = 400 };

struct move_text {
    const char *choose, *when, *does, *again;
};

struct play {
    const char *vars, *let, *end, *after;
    int result;
    bool misere, one_by_one; /* it cannot be done for many at once */
    struct move_text move[MOVES];
    size_t items[VARIABLES]; /* 0: an integer */
    int64_t start[VARIABLES][ITEMS], turn;
};

static const struct play plays[] = {
    {.vars = "n: 0..900", .move = {{"k in [1, 3, 4]", "k <= n", "n -= k", NULL}}, .start = {{900}}},
    {.vars = "n: 0..900", .misere = true, .move = {{"k in [1, 3, 4]", "k <= n", "n -= k", NULL}}, .start = {{900}}},
    {.vars = "n: 0..300", .move = {{"k in 1..n", NULL, "n -= k", NULL}}, .start = {{300}}},
    {.vars = "n: 0..900", .move = {{"k in 1..isqrt(n)", NULL, "n = n - k * k", NULL}}, .start = {{900}}},
    {.vars = "n: -5..900", .move = {{"k in 1..4", "n - k >= -5 && (n % 3 != 1 || k > 2)", "n -= k", NULL}}, .start = {{900}}},
    {.vars = "n: 0..900",
     .move = {{"k in 1..n / 2", "gcd(n, k) == 1", "n -= k", NULL}, {NULL, "n > 7", "n = n / 7", NULL}},
     .start = {{900}}},
    {.vars = "n: 0..900, q: 0..900", .move = {{"k in 1..min(n, q)", NULL, "n -= k, q = 2 * k", NULL}}, .start = {{100}, {99}}},
    {.vars = "a: 0..40, b: 0..40",
     .move = {{"k in 1..min(a, b)", NULL, "a -= k, b -= k", NULL},
              {"k in 1..a", NULL, "a -= k", NULL},
              {"k in 1..b", NULL, "b -= k", NULL}},
     .start = {{40}, {33}}},
    {.vars = "a: 0..40, b: 0..40",
     .let = "m = min(a, b)",
     .move = {{"k in 1..(m > 0 ? max(a, b) / m : 0)", NULL, "a = a >= b ? a - k * b : a, b = a >= b ? b : b - k * a", NULL}},
     .start = {{40}, {33}}},
    {.vars = "h[3]: 0..9", .move = {{"i in 0..2, k in 1..h[i]", NULL, "h[i] -= k", NULL}}, .items = {3}, .start = {{9, 7, 8}}},
    {.vars = "h[4]: 0..9",
     .after = "h = sort(h)",
     .move = {{"i in 0..3, k in 1..min(2, h[i])", "!has(h, 5) || k == 1", "h[i] -= k", NULL}},
     .items = {4},
     .start = {{6, 7, 8, 9}}},
    {.vars = "h[3]: 0..6, p: 0..1",
     .move = {{"i in 0..len(h)-1, k in 1..h[i]", NULL, "h[i] -= k", NULL}, {NULL, "p && sum(h) > 0", "p = 0", NULL}},
     .items = {3, 0},
     .start = {{6, 6, 5}, {1}}},
    /* an index that differs from lane to lane; two items of one list, the later write standing */
    {.vars = "n: 0..60, h[5]: 0..3",
     .move = {{"k in 1..min(3, n)", NULL, "h[n % 5] = k, h[(n + k) % 5] = h[n % 5], n -= k", NULL}},
     .items = {0, 5},
     .start = {{12}, {0, 1, 2, 3, 0}}},
    {.vars = "r[3]: 0..9",
     .end = "sum(r) == 0",
     .result = RESULT_WIN,
     .move = {{"y in 0..2, x in 0..r[y]-1", NULL, "r = list(j in 0..2: j < y ? r[j] : min(r[j], x))", NULL}},
     .items = {3},
     .start = {{9, 9, 9}}},
    /* marks on a board: numbers rise */
    {.vars = "b: 0..4095",
     .move = {{"y in 0..2, x in 0..2", "(b & (3 << (4*y+x))) == 0", "b = b | (3 << (4*y+x))", NULL},
              {"y in 0..1, x in 0..3", "(b & (17 << (4*y+x))) == 0", "b += 17 << (4*y+x)", NULL}}},
    {.vars = "b[9]: 0..2",
     .let = "l = [0,1,2, 3,4,5, 6,7,8, 0,3,6, 1,4,7, 2,5,8, 0,4,8, 2,4,6]",
     .end = "any(i in 0..7: b[l[3*i]] != 0 && b[l[3*i]] == b[l[3*i+1]] && b[l[3*i]] == b[l[3*i+2]])",
     .result = RESULT_LOSS,
     .move = {{"at in 0..8", "b[at] == 0", "b[at] = turn + 1", NULL}},
     .items = {9}},
    {.vars = "n: 0..700",
     .end = "n % 11 == 3",
     .result = RESULT_FIRST,
     .move = {{"k in 1..min(3, n)", NULL, "n -= k", "k == 2"}},
     .start = {{700}},
     .turn = 1},
    {.vars = "n: 0..700",
     .end = "n < 5",
     .result = RESULT_SECOND,
     .move = {{"k in 1..min(7, n)", "(n + k) % 3 != turn", "n -= k", NULL}},
     .start = {{700}}},
    {.vars = "n: 0..700",
     .end = "is_prime(n) && n > 600",
     .result = RESULT_DRAW,
     .move = {{"k in [2, 3, 60]", "k <= n", "n -= k", NULL}},
     .start = {{700}}},
    {.vars = "n: 0..700, m: 0..3",
     .after = "m = n % 4, n = m == 2 ? max(0, n - 1) : n",
     .move = {{"k in 1..min(5, n)", NULL, "n -= k, m = k % 4", NULL}},
     .start = {{700}, {1}}},
    /* a let under two conditions on the new state: what it is where only the second holds */
    {.vars = "n: 0..700, m: 0..6",
     .let = "r = isqrt(n)",
     .after = "m = (n % 2 == 1 ? r : 0) * 0 + r % 7",
     .move = {{"k in 1..3", "k <= n && k != m % 3 + 1", "n -= k", NULL}},
     .start = {{700}, {0}}},
    {.vars = "n: 0..700",
     .move = {{"k in [n - 1, n / 2]", "k >= 0 && k < n", "n = k", NULL}},
     .start = {{700}},
     .one_by_one = true},
    {.vars = "n: 1..700", .move = {{"d in divisors(n)", "d < n", "n -= d", NULL}}, .start = {{700}}, .one_by_one = true},
    {.vars = "n: 0..700",
     .move = {{"k in [1, 2]", "k <= n", "n -= k", NULL}, {NULL, "n % 5 == 1", "n += 1", NULL}},
     .start = {{700}},
     .one_by_one = true},
    /* numbers to be chosen among that come to billions, had the first source any */
    {.vars = "n: 0..700",
     .move = {{"k in 1..3", "k <= n", "n -= k", NULL},
              {"a in 1..n-n, b in 1..32, c in 1..32, d in 1..32, e in 1..32, f in 1..32, g in 1..32", "b > 32", "n -= 1", NULL}},
     .start = {{700}},
     .one_by_one = true},
    /* what states would take that are not reached: choices beyond all limits, and within them */
    {.vars = "n: 0..700",
     .move = {{"k in [2, 4]", "k <= n", "n -= k", NULL}, {"k in 1..(n % 2 == 1 ? 1000000000 : 0)", "k == 0", "n -= 1", NULL}},
     .start = {{700}}},
    {.vars = "n: 0..700",
     .move = {{"k in [2, 4]", "k <= n", "n -= k", NULL},
              {"k in 1..(n % 2 == 1 ? 900000 : 0), l in 1..k", "l == 0", "n -= 1", NULL}},
     .start = {{700}},
     .one_by_one = true},
    /* steps of functions: not more for many states than for one after the other */
    {.vars = "n: 0..895",
     .move = {{"k in 1..60", "k <= n && !any(i in 0..62: is_prime(2 * (n + i + k) + 4))", "n -= k", NULL}},
     .start = {{895}}},
    {.vars = "n: 0..70000000000", .move = {{"k in [1, 2]", "k <= n", "n -= k", NULL}}, .start = {{700}}, .one_by_one = true},
    /* faults, and what only would be one */
    {.vars = "n: 0..700", .move = {{"k in 1..3", NULL, "n -= k", NULL}}, .start = {{700}}, .one_by_one = true},
    {.vars = "n: 0..700",
     .move = {{"k in 1..2", "k <= n && 100 / (n - 344) < 1000", "n -= k", NULL}},
     .start = {{700}},
     .one_by_one = true},
    {.vars = "n: 0..700",
     .move = {{"k in [2, 4]", "k <= n && 100 / (n % 2 == 0 ? 1 : 0) > 0", "n -= k", NULL}},
     .start = {{700}}},
    {.vars = "n: 0..700",
     .let = "l = [1, 2, 3]",
     .move = {{"k in 1..2", "k <= n && l[n % 5] > 0", "n -= k", NULL}},
     .start = {{700}},
     .one_by_one = true},
    {.vars = "n: 0..700",
     .let = "l = [1, 2, 3]",
     .move = {{"k in 1..2", "k <= n && (n % 5 > 2 || l[n % 5] != k)", "n -= k", NULL}},
     .start = {{700}}},
};

struct made {
    struct arena arena;
    struct budget budget;
    struct escape landed;
    enum status status;
    const struct play *play;
    size_t dense_from;
    struct layout *layout;
    struct space *space;
    struct given_state given;
    size_t explored;
};

static enum status go_on(void *what)
{
    (void)what;
    return STATUS_ok;
}

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

static struct user_rules *parse(struct made *made)
{
    const struct play *play = made->play;
    struct rules_text *text = arena_alloc(&made->arena, sizeof *text);
    struct rules_move *move = arena_array(&made->arena, MOVES, sizeof *move);
    struct rules_end *end = arena_alloc(&made->arena, sizeof *end);
    struct faults faults = {.arena = &made->arena};
    const char **let = arena_alloc(&made->arena, sizeof *let);
    size_t n = 0;
    for (; n < MOVES && play->move[n].does; n++) {
        move[n] = (struct rules_move){.name = n == 0   ? "one"
                                              : n == 1 ? "two"
                                                       : "three",
                                      .choose = play->move[n].choose,
                                      .when = play->move[n].when,
                                      .does = play->move[n].does,
                                      .again = play->move[n].again};
        move[n].head.given = move_bit("do");
    }
    *let = play->let;
    *end = (struct rules_end){.when = play->end, .result = play->result};
    *text = (struct rules_text){.vars = play->vars, .after = play->after, .misere = play->misere, .moves = {n, move}};
    text->let = (struct list){play->let != NULL, let};
    text->ends = (struct list){play->end != NULL, end};
    struct user_rules *rules = rules_parse(text, &faults);
    ck_assert_msg(faults.n == 0, "%s: %s", play->vars, faults.n ? faults.v[0].detail : "");
    return rules;
}

static void explore(void *what)
{
    struct made *made = what;
    struct user_rules *rules = parse(made);
    struct machine *machine = arena_alloc(&made->arena, sizeof *machine);
    const struct given_state *given = &made->given;
    for (size_t v = 0; v < rules->variables; v++)
        made->given.value[v] = (struct items){made->play->start[v], made->play->items[v] ? made->play->items[v] : 1};
    made->given.turn = made->play->turn;
    made->layout = layout_make(rules, &made->arena, &given, 1, NULL);
    machine_init(machine, program_of_rules(rules, &made->arena), made->layout, &made->arena, &made->budget);
    machine->dense_from = made->dense_from;
    key128 key = layout_pack(made->layout, given);
    made->space = space_make(machine, &key, 1);
}

static void make(struct made *made, const struct play *play, size_t dense_from)
{
    *made = (struct made){.play = play, .dense_from = dense_from};
    arena_init(&made->arena, NULL, 0, (size_t)1 << 26);
    made->budget = (struct budget){.left = UINT64_MAX, .arena = &made->arena, .look = go_on};
    made->status = arena_try(&made->arena, &made->landed, explore, made);
}

static void compare_states(const struct space *one, const struct space *many, const char *vars)
{
    ck_assert_uint_eq(one->states, many->states);
    ck_assert_uint_eq(one->moves, many->moves);
    ck_assert_uint_eq(one->degree, many->degree);
    for (size_t i = 0; i < one->states; i++) {
        uint32_t there = space_find(many, one->key[i]);
        ck_assert_msg(there < many->states, "%s: a state is missing", vars);
        ck_assert_msg(one->outcome[i] == many->outcome[there], "%s: outcomes differ", vars);
        ck_assert_msg(one->outcome[i] == OUTCOME_DRAW || one->plies[i] == many->plies[there], "%s: plies differ", vars);
        if (one->grundy)
            ck_assert_msg(one->grundy[i] == many->grundy[there], "%s: values differ", vars);
        uint32_t here = (uint32_t)i;
        ck_assert_uint_eq(space_wins(one, &here, 1), space_wins(many, &there, 1));
    }
}

static void compare(const struct made *one, const struct made *many)
{
    ck_assert_msg(one->status == many->status, "%s: %s, %s", one->play->move[0].does, one->landed.detail, many->landed.detail);
    if (one->status != STATUS_ok) {
        ck_assert_str_eq(one->landed.detail, many->landed.detail);
        ck_assert_str_eq(one->landed.pointer, many->landed.pointer);
        ck_assert_str_eq(one->landed.state, many->landed.state);
        ck_assert_str_eq(one->landed.choice, many->landed.choice);
        ck_assert_int_eq(one->landed.at, many->landed.at);
        return;
    }
    ck_assert_ptr_null(one->space->dense);
    if (!one->space->cyclic)
        compare_states(one->space, many->space, one->play->move[0].does);
}

START_TEST(many_at_once_are_as_one_by_one)
{
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        struct made one, many;
        make(&one, &plays[i], 0);
        make(&many, &plays[i], 1);
        compare(&one, &many);
        if (one.status == STATUS_ok)
            ck_assert_msg((many.space->dense == NULL) == plays[i].one_by_one, "%s, %s", plays[i].vars, plays[i].move[0].does);
        arena_reset(&one.arena);
        arena_reset(&many.arena);
    }
}
END_TEST

/* ---- drawn rules ---- */

struct drawing {
    struct arena arena;
    uint64_t state;
};

static size_t draw(struct drawing *d, size_t below)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(d->state >> 33) % below;
}

#define DRAWN(d, texts) (texts)[draw(d, sizeof(texts) / sizeof *(texts))]

static const char *expression(struct drawing *d, int depth)
{
    static const char *const atoms[] = {"n",    "n", "m", "m", "r", "r",      "h[0]",  "h[2]",
                                        "turn", "0", "1", "2", "7", "sum(h)", "xor(h)"};
    static const char *const shapes[] = {"(%s + %s)",
                                         "(%s - %s)",
                                         "(%s * %s)",
                                         "(%s / %s)",
                                         "(%s / 3)",
                                         "(%s %% 4)",
                                         "min(%s, %s)",
                                         "max(%s, %s, %s)",
                                         "(%s < %s)",
                                         "(%s <= %s)",
                                         "(%s == %s)",
                                         "(%s != %s)",
                                         "(%s ? %s : %s)",
                                         "(%s ? %s : %s)",
                                         "(%s && %s)",
                                         "(%s || %s)",
                                         "-%s",
                                         "!%s",
                                         "isqrt(abs(%s))",
                                         "popcount(abs(%s))",
                                         "gcd(%s, %s)",
                                         "is_prime(%s)",
                                         "is_square(%s)",
                                         "least_factor(abs(%s))",
                                         "val(%s, 2)",
                                         "log2(1 + abs(%s))",
                                         "pow(%s, 2)",
                                         "(abs(%s) & abs(%s))",
                                         "(abs(%s) ^ abs(%s))",
                                         "(abs(%s) << 2)",
                                         "(abs(%s) >> 1)",
                                         "h[abs(%s) %% 3]",
                                         "[1, %s, %s][abs(%s) %% 3]",
                                         "sort(h)[abs(%s) %% 3]",
                                         "count(h, %s)",
                                         "has(h, %s)",
                                         "h[%s %% 4]"};
    static const char *const folds[] = {"sum", "count", "any", "all", "min", "max"};
    if (depth == 0)
        return DRAWN(d, atoms);
    const char *a = expression(d, depth - 1), *b = expression(d, depth - 1), *c = expression(d, depth - 1);
    if (draw(d, 8) == 0)
        return arena_printf(&d->arena, "%s(%c in 0..3: (%s - %c) %% 5)", DRAWN(d, folds), "_ijk"[depth], a, "_ijk"[depth]);
    return arena_printf(&d->arena, DRAWN(d, shapes), a, b, c);
}

/* Every move takes of n, so that none goes round; a let may be asked for here, there, on the old state and on the new. */
static struct play draw_play(struct drawing *d)
{
    static const char *const sources[] = {"k in 1..3", "k in 1..min(9, n)", "k in [1, 2, 5]", "k in 1..n / 9 + 1"};
    struct arena *arena = &d->arena;
    struct play play = {.vars = "n: 0..120, m: 0..4, h[3]: 0..3",
                        .items = {0, 0, 3},
                        .start = {{90 + (int64_t)draw(d, 30)}, {(int64_t)draw(d, 5)}, {1, (int64_t)draw(d, 4), 2}},
                        .misere = draw(d, 4) == 0};
    play.let = arena_printf(arena, "r = %s", DRAWN(d, ((const char *[]){"isqrt(n)", "n / 7", "10 / (n - 40)", "h[m % 4]"})));
    for (size_t i = 0; i < 1 + draw(d, 2); i++) {
        play.move[i].choose = DRAWN(d, sources);
        play.move[i].when = arena_printf(arena, "k <= n && %s", expression(d, 1 + (int)draw(d, 2)));
        play.move[i].does = arena_printf(arena, "n -= k, m = abs(%s) %% 5, h[abs(%s) %% 3] = abs(%s) %% 4", expression(d, 2),
                                         expression(d, 1), expression(d, 2));
        play.move[i].again = draw(d, 3) ? NULL : expression(d, 2);
    }
    if (draw(d, 2))
        play.after = arena_printf(arena, draw(d, 2) ? "m = abs(%s) %% 5" : "m = abs(%s) %% 5, h = sort(h)", expression(d, 3));
    if (draw(d, 3) == 0)
        play.end = arena_printf(arena, "n < 60 && %s", expression(d, 2));
    play.result = (int)draw(d, RESULT_SECOND + 1);
    return play;
}

START_TEST(drawn_rules_are_as_one_by_one)
{
    size_t answered = 0, many_at_once = 0;
    for (uint64_t seed = 0; seed < DRAWN_RULES; seed++) {
        struct drawing d = {.state = seed};
        struct made one, many;
        arena_init(&d.arena, NULL, 0, (size_t)1 << 22);
        struct play play = draw_play(&d);
        make(&one, &play, 0);
        make(&many, &play, 1);
        compare(&one, &many);
        answered += one.status == STATUS_ok;
        many_at_once += many.status == STATUS_ok && many.space->dense;
        arena_reset(&one.arena);
        arena_reset(&many.arena);
        arena_reset(&d.arena);
    }
    ck_assert_msg(2 * many_at_once > answered && 4 * answered > DRAWN_RULES, "of %d drawn, %zu answered, %zu many at once",
                  DRAWN_RULES, answered, many_at_once);
}
END_TEST

/* 300 moves of the first state: a table asks for them in every cell. */
START_TEST(counting_wins_is_paid_for)
{
    struct made made;
    make(&made, &plays[2], 0);
    uint64_t before = made.budget.left;
    space_wins(made.space, &(uint32_t){0}, 1);
    ck_assert_uint_ge(before - made.budget.left, 300);
    arena_reset(&made.arena);
}
END_TEST

SUITE(many_at_once_are_as_one_by_one, drawn_rules_are_as_one_by_one, counting_wins_is_paid_for)
