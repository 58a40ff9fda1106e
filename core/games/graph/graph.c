/* Graph: tokens on the nodes of a directed graph; a move takes one token along an edge.
 *
 * Theorem (Sprague 1935, Grundy 1939): without cycles tokens add up by the xor of their Grundy values. With cycles play may go on
 * for ever, which is a draw; values are then nimbers or infinity(K) and add up as core/kit/search/loopy.h says (Smith 1966;
 * Fraenkel and Perl 1975). One token is decided by retrograde analysis, with the number of plies; that holds in misère play, too.
 * Several tokens in misère play are searched together, within limits. Cost: linear in nodes, edges and tokens, but for labels in
 * cyclic graphs, see loopy.c. */
#include "core/games/graph/graph.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

enum { EXTRA_VERDICTS = 2, EXTRA_GRUNDY_VALUES, EXTRA_REMOTENESSES };

static const struct type node_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = GRAPH_NODES - 1};
static const struct type edge_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(int64_t), .max = 2, .item = &node_type};
static const struct type edges_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = GRAPH_EDGES, .item = &edge_type};
static const struct type tokens_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = GRAPH_TOKENS, .item = &node_type};
static const struct type nodes_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = GRAPH_NODES};
static const struct type verdicts_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = GRAPH_NODES, .alphabet = "WLD"};
static const struct type value_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = GRAPH_NODES, .or_null = true};
static const struct type values_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = GRAPH_NODES, .item = &value_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct graph_position),
    .fields =
        (const struct field[]){
            {"edges", offsetof(struct graph_position, edges), &edges_type,
             .doc = {"The edges, each [from, to]; a repeated edge counts once, a loop [u, u] is allowed.",
                     "有向边，每条为 [起点, 终点]；重边只算一条，允许自环 [u, u]。"}},
            {"tokens", offsetof(struct graph_position, tokens), &tokens_type,
             .doc = {"The node of each token; several may share one.", "每个棋子所在的结点，可以重合。"}},
            {"nodes", offsetof(struct graph_position, nodes), &nodes_type, NEED_OPTIONAL,
             .doc = {"How many nodes there are; absent: the largest that is named, plus 1.",
                     "结点数；省略时为出现过的最大编号加 1。"}},
            {"misere", offsetof(struct graph_position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who cannot move wins.", "无着可走者胜。"}},
            {"all_nodes", offsetof(struct graph_position, all_nodes), &type_bool, NEED_DEFAULT,
             .doc = {"Tell verdict, Grundy value and remoteness of every node.", "给出每个结点的胜负、SG 值与步数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct graph_move),
    .fields =
        (const struct field[]){
            {"token", offsetof(struct graph_move, token), &type_index, .doc = {"Index of the token.", "棋子的下标。"}},
            {"node", offsetof(struct graph_move, node), &node_type, .doc = {"The node it goes to.", "移到的结点。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct graph_extra),
    .fields =
        (const struct field[]){
            [EXTRA_REMOTENESS] =
                {"remoteness", offsetof(struct graph_extra, remoteness), &type_index, .nullable = true,
                 .doc = {"With one token: plies until the end, the winner hurrying, the loser delaying. Null for a "
                         "draw, and with any other number of tokens.",
                         "仅一个棋子时：胜方求快、负方求慢，到终局的步数；平局或棋子数不为一时为 null。"}},
            {"acyclic", offsetof(struct graph_extra, acyclic), &type_bool,
             .doc = {"Whether the whole graph is without cycles.", "整个图是否无环。"}},
            [EXTRA_VERDICTS] =
                {"verdicts", offsetof(struct graph_extra, verdicts), &verdicts_type, NEED_OPTIONAL,
                 .doc = {"A letter a node, for one token there: W, L or D. This and the two lists behind it end, and `truncated` "
                         "is true, where the answer would pass 4 MiB.",
                         "每个结点一个字母（单个棋子）：W 胜、L 负、D 平。回答将超过 4 MiB 时，此串与其后两个列表"
                         "截止于同一结点，`truncated` 为 true。"}},
            [EXTRA_GRUNDY_VALUES] = {"grundy_values", offsetof(struct graph_extra, grundy_values), &values_type, NEED_OPTIONAL,
                                     .doc = {"The Grundy value of every node; null where it is loopy, and in misère play.",
                                             "每个结点的 SG 值；带环而无 SG 值处及反常规则下为 null。"}},
            [EXTRA_REMOTENESSES] = {"remotenesses", offsetof(struct graph_extra, remotenesses), &values_type, NEED_OPTIONAL,
                                    .doc = {"The remoteness of every node; null for a draw.", "每个结点的步数；平局为 null。"}},
            {0},
        },
};

/* Counts the outcomes of the moves from a node and, where only winning and drawing moves are listed, puts those first. */
static void sort_followers(struct ask *ask, struct solved *s, uint32_t node)
{
    uint32_t slot = followers_slot(&s->board.followers, node), n = s->board.followers.end[slot] - s->board.followers.start[slot];
    uint32_t *to = s->board.followers.to + s->board.followers.start[slot], wins = 0, draws = 0, losses = 0;
    struct tokens_rest rest = board_lift(&s->board, node);
    struct arena_mark mark = arena_mark(ask->arena);
    uint32_t *draw = arena_raw(ask->arena, n * sizeof *draw), *loss = arena_raw(ask->arena, n * sizeof *loss);
    bool listed = wants_all(ask);
    budget_spend(ask->budget, 20 + 20 * (uint64_t)n);
    for (uint32_t i = 0; i < n; i++) {
        enum outcome outcome = board_mark(&s->board, &rest, to[i]).outcome;
        if (outcome == OUTCOME_DRAW)
            draw[draws++] = to[i];
        else if (outcome == OUTCOME_LOSS)
            loss[losses++] = to[i];
        else if (!listed)
            to[wins++] = to[i];
        else
            wins++;
    }
    for (uint32_t i = 0; i < draws && !listed; i++)
        to[wins + i] = draw[i];
    for (uint32_t i = 0; i < losses && !listed; i++)
        to[wins + draws + i] = loss[i];
    s->wins[slot] = wins;
    s->draws[slot] = draws;
    arena_rewind(ask->arena, mark);
}

struct moves {
    const struct solved *solved;
    int64_t token;
    uint32_t node;
    const uint32_t *to; /* where the run begins in the list of followers */
};

static void make_move(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct moves *moves = run->context;
    struct graph_move *m = move;
    m->token = moves->token;
    m->node = moves->to[index.word];
    struct tokens_rest rest = board_lift(&moves->solved->board, moves->node);
    *mark = board_mark(&moves->solved->board, &rest, (uint32_t)m->node);
}

static void push_token(struct ask *ask, const struct solved *s, int64_t token, uint32_t node)
{
    uint32_t slot = followers_slot(&s->board.followers, node), n = s->board.followers.end[slot] - s->board.followers.start[slot];
    uint32_t wins = s->wins[slot], draws = s->draws[slot];
    struct moves moves = {s, token, node, s->board.followers.to + s->board.followers.start[slot]};
    struct run run = {.count = num(n), .make = make_move, .context = &moves};
    budget_spend(ask->budget, 100);
    if (wants_all(ask)) {
        run.mixed = true;
        run.wins = num(wins);
        run.draws = num(draws);
        push_run(ask, &run);
        return;
    }
    run.count = num(wins);
    run.mark = mark_outcome(OUTCOME_WIN);
    push_run(ask, &run);
    moves.to += wins;
    run.count = num(draws);
    run.mark = mark_outcome(OUTCOME_DRAW);
    push_run(ask, &run);
    count_losing(ask, num(n - wins - draws));
}

static void offer_moves(struct ask *ask, struct solved *s)
{
    const struct graph_position *p = ask->position;
    s->wins = arena_array(ask->arena, s->board.followers.slots, sizeof *s->wins);
    s->draws = arena_array(ask->arena, s->board.followers.slots, sizeof *s->draws);
    bool *sorted = arena_array(ask->arena, s->board.followers.slots, sizeof *sorted);
    for (size_t i = 0; i < p->tokens.n; i++) {
        uint32_t node = (uint32_t)list_words(p->tokens)[i], slot = followers_slot(&s->board.followers, node);
        if (!sorted[slot])
            sort_followers(ask, s, node);
        sorted[slot] = true;
        push_token(ask, s, (int64_t)i, node);
    }
}

static void tell_all_nodes(struct ask *ask, const struct board *board)
{
    const struct graph_position *p = ask->position;
    struct graph_extra *extra = ask->extra;
    size_t n = board->graph.nodes;
    char *verdicts = arena_alloc(ask->arena, n + 1);
    int64_t *values = arena_raw(ask->arena, n * sizeof *values), *plies = arena_raw(ask->arena, n * sizeof *plies);
    for (uint32_t v = 0; v < n; v++) {
        enum outcome outcome = retrograde_outcome(&board->play, v);
        verdicts[v] = outcome == OUTCOME_WIN ? 'W' : outcome == OUTCOME_LOSS ? 'L' : 'D';
        values[v] = p->misere || board->labels.label[v] == LABEL_INFINITE ? WORD_NULL : board->labels.label[v];
        plies[v] = outcome == OUTCOME_DRAW ? WORD_NULL : retrograde_remoteness(&board->play, v);
    }
    extra->verdicts = verdicts;
    extra->grundy_values = (struct list){n, values};
    extra->remotenesses = (struct list){n, plies};
    extra->head.given |= BIT(EXTRA_VERDICTS) | BIT(EXTRA_GRUNDY_VALUES) | BIT(EXTRA_REMOTENESSES);
}

/* Of a value in its list, the comma included. */
static size_t text_size(int64_t value)
{
    size_t size = value == WORD_NULL ? sizeof "null" : 2;
    for (; value >= 10; value /= 10)
        size++;
    return size;
}

static size_t fit(struct ask *ask, size_t bytes)
{
    struct graph_extra *extra = ask->extra;
    const int64_t *values = list_words(extra->grundy_values), *plies = list_words(extra->remotenesses);
    size_t n = 0, taken = 0;
    for (; n < extra->grundy_values.n; n++) {
        size_t more = 1 + text_size(values[n]) + text_size(plies[n]);
        if (more > bytes - taken)
            break;
        taken += more;
    }
    if (n < extra->grundy_values.n)
        extra->verdicts = arena_copy(ask->arena, extra->verdicts, n);
    extra->grundy_values.n = extra->remotenesses.n = n;
    return taken;
}

const char *graph_method(const struct board *board)
{
    if (!board->misere && board->labels.acyclic)
        return "topological";
    return board->misere || board->token_count == 1 ? "retrograde" : "loopy";
}

void graph_tell_value(struct ask *ask, const struct board *board)
{
    struct loopy *value = arena_alloc(ask->arena, sizeof *value);
    *value = tokens_value(&board->total);
    ask->answer.grundy_known = !value->infinite;
    ask->answer.grundy = value->nimber;
    ask->answer.loopy = value->infinite ? value : NULL;
}

static void solve(struct ask *ask)
{
    const struct graph_position *p = ask->position;
    struct graph_extra *extra = ask->extra;
    if (graph_solve_shared(ask))
        return;
    struct solved *s = arena_alloc(ask->arena, sizeof *s);
    struct board *board = &s->board;
    extra->solved = s;
    *board = graph_board(ask);
    board_solve(board, ask->arena, ask->budget);
    ask->answer.verdict = board->verdict;
    ask->answer.method = graph_method(board);
    if (!p->misere)
        graph_tell_value(ask, board);
    extra->acyclic = board->labels.acyclic;
    extra->head.null = BIT(EXTRA_REMOTENESS);
    if (p->tokens.n == 1 && retrograde_outcome(&board->play, (uint32_t)board->tokens[0]) != OUTCOME_DRAW) {
        extra->remoteness = retrograde_remoteness(&board->play, (uint32_t)board->tokens[0]);
        extra->head.null = 0;
    }
    if (p->all_nodes)
        tell_all_nodes(ask, board);
    offer_moves(ask, s);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct graph_position *p = ask->position;
    const struct graph_move *m = move;
    struct graph_position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    int64_t *tokens = arena_raw(ask->arena, p->tokens.n * sizeof *tokens);
    for (size_t i = 0; i < p->tokens.n; i++)
        tokens[i] = list_words(p->tokens)[i];
    tokens[m->token] = m->node;
    next->tokens.v = tokens;
    return next;
}

/* Of a node that is not below `nodes`: was it given? What was not read is 0. */
static bool was_read(int64_t node, const char *pointer, const struct faults *faults)
{
    return node > 0 || !fault_told(faults, "%s", pointer);
}

static void check_nodes(const struct graph_position *p, struct faults *faults)
{
    const char *detail = arena_printf(faults->arena, "must be below `nodes`, which is %lld", (long long)p->nodes);
    const char *zh = arena_printf(faults->arena, "必须小于 `nodes`，即 %lld", (long long)p->nodes);
    for (size_t i = 0; i < 2 * p->edges.n && faults->n < FAULTS_MAX; i++) {
        if (list_words(p->edges)[i] < p->nodes)
            continue;
        const char *pointer = arena_printf(faults->arena, "/edges/%zu/%zu", i / 2, i % 2);
        if (was_read(list_words(p->edges)[i], pointer, faults))
            fault_add_words(faults, FAULT_out_of_range, pointer, detail, zh);
    }
    graph_check_tokens(p, faults);
}

static void check(void *position, struct faults *faults)
{
    struct graph_position *p = position;
    if (p->head.given & BIT(POSITION_NODES)) {
        if (!fault_told(faults, "/nodes"))
            check_nodes(p, faults);
        return;
    }
    for (size_t i = 0; i < 2 * p->edges.n; i++)
        if (list_words(p->edges)[i] >= p->nodes)
            p->nodes = list_words(p->edges)[i] + 1;
    for (size_t i = 0; i < p->tokens.n; i++)
        if (list_words(p->tokens)[i] >= p->nodes)
            p->nodes = list_words(p->tokens)[i] + 1;
}

static uint64_t cost(const void *position)
{
    const struct graph_position *p = position;
    uint64_t linear = 60 * (uint64_t)p->nodes + 40 * p->edges.n + 100 * p->tokens.n;
    return p->misere && p->tokens.n > 1 ? linear + UINT64_C(200) * p->edges.n * p->edges.n : linear;
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct graph_move *m = move;
    lines_add(line, "move token %s to node %s", "把下标为 %s 的棋子移到结点 %s", num_text(num(m->token)), num_text(num(m->node)));
}

static void sample(struct sample *sample)
{
    enum { NODES = 30000 }; /* a body of less than a megabyte */
    struct graph_position *p = sample->position;
    bool forward = sample_chance(sample, 50); /* no cycles */
    int64_t n = p->head.given & BIT(POSITION_NODES) ? p->nodes : sample_from(sample, 3, sample_bound(sample, 7, NODES));
    if (sample_free(sample, "nodes"))
        p->nodes = n;
    if (sample_free(sample, "edges")) {
        size_t m = n < 2 ? 0 : (size_t)sample_from(sample, n / 2, 2 * n);
        p->edges = (struct list){m, sample_words(sample, 2 * m, 0, n - 1).v};
        for (int64_t *e = p->edges.v, *end = e + 2 * m; forward && e < end; e += 2) {
            int64_t low = e[0] < e[1] ? e[0] : e[1], high = e[0] < e[1] ? e[1] : e[0];
            e[0] = low < high ? low : 0;
            e[1] = low < high ? high : n - 1;
        }
    }
    if (sample_free(sample, "misere"))
        p->misere = sample_chance(sample, 25);
    if (sample_free(sample, "tokens") && n > 0)
        p->tokens = sample_words(sample, (size_t)sample_from(sample, 1, p->misere ? 1 + (n < 30) : sample_bound(sample, 2, 1000)),
                                 0, n - 1);
}

const struct game game_graph = {
    .id = "graph",
    .source = "R. Sprague 1935, P. M. Grundy 1939; C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); "
              "A. S. Fraenkel, Y. Perl, Constructions in combinatorial games with cycles (1975)",
    .title = {"Game on a graph", "有向图游戏"},
    .rules = {"Tokens stand on nodes of a directed graph. A move takes one token along an edge. Who cannot move loses; with "
              "`misere` who cannot "
              "move wins. Play that never ends is a draw.",
              "有向图的结点上有若干棋子，每次沿一条有向边移动一个棋子，不能移动者输；若 `misere` "
              "为真，则不能移动者胜。永不结束的对局为平局。"},
    .limits =
        {"up to 1000000 nodes, 5000000 edges and 1000000 tokens; in misère play one token, or several that can come to at most "
         "200000 states by 3000000 moves",
         "最多 1000000 个结点、5000000 条边、1000000 个棋子；反常规则下限一个棋子，或联合局面不超过 200000 个、走法不超过 "
         "3000000 种"},
    .position = &position_type,
    .mistakes = mistakes_graph,
    .move = &move_type,
    .extra = &extra_type,
    .fit = fit,
    .methods = (const char *const[]){"topological", "retrograde", "loopy", NULL},
    .traits = TRAIT_GRUNDY | TRAIT_DRAWS,
    .check = check,
    .cost = cost,
    .solve = solve,
    .sharing = &graph_sharing,
    .apply = apply,
    .explain = graph_explain,
    .sample = sample,
    .words = words,
};
