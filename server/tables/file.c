#include "server/tables/file.h"
#include "core/store.h"
#include "server/tables/head.h"
#include "server/tables/map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char engine[48];
static pthread_once_t engine_once = PTHREAD_ONCE_INIT;

static void find_engine(void)
{
    table_engine(engine);
}

const char *table_head_engine(void)
{
    pthread_once(&engine_once, find_engine);
    return engine;
}

void table_file_name(const char *key, char name[TABLE_NAME])
{
    uint64_t sip[2] = {TABLE_FORMAT, 0};
    sip[1] = digest_siphash(sip, table_head_engine(), sizeof engine).v[0];
    struct digest digest = digest_siphash(sip, key, strlen(key));
    snprintf(name, TABLE_NAME, "%016llx%016llx.table", (unsigned long long)digest.v[0], (unsigned long long)digest.v[1]);
}

/* ---- checking ---- */

/* All that can be seen without reading the values. Sizes are compared before anything is read by them. */
static bool plausible(const struct table_head *head, uint64_t size, const char *key)
{
    size_t key_size = strlen(key);
    return !memcmp(head->magic, TABLE_MAGIC, 8) && head->order == TABLE_ORDER && head->format == TABLE_FORMAT &&
           !memcmp(head->engine, table_head_engine(), sizeof engine) && head->key_size == key_size && key_size <= TABLE_KEY_MAX &&
           head->data_at == table_data_at(key_size) && (head->width == 1 || head->width == 2 || head->width == 4) &&
           size > head->data_at && (size - head->data_at) % head->width == 0 &&
           head->count == (size - head->data_at) / head->width && head->proven <= 1 &&
           (!head->proven || (head->period && head->period <= head->count && head->preperiod <= head->count - head->period));
}

int table_head_open(struct table_dir *dir, const char *name, const char *key, struct table_head *head, struct stat *info,
                    bool *there)
{
    int fd = openat(dir->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *there = fd >= 0 || errno == ELOOP || errno == EACCES;
    if (fd < 0)
        return -1;
    if (!fstat(fd, info) && table_dir_owns(info) && pread(fd, head, sizeof *head, 0) == sizeof *head &&
        plausible(head, (uint64_t)info->st_size, key))
        return fd;
    close(fd);
    return -1;
}

/* From the file, not from its map: a file that is cut off has an end, and nothing worse. */
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

/* What is checked: the values at `data`, or in the file where that is NULL. */
struct checked {
    struct table_dir *dir;
    int fd;
    const struct table_head *head;
    const char *key;
    const unsigned char *data;
    unsigned char *front; /* head, key and filling as they were read */
    unsigned char *piece; /* room for values from the file */
};

static bool digest_make(const struct checked *checked, struct digest *digest)
{
    const struct table_head *head = checked->head;
    uint64_t bytes = head->count * head->width;
    struct digest_key secret = table_dir_key(checked->dir);
    struct digest_sum sum;
    digest_begin(&sum, &secret, checked->front, head->data_at, bytes);
    if (checked->data)
        digest_add(&sum, checked->data, bytes);
    for (uint64_t done = 0; !checked->data && done < bytes; done += TABLE_PIECE) {
        size_t size = bytes - done < TABLE_PIECE ? (size_t)(bytes - done) : TABLE_PIECE;
        if (!read_at(checked->fd, checked->piece, size, head->data_at + done))
            return false;
        digest_add(&sum, checked->piece, size);
    }
    *digest = digest_end(&sum);
    return true;
}

static bool front_holds(const struct checked *checked)
{
    static const unsigned char zeros[64];
    const struct table_head *head = checked->head;
    struct table_head blank;
    memcpy(&blank, checked->front, sizeof blank);
    if (memcmp(&blank, head, sizeof blank) != 0)
        return false; /* changed since it was found plausible */
    blank.digest = (struct digest){{0, 0}};
    memcpy(checked->front, &blank, sizeof blank);
    const unsigned char *end = checked->front + sizeof blank + head->key_size;
    if (memcmp(checked->front + sizeof blank, checked->key, head->key_size) ||
        memcmp(end, zeros, (size_t)(checked->front + head->data_at - end)))
        return false;
    struct digest made;
    for (int tries = 0; tries < 2 && digest_make(checked, &made); tries++) {
        if (made.v[0] == head->digest.v[0] && made.v[1] == head->digest.v[1])
            return true;
        if (!table_dir_refresh_secret(checked->dir))
            return false;
    }
    return false;
}

static enum table_file check_file(struct checked *checked, const char *copy)
{
    size_t size = checked->head->data_at;
    enum table_file result = TABLE_FILE_NO_MEMORY;
    checked->front = malloc(size);
    checked->piece = copy ? NULL : malloc(TABLE_PIECE);
    if (checked->front && (copy || checked->piece)) {
        if (copy)
            memcpy(checked->front, copy, size);
        bool good = (copy || read_at(checked->fd, checked->front, size, 0)) && front_holds(checked);
        result = good ? TABLE_FILE_FOUND : TABLE_FILE_WRONG;
    }
    free(checked->front);
    free(checked->piece);
    return result;
}

/* ---- memory ---- */

static void release_copy(void *base, size_t bytes)
{
    (void)bytes;
    free(base);
}

/* Cut off meanwhile, the rest is zeros, which have no digest of ours. */
static bool copy_file(int fd, size_t size, struct store_memory *memory)
{
    char *copy = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!copy)
        return false;
    if (!read_at(fd, copy, size, 0))
        memset(copy, 0, size);
    *memory = (struct store_memory){copy, size, release_copy};
    return true;
}

static void fill_table(struct table *table, const struct table_head *head, const struct store_memory *memory)
{
    const char *mapped = table_map_bytes(memory);
    *table = (struct table){.data = (mapped ? mapped : (const char *)memory->base) + head->data_at,
                            .count = head->count,
                            .width = head->width,
                            .proven = head->proven,
                            .stranger = true,
                            .preperiod = head->preperiod,
                            .period = head->period,
                            .saltus = head->saltus,
                            .checked_to = head->checked_to,
                            .keeper = mapped ? memory->base : NULL};
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

enum table_file table_file_attach(struct table_dir *dir, const char *key, struct table *table, struct store_memory *memory)
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
    bool small = info.st_size <= TABLE_COPY_MAX;
    enum table_file result = TABLE_FILE_NO_MEMORY;
    bool got = small ? copy_file(fd, (size_t)info.st_size, memory) : table_map_file(fd, &info, memory);
    if (got) {
        fill_table(table, &head, memory);
        struct checked checked = {.dir = dir, .fd = fd, .head = &head, .key = key, .data = small ? table->data : NULL};
        result = check_file(&checked, small ? memory->base : NULL);
    }
    close(fd);
    if (result == TABLE_FILE_FOUND)
        return result;
    if (got)
        memory->release(memory->base, memory->bytes);
    if (result == TABLE_FILE_WRONG)
        remove_wrong(dir, name, &info);
    return result;
}

bool table_file_is_large(struct table_dir *dir, const char *key)
{
    char name[TABLE_NAME];
    struct stat info;
    table_file_name(key, name);
    return !fstatat(dir->fd, name, &info, AT_SYMLINK_NOFOLLOW) && info.st_size > TABLE_COPY_MAX;
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

bool table_file_holds(struct table_dir *dir, const char *key, const struct table *table)
{
    char name[TABLE_NAME];
    struct stat info = {.st_ino = 0};
    if (table_map_holds(table->keeper, &info))
        return true;
    table_file_name(key, name);
    remove_wrong(dir, name, &info);
    return false;
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
