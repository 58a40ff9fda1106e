/* The moves of /coins in order: by place, then by amount.
 *
 * In a row of n the places at < from, and those with less than from + (largest amount) coins behind them, are looked at one by
 * one; in between, where elements repeat with the period on both sides, so do winning moves. Rows are worked with in shortened
 * form (coins_shorten), in which the middle is at least one period wide and lacks a multiple of the period (`shift`). Where no
 * period is proven all places belong to the head. A circle's places are all alike. */
#include "core/games/coins/coins.h"
#include "core/limits.h"

enum { TALLIES = 4096 };

/* Winning moves of a row; depends on its shortened size only, because equal rows have the same rest. */
struct coins_tally {
    uint64_t n; /* size + 1, shortened; 0: empty */
    uint64_t head, each, odd, tail;
};

/* A part, and its places: head 0…middle-1, middle…tail-1, tail…end-1, shortened. */
struct site {
    struct coins_part part;
    bool circle;
    uint64_t n;
    struct num shift;
    size_t takes; /* amounts that fit: of a circle, those that do not take it whole */
    bool whole;   /* circle: it can be taken whole, */
    bool whole_wins;
    uint64_t middle, tail, end;
    struct num moves, wins;
    struct coins_tally tally;
};

/* Walks winning moves of places from…, one after the other. */
struct coin_walk {
    const struct site *place;
    struct num shift;
    uint64_t at, index;
    size_t take;
};

static bool wins_at(const struct site *p, uint64_t at, size_t take)
{
    uint64_t taken = (uint64_t)p->part.coins->takes[take];
    return at + taken <= p->n && coins_wins(&p->part, at, p->n - taken - at);
}

static uint64_t count_between(const struct site *p, uint64_t from, uint64_t to)
{
    uint64_t wins = 0;
    for (uint64_t at = from; at < to; at++) {
        budget_spend(p->part.coins->ask->budget, 4 * p->takes);
        for (size_t k = 0; k < p->takes; k++)
            wins += wins_at(p, at, k);
    }
    return wins;
}

static void tally_row(struct site *p)
{
    const struct coins *coins = p->part.coins;
    if (coins->short_wins) {
        p->tally.head = coins->short_wins[p->n];
        return;
    }
    struct coins_tally *tally = &coins->tallies[p->n % TALLIES];
    if (tally->n != p->n + 1) {
        tally->n = p->n + 1;
        tally->head = count_between(p, 0, p->middle);
        tally->each = tally->odd = tally->tail = 0;
        if (p->tail > p->middle) {
            tally->each = count_between(p, p->middle, p->middle + coins->period);
            tally->odd = count_between(p, p->middle, p->middle + (p->tail - p->middle) % coins->period);
            tally->tail = count_between(p, p->tail, p->end);
        }
    }
    p->tally = *tally;
}

static struct num middle_wins(const struct site *p)
{
    if (p->tail == p->middle)
        return num(0);
    struct num periods = num_div(num_add(p->shift, num_u64(p->tail - p->middle)), num_u64(p->part.coins->period));
    return num_add(num_mul(periods, num_u64(p->tally.each)), num_u64(p->tally.odd));
}

static void describe_row(struct site *p)
{
    const struct coins *coins = p->part.coins;
    p->n = coins_shorten(coins, p->part.size);
    p->shift = num_sub(p->part.size, num_u64(p->n));
    p->moves = num(0);
    for (; p->takes < coins->n_takes && (uint64_t)coins->takes[p->takes] <= p->n; p->takes++)
        p->moves = num_add(p->moves, num_u64(p->n - (uint64_t)coins->takes[p->takes] + 1));
    p->moves = num_add(p->moves, num_mul(p->shift, num_u64(p->takes)));
    p->middle = p->tail = p->end = p->takes ? p->n - (uint64_t)coins->takes[0] + 1 : 0;
    uint64_t last = (uint64_t)coins->takes[coins->n_takes - 1];
    if (coins->periodic && p->n >= last + 2 * coins->from + 2 * coins->period) {
        p->middle = coins->from;
        p->tail = p->n - last - coins->from + 1;
    }
    tally_row(p);
    p->wins = num_add(num_u64(p->tally.head + p->tally.tail), middle_wins(p));
}

