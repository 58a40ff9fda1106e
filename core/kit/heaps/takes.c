/* Takes from one of many heaps. Heaps that are not on the page are counted in totals and leave nothing behind, so that 100000
 * heaps beside one of 4096 bits cost no more memory than their list. */
#include "core/kit/heaps/takes.h"

#include "core/kit/explain.h"
#include "core/kit/heaps/total.h"

#include <string.h>

static void make(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct takes *takes = run->context;
    struct take_move *m = move;
    m->heap = takes->heap;
    m->take = num_add(index, num(1));
    mark->outcome = num_eq(m->take, takes->win) ? OUTCOME_WIN : OUTCOME_LOSS;
    if (takes->after) {
        mark->grundy_known = true;
        mark->grundy = takes->after(takes, m->take);
    }
}

static inline bool has_win(const struct takes *takes)
{
    return num_sign(takes->win) > 0 && !num_lt(takes->most, takes->win);
}

/* Listing winning moves: the winning take, if there is one, is offered; the others are counted. Returns whether anything was
 * kept. */
static bool offer_win(struct ask *ask, const struct takes *takes, struct total *losing)
{
    if (!has_win(takes)) {
        total_add(losing, takes->most);
        return false;
    }
    total_add(losing, num_sub(takes->most, num(1)));
    size_t kept = ask->answer.winning.n;
    push(ask, &(struct take_move){.heap = takes->heap, .take = takes->win}, mark_outcome(OUTCOME_WIN));
    return ask->answer.winning.n != kept;
}

/* Heaps before or after the page, offered as one run. */
struct skipped {
    struct total before; /* all moves so far, */
    struct total moves;  /* and those not yet offered, */
    int64_t wins;        /* of which win */
};

static void offer_skipped(struct ask *ask, struct skipped *skipped)
{
    if (total_is_zero(&skipped->moves))
        return;
    push_run(ask, &(struct run){.count = total_num(&skipped->moves), .mixed = true, .wins = num(skipped->wins), .make = make});
    total_clear(&skipped->moves);
    skipped->wins = 0;
}

/* Listing all moves. Returns whether anything was kept. */
static bool offer_all(struct ask *ask, const struct takes *takes, struct skipped *skipped)
{
    total_add(&skipped->before, takes->most);
    bool wins = has_win(takes), shown = num_lt(ask->offset, total_view(&skipped->before));
    if (!shown || !wants_more(ask, OUTCOME_LOSS)) {
        total_add(&skipped->moves, takes->most);
        skipped->wins += wins;
        return false;
    }
    offer_skipped(ask, skipped);
    push_run(ask, &(struct run){
                      .count = takes->most, .mixed = true, .wins = num(wins), .make = make, .context = takes, .any_order = true});
    return true;
}

void takes_push(struct ask *ask, size_t n, takes_describe *describe, const void *context)
{
    struct total losing;
    struct skipped skipped;
    total_clear(&losing);
    total_clear(&skipped.before);
    total_clear(&skipped.moves);
    skipped.wins = 0;
    bool all = wants_all(ask);
    for (size_t i = 0; i < n; i++) {
        budget_spend(ask->budget, 16);
        struct arena_mark mark = arena_mark(ask->arena);
        struct takes takes = {.heap = (int64_t)i};
        describe(ask, context, i, &takes);
        if (num_sign(takes.most) <= 0)
            continue;
        if (!(all ? offer_all(ask, &takes, &skipped) : offer_win(ask, &takes, &losing)))
            arena_rewind(ask->arena, mark);
        if (ask->enough && !wants_more(ask, OUTCOME_WIN))
            break;
    }
    offer_skipped(ask, &skipped);
    if (!total_is_zero(&losing))
        count_losing(ask, total_num(&losing));
}

struct num takes_lower(const struct takes *takes, struct num take)
{
    return num_xor(takes->others, num_sub(takes->counted, take));
}

struct num takes_raise(const struct takes *takes, struct num take)
{
    return num_xor(takes->others, num_add(takes->counted, take));
}

uint64_t takes_cost(struct list heaps)
{
    uint64_t steps = 0;
    for (size_t i = 0; i < heaps.n; i++)
        steps += 16 + num_bits(list_nums(heaps)[i]) / 16;
    return steps;
}

struct num takes_xor(const struct num *values, size_t n, size_t step)
{
    struct total sum;
    total_clear(&sum);
    for (size_t i = 0; i < n; i += step)
        total_xor(&sum, values[i]);
    return total_num(&sum);
}

struct list takes_reduce(struct ask *ask, struct list heaps, const struct take_move *move)
{
    struct num *reduced = arena_array(ask->arena, heaps.n, sizeof *reduced);
    memcpy(reduced, heaps.v, heaps.n * sizeof *reduced);
    reduced[move->heap] = num_sub(reduced[move->heap], move->take);
    return (struct list){heaps.n, reduced};
}

void takes_word(struct lines *line, struct num heap, struct num take)
{
    lines_add(line, "take %s from heap %s", "从下标为 %2$s 的堆取走 %1$s 颗", num_text(take), num_text(heap));
}

void takes_words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct take_move *m = move;
    takes_word(line, num(m->heap), m->take);
}

void takes_explain(struct ask *ask, struct list heaps, struct lines *lines)
{
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct take_move *move = right->move;
    explain_take(lines, move->heap, list_nums(heaps)[move->heap], move->take);
}

const struct type takes_move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct take_move),
    .fields =
        (const struct field[]){
            {"heap", offsetof(struct take_move, heap), &type_index, .doc = {"Index of the heap.", "堆的下标。"}},
            {"take", offsetof(struct take_move, take), &type_positive, .doc = {"Stones to take.", "取走的石子数。"}},
            {0},
        },
};
