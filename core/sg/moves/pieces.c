/* Moves that may leave several pieces: codes, rows, splits.
 *
 * For one amount that is taken, `rest` stones are left; its moves in order: for each smallest piece a the triples (a, b, c), then
 * the pair (a, rest-a); last the single heap [rest]. The pairs (a, rest-a), low <= a <= rest/2, are one run: g(a) xor g(rest-a)
 * is looked at for each a as far as the values are not periodic, and for one period beyond; there the winning a repeat with the
 * period, because rest-a >= a is periodic too. So the run is counted exactly, and its k-th move found, in a time that does not
 * depend on the size of the heap. */
#include "core/sg/moves/moves.h"

#include "core/memory/store.h"
#include "core/sg/fill/fill.h"

struct piece_pairs {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num take, rest, first; /* first: a further piece before the pair, 0: none */
    uint64_t rest_word;           /* stands for rest */
    const uint8_t *bytes;         /* the table, where it reaches rest_word and has one byte a value; else NULL */
    uint64_t low;
    uint64_t want;    /* the value that a pair must have; with a quotient, the product of all else */
    struct num count; /* pairs */
    /* a = low…repeat-1 one by one: `wins` of them win; from repeat on `wins_each` in every period */
    uint64_t repeat, wins, wins_each;
    uint32_t *offsets;           /* of the winning a in a period, made when first asked for */
    uint64_t next_a, next_index; /* where the search for the next winning move goes on */
};

static inline bool pair_wins(const struct piece_pairs *pairs, uint64_t a)
{
    if (pairs->bytes)
        return (uint64_t)(pairs->bytes[a] ^ pairs->bytes[pairs->rest_word - a]) == pairs->want;
    uint64_t x = hunt_piece(pairs->hunt, a), y = hunt_piece(pairs->hunt, pairs->rest_word - a);
    const struct quotient *q = pairs->hunt->quotient;
    if (q)
        return quotient_lost(q, quotient_times(q, (unsigned)pairs->want, quotient_times(q, (unsigned)x, (unsigned)y)));
    return (x ^ y) == pairs->want;
}

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
            wins += pair_wins(pairs, a);
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
        if (pair_wins(pairs, pairs->repeat + i))
            pairs->offsets[n++] = (uint32_t)i;
    budget_spend(pairs->hunt->ask->budget, wave->period);
}

