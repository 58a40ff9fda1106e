/* A game's path and schemas. */
#include "api/docs/openapi/openapi.h"
#include "core/memory/store.h"

#include "api/docs/example.h"
#include "api/docs/schema.h"
#include "api/options.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>

static const char *named(struct out *out, const struct game *game, const char *part)
{
    return arena_printf(out->arena, "%s.%s", game->id, part);
}

static void write_operation(struct out *out, const struct game *game, const char *method, const char *how)
{
    openapi_operation(out, &(struct openapi_operation){
                               .id = arena_printf(out->arena, "%s.%s", game->id, method),
                               .tag = "games",
                               .summary = arena_printf(out->arena, "%s (%s): solve the position in the %s", game->title.en,
                                                       game->title.zh, how),
                               .description = arena_printf(out->arena, "%s\n\n%s", game->rules.en, game->rules.zh),
                               .summary_zh = arena_printf(out->arena, "%s：求解%s中的局面", game->title.zh,
                                                          strcmp(how, "body") == 0 ? "请求体" : " URL 参数"),
                           });
}

/* Of GET: the question as a text, which is what every generator of clients understands. */
static void write_parameters(struct out *out, const struct game *game)
{
    member_begin(out, "parameters", '[');
    json_begin(out, '{');
    member_string(out, "name", "position");
    member_string(out, "in", "query");
    schema_words(out, "The position with its options, as percent-encoded JSON.", "局面及其选项，写成百分号编码的 JSON。");
    member_bool(out, "required", true);
    member_begin(out, "schema", '{');
    member_string(out, "type", "string");
    member_string(out, "contentMediaType", "application/json");
    openapi_schema_ref(out, "contentSchema", named(out, game, "request"));
    json_end(out, '}');
    member_string(out, "example", example_request(game));
    json_end(out, '}');
    for (const struct field *option = options_type.fields; option->name; option++)
        openapi_ref(out, "parameters", arena_printf(out->arena, "option.%s", option->name));
    openapi_ref(out, "parameters", "If-None-Match");
    openapi_ref(out, "parameters", "Accept-Language");
    openapi_ref(out, "parameters", "X-Request-Id");
    json_end(out, ']');
}

/* `answer` names the component that is the 200. */
static void write_responses(struct out *out, const char *answer, const char *problems)
{
    member_begin(out, "responses", '{');
    json_name(out, "200");
    openapi_ref(out, "responses", answer);
    openapi_responses(out, "304");
    openapi_responses(out, problems);
    json_end(out, '}');
}

/* POST and QUERY: the question in the body. */
static void write_sent(struct out *out, const struct game *game, const char *method)
{
    member_begin(out, method, '{');
    write_operation(out, game, method, "body");
    openapi_parameters(out, OPENAPI_ASKING);
    member_begin(out, "requestBody", '{');
    schema_words(out, "The position, with options beside its fields.", "局面，各选项与其字段并列。");
    member_bool(out, "required", true);
    openapi_content(out, "application/json", named(out, game, "request"));
    member_raw(out, "example", example_request(game));
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
    write_responses(out, named(out, game, "answer"), "400 408 413 415 422 500 503");
    json_end(out, '}');
}

void openapi_game_paths(struct out *out, const struct game *game, const struct openapi *openapi)
{
    member_begin(out, arena_printf(out->arena, "/%s", game->id), '{');
    write_sent(out, game, "post");
    if (openapi->next)
        write_sent(out, game, "query");
    member_begin(out, "get", '{');
    write_operation(out, game, "get", "query");
    write_parameters(out, game);
    write_responses(out, named(out, game, "answer"), "400 422 500 503");
    json_end(out, '}');
    json_end(out, '}');
}

enum { IN_BATCH = 1, ALONE = 2 };

