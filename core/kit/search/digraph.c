/* Directed graphs as boards; see the header. */
#include "core/kit/search/digraph.h"

#include "core/kit/search/levels.h"
#include "core/promise.h"

#include <string.h>

enum {
    LOW_BITS = 12, /* of a node's number within its bucket, at most */
    BUCKETS_MAX = DIGRAPH_NODES_MAX >> LOW_BITS,
    EXACT = 1 << LOW_BITS, /* nodes whose counters stay in the first level of the caches */
    AT_ONCE = BUCKETS_MAX, /* nodes the ends of whose lists do */
    CHUNK = 1 << 15,       /* edges between two looks at the budget */
    PASSING = 8192,        /* bytes of the edges that are asked for ahead, so as to pass by the second level */
    AHEAD = 8,             /* nodes between the push and what it asks the cache for */
    AHEAD_MAX = 64,        /* predecessors of one of them that are asked for: long lists are quick enough by themselves */
};

/* A counting sort of the edges by target on two levels: first by the bucket, which is the high bits of the target, then within
 * each. There are more than 128 buckets: with some fifty an edge takes twice as long, since now and then, and so against what the
 * processor foresees, it is its own counter that was just written. */
struct sort {
    struct digraph *graph;
    struct budget *budget;
    const int64_t *pairs;
    uint32_t low;                     /* bits of a node's number within its bucket */
    uint32_t bucket[BUCKETS_MAX + 1]; /* where its edges begin */
    void *spare;                      /* for the degrees as bytes, then for one bucket's edges */
    size_t spare_size;
};

static size_t chunk_end(struct budget *budget, size_t from, size_t end)
{
    size_t stop = end - from > CHUNK ? from + CHUNK : end;
    budget_spend(budget, 4 * (stop - from));
    return stop;
}

/* Of bytes, and of places for those nodes whose byte was full. */
static size_t degrees_size(size_t nodes, size_t edges)
{
    return (nodes / sizeof(uint32_t) + 1 + edges / (UINT8_MAX + 1) + 1) * sizeof(uint32_t);
}

/* Degrees, in bytes that stay in the second level of the caches if the edges do not drive them out, and edges by bucket. */
static void count_edges(struct sort *sort)
{
    struct digraph *graph = sort->graph;
    const int64_t *pairs = sort->pairs;
    uint32_t *full = sort->spare, n_full = 0, at[BUCKETS_MAX] = {0}, low = sort->low;
    uint8_t *bytes = (uint8_t *)(full + graph->edges / (UINT8_MAX + 1) + 1);
    memset(bytes, 0, graph->nodes);
    for (size_t i = 0; i < graph->edges;)
        for (size_t stop = chunk_end(sort->budget, i, graph->edges); i < stop; i++) {
            __builtin_prefetch((const void *)((uintptr_t)&pairs[2 * i] + PASSING), 0, 0);
            if (++bytes[pairs[2 * i]] == 0)
                full[n_full++] = (uint32_t)pairs[2 * i];
            at[pairs[2 * i + 1] >> low]++;
        }
    for (uint32_t v = 0; v < graph->nodes; v++)
        graph->degree[v] = bytes[v];
    while (n_full)
        graph->degree[full[--n_full]] += UINT8_MAX + 1;
    sort->bucket[0] = 0;
    for (uint32_t b = 0; b < BUCKETS_MAX; b++)
        sort->bucket[b + 1] = sort->bucket[b] + at[b];
}

/* First level: edges as source and low bits of the target. */
static void scatter_by_bucket(struct sort *sort)
{
    const int64_t *pairs = sort->pairs;
    uint32_t at[BUCKETS_MAX], *pred = sort->graph->pred, low = sort->low, mask = (1U << low) - 1;
    memcpy(at, sort->bucket, sizeof at);
    for (size_t i = 0; i < sort->graph->edges;)
        for (size_t stop = chunk_end(sort->budget, i, sort->graph->edges); i < stop; i++) {
            uint32_t from = (uint32_t)pairs[2 * i], to = (uint32_t)pairs[2 * i + 1];
            pred[at[to >> low]++] = from << LOW_BITS | (to & mask);
        }
}

