/* What a student claims, read. Of a lenient question a part that cannot be read is kept with its fault; of any other it is told,
 * and nothing is graded. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/near.h"
#include "api/json/pointer.h"
#include "core/limits.h"

#include <string.h>

const char *const what_names[WHAT_COUNT] = {
    [WHAT_VERDICT] = "verdict",
    [WHAT_GRUNDY] = "grundy",
    [WHAT_MOVE_COUNT] = "move_count",
    [WHAT_WINNING_MOVE_COUNT] = "winning_move_count",
    [WHAT_MOVE] = "move",
    [WHAT_WINNING_MOVES] = "winning_moves",
    [WHAT_PERIOD] = "period",
    [WHAT_DRAWING_MOVE_COUNT] = "drawing_move_count",
    [WHAT_DRAWING_MOVES] = "drawing_moves",
    [WHAT_VALUE] = "value",
    [WHAT_BEST_MOVE_COUNT] = "best_move_count",
    [WHAT_BEST_MOVES] = "best_moves",
};

/* The words of the trade beside ours: N is won by the next player to move, P by the previous one. */
static const struct type verdict_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){"win", "loss", "draw", "N", "P", "必胜", "必败", "平局", "平", NULL},
};
static const enum outcome verdicts[] = {OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN, OUTCOME_LOSS,
                                        OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_DRAW}; /* of each name */

static const struct type value_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX, .bits_max = 2 * INT_BITS};
/* Counts have as many bits as all heaps together. */
static const struct type number_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX};
static const struct type period_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct claimed_period),
    .fields =
        (const struct field[]){
            {"preperiod", offsetof(struct claimed_period, preperiod), &type_natural, NEED_OPTIONAL,
             .doc = {"From where on it holds.", "从哪里起成立。"}},
            {"period", offsetof(struct claimed_period, period), &type_positive, .doc = {"The period.", "周期。"}},
            {"saltus", offsetof(struct claimed_period, saltus), &type_natural, NEED_OPTIONAL,
             .doc = {"By how much the values grow with each period.", "每个周期 SG 值的增量。"}},
            {0},
        },
};

