/* The amounts of a set up to a bound, and codes as lists of amounts. */
#include "core/sg/fill/fill.h"

#include <string.h>

struct sink {
    struct arena *arena;
    struct budget *budget;
    int64_t *v;
    size_t n, room;
};

static void add(struct sink *sink, uint64_t amount)
{
    if (sink->n == sink->room) {
        size_t room = sink->room ? sink->room * 2 : 64;
        int64_t *v = arena_raw(sink->arena, room * sizeof *v);
        if (sink->n)
            memcpy(v, sink->v, sink->n * sizeof *v);
        sink->v = v;
        sink->room = room;
    }
    budget_spend(sink->budget, 2);
    sink->v[sink->n++] = (int64_t)amount;
}

/* Smallest prime factor by sieve; a prime power is what that factor divides down to 1. */
static void add_primes(struct sink *sink, uint64_t most, bool powers)
{
    if (powers && most >= 1)
        add(sink, 1);
    uint8_t *composite = arena_alloc(sink->arena, most + 1);
    for (uint64_t p = 2; p <= most; p++) {
        if (composite[p] == 1)
            continue;
        add(sink, p);
        if (composite[p])
            continue;
        budget_spend(sink->budget, most / p / 2 + 1);
        for (uint64_t m = p * p; m <= most; m += p)
            composite[m] = 1;
        for (uint64_t m = p * p; powers && p <= most / p && m <= most; m *= p) {
            composite[m] = 2;
            if (m > most / p)
                break;
        }
    }
}

static void add_growing(struct sink *sink, const struct rules *rules, uint64_t most)
{
    uint64_t a = 1, b = 2;
    for (uint64_t i = 2; a <= most; i++) {
        add(sink, a);
        uint64_t next = rules->amounts == AMOUNTS_POWERS ? a * (uint64_t)rules->from.word
                        : rules->set == SET_FACTORIALS   ? a * i
                                                         : b;
        b += a;
        a = next;
    }
}

static struct amounts_upto from_list(const int64_t *list, size_t n, uint64_t most)
{
    while (n && (uint64_t)list[n - 1] > most)
        n--;
    return (struct amounts_upto){list, n};
}

/* Stretches: any, from…to, all but. */
static void add_stretch(struct sink *sink, const struct rules *rules, uint64_t most)
{
    uint64_t from = 1;
    if (rules->amounts == AMOUNTS_RANGE) {
        if (num_lt(num_u64(most), rules->from))
            return;
        from = (uint64_t)rules->from.word;
        if (num_lt(rules->to, num_u64(most)))
            most = (uint64_t)rules->to.word;
    }
    size_t skip = 0;
    for (uint64_t amount = from; amount <= most; amount++)
        if (rules->amounts == AMOUNTS_ALL_BUT && skip < rules->n && (uint64_t)rules->list[skip] == amount)
            skip++;
        else
            add(sink, amount);
}

/* All that are in a set or in the list, each once: a bit for each amount, so that what the sets take is given back. */
static void add_mixed(struct sink *sink, const struct rules *rules, uint64_t most)
{
    uint8_t *there = arena_alloc(sink->arena, most / 8 + 1);
    for (enum set set = SET_SQUARES; set <= SET_FACTORIALS; set++) {
        struct arena_mark mark = arena_mark(sink->arena);
        struct rules one = {.amounts = AMOUNTS_SET, .set = set};
        struct amounts_upto part = {NULL, 0};
        if (rules->sets & BIT(set))
            part = amounts_upto(sink->arena, sink->budget, &one, most);
        for (size_t i = 0; i < part.n; i++)
            there[part.v[i] / 8] |= (uint8_t)(1U << part.v[i] % 8);
        arena_rewind(sink->arena, mark);
    }
    for (size_t i = 0; i < rules->n && (uint64_t)rules->list[i] <= most; i++)
        there[rules->list[i] / 8] |= (uint8_t)(1U << rules->list[i] % 8);
    budget_spend(sink->budget, most);
    for (uint64_t amount = 1; amount <= most; amount++)
        if (there[amount / 8] >> amount % 8 & 1)
            add(sink, amount);
}

static void add_divisors(struct sink *sink, uint64_t heap)
{
    for (uint64_t d = 1; 2 * d <= heap; d++) {
        budget_spend(sink->budget, 1);
        if (heap % d == 0)
            add(sink, d);
    }
}

struct amounts_upto amounts_upto(struct arena *arena, struct budget *budget, const struct rules *rules, uint64_t most)
{
    struct sink sink = {.arena = arena, .budget = budget};
    if (rules->amounts == AMOUNTS_LIST)
        return from_list(rules->list, rules->n, most);
    if (rules->amounts == AMOUNTS_MIXED) {
        add_mixed(&sink, rules, most);
    } else if (rules->amounts == AMOUNTS_DIVISORS) {
        add_divisors(&sink, most);
    } else if (rules->amounts == AMOUNTS_POWERS && num_lt(num_u64(most), rules->from)) {
        if (most)
            add(&sink, 1);
    } else if (rules->amounts == AMOUNTS_SET && rules->set == SET_SQUARES) {
        for (uint64_t i = 1; i * i <= most; i++)
            add(&sink, i * i);
    } else if (rules->amounts == AMOUNTS_SET && (rules->set == SET_PRIMES || rules->set == SET_PRIME_POWERS)) {
        add_primes(&sink, most, rules->set == SET_PRIME_POWERS);
    } else if (rules->amounts == AMOUNTS_SET || rules->amounts == AMOUNTS_POWERS) {
        add_growing(&sink, rules, most);
    } else {
        add_stretch(&sink, rules, rules->amounts == AMOUNTS_HALF ? most / 2 : most);
    }
    return (struct amounts_upto){sink.v, sink.n};
}

static struct amounts_upto with_digit(struct arena *arena, const struct rules *rules, unsigned bit, uint64_t most)
{
    int64_t *v = arena_array(arena, rules->n_places, sizeof *v);
    size_t n = 0;
    for (size_t i = 0; i < rules->n_places; i++)
        if (rules->places[i].digit & bit && (uint64_t)rules->places[i].amount <= most)
            v[n++] = rules->places[i].amount;
    return (struct amounts_upto){v, n};
}

struct code fill_code(struct arena *arena, struct budget *budget, const struct rules *rules, uint64_t most)
{
    static const int64_t zero[] = {0};
    static const struct amounts_upto nothing_removed = {zero, 1}, no_amounts = {NULL, 0};
    switch (rules->kind) {
    case RULES_UNEQUAL:
        return (struct code){.two = nothing_removed, .unequal = true};
    case RULES_HALVES:
        return (struct code){.two = nothing_removed};
    case RULES_CODE:
        return (struct code){
            .none = with_digit(arena, rules, 1, most),
            .one = with_digit(arena, rules, 2, most),
            .two = with_digit(arena, rules, 4, most),
            .three = with_digit(arena, rules, 8, most),
        };
    default:
        break;
    }
    struct amounts_upto all = amounts_upto(arena, budget, rules, most);
    bool row = rules->kind == RULES_ROW && rules->each == 7;
    struct code code = {.none = all, .one = all, .two = row ? all : no_amounts, .unequal = rules->unequal};
    if (rules->kind == RULES_LASKER || rules->split)
        code.two = nothing_removed;
    return code;
}
