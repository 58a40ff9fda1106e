/* Labels, outcomes, plies and sums of tokens on graphs, against plain search from the rules: all graphs of three nodes and of
 * four nodes without loops, with every pair and some triples of tokens searched as joint positions; random larger graphs against
 * a second method. The rules stand here once more, without any of the theory: a position is a list of nodes and a Nim heap. */
#include "core/games/graph/product.h"
#include "core/games/graph/tokens.h"
#include "core/kit/search/digraph.h"
#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 300, PAIRS = 20000, STATES = 40000, HEAP = 8 };

/* An assertion writes into a pipe, even when it holds: too slow for millions of positions. */
#define SAME(a, b)                                                                                                               \
    do {                                                                                                                         \
        if ((int)(a) != (int)(b))                                                                                                \
            ck_assert_int_eq((int)(a), (int)(b));                                                                                \
    } while (0)

static struct arena arena;
static struct budget budget;

static void begin(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
}

static void end(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

/* The graph under test, as pairs and as a matrix. */
static int nodes;
static size_t pair_count;
static int64_t pairs[2 * PAIRS];
static bool edge[NODES][NODES];

static void clear_graph(int n)
{
    nodes = n;
    pair_count = 0;
    memset(edge, 0, sizeof edge);
}

static void add_edge(int u, int v)
{
    pairs[2 * pair_count] = u;
    pairs[2 * pair_count + 1] = v;
    pair_count++;
    edge[u][v] = true;
}

static void graph_of_bits(int n, unsigned bits, bool loops)
{
    clear_graph(n);
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++)
            if (u != v || loops) {
                if (bits & 1)
                    add_edge(u, v);
                bits >>= 1;
            }
}

/* ---- plain search: `tokens` digits to the base of nodes, then a heap of up to HEAP - 1; values by sweeps until nothing changes
 * ---- */

static enum outcome truth[STATES];
static int plies[STATES];

static int power(int base, int exponent)
{
    return exponent ? base * power(base, exponent - 1) : 1;
}

/* What the options of a state say so far: 0 nothing, else the outcome decided and the number of plies. */
static bool decide(int state, int tokens, bool misere, int round)
{
    int place = 1, heap = state / power(nodes, tokens);
    bool any = false, all_wins = true;
    for (int t = 0; t < tokens; t++, place *= nodes)
        for (int v = 0; v < nodes; v++) {
            int u = state / place % nodes, next = state + (v - u) * place;
            if (!edge[u][v])
                continue;
            any = true;
            if (truth[next] == OUTCOME_LOSS && plies[next] < round) {
                truth[state] = OUTCOME_WIN;
                plies[state] = round;
                return true;
            }
            all_wins = all_wins && truth[next] == OUTCOME_WIN && plies[next] < round;
        }
    for (int less = 0; less < heap; less++) {
        int next = state - (heap - less) * power(nodes, tokens);
        any = true;
        if (truth[next] == OUTCOME_LOSS && plies[next] < round) {
            truth[state] = OUTCOME_WIN;
            plies[state] = round;
            return true;
        }
        all_wins = all_wins && truth[next] == OUTCOME_WIN && plies[next] < round;
    }
    if (!all_wins)
        return false;
    truth[state] = !any && misere ? OUTCOME_WIN : OUTCOME_LOSS;
    plies[state] = round;
    return true;
}

static void search(int tokens, int heaps, bool misere)
{
    int n = power(nodes, tokens) * heaps;
    ck_assert_int_le(n, STATES);
    for (int s = 0; s < n; s++)
        truth[s] = OUTCOME_DRAW;
    bool changed = true;
    for (int round = 0; changed; round++) {
        changed = false;
        for (int s = 0; s < n; s++)
            if (truth[s] == OUTCOME_DRAW && decide(s, tokens, misere, round))
                changed = true;
    }
}

/* ---- what is tested ---- */

static struct digraph graph;
static struct labels labels;

static void solve(void)
{
    digraph_build(&graph, &arena, &budget, (size_t)nodes, pairs, pair_count);
    digraph_label(&graph, &arena, &budget, &labels);
}