const struct field *extra_field(const struct game *game, const char *name)
{
    for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* Whether something of this kind can be claimed in the game at all. */
static bool can_claim(const struct game *game, enum what what)
{
    switch (what) {
    case WHAT_VERDICT:
    case WHAT_WINNING_MOVE_COUNT:
    case WHAT_WINNING_MOVES:
        return !(game->traits & TRAIT_DECIDER);
    case WHAT_DRAWING_MOVE_COUNT:
    case WHAT_DRAWING_MOVES:
        return game->traits & TRAIT_DRAWS;
    case WHAT_BEST_MOVE_COUNT:
    case WHAT_BEST_MOVES:
        return game->traits & (TRAIT_SCORES | TRAIT_DECIDER);
    case WHAT_PERIOD:
        return extra_field(game, "period");
    case WHAT_VALUE:
        return extra_field(game, "value");
    default:
        return true;
    }
}

/* What a claim of that name is about; WHAT_EXTRA: a field of the game's own, *field; WHAT_COUNT: nothing of this game. */
static enum what what_of(const struct game *game, const char *name, const struct field **field)
{
    for (int what = 0; what < WHAT_COUNT; what++)
        if (strcmp(what_names[what], name) == 0)
            return can_claim(game, (enum what)what) ? (enum what)what : WHAT_COUNT;
    *field = extra_field(game, name);
    return *field ? WHAT_EXTRA : WHAT_COUNT;
}

static void read_move_list(struct grade *grade, struct claim *claim, const char *pointer, struct faults *faults)
{
    if (grade->lenient && spoken_none(claim->said))
        return;
    if (!cJSON_IsArray(claim->said)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be a list of moves");
        return;
    }
    size_t n = (size_t)cJSON_GetArraySize(claim->said);
    if (n > LIST_LIMIT) {
        fault_add(faults, FAULT_too_long, pointer, arena_printf(faults->arena, "has %zu items, more than %d", n, LIST_LIMIT));
        return;
    }
    claim->moves = arena_array(faults->arena, n, sizeof *claim->moves);
    const cJSON *move;
    cJSON_ArrayForEach(move, claim->said)
    {
        claim->moves[claim->n] = read_move(&grade->subject, move, pointer_index(faults->arena, pointer, claim->n), faults);
        claim->n++;
    }
}

static void read_period(struct claim *claim, const char *pointer, struct faults *faults)
{
    if (cJSON_IsObject(claim->said))
        decode_fields(&period_type, &claim->period, NULL, NULL, claim->said, pointer,
                      (const char *const[]){"proven", "checked_to", NULL}, faults);
    else
        decode_value(&type_positive, claim->said, pointer, &claim->period.period, faults);
}

/* A field of the game's own is held against the answer as it is written; here only its form is looked at. */
static void read_extra(struct claim *claim, const char *pointer, struct faults *faults)
{
    const struct type *type = claim->field->type;
    bool nulls = type->kind == KIND_LIST && type->item->or_null;
    if (!nulls && type->kind != KIND_OBJECT)
        decode_value(type, claim->said, pointer, arena_alloc(faults->arena, type->size), faults);
    else if (type->kind == KIND_LIST ? !cJSON_IsArray(claim->said) : !cJSON_IsObject(claim->said))
        fault_add(faults, FAULT_wrong_type, pointer, type->kind == KIND_LIST ? "must be a list" : "must be an object");
}

static void read_value(struct grade *grade, struct claim *claim, const char *pointer, struct faults *faults)
{
    int named = 0;
    switch (claim->what) {
    case WHAT_VERDICT:
        if (grade->lenient && spoken_verdict(claim->said, &claim->verdict))
            break;
        decode_value(&verdict_type, claim->said, pointer, &named, faults);
        claim->verdict = verdicts[named];
        break;
    case WHAT_MOVE:
        claim->moves = arena_array(faults->arena, 1, sizeof *claim->moves);
        claim->moves[0] = read_move(&grade->subject, claim->said, pointer, faults);
        claim->n = 1;
        break;
    case WHAT_WINNING_MOVES:
    case WHAT_DRAWING_MOVES:
    case WHAT_BEST_MOVES:
        read_move_list(grade, claim, pointer, faults);
        break;
    case WHAT_PERIOD:
        read_period(claim, pointer, faults);
        break;
    case WHAT_EXTRA:
        read_extra(claim, pointer, faults);
        break;
    default:
        decode_value(claim->what == WHAT_VALUE ? &value_type : &number_type, claim->said, pointer, &claim->number, faults);
    }
}

static const char *name_near(const struct grade *grade, struct arena *arena, const char *name)
{
    const struct game *game = grade->subject.game;
    const char *names[WHAT_COUNT + 32];
    size_t n = 0;
    for (int what = 0; what < WHAT_COUNT; what++)
        if (can_claim(game, (enum what)what))
            names[n++] = what_names[what];
    for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
        names[n++] = f->name;
    const char *nearest = nearest_name(name, names, n);
    return nearest ? arena_printf(arena, "cannot be claimed in this game; did you mean \"%s\"?", nearest)
                   : "cannot be claimed in this game";
}

static bool may_be_null(const struct claim *claim)
{
    return claim->what == WHAT_GRUNDY || claim->what == WHAT_PERIOD || claim->what == WHAT_MOVE || claim->what == WHAT_EXTRA;
}

static const cJSON *plainly(struct arena *arena, const cJSON *json)
{
    if (!cJSON_IsString(json))
        return json;
    cJSON *said = arena_alloc(arena, sizeof *said);
    *said = *json;
    const char *text = plain_text(arena, json->valuestring);
    said->valuestring = arena_copy(arena, text, strlen(text));
    return said;
}

/* One part. Its faults are kept with it, or told. */
static void read_part(struct grade *grade, const cJSON *json, struct faults *faults)
{
    struct faults found = {.arena = faults->arena};
    const char *pointer = pointer_name(faults->arena, "/claim", json->string);
    struct claim *claim = &grade->claims[grade->claim_count++];
    claim->json = json;
    claim->name = json->string;
    claim->what = what_of(grade->subject.game, json->string, &claim->field);
    claim->said = grade->lenient ? plainly(faults->arena, json) : json;
    bool none = grade->lenient && claim->what != WHAT_EXTRA && spoken_none(claim->said);
    claim->null = (none || cJSON_IsNull(json)) && may_be_null(claim);
    claim->blank = grade->lenient && spoken_blank(claim->said);
    if (claim->what == WHAT_COUNT)
        fault_add(&found, FAULT_unknown_field, pointer, name_near(grade, faults->arena, json->string));
    else if (!claim->null)
        read_value(grade, claim, pointer, &found);
    if (claim->blank && !found.n)
        fault_add(&found, FAULT_too_short, pointer, "must claim something");
    if (grade->lenient && found.n)
        claim->fault = &found.v[0];
    for (size_t i = 0; i < found.n && !grade->lenient; i++)
        fault_add(faults, found.v[i].code, found.v[i].pointer, found.v[i].detail);
}

/* The whole claim is nothing that can be looked at part by part. */
static void refuse_whole(struct grade *grade, const cJSON *json, enum fault_code code, const char *detail, struct faults *faults)
{
    if (!grade->lenient) {
        fault_add(faults, code, "/claim", detail);
        return;
    }
    struct claim *claim = &grade->claims[grade->claim_count++];
    struct fault *fault = arena_alloc(faults->arena, sizeof *fault);
    *fault = (struct fault){.code = code, .pointer = "/claim", .detail = detail};
    bool blank = code == FAULT_too_short || cJSON_IsNull(json) || spoken_blank(json);
    *claim = (struct claim){.json = json, .said = json, .name = "claim", .what = WHAT_COUNT, .fault = fault, .blank = blank};
}

/* In the order of the answer: what every game has, then the game's own fields, then what cannot be claimed. */
static size_t place_of(const struct grade *grade, const struct claim *claim)
{
    size_t extra = claim->field ? (size_t)(claim->field - grade->subject.game->extra->fields) : 0;
    return claim->what < WHAT_COUNT ? (size_t)claim->what : claim->what == WHAT_EXTRA ? WHAT_COUNT + extra : WHAT_COUNT + 32;
}

static void sort_claims(struct grade *grade)
{
    for (size_t i = 1; i < grade->claim_count; i++)
        for (size_t k = i; k && place_of(grade, &grade->claims[k]) < place_of(grade, &grade->claims[k - 1]); k--) {
            struct claim swap = grade->claims[k];
            grade->claims[k] = grade->claims[k - 1];
            grade->claims[k - 1] = swap;
        }
}

/* ---- what was asked ---- */

static bool names_part(const cJSON *asked, const char *name)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, asked)
    {
        if (strcmp(one->valuestring, name) == 0)
            return true;
    }
    return false;
}

