#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "server/machine/memory.h"
#include "core/limits.h"
#include "server/machine/groups.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CROWD = 500, /* connections: some 5 MB */
    BLOCKS_KEPT = 8 << 20,
    MAPPED_FROM = 65536, /* the smallest block of an arena: what is this long is mapped, and unmapped when it is freed */
    STACK_MIN = 1 << 20, /* of a thread: many times what the deepest one takes */
};

uint64_t memory_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_C(1) << 30;
}

/* The number in a file; UINT64_MAX where there is none, as in "max". */
static uint64_t read_limit(const char *group, const char *name)
{
    char text[GROUPS_TEXT];
    return groups_text(group, name, text) && *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : UINT64_MAX;
}

static uint64_t read_most(const char *group)
{
    return read_limit(group, "memory.max");
}

static uint64_t read_old_most(const char *group)
{
    return read_limit(group, "memory.limit_in_bytes");
}

uint64_t memory_allowed(const char *root, uint64_t machine)
{
    static const struct groups_limit limit = {.controller = "memory", .unified = read_most, .old = read_old_most};
    return groups_least(root, &limit, machine);
}

void memory_settle(const char *root, uint64_t *all, uint64_t *tables)
{
    if (*all == MEMORY_AUTO)
        *all = memory_allowed(root, memory_machine()) / 4 * 3;
    if (*tables == MEMORY_AUTO)
        *tables = *all / 4 < TABLES_BYTES ? *all / 4 : TABLES_BYTES;
}

bool memory_share(struct memory_shares *shares, uint64_t all, uint64_t tables, uint64_t held)
{
    *shares = (struct memory_shares){.all = all, .tables = tables};
    if (all < held || all - held < tables)
        return false;
    uint64_t left = all - held - tables, connections = left / 8;
    shares->connections = connections / CONNECTION_HELD;
    shares->requests = left - connections;
    /* One that needs nearly all would be told to ask again for ever. */
    shares->request = shares->requests / 4 * 3;
    return shares->requests >= REQUESTS_MIN;
}

/* A thread gets the stack that the limit on the main one's allows, be it ever so small. */
static void settle_stacks(void)
{
    pthread_attr_t usual;
    size_t size;
    if (pthread_getattr_default_np(&usual))
        return;
    if (!pthread_attr_getstacksize(&usual, &size) && size < STACK_MIN && !pthread_attr_setstacksize(&usual, STACK_MIN))
        pthread_setattr_default_np(&usual);
    pthread_attr_destroy(&usual);
}

void memory_setup(void)
{
    settle_stacks();
#ifdef M_MMAP_THRESHOLD /* musl gives large blocks back by itself */
    mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    mallopt(M_TRIM_THRESHOLD, MAPPED_FROM * 16);
    /* Small tables are made by any worker and pushed out by any other: what one frees must do for the next. */
    mallopt(M_ARENA_MAX, 1);
#endif
}

uint64_t memory_resident(void)
{
    unsigned long long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%llu %llu", &size, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    long page = sysconf(_SC_PAGESIZE);
    return resident * (page > 0 ? (uint64_t)page : 4096);
}

static bool crowd_left(size_t connections, size_t lately)
{
    static size_t most;
    if (lately > most)
        most = lately;
    /* Who leaves now would leave his blocks behind. */
    if (most < connections + CROWD || lately >= connections + CROWD)
        return false;
    most = connections;
    return true;
}

void memory_settle_blocks(size_t connections, size_t lately, uint64_t resident, bool quiet)
{
    static uint64_t least = UINT64_MAX; /* resident, since blocks went back */
    if (resident < least)
        least = resident;
    /* It walks through all blocks, so not for a few, and not while somebody waits for one. */
    if (!crowd_left(connections, lately) && !(quiet && resident - least >= BLOCKS_KEPT))
        return;
#ifdef M_TRIM_THRESHOLD /* musl keeps little, and gives nothing back when it is told to */
    malloc_trim(0);
#endif
    least = UINT64_MAX;
}
