#define _GNU_SOURCE /* OFD locks */
#include "server/tables/dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <time.h>
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

static int allocate(int fd, size_t bytes, const struct budget *within)
{
    enum { PIECE = 16 << 20 }; /* some milliseconds */
    for (size_t done = 0; done < bytes;) {
        size_t size = bytes - done < PIECE ? bytes - done : PIECE;
        if (done && within && within->look && within->look(within->what) != STATUS_ok)
            return ETIME;
        int error = posix_fallocate(fd, (off_t)done, (off_t)size);
        if (error && error != EINTR)
            return error;
        done += error ? 0 : size;
    }
    return 0;
}

int table_dir_create(struct table_dir *dir, size_t bytes, const struct budget *within, char name[TABLE_NAME])
{
    int fd = create_locked(dir, name);
    if (fd < 0)
        return -1;
    int error = allocate(fd, bytes, within);
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
    int fd = table_dir_create(dir, sizeof secret, NULL, name);
    if (fd < 0)
        return false;
    bool made = pwrite(fd, secret, sizeof secret, 0) == sizeof secret &&
                !(replace ? renameat(dir->fd, name, dir->fd, "secret") : linkat(dir->fd, name, dir->fd, "secret", 0));
    if (!made || !replace)
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

/* ---- names ---- */

int table_dir_name_lock(struct table_dir *dir, const char *name)
{
    enum { TRIES = 8, NAP = 500000 };
    static const uint64_t sip[2] = {3, 4};
    struct stat info;
    /* Above all bytes that stand for tables in the making. */
    off_t at = (off_t)(UINT64_C(1) << 62 | digest_siphash(sip, name, strlen(name)).v[0] >> 2);
    struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};
    /* An open file of its own, so that threads exclude each other too. */
    int fd = openat(dir->fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    int error = fstat(fd, &info) || !table_dir_owns(&info) ? EPERM : EAGAIN;
    for (int tries = 0; error == EAGAIN && tries < TRIES; tries++) {
        if (!fcntl(fd, F_OFD_SETLK, &byte))
            return fd;
        nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
    }
    close(fd);
    errno = error;
    return -1;
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

static void close_files(struct table_dir *dir)
{
    if (dir->fd >= 0)
        close(dir->fd);
    if (dir->lock_fd >= 0)
        close(dir->lock_fd);
    dir->fd = dir->lock_fd = -1;
}

/* What has the lock's name and is no file is no lock of anybody: it gives way. -1: somebody else's file, or a directory. */
static int open_lock(const struct table_dir *dir)
{
    enum { TRIES = 3 };
    struct stat info;
    for (int tries = 0; tries < TRIES; tries++) {
        int fd = openat(dir->fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (fd >= 0 && !fstat(fd, &info) && table_dir_owns(&info))
            return fd;
        if (fd >= 0)
            close(fd);
        if (fstatat(dir->fd, "lock", &info, AT_SYMLINK_NOFOLLOW) || S_ISREG(info.st_mode) || unlinkat(dir->fd, "lock", 0))
            break;
    }
    return -1;
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
    dir->lock_fd = open_lock(dir); /* without it nobody is elected, and nothing is written */
    return true;
}

/* Everything but the lock of the struct, which stays. */
static bool open_path(struct table_dir *dir, const char *path, uint64_t bytes_max, char why[TABLE_WHY])
{
    dir->path = path;
    dir->fd = dir->lock_fd = -1;
    if (mkdir(path, 0700) && errno != EEXIST)
        return said(why, strerror(errno));
    dir->fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir->fd < 0)
        return said(why, errno == ELOOP || errno == ENOTDIR ? "it is no directory" : strerror(errno));
    if (open_inside(dir, bytes_max, why))
        return true;
    close_files(dir);
    return false;
}

bool table_dir_open(struct table_dir *dir, const char *path, uint64_t bytes_max, char why[TABLE_WHY])
{
    *dir = (struct table_dir){.fd = -1};
    pthread_mutex_init(&dir->lock, NULL);
    return open_path(dir, path, bytes_max, why);
}

void table_dir_close(struct table_dir *dir)
{
    close_files(dir);
    pthread_mutex_destroy(&dir->lock);
}

bool table_dir_gone(const struct table_dir *dir)
{
    struct stat here, there;
    return dir->fd < 0 || fstat(dir->fd, &here) || lstat(dir->path, &there) || here.st_ino != there.st_ino ||
           here.st_dev != there.st_dev;
}

/* A descriptor that is in use is made to stand for another file at one stroke; its number stays. */
static void take_over(int *fd, int fresh)
{
    if (*fd < 0 || fresh < 0) {
        *fd = *fd < 0 ? fresh : *fd;
        return;
    }
    dup3(fresh, *fd, O_CLOEXEC);
    close(fresh);
}

bool table_dir_reopen(struct table_dir *dir, uint64_t bytes_max, char why[TABLE_WHY])
{
    struct table_dir fresh = {.fd = -1};
    if (!open_path(&fresh, dir->path, bytes_max, why))
        return false;
    pthread_mutex_lock(&dir->lock);
    memcpy(dir->secret, fresh.secret, sizeof dir->secret);
    dir->key = fresh.key;
    pthread_mutex_unlock(&dir->lock);
    take_over(&dir->fd, fresh.fd);
    take_over(&dir->lock_fd, fresh.lock_fd);
    dir->room_total = fresh.room_total;
    atomic_store(&dir->bytes_max, atomic_load(&fresh.bytes_max));
    atomic_store(&dir->bytes, 0);
    atomic_store(&dir->tables, 0);
    atomic_store(&dir->looked_at, 0);
    return true;
}
