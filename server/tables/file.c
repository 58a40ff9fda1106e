#include "server/tables/file.h"
#include "core/memory/store.h"
#include "server/tables/head.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void table_file_name(const char *key, char name[TABLE_NAME])
{
    uint64_t sip[2] = {TABLE_FORMAT, 0};
    sip[1] = digest_siphash(sip, table_head_engine(), TABLE_ENGINE).v[0];
    struct digest digest = digest_siphash(sip, key, strlen(key));
    snprintf(name, TABLE_NAME, "%016llx%016llx.table", (unsigned long long)digest.v[0], (unsigned long long)digest.v[1]);
}

/* ---- checking ---- */

int table_head_open(struct table_dir *dir, const char *name, const char *key, struct table_head *head, struct stat *info,
                    bool *there)
{
    int fd = openat(dir->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *there = fd >= 0 || errno == ELOOP || errno == EACCES;
    if (fd < 0)
        return -1;
    if (!fstat(fd, info) && table_dir_owns(info) && pread(fd, head, sizeof *head, 0) == sizeof *head &&
        table_head_plausible(head, (uint64_t)info->st_size, key))
        return fd;
    close(fd);
    return -1;
}

static bool read_at(int fd, void *to, size_t size, uint64_t at)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(fd, (char *)to + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* What is checked: copies of what stands in the file. */
struct checked {
    struct table_dir *dir;
    const struct table_head *head;
    const char *key;
    const void *data;
    unsigned char *front; /* head, key and filling */
};

static bool signed_by(const struct checked *checked)
{
    const struct table_head *head = checked->head;
    struct digest_key secret = table_dir_key(checked->dir);
    struct digest made = digest_of(&secret, checked->front, head->data_at, checked->data, head->count * head->width);
    return made.v[0] == head->digest.v[0] && made.v[1] == head->digest.v[1];
}

static bool front_holds(const struct checked *checked)
{
    return table_front_holds(checked->front, checked->head, checked->key) &&
           (signed_by(checked) || (table_dir_refresh_secret(checked->dir) && signed_by(checked)));
}

/* A file that is cut off meanwhile has an end, and nothing worse. */
static enum table_file copy_file(struct checked *checked, int fd, void *data)
{
    const struct table_head *head = checked->head;
    checked->front = malloc(head->data_at);
    if (!checked->front)
        return TABLE_FILE_NO_MEMORY;
    checked->data = data;
    bool good = read_at(fd, checked->front, head->data_at, 0) && read_at(fd, data, head->count * head->width, head->data_at) &&
                front_holds(checked);
    free(checked->front);
    return good ? TABLE_FILE_FOUND : TABLE_FILE_WRONG;
}

/* Nothing that is wrong stays; but what took its place meanwhile may. */
static void remove_wrong(struct table_dir *dir, const char *name, const struct stat *seen)
{
    struct stat info;
    if (seen && !fstatat(dir->fd, name, &info, AT_SYMLINK_NOFOLLOW) && info.st_ino != seen->st_ino)
        return;
    if (unlinkat(dir->fd, name, 0))
        unlinkat(dir->fd, name, AT_REMOVEDIR);
}

enum table_file table_file_attach(struct table_dir *dir, const char *key, struct store *store, struct store_hold *hold,
                                  struct table *table)
{
    char name[TABLE_NAME];
    struct table_head head;
    struct stat info;
    bool there;
    table_file_name(key, name);
    int fd = table_head_open(dir, name, key, &head, &info, &there);
    if (fd < 0) {
        if (there)
            remove_wrong(dir, name, NULL);
        return there ? TABLE_FILE_WRONG : TABLE_FILE_NONE;
    }
    struct checked checked = {.dir = dir, .head = &head, .key = key};
    void *data = store_private_reserve(store, hold, head.count * head.width);
    enum table_file result = data ? copy_file(&checked, fd, data) : TABLE_FILE_NO_MEMORY;
    close(fd);
    if (result == TABLE_FILE_FOUND) {
        *table = table_of_head(&head, data);
        return result;
    }
    store_private_return(hold);
    if (result == TABLE_FILE_WRONG)
        remove_wrong(dir, name, &info);
    return result;
}

bool table_file_is_large(struct table_dir *dir, const char *key)
{
    char name[TABLE_NAME];
    struct stat info;
    table_file_name(key, name);
    return !fstatat(dir->fd, name, &info, AT_SYMLINK_NOFOLLOW) && info.st_size > TABLE_LARGE;
}

bool table_file_reaches(struct table_dir *dir, const char *key, uint64_t count)
{
    char name[TABLE_NAME];
    struct table_head head;
    struct stat info;
    bool there;
    table_file_name(key, name);
    int fd = table_head_open(dir, name, key, &head, &info, &there);
    if (fd < 0)
        return there; /* to be thrown away */
    close(fd);
    return head.proven || head.count >= count;
}

void table_file_touch(struct table_dir *dir, const char *key)
{
    char name[TABLE_NAME];
    table_file_name(key, name);
    utimensat(dir->fd, name, (const struct timespec[2]){{0, UTIME_NOW}, {0, UTIME_OMIT}}, AT_SYMLINK_NOFOLLOW);
}

void table_file_remove(struct table_dir *dir, const char *key)
{
    char name[TABLE_NAME];
    table_file_name(key, name);
    unlinkat(dir->fd, name, 0);
}
