/* Moves that leave three pieces a <= b <= c, in order: for each a its triples, then, where the code has it, its pair.
 *
 * As far as values are not periodic, each a is a run of its own (core/sg/moves/pieces.c). Let n0 be the first a from which on
 * they repeat with period p; then so do those of b and c. Whether a triple wins depends on what a and b leave over when divided
 * by p, and the b of an a are the L(a) = floor((rest-a)/2) - a + 1 neighbours from a on. So L(a+2p) = L(a) - 3p: of one a there
 * are fewer winning triples than of the one 2p before it by three times those in a period. A block of 2p neighbouring a thus has
 * a fixed number of winning moves less than the block before; what some blocks have together is a quadratic polynomial of their
 * number, and the block of the k-th move is found by a square root. So triples are counted, and any page of them written, in a
 * time that does not depend on the size of the heap. From a = floor(rest/3) + 1 on there are only pairs. */
#include "core/sg/moves/triples.h"
#include "core/sg/moves/pieces.h"

#include <string.h>

/* The moves of one amount with a periodic a. `all`: every move counts; else only those that win. */
struct triples {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num take, rest;
    bool pairs, all;
    uint64_t period, from;        /* a = from + j, j < period: */
    uint32_t *before;             /* [j][k]: how many of b = a, a+1, … a+k-1 win; k <= period */
    bool *pair_wins;              /* [j] */
    struct num last;              /* a */
    struct num blocks;            /* whole ones */
    struct num first_block, fall; /* moves of block 0; how many fewer each has than the one before */
    /* where the search goes on: the a of a move, and the moves before it */
    bool begun;
    struct num block, passed;
    uint64_t j;
};

static const uint32_t *row_of(const struct triples *t, uint64_t j)
{
    return t->before + j % t->period * (t->period + 1);
}

static void look_at(struct triples *t)
{
    struct ask *ask = t->hunt->ask;
    uint64_t period = t->period;
    t->before = arena_raw(ask->arena, period * (period + 1) * sizeof *t->before);
    t->pair_wins = arena_raw(ask->arena, period * sizeof *t->pair_wins);
    struct piece_pairs pair = pieces_pairs(t->hunt, t->spot, t->take);
    for (uint64_t j = 0; j < period; j++) {
        struct arena_mark mark = arena_mark(ask->arena);
        uint64_t a = t->from + j;
        struct piece_pairs beside = pieces_beside(t->hunt, t->spot, t->take, a);
        uint32_t *row = t->before + j * (period + 1), wins = 0;
        bool possible = beside.want <= UINT32_MAX;
        for (uint64_t k = 0; k < period; k++) {
            row[k] = wins;
            wins += possible && pieces_win(&beside, a + k);
        }
        row[period] = wins;
        t->pair_wins[j] = pair.want <= UINT32_MAX && pieces_win(&pair, a);
        budget_spend(ask->budget, 4 * period);
        arena_rewind(ask->arena, mark);
    }
}

static struct num a_of(const struct triples *t, struct num block, uint64_t j)
{
    return num_add(num_u64(t->from + j), num_mul(block, num_u64(2 * t->period)));
}

/* Triples of one a. */
static struct num length_of(const struct triples *t, struct num a)
{
    return num_add(num_sub(num_shr(num_sub(t->rest, a), 1), a), num(1));
}

static struct num triples_of(const struct triples *t, struct num block, uint64_t j)
{
    struct num length = length_of(t, a_of(t, block, j)), period = num_u64(t->period);
    if (t->all)
        return length;
    const uint32_t *row = row_of(t, j);
    struct num whole = num_mul(num_div(length, period), num_u64(row[t->period]));
    return num_add(whole, num_u64(row[num_mod(length, period).word]));
}

static struct num moves_of(const struct triples *t, struct num block, uint64_t j)
{
    bool pair = t->pairs && (t->all || t->pair_wins[j % t->period]);
    return num_add(triples_of(t, block, j), num(pair));
}

/* Moves of the first j of a block. */
static struct num moves_in(const struct triples *t, struct num block, uint64_t j)
{
    struct num sum = num(0);
    for (uint64_t i = 0; i < j; i++)
        sum = num_add(sum, moves_of(t, block, i));
    budget_spend(t->hunt->ask->budget, 64 * j);
    return sum;
}

/* Moves of the first blocks. */
static struct num moves_before(const struct triples *t, struct num blocks)
{
    struct num pairs = num_shr(num_mul(blocks, num_sub(blocks, num(1))), 1);
    return num_sub(num_mul(blocks, t->first_block), num_mul(pairs, t->fall));
}