/* What is sent: the position; with `options` those beside it; of a batch with what tells whose it is. */
static void write_request_schema(struct out *out, const struct game *game, const char *name, bool options, int where)
{
    member_begin(out, named(out, game, name), '{');
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    if (where & IN_BATCH) {
        member_raw(out, "game", arena_printf(out->arena, "{\"type\":\"string\",\"enum\":[\"%s\"]}", game->id));
        if (options) {
            openapi_schema_ref(out, "id", "id");
            member_raw(out, "path", arena_printf(out->arena, "{\"type\":\"string\",\"enum\":[\"/%s\"]}", game->id));
        }
    }
    schema_properties(out, game->position, SCHEMA_SENT);
    for (const struct field *option = options_type.fields; options && option->name; option++)
        openapi_schema_ref(out, option->name, arena_printf(out->arena, "option.%s", option->name));
    json_end(out, '}');
    member_begin(out, "required", '[');
    if (where & IN_BATCH)
        json_string(out, "game");
    schema_required(out, game->position);
    json_end(out, ']');
    member_bool(out, "additionalProperties", false);
    json_end(out, '}');
}

static void write_list(struct out *out, const struct game *game, const char *name)
{
    member_begin(out, name, '{');
    member_string(out, "type", "array");
    member_word(out, "maxItems", LIST_LIMIT);
    json_name(out, "items");
    openapi_ref(out, "schemas", named(out, game, "listed"));
    json_end(out, '}');
}

static bool scored(const struct game *game)
{
    return game->traits & (TRAIT_SCORES | TRAIT_DECIDER);
}

static bool decided(const struct game *game)
{
    return game->traits & TRAIT_DECIDER;
}

static void write_answer_properties(struct out *out, const struct game *game)
{
    openapi_schema_ref(out, "id", "id");
    member_raw(out, "game", arena_printf(out->arena, "{\"type\":\"string\",\"enum\":[\"%s\"]}", game->id));
    openapi_schema_ref(out, "verdict", decided(game) ? "none" : game->traits & TRAIT_DRAWS ? "outcome" : "outcome.undrawn");
    openapi_schema_ref(out, "grundy", game->traits & TRAIT_GRUNDY ? "grundy" : "none");
    openapi_schema_ref(out, "move_count", "count");
    if (!decided(game)) {
        openapi_schema_ref(out, "winning_move_count", "count");
        write_list(out, game, "winning_moves");
    }
    if (game->traits & TRAIT_DRAWS) {
        openapi_schema_ref(out, "drawing_move_count", "count");
        write_list(out, game, "drawing_moves");
    }
    write_list(out, game, "moves");
    openapi_schema_ref(out, "truncated", "truncated");
    member_begin(out, "method", '{');
    schema_words(out, "How the answer was found.", "得出答案的方法。");
    member_string(out, "type", "string");
    member_words(out, "enum", game->methods);
    json_end(out, '}');
    if (game->extra)
        schema_properties(out, game->extra, SCHEMA_ANSWER);
    if (scored(game)) {
        openapi_schema_ref(out, "best_move_count", "count");
        write_list(out, game, "best_moves");
    }
    openapi_schema_ref(out, "count_limit", "count_limit");
    openapi_schema_ref(out, "explanation", "explanation");
}

static void write_answer_schema(struct out *out, const struct game *game)
{
    member_begin(out, named(out, game, "answer"), '{');
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    write_answer_properties(out, game);
    json_end(out, '}');
    member_begin(out, "required", '[');
    json_string(out, "game");
    json_string(out, "verdict");
    json_string(out, "grundy");
    json_string(out, "move_count");
    if (!decided(game))
        json_string(out, "winning_move_count");
    if (game->traits & TRAIT_DRAWS)
        json_string(out, "drawing_move_count");
    json_string(out, "truncated");
    json_string(out, "method");
    if (game->extra)
        schema_required(out, game->extra);
    if (scored(game))
        json_string(out, "best_move_count");
    json_end(out, ']');
    member_bool(out, "additionalProperties", game->tailor != NULL);
    json_end(out, '}');
}

static void write_listed_schema(struct out *out, const struct game *game)
{
    member_begin(out, named(out, game, "listed"), '{');
    schema_words(out, "A move. `outcome` and `grundy` only in `moves`, `to` only with `positions`, `text` only with `words`.",
                 "一个走法。`outcome` 与 `grundy` 仅在 `moves` 中给出，`to` 仅在要求 `positions` 时给出，`text` 仅在要求 `words` "
                 "时给出。");
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    schema_properties(out, game->move, SCHEMA_ANSWER);
    if (!decided(game))
        openapi_schema_ref(out, "outcome", game->traits & TRAIT_DRAWS ? "outcome" : "outcome.undrawn");
    if (game->traits & TRAIT_GRUNDY)
        openapi_schema_ref(out, "grundy", "natural");
    openapi_schema_ref(out, "to", named(out, game, "position"));
    openapi_schema_ref(out, "text", "sentence");
    json_end(out, '}');
    member_begin(out, "required", '[');
    schema_required(out, game->move);
    json_end(out, ']');
    member_bool(out, "additionalProperties", game->tailor != NULL); /* what only the position tells: parameters of moves */
    json_end(out, '}');
}

