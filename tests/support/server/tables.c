#define _GNU_SOURCE /* nftw */
#include "tests/support/server/tables.h"

#include "core/memory/store.h"
#include "tests/support/core/marks.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char tables_directory[64];

static void *kept[4096]; /* so that nothing is lost when a leak is looked for */
static size_t kept_count;

static void *keep(void *memory)
{
    ck_assert_ptr_nonnull(memory);
    ck_assert_uint_lt(kept_count, sizeof kept / sizeof *kept);
    return kept[kept_count++] = memory;
}

void tables_setup(void)
{
    snprintf(tables_directory, sizeof tables_directory, "%s/grundy-test-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    ck_assert_ptr_nonnull(mkdtemp(tables_directory));
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info, (void)type, (void)where;
    return remove(path);
}

void tables_teardown(void)
{
    if (getuid() == 0)
        ck_assert_int_eq(seteuid(0), 0); /* a test may have stepped down */
    nftw(tables_directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    while (kept_count)
        free(kept[--kept_count]);
}

const char *tables_path(const char *name)
{
    static char paths[8][400];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", tables_directory, name);
    return path;
}

static const char *walk(const char *begin, const char *end, int *count)
{
    const char *last = NULL;
    DIR *list = opendir(tables_directory);
    ck_assert_ptr_nonnull(list);
    *count = 0;
    for (struct dirent *entry; (entry = readdir(list));) {
        size_t n = strlen(entry->d_name), tail = strlen(end);
        if (entry->d_name[0] == '.' || strncmp(entry->d_name, begin, strlen(begin)) != 0 || n < tail ||
            strcmp(entry->d_name + n - tail, end) != 0)
            continue;
        last = tables_path(entry->d_name);
        (*count)++;
    }
    closedir(list);
    return last;
}

int tables_names(const char *begin, const char *end)
{
    int count;
    walk(begin, end, &count);
    return count;
}

const char *tables_only_file(void)
{
    int count;
    const char *path = walk("", ".table", &count);
    ck_assert_int_eq(count, 1);
    return path;
}

struct table tables_values(uint64_t count, uint32_t width)
{
    unsigned char *data = keep(aligned_alloc(64, (count * width + 63) / 64 * 64));
    for (uint64_t i = 0; i < count * width; i++)
        data[i] = (unsigned char)(i * 7 ^ i >> 8 ^ count);
    return (struct table){.data = data, .count = count, .width = width};
}

bool tables_same_values(const struct table *a, const struct table *b)
{
    return a->count == b->count && a->width == b->width && !memcmp(a->data, b->data, a->count * a->width);
}

unsigned char *tables_read(const char *path, size_t *size)
{
    struct stat info;
    int fd = open(path, O_RDONLY);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fstat(fd, &info), 0);
    *size = (size_t)info.st_size;
    unsigned char *bytes = keep(malloc(*size + 1));
    ck_assert_int_eq(read(fd, bytes, *size), info.st_size);
    close(fd);
    return bytes;
}

void tables_write(const char *path, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}
