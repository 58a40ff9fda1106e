#include "tests/support/core/sums.h"
#include "tests/support/core/marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules ---- */

static void add_way(struct ways *ways, int amount, unsigned digit, int unequal)
{
    ck_assert_int_lt(ways->n, SUM_WAYS);
    ways->v[ways->n++] = (struct way){amount, digit, unequal};
}

struct ways ways_code(const char *code)
{
    struct ways ways = {0};
    for (int i = 0; code[i]; i++) {
        unsigned digit = code[i] <= '9' ? (unsigned)(code[i] - '0') : (unsigned)(code[i] - 'A') + 10;
        if (i != 1 && digit)
            add_way(&ways, i ? i - 1 : 0, digit, 0);
    }
    return ways;
}

struct ways ways_takes(const int *amounts, int n, unsigned digit)
{
    struct ways ways = {0};
    for (int i = 0; i < n; i++)
        add_way(&ways, amounts[i], digit, 0);
    return ways;
}

struct ways ways_unequal(void)
{
    struct ways ways = {0};
    add_way(&ways, 0, 4, 1);
    return ways;
}

/* ---- sums ---- */

void sum_add(struct sum *sum, int part)
{
    if (part == 0)
        return;
    if (sum->n == SUM_PARTS) /* an assertion that holds is written down by Check, which takes long */
        ck_abort_msg("more than %d parts", SUM_PARTS);
    int i = sum->n++;
    for (; i > 0 && sum->v[i - 1] < part; i--)
        sum->v[i] = sum->v[i - 1];
    sum->v[i] = (uint8_t)part;
}

struct sum sum_of(const int *parts, int n)
{
    struct sum sum = {0};
    for (int i = 0; i < n; i++)
        sum_add(&sum, parts[i]);
    return sum;
}

const char *sum_text(const struct sum *sum)
{
    static char text[4 * SUM_PARTS + 1];
    int length = 0;
    text[0] = 0;
    for (int i = 0; i < sum->n; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, i ? "+%d" : "%d", sum->v[i]);
    return text;
}

static void choose_parts(struct sum *sum, int tokens, int largest, void (*visit)(const struct sum *sum, void *what), void *what)
{
    visit(sum, what);
    for (int part = 1; part <= largest && part <= tokens; part++) {
        sum->v[sum->n++] = (uint8_t)part;
        choose_parts(sum, tokens - part, part, visit, what);
        sum->v[--sum->n] = 0;
    }
}

void sums_each(int tokens, int largest, void (*visit)(const struct sum *sum, void *what), void *what)
{
    ck_assert(tokens <= SUM_PARTS && largest < SUM_CIRCLE);
    choose_parts(&(struct sum){0}, tokens, largest, visit, what);
}

/* ---- who wins ---- */

enum { SLOTS = 1 << 18 };

static struct {
    struct sum sum;
    bool known, lost;
} memory[SLOTS];
static struct ways memory_of;
static int remembered;

static void forget_others(const struct ways *ways)
{
    if (memcmp(&memory_of, ways, sizeof memory_of) == 0)
        return;
    memset(memory, 0, sizeof memory);
    memory_of = *ways;
    remembered = 0;
}

static size_t slot_of(const struct sum *sum)
{
    uint64_t words[SUM_PARTS / 8], hash = 0;
    memcpy(words, sum->v, sizeof words);
    for (int i = 0; i < SUM_PARTS / 8; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    size_t slot = (size_t)(hash >> 20) % SLOTS;
    while (memory[slot].known && memcmp(memory[slot].sum.v, sum->v, sizeof sum->v) != 0)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static bool find_lost(const struct ways *ways, const struct sum *sum);

static bool leaves_lost(const struct ways *ways, const struct sum *rest, int a, int b, int c)
{
    struct sum next = *rest;
    sum_add(&next, a);
    sum_add(&next, b);
    sum_add(&next, c);
    return find_lost(ways, &next);
}

/* Whether a move that way, with `left` tokens left of a heap beside the rest, leads to a lost sum. */
static bool way_wins(const struct ways *ways, const struct way *way, const struct sum *rest, int left, bool *any)
{
    if (left == 0) {
        *any |= way->digit & 1;
        return way->digit & 1 && leaves_lost(ways, rest, 0, 0, 0);
    }
    *any |= way->digit & 2;
    if (way->digit & 2 && leaves_lost(ways, rest, left, 0, 0))
        return true;
    for (int a = 1; way->digit & 4 && a + way->unequal <= left - a; a++) {
        *any = true;
        if (leaves_lost(ways, rest, a, left - a, 0))
            return true;
    }
    for (int a = 1; way->digit & 8 && 3 * a <= left; a++)
        for (int b = a; b <= left - a - b; b++) {
            *any = true;
            if (leaves_lost(ways, rest, a, b, left - a - b))
                return true;
        }
    return false;
}

static bool part_wins(const struct ways *ways, const struct sum *sum, int i, bool *any)
{
    bool circle = sum->v[i] > SUM_CIRCLE;
    int size = sum->v[i] - (circle ? SUM_CIRCLE : 0);
    struct sum rest = *sum;
    memmove(rest.v + i, rest.v + i + 1, (size_t)(rest.n - i - 1));
    rest.v[--rest.n] = 0;
    for (int k = 0; k < ways->n; k++) {
        const struct way *way = &ways->v[k];
        if (way->amount > size)
            continue;
        if (!circle && way_wins(ways, way, &rest, size - way->amount, any))
            return true;
        *any |= circle;
        if (circle && leaves_lost(ways, &rest, size - way->amount, 0, 0))
            return true;
    }
    return false;
}

static bool find_lost(const struct ways *ways, const struct sum *sum)
{
    size_t slot = slot_of(sum);
    if (memory[slot].known)
        return memory[slot].lost;
    bool any = false, wins = false;
    for (int i = 0; i < sum->n && !wins; i++)
        wins = (i == 0 || sum->v[i] != sum->v[i - 1]) && part_wins(ways, sum, i, &any);
    slot = slot_of(sum); /* what was found since may have it */
    if (++remembered > SLOTS / 4 * 3)
        ck_abort_msg("too many sums to be remembered");
    memory[slot].sum = *sum;
    memory[slot].known = true;
    memory[slot].lost = any && !wins;
    return memory[slot].lost;
}

bool sum_lost(const struct ways *ways, const struct sum *sum)
{
    forget_others(ways);
    return find_lost(ways, sum);
}
