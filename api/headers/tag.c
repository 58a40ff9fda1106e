/* Entity tags. The hash folds 64x64->128-bit products, one for each half and word. */
#include "api/headers/tag.h"

#include "api/api.h"
#include "core/memory/arena.h"

#include <string.h>

__extension__ typedef unsigned __int128 uint128;

static uint64_t fold(uint64_t x, uint64_t y)
{
    uint128 product = (uint128)x * y;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

void tag_word(struct tag *tag, uint64_t word)
{
    tag->a = fold(tag->a ^ word, UINT64_C(0x9e3779b97f4a7c15)) + tag->b;
    tag->b = fold(tag->b ^ word, UINT64_C(0xd6e8feb86659fd93)) ^ tag->a;
}

void tag_bytes(struct tag *tag, const char *bytes, size_t n)
{
    tag_word(tag, n);
    for (; n >= 8; n -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        tag_word(tag, word);
    }
    if (n) {
        uint64_t word = 0;
        memcpy(&word, bytes, n);
        tag_word(tag, word);
    }
}

struct tag tag_begin(void)
{
    struct tag tag = {UINT64_C(0x243f6a8885a308d3), UINT64_C(0x13198a2e03707344)};
    tag_bytes(&tag, api_version(), strlen(api_version()));
    return tag;
}

static void tag_number(struct tag *tag, struct num value)
{
    if (num_is_word(value)) {
        tag_word(tag, (uint64_t)value.word);
        return;
    }
    bool negative = num_sign(value) < 0;
    struct num size = negative ? num_sub(num(0), value) : value;
    size_t n = (size_t)(num_bits(size) + 63) / 64;
    uint64_t *limbs = arena_raw(arena_current(), n * sizeof *limbs);
    num_to_limbs(size, limbs, n);
    tag_word(tag, negative);
    tag_bytes(tag, (const char *)limbs, n * sizeof *limbs);
}

static void tag_items(struct tag *tag, const struct type *item, const char *v, size_t n, bool given)
{
    for (size_t i = 0; i < n; i++)
        tag_value(tag, item, v + i * item->size, given);
}

static void tag_object(struct tag *tag, const struct type *type, const char *value, bool given)
{
    uint32_t bits = ((const struct head *)(const void *)value)->given;
    if (given)
        tag_word(tag, bits);
    for (size_t i = 0; type->fields[i].name; i++) {
        const struct field *field = &type->fields[i];
        if (field->need != NEED_OPTIONAL) {
            tag_value(tag, field->type, value + field->offset, given);
            continue;
        }
        tag_word(tag, bits >> i & 1);
        if (bits >> i & 1)
            tag_value(tag, field->type, value + field->offset, given);
    }
}

void tag_value(struct tag *tag, const struct type *type, const void *value, bool given)
{
    const struct list *list = value;
    const struct choice *choice = value;
    const struct any *any = value;
    switch (type->kind) {
    case KIND_BOOL:
        tag_word(tag, *(const bool *)value);
        break;
    case KIND_SMALL:
        tag_word(tag, (uint64_t) * (const int64_t *)value);
        break;
    case KIND_INT:
        tag_number(tag, *(const struct num *)value);
        break;
    case KIND_NAME:
        tag_word(tag, (uint64_t) * (const int *)value);
        break;
    case KIND_TEXT:
        tag_bytes(tag, *(const char *const *)value, strlen(*(const char *const *)value));
        break;
    case KIND_LIST:
        tag_word(tag, list->n);
        tag_items(tag, type->item, list->v, list->n, given);
        break;
    case KIND_TUPLE:
        tag_items(tag, type->item, value, (size_t)type->max, given);
        break;
    case KIND_OBJECT:
        tag_object(tag, type, value, given);
        break;
    case KIND_CHOICE:
        tag_word(tag, (uint64_t)choice->which);
        if (choice->value)
            tag_value(tag, type->choices[choice->which], choice->value, given);
        break;
    case KIND_ANY:
        if (any->game)
            tag_bytes(tag, any->game, strlen(any->game));
        tag_value(tag, any->type, any->value, given);
        break;
    }
}

void tag_text(const struct tag *tag, char text[TAG_TEXT])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    enum { EACH = 11 };
    uint64_t a = tag->a, b = tag->b;
    text[0] = text[2 * EACH + 1] = '"';
    text[2 * EACH + 2] = '\0';
    for (int i = 1; i <= EACH; i++, a >>= 6, b >>= 6) {
        text[i] = digits[a & 63];
        text[i + EACH] = digits[b & 63];
    }
}

/* An entity tag without its W/ (RFC 9110, 8.8.3): what may stand between its quotation marks. */
static size_t opaque_size(const char *at)
{
    size_t n = 1;
    if (*at != '"')
        return 0;
    for (; at[n] == '!' || (unsigned char)at[n] > '"'; n++)
        if (at[n] == 0x7f)
            return 0;
    return at[n] == '"' ? n + 1 : 0;
}

bool tag_listed(const char *if_none_match, const char *text)
{
    size_t wanted = strlen(text);
    bool listed = false;
    for (const char *at = if_none_match; at;) {
        at += strspn(at, " \t,");
        if (!*at)
            return listed;
        at += at[0] == 'W' && at[1] == '/' ? 2 : 0;
        size_t n = opaque_size(at);
        if (n == 0)
            return false;
        listed |= n == wanted && memcmp(at, text, n) == 0;
        at += n;
        at += strspn(at, " \t");
        if (*at && *at != ',')
            return false;
    }
    return false;
}
