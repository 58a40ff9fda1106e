/* Why a sum is won, lost or drawn, with its own numbers. */
#include "api/tools/sum/parts.h"

enum { TERMS_SHOWN = 6 };

static void tell_terms(const struct sum *sum, struct lines *lines)
{
    for (size_t i = 0; i < sum->n && i < TERMS_SHOWN; i++) {
        const struct term *term = &sum->terms[i];
        const char *index = num_text(num_u64(i));
        if (term->value.infinite)
            lines_add(lines, "Term %s (%s) has no Grundy value: play in it may go on for ever.",
                      "第 %s 项（%s）没有 SG 值：其中的对局可能永不结束。", index,
                      lines->language == LANGUAGE_ZH ? term->game->title.zh : term->game->title.en);
        else
            lines_add(lines, "Term %s (%s) has the Grundy value %s.", "第 %s 项（%s）的 SG 值为 %s。", index,
                      lines->language == LANGUAGE_ZH ? term->game->title.zh : term->game->title.en, num_text(term->value.nimber));
    }
    if (sum->n > TERMS_SHOWN)
        lines_add(lines, "The other %s term(s) are valued in the same way.", "其余 %s 项同理。",
                  num_text(num_u64(sum->n - TERMS_SHOWN)));
}

static void tell_winning_move(const struct sum *sum, struct lines *lines)
{
    const struct answer *answer = &sum->ask->answer;
    const struct page *page = sum->ask->listing == LISTING_WINNING ? &answer->winning : &answer->all;
    for (size_t i = 0; i < page->n; i++) {
        const struct sum_move *move = page->v[i].move;
        if (page->v[i].mark.outcome != OUTCOME_WIN)
            continue;
        struct num goal = sum_rest(sum, (size_t)move->term).nimber;
        lines_add(lines, "The values of the other terms have the xor %2$s, so bring term %1$s to the Grundy value %2$s.",
                  "其余各项的异或和为 %2$s，故把第 %1$s 项变为 SG 值 %2$s 的局面即可。", num_text(num(move->term)),
                  num_text(goal));
        return;
    }
}

static void tell_verdict(const struct sum *sum, struct lines *lines)
{
    if (sum->ask->answer.verdict == OUTCOME_LOSS)
        lines_add(lines, "The player to move loses: whatever is done in one term, the other player has an answer.",
                  "当前局面是必败态：先手无论在哪一项操作，后手都有应对。");
    else if (sum->ask->answer.verdict == OUTCOME_WIN)
        lines_add(lines, "The player to move wins.", "当前局面是必胜态，先手必胜。");
    else
        lines_add(lines, "Nobody can force the end: the sum is a draw.", "双方都无法迫使对局结束，为平局。");
}

void sum_explain(struct ask *ask, struct lines *lines)
{
    const struct sum *sum = ask->found;
    if (sum->misere) {
        lines_add(lines, "A single term of misère play: the verdict is that of its own game.",
                  "只有一项，且为反常规则：胜负由该游戏本身决定。");
    } else {
        lines_add(lines, "The sum has %s term(s); a move is made in exactly one of them.", "共有 %s 项，每次只在其中一项操作。",
                  num_text(num_u64(sum->n)));
        tell_terms(sum, lines);
        if (!sum->total.infinite)
            lines_add(lines, "The xor of the Grundy values is %s.", "各项 SG 值的异或和为 %s。", num_text(sum->total.nimber));
        if (!sum->total.infinite && ask->answer.verdict == OUTCOME_WIN)
            tell_winning_move(sum, lines);
    }
    tell_verdict(sum, lines);
}
