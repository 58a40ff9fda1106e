/* A sum's terms and moves, read from JSON: what each of them is, its game says. */
#include "api/tools/sum/sum.h"

#include "api/json/decode.h"
#include "api/json/pointer.h"
#include "api/question.h"
#include "core/limits.h"

struct sum_reading {
    struct sum_position *position;
    struct faults *faults;
    bool drawn, alone;
};

/* The members of the object that are a position of a game which has values to be added. */
static void read_term(struct sum_reading *r, size_t i, const cJSON *json)
{
    struct faults *faults = r->faults;
    const char *pointer = arena_printf(faults->arena, "%s/terms/%zu", r->position->pointer, i);
    if (!cJSON_IsObject(json)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be an object: a position, and the name of its game as \"game\"");
        return;
    }
    const struct game *game = read_game(json, pointer, false, faults);
    if (!game)
        return;
    void *position = position_decode(&game, json, pointer, (const char *const[]){"game", NULL}, faults);
    if (!position)
        return;
    if (!(game->traits & TRAIT_GRUNDY))
        fault_add(faults, FAULT_inconsistent, pointer,
                  arena_printf(faults->arena,
                               "is a position of %s, a game without Grundy values, which cannot be a term of a sum", game->id));
    else if (!r->alone && is_misere(game, position))
        fault_add(faults, FAULT_inconsistent, pointer,
                  "is of misère play, in which sums of several terms are not told by any value of the terms");
    ((struct any *)r->position->terms.v)[i] = (struct any){game->id, game->position, position};
    r->position->games[i] = game;
    r->drawn |= (game->traits & TRAIT_DRAWS) != 0;
}

static void read_terms(struct sum_reading *r, const cJSON *json)
{
    struct faults *faults = r->faults;
    const cJSON *terms = cJSON_GetObjectItemCaseSensitive(json, "terms"), *item;
    const char *pointer = arena_printf(faults->arena, "%s/terms", r->position->pointer);
    if (!terms || !cJSON_IsArray(terms)) {
        fault_add(faults, terms ? FAULT_wrong_type : FAULT_missing_field, pointer,
                  terms ? "must be a list of positions" : "is missing");
        return;
    }
    size_t n = (size_t)cJSON_GetArraySize(terms);
    if (n > TERMS_OF_SUM_MAX) {
        fault_add(faults, FAULT_too_long, pointer,
                  arena_printf(faults->arena, "has %zu items, more than %d", n, TERMS_OF_SUM_MAX));
        return;
    }
    r->alone = n == 1;
    r->position->terms = (struct list){n, arena_array(faults->arena, n, sizeof(struct any))};
    r->position->games = arena_array(faults->arena, n, sizeof *r->position->games);
    size_t i = 0;
    cJSON_ArrayForEach(item, terms) read_term(r, i++, item);
}

void *sum_read(const struct game **game, const cJSON *json, const char *pointer, const char *const *ignored,
               struct options *options, struct faults *faults)
{
    size_t before = faults->n;
    struct head none = {0};
    struct sum_reading r = {.position = arena_alloc(faults->arena, sizeof *r.position), .faults = faults};
    r.position->pointer = pointer;
    const char *const *names = names_with(faults->arena, (const char *const[]){"terms", NULL}, ignored);
    decode_fields(&no_fields, &none, options ? &options_type : NULL, options, json, pointer, names, faults);
    read_terms(&r, json);
    if (faults->n > before)
        return NULL;
    *game = sum_drawn(r.drawn);
    return r.position;
}

void sum_take_games(struct sum_position *position, const struct sum_position *first)
{
    struct any *terms = position->terms.v;
    for (size_t i = 0; i < position->terms.n; i++) {
        position->games[i] = first->games[i];
        terms[i].type = first->games[i]->position;
    }
}

struct term_named {
    struct head head;
    int64_t term;
};

static const struct type term_named_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct term_named),
    .fields = (const struct field[]){{"term", offsetof(struct term_named, term), &type_index,
                                      .doc = {"Index of the term that is moved in.", "在哪一项中操作：该项的下标。"}},
                                     {0}},
};

void sum_read_move(struct sent_move *given, const struct sum_position *position, const cJSON *json, const char *pointer,
                   struct faults *found, struct faults *inner)
{
    struct sum_move *move = arena_alloc(found->arena, sizeof *move);
    struct term_named named = {.term = 0};
    const cJSON *in_term = cJSON_GetObjectItemCaseSensitive(json, "move");
    const char *place = pointer_name(found->arena, pointer, "move");
    decode_fields(&term_named_type, &named, NULL, NULL, json, pointer,
                  (const char *const[]){"move", "outcome", "grundy", "to", "text", NULL}, found);
    given->move = move;
    if (cJSON_IsObject(json) && !in_term)
        fault_add(found, FAULT_missing_field, place, "is missing");
    if (found->n || (size_t)named.term >= position->terms.n) {
        given->strange = BIT(0); /* of a term that is not there nothing more can be said */
        return;
    }
    struct subject term = {.game = position->games[named.term]};
    given->inner = read_move(&term, in_term, place, inner);
    if (given->inner)
        *move = (struct sum_move){.term = named.term, .move = {.type = term.game->move, .value = given->inner->move}};
}
