/* The schema of what a student may claim of a game: the fields of its answer. */
#include "api/docs/openapi/openapi.h"
#include "api/docs/schema.h"
#include "core/limits.h"

#include <string.h>

static void write_moves(struct out *out, const char *name, const char *move)
{
    member_begin(out, name, '{');
    member_string(out, "type", "array");
    member_word(out, "maxItems", LIST_LIMIT);
    json_name(out, "items");
    openapi_ref(out, "schemas", move);
    json_end(out, '}');
}

static void write_null(struct out *out)
{
    json_begin(out, '{');
    member_string(out, "type", "null");
    json_end(out, '}');
}

static void write_or_null(struct out *out, const char *name, const char *schema)
{
    member_begin(out, name, '{');
    member_begin(out, "anyOf", '[');
    openapi_ref(out, "schemas", schema);
    write_null(out);
    json_end(out, ']');
    json_end(out, '}');
}

/* The game's own fields of the answer; what may be null in an answer may be claimed to be. Of lists with gaps and of objects only
 * the form is looked at, so they are described as they are answered. */
static void write_extra(struct out *out, const struct game *game)
{
    for (const struct field *field = game->extra ? game->extra->fields : NULL; field && field->name; field++) {
        bool loose = field->type->kind == KIND_OBJECT || (field->type->kind == KIND_LIST && field->type->item->or_null);
        if (strcmp(field->name, "value") == 0 || strcmp(field->name, "period") == 0)
            continue;
        member_begin(out, field->name, '{');
        schema_words(out, field->doc.en, field->doc.zh);
        member_begin(out, "anyOf", '[');
        schema_type(out, field->type, loose ? SCHEMA_ANSWER : SCHEMA_SENT);
        write_null(out);
        json_end(out, ']');
        json_end(out, '}');
    }
}

static bool has_extra(const struct game *game, const char *name)
{
    for (const struct field *field = game->extra ? game->extra->fields : NULL; field && field->name; field++)
        if (strcmp(field->name, name) == 0)
            return true;
    return false;
}

void openapi_claim_schema(struct out *out, const struct game *game)
{
    const char *move = arena_printf(out->arena, "%s.move.request", game->id);
    member_begin(out, arena_printf(out->arena, "%s.claim", game->id), '{');
    schema_words(
        out,
        "What can be claimed of a position: fields of its answer, and `move`, one that wins (null: none does). Something "
        "must be claimed, unless `asked` says what was to be.",
        "对局面可以作出的断言：其应答中的字段，以及 `move`，即一个必胜走法（null 表示没有）。"
        "除非 `asked` 已列出所问，否则不能为空。");
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    if (!(game->traits & TRAIT_DECIDER))
        openapi_schema_ref(out, "verdict", "claimed.verdict");
    write_or_null(out, "grundy", "natural");
    openapi_schema_ref(out, "move_count", "natural");
    if (!(game->traits & TRAIT_DECIDER))
        openapi_schema_ref(out, "winning_move_count", "natural");
    write_or_null(out, "move", move);
    if (!(game->traits & TRAIT_DECIDER))
        write_moves(out, "winning_moves", move);
    if (has_extra(game, "period"))
        openapi_schema_ref(out, "period", "claimed.period");
    if (game->traits & TRAIT_DRAWS) {
        openapi_schema_ref(out, "drawing_move_count", "natural");
        write_moves(out, "drawing_moves", move);
    }
    if (has_extra(game, "value"))
        openapi_schema_ref(out, "value", "integer");
    if (game->traits & (TRAIT_SCORES | TRAIT_DECIDER)) {
        openapi_schema_ref(out, "best_move_count", "natural");
        write_moves(out, "best_moves", move);
    }
    write_extra(out, game);
    json_end(out, '}');
    member_bool(out, "additionalProperties", game->tailor != NULL);
    json_end(out, '}');
}
