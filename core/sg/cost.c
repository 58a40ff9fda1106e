/* How long a question to /sg may take. Overestimates where it cannot know: whether a period turns up early, for instance. What
 * may take a tenth of a second and more is never predicted to be quick: the worker that is kept for quick questions stays free.
 */
#include "core/sg/cost.h"

#include "core/limits.h"

enum {
    LONG = CHEAP_STEPS + 1,
    DEAR = QUICK_STEPS + 1,
    ROWS = 3, /* times as dear are rows: their values are light more often than those of codes */
    SHORT_LIST = 32,
    SHORT_TABLE = 1 << 17,
    TOP_MAX = 1 << 30,
    LOOKED = 1 << 20,   /* values in which a period of a list is looked for */
    FEW_TOKENS = 30,    /* whose misère play is soon searched */
    SMALL_GENERA = 1500 /* heaps whose misère values are soon made */
};

static uint64_t word(struct num n)
{
    return num_cmp_word(n, TOP_MAX) < 0 ? (uint64_t)n.word : TOP_MAX;
}

static bool has(const struct sg_position *p, int bit)
{
    return p->rules.head.given & BIT(bit);
}

static uint64_t list_length(const struct sg_position *p)
{
    return p->rules.take.which == TAKE_LIST ? ((const struct list *)p->rules.take.value)->n : 0;
}

/* Whole sets stand in the list. */
static bool takes_sets(const struct sg_position *p)
{
    const struct list *list = p->rules.take.value;
    for (size_t i = 0; p->rules.take.which == TAKE_LIST && i < list->n; i++)
        if (list_words(*list)[i] < 0)
            return true;
    return false;
}

static bool takes_any(const struct sg_position *p)
{
    const struct choice *take = &p->rules.take;
    if (take->which == TAKE_OBJECT) {
        const struct given_takes *takes = take->value;
        return takes->head.given & BIT(GIVEN_ALL_BUT) && takes->all_but.n == 0;
    }
    return take->which == TAKE_NAME && *(const int *)take->value == SET_ANY;
}

/* Rules with a closed form for every heap. */
static bool is_closed(const struct sg_position *p)
{
    if (has(p, GIVEN_SPLIT))
        return has(p, GIVEN_TAKE) ? p->rules.split == SPLIT_ANY && takes_any(p) : p->rules.split != SPLIT_UNEQUAL;
    if (!has(p, GIVEN_TAKE))
        return false;
    if (p->rules.take.which == TAKE_LIST)
        return !has(p, GIVEN_LEAVE) && takes_sets(p) && rules_modulus(p->rules.take.value);
    if (has(p, GIVEN_LEAVE))
        return takes_any(p);
    if (p->rules.take.which == TAKE_OBJECT)
        return ((const struct given_takes *)p->rules.take.value)->all_but.n == 0;
    int set = *(const int *)p->rules.take.value;
    return set == SET_ANY || set == SET_PRIME_POWERS || set == SET_DIVISORS;
}

static struct num largest(struct list heaps)
{
    struct num top = num(0);
    for (size_t i = 0; i < heaps.n; i++)
        top = num_max(top, list_nums(heaps)[i]);
    return top;
}

uint64_t cost_of_table(const struct sg_position *p)
{
    return is_closed(p) ? 0 : LONG;
}

/* Beyond moves_max all is equally dear; up to there the moves of HEAPS_MAX heaps can be added up, some times over. */
static uint64_t bounded_product(uint64_t a, uint64_t b)
{
    static const uint64_t moves_max = UINT64_C(1) << 36;
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > moves_max ? moves_max : product;
}

/* Of all takes but a few, or one of the sets: about so many steps a value. */
static uint64_t steps_of_value(const struct choice *take, uint64_t top)
{
    if (take->which == TAKE_LIST)
        return top; /* sets and amounts together */
    if (take->which == TAKE_OBJECT)
        return 4;
    uint64_t root = 1;
    while (root * root < top)
        root *= 2;
    switch (*(const int *)take->value) {
    case SET_SQUARES:
        return 8 + root / 16;
    case SET_PRIMES:
        return 12;
    default:
        return 8;
    }
}

/* Lists have a period that is looked for as far as tables go; the values of sets are made up to the largest heap. */
static uint64_t cost_of_takes(const struct sg_position *p, uint64_t top)
{
    if (p->rules.take.which != TAKE_LIST || takes_sets(p))
        return bounded_product(steps_of_value(&p->rules.take, top), top);
    uint64_t n = list_length(p);
    if (n <= SHORT_LIST && top < SHORT_TABLE)
        return SHORT_TABLE;
    return bounded_product(1 + n / 2, top < LOOKED ? LOOKED : top);
}

