/* What /coins says to a student. */
#include "core/kit/explain.h"
#include "core/games/coins/coins.h"
#include "core/kit/told.h"

#include <string.h>

/* A row whose options are looked at. */
enum { SHOWN = 3, ROW_EXPLAINED = 60 };

/* What two rows, one of which may be empty, are called: "1 + 8", "8", "0". */
static const char *rows_name(struct arena *arena, int64_t a, int64_t b)
{
    return a ? arena_printf(arena, "%lld + %lld", (long long)a, (long long)b) : num_text(num(b));
}

/* What a row of few coins may become, places that leave the same rows once. */
static void explain_options(const struct coins *coins, struct num size, struct num value, struct lines *lines)
{
    struct told told = told_begin(lines, SIZE_MAX);
    for (size_t t = 0; t < coins->n_takes && coins->takes[t] <= size.word; t++) {
        int64_t left = size.word - coins->takes[t];
        for (int64_t at = 0; at <= left / 2; at++) {
            struct num to = num(coins_row(coins, (uint64_t)at) ^ coins_row(coins, (uint64_t)(left - at)));
            told_add(&told, to, told_names(&told, to) ? rows_name(lines->arena, at, left - at) : NULL);
        }
    }
    lines_add(lines, "The row of %s: %s; the least number missing (mex) is %s, its Grundy value.",
              "%s 枚一行：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", num_text(size), told_text(&told, value),
              num_text(value));
}

/* What is left of a circle is one row, wherever the coins were taken. */
static void explain_circle(const struct coins *coins, struct num size, struct num value, struct lines *lines)
{
    struct told told = told_begin(lines, SIZE_MAX);
    for (size_t t = 0; t < coins->n_takes && num_cmp_word(size, coins->takes[t]) >= 0; t++) {
        struct num left = num_sub(size, num(coins->takes[t])), to = num(coins_row(coins, coins_shorten(coins, left)));
        told_add(&told, to, told_names(&told, to) ? num_text(left) : NULL);
    }
    lines_add(lines, "The circle of %s, of which a row is left: %s; the least number missing (mex) is %s, its Grundy value.",
              "%s 枚一圈（取后成为一行）：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", num_text(size),
              told_text(&told, value), num_text(value));
}

static void explain_row(const struct coins *coins, struct num size, struct num value, struct lines *lines)
{
    struct num like = num_u64(coins_shorten(coins, size));
    if (num_cmp_word(size, ROW_EXPLAINED) <= 0)
        explain_options(coins, size, value, lines);
    else if (!num_eq(like, size))
        lines_add(lines, "The row of %s has Grundy value %s, as that of %s has: the values repeat with period %s.",
                  "%s 枚一行的 SG 值为 %s，与 %s 枚一行相同：SG 值以 %s 为周期。", num_text(size), num_text(value),
                  num_text(like), num_text(num_u64(coins->period)));
    else
        lines_add(lines, "The row of %s has Grundy value %s, worked out by the mex from the shorter rows up.",
                  "%s 枚一行的 SG 值为 %s，由短到长逐个取 mex 得到。", num_text(size), num_text(value));
}

/* The values of the rows, and of the circles behind them. */
static const struct num *explain_values(const struct coins *coins, struct lines *lines)
{
    size_t n = coins->n_rows + coins->n_circles;
    struct num *values = arena_array(lines->arena, n, sizeof *values);
    for (size_t i = 0; i < n; i++) {
        bool circle = i >= coins->n_rows;
        struct num size = circle ? coins->circles[i - coins->n_rows] : coins->rows[i];
        values[i] = num(circle ? coins_circle(coins, i - coins->n_rows) : coins_row(coins, coins_shorten(coins, size)));
        if (circle && i - coins->n_rows < SHOWN)
            explain_circle(coins, size, values[i], lines);
        else if (!circle && i < SHOWN)
            explain_row(coins, size, values[i], lines);
    }
    explain_xor(lines, values, n, coins->ask->answer.grundy);
    if (num_is_zero(coins->ask->answer.grundy))
        explain_zero(coins->ask, lines);
    return values;
}

