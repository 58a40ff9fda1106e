/* Misère /coins by search over multisets of rows and circles.
 *
 * A position is the sorted list of its parts, a byte each, without those that are too small for any move: it is won when there is
 * no move, or when a move leads to a lost position. Every move takes a coin, so the depth is at most the number of coins. */
#include "core/games/coins/coins.h"
#include "core/kit/search/memo.h"
#include "core/limits.h"

#include <string.h>

enum { CIRCLE = 128 };

_Static_assert((int)COINS_SEARCHED < (int)CIRCLE, "a part is a byte");

struct coins_search {
    struct coins *coins;
    struct memo memo;
};

struct coin_parts {
    size_t n;
    uint8_t v[COINS_SEARCHED + 1];
};

static void insert(const struct coins *coins, struct coin_parts *parts, struct num size, uint64_t circle)
{
    if (!coins_moves(coins, size))
        return;
    uint64_t part = (uint64_t)size.word | circle;
    size_t i = parts->n++;
    for (; i > 0 && parts->v[i - 1] > part; i--)
        parts->v[i] = parts->v[i - 1];
    parts->v[i] = (uint8_t)part;
}

static struct coin_parts without(const struct coin_parts *parts, size_t index)
{
    struct coin_parts rest = *parts;
    rest.n--;
    memmove(rest.v + index, rest.v + index + 1, rest.n - index);
    return rest;
}

static bool lost(struct coins_search *search, const struct coin_parts *parts);

/* Whether taking `take` coins of a part of `size` beside the rest can win. */
static bool take_wins(struct coins_search *search, const struct coin_parts *rest, uint64_t size, uint64_t take, bool circle)
{
    uint64_t left = size - take;
    for (uint64_t a = 0; a <= (circle ? 0 : left / 2); a++) {
        struct coin_parts after = *rest;
        insert(search->coins, &after, num_u64(a), 0);
        insert(search->coins, &after, num_u64(left - a), 0);
        if (lost(search, &after))
            return true;
    }
    return false;
}

static bool compute_lost(struct coins_search *search, const struct coin_parts *parts)
{
    bool any = false;
    for (size_t i = 0; i < parts->n; i++) {
        if (i && parts->v[i] == parts->v[i - 1])
            continue;
        struct coin_parts rest = without(parts, i);
        uint64_t size = parts->v[i] & (CIRCLE - 1);
        for (size_t k = 0; k < search->coins->n_takes; k++) {
            uint64_t take = (uint64_t)search->coins->takes[k];
            if (take > size)
                break;
            any = true;
            if (take_wins(search, &rest, size, take, parts->v[i] & CIRCLE))
                return false;
        }
    }
    return any;
}

static bool lost(struct coins_search *search, const struct coin_parts *parts)
{
    struct ask *ask = search->coins->ask;
    budget_spend(ask->budget, 100);
    enum memo_state state = memo_find(&search->memo, parts->v, parts->n);
    if (state != MEMO_UNKNOWN)
        return state == MEMO_LOST;
    bool is_lost = compute_lost(search, parts);
    if (search->memo.count == COINS_POSITIONS)
        ask_too_large(ask, COINS_POSITIONS, "misere play of these coins needs a search of more than %d positions",
                      COINS_POSITIONS);
    memo_add(&search->memo, parts->v, parts->n, is_lost);
    return is_lost;
}

struct num coins_number(const struct coins *coins)
{
    struct total total;
    total_clear(&total);
    for (size_t i = 0; i < coins->n_rows + coins->n_circles; i++)
        if (coins_moves(coins, coins_size(coins, i)))
            total_add(&total, coins_size(coins, i));
    return total_num(&total);
}

struct coins_search *coins_search_new(struct coins *coins)
{
    struct coins_search *search = arena_alloc(coins->ask->arena, sizeof *search);
    search->coins = coins;
    memo_init(&search->memo, coins->ask->arena);
    return search;
}

bool coins_search_lost(struct coins_search *search, size_t index, uint64_t a, uint64_t b)
{
    const struct coins *coins = search->coins;
    struct coin_parts parts = {0};
    for (size_t i = 0; i < coins->n_rows; i++)
        if (i != index)
            insert(coins, &parts, coins->rows[i], 0);
    for (size_t i = 0; i < coins->n_circles; i++)
        if (coins->n_rows + i != index)
            insert(coins, &parts, coins->circles[i], CIRCLE);
    insert(coins, &parts, num_u64(a), 0);
    insert(coins, &parts, num_u64(b), 0);
    return lost(search, &parts);
}
