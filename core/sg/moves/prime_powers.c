/* Moves of the game in which a power of a prime is taken: g(n) = n mod 6, so a take q wins iff q leaves the residue n - want.
 *
 * Prime powers come from a sieve in segments, ascending, the higher powers of small primes merged in. Residues 2, 3 and 4 modulo
 * 6 are those of powers of 2 and 3 alone and need no sieve. */
#include "core/limits.h"
#include "core/sg/moves/moves.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEGMENT = 1 << 18,     /* numbers sieved at a time */
    SIEVE_MAX = 280000000, /* there are more than SG_MOVES_MAX primes below: more than x / (bits of x) below any x */
    ROOT = 16800,          /* above the root of SIEVE_MAX */
};

struct power_stream {
    struct ask *ask;
    uint64_t most;
    uint32_t *primes; /* below ROOT */
    size_t n_primes;
    uint64_t *powers; /* 1 and p^k, k >= 2, ascending */
    size_t n_powers, power;
    uint8_t *composite;
    uint64_t start, at; /* of the segment; next number to look at */
};

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sieve_segment(struct power_stream *s, uint64_t start)
{
    s->start = start;
    memset(s->composite, 0, SEGMENT);
    budget_spend(s->ask->budget, SEGMENT);
    for (size_t i = 0; i < s->n_primes; i++) {
        uint64_t p = s->primes[i], m = p * p;
        if (m >= start + SEGMENT)
            break;
        if (m < start)
            m = (start + p - 1) / p * p;
        for (; m < start + SEGMENT; m += p)
            s->composite[m - start] = 1;
    }
}

static void find_small(struct power_stream *s)
{
    uint8_t *composite = arena_alloc(s->ask->arena, ROOT);
    s->primes = arena_raw(s->ask->arena, ROOT / 4 * sizeof *s->primes);
    s->powers = arena_raw(s->ask->arena, ROOT * sizeof *s->powers);
    s->powers[s->n_powers++] = 1;
    for (uint32_t p = 2; p < ROOT; p++) {
        if (composite[p])
            continue;
        s->primes[s->n_primes++] = p;
        for (uint32_t m = p * 2; m < ROOT; m += p)
            composite[m] = 1;
        for (uint64_t power = (uint64_t)p * p; power <= SIEVE_MAX; power *= p)
            s->powers[s->n_powers++] = power;
    }
    qsort(s->powers, s->n_powers, sizeof *s->powers, compare_words);
    budget_spend(s->ask->budget, 8 * ROOT);
}

static struct power_stream *stream_new(struct ask *ask)
{
    struct power_stream *s = arena_alloc(ask->arena, sizeof *s);
    s->ask = ask;
    s->composite = arena_raw(ask->arena, SEGMENT);
    find_small(s);
    sieve_segment(s, 0);
    return s;
}

/* One stream serves all heaps of a question. */
static struct power_stream *stream_upto(struct hunt *hunt, uint64_t most)
{
    if (!hunt->primes)
        hunt->primes = stream_new(hunt->ask);
    struct power_stream *s = hunt->primes;
    s->most = most;
    s->at = 2;
    s->power = 0;
    if (s->start)
        sieve_segment(s, 0);
    return s;
}

/* The next prime power, 0 after the last one up to s->most. */
static uint64_t next(struct power_stream *s)
{
    uint64_t limit = s->power < s->n_powers && s->powers[s->power] <= s->most ? s->powers[s->power] : s->most + 1;
    for (; s->at < limit; s->at++) {
        if (s->at == s->start + SEGMENT)
            sieve_segment(s, s->at);
        if (!s->composite[s->at - s->start])
            return s->at++;
    }
    return limit <= s->most ? s->powers[s->power++] : 0;
}

static uint64_t reach(struct num n)
{
    return num_cmp_word(n, SIEVE_MAX) < 0 ? (uint64_t)n.word : SIEVE_MAX;
}

struct num count_prime_powers(struct hunt *hunt, struct num n)
{
    if (num_cmp_word(n, SIEVE_MAX) >= 0)
        return num(SG_MOVES_MAX + 1);
    struct power_stream *s = stream_upto(hunt, (uint64_t)n.word);
    int64_t count = 0;
    while (count <= SG_MOVES_MAX && next(s))
        count++;
    return num(count);
}

/* Takes of residue 2, 3 or 4: powers of 2 or 3. */
static void push_powers(struct hunt *hunt, const struct spot *spot, int64_t base, int64_t residue)
{
    for (struct num q = num(base); !num_lt(spot->size, q); q = num_mul(q, num(base))) {
        budget_spend(hunt->ask->budget, 64);
        if (num_mod(q, num(6)).word == residue)
            push_take(hunt, spot, q, spot->want);
    }
}

/* Residues 1 and 5, or all takes. */
static void push_sieved(struct hunt *hunt, const struct spot *spot, int64_t residue)
{
    struct ask *ask = hunt->ask;
    struct power_stream *s = stream_upto(hunt, reach(spot->size));
    int64_t size = num_mod(spot->size, num(6)).word;
    for (uint64_t q; (q = next(s));) {
        int64_t left = (size + 6 - (int64_t)(q % 6)) % 6;
        if (residue >= 0 && (int64_t)(q % 6) != residue)
            continue;
        push_take(hunt, spot, num_u64(q), num(left));
        if (hunt->lazy && hunt_satisfied(hunt))
            return;
    }
    if (hunt->lazy && num_cmp_word(spot->size, SIEVE_MAX) > 0)
        ask_too_large(ask, SIEVE_MAX, "moves that take more than %d stones of a heap are not listed: ask for a smaller offset",
                      SIEVE_MAX);
}

void spot_prime_powers(struct hunt *hunt, const struct spot *spot)
{
    struct ask *ask = hunt->ask;
    if (wants_all(ask)) {
        push_sieved(hunt, spot, -1);
        return;
    }
    struct num before = ask->answer.winning.seen, count = hunt->lazy ? num(0) : hunt_count(hunt, spot->size);
    if (num_cmp_word(spot->want, 6) < 0) {
        int64_t residue = num_mod(num_sub(spot->size, spot->want), num(6)).word;
        if (residue == 2 || residue == 4)
            push_powers(hunt, spot, 2, residue);
        else if (residue == 3)
            push_powers(hunt, spot, 3, residue);
        else if (residue)
            push_sieved(hunt, spot, residue);
    }
    if (!hunt->lazy)
        count_losing(ask, num_sub(count, num_sub(ask->answer.winning.seen, before)));
}
