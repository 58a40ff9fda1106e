#include "core/mistakes/sg/sg.h"

#include <string.h>

enum { TABLE_MOST = 20000, TABLE_STEPS = 20000000 };

bool heaps_read(const struct glance *at, struct heaps *heaps)
{
    const struct sg_position *p = at->position;
    const struct given_rules *rules = &p->rules;
    uint32_t given = rules->head.given;
    *heaps = (struct heaps){.position = p, .kind = TAKES_OTHER, .misere = p->misere, .row = given & BIT(GIVEN_LEAVE)};
    if (given & BIT(GIVEN_SPLIT) && !(given & BIT(GIVEN_TAKE)))
        heaps->kind = rules->split == SPLIT_SMALLER ? TAKES_SPLIT_SMALLER : TAKES_OTHER;
    if (given == BIT(GIVEN_TAKE) || given == (BIT(GIVEN_TAKE) | BIT(GIVEN_LEAVE))) {
        const struct given_takes *takes = rules->take.value;
        if (rules->take.which == TAKE_LIST) {
            const struct list *list = rules->take.value;
            bool sets = false; /* by their names, as negative words */
            for (size_t i = 0; i < list->n; i++)
                sets |= list_words(*list)[i] < 0;
            heaps->kind = sets ? TAKES_OTHER : TAKES_LIST;
            heaps->amount = (struct ints){list->n, list_words(*list)};
        } else if (rules->take.which == TAKE_NAME) {
            int set = *(const int *)rules->take.value;
            heaps->kind = set == SET_SQUARES        ? TAKES_SQUARES
                          : set == SET_FIBONACCI    ? TAKES_FIBONACCI
                          : set == SET_PRIME_POWERS ? TAKES_PRIME_POWERS
                                                    : TAKES_OTHER;
        } else if (takes->head.given & BIT(GIVEN_POWERS) && num_is_word(takes->powers_of)) {
            heaps->kind = TAKES_POWERS;
            heaps->base = takes->powers_of.word;
        }
    }
    return glance_words(at, "heaps", &heaps->heaps);
}

bool heaps_plain(const struct glance *at, struct heaps *heaps)
{
    return heaps_read(at, heaps) && heaps->kind <= TAKES_PRIME_POWERS && !heaps->row && !heaps->misere;
}

static bool is_prime_power(int64_t n)
{
    int64_t p = 2;
    while (p * p <= n && n % p)
        p++;
    if (p * p > n)
        return true; /* 1 and primes */
    while (n % p == 0)
        n /= p;
    return n == 1;
}

static bool is_amount(const struct heaps *heaps, int64_t n)
{
    int64_t a = 1, b = 2;
    switch (heaps->kind) {
    case TAKES_SQUARES:
        while (a * a < n)
            a++;
        return a * a == n;
    case TAKES_FIBONACCI:
        while (b <= n) {
            b += a;
            a = b - a;
        }
        return a == n;
    case TAKES_PRIME_POWERS:
        return is_prime_power(n);
    default:
        while (a <= n / heaps->base && heaps->base > 1)
            a *= heaps->base;
        return a == n;
    }
}

bool heaps_amounts(const struct glance *at, const struct heaps *heaps, int64_t most, struct ints *amounts)
{
    *amounts = heaps->amount;
    if (heaps->kind == TAKES_LIST)
        return true;
    if (heaps->kind > TAKES_PRIME_POWERS || most > TABLE_MOST)
        return false;
    *amounts = (struct ints){0, arena_raw(at->arena, (size_t)(most + 1) * sizeof *amounts->v)};
    for (int64_t n = 1; n <= most; n++)
        if (heaps->kind == TAKES_POWERS && heaps->base < 1 ? n == 1 : is_amount(heaps, n))
            amounts->v[amounts->n++] = n;
    return true;
}

struct wrong_table {
    const struct heaps *heaps;
    struct filling how;
    struct ints amounts;
    int64_t *value;  /* -1: not known */
    uint8_t *marked; /* values of options */
    size_t marks;
};

static int64_t mex(const struct wrong_table *table)
{
    int64_t least = 0;
    while (table->marked[least])
        least++;
    return least;
}

static void mark(struct wrong_table *table, int64_t value)
{
    if ((size_t)value + 1 < table->marks)
        table->marked[value] = 1;
}

static void fill_one(struct wrong_table *table, int64_t n)
{
    bool row = table->heaps->row && !table->how.whole;
    memset(table->marked, 0, table->marks);
    for (size_t i = 0; i < table->amounts.n; i++) {
        int64_t rest = n - table->amounts.v[i];
        if (rest < 0 && table->how.breaks)
            break;
        for (int64_t left = 0; rest >= 0 && left <= (row ? rest / 2 : 0); left++)
            mark(table, left ? table->value[left] ^ table->value[rest - left] : table->value[rest]);
    }
    table->value[n] = table->how.won_won ? n == 0 || table->marked[1] : mex(table);
}

/* Depth first, with the marks of the whole search in one array that each level clears when it begins. */
struct level {
    int64_t n;
    size_t next; /* amount */
};

static void fill_shared(const struct glance *at, struct wrong_table *table, int64_t most)
{
    struct level *stack = arena_array(at->arena, (size_t)most + 2, sizeof *stack);
    size_t depth = 1;
    stack[0] = (struct level){most, 0};
    memset(table->marked, 0, table->marks);
    while (depth) {
        struct level *top = &stack[depth - 1];
        if (top->next == table->amounts.n) {
            table->value[top->n] = mex(table);
            depth--;
            continue;
        }
        int64_t rest = top->n - table->amounts.v[top->next];
        if (rest >= 0 && table->value[rest] < 0) {
            stack[depth++] = (struct level){rest, 0};
            memset(table->marked, 0, table->marks);
            continue;
        }
        if (rest >= 0)
            mark(table, table->value[rest]);
        top->next++;
    }
}

const int64_t *table_fill(const struct glance *at, const struct heaps *heaps, struct filling how, int64_t most)
{
    struct wrong_table table = {.heaps = heaps, .how = how};
    if (most > TABLE_MOST || !heaps_amounts(at, heaps, most, &table.amounts))
        return NULL;
    uint64_t steps = (uint64_t)(most + 1) * (table.amounts.n + 1) * (heaps->row ? (uint64_t)most / 4 + 1 : 2);
    steps += how.shared ? (uint64_t)(most * most / 64) : 0; /* the marks cleared */
    if (steps > TABLE_STEPS)
        return NULL;
    budget_spend(at->budget, steps);
    /* A mex is at most the number of options; a xor of two such numbers at most twice the next power of 2. With marks of other
     * heaps among its own it is at most the heap: all of them are of smaller ones. */
    size_t options = table.amounts.n * (heaps->row ? (size_t)most / 2 + 1 : 1);
    table.marks = 2 * (options < (size_t)most + 1 && !how.shared ? options : (size_t)most + 1) + 4;
    table.marked = arena_array(at->arena, table.marks, 1);
    table.value = arena_raw(at->arena, (size_t)(most + 1) * sizeof *table.value);
    for (int64_t n = 0; n <= most; n++)
        table.value[n] = -1;
    for (int64_t n = 0; n <= most && !how.shared; n++)
        fill_one(&table, n);
    for (size_t i = 0; i < heaps->heaps.n && how.shared; i++)
        if (table.value[heaps->heaps.v[i]] < 0)
            fill_shared(at, &table, heaps->heaps.v[i]);
    return table.value;
}
