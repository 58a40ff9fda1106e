/* The tree is built by hand: the scan has checked every byte and counted the values, so nothing is left to refuse, and all nodes
 * are one block. cJSON's own parser would take each node by itself and ask the locale for each number: half of the time that a
 * long list takes. Recursion is bounded by the depth that the scan allows. */
#include "api/json/parse.h"

#include "api/json/scan/token.h"
#include "core/value/copy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size)
{
    return arena_raw(arena_current(), size);
}

static void keep(void *what)
{
    (void)what;
}

void json_setup(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = keep});
}

struct tree_builder {
    struct arena *arena;
    char *p;
    const char *end;
    cJSON *next; /* the nodes not used yet */
};

static void skip_blanks(struct tree_builder *b)
{
    while (*b->p == ' ' || *b->p == '\n' || *b->p == '\r' || *b->p == '\t')
        b->p++;
}

/* After a value or a name: blanks, the mark that must stand there, blanks. */
static char skip_mark(struct tree_builder *b)
{
    skip_blanks(b);
    char mark = *b->p++;
    skip_blanks(b);
    return mark;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* One that is no integer of magnitude <= 2^53-1 is 0.5 or 1e99 in the tree, for strtod may round it to one. */
static double read_other(struct tree_builder *b, cJSON *value)
{
    byte *start = (byte *)b->p;
    struct token token = token_number(start);
    if (token.number == TOKEN_INTEGER)
        return strtod(b->p, &b->p);
    value->valuestring = arena_copy(b->arena, b->p, (size_t)(token.end - start));
    b->p = (char *)token.end;
    return token.number == TOKEN_FRACTION ? 0.5 : 1e99;
}

/* Nearly all numbers are a few digits without more. The other integers are short, or exact however they are written. */
static double read_number(struct tree_builder *b, cJSON *value_of)
{
    enum { EXACT_DIGITS = 15 };
    const char *digits = b->p + (*b->p == '-');
    char *p = b->p + (*b->p == '-');
    int64_t value = 0;
    for (; is_digit(*p) && p - digits < EXACT_DIGITS; p++)
        value = value * 10 + (*p - '0');
    if (is_digit(*p) || *p == '.' || (*p | 0x20) == 'e')
        return read_other(b, value_of);
    bool negative = *b->p == '-';
    b->p = p;
    return negative ? -(double)value : (double)value;
}

/* p is at the opening quote. */
static char *read_string(struct tree_builder *b)
{
    byte *start = (byte *)b->p, *end = token_plain(start + 1, (const byte *)b->end);
    if (*end == '"') { /* nearly every one */
        size_t n = (size_t)(end - start) - 1;
        char *copy = arena_raw(b->arena, n + 1);
        *copy_few(copy, (const char *)start + 1, n) = '\0';
        b->p = (char *)end + 1;
        return copy;
    }
    struct token string = token_string(start, (const byte *)b->end);
    size_t size = (size_t)(string.end - start) - 2;
    b->p = (char *)string.end;
    if (!string.escaped)
        return arena_copy(b->arena, (const char *)start + 1, size);
    char *plain = arena_raw(b->arena, size + 1);
    plain[token_unescape(start + 1, size, plain)] = '\0';
    return plain;
}

static cJSON *read_value(struct tree_builder *b);

/* The values between the brackets, with their names if it is an object. */
static cJSON *read_items(struct tree_builder *b, bool named)
{
    cJSON *first = NULL, *last = NULL;
    b->p++;
    skip_blanks(b);
    if (*b->p == ']' || *b->p == '}') {
        b->p++;
        return NULL;
    }
    char mark = ',';
    while (mark == ',') {
        char *name = named ? read_string(b) : NULL;
        if (named)
            skip_mark(b);
        cJSON *item = read_value(b);
        item->string = name;
        item->prev = last;
        if (last)
            last->next = item;
        else
            first = item;
        last = item;
        mark = skip_mark(b);
    }
    first->prev = last; /* as in every tree of cJSON */
    return first;
}

static cJSON *read_value(struct tree_builder *b)
{
    cJSON *value = b->next++;
    *value = (cJSON){0};
    switch (*b->p) {
    case '"':
        value->type = cJSON_String;
        value->valuestring = read_string(b);
        break;
    case '[':
        value->type = cJSON_Array;
        value->child = read_items(b, false);
        break;
    case '{':
        value->type = cJSON_Object;
        value->child = read_items(b, true);
        break;
    case 't':
        value->type = cJSON_True;
        b->p += strlen("true");
        break;
    case 'f':
        value->type = cJSON_False;
        b->p += strlen("false");
        break;
    case 'n':
        value->type = cJSON_NULL;
        b->p += strlen("null");
        break;
    default:
        value->type = cJSON_Number;
        value->valuedouble = read_number(b, value);
    }
    return value;
}

cJSON *json_parse(struct arena *arena, char *text, size_t size, struct scan *scan)
{
    *scan = scan_json(arena, text, size);
    if (scan->fault)
        return NULL;
    cJSON *nodes = arena_raw(arena, scan->nodes * sizeof *nodes);
    struct tree_builder builder = {.arena = arena, .p = text + scan->start, .end = text + size, .next = nodes};
    cJSON *json = read_value(&builder);
    skip_blanks(&builder);
    assert(builder.p == builder.end && builder.next == nodes + scan->nodes);
    return json;
}
