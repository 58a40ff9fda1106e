/* What /graph says to a student. */
#include "core/kit/explain.h"
#include "core/games/graph/graph.h"

static void explain_tokens(const struct ask *ask, const struct solved *s, struct lines *lines)
{
    enum { SHOWN = 3 };
    const struct graph_position *p = ask->position;
    for (size_t i = 0; i < p->tokens.n && i < SHOWN; i++)
        board_explain_token(&s->board, lines, i, (uint32_t)list_words(p->tokens)[i]);
    if (p->tokens.n > SHOWN)
        lines_add(lines, "Valued in the same way: %s more token(s).", "其余 %s 枚棋子同理。",
                  num_text(num((int64_t)(p->tokens.n - SHOWN))));
}

static void explain_sum(const struct ask *ask, const struct solved *s, struct lines *lines)
{
    const struct graph_position *p = ask->position;
    struct num *values = arena_array(lines->arena, p->tokens.n, sizeof *values);
    for (size_t i = 0; i < p->tokens.n; i++)
        values[i] = num(s->board.labels.label[list_words(p->tokens)[i]]);
    if (p->tokens.n != 1)
        explain_xor(lines, values, p->tokens.n, ask->answer.grundy);
    if (num_is_zero(ask->answer.grundy))
        explain_zero(ask, lines);
    else if (p->tokens.n == 1)
        lines_add(lines, "It is not 0, which is won, because the token can go to a node of value 0.",
                  "结果不为 0，先手必胜，因为棋子可以移到值为 0 的结点。");
}

/* The token has no value, and there is no other. */
static void explain_lone(const struct ask *ask, struct lines *lines)
{
    lines_add(lines, "Without a value the game may be played for ever.", "没有 SG 值，对局可能永不结束。");
    if (ask->answer.verdict == OUTCOME_WIN)
        lines_add(lines, "But the token can go to a node of value 0, which is lost for the other player.",
                  "但棋子可以移到值为 0 的结点，留给对手的是必败态。");
    else
        lines_add(lines, "No move takes the token to a node of value 0, so nobody can force the end.",
                  "棋子一步到不了值为 0 的结点，因此双方都无法迫使对局结束。");
}

static void explain_infinite(const struct ask *ask, const struct solved *s, struct lines *lines)
{
    const struct tokens_total *total = &s->board.total;
    if (s->board.token_count == 1) {
        explain_lone(ask, lines);
        return;
    }
    lines_add(lines, "Tokens of infinite value: %s; so the sum has no Grundy value and may be played for ever.",
              "值为 ∞ 的棋子有 %s 枚，故整个局面没有 SG 值，对局可能永不结束。", num_text(num((int64_t)total->own_infinite)));
    if (total->own_infinite > 1)
        lines_add(lines, "One move settles at most one of them, so nobody can force the end.",
                  "一步至多只能了结其中一个，因此双方都无法迫使对局结束。");
    else if (ask->answer.verdict == OUTCOME_WIN)
        lines_add(
            lines,
            "The xor of the others is %1$s, and that token can be moved to a node of value %1$s, which makes the xor of all 0.",
            "其余棋子的值的异或和为 %1$s，而该棋子可以移到值为 %1$s 的结点，使总的异或和变为 0。", num_text(total->own));
    else
        lines_add(
            lines,
            "The xor of the others is %1$s, and no move takes that token to a node of value %1$s, so nobody can force the end.",
            "其余棋子的值的异或和为 %1$s，而该棋子一步到不了值为 %1$s 的结点，因此双方都无法迫使对局结束。",
            num_text(total->own));
}

