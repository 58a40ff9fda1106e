/* The canonical form of heap rules. */
#include "core/sg/rules/rules.h"

#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

static int compare_amounts(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void set_list(struct arena *arena, struct rules *rules, struct list list)
{
    int64_t *sorted = arena_array(arena, list.n, sizeof *sorted);
    if (list.n)
        memcpy(sorted, list.v, list.n * sizeof *sorted);
    for (size_t i = 1; i < list.n; i++)
        if (sorted[i - 1] > sorted[i]) {
            qsort(sorted, list.n, sizeof *sorted, compare_amounts);
            break;
        }
    rules->list = sorted;
    rules->n = list.n;
}

/* Sets and amounts apart, amounts ascending. One set alone is that set. */
static void set_mixed(struct arena *arena, struct rules *rules, const struct list *list)
{
    set_list(arena, rules, *list);
    rules->amounts = AMOUNTS_LIST;
    while (rules->n && rules->list[0] < 0) {
        rules->set = (enum set)(SET_SQUARES + name_word(rules->list[0]));
        rules->sets |= BIT(rules->set);
        rules->amounts = rules->amounts == AMOUNTS_LIST ? AMOUNTS_SET : AMOUNTS_MIXED;
        rules->list++;
        rules->n--;
    }
    if (rules->sets && rules->n)
        rules->amounts = AMOUNTS_MIXED;
    if (rules->amounts == AMOUNTS_MIXED)
        rules->from = num(rules_modulus(list));
    else
        rules->sets = 0;
}

static void set_amounts(struct arena *arena, struct rules *rules, const struct choice *take)
{
    if (take->which == TAKE_LIST) {
        set_mixed(arena, rules, take->value);
    } else if (take->which == TAKE_NAME) {
        rules->set = (enum set)(*(const int *)take->value);
        rules->amounts = rules->set == SET_ANY ? AMOUNTS_ANY : rules->set == SET_DIVISORS ? AMOUNTS_DIVISORS : AMOUNTS_SET;
    } else {
        const struct given_takes *takes = take->value;
        if (takes->head.given & BIT(GIVEN_UP_TO)) {
            rules->amounts = AMOUNTS_HALF;
        } else if (takes->head.given & BIT(GIVEN_ALL_BUT)) {
            rules->amounts = AMOUNTS_ALL_BUT;
            set_list(arena, rules, takes->all_but);
        } else {
            rules->amounts = takes->head.given & BIT(GIVEN_POWERS) ? AMOUNTS_POWERS : AMOUNTS_RANGE;
            rules->from = takes->head.given & BIT(GIVEN_POWERS) ? takes->powers_of : takes->from;
            rules->to = takes->to;
        }
    }
    if (rules->amounts == AMOUNTS_ALL_BUT && rules->n == 0)
        rules->amounts = AMOUNTS_ANY;
}

/* A list without gaps is a range. */
static void list_to_range(struct rules *rules)
{
    size_t n = rules->n;
    if (rules->amounts != AMOUNTS_LIST || n == 0 || rules->list[n - 1] - rules->list[0] != (int64_t)n - 1)
        return;
    rules->amounts = AMOUNTS_RANGE;
    rules->from = num(rules->list[0]);
    rules->to = num(rules->list[n - 1]);
}

/* A row with finitely many amounts is a code with digit 7 at each; takes beside any split have digit 3, and 4 for none. */
static void row_to_code(struct arena *arena, struct rules *rules)
{
    rules->kind = RULES_ROW;
    rules->each = rules->split ? 3 : 7;
    if (rules->unequal)
        return;
    int64_t from = 0;
    size_t n = rules->n;
    if (rules->amounts == AMOUNTS_RANGE) {
        if (num_cmp_word(rules->to, SG_AMOUNT_MAX) > 0 || rules->to.word - rules->from.word >= SG_AMOUNTS_MAX)
            return;
        from = rules->from.word;
        n = (size_t)(rules->to.word - from + 1);
    } else if (rules->amounts != AMOUNTS_LIST) {
        return;
    }
    struct place *places = arena_array(arena, n + 1, sizeof *places);
    places[0] = (struct place){0, 4};
    for (size_t i = 0; i < n; i++)
        places[rules->split + i] = (struct place){from ? from + (int64_t)i : rules->list[i], rules->each};
    rules->kind = RULES_CODE;
    rules->places = places;
    rules->n_places = rules->split + n;
}

static void set_code(struct arena *arena, struct rules *rules, const char *code)
{
    size_t length = strlen(code);
    struct place *places = arena_array(arena, length, sizeof *places);
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (i != 1 && code_digit(code[i]))
            places[n++] = (struct place){i ? (int64_t)i - 1 : 0, (unsigned)code_digit(code[i])};
    rules->kind = RULES_CODE;
    rules->shape = SHAPE_PIECES;
    rules->places = places;
    rules->n_places = n;
}

/* Codes that are other rules in disguise: only digits 3 are plain takes; 4.0 is a split. The way to write moves stays. */
static void code_to_plain(struct arena *arena, struct rules *rules)
{
    if (rules->n_places == 1 && rules->places[0].amount == 0 && rules->places[0].digit == 4)
        rules->kind = RULES_HALVES;
    for (size_t i = 0; i < rules->n_places; i++)
        if (rules->places[i].digit != 3)
            return;
    int64_t *list = arena_array(arena, rules->n_places, sizeof *list);
    for (size_t i = 0; i < rules->n_places; i++)
        list[i] = rules->places[i].amount;
    rules->kind = RULES_PLAIN;
    rules->amounts = AMOUNTS_LIST;
    rules->list = list;
    rules->n = rules->n_places;
    list_to_range(rules);
}

/* "list 1 3 4", "code 1:7 2:7": only finite rules and all-but sets need it spelt out. */
static const char *write_key(struct arena *arena, const struct rules *rules)
{
    enum { WORD = 24 };
    char *key = arena_raw(arena, 64 + WORD * (rules->n + rules->n_places) + num_text_max(rules->from) + num_text_max(rules->to));
    static const char *const kinds[] = {
        [RULES_PLAIN] = "sg1 take",      [RULES_CODE] = "sg1 code",       [RULES_ROW] = "sg1 row",
        [RULES_SMALLER] = "sg1 smaller", [RULES_UNEQUAL] = "sg1 unequal", [RULES_HALVES] = "sg1 halves",
        [RULES_LASKER] = "sg1 lasker",
    };
    size_t size = strlen(kinds[rules->kind]);
    char *at = (char *)memcpy(key, kinds[rules->kind], size) + size;
    if (rules->kind == RULES_CODE)
        for (size_t i = 0; i < rules->n_places; i++) {
            *at++ = ' ';
            at = num_write(at, num(rules->places[i].amount));
            *at++ = ':';
            *at++ = "0123456789abcdef"[rules->places[i].digit];
        }
    if (rules->kind == RULES_PLAIN || rules->kind == RULES_ROW) {
        *at++ = ' ';
        *at++ = "lrapxsmhd"[rules->amounts];
        if (rules->amounts == AMOUNTS_SET)
            *at++ = (char)('0' + rules->set);
        if (rules->amounts == AMOUNTS_RANGE || rules->amounts == AMOUNTS_POWERS) {
            *at++ = ' ';
            at = num_write(at, rules->from);
            *at++ = ' ';
            at = num_write(at, rules->to);
        }
        if (rules->amounts == AMOUNTS_MIXED)
            at = num_write(at, num(rules->sets));
        bool listed = rules->amounts == AMOUNTS_LIST || rules->amounts == AMOUNTS_ALL_BUT || rules->amounts == AMOUNTS_MIXED;
        for (size_t i = 0; i < rules->n && listed; i++) {
            *at++ = ' ';
            at = num_write(at, num(rules->list[i]));
        }
        const char *beside = rules->unequal ? " unequal" : rules->split ? " split" : "";
        at = (char *)memcpy(at, beside, strlen(beside)) + strlen(beside);
    }
    *at = '\0';
    return key;
}

struct rules *rules_make(struct arena *arena, const struct given_rules *given)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    uint32_t bits = given->head.given;
    if (bits & BIT(GIVEN_TAKE)) {
        set_amounts(arena, rules, &given->take);
        list_to_range(rules);
        rules->split = bits & BIT(GIVEN_SPLIT);
        rules->unequal = rules->split && given->split == SPLIT_UNEQUAL;
        rules->shape = rules->split ? SHAPE_LASKER : bits & BIT(GIVEN_LEAVE) ? SHAPE_PIECES : SHAPE_TAKE;
        if (rules->split && !rules->unequal && rules->amounts == AMOUNTS_ANY)
            rules->kind = RULES_LASKER;
        else if (rules->shape != SHAPE_TAKE)
            row_to_code(arena, rules);
    } else if (bits & BIT(GIVEN_SPLIT)) {
        static const enum kind_of_rules splits[] = {
            [SPLIT_SMALLER] = RULES_SMALLER, [SPLIT_UNEQUAL] = RULES_UNEQUAL, [SPLIT_ANY] = RULES_HALVES};
        rules->kind = splits[given->split];
        rules->shape = rules->kind == RULES_SMALLER ? SHAPE_SMALLER : SHAPE_SPLIT;
    } else {
        set_code(arena, rules, bits & BIT(GIVEN_OCTAL) ? given->octal : given->hex);
    }
    if (rules->kind == RULES_CODE)
        code_to_plain(arena, rules);
    rules->key = write_key(arena, rules);
    return rules;
}

