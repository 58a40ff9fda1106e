/* The walk over a C value by its type. Recursion follows the type, which is finite. */
#include "api/json/encode.h"

#include "api/json/out.h"

static void encode(struct out *out, const struct type *type, const void *value, bool all);

/* A long list of long numbers would be copied again and again as the text grows: it is made room for at once. */
static void reserve_items(struct out *out, const struct num *items, size_t n)
{
    enum { AROUND = 3 }; /* quotes and a comma */
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += num_text_max(items[i]) + AROUND;
    out_room(out, size);
}

static void encode_items(struct out *out, const struct type *item, const char *items, size_t n, bool all)
{
    enum { LONG_LIST = 100 };
    if (item->kind == KIND_INT && n >= LONG_LIST)
        reserve_items(out, (const struct num *)(const void *)items, n);
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++)
        encode(out, item, items + i * item->size, all);
    json_end(out, ']');
}

static void encode_word(struct out *out, const struct type *type, int64_t value)
{
    if (type->or_null && value == WORD_NULL)
        json_null(out);
    else if (type->names && value < 0)
        json_string(out, type->names[name_word(value)]);
    else
        json_word(out, value);
}

static bool at_default(const struct field *field, const void *value)
{
    switch (field->type->kind) {
    case KIND_BOOL:
        return *(const bool *)value == (field->fallback != 0);
    case KIND_SMALL:
        return *(const int64_t *)value == field->fallback;
    case KIND_INT:
        return num_cmp_word(*(const struct num *)value, field->fallback) == 0;
    case KIND_NAME:
        return *(const int *)value == field->fallback;
    case KIND_LIST:
        return ((const struct list *)value)->n == 0;
    default:
        return true; /* no other kind has a default to differ from */
    }
}

static bool is_written(const struct field *field, bool given, const void *value, bool all)
{
    return field->need == NEED_ALWAYS || given || (field->need == NEED_DEFAULT && (all || !at_default(field, value)));
}

void encode_fields(struct out *out, const struct type *object, const void *value, bool all)
{
    encode_some(out, object, value, 0, SIZE_MAX, all);
}

void encode_some(struct out *out, const struct type *object, const void *value, size_t from, size_t to, bool all)
{
    const struct head *head = value;
    for (size_t n = from, i; n < to && object->fields[i = field_in_order(object, value, n)].name; n++) {
        const struct field *field = &object->fields[i];
        const char *at = (const char *)value + field->offset;
        if (!is_written(field, head->given & BIT(i), at, all))
            continue;
        json_name(out, field->name);
        if (head->null & BIT(i))
            json_null(out);
        else
            encode(out, field->type, at, all);
    }
}

static void encode(struct out *out, const struct type *type, const void *value, bool all)
{
    switch (type->kind) {
    case KIND_BOOL:
        json_bool(out, *(const bool *)value);
        break;
    case KIND_SMALL:
        encode_word(out, type, *(const int64_t *)value);
        break;
    case KIND_INT:
        json_number(out, *(const struct num *)value);
        break;
    case KIND_NAME:
        json_string(out, type->names[*(const int *)value]);
        break;
    case KIND_TEXT:
        json_string(out, *(const char *const *)value);
        break;
    case KIND_LIST:
        encode_items(out, type->item, ((const struct list *)value)->v, ((const struct list *)value)->n, all);
        break;
    case KIND_TUPLE:
        encode_items(out, type->item, value, (size_t)type->max, all);
        break;
    case KIND_OBJECT:
        json_begin(out, '{');
        encode_fields(out, type, value, all);
        json_end(out, '}');
        break;
    case KIND_CHOICE: {
        const struct choice *choice = value;
        encode(out, type->choices[choice->which], choice->value, all);
        break;
    }
    case KIND_ANY: {
        const struct any *any = value;
        json_begin(out, '{');
        if (any->game) {
            json_name(out, "game");
            json_string(out, any->game);
        }
        encode_fields(out, any->type, any->value, all);
        json_end(out, '}');
        break;
    }
    }
}

void encode_value(struct out *out, const struct type *type, const void *value)
{
    encode(out, type, value, false);
}