/* The table. Codes and rows look for a period in many values where the first ones are light, and that is not known before. */
static uint64_t cost_to_make(const struct sg_position *p)
{
    uint64_t top = word(largest(p->heaps));
    uint64_t cost = has(p, GIVEN_LEAVE) ? ROWS * DEAR : DEAR;
    if (has(p, GIVEN_SPLIT) && !has(p, GIVEN_TAKE))
        cost = bounded_product(top, top) / 64;
    else if (has(p, GIVEN_TAKE) && !has(p, GIVEN_LEAVE) && !has(p, GIVEN_SPLIT))
        cost = cost_of_takes(p, top);
    return cost > LONG || cost == SHORT_TABLE ? cost : LONG;
}

static uint64_t number_of_tokens(struct list heaps)
{
    uint64_t tokens = 0;
    for (size_t i = 0; i < heaps.n && tokens <= FEW_TOKENS; i++)
        tokens += word(list_nums(heaps)[i]);
    return tokens;
}

uint64_t cost_of_misere(const struct rules *rules, struct arena *arena, struct store *store, struct num top, uint64_t tokens)
{
    if (tokens <= FEW_TOKENS || (quotient_possible(rules) && quotient_stored(rules, arena, store)))
        return LONG;
    return !quotient_possible(rules) && num_cmp_word(top, SMALL_GENERA) <= 0 ? LONG : DEAR;
}

uint64_t cost_of_stored(const struct sg_position *p, struct arena *arena, struct store *store)
{
    if (is_closed(p))
        return 0;
    const struct rules *rules = rules_make(arena, &p->rules);
    if (p->misere && rules->kind != RULES_PLAIN)
        return cost_of_misere(rules, arena, store, largest(p->heaps), number_of_tokens(p->heaps));
    switch (sg_stored(rules, arena, store, largest(p->heaps))) {
    case SG_STORED:
        return p->misere ? LONG : 0;
    case SG_STRANGER:
        return LONG;
    case SG_ABSENT:
        break;
    }
    return cost_to_make(p);
}

/* A code may be long, and heaps many: its digits are looked at once. */
struct code_size {
    uint64_t places, pairs, triples;
};

static struct code_size size_of_code(const struct sg_position *p)
{
    struct code_size size = {0};
    bool hex = has(p, GIVEN_HEX);
    const char *code = hex ? p->rules.hex : has(p, GIVEN_OCTAL) ? p->rules.octal : "";
    for (; *code; code++) {
        size.places++;
        size.pairs += *code >= '4';
        size.triples += hex && *code >= '8';
    }
    return size;
}

static uint64_t moves_of_take(const struct sg_position *p, struct num heap)
{
    const struct choice *take = &p->rules.take;
    uint64_t n = word(heap), amounts = 32 + num_bits(heap);
    if (take->which == TAKE_LIST)
        amounts = takes_sets(p) ? n : list_length(p);
    else if (take->which == TAKE_OBJECT && ((const struct given_takes *)take->value)->all_but.n)
        amounts = 4096;
    else if (take->which == TAKE_NAME && *(const int *)take->value == SET_PRIME_POWERS)
        amounts = n + LONG;
    else if (take->which == TAKE_NAME && *(const int *)take->value != SET_ANY)
        amounts = n;
    if (!has(p, GIVEN_LEAVE) || takes_any(p))
        return amounts;
    return bounded_product(take->which == TAKE_LIST ? amounts : n, n);
}

static uint64_t moves_of(const struct sg_position *p, const struct code_size *code, struct num heap)
{
    uint64_t n = word(heap);
    if (has(p, GIVEN_SPLIT) && has(p, GIVEN_TAKE) && !is_closed(p))
        return moves_of_take(p, heap) + n;
    if (has(p, GIVEN_SPLIT))
        return p->rules.split == SPLIT_UNEQUAL ? n : 64 + num_bits(heap);
    if (has(p, GIVEN_TAKE))
        return moves_of_take(p, heap);
    return code->places + bounded_product(code->pairs, n) + bounded_product(bounded_product(code->triples, n), n);
}

uint64_t cost_of_moves(const struct sg_position *p)
{
    struct code_size code = size_of_code(p);
    uint64_t steps = 0;
    for (size_t i = 0; i < p->heaps.n; i++)
        steps += 32 + moves_of(p, &code, list_nums(p->heaps)[i]) * (p->misere ? 64 : 2);
    return steps;
}
