/* Cat and mouse against plain search from the rules: all undirected graphs of four nodes, with and without a loop, and random
 * larger ones; every position: verdict, plies, the list of moves and the outcome of each. */
#include "core/limits.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 24, STATES = 2 * NODES * NODES };

static struct arena arena;
static struct budget budget;
static const struct game *game;

static int nodes;
static bool edge[NODES][NODES];
static enum outcome truth[STATES];
static int plies[STATES];

static int state_of(int mouse, int cat, int turn)
{
    return (mouse * nodes + cat) * 2 + turn;
}

/* Where the piece whose turn it is may go: the state after, or -1. */
static int after(int mouse, int cat, int turn, int to)
{
    if (turn == 0)
        return edge[mouse][to] ? state_of(to, cat, 1) : -1;
    return edge[cat][to] && to != 0 ? state_of(mouse, to, 0) : -1;
}

static bool decide(int mouse, int cat, int turn, int round)
{
    int state = state_of(mouse, cat, turn);
    if (mouse == 0 || mouse == cat) {
        truth[state] = (mouse == 0) == (turn == 0) ? OUTCOME_WIN : OUTCOME_LOSS;
        plies[state] = 0;
        return round == 0;
    }
    bool any = false, all_wins = true;
    for (int to = 0; to < nodes; to++) {
        int next = after(mouse, cat, turn, to);
        if (next < 0)
            continue;
        any = true;
        if (truth[next] == OUTCOME_LOSS && plies[next] < round) {
            truth[state] = OUTCOME_WIN;
            plies[state] = round;
            return true;
        }
        all_wins = all_wins && truth[next] == OUTCOME_WIN && plies[next] < round;
    }
    if (!any || !all_wins)
        return false;
    truth[state] = OUTCOME_LOSS;
    plies[state] = round;
    return true;
}

static void search(void)
{
    for (int s = 0; s < STATES; s++)
        truth[s] = OUTCOME_DRAW;
    bool changed = true;
    for (int round = 0; changed; round++) {
        changed = false;
        for (int mouse = 0; mouse < nodes; mouse++)
            for (int cat = 1; cat < nodes; cat++)
                for (int turn = 0; turn < 2; turn++)
                    if (truth[state_of(mouse, cat, turn)] == OUTCOME_DRAW && decide(mouse, cat, turn, round))
                        changed = true;
    }
}

