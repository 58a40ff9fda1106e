/* The daemon for tests, grundyd_held, whose work and whose clock are in the hand of the test, so that nothing rests on how fast a
 * machine is. GRUNDY_GATE names a file of five words in this machine's byte order (tests/support/e2e/held.mjs):
 * - how many questions to /stone-window may pass: a worker that comes to one waits until it may, and takes one. While it waits it
 * looks at its budget as every solver does: the deadline, a client that leaves and the end of the service stop it;
 * - by how many nanoseconds the clock goes ahead of the machine's;
 * - how many have come to the gate, which is written here: what a metric tells may be about the one before;
 * - not zero: whoever has the right to make a table waits, so that others find him at it;
 * - not zero: whoever works and may take his time looks at his budget once less often than this, and waits in the middle of his
 * work from then on, as at the gate.
 * The linker puts __wrap_ask_solve() in the place of ask_solve(), and the same for budget_look(), clock_gettime() and
 * table_lease_elect(). And for cache_patience(): a second tier that does not answer is waited for. */
#include "core/solve.h"
#include "server/tables/leases.h"

#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { NAP_NS = 1000000, NANOSECONDS = 1000000000 };

static struct gate {
    _Atomic int64_t passes, ahead, came, leases, looks;
} * gate;

void __real_ask_solve(struct ask *ask);
void __real_budget_look(struct budget *budget);
void __wrap_budget_look(struct budget *budget);
void __wrap_ask_solve(struct ask *ask);
bool __real_table_lease_elect(struct table_lease *lease);
bool __wrap_table_lease_elect(struct table_lease *lease);
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

static void __attribute__((constructor)) open_gate(void)
{
    const char *path = getenv("GRUNDY_GATE");
    if (!path)
        return;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert(fd >= 0);
    void *map = mmap(NULL, sizeof *gate, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(map != MAP_FAILED);
    gate = map;
}

/* Takes one, where there are more than `least`. */
static bool take(_Atomic int64_t *word, int64_t least)
{
    int64_t left = atomic_load(word);
    while (left > least)
        if (atomic_compare_exchange_weak(word, &left, left - 1))
            return true;
    return false;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

void __wrap_ask_solve(struct ask *ask)
{
    if (gate && ask->budget->patient && !strcmp(ask->game->id, "stone-window")) {
        atomic_fetch_add(&gate->came, 1);
        while (!take(&gate->passes, 0)) {
            budget_look(ask->budget);
            nap();
        }
    }
    __real_ask_solve(ask);
}

void __wrap_budget_look(struct budget *budget)
{
    while (gate && budget->patient && atomic_load(&gate->looks) && !take(&gate->looks, 1)) {
        __real_budget_look(budget);
        nap();
    }
    __real_budget_look(budget);
}

bool __wrap_table_lease_elect(struct table_lease *lease)
{
    while (gate && atomic_load(&gate->leases))
        nap();
    return __real_table_lease_elect(lease);
}

uint64_t __wrap_cache_patience(void);
uint64_t __wrap_cache_patience(void)
{
    return UINT64_C(600) * NANOSECONDS;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = __real_clock_gettime(clock, now);
    if (gate && clock != CLOCK_REALTIME) {
        int64_t ns = now->tv_nsec + atomic_load(&gate->ahead);
        now->tv_sec += ns / NANOSECONDS;
        now->tv_nsec = ns % NANOSECONDS;
    }
    return failed;
}
