/* Directed graphs as boards; see the header. */
#include "core/kit/search/digraph.h"

#include "core/promise.h"

#include <string.h>

enum {
    LOW_BITS = 12, /* of a node's number within its bucket */
    BUCKETS_MAX = DIGRAPH_NODES_MAX >> LOW_BITS,
    CHUNK = 1 << 15, /* edges between two looks at the budget */
    AHEAD = 8,       /* nodes between the push and what it asks the cache for */
};

static size_t chunk_end(struct budget *budget, size_t from, size_t end)
{
    size_t stop = end - from > CHUNK ? from + CHUNK : end;
    budget_spend(budget, 4 * (stop - from));
    return stop;
}

/* Degrees, in bytes that stay in the caches (`low`), and edges by the high bits of their target. */
static void count_edges(struct digraph *graph, struct arena *arena, struct budget *budget, const int64_t *pairs, uint32_t *at)
{
    uint8_t *low = arena_alloc(arena, graph->nodes);
    uint32_t *full = arena_raw(arena, (graph->edges / (UINT8_MAX + 1) + 1) * sizeof *full), n_full = 0;
    for (size_t i = 0; i < graph->edges;)
        for (size_t stop = chunk_end(budget, i, graph->edges); i < stop; i++) {
            if (++low[pairs[2 * i]] == 0)
                full[n_full++] = (uint32_t)pairs[2 * i];
            at[pairs[2 * i + 1] >> LOW_BITS]++;
        }
    for (uint32_t v = 0; v < graph->nodes; v++)
        graph->degree[v] = low[v];
    while (n_full)
        graph->degree[full[--n_full]] += UINT8_MAX + 1;
}

/* First level of the counting sort: edges by the high bits of their target, packed as source and low bits of the target. */
static void scatter_by_bucket(struct digraph *graph, struct arena *arena, struct budget *budget, const int64_t *pairs,
                              uint32_t *bucket)
{
    uint32_t at[BUCKETS_MAX + 1] = {0};
    size_t edges = graph->edges;
    struct arena_mark mark = arena_mark(arena);
    count_edges(graph, arena, budget, pairs, at);
    arena_rewind(arena, mark);
    for (uint32_t b = 0, sum = 0; b <= BUCKETS_MAX; b++) {
        uint32_t count = at[b];
        bucket[b] = at[b] = sum;
        sum += count;
    }
    for (size_t i = 0; i < edges;)
        for (size_t stop = chunk_end(budget, i, edges); i < stop; i++) {
            uint32_t from = (uint32_t)pairs[2 * i], to = (uint32_t)pairs[2 * i + 1];
            graph->pred[at[to >> LOW_BITS]++] = from << LOW_BITS | (to & ((1 << LOW_BITS) - 1));
        }
}

/* Second level, one bucket, in place by a copy: the copy, its counters and its part of pred stay in the caches. */
static void sort_bucket(struct digraph *graph, uint32_t bucket, uint32_t from, uint32_t end, uint32_t *copy)
{
    uint32_t at[1 << LOW_BITS] = {0};
    uint32_t first = bucket << LOW_BITS;
    uint32_t n = graph->nodes - first < (1U << LOW_BITS) ? graph->nodes - first : 1U << LOW_BITS;
    uint32_t edges = end - from;
    memcpy(copy, graph->pred + from, edges * sizeof *copy);
    for (uint32_t i = 0; i < edges; i++)
        at[copy[i] & ((1 << LOW_BITS) - 1)]++;
    for (uint32_t v = 0, sum = from; v < n; v++) {
        uint32_t count = at[v];
        graph->start[first + v] = at[v] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < edges; i++)
        graph->pred[at[copy[i] & ((1 << LOW_BITS) - 1)]++] = copy[i] >> LOW_BITS;
}

/* So few nodes that one level will do: their counters stay in the caches. */
static void sort_at_once(struct digraph *graph, struct budget *budget, const int64_t *pairs)
{
    uint32_t at[1 << LOW_BITS] = {0};
    size_t edges = graph->edges;
    memset(graph->degree, 0, graph->nodes * sizeof *graph->degree);
    for (size_t i = 0; i < edges;)
        for (size_t stop = chunk_end(budget, i, edges); i < stop; i++) {
            graph->degree[pairs[2 * i]]++;
            at[pairs[2 * i + 1]]++;
        }
    for (uint32_t v = 0, sum = 0; v < graph->nodes; v++) {
        uint32_t count = at[v];
        graph->start[v] = at[v] = sum;
        sum += count;
    }
    for (size_t i = 0; i < edges;)
        for (size_t stop = chunk_end(budget, i, edges); i < stop; i++)
            graph->pred[at[pairs[2 * i + 1]]++] = (uint32_t)pairs[2 * i];
}

