/* Misère play of a few tokens by search over multisets of heaps, each solved once.
 *
 * A position is the sorted list of its heap sizes; it is won when there is no move, or when a move leads to a lost position. The
 * depth is bounded: every move lowers (stones taken) or raises the number of heaps, so there are at most twice as many moves as
 * tokens. */
#include "core/kit/search/memo.h"
#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/misere/misere.h"

#include <string.h>

enum { TOKENS_MAX = SEARCH_TOKENS_MAX };

struct search {
    struct ask *ask;
    const struct rules *rules;
    const struct amounts_upto *amounts;
    struct memo memo;
};

struct search *search_new(struct ask *ask, const struct rules *rules, const struct amounts_upto *amounts)
{
    struct search *search = arena_alloc(ask->arena, sizeof *search);
    *search = (struct search){.ask = ask, .rules = rules, .amounts = amounts};
    memo_init(&search->memo, ask->arena);
    return search;
}

struct trial {
    struct search *search;
    const uint8_t *others; /* sorted sizes without the heap that is played in */
    size_t n;
    bool any, wins;
};

static bool lost(struct search *search, const uint8_t *sizes, size_t n);

static void insert(uint8_t *sizes, size_t n, uint8_t size)
{
    while (n > 0 && sizes[n - 1] > size) {
        sizes[n] = sizes[n - 1];
        n--;
    }
    sizes[n] = size;
}

static bool try_option(struct option_walk *options, const struct option *option)
{
    struct trial *trial = options->what;
    uint8_t sizes[TOKENS_MAX + 3];
    memcpy(sizes, trial->others, trial->n);
    for (unsigned i = 0; i < option->n; i++)
        insert(sizes, trial->n + i, (uint8_t)option->pieces[i].word);
    trial->any = true;
    trial->wins = lost(trial->search, sizes, trial->n + option->n);
    return !trial->wins;
}

static bool compute_lost(struct search *search, const uint8_t *sizes, size_t n)
{
    struct trial trial = {.search = search};
    for (size_t i = 0; i < n; i++) {
        if (i && sizes[i] == sizes[i - 1])
            continue;
        uint8_t others[TOKENS_MAX];
        memcpy(others, sizes, i);
        memcpy(others + i, sizes + i + 1, n - i - 1);
        trial.others = others;
        trial.n = n - 1;
        struct option_walk options = {search->rules, search->amounts, search->ask->budget, try_option, &trial};
        if (!options_each(&options, num(sizes[i])))
            return false;
    }
    return trial.any;
}

static bool lost(struct search *search, const uint8_t *sizes, size_t n)
{
    budget_spend(search->ask->budget, 100);
    enum memo_state state = memo_find(&search->memo, sizes, n);
    if (state != MEMO_UNKNOWN)
        return state == MEMO_LOST;
    bool is_lost = compute_lost(search, sizes, n);
    if (search->memo.count == SG_MISERE_POSITIONS)
        ask_too_large(search->ask, SG_MISERE_POSITIONS, "misere play of these heaps needs a search of more than %d positions",
                      SG_MISERE_POSITIONS);
    memo_add(&search->memo, sizes, n, is_lost);
    return is_lost;
}

bool search_lost(struct search *search, const uint16_t *sizes, size_t n)
{
    uint8_t sorted[TOKENS_MAX + 3];
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (sizes[i])
            insert(sorted, kept++, (uint8_t)sizes[i]);
    return lost(search, sorted, kept);
}
