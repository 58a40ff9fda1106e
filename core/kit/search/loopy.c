/* Sums of loopy values, and the labels of nodes from which a cycle can be reached.
 *
 * Who wins a sum must also come to the end of it. The order in which nodes are labelled shows the way (the counter function of
 * Fraenkel and Perl): a node labelled m has for every k < m a follower labelled k before it; and every follower not labelled
 * before it has a follower labelled m before it. So when the loser has moved a token from u to a node labelled later, or not at
 * all, the winner can go on to a node that is worth what u was and was labelled before u; otherwise he makes the xor 0 by a move
 * to a node labelled before. Either way the places of all tokens in that order add up to less than before the loser moved. Hence
 * he who always takes the winning move to the least sum comes to the end.
 *
 * Rule (Winning Ways, ch. 12): an unlabelled node gets label m when m is the mex of its followers' labels and every follower
 * without label has itself a follower labelled m. When the rule applies nowhere, what is left is infinity(K). The order of
 * application does not matter. Let x be labelled m in one order, everything before it being labelled alike in the other, and look
 * at the other's final state. A follower w of x that was unlabelled then has a follower labelled m, so if w has a label it is not
 * m: a label n is given to w either after its follower's label m is known, n being the mex, or before, and then that follower
 * itself has a follower labelled n, so that n = m would contradict its label m by the same argument. Hence m is still the mex of
 * x's followers, all its unlabelled followers still have a follower labelled m, and x is labelled m or the state is not final.
 *
 * Method: retrograde analysis comes first. It gives label 0 to exactly the losses, and to no draw any label: a draw has no
 * follower labelled 0, so no rule but that of label 0 could apply to it, and that does not. Only wins are candidates then. Every
 * candidate x waits at one witness: a follower that has neither a label nor a follower labelled m, m being the mex of x so far. x
 * is looked at again when its witness gets a label or a follower labelled m, and then goes on behind it; when its own mex changes
 * it starts anew. A candidate without a witness is labelled. Invariant: followers before scan are no witnesses. Cost: the edges
 * of each candidate times the changes of its mex, which on ordinary graphs is a small multiple of the edges; spent on the budget.
 */
#include "core/kit/search/loopy.h"

#include "core/promise.h"

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
    uint32_t candidates, units;
    uint64_t *candidate; /* bit set of nodes */
    uint32_t *unit;      /* by node; NONE for the others */
    uint32_t *node;      /* by unit */
    uint32_t *start; /* by candidate: its followers without label are the nodes follow[start[x]] … follow[start[x + 1] - 1] */
    uint32_t *follow;
    struct watch *watch;
    uint32_t *stack; /* units whose turn it is */
    uint32_t stacked, settled;
};

static const uint64_t one_edge = UINT64_C(1) << KNOWN_BITS;
static const uint64_t known_mask = (UINT64_C(1) << KNOWN_BITS) - 1;

static bool add_known(struct work *w, uint32_t node, uint32_t label)
{
    if (label >= KNOWN_BITS)
        return pairset_add(&w->labels->high, node << 12 | label);
    uint64_t bit = UINT64_C(1) << label, before = w->labels->known[node];
    w->labels->known[node] = before | bit;
    return !(before & bit);
}

static uint32_t mex_known(const struct work *w, uint32_t node)
{
    uint32_t mex = (uint32_t)__builtin_ctzll(~w->labels->known[node]);
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
    w->labels->order[node] = 2 * graph->nodes + 2 + w->settled++;
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

/* Losses get label 0. Their predecessors are wins without label: they know a 0 now, and one open edge less. */
static void settle_losses(struct work *w, uint64_t *word)
{
    const struct digraph *graph = w->graph;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        if (w->labels->label[v] != LABEL_INFINITE || retrograde_outcome(&w->labels->play, v) != OUTCOME_LOSS)
            continue;
        w->labels->label[v] = 0;
        w->labels->order[v] = graph->nodes + 1 + retrograde_remoteness(&w->labels->play, v);
        budget_spend(w->budget, 4 * (uint64_t)(graph->start[v + 1] - graph->start[v]));
        for (uint32_t i = graph->start[v]; i < graph->start[v + 1]; i++)
            word[graph->pred[i]] = (word[graph->pred[i]] - one_edge) | 1;
    }
}

