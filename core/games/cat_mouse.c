/* Cat and mouse: two pieces move in turn along the edges of an undirected graph; node 0 is the hole, which the cat may not enter.
 *
 * The mouse wins in the hole, the cat wins on the mouse, play that never ends is a draw. Who is to move must move.
 * Method: retrograde analysis over the states (mouse, cat, turn); see core/kit/search/retrograde.h (LeetCode 913). The game is
 * over where the mouse is in the hole or on the cat. Cost: two states for each pair of nodes, one step for each state and
 * neighbour.
 */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/search/retrograde.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

enum turn { TURN_MOUSE, TURN_CAT };

struct position {
    struct head head;
    struct list graph; /* of lists of int64_t */
    int64_t mouse, cat;
    int turn;
};

struct move {
    struct head head;
    int64_t node;
};

struct extra {
    struct head head;
    int64_t remoteness;
};

enum { POSITION_MOUSE = 1, POSITION_CAT, POSITION_TURN };

static const struct type node_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = MAZE_NODES - 1};
static const struct type neighbours_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = MAZE_NODES, .distinct = true, .item = &node_type};
static const struct type graph_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 3, .max = MAZE_NODES, .item = &neighbours_type};
static const struct type turn_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"mouse", "cat", NULL}};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"graph", offsetof(struct position, graph), &graph_type,
             .doc = {"The neighbours of each node; node 0 is the hole.", "每个结点的邻居；结点 0 是洞。"}},
            {"mouse", offsetof(struct position, mouse), &node_type, NEED_DEFAULT, .fallback = 1,
             .doc = {"Where the mouse is.", "老鼠所在结点。"}},
            {"cat", offsetof(struct position, cat), &node_type, NEED_DEFAULT, .fallback = 2,
             .doc = {"Where the cat is.", "猫所在结点。"}},
            {"turn", offsetof(struct position, turn), &turn_type, NEED_DEFAULT, .fallback = TURN_MOUSE,
             .doc = {"Who is to move.", "轮到谁走。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"node", offsetof(struct move, node), &node_type, .doc = {"The node to go to.", "走到的结点。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct extra),
    .fields =
        (const struct field[]){
            {"remoteness", offsetof(struct extra, remoteness), &type_index, .nullable = true,
             .doc = {"Plies until the end, the winner hurrying, the loser delaying; null for a draw.",
                     "胜方求快、负方求慢，到终局的步数；平局为 null。"}},
            {0},
        },
};

static bool is_over(const struct position *p)
{
    return p->mouse == 0 || p->mouse == p->cat;
}

/* The graph by rows of flags, and the states numbered for the analysis. */
struct maze {
    uint32_t n;
    const bool *joined; /* n * n */
    struct retrograde retrograde;
};

static uint32_t state_of(const struct maze *maze, uint32_t mouse, uint32_t cat, int turn)
{
    return (mouse * maze->n + cat) * 2 + (uint32_t)turn;
}

static void set_state(struct maze *maze, const struct list *graph, uint32_t mouse, uint32_t cat)
{
    struct retrograde *r = &maze->retrograde;
    uint32_t by_mouse = state_of(maze, mouse, cat, TURN_MOUSE), by_cat = state_of(maze, mouse, cat, TURN_CAT);
    if (mouse == 0 || mouse == cat) {
        retrograde_end(r, by_mouse, mouse == 0 ? RETROGRADE_WIN : RETROGRADE_LOSS);
        retrograde_end(r, by_cat, mouse == 0 ? RETROGRADE_LOSS : RETROGRADE_WIN);
        return;
    }
    retrograde_options(r, by_mouse, (uint32_t)graph[mouse].n);
    retrograde_options(r, by_cat, (uint32_t)graph[cat].n - maze->joined[cat * maze->n]);
}

