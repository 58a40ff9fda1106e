/* Grundy values of all nodes of graphs of up to 10^6 nodes and 5 * 10^6 edges, of many shapes, with and without cycles: ours
 * beside the naive template and beside the usual optimised method, from the same pairs, in the same run. It fails where they do
 * not agree on every node. CPU time. */
#include "core/kit/search/digraph.h"
#include "core/kit/search/retrograde.h"
#include "core/limits.h"
#include "tests/bench/baseline_graph.h"
#include "tests/bench/goal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NODES = 1000000, EDGES = 5000000, ROUNDS = 5 };

static uint64_t seed = 42;

static uint64_t random_below(uint64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (seed >> 11) % n;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct board {
    uint32_t nodes;
    size_t edges;
    int64_t *pairs, *name; /* name: the nodes stand in no order */
};

static void begin_board(struct board *board, uint32_t nodes)
{
    *board = (struct board){
        .nodes = nodes, .pairs = malloc(2 * (size_t)EDGES * sizeof *board->pairs), .name = malloc(nodes * sizeof *board->name)};
    if (!board->pairs || !board->name)
        exit(EXIT_FAILURE);
    for (int64_t i = 0; i < nodes; i++) {
        int64_t j = (int64_t)random_below((uint64_t)i + 1);
        board->name[i] = board->name[j];
        board->name[j] = i;
    }
}

static void add_edge(struct board *board, uint64_t from, uint64_t to)
{
    board->pairs[2 * board->edges] = board->name[from];
    board->pairs[2 * board->edges++ + 1] = board->name[to];
}

static void make_dag(struct board *board)
{
    begin_board(board, NODES);
    while (board->edges < EDGES) {
        uint64_t u = random_below(NODES), v = random_below(NODES);
        if (u != v)
            add_edge(board, u > v ? u : v, u > v ? v : u);
    }
}

static void make_loopy(struct board *board)
{
    begin_board(board, NODES);
    while (board->edges < EDGES) {
        uint64_t u = random_below(NODES), v = random_below(NODES);
        add_edge(board, u, v);
    }
}

static void make_third(struct board *board)
{
    begin_board(board, NODES);
    while (board->edges < EDGES) {
        uint64_t u = NODES / 3 + random_below(NODES - NODES / 3), v = random_below(NODES);
        add_edge(board, u, v);
    }
}

static void make_path(struct board *board)
{
    begin_board(board, NODES);
    for (uint64_t u = 1; u < NODES; u++)
        add_edge(board, u, u - 1);
}

static void make_grid(struct board *board)
{
    enum { SIDE = 1000 };
    begin_board(board, NODES);
    for (uint64_t u = 0; u < NODES; u++) {
        if (u % SIDE)
            add_edge(board, u, u - 1);
        if (u >= SIDE)
            add_edge(board, u, u - SIDE);
    }
}

/* Half of the nodes lead to one, which leads to the other half. */
static void make_star(struct board *board)
{
    begin_board(board, NODES);
    for (uint64_t u = 1; u < NODES; u++)
        add_edge(board, u % 2 ? u : 0, u % 2 ? 0 : u);
}

/* Few nodes lead anywhere, and all of them to ends. */
static void make_leaves(struct board *board)
{
    enum { INNER = 100000 };
    begin_board(board, NODES);
    while (board->edges < EDGES) {
        uint64_t u = random_below(INNER);
        add_edge(board, u, INNER + random_below(NODES - INNER));
    }
}

/* As many nodes as have a move to each before, and each a label of its own. */
static void make_all(struct board *board)
{
    enum { ALL = 3162 };
    begin_board(board, ALL);
    for (uint64_t u = 0; u < ALL; u++)
        for (uint64_t v = 0; v < u; v++)
            add_edge(board, u, v);
}

/* As many as have a move to every one; some ends. */
static void make_all_loopy(struct board *board)
{
    enum { ALL = 2236, ENDS = 20 };
    begin_board(board, ALL);
    for (uint64_t u = ENDS; u < ALL; u++)
        for (uint64_t v = 0; v < ALL; v++)
            add_edge(board, u, v);
}

/* Ours, with fresh memory as a request has it. */
static double run_ours(const struct board *board, uint16_t *label, double *remoteness)
{
    struct arena arena;
    arena_init(&arena, NULL, 0, (size_t)1 << 30);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena};
    struct digraph graph;
    struct labels labels;
    double start = now();
    digraph_build(&graph, &arena, &budget, board->nodes, board->pairs, board->edges);
    digraph_label(&graph, &arena, &budget, &labels);
    double end = now();
    memcpy(label, labels.label, board->nodes * sizeof *label);
    struct retrograde retrograde;
    digraph_play(&graph, &arena, &budget, RETROGRADE_LOSS, &retrograde);
    *remoteness = now() - end;
    arena_reset(&arena);
    return end - start;
}

