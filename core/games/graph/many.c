/* Tokens on one graph, asked about one after the other: its nodes get their values once, and of each question only the verdict is
 * told. */
#include "core/games/graph/graph.h"
#include "core/limits.h"

struct board graph_board(const struct ask *ask)
{
    const struct graph_position *p = ask->position;
    return (struct board){
        .pairs = p->edges.v,
        .tokens = list_words(p->tokens),
        .nodes = (size_t)p->nodes,
        .edges = p->edges.n,
        .token_count = p->tokens.n,
        .misere = p->misere,
        .play_all = p->all_nodes,
        .others = ask->others ? *ask->others : loopy_nimber(ask->target),
    };
}

void graph_check_tokens(const struct graph_position *p, struct faults *faults)
{
    const int64_t *tokens = list_words(p->tokens);
    for (size_t i = 0; i < p->tokens.n && faults->n < FAULTS_MAX; i++) {
        if (tokens[i] < p->nodes)
            continue;
        const char *pointer = arena_printf(faults->arena, "/tokens/%zu", i);
        if (tokens[i] > 0 || !fault_told(faults, "%s", pointer)) /* what was not read is 0 */
            fault_add_words(faults, FAULT_out_of_range, pointer,
                            arena_printf(faults->arena, "must be below `nodes`, which is %lld", (long long)p->nodes),
                            arena_printf(faults->arena, "必须小于 `nodes`，即 %lld", (long long)p->nodes));
    }
}

/* Without `nodes` their number goes by the tokens, too. */
static void *share(struct ask *ask)
{
    const struct graph_position *p = ask->position;
    if (p->misere || !(p->head.given & BIT(POSITION_NODES)))
        return NULL;
    struct board *board = arena_alloc(ask->arena, sizeof *board);
    *board = graph_board(ask);
    board_label(board, ask->arena, ask->budget);
    return board;
}

static void check(void *position, struct faults *faults)
{
    graph_check_tokens(position, faults);
}

bool graph_solve_shared(struct ask *ask)
{
    const struct board *shared = ask->shared;
    if (!ask->bare || !shared)
        return false;
    struct board board = graph_board(ask);
    board.labels = shared->labels;
    board_add_up(&board, ask->arena);
    ask->answer.verdict = board.verdict;
    ask->answer.method = graph_method(&board);
    graph_tell_value(ask, &board);
    return true;
}

const struct sharing graph_sharing = {
    .by = (const char *const[]){"edges", "nodes", NULL},
    .make = share,
    .check = check,
    .valued = true,
};