static void sort_by_buckets(struct digraph *graph, struct arena *arena, struct budget *budget, const int64_t *pairs)
{
    uint32_t bucket[BUCKETS_MAX + 1], largest = 0;
    scatter_by_bucket(graph, arena, budget, pairs, bucket);
    for (uint32_t b = 0; b < BUCKETS_MAX; b++)
        if (bucket[b + 1] - bucket[b] > largest)
            largest = bucket[b + 1] - bucket[b];
    struct arena_mark mark = arena_mark(arena);
    uint32_t *copy = arena_raw(arena, largest * sizeof *copy);
    for (uint32_t b = 0; b << LOW_BITS < graph->nodes; b++) {
        budget_spend(budget, 1 + 4 * (uint64_t)(bucket[b + 1] - bucket[b]));
        sort_bucket(graph, b, bucket[b], bucket[b + 1], copy);
    }
    arena_rewind(arena, mark);
}

void digraph_build(struct digraph *graph, struct arena *arena, struct budget *budget, size_t nodes, const int64_t *pairs,
                   size_t edges)
{
    promise(nodes <= DIGRAPH_NODES_MAX && edges <= DIGRAPH_EDGES_MAX);
    *graph = (struct digraph){
        .nodes = (uint32_t)nodes,
        .edges = (uint32_t)edges,
        .start = arena_raw(arena, (nodes + 1) * sizeof(uint32_t)),
        .pred = arena_raw(arena, edges * sizeof(uint32_t)),
        .degree = arena_raw(arena, nodes * sizeof(uint32_t)),
    };
    if (nodes <= 1 << LOW_BITS)
        sort_at_once(graph, budget, pairs);
    else
        sort_by_buckets(graph, arena, budget, pairs);
    graph->start[nodes] = graph->edges;
}

static void choose(const struct digraph *graph, struct arena *arena, const int64_t *chosen, size_t n, struct followers *f)
{
    size_t words = graph->nodes / 64 + 1;
    uint64_t *member = arena_array(arena, words, sizeof *member);
    if (!chosen)
        memset(member, 0xFF, words * sizeof *member);
    for (size_t i = 0; chosen && i < n; i++)
        member[chosen[i] / 64] |= UINT64_C(1) << (chosen[i] % 64);
    uint32_t *rank = arena_raw(arena, words * sizeof *rank);
    uint32_t sum = 0;
    for (size_t i = 0; i < words; i++) {
        rank[i] = sum;
        sum += (uint32_t)__builtin_popcountll(member[i]);
    }
    f->member = member;
    f->rank = rank;
    f->slots = chosen ? sum : graph->nodes;
}

/* Predecessor lists are walked in ascending order of their node, so every list of followers is filled in ascending order. */
void digraph_followers(const struct digraph *graph, struct arena *arena, struct budget *budget, const int64_t *chosen, size_t n,
                       struct followers *f)
{
    choose(graph, arena, chosen, n, f);
    f->start = arena_raw(arena, f->slots * sizeof(uint32_t));
    f->end = arena_raw(arena, f->slots * sizeof(uint32_t));
    uint32_t sum = 0;
    for (uint32_t u = 0; u < graph->nodes; u++)
        if (followers_has(f, u)) {
            uint32_t slot = followers_slot(f, u);
            f->start[slot] = f->end[slot] = sum;
            sum += graph->degree[u];
        }
    f->to = arena_raw(arena, sum * sizeof(uint32_t));
    for (uint32_t v = 0; v < graph->nodes; v++) {
        budget_spend(budget, 2 + 2 * (uint64_t)(graph->start[v + 1] - graph->start[v]));
        for (uint32_t i = graph->start[v]; i < graph->start[v + 1]; i++) {
            uint32_t u = graph->pred[i];
            if (!followers_has(f, u))
                continue;
            uint32_t slot = followers_slot(f, u), end = f->end[slot];
            if (end == f->start[slot] || f->to[end - 1] != v)
                f->to[f->end[slot]++] = v;
        }
    }
}

void digraph_play(const struct digraph *graph, struct arena *arena, struct budget *budget, uint32_t end,
                  struct retrograde *retrograde)
{
    retrograde_init_raw(retrograde, arena, graph->nodes);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        retrograde->state[v] = graph->degree[v] ? graph->degree[v] << 2 : end;
        retrograde->queue[retrograde->tail] = v;
        retrograde->tail += graph->degree[v] == 0;
    }
    retrograde_run(retrograde, budget, graph->start, graph->pred);
}

/* What the push works on: word[v] has the labels below KNOWN_BITS of v's followers, and above them the number of edges to
 * followers without label. When that is 0 the label is the mex. Only a node with more than KNOWN_BITS followers can have a higher
 * one: such nodes have a set of bits for labels up to their degree, which no mex exceeds. */
struct push {
    const struct digraph *graph;
    struct labels *labels;
    uint64_t *word;
    uint64_t *high;    /* the sets; of labels below KNOWN_BITS all bits are set, for who asks there knows them all */
    uint32_t *high_at; /* by node, where it has one */
    uint32_t *queue;
    size_t head, tail;
};

static const uint64_t one_edge = UINT64_C(1) << KNOWN_BITS;

