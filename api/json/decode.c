/* The walk over a tree and a type together: lists, tuples, objects and choices; leaf.c reads what has no parts. Recursion follows
 * the type, which is finite, not the client's text. */
#include "api/json/leaf.h"
#include "api/json/near.h"
#include "api/json/place.h"
#include "api/json/scan/sort.h"

#include <assert.h>
#include <string.h>

enum { FIELDS_MAX = 32, IGNORED_MAX = 8, NAMES_MAX = 2 * FIELDS_MAX + IGNORED_MAX };

static void decode(const struct type *type, const cJSON *json, const struct json_place *place, void *value,
                   struct faults *faults);

static bool is_number_kind(const struct type *type)
{
    return type->kind == KIND_SMALL || type->kind == KIND_INT;
}

/* Nearly all values are plain numbers in range: they need no place and no further call. False: not one of them. */
static bool decode_plain(const struct type *type, const cJSON *json, void *value)
{
    if (kind_of(json) != cJSON_Number || !is_number_kind(type) || (type->bits_max && type->bits_max < 64))
        return false;
    double number = json->valuedouble;
    if (number > (double)SAFE_MAX || number < -(double)SAFE_MAX)
        return false;
    int64_t word = (int64_t)number;
    if ((double)word != number || word < type->min || word > type->max)
        return false;
    if (type->kind == KIND_SMALL)
        *(int64_t *)value = word;
    else
        *(struct num *)value = num(word);
    return true;
}