static uint64_t row_left(const struct site *p, size_t take)
{
    return coins_shorten(p->part.coins, num_sub(p->part.size, num(p->part.coins->takes[take])));
}

static void describe_circle(struct site *p)
{
    const struct coins *coins = p->part.coins;
    uint64_t wins = 0;
    for (; p->takes < coins->n_takes && num_cmp_word(p->part.size, coins->takes[p->takes]) > 0; p->takes++)
        wins += coins_wins(&p->part, 0, row_left(p, p->takes));
    p->whole = p->takes < coins->n_takes && num_cmp_word(p->part.size, coins->takes[p->takes]) == 0;
    p->whole_wins = p->whole && coins_wins(&p->part, 0, 0);
    p->moves = num_add(num_mul(p->part.size, num_u64(p->takes)), num(p->whole));
    p->wins = num_add(num_mul(p->part.size, num_u64(wins)), num(p->whole_wins));
    p->tally.each = wins;
}

static void describe(struct coins *coins, size_t i, struct site *p)
{
    bool circle = i >= coins->n_rows;
    *p = (struct site){
        .part = {.coins = coins,
                 .index = i,
                 .size = circle ? coins->circles[i - coins->n_rows] : coins->rows[i],
                 .rest = coins_add(coins, coins->before[i], coins->after[i + 1])},
        .circle = circle,
    };
    if (circle)
        describe_circle(p);
    else
        describe_row(p);
}

/* ---- making the moves of a page ---- */

static void write_move(const struct site *p, struct num at, int64_t take, struct coins_move *move)
{
    const struct coins_part *part = &p->part;
    move->head.given = BIT(p->circle ? COINS_MOVE_CIRCLE : COINS_MOVE_ROW);
    *(p->circle ? &move->circle : &move->row) = (int64_t)(part->index - (p->circle ? part->coins->n_rows : 0));
    move->at = at;
    move->take = num(take);
}

/* Moves to the index-th winning one; indexes are asked for in ascending order. */
static void walk_to(struct coin_walk *walk, uint64_t index)
{
    const struct site *p = walk->place;
    for (;; walk->take++) {
        if (walk->take == p->takes) {
            walk->take = 0;
            walk->at++;
            budget_spend(p->part.coins->ask->budget, 4 * p->takes);
        }
        if (wins_at(p, walk->at, walk->take) && walk->index++ == index)
            return;
    }
}

static void make_walked(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)mark;
    struct coin_walk *walk = (struct coin_walk *)(uintptr_t)run->context;
    walk_to(walk, (uint64_t)index.word);
    write_move(walk->place, num_add(num_u64(walk->at), walk->shift), walk->place->part.coins->takes[walk->take++], move);
}

struct middle {
    const struct site *place;
    struct seat {
        uint32_t at, take;
    } * seats; /* the winning ones of a period, made when first asked for */
};

static void make_seats(struct middle *middle)
{
    const struct site *p = middle->place;
    middle->seats = arena_raw(p->part.coins->ask->arena, p->tally.each * sizeof *middle->seats);
    struct coin_walk walk = {.place = p, .at = p->middle};
    for (uint64_t i = 0; i < p->tally.each; i++) {
        walk_to(&walk, i);
        middle->seats[i] = (struct seat){(uint32_t)(walk.at - p->middle), (uint32_t)walk.take++};
    }
}

static void make_middle(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)mark;
    struct middle *middle = (struct middle *)(uintptr_t)run->context;
    const struct site *p = middle->place;
    if (!middle->seats)
        make_seats(middle);
    struct num each = num_u64(p->tally.each), periods = num_div(index, each);
    struct seat seat = middle->seats[num_mod(index, each).word];
    struct num at = num_add(num_mul(periods, num_u64(p->part.coins->period)), num_u64(p->middle + seat.at));
    write_move(p, at, p->part.coins->takes[seat.take], move);
}

