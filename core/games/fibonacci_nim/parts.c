/* The parts of a number among the losing numbers of dynamic nim: the greatest losing number not above it, and so on with the
 * rest.
 *
 * Upwards, H_(i+1) = H_i + H_j needs only H_j…H_i, because j never falls and rises by at most one a step: factor * H_(j+1) =
 * factor * H_j + factor * H_j' >= H_i + H_j = H_(i+1), H_j' being what H_(j+1) adds to H_j. So a ring holds that window, of about
 * factor * log(factor) terms, whatever the length of the sequence.
 * Downwards, the same window slides back without any memory of the rest: H_i - H_(i-1) is H_j for the j of i-1, which is either
 * the lowest term of the window or the one below it. For factor >= 2 the window always holds H_i and H_(i-1). Invariant of the
 * ring's memory: limbs at and above `used` are zero on the way up, and never read on the way down.
 * A number of one word is climbed in stairs: all terms that add the same H_j lie one step apart, and are never looked at singly.
 *
 * Factor 1 are the bits of n. Factor 2 beyond a word has the table of numbers.h, whose limbs the parts borrow: 4096 bits
 * have 5900 terms, and walking them up and down would take four times as long. */
#include "core/games/fibonacci_nim/fibonacci_nim.h"
#include "core/games/fibonacci_nim/numbers.h"
#include "core/limits.h"

#include <assert.h>
#include <string.h>

enum { LIMBS_MAX = INT_BITS / LIMB_BITS };

/* What is left of n, and the parts found so far. */
struct part_walk {
    uint64_t factor;
    size_t used; /* limbs of rest that are not zero */
    uint64_t rest[LIMBS_MAX];
    struct part *parts;
    size_t n;
};

static size_t significant(const uint64_t *limbs, size_t n)
{
    while (n && !limbs[n - 1])
        n--;
    return n;
}

/* a * factor against b, both of n limbs. The leading 64 bits of b and the bits of a at the same places decide almost always. */
static int cmp_multiple(const uint64_t *a, uint64_t factor, const uint64_t *b, size_t n)
{
    n = significant(b, n) > significant(a, n) ? significant(b, n) : significant(a, n);
    if (n == 0)
        return 0;
    if (n > 1) {
        unsigned shift = (unsigned)__builtin_clzll(a[n - 1] | b[n - 1]);
        uint64_t high_a = a[n - 1] << shift | (shift ? a[n - 2] >> (LIMB_BITS - shift) : 0);
        uint64_t high_b = b[n - 1] << shift | (shift ? b[n - 2] >> (LIMB_BITS - shift) : 0);
        unsigned __int128 product = (unsigned __int128)high_a * factor;
        if (product > high_b)
            return 1;
        if (product + factor <= high_b)
            return -1;
    }
    uint64_t product[LIMBS_MAX];
    if (limbs_mul(product, a, n, factor))
        return 1;
    return limbs_cmp(product, b, n);
}

static bool fits(const struct part_walk *walk, const uint64_t *term, size_t n)
{
    if (n != walk->used || term[n - 1] != walk->rest[n - 1])
        return n < walk->used || (n == walk->used && term[n - 1] < walk->rest[n - 1]);
    return limbs_cmp(term, walk->rest, n) <= 0;
}

/* Takes a term of n significant limbs, which fits, out of the rest; whether the new rest wins is not told. */
static struct part *take_out(struct part_walk *walk, const uint64_t *term, size_t n, struct num value)
{
    struct part *part = &walk->parts[walk->n++];
    *part = (struct part){.value = value};
    uint64_t borrow = limbs_sub(walk->rest, walk->rest, term, n);
    for (size_t i = n; borrow; i++)
        borrow = walk->rest[i]-- == 0;
    walk->used = significant(walk->rest, walk->used);
    return part;
}

static void take(struct part_walk *walk, const uint64_t *term, size_t n, struct num value)
{
    struct part *part = take_out(walk, term, n, value);
    part->rest_wins = walk->used && walk->used <= n && cmp_multiple(walk->rest, walk->factor, term, n) < 0;
}

/* The window of the sequence: `n` terms of `stride` limbs each, ascending, term i in slot (first + i) mod room. */
struct ring {
    struct arena *arena;
    uint64_t *limbs;
    size_t stride, room, first, n, used;
};