/* Numbers the candidates and makes room for their followers: start is filled one place to the right and moves into place as the
 * followers come in. */
static void collect_candidates(struct work *w, struct arena *arena, const uint64_t *word)
{
    uint32_t nodes = w->graph->nodes, sum = 0;
    w->candidate = arena_array(arena, nodes / 64 + 1, sizeof *w->candidate);
    for (uint32_t v = 0; v < nodes; v++) {
        bool is = w->labels->label[v] == LABEL_INFINITE && retrograde_outcome(&w->labels->play, v) == OUTCOME_WIN;
        w->unit[v] = is ? w->candidates++ : NONE;
        w->candidate[v / 64] |= (uint64_t)is << (v % 64);
        sum += is ? (uint32_t)(word[v] >> KNOWN_BITS) : 0;
    }
    uint32_t units_max = nodes - w->candidates < sum ? nodes : w->candidates + sum;
    w->units = w->candidates;
    w->node = arena_raw(arena, units_max * sizeof(uint32_t));
    w->start = arena_raw(arena, (w->candidates + 1) * sizeof(uint32_t));
    w->follow = arena_raw(arena, sum * sizeof(uint32_t));
    w->start[0] = sum = 0;
    for (uint32_t v = 0; v < nodes; v++)
        if (w->unit[v] != NONE) {
            w->node[w->unit[v]] = v;
            w->start[w->unit[v] + 1] = sum;
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

/* What the infinite nodes know from the nodes labelled before. Low labels are in their words already. */
static void collect_known(struct work *w, uint64_t *word)
{
    const struct digraph *graph = w->graph;
    for (uint32_t v = 0; v < graph->nodes; v++)
        word[v] &= known_mask;
    for (uint32_t v = 0; w->labels->top >= KNOWN_BITS && v < graph->nodes; v++) {
        uint32_t label = w->labels->label[v];
        if (label == LABEL_INFINITE || label < KNOWN_BITS)
            continue;
        budget_spend(w->budget, 16 * (uint64_t)(graph->start[v + 1] - graph->start[v]));
        for (uint32_t i = graph->start[v]; i < graph->start[v + 1]; i++)
            if (w->labels->label[graph->pred[i]] == LABEL_INFINITE)
                add_known(w, graph->pred[i], label);
    }
}

void loopy_label(const struct digraph *graph, struct arena *arena, struct budget *budget, uint64_t *word, uint32_t *scratch,
                 struct labels *labels)
{
    struct work w = {.graph = graph, .budget = budget, .labels = labels, .unit = scratch};
    digraph_play(graph, arena, budget, RETROGRADE_LOSS, &labels->play);
    labels->known = word;
    settle_losses(&w, word);
    collect_candidates(&w, arena, word);
    collect_followers(&w);
    collect_known(&w, word);
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

struct loopy loopy_of_node(const struct labels *labels, struct arena *arena, uint32_t node)
{
    uint32_t label = labels->label[node];
    if (label != LABEL_INFINITE)
        return loopy_nimber(num(label));
    size_t n = 0;
    for (label = 0; label <= labels->top; label++)
        n += labels_known(labels, node, label);
    uint32_t *k = arena_raw(arena, n * sizeof *k);
    n = 0;
    for (label = 0; label <= labels->top; label++)
        if (labels_known(labels, node, label))
            k[n++] = label;
    return (struct loopy){.infinite = true, .k = k, .n = n};
}

struct loopy loopy_add(struct loopy a, struct loopy b)
{
    struct loopy sum = a.infinite ? a : b;
    sum.nimber = num_xor(a.nimber, b.nimber);
    if (a.infinite && b.infinite)
        sum.n = 0;
    return sum;
}

bool loopy_reaches(struct loopy infinite, struct num nimber)
{
    struct num wanted = num_xor(infinite.nimber, nimber);
    size_t low = 0, high = infinite.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (num_cmp_word(wanted, infinite.k[middle]) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < infinite.n && num_cmp_word(wanted, infinite.k[low]) == 0;
}

enum outcome loopy_outcome(struct loopy value)
{
    if (value.infinite)
        return loopy_reaches(value, num(0)) ? OUTCOME_WIN : OUTCOME_DRAW;
    return num_is_zero(value.nimber) ? OUTCOME_LOSS : OUTCOME_WIN;
}
