/* Winning moves of Lasker's nim, heaps of any size. L exchanges 4k+3 and 4k+4; it is its own inverse.
 *
 * Takes: the one that leaves L(want), if that is smaller. Splits into a + b = n with L(a) xor L(b) = w: let x = L(a), y = L(b).
 * Then x + y is n less what L adds, which depends on the residues of x and y modulo 4 only (+1 for 3, -1 for 0). From x + y = s
 * and x xor y = w follows x and y = (s - w) / 2 = c, so c has no bit of w, and x is c with any part of the bits of w. For each
 * residue of x that of y is fixed by w, so there are four sequences of x, each ascending with the part of the upper bits of w,
 * read as a number. All of them merged, a and n-a both occur, so the first half are the a < n-a.
 *
 * A part further on is at least 4 more, and bases and shifts differ by 7 at most: so parts that are two apart are in order,
 * whatever the sequences. The k-th of all m sequences is found from parts a little before k/m on; all before these come before
 * it. */
#include "core/sg/moves/moves.h"

struct sequence {
    struct num base;  /* c, and the two lower bits of x */
    int64_t shift;    /* a = x + shift */
    struct num first; /* index of its first part, 0 or 1 */
    struct num next;  /* index of the next part, below 2^bits of w above 1 */
    struct num next_a;
    bool there;
};

struct splits {
    const struct hunt *hunt;
    const struct spot *spot;
    struct num upper; /* w without its two lower bits */
    uint64_t free_bits;
    struct sequence v[4];
    struct num next; /* index of the next move */
};

static int64_t shift_of(unsigned residue)
{
    return residue == 3 ? 1 : residue == 0 ? -1 : 0;
}

/* The bits of `part` put, in order, where `upper` has bits. */
static struct num deposit(struct num part, struct num upper)
{
    struct num sum = num(0);
    uint64_t used = 0, bits = num_bits(part);
    for (uint64_t i = 0; used < bits; i++) {
        if (!num_bit(upper, i))
            continue;
        if (num_bit(part, used))
            sum = num_or(sum, num_pow2(i));
        used++;
    }
    return sum;
}

static void set_next(const struct splits *splits, struct sequence *s)
{
    struct num x = num_add(s->base, deposit(s->next, splits->upper));
    s->next_a = num_add(x, num(s->shift));
}

/* One of the four; false when it has no solution. */
static bool sequence_of(const struct splits *splits, unsigned residue, struct sequence *s)
{
    struct num want = splits->spot->want;
    unsigned low = (unsigned)num_and(want, num(3)).word, other = residue ^ low;
    s->shift = shift_of(residue);
    struct num sum = num_sub(splits->spot->size, num(s->shift + shift_of(other))), twice = num_sub(sum, want);
    if (num_sign(twice) < 0 || num_bit(twice, 0))
        return false;
    struct num common = num_shr(twice, 1);
    if ((unsigned)num_and(common, num(3)).word != (residue & other) || !num_is_zero(num_and(common, want)))
        return false;
    s->base = num_or(common, num(residue));
    /* x = 0 is no heap: L(0) = 0 does not follow the residue. */
    s->next = num(num_is_zero(s->base));
    s->first = s->next;
    s->there = num_lt(s->next, num_pow2(splits->free_bits));
    if (s->there)
        set_next(splits, s);
    return true;
}

/* Sets up the sequences; how many splits win. */
static struct num start(struct splits *splits)
{
    const struct spot *spot = splits->spot;
    struct num two = num(0);
    if (num_is_zero(spot->want)) {
        splits->v[0] = (struct sequence){.there = true, .next_a = num_shr(spot->size, 1)};
        return num(!num_is_zero(spot->size) && !num_bit(spot->size, 0));
    }
    splits->upper = num_shl(num_shr(spot->want, 2), 2);
    splits->free_bits = num_popcount(splits->upper);
    for (unsigned residue = 0; residue < 4; residue++) {
        struct sequence *s = &splits->v[residue];
        if (!sequence_of(splits, residue, s))
            continue;
        unsigned other = residue ^ (unsigned)num_and(spot->want, num(3)).word;
        bool zero_y = other == 0 && num_eq(s->base, num(residue)); /* then c = 0 */
        two = num_add(two, num_sub(num_pow2(splits->free_bits), num_add(s->next, num(zero_y))));
    }
    return num_shr(two, 1);
}