static void offer_row(struct ask *ask, const struct site *p)
{
    struct coin_walk head = {.place = p}, tail = {.place = p, .at = p->tail, .shift = p->shift};
    struct middle middle = {.place = p};
    struct mark win = mark_outcome(OUTCOME_WIN);
    push_run(ask, &(struct run){.count = num_u64(p->tally.head), .mark = win, .make = make_walked, .context = &head});
    push_run(ask, &(struct run){.count = middle_wins(p), .mark = win, .make = make_middle, .context = &middle});
    push_run(ask, &(struct run){.count = num_u64(p->tally.tail), .mark = win, .make = make_walked, .context = &tail});
}

/* The amounts that take part: of the winning ones, or of all, the nth. */
static size_t nth_take(const struct site *p, bool all, uint64_t nth)
{
    for (size_t k = 0;; k++)
        if ((all || coins_wins(&p->part, 0, row_left(p, k))) && nth-- == 0)
            return k;
}

/* Moves of a circle, all or the winning ones: each amount at 0, then the whole circle, then each amount at 1, 2, … */
static void make_of_circle(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct site *p = run->context;
    bool all = wants_all(ask), whole = all ? p->whole : p->whole_wins;
    uint64_t each = all ? p->takes : p->tally.each;
    const int64_t *takes = p->part.coins->takes;
    if (whole && num_eq(index, num_u64(each))) {
        write_move(p, num(0), takes[p->takes], move);
        *mark = coins_mark(&p->part, 0, 0);
        return;
    }
    if (whole && num_lt(num_u64(each), index))
        index = num_sub(index, num(1));
    size_t take = nth_take(p, all, (uint64_t)num_mod(index, num_u64(each)).word);
    write_move(p, num_div(index, num_u64(each)), takes[take], move);
    if (all)
        *mark = coins_mark(&p->part, 0, row_left(p, take));
}

/* Any move of a row. With j amounts that fit behind a place, the places come in blocks of equal j, which falls. */
static void make_of_row(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct site *p = run->context;
    const struct coins *coins = p->part.coins;
    const int64_t *takes = coins->takes;
    struct num first = num(0);
    for (size_t j = p->takes;; j--) {
        struct num end = num_add(num_sub(p->part.size, num(takes[j - 1])), num(1)), each = num_u64(j);
        struct num moves = num_mul(num_sub(end, first), each);
        if (num_lt(index, moves)) {
            struct num at = num_add(first, num_div(index, each));
            int64_t take = takes[num_mod(index, each).word];
            struct num behind = num_sub(p->part.size, num_add(at, num(take)));
            write_move(p, at, take, move);
            *mark = coins_mark(&p->part, coins_shorten(coins, at), coins_shorten(coins, behind));
            return;
        }
        index = num_sub(index, moves);
        first = end;
    }
}

/* ---- offering ---- */

/* Parts before or after the page, offered as one run. */
struct skipped {
    struct total before;      /* what counts for the page, so far: all moves, or winning ones; */
    struct total moves, wins; /* and moves not yet offered */
};

static void make_nothing(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)run;
    (void)index;
    (void)move;
    (void)mark;
}

static void offer_skipped(struct ask *ask, struct skipped *skipped)
{
    struct num moves = total_num(&skipped->moves), wins = total_num(&skipped->wins);
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = moves, .mixed = true, .wins = wins, .make = make_nothing});
    } else {
        push_run(ask, &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_nothing});
        count_losing(ask, num_sub(moves, wins));
    }
    total_clear(&skipped->moves);
    total_clear(&skipped->wins);
}

