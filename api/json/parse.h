/* A body into a tree of cJSON nodes: the pre-scan, then the tree of what the scan has let through. */
#ifndef GRUNDY_API_JSON_PARSE_H
#define GRUNDY_API_JSON_PARSE_H

#include "api/json/scan/scan.h"

#include <cjson/cJSON.h>

/* Points cJSON's allocation at the current arena, for whoever changes a tree. Once, before any thread starts. */
void json_setup(void);

/* In the tree a number that is no integer is 0.5, an integer beyond 2^53-1 of either sign 1e99; valuestring, NULL of all others,
 * is how it was written.
 *
 * The tree of an I-JSON text, in the arena, or NULL with scan->fault set. text[size] must be writable. Escapes with too_large
 * when the arena cannot hold the tree (64 bytes a value and the strings). */
cJSON *json_parse(struct arena *arena, char *text, size_t size, struct scan *scan);

#endif
