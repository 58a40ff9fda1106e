/* Faults told at places in the client's text. */
#include "api/json/place.h"

#include "api/json/pointer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *pointer_of(struct arena *arena, const struct json_place *place)
{
    if (!place->up)
        return place->name;
    const char *parent = pointer_of(arena, place->up);
    return place->name ? pointer_name(arena, parent, place->name) : pointer_index(arena, parent, place->index);
}

void fault_at(struct faults *faults, const struct json_place *place, enum fault_code code, const char *detail)
{
    if (!full(faults))
        fault_add(faults, code, pointer_of(faults->arena, place), detail);
}

void fault_printf(struct faults *faults, const struct json_place *place, enum fault_code code, const char *format, ...)
{
    if (full(faults))
        return;
    char detail[WORDS_SIZE + 100]; /* every word in it is ours, or one character of the client's */
    va_list args;
    va_start(args, format);
    int n = vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    size_t kept = n < (int)sizeof detail ? (size_t)n : sizeof detail - 1;
    fault_at(faults, place, code, arena_copy(faults->arena, detail, kept));
}

bool length_fits(const struct type *type, size_t size, const char *what, const struct json_place *place, struct faults *faults)
{
    int64_t n = (int64_t)size, min = type->kind == KIND_TUPLE ? type->max : type->min;
    const char *bound = min == type->max ? "exactly" : n < min ? "at least" : "at most";
    int64_t wanted = n < min ? min : type->max;
    if (n >= min && n <= type->max)
        return true;
    fault_printf(faults, place, n < min ? FAULT_too_short : FAULT_too_long, "must have %s %" PRId64 " %s%s", bound, wanted, what,
                 wanted == 1 ? "" : "s");
    return false;
}

static size_t append(char *out, size_t n, const char *separator, const char *word)
{
    int more = snprintf(out + n, WORDS_SIZE - n, "%s\"%s\"", n ? separator : "", word);
    return n + (size_t)more < WORDS_SIZE ? n + (size_t)more : WORDS_SIZE - 1;
}

void quote_words(char *out, const char *const *names, size_t count, const char *first)
{
    size_t n = first ? append(out, 0, "", first) : 0;
    for (size_t i = 0; i < count; i++)
        if (names[i] != first)
            n = append(out, n, ", ", names[i]);
}
