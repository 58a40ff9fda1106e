/* /games and /games/{game}: everything that a descriptor says about a game, and its example with the answer that the engine
 * gives. */
#include "api/call.h"
#include "api/docs/example.h"
#include "api/docs/schema.h"
#include "api/json/member.h"
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
    schema_member(out, "move", game->move, SCHEMA_ANSWER);
    if (game->extra)
        schema_member(out, "extra", game->extra, SCHEMA_ANSWER);
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
        encode_game(call, &out, game_at(i));
    json_end(&out, ']');
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

void catalogue_begin(struct call *call)
{
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
