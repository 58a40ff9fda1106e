/* Several tokens on one graph; see the header. */
#include "core/games/graph/product.h"

#include "core/limits.h"
#include "core/promise.h"
#include "core/value/field.h"

#include <string.h>

static uint32_t hash_state(const uint32_t *key, uint32_t width)
{
    uint64_t h = width;
    for (uint32_t i = 0; i < width; i++)
        h = (h ^ key[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ h >> 29;
    return (uint32_t)(h >> 32);
}

/* The table's entry for that state, or the empty one where it belongs. */
static uint32_t *find(const struct product *p, const uint32_t *key)
{
    uint32_t at = hash_state(key, p->width) & (p->table_size - 1);
    while (p->table[at] && memcmp(&p->key[(size_t)(p->table[at] - 1) * p->width], key, p->width * sizeof *key) != 0)
        at = (at + 1) & (p->table_size - 1);
    return &p->table[at];
}

/* The number of the state, new or not; states_max when there is no room for a new one. */
static uint32_t intern(struct product *p, const uint32_t *key)
{
    uint32_t *entry = find(p, key);
    if (*entry)
        return *entry - 1;
    if (p->states == p->states_max)
        return p->states_max;
    memcpy(&p->key[(size_t)p->states * p->width], key, p->width * sizeof *key);
    *entry = ++p->states;
    return p->states - 1;
}

/* Puts `node` into an ascending list of n nodes. */
static void insert(uint32_t *list, uint32_t n, uint32_t node)
{
    uint32_t i = n;
    for (; i > 0 && list[i - 1] > node; i--)
        list[i] = list[i - 1];
    list[i] = node;
}

static uint32_t moving(const struct followers *f, uint32_t node)
{
    uint32_t slot = followers_slot(f, node);
    return f->start[slot] == f->end[slot] ? PRODUCT_GONE : node;
}

/* The state after the i-th token of `key` goes to `to`, in scratch. */
static const uint32_t *moved(const struct product *p, const uint32_t *key, uint32_t i, uint32_t to)
{
    memcpy(p->scratch, key, i * sizeof *key);
    memcpy(p->scratch + i, key + i + 1, (p->width - i - 1) * sizeof *key);
    insert(p->scratch, p->width - 1, moving(p->followers, to));
    return p->scratch;
}

struct moves {
    uint32_t *start; /* by state */
    uint32_t *to;
    uint32_t n, max;
};

/* All moves of one state; false when a limit is reached. */
static bool expand(struct product *p, uint32_t state, struct moves *moves)
{
    const struct followers *f = p->followers;
    for (uint32_t i = 0; i < p->width; i++) {
        const uint32_t *key = &p->key[(size_t)state * p->width];
        if (key[i] == PRODUCT_GONE)
            break;
        if (i > 0 && key[i] == key[i - 1])
            continue;
        uint32_t slot = followers_slot(f, key[i]);
        budget_spend(p->budget, (uint64_t)(f->end[slot] - f->start[slot]) * (20 + 4 * (uint64_t)p->width));
        for (uint32_t j = f->start[slot]; j < f->end[slot]; j++) {
            uint32_t next = intern(p, moved(p, key, i, f->to[j]));
            if (next == p->states_max || moves->n == moves->max)
                return false;
            moves->to[moves->n++] = next;
        }
    }
    return true;
}

static void decide(struct product *p, const struct moves *moves, uint32_t end)
{
    retrograde_init(&p->retrograde, p->arena, p->states);
    struct arena_mark mark = arena_mark(p->arena);
    uint32_t *start = arena_array(p->arena, (size_t)p->states + 2, sizeof *start);
    uint32_t *pred = arena_raw(p->arena, moves->n * sizeof *pred);
    for (uint32_t i = 0; i < moves->n; i++)
        start[moves->to[i] + 2]++;
    for (uint32_t s = 0; s < p->states; s++)
        start[s + 2] += start[s + 1];
    for (uint32_t s = 0; s < p->states; s++)
        for (uint32_t i = moves->start[s]; i < moves->start[s + 1]; i++)
            pred[start[moves->to[i] + 1]++] = s;
    for (uint32_t s = 0; s < p->states; s++) {
        uint32_t options = moves->start[s + 1] - moves->start[s];
        if (options)
            retrograde_options(&p->retrograde, s, options);
        else
            retrograde_end(&p->retrograde, s, end);
    }
    retrograde_run(&p->retrograde, p->budget, start, pred);
    arena_rewind(p->arena, mark);
}

static void start_state(const struct product *p, const int64_t *tokens, size_t n)
{
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t node = moving(p->followers, (uint32_t)tokens[i]);
        if (node != PRODUCT_GONE)
            insert(p->scratch, at++, node);
    }
    while (at < p->width)
        p->scratch[at++] = PRODUCT_GONE;
}

/* The least of the limit and of what there can be at all, so that small graphs take little memory. */
static uint32_t at_most(uint32_t limit, uint64_t factor, uint32_t times)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < times && product < limit; i++)
        product *= factor;
    return product < limit ? (uint32_t)product : limit;
}

bool product_solve(struct product *p, struct arena *arena, struct budget *budget, const struct followers *followers,
                   const int64_t *tokens, size_t n, uint32_t end)
{
    *p = (struct product){.followers = followers, .arena = arena, .budget = budget, .limit = GRAPH_PRODUCT_STATES};
    for (size_t i = 0; i < n; i++)
        p->width += moving(followers, (uint32_t)tokens[i]) != PRODUCT_GONE;
    if (p->width > GRAPH_PRODUCT_WORDS / GRAPH_PRODUCT_STATES)
        p->limit = GRAPH_PRODUCT_WORDS / p->width;
    if (p->width > GRAPH_PRODUCT_TOKENS)
        return false;
    uint64_t nodes = followers->slots;
    p->states_max = at_most(p->limit, nodes + 1, p->width);
    for (p->table_size = 64; p->table_size < 2 * p->states_max; p->table_size *= 2)
        continue;
    p->key = arena_raw(arena, (size_t)p->states_max * (p->width + 1) * sizeof *p->key);
    p->table = arena_array(arena, p->table_size, sizeof *p->table);
    p->scratch = arena_raw(arena, ((size_t)p->width + 1) * sizeof *p->scratch);
    uint64_t moves_max = p->states_max * nodes * p->width;
    struct moves moves = {
        .start = arena_raw(arena, ((size_t)p->states_max + 1) * sizeof(uint32_t)),
        .max = moves_max < GRAPH_PRODUCT_MOVES ? (uint32_t)moves_max : GRAPH_PRODUCT_MOVES,
    };
    moves.to = arena_raw(arena, moves.max * sizeof *moves.to);
    start_state(p, tokens, n);
    intern(p, p->scratch);
    for (uint32_t s = 0; s < p->states; s++) {
        moves.start[s] = moves.n;
        if (!expand(p, s, &moves))
            return false;
    }
    moves.start[p->states] = moves.n;
    decide(p, &moves, end);
    return true;
}

static uint32_t state_of(const struct product *p, const uint32_t *key)
{
    uint32_t entry = *find(p, key);
    promise(entry);
    return entry - 1;
}

enum outcome product_outcome(const struct product *p, const int64_t *tokens, size_t n)
{
    start_state(p, tokens, n);
    return retrograde_outcome(&p->retrograde, state_of(p, p->scratch));
}

struct mark product_mark(const struct product *p, uint32_t from, uint32_t to)
{
    uint32_t i = 0;
    while (p->key[i] != from)
        i++;
    return retrograde_mark(&p->retrograde, state_of(p, moved(p, p->key, i, to)));
}
