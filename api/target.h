/* The request target: path and query, percent-decoded. */
#ifndef GRUNDY_API_TARGET_H
#define GRUNDY_API_TARGET_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct target {
    const char *path; /* decoded, UTF-8 without NUL, begins with '/'; or "*" */
    size_t path_size;
    const char *query; /* as it was sent, NULL where there is none */
    const char *fault; /* NULL, or what is wrong, in words; then nothing else is set */
};

struct target target_split(struct arena *arena, const char *text);

/* One "name=value" of a query, decoded ('+' is a blank). */
struct parameter {
    const char *name;
    char *value; /* writable, with a NUL behind it */
    size_t size;
};
/* The next one; *query goes on. False: there is none, or *fault says what is wrong. */
bool target_next(struct arena *arena, const char **query, struct parameter *parameter, const char **fault);

bool utf8_valid(const char *bytes, size_t n);
size_t utf8_prefix(const char *bytes, size_t n); /* how many of them are UTF-8, from the first on */

/* A client's words, fit to be repeated in a message: short, and UTF-8. */
const char *text_shown(struct arena *arena, const char *text);

#endif