/* What no method that answers the same can do without: the lists of predecessors, and writing once, to memory as fresh as that of
 * a request, the 22 bytes a node that are kept of a graph with cycles: label, labels of followers, order, plies, queue. */
static double run_least(const struct board *board)
{
    enum { NODE_BYTES = 22 };
    struct arena arena;
    arena_init(&arena, NULL, 0, (size_t)1 << 30);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena};
    struct digraph graph;
    double start = now();
    digraph_build(&graph, &arena, &budget, board->nodes, board->pairs, board->edges);
    memset(arena_raw(&arena, (size_t)board->nodes * NODE_BYTES), 1, (size_t)board->nodes * NODE_BYTES);
    double took = now() - start;
    arena_reset(&arena);
    return took;
}

/* Every number of the edges, once: what comes from the memory, whatever is done with it. */
static double run_reading(const struct board *board)
{
    uint64_t sum = 0;
    double start = now();
    for (size_t i = 0; i < 2 * board->edges; i++)
        sum += (uint64_t)board->pairs[i];
    __asm__ volatile("" : : "r"(sum)); /* it is wanted */
    return now() - start;
}

static double best_of(double old, double new)
{
    return old == 0 || new < old ? new : old;
}

struct shape {
    const char *name;
    void (*make)(struct board *board);
    bool acyclic;
    double goal;
    bool naive; /* the template may be run: it neither comes too deep nor takes minutes */
};

typedef void label_all(size_t nodes, const int64_t *pairs, size_t edges, uint16_t *label);

static double time_of(label_all *way, const struct board *board, uint16_t *label)
{
    double start = now();
    way(board->nodes, board->pairs, board->edges, label);
    return now() - start;
}

static bool agree(const struct shape *shape, const uint16_t *label, const uint16_t *other, uint32_t nodes)
{
    bool same = memcmp(label, other, nodes * sizeof *label) == 0;
    if (!same)
        printf("%s: THEY DIFFER\n", shape->name);
    return same;
}

/* False where the ways differ. */
static bool bench(const struct shape *shape)
{
    struct board board;
    char row[80];
    shape->make(&board);
    uint16_t *label = malloc(board.nodes * sizeof *label), *other = malloc(board.nodes * sizeof *other);
    if (!label || !other)
        exit(EXIT_FAILURE);
    double ours = 0, usual = 0, retrograde = 0, least = 0, reading = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double plies;
        ours = best_of(ours, run_ours(&board, label, &plies));
        retrograde = best_of(retrograde, plies);
        least = best_of(least, run_least(&board));
        reading = best_of(reading, run_reading(&board));
        usual = best_of(usual, time_of(shape->acyclic ? usual_acyclic : usual_loopy, &board, other));
    }
    bool same = agree(shape, label, other, board.nodes);
    printf("%-19s ours %.4f s, usual %.4f s; remoteness %.4f s; lists and writing alone %.4f s, %.1f x the usual method",
           shape->name, ours, usual, retrograde, least, usual / least);
    printf("; reading the edges once %.4f s\n", reading);
    snprintf(row, sizeof row, "graph, %s, of the usual method", shape->name);
    goal_tell(row, ">=", shape->goal, usual / ours, "x");
    if (shape->naive) {
        double naive = time_of(shape->acyclic ? naive_acyclic : naive_loopy, &board, other);
        same = agree(shape, label, other, board.nodes) && same;
        snprintf(row, sizeof row, "graph, %s, of the template", shape->name);
        goal_tell(row, ">=", 10, naive / ours, "x");
    }
    free(board.pairs);
    free(board.name);
    free(label);
    free(other);
    return same;
}

int main(void)
{
    static const struct shape shapes[] = {
        {"dag", make_dag, true, 3.5, true},
        {"loopy", make_loopy, false, 3, true},
        {"loopy, a third ends", make_third, false, 1.5, true},
        {"path", make_path, true, 1.5, false},
        {"grid", make_grid, true, 1.5, false},
        {"star", make_star, true, 1.5, false},
        {"many leaves", make_leaves, true, 1.5, false},
        {"all edges", make_all, true, 1.5, false},
        {"all edges, loopy", make_all_loopy, false, 1.5, false},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        same = bench(&shapes[i]) && same;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