static void set_kind(struct triples *t, bool all)
{
    uint64_t each = 0;
    t->all = all;
    t->begun = false;
    for (uint64_t j = 0; j < t->period; j++)
        each += all ? t->period : row_of(t, j)[t->period];
    t->fall = num_mul(num_u64(each), num(6));
    t->first_block = moves_in(t, num(0), 2 * t->period);
}

static struct num moves_in_all(const struct triples *t)
{
    uint64_t odd = (uint64_t)num_sub(num_add(t->last, num(1)), a_of(t, t->blocks, 0)).word;
    return num_add(moves_before(t, t->blocks), moves_in(t, t->blocks, odd));
}

/* The last block with at most `index` moves before it: the smaller root of moves_before(b) = index, give or take one. */
static struct num block_of(const struct triples *t, struct num index)
{
    struct num b = num(0), one = num(1);
    if (!num_is_zero(t->fall)) {
        struct num linear = num_add(num_shl(t->first_block, 1), t->fall);
        struct num below = num_sub(num_mul(linear, linear), num_mul(num_shl(index, 3), t->fall));
        struct num root = num_sign(below) < 0 ? num(0) : num_sqrt(below);
        b = num_div(num_sub(linear, root), num_shl(t->fall, 1));
    } else if (!num_is_zero(t->first_block)) {
        b = num_div(index, t->first_block);
    }
    b = num_min(b, t->blocks);
    while (!num_is_zero(b) && num_lt(index, moves_before(t, b)))
        b = num_sub(b, one);
    while (num_lt(b, t->blocks) && !num_lt(index, moves_before(t, num_add(b, one))))
        b = num_add(b, one);
    return b;
}

/* Goes to the a of the index-th move; returns which of its moves that is. Indexes are asked for in ascending order. */
static struct num seek(struct triples *t, struct num index)
{
    for (;;) {
        if (!t->begun) {
            t->begun = true;
            t->block = block_of(t, index);
            t->passed = moves_before(t, t->block);
            t->j = 0;
        }
        for (; t->j < 2 * t->period; t->j++) {
            struct num end = num_add(t->passed, moves_of(t, t->block, t->j));
            budget_spend(t->hunt->ask->budget, 64);
            if (num_lt(index, end))
                return num_sub(index, t->passed);
            t->passed = end;
        }
        t->begun = false;
    }
}

/* The index-th b of this a. */
static struct num b_of(const struct triples *t, struct num a, struct num index)
{
    if (t->all)
        return num_add(a, index);
    const uint32_t *row = row_of(t, t->j);
    struct num each = num_u64(row[t->period]), whole = num_mul(num_div(index, each), num_u64(t->period));
    uint64_t odd = (uint64_t)num_mod(index, each).word, low = 0, high = t->period;
    while (low < high) { /* the last k with at most `odd` wins before it */
        uint64_t middle = (low + high + 1) / 2;
        if (row[middle] <= odd)
            low = middle;
        else
            high = middle - 1;
    }
    return num_add(num_add(a, whole), num_u64(low));
}

static void write_move(const struct hunt *hunt, const struct spot *spot, struct num take, const struct num *pieces, size_t n,
                       struct sg_move *move, struct mark *mark)
{
    struct num *into = arena_raw(hunt->ask->arena, n * sizeof *into);
    memcpy(into, pieces, n * sizeof *into);
    move_set(move, spot->heap, &take, into, n);
    if (!wants_all(hunt->ask))
        return;
    struct num value = pieces_value(hunt, into[0]);
    for (size_t i = 1; i < n; i++)
        value = pieces_together(hunt, value, pieces_value(hunt, into[i]));
    *mark = spot_mark(hunt, spot, value);
}

static void make_triple(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    struct triples *t = (struct triples *)(uintptr_t)run->context;
    struct num at = seek(t, index), a = a_of(t, t->block, t->j);
    if (num_lt(at, triples_of(t, t->block, t->j))) {
        struct num b = b_of(t, a, at), c = num_sub(num_sub(t->rest, a), b);
        write_move(t->hunt, t->spot, t->take, (struct num[]){a, b, c}, 3, move, mark);
    } else {
        write_move(t->hunt, t->spot, t->take, (struct num[]){a, num_sub(t->rest, a)}, 2, move, mark);
    }
}

/* ---- the pairs behind all triples ---- */

struct tail {
    const struct triples *triples;
    struct num first; /* a */
    uint64_t j;       /* its residue */
    uint64_t *wins;   /* which of a period from there on win */
    uint64_t n;
};