/* What a right move comes to: what its row or circle, the i-th, is then worth, where that is known and other ones are there. */
static const char *told_end(const struct ask *ask, const struct num *values, size_t i, const struct lines *lines)
{
    const struct coins_position *p = ask->position;
    bool zh = lines->language == LANGUAGE_ZH;
    if (!values || p->rows.n + p->circles.n == 1)
        return zh ? "留给对手的是必败态" : "that is lost for the other player";
    return arena_printf(lines->arena, zh ? "SG 值变为 %s，异或和变为 0" : "its value becomes %s, and the xor 0",
                        num_text(num_xor(values[i], ask->answer.grundy)));
}

/* In misère play there are no values. */
static void explain_winner(struct ask *ask, const struct num *values, struct lines *lines)
{
    const struct coins_position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct coins_move *m = right->move;
    bool row = m->head.given & BIT(COINS_MOVE_ROW);
    const char *index = num_text(num(row ? m->row : m->circle)), *take = num_text(m->take);
    const char *end = told_end(ask, values, row ? (size_t)m->row : p->rows.n + (size_t)m->circle, lines);
    struct num size = row ? list_nums(p->rows)[m->row] : list_nums(p->circles)[m->circle];
    if (row)
        lines_add(lines, "For example take %s from row %s, leaving %s before and %s behind: %s.",
                  "例如从下标为 %2$s 的行取 %1$s 枚，前面剩 %3$s 枚、后面剩 %4$s 枚，%5$s。", take, index, num_text(m->at),
                  num_text(num_sub(size, num_add(m->at, m->take))), end);
    else if (num_eq(size, m->take))
        lines_add(lines, "For example take circle %s whole: %s.", "例如取走下标为 %s 的整圈，%s。", index, end);
    else
        lines_add(lines, "For example take %s from circle %s, leaving a row of %s: %s.",
                  "例如从下标为 %2$s 的圈取 %1$s 枚，成为 %3$s 枚一行，%4$s。", take, index, num_text(num_sub(size, m->take)),
                  end);
}

static void explain_rules(const struct coins_position *p, struct lines *lines)
{
    struct list take = coins_given(p);
    lines_add(lines,
              p->misere ? "A move takes touching coins; how many: %s. A row may fall into two."
                        : "A move takes touching coins; how many: %s. A row may fall into two, which count by the xor of their "
                          "values.",
              p->misere ? "每步取走相邻的硬币，数目可为：%s；一行可能断成两行。"
                        : "每步取走相邻的硬币，数目可为：%s；一行可能断成两行，两行的 SG 值取异或。",
              explain_list(lines, take.v, take.n));
}

/* Whether other positions may be looked at, too: where a search is needed, few coins. */
static bool is_small(const struct ask *ask)
{
    enum { FEW_COINS = 20 };
    const struct coins_position *p = ask->position;
    struct num coins = num(0);
    for (size_t i = 0; i < p->rows.n; i++)
        coins = num_add(coins, list_nums(p->rows)[i]);
    for (size_t i = 0; i < p->circles.n; i++)
        coins = num_add(coins, list_nums(p->circles)[i]);
    return strcmp(ask->answer.method, "quotient") == 0 || num_cmp_word(coins, FEW_COINS) <= 0;
}

/* The product of all circles but that one. */
static unsigned circles_beside(const struct coins_extra *extra, size_t n, size_t but)
{
    unsigned product = 0;
    for (size_t i = 0; i < n && extra->circle_parts; i++) /* where they have none, none of them can be moved in */
        if (i != but)
            product = quotient_times(extra->elements, product, extra->elements->extras[extra->circle_parts[i]]);
    return product;
}