static void explain_values(const struct ask *ask, const struct solved *s, struct lines *lines)
{
    if (s->board.labels.acyclic)
        lines_add(lines,
                  "The graph has no cycle: work backwards from the nodes without followers (value 0); the Grundy value of a node "
                  "is the "
                  "mex of its followers' values.",
                  "图中无环：从没有后继的结点（SG 值为 0）倒推，每个结点的 SG 值是其后继 SG 值的 mex。");
    else
        lines_add(
            lines,
            "The graph has a cycle. A node gets value m when m is the mex of its followers' values and every follower without a "
            "value can go back to a value m; what never gets a value is infinite (∞).",
            "图中有环。若 m 是后继已有值的 mex，且每个没有值的后继都能再走到值为 m 的结点，则该结点的值为 m；"
            "始终得不到值的结点记为 ∞。");
    explain_tokens(ask, s, lines);
    if (ask->answer.grundy_known)
        explain_sum(ask, s, lines);
    else
        explain_infinite(ask, s, lines);
}

enum { FEW_STATES = 2000 }; /* so that other positions may be looked at, too */

/* Misère play of several tokens. */
static void explain_product(struct ask *ask, const struct solved *s, struct lines *lines)
{
    lines_add(lines,
              "Misère play of several tokens is no sum of values: all joint positions were searched, %s of them (tokens count "
              "alike, and not at all where they cannot move).",
              "反常规则下，多枚棋子的胜负不能由各自的值求异或和得到：搜索了全部联合局面，共 %s "
              "个（棋子不加区分，不能再移动的不计）。",
              num_text(num(s->board.product.states)));
    if (s->board.product.states <= FEW_STATES)
        explain_outcomes(ask, lines);
}

static void explain_move(struct ask *ask, const struct solved *s, struct lines *lines)
{
    const struct graph_position *p = ask->position;
    const struct graph_extra *extra = ask->extra;
    const struct listed *right = explain_first(ask);
    if (p->tokens.n == 1 && !(extra->head.null & BIT(EXTRA_REMOTENESS))) {
        if (extra->remoteness == 0)
            return;
        lines_add(lines, "The winner hurrying and the loser delaying, the game ends after %s move(s): %s.",
                  "胜方求快、负方求慢，%s 步后终局：%s。", num_text(num(extra->remoteness)),
                  board_line(&s->board, lines, ask->budget, (uint32_t)list_words(p->tokens)[0]));
    } else if (right) {
        const struct graph_move *move = right->move;
        const char *token = num_text(num(move->token)), *node = num_text(num(move->node));
        if (right->mark.outcome == OUTCOME_DRAW)
            lines_add(lines, "For example move token %s to node %s, which keeps the draw.",
                      "例如把下标为 %s 的棋子移到结点 %s，保持平局。", token, node);
        else
            lines_add(lines, "For example move token %s to node %s: what is left is lost for the other player.",
                      "例如把下标为 %s 的棋子移到结点 %s，留给对手的是必败态。", token, node);
    }
}

void graph_explain(struct ask *ask, struct lines *lines)
{
    const struct graph_position *p = ask->position;
    const struct graph_extra *extra = ask->extra;
    lines_add(lines, "The graph has %s node(s) and %s edge(s), with %s token(s) on it.",
              "图有 %s 个结点、%s 条边，其上有 %s 枚棋子。", num_text(num(p->nodes)), num_text(num((int64_t)p->edges.n)),
              num_text(num((int64_t)p->tokens.n)));
    if (!p->misere)
        explain_values(ask, extra->solved, lines);
    else if (p->tokens.n == 1)
        lines_add(
            lines,
            "Misère play: a node without followers is a win. Work backwards: a node is a win if a follower is a loss, a loss if "
            "all followers are wins, and a draw if neither is ever forced.",
            "反常规则：没有后继的结点为胜。倒推：有一个后继为负则为胜，后继全为胜则为负，二者都推不出则为平。");
    else if (p->tokens.n == 0)
        lines_add(lines, "Misère play: who cannot move wins, and there is no token to move.",
                  "反常规则：不能操作者胜，而这里没有棋子可走。");
    else
        explain_product(ask, extra->solved, lines);
    explain_move(ask, extra->solved, lines);
    if (p->misere && p->tokens.n > 1 && extra->solved->board.product.states <= FEW_STATES)
        explain_replies(ask, lines, 3);
    explain_verdict(ask, lines);
}
