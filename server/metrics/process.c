#define _GNU_SOURCE /* SYS_getdents64 */
#include "server/metrics/process.h"
#include "server/clock.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock; /* of the place in the directory of descriptors */
    int sizes, files;
    uint64_t files_max, started;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER, .sizes = -1, .files = -1};

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

void process_open(void)
{
    struct rlimit files;
    process.sizes = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    process.files = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    process.files_max = getrlimit(RLIMIT_NOFILE, &files) ? 0 : (uint64_t)files.rlim_cur;
    process.started = nanoseconds(CLOCK_REALTIME); /* as good as the kernel's, which counts from the fork */
}

struct entry {
    uint64_t inode, offset;
    unsigned short size;
};

/* Since Linux 6.2 the directory's size tells; before, its entries are counted, less the two that every directory has. */
static uint64_t count_files(void)
{
    _Alignas(8) char entries[16384];
    struct stat info;
    uint64_t count = 0;
    if (process.files < 0)
        return 0;
    if (!fstat(process.files, &info) && info.st_size > 0)
        return (uint64_t)info.st_size;
    pthread_mutex_lock(&process.lock);
    lseek(process.files, 0, SEEK_SET);
    for (long n; (n = syscall(SYS_getdents64, process.files, entries, sizeof entries)) > 0;)
        for (long at = 0; at < n; count++)
            at += ((const struct entry *)(const void *)(entries + at))->size;
    pthread_mutex_unlock(&process.lock);
    return count > 2 ? count - 2 : 0;
}

struct process_figures process_read(void)
{
    char text[128] = "";
    unsigned long long virtual = 0, resident = 0;
    long page = sysconf(_SC_PAGESIZE);
    struct process_figures figures = {.cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID),
                                      .files = count_files(),
                                      .files_max = process.files_max,
                                      .started = process.started};
    if (process.sizes >= 0 && pread(process.sizes, text, sizeof text - 1, 0) > 0 &&
        sscanf(text, "%llu %llu", &virtual, &resident) == 2 && page > 0) {
        figures.virtual = virtual * (uint64_t)page;
        figures.resident = resident * (uint64_t)page;
    }
    return figures;
}