/* A node has value m iff the node beside a heap of m is a loss; an infinite node reaches exactly the values of its followers. */
static void check_labels(void)
{
    search(1, HEAP, false);
    for (int v = 0; v < nodes; v++) {
        int value = 0;
        while (value < HEAP && truth[v + value * nodes] != OUTCOME_LOSS)
            value++;
        SAME(labels.label[v] == LABEL_INFINITE ? HEAP : labels.label[v], value);
        for (uint32_t k = 0; labels.label[v] == LABEL_INFINITE && k < HEAP; k++) {
            bool reached = false;
            for (int w = 0; w < nodes; w++)
                reached = reached || (edge[v][w] && labels.label[w] == k);
            SAME(labels_known(&labels, (uint32_t)v, k), reached);
        }
    }
}

static void check_plies(bool misere)
{
    struct retrograde play;
    digraph_play(&graph, &arena, &budget, misere ? RETROGRADE_WIN : RETROGRADE_LOSS, &play);
    search(1, 1, misere);
    for (int v = 0; v < nodes; v++) {
        SAME(retrograde_outcome(&play, (uint32_t)v), truth[v]);
        if (truth[v] != OUTCOME_DRAW)
            SAME((int)retrograde_remoteness(&play, (uint32_t)v), plies[v]);
    }
}

static enum outcome turned(enum outcome outcome)
{
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : outcome == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
}

/* Every position of that many tokens, and every move of it; beside a heap that stands for the other terms of a sum. */
static void check_sums(int tokens, int heap)
{
    search(tokens, heap + 1, false);
    int n = power(nodes, tokens);
    for (int s = 0; s < n; s++) {
        int64_t at[4];
        for (int t = 0, rest = s; t < tokens; t++, rest /= nodes)
            at[t] = rest % nodes;
        struct tokens_total total;
        tokens_add_up(&total, &labels, &arena, at, (size_t)tokens, loopy_nimber(num(heap)));
        SAME(tokens_verdict(&total), truth[s + heap * n]);
        for (int t = 0, place = 1; t < tokens; t++, place *= nodes) {
            struct tokens_rest rest = tokens_rest(&total, &labels, (uint32_t)at[t]);
            for (int v = 0; v < nodes; v++)
                if (edge[at[t]][v])
                    SAME(tokens_outcome(&rest, &labels, (uint32_t)v), turned(truth[s + (v - (int)at[t]) * place + heap * n]));
        }
    }
}

static void check_product(int tokens)
{
    search(tokens, 1, true);
    struct followers followers;
    digraph_followers(&graph, &arena, &budget, NULL, 0, &followers);
    int n = power(nodes, tokens);
    for (int s = 0; s < n; s++) {
        int64_t at[4];
        for (int t = 0, rest = s; t < tokens; t++, rest /= nodes)
            at[t] = rest % nodes;
        struct arena_mark mark = arena_mark(&arena);
        struct product product;
        ck_assert(product_solve(&product, &arena, &budget, &followers, at, (size_t)tokens, RETROGRADE_WIN));
        SAME(product.states_max <= (uint32_t)power(nodes + 1, tokens), true); /* each on a node, or on none from which it moves */
        SAME(product_outcome(&product, at, (size_t)tokens), truth[s]);
        for (int t = 0, place = 1; t < tokens; t++, place *= nodes)
            for (int v = 0; v < nodes; v++)
                if (edge[at[t]][v])
                    SAME(product_mark(&product, (uint32_t)at[t], (uint32_t)v).outcome,
                         turned(truth[s + (v - (int)at[t]) * place]));
        arena_rewind(&arena, mark);
    }
}

static void check_all(bool triples)
{
    begin();
    solve();
    check_labels();
    check_plies(false);
    check_plies(true);
    check_sums(2, 0);
    check_sums(1, 2);
    check_product(2);
    if (triples) {
        check_sums(3, 0);
        check_sums(2, 1);
        check_product(3);
    }
    end();
}

START_TEST(all_graphs_of_three_nodes)
{
    for (unsigned bits = 0; bits < 1 << 9; bits++) {
        graph_of_bits(3, bits, true);
        check_all(true);
    }
}
END_TEST

START_TEST(all_graphs_of_four_nodes_without_loops)
{
    for (unsigned bits = 0; bits < 1 << 12; bits++) {
        graph_of_bits(4, bits, false);
        check_all(bits % 16 == 5);
    }
}
END_TEST

