/* Labels by waiting at witnesses: for candidates that are few beside the edges, or have many levels before them.
 *
 * Method, for the rule of levels.c: every candidate x waits at one witness: a follower that has neither a label nor a follower
 * labelled m, m being the mex of x so far. x is looked at again when its witness gets a label or a follower labelled m, and then
 * goes on behind it; when its own mex changes it starts anew. A candidate without a witness is labelled. Invariant: followers
 * before scan are no witnesses. Cost: one pass over all edges, and the edges of each candidate times the changes of its mex;
 * spent on the budget. */
#include "core/kit/search/witness.h"

#include "core/promise.h"

#include <string.h>

enum { NONE = UINT32_MAX, NO_STAGE = UINT16_MAX };

enum waiting { WAITING_TURN, WAITING_WITNESS, SETTLED };

struct watch {
    uint64_t wanted;     /* stages of those who wait here, modulo 64 */
    uint32_t first;      /* of those who wait here */
    uint32_t next, prev; /* in the list in which this node waits */
    uint32_t scan;       /* index into follow: the witness, while it waits for one */
    uint16_t stage;      /* the mex of the labels known when it was last looked at */
    uint8_t state;
};

/* Candidates, and after them the other nodes at which candidates may have to wait, are numbered anew: "unit"s. */
struct work {
    const struct digraph *graph;
    struct budget *budget;
    struct labels *labels;
    struct levels *levels;
    uint32_t candidates, units;
    uint64_t *candidate; /* bit set of nodes */
    uint32_t *unit;      /* by node; NONE for the others */
    uint32_t *node;      /* by unit */
    uint32_t *start; /* by candidate: its followers without label are the nodes follow[start[x]] … follow[start[x + 1] - 1] */
    uint32_t *follow;
    struct watch *watch;
    uint32_t *stack; /* units whose turn it is */
    uint32_t stacked;
};

static bool add_known(struct work *w, uint32_t node, uint32_t label)
{
    if (label >= KNOWN_BITS)
        return levels_add_high(w->levels, node, label);
    uint64_t bit = UINT64_C(1) << label, before = w->labels->known[node];
    w->labels->known[node] = before | bit;
    return !(before & bit);
}

static uint32_t mex_known(const struct work *w, uint32_t node)
{
    uint32_t mex = (uint32_t)__builtin_ctzll(~(w->labels->known[node] & levels_known_mask));
    while (mex >= KNOWN_BITS && labels_known(w->labels, node, mex))
        mex++;
    return mex;
}

static void give_turn(struct work *w, uint32_t x)
{
    w->watch[x].state = WAITING_TURN;
    w->stack[w->stacked++] = x;
}

/* Those who wait at unit x for a follower labelled `stage`, or all of them, get their turn. */
static void wake(struct work *w, uint32_t x, uint32_t stage, bool all)
{
    struct watch *at = &w->watch[x];
    uint64_t wanted = 0;
    for (uint32_t y = at->first, next; y != NONE; y = next) {
        struct watch *waiter = &w->watch[y];
        next = waiter->next;
        budget_spend(w->budget, 2);
        if (!all && waiter->stage != stage) {
            wanted |= UINT64_C(1) << waiter->stage % 64;
            continue;
        }
        if (waiter->prev == NONE)
            at->first = next;
        else
            w->watch[waiter->prev].next = next;
        if (next != NONE)
            w->watch[next].prev = waiter->prev;
        give_turn(w, y);
    }
    at->wanted = wanted;
}

static void stop_waiting(struct work *w, uint32_t x)
{
    struct watch *me = &w->watch[x];
    if (me->next != NONE)
        w->watch[me->next].prev = me->prev;
    if (me->prev != NONE)
        w->watch[me->prev].next = me->next;
    else
        w->watch[w->unit[w->follow[me->scan]]].first = me->next;
}

static void wait_at(struct work *w, uint32_t x, uint32_t witness)
{
    struct watch *me = &w->watch[x], *at = &w->watch[witness];
    me->state = WAITING_WITNESS;
    me->prev = NONE;
    me->next = at->first;
    if (at->first != NONE)
        w->watch[at->first].prev = x;
    at->first = x;
    at->wanted |= UINT64_C(1) << me->stage % 64;
}

/* A follower of `node` has got that label. */
static void tell(struct work *w, uint32_t node, uint32_t label)
{
    if (w->labels->label[node] != LABEL_INFINITE || !add_known(w, node, label))
        return;
    uint32_t x = w->unit[node];
    if (x == NONE)
        return;
    struct watch *me = &w->watch[x];
    if (me->wanted >> label % 64 & 1)
        wake(w, x, label, false);
    if (me->state == WAITING_WITNESS && me->stage == label) {
        stop_waiting(w, x);
        give_turn(w, x);
    }
}

