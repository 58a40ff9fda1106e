/* Random sums: positions of games that can be added, drawn term by term. */
#include "api/tools/sum/sum.h"

#include "api/json/decode.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/registry.h"
#include "core/sample.h"

#include <string.h>

enum {
    TERMS_LEAST = 2,
    SIZE_A_TERM = 13,      /* so much more of `size` for one more term: 2…4 at 30, 2…9 at 100 */
    TRIES = 12,            /* for a term, of one game and another, each smaller than the one before */
    STEPS_A_TERM = 50000,  /* predicted, up to which a term is solved quickly */
    STEPS_DRAWN = 1000000, /* what drawing a dear one counts as, at most: it is mostly not solved */
    WINNING_AMONG = 20
};

/* ---- what is fixed ---- */

/* The field that says so, of games that have misère play; -1. */
static int misere_field(const struct game *game)
{
    const struct field *fields = game->position->fields;
    for (int i = 0; fields[i].name; i++)
        if (strcmp(fields[i].name, "misere") == 0 && fields[i].type->kind == KIND_BOOL)
            return i;
    return -1;
}

static bool can_be_added(const struct game *game)
{
    return game->traits & TRAIT_GRUNDY && !game->tailor;
}

static void read_part(struct sum_sketch *sketch, size_t i, const cJSON *json, const char *pointer, struct faults *faults)
{
    struct sketched *term = &sketch->terms[i];
    if (!cJSON_IsObject(json)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be an object: a position, and the name of its game as \"game\"");
        return;
    }
    const struct game *game = read_game(json, pointer, false, faults);
    if (!game)
        return;
    if (!can_be_added(game)) {
        fault_add(faults, FAULT_inconsistent, pointer,
                  arena_printf(faults->arena,
                               "is a position of %s, a game without Grundy values, which cannot be a term of a sum", game->id));
        return;
    }
    cJSON *own = cJSON_Duplicate(json, true);
    cJSON_DeleteItemFromObjectCaseSensitive(own, "game");
    term->game = game;
    term->fixed = position_decode_part(&term->game, own, pointer, faults);
    if (term->fixed && sketch->n > 1 && is_misere(game, term->fixed))
        fault_add(faults, FAULT_inconsistent, pointer,
                  "is of misère play, in which sums of several terms are not told by any value of the terms");
    term->kept = term->fixed ? ((const struct head *)term->fixed)->given : 0;
    sketch->drawn |= (game->traits & TRAIT_DRAWS) != 0;
}

struct sum_sketch *sum_read_sketch(const cJSON *json, const char *pointer, struct faults *faults)
{
    struct sum_sketch *sketch = arena_alloc(faults->arena, sizeof *sketch);
    const cJSON *item, *terms = cJSON_GetObjectItemCaseSensitive(json, "terms");
    const char *place = arena_printf(faults->arena, "%s/terms", pointer);
    struct head none = {0};
    decode_fields(&no_fields, &none, NULL, NULL, json, pointer, (const char *const[]){"terms", NULL}, faults);
    if (!terms)
        return sketch;
    if (!cJSON_IsArray(terms)) {
        fault_add(faults, FAULT_wrong_type, place, "must be a list of positions");
        return sketch;
    }
    sketch->n = (size_t)cJSON_GetArraySize(terms);
    sketch->given = true;
    if (sketch->n > TERMS_OF_SUM_MAX) {
        fault_add(faults, FAULT_too_long, place,
                  arena_printf(faults->arena, "has %zu items, more than %d", sketch->n, TERMS_OF_SUM_MAX));
        return sketch;
    }
    sketch->terms = arena_array(faults->arena, sketch->n, sizeof *sketch->terms);
    size_t i = 0;
    cJSON_ArrayForEach(item, terms)
    {
        read_part(sketch, i, item, arena_printf(faults->arena, "%s/%zu", place, i), faults);
        i++;
    }
    return sketch;
}

/* ---- drawing ---- */

/* A sum under way. */
struct sum_draft {
    struct sample lots;
    const struct sum_sketch *sketch;
    struct sum_position *sum;
    struct budget *budget;
    struct store *store;
    bool drawn; /* a term in which play may go on for ever is wanted */
};

static const struct game *draw_game(struct sum_draft *d, bool loopy)
{
    const struct game *game;
    do
        game = game_at((size_t)sample_from(&d->lots, 0, (int64_t)game_count() - 1));
    while (!can_be_added(game) || !game->position->fields[0].name || (loopy && !(game->traits & TRAIT_DRAWS)));
    return game;
}