/* How many there are becomes where they begin. */
static void add_up(uint32_t *start, uint32_t n, uint32_t from)
{
    for (uint32_t v = 0; v < n; v++) {
        uint32_t count = start[v];
        start[v] = from;
        from += count;
    }
}

/* count_edges() where there are few nodes: by node. */
static void count_exactly(struct sort *sort)
{
    struct digraph *graph = sort->graph;
    const int64_t *pairs = sort->pairs;
    uint32_t *start = graph->start, *degree = graph->degree;
    memset(start, 0, graph->nodes * sizeof *start);
    memset(degree, 0, graph->nodes * sizeof *degree);
    for (size_t i = 0; i < graph->edges;)
        for (size_t stop = chunk_end(sort->budget, i, graph->edges); i < stop; i++) {
            degree[pairs[2 * i]]++;
            start[pairs[2 * i + 1]]++;
        }
    add_up(start, graph->nodes, 0);
    for (uint32_t b = 0; b <= BUCKETS_MAX; b++)
        sort->bucket[b] = b << sort->low < graph->nodes ? start[b << sort->low] : graph->edges;
}

/* Second level, one bucket, in place by a copy: the copy, its counters and its part of pred stay in the caches. */
static void sort_bucket(const struct sort *sort, uint32_t bucket, uint32_t *copy)
{
    uint32_t at[1 << LOW_BITS], *pred = sort->graph->pred, first = bucket << sort->low, *start = sort->graph->start + first;
    uint32_t from = sort->bucket[bucket], edges = sort->bucket[bucket + 1] - from;
    uint32_t n = sort->graph->nodes - first < 1U << sort->low ? sort->graph->nodes - first : 1U << sort->low;
    memcpy(copy, pred + from, edges * sizeof *copy);
    if (sort->graph->nodes > EXACT) {
        memset(start, 0, n * sizeof *start);
        for (uint32_t i = 0; i < edges; i++)
            start[copy[i] & ((1 << LOW_BITS) - 1)]++;
        add_up(start, n, from);
    }
    memcpy(at, start, n * sizeof *at);
    for (uint32_t i = 0; i < edges; i++)
        pred[at[copy[i] & ((1 << LOW_BITS) - 1)]++] = copy[i] >> LOW_BITS;
}

/* So few nodes that one level will do. */
static void sort_at_once(struct sort *sort)
{
    uint32_t at[AT_ONCE], *pred = sort->graph->pred;
    const int64_t *pairs = sort->pairs;
    count_exactly(sort);
    memcpy(at, sort->graph->start, sort->graph->nodes * sizeof *at);
    for (size_t i = 0; i < sort->graph->edges;)
        for (size_t stop = chunk_end(sort->budget, i, sort->graph->edges); i < stop; i++)
            pred[at[pairs[2 * i + 1]]++] = (uint32_t)pairs[2 * i];
}

static void sort_by_buckets(struct sort *sort, struct arena *arena)
{
    uint32_t largest = 0;
    while (sort->graph->nodes > (uint32_t)BUCKETS_MAX << sort->low)
        sort->low++;
    if (sort->graph->nodes > EXACT)
        count_edges(sort);
    else
        count_exactly(sort);
    scatter_by_bucket(sort);
    for (uint32_t b = 0; b < BUCKETS_MAX; b++)
        if (sort->bucket[b + 1] - sort->bucket[b] > largest)
            largest = sort->bucket[b + 1] - sort->bucket[b];
    uint32_t *copy = largest * sizeof *copy > sort->spare_size ? arena_raw(arena, largest * sizeof *copy) : sort->spare;
    for (uint32_t b = 0; b << sort->low < sort->graph->nodes; b++) {
        budget_spend(sort->budget, 1 + 4 * (uint64_t)(sort->bucket[b + 1] - sort->bucket[b]));
        sort_bucket(sort, b, copy);
    }
}

