/* A JSON tree as block-style YAML 1.2, in the order of the tree. */
#ifndef GRUNDY_API_DOCS_YAML_H
#define GRUNDY_API_DOCS_YAML_H

#include "api/json/out.h"

#include <cjson/cJSON.h>

void yaml_write(struct out *out, const cJSON *json);

#endif