/* Tells a decided state to those from which it is a move. The graph being undirected, the piece came from a neighbour. */
static void tell_before(struct maze *maze, const struct list *graph, uint32_t state)
{
    struct retrograde *r = &maze->retrograde;
    uint32_t mouse = state / 2 / maze->n, cat = state / 2 % maze->n, decided = r->state[state];
    bool cat_moved = state % 2 == TURN_MOUSE;
    const struct list *from = &graph[cat_moved ? cat : mouse];
    for (size_t i = 0; i < from->n; i++) {
        uint32_t before = (uint32_t)list_words(*from)[i];
        if (before == 0)
            continue;
        retrograde_tell(r, cat_moved ? state_of(maze, mouse, before, TURN_CAT) : state_of(maze, before, cat, TURN_MOUSE),
                        decided);
    }
}

static void analyse(struct ask *ask, struct maze *maze)
{
    const struct position *p = ask->position;
    const struct list *graph = list_lists(p->graph);
    maze->n = (uint32_t)p->graph.n;
    bool *joined = arena_array(ask->arena, (size_t)maze->n * maze->n, sizeof *joined);
    for (uint32_t u = 0; u < maze->n; u++)
        for (size_t i = 0; i < graph[u].n; i++)
            joined[u * maze->n + list_words(graph[u])[i]] = true;
    maze->joined = joined;
    retrograde_init(&maze->retrograde, ask->arena, 2 * (size_t)maze->n * maze->n);
    for (uint32_t mouse = 0; mouse < maze->n; mouse++)
        for (uint32_t cat = 1; cat < maze->n; cat++)
            set_state(maze, graph, mouse, cat);
    uint32_t state;
    while (retrograde_next(&maze->retrograde, &state)) {
        budget_spend(ask->budget, 4 * (uint64_t)maze->n);
        tell_before(maze, graph, state);
    }
}

static void offer_moves(struct ask *ask, const struct maze *maze)
{
    const struct position *p = ask->position;
    bool mouse = p->turn == TURN_MOUSE;
    const bool *joined = &maze->joined[(mouse ? p->mouse : p->cat) * maze->n];
    for (uint32_t node = mouse ? 0 : 1; node < maze->n; node++) {
        if (!joined[node])
            continue;
        uint32_t next =
            mouse ? state_of(maze, node, (uint32_t)p->cat, TURN_CAT) : state_of(maze, (uint32_t)p->mouse, node, TURN_MOUSE);
        struct move *move = arena_alloc(ask->arena, sizeof *move);
        move->node = node;
        push(ask, move, retrograde_mark(&maze->retrograde, next));
    }
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct extra *extra = ask->extra;
    struct maze maze;
    analyse(ask, &maze);
    uint32_t state = state_of(&maze, (uint32_t)p->mouse, (uint32_t)p->cat, p->turn);
    ask->answer.method = "retrograde";
    ask->answer.verdict = retrograde_outcome(&maze.retrograde, state);
    if (ask->answer.verdict == OUTCOME_DRAW)
        extra->head.null = BIT(0);
    else
        extra->remoteness = retrograde_remoteness(&maze.retrograde, state);
    if (!is_over(p))
        offer_moves(ask, &maze);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    if (p->turn == TURN_MOUSE)
        next->mouse = ((const struct move *)move)->node;
    else
        next->cat = ((const struct move *)move)->node;
    next->turn = p->turn == TURN_MOUSE ? TURN_CAT : TURN_MOUSE;
    next->head.given |= BIT(POSITION_MOUSE) | BIT(POSITION_CAT) | BIT(POSITION_TURN);
    return next;
}

static void add_outside(struct faults *faults, const char *pointer, size_t n)
{
    const char *en = arena_printf(faults->arena, "must be below the number of nodes, which is %zu", n);
    fault_add_words(faults, FAULT_out_of_range, pointer, en, arena_printf(faults->arena, "必须小于结点数 %zu", n));
}

