/* JSON Schema of the field tables. */
#include "api/docs/schema.h"

#include "api/docs/pattern.h"
#include "api/json/member.h"
#include "core/limits.h"

#include <string.h>

#define SAFE_MAX INT64_C(9007199254740991)

static bool answers(enum schema_side side)
{
    return side == SCHEMA_ANSWER || side == SCHEMA_RETURNED;
}

static bool bounded(int64_t bound)
{
    return bound >= -SAFE_MAX && bound <= SAFE_MAX;
}

enum { TAKES_STRING = 1, TAKES_NULL = 2 };

/* Decimal digits of what is answered: counts and values may be longer than what is asked about. */
enum { ANSWER_DIGITS = 4096 };

/* Of 2^bits - 1. */
static unsigned digits_of(uint32_t bits)
{
    return bits ? (unsigned)((uint64_t)bits * 30103 / 100000 + 1) : ANSWER_DIGITS;
}

/* minimum and maximum bind numbers only, pattern binds strings only: one schema says both. */
static void integer_members(struct out *out, int64_t min, int64_t max, unsigned digits, int takes)
{
    if (takes) {
        member_begin(out, "type", '[');
        json_string(out, "integer");
        if (takes & TAKES_STRING)
            json_string(out, "string");
        if (takes & TAKES_NULL)
            json_string(out, "null");
        json_end(out, ']');
    } else {
        member_string(out, "type", "integer");
    }
    member_word(out, "minimum", bounded(min) ? min : -SAFE_MAX);
    member_word(out, "maximum", bounded(max) ? max : SAFE_MAX);
    if (takes & TAKES_STRING)
        member_string(out, "pattern", pattern_integer(out->arena, min, max, digits));
}

void schema_integer(struct out *out, int64_t min)
{
    json_begin(out, '{');
    integer_members(out, min, INT64_MAX, ANSWER_DIGITS, TAKES_STRING);
    json_end(out, '}');
}

static void text_members(struct out *out, const struct type *type)
{
    member_string(out, "type", "string");
    member_word(out, "minLength", type->min);
    if (bounded(type->max))
        member_word(out, "maxLength", type->max);
    if (!type->alphabet)
        return;
    struct out pattern;
    out_init(&pattern, out->arena, 64);
    out_raw(&pattern, "^[");
    for (const char *c = type->alphabet; *c; c++) {
        if (strchr("\\]^-[", *c))
            out_raw(&pattern, "\\");
        out_bytes(&pattern, c, 1);
    }
    out_raw(&pattern, "]*$");
    out_bytes(&pattern, "", 1);
    member_string(out, "pattern", pattern.v);
}

static void list_members(struct out *out, const struct type *type, enum schema_side side)
{
    bool tuple = type->kind == KIND_TUPLE;
    member_string(out, "type", "array");
    json_name(out, "items");
    schema_type(out, type->item, side);
    int64_t min = tuple ? type->max : type->min;
    if (min > 0)
        member_word(out, "minItems", min);
    if (bounded(type->max))
        member_word(out, "maxItems", type->max);
    if (type->distinct) {
        member_bool(out, "uniqueItems", true);
    }
}

static void name_members(struct out *out, const struct type *type)
{
    member_string(out, "type", "string");
    member_words(out, "enum", type->names);
}

static void choice_members(struct out *out, const struct type *type, enum schema_side side)
{
    member_begin(out, "anyOf", '[');
    for (const struct type *const *choice = type->choices; *choice; choice++)
        schema_type(out, *choice, side);
    json_end(out, ']');
}

/* What is wider than a safe integer, but for indices, is written as a string where it is large. */
static int small_takes(const struct type *type, enum schema_side side)
{
    bool wide = type->min < 0 && !(bounded(type->min) && bounded(type->max));
    return (!answers(side) || wide ? TAKES_STRING : 0) | (answers(side) && type->or_null ? TAKES_NULL : 0);
}

static void named_integer_members(struct out *out, const struct type *type, enum schema_side side)
{
    member_begin(out, "anyOf", '[');
    json_begin(out, '{');
    integer_members(out, type->min, type->max, 19, small_takes(type, side));
    json_end(out, '}');
    json_begin(out, '{');
    name_members(out, type);
    json_end(out, '}');
    json_end(out, ']');
}

