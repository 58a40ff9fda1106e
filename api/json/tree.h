/* A JSON tree written as it was read, but for blanks. */
#ifndef GRUNDY_API_JSON_TREE_H
#define GRUNDY_API_JSON_TREE_H

#include "api/json/out.h"

#include <cjson/cJSON.h>

/* As a value. The tree must come from json_parse(), and its numbers must have been decoded without a fault other than of range,
 * or be a half. */
void tree_write(struct out *out, const cJSON *json);
/* The same of what a client sent, whatever it was: a number that is no integer within 2^53 is told in words. */
void tree_write_sent(struct out *out, const cJSON *json);

#endif
