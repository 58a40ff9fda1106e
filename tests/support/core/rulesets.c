#include "tests/support/core/rulesets.h"

#include <stdlib.h>
#include <string.h>

struct arena rulesets_arena;

enum { TAKE = BIT(0), LEAVE = BIT(1), OCTAL = BIT(2), HEX = BIT(3), SPLIT = BIT(4) };
enum { FROM = BIT(0), TO = BIT(1), POWERS = BIT(2), ALL_BUT = BIT(3) };

void rulesets_begin(void)
{
    arena_init(&rulesets_arena, NULL, 0, (size_t)1 << 30);
    arena_enter(&rulesets_arena);
    num_setup();
}

void rulesets_end(void)
{
    arena_enter(NULL);
    arena_reset(&rulesets_arena);
}

static struct rules *make(struct given_rules given)
{
    struct given_rules *kept = arena_alloc(&rulesets_arena, sizeof *kept);
    *kept = given;
    return rules_make(&rulesets_arena, kept);
}

struct rules *rules_octal(const char *code)
{
    return make((struct given_rules){.head.given = OCTAL, .octal = code});
}

struct rules *rules_hex(const char *code)
{
    return make((struct given_rules){.head.given = HEX, .hex = code});
}

static struct list amounts_list(const int64_t *amounts, size_t n)
{
    int64_t *v = arena_array(&rulesets_arena, n, sizeof *v);
    if (n)
        memcpy(v, amounts, n * sizeof *v);
    return (struct list){n, v};
}

struct rules *rules_take(const int64_t *amounts, size_t n, bool row)
{
    struct list *list = arena_alloc(&rulesets_arena, sizeof *list);
    *list = amounts_list(amounts, n);
    return make((struct given_rules){.head.given = TAKE | (row ? LEAVE : 0u), .take = {TAKE_LIST, list}});
}

static struct rules *with_object(struct given_takes takes)
{
    struct given_takes *kept = arena_alloc(&rulesets_arena, sizeof *kept);
    *kept = takes;
    return make((struct given_rules){.head.given = TAKE, .take = {TAKE_OBJECT, kept}});
}

struct rules *rules_all_but(const int64_t *amounts, size_t n)
{
    return with_object((struct given_takes){.head.given = ALL_BUT, .all_but = amounts_list(amounts, n)});
}

struct rules *rules_range(int64_t from, int64_t to)
{
    return with_object((struct given_takes){.head.given = FROM | TO, .from = num(from), .to = num(to)});
}

struct rules *rules_powers(int64_t base)
{
    return with_object((struct given_takes){.head.given = POWERS, .powers_of = num(base)});
}

struct rules *rules_named(enum set set, bool row)
{
    int *name = arena_alloc(&rulesets_arena, sizeof *name);
    *name = (int)set;
    return make((struct given_rules){.head.given = TAKE | (row ? LEAVE : 0u), .take = {TAKE_NAME, name}});
}

struct rules *rules_split(enum split split, bool lasker)
{
    static int any = SET_ANY;
    return make((struct given_rules){.head.given = SPLIT | (lasker ? TAKE : 0u), .take = {TAKE_NAME, &any}, .split = (int)split});
}

/* ---- by the definition ---- */

enum { VALUES = 1 << 16 };

static uint16_t mex(const size_t *seen, size_t stamp)
{
    uint16_t value = 0;
    while (seen[value] == stamp)
        value++;
    return value;
}

static size_t *stamps(void)
{
    size_t *seen = calloc(VALUES, sizeof *seen);
    if (!seen)
        abort();
    return seen;
}

static unsigned digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'A') + 10;
}

static void see_place(size_t *seen, unsigned bits, size_t rest, bool unequal, const uint16_t *g, size_t stamp)
{
    if (rest == 0) {
        if (bits & 1)
            seen[0] = stamp;
        return;
    }
    if (bits & 2)
        seen[g[rest]] = stamp;
    for (size_t a = 1; bits & 4 && a <= rest - a; a++)
        if (!unequal || a < rest - a)
            seen[g[a] ^ g[rest - a]] = stamp;
    for (size_t a = 1; bits & 8 && a < rest; a++)
        for (size_t b = a; b < rest - a && b <= rest - a - b; b++)
            seen[g[a] ^ g[b] ^ g[rest - a - b]] = stamp;
}

void plain_codes(const char *code, bool unequal, uint16_t *to, size_t count)
{
    size_t *seen = stamps();
    for (size_t n = 0; n < count; n++) {
        for (size_t i = 0; code[i]; i++) {
            size_t amount = i ? i - 1 : 0;
            if (i != 1 && amount <= n && n > 0)
                see_place(seen, digit(code[i]), n - amount, unequal, to, n + 1);
        }
        to[n] = mex(seen, n + 1);
    }
    free(seen);
}

void plain_takes(bool (*may_take)(int64_t amount, const void *what), const void *what, uint16_t *to, size_t count)
{
    size_t *seen = stamps(), *amounts = calloc(count + 1, sizeof *amounts), known = 0;
    if (!amounts)
        abort();
    for (size_t amount = 1; amount < count; amount++)
        if (may_take((int64_t)amount, what))
            amounts[known++] = amount;
    for (size_t n = 0; n < count; n++) {
        for (size_t i = 0; i < known && amounts[i] <= n; i++)
            seen[to[n - amounts[i]]] = n + 1;
        to[n] = mex(seen, n + 1);
    }
    free(amounts);
    free(seen);
}
