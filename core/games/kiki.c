/* Kiki's game (HDU 2147): a coin walks from the top right of a board to the bottom left, one step left, down or both.
 *
 * Theorem: the coin is a king that walks to the corner (core/kit/heaps/king.h); the player to move loses iff both sides are odd.
 * Cost: constant, at any size. */
#include "core/kit/heaps/king.h"
#include "core/sample.h"

#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/told.h"
#include "core/mistakes/mistakes.h"

enum { LEFT, DOWN, LEFT_DOWN, STEPS };

struct position {
    struct head head;
    struct num rows, cols;
};

struct move {
    struct head head;
    int step;
};

/* The board that is left after a step; false: the coin stands at that edge. */
static bool step(const struct position *p, int way, struct position *next)
{
    *next = *p;
    if (way != DOWN)
        next->cols = num_sub(p->cols, num(1));
    if (way != LEFT)
        next->rows = num_sub(p->rows, num(1));
    return num_sign(next->cols) > 0 && num_sign(next->rows) > 0;
}

static struct num value(const struct position *p)
{
    return num(king_value(num_sub(p->rows, num(1)), num_sub(p->cols, num(1))));
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    answer_grundy(ask, value(p));
    ask->answer.method = "parity";
    for (int way = LEFT; way < STEPS; way++) {
        struct position next;
        if (step(p, way, &next))
            push(ask, &(struct move){.step = way}, mark_grundy(ask, value(&next)));
    }
}

static void *apply(struct ask *ask, const void *move)
{
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    step(ask->position, ((const struct move *)move)->step, next);
    return next;
}

static void explain_value(const struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct told told = told_begin(lines, STEPS);
    for (int way = LEFT; way < STEPS; way++) {
        struct position next;
        if (step(p, way, &next))
            told_add(&told, value(&next), arena_printf(lines->arena, "%s × %s", num_text(next.rows), num_text(next.cols)));
    }
    lines_add(
        lines,
        "The Grundy value goes by the parities of the shorter and the longer side: odd and odd 0, odd and even 1, even and "
        "even 2, even and odd 3. Here: %s; the least number missing (mex) is %s, its Grundy value.",
        "SG 值由较短边与较长边的奇偶决定：奇、奇为 0，奇、偶为 1，偶、偶为 2，偶、奇为 3。这里：%s，缺少的最小非负整数（mex）是 "
        "%s，即它的 SG 值。",
        told_text(&told, value(p)), num_text(value(p)));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const char *rows = num_text(p->rows), *cols = num_text(p->cols);
    lines_add(lines, "The board has %s row(s) and %s column(s) left to walk.", "剩余棋盘为 %s 行 %s 列。", rows, cols);
    if (num_is_zero(ask->answer.move_count)) {
        explain_verdict(ask, lines);
        return;
    }
    if (ask->answer.verdict == OUTCOME_LOSS) {
        lines_add(
            lines,
            "Both sides are odd: every step makes one or both even, and the other player can make both odd again, down to 1 × 1.",
            "行数与列数都是奇数：走任何一步都会使其中之一或两者变为偶数，而对手总能再变回全奇，直到 1 × 1。");
        explain_value(ask, lines);
        explain_verdict(ask, lines);
        return;
    }
    bool odd_rows = num_bit(p->rows, 0), odd_cols = num_bit(p->cols, 0);
    lines_add(lines,
              "A board with both sides odd is lost for whoever must move, because every step makes a side even and the reply "
              "makes both odd again; here %s.",
              "行数与列数都是奇数时先手必败，因为任何一步都使其中至少一个变为偶数，而对手总能再变回全奇；这里%s。",
              lines->language == LANGUAGE_EN ? odd_rows   ? "only the columns are even"
                                               : odd_cols ? "only the rows are even"
                                                          : "both are even"
              : odd_rows                     ? "只有列数是偶数"
              : odd_cols                     ? "只有行数是偶数"
                                             : "两者都是偶数");
    lines_add(lines, "So one step %s leaves %s × %s, both odd.", "因此%s走一步，剩下 %s × %s，两者都是奇数。",
              lines->language == LANGUAGE_EN ? odd_rows   ? "left"
                                               : odd_cols ? "down"
                                                          : "left-down"
              : odd_rows                     ? "向左"
              : odd_cols                     ? "向下"
                                             : "向左下",
              num_text(odd_rows ? p->rows : num_sub(p->rows, num(1))), num_text(odd_cols ? p->cols : num_sub(p->cols, num(1))));
    explain_value(ask, lines);
    explain_verdict(ask, lines);
}

static const struct type step_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"left", "down", "left-down", NULL}};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"rows", offsetof(struct position, rows), &type_positive, .doc = {"Rows left to walk.", "剩余的行数。"}},
            {"cols", offsetof(struct position, cols), &type_positive, .doc = {"Columns left to walk.", "剩余的列数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{"step", offsetof(struct move, step), &step_type, .doc = {"Which way.", "走法。"}}, {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    static const struct text steps[STEPS] = {[LEFT] = {"step left", "向左走一步"},
                                             [DOWN] = {"step down", "向下走一步"},
                                             [LEFT_DOWN] = {"step left and down", "向左下走一步"}};
    lines_add(line, "%s", "%s", line->language == LANGUAGE_ZH ? steps[m->step].zh : steps[m->step].en);
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "rows"))
        p->rows = sample_int(sample, 1);
    if (sample_free(sample, "cols"))
        p->cols = sample_int(sample, 1);
}

const struct game game_kiki = {
    .id = "kiki",
    .source = "HDU 2147, kiki's game",
    .title = {"Kiki's game", "kiki 的游戏"},
    .rules =
        {"A coin stands at the top right of a board. A move takes it one step left, down, or left-down. Who cannot move loses.",
         "硬币位于棋盘右上角，每次可向左、向下或向左下走一格，不能操作者输。"},
    .limits = {"any size up to 4096 bits", "任意大小，最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_kiki,
    .move = &move_type,
    .methods = (const char *const[]){"parity", NULL},
    .traits = TRAIT_GRUNDY,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
