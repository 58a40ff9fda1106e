/* The labels of nodes from which a cycle can be reached, level by level.
 *
 * Rule (Winning Ways, ch. 12): an unlabelled node gets label m when m is the mex of its followers' labels and every follower
 * without label has itself a follower labelled m. When the rule applies nowhere, what is left is infinity(K). The order of
 * application does not matter. Let x be labelled m in one order, everything before it being labelled alike in the other, and look
 * at the other's final state. A follower w of x that was unlabelled then has a follower labelled m, so if w has a label it is not
 * m: a label n is given to w either after its follower's label m is known, n being the mex, or before, and then that follower
 * itself has a follower labelled n, so that n = m would contradict its label m by the same argument. Hence m is still the mex of
 * x's followers, all its unlabelled followers still have a follower labelled m, and x is labelled m or the state is not final.
 *
 * Level 0 is retrograde analysis: it gives label 0 to exactly the losses, and to no draw any label: a draw has no follower
 * labelled 0, so no rule but that of label 0 could apply to it, and that does not. Only wins are candidates then.
 *
 * Level m: `missing` of a candidate without follower labelled m is the number of its edges to followers without label that have
 * no follower labelled m either. It begins as the number of edges to followers without label; whenever such a follower gets its
 * first follower labelled m, it is one less for every edge that comes in there; at 0 the candidate is labelled m. No later level
 * changes what this one left unlabelled: a node labelled n > m had a follower labelled m before. So who has no follower labelled
 * m at the end of level m is no candidate any more. Everybody's `missing` is counted down, since to ask first who is a candidate
 * would take a branch for each edge that nobody foresees; who comes to 0 is asked then.
 *
 * Cost: a level counts along the edges into nodes that have followers labelled m. On ordinary graphs all levels together are a
 * small multiple of the edges. There are graphs with a thousand levels, most edges taking part in each and few candidates, so
 * counting has a bound; the candidates that are left then wait at witnesses (witness.c). */
#include "core/kit/search/levels.h"

#include "core/kit/search/witness.h"

enum { AHEAD = 8 };

static const uint32_t NEVER = UINT32_C(1) << 31;

/* Asks the cache for what a walk along list[i], list[i + 1], … of `n` nodes to their predecessors will read: `items` of `size`
 * bytes are by node. */
static inline void look_ahead(const struct digraph *graph, const uint32_t *list, size_t i, size_t n, const void *items,
                              size_t size)
{
    if (i + 3 * AHEAD >= n)
        return;
    __builtin_prefetch(&graph->start[list[i + 3 * AHEAD]]);
    __builtin_prefetch(&graph->pred[graph->start[list[i + 2 * AHEAD]]]);
    uint32_t next = list[i + AHEAD];
    for (uint32_t k = graph->start[next]; k < graph->start[next + 1]; k++)
        __builtin_prefetch((const char *)items + graph->pred[k] * size, 1);
}

/* The predecessors of losses are wins without label: they know a 0 now, and one open edge less. */
static void settle_loss(struct levels *l, uint32_t v)
{
    const struct digraph *graph = l->graph;
    uint64_t *word = l->labels->known;
    l->labels->label[v] = 0;
    l->labels->order[v] = graph->nodes + 1 + retrograde_remoteness(&l->labels->play, v);
    word[v] |= levels_known_mask;
    levels_spend(l, v);
    for (uint32_t i = graph->start[v]; i < graph->start[v + 1]; i++)
        word[graph->pred[i]] = (word[graph->pred[i]] - levels_one_edge) | 1;
}

/* What is decided and has no label: losses get it, wins are the candidates. */
static void settle_losses(struct levels *l)
{
    const struct retrograde *play = &l->labels->play;
    uint32_t *loss = l->scratch, losses = 0;
    for (size_t i = 0; i < play->tail; i++) {
        if (i + AHEAD < play->tail) {
            __builtin_prefetch(&l->labels->label[play->queue[i + AHEAD]]);
            __builtin_prefetch(&play->state[play->queue[i + AHEAD]]);
        }
        uint32_t v = play->queue[i];
        bool open = l->labels->label[v] == LABEL_INFINITE, win = (play->state[v] & RETROGRADE_DECIDED) == RETROGRADE_WIN;
        l->candidate[l->candidates] = v;
        l->candidates += open & win;
        loss[losses] = v;
        losses += open & !win;
    }
    budget_spend(l->budget, 2 * play->tail);
    for (uint32_t i = 0; i < losses; i++) {
        look_ahead(l->graph, loss, i, losses, l->labels->known, sizeof *l->labels->known);
        settle_loss(l, loss[i]);
    }
}

/* One level's work. */
struct level {
    uint32_t label;
    uint32_t *missing; /* by node */
    uint32_t *queue;   /* nodes with nothing missing; the first `head` were looked at */
    uint32_t head, tail;
    uint32_t *news; /* nodes that have no label and a follower labelled so; of the first `told` the predecessors were told */
    uint32_t told, n_news;
    uint64_t counted; /* edges and nodes, in all levels */
};

/* Has all labels below as followers' labels, and not this one. What has a label knows everything. */
static bool is_candidate(const struct levels *l, const struct level *level, uint32_t x)
{
    const uint64_t bit = UINT64_C(1) << level->label;
    return (l->labels->known[x] & (bit | (bit - 1))) == bit - 1;
}

