/* Values without parts. */
#ifndef GRUNDY_API_JSON_LEAF_H
#define GRUNDY_API_JSON_LEAF_H

#include "api/json/place.h"

/* A boolean, an integer, a name or a text. */
void decode_leaf(const struct type *type, const cJSON *json, const struct json_place *place, void *value, struct faults *faults);

/* -?(0|[1-9][0-9]*), but not -0: what num_parse() takes, told without converting it. */
bool is_decimal(const char *text);

#endif
