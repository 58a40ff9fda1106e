/* A graph with tokens on it; see the header. */
#include "core/games/graph/board.h"

#include "core/kit/explain.h"
#include "core/kit/turn.h"
#include "core/limits.h"

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
    if (is_product(b)) {
        struct mark mark = product_mark(&b->product, rest->node, to);
        mark.far = b->labels.acyclic ? 0 : mark.plies;
        mark.plies = 0; /* the remoteness of several tokens is not told */
        return mark;
    }
    if (b->misere)
        return retrograde_mark(&b->play, to);
    struct mark mark = {.outcome = tokens_outcome(rest, &b->labels, to)};
    mark.grundy_known = rest->own_known && b->labels.label[to] != LABEL_INFINITE;
    if (mark.grundy_known)
        mark.grundy = num_xor(rest->own, num(b->labels.label[to]));
    if (b->labels.order && b->token_count > 1)
        mark.far = ORDER_MID + b->labels.order[to] - b->labels.order[rest->node];
    if (b->token_count == 1)
        mark.plies = retrograde_mark(&b->play, to).plies;
    return mark;
}

const char *board_values(const struct board *b, const struct lines *lines, uint32_t node)
{
    uint32_t slot = followers_slot(&b->followers, node), n = b->followers.end[slot] - b->followers.start[slot];
    const uint32_t *to = b->followers.to + b->followers.start[slot];
    struct num *values = arena_array(lines->arena, n, sizeof *values);
    size_t finite = 0;
    for (uint32_t i = 0; i < n; i++)
        if (b->labels.label[to[i]] != LABEL_INFINITE)
            values[finite++] = num(b->labels.label[to[i]]);
    if (finite == n)
        return explain_set(lines, values, finite);
    if (finite == 0)
        return "∞";
    return arena_printf(lines->arena, lines->language == LANGUAGE_ZH ? "%s、∞" : "%s, ∞", explain_set(lines, values, finite));
}

/* The first follower that the better play goes to: the remoteness is one less there. */
static uint32_t next_in_line(const struct board *b, uint32_t node)
{
    uint32_t plies = retrograde_remoteness(&b->play, node), best = UINT32_MAX;
    enum outcome wanted = outcome_turned(retrograde_outcome(&b->play, node));
    for (size_t i = 0; i < b->edges; i++) {
        uint32_t to = (uint32_t)b->pairs[2 * i + 1];
        if (b->pairs[2 * i] == node && to < best && retrograde_outcome(&b->play, to) == wanted &&
            retrograde_remoteness(&b->play, to) + 1 == plies)
            best = to;
    }
    return best;
}

const char *board_line(const struct board *b, const struct lines *lines, struct budget *budget, uint32_t node)
{
    enum { STEPS_SHOWN = 8 };
    const char *text = num_text(num(node));
    for (int step = 0; retrograde_remoteness(&b->play, node) && step < STEPS_SHOWN; step++) {
        budget_spend(budget, b->edges);
        node = next_in_line(b, node);
        text = arena_printf(lines->arena, "%s → %s", text, num_text(num(node)));
    }
    return retrograde_remoteness(&b->play, node) ? arena_printf(lines->arena, "%s → …", text) : text;
}