static uint64_t *ring_at(const struct ring *ring, size_t i)
{
    return ring->limbs + (ring->first + i) % ring->room * ring->stride;
}

static void ring_lay(struct ring *ring, size_t room, size_t stride)
{
    struct ring old = *ring;
    ring->limbs = arena_array(ring->arena, room, stride * sizeof(uint64_t));
    ring->room = room;
    ring->stride = stride;
    ring->first = 0;
    for (size_t i = 0; i < old.n; i++)
        memcpy(ring_at(ring, i), ring_at(&old, i), old.used * sizeof(uint64_t));
}

/* Adds the next term, unless it exceeds the walk's number: then false. */
static bool ring_rise(struct ring *ring, const struct part_walk *walk)
{
    if (ring->n == ring->room)
        ring_lay(ring, ring->room * 2, ring->stride);
    uint64_t *next = ring_at(ring, ring->n);
    uint64_t carry = limbs_add(next, ring_at(ring, ring->n - 1), ring_at(ring, 0), ring->used);
    size_t used = ring->used + (carry != 0);
    if (used > walk->used)
        return false;
    if (used > ring->stride) {
        ring->n++;
        ring_lay(ring, ring->room, ring->stride * 2);
        ring->n--;
        next = ring_at(ring, ring->n);
    }
    if (carry)
        next[ring->used] = carry;
    if (!fits(walk, next, used))
        return false;
    ring->used = used;
    ring->n++;
    return true;
}

/* Drops the lowest term when factor times it no longer reaches the highest. */
static void ring_drop(struct ring *ring, uint64_t factor)
{
    if (cmp_multiple(ring_at(ring, 0), factor, ring_at(ring, ring->n - 1), ring->used) >= 0)
        return;
    ring->first = (ring->first + 1) % ring->room;
    ring->n--;
}

/* Removes the highest term, and adds the one below the lowest where the difference of the two highest tells it. */
static void ring_fall(struct ring *ring)
{
    uint64_t below[LIMBS_MAX];
    limbs_sub(below, ring_at(ring, ring->n - 1), ring_at(ring, ring->n - 2), ring->used);
    ring->n--;
    if (limbs_cmp(below, ring_at(ring, 0), ring->used) < 0) {
        ring->first = (ring->first + ring->room - 1) % ring->room;
        memcpy(ring_at(ring, 0), below, ring->used * sizeof *below);
        ring->n++;
    }
    ring->used = significant(ring_at(ring, ring->n - 1), ring->used);
}

/* False when there are too many terms. */
static bool walk_ring(struct arena *arena, struct budget *budget, struct part_walk *walk)
{
    enum { ROOM_MIN = 64 };
    struct ring ring = {.arena = arena, .n = 1, .used = 1, .stride = 1};
    ring.limbs = arena_array(arena, ring.room = ROOM_MIN, sizeof(uint64_t));
    ring.limbs[0] = 1;
    for (size_t terms = 1; ring_rise(&ring, walk); terms++) {
        if (terms == TERMS_MAX && walk->factor > 2)
            return false;
        budget_spend(budget, 4 + ring.used / 2);
        ring_drop(&ring, walk->factor);
    }
    while (walk->used) {
        const uint64_t *top = ring_at(&ring, ring.n - 1);
        if (fits(walk, top, ring.used))
            take(walk, top, ring.used, num_from_limbs(top, ring.used));
        budget_spend(budget, 4 + ring.used / 2);
        if (ring.n > 1)
            ring_fall(&ring);
    }
    return true;
}

/* Terms of a number of one word, ascending: while H_j is what the next one adds, they rise by it. */
struct stair {
    uint64_t from, step, n;
};

/* As many stairs as there are j, and of the terms no more than those j need: none beyond the first that reaches n / factor. Where
 * the factor is large, almost all terms lie on a few stairs. */
struct stairs {
    struct arena *arena;
    struct budget *budget;
    struct stair *v;
    size_t n, room;
    uint64_t *terms;
    size_t terms_n, terms_room;
};

static void stairs_add(struct stairs *stairs, struct stair stair)
{
    if (stairs->n == stairs->room) {
        struct stair *more = arena_raw(stairs->arena, 2 * stairs->room * sizeof *more);
        memcpy(more, stairs->v, stairs->n * sizeof *more);
        stairs->v = more;
        stairs->room *= 2;
    }
    stairs->v[stairs->n++] = stair;
}

