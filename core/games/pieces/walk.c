#include "core/games/pieces/walk.h"

static struct mark mark_of(const struct ask *ask, const struct piece_walk *w, struct square to)
{
    if (w->valued)
        return mark_grundy(ask, num_xor(w->rest, chess_value(w->chess, to)));
    for (size_t i = 0; i < w->winners_n; i++)
        if (num_eq(w->winners[i].x, to.x) && num_eq(w->winners[i].y, to.y))
            return mark_outcome(OUTCOME_WIN);
    return mark_outcome(OUTCOME_LOSS);
}

struct square walk_diagonal(const struct piece_walk *w, struct num t)
{
    return (struct square){num_sub(w->at.x, t), num_sub(w->at.y, t)};
}

static void make_long(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct piece_walk *w = run->context;
    struct square to = w->at;
    if (w->part == PART_FAR_LEFT) {
        to.x = index;
    } else if (w->part == PART_DOWN) {
        to.y = index;
    } else if (w->part == PART_DIAGONAL) {
        to = walk_diagonal(w, num_sub(w->low, index));
    } else {
        struct num t = num_sub(w->low, num_shr(index, 1));
        to.x = num_sub(w->at.x, t);
        if (!num_bit(index, 0))
            to.y = num_sub(w->at.y, t);
    }
    *(struct piece_move *)move = (struct piece_move){.index = w->index, .square = to};
    *mark = mark_of(ask, w, to);
}

static enum walk_part part_of(const struct piece_walk *w, struct square to)
{
    if (num_eq(to.x, w->at.x))
        return PART_DOWN;
    if (w->chess->piece == PIECE_BISHOP)
        return PART_DIAGONAL;
    bool far = w->chess->piece == PIECE_ROOK || num_lt(to.x, num_sub(w->at.x, w->low));
    return far ? PART_FAR_LEFT : PART_TURNS;
}

static void push_part(struct ask *ask, struct piece_walk *w, enum walk_part part, struct num count)
{
    int64_t wins = 0;
    for (size_t i = 0; i < w->winners_n; i++)
        wins += part_of(w, w->winners[i]) == part;
    w->part = part;
    push_run(ask, &(struct run){.count = count, .mixed = true, .wins = num(wins), .make = make_long, .context = w});
}

void walk_push_long(struct ask *ask, struct piece_walk *w)
{
    enum piece piece = w->chess->piece;
    struct num turns = num_shl(w->low, 1), all;
    if (piece == PIECE_ROOK)
        all = num_add(w->at.x, w->at.y);
    else if (piece == PIECE_BISHOP)
        all = w->low;
    else
        all = num_add(num_add(w->at.x, w->at.y), w->low);
    if (!wants_all(ask)) {
        for (size_t i = 0; i < w->winners_n; i++)
            push(ask, &(struct piece_move){.index = w->index, .square = w->winners[i]}, mark_outcome(OUTCOME_WIN));
        count_losing(ask, num_sub(all, num((int64_t)w->winners_n)));
    } else if (piece == PIECE_BISHOP) {
        push_part(ask, w, PART_DIAGONAL, w->low);
    } else {
        push_part(ask, w, PART_FAR_LEFT, piece == PIECE_ROOK ? w->at.x : num_sub(w->at.x, w->low));
        if (piece == PIECE_QUEEN)
            push_part(ask, w, PART_TURNS, turns);
        push_part(ask, w, PART_DOWN, w->at.y);
    }
}

void walk_add_winner(struct piece_walk *w, struct square to)
{
    w->winners[w->winners_n++] = to;
}

/* A value occurs at most once in a row, a column or a diagonal, so at most three squares win. */
static void queen_winners(struct ask *ask, struct piece_walk *w, struct num want)
{
    int64_t x = w->at.x.word, y = w->at.y.word;
    if (!num_is_word(want))
        return;
    budget_spend(ask->budget, (uint64_t)(2 * x + y));
    for (int64_t to = 0; to < x; to++) {
        int64_t along = y - (x - to);
        if (along >= 0 && queen_value(w->chess->queen, to, along) == want.word)
            walk_add_winner(w, (struct square){num(to), num(along)});
        if (queen_value(w->chess->queen, to, y) == want.word)
            walk_add_winner(w, (struct square){num(to), w->at.y});
    }
    for (int64_t to = 0; to < y; to++)
        if (queen_value(w->chess->queen, x, to) == want.word)
            walk_add_winner(w, (struct square){w->at.x, num(to)});
}

void walk_find_winners(struct ask *ask, struct piece_walk *w)
{
    struct num want = num_xor(w->rest, ask->target);
    if (w->chess->piece == PIECE_QUEEN) {
        queen_winners(ask, w, want);
    } else if (w->chess->piece == PIECE_BISHOP) {
        if (num_lt(want, w->low))
            walk_add_winner(w, walk_diagonal(w, num_sub(w->low, want)));
    } else {
        struct num x = num_xor(want, w->at.y), y = num_xor(want, w->at.x);
        if (num_lt(x, w->at.x))
            walk_add_winner(w, (struct square){x, w->at.y});
        if (num_lt(y, w->at.y))
            walk_add_winner(w, (struct square){w->at.x, y});
    }
}

void walk_push_steps(struct ask *ask, const struct piece_walk *w, size_t n, const int8_t (*steps)[2])
{
    for (size_t i = 0; i < n; i++) {
        struct square to = {num_add(w->at.x, num(steps[i][0])), num_add(w->at.y, num(steps[i][1]))};
        if (num_sign(to.x) >= 0 && num_sign(to.y) >= 0)
            push(ask, &(struct piece_move){.index = w->index, .square = to}, mark_of(ask, w, to));
    }
}