static uint64_t seed = 1;

static int random_below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)((seed >> 11) % (uint64_t)n);
}

START_TEST(random_graphs_with_repeated_edges)
{
    for (int round = 0; round < 400; round++) {
        clear_graph(2 + random_below(6));
        for (int left = random_below(3 * nodes); left >= 0; left--)
            add_edge(random_below(nodes), random_below(nodes));
        check_all(nodes <= 5);
    }
}
END_TEST

/* ---- the second method for larger graphs: Fraenkel and Perl's levels by sweeps over the matrix ---- */

enum { OPEN = -1, INFINITE = -2 };

static int value[NODES];

static bool has_follower(int u, int level)
{
    for (int v = 0; v < nodes; v++)
        if (edge[u][v] && value[v] == level)
            return true;
    return false;
}

static bool fits(int u, int level)
{
    if (has_follower(u, level))
        return false;
    for (int v = 0; v < nodes; v++)
        if (edge[u][v] && value[v] < 0 && !has_follower(v, level))
            return false;
    return true;
}

static void label_by_levels(void)
{
    for (int u = 0; u < nodes; u++)
        value[u] = OPEN;
    bool open = true;
    for (int level = 0; open; level++) {
        for (bool changed = true; changed;) {
            changed = false;
            for (int u = 0; u < nodes; u++)
                if (value[u] == OPEN && fits(u, level)) {
                    value[u] = level;
                    changed = true;
                }
        }
        open = false;
        for (int u = 0; u < nodes; u++)
            if (value[u] == OPEN) {
                value[u] = has_follower(u, level) ? OPEN : INFINITE;
                open = open || value[u] == OPEN;
            }
    }
}

static bool has_follower_before(int u, int level, uint32_t order)
{
    for (int v = 0; v < nodes; v++)
        if (edge[u][v] && labels.label[v] == level && labels.order[v] < order)
            return true;
    return false;
}

/* What the winner relies on to come to the end of a sum: core/kit/search/loopy.c. */
static void check_order(void)
{
    for (int v = 0; v < nodes && !labels.acyclic; v++) {
        int label = labels.label[v];
        uint32_t order = labels.order[v];
        SAME(order == 0, label == LABEL_INFINITE);
        for (int k = 0; order && k < label; k++)
            SAME(has_follower_before(v, k, order), true);
        for (int w = 0; order && w < nodes; w++)
            if (edge[v][w] && (labels.order[w] == 0 || labels.order[w] >= order))
                SAME(has_follower_before(w, label, order), true);
    }
}

/* The same, however much is counted by levels before the rest waits at witnesses: nothing, or one level. */
static void check_witnesses(void)
{
    struct labels counted = labels;
    for (uint64_t most = 0; most < 2 && !counted.acyclic; most++) {
        digraph_label_counting(&graph, &arena, &budget, most, &labels);
        check_order();
        SAME(labels.top, counted.top);
        for (int v = 0; v < nodes; v++) {
            SAME(labels.label[v], counted.label[v]);
            for (uint32_t k = 0; labels.label[v] == LABEL_INFINITE && k <= labels.top; k++)
                SAME(labels_known(&labels, (uint32_t)v, k), labels_known(&counted, (uint32_t)v, k));
        }
    }
    labels = counted;
}

static void check_levels(void)
{
    begin();
    solve();
    check_order();
    check_witnesses();
    label_by_levels();
    for (int v = 0; v < nodes; v++) {
        SAME(labels.label[v] == LABEL_INFINITE ? INFINITE : labels.label[v], value[v]);
        for (uint32_t k = 0; labels.label[v] == LABEL_INFINITE && k <= labels.top; k++)
            SAME(labels_known(&labels, (uint32_t)v, k), has_follower(v, (int)k));
    }
    end();
}

START_TEST(larger_random_graphs_by_levels)
{
    for (int round = 0; round < 300; round++) {
        clear_graph(20 + random_below(100));
        int ends = random_below(nodes), edges = nodes + random_below(4 * nodes), back = random_below(20);
        for (int i = 0; i < edges; i++) {
            int u = random_below(nodes), v = random_below(nodes);
            if (u < v && random_below(20) >= back) {
                int t = u;
                u = v;
                v = t;
            }
            if (u >= ends / 2)
                add_edge(u, v);
        }
        check_levels();
    }
}
END_TEST

