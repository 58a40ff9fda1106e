/* Writing table files: see server/tables/file.h. */
#include "server/tables/write.h"

#include "core/memory/store.h"
#include "server/tables/file.h"
#include "server/tables/head.h"
#include "server/tables/room.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* `old`: the bytes of the file that is there, 0 where none is to be believed. */
static bool as_good_there(struct table_dir *dir, const char *name, const char *key, const struct table *table, uint64_t *old)
{
    struct table_head head;
    struct stat info;
    bool there;
    *old = 0;
    int fd = table_head_open(dir, name, key, &head, &info, &there);
    if (fd < 0)
        return false;
    close(fd);
    *old = (uint64_t)info.st_blocks * 512;
    if (head.count != table->count || head.proven != table->proven)
        return head.count > table->count || (head.count == table->count && head.proven);
    return head.proven || head.checked_to >= table->checked_to;
}

static bool write_all(int fd, const void *from, size_t size, uint64_t at)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = pwrite(fd, (const char *)from + done, size - done, (off_t)(at + done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

struct file {
    struct table_dir *dir;
    const struct table *table;
    const char *key, *name;
    char temporary[TABLE_NAME];
    int fd;
    unsigned char *front;
    uint64_t data_at, bytes; /* of the values */
};

/* What is small is written in any case: it takes no longer than a look at a clock is late. */
static bool in_time(const struct file *file)
{
    const struct budget *within = file->table->within;
    return file->bytes <= TABLE_LARGE || !within || !within->look || within->look(within->what) == STATUS_ok;
}

/* The front of the file, without its digest. */
static bool make_front(struct file *file, struct table_head *head)
{
    file->front = calloc(1, file->data_at);
    if (!file->front)
        return false;
    table_head_make(head, file->front, file->key, file->table);
    return true;
}

static enum table_written write_values(struct file *file, struct table_head *head)
{
    const char *from = file->table->data;
    struct digest_key secret = table_dir_key(file->dir);
    struct digest_sum sum;
    digest_begin(&sum, &secret, file->front, file->data_at, file->bytes);
    for (uint64_t done = 0; done < file->bytes; done += TABLE_PIECE) {
        size_t size = file->bytes - done < TABLE_PIECE ? (size_t)(file->bytes - done) : TABLE_PIECE;
        if (!in_time(file))
            return TABLE_NO_TIME;
        digest_add(&sum, from + done, size);
        if (!write_all(file->fd, from + done, size, file->data_at + done))
            return TABLE_FAILED;
    }
    head->digest = digest_end(&sum);
    memcpy(file->front, head, sizeof *head);
    return write_all(file->fd, file->front, file->data_at, 0) ? TABLE_WRITTEN : TABLE_FAILED;
}

/* Gives the file its name, unless what has the name now is as good: looked at and changed under a lock, so that a long table is
 * never replaced by a short one. */
static enum table_written put_in_place(struct file *file)
{
    uint64_t old;
    struct stat info;
    int lock = table_dir_name_lock(file->dir, file->name);
    if (lock < 0)
        return TABLE_FAILED;
    enum table_written result = TABLE_NOT_LONGER;
    if (!as_good_there(file->dir, file->name, file->key, file->table, &old)) {
        result = renameat(file->dir->fd, file->temporary, file->dir->fd, file->name) ? TABLE_FAILED : TABLE_WRITTEN;
        if (result == TABLE_WRITTEN && !fstat(file->fd, &info)) {
            atomic_fetch_add(&file->dir->bytes, (uint64_t)info.st_blocks * 512 - old);
            atomic_fetch_add(&file->dir->tables, old ? 0 : 1);
        }
    }
    int error = errno;
    close(lock);
    errno = error;
    return result;
}

/* The file in the making, all of its room taken. */
static enum table_written create(struct file *file)
{
    struct table_dir *dir = file->dir;
    size_t size = file->data_at + file->bytes;
    if (!table_dir_make_room(dir, size, file->name, false))
        return TABLE_FULL;
    file->fd = table_dir_create(dir, size, file->table->within, file->temporary);
    if (file->fd < 0 && errno == ENOSPC) {
        table_dir_make_room(dir, size, file->name, true);
        file->fd = table_dir_create(dir, size, file->table->within, file->temporary);
    }
    if (file->fd >= 0)
        return TABLE_WRITTEN;
    if (errno == ETIME)
        return TABLE_NO_TIME;
    return errno == ENOSPC || errno == EFBIG || errno == EDQUOT ? TABLE_FULL : TABLE_FAILED;
}

static enum table_written write_file(struct file *file)
{
    struct table_head head;
    if (!make_front(file, &head))
        return TABLE_FAILED;
    enum table_written result = create(file);
    if (result != TABLE_WRITTEN)
        return result;
    result = write_values(file, &head);
    if (result == TABLE_WRITTEN)
        result = put_in_place(file);
    int error = errno;
    if (result != TABLE_WRITTEN)
        unlinkat(file->dir->fd, file->temporary, 0);
    errno = error;
    return result;
}

enum table_written table_file_write(struct table_dir *dir, const char *key, const struct table *table)
{
    char name[TABLE_NAME];
    uint64_t old;
    struct file file = {.dir = dir,
                        .table = table,
                        .key = key,
                        .name = name,
                        .fd = -1,
                        .data_at = table_data_at(strlen(key)),
                        .bytes = table->count * table->width};
    if (strlen(key) > TABLE_KEY_MAX || file.data_at + file.bytes > atomic_load(&dir->bytes_max))
        return TABLE_FULL;
    table_file_name(key, name);
    if (as_good_there(dir, name, key, table, &old))
        return TABLE_NOT_LONGER;
    enum table_written result = write_file(&file);
    int error = errno;
    if (file.fd >= 0)
        close(file.fd);
    free(file.front);
    errno = error;
    return result;
}
