/* Where the decoder is in the client's text, and faults told there.
 *
 * Faults are rare, so a place is a chain of links on the stack, and becomes a pointer in words only when there is a fault to
 * tell. */
#ifndef GRUNDY_API_JSON_PLACE_H
#define GRUNDY_API_JSON_PLACE_H

#include "api/json/decode.h"
#include "core/limits.h"

/* A value's place below another: a member's name, or an item's index. The outermost one holds the pointer it began with. */
struct json_place {
    const struct json_place *up;
    const char *name; /* NULL: index */
    size_t index;
};

static inline int kind_of(const cJSON *json)
{
    return json->type & 0xff;
}

/* No further fault will be kept: the client has enough to mend. */
static inline bool full(const struct faults *faults)
{
    return faults->n == FAULTS_MAX;
}

void fault_at(struct faults *faults, const struct json_place *place, enum fault_code code, const char *detail);
/* The words of the detail are made only when it will be kept. */
void fault_printf(struct faults *faults, const struct json_place *place, enum fault_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* True when n lies in type->min…max (a tuple: is max); else a fault was told. `what` is "item" or "character". */
bool length_fits(const struct type *type, size_t n, const char *what, const struct json_place *place, struct faults *faults);

enum { WORDS_SIZE = 2048 };
/* "a", "b", "c" into out[WORDS_SIZE]: at least one name, `first` (NULL-able, one of them) before the others. */
void quote_words(char *out, const char *const *names, size_t count, const char *first);

#endif
