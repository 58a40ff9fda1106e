/* Which moves of a position win: a move in one heap wins iff it gives that heap the value `want`, which is the target xor the
 * values of the other heaps (in misère play of plain takes, see core/sg/misere/misere.c, the xor is corrected when all others are
 * at most 1). */
#include "core/sg/moves/moves.h"

#include "core/limits.h"
#include "core/sg/fill/fill.h"

#include <string.h>

bool hunt_satisfied(const struct hunt *hunt)
{
    const struct ask *ask = hunt->ask;
    if (ask->listing == LISTING_NONE)
        return true;
    const struct page *page = wants_all(ask) ? &ask->answer.all : &ask->answer.winning;
    return num_lt(hunt->page_end, page->seen);
}

struct mark spot_mark(const struct hunt *hunt, const struct spot *spot, struct num value)
{
    if (hunt->quotient) {
        bool lost = quotient_lost(hunt->quotient, quotient_times(hunt->quotient, spot->rest, (unsigned)value.word));
        return mark_outcome(lost ? OUTCOME_WIN : OUTCOME_LOSS);
    }
    if (hunt->misere)
        return mark_outcome(num_eq(value, spot->want) ? OUTCOME_WIN : OUTCOME_LOSS);
    return mark_grundy(hunt->ask, num_xor(spot->others, value));
}

void move_set(struct sg_move *move, int64_t heap, const struct num *take, struct num *into, size_t n)
{
    move->heap = heap;
    if (take) {
        move->take = *take;
        move->head.given |= BIT(MOVE_TAKE);
    }
    if (into) {
        move->into = (struct list){n, into};
        move->head.given |= BIT(MOVE_INTO);
    }
}

void move_take(const struct hunt *hunt, const struct spot *spot, struct num take, struct sg_move *move)
{
    if (hunt->rules->shape == SHAPE_TAKE) {
        move_set(move, spot->heap, &take, NULL, 0);
        return;
    }
    struct num *into = arena_raw(hunt->ask->arena, sizeof *into);
    *into = num_sub(spot->size, take);
    move_set(move, spot->heap, &take, into, !num_is_zero(*into));
}

struct one_take {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num take;
};

static void make_one(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)index;
    (void)mark;
    const struct one_take *one = run->context;
    move_take(one->hunt, one->spot, one->take, move);
}

void push_take(struct hunt *hunt, const struct spot *spot, struct num take, struct num value)
{
    struct one_take one = {hunt, spot, take};
    struct run run = {.count = num(1), .mark = spot_mark(hunt, spot, value), .make = make_one, .context = &one};
    run.wins = num(run.mark.outcome == OUTCOME_WIN);
    push_run(hunt->ask, &run);
}

uint64_t hunt_stand_in(const struct hunt *hunt, struct num size)
{
    if (num_is_word(size) && size.word < INT64_C(1) << 60)
        return (uint64_t)size.word;
    const struct wave *wave = &hunt->wave;
    uint64_t residue = (uint64_t)num_mod(num_sub(size, num_u64(wave->preperiod)), num_u64(wave->period)).word;
    return wave->preperiod + ((UINT64_C(1) << 60) / wave->period + 1) * wave->period + residue;
}

/* Amounts one by one: take lists, and infinite sets as far as the table goes. */
void spot_amounts(struct hunt *hunt, const struct spot *spot)
{
    const struct amounts_upto *amounts = hunt->amounts;
    bool all = wants_all(hunt->ask), closed = hunt->sg->closed != CLOSED_NONE; /* then CLOSED_MIXED */
    uint64_t want = num_is_word(spot->want) ? (uint64_t)spot->want.word : UINT64_MAX;
    uint64_t size = closed ? (uint64_t)num_min(spot->size, num(SG_SET_MAX)).word : hunt_stand_in(hunt, spot->size);
    uint64_t modulus = closed ? (uint64_t)hunt->rules->from.word : 1;
    uint64_t residue = closed ? (uint64_t)num_mod(spot->size, hunt->rules->from).word : 0;
    int64_t losing = 0;
    for (size_t i = 0; i < amounts->n && (uint64_t)amounts->v[i] <= size; i++) {
        budget_spend(hunt->ask->budget, 4);
        uint64_t amount = (uint64_t)amounts->v[i];
        uint64_t value = closed ? (residue + modulus - amount % modulus) % modulus : sg_word(hunt->sg, size - amount);
        if (value == want || all)
            push_take(hunt, spot, num(amounts->v[i]), num_u64(value));
        else
            losing++;
        if (hunt->lazy && hunt_satisfied(hunt))
            break;
    }
    if (!all)
        count_losing(hunt->ask, num(losing));
}

static void spot_plain(struct hunt *hunt, const struct spot *spot)
{
    switch (hunt->rules->amounts) {
    case AMOUNTS_ANY:
        spot_any(hunt, spot, spot->want);
        return;
    case AMOUNTS_RANGE:
        spot_range(hunt, spot);
        return;
    case AMOUNTS_POWERS:
        spot_powers(hunt, spot);
        return;
    case AMOUNTS_ALL_BUT:
        spot_all_but(hunt, spot);
        return;
    case AMOUNTS_SET:
        if (hunt->rules->set == SET_PRIME_POWERS) {
            spot_prime_powers(hunt, spot);
            return;
        }
        break;
    case AMOUNTS_HALF:
        spot_half(hunt, spot);
        return;
    case AMOUNTS_DIVISORS:
        spot_divisors(hunt, spot);
        return;
    case AMOUNTS_MIXED:
    case AMOUNTS_LIST:
        break;
    }
    spot_amounts(hunt, spot);
}

