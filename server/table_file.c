#include "server/table_file.h"
#include "server/table_head.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is remembered of a mapped file. */
struct mapping {
    char name[TABLE_NAME];
    ino_t ino;
    off_t size;
    struct timespec changed;
    void *at;
};

static char engine[48];
static pthread_once_t engine_once = PTHREAD_ONCE_INIT;

static void find_engine(void)
{
    table_engine(engine);
}

void table_file_name(const char *key, char name[TABLE_NAME])
{
    pthread_once(&engine_once, find_engine);
    uint64_t sip[2] = {TABLE_FORMAT, 0};
    sip[1] = digest_siphash(sip, engine, sizeof engine).v[0];
    struct digest digest = digest_siphash(sip, key, strlen(key));
    snprintf(name, TABLE_NAME, "%016llx%016llx.table", (unsigned long long)digest.v[0], (unsigned long long)digest.v[1]);
}

/* ---- checking ---- */

/* All that can be seen without reading the values. Sizes are compared before anything is read by them. */
static bool plausible(const struct table_head *head, uint64_t size, const char *key)
{
    pthread_once(&engine_once, find_engine);
    size_t key_size = strlen(key);
    return !memcmp(head->magic, TABLE_MAGIC, 8) && head->order == TABLE_ORDER && head->format == TABLE_FORMAT &&
           !memcmp(head->engine, engine, sizeof engine) && head->key_size == key_size && key_size <= TABLE_KEY_MAX &&
           head->data_at == table_data_at(key_size) && (head->width == 1 || head->width == 2 || head->width == 4) &&
           size > head->data_at && (size - head->data_at) % head->width == 0 &&
           head->count == (size - head->data_at) / head->width && head->proven <= 1 &&
           (!head->proven || (head->period && head->period <= head->count && head->preperiod <= head->count - head->period));
}

/* The file and its head, if it may be believed so far. `there` tells whether there is a file at all. */
static int open_head(struct table_dir *dir, const char *name, const char *key, struct table_head *head, struct stat *info,
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

/* Head, key and filling as the file has them, from `base`; the values follow. */
static bool digest_holds(struct table_dir *dir, const unsigned char *base, const struct table_head *head, const char *key)
{
    static const unsigned char zeros[64];
    struct table_head blank;
    unsigned char *front = malloc(head->data_at);
    if (!front)
        return false;
    memcpy(front, base, head->data_at);
    memcpy(&blank, front, sizeof blank);
    struct digest told = blank.digest;
    blank.digest = (struct digest){{0, 0}};
    memcpy(front, &blank, sizeof blank);
    const unsigned char *end = front + sizeof blank + head->key_size;
    bool good = !memcmp(front + sizeof blank, key, head->key_size) && !memcmp(end, zeros, (size_t)(front + head->data_at - end));
    for (int tries = 0; good && tries < 2; tries++) {
        struct digest_key secret = table_dir_key(dir);
        struct digest made = digest_of(&secret, front, head->data_at, base + head->data_at, head->count * head->width);
        bool same = made.v[0] == told.v[0] && made.v[1] == told.v[1];
        if (same || !table_dir_refresh_secret(dir)) {
            good = same;
            break;
        }
    }
    free(front);
    return good;
}

/* ---- memory ---- */

static void release_copy(void *base, size_t bytes)
{
    (void)bytes;
    free(base);
}

static void release_mapping(void *base, size_t bytes)
{
    struct mapping *mapping = base;
    munmap(mapping->at, bytes);
    free(mapping);
}

static bool copy_file(int fd, size_t size, struct store_memory *memory)
{
    char *copy = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!copy)
        return false;
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(fd, copy + done, size - done, (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) { /* cut meanwhile: zeros have no digest of ours */
            memset(copy + done, 0, size - done);
            break;
        }
        done += (size_t)got;
    }
    *memory = (struct store_memory){copy, size, release_copy};
    return true;
}

static bool map_file(int fd, const char *name, const struct stat *info, struct store_memory *memory)
{
    struct mapping *mapping = malloc(sizeof *mapping);
    if (!mapping)
        return false;
    void *at = mmap(NULL, (size_t)info->st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) {
        free(mapping);
        return false;
    }
    *mapping = (struct mapping){.ino = info->st_ino, .size = info->st_size, .changed = info->st_mtim, .at = at};
    memcpy(mapping->name, name, strlen(name) + 1);
    *memory = (struct store_memory){mapping, (size_t)info->st_size, release_mapping};
    return true;
}

