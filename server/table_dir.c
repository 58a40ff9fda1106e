#define _GNU_SOURCE /* OFD locks, renameat2 */
#include "server/table_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <unistd.h>

static bool said(char why[TABLE_WHY], const char *what)
{
    snprintf(why, TABLE_WHY, "%s", what);
    return false;
}

static bool trusted(const struct stat *info, char why[TABLE_WHY])
{
    if (info->st_uid != geteuid() && info->st_uid != 0)
        return said(why, "it belongs to another user");
    if ((info->st_mode & (S_IWGRP | S_IWOTH)) && !(info->st_mode & S_ISVTX))
        return said(why, "others may write to it, and it is not sticky");
    return true;
}

bool table_dir_owns(const struct stat *info)
{
    return S_ISREG(info->st_mode) && info->st_uid == geteuid() && !(info->st_mode & (S_IWGRP | S_IWOTH));
}

static void random_name(char name[TABLE_NAME])
{
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
        bits = (uint64_t)getpid() << 32 ^ (uintptr_t)name; /* a name that is taken is tried anew */
    snprintf(name, TABLE_NAME, "tmp.%016llx", (unsigned long long)bits);
}

/* An OFD lock belongs to the open file, not to a process or thread: it means the same in every container, and goes with the last
 * descriptor however its holder dies. */
static bool try_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &whole) == 0;
}

/* A new empty file that nobody sweeps away: locked before anybody can have found it unlocked, or made anew. */
static int create_locked(struct table_dir *dir, char name[TABLE_NAME])
{
    for (int tries = 0; tries < 8; tries++) {
        struct stat info;
        random_name(name);
        int fd = openat(dir->fd, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0 && errno == EEXIST)
            continue;
        if (fd < 0)
            return -1;
        if (try_lock(fd) && !fstat(fd, &info) && info.st_nlink)
            return fd;
        unlinkat(dir->fd, name, 0);
        close(fd);
    }
    errno = EAGAIN;
    return -1;
}

int table_dir_create(struct table_dir *dir, size_t bytes, char name[TABLE_NAME])
{
    int fd = create_locked(dir, name);
    if (fd < 0)
        return -1;
    int error;
    while ((error = posix_fallocate(fd, 0, (off_t)bytes)) == EINTR)
        ;
    if (!error)
        return fd;
    unlinkat(dir->fd, name, 0);
    close(fd);
    errno = error;
    return -1;
}

/* ---- the secret ---- */

static bool read_secret(const struct table_dir *dir, unsigned char secret[DIGEST_SECRET])
{
    struct stat info;
    int fd = openat(dir->fd, "secret", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool good = !fstat(fd, &info) && table_dir_owns(&info) && !(info.st_mode & 077) && info.st_size == DIGEST_SECRET &&
                pread(fd, secret, DIGEST_SECRET, 0) == DIGEST_SECRET;
    close(fd);
    return good;
}

/* Whoever comes first makes it; a file at its place that is no secret of ours goes. */
static bool make_secret(struct table_dir *dir, bool replace)
{
    char name[TABLE_NAME];
    unsigned char secret[DIGEST_SECRET];
    if (getrandom(secret, sizeof secret, 0) != sizeof secret)
        return false;
    int fd = table_dir_create(dir, sizeof secret, name);
    if (fd < 0)
        return false;
    bool made = pwrite(fd, secret, sizeof secret, 0) == sizeof secret &&
                !renameat2(dir->fd, name, dir->fd, "secret", replace ? 0 : RENAME_NOREPLACE);
    if (!made)
        unlinkat(dir->fd, name, 0);
    close(fd);
    return made;
}

static bool find_secret(struct table_dir *dir)
{
    for (int tries = 0; tries < 3; tries++) {
        if (read_secret(dir, dir->secret)) {
            digest_key_make(&dir->key, dir->secret);
            return true;
        }
        make_secret(dir, tries > 0);
    }
    return false;
}

bool table_dir_refresh_secret(struct table_dir *dir)
{
    unsigned char secret[DIGEST_SECRET];
    if (!read_secret(dir, secret))
        return false;
    pthread_mutex_lock(&dir->lock);
    bool changed = memcmp(secret, dir->secret, sizeof secret) != 0;
    if (changed) {
        memcpy(dir->secret, secret, sizeof secret);
        digest_key_make(&dir->key, secret);
    }
    pthread_mutex_unlock(&dir->lock);
    return changed;
}

struct digest_key table_dir_key(struct table_dir *dir)
{
    pthread_mutex_lock(&dir->lock);
    struct digest_key key = dir->key;
    pthread_mutex_unlock(&dir->lock);
    return key;
}

/* ---- opening ---- */

static bool measure(struct table_dir *dir, uint64_t bytes_max, char why[TABLE_WHY])
{
    struct statvfs room;
    if (fstatvfs(dir->fd, &room))
        return said(why, strerror(errno));
    dir->room_total = (uint64_t)room.f_blocks * room.f_frsize;
    dir->bytes_max = bytes_max;
    if (dir->room_total && dir->room_total / 4 * 3 < bytes_max)
        dir->bytes_max = dir->room_total / 4 * 3;
    return true;
}

static bool open_inside(struct table_dir *dir, uint64_t bytes_max, char why[TABLE_WHY])
{
    struct stat info;
    if (fstat(dir->fd, &info))
        return said(why, strerror(errno));
    if (!trusted(&info, why) || !measure(dir, bytes_max, why))
        return false;
    errno = 0;
    if (!find_secret(dir))
        return said(why, errno ? strerror(errno) : "its secret cannot be read, nor replaced");
    dir->lock_fd = openat(dir->fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (dir->lock_fd >= 0 && (fstat(dir->lock_fd, &info) || !table_dir_owns(&info))) {
        close(dir->lock_fd);
        dir->lock_fd = -1; /* then nobody is elected, and a table may be made twice */
    }
    return true;
}

bool table_dir_open(struct table_dir *dir, const char *path, uint64_t bytes_max, char why[TABLE_WHY])
{
    *dir = (struct table_dir){.path = path, .fd = -1, .lock_fd = -1};
    pthread_mutex_init(&dir->lock, NULL);
    if (mkdir(path, 0700) && errno != EEXIST)
        return said(why, strerror(errno));
    dir->fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir->fd < 0)
        return said(why, errno == ELOOP || errno == ENOTDIR ? "it is no directory" : strerror(errno));
    if (open_inside(dir, bytes_max, why))
        return true;
    table_dir_close(dir);
    return false;
}

void table_dir_close(struct table_dir *dir)
{
    if (dir->fd >= 0)
        close(dir->fd);
    if (dir->lock_fd >= 0)
        close(dir->lock_fd);
    dir->fd = dir->lock_fd = -1;
}