static void spot_moves(struct hunt *hunt, const struct spot *spot)
{
    switch (hunt->rules->kind) {
    case RULES_PLAIN:
        spot_plain(hunt, spot);
        return;
    case RULES_SMALLER:
        spot_smaller(hunt, spot);
        return;
    case RULES_LASKER:
        spot_lasker(hunt, spot);
        return;
    case RULES_ROW:
        if (rules_any_row(hunt->rules)) {
            spot_row_any(hunt, spot);
            return;
        }
        break;
    default:
        break;
    }
    spot_code(hunt, spot);
}

bool hunt_fickle(const struct hunt *hunt, const struct spot *spot)
{
    return hunt->misere && hunt->big == (size_t)(num_cmp_word(hunt->values[spot->heap], 1) > 0);
}

/* The value that makes a move in this heap win. */
static struct num want(const struct hunt *hunt, const struct spot *spot)
{
    if (!hunt->misere)
        return num_xor(spot->others, hunt->ask->target);
    return hunt_fickle(hunt, spot) ? num_xor(spot->others, num(1)) : spot->others;
}

static void find_amounts(struct hunt *hunt)
{
    const struct rules *rules = hunt->rules;
    struct ask *ask = hunt->ask;
    struct num top = num(0);
    for (size_t i = 0; i < hunt->n; i++)
        top = num_max(top, hunt->heaps[i]);
    bool plain = rules->kind == RULES_PLAIN &&
                 (rules->amounts == AMOUNTS_MIXED || (rules->amounts == AMOUNTS_SET && rules->set != SET_PRIME_POWERS));
    if (!plain && (rules->kind != RULES_ROW || rules_any_row(rules))) {
        /* A list; with all_but, the exceptions. */
        hunt->amounts = arena_alloc(ask->arena, sizeof *hunt->amounts);
        *hunt->amounts = (struct amounts_upto){rules->list, rules->n};
        return;
    }
    hunt->amounts = arena_alloc(ask->arena, sizeof *hunt->amounts);
    top = num_min(top, num(SG_SET_MAX)); /* closed forms have heaps above */
    *hunt->amounts = amounts_upto(ask->arena, ask->budget, rules, (uint64_t)top.word);
}

void hunt_values(struct hunt *hunt)
{
    hunt->values = arena_array(hunt->ask->arena, hunt->n, sizeof *hunt->values);
    hunt->sum = num(0);
    for (size_t i = 0; i < hunt->n; i++) {
        budget_spend(hunt->ask->budget, 8);
        hunt->values[i] = sg_value(hunt->sg, hunt->heaps[i]);
        hunt->sum = num_xor(hunt->sum, hunt->values[i]);
        hunt->big += num_cmp_word(hunt->values[i], 1) > 0;
    }
}

void hunt_moves(struct hunt *hunt)
{
    struct ask *ask = hunt->ask;
    const struct table *table = &hunt->sg->table;
    if (hunt->sg->closed == CLOSED_NONE)
        hunt->wave = (struct wave){table->proven && !table->saltus, table->preperiod, table->period};
    struct num *counts = arena_array(ask->arena, hunt->n, sizeof *counts);
    hunt->page_end = num_add(ask->offset, num((int64_t)ask->limit));
    find_amounts(hunt);
    hunt_count_all(hunt, counts);
    for (size_t i = 0; i < hunt->n; i++) {
        struct spot spot = {.heap = (int64_t)i, .size = hunt->heaps[i], .others = num_xor(hunt->sum, hunt->values[i])};
        spot.want = want(hunt, &spot);
        budget_spend(ask->budget, 8);
        /* No option has the heap's own value. */
        if (!wants_all(ask) && num_eq(spot.want, hunt->values[i]))
            count_losing(ask, counts[i]);
        else
            spot_moves(hunt, &spot);
        if (hunt->lazy && hunt_satisfied(hunt))
            return;
    }
}

void hunt_by_quotient(struct hunt *hunt)
{
    struct ask *ask = hunt->ask;
    const struct quotient *q = hunt->quotient;
    uint16_t *after = arena_array(ask->arena, hunt->n + 1, sizeof *after), *elements = arena_array(ask->arena, hunt->n, 2);
    struct num *counts = arena_array(ask->arena, hunt->n, sizeof *counts);
    hunt->wave = (struct wave){q->whole, q->preperiod, q->period};
    for (size_t i = hunt->n; i-- > 0;) {
        elements[i] = (uint16_t)quotient_heap(q, hunt_stand_in(hunt, hunt->heaps[i]));
        after[i] = (uint16_t)quotient_times(q, after[i + 1], elements[i]);
        budget_spend(ask->budget, 8);
    }
    ask->answer.verdict = quotient_lost(q, after[0]) ? OUTCOME_LOSS : OUTCOME_WIN;
    hunt->page_end = num_add(ask->offset, num((int64_t)ask->limit));
    find_amounts(hunt);
    hunt_count_all(hunt, counts);
    unsigned before = 0;
    for (size_t i = 0; i < hunt->n; i++) {
        struct spot spot = {.heap = (int64_t)i, .size = hunt->heaps[i], .rest = quotient_times(q, before, after[i + 1])};
        spot_code(hunt, &spot);
        if (hunt->lazy && hunt_satisfied(hunt))
            return;
        before = quotient_times(q, before, elements[i]);
    }
}
