/* The moves of a sum: those of its terms, one term after the other, each solved for what would win in the whole sum.
 *
 * Let r be the sum of the other terms. If r is a nimber, a move wins iff it makes its term r, so the term is solved with target
 * r. If r is infinity(K), a term whose game knows loopy values is given r as it is. In any other term a move leads to a nimber g:
 * it loses if g is in K, as the other player then moves r to it, and else draws (Smith 1966). So its drawing moves are all but
 * those that lead to a member of K; they are counted by the counts for each member, and a page of them begins where bisection
 * finds as many drawing moves before it as are to be skipped. */
#include "api/tools/sum/sum.h"

#include <string.h>

static struct asking asking_of(const struct sum *sum, size_t i, const struct loopy *rest)
{
    const struct term *term = &sum->terms[i];
    return (struct asking){
        .game = term->game,
        .position = term->position,
        .budget = sum->ask->budget,
        .store = sum->ask->store,
        .target = rest->infinite ? num(0) : rest->nimber,
        .others = rest->infinite && term->knows_loopy ? rest : NULL,
    };
}

/* How many of the next moves are to be skipped still. */
static struct num to_skip(const struct sum *sum, const struct page *page)
{
    return num_lt(page->seen, sum->ask->offset) ? num_sub(sum->ask->offset, page->seen) : num(0);
}

static size_t to_list(const struct sum *sum, const struct page *page, bool unknown)
{
    return unknown ? 0 : sum->ask->limit - page->n;
}

static void make_room(struct sum *sum, struct page *page, size_t more)
{
    if (page->n + more <= page->room)
        return;
    size_t room = page->room ? 2 * page->room : 8;
    while (room < page->n + more)
        room *= 2;
    struct listed *v = arena_raw(sum->ask->arena, room * sizeof *v);
    if (page->n)
        memcpy(v, page->v, page->n * sizeof *v);
    page->v = v;
    page->room = room;
}

/* How long one term lasts says nothing about several. */
static void keep(struct sum *sum, struct page *page, size_t term, const struct listed *from)
{
    struct sum_move *move = arena_alloc(sum->ask->arena, sizeof *move);
    *move = (struct sum_move){.term = (int64_t)term, .move = {.type = sum->terms[term].game->move, .value = (void *)from->move}};
    make_room(sum, page, 1);
    page->v[page->n] = (struct listed){move, from->mark};
    if (sum->n > 1)
        page->v[page->n].mark.plies = 0;
    page->n++;
}

static void keep_page(struct sum *sum, struct page *page, size_t term, const struct page *from)
{
    for (size_t i = 0; i < from->n; i++)
        keep(sum, page, term, &from->v[i]);
}

enum which { WINNING, DRAWING };

/* One list of a term that is solved for the whole sum. */
static void list_solved(struct sum *sum, size_t i, const struct asking *asking, enum which which)
{
    struct arena *arena = sum->ask->arena;
    struct arena_mark mark = arena_mark(arena);
    struct answer *answer = &sum->ask->answer;
    struct page *page = which == WINNING ? &answer->winning : &answer->drawing;
    bool *unknown = which == WINNING ? &sum->unknown.winning : &sum->unknown.drawing;
    size_t limit = sum->ask->listing == LISTING_WINNING ? to_list(sum, page, *unknown) : 0;
    struct ask *ask = arena_alloc(arena, sizeof *ask);
    asking_solve(asking, ask, limit ? LISTING_WINNING : LISTING_NONE, to_skip(sum, page), limit);
    const struct page *from = which == WINNING ? &ask->answer.winning : &ask->answer.drawing;
    keep_page(sum, page, i, from);
    *unknown |= ask->answer.winning_count_unknown;
    if (ask->answer.winning_count_unknown)
        answer->count_limit = ask->answer.count_limit;
    struct num seen = from->seen;
    if (!from->n && !ask->answer.winning_count_unknown)
        seen = rewind_keeping(arena, mark, seen);
    page->seen = num_add(page->seen, seen);
}

/* A term of Grundy values beside an infinite rest. */
struct beside {
    struct asking asking;
    const struct loopy *rest;
    struct num moves;
};

static struct num losing_target(const struct beside *b, size_t k)
{
    return num_xor(num(b->rest->k[k]), b->rest->nimber);
}

/* How many of the moves to the k-th member lie below `move`; NULL: all. */
static struct num losing_below(const struct beside *b, size_t k, const void *move)
{
    struct asking asking = b->asking;
    struct ask ask;
    asking.target = losing_target(b, k);
    asking_solve(&asking, &ask, LISTING_NONE, num(0), 0);
    struct num low = num(0), high = ask.answer.winning.seen;
    while (move && num_lt(low, high)) {
        struct num middle = num_shr(num_add(low, high), 1);
        asking_solve(&asking, &ask, LISTING_WINNING, middle, 1);
        if (move_compare(ask.game->move, ask.answer.winning.v[0].move, move) < 0)
            low = num_add(middle, num(1));
        else
            high = middle;
    }
    return high;
}

