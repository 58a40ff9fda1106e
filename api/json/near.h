/* The nearest name, for "did you mean". */
#ifndef GRUNDY_API_JSON_NEAR_H
#define GRUNDY_API_JSON_NEAR_H

#include <stddef.h>

/* The nearest of the names by edit distance (letters of either case are equal), or NULL when none is near. */
const char *nearest_name(const char *name, const char *const *names, size_t count);

#endif