/* Labels beyond KNOWN_BITS: a complete order of `ladder` nodes has all labels below, and cycles above it use them. */
START_TEST(labels_beyond_a_word)
{
    for (int round = 0; round < 60; round++) {
        int ladder = 30 + random_below(60);
        clear_graph(ladder + 30);
        for (int u = 1; u < ladder; u++)
            for (int v = 0; v < u; v++)
                add_edge(u, v);
        for (int u = ladder; u < nodes; u++) {
            int below = random_below(ladder + 1), out = random_below(4);
            for (int v = 0; v < below; v++)
                if (random_below(40))
                    add_edge(u, v);
            for (int i = 0; i < out; i++)
                add_edge(u, ladder + random_below(30));
            for (int i = random_below(3); i > 0; i--)
                add_edge(u, random_below(ladder));
        }
        check_levels();
    }
}
END_TEST

START_TEST(followers_ascend_and_stand_once)
{
    begin();
    clear_graph(200);
    for (int i = 0; i < 3000; i++)
        add_edge(random_below(200), random_below(200));
    solve();
    int64_t chosen[] = {150, 3, 3, 199, 64, 63, 0};
    struct followers some, all;
    digraph_followers(&graph, &arena, &budget, chosen, 7, &some);
    digraph_followers(&graph, &arena, &budget, NULL, 0, &all);
    ck_assert_uint_eq(some.slots, 6);
    ck_assert_uint_eq(all.slots, 200);
    for (uint32_t u = 0; u < 200; u++) {
        uint32_t a = followers_slot(&all, u), from = all.start[a];
        for (uint32_t v = 0; v < 200; v++)
            if (edge[u][v])
                ck_assert_uint_eq(all.to[from++], v);
        ck_assert_uint_eq(from, all.end[a]);
        if (!followers_has(&some, u))
            continue;
        uint32_t s = followers_slot(&some, u);
        ck_assert_uint_eq(some.end[s] - some.start[s], all.end[a] - all.start[a]);
        ck_assert_mem_eq(some.to + some.start[s], all.to + all.start[a], (some.end[s] - some.start[s]) * sizeof(uint32_t));
    }
    end();
}
END_TEST

/* The degree of every node, and its predecessors as a sum and a sum of squares, since they stand in no order. */
static void check_build(uint32_t n, const int64_t *edges, size_t count)
{
    digraph_build(&graph, &arena, &budget, n, edges, count);
    uint64_t *told = arena_array(&arena, 4 * (size_t)n, sizeof *told), *sum = told + n, *squares = sum + n, *into = squares + n;
    for (size_t i = 0; i < count; i++) {
        uint64_t from = (uint64_t)edges[2 * i], to = (uint64_t)edges[2 * i + 1];
        told[from]++;
        into[to]++;
        sum[to] += from;
        squares[to] += from * from;
    }
    ck_assert_uint_eq(graph.start[0], 0);
    ck_assert_uint_eq(graph.start[n], count);
    for (uint32_t v = 0; v < n; v++) {
        SAME(graph.degree[v], told[v]);
        SAME(graph.start[v + 1] - graph.start[v], into[v]);
        for (uint32_t i = graph.start[v]; i < graph.start[v + 1]; i++) {
            sum[v] -= graph.pred[i];
            squares[v] -= (uint64_t)graph.pred[i] * graph.pred[i];
        }
        SAME(sum[v] == 0 && squares[v] == 0, true);
    }
}

/* All ways of sorting the edges, and both sides of where they change; half of the edges come from one node, and half of the
 * others lead to one. */
START_TEST(edges_are_sorted_by_target)
{
    static const uint32_t sizes[] = {1, 2, 255, 256, 257, 512, 513, 4095, 4096, 4097, 8192, 8193, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t count = 0; count < 100000; count = 7 * count + 2000) {
            begin();
            int n = (int)sizes[i];
            int64_t *edges = arena_raw(&arena, 2 * count * sizeof *edges);
            for (size_t k = 0; k < count; k++) {
                edges[2 * k] = k % 2 ? n / 2 : random_below(n);
                edges[2 * k + 1] = k % 4 < 2 ? n - 1 : random_below(n);
            }
            check_build(sizes[i], edges, count);
            end();
        }
}
END_TEST