static void settle(struct work *w, uint32_t x, uint32_t label)
{
    const struct digraph *graph = w->graph;
    uint32_t node = w->node[x], end = graph->start[node + 1];
    promise(label < LABEL_INFINITE);
    w->labels->label[node] = (uint16_t)label;
    w->labels->order[node] = 2 * graph->nodes + 2 + w->levels->settled++;
    if (label > w->labels->top)
        w->labels->top = label;
    w->watch[x].state = SETTLED;
    wake(w, x, 0, true);
    budget_spend(w->budget, 8 * (uint64_t)(end - graph->start[node]));
    for (uint32_t i = graph->start[node]; i < end; i++)
        tell(w, graph->pred[i], label);
}

static void look_at(struct work *w, uint32_t x)
{
    struct watch *me = &w->watch[x];
    uint32_t stage = mex_known(w, w->node[x]), from;
    if (stage != me->stage) {
        me->stage = (uint16_t)stage;
        me->scan = w->start[x];
    }
    for (from = me->scan; me->scan < w->start[x + 1]; me->scan++) {
        uint32_t f = w->follow[me->scan];
        if (w->labels->label[f] == LABEL_INFINITE && !labels_known(w->labels, f, stage))
            break;
    }
    budget_spend(w->budget, 4 + 2 * (uint64_t)(me->scan - from));
    if (me->scan < w->start[x + 1])
        wait_at(w, x, w->unit[w->follow[me->scan]]);
    else
        settle(w, x, stage);
}

/* Numbers the candidates and makes room for their followers: start is filled one place to the right and moves into place as the
 * followers come in. */
static void collect_candidates(struct work *w, struct arena *arena)
{
    const struct levels *l = w->levels;
    const uint64_t *word = l->labels->known;
    uint32_t nodes = w->graph->nodes, sum = 0;
    w->candidate = arena_array(arena, nodes / 64 + 1, sizeof *w->candidate);
    memset(w->unit, 0xFF, nodes * sizeof *w->unit);
    for (uint32_t i = 0; i < l->candidates; i++) {
        uint32_t v = l->candidate[i];
        if (w->labels->label[v] != LABEL_INFINITE || !(word[v] & 1)) /* labelled since, or a draw */
            continue;
        w->unit[v] = w->candidates++;
        w->candidate[v / 64] |= UINT64_C(1) << (v % 64);
        sum += (uint32_t)(word[v] >> KNOWN_BITS);
    }
    uint32_t units_max = nodes - w->candidates < sum ? nodes : w->candidates + sum;
    w->units = w->candidates;
    w->node = arena_raw(arena, units_max * sizeof(uint32_t));
    w->start = arena_raw(arena, (w->candidates + 1) * sizeof(uint32_t));
    w->follow = arena_raw(arena, sum * sizeof(uint32_t));
    w->start[0] = sum = 0;
    for (uint32_t i = 0; i < l->candidates; i++) {
        uint32_t v = l->candidate[i], x = w->unit[v];
        if (x == NONE)
            continue;
        w->node[x] = v;
        w->start[x + 1] = sum;
        sum += (uint32_t)(word[v] >> KNOWN_BITS);
    }
}

/* One pass over all edges, so that few candidates cost little more than reading the edges. */
static void collect_followers(struct work *w)
{
    const struct digraph *graph = w->graph;
    uint32_t v = 0;
    for (uint32_t i = 0; i < graph->edges; i++) {
        uint32_t u = graph->pred[i];
        if (!(w->candidate[u / 64] >> (u % 64) & 1))
            continue;
        budget_spend(w->budget, 8);
        while (graph->start[v + 1] <= i)
            v++;
        if (w->labels->label[v] != LABEL_INFINITE)
            continue;
        w->follow[w->start[w->unit[u] + 1]++] = v;
        if (w->unit[v] == NONE) {
            w->node[w->units] = v;
            w->unit[v] = w->units++;
        }
    }
}

void witness_label(struct levels *levels, struct arena *arena)
{
    struct work w = {
        .graph = levels->graph, .budget = levels->budget, .labels = levels->labels, .levels = levels, .unit = levels->scratch};
    collect_candidates(&w, arena);
    collect_followers(&w);
    w.watch = arena_raw(arena, w.units * sizeof *w.watch);
    w.stack = arena_raw(arena, w.candidates * sizeof *w.stack);
    for (uint32_t x = 0; x < w.units; x++)
        w.watch[x] = (struct watch){.first = NONE, .stage = NO_STAGE, .state = WAITING_TURN};
    for (uint32_t x = 0; x < w.candidates; x++) {
        look_at(&w, x);
        while (w.stacked)
            look_at(&w, w.stack[--w.stacked]);
    }
}
