/* Moves that may leave several pieces: codes, rows, splits.
 *
 * For one amount that is taken, `rest` stones are left; its moves in order: for each smallest piece a the triples (a, b, c), then
 * the pair (a, rest-a); last the single heap [rest]. The pairs (a, rest-a), low <= a <= rest/2, are one run: g(a) xor g(rest-a)
 * is looked at for each a as far as the values are not periodic, and for one period beyond; there the winning a repeat with the
 * period, because rest-a >= a is periodic too. So the run is counted exactly, and its k-th move found, in a time that does not
 * depend on the size of the heap. */
#include "core/sg/moves/pieces.h"

#include "core/sg/fill/fill.h"
#include "core/sg/moves/triples.h"

static uint64_t count_bytes(const uint8_t *g, uint64_t rest, uint64_t from, uint64_t to, uint64_t want)
{
    uint64_t wins = 0;
    for (uint64_t a = from; a < to; a++)
        wins += (uint64_t)(g[a] ^ g[rest - a]) == want;
    return wins;
}

static uint64_t count_between(const struct piece_pairs *pairs, uint64_t from, uint64_t to)
{
    enum { TURN = 4096 };
    uint64_t wins = 0;
    for (uint64_t a = from; a < to;) {
        uint64_t end = to - a < TURN ? to : a + TURN;
        budget_spend(pairs->hunt->ask->budget, 2 * (end - a));
        if (pairs->bytes) {
            wins += count_bytes(pairs->bytes, pairs->rest_word, a, end, pairs->want);
            a = end;
        }
        for (; a < end; a++)
            wins += pieces_win(pairs, a);
    }
    return wins;
}

/* All winning pairs; sets what make_pair() needs. */
static struct num count_winning(struct piece_pairs *pairs)
{
    const struct wave *wave = &pairs->hunt->wave;
    uint64_t many = num_is_word(pairs->count) ? (uint64_t)pairs->count.word : UINT64_MAX;
    uint64_t repeat = pairs->low > wave->preperiod ? pairs->low : wave->preperiod;
    pairs->repeat = UINT64_MAX;
    pairs->next_a = pairs->low;
    if (pairs->want > UINT32_MAX)
        return num(0);
    if (!wave->proven || many < repeat + 3 * wave->period) {
        pairs->wins = count_between(pairs, pairs->low, pairs->low + many);
        return num_u64(pairs->wins);
    }
    pairs->repeat = repeat;
    pairs->wins = count_between(pairs, pairs->low, repeat);
    pairs->wins_each = count_between(pairs, repeat, repeat + wave->period);
    struct num periodic = num_sub(pairs->count, num_u64(repeat - pairs->low)), period = num_u64(wave->period);
    uint64_t odd = (uint64_t)num_mod(periodic, period).word;
    struct num each = num_mul(num_div(periodic, period), num_u64(pairs->wins_each));
    return num_add(num_u64(pairs->wins + count_between(pairs, repeat, repeat + odd)), each);
}

static void make_offsets(struct piece_pairs *pairs)
{
    const struct wave *wave = &pairs->hunt->wave;
    pairs->offsets = arena_raw(pairs->hunt->ask->arena, pairs->wins_each * sizeof *pairs->offsets);
    size_t n = 0;
    for (uint64_t i = 0; i < wave->period; i++)
        if (pieces_win(pairs, pairs->repeat + i))
            pairs->offsets[n++] = (uint32_t)i;
    budget_spend(pairs->hunt->ask->budget, wave->period);
}

/* The index-th winning a. Indexes are asked for in ascending order. */
static struct num winning_a(struct piece_pairs *pairs, struct num index)
{
    if (num_cmp_word(index, (int64_t)pairs->wins) < 0) {
        while (pairs->next_index <= (uint64_t)index.word)
            if (pieces_win(pairs, pairs->next_a++))
                pairs->next_index++;
        return num_u64(pairs->next_a - 1);
    }
    if (!pairs->offsets)
        make_offsets(pairs);
    if (num_is_word(pairs->rest)) { /* then so is every piece, and every index of one */
        uint64_t past = (uint64_t)index.word - pairs->wins;
        return num_u64(pairs->repeat + past / pairs->wins_each * pairs->hunt->wave.period +
                       pairs->offsets[past % pairs->wins_each]);
    }
    struct num beyond = num_sub(index, num_u64(pairs->wins)), each = num_u64(pairs->wins_each);
    struct num whole = num_mul(num_div(beyond, each), num_u64(pairs->hunt->wave.period));
    return num_add(num_u64(pairs->repeat + pairs->offsets[num_mod(beyond, each).word]), whole);
}

static void move_pieces(const struct piece_pairs *pairs, struct num a, struct sg_move *move)
{
    struct num *into = arena_raw(pairs->hunt->ask->arena, 3 * sizeof *into);
    size_t n = 0;
    if (!num_is_zero(pairs->first))
        into[n++] = pairs->first;
    into[n++] = a;
    into[n++] = num_sub(pairs->rest, a);
    move_set(move, pairs->spot->heap, pairs->hunt->rules->shape == SHAPE_SPLIT ? NULL : &pairs->take, into, n);
}

static void make_winning_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)mark;
    struct piece_pairs *pairs = (struct piece_pairs *)(uintptr_t)run->context;
    move_pieces(pairs, winning_a(pairs, index), move);
}

struct num pieces_value(const struct hunt *hunt, struct num size)
{
    return hunt->quotient ? num_u64(hunt_piece(hunt, hunt_stand_in(hunt, size))) : sg_value(hunt->sg, size);
}