static void *field_of(void *object, const struct type *type, const char *name)
{
    for (const struct field *f = type->fields; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return (char *)object + f->offset;
    ck_abort_msg("no field %s", name);
    return NULL;
}

static void *position_of(int mouse, int cat, int turn)
{
    void *p = arena_alloc(&arena, game->position->size);
    struct list *lists = arena_array(&arena, (size_t)nodes, sizeof *lists);
    for (int u = 0; u < nodes; u++) {
        int64_t *v = arena_array(&arena, NODES, sizeof *v);
        lists[u].v = v;
        for (int w = nodes - 1; w >= 0; w--)
            if (edge[u][w])
                v[lists[u].n++] = w;
    }
    *(struct list *)field_of(p, game->position, "graph") = (struct list){(size_t)nodes, lists};
    *(int64_t *)field_of(p, game->position, "mouse") = mouse;
    *(int64_t *)field_of(p, game->position, "cat") = cat;
    *(int *)field_of(p, game->position, "turn") = turn;
    return p;
}

/* Fields aside, a position is refused exactly when a piece that has to move some time could not. */
static bool refused(int mouse, int cat)
{
    bool mouse_stuck = mouse != 0, cat_stuck = true;
    for (int to = 0; to < nodes; to++) {
        mouse_stuck = mouse_stuck && !edge[mouse][to];
        cat_stuck = cat_stuck && (to == 0 || !edge[cat][to]);
    }
    return mouse_stuck || cat_stuck || cat == 0;
}

static enum outcome turned(enum outcome outcome)
{
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : outcome == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
}

static void check(int mouse, int cat, int turn)
{
    struct arena_mark mark = arena_mark(&arena);
    void *position = position_of(mouse, cat, turn);
    struct faults faults = {.arena = &arena};
    game->check(position, &faults);
    ck_assert_int_eq(faults.n > 0, refused(mouse, cat));
    if (faults.n == 0) {
        struct ask ask;
        ask_init(&ask, game, position, &arena, &budget, NULL);
        ask.listing = LISTING_ALL;
        ask_solve(&ask);
        int state = state_of(mouse, cat, turn);
        ck_assert_int_eq(ask.answer.verdict, truth[state]);
        ck_assert_int_eq(!!(((struct head *)ask.extra)->null & 1), truth[state] == OUTCOME_DRAW);
        if (truth[state] != OUTCOME_DRAW)
            ck_assert_int_eq(*(int64_t *)field_of(ask.extra, game->extra, "remoteness"), plies[state]);
        size_t n = 0;
        for (int to = 0; to < nodes && mouse != 0 && mouse != cat; to++) {
            int next = after(mouse, cat, turn, to);
            if (next < 0)
                continue;
            ck_assert_uint_lt(n, ask.answer.all.n);
            const struct listed *listed = &ask.answer.all.v[n++];
            ck_assert_int_eq(*(int64_t *)field_of((void *)(uintptr_t)listed->move, game->move, "node"), to);
            ck_assert_int_eq(listed->mark.outcome, turned(truth[next]));
        }
        ck_assert_uint_eq(n, ask.answer.all.n);
    }
    arena_rewind(&arena, mark);
}

static void check_graph(void)
{
    search();
    for (int mouse = 0; mouse < nodes; mouse++)
        for (int cat = 0; cat < nodes; cat++)
            for (int turn = 0; turn < 2; turn++)
                check(mouse, cat, turn);
}

static void begin(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_enter(&arena);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
    game = game_find("cat-mouse", strlen("cat-mouse"));
}

static void end(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
}

START_TEST(all_graphs_of_four_nodes)
{
    begin();
    nodes = 4;
    for (unsigned bits = 0; bits < 1 << 7; bits++) {
        unsigned left = bits;
        memset(edge, 0, sizeof edge);
        for (int u = 0; u < nodes; u++)
            for (int v = 0; v < u; v++, left >>= 1)
                edge[u][v] = edge[v][u] = left & 1;
        edge[3][3] = left & 1;
        check_graph();
    }
    end();
}
END_TEST

START_TEST(random_graphs)
{
    begin();
    uint32_t seed = 7;
    for (int round = 0; round < 12; round++) {
        nodes = 6 + round;
        memset(edge, 0, sizeof edge);
        for (int left = nodes + round % 5; left > 0; left--) {
            seed = seed * 1664525 + 1013904223;
            int u = (int)(seed >> 16) % nodes, v = (int)(seed >> 8 & 0xFF) % nodes;
            edge[u][v] = edge[v][u] = true;
        }
        check_graph();
    }
    end();
}
END_TEST

START_TEST(the_complete_graph_of_the_limit)
{
    begin();
    void *p = arena_alloc(&arena, game->position->size);
    struct list *lists = arena_array(&arena, MAZE_NODES, sizeof *lists);
    for (int u = 0; u < MAZE_NODES; u++) {
        int64_t *v = arena_array(&arena, MAZE_NODES, sizeof *v);
        for (int w = 0; w < MAZE_NODES; w++)
            if (w != u)
                v[lists[u].n++] = w;
        lists[u].v = v;
    }
    *(struct list *)field_of(p, game->position, "graph") = (struct list){MAZE_NODES, lists};
    *(int64_t *)field_of(p, game->position, "mouse") = 1;
    *(int64_t *)field_of(p, game->position, "cat") = 2;
    struct faults faults = {.arena = &arena};
    game->check(p, &faults);
    ck_assert_uint_eq(faults.n, 0);
    struct ask ask;
    ask_init(&ask, game, p, &arena, &budget, NULL);
    ask_solve(&ask);
    ck_assert_int_eq(ask.answer.verdict, OUTCOME_WIN);
    ck_assert_int_eq(*(int64_t *)field_of(ask.extra, game->extra, "remoteness"), 1);
    ck_assert_int_eq(ask.answer.move_count.word, MAZE_NODES - 1);
    ck_assert_int_eq(ask.answer.winning.seen.word, 1);
    end();
}
END_TEST

SUITE(all_graphs_of_four_nodes, random_graphs, the_complete_graph_of_the_limit)