static void stairs_note(struct stairs *stairs, uint64_t term)
{
    if (stairs->terms_n == stairs->terms_room) {
        uint64_t *more = arena_raw(stairs->arena, 2 * stairs->terms_room * sizeof *more);
        memcpy(more, stairs->terms, stairs->terms_n * sizeof *more);
        stairs->terms = more;
        stairs->terms_room *= 2;
    }
    stairs->terms[stairs->terms_n++] = term;
}

/* False when there are too many terms. */
static bool stairs_climb(struct stairs *stairs, uint64_t n, uint64_t factor)
{
    uint64_t top = 1, count = 1, least = n / factor;
    stairs_add(stairs, (struct stair){1, 1, 1});
    stairs_note(stairs, 1);
    bool ends = false;
    for (size_t j = 0; !ends && top < n; j++) {
        uint64_t step = stairs->terms[j];
        unsigned __int128 reach = (unsigned __int128)factor * step; /* the last term that this step is added to, at most */
        ends = reach >= n;
        uint64_t more = ends ? (n - top) / step : ((uint64_t)reach - top) / step + 1;
        if (count + more > TERMS_MAX && factor > 2)
            return false;
        count += more;
        if (more)
            stairs_add(stairs, (struct stair){top + step, step, more});
        budget_spend(stairs->budget, 8);
        for (uint64_t i = 0; i < more && stairs->terms[stairs->terms_n - 1] <= least; i++) {
            budget_spend(stairs->budget, 1);
            stairs_note(stairs, top + (i + 1) * step);
        }
        top += more * step;
    }
    return true;
}

/* The same for a number of one word. */
static bool walk_words(struct arena *arena, struct budget *budget, struct part_walk *walk)
{
    enum { ROOM = 128 };
    struct stairs stairs = {.arena = arena, .budget = budget, .room = ROOM, .terms_room = ROOM};
    stairs.v = arena_raw(arena, ROOM * sizeof *stairs.v);
    stairs.terms = arena_raw(arena, ROOM * sizeof *stairs.terms);
    if (!stairs_climb(&stairs, walk->rest[0], walk->factor))
        return false;
    budget_spend(budget, 2 * (uint64_t)stairs.n);
    for (size_t i = stairs.n; walk->used && i-- > 0;) {
        const struct stair *stair = &stairs.v[i];
        while (walk->used && stair->from <= walk->rest[0]) {
            uint64_t up = (walk->rest[0] - stair->from) / stair->step;
            uint64_t term = stair->from + (up < stair->n ? up : stair->n - 1) * stair->step;
            take(walk, &term, 1, num_u64(term));
        }
    }
    return true;
}

/* The limbs of one of the next terms are wanted soon; the table is larger than the second cache. */
static void fetch_next(const struct fibonacci *fibonacci, size_t i)
{
    enum { NEXT = 3, LINE = 8 };
    size_t end = fibonacci->begin[i > 1 ? i - 1 : 0];
    for (size_t at = fibonacci->begin[i > NEXT ? i - NEXT : 0]; at < end; at += LINE)
        __builtin_prefetch(fibonacci->limbs + at);
}

/* Which rests win, told by the places of the parts F_k, F_j, ... alone, the rest r of F_k being F_j and its rest s.
 * - j <= k - 3: r < F_(k-2), and so 2 r < F_k.
 * - j = k - 2: 2 r < F_k iff 2 s < F_k - 2 F_j = F_(j-1). Let this be said of j.
 * - It holds where s = 0. Else, F_i being the first part of s: it does not for i = j - 2; it does for i <= j - 4, because s <
 *   F_(j-3); and for i = j - 3 it holds iff it does of i, because F_(j-1) - 2 F_i = F_(i-1). */
static void tell_rests(struct part_walk *walk, const uint16_t *place)
{
    bool holds = true;
    for (size_t i = walk->n; i-- > 1;) {
        unsigned gap = place[i - 1] - place[i];
        walk->parts[i - 1].rest_wins = gap >= 3 || holds;
        holds = gap >= 4 || (gap == 3 && holds);
    }
}

