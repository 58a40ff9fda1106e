#include "server/memory.h"
#include "core/limits.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    CROWD = 500,         /* connections: some 5 MB */
    MAPPED_FROM = 65536, /* the smallest block of an arena: what is this long is mapped, and unmapped when it is freed */
};

uint64_t memory_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_C(1) << 30;
}

/* The number in a file; UINT64_MAX where there is none, as in "max". */
static uint64_t read_limit(const char *path)
{
    char text[32];
    FILE *file = fopen(path, "re");
    bool got = file && fgets(text, sizeof text, file);
    if (file)
        fclose(file);
    return got && *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : UINT64_MAX;
}

/* The least limit of the group and those above it. In a container the group may be told by the path that the host knows: then
 * only the topmost one is there, and is the container's own. */
static uint64_t least_limit(const char *mount, char *group, const char *name, uint64_t least)
{
    for (;;) {
        char path[PATH_BYTES];
        size_t n = strlen(group);
        while (n && group[n - 1] == '/')
            group[--n] = '\0';
        if (snprintf(path, sizeof path, "%s%s/%s", mount, group, name) < (int)sizeof path) {
            uint64_t limit = read_limit(path);
            least = limit < least ? limit : least;
        }
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/* A line of /proc/self/cgroup: number, controllers, path; the unified hierarchy has number 0 and no controllers. */
static uint64_t limit_of_line(const char *root, char *line, uint64_t least)
{
    char mount[PATH_BYTES / 2];
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return least;
    *group++ = '\0';
    controllers++;
    group[strcspn(group, "\n")] = '\0';
    bool unified = !*controllers && !strncmp(line, "0:", 2);
    if (!unified && strcmp(controllers, "memory"))
        return least;
    if (snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s", root, unified ? "" : "/memory") >= (int)sizeof mount)
        return least;
    return least_limit(mount, group, unified ? "memory.max" : "memory.limit_in_bytes", least);
}

uint64_t memory_allowed(const char *root, uint64_t machine)
{
    char path[PATH_BYTES], line[PATH_BYTES / 2];
    uint64_t least = machine;
    if (snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= (int)sizeof path)
        return least;
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        least = limit_of_line(root, line, least);
    if (file)
        fclose(file);
    return least;
}

void memory_settle(uint64_t *all, uint64_t *tables)
{
    if (*all == MEMORY_AUTO)
        *all = memory_allowed("", memory_machine()) / 4 * 3;
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

void memory_setup(void)
{
#ifdef M_MMAP_THRESHOLD /* musl gives large blocks back by itself */
    mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    mallopt(M_TRIM_THRESHOLD, MAPPED_FROM * 16);
#endif
}

void memory_settle_crowd(size_t connections, size_t lately)
{
    static size_t most;
    if (lately > most)
        most = lately;
    /* Who leaves now would leave his blocks behind. */
    if (most < connections + CROWD || lately >= connections + CROWD)
        return;
    malloc_trim(0);
    most = connections;
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