/* Degrees are counted in bytes first, where there are many nodes. */
START_TEST(degrees_beyond_a_byte)
{
    enum { EIGHT = 8, MOST = EIGHT * 1024, STEP = 1000 };
    static const uint32_t degree[EIGHT] = {0, 1, 255, 256, 257, 511, 512, 1000};
    begin();
    int64_t *many = arena_raw(&arena, 2 * MOST * sizeof *many);
    size_t n = 0;
    for (int64_t u = 0; u < EIGHT; u++)
        for (uint32_t i = 0; i < degree[u]; i++, n++) {
            many[2 * n] = STEP * u;
            many[2 * n + 1] = i % EIGHT;
        }
    check_build(STEP * EIGHT, many, n);
    for (uint32_t u = 0; u < EIGHT; u++)
        ck_assert_uint_eq(graph.degree[STEP * u], degree[u]);
    end();
}
END_TEST

/* A move to each node before: the label of a node is its number, and what is allocated next does not reach into the labels. */
START_TEST(labels_of_all_edges)
{
    enum { ALL = 600 };
    begin();
    int64_t *edges = arena_raw(&arena, (size_t)ALL * ALL * sizeof *edges);
    size_t n = 0;
    for (int64_t u = 0; u < ALL; u++)
        for (int64_t v = 0; v < u; v++, n++) {
            edges[2 * n] = u;
            edges[2 * n + 1] = v;
        }
    digraph_build(&graph, &arena, &budget, ALL, edges, n);
    digraph_label(&graph, &arena, &budget, &labels);
    memset(arena_raw(&arena, 1 << 20), 0xFF, 1 << 20);
    ck_assert(labels.acyclic);
    for (uint32_t v = 0; v < ALL; v++)
        SAME(labels.label[v], v);
    end();
}
END_TEST

/* A line with side branches that join it again, some of them at the ends of long lists: what is told to one predecessor alone. */
START_TEST(lines_with_branches)
{
    for (int round = 0; round < 200; round++) {
        clear_graph(2 + random_below(250));
        int apart = 1 + random_below(30);
        for (int u = 1; u < nodes; u++) {
            add_edge(u, u - 1);
            if (random_below(apart) == 0)
                add_edge(u, random_below(round % 3 ? u : nodes));
        }
        check_levels();
    }
}
END_TEST

/* ---- limits: no graph takes more memory than the arena's cap, and every analysis gives up when it is told to ---- */

static enum status refuse(void *what)
{
    (void)what;
    return STATUS_deadline_exceeded;
}

static void solve_large(void *what)
{
    (void)what;
    enum { LARGE = 200000 };
    int64_t *large = arena_raw(&arena, 2 * LARGE * sizeof *large);
    for (int i = 0; i < LARGE; i++) {
        large[2 * i] = random_below(LARGE);
        large[2 * i + 1] = random_below(LARGE);
    }
    digraph_build(&graph, &arena, &budget, LARGE, large, LARGE);
    digraph_label(&graph, &arena, &budget, &labels);
}

START_TEST(memory_and_time_end_the_work)
{
    struct escape escape;
    for (size_t cap = 1 << 20; cap <= 32 << 20; cap *= 2) {
        begin();
        arena.cap = cap;
        enum status status = arena_try(&arena, &escape, solve_large, NULL);
        ck_assert(status == STATUS_too_large || (status == STATUS_ok && cap >= 8 << 20));
        ck_assert(status == STATUS_ok || cap <= 16 << 20);
        ck_assert_uint_le(arena.used, cap);
        end();
    }
    begin();
    budget.look = refuse;
    ck_assert_int_eq(arena_try(&arena, &escape, solve_large, NULL), STATUS_deadline_exceeded);
    end();
}
END_TEST

SUITE(all_graphs_of_three_nodes, all_graphs_of_four_nodes_without_loops, random_graphs_with_repeated_edges,
      larger_random_graphs_by_levels, labels_beyond_a_word, followers_ascend_and_stand_once, edges_are_sorted_by_target,
      degrees_beyond_a_byte, labels_of_all_edges, lines_with_branches, memory_and_time_end_the_work)
