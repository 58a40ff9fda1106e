/* Bombs (HDU 2873): a bomb at (x,y), x,y > 1, is replaced by bombs at (u,y) and (x,v), u < x, v < y; at x = 1 by (1,v), at y = 1
 * by (u,1).
 *
 * Theorem: a position is a sum of its bombs (Sprague-Grundy); two bombs on one square vanish because g^g = 0. Values are computed
 * once (core/games/bombs/values.h). Winning explosions are counted by the values' histogram of the row, without visiting all
 * pairs (u,v). Cost: x + y steps a bomb, and the table: 0.2 s for 512, once per process. */
#include "core/games/bombs/values.h"
#include "core/sample.h"

#include "core/kit/explain.h"
#include "core/kit/told.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"

#include <string.h>

struct position {
    struct head head;
    struct list bombs; /* of int64_t[2] */
};

enum { U = 1, V = 2 }; /* field numbers of the move */

struct move {
    struct head head;
    int64_t bomb, u, v;
};

/* One bomb, and what the other bombs are worth. */
struct bomb {
    struct bombs table;
    int64_t index, x, y;
    uint64_t rest;
    int64_t u;       /* a run: all v for this u (0: x = 1, no u) */
    uint64_t beside; /* value of what else stays after the explosion: the others, and (u,y) */
};

static int64_t value(const struct bomb *b, int64_t x, int64_t y)
{
    return bombs_value(b->table, x, y);
}

/* What (x,v) may be worth to win, or -1 when no bomb is worth that much. */
static int64_t wanted(const struct ask *ask, uint64_t beside)
{
    struct num want = num_xor(ask->target, num((int64_t)beside));
    return num_is_word(want) && want.word < BOMB_VALUES ? want.word : -1;
}

static void write_move(const struct bomb *b, int64_t v, struct move *move)
{
    move->bomb = b->index;
    move->u = b->u;
    move->v = v;
    move->head.given = (b->u ? BIT(U) : 0) | (v ? BIT(V) : 0);
}

/* The index-th v of the run; when not all moves are listed, the index-th that wins. */
static void make_v(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct bomb *b = run->context;
    int64_t v = 1;
    if (wants_all(ask)) {
        v += index.word;
        *mark = mark_grundy(ask, num((int64_t)b->beside ^ value(b, b->x, v)));
    } else {
        int64_t want = wanted(ask, b->beside);
        for (int64_t left = index.word; value(b, b->x, v) != want || left-- > 0;)
            v++;
    }
    write_move(b, v, move);
}

/* An edge bomb, a heap of side-1: explodes into any smaller one. */
static void push_edge(struct ask *ask, struct bomb *b)
{
    bool upright = b->x == 1;
    for (int64_t to = 1; to < (upright ? b->y : b->x); to++) {
        struct move move = {.head = {0}};
        b->u = upright ? 0 : to;
        write_move(b, upright ? to : 0, &move);
        push(ask, &move, mark_grundy(ask, num((int64_t)b->rest ^ (to - 1))));
    }
}

static void push_inner(struct ask *ask, struct bomb *b, uint32_t *histogram)
{
    budget_spend(ask->budget, (uint64_t)(20 * b->x + 2 * b->y));
    for (int64_t v = 1; v < b->y; v++)
        histogram[value(b, b->x, v)]++;
    for (b->u = 1; b->u < b->x; b->u++) {
        b->beside = b->rest ^ (uint64_t)value(b, b->u, b->y);
        int64_t want = wanted(ask, b->beside), wins = want < 0 ? 0 : histogram[want];
        bool all = wants_all(ask);
        if (!all)
            count_losing(ask, num(b->y - 1 - wins));
        push_run(ask, &(struct run){.count = num(all ? b->y - 1 : wins),
                                    .mixed = all,
                                    .wins = num(wins),
                                    .mark = mark_outcome(OUTCOME_WIN),
                                    .make = make_v,
                                    .context = b});
    }
    for (int64_t v = 1; v < b->y; v++)
        histogram[value(b, b->x, v)] = 0;
}

