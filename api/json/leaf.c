/* Values without parts: booleans, integers, names, texts. */
#include "api/json/leaf.h"

#include "api/json/near.h"
#include "api/json/place.h"

#include <inttypes.h>
#include <string.h>

bool is_decimal(const char *text)
{
    const char *digits = text + (*text == '-');
    if (*digits == '0')
        return digits == text && digits[1] == '\0';
    return *digits && digits[strspn(digits, "0123456789")] == '\0';
}

static void decode_bool(const cJSON *json, const struct json_place *place, bool *value, struct faults *faults)
{
    if (kind_of(json) == cJSON_True || kind_of(json) == cJSON_False)
        *value = kind_of(json) == cJSON_True;
    else
        fault_at(faults, place, FAULT_wrong_type, "must be a boolean");
}

/* False: a fault was told. `bits` (0: no bound) keeps a hostile text from being converted only to be refused: one that is longer
 * than any number of so many bits is read as 2^bits, which is out of range as well. */
static bool read_integer_text(const char *text, uint32_t bits, const struct json_place *place, struct num *value,
                              struct faults *faults)
{
    size_t size = strlen(text);
    bool endless = bits && size > bits / 3 + 2; /* more than 3 bits a digit */
    if (endless ? !is_decimal(text) : !num_parse(text, size, value)) {
        fault_at(faults, place, FAULT_not_an_integer,
                 "must be a decimal integer such as \"42\" or \"-7\": no blanks, no plus, no leading zeros");
        return false;
    }
    if (endless)
        *value = *text == '-' ? num_sub(num(0), num_pow2(bits)) : num_pow2(bits);
    return true;
}

static bool read_integer(const struct type *type, const cJSON *json, const struct json_place *place, struct num *value,
                         struct faults *faults)
{
    if (kind_of(json) == cJSON_String)
        return read_integer_text(json->valuestring, type->kind == KIND_SMALL ? 64 : type->bits_max, place, value, faults);
    if (kind_of(json) != cJSON_Number) {
        fault_at(faults, place, FAULT_wrong_type, "must be an integer");
        return false;
    }
    double number = json->valuedouble; /* exact: the scan left nothing else */
    if (number > (double)SAFE_MAX || number < -(double)SAFE_MAX) {
        fault_at(faults, place, FAULT_unsafe_integer, "is beyond 2^53-1, so it must be written as a decimal string");
        return false;
    }
    *value = num((int64_t)number);
    if ((double)value->word != number) {
        fault_at(faults, place, FAULT_not_an_integer, "must be an integer");
        return false;
    }
    return true;
}

static bool in_range(const struct type *type, struct num value, const struct json_place *place, struct faults *faults)
{
    bool bounded = type->kind == KIND_SMALL || type->max != INT64_MAX;
    if (num_cmp_word(value, type->min) < 0 && (type->kind == KIND_SMALL || type->min != INT64_MIN))
        fault_printf(faults, place, FAULT_out_of_range, "must be at least %" PRId64, type->min);
    else if (bounded && num_cmp_word(value, type->max) > 0)
        fault_printf(faults, place, FAULT_out_of_range, "must be at most %" PRId64, type->max);
    else if (type->bits_max && (!num_is_word(value) || type->bits_max < 64) &&
             num_bits(num_sign(value) < 0 ? num_sub(num(0), value) : value) > type->bits_max)
        fault_printf(faults, place, FAULT_out_of_range, "must be at most %" PRIu32 " bits long", type->bits_max);
    else
        return true;
    return false;
}

static void decode_integer(const struct type *type, const cJSON *json, const struct json_place *place, void *value,
                           struct faults *faults)
{
    struct num number;
    if (!read_integer(type, json, place, &number, faults) || !in_range(type, number, place, faults))
        return;
    if (type->kind == KIND_SMALL)
        *(int64_t *)value = number.word;
    else
        *(struct num *)value = number;
}

static void decode_name(const struct type *type, const cJSON *json, const struct json_place *place, int *value,
                        struct faults *faults)
{
    size_t count = 0;
    for (; type->names[count]; count++) {
        if (kind_of(json) == cJSON_String && strcmp(json->valuestring, type->names[count]) == 0) {
            *value = (int)count;
            return;
        }
    }
    if (full(faults))
        return;
    bool text = kind_of(json) == cJSON_String;
    const char *nearest = text ? nearest_name(json->valuestring, type->names, count) : NULL;
    char words[WORDS_SIZE];
    quote_words(words, type->names, count, nearest);
    fault_printf(faults, place, text ? FAULT_out_of_range : FAULT_wrong_type, count > 1 ? "must be one of %s" : "must be %s",
                 words);
}

/* Bytes of the UTF-8 character at *text. */
static int character_size(const char *text)
{
    unsigned char lead = (unsigned char)*text;
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

static void decode_text(const struct type *type, const cJSON *json, const struct json_place *place, const char **value,
                        struct faults *faults)
{
    if (kind_of(json) != cJSON_String) {
        fault_at(faults, place, FAULT_wrong_type, "must be a string");
        return;
    }
    const char *text = json->valuestring, *strange = NULL;
    size_t n = 0;
    for (const char *c = text; *c; c += character_size(c), n++)
        if (type->alphabet && !strange && (character_size(c) > 1 || !strchr(type->alphabet, *c)))
            strange = c;
    length_fits(type, n, "character", place, faults);
    if (strange)
        fault_printf(faults, place, FAULT_out_of_range, "must be written with the characters \"%s\" only, not \"%.*s\"",
                     type->alphabet, character_size(strange), strange);
    *value = text;
}

void decode_leaf(const struct type *type, const cJSON *json, const struct json_place *place, void *value, struct faults *faults)
{
    int name = 0;
    switch (type->kind) {
    case KIND_BOOL:
        decode_bool(json, place, value, faults);
        break;
    case KIND_SMALL:
        if (type->names && kind_of(json) == cJSON_String && !is_decimal(json->valuestring)) {
            decode_name(type, json, place, &name, faults);
            *(int64_t *)value = name_word(name);
            break;
        }
        /* fall through */
    case KIND_INT:
        decode_integer(type, json, place, value, faults);
        break;
    case KIND_NAME:
        decode_name(type, json, place, value, faults);
        break;
    default:
        decode_text(type, json, place, value, faults);
    }
}