/* In normal play, unless the term stands alone, and with what is fixed. */
static const void *fix(struct sum_draft *d, const struct sketched *term, uint32_t *kept)
{
    int field = misere_field(term->game);
    *kept = term->kept;
    if (field < 0 || *kept & BIT(field) || d->sum->terms.n == 1)
        return term->fixed;
    char *fixed = arena_alloc(d->budget->arena, term->game->position->size);
    if (term->fixed)
        memcpy(fixed, term->fixed, term->game->position->size);
    *kept |= BIT(field);
    return fixed;
}

/* NULL: none could be drawn around what is fixed. *dear: solving it takes long. */
static void *draw_term(struct sum_draft *d, const struct sketched *term, int size, bool *dear)
{
    uint32_t kept;
    const void *fixed = fix(d, term, &kept);
    uint64_t seed = (uint64_t)sample_from(&d->lots, 0, INT64_MAX);
    void *position = sample_around(term->game, fixed, kept, seed, size, d->budget, d->store);
    uint64_t cost = position && term->game->cost ? term->game->cost(position) : 0;
    *dear = cost > STEPS_A_TERM;
    d->budget->drawing += cost < STEPS_DRAWN ? cost : STEPS_DRAWN;
    return position;
}

/* A term of any game: one that is solved quickly, as far as the lots allow. */
static void *draw_freely(struct sum_draft *d, struct sketched *term, bool loopy)
{
    bool dear = true;
    void *position = NULL;
    for (int i = 0, size = d->lots.size * 2 / 3; i < TRIES && (dear || !position); i++, size = size * 3 / 4) {
        term->game = draw_game(d, loopy);
        position = draw_term(d, term, size, &dear);
    }
    return position;
}

static bool draw_terms(struct sum_draft *d)
{
    struct any *terms = d->sum->terms.v;
    size_t n = d->sum->terms.n, loopy = d->drawn ? (size_t)sample_from(&d->lots, 0, (int64_t)n - 1) : n;
    for (size_t i = 0; i < n; i++) {
        struct sketched own = {0};
        bool dear;
        if (d->sketch->given)
            own = d->sketch->terms[i];
        void *position = own.game ? draw_term(d, &own, d->lots.size, &dear) : draw_freely(d, &own, i == loopy);
        if (!position)
            return false;
        d->sum->games[i] = own.game;
        terms[i] = (struct any){own.game->id, own.game->position, position};
    }
    return true;
}

/* Whether nothing that was fixed is another in this term. */
static bool keeps(const struct sum_draft *d, size_t i, const void *before, const void *after)
{
    const struct field *fields = d->sum->games[i]->position->fields;
    uint32_t kept = d->sketch->given ? d->sketch->terms[i].kept : 0;
    for (size_t k = 0; fields[k].name; k++)
        if (kept & BIT(k) &&
            memcmp((const char *)before + fields[k].offset, (const char *)after + fields[k].offset, fields[k].type->size) != 0)
            return false;
    return true;
}

/* One of the first winning moves, made; else the same. */
static struct sum_position *make_losing(struct sum_draft *d, const struct game *game)
{
    struct ask ask;
    ask_init(&ask, game, d->sum, d->budget->arena, d->budget, d->store);
    ask.limit = WINNING_AMONG;
    ask_solve(&ask);
    const struct page *page = &ask.answer.winning;
    if (!page->n)
        return d->sum;
    const struct sum_move *move = page->v[sample_from(&d->lots, 0, (int64_t)page->n - 1)].move;
    struct sum_position *after = ask_apply(&ask, move);
    size_t i = (size_t)move->term;
    return keeps(d, i, ((struct any *)d->sum->terms.v)[i].value, ((struct any *)after->terms.v)[i].value) ? after : d->sum;
}

void *sum_sample(const struct game **game, const struct sum_sketch *sketch, bool drawn, uint64_t seed, int size,
                 struct budget *budget, struct store *store)
{
    struct sum_draft d = {.lots = {.arena = budget->arena, .size = size, .state = seed ^ (uint64_t)size << 56},
                          .sketch = sketch,
                          .budget = budget,
                          .store = store,
                          .drawn = drawn && !sketch->given};
    size_t n = sketch->given ? sketch->n : (size_t)sample_from(&d.lots, TERMS_LEAST, TERMS_LEAST + size / SIZE_A_TERM);
    d.sum = arena_alloc(budget->arena, sizeof *d.sum);
    d.sum->pointer = "";
    d.sum->terms = (struct list){n, arena_array(budget->arena, n, sizeof(struct any))};
    d.sum->games = arena_array(budget->arena, n, sizeof *d.sum->games);
    if (!draw_terms(&d))
        return NULL;
    bool loopy = false;
    for (size_t i = 0; i < n; i++)
        loopy |= (d.sum->games[i]->traits & TRAIT_DRAWS) != 0;
    *game = sum_drawn(loopy);
    bool lost = sample_chance(&d.lots, 50) && (!budget->afford || budget->afford(budget->purse, *game, d.sum));
    return lost ? make_losing(&d, *game) : d.sum;
}
