/* Moves of plain takes whose values are closed forms: long runs of neighbouring amounts, counted without being looked at. */
#include "core/sg/moves/moves.h"

#include "core/memory/store.h"
#include "core/sg/fill/fill.h"

#include <stdlib.h>

struct run_takes {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num first; /* the run begins with this amount */
};

static void make_take(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct run_takes *takes = run->context;
    struct num take = num_add(takes->first, index);
    move_take(takes->hunt, takes->spot, take, move);
    *mark = spot_mark(takes->hunt, takes->spot, sg_value(takes->hunt->sg, num_sub(takes->spot->size, take)));
}

/* The amounts from…to, all of one outcome. Nothing if to < from. */
static void push_takes(struct hunt *hunt, const struct spot *spot, struct num from, struct num to, enum outcome outcome)
{
    if (num_lt(to, from))
        return;
    struct run_takes takes = {hunt, spot, from};
    push_run(hunt->ask, &(struct run){.count = num_add(num_sub(to, from), num(1)),
                                      .mark = mark_outcome(outcome),
                                      .make = make_take,
                                      .context = &takes});
}

void spot_any(struct hunt *hunt, const struct spot *spot, struct num wanted)
{
    struct num one = num(1);
    if (!num_lt(wanted, spot->size)) {
        push_takes(hunt, spot, one, spot->size, OUTCOME_LOSS);
        return;
    }
    struct num take = num_sub(spot->size, wanted);
    push_takes(hunt, spot, one, num_sub(take, one), OUTCOME_LOSS);
    push_takes(hunt, spot, take, take, OUTCOME_WIN);
    push_takes(hunt, spot, num_add(take, one), spot->size, OUTCOME_LOSS);
}

/* What is left lies in an interval shorter than the period a+b, where a value fills one stretch of a residues, so at most two
 * parts of the interval win: heaps m with low <= m mod (a+b) <= high. */
void spot_range(struct hunt *hunt, const struct spot *spot)
{
    const struct rules *rules = hunt->rules;
    struct num one = num(1), size = spot->size, period = num_add(rules->from, rules->to);
    struct num next = rules->from, last = num_min(rules->to, size), low = num_mul(spot->want, rules->from);
    struct num high = num_min(num_add(low, num_sub(rules->from, one)), num_sub(period, one));
    while (!num_lt(last, next) && num_lt(low, period)) {
        /* The least take >= next that leaves a residue of low…high leaves the greatest such heap m <= size - next. */
        struct num left = num_sub(size, next), base = num_sub(left, num_mod(left, period));
        struct num m =
            num_lt(num_sub(left, base), low) ? num_sub(num_add(base, high), period) : num_min(left, num_add(base, high));
        struct num down = num_lt(num_sub(left, base), low) ? num_sub(num_add(base, low), period) : num_add(base, low);
        struct num from = num_sub(size, m), to = num_min(last, num_sub(size, down));
        if (num_sign(m) < 0 || num_lt(last, from))
            break;
        push_takes(hunt, spot, next, num_sub(from, one), OUTCOME_LOSS);
        push_takes(hunt, spot, from, to, OUTCOME_WIN);
        next = num_add(to, one);
    }
    push_takes(hunt, spot, next, last, OUTCOME_LOSS);
}

void spot_powers(struct hunt *hunt, const struct spot *spot)
{
    for (struct num power = num(1); !num_lt(spot->size, power); power = num_mul(power, hunt->rules->from)) {
        budget_spend(hunt->ask->budget, 64);
        push_take(hunt, spot, power, sg_value(hunt->sg, num_sub(spot->size, power)));
    }
}

/* ---- all but a few ---- */

static bool excepted(const struct rules *rules, struct num take)
{
    for (size_t i = 0; i < rules->n && num_cmp_word(take, rules->list[i]) >= 0; i++)
        if (num_cmp_word(take, rules->list[i]) == 0)
            return true;
    return false;
}

struct all_but {
    const struct hunt *hunt;
    const struct spot *spot;
    const struct num *winning; /* amounts, ascending; NULL: the run is of all amounts */
};

static void make_all_but(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct all_but *all_but = run->context;
    const struct rules *rules = all_but->hunt->rules;
    struct num take;
    if (all_but->winning) {
        take = all_but->winning[index.word];
    } else {
        take = num_add(index, num(1));
        for (size_t i = 0; i < rules->n && num_cmp_word(take, rules->list[i]) >= 0; i++)
            take = num_add(take, num(1));
    }
    move_take(all_but->hunt, all_but->spot, take, move);
    *mark = spot_mark(all_but->hunt, all_but->spot, sg_value(all_but->hunt->sg, num_sub(all_but->spot->size, take)));
}

static int compare_nums(const void *a, const void *b)
{
    return num_cmp(*(const struct num *)a, *(const struct num *)b);
}

/* All heaps of the value `want`: by the proven period one for each residue at most, or those of the table. Adds what may be
 * taken. */
static size_t winning_amounts(const struct hunt *hunt, const struct spot *spot, struct num *takes)
{
    const struct table *table = &hunt->sg->table;
    uint64_t end = table->proven ? table->preperiod + table->period : table->count;
    size_t n = 0;
    for (uint64_t m = 0; m < end; m++) {
        budget_spend(hunt->ask->budget, 8);
        struct num heap = num_u64(m), short_of = num_sub(spot->want, num_u64(sg_word(hunt->sg, m)));
        if (table->proven && m >= table->preperiod && num_sign(short_of) > 0) {
            struct num saltus = num_u64(table->saltus);
            if (!table->saltus || num_sign(num_mod(short_of, saltus)))
                continue;
            heap = num_add(heap, num_mul(num_div(short_of, saltus), num_u64(table->period)));
        } else if (num_sign(short_of)) {
            continue;
        }
        struct num take = num_sub(spot->size, heap);
        if (num_sign(take) > 0 && !excepted(hunt->rules, take))
            takes[n++] = take;
    }
    qsort(takes, n, sizeof *takes, compare_nums);
    return n;
}

void spot_all_but(struct hunt *hunt, const struct spot *spot)
{
    const struct table *table = &hunt->sg->table;
    uint64_t most = table->proven ? table->preperiod + table->period : table->count;
    if (!hunt->scratch)
        hunt->scratch = arena_raw(hunt->ask->arena, most * sizeof *hunt->scratch);
    struct num *takes = hunt->scratch;
    size_t n = winning_amounts(hunt, spot, takes);
    struct all_but context = {hunt, spot, NULL};
    struct num count = hunt_count(hunt, spot->size), wins = num((int64_t)n);
    if (wants_all(hunt->ask)) {
        push_run(hunt->ask,
                 &(struct run){.count = count, .mixed = true, .wins = wins, .make = make_all_but, .context = &context});
        return;
    }
    context.winning = takes;
    push_run(hunt->ask,
             &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_all_but, .context = &context});
    count_losing(hunt->ask, num_sub(count, wins));
}