static void walk_fibonacci(struct arena *arena, struct budget *budget, struct store *store, struct part_walk *walk)
{
    struct fibonacci fibonacci = fibonacci_table(arena, budget, store);
    uint16_t *place = arena_raw(arena, FIBONACCI_TERMS * sizeof *place);
    budget_spend(budget, 4 * FIBONACCI_TERMS);
    for (size_t i = FIBONACCI_TERMS; walk->used && i-- > 0;) {
        const uint64_t *term = fibonacci.limbs + fibonacci.begin[i];
        size_t n = fibonacci.begin[i + 1] - fibonacci.begin[i];
        if (!fits(walk, term, n))
            continue;
        fetch_next(&fibonacci, i);
        place[walk->n] = (uint16_t)i;
        take_out(walk, term, n, fibonacci_num(&fibonacci, i));
    }
    tell_rests(walk, place);
}

static void walk_bits(struct part_walk *walk)
{
    uint64_t power[LIMBS_MAX] = {0};
    while (walk->used) {
        size_t top = walk->used - 1;
        power[top] = UINT64_C(1) << (LIMB_BITS - 1 - __builtin_clzll(walk->rest[top]));
        take(walk, power, top + 1, num_from_limbs(power, top + 1));
        power[top] = 0;
    }
}

struct parts parts_of(struct arena *arena, struct budget *budget, struct store *store, struct num n, uint64_t factor)
{
    struct part_walk *walk = arena_alloc(arena, sizeof *walk);
    walk->factor = factor;
    num_to_limbs(n, walk->rest, LIMBS_MAX);
    walk->used = significant(walk->rest, LIMBS_MAX);
    if (walk->used == 0)
        return (struct parts){0};
    /* Each part is more than factor times the next, so there are no more parts than bits. */
    walk->parts = arena_raw(arena, num_bits(n) * sizeof *walk->parts);
    bool word = walk->used == 1 && !(walk->rest[0] >> (LIMB_BITS - 1)), done = true; /* sums of two stay within a word */
    if (factor == 1)
        walk_bits(walk);
    else if (factor == 2 && walk->used > 1)
        walk_fibonacci(arena, budget, store, walk);
    else
        done = word ? walk_words(arena, budget, walk) : walk_ring(arena, budget, walk);
    if (!done)
        return (struct parts){.too_many = true};
    return (struct parts){.n = walk->n, .v = walk->parts};
}

static void make_next(struct winning_takes *winners)
{
    bool found = false;
    while (!found && winners->next > 0) {
        const struct part *part = &winners->parts.v[--winners->next];
        found = part->rest_wins;
        if (found)
            winners->v[winners->made++] = winners->rest;
        winners->rest = num_add(winners->rest, part->value);
    }
    if (!found)
        winners->v[winners->made++] = winners->stones;
}

struct num winner_at(struct winning_takes *winners, size_t i)
{
    while (winners->made <= i)
        make_next(winners);
    return winners->v[i];
}

/* Where the quota is no bound but for taking all, nothing has to be compared. */
void winners_find(struct winning_takes *winners, struct arena *arena, const struct parts *parts, struct num stones,
                  struct num most)
{
    *winners = (struct winning_takes){.parts = *parts, .stones = stones, .rest = num(0), .next = parts->n};
    winners->v = arena_raw(arena, (parts->n + 1) * sizeof *winners->v);
    for (size_t i = 0; i < parts->n; i++)
        winners->n += parts->v[i].rest_wins;
    winners->n += parts->n && !num_lt(most, stones);
    if (!parts->n || !num_lt(most, num_sub(stones, num(1))))
        return;
    for (size_t i = 0; i < winners->n; i++)
        if (num_lt(most, winner_at(winners, i)))
            winners->n = i;
}

uint64_t parts_cost(struct num n, uint64_t factor)
{
    uint64_t bits = num_bits(n), terms = TERMS_MAX;
    if (factor <= 2)
        return 24 * bits;
    bool word = bits < LIMB_BITS;
    struct num walked = word ? num_div(n, num_u64(factor)) : n; /* of a word only terms up to there are looked at one by one */
    /* The sequence grows by about a factor of 1 + 1/factor a term. */
    if (factor < TERMS_MAX && factor * (bits + 1) < terms)
        terms = factor * (bits + 1);
    if (num_cmp_word(walked, (int64_t)terms) < 0)
        terms = (uint64_t)walked.word + 1;
    return terms * (8 + bits / LIMB_BITS);
}