static void offer(struct ask *ask, const struct site *p)
{
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = p->moves,
                                    .mixed = true,
                                    .wins = p->wins,
                                    .make = p->circle ? make_of_circle : make_of_row,
                                    .context = p});
        return;
    }
    count_losing(ask, num_sub(p->moves, p->wins));
    if (p->circle)
        push_run(ask, &(struct run){.count = p->wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_of_circle, .context = p});
    else
        offer_row(ask, p);
}

/* ---- many short rows at once ---- */

struct wanted {
    bool there;     /* a row of that size, */
    uint16_t value; /* and what its remainders must be worth */
};

/* Which rows of a short table there are. False: no value can be the target. */
static bool find_wanted(const struct coins *coins, struct wanted *wanted)
{
    if (!num_is_word(coins->ask->target) || coins->ask->target.word > UINT16_MAX)
        return false;
    for (size_t i = 0; i < coins->n_rows; i++) {
        unsigned rest = coins_add(coins, coins->before[i], coins->after[i + 1]);
        wanted[coins->rows[i].word] = (struct wanted){true, (uint16_t)(rest ^ (unsigned)coins->ask->target.word)};
    }
    return true;
}

/* How often each value is that of remainders which add up to `sum`. */
static void count_values(const struct coins *coins, uint64_t sum, uint32_t *counts, int step)
{
    budget_spend(coins->ask->budget, sum + 1);
    for (uint64_t a = 0; a <= sum; a++)
        counts[coins_row(coins, a) ^ coins_row(coins, sum - a)] += (uint32_t)step;
}

/* The winning moves of all sizes: for each sum of remainders its values are counted once for all rows. */
static void count_short(struct coins *coins)
{
    uint64_t count = coins->sg->table.count;
    struct wanted *wanted = arena_array(coins->ask->arena, count, sizeof *wanted);
    uint32_t *counts = arena_array(coins->ask->arena, UINT16_MAX + 1, sizeof *counts);
    coins->short_wins = arena_array(coins->ask->arena, count, sizeof *coins->short_wins);
    if (!find_wanted(coins, wanted))
        return;
    for (uint64_t sum = 0; sum < count; sum++) {
        bool counted = false;
        budget_spend(coins->ask->budget, coins->n_takes);
        for (size_t k = 0; k < coins->n_takes && sum + (uint64_t)coins->takes[k] < count; k++) {
            uint64_t n = sum + (uint64_t)coins->takes[k];
            if (!wanted[n].there)
                continue;
            if (!counted)
                count_values(coins, sum, counts, 1);
            counted = true;
            coins->short_wins[n] += counts[wanted[n].value];
        }
        if (counted)
            count_values(coins, sum, counts, -1);
    }
}

void coins_push(struct coins *coins)
{
    struct ask *ask = coins->ask;
    struct skipped skipped;
    total_clear(&skipped.before);
    total_clear(&skipped.moves);
    total_clear(&skipped.wins);
    if (coins->n_takes == 0)
        return;
    coins->tallies = arena_array(ask->arena, TALLIES, sizeof *coins->tallies);
    if (coins->algebra == COINS_VALUES && !coins->periodic && coins->sg->table.count <= COINS_TABLE + 1)
        count_short(coins);
    for (size_t i = 0; i < coins->n_rows + coins->n_circles; i++) {
        budget_spend(ask->budget, 16 * coins->n_takes);
        struct arena_mark mark = arena_mark(ask->arena);
        struct site place;
        describe(coins, i, &place);
        struct num here = wants_all(ask) ? place.moves : place.wins;
        total_add(&skipped.before, here);
        if (!num_is_zero(here) && num_lt(ask->offset, total_view(&skipped.before)) && wants_more(ask, OUTCOME_WIN)) {
            offer_skipped(ask, &skipped);
            offer(ask, &place);
            continue;
        }
        total_add(&skipped.moves, place.moves);
        total_add(&skipped.wins, place.wins);
        if (coins->algebra != COINS_SEARCH)
            arena_rewind(ask->arena, mark);
    }
    offer_skipped(ask, &skipped);
}