static int64_t top_of(const struct position *p)
{
    const int64_t(*bombs)[2] = p->bombs.v;
    int64_t top = 1;
    for (size_t i = 0; i < p->bombs.n; i++)
        for (int k = 0; k < 2; k++)
            top = bombs[i][k] > top ? bombs[i][k] : top;
    return top;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    const int64_t(*bombs)[2] = p->bombs.v;
    struct bombs table = bombs_table(ask->arena, ask->budget, ask->store, top_of(p));
    uint64_t total = 0;
    for (size_t i = 0; i < p->bombs.n; i++)
        total ^= (uint64_t)bombs_value(table, bombs[i][0], bombs[i][1]);
    answer_grundy(ask, num((int64_t)total));
    ask->answer.method = "table";
    if (ask->uncounted)
        return;
    uint32_t *histogram = arena_array(ask->arena, BOMB_VALUES, sizeof *histogram);
    for (size_t i = 0; i < p->bombs.n; i++) {
        struct bomb b = {.table = table, .index = (int64_t)i, .x = bombs[i][0], .y = bombs[i][1]};
        b.rest = total ^ (uint64_t)value(&b, b.x, b.y);
        budget_spend(ask->budget, 1);
        if (b.x == 1 || b.y == 1)
            push_edge(ask, &b);
        else
            push_inner(ask, &b, histogram);
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    const int64_t(*old)[2] = p->bombs.v;
    size_t at = (size_t)m->bomb, parts = (m->head.given & BIT(U) ? 1 : 0) + (m->head.given & BIT(V) ? 1 : 0);
    int64_t(*bombs)[2] = arena_raw(ask->arena, (p->bombs.n + parts - 1) * sizeof *bombs);
    memcpy(bombs, old, at * sizeof *bombs);
    memcpy(bombs + at + parts, old + at + 1, (p->bombs.n - at - 1) * sizeof *bombs);
    size_t part = at;
    if (m->head.given & BIT(U)) {
        bombs[part][0] = m->u;
        bombs[part++][1] = old[at][1];
    }
    if (m->head.given & BIT(V)) {
        bombs[part][0] = old[at][0];
        bombs[part][1] = m->v;
    }
    next->bombs = (struct list){p->bombs.n + parts - 1, bombs};
    return next;
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    return bombs_cost(top_of(p)) + 20000 * p->bombs.n;
}

/* Why a bomb is worth what it is: a heap of Nim on the edge, the mex of its explosions inside. */
static void explain_bomb(const struct ask *ask, struct bombs table, int64_t i, struct lines *lines)
{
    const int64_t *at = ((const int64_t(*)[2])((const struct position *)ask->position)->bombs.v)[i];
    const char *x = num_text(num(at[0])), *y = num_text(num(at[1]));
    struct num value = num(bombs_value(table, at[0], at[1]));
    if (at[0] == 1 && at[1] == 1) {
        lines_add(lines, "Bomb %s at (1,1) cannot explode, so its Grundy value is 0.",
                  "下标为 %s 的炸弹位于 (1,1)，不能引爆，SG 值为 0。", num_text(num(i)));
        return;
    }
    if (at[0] == 1 || at[1] == 1) {
        lines_add(lines,
                  "Bomb %s at (%s,%s) lies on the edge: each explosion moves it any number of steps towards (1,1), so it is a "
                  "heap of Nim of %s, its Grundy value.",
                  "下标为 %s 的炸弹位于边上 (%s,%s)：每次引爆使它向 (1,1) 移动任意步，相当于 %s 颗的一堆尼姆石子，即它的 SG 值。",
                  num_text(num(i)), x, y, num_text(value));
        return;
    }
    struct told told = told_begin(lines, SIZE_MAX);
    budget_spend(ask->budget, (uint64_t)(at[0] * at[1]));
    for (int64_t u = 1; u < at[0]; u++)
        for (int64_t v = 1; v < at[1]; v++) {
            struct num to = num(bombs_value(table, u, at[1]) ^ bombs_value(table, at[0], v));
            const char *name = NULL;
            if (told_names(&told, to))
                name = arena_printf(ask->arena, "(%s,%s)+(%s,%s)", num_text(num(u)), y, x, num_text(num(v)));
            told_add(&told, to, name);
        }
    lines_add(lines, "Bomb %s at (%s,%s): %s; the least number missing (mex) is %s, its Grundy value.",
              "下标为 %s 的炸弹位于 (%s,%s)：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", num_text(num(i)), x, y,
              told_text(&told, value), num_text(value));
}

static void explain_winner(struct ask *ask, struct bombs table, struct lines *lines)
{
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct move *m = right->move;
    const int64_t *at = ((const int64_t(*)[2])((const struct position *)ask->position)->bombs.v)[m->bomb];
    int64_t u = m->head.given & BIT(U) ? m->u : at[0], v = m->head.given & BIT(V) ? m->v : at[1];
    const char *index = num_text(num(m->bomb)), *x = num_text(num(at[0])), *y = num_text(num(at[1]));
    if (at[0] == 1 || at[1] == 1)
        lines_add(lines, "For example bomb %s becomes one at (%s,%s), of value %s: %s.",
                  "例如引爆下标为 %s 的炸弹，得到 (%s,%s)，其 SG 值为 %s：%s。", index, num_text(num(u)), num_text(num(v)),
                  num_text(num(bombs_value(table, u, v))),
                  explain_zeroed(lines, ((const struct position *)ask->position)->bombs.n));
    else
        lines_add(lines, "For example bomb %s becomes two, at (%s,%s) of value %s and at (%s,%s) of value %s: the xor becomes 0.",
                  "例如引爆下标为 %s 的炸弹，得到 (%s,%s)（SG 值 %s）与 (%s,%s)（SG 值 %s）：异或和变为 0。", index,
                  num_text(num(u)), y, num_text(num(bombs_value(table, u, at[1]))), x, num_text(num(v)),
                  num_text(num(bombs_value(table, at[0], v))));
}

static void explain(struct ask *ask, struct lines *lines)
{
    enum { SHOWN = 6 };
    const struct position *p = ask->position;
    const int64_t(*bombs)[2] = p->bombs.v;
    struct bombs table = bombs_table(ask->arena, ask->budget, ask->store, top_of(p));
    struct num *values = arena_array(ask->arena, p->bombs.n, sizeof *values);
    lines_add(
        lines,
        "Every bomb is a game of its own with a Grundy value; the position is their sum, and two bombs together count by the "
        "xor of their values.",
        "每颗炸弹是一个独立的游戏，各有 SG 值，整个局面是它们的和，两颗炸弹合起来的 SG 值是各自 SG 值的异或和。");
    for (size_t i = 0; i < p->bombs.n; i++) {
        values[i] = num(bombs_value(table, bombs[i][0], bombs[i][1]));
        if (i < SHOWN)
            explain_bomb(ask, table, (int64_t)i, lines);
    }
    explain_xor(lines, values, p->bombs.n, ask->answer.grundy);
    if (num_is_zero(ask->answer.grundy))
        explain_zero(ask, lines);
    else
        explain_winner(ask, table, lines);
    explain_verdict(ask, lines);
}

static const struct type coordinate_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = BOMB_MAX};
static const struct type bomb_type = {
    .kind = KIND_TUPLE, .size = 2 * sizeof(int64_t), .min = 2, .max = 2, .item = &coordinate_type};