struct num pieces_together(const struct hunt *hunt, struct num x, struct num y)
{
    return hunt->quotient ? num(quotient_times(hunt->quotient, (unsigned)x.word, (unsigned)y.word)) : num_xor(x, y);
}

static void make_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct piece_pairs *pairs = run->context;
    struct num a = num_add(num_u64(pairs->low), index), b = num_sub(pairs->rest, a);
    move_pieces(pairs, a, move);
    struct num value = pieces_together(pairs->hunt, pieces_value(pairs->hunt, a), pieces_value(pairs->hunt, b));
    if (!num_is_zero(pairs->first))
        value = pieces_together(pairs->hunt, value, pieces_value(pairs->hunt, pairs->first));
    *mark = spot_mark(pairs->hunt, pairs->spot, value);
}

void pieces_push(struct hunt *hunt, struct piece_pairs *pairs, bool unequal)
{
    struct num most = num_shr(num_sub(pairs->rest, num(unequal)), 1);
    pairs->count = num_add(num_sub(most, num_u64(pairs->low)), num(1));
    if (num_sign(pairs->count) <= 0)
        return;
    struct num wins = count_winning(pairs);
    if (wants_all(hunt->ask)) {
        push_run(hunt->ask,
                 &(struct run){.count = pairs->count, .mixed = true, .wins = wins, .make = make_pair, .context = pairs});
        return;
    }
    push_run(hunt->ask,
             &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_winning_pair, .context = pairs});
    count_losing(hunt->ask, num_sub(pairs->count, wins));
}

struct piece_pairs pieces_pairs(const struct hunt *hunt, const struct spot *spot, struct num take)
{
    struct piece_pairs pairs = {.hunt = hunt, .spot = spot, .take = take, .rest = num_sub(spot->size, take), .low = 1};
    pairs.want = hunt->quotient ? spot->rest : num_is_word(spot->want) ? (uint64_t)spot->want.word : UINT64_MAX;
    pairs.rest_word = hunt_stand_in(hunt, pairs.rest);
    if (hunt->sg && hunt->sg->closed == CLOSED_NONE && hunt->sg->table.width == 1 && pairs.rest_word < hunt->sg->table.count)
        pairs.bytes = hunt->sg->table.data;
    return pairs;
}

struct piece_pairs pieces_beside(const struct hunt *hunt, const struct spot *spot, struct num take, uint64_t a)
{
    struct piece_pairs pairs = pieces_pairs(hunt, spot, num_add(take, num_u64(a)));
    pairs.take = take;
    pairs.first = num_u64(a);
    pairs.low = a;
    if (hunt->quotient)
        pairs.want = quotient_times(hunt->quotient, (unsigned)pairs.want, (unsigned)hunt_piece(hunt, a));
    else if (pairs.want != UINT64_MAX)
        pairs.want ^= hunt_piece(hunt, a);
    return pairs;
}

bool pieces_push_one(struct hunt *hunt, const struct spot *spot, struct num take, uint64_t a)
{
    struct piece_pairs pair = pieces_pairs(hunt, spot, take);
    pair.low = a;
    pair.count = num(1);
    bool win = pieces_win(&pair, a);
    push_run(hunt->ask,
             &(struct run){
                 .count = num(1), .mark = mark_outcome(win ? OUTCOME_WIN : OUTCOME_LOSS), .make = make_pair, .context = &pair});
    return win;
}

/* The single heap and the empty one come last, and alone. */
static void push_single(struct hunt *hunt, const struct spot *spot, struct num take)
{
    push_take(hunt, spot, take, pieces_value(hunt, num_sub(spot->size, take)));
}

static void push_place(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit, bool unequal)
{
    struct num rest = num_sub(spot->size, take);
    if (num_sign(rest) <= 0) {
        if (num_is_zero(rest) && digit & 1)
            push_single(hunt, spot, take);
        return;
    }
    if (digit & 8) {
        pieces_push_triples(hunt, spot, take, digit);
    } else if (digit & 4) {
        struct piece_pairs pairs = pieces_pairs(hunt, spot, take);
        pieces_push(hunt, &pairs, unequal);
    }
    if (digit & 2)
        push_single(hunt, spot, take);
}

/* Split any: all pairs have one value. */
static void push_halves(struct hunt *hunt, const struct spot *spot)
{
    struct piece_pairs pairs = {.hunt = hunt, .spot = spot, .take = num(0), .rest = spot->size, .low = 1};
    struct num value = num(num_bit(spot->size, 0));
    push_run(hunt->ask,
             &(struct run){
                 .count = num_shr(spot->size, 1), .mark = spot_mark(hunt, spot, value), .make = make_pair, .context = &pairs});
}

void spot_code(struct hunt *hunt, const struct spot *spot)
{
    const struct rules *rules = hunt->rules;
    if (rules->kind == RULES_HALVES) {
        push_halves(hunt, spot);
        return;
    }
    if (rules->kind == RULES_UNEQUAL) {
        push_place(hunt, spot, num(0), 4, true);
        return;
    }
    size_t n = rules->kind == RULES_ROW ? hunt->amounts->n : rules->n_places;
    if (rules->kind == RULES_ROW && rules->split)
        push_place(hunt, spot, num(0), 4, rules->unequal);
    for (size_t i = 0; i < n; i++) {
        budget_spend(hunt->ask->budget, 16);
        if (rules->kind == RULES_ROW)
            push_place(hunt, spot, num(hunt->amounts->v[i]), rules->each, false);
        else
            push_place(hunt, spot, num(rules->places[i].amount), rules->places[i].digit, false);
        if (hunt->lazy && hunt_satisfied(hunt))
            return;
    }
}