static struct num take_next(struct splits *splits)
{
    struct sequence *least = NULL;
    for (size_t i = 0; i < 4; i++)
        if (splits->v[i].there && (!least || num_lt(splits->v[i].next_a, least->next_a)))
            least = &splits->v[i];
    struct num a = least->next_a;
    if (num_is_zero(splits->spot->want))
        return a;
    least->next = num_add(least->next, num(1));
    least->there = num_lt(least->next, num_pow2(splits->free_bits));
    if (least->there)
        set_next(splits, least);
    return a;
}

static void move_split(struct ask *ask, const struct spot *spot, struct num a, struct sg_move *move)
{
    struct num zero = num(0), *into = arena_raw(ask->arena, 2 * sizeof *into);
    into[0] = a;
    into[1] = num_sub(spot->size, a);
    move_set(move, spot->heap, &zero, into, 2);
}

/* Passes moves that come before the one at `index`: all with parts below some number. */
static void jump(struct splits *splits, struct num index)
{
    enum { MARGIN = 8, FAR = 64 };
    size_t m = 0;
    struct num passed = num(0);
    if (num_is_zero(splits->spot->want) || num_cmp_word(num_sub(index, splits->next), FAR) < 0)
        return;
    for (size_t i = 0; i < 4; i++)
        m += splits->v[i].there;
    struct num part = num_sub(num_div(index, num_u64(m)), num(MARGIN));
    for (size_t i = 0; i < 4; i++) {
        struct sequence *s = &splits->v[i];
        if (!s->there)
            continue;
        passed = num_add(passed, num_sub(part, s->first));
        s->next = part;
        set_next(splits, s);
    }
    splits->next = passed;
}

static void make_winning_split(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    struct splits *splits = (struct splits *)(uintptr_t)run->context;
    struct num a = num(0);
    jump(splits, index);
    while (!num_lt(index, splits->next)) {
        budget_spend(ask->budget, 256);
        a = take_next(splits);
        splits->next = num_add(splits->next, num(1));
    }
    move_split(ask, splits->spot, a, move);
}

static void make_split(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct splits *splits = run->context;
    const struct sg *sg = splits->hunt->sg;
    struct num a = num_add(index, num(1)), b = num_sub(splits->spot->size, a);
    move_split(ask, splits->spot, a, move);
    *mark = spot_mark(splits->hunt, splits->spot, num_xor(sg_value(sg, a), sg_value(sg, b)));
}

void spot_lasker(struct hunt *hunt, const struct spot *spot)
{
    /* Misère play, all other heaps worth at most 1: the heaps 0 and 1 are fickle, and wanted is what makes the whole odd; pieces
     * of a larger heap are not all fickle but for [1,1] out of 2, and play as in normal play. */
    struct spot split = *spot;
    if (hunt_fickle(hunt, spot) && num_cmp_word(spot->size, 2) > 0)
        split.want = spot->others;
    struct splits splits = {.hunt = hunt, .spot = &split, .next = num(0)};
    struct num wins = start(&splits), count = num_shr(spot->size, 1);
    budget_spend(hunt->ask->budget, 256);
    if (wants_all(hunt->ask)) {
        push_run(hunt->ask, &(struct run){.count = count, .mixed = true, .wins = wins, .make = make_split, .context = &splits});
    } else {
        push_run(hunt->ask,
                 &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_winning_split, .context = &splits});
        count_losing(hunt->ask, num_sub(count, wins));
    }
    spot_any(hunt, spot, sg_value(hunt->sg, spot->want));
}