static void begin_level(struct levels *l, struct level *level)
{
    const uint64_t *word = l->labels->known;
    level->head = level->tail = level->told = level->n_news = 0;
    for (uint32_t i = 0; i < l->candidates; i++) {
        if (i + AHEAD < l->candidates)
            __builtin_prefetch(&word[l->candidate[i + AHEAD]]);
        uint32_t x = l->candidate[i], missing = is_candidate(l, level, x) ? (uint32_t)(word[x] >> KNOWN_BITS) : NEVER;
        level->missing[x] = missing;
        level->queue[level->tail] = x;
        level->tail += missing == 0;
    }
    budget_spend(l->budget, 4 * (uint64_t)l->candidates);
    level->counted += l->candidates;
}

/* Nodes that know the label since before: from nodes from which no cycle can be reached. They are few, or so many that it takes
 * longer to note them. */
static void find_old_news(struct levels *l, struct level *level)
{
    enum { TOGETHER = 16 };
    const uint64_t *word = l->labels->known;
    uint32_t nodes = l->graph->nodes;
    for (uint32_t v = 0; v < nodes;) {
        uint32_t end = nodes - v < TOGETHER ? nodes : v + TOGETHER;
        uint64_t any = 0;
        for (uint32_t u = v; u < end; u++)
            any |= word[u];
        for (; (any >> level->label & 1) && v < end; v++) {
            level->news[level->n_news] = v;
            level->n_news += l->labels->label[v] == LABEL_INFINITE && word[v] >> level->label & 1;
        }
        v = end;
    }
    budget_spend(l->budget, nodes);
    level->counted += nodes;
}

static void settle(struct levels *l, struct level *level, uint32_t x)
{
    const struct digraph *graph = l->graph;
    const uint64_t bit = UINT64_C(1) << level->label;
    uint64_t *word = l->labels->known;
    uint32_t n_news = level->n_news;
    l->labels->label[x] = (uint16_t)level->label;
    l->labels->order[x] = 2 * graph->nodes + 2 + l->settled++;
    word[x] |= levels_known_mask;
    level->counted += levels_spend(l, x);
    for (uint32_t i = graph->start[x]; i < graph->start[x + 1]; i++) {
        uint32_t f = graph->pred[i];
        uint64_t before = word[f];
        word[f] = (before - levels_one_edge) | bit;
        level->news[n_news] = f;
        n_news += !(before & bit);
    }
    level->n_news = n_news;
}

static void tell_news(struct levels *l, struct level *level, uint32_t f)
{
    const struct digraph *graph = l->graph;
    uint32_t tail = level->tail, *missing = level->missing;
    level->counted += levels_spend(l, f);
    for (uint32_t i = graph->start[f]; i < graph->start[f + 1]; i++) {
        uint32_t x = graph->pred[i], left = --missing[x];
        level->queue[tail] = x;
        tail += left == 0;
    }
    level->tail = tail;
}

/* The candidates of the next level are among this one's news. */
static void label_level(struct levels *l, struct level *level, bool old_news)
{
    uint32_t before = l->settled;
    begin_level(l, level);
    if (old_news)
        find_old_news(l, level);
    while (level->told < level->n_news || level->head < level->tail) {
        for (; level->told < level->n_news; level->told++) {
            look_ahead(l->graph, level->news, level->told, level->n_news, level->missing, sizeof *level->missing);
            tell_news(l, level, level->news[level->told]);
        }
        for (; level->head < level->tail; level->head++) {
            look_ahead(l->graph, level->queue, level->head, level->tail, l->labels->known, sizeof *l->labels->known);
            if (is_candidate(l, level, level->queue[level->head]))
                settle(l, level, level->queue[level->head]);
        }
    }
    if (l->settled > before && level->label > l->labels->top)
        l->labels->top = level->label;
    uint32_t *candidate = l->candidate;
    l->candidate = level->news;
    l->candidates = level->n_news;
    level->news = candidate;
}

/* What the infinite nodes know from the nodes that were labelled before. Low labels are in their words already. */
static void collect_high(struct levels *l)
{
    const struct digraph *graph = l->graph;
    for (uint32_t v = 0; l->labels->top >= KNOWN_BITS && v < graph->nodes; v++) {
        uint32_t label = l->labels->label[v];
        if (label == LABEL_INFINITE || label < KNOWN_BITS)
            continue;
        budget_spend(l->budget, 16 * (uint64_t)(graph->start[v + 1] - graph->start[v]));
        for (uint32_t i = graph->start[v]; i < graph->start[v + 1]; i++)
            if (l->labels->label[graph->pred[i]] == LABEL_INFINITE)
                levels_add_high(l, graph->pred[i], label);
    }
}

void loopy_label(const struct digraph *graph, struct arena *arena, struct budget *budget, uint64_t most, uint32_t *scratch,
                 struct labels *labels)
{
    const size_t list = (graph->nodes + 1) * sizeof(uint32_t); /* branchless loops write behind their list's end */
    struct levels l = {.graph = graph, .budget = budget, .labels = labels, .scratch = scratch};
    uint32_t old_top = labels->top;
    digraph_play(graph, arena, budget, RETROGRADE_LOSS, &labels->play);
    l.candidate = arena_raw(arena, list);
    settle_losses(&l);
    collect_high(&l);
    struct level level = {.missing = scratch, .queue = arena_raw(arena, list), .news = arena_raw(arena, list)};
    for (uint32_t v = 0; v < graph->nodes; v++)
        scratch[v] = NEVER;
    for (level.label = 1; l.candidates && level.label < KNOWN_BITS && level.counted < most; level.label++)
        label_level(&l, &level, level.label <= old_top);
    if (l.candidates)
        witness_label(&l, arena);
}
