/* Gathering faults. */
#include "core/fault.h"

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
    faults->v[faults->n++] = (struct fault){code, pointer, detail};
}
