/* A JSON tree written as it was read, but for blanks. */
#ifndef GRUNDY_API_JSON_TREE_H
#define GRUNDY_API_JSON_TREE_H

#include "api/json/out.h"

#include <cjson/cJSON.h>

/* As a value. The tree must come from json_parse(); a number that is no integer within 2^53 is told as it was written. */
void tree_write(struct out *out, const cJSON *json);

#endif
