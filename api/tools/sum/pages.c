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
        .budget = sum->setting->budget,
        .store = sum->setting->store,
        .target = rest->infinite ? num(0) : rest->nimber,
        .others = rest->infinite && term->knows_loopy ? rest : NULL,
    };
}

static void keep(struct sum *sum, struct sum_page *page, const struct sum_move *move)
{
    if (page->n == page->room) {
        size_t room = page->room ? 2 * page->room : 8;
        struct sum_move *v = arena_raw(sum->setting->arena, room * sizeof *v);
        if (page->n)
            memcpy(v, page->v, page->n * sizeof *v);
        page->v = v;
        page->room = room;
    }
    page->v[page->n++] = *move;
}

/* How many of the next moves are to be skipped still. */
static struct num to_skip(const struct sum *sum, const struct sum_page *page)
{
    return num_lt(page->seen, sum->options.offset) ? num_sub(sum->options.offset, page->seen) : num(0);
}

static size_t to_list(const struct sum *sum, const struct sum_page *page)
{
    return page->unknown ? 0 : (size_t)sum->options.limit - page->n;
}

static void keep_page(struct sum *sum, struct sum_page *page, size_t term, struct ask *ask, const struct page *from)
{
    for (size_t i = 0; i < from->n; i++)
        keep(sum, page, &(struct sum_move){term, ask, from->v[i].move, from->v[i].mark});
}

static void count(struct sum_page *page, struct num more, bool unknown)
{
    page->seen = num_add(page->seen, more);
    page->unknown |= unknown;
}

enum which { WINNING, DRAWING };

/* One list of a term that is solved for the whole sum. */
static void list_solved(struct sum *sum, size_t i, const struct asking *asking, enum which which)
{
    struct arena_mark mark = arena_mark(sum->setting->arena);
    struct sum_page *page = which == WINNING ? &sum->winning : &sum->drawing;
    size_t limit = sum->options.moves == LISTING_WINNING ? to_list(sum, page) : 0;
    struct ask *ask = arena_alloc(sum->setting->arena, sizeof *ask);
    asking_solve(asking, ask, limit ? LISTING_WINNING : LISTING_NONE, to_skip(sum, page), limit);
    const struct page *from = which == WINNING ? &ask->answer.winning : &ask->answer.drawing;
    keep_page(sum, page, i, ask, from);
    bool unknown = ask->answer.winning_count_unknown;
    if (unknown)
        sum->count_limit = ask->answer.count_limit;
    struct num seen = from->seen;
    if (!from->n && !unknown)
        seen = rewind_keeping(sum->setting->arena, mark, seen);
    count(page, seen, unknown);
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
    struct sum_page *page = &sum->drawing;
    struct num skip = to_skip(sum, page);
    size_t room = to_list(sum, page);
    if (!num_lt(skip, draws_all) || !room)
        return;
    for (struct num at = draw_at(b, skip); room && num_lt(at, b->moves); at = num_add(at, num(CHUNK))) {
        struct ask *ask = arena_alloc(sum->setting->arena, sizeof *ask);
        asking_solve(&b->asking, ask, LISTING_ALL, at, CHUNK);
        for (size_t j = 0; j < ask->answer.all.n && room; j++) {
            const struct listed *listed = &ask->answer.all.v[j];
            if (!draws(b->rest, &listed->mark))
                continue;
            keep(sum, page, &(struct sum_move){i, ask, listed->move, mark_outcome(OUTCOME_DRAW)});
            room--;
        }
    }
}

/* Wins: none. Draws: all but the losing moves. */
static void count_beside(struct sum *sum, size_t i, const struct asking *asking, const struct loopy *rest)
{
    struct beside b = {.asking = *asking, .rest = rest, .moves = sum->terms[i].moves};
    if (sum->terms[i].count_limit) {
        sum->count_limit = sum->terms[i].count_limit;
        sum->drawing.unknown = true;
        return;
    }
    struct num draws_all = draws_before(&b, b.moves);
    if (sum->options.moves == LISTING_WINNING)
        list_draws_beside(sum, i, &b, draws_all);
    count(&sum->drawing, draws_all, false);
}

/* The page of all moves. */
static void list_all(struct sum *sum, size_t i, const struct asking *asking, const struct loopy *rest)
{
    struct sum_page *page = &sum->all;
    const struct term *term = &sum->terms[i];
    size_t limit = to_list(sum, page);
    struct num skip = to_skip(sum, page);
    if (limit && (term->count_limit || num_lt(skip, term->moves))) {
        struct ask *ask = arena_alloc(sum->setting->arena, sizeof *ask);
        asking_solve(asking, ask, LISTING_ALL, skip, limit);
        size_t first = page->n;
        keep_page(sum, page, i, ask, &ask->answer.all);
        for (size_t j = first; j < page->n; j++) {
            struct mark *mark = &page->v[j].mark;
            if (rest->infinite && !term->knows_loopy)
                mark->outcome = draws(rest, mark) ? OUTCOME_DRAW : OUTCOME_LOSS;
            mark->grundy_known &= !rest->infinite;
            if (mark->grundy_known)
                mark->grundy = num_xor(mark->grundy, rest->nimber);
        }
    }
    count(page, term->moves, term->count_limit != NULL);
}

void sum_pages(struct sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        struct loopy rest = sum_rest(sum, i);
        struct asking asking = asking_of(sum, i, &rest);
        if (sum->options.moves == LISTING_ALL)
            list_all(sum, i, &asking, &rest);
        else
            count(&sum->all, sum->terms[i].moves, sum->terms[i].count_limit != NULL);
        if (rest.infinite && !sum->terms[i].knows_loopy) {
            count_beside(sum, i, &asking, &rest);
            continue;
        }
        list_solved(sum, i, &asking, WINNING);
        if (sum->terms[i].knows_loopy)
            list_solved(sum, i, &asking, DRAWING);
    }
}
