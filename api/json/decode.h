/* JSON into C structs, by field tables: all strictness beyond the grammar lives here (types, safe integers, ranges, unknown names
 * with the nearest known one, missing fields), and every fault is gathered with its pointer.
 *
 * The tree must come from json_parse(): numbers are read as its scan left them. */
#ifndef GRUNDY_API_JSON_DECODE_H
#define GRUNDY_API_JSON_DECODE_H

#include "core/value/fault.h"
#include "core/value/field.h"

#include <cjson/cJSON.h>

/* The largest magnitude that every JSON implementation reads exactly: 2^53-1. */
#define SAFE_MAX ((INT64_C(1) << 53) - 1)

/* Fills *value (zeroed, of the type's size); texts are shared with the tree. On any fault the value must not be used. */
void decode_value(const struct type *type, const cJSON *json, const char *pointer, void *value, struct faults *faults);

/* Fills two structs from one object: a position and the options beside it (NULL-able). Names in neither table are unknown;
 * `ignored` (NULL-able, ends with NULL) names fields that belong to neither and are no fault ("game", "id" in batch). */
void decode_fields(const struct type *position, void *position_value, const struct type *options, void *options_value,
                   const cJSON *json, const char *pointer, const char *const *ignored, struct faults *faults);

#endif
