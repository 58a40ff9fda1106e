/* C values into JSON, by field tables. */
#ifndef GRUNDY_API_JSON_ENCODE_H
#define GRUNDY_API_JSON_ENCODE_H

#include "api/json/out.h"
#include "core/value/field.h"

/* A C value by its type. Objects write the fields whose given bit is set, and those of NEED_ALWAYS. */
void encode_value(struct out *out, const struct type *type, const void *value);
/* The fields of an object without its braces, to be put among others. `all`: fields of NEED_DEFAULT are written even when not
 * given (the canonical form that ETags are made of), here and in the objects inside; otherwise they are written when given or not
 * at their default. */
void encode_fields(struct out *out, const struct type *object, const void *value, bool all);
/* Those of its fields from number `from` to before number `to`. */
void encode_some(struct out *out, const struct type *object, const void *value, size_t from, size_t to, bool all);

#endif
