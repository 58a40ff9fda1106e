#define _GNU_SOURCE
#include "tests/support/server/faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

static struct {
    bool armed, on, failed, kills;
    long left, live;
    const char *call;
} faults;

void faults_arm(long n, bool on)
{
    faults.armed = true;
    faults.on = on;
    faults.failed = false;
    faults.left = n;
    faults.call = "nothing";
}

void faults_kill(long n)
{
    faults_arm(n, false);
    faults.kills = true;
}

bool faults_disarm(void)
{
    faults.armed = false;
    return faults.failed;
}

long faults_live(void)
{
    return faults.live;
}

const char *faults_call(void)
{
    return faults.call;
}

static bool fails(const char *call, int error)
{
    if (!faults.armed || faults.left <= 0 || --faults.left > 0)
        if (!faults.armed || !faults.failed || !faults.on)
            return false;
    if (faults.kills)
        raise(SIGKILL);
    if (!faults.failed)
        faults.call = call;
    faults.failed = true;
    errno = error;
    return true;
}

static void *counted(void *memory)
{
    faults.live += memory != NULL;
    return memory;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return fails("malloc", ENOMEM) ? NULL : counted(__real_malloc(size));
}

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size)
{
    return fails("calloc", ENOMEM) ? NULL : counted(__real_calloc(n, size));
}

void *__real_aligned_alloc(size_t unit, size_t size);
void *__wrap_aligned_alloc(size_t unit, size_t size);
void *__wrap_aligned_alloc(size_t unit, size_t size)
{
    return fails("aligned_alloc", ENOMEM) ? NULL : counted(__real_aligned_alloc(unit, size));
}

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size)
{
    if (fails("realloc", ENOMEM))
        return NULL;
    return memory ? __real_realloc(memory, size) : counted(__real_realloc(NULL, size));
}

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    faults.live -= memory != NULL;
    __real_free(memory);
}

/* Calls that report -1 and errno. */
#define WRAP(call, error, parameters, arguments)                                                                                 \
    int __real_##call parameters;                                                                                                \
    int __wrap_##call parameters;                                                                                                \
    int __wrap_##call parameters                                                                                                 \
    {                                                                                                                            \
        return fails(#call, error) ? -1 : __real_##call arguments;                                                               \
    }

WRAP(mkdir, EACCES, (const char *path, mode_t mode), (path, mode))
WRAP(fstat, EIO, (int fd, struct stat *info), (fd, info))
WRAP(lstat, EACCES, (const char *path, struct stat *info), (path, info))
WRAP(fstatat, EIO, (int fd, const char *path, struct stat *info, int flags), (fd, path, info, flags))
WRAP(fstatvfs, EIO, (int fd, struct statvfs *info), (fd, info))
WRAP(unlinkat, EACCES, (int fd, const char *path, int flags), (fd, path, flags))
WRAP(renameat, EACCES, (int from, const char *old, int to, const char *new), (from, old, to, new))
WRAP(linkat, EACCES, (int from, const char *old, int to, const char *new, int flags), (from, old, to, new, flags))
WRAP(dup3, EBADF, (int from, int to, int flags), (from, to, flags))
WRAP(utimensat, EACCES, (int fd, const char *path, const struct timespec times[2], int flags), (fd, path, times, flags))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return fails("open", EMFILE) ? -1 : __real_open(path, flags, mode);
}

int __real_openat(int fd, const char *path, int flags, ...);
int __wrap_openat(int fd, const char *path, int flags, ...);
int __wrap_openat(int fd, const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return fails("openat", EMFILE) ? -1 : __real_openat(fd, path, flags, mode);
}

int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *); /* only locks are asked for */
    va_end(list);
    return fails("fcntl", ENOLCK) ? -1 : __real_fcntl(fd, command, argument);
}

int __real_posix_fallocate(int fd, off_t at, off_t size);
int __wrap_posix_fallocate(int fd, off_t at, off_t size);
int __wrap_posix_fallocate(int fd, off_t at, off_t size)
{
    return fails("posix_fallocate", ENOSPC) ? ENOSPC : __real_posix_fallocate(fd, at, size);
}

ssize_t __real_pread(int fd, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t size, off_t at)
{
    return fails("pread", EIO) ? -1 : __real_pread(fd, to, size, at);
}

ssize_t __real_pwrite(int fd, const void *from, size_t size, off_t at);
ssize_t __wrap_pwrite(int fd, const void *from, size_t size, off_t at);
ssize_t __wrap_pwrite(int fd, const void *from, size_t size, off_t at)
{
    return fails("pwrite", ENOSPC) ? -1 : __real_pwrite(fd, from, size, at);
}

ssize_t __real_getrandom(void *to, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *to, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *to, size_t size, unsigned flags)
{
    return fails("getrandom", EAGAIN) ? -1 : __real_getrandom(to, size, flags);
}

void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t from);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t from);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t from)
{
    return fails("mmap", ENOMEM) ? MAP_FAILED : __real_mmap(at, size, protection, flags, fd, from);
}

DIR *__real_fdopendir(int fd);
DIR *__wrap_fdopendir(int fd);
DIR *__wrap_fdopendir(int fd)
{
    return fails("fdopendir", ENOMEM) ? NULL : __real_fdopendir(fd);
}
