/* What is wrong with a position: all faults, each with a JSON Pointer. */
#ifndef GRUNDY_CORE_FAULT_H
#define GRUNDY_CORE_FAULT_H

#include "core/arena.h"

#include <stdbool.h>

struct fault {
    enum fault_code code;
    const char *pointer; /* RFC 6901, escaped */
    const char *detail;  /* without the field's name: "must be at least 0" */
};

struct faults {
    struct arena *arena;
    size_t n, room; /* at most FAULTS_MAX are kept */
    struct fault *v;
};

/* pointer and detail must live as long as the arena: literals, or arena_printf(faults->arena, …). */
void fault_add(struct faults *faults, enum fault_code code, const char *pointer, const char *detail);

/* For check(): the value at this pointer was not read, or not as given: a fault was told there or above. What was not read is
 * zero: an empty list, no text, no choice. A duplicate was read. */
bool fault_told(const struct faults *faults, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