static bool is_prime(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return false;
    return n > 1;
}

static bool is_prime_power(int64_t n)
{
    int64_t p = 2;
    while (p * p <= n && n % p)
        p++;
    if (p * p > n)
        return true; /* 1, too */
    while (n % p == 0)
        n /= p;
    return n == 1;
}

/* The least m that may not be taken. Squares, Fibonacci numbers and factorials have multiples of every m; of a prime or a prime
 * power all divisors above 1 may be taken where it may. */
int64_t rules_modulus(const struct list *list)
{
    const int64_t *v = list->v;
    enum { OTHER = ~(1 << SET_PRIMES | 1 << SET_PRIME_POWERS), FAR = 64 };
    bool taken[FAR] = {false};
    int sets = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (v[i] < 0)
            sets |= 1 << (SET_SQUARES + name_word(v[i]));
        else if (v[i] < FAR)
            taken[v[i]] = true;
    }
    int64_t m = 1;
    while (m < FAR &&
           (taken[m] || (sets & 1 << SET_PRIMES && is_prime(m)) || (sets & 1 << SET_PRIME_POWERS && is_prime_power(m))))
        m++;
    bool found = sets && !(sets & OTHER) && m > 1 && m < FAR;
    for (size_t i = 0; i < list->n && found; i++)
        found = v[i] < 0 || v[i] % m;
    return found ? m : 0;
}

int64_t rules_last(const struct rules *rules)
{
    if (rules->kind == RULES_CODE)
        return rules->n_places ? rules->places[rules->n_places - 1].amount : 0;
    return rules->n ? rules->list[rules->n - 1] : 0;
}
