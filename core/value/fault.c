/* Gathering faults. */
#include "core/value/fault.h"

#include "core/limits.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fault_add(struct faults *faults, enum fault_code code, const char *pointer, const char *detail)
{
    if (faults->n == FAULTS_MAX)
        return;
    if (faults->n == faults->room) {
        size_t room = faults->room ? faults->room * 2 : 8;
        struct fault *v = arena_array(faults->arena, room, sizeof *v);
        if (faults->n)
            memcpy(v, faults->v, faults->n * sizeof *v);
        faults->v = v;
        faults->room = room;
    }
    faults->v[faults->n++] = (struct fault){.code = code, .pointer = pointer, .detail = detail, .at = -1};
}

void fault_add_words(struct faults *faults, enum fault_code code, const char *pointer, const char *detail, const char *zh)
{
    size_t n = faults->n;
    fault_add(faults, code, pointer, detail);
    if (faults->n > n)
        faults->v[n].zh = zh;
}

void fault_add_at(struct faults *faults, enum fault_code code, const char *pointer, const char *detail, uint32_t at)
{
    size_t n = faults->n;
    fault_add(faults, code, pointer, detail);
    if (faults->n > n)
        faults->v[n].at = at;
}

bool fault_told(const struct faults *faults, const char *format, ...)
{
    char pointer[64]; /* a field's names and indices */
    if (faults->n == 0)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(pointer, sizeof pointer, format, args);
    va_end(args);
    for (size_t i = 0; i < faults->n; i++) {
        size_t size = strlen(faults->v[i].pointer);
        if (faults->v[i].code != FAULT_duplicate && strncmp(faults->v[i].pointer, pointer, size) == 0 &&
            (pointer[size] == '\0' || pointer[size] == '/'))
            return true;
    }
    return false;
}