/* A move as it is sent may have beside its own fields what it had when it was listed. */
static void write_move_schema(struct out *out, const struct game *game, bool sent)
{
    static const char *const beside[] = {"outcome", "grundy", "to", "text"};
    member_begin(out, named(out, game, sent ? "move.request" : "move"), '{');
    if (sent)
        schema_words(out, "A move. What a listed one has beside it is passed over.",
                     "一个走法。列出的走法所附带的其他字段会被略过。");
    else
        schema_words(out, "A move.", "一个走法。");
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    schema_properties(out, game->move, sent ? SCHEMA_SENT : SCHEMA_ANSWER);
    for (size_t i = 0; sent && i < sizeof beside / sizeof *beside; i++)
        member_raw(out, beside[i], "{}");
    json_end(out, '}');
    member_begin(out, "required", '[');
    schema_required(out, game->move);
    json_end(out, ']');
    member_bool(out, "additionalProperties", game->tailor != NULL); /* what only the position tells: parameters of moves */
    json_end(out, '}');
}

void openapi_game_schemas(struct out *out, const struct game *game)
{
    write_request_schema(out, game, "request", true, ALONE);
    write_request_schema(out, game, "question", true, IN_BATCH);
    write_request_schema(out, game, "term", false, IN_BATCH);
    write_request_schema(out, game, "position.request", false, ALONE);
    write_answer_schema(out, game);
    write_listed_schema(out, game);
    write_move_schema(out, game, false);
    write_move_schema(out, game, true);
    openapi_claim_schema(out, game);
    member_begin(out, named(out, game, "position"), '{');
    schema_words(out, "A position as it is answered, which can be posted back.", "应答中的局面，可以原样再次提交。");
    schema_object(out, game->position, SCHEMA_ANSWER);
    json_end(out, '}');
}

void openapi_choice(struct out *out, const char *name, const char *form, bool apart, bool sum)
{
    member_begin(out, name, '{');
    member_string(out, "type", "object");
    member_begin(out, apart ? "oneOf" : "anyOf", '[');
    for (size_t i = 0; i < game_count() + sum; i++)
        openapi_ref(out, "schemas", arena_printf(out->arena, "%s.%s", i < game_count() ? game_at(i)->id : "sum", form));
    json_end(out, ']');
    if (apart) {
        member_begin(out, "discriminator", '{');
        member_string(out, "propertyName", "game");
        member_begin(out, "mapping", '{');
        for (size_t i = 0; i < game_count() + sum; i++) {
            const char *id = i < game_count() ? game_at(i)->id : "sum";
            member_string(out, id, arena_printf(out->arena, "#/components/schemas/%s.%s", id, form));
        }
        json_end(out, '}');
        json_end(out, '}');
    }
    json_end(out, '}');
}

void openapi_choices(struct out *out)
{
    openapi_choice(out, "term", "term", true, false);
    openapi_choice(out, "question", "question", true, false);
    openapi_choice(out, "game_answer", "answer", true, false);
    openapi_choice(out, "any_move", "move", false, false);
    openapi_choice(out, "any_move.request", "move.request", false, false);
    openapi_choice(out, "any_position", "position", false, false);
    openapi_choice(out, "any_position.request", "position.request", false, false);
    openapi_choice(out, "any_request", "request", false, false);
}

void openapi_game_response(struct out *out, const struct game *game, struct budget *budget)
{
    member_begin(out, named(out, game, "answer"), '{');
    schema_words(out, "The answer.", "应答。");
    openapi_headers(out, OPENAPI_ANSWER_HEADERS);
    openapi_content(out, "application/json", named(out, game, "answer"));
    json_name(out, "example");
    example_answer(out, game, budget, &store_nothing);
    json_end(out, '}');
    json_end(out, '}');
    json_end(out, '}');
}
