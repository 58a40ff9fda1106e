/* Reads vector files (tests/vectors/README.md). */
#ifndef GRUNDY_TESTS_VEC_H
#define GRUNDY_TESTS_VEC_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct vec_entry {
    int line;
    const char *method, *path;
    const char *request;  /* NULL with GET */
    const char *expected; /* NULL where a refusal expects nothing but its code */
    const char *fail;     /* the code it must be refused with, or NULL */
    const char *all;      /* a template of positions for the plain search; then nothing else is set */
    const char *far;      /* how the values of a position beyond the search are known, or NULL */
};

struct vec {
    struct arena arena; /* of everything below; vec_free() gives it back */
    const char *file;   /* as named in messages */
    const char *id;     /* the path that requests go to, without the slash */
    size_t n;
    struct vec_entry *v;
    bool over_wins;   /* %OVER win */
    const char *dear; /* %DEAR, a text for vec_repeat(), or NULL */
    const char *fault;
    int fault_line;
};

/* Never fails: what is wrong with the file stands in fault. */
void vec_read(struct vec *vec, const char *file);
static inline void vec_free(struct vec *vec)
{
    arena_reset(&vec->arena);
}

/* Calls each(what, text) with every text that a template stands for; returns how many there were. */
size_t vec_expand(const char *template, void (*each)(void *what, const char *text), void *what);

/* Writes `(5:x,)` out as five times what follows the colon, `#` in it as 1, 2, … */
const char *vec_repeat(struct arena *arena, const char *text);

#endif
