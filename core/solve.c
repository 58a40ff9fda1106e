/* One question, from a decoded position to its answer. */
#include "core/solve.h"

#include <assert.h>

void ask_init(struct ask *ask, const struct game *game, const void *position, struct arena *arena, struct budget *budget,
              struct store *store)
{
    *ask = (struct ask){
        .game = game,
        .position = position,
        .arena = arena,
        .budget = budget,
        .store = store,
        .listing = LISTING_WINNING,
        .limit = LIST_DEFAULT,
        .answer.verdict = OUTCOME_NONE,
    };
}

/* What every solver promises, whatever the game: a broken promise is a bug, and no answer is better than a wrong one. */
static void check_answer(const struct ask *ask)
{
    const struct answer *answer = &ask->answer;
    unsigned traits = ask->game->traits;
    assert(answer->method);
    assert((answer->verdict == OUTCOME_NONE) == !!(traits & TRAIT_DECIDER));
    assert(traits & TRAIT_DRAWS || ask->others || answer->verdict != OUTCOME_DRAW);
    assert(!answer->grundy_known || traits & TRAIT_GRUNDY);
    assert((answer->count_limit != NULL) == (answer->move_count_unknown || answer->winning_count_unknown));
    if (answer->move_count_unknown || answer->winning_count_unknown)
        return;
    assert(!num_lt(answer->move_count, num_add(answer->winning.seen, answer->drawing.seen)));
    assert(!num_lt(answer->move_count, answer->best.seen));
    if (answer->verdict == OUTCOME_LOSS)
        assert(num_is_zero(answer->winning.seen) && num_is_zero(answer->drawing.seen));
    if (answer->verdict == OUTCOME_DRAW)
        assert(num_is_zero(answer->winning.seen));
}

void ask_solve(struct ask *ask)
{
    if (ask->game->extra)
        ask->extra = arena_alloc(ask->arena, ask->game->extra->size);
    ask->game->solve(ask);
    check_answer(ask);
}
