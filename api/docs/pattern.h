/* Regular expressions for decimal integers of a range: JSON Schema's minimum and maximum bind numbers only, and a string that a
 * schema lets through must be one that the service takes. */
#ifndef GRUNDY_API_DOCS_PATTERN_H
#define GRUNDY_API_DOCS_PATTERN_H

#include "api/json/out.h"

/* Of the integers min…max, as the service writes and reads them: no plus, no leading zeros, no "-0". min <= 0 or max >= 0.
 * max INT64_MAX: up to `digits` digits, whatever they are; min INT64_MIN the same below 0. */
const char *pattern_integer(struct arena *arena, int64_t min, int64_t max, unsigned digits);

#endif
