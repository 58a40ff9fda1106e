/* The options of one heap, one by one, in the contract's order: by amount, then by the list of the pieces. */
#include "core/sg/moves/options.h"

static bool visit(struct option_walk *options, struct num take, struct num a, struct num b, struct num c, unsigned n)
{
    budget_spend(options->budget, 8);
    return options->visit(options, &(struct option){take, {a, b, c}, n});
}

/* The pairs low <= a <= (rest - unequal)/2, a first piece before them if that is not 0. */
static bool pairs(struct option_walk *options, struct num take, struct num first, struct num low, struct num rest, bool unequal)
{
    struct num most = num_shr(num_sub(rest, num(unequal)), 1);
    for (struct num a = low; !num_lt(most, a); a = num_add(a, num(1))) {
        struct num b = num_sub(rest, a);
        bool more = num_is_zero(first) ? visit(options, take, a, b, num(0), 2) : visit(options, take, first, a, b, 3);
        if (!more)
            return false;
    }
    return true;
}

static bool triples(struct option_walk *options, struct num take, struct num rest, bool and_pairs)
{
    struct num half = num_shr(rest, 1);
    for (struct num a = num(1); !num_lt(half, a); a = num_add(a, num(1))) {
        if (!pairs(options, take, a, a, num_sub(rest, a), false))
            return false;
        if (and_pairs && !visit(options, take, a, num_sub(rest, a), num(0), 2))
            return false;
    }
    return true;
}

static bool place(struct option_walk *options, struct num size, int64_t amount, unsigned digit, bool unequal)
{
    struct num take = num(amount), rest = num_sub(size, take), none = num(0);
    if (num_sign(rest) <= 0)
        return !(num_is_zero(rest) && digit & 1) || visit(options, take, none, none, none, 0);
    if (digit & 8) {
        if (!triples(options, take, rest, digit & 4))
            return false;
    } else if (digit & 4 && !pairs(options, take, none, num(1), rest, unequal)) {
        return false;
    }
    return !(digit & 2) || visit(options, take, rest, none, none, 1);
}

/* Of the plain takes, only these are looked at one by one. */
static bool divisors(struct option_walk *options, struct num size)
{
    for (int64_t d = 1; 2 * d <= size.word; d++) {
        budget_spend(options->budget, 1);
        if (size.word % d == 0 && !visit(options, num(d), num(size.word - d), num(0), num(0), 1))
            return false;
    }
    return true;
}

bool options_each(struct option_walk *options, struct num size)
{
    const struct rules *rules = options->rules;
    if (rules->kind == RULES_UNEQUAL)
        return place(options, size, 0, 4, true);
    if (rules->kind == RULES_PLAIN)
        return divisors(options, size);
    if (rules->kind == RULES_ROW) {
        if (rules->split && !place(options, size, 0, 4, rules->unequal))
            return false;
        for (size_t i = 0; i < options->amounts->n; i++)
            if (!place(options, size, options->amounts->v[i], rules->each, false))
                return false;
        return true;
    }
    for (size_t i = 0; i < rules->n_places; i++)
        if (!place(options, size, rules->places[i].amount, rules->places[i].digit, false))
            return false;
    return true;
}
