/* What is wrong with a position: all faults, each with a JSON Pointer. */
#ifndef GRUNDY_CORE_FAULT_H
#define GRUNDY_CORE_FAULT_H

#include "core/arena.h"

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

#endif
