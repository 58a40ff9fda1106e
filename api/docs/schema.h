/* JSON Schema (2020-12) of the field tables. */
#ifndef GRUNDY_API_DOCS_SCHEMA_H
#define GRUNDY_API_DOCS_SCHEMA_H

#include "api/json/out.h"

/* What a client may send is wider than what it is sent: integers may be written as strings, defaults may be left out. SCHEMA_SENT
 * is SCHEMA_REQUEST for generators of clients: most take a field with a `default` for one that is always there, and would have
 * the client send it, so the default is told in words. SCHEMA_SENT and SCHEMA_ANSWER are of the OpenAPI document, where `x-zh`
 * beside a description is the same in Chinese; the catalogue has standard keywords only, and answers as SCHEMA_RETURNED. */
enum schema_side { SCHEMA_REQUEST, SCHEMA_RETURNED, SCHEMA_SENT, SCHEMA_ANSWER };

/* "description" and "x-zh". */
void schema_words(struct out *out, const char *en, const char *zh);

void schema_type(struct out *out, const struct type *type, enum schema_side side);

/* One field, with its documentation and default. */
void schema_field(struct out *out, const struct field *field, enum schema_side side);

/* The members of "properties", and the names of "required", to be put among others. */
void schema_properties(struct out *out, const struct type *object, enum schema_side side);
void schema_required(struct out *out, const struct type *object);

/* The members of an object's schema, without the braces: for a schema that has more to say. */
void schema_object(struct out *out, const struct type *object, enum schema_side side);

/* An integer of any size from min: a number up to 2^53-1, a string above. */
void schema_integer(struct out *out, int64_t min);

#endif
