#include "server/tables/map.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAPS_MAX = 1024 }; /* only files beyond TABLE_COPY_MAX are mapped: four gigabytes of the smallest of them */

struct table_map {
    int fd; /* of its own, for the file may lose its name */
    off_t size;
    struct timespec changed;
    char *at;
    size_t slot;
};

/* What the signal handler looks through. A slot is taken before its map is read and left after the last who could read it, so the
 * slot of an address that is being read never changes meanwhile. */
static struct {
    atomic_uintptr_t begin, end; /* 0: free; both 1: being filled */
    atomic_bool broken;
} slots[MAPS_MAX];

static struct sigaction before;
static pthread_once_t handler_once = PTHREAD_ONCE_INIT;

/* Raised by the very instruction that reads the table, so nothing else is interrupted: what may be called there may be called
 * here. The jump does not set back which signals are blocked, so that is done before. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    for (size_t i = 0; i < MAPS_MAX; i++) {
        if (address < atomic_load(&slots[i].begin) || address >= atomic_load(&slots[i].end))
            continue;
        atomic_store(&slots[i].broken, true);
        struct arena *arena = arena_current();
        if (arena && arena->escape) {
            pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
            arena_escape(arena, STATUS_overloaded, -1, "a shared table was cut off while it was read; it is made anew");
        }
    }
    sigaction(number, &before, NULL); /* none of ours: the instruction is tried again, and ends as it would have */
}

static void install_handler(void)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
}

static size_t take_slot(void)
{
    for (size_t i = 0; i < MAPS_MAX; i++) {
        uintptr_t nobody = 0;
        if (atomic_compare_exchange_strong(&slots[i].begin, &nobody, 1)) {
            atomic_store(&slots[i].broken, false);
            return i;
        }
    }
    return MAPS_MAX;
}

static void leave_slot(size_t slot)
{
    atomic_store(&slots[slot].end, 0);
    atomic_store(&slots[slot].begin, 0);
}

static void release(void *base, size_t bytes)
{
    struct table_map *map = base;
    leave_slot(map->slot); /* first: the next map may lie at this address */
    munmap(map->at, bytes);
    close(map->fd);
    free(map);
}

bool table_map_file(int fd, const struct stat *info, struct store_memory *memory)
{
    pthread_once(&handler_once, install_handler);
    size_t bytes = (size_t)info->st_size, slot = take_slot();
    if (slot == MAPS_MAX)
        return false;
    struct table_map *map = malloc(sizeof *map);
    int own = map ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    void *at = own >= 0 ? mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (at == MAP_FAILED) {
        if (own >= 0)
            close(own);
        free(map);
        leave_slot(slot);
        return false;
    }
    *map = (struct table_map){.fd = own, .size = info->st_size, .changed = info->st_mtim, .at = at, .slot = slot};
    atomic_store(&slots[slot].begin, (uintptr_t)at);
    atomic_store(&slots[slot].end, (uintptr_t)at + bytes);
    *memory = (struct store_memory){map, bytes, release};
    return true;
}

const char *table_map_bytes(const struct store_memory *memory)
{
    return memory->release == release ? ((const struct table_map *)memory->base)->at : NULL;
}

bool table_map_holds(const struct table_map *map, struct stat *info)
{
    if (fstat(map->fd, info) || atomic_load(&slots[map->slot].broken))
        return false;
    return info->st_size == map->size && info->st_mtim.tv_sec == map->changed.tv_sec &&
           info->st_mtim.tv_nsec == map->changed.tv_nsec;
}
