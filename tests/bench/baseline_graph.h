/* What the graph kernels are measured against. All write a label a node, UINT16_MAX where there is none. */
#ifndef GRUNDY_TESTS_BASELINE_GRAPH_H
#define GRUNDY_TESTS_BASELINE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline void *need(size_t size)
{
    void *got = calloc(size ? size : 1, 1);
    if (!got)
        abort();
    return got;
}

/* ---- the naive template: adjacency by linked lists, memoised recursion, a set of values at every node ---- */

struct naive {
    int *first, *next, *to, *sg;
};

struct member {
    int value;
    struct member *next;
};

static inline void naive_build(struct naive *g, size_t nodes, const int64_t *pairs, size_t edges)
{
    *g = (struct naive){need(nodes * sizeof(int)), need(edges * sizeof(int)), need(edges * sizeof(int)),
                        need(nodes * sizeof(int))};
    memset(g->first, -1, nodes * sizeof(int));
    memset(g->sg, -1, nodes * sizeof(int));
    for (size_t i = 0; i < edges; i++) {
        g->to[i] = (int)pairs[2 * i + 1];
        g->next[i] = g->first[pairs[2 * i]];
        g->first[pairs[2 * i]] = (int)i;
    }
}

static inline void naive_free(struct naive *g)
{
    free(g->first);
    free(g->next);
    free(g->to);
    free(g->sg);
}

static inline void set_insert(struct member **set, int value)
{
    while (*set && (*set)->value < value)
        set = &(*set)->next;
    if (*set && (*set)->value == value)
        return;
    struct member *member = need(sizeof *member);
    *member = (struct member){value, *set};
    *set = member;
}

static inline int naive_sg(struct naive *g, int u)
{
    if (g->sg[u] >= 0)
        return g->sg[u];
    struct member *set = NULL;
    for (int i = g->first[u]; i >= 0; i = g->next[i])
        set_insert(&set, naive_sg(g, g->to[i]));
    int mex = 0;
    while (set) {
        struct member *rest = set->next;
        mex += set->value == mex;
        free(set);
        set = rest;
    }
    return g->sg[u] = mex;
}

static inline void naive_acyclic(size_t nodes, const int64_t *pairs, size_t edges, uint16_t *label)
{
    struct naive g;
    naive_build(&g, nodes, pairs, edges);
    for (size_t u = 0; u < nodes; u++)
        label[u] = (uint16_t)naive_sg(&g, (int)u);
    naive_free(&g);
}

/* With cycles: level by level, sweeps over all nodes until a sweep changes nothing. */
enum { OPEN = -1, INFINITE = -2 };

static inline bool naive_has(const struct naive *g, int u, int level)
{
    for (int i = g->first[u]; i >= 0; i = g->next[i])
        if (g->sg[g->to[i]] == level)
            return true;
    return false;
}

static inline bool naive_fits(const struct naive *g, int u, int level)
{
    if (naive_has(g, u, level))
        return false;
    for (int i = g->first[u]; i >= 0; i = g->next[i])
        if (g->sg[g->to[i]] < 0 && !naive_has(g, g->to[i], level))
            return false;
    return true;
}

static inline void naive_loopy(size_t nodes, const int64_t *pairs, size_t edges, uint16_t *label)
{
    struct naive g;
    naive_build(&g, nodes, pairs, edges);
    bool open = true;
    for (int level = 0; open; level++) {
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t u = 0; u < nodes; u++)
                if (g.sg[u] == OPEN && naive_fits(&g, (int)u, level)) {
                    g.sg[u] = level;
                    changed = true;
                }
        }
        open = false;
        for (size_t u = 0; u < nodes; u++)
            if (g.sg[u] == OPEN) {
                bool has = naive_has(&g, (int)u, level);
                open = open || has;
                g.sg[u] = has ? OPEN : INFINITE;
            }
    }
    for (size_t u = 0; u < nodes; u++)
        label[u] = g.sg[u] < 0 ? UINT16_MAX : (uint16_t)g.sg[u];
    naive_free(&g);
}

/* ---- the usual optimised method: both adjacencies as CSR by counting, then Kahn's queue ---- */

struct csr {
    uint32_t *start, *to;
};

static inline struct csr csr_build(size_t nodes, const int64_t *pairs, size_t edges, int from)
{
    struct csr csr = {need((nodes + 1) * sizeof(uint32_t)), need(edges * sizeof(uint32_t))};
    uint32_t *at = need((nodes + 1) * sizeof *at);
    for (size_t i = 0; i < edges; i++)
        csr.start[pairs[2 * i + (size_t)from] + 1]++;
    for (size_t u = 0; u < nodes; u++)
        csr.start[u + 1] += csr.start[u];
    memcpy(at, csr.start, nodes * sizeof *at);
    for (size_t i = 0; i < edges; i++)
        csr.to[at[pairs[2 * i + (size_t)from]]++] = (uint32_t)pairs[2 * i + 1 - (size_t)from];
    free(at);
    return csr;
}

