/* What is wrong with a position: all faults, each with a JSON Pointer. */
#ifndef GRUNDY_CORE_VALUE_FAULT_H
#define GRUNDY_CORE_VALUE_FAULT_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct fault {
    enum fault_code code;
    const char *pointer;        /* RFC 6901, escaped */
    const char *detail;         /* without the field's name: "must be at least 0" */
    const char *zh;             /* the same in Chinese, where no table has it; NULL-able */
    int64_t at;                 /* the column in a string of rules; -1: none */
    const char *state, *choice; /* of rules that fail while playing, "n=5;h=[1,2];"; NULL: none */
};

struct faults {
    struct arena *arena;
    size_t n, room; /* at most FAULTS_MAX are kept */
    struct fault *v;
};

/* pointer and detail must live as long as the arena: literals, or arena_printf(faults->arena, …). */
void fault_add(struct faults *faults, enum fault_code code, const char *pointer, const char *detail);

/* The same in both languages, for a detail that stands in no table (api/problem/words.def). */
void fault_add_words(struct faults *faults, enum fault_code code, const char *pointer, const char *detail, const char *zh);

/* The same with a column. */
void fault_add_at(struct faults *faults, enum fault_code code, const char *pointer, const char *detail, uint32_t at);

/* For check(): the value at this pointer was not read, or not as given: a fault was told there or above. What was not read is
 * zero: an empty list, no text, no choice. A duplicate was read. */
bool fault_told(const struct faults *faults, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
