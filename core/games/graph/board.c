/* A graph with tokens on it; see the header. */
#include "core/games/graph/board.h"

#include "core/kit/told.h"
#include "core/kit/turn.h"
#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

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

void board_label(struct board *b, struct arena *arena, struct budget *budget)
{
    digraph_build(&b->graph, arena, budget, b->nodes, b->pairs, b->edges);
    digraph_label(&b->graph, arena, budget, &b->labels);
}

void board_add_up(struct board *b, struct arena *arena)
{
    tokens_add_up(&b->total, &b->labels, arena, b->tokens, b->token_count, b->others);
    b->verdict = tokens_verdict(&b->total);
}

void board_solve(struct board *b, struct arena *arena, struct budget *budget)
{
    board_label(b, arena, budget);
    digraph_followers(&b->graph, arena, budget, is_product(b) ? NULL : b->tokens, b->token_count, &b->followers);
    if (b->token_count == 1 || b->play_all)
        play_one_token(b, arena, budget);
    if (!b->misere) {
        board_add_up(b, arena);
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

/* "1, 2" and "0, ∞": the first followers, and their values. */
static void open_followers(const struct board *b, struct lines *lines, const uint32_t *to, uint32_t n, const char **nodes,
                           const char **values)
{
    const char *comma = lines->language == LANGUAGE_ZH ? "、" : ", ";
    *nodes = *values = "";
    for (uint32_t i = 0; i < n && i < TOLD_EACH; i++) {
        uint32_t label = b->labels.label[to[i]];
        *nodes = arena_printf(lines->arena, "%s%s%u", *nodes, i ? comma : "", to[i]);
        *values =
            arena_printf(lines->arena, "%s%s%s", *values, i ? comma : "", label == LABEL_INFINITE ? "∞" : num_text(num(label)));
    }
    if (n > TOLD_EACH) {
        *nodes = arena_printf(lines->arena, "%s%s…", *nodes, comma);
        *values = arena_printf(lines->arena, "%s%s…", *values, comma);
    }
}

static void explain_finite(const struct board *b, struct lines *lines, const char *token, uint32_t node, const uint32_t *to,
                           uint32_t n)
{
    struct num value = num(b->labels.label[node]);
    struct told told = told_begin(lines, SIZE_MAX);
    for (uint32_t i = 0; i < n; i++) {
        struct num one = num(b->labels.label[to[i]]);
        told_add(&told, one, told_names(&told, one) ? num_text(num(to[i])) : NULL);
    }
    lines_add(lines, "Token %s is on node %s: %s; the least number missing (mex) is %s, the value of the node.",
              "下标为 %s 的棋子在结点 %s：%s，缺少的最小非负整数（mex）是 %s，即该结点的值。", token, num_text(num(node)),
              told_text(&told, value), num_text(value));
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void board_explain_token(const struct board *b, struct lines *lines, size_t i, uint32_t node)
{
    uint32_t slot = followers_slot(&b->followers, node), n = b->followers.end[slot] - b->followers.start[slot];
    uint32_t *to = arena_raw(lines->arena, (n + 1) * sizeof *to); /* they stand in the order in which moves are listed */
    memcpy(to, b->followers.to + b->followers.start[slot], n * sizeof *to);
    qsort(to, n, sizeof *to, ascending);
    bool finite = b->labels.label[node] != LABEL_INFINITE;
    const char *token = num_text(num_u64(i)), *nodes, *values;
    for (uint32_t k = 0; k < n; k++)
        finite &= b->labels.label[to[k]] != LABEL_INFINITE;
    if (finite) {
        explain_finite(b, lines, token, node, to, n);
        return;
    }
    open_followers(b, lines, to, n, &nodes, &values);
    lines_add(lines,
              n == 1 ? "Token %s is on node %s; its only follower %s has the value %s, so its value is %s."
                     : "Token %s is on node %s; its followers %s have the values %s, so its value is %s.",
              n == 1 ? "下标为 %s 的棋子在结点 %s，唯一的后继 %s 的值为 %s，故该结点的值为 %s。"
                     : "下标为 %s 的棋子在结点 %s，其后继 %s 的值依次为 %s，故该结点的值为 %s。",
              token, num_text(num(node)), nodes, values,
              b->labels.label[node] == LABEL_INFINITE ? "∞" : num_text(num(b->labels.label[node])));
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