/* The element that a move leads to. */
static unsigned product_after(const struct coins_position *p, const struct coins_extra *extra, const struct coins_move *move)
{
    const struct quotient *q = extra->elements;
    const struct num *rows = list_nums(p->rows);
    bool row = move->head.given & BIT(COINS_MOVE_ROW);
    unsigned beside = circles_beside(extra, p->circles.n, row ? SIZE_MAX : (size_t)move->circle);
    if (!row) {
        struct num left = num_sub(list_nums(p->circles)[move->circle], move->take);
        return quotient_product(q, &left, 1, quotient_product(q, rows, p->rows.n, beside));
    }
    beside = quotient_product(q, rows, (size_t)move->row, beside);
    beside = quotient_product(q, rows + move->row + 1, p->rows.n - (size_t)move->row - 1, beside);
    struct num left[] = {move->at, num_sub(num_sub(rows[move->row], move->at), move->take)};
    return quotient_product(q, left, 2, beside);
}

/* The only circle that can be moved in, beside nothing else that can: the rows that it may become. */
static void explain_alone(struct ask *ask, struct num size, struct lines *lines)
{
    const struct coins_position *p = ask->position;
    const struct coins_extra *extra = ask->extra;
    const struct listed *right = explain_first(ask);
    struct list take = coins_given(p);
    struct num *rows = arena_array(lines->arena, take.n, sizeof *rows);
    struct quotient_sum sum = {.heap = {"a row of n coins", "n 枚一行"}, .heaps = rows, .won = right != NULL};
    for (size_t i = 0; i < take.n; i++)
        if (!num_lt(size, list_nums(take)[i]))
            rows[sum.n++] = num_sub(size, list_nums(take)[i]);
    if (right)
        sum.after = product_after(p, extra, right->move);
    lines_add(lines, "Nothing but one circle can be moved in, and it becomes a row.", "只有一圈可以操作，操作之后成为一行。");
    quotient_explain_options(lines, extra->elements, &sum);
}

static void explain_product(struct ask *ask, struct lines *lines)
{
    const struct coins_position *p = ask->position;
    const struct coins_extra *extra = ask->extra;
    const struct listed *right = explain_first(ask);
    struct quotient_sum sum = {.heap = {"a row of n coins", "n 枚一行"},
                               .heaps = list_nums(p->rows),
                               .n = p->rows.n,
                               .won = right != NULL,
                               .part = {"a circle of n coins", "n 枚一圈"},
                               .parts = list_nums(p->circles),
                               .numbers = extra->circle_parts,
                               .n_parts = extra->circle_parts ? p->circles.n : 0};
    if (right)
        sum.after = product_after(p, extra, right->move);
    quotient_explain(lines, extra->elements, &sum);
}

/* The circle that is moved in, where circles have no elements; else NULL. */
static const struct num *circle_alone(const struct coins_position *p, const struct coins_extra *extra)
{
    struct list take = coins_given(p);
    for (size_t i = 0; i < p->circles.n && !extra->circle_parts; i++)
        for (size_t t = 0; t < take.n; t++)
            if (!num_lt(list_nums(p->circles)[i], list_nums(take)[t]))
                return &list_nums(p->circles)[i];
    return NULL;
}

static void explain_quotient(struct ask *ask, struct lines *lines)
{
    const struct coins_extra *extra = ask->extra;
    lines_add(
        lines,
        "In sums, rows and circles behave like the elements of a finite multiplication table, their misère quotient: it has "
        "%1$s elements, made from %2$s of them, and is proven.",
        "各行各圈相加时，每一行、每一圈相当于一个有限乘法表（反常商）中的一个元素：反常商共有 %1$s 个元素，由其中 %2$s "
        "个生成，并已得到证明。",
        num_text(num(extra->quotient.order)), num_text(num(extra->quotient.generators)));
    const struct num *alone = circle_alone(ask->position, extra);
    if (alone)
        explain_alone(ask, *alone, lines);
    else
        explain_product(ask, lines);
}

