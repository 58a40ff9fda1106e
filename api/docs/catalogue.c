/* /games and /games/{game}: everything that a descriptor says about a game, and its example with the answer that the engine
 * gives. */
#include "api/call.h"
#include "api/docs/docs.h"
#include "api/docs/example.h"
#include "api/docs/schema.h"
#include "api/json/member.h"
#include "api/names/famous.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>

static void schema_member(struct out *out, const char *name, const struct type *type, enum schema_side side)
{
    json_name(out, name);
    json_begin(out, '{');
    member_string(out, "$schema", "https://json-schema.org/draft/2020-12/schema");
    schema_object(out, type, side);
    json_end(out, '}');
}

/* The words of the fields stand beside the schemas, which have standard keywords only. */
static void field_words(struct out *out, const char *name, const struct type *type)
{
    member_begin(out, name, '{');
    for (const struct field *field = type->fields; field->name; field++)
        member_text(out, field->name, field->doc);
    json_end(out, '}');
}

static void encode_fields_words(struct out *out, const struct game *game)
{
    member_begin(out, "fields", '{');
    field_words(out, "position", game->position);
    field_words(out, "options", &options_type);
    field_words(out, "move", game->move);
    if (game->extra)
        field_words(out, "extra", game->extra);
    json_end(out, '}');
}

/* The first sentence that is long enough to tell one game from another: "There are heaps of stones." is not. */
static const char *telling_sentence(struct arena *arena, const char *text, const char *end)
{
    enum { TELLING = 40 };
    const char *stop = strstr(text, end);
    while (stop && stop - text < TELLING && stop[strlen(end)]) {
        text = stop + strlen(end);
        stop = strstr(text, end);
    }
    return stop ? arena_copy(arena, text, (size_t)(stop - text) + strlen(end) - (*end == '.')) : text;
}

static void encode_summary(struct call *call, struct out *out, const struct game *game)
{
    struct text summary = {telling_sentence(call->arena, game->rules.en, ". "),
                           telling_sentence(call->arena, game->rules.zh, "。")};
    json_begin(out, '{');
    member_string(out, "id", game->id);
    member_string(out, "path", arena_printf(call->arena, "/%s", game->id));
    member_text(out, "title", game->title);
    member_text(out, "summary", summary);
    json_end(out, '}');
}

static void encode_names(struct out *out)
{
    member_begin(out, "names", '[');
    for (size_t i = 0; i < famous_count; i++) {
        json_begin(out, '{');
        member_string(out, "id", famous[i].id);
        member_text(out, "title", famous[i].title);
        member_string(out, "game", famous[i].game);
        member_raw(out, "position", famous[i].position);
        if (famous[i].oeis)
            member_string(out, "oeis", famous[i].oeis);
        else
            member_raw(out, "oeis", "null");
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void encode_game(struct call *call, struct out *out, const struct game *game)
{
    json_begin(out, '{');
    member_string(out, "id", game->id);
    member_string(out, "path", arena_printf(call->arena, "/%s", game->id));
    member_text(out, "title", game->title);
    member_text(out, "rules", game->rules);
    member_string(out, "source", game->source);
    member_text(out, "limits", game->limits);
    member_bool(out, "has_grundy", game->traits & TRAIT_GRUNDY);
    member_bool(out, "has_draws", game->traits & TRAIT_DRAWS);
    member_bool(out, "has_scores", game->traits & (TRAIT_SCORES | TRAIT_DECIDER));
    member_words(out, "methods", game->methods);
    schema_member(out, "position", game->position, SCHEMA_REQUEST);
    schema_member(out, "options", &options_type, SCHEMA_REQUEST);
    schema_member(out, "move", game->move, SCHEMA_RETURNED);
    if (game->extra)
        schema_member(out, "extra", game->extra, SCHEMA_RETURNED);
    encode_fields_words(out, game);
    member_begin(out, "example", '{');
    member_raw(out, "request", example_request(game));
    json_name(out, "answer");
    example_answer(out, game, call->budget, call->api->store);
    json_end(out, '}');
    json_end(out, '}');
}

static void answer_catalogue(struct call *call)
{
    struct out out;
    out_init(&out, call->arena, 65536);
    json_begin(&out, '{');
    member_begin(&out, "games", '[');
    for (size_t i = 0; i < game_count(); i++)
        (call->summary ? encode_summary : encode_game)(call, &out, game_at(i));
    json_end(&out, ']');
    encode_names(&out);
    json_end(&out, '}');
    call_document(call, "application/json", out.v, out.n);
}

static void answer_game(struct call *call)
{
    struct out out;
    out_init(&out, call->arena, 8192);
    encode_game(call, &out, call->about);
    call_document(call, "application/json", out.v, out.n);
}

/* Of the query nothing else is looked at. False: the reply says what is wrong. */
static bool read_summary(struct call *call)
{
    const char *at = call->target.query ? call->target.query : "", *fault;
    struct parameter parameter;
    struct faults faults = {.arena = call->arena};
    bool named = false;
    while (target_next(call->arena, &at, &parameter, &fault)) {
        if (strcmp(parameter.name, "summary") != 0)
            continue;
        if (named)
            fault_add(&faults, FAULT_duplicate, "/summary", "stands twice in the query");
        else if (strcmp(parameter.value, "0") != 0 && strcmp(parameter.value, "1") != 0)
            fault_add(&faults, FAULT_out_of_range, "/summary", "must be 0 or 1");
        call->summary = parameter.value[0] == '1';
        named = true;
    }
    if (fault)
        call_problem(call, problem_of(STATUS_bad_request, fault));
    else if (faults.n)
        call_problem(call, problem_faults(&faults));
    return !fault && !faults.n;
}

void catalogue_begin(struct call *call)
{
    if (!read_summary(call))
        return;
    if (call_made(call, call->summary ? "/games?summary=1" : "/games"))
        return;
    call->work = answer_catalogue;
    call->cost = CHEAP_STEPS + 1; /* some hundred kilobytes, and an answer for every game */
}

void catalogue_game_begin(struct call *call)
{
    call->about = game_find(call->rest, strlen(call->rest));
    if (!call->about) {
        call_no_path(call);
        return;
    }
    call->work = answer_game;
    call->cost = CHEAP_STEPS / 4;
}
