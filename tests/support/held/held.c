/* The daemon for tests, grundyd_held: a question to /stone-window that a worker solves waits until the test lets it pass, so that
 * work which has not ended is a fact and no guess about the machine. While it waits it looks at its budget as every solver does:
 * the deadline, a client that leaves and the end of the service stop it. GRUNDY_GATE names a file of eight bytes: how many
 * questions may pass, in this machine's byte order; each takes one (tests/support/e2e/held.mjs). The linker puts
 * __wrap_ask_solve() in the place of ask_solve(). */
#include "core/solve.h"

#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { NAP_NS = 1000000 };

static _Atomic int64_t *passes;

void __real_ask_solve(struct ask *ask);
void __wrap_ask_solve(struct ask *ask);

static void __attribute__((constructor)) open_gate(void)
{
    const char *path = getenv("GRUNDY_GATE");
    if (!path)
        return;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert(fd >= 0);
    void *map = mmap(NULL, sizeof *passes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(map != MAP_FAILED);
    passes = map;
}

static bool pass(void)
{
    int64_t left = atomic_load(passes);
    while (left > 0)
        if (atomic_compare_exchange_weak(passes, &left, left - 1))
            return true;
    return false;
}

void __wrap_ask_solve(struct ask *ask)
{
    if (passes && ask->budget->patient && !strcmp(ask->game->id, "stone-window"))
        while (!pass()) {
            budget_look(ask->budget);
            nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
        }
    __real_ask_solve(ask);
}
