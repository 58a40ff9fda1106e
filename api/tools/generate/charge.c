/* What positions are predicted to take, held against what is left. */
#include "api/tools/generate/generate.h"

#include "api/tools/sum/sum.h"

enum {
    DEAR_MISSES = 50,             /* what a position counts for that is too dear for what is left */
    AGAIN = 8,                    /* of what a position takes that needs a table, a part without the table */
    SMALL_HEAPS = 2,              /* as they are drawn make a table so many times cheaper than it is predicted to be */
    TABLE_MOST = 3 * QUICK_STEPS, /* beyond that predictions know nothing: most periods are found early */
    SOLVED_AGAIN = 4,             /* how often a term of a sum is, */
    TERM_EACH = 3000,             /* and what it takes beside that */
    FIRST_STEPS = GENERATE_STEPS / 2 * 3,
    CHOICE_STEPS = GENERATE_STEPS / 4, /* of one that may not be wanted, or is not to be the only one */
    EXPLAINED = 3                      /* times as long as an answer without explanation */
};

/* Of a game whose tables are stored: the table counts once. UINT64_MAX: there are too many of them. */
static uint64_t cost_of_tabled(struct generate *g, const struct game *game, const void *position, uint64_t cost)
{
    uint64_t table = position_table(game, position, g->seed);
    size_t i = 0;
    while (i < g->tables && g->table[i] != table)
        i++;
    if (i < g->tables || i == GENERATE_TABLES)
        return i < g->tables ? cost / AGAIN : UINT64_MAX;
    g->table[g->tables++] = table;
    uint64_t made = position_cost(game, position, g->scratch, NULL);
    return made < TABLE_MOST ? made / SMALL_HEAPS : TABLE_MOST / SMALL_HEAPS;
}

/* What the position is predicted to take, whatever is stored: the same request must end at the same place. */
static uint64_t cost_of(struct generate *g, const struct game *game, const void *position)
{
    uint64_t sum = 0;
    if (is_sum(game)) {
        const struct sum_position *p = position;
        const struct any *terms = p->terms.v;
        for (size_t i = 0; i < p->terms.n; i++) {
            uint64_t one = cost_of(g, p->games[i], terms[i].value);
            if (one == UINT64_MAX)
                return UINT64_MAX;
            sum += TERM_EACH + (p->games[i]->tabled_by ? SMALL_HEAPS * one : SOLVED_AGAIN * one);
        }
        return sum;
    }
    uint64_t cost = game->cost ? game->cost(position) : 0;
    return cost > CHEAP_STEPS && game->tabled_by ? cost_of_tabled(g, game, position, cost) : cost;
}

static bool is_choosy(const struct generate *g)
{
    bool any = g->wish.verdict == WANTED_ANY && !g->wish.winning.head.given && g->wish.over && !g->against;
    return !g->kept && (!any || g->wish.count > 1);
}

/* The first one may take a little more, and one that is fixed what it takes without us. */
bool generate_charge(struct generate *g, const struct game *game, const void *position)
{
    size_t tables = g->tables;
    uint64_t most = g->found ? GENERATE_STEPS : g->kept ? UINT64_MAX - 1 : FIRST_STEPS;
    uint64_t cost = cost_of(g, game, position), left = g->spent < most ? most - g->spent : 0;
    if (g->found && g->explain && g->wish.answers && g->form != FORM_CSV && cost <= FIRST_STEPS)
        cost *= EXPLAINED;
    if (cost > left || (cost > CHOICE_STEPS && is_choosy(g))) {
        g->misses += cost == UINT64_MAX ? 0 : DEAR_MISSES;
        g->tables = tables;
        return false;
    }
    g->spent += cost;
    return true;
}

bool generate_is_dear(struct generate *g, const struct game *game, const void *position)
{
    bool dear = !g->patient && position_cost(game, position, g->scratch, g->store) > QUICK_STEPS;
    if (!is_sum(game))
        return dear;
    const struct sum_position *p = position;
    const struct any *terms = p->terms.v;
    for (size_t i = 0; i < p->terms.n && !dear; i++)
        dear = generate_is_dear(g, p->games[i], terms[i].value);
    return dear;
}

bool generate_afford(void *what, const struct game *game, const void *position)
{
    struct generate *g = what;
    g->dear = g->dear || generate_is_dear(g, game, position);
    return !g->dear && generate_charge(g, game, position);
}