/* Neighbours must exist and be mutual. */
static void check_lists(const struct list *graph, size_t n, struct faults *faults)
{
    bool joined[MAZE_NODES][MAZE_NODES] = {0};
    for (size_t u = 0; u < n; u++)
        for (size_t i = 0; i < graph[u].n; i++) {
            int64_t v = list_words(graph[u])[i];
            if (v < (int64_t)n && (v != 0 || !fault_told(faults, "/graph/%zu/%zu", u, i)))
                joined[u][v] = true;
        }
    for (size_t u = 0; u < n; u++)
        for (size_t i = 0; i < graph[u].n; i++) {
            size_t v = (size_t)list_words(graph[u])[i];
            if ((v < n && joined[v][u]) || faults->n == FAULTS_MAX)
                continue;
            const char *pointer = arena_printf(faults->arena, "/graph/%zu/%zu", u, i);
            if (v >= n)
                add_outside(faults, pointer, n);
            else if (!fault_told(faults, "/graph/%zu", v) && (v != 0 || !fault_told(faults, "%s", pointer)))
                fault_add(faults, FAULT_inconsistent, pointer,
                          arena_printf(faults->arena, "%zu is a neighbour of %zu, but %zu is none of %zu", v, u, u, v));
        }
}

/* From any node but its first a piece can go back, so only where it stands it can be stuck. */
static void check_pieces(const struct position *p, struct faults *faults)
{
    const struct list *graph = list_lists(p->graph);
    if (p->mouse >= (int64_t)p->graph.n)
        add_outside(faults, "/mouse", p->graph.n);
    else if (p->mouse != 0 && graph[p->mouse].n == 0 && !fault_told(faults, "/graph/%lld", (long long)p->mouse))
        fault_add(faults, FAULT_inconsistent, "/mouse", "the mouse must move, but its node has no neighbours");
    if (fault_told(faults, "/cat"))
        return;
    if (p->cat >= (int64_t)p->graph.n)
        add_outside(faults, "/cat", p->graph.n);
    else if (p->cat == 0)
        fault_add(faults, FAULT_inconsistent, "/cat", "the hole, node 0, is closed to the cat");
    if (p->cat >= (int64_t)p->graph.n || p->cat == 0)
        return;
    bool free = fault_told(faults, "/graph/%lld", (long long)p->cat);
    for (size_t i = 0; i < graph[p->cat].n; i++)
        free = free || list_words(graph[p->cat])[i] != 0 || fault_told(faults, "/graph/%lld/%zu", (long long)p->cat, i);
    if (!free)
        fault_add(faults, FAULT_inconsistent, "/cat", "the cat must move, but its node has no neighbour other than the hole");
}

static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    if (fault_told(faults, "/graph"))
        return;
    check_lists(list_lists(p->graph), p->graph.n, faults);
    check_pieces(p, faults);
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    uint64_t edges = 0, n = p->graph.n;
    for (size_t u = 0; u < n; u++)
        edges += list_lists(p->graph)[u].n;
    return 10 * n * n + 4 * n * edges;
}

static void explain_over(const struct position *p, struct lines *lines)
{
    if (p->mouse == 0)
        lines_add(lines, "The mouse is in the hole (node 0): the game is over and the mouse has won.",
                  "老鼠已进洞（结点 0）：游戏结束，老鼠获胜。");
    else
        lines_add(lines, "The mouse and the cat are both on node %s: the game is over and the cat has won.",
                  "老鼠和猫同在结点 %s：游戏结束，猫获胜。", num_text(num(p->mouse)));
}

enum { FEW_NODES = 30 }; /* so that other positions may be looked at, too */

