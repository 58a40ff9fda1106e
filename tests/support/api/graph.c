/* The graph of positions that plain search walks. */
#include "tests/support/api/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t graph_bytes_max = (size_t)1 << 30;

static const cJSON *field(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

void graph_init(struct graph *graph, struct report *report, struct client *client, const struct game *game)
{
    *graph = (struct graph){.game = game, .rules = rules_find(game->id), .client = client, .report = report, .slots = 1 << 10};
    arena_init(&graph->arena, NULL, 0, graph_bytes_max);
    graph->index = must(calloc(graph->slots, sizeof *graph->index));
}

void graph_free(struct graph *graph)
{
    arena_reset(&graph->arena);
    free(graph->nodes);
    free(graph->index);
}

static size_t slot_of(const struct graph *graph, const char *position)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (const char *c = position; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    size_t slot = (size_t)(hash ^ hash >> 32) & (graph->slots - 1);
    while (graph->index[slot] && strcmp(graph->nodes[graph->index[slot] - 1].position, position) != 0)
        slot = (slot + 1) & (graph->slots - 1);
    return slot;
}

static void grow(struct graph *graph)
{
    graph->room = graph->room ? 2 * graph->room : 256;
    graph->nodes = must(realloc(graph->nodes, graph->room * sizeof *graph->nodes));
    while (graph->slots < 4 * graph->room)
        graph->slots *= 2;
    free(graph->index);
    graph->index = must(calloc(graph->slots, sizeof *graph->index));
    for (size_t i = 0; i < graph->n; i++)
        graph->index[slot_of(graph, graph->nodes[i].position)] = i + 1;
}

static size_t find(struct graph *graph, const char *position)
{
    if (graph->n == graph->room)
        grow(graph);
    size_t slot = slot_of(graph, position);
    if (!graph->index[slot]) {
        graph->nodes[graph->n] = (struct node){.position = arena_copy(&graph->arena, position, strlen(position))};
        graph->index[slot] = ++graph->n;
    }
    return graph->index[slot] - 1;
}

void graph_add(struct graph *graph, const char *position)
{
    const cJSON *json = client_read(graph->client, position);
    if (json)
        find(graph, client_print(graph->client, json));
    else
        report_fail(graph->report, "no JSON: %s", position);
}

static enum outcome outcome_of(const cJSON *word)
{
    const char *text = cJSON_GetStringValue(word);
    if (!text)
        return OUTCOME_NONE;
    return strcmp(text, "win") == 0 ? OUTCOME_WIN : strcmp(text, "loss") == 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

static struct value value_of(const cJSON *number)
{
    if (!cJSON_IsNumber(number))
        return (struct value){0};
    return (struct value){true, (int64_t)number->valuedouble};
}

static struct edge read_edge(struct graph *graph, const cJSON *position, const cJSON *item)
{
    struct client *client = graph->client;
    cJSON *move = cJSON_Duplicate(item, true);
    struct edge edge = {.outcome = outcome_of(field(item, "outcome")), .grundy = value_of(field(item, "grundy"))};
    const cJSON *to = field(item, "to");
    if (graph->rules->score)
        edge.score = graph->rules->score(position, item, to);
    edge.to = find(graph, client_print(client, to));
    cJSON_DeleteItemFromObjectCaseSensitive(move, "outcome");
    cJSON_DeleteItemFromObjectCaseSensitive(move, "grundy");
    cJSON_DeleteItemFromObjectCaseSensitive(move, "to");
    const char *text = client_print(client, move);
    edge.move = arena_copy(&graph->arena, text, strlen(text));
    return edge;
}

static enum outcome over(const struct graph *graph, const struct node *node, const cJSON *position)
{
    if (graph->rules->over)
        return graph->rules->over(position);
    if (graph->rules->score)
        return graph->game->traits & TRAIT_DECIDER ? OUTCOME_NONE : OUTCOME_DRAW;
    return node->misere || graph->over_wins ? OUTCOME_WIN : OUTCOME_LOSS;
}

static void read_moves(struct graph *graph, size_t at, const cJSON *answer)
{
    struct report *report = graph->report;
    const cJSON *position = client_read(graph->client, graph->nodes[at].position), *moves = field(answer, "moves"), *item;
    size_t n = (size_t)cJSON_GetArraySize(moves), i = 0;
    struct edge *edges = arena_array(&graph->arena, n + 1, sizeof *edges);
    const cJSON *before = NULL;
    cJSON_ArrayForEach(item, moves)
    {
        if (!cJSON_IsObject(field(item, "to"))) {
            report_fail(report, "%s: a move without its position", graph->nodes[at].position);
            return;
        }
        if (before && !graph->game->tailor && rules_order(graph->game->move, before, item) >= 0)
            report_fail(report, "%s: move %zu does not ascend", graph->nodes[at].position, i);
        edges[i++] = read_edge(graph, position, item);
        before = item;
    }
    struct node *node = &graph->nodes[at];
    node->edges = edges;
    node->n = n;
    node->misere = cJSON_IsTrue(field(position, "misere"));
    if (n > 0)
        return;
    node->done = true;
    node->truth = over(graph, node, position);
    node->mex = (struct value){true, 0};
}

static void explore(struct graph *graph, size_t at, bool start)
{
    struct client *client = graph->client;
    client_forget(client);
    const char *body = client_with(client, graph->nodes[at].position, "\"moves\":\"all\",\"positions\":true,\"limit\":10000");
    struct response response = client_post(client, arena_printf(&client->kept, "/%s", graph->game->id), body);
    if (response.status != 200) {
        graph->nodes[at].refused = true;
        const char *code = cJSON_GetStringValue(field(response.json, "code"));
        if (!start || !code || strcmp(code, "invalid_position") != 0)
            report_fail(graph->report, "%s: status %d: %.300s", graph->nodes[at].position, response.status, response.text);
        return;
    }
    const cJSON *answer = response.json, *count = field(answer, "move_count");
    struct node *node = &graph->nodes[at];
    node->verdict = outcome_of(field(answer, "verdict"));
    node->grundy = value_of(field(answer, "grundy"));
    node->score = value_of(field(answer, "value"));
    if (!cJSON_IsNumber(count) || count->valueint != cJSON_GetArraySize(field(answer, "moves")) ||
        !cJSON_IsFalse(field(answer, "truncated")))
        report_fail(graph->report, "%s: move_count and moves do not agree", node->position);
    struct arena *outer = arena_enter(&client->kept);
    read_moves(graph, at, answer);
    arena_enter(outer);
}

void graph_explore(struct graph *graph)
{
    size_t starts = graph->n;
    for (size_t i = 0; i < graph->n; i++)
        explore(graph, i, i < starts);
}

enum outcome edge_truth(const struct graph *graph, const struct edge *edge)
{
    const struct node *to = &graph->nodes[edge->to];
    if (graph->rules->score) {
        int64_t result = edge->score - to->best;
        return result > 0 ? OUTCOME_WIN : result < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
    }
    return to->truth == OUTCOME_WIN ? OUTCOME_LOSS : to->truth == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
}

/* The best outcome that the options known so far give, and whether more knowledge could not change it. */
static bool solve_outcome(const struct graph *graph, struct node *node)
{
    bool all = true;
    enum outcome best = OUTCOME_LOSS;
    for (size_t i = 0; i < node->n; i++) {
        const struct node *to = &graph->nodes[node->edges[i].to];
        enum outcome outcome = edge_truth(graph, &node->edges[i]);
        all = all && to->done;
        if (to->done && outcome > best)
            best = outcome;
    }
    node->truth = best;
    return all || best == OUTCOME_WIN;
}

static bool solve_score(const struct graph *graph, struct node *node)
{
    bool decider = graph->game->traits & TRAIT_DECIDER;
    for (size_t i = 0; i < node->n; i++) {
        const struct node *to = &graph->nodes[node->edges[i].to];
        int64_t value = node->edges[i].score + (decider ? to->best : -to->best);
        if (!to->done)
            return false;
        if (i == 0 || value > node->best)
            node->best = value;
    }
    node->truth = decider ? OUTCOME_NONE : node->best > 0 ? OUTCOME_WIN : node->best < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
    return true;
}

/* mex over the options: a value only where every option has one (or where the rules leave out those that have none). */
static struct value solve_mex(const struct graph *graph, const struct node *node)
{
    struct value mex = {true, 0};
    for (size_t i = 0; i < node->n;) {
        const struct node *to = &graph->nodes[node->edges[i].to];
        bool skip = graph->rules->mex_of_known && !to->grundy.known;
        if (!skip && !to->mex.known)
            return (struct value){0};
        bool taken = !skip && to->mex.is == mex.is;
        mex.is += taken;
        i = taken ? 0 : i + 1;
    }
    return mex;
}

void graph_solve(struct graph *graph)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = graph->n; i-- > 0;) {
            struct node *node = &graph->nodes[i];
            if (!node->done && !node->refused) {
                node->done = graph->rules->score ? solve_score(graph, node) : solve_outcome(graph, node);
                changed = changed || node->done;
            }
            if (node->n && !node->mex.known && !node->refused) {
                node->mex = solve_mex(graph, node);
                changed = changed || node->mex.known;
            }
        }
    }
    for (size_t i = 0; i < graph->n; i++)
        if (!graph->nodes[i].done)
            graph->nodes[i].truth = OUTCOME_DRAW;
}
