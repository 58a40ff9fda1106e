/* Where in the text stands what a fault of the position is about. */
#ifndef GRUNDY_API_TOOLS_JUDGE_PLACE_H
#define GRUNDY_API_TOOLS_JUDGE_PLACE_H

#include "api/tools/judge/judge.h"

/* The value at a JSON Pointer of the position; where it is made of several, or is not there, the nearest that is known: the list
 * that it is in, or *spot as it was. The name that it was read under, or -1. */
int place_find(const struct judge_problem *problem, const struct values *values, const char *pointer, struct text_spot *spot);
/* The same in a JSON value that was read; the value's beginning where the pointer leads nowhere. */
struct text_spot place_in_json(const struct value *value, const char *pointer);
/* A byte of it. */
struct text_spot place_of_byte(const struct value *value, size_t offset);

#endif