static void fill_table(struct table *table, const struct table_head *head, const struct store_memory *memory)
{
    bool mapped = memory->release == release_mapping;
    const char *base = mapped ? ((const struct mapping *)memory->base)->at : memory->base;
    *table = (struct table){.data = base + head->data_at,
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

enum table_file table_file_attach(struct table_dir *dir, const char *key, struct table *table, struct store_memory *memory)
{
    char name[TABLE_NAME];
    struct table_head head;
    struct stat info;
    bool there;
    table_file_name(key, name);
    int fd = open_head(dir, name, key, &head, &info, &there);
    if (fd < 0) {
        if (there)
            unlinkat(dir->fd, name, 0);
        return there ? TABLE_FILE_WRONG : TABLE_FILE_NONE;
    }
    bool small = info.st_size <= TABLE_COPY_MAX;
    bool got = small ? copy_file(fd, (size_t)info.st_size, memory) : map_file(fd, name, &info, memory);
    close(fd);
    if (!got)
        return TABLE_FILE_NO_MEMORY;
    fill_table(table, &head, memory);
    if (digest_holds(dir, (const unsigned char *)table->data - head.data_at, &head, key))
        return TABLE_FILE_FOUND;
    memory->release(memory->base, memory->bytes);
    unlinkat(dir->fd, name, 0);
    return TABLE_FILE_WRONG;
}

bool table_file_reaches(struct table_dir *dir, const char *key, uint64_t count)
{
    char name[TABLE_NAME];
    struct table_head head;
    struct stat info;
    bool there;
    table_file_name(key, name);
    int fd = open_head(dir, name, key, &head, &info, &there);
    if (fd < 0)
        return there; /* to be thrown away */
    close(fd);
    return head.proven || head.count >= count;
}

bool table_file_holds(struct table_dir *dir, const struct table *table)
{
    const struct mapping *mapping = table->keeper;
    struct stat info;
    if (fstatat(dir->fd, mapping->name, &info, AT_SYMLINK_NOFOLLOW) || info.st_ino != mapping->ino)
        return true; /* it has lost its name, and with it everybody who could open it */
    return info.st_size == mapping->size && info.st_mtim.tv_sec == mapping->changed.tv_sec &&
           info.st_mtim.tv_nsec == mapping->changed.tv_nsec;
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

/* ---- writing ---- */

/* A longer table may be put in place between this look and the renaming; it is lost then, and made again when it is wanted. */
static bool as_good_there(struct table_dir *dir, const char *name, const char *key, const struct table *table)
{
    struct table_head head;
    struct stat info;
    bool there;
    int fd = open_head(dir, name, key, &head, &info, &there);
    if (fd < 0)
        return false;
    close(fd);
    return head.count > table->count || (head.count == table->count && (head.proven || !table->proven));
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

/* The front of the file, in malloc's memory. */
static unsigned char *make_front(struct table_dir *dir, const char *key, const struct table *table)
{
    size_t key_size = strlen(key);
    struct table_head head = {.magic = TABLE_MAGIC,
                              .order = TABLE_ORDER,
                              .format = TABLE_FORMAT,
                              .key_size = key_size,
                              .data_at = table_data_at(key_size),
                              .count = table->count,
                              .width = table->width,
                              .proven = table->proven,
                              .preperiod = table->preperiod,
                              .period = table->period,
                              .saltus = table->saltus,
                              .checked_to = table->checked_to};
    pthread_once(&engine_once, find_engine);
    memcpy(head.engine, engine, sizeof engine);
    unsigned char *front = calloc(1, head.data_at);
    if (!front)
        return NULL;
    memcpy(front, &head, sizeof head);
    memcpy(front + sizeof head, key, key_size);
    struct digest_key secret = table_dir_key(dir);
    head.digest = digest_of(&secret, front, head.data_at, table->data, table->count * table->width);
    memcpy(front, &head, sizeof head);
    return front;
}

static int create(struct table_dir *dir, size_t size, char temporary[TABLE_NAME])
{
    table_dir_make_room(dir, size, false);
    int fd = table_dir_create(dir, size, temporary);
    if (fd >= 0 || errno != ENOSPC)
        return fd;
    table_dir_make_room(dir, size, true);
    return table_dir_create(dir, size, temporary);
}

static void map_written(int fd, const char *name, struct table *table, uint64_t data_at, struct store_memory *memory)
{
    struct stat info;
    if (fstat(fd, &info) || info.st_size <= TABLE_COPY_MAX || !map_file(fd, name, &info, memory))
        return;
    table->data = (const char *)((const struct mapping *)memory->base)->at + data_at;
    table->keeper = memory->base;
}

enum table_written table_file_write(struct table_dir *dir, const char *key, struct table *table, struct store_memory *memory)
{
    char name[TABLE_NAME], temporary[TABLE_NAME];
    size_t bytes = table->count * table->width, data_at = table_data_at(strlen(key)), size = data_at + bytes;
    *memory = (struct store_memory){0};
    if (strlen(key) > TABLE_KEY_MAX || size > dir->bytes_max)
        return TABLE_FULL;
    table_file_name(key, name);
    if (as_good_there(dir, name, key, table))
        return TABLE_NOT_LONGER;
    unsigned char *front = make_front(dir, key, table);
    int fd = front ? create(dir, size, temporary) : -1;
    if (fd < 0) {
        free(front);
        return errno == ENOSPC ? TABLE_FULL : TABLE_FAILED;
    }
    bool good = write_all(fd, front, data_at, 0) && write_all(fd, table->data, bytes, data_at) &&
                !renameat(dir->fd, temporary, dir->fd, name);
    if (good) {
        atomic_fetch_add(&dir->bytes, size);
        atomic_fetch_add(&dir->tables, 1);
        map_written(fd, name, table, data_at, memory);
    } else {
        unlinkat(dir->fd, temporary, 0);
    }
    close(fd);
    free(front);
    return good ? TABLE_WRITTEN : TABLE_FAILED;
}