static inline void csr_free(struct csr csr)
{
    free(csr.start);
    free(csr.to);
}

static inline void usual_acyclic(size_t nodes, const int64_t *pairs, size_t edges, uint16_t *label)
{
    struct csr out = csr_build(nodes, pairs, edges, 0), in = csr_build(nodes, pairs, edges, 1);
    uint32_t *left = need(nodes * sizeof *left), *queue = need(nodes * sizeof *queue), *stamp = need((edges + 2) * sizeof *stamp);
    size_t head = 0, tail = 0;
    for (uint32_t u = 0; u < nodes; u++)
        if ((left[u] = out.start[u + 1] - out.start[u]) == 0)
            queue[tail++] = u;
    while (head < tail) {
        uint32_t u = queue[head++], mex = 0;
        for (uint32_t i = out.start[u]; i < out.start[u + 1]; i++)
            stamp[label[out.to[i]]] = u + 1;
        while (stamp[mex] == u + 1)
            mex++;
        label[u] = (uint16_t)mex;
        for (uint32_t i = in.start[u]; i < in.start[u + 1]; i++)
            if (--left[in.to[i]] == 0)
                queue[tail++] = in.to[i];
    }
    free(left);
    free(queue);
    free(stamp);
    csr_free(out);
    csr_free(in);
}

/* Fraenkel and Perl's levels with counters: `open` is the number of followers without label, `bad` of those without a follower of
 * this level, and a node joins the queue of its level when bad reaches 0. */
struct usual {
    struct csr out, in;
    int32_t *sg;
    uint32_t *open, *bad, *mark, *queue;
    size_t head, tail;
};

static inline void usual_mark(struct usual *w, uint32_t node, uint32_t stamp)
{
    w->mark[node] = stamp;
    for (uint32_t i = w->in.start[node]; i < w->in.start[node + 1]; i++) {
        uint32_t x = w->in.to[i];
        if (w->sg[x] == OPEN && --w->bad[x] == 0 && w->mark[x] != stamp)
            w->queue[w->tail++] = x;
    }
}

static inline void usual_level(struct usual *w, size_t nodes, int32_t level)
{
    uint32_t stamp = (uint32_t)level + 1;
    w->head = w->tail = 0;
    memcpy(w->bad, w->open, nodes * sizeof *w->bad);
    for (uint32_t u = 0; u < nodes; u++)
        if (w->sg[u] == OPEN && w->bad[u] == 0)
            w->queue[w->tail++] = u;
    while (w->head < w->tail) {
        uint32_t u = w->queue[w->head++];
        w->sg[u] = level;
        for (uint32_t i = w->in.start[u]; i < w->in.start[u + 1]; i++) {
            uint32_t x = w->in.to[i];
            w->open[x]--;
            if (w->sg[x] < 0 && w->mark[x] != stamp)
                usual_mark(w, x, stamp);
        }
    }
}

static inline void usual_loopy(size_t nodes, const int64_t *pairs, size_t edges, uint16_t *label)
{
    struct usual w = {.out = csr_build(nodes, pairs, edges, 0), .in = csr_build(nodes, pairs, edges, 1)};
    w.sg = need(nodes * sizeof *w.sg);
    w.open = need(nodes * sizeof *w.open);
    w.bad = need(nodes * sizeof *w.bad);
    w.mark = need(nodes * sizeof *w.mark);
    w.queue = need(nodes * sizeof *w.queue);
    for (size_t u = 0; u < nodes; u++) {
        w.open[u] = w.out.start[u + 1] - w.out.start[u];
        w.sg[u] = OPEN;
    }
    bool open = true;
    for (int32_t level = 0; open; level++) {
        usual_level(&w, nodes, level);
        open = false;
        for (size_t u = 0; u < nodes; u++)
            if (w.sg[u] == OPEN && w.mark[u] != (uint32_t)level + 1)
                w.sg[u] = INFINITE;
            else
                open = open || w.sg[u] == OPEN;
    }
    for (size_t u = 0; u < nodes; u++)
        label[u] = w.sg[u] < 0 ? UINT16_MAX : (uint16_t)w.sg[u];
    free(w.sg);
    free(w.open);
    free(w.bad);
    free(w.mark);
    free(w.queue);
    csr_free(w.out);
    csr_free(w.in);
}

#endif
