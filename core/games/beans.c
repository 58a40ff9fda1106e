/* Beans: take a bean from bottle i, put one into bottle j and one into bottle k, i < j <= k.
 *
 * Theorem (Luogu P3185, by Sprague–Grundy): every bean is a game of its own, so only the parity of each bottle counts. A bean in
 * the bottle d places before the last is worth 0 for d = 0 and the d-th odious number 1, 2, 4, 7, 8, 11, … otherwise (those with
 * an odd number of ones), which is 2(d-1) + 1 - parity of the ones of d-1. Proof: its options are the xors of two earlier values,
 * equal ones allowed. With 0 as one of them these are all earlier odious numbers; two odious ones give an even number of ones, so
 * the next odious number is missing; and every evil number below it is there, as its highest bit xor the rest, or as a value xor
 * itself. All values differ, so i and j leave at most one k that wins. Cost: n^2 for n bottles. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/told.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

#include <string.h>

enum { SHOWN = 3 }; /* beans that are explained one by one */
enum { BOTTLES_MIN = 2, VALUES = 2 * BOTTLES_MAX };

_Static_assert((VALUES & (VALUES - 1)) == 0, "the xor of two values is below VALUES");

struct position {
    struct head head;
    struct list bottles; /* of struct num */
};

struct move {
    struct head head;
    int64_t i, j, k;
};

struct extra {
    struct head head;
    struct list bottle_grundy; /* of struct num */
};

/* A bean of the first bottle may become 2^(n-1) beans of the last one. */
static const struct type type_bottle = {
    .kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + BOTTLES_MAX};
