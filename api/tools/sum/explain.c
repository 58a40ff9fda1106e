/* Why a sum is won, lost or drawn, with its own numbers. */
#include "core/kit/explain.h"
#include "api/tools/sum/sum.h"

enum { TERMS_SHOWN = 4 };

static void tell_terms(const struct sum *sum, struct lines *lines)
{
    for (size_t i = 0; i < sum->n && i < TERMS_SHOWN; i++) {
        const struct term *term = &sum->terms[i];
        const char *index = num_text(num_u64(i)),
                   *title = lines->language == LANGUAGE_ZH ? term->game->title.zh : term->game->title.en;
        if (term->value.infinite)
            lines_add(lines, "Term %s (%s) has no Grundy value: play in it may go on for ever.",
                      "第 %s 项（%s）没有 SG 值：其中的对局可能永不结束。", index, title);
        else
            lines_add(lines, "Term %s (%s) has the Grundy value %s.", "第 %s 项（%s）的 SG 值为 %s。", index, title,
                      num_text(term->value.nimber));
    }
    if (sum->n > TERMS_SHOWN)
        lines_add(lines, "Valued in the same way: %s more term(s).", "其余 %s 项同理。", num_text(num_u64(sum->n - TERMS_SHOWN)));
}

/* The values of all terms are known. */
static void tell_xor(const struct sum *sum, struct lines *lines)
{
    struct num *values = arena_array(lines->arena, sum->n, sizeof *values);
    for (size_t i = 0; i < sum->n; i++)
        values[i] = sum->terms[i].value.nimber;
    if (sum->n > 1)
        lines_add(lines, "The Grundy value of a sum is the xor of the values of its terms (Sprague–Grundy theorem).",
                  "和的 SG 值等于各项 SG 值的异或和（SG 定理）。");
    if (sum->n != 1)
        explain_xor(lines, values, sum->n, sum->total.nimber);
    if (num_is_zero(sum->total.nimber))
        explain_zero(sum->ask, lines);
}

/* Some have none: what can be made of that. */
static void tell_infinite(const struct sum *sum, struct lines *lines)
{
    size_t infinite = 0;
    struct num others = num(0);
    for (size_t i = 0; i < sum->n; i++)
        if (sum->terms[i].value.infinite)
            infinite++;
        else
            others = num_xor(others, sum->terms[i].value.nimber);
    if (infinite > 1)
        lines_add(lines, "Terms without a Grundy value: %s; one move settles at most one of them, so nobody can force the end.",
                  "没有 SG 值的项有 %s 个，一步至多只能了结其中一个，因此双方都无法迫使对局结束。", num_text(num_u64(infinite)));
    else if (sum->n == 1)
        lines_add(lines,
                  sum->ask->answer.verdict == OUTCOME_WIN ? "It can be moved to the value 0, which is lost for the other player."
                                                          : "No move takes it to the value 0, so nobody can force the end.",
                  sum->ask->answer.verdict == OUTCOME_WIN ? "该项可以走到 SG 值 0，留给对手的是必败态。"
                                                          : "该项一步走不到 SG 值 0，因此双方都无法迫使对局结束。");
    else if (sum->ask->answer.verdict == OUTCOME_WIN)
        lines_add(
            lines,
            "The xor of the other terms is %1$s, and that one can be moved to the value %1$s, which makes the xor of all 0.",
            "其余各项的异或和为 %1$s，而该项可以走到 SG 值 %1$s，使总的异或和变为 0。", num_text(others));
    else
        lines_add(
            lines,
            "The xor of the other terms is %1$s, and no move takes that one to the value %1$s, so nobody can force the end.",
            "其余各项的异或和为 %1$s，而该项一步走不到 SG 值 %1$s，因此双方都无法迫使对局结束。", num_text(others));
}

/* The first right move, in words. */
static void tell_move(struct sum *sum, struct lines *lines)
{
    struct ask *ask = sum->ask;
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct sum_move *move = right->move;
    const char *words = explain_named(ask, move, lines);
    if (ask->answer.verdict == OUTCOME_DRAW)
        lines_add(lines, "For example %s; that keeps the draw.", "例如%s；这样保持平局。", words);
    else if (sum->misere || sum->total.infinite)
        lines_add(lines, "For example %s; what is left is lost for the other player.", "例如%s；留给对手的是必败态。", words);
    else
        lines_add(lines, "For example %s; that term then has the Grundy value %s, and %s.", "例如%s；该项的 SG 值变为 %s，%s。",
                  words, num_text(sum_rest(sum, (size_t)move->term).nimber), explain_zeroed(lines, sum->n));
}

void sum_explain(struct ask *ask, struct lines *lines)
{
    struct sum *sum = ask->found;
    if (sum->misere) {
        lines_add(lines, "A single term of misère play: the verdict is that of its own game.",
                  "只有一项，且为反常规则：胜负由该游戏本身决定。");
    } else if (sum->n == 0) {
        lines_add(lines, "The sum has no terms, so there is nothing to move in.", "没有任何一项，因此无从操作。");
    } else {
        if (sum->n == 1)
            lines_add(lines, "The sum has a single term, and is worth what that is worth.", "只有一项，和就等于这一项。");
        else
            lines_add(lines, "The sum has %s terms; a move is made in exactly one of them.", "共有 %s 项，每次只在其中一项操作。",
                      num_text(num_u64(sum->n)));
        tell_terms(sum, lines);
        if (sum->total.infinite)
            tell_infinite(sum, lines);
        else
            tell_xor(sum, lines);
    }
    tell_move(sum, lines);
    explain_verdict(ask, lines);
}
