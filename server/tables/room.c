/* Room in the directory of tables: what dead writers left, and what was not used for longest, goes. */
#define _GNU_SOURCE /* OFD locks */
#include "server/tables/room.h"

#include "server/clock.h"
#include "server/tables/dir.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEEP_EIGHTHS = 7, /* of the limit, after removing: so that not every new table removes one */
    PAGE = 4096,      /* which files take whole */
    LATELY_S = 600,   /* what was used since then stays; use is noted every half a minute (server/tables/tables.c) */
};

#define LOOK_EVERY (10 * SECOND) /* though nothing is new: what was used lately is so no longer, and who wrote may have died */
#define KNOWN (2 * SECOND)       /* where a thread looks every second, nobody else has to */

struct file {
    char name[TABLE_NAME];
    struct timespec used;
    ino_t ino;
    uint64_t bytes;
};

struct files {
    struct file *v;
    size_t n, room;
    uint64_t bytes;
};

static void remove_if_left(struct table_dir *dir, const char *name)
{
    struct stat info;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = openat(dir->fd, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (!fstat(fd, &info) && table_dir_owns(&info) && !fcntl(fd, F_OFD_SETLK, &whole))
        unlinkat(dir->fd, name, 0);
    close(fd);
}

static bool note(struct files *files, const char *name, const struct stat *info)
{
    if (files->n == files->room) {
        size_t room = files->room ? files->room * 2 : 256;
        struct file *v = realloc(files->v, room * sizeof *v);
        if (!v)
            return false;
        files->v = v;
        files->room = room;
    }
    struct file *file = &files->v[files->n++];
    memcpy(file->name, name, strlen(name) + 1);
    file->used = info->st_atim;
    file->ino = info->st_ino;
    file->bytes = (uint64_t)info->st_blocks * 512;
    files->bytes += file->bytes;
    return true;
}

static bool is_table(const char *name)
{
    size_t n = strlen(name);
    return n < TABLE_NAME && n > 6 && !strcmp(name + n - 6, ".table");
}

/* All entries once: leftovers are removed, tables noted. False: not all could be looked at. */
static bool walk(struct table_dir *dir, struct files *files)
{
    bool all = true;
    int fd = openat(dir->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    if (!list) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    for (struct dirent *entry; all && (entry = readdir(list));) {
        struct stat info;
        if (!strncmp(entry->d_name, "tmp.", 4))
            remove_if_left(dir, entry->d_name);
        else if (is_table(entry->d_name) && !fstatat(dir->fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW))
            all = note(files, entry->d_name, &info);
    }
    closedir(list);
    return all;
}

static int by_use(const void *left, const void *right)
{
    const struct file *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec)
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return (a->used.tv_nsec > b->used.tv_nsec) - (a->used.tv_nsec < b->used.tv_nsec);
}

/* A time from the future says nothing: the clock was set back. */
static bool used_lately(const struct timespec *used, const struct timespec *now)
{
    return used->tv_sec > now->tv_sec - LATELY_S && used->tv_sec <= now->tv_sec + LATELY_S;
}

/* Whether the name still stands for the file that was seen, and nobody has used it since. */
static bool still_idle(struct table_dir *dir, const struct file *file)
{
    struct stat info;
    return !fstatat(dir->fd, file->name, &info, AT_SYMLINK_NOFOLLOW) && info.st_ino == file->ino &&
           info.st_atim.tv_sec == file->used.tv_sec && info.st_atim.tv_nsec == file->used.tv_nsec;
}

static void evict(struct table_dir *dir, struct files *files, const char *but, uint64_t keep)
{
    if (files->n)
        qsort(files->v, files->n, sizeof *files->v, by_use);
    size_t gone = 0;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (size_t i = 0; i < files->n && files->bytes > keep; i++) {
        const struct file *file = &files->v[i];
        if ((but && !strcmp(file->name, but)) || used_lately(&file->used, &now))
            continue;
        if (!still_idle(dir, file) || unlinkat(dir->fd, file->name, 0))
            continue;
        files->bytes -= file->bytes;
        gone++;
    }
    files->n -= gone;
    atomic_fetch_add(&dir->evicted, gone);
}

static uint64_t bytes_of(struct table_dir *dir, const char *name)
{
    struct stat info;
    return name && !fstatat(dir->fd, name, &info, AT_SYMLINK_NOFOLLOW) ? (uint64_t)info.st_blocks * 512 : 0;
}

/* When the last name came or went, in nanoseconds. 0: unknown, or so lately that the clock of the file system would show no other
 * time for the next one. */
static uint64_t changed_at(const struct table_dir *dir)
{
    struct stat info;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (fstat(dir->fd, &info) || info.st_mtim.tv_sec >= now.tv_sec - 1)
        return 0;
    return (uint64_t)info.st_mtim.tv_sec * SECOND + (uint64_t)info.st_mtim.tv_nsec;
}

static bool looked_within(const struct table_dir *dir, uint64_t time)
{
    uint64_t last = atomic_load(&dir->looked_at);
    return last && clock_now() < last + time;
}

static bool has_news(const struct table_dir *dir)
{
    uint64_t changed = changed_at(dir);
    return !looked_within(dir, LOOK_EVERY) || !changed || changed != atomic_load(&dir->changed);
}

/* Notes all files, and that they were. False: what was known stays. */
static bool survey(struct table_dir *dir, struct files *files)
{
    uint64_t now = clock_now(), changed = changed_at(dir);
    bool all = walk(dir, files);
    atomic_store(&dir->changed, all ? changed : 0);
    if (all)
        atomic_store(&dir->looked_at, now);
    return all;
}

static void conclude(struct table_dir *dir, const struct files *files, bool stuck)
{
    atomic_store(&dir->stuck, stuck);
    atomic_store(&dir->bytes, files->bytes);
    atomic_store(&dir->tables, files->n);
}

void table_dir_look(struct table_dir *dir)
{
    struct files files = {0};
    uint64_t keep = atomic_load(&dir->bytes_max) / 8 * KEEP_EIGHTHS;
    bool stuck = atomic_load(&dir->stuck);
    if (!has_news(dir))
        return;
    if (survey(dir, &files)) {
        if (stuck)
            evict(dir, &files, NULL, keep);
        conclude(dir, &files, stuck && files.bytes > keep);
    }
    free(files.v);
}

bool table_dir_make_room(struct table_dir *dir, uint64_t bytes, const char *instead, bool squeeze)
{
    bytes = (bytes + PAGE - 1) / PAGE * PAGE;
    uint64_t most = atomic_load(&dir->bytes_max), keep = most / 8 * KEEP_EIGHTHS;
    uint64_t old = bytes_of(dir, instead), more = bytes > old ? bytes - old : 0; /* what is replaced needs no room twice */
    bool tight = atomic_load(&dir->bytes) + more > most, known = looked_within(dir, KNOWN) || !has_news(dir);
    if (!squeeze && known && (!tight || atomic_load(&dir->stuck)))
        return !tight;
    struct files files = {0};
    if (survey(dir, &files)) {
        keep = keep > more ? keep - more : 0;
        if (squeeze && files.bytes > bytes && files.bytes - bytes < keep)
            keep = files.bytes - bytes;
        if (squeeze || files.bytes + more > most)
            evict(dir, &files, instead, keep);
        tight = files.bytes + more > most;
        conclude(dir, &files, tight);
    }
    free(files.v);
    return !tight;
}