static const struct type type_bottles = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = BOTTLES_MIN, .max = BOTTLES_MAX, .item = &type_bottle};
static const struct type type_values = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = BOTTLES_MAX, .item = &type_natural};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"bottles", offsetof(struct position, bottles), &type_bottles,
             .doc = {"Beans in each bottle.", "每个瓶子里的豆子数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"i", offsetof(struct move, i), &type_index, .doc = {"Bottle that loses a bean.", "取出一颗豆子的瓶子。"}},
            {"j", offsetof(struct move, j), &type_index,
             .doc = {"Bottle that gets a bean, j > i.", "放入一颗豆子的瓶子，j > i。"}},
            {"k", offsetof(struct move, k), &type_index,
             .doc = {"Bottle that gets another bean, k >= j.", "再放入一颗豆子的瓶子，k ≥ j。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct extra),
    .fields =
        (const struct field[]){
            {"bottle_grundy", offsetof(struct extra, bottle_grundy), &type_values,
             .doc = {"Grundy value of one bean in each bottle.", "每个瓶子中一颗豆子的 SG 值。"}},
            {0},
        },
};

/* Longer numbers are only for bottles into which that many beans can have come from bottles of 4096 bits: a move puts twice the
 * weight of its bean, at most, one bottle further on, so the weighted sum up to any bottle never grows. */
static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    struct num weight = num(0), most = num(0), largest = num_sub(num_pow2(INT_BITS), num(1));
    for (size_t i = 0; i < p->bottles.n; i++) {
        struct num beans = list_nums(p->bottles)[i];
        weight = num_add(num_shl(weight, 1), beans);
        most = num_add(num_shl(most, 1), largest);
        if (num_bits(beans) > INT_BITS && num_lt(most, weight))
            fault_add(faults, FAULT_out_of_range, arena_printf(faults->arena, "/bottles/%zu", i), "must have at most 4096 bits");
    }
}

/* Grundy value of a bean d places before the last bottle. */
static unsigned bean_value(size_t d)
{
    return d == 0 ? 0 : (unsigned)(2 * (d - 1) + 1) - ((unsigned)__builtin_popcountll(d - 1) & 1);
}

struct row {
    size_t n;
    unsigned values[BOTTLES_MAX];
    int where[VALUES]; /* the bottle of a value, -1: none */
    unsigned sum;      /* xor over the bottles with an odd number of beans */
    unsigned target;   /* VALUES when no move reaches it */
};

static void read_row(const struct ask *ask, struct row *row)
{
    const struct position *p = ask->position;
    row->n = p->bottles.n;
    row->sum = 0;
    row->target = num_cmp_word(ask->target, VALUES) < 0 ? (unsigned)ask->target.word : VALUES;
    memset(row->where, -1, sizeof row->where);
    for (size_t i = 0; i < row->n; i++) {
        row->values[i] = bean_value(row->n - 1 - i);
        row->where[row->values[i]] = (int)i;
        row->sum ^= num_bit(list_nums(p->bottles)[i], 0) ? row->values[i] : 0;
    }
}

/* The moves of a bean from i with a given j: k = j…n-1. */
struct triple {
    size_t i, j;
    unsigned without_k; /* Grundy value of the position reached, without the bean put into k */
    const struct row *row;
};

static void make_move(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct triple *triple = run->context;
    struct move *m = move;
    m->i = (int64_t)triple->i;
    m->j = (int64_t)triple->j;
    m->k = m->j + index.word;
    *mark = mark_grundy(ask, num(triple->without_k ^ triple->row->values[m->k]));
}

static void push_pair(struct ask *ask, const struct row *row, size_t i, size_t j)
{
    struct triple triple = {.i = i, .j = j, .without_k = row->sum ^ row->values[i] ^ row->values[j], .row = row};
    int k = row->target < VALUES ? row->where[triple.without_k ^ row->target] : -1;
    bool wins = k >= (int)j;
    size_t count = row->n - j;
    if (wants_all(ask)) {
        push_run(ask,
                 &(struct run){.count = num_u64(count), .mixed = true, .wins = num(wins), .make = make_move, .context = &triple});
        return;
    }
    count_losing(ask, num_u64(count - wins));
    if (wins)
        push(ask, &(struct move){.i = (int64_t)i, .j = (int64_t)j, .k = k}, mark_outcome(OUTCOME_WIN));
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct row row;
    read_row(ask, &row);
    struct num *values = arena_array(ask->arena, row.n, sizeof *values);
    for (size_t i = 0; i < row.n; i++)
        values[i] = num(row.values[i]);
    ((struct extra *)ask->extra)->bottle_grundy = (struct list){row.n, values};
    ask->answer.method = "nim-sum";
    answer_grundy(ask, num(row.sum));
    for (size_t i = 0; i < row.n; i++) {
        if (num_is_zero(list_nums(p->bottles)[i]))
            continue;
        budget_spend(ask->budget, 16 * row.n);
        for (size_t j = i + 1; j < row.n; j++)
            push_pair(ask, &row, i, j);
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct num *bottles = arena_array(ask->arena, p->bottles.n, sizeof *bottles);
    for (size_t i = 0; i < p->bottles.n; i++)
        bottles[i] = list_nums(p->bottles)[i];
    bottles[m->i] = num_sub(bottles[m->i], num(1));
    bottles[m->j] = num_add(bottles[m->j], num(1));
    bottles[m->k] = num_add(bottles[m->k], num(1));
    next->bottles.v = bottles;
    return next;
}

/* The smallest winning move, if any, whatever page was asked for. */
static bool first_win(const struct ask *ask, const struct row *row, struct move *win)
{
    const struct position *p = ask->position;
    for (size_t i = 0; i < row->n; i++)
        for (size_t j = i + 1; j < row->n && !num_is_zero(list_nums(p->bottles)[i]); j++) {
            int k = row->where[row->sum ^ row->values[i] ^ row->values[j]];
            *win = (struct move){.i = (int64_t)i, .j = (int64_t)j, .k = k};
            if (k >= (int)j)
                return true;
        }
    return false;
}

/* What one bean of a bottle may become: two beans behind it. */
static void explain_bean(const struct row *row, size_t i, struct lines *lines)
{
    struct told told = told_begin(lines, SIZE_MAX);
    for (size_t j = i + 1; j < row->n; j++)
        for (size_t k = j; k < row->n; k++) {
            struct num value = num(row->values[j] ^ row->values[k]);
            told_add(&told, value, told_names(&told, value) ? arena_printf(lines->arena, "%zu + %zu", j, k) : NULL);
        }
    lines_add(lines,
              "A bean in bottle %s (options by the bottles of the two new beans): %s; the least number missing (mex) is %s.",
              "下标为 %s 的瓶中的一颗豆（后继以两颗新豆所在的瓶表示）：%s，缺少的最小非负整数（mex）是 %s。",
              num_text(num_u64(i)), told_text(&told, num(row->values[i])), num_text(num(row->values[i])));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct row row;
    read_row(ask, &row);
    struct num odd[BOTTLES_MAX], where[BOTTLES_MAX];
    size_t n = 0;
    for (size_t i = 0; i < row.n; i++)
        if (num_bit(list_nums(p->bottles)[i], 0)) {
            where[n] = num_u64(i);
            odd[n++] = num(row.values[i]);
        }
    const struct extra *extra = ask->extra;
    lines_add(
        lines,
        "Each bean is a game of its own; its Grundy value is the least number (mex) that is no xor of two values behind it, "
        "equal ones allowed. For bottles 0, 1, … the values are %s (the last bottle: 0, for its beans "
        "cannot move).",
        "每颗豆子是一个独立的游戏，其 SG 值是后面任取两个（可相同）SG 值的异或的 mex。下标为 0、1、…… 的各瓶的 SG "
        "值为：%s（最后一瓶为 0，因为其中的豆子不能再动）。",
        explain_list(lines, extra->bottle_grundy.v, row.n));
    if (n == 0)
        lines_add(lines, "Two beans in one bottle cancel, and every bottle has an even number of beans.",
                  "同一瓶中两颗豆子互相抵消，而每个瓶子的豆子数都是偶数。");
    else
        lines_add(
            lines,
            n == 1
                ? "Two beans in one bottle cancel, so only bottles with an odd number of beans count: here bottle %s, worth %s."
                : "Two beans in one bottle cancel, so only bottles with an odd number of beans count: here bottles %s, worth "
                  "%s.",
            n == 1 ? "同一瓶中两颗豆子互相抵消，只看豆子数为奇数的瓶子：这里是下标为 %s 的瓶子，SG 值为 %s。"
                   : "同一瓶中两颗豆子互相抵消，只看豆子数为奇数的瓶子：这里是下标为 %s 的瓶子，SG 值依次为 %s。",
            explain_list(lines, where, n), explain_list(lines, odd, n));
    for (size_t i = 0; i < n && i < SHOWN && where[i].word + 1 < (int64_t)row.n; i++)
        explain_bean(&row, (size_t)where[i].word, lines);
    explain_xor(lines, odd, n, ask->answer.grundy);
    struct move win;
    if (row.sum == 0)
        explain_zero(ask, lines);
    else if (first_win(ask, &row, &win))
        lines_add(lines, "For example %s: the values %s, %s and %s have the xor %s, so the xor of all becomes 0.",
                  "例如%s：SG 值 %s、%s、%s 的异或为 %s，于是总的异或和变为 0。", explain_named(ask, &win, lines),
                  num_text(num(row.values[win.i])), num_text(num(row.values[win.j])), num_text(num(row.values[win.k])),
                  num_text(num(row.sum)));
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    if (m->j == m->k)
        lines_add(line, "take a bean from bottle %s, put two into bottle %s",
                  "从下标为 %s 的瓶中取出一颗豆，在下标为 %s 的瓶中放入两颗", num_text(num(m->i)), num_text(num(m->j)));
    else
        lines_add(line, "take a bean from bottle %s, put one each into bottles %s and %s",
                  "从下标为 %s 的瓶中取出一颗豆，在下标为 %s 和 %s 的瓶中各放入一颗", num_text(num(m->i)), num_text(num(m->j)),
                  num_text(num(m->k)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "bottles"))
        p->bottles = sample_ints(sample, sample_count(sample, 3, BOTTLES_MAX), 0);
}

const struct game game_beans = {
    .id = "beans",
    .source = "Luogu P3185 (HNOI 2007)",
    .title = {"Beans in bottles", "分裂游戏（瓶中取豆）"},
    .rules = {"Beans lie in a row of bottles. A move takes a bean from bottle i and puts one bean into bottle j and one into "
              "bottle k, "
              "where i < j <= k. Who cannot move loses.",
              "一排瓶子里有若干豆子，每次从瓶 i 取出一颗，再往瓶 j 和瓶 k 各放入一颗，要求 i < j ≤ k。不能操作者输。"},
    .limits = {"2 to 128 bottles of up to 4096 bits", "2 至 128 个瓶子，每瓶豆子数最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_beans,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"nim-sum", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