static void check_asked_part(const struct grade *grade, const cJSON *part, const char *pointer, struct faults *faults)
{
    enum { WORD_SHOWN = 60 };
    const struct field *field;
    if (!cJSON_IsString(part)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be a string");
    } else if (what_of(grade->subject.game, part->valuestring, &field) == WHAT_COUNT) {
        const char *near = name_near(grade, faults->arena, part->valuestring);
        bool shown = strlen(part->valuestring) <= WORD_SHOWN;
        fault_add(faults, FAULT_unknown_field, pointer,
                  shown ? arena_printf(faults->arena, "\"%s\" %s", part->valuestring, near) : near);
    }
}

/* False: told. Whatever is wrong there is the fault of who asks, so that no part may be left out in silence. */
static bool check_asked(const struct grade *grade, const cJSON *asked, struct faults *faults)
{
    size_t i = 0, before = faults->n;
    const cJSON *part;
    if (!cJSON_IsArray(asked))
        fault_add(faults, FAULT_wrong_type, "/asked", "must be a list of what is to be claimed");
    else if (!asked->child)
        fault_add(faults, FAULT_too_short, "/asked", "must ask for something");
    else if (cJSON_GetArraySize(asked) > CLAIMS_MAX)
        fault_add(faults, FAULT_too_long, "/asked",
                  arena_printf(faults->arena, "has %d parts, more than %d", cJSON_GetArraySize(asked), CLAIMS_MAX));
    else
        cJSON_ArrayForEach(part, asked) check_asked_part(grade, part, pointer_index(faults->arena, "/asked", i++), faults);
    return faults->n == before;
}