/* The index-th winning a. Indexes are asked for in ascending order. */
static struct num winning_a(struct piece_pairs *pairs, struct num index)
{
    if (num_cmp_word(index, (int64_t)pairs->wins) < 0) {
        while (pairs->next_index <= (uint64_t)index.word)
            if (pair_wins(pairs, pairs->next_a++))
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

/* The value of any piece, or its element, and what several come to. */
static struct num value_of(const struct hunt *hunt, struct num size)
{
    return hunt->quotient ? num_u64(hunt_piece(hunt, hunt_stand_in(hunt, size))) : sg_value(hunt->sg, size);
}

static struct num together(const struct hunt *hunt, struct num x, struct num y)
{
    return hunt->quotient ? num(quotient_times(hunt->quotient, (unsigned)x.word, (unsigned)y.word)) : num_xor(x, y);
}

static void make_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct piece_pairs *pairs = run->context;
    struct num a = num_add(num_u64(pairs->low), index), b = num_sub(pairs->rest, a);
    move_pieces(pairs, a, move);
    struct num value = together(pairs->hunt, value_of(pairs->hunt, a), value_of(pairs->hunt, b));
    if (!num_is_zero(pairs->first))
        value = together(pairs->hunt, value, value_of(pairs->hunt, pairs->first));
    *mark = spot_mark(pairs->hunt, pairs->spot, value);
}

/* The pairs with low <= a <= (rest - unequal) / 2. */
static void push_pairs(struct hunt *hunt, struct piece_pairs *pairs, bool unequal)
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

static struct piece_pairs pairs_after(const struct hunt *hunt, const struct spot *spot, struct num take)
{
    struct piece_pairs pairs = {.hunt = hunt, .spot = spot, .take = take, .rest = num_sub(spot->size, take), .low = 1};
    pairs.want = hunt->quotient ? spot->rest : num_is_word(spot->want) ? (uint64_t)spot->want.word : UINT64_MAX;
    pairs.rest_word = hunt_stand_in(hunt, pairs.rest);
    if (hunt->sg && hunt->sg->closed == CLOSED_NONE && hunt->sg->table.width == 1 && pairs.rest_word < hunt->sg->table.count)
        pairs.bytes = hunt->sg->table.data;
    return pairs;
}

/* The triples that begin with a, and the pair that does. Returns whether all that is known of them is that none wins: where a is
 * in the periodic part, and so is every b that could follow. */
static bool push_triple(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit, uint64_t a)
{
    const struct wave *wave = &hunt->wave;
    struct piece_pairs triples = pairs_after(hunt, spot, num_add(take, num_u64(a)));
    triples.take = take;
    triples.first = num_u64(a);
    triples.low = a;
    if (hunt->quotient)
        triples.want = quotient_times(hunt->quotient, (unsigned)triples.want, (unsigned)hunt_piece(hunt, a));
    else if (triples.want != UINT64_MAX)
        triples.want ^= hunt_piece(hunt, a);
    push_pairs(hunt, &triples, false);
    bool whole = wave->proven && a >= wave->preperiod && (triples.repeat != UINT64_MAX || triples.want > UINT32_MAX);
    bool barren = whole && !triples.wins && !triples.wins_each;
    if (digit & 4) {
        struct piece_pairs pair = pairs_after(hunt, spot, take);
        pair.low = a;
        pair.count = num(1);
        bool win = pair_wins(&pair, a);
        struct run run = {
            .count = num(1), .mark = mark_outcome(win ? OUTCOME_WIN : OUTCOME_LOSS), .make = make_pair, .context = &pair};
        push_run(hunt->ask, &run);
        barren = barren && !win;
    }
    return barren;
}

/* Gives back what was allocated since the mark, all but the counts. */
static void keep_counts(struct ask *ask, struct arena_mark mark)
{
    enum { LIMBS = 256 }; /* what a heap has in triples takes at most three times its bits */
    struct num *counts[] = {&ask->answer.move_count, &ask->answer.winning.seen, &ask->answer.all.seen};
    enum { COUNTS = sizeof counts / sizeof *counts };
    uint64_t limbs[COUNTS][LIMBS];
    size_t n[COUNTS];
    for (size_t i = 0; i < COUNTS; i++) {
        n[i] = num_is_word(*counts[i]) ? 0 : (size_t)(num_bits(*counts[i]) + LIMB_BITS - 1) / LIMB_BITS;
        if (n[i] > LIMBS)
            return;
        if (n[i])
            num_to_limbs(*counts[i], limbs[i], n[i]);
    }
    arena_rewind(ask->arena, mark);
    for (size_t i = 0; i < COUNTS; i++)
        if (n[i])
            *counts[i] = num_from_limbs(limbs[i], n[i]);
}

/* Triples, and each pair in its place among them. Whether a triple of three pieces in the periodic part wins depends on what they
 * leave over when divided by the period. So when as many a in a row as the period is long begin no winning triple nor pair, with
 * b through one period, no later a does. Where the moves are too many to count, as many a may have to be passed as one likes:
 * what that leaves behind is given back. */
static void push_triples(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit)
{
    struct ask *ask = hunt->ask;
    struct num rest = num_sub(spot->size, take);
    uint64_t half = num_is_word(rest) ? (uint64_t)rest.word / 2 : UINT64_MAX, barren = 0;
    struct arena_mark mark = arena_mark(ask->arena);
    for (uint64_t a = 1; a <= half; a++) {
        size_t kept = ask->answer.winning.n + ask->answer.all.n;
        barren = push_triple(hunt, spot, take, digit, a) ? barren + 1 : 0;
        if (!hunt->lazy)
            continue;
        if (hunt_satisfied(hunt) || (!wants_all(ask) && barren && barren >= hunt->wave.period))
            return;
        if (ask->answer.winning.n + ask->answer.all.n == kept)
            keep_counts(ask, mark);
        else
            mark = arena_mark(ask->arena);
    }
}

/* The single heap and the empty one come last, and alone. */
static void push_single(struct hunt *hunt, const struct spot *spot, struct num take)
{
    push_take(hunt, spot, take, value_of(hunt, num_sub(spot->size, take)));
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
        push_triples(hunt, spot, take, digit);
    } else if (digit & 4) {
        struct piece_pairs pairs = pairs_after(hunt, spot, take);
        push_pairs(hunt, &pairs, unequal);
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
