/* Compares what a solver says of every position of a graph with the truth found by plain search. */
#include "tests/support/api/search.h"

#include "api/json/encode.h"
#include "api/json/out.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/api/graph.h"
#include "tests/support/api/vec.h"

#include <string.h>

static const char *const names[] = {
    [OUTCOME_LOSS] = "loss", [OUTCOME_DRAW] = "draw", [OUTCOME_WIN] = "win", [OUTCOME_NONE] = "null"};

static const cJSON *field(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool has_grundy(const struct graph *graph, const struct node *node)
{
    return graph->game->traits & TRAIT_GRUNDY && !node->misere;
}

static void check_claims(const struct graph *graph, const struct node *node)
{
    struct report *report = graph->report;
    report->checks++;
    if (node->verdict != node->truth)
        report_fail(report, "%s: verdict is %s, search finds %s", node->position, names[node->verdict], names[node->truth]);
    if (node->grundy.known && !has_grundy(graph, node))
        report_fail(report, "%s: a Grundy value where there is none", node->position);
    if (node->grundy.known && node->mex.known && node->grundy.is != node->mex.is)
        report_fail(report, "%s: grundy is %lld, search finds %lld", node->position, (long long)node->grundy.is,
                    (long long)node->mex.is);
    if (graph->rules->score && (!node->score.known || node->score.is != node->best))
        report_fail(report, "%s: value is %lld, search finds %lld", node->position, (long long)node->score.is,
                    (long long)node->best);
    for (size_t i = 0; i < node->n; i++) {
        const struct edge *edge = &node->edges[i];
        const struct node *to = &graph->nodes[edge->to];
        if (edge->outcome != edge_truth(graph, edge) && !(graph->game->traits & TRAIT_DECIDER))
            report_fail(report, "%s: move %s is a %s, search finds %s", node->position, edge->move, names[edge->outcome],
                        names[edge_truth(graph, edge)]);
        if (edge->grundy.known != to->grundy.known || edge->grundy.is != to->grundy.is)
            report_fail(report, "%s: move %s does not tell the Grundy value that its position has", node->position, edge->move);
    }
}

/* Which moves belong to a list of the answer. */
static bool belongs(const struct graph *graph, const struct node *node, const struct edge *edge, const char *list)
{
    int64_t after = graph->nodes[edge->to].best;
    if (strcmp(list, "best") == 0)
        return edge->score + (graph->game->traits & TRAIT_DECIDER ? after : -after) == node->best;
    return edge_truth(graph, edge) == (strcmp(list, "winning") == 0 ? OUTCOME_WIN : OUTCOME_DRAW);
}

/* One list of the answer, from `offset`, at most `limit`, and its count. Returns whether moves were left out of it. */
static bool check_list(const struct graph *graph, const struct node *node, const cJSON *answer, const char *list, size_t offset,
                       size_t limit)
{
    struct client *client = graph->client;
    const cJSON *moves = field(answer, arena_printf(&client->kept, "%s_moves", list)), *item = moves ? moves->child : NULL;
    const cJSON *count = field(answer, arena_printf(&client->kept, "%s_move_count", list));
    size_t seen = 0;
    for (size_t i = 0; i < node->n; i++) {
        if (!belongs(graph, node, &node->edges[i], list))
            continue;
        bool shown = seen >= offset && seen - offset < limit;
        seen++;
        if (!shown)
            continue;
        if (!item || !json_same(item, client_read(client, node->edges[i].move))) {
            report_fail(graph->report, "%s: %s_moves from %zu lack %s", node->position, list, offset, node->edges[i].move);
            return false;
        }
        item = item->next;
    }
    if (item)
        report_fail(graph->report, "%s: too much in %s_moves", node->position, list);
    if (!cJSON_IsNumber(count) || count->valuedouble < (double)seen || count->valuedouble > (double)seen)
        report_fail(graph->report, "%s: %s_move_count is not %zu", node->position, list, seen);
    return seen > 0 && (offset > 0 || seen > limit);
}

static void check_lists(const struct graph *graph, const struct node *node, size_t offset, size_t limit)
{
    struct client *client = graph->client;
    unsigned traits = graph->game->traits;
    client_forget(client);
    graph->report->checks++;
    const char *page = arena_printf(&client->kept, "\"offset\":%zu,\"limit\":%zu", offset, limit);
    const char *target = arena_printf(&client->kept, "/%s", graph->game->id);
    struct response response = client_post(client, target, client_with(client, node->position, page));
    bool left_out = false;
    if (!(traits & TRAIT_DECIDER))
        left_out = check_list(graph, node, response.json, "winning", offset, limit);
    if (traits & TRAIT_DRAWS)
        left_out = check_list(graph, node, response.json, "drawing", offset, limit) || left_out;
    if (traits & (TRAIT_SCORES | TRAIT_DECIDER))
        left_out = check_list(graph, node, response.json, "best", offset, limit) || left_out;
    if (cJSON_IsTrue(field(response.json, "truncated")) != left_out)
        report_fail(graph->report, "%s: truncated is wrong for %s", node->position, page);
}

/* The same for the list of all moves, and for no list at all. */
static void check_pages(const struct graph *graph, const struct node *node, size_t offset, size_t limit)
{
    struct client *client = graph->client;
    client_forget(client);
    graph->report->checks++;
    const char *page = arena_printf(&client->kept, "\"moves\":\"all\",\"offset\":%zu,\"limit\":%zu", offset, limit);
    const char *target = arena_printf(&client->kept, "/%s", graph->game->id);
    struct response response = client_post(client, target, client_with(client, node->position, page));
    const cJSON *moves = field(response.json, "moves"), *item = moves ? moves->child : NULL;
    for (size_t i = offset; i < node->n && i - offset < limit; i++, item = item ? item->next : NULL) {
        cJSON *move = item ? cJSON_Duplicate(item, true) : NULL;
        cJSON_DeleteItemFromObjectCaseSensitive(move, "outcome");
        cJSON_DeleteItemFromObjectCaseSensitive(move, "grundy");
        if (!move || !json_same(move, client_read(client, node->edges[i].move))) {
            report_fail(graph->report, "%s: moves from %zu lack %s", node->position, offset, node->edges[i].move);
            return;
        }
    }
    const cJSON *count = field(response.json, "move_count");
    if (item || !cJSON_IsNumber(count) || (size_t)count->valueint != node->n)
        report_fail(graph->report, "%s: too many moves, or a wrong move_count", node->position);
    bool left_out = node->n > 0 && (offset > 0 || node->n > limit);
    if (cJSON_IsTrue(field(response.json, "truncated")) != left_out)
        report_fail(graph->report, "%s: truncated is wrong for %s", node->position, page);
}

static void solve(void *ask)
{
    ask_solve(ask);
}

/* Asks the solver itself for the moves that lead to the Grundy value `target`, as /sum does. */
static void check_target(const struct graph *graph, const struct node *node, int64_t target)
{
    struct client *client = graph->client;
    client_forget(client);
    graph->report->checks++;
    struct arena *arena = &client->kept, *outer = arena_enter(arena);
    struct faults faults = {.arena = arena};
    const struct game *game = graph->game;
    void *position = position_decode(&game, client_read(client, node->position), "", NULL, &faults);
    if (faults.n) {
        report_fail(graph->report, "%s: decoded once and not again", node->position);
        arena_enter(outer);
        return;
    }
    struct budget budget = {.left = UINT64_MAX, .arena = arena};
    struct ask ask;
    ask_init(&ask, game, position, arena, &budget, client->api.store);
    ask.target = num(target);
    ask.limit = LIST_LIMIT;
    struct escape landed;
    if (arena_try(arena, &landed, solve, &ask) != STATUS_ok) {
        report_fail(graph->report, "%s: asked for moves to Grundy value %lld: %s", node->position, (long long)target,
                    landed.detail);
        arena_enter(outer);
        return;
    }
    size_t seen = 0;
    for (size_t i = 0; i < node->n; i++) {
        if (node->edges[i].grundy.is != target)
            continue;
        struct out out;
        out_init(&out, arena, 64);
        if (seen < ask.answer.winning.n)
            encode_value(&out, game->move, ask.answer.winning.v[seen].move);
        out_bytes(&out, "", 1);
        const cJSON *move = client_read(client, out.v);
        seen++;
        if (!move || !json_same(move, client_read(client, node->edges[i].move)))
            report_fail(graph->report, "%s: %s is missing among the moves to Grundy value %lld", node->position,
                        node->edges[i].move, (long long)target);
    }
    if (num_cmp_word(ask.answer.winning.seen, (int64_t)seen) != 0)
        report_fail(graph->report, "%s: %s moves to Grundy value %lld, search finds %zu", node->position,
                    num_text(ask.answer.winning.seen), (long long)target, seen);
    arena_enter(outer);
}

/* Only where all options have a value can moves to a value be told from others. */
static bool all_known(const struct graph *graph, const struct node *node)
{
    for (size_t i = 0; i < node->n; i++)
        if (!node->edges[i].grundy.known)
            return false;
    return has_grundy(graph, node) && node->grundy.known;
}

static void check_node(const struct graph *graph, size_t at)
{
    const struct node *node = &graph->nodes[at];
    check_claims(graph, node);
    check_lists(graph, node, 0, LIST_LIMIT);
    check_lists(graph, node, at % 3, at % 5);
    check_pages(graph, node, at % 7, at % 4);
    if (!all_known(graph, node))
        return;
    check_target(graph, node, node->grundy.is);
    check_target(graph, node, (int64_t)(at % ((size_t)node->grundy.is + 3)));
}

static void add(void *what, const char *text)
{
    struct graph *graph = what;
    client_forget(graph->client);
    graph_add(graph, text);
}

size_t search_all(struct report *report, struct client *client, const char *id, const char *template, bool over_wins)
{
    const struct game *game = game_find(id, strlen(id));
    if (!game) {
        report_fail(report, "no game %s", id);
        return 0;
    }
    struct graph graph;
    graph_init(&graph, report, client, game);
    graph.over_wins = over_wins;
    vec_expand(template, add, &graph);
    graph_explore(&graph);
    graph_solve(&graph);
    size_t compared = 0;
    struct arena *outer = arena_enter(&client->kept);
    for (size_t i = 0; i < graph.n; i++) {
        if (graph.nodes[i].refused)
            continue;
        check_node(&graph, i);
        compared++;
    }
    arena_enter(outer);
    client_forget(client);
    if (compared == 0)
        report_fail(report, "no position of the template is accepted");
    graph_free(&graph);
    return compared;
}
