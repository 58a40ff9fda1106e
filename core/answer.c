/* The sink: counts every move that is offered, keeps those on the page. */
#include "core/answer.h"

#include "core/game.h"
#include "core/promise.h"

#include <string.h>

bool wants_all(const struct ask *ask)
{
    return ask->listing == LISTING_ALL;
}

/* The page is not behind us yet. */
static bool page_open(const struct ask *ask, const struct page *page)
{
    return page->n < ask->limit;
}

bool wants_more(const struct ask *ask, enum outcome outcome)
{
    const struct answer *answer = &ask->answer;
    if (ask->listing == LISTING_NONE)
        return false;
    if (ask->listing == LISTING_ALL)
        return page_open(ask, &answer->all);
    if (ask->game->traits & (TRAIT_SCORES | TRAIT_DECIDER) && page_open(ask, &answer->best))
        return true;
    return (outcome == OUTCOME_WIN && page_open(ask, &answer->winning)) ||
           (outcome == OUTCOME_DRAW && page_open(ask, &answer->drawing));
}

static void keep(struct ask *ask, struct page *page, const void *move, const struct mark *mark)
{
    if (page->n == page->room) {
        size_t room = page->room ? page->room * 2 : 8;
        if (room > ask->limit)
            room = ask->limit;
        struct listed *v = arena_raw(ask->arena, room * sizeof *v);
        if (page->n)
            memcpy(v, page->v, page->n * sizeof *v);
        page->v = v;
        page->room = room;
    }
    page->v[page->n++] = (struct listed){move, *mark};
}

/* Takes the run into one list: skips what lies before the page, makes what lies on it, counts it all. */
static void page_run(struct ask *ask, struct page *page, const struct run *run)
{
    struct num before = page->seen;
    page->seen = num_add(before, run->count);
    if (!page_open(ask, page) || !num_lt(ask->offset, page->seen))
        return;
    struct num index = num_lt(before, ask->offset) ? num_sub(ask->offset, before) : num(0);
    while (page_open(ask, page) && num_lt(index, run->count)) {
        budget_spend(ask->budget, 16);
        void *move = arena_alloc(ask->arena, ask->game->move->size);
        struct mark mark = run->mark;
        run->make(ask, run, index, move, &mark);
        keep(ask, page, move, &mark);
        index = num_add(index, num(1));
    }
}

/* What follows nobody reads. */
static void seek_end(struct ask *ask, struct page *page, const void *move, const struct mark *mark)
{
    ask->seek->found = (struct listed){move, *mark};
    ask->enough = true;
    page->n = ask->limit;
}

/* As page_run(), but only moves that may be the wanted one are made, and none is kept: moves ascend. Invariant: what lies below
 * `low` sorts before it, what lies from `high` on behind it. The last move is looked at first, as most runs lie before. */
static void seek_run(struct ask *ask, struct page *page, const struct run *run)
{
    struct seek *seek = ask->seek;
    size_t room = ask->limit - page->n;
    size_t n = num_cmp_word(run->count, (int64_t)room) < 0 ? (size_t)run->count.word : room;
    page->seen = num_add(page->seen, run->count);
    page->n += n;
    for (size_t low = 0, high = n, at = run->any_order ? high - 1 : 0; low < high;) {
        budget_spend(ask->budget, 16);
        struct mark mark = run->mark;
        void *move = arena_alloc(ask->arena, ask->game->move->size);
        run->make(ask, run, num((int64_t)at), move, &mark);
        int order = seek->order(ask, move, seek->move);
        if (order == 0) {
            seek_end(ask, page, move, &mark);
            return;
        }
        if (order < 0)
            low = at + 1;
        else
            high = at;
        at = run->any_order ? low + (high - low) / 2 : low;
    }
}

static void page_skip(struct page *page, struct num count)
{
    page->seen = num_add(page->seen, count);
}

void push_run(struct ask *ask, const struct run *run)
{
    struct answer *answer = &ask->answer;
    promise(num_sign(run->count) >= 0);
    answer->move_count = num_add(answer->move_count, run->count);
    if (ask->listing == LISTING_WINNING) {
        promise(!run->mixed);
        if (run->mark.outcome == OUTCOME_WIN)
            page_run(ask, &answer->winning, run);
        else if (run->mark.outcome == OUTCOME_DRAW)
            page_run(ask, &answer->drawing, run);
        if (run->mark.best)
            page_run(ask, &answer->best, run);
        return;
    }
    if (ask->listing == LISTING_ALL)
        (ask->seek ? seek_run : page_run)(ask, &answer->all, run);
    bool one = !run->mixed;
    page_skip(&answer->winning, one ? run->mark.outcome == OUTCOME_WIN ? run->count : num(0) : run->wins);
    page_skip(&answer->drawing, one ? run->mark.outcome == OUTCOME_DRAW ? run->count : num(0) : run->draws);
    page_skip(&answer->best, one ? run->mark.best ? run->count : num(0) : run->bests);
}

/* Takes one move into a list, as page_run() does. */
static void page_one(struct ask *ask, struct page *page, const void *move, const struct mark *mark)
{
    struct num before = page->seen;
    page->seen = num_add(before, num(1));
    if (!page_open(ask, page) || num_lt(before, ask->offset))
        return;
    size_t size = ask->game->move->size;
    budget_spend(ask->budget, 16);
    keep(ask, page, memcpy(arena_raw(ask->arena, size), move, size), mark);
}

static void seek_one(struct ask *ask, struct page *page, const void *move, const struct mark *mark)
{
    struct seek *seek = ask->seek;
    page->seen = num_add(page->seen, num(1));
    if (!page_open(ask, page))
        return;
    page->n++;
    if (seek->order(ask, move, seek->move) == 0) {
        size_t size = ask->game->move->size;
        seek_end(ask, page, memcpy(arena_raw(ask->arena, size), move, size), mark);
    }
}

void push(struct ask *ask, const void *move, struct mark mark)
{
    struct answer *answer = &ask->answer;
    bool listed = ask->listing == LISTING_WINNING;
    struct page *page = mark.outcome == OUTCOME_WIN ? &answer->winning : mark.outcome == OUTCOME_DRAW ? &answer->drawing : NULL;
    answer->move_count = num_add(answer->move_count, num(1));
    if (ask->listing == LISTING_ALL)
        (ask->seek ? seek_one : page_one)(ask, &answer->all, move, &mark);
    if (page && listed)
        page_one(ask, page, move, &mark);
    else if (page)
        page_skip(page, num(1));
    if (mark.best && listed)
        page_one(ask, &answer->best, move, &mark);
    else if (mark.best)
        page_skip(&answer->best, num(1));
}

void count_losing(struct ask *ask, struct num count)
{
    promise(!wants_all(ask) && num_sign(count) >= 0);
    ask->answer.move_count = num_add(ask->answer.move_count, count);
}

struct mark mark_grundy(const struct ask *ask, struct num after)
{
    return (struct mark){
        .outcome = num_eq(after, ask->target) ? OUTCOME_WIN : OUTCOME_LOSS,
        .grundy_known = true,
        .grundy = after,
    };
}

struct mark mark_outcome(enum outcome outcome)
{
    return (struct mark){.outcome = outcome};
}

void answer_grundy(struct ask *ask, struct num grundy)
{
    ask->answer.grundy_known = true;
    ask->answer.grundy = grundy;
    ask->answer.verdict = num_eq(grundy, ask->target) ? OUTCOME_LOSS : OUTCOME_WIN;
}