/* Rows and circles as heaps of misère Nim. */
static void explain_tame(struct ask *ask, struct lines *lines)
{
    struct coins *coins = arena_alloc(ask->arena, sizeof *coins);
    coins_open(coins, ask);
    size_t n = coins->n_rows + coins->n_circles, firm = 0;
    struct num *values = arena_array(lines->arena, n, sizeof *values), sum = num(0);
    for (size_t i = 0; i < n; i++) {
        unsigned element =
            i < coins->n_rows ? coins_row(coins, coins_shorten(coins, coins->rows[i])) : coins_circle(coins, i - coins->n_rows);
        firm += (element & COINS_FIRM) != 0;
        values[i] = num(element & (COINS_FIRM - 1));
        sum = num_xor(sum, values[i]);
    }
    lines_add(lines,
              n == 1 ? "What is here is tame: in misère play it acts like some heaps of Nim, whose xor is its value: %s."
                     : "Each row and circle here is tame: in misère play it acts like some heaps of Nim, whose xor is its value. "
                       "The values, of rows first, are %s.",
              n == 1 ? "这里的硬币是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值：%s。"
                     : "这里的每一行、每一圈都是驯顺的（tame）：在反常规则下，它相当于若干个尼姆堆，其异或和就是它的值。先行后圈"
                       "，值依次为：%s。",
              explain_list(lines, values, n));
    if (firm == 0)
        lines_add(lines,
                  "No Nim heap above 1 is in it, so, as in misère Nim, the player to move loses exactly when the xor of all "
                  "values is 1, because the last move then falls to that player; it is %s.",
                  "其中不含大于 1 的尼姆堆，因此与反常尼姆一样，当且仅当所有值的异或和为 1 "
                  "时先手必败，因为此时最后一步恰由先手走；这里为 %s。",
                  num_text(sum));
    else
        lines_add(lines,
                  "Rows and circles with a Nim heap above 1 in them: %s; so, as in misère Nim, the player to move loses exactly "
                  "when the xor of all values is 0, because beside such heaps misère play is won like normal play; it is %s.",
                  "含有大于 1 的尼姆堆的行与圈共 %s 个，因此与反常尼姆一样，当且仅当所有值的异或和为 0 "
                  "时先手必败，因为有这样的堆时胜负与正常规则一致；这里为 %s。",
                  num_text(num_u64(firm)), num_text(sum));
}

static void explain_misere(struct ask *ask, struct lines *lines)
{
    const char *method = ask->answer.method;
    lines_add(lines, "Misère play: who cannot move wins. The values of normal play decide this only where a theorem says so.",
              "反常规则：不能操作者胜。只有在定理成立时才能用正常规则的 SG 值来判断。");
    if (strcmp(method, "quotient") == 0)
        explain_quotient(ask, lines);
    else if (strcmp(method, "misere") == 0)
        explain_tame(ask, lines);
    else if (strcmp(method, "search") == 0)
        lines_add(lines, "The coins are few: every position that can be reached was searched.",
                  "硬币不多，因此搜索了所有可到达的局面。");
    if (is_small(ask))
        explain_outcomes(ask, lines);
}

void coins_explain(struct ask *ask, struct lines *lines)
{
    const struct coins_position *p = ask->position;
    const struct num *values = NULL;
    explain_rules(p, lines);
    if (p->misere) {
        explain_misere(ask, lines);
    } else if (strcmp(ask->answer.method, "mirror") == 0) {
        lines_add(
            lines,
            "Whatever is taken first from a circle, a row is left: the other player takes from its middle, so that two equal "
            "rows are left, and from then on copies every move in the other one. So every circle has Grundy value 0; how many "
            "there are: %s.",
            "无论先手从一圈中怎样取，都剩下一行；后手从正中取走若干枚，使两边相等，此后对称地模仿。因此每一圈的 SG 值都为 0，共 "
            "%s 圈。",
            num_text(num_u64(p->circles.n)));
    } else if (strcmp(ask->answer.method, "rule") != 0) {
        struct coins *coins = arena_alloc(ask->arena, sizeof *coins);
        coins_open(coins, ask);
        values = explain_values(coins, lines);
    }
    explain_winner(ask, values, lines);
    const struct coins_extra *extra = ask->extra;
    bool told = p->misere && extra->elements && ask->answer.verdict == OUTCOME_WIN; /* enough to read */
    if (p->misere && is_small(ask))
        explain_replies(ask, lines, told ? 2 : 3);
    explain_verdict(ask, lines);
}