static const struct type bombs_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &bomb_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{"bombs", offsetof(struct position, bombs), &bombs_type,
                                      .doc = {"The bombs, each [x, y].", "各颗炸弹 [x, y]。"}},
                                     {0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"bomb", offsetof(struct move, bomb), &type_index, .doc = {"Index of the bomb.", "炸弹的下标。"}},
            [U] = {"u", offsetof(struct move, u), &coordinate_type, NEED_OPTIONAL,
                   .doc = {"A bomb appears at (u,y), u < x; absent where x = 1.",
                           "在 (u,y) 出现一颗炸弹，u < x；x = 1 时没有。"}},
            [V] = {"v", offsetof(struct move, v), &coordinate_type, NEED_OPTIONAL,
                   .doc = {"A bomb appears at (x,v), v < y; absent where y = 1.",
                           "在 (x,v) 出现一颗炸弹，v < y；y = 1 时没有。"}},
            {0},
        },
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    const struct move *m = move;
    const struct position *p = ask->position;
    const int64_t *at = list_words(p->bombs) + 2 * m->bomb;
    if (at[0] == 1 || at[1] == 1)
        lines_add(line, "turn bomb %s into (%s,%s)", "引爆下标为 %s 的炸弹，变为 (%s,%s)", num_text(num(m->bomb)),
                  num_text(num(at[0] == 1 ? 1 : m->u)), num_text(num(at[0] == 1 ? m->v : 1)));
    else
        lines_add(line, "turn bomb %s into (%s,%s) and (%s,%s)", "引爆下标为 %s 的炸弹，变为 (%s,%s) 和 (%s,%s)",
                  num_text(num(m->bomb)), num_text(num(m->u)), num_text(num(at[1])), num_text(num(at[0])), num_text(num(m->v)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (!sample_free(sample, "bombs"))
        return;
    size_t n = sample_count(sample, 1, HEAPS_MAX / 10);
    p->bombs = (struct list){n, sample_words(sample, 2 * n, 1, sample_bound(sample, 5, BOMB_MAX)).v};
}

const struct game game_bombs = {
    .id = "bombs",
    .source = "HDU 2873, Bomb Game",
    .title = {"Bombs", "炸弹游戏"},
    .rules = {"A move explodes one bomb. At (x,y) with x,y > 1 it is replaced by two, at (u,y) and (x,v) with 1 <= u < x and 1 "
              "<= v < y; at "
              "(1,y) by one at (1,v); at (x,1) by one at (u,1). A bomb at (1,1) cannot explode. Who cannot move loses.",
              "每次引爆一颗炸弹。位于 (x,y) 且 x,y > 1 时，变为 (u,y) 与 (x,v) 两颗（1 ≤ u < x，1 ≤ v < y）；位于 (1,y) 时变为 "
              "(1,v)；位于 (x,1) "
              "时变为 (u,1)。位于 (1,1) 的炸弹不能引爆。不能操作者输。"},
    .limits = {"coordinates up to 512", "坐标最大 512"},
    .position = &position_type,
    .mistakes = mistakes_bombs,
    .move = &move_type,
    .methods = (const char *const[]){"table", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