/* Inline: a call of what has no effect may be left out. */
static inline __attribute__((always_inline)) void look_ahead(const struct push *p)
{
    const struct digraph *graph = p->graph;
    if (p->head + 3 * AHEAD >= p->tail)
        return;
    __builtin_prefetch(&graph->start[p->queue[p->head + 3 * AHEAD]]);
    __builtin_prefetch(&graph->pred[graph->start[p->queue[p->head + 2 * AHEAD]]]);
    uint32_t next = p->queue[p->head + AHEAD];
    for (uint32_t i = graph->start[next]; i < graph->start[next + 1]; i++)
        __builtin_prefetch(&p->word[graph->pred[i]], 1);
}

static void make_high(struct push *p, struct arena *arena)
{
    const struct digraph *graph = p->graph;
    uint32_t sum = 0;
    p->high_at = arena_raw(arena, graph->nodes * sizeof *p->high_at);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        p->high_at[v] = sum;
        sum += graph->degree[v] > KNOWN_BITS ? graph->degree[v] / 64 + 1 : 0;
    }
    p->high = arena_array(arena, sum, sizeof *p->high);
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (graph->degree[v] > KNOWN_BITS)
            p->high[p->high_at[v]] = one_edge - 1;
}

/* All low labels are taken: the mex is among the high ones. */
static uint32_t high_mex(const struct push *p, uint32_t node)
{
    uint32_t w = 0;
    if (p->graph->degree[node] <= KNOWN_BITS)
        return KNOWN_BITS;
    const uint64_t *set = p->high + p->high_at[node];
    while (set[w] == UINT64_MAX)
        w++;
    return 64 * w + (uint32_t)__builtin_ctzll(~set[w]);
}

static inline void push_low(struct push *p, const uint32_t *at, const uint32_t *end, uint64_t bit)
{
    uint64_t *word = p->word;
    uint32_t *queue = p->queue;
    size_t tail = p->tail;
    for (; at < end; at++) {
        uint32_t u = *at;
        uint64_t now = (word[u] | bit) - one_edge;
        word[u] = now;
        queue[tail] = u;
        tail += now < one_edge;
    }
    p->tail = tail;
}

/* A high label matters for a mex only where there are more followers than it is high: they must have all labels below it, too. */
static void push_high(struct push *p, const uint32_t *at, const uint32_t *end, uint32_t label)
{
    uint64_t *high = p->high + label / 64, bit = UINT64_C(1) << label % 64;
    for (; at < end; at++) {
        uint32_t u = *at;
        if (p->graph->degree[u] > label)
            high[p->high_at[u]] |= bit;
        p->word[u] -= one_edge;
        p->queue[p->tail] = u;
        p->tail += p->word[u] < one_edge;
    }
}

/* Tells the label of a node to its predecessors. */
static void push_label(struct push *p, uint32_t node, uint32_t label)
{
    const struct digraph *graph = p->graph;
    const uint32_t *at = graph->pred + graph->start[node], *end = graph->pred + graph->start[node + 1];
    if (label >= KNOWN_BITS) {
        push_high(p, at, end, label);
        return;
    }
    push_low(p, at, end, UINT64_C(1) << label);
}

/* Labels all nodes from which no cycle can be reached, in topological order. */
static void push_all(struct push *p, struct arena *arena, struct budget *budget)
{
    const struct digraph *graph = p->graph;
    struct labels *labels = p->labels;
    bool many = false;
    memset(labels->label, 0xFF, graph->nodes * sizeof *labels->label);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        p->word[v] = graph->degree[v] * one_edge;
        p->queue[p->tail] = v;
        p->tail += graph->degree[v] == 0;
        many |= graph->degree[v] > KNOWN_BITS;
    }
    if (many)
        make_high(p, arena);
    while (p->head < p->tail) {
        look_ahead(p);
        uint32_t v = p->queue[p->head++];
        uint32_t label = (uint32_t)__builtin_ctzll(~p->word[v]);
        if (label == KNOWN_BITS)
            label = high_mex(p, v);
        labels->label[v] = (uint16_t)label;
        if (label > labels->top)
            labels->top = label;
        budget_spend(budget, 4 + 4 * (uint64_t)(graph->start[v + 1] - graph->start[v]));
        push_label(p, v, label);
    }
}

void digraph_label_counting(const struct digraph *graph, struct arena *arena, struct budget *budget, uint64_t counted,
                            struct labels *labels)
{
    *labels = (struct labels){
        .label = arena_raw(arena, graph->nodes * sizeof(uint16_t)),
        .high.arena = arena,
    };
    struct arena_mark mark = arena_mark(arena);
    struct push push = {
        .graph = graph,
        .labels = labels,
        .word = arena_raw(arena, graph->nodes * sizeof(uint64_t)),
        .queue = arena_raw(arena, (graph->nodes + 1) * sizeof(uint32_t)),
    };
    push_all(&push, arena, budget);
    labels->acyclic = push.tail == graph->nodes;
    if (labels->acyclic) {
        arena_rewind(arena, mark);
        return;
    }
    labels->order = arena_array(arena, graph->nodes, sizeof *labels->order);
    for (uint32_t i = 0; i < push.tail; i++)
        labels->order[push.queue[i]] = i + 1;
    labels->known = push.word;
    loopy_label(graph, arena, budget, counted, push.queue, labels);
}
