/* How long a question to /sg may take. Overestimates where it cannot know: whether a period turns up early, for instance. */
#include "core/sg/cost.h"

#include "core/limits.h"

enum { LONG = CHEAP_STEPS + 1, SHORT_LIST = 32, SHORT_TABLE = 1 << 17, TOP_MAX = 1 << 30 };

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

/* Few takes and small heaps: such a table is soon made. */
static uint64_t cost_to_make(const struct sg_position *p)
{
    bool plain_list = has(p, GIVEN_TAKE) && !has(p, GIVEN_LEAVE) && p->rules.take.which == TAKE_LIST;
    bool soon = plain_list && !has(p, GIVEN_SPLIT) && !takes_sets(p) && list_length(p) <= SHORT_LIST &&
                num_cmp_word(largest(p->heaps), SHORT_TABLE) < 0;
    return soon ? SHORT_TABLE : LONG;
}

uint64_t cost_of_stored(const struct sg_position *p, struct arena *arena, struct store *store)
{
    if (is_closed(p))
        return 0;
    switch (sg_stored(rules_make(arena, &p->rules), arena, store, largest(p->heaps))) {
    case SG_STORED:
        return p->misere ? cost_to_make(p) : 0;
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

/* Beyond moves_max all is equally dear; up to there the moves of HEAPS_MAX heaps can be added up, some times over. */
static uint64_t bounded_product(uint64_t a, uint64_t b)
{
    static const uint64_t moves_max = UINT64_C(1) << 36;
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > moves_max ? moves_max : product;
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