/* Drawing moves among the first `index` moves. */
static struct num draws_before(const struct beside *b, struct num index)
{
    struct arena *arena = b->asking.budget->arena;
    struct arena_mark mark = arena_mark(arena);
    struct num draws = index;
    struct ask ask;
    const void *move = NULL;
    if (num_lt(index, b->moves)) {
        asking_solve(&b->asking, &ask, LISTING_ALL, index, 1);
        move = ask.answer.all.v[0].move;
    }
    for (size_t k = 0; k < b->rest->n; k++)
        draws = num_sub(draws, losing_below(b, k, move));
    return rewind_keeping(arena, mark, draws);
}

/* The index, among all moves, of the drawing move behind `skip` others; there is one. */
static struct num draw_at(const struct beside *b, struct num skip)
{
    struct num low = num(0), high = num_sub(b->moves, num(1));
    if (num_is_zero(skip))
        return low;
    while (num_lt(low, high)) {
        struct num middle = num_shr(num_add(low, high), 1);
        if (num_lt(skip, draws_before(b, num_add(middle, num(1)))))
            high = middle;
        else
            low = num_add(middle, num(1));
    }
    return low;
}

static bool draws(const struct loopy *rest, const struct mark *mark)
{
    return mark->grundy_known && !loopy_reaches(*rest, mark->grundy);
}

static void list_draws_beside(struct sum *sum, size_t i, const struct beside *b, struct num draws_all)
{
    enum { CHUNK = 256 };
    struct page *page = &sum->ask->answer.drawing;
    struct num skip = to_skip(sum, page);
    size_t room = to_list(sum, page, sum->unknown.drawing);
    if (!num_lt(skip, draws_all) || !room)
        return;
    for (struct num at = draw_at(b, skip); room && num_lt(at, b->moves); at = num_add(at, num(CHUNK))) {
        struct ask *ask = arena_alloc(sum->ask->arena, sizeof *ask);
        asking_solve(&b->asking, ask, LISTING_ALL, at, CHUNK);
        for (size_t j = 0; j < ask->answer.all.n && room; j++) {
            const struct listed *listed = &ask->answer.all.v[j];
            if (!draws(b->rest, &listed->mark))
                continue;
            keep(sum, page, i, &(struct listed){listed->move, mark_outcome(OUTCOME_DRAW)});
            room--;
        }
    }
}

/* Wins: none. Draws: all but the losing moves. */
static void count_beside(struct sum *sum, size_t i, const struct asking *asking, const struct loopy *rest)
{
    struct beside b = {.asking = *asking, .rest = rest, .moves = sum->terms[i].moves};
    struct answer *answer = &sum->ask->answer;
    if (sum->terms[i].count_limit) {
        sum->unknown.drawing = true;
        return;
    }
    struct num draws_all = draws_before(&b, b.moves);
    if (sum->ask->listing == LISTING_WINNING)
        list_draws_beside(sum, i, &b, draws_all);
    answer->drawing.seen = num_add(answer->drawing.seen, draws_all);
}

/* The page of all moves. */
static void list_all(struct sum *sum, size_t i, const struct asking *asking, const struct loopy *rest)
{
    struct page *page = &sum->ask->answer.all;
    const struct term *term = &sum->terms[i];
    size_t limit = to_list(sum, page, sum->unknown.all);
    struct num skip = to_skip(sum, page);
    if (!limit || !(term->count_limit || num_lt(skip, term->moves)))
        return;
    struct ask *ask = arena_alloc(sum->ask->arena, sizeof *ask);
    asking_solve(asking, ask, LISTING_ALL, skip, limit);
    size_t first = page->n;
    keep_page(sum, page, i, &ask->answer.all);
    for (size_t j = first; j < page->n; j++) {
        struct mark *mark = &page->v[j].mark;
        if (rest->infinite && !term->knows_loopy)
            mark->outcome = draws(rest, mark) ? OUTCOME_DRAW : OUTCOME_LOSS;
        mark->grundy_known &= !rest->infinite;
        if (mark->grundy_known)
            mark->grundy = num_xor(mark->grundy, rest->nimber);
    }
}

void sum_pages(struct sum *sum)
{
    struct answer *answer = &sum->ask->answer;
    for (size_t i = 0; i < sum->n; i++) {
        struct loopy rest = sum_rest(sum, i);
        struct asking asking = asking_of(sum, i, &rest);
        if (sum->ask->listing == LISTING_ALL)
            list_all(sum, i, &asking, &rest);
        answer->move_count = num_add(answer->move_count, sum->terms[i].moves);
        answer->all.seen = answer->move_count;
        sum->unknown.all |= sum->terms[i].count_limit != NULL;
        if (rest.infinite && !sum->terms[i].knows_loopy) {
            count_beside(sum, i, &asking, &rest);
            continue;
        }
        list_solved(sum, i, &asking, WINNING);
        if (sum->terms[i].knows_loopy)
            list_solved(sum, i, &asking, DRAWING);
    }
}