/* What was asked and is not there: as if it had been left blank. */
static void add_missing(struct grade *grade, const cJSON *asked, struct arena *arena)
{
    static char nothing[1];
    static const cJSON blank = {.type = cJSON_String, .valuestring = nothing};
    const cJSON *part;
    cJSON_ArrayForEach(part, asked)
    {
        bool there = false;
        for (size_t i = 0; i < grade->claim_count; i++)
            there |= strcmp(grade->claims[i].name, part->valuestring) == 0;
        if (there)
            continue;
        struct claim *claim = &grade->claims[grade->claim_count++];
        struct fault *fault = arena_alloc(arena, sizeof *fault);
        *fault = (struct fault){.code = FAULT_too_short,
                                .pointer = pointer_name(arena, "/claim", part->valuestring),
                                .detail = "must claim something"};
        *claim = (struct claim){.json = &blank, .said = &blank, .name = part->valuestring, .fault = fault, .blank = true};
        claim->what = what_of(grade->subject.game, claim->name, &claim->field);
    }
}

void read_claims(struct grade *grade, const cJSON *claims, const cJSON *asked, struct faults *faults)
{
    size_t n = cJSON_IsObject(claims) ? (size_t)cJSON_GetArraySize(claims) : 0;
    if (asked && !check_asked(grade, asked, faults))
        return;
    if (n > CLAIMS_MAX) {
        fault_add(faults, FAULT_too_long, "/claim", arena_printf(faults->arena, "has %zu parts, more than %d", n, CLAIMS_MAX));
        return;
    }
    grade->claims = arena_array(faults->arena, n + (size_t)cJSON_GetArraySize(asked) + 1, sizeof *grade->claims);
    if (!cJSON_IsObject(claims)) {
        refuse_whole(grade, claims, FAULT_wrong_type, "must be an object", faults);
    } else if (!n && !asked) {
        refuse_whole(grade, claims, FAULT_too_short, "must claim something", faults);
    } else {
        const cJSON *json;
        cJSON_ArrayForEach(json, claims)
        {
            if (!asked || names_part(asked, json->string))
                read_part(grade, json, faults);
        }
        add_missing(grade, asked, faults->arena);
        sort_claims(grade);
    }
}

void read_weights(struct grade *grade, const cJSON *weights, struct faults *faults)
{
    const cJSON *json;
    int64_t sum = 0;
    if (weights && !cJSON_IsObject(weights)) {
        fault_add(faults, FAULT_wrong_type, "/weights", "must be an object: what is claimed, and how much it counts");
        return;
    }
    for (size_t i = 0; i < grade->claim_count; i++)
        grade->claims[i].weight = weight_unit;
    cJSON_ArrayForEach(json, weights)
    {
        const char *pointer = pointer_name(faults->arena, "/weights", json->string);
        const struct field *field = NULL;
        if (grade->subject.game && what_of(grade->subject.game, json->string, &field) == WHAT_COUNT)
            fault_add(faults, FAULT_unknown_field, pointer, name_near(grade, faults->arena, json->string));
        int64_t weight = read_weight(json, pointer, faults);
        for (size_t i = 0; i < grade->claim_count; i++)
            if (strcmp(grade->claims[i].name, json->string) == 0)
                grade->claims[i].weight = weight;
    }
    for (size_t i = 0; i < grade->claim_count; i++)
        sum += grade->claims[i].weight;
    if (weights && grade->claim_count && !sum && !faults->n)
        fault_add(faults, FAULT_inconsistent, "/weights", "must not all be 0: nothing would count");
}
