/* A graph with tokens on it; see the header. */
#include "core/kit/board.h"

#include "core/kit/turn.h"

static bool is_product(const struct board *b)
{
    return b->misere && b->token_count != 1;
}

static void play_one_token(struct board *b, struct arena *arena, struct budget *budget)
{
    if (!b->misere && !b->labels.acyclic)
        b->play = b->labels.play;
    else
        digraph_play(&b->graph, arena, budget, b->misere ? RETROGRADE_WIN : RETROGRADE_LOSS, &b->play);
}

static void search_product(struct board *b, struct arena *arena, struct budget *budget)
{
    if (!product_solve(&b->product, arena, budget, &b->followers, b->tokens, b->token_count, RETROGRADE_WIN))
        arena_escape(arena, STATUS_too_large, b->product.limit,
                     "misère play of several tokens is solved while they can come to at most %d states by %d moves",
                     (int)b->product.limit, (int)GRAPH_PRODUCT_MOVES);
    b->verdict = product_outcome(&b->product, b->tokens, b->token_count);
}

void board_solve(struct board *b, struct arena *arena, struct budget *budget)
{
    digraph_build(&b->graph, arena, budget, b->nodes, b->pairs, b->edges);
    digraph_label(&b->graph, arena, budget, &b->labels);
    digraph_followers(&b->graph, arena, budget, is_product(b) ? NULL : b->tokens, b->token_count, &b->followers);
    if (b->token_count == 1 || b->play_all)
        play_one_token(b, arena, budget);
    if (!b->misere) {
        tokens_add_up(&b->total, &b->labels, arena, b->tokens, b->token_count, b->others);
        b->verdict = tokens_verdict(&b->total);
    } else if (is_product(b)) {
        search_product(b, arena, budget);
    } else {
        b->verdict = retrograde_outcome(&b->play, (uint32_t)b->tokens[0]);
    }
}

struct tokens_rest board_lift(const struct board *b, uint32_t node)
{
    return b->misere ? (struct tokens_rest){.node = node} : tokens_rest(&b->total, &b->labels, node);
}

struct mark board_mark(const struct board *b, const struct tokens_rest *rest, uint32_t to)
{
    if (is_product(b))
        return mark_outcome(outcome_turned(product_after(&b->product, rest->node, to)));
    if (b->misere)
        return retrograde_mark(&b->play, to);
    struct mark mark = {.outcome = tokens_outcome(rest, &b->labels, to)};
    mark.grundy_known = rest->own_known && b->labels.label[to] != LABEL_INFINITE;
    if (mark.grundy_known)
        mark.grundy = num_xor(rest->own, num(b->labels.label[to]));
    if (b->token_count == 1)
        mark.plies = retrograde_mark(&b->play, to).plies;
    return mark;
}