static void type_members(struct out *out, const struct type *type, enum schema_side side)
{
    switch (type->kind) {
    case KIND_BOOL:
        member_string(out, "type", "boolean");
        break;
    case KIND_SMALL:
        if (type->names)
            named_integer_members(out, type, side);
        else
            integer_members(out, type->min, type->max, 19, small_takes(type, side));
        break;
    case KIND_INT:
        integer_members(out, type->min, type->max, digits_of(type->bits_max),
                        !answers(side) || !bounded(type->max) ? TAKES_STRING : 0);
        break;
    case KIND_NAME:
        name_members(out, type);
        break;
    case KIND_TEXT:
        text_members(out, type);
        break;
    case KIND_LIST:
    case KIND_TUPLE:
        list_members(out, type, side);
        break;
    case KIND_OBJECT:
        schema_object(out, type, side);
        break;
    case KIND_CHOICE:
        choice_members(out, type, side);
        break;
    case KIND_ANY:
        member_string(out, "type", "object");
        member_bool(out, "additionalProperties", true);
        break;
    }
}

void schema_type(struct out *out, const struct type *type, enum schema_side side)
{
    json_begin(out, '{');
    type_members(out, type, side);
    json_end(out, '}');
}

static void default_value(struct out *out, const struct field *field)
{
    switch (field->type->kind) {
    case KIND_BOOL:
        json_bool(out, field->fallback != 0);
        break;
    case KIND_NAME:
        json_string(out, field->type->names[field->fallback]);
        break;
    case KIND_LIST:
        json_begin(out, '[');
        json_end(out, ']');
        break;
    default:
        json_word(out, field->fallback);
    }
}

/* What is taken where a field is not there, as JSON. */
static const char *default_text(struct arena *arena, const struct field *field)
{
    struct out value;
    out_init(&value, arena, 32);
    value.first = true;
    default_value(&value, field);
    out_bytes(&value, "", 1);
    return value.v;
}

void schema_words(struct out *out, const char *en, const char *zh)
{
    member_string(out, "description", en);
    member_string(out, "x-zh", zh);
}

static void described(struct out *out, const struct field *field, enum schema_side side)
{
    const struct text *doc = &field->doc;
    if (side == SCHEMA_REQUEST || side == SCHEMA_RETURNED) {
        member_string(out, "description", doc->en);
    } else if (side == SCHEMA_SENT && field->need == NEED_DEFAULT) {
        const char *value = default_text(out->arena, field);
        schema_words(out, arena_printf(out->arena, "%s Absent: `%s`.", doc->en, value),
                     arena_printf(out->arena, "%s缺省为 `%s`。", doc->zh, value));
    } else {
        schema_words(out, doc->en, doc->zh);
    }
}

void schema_field(struct out *out, const struct field *field, enum schema_side side)
{
    json_begin(out, '{');
    described(out, field, side);
    if (field->nullable && answers(side)) {
        member_begin(out, "anyOf", '[');
        schema_type(out, field->type, side);
        json_begin(out, '{');
        member_string(out, "type", "null");
        json_end(out, '}');
        json_end(out, ']');
    } else {
        type_members(out, field->type, side);
    }
    if (field->need == NEED_DEFAULT && side == SCHEMA_REQUEST) {
        json_name(out, "default");
        default_value(out, field);
    }
    json_end(out, '}');
}

void schema_properties(struct out *out, const struct type *object, enum schema_side side)
{
    for (const struct field *field = object->fields; field->name; field++) {
        json_name(out, field->name);
        schema_field(out, field, side);
    }
}

void schema_required(struct out *out, const struct type *object)
{
    for (const struct field *field = object->fields; field->name; field++)
        if (field->need == NEED_ALWAYS)
            json_string(out, field->name);
}

void schema_object(struct out *out, const struct type *object, enum schema_side side)
{
    member_string(out, "type", "object");
    member_begin(out, "properties", '{');
    schema_properties(out, object, side);
    json_end(out, '}');
    member_begin(out, "required", '[');
    schema_required(out, object);
    json_end(out, ']');
    member_bool(out, "additionalProperties", false);
}