static void make_tail(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct tail *tail = run->context;
    const struct triples *t = tail->triples;
    struct num a = num_add(tail->first, index);
    if (!wants_all(ask)) {
        struct num each = num_u64(tail->n), whole = num_mul(num_div(index, each), num_u64(t->period));
        a = num_add(num_add(tail->first, whole), num_u64(tail->wins[num_mod(index, each).word]));
    }
    write_move(t->hunt, t->spot, t->take, (struct num[]){a, num_sub(t->rest, a)}, 2, move, mark);
}

static void push_counted(struct hunt *hunt, struct num count, struct num wins,
                         void (*make)(struct ask *, const struct run *, struct num, void *, struct mark *), const void *context)
{
    if (wants_all(hunt->ask)) {
        push_run(hunt->ask, &(struct run){.count = count, .mixed = true, .wins = wins, .make = make, .context = context});
        return;
    }
    push_run(hunt->ask, &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make, .context = context});
    count_losing(hunt->ask, num_sub(count, wins));
}

static void push_tail(struct hunt *hunt, const struct triples *t)
{
    struct num period = num_u64(t->period);
    struct tail tail = {.triples = t, .first = num_add(t->last, num(1))};
    struct num count = num_sub(num_add(num_shr(t->rest, 1), num(1)), tail.first), odd = num_mod(count, period);
    uint64_t first = (uint64_t)num_mod(num_sub(tail.first, num_u64(t->from)), period).word, odd_wins = 0;
    tail.wins = arena_raw(hunt->ask->arena, t->period * sizeof *tail.wins);
    for (uint64_t k = 0; k < t->period; k++)
        if (t->pair_wins[(first + k) % t->period]) {
            tail.wins[tail.n++] = k;
            odd_wins += num_cmp_word(odd, (int64_t)k) > 0;
        }
    struct num wins = num_add(num_mul(num_div(count, period), num_u64(tail.n)), num_u64(odd_wins));
    push_counted(hunt, count, wins, make_tail, &tail);
}

static void push_periodic(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit, uint64_t from)
{
    struct triples t = {.hunt = hunt,
                        .spot = spot,
                        .take = take,
                        .rest = num_sub(spot->size, take),
                        .pairs = (digit & 4) != 0,
                        .period = hunt->wave.period,
                        .from = from};
    t.last = num_div(t.rest, num(3));
    t.blocks = num_div(num_sub(num_add(t.last, num(1)), num_u64(from)), num_u64(2 * t.period));
    look_at(&t);
    set_kind(&t, true);
    struct num count = moves_in_all(&t);
    set_kind(&t, false);
    struct num wins = moves_in_all(&t);
    if (wants_all(hunt->ask))
        set_kind(&t, true);
    push_counted(hunt, count, wins, make_triple, &t);
    if (t.pairs)
        push_tail(hunt, &t);
}

/* ---- all of them ---- */

/* The triples that begin with a, and the pair that does. Returns whether all that is known of them is that none wins: where a is
 * in the periodic part, and so is every b that could follow. */
static bool push_triple(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit, uint64_t a)
{
    const struct wave *wave = &hunt->wave;
    struct piece_pairs triples = pieces_beside(hunt, spot, take, a);
    pieces_push(hunt, &triples, false);
    bool whole = wave->proven && a >= wave->preperiod && (triples.repeat != UINT64_MAX || triples.want > UINT32_MAX);
    bool barren = whole && !triples.wins && !triples.wins_each;
    if (digit & 4)
        barren = !pieces_push_one(hunt, spot, take, a) && barren;
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

uint64_t pieces_steps_of_triples(const struct wave *wave)
{
    enum { MANY = 1 << 20 };
    uint64_t reach = 3 * wave->preperiod + 6 * wave->period + 3;
    return reach < MANY ? reach * reach : UINT64_MAX;
}

/* Where the moves are too many to count, as many a may have to be passed as one likes: what that leaves behind is given back; and
 * when as many a in a row as the period is long begin no winning triple nor pair, with b through one period, no later a does. */
void pieces_push_triples(struct hunt *hunt, const struct spot *spot, struct num take, unsigned digit)
{
    struct ask *ask = hunt->ask;
    struct num rest = num_sub(spot->size, take);
    uint64_t half = num_is_word(rest) ? (uint64_t)rest.word / 2 : UINT64_MAX, barren = 0;
    uint64_t from = hunt->wave.preperiod ? hunt->wave.preperiod : 1;
    bool periodic = !hunt->lazy && hunt->wave.proven && !num_lt(rest, num_u64(3 * from + 6 * hunt->wave.period));
    struct arena_mark mark = arena_mark(ask->arena);
    if (periodic)
        half = from - 1;
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
    if (periodic)
        push_periodic(hunt, spot, take, digit, from);
}