/* All arrays are of one block, so that they stand on large pages, and few. */
void digraph_build(struct digraph *graph, struct arena *arena, struct budget *budget, size_t nodes, const int64_t *pairs,
                   size_t edges)
{
    promise(nodes <= DIGRAPH_NODES_MAX && edges <= DIGRAPH_EDGES_MAX);
    struct sort sort = {.graph = graph, .budget = budget, .pairs = pairs};
    sort.spare_size = nodes > EXACT ? degrees_size(nodes, edges) : 0;
    size_t kept = arena_rounded((nodes + 1 + nodes + edges) * sizeof(uint32_t));
    uint32_t *start = arena_raw(arena, kept + sort.spare_size);
    struct arena_mark mark = arena_mark(arena);
    mark.next = sort.spare = (char *)start + kept;
    *graph = (struct digraph){(uint32_t)nodes, (uint32_t)edges, .start = start, .degree = start + nodes + 1,
                              .pred = start + nodes + 1 + nodes};
    if (nodes <= AT_ONCE)
        sort_at_once(&sort);
    else
        sort_by_buckets(&sort, arena);
    graph->start[nodes] = graph->edges;
    arena_rewind(arena, mark);
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
    uint32_t third = p->queue[p->head + 3 * AHEAD], next = p->queue[p->head + AHEAD];
    __builtin_prefetch(&graph->start[third]);
    __builtin_prefetch(&p->word[third]);
    __builtin_prefetch(&graph->pred[graph->start[p->queue[p->head + 2 * AHEAD]]]);
    uint32_t i = graph->start[next], end = graph->start[next + 1];
    for (end = end - i < AHEAD_MAX ? end : i + AHEAD_MAX; i < end; i++)
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

/* To one predecessor, when nothing else is in the queue, as on a line: what comes next is then only known from here. That it does
 * come next is foreseen by a branch, not waited for; and on a line its own predecessor stands as far on as it does itself. */
static inline void push_on(struct push *p, uint32_t node, uint32_t at, uint64_t bit)
{
    const struct digraph *graph = p->graph;
    uint32_t u = graph->pred[at], guess = at + u - node;
    __builtin_prefetch(&graph->pred[guess < graph->edges ? guess : 0]);
    p->word[u] = (p->word[u] | bit) - one_edge;
    if (p->word[u] < one_edge)
        p->queue[p->tail++] = u;
}

/* Tells the label of a node to its predecessors. */
static void push_label(struct push *p, uint32_t node, uint32_t label)
{
    const struct digraph *graph = p->graph;
    uint32_t from = graph->start[node], end = graph->start[node + 1];
    if (label >= KNOWN_BITS)
        push_high(p, graph->pred + from, graph->pred + end, label);
    else if (p->head == p->tail && end - from == 1)
        push_on(p, node, from, UINT64_C(1) << label);
    else
        push_low(p, graph->pred + from, graph->pred + end, UINT64_C(1) << label);
}

/* Labels all nodes from which no cycle can be reached, in topological order. */
static void push_all(struct push *p, struct arena *arena, struct budget *budget)
{
    const struct digraph *graph = p->graph;
    struct labels *labels = p->labels;
    memset(labels->label, 0xFF, graph->nodes * sizeof *labels->label);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        p->word[v] = graph->degree[v] * one_edge;
        p->queue[p->tail] = v;
        p->tail += graph->degree[v] == 0;
    }
    while (p->head < p->tail) {
        look_ahead(p);
        uint32_t v = p->queue[p->head++];
        uint32_t label = (uint32_t)__builtin_ctzll(~p->word[v]);
        if (label == KNOWN_BITS) {
            if (!p->high_at)
                make_high(p, arena);
            label = high_mex(p, v);
        }
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
    size_t kept = arena_rounded(graph->nodes * sizeof(uint16_t)), words = graph->nodes * sizeof(uint64_t);
    char *all = arena_raw(arena, kept + words + (graph->nodes + 1) * sizeof(uint32_t));
    struct arena_mark mark = arena_mark(arena);
    mark.next = all + kept;
    *labels = (struct labels){.label = (uint16_t *)all, .high.arena = arena};
    struct push push = {graph, labels, .word = (uint64_t *)(all + kept), .queue = (uint32_t *)(all + kept + words)};
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