static int compare_words(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int compare_nums(const void *a, const void *b)
{
    return num_cmp(*(const struct num *)a, *(const struct num *)b);
}

/* Sorting is stable, so of equal neighbours the second stands later in the list. */
static void find_duplicates(const struct type *item, struct list list, const bool *unread, const struct json_place *place,
                            struct faults *faults)
{
    assert(item->kind == KIND_INT || item->kind == KIND_SMALL);
    int (*compare)(const void *, const void *) = item->kind == KIND_INT ? compare_nums : compare_words;
    const void **sorted = arena_raw(faults->arena, list.n * sizeof *sorted);
    bool *again = NULL;
    size_t n = 0;
    for (size_t i = 0; i < list.n; i++)
        if (!unread || !unread[i])
            sorted[n++] = (const char *)list.v + i * item->size;
    sort_pointers(faults->arena, sorted, n, compare);
    for (size_t i = 1; i < n; i++) {
        if (compare(sorted[i - 1], sorted[i]) != 0)
            continue;
        if (!again)
            again = arena_array(faults->arena, list.n, sizeof *again);
        again[(size_t)((const char *)sorted[i] - (const char *)list.v) / item->size] = true;
    }
    for (size_t i = 0; again && i < list.n; i++)
        if (again[i])
            fault_at(faults, &(struct json_place){.up = place, .index = i}, FAULT_duplicate, "must not repeat an earlier value");
}

static size_t count_items(const cJSON *json)
{
    size_t n = 0;
    for (const cJSON *item = json->child; item; item = item->next)
        n++;
    return n;
}

/* Of a list that is too long, the items up to the limit are looked at, so that their faults are told too. Returns which items
 * were not read; NULL: none. */
static const bool *decode_items(const struct type *type, const cJSON *json, size_t n, const struct json_place *place, char *items,
                                struct faults *faults)
{
    struct json_place below = {.up = place};
    bool *unread = NULL;
    for (const cJSON *item = json->child; below.index < n && !full(faults); item = item->next, below.index++) {
        size_t before = faults->n;
        decode(type->item, item, &below, items + below.index * type->item->size, faults);
        if (faults->n == before)
            continue;
        if (!unread)
            unread = arena_array(faults->arena, n, sizeof *unread);
        unread[below.index] = true;
    }
    return unread;
}

static void decode_list(const struct type *type, const cJSON *json, const struct json_place *place, void *value,
                        struct faults *faults)
{
    if (kind_of(json) != cJSON_Array) {
        fault_at(faults, place, FAULT_wrong_type, "must be a list");
        return;
    }
    size_t n = count_items(json);
    length_fits(type, n, "item", place, faults);
    if (n > (size_t)type->max)
        n = (size_t)type->max;
    if (type->kind == KIND_TUPLE) {
        decode_items(type, json, n, place, value, faults);
        return;
    }
    struct list *list = value;
    list->n = n;
    list->v = arena_array(faults->arena, n, type->item->size);
    const bool *unread = decode_items(type, json, n, place, list->v, faults);
    if (type->distinct && !full(faults))
        find_duplicates(type->item, *list, unread, place, faults);
}

static bool is_text_kind(const struct type *type)
{
    return type->kind == KIND_NAME || type->kind == KIND_TEXT;
}

static bool accepts(const struct type *type, const cJSON *json)
{
    switch (kind_of(json)) {
    case cJSON_True:
    case cJSON_False:
        return type->kind == KIND_BOOL;
    case cJSON_Number:
        return is_number_kind(type);
    case cJSON_String:
        return is_text_kind(type);
    case cJSON_Array:
        return type->kind == KIND_LIST || type->kind == KIND_TUPLE;
    case cJSON_Object:
        return type->kind == KIND_OBJECT || type->kind == KIND_ANY;
    default:
        return false;
    }
}

/* A string goes to the alternative that reads strings, or, if it is an integer or nothing else reads it, to the one that reads
 * numbers. NULL: none. */
static const struct type *const *choose(const struct type *type, const cJSON *json)
{
    const struct type *const *text = NULL, *const *number = NULL;
    for (const struct type *const *choice = type->choices; *choice; choice++) {
        if (accepts(*choice, json))
            text = choice;
        if (is_number_kind(*choice))
            number = choice;
    }
    if (number && kind_of(json) == cJSON_String && (!text || is_decimal(json->valuestring)))
        return number;
    return text;
}

static void decode_choice(const struct type *type, const cJSON *json, const struct json_place *place, struct choice *value,
                          struct faults *faults)
{
    static const char *const words[] = {
        [KIND_BOOL] = "a boolean", [KIND_SMALL] = "an integer", [KIND_INT] = "an integer",
        [KIND_NAME] = "a string",  [KIND_TEXT] = "a string",    [KIND_LIST] = "a list",
        [KIND_TUPLE] = "a list",   [KIND_OBJECT] = "an object", [KIND_ANY] = "an object",
    };
    const struct type *const *choice = choose(type, json);
    if (choice) {
        value->which = (int)(choice - type->choices);
        value->value = arena_alloc(faults->arena, (*choice)->size);
        decode(*choice, json, place, value->value, faults);
        return;
    }
    if (full(faults))
        return;
    const char *text = "must be ";
    for (size_t i = 0; type->choices[i]; i++)
        text = arena_printf(faults->arena, "%s%s%s", text,
                            i == 0                 ? ""
                            : type->choices[i + 1] ? ", "
                                                   : " or ",
                            words[type->choices[i]->kind]);
    fault_at(faults, place, FAULT_wrong_type, text);
}

/* A struct to be filled from an object, and the field that comes next if the client keeps to the table's order. */
struct decode_target {
    const struct field *fields;
    char *value;
    size_t next;
};

/* Most names begin otherwise, which needs no call. */
static inline bool is_name(const char *a, const char *b)
{
    return *a == *b && strcmp(a, b) == 0;
}

static const struct field *find_field(struct decode_target *target, const char *name)
{
    const struct field *fields = target->fields;
    if (fields[target->next].name && is_name(fields[target->next].name, name))
        return &fields[target->next++];
    for (size_t i = 0; fields[i].name; i++) {
        if (is_name(fields[i].name, name)) {
            target->next = i + 1;
            return &fields[i];
        }
    }
    return NULL;
}

/* `ignored` are fields too, which somebody else reads. */
static void unknown_field(const struct decode_target *targets, size_t count, const struct json_place *place,
                          const char *const *ignored, struct faults *faults)
{
    if (full(faults))
        return;
    const char *names[NAMES_MAX];
    size_t n = 0;
    for (; ignored && *ignored && n < IGNORED_MAX; ignored++)
        names[n++] = *ignored;
    for (size_t t = 0; t < count; t++)
        for (const struct field *field = targets[t].fields; field->name; field++)
            names[n++] = field->name;
    const char *nearest = nearest_name(place->name, names, n);
    char words[WORDS_SIZE];
    if (nearest) {
        fault_printf(faults, place, FAULT_unknown_field, "unknown field; did you mean \"%s\"?", nearest);
    } else if (n) {
        quote_words(words, names, n, NULL);
        fault_printf(faults, place, FAULT_unknown_field, "unknown field; the fields are %s", words);
    } else {
        fault_at(faults, place, FAULT_unknown_field, "unknown field; there are no fields");
    }
}

static void decode_member(struct decode_target *target, const struct field *field, const cJSON *json,
                          const struct json_place *place, struct faults *faults)
{
    struct head *head = (struct head *)target->value;
    uint32_t bit = BIT(field - target->fields);
    head->given |= bit;
    if (field->nullable && kind_of(json) == cJSON_NULL)
        head->null |= bit;
    else
        decode(field->type, json, place, target->value + field->offset, faults);
}

static void fall_back(const struct field *field, void *value)
{
    switch (field->type->kind) {
    case KIND_BOOL:
        *(bool *)value = field->fallback != 0;
        break;
    case KIND_SMALL:
        *(int64_t *)value = field->fallback;
        break;
    case KIND_INT:
        *(struct num *)value = num(field->fallback);
        break;
    case KIND_NAME:
        *(int *)value = (int)field->fallback;
        break;
    default:
        break; /* an empty list is all zeros */
    }
}

static void finish(const struct decode_target *target, const struct json_place *place, struct faults *faults)
{
    uint32_t given = ((const struct head *)target->value)->given;
    for (size_t i = 0; target->fields[i].name; i++) {
        const struct field *field = &target->fields[i];
        if (given & BIT(i))
            continue;
        if (field->need == NEED_ALWAYS)
            fault_at(faults, &(struct json_place){.up = place, .name = field->name}, FAULT_missing_field, "is missing");
        else if (field->need == NEED_DEFAULT)
            fall_back(field, target->value + field->offset);
    }
}

static bool is_ignored(const char *const *ignored, const char *name)
{
    for (; ignored && *ignored; ignored++)
        if (is_name(*ignored, name))
            return true;
    return false;
}

static void decode_object(struct decode_target *targets, size_t count, const cJSON *json, const struct json_place *place,
                          const char *const *ignored, struct faults *faults)
{
    if (kind_of(json) != cJSON_Object) {
        fault_at(faults, place, FAULT_wrong_type, "must be an object");
        return;
    }
    for (const cJSON *member = json->child; member && !full(faults); member = member->next) {
        struct json_place below = {.up = place, .name = member->string};
        const struct field *field = NULL;
        size_t t = 0;
        while (t < count && !(field = find_field(&targets[t], member->string)))
            t++;
        if (field)
            decode_member(&targets[t], field, member, &below, faults);
        else if (!is_ignored(ignored, member->string))
            unknown_field(targets, count, &below, ignored, faults);
    }
    for (size_t t = 0; t < count; t++)
        finish(&targets[t], place, faults);
}

static void decode(const struct type *type, const cJSON *json, const struct json_place *place, void *value, struct faults *faults)
{
    if (decode_plain(type, json, value))
        return;
    switch (type->kind) {
    case KIND_LIST:
    case KIND_TUPLE:
        decode_list(type, json, place, value, faults);
        break;
    case KIND_OBJECT:
        decode_object(&(struct decode_target){type->fields, value, 0}, 1, json, place, NULL, faults);
        break;
    case KIND_CHOICE:
        decode_choice(type, json, place, value, faults);
        break;
    case KIND_ANY:
        break; /* who knows its type reads it */
    default:
        decode_leaf(type, json, place, value, faults);
    }
}

void decode_value(const struct type *type, const cJSON *json, const char *pointer, void *value, struct faults *faults)
{
    decode(type, json, &(struct json_place){.name = pointer}, value, faults);
}

void decode_fields(const struct type *position, void *position_value, const struct type *options, void *options_value,
                   const cJSON *json, const char *pointer, const char *const *ignored, struct faults *faults)
{
    struct decode_target targets[2] = {{position->fields, position_value, 0},
                                       {options ? options->fields : NULL, options_value, 0}};
    decode_object(targets, options ? 2 : 1, json, &(struct json_place){.name = pointer}, ignored, faults);
}