static void explain_move(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (ask->answer.verdict != OUTCOME_DRAW)
        lines_add(lines, "The winner hurrying and the loser delaying, the game ends after %s move(s).",
                  "胜方求快、负方求慢，%s 步后终局。", num_text(num(((const struct extra *)ask->extra)->remoteness)));
    else
        lines_add(lines, "The state is never reached from the ends, so neither side can force one.",
                  "倒推到不了当前局面，双方都无法迫使终局。");
    bool few = p->graph.n <= FEW_NODES;
    if (few)
        explain_outcomes(ask, lines);
    if (few && !right)
        explain_replies(ask, lines, 3);
    if (!right)
        return;
    const char *move = explain_named(ask, right->move, lines);
    if (ask->answer.verdict == OUTCOME_DRAW)
        lines_add(lines, "For example %s, which keeps the draw.", "例如%s，保持平局。", move);
    else if (right->mark.plies == 1)
        lines_add(lines, "For example %s, which ends the game.", "例如%s，对局即告结束。", move);
    else
        lines_add(lines, "For example %s, after which the other player loses within %s more move(s).",
                  "例如%s：对手必败，再过 %s 步终局。", move, num_text(num((int64_t)right->mark.plies - 1)));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (is_over(p)) {
        explain_over(p, lines);
        explain_verdict(ask, lines);
        return;
    }
    lines_add(lines,
              p->turn == TURN_MOUSE ? "The mouse is on node %s, the cat on node %s; the mouse is to move."
                                    : "The mouse is on node %s, the cat on node %s; the cat is to move.",
              p->turn == TURN_MOUSE ? "老鼠在结点 %s，猫在结点 %s，轮到老鼠走。" : "老鼠在结点 %s，猫在结点 %s，轮到猫走。",
              num_text(num(p->mouse)), num_text(num(p->cat)));
    lines_add(
        lines,
        "Work backwards from the ends (mouse in the hole, mouse on the cat): a state is a win if some move leads to a state lost "
        "for the other, and a loss if every move leads to a state won for the other.",
        "从终局（老鼠进洞、老鼠与猫同处）倒推：能走到对手必败态的是必胜态，所有走法都到对手必胜态的是必败态。");
    explain_move(ask, lines);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    const struct move *m = move;
    if (((const struct position *)ask->position)->turn == TURN_MOUSE)
        lines_add(line, "the mouse goes to node %s", "老鼠走到结点 %s", num_text(num(m->node)));
    else
        lines_add(line, "the cat goes to node %s", "猫走到结点 %s", num_text(num(m->node)));
}

/* A ring of all nodes but the hole, and some paths across it and into the hole: nobody is ever without a way to go. */
static struct list sample_graph(struct sample *sample)
{
    int64_t n = sample_from(sample, 4, sample_bound(sample, 7, MAZE_NODES)), ways = sample_from(sample, 1, n);
    bool *joined = arena_array(sample->arena, (size_t)(n * n), sizeof *joined);
    struct list *lists = arena_array(sample->arena, (size_t)n, sizeof *lists);
    for (int64_t i = 1; i < n; i++) {
        int64_t next = i + 1 < n ? i + 1 : 1;
        joined[i * n + next] = joined[next * n + i] = true;
    }
    for (; ways > 0; ways--) {
        int64_t a = sample_from(sample, 0, n - 1), b = sample_from(sample, 0, n - 1);
        if (a != b)
            joined[a * n + b] = joined[b * n + a] = true;
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t *v = arena_array(sample->arena, (size_t)n, sizeof *v);
        for (int64_t j = 0; j < n; j++)
            if (joined[i * n + j])
                v[lists[i].n++] = j;
        lists[i].v = v;
    }
    return (struct list){(size_t)n, lists};
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "graph"))
        p->graph = sample_graph(sample);
    int64_t last = (int64_t)p->graph.n - 1;
    if (sample_free(sample, "mouse"))
        p->mouse = sample_from(sample, 1, last);
    if (sample_free(sample, "cat"))
        p->cat = sample_from(sample, 1, last);
    if (sample_free(sample, "turn"))
        p->turn = sample_chance(sample, 50) ? TURN_CAT : TURN_MOUSE;
}

const struct game game_cat_mouse = {
    .id = "cat-mouse",
    .source = "LeetCode 913; retrograde analysis: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    .title = {"Cat and mouse", "猫和老鼠"},
    .rules = {"A mouse and a cat move in turn to a neighbouring node of an undirected graph; who is to move must move. Node 0 is "
              "the hole: the cat may not enter it, and the mouse wins there. The cat wins when both are on one node, also if the "
              "mouse steps onto the cat. A position that repeats for ever is a draw.",
              "老鼠和猫在无向图上轮流走到相邻结点，轮到者必须走。结点 0 是洞：猫不能进，老鼠进洞即胜；"
              "两者同处一个结点时猫胜（包括老鼠自己走到猫处）。局面无限重复为平局。"},
    .limits = {"3 to 200 nodes", "3 到 200 个结点"},
    .position = &position_type,
    .mistakes = mistakes_cat_mouse,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"retrograde", NULL},
    .traits = TRAIT_DRAWS,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
