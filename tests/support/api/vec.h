/* Reads vector files (tests/vectors/README.md). */
#ifndef GRUNDY_TESTS_VEC_H
#define GRUNDY_TESTS_VEC_H

#include <stdbool.h>
#include <stddef.h>

struct vec_entry {
    int line;
    const char *method, *path;
    const char *request;  /* NULL with GET */
    const char *expected; /* NULL where a refusal expects nothing but its code */
    const char *fail;     /* the code it must be refused with, or NULL */
    const char *all;      /* a template of positions for the plain search; then nothing else is set */
};

struct vec {
    const char *file; /* as named in messages */
    const char *id;   /* the path that requests go to, without the slash */
    size_t n;
    struct vec_entry *v;
    bool over_wins; /* %OVER win */
    const char *fault;
    int fault_line;
};

/* Never fails: what is wrong with the file stands in fault. Lives until the process ends. */
struct vec vec_read(const char *file);

/* Calls each(what, text) with every text that a template stands for; returns how many there were. */
size_t vec_expand(const char *template, void (*each)(void *what, const char *text), void *what);

#endif
