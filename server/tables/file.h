/* One table as one file: a head, the key, zeros to a multiple of 64, the values. Written whole before it gets its name, and
 * immutable from then on; a digest under the directory's secret covers every byte of it.
 *
 * A file is copied, and the copy is checked: nobody else can change what answers are read from. Each process copies a table once;
 * that takes as long as reading it for the digest would. */
#ifndef GRUNDY_SERVER_TABLES_FILE_H
#define GRUNDY_SERVER_TABLES_FILE_H

#include "core/memory/store.h"
#include "server/tables/dir.h"

enum {
    TABLE_LARGE = 4 << 20,   /* bytes of a file that takes a worker's time to read: a millisecond and more */
    TABLE_KEY_MAX = 1 << 16, /* rules of 1024 amounts take 20 KB */
    TABLE_FORMAT = 1,
};

struct table_head;

/* The name of the file for that key, made by this engine. */
void table_file_name(const char *key, char name[TABLE_NAME]);

enum table_file { TABLE_FILE_FOUND, TABLE_FILE_NONE, TABLE_FILE_WRONG, TABLE_FILE_NO_MEMORY };

/* A copy of the file's table, in memory of `store` (a private one) that the hold has. WRONG: it is not to be believed, and was
 * removed; nothing is held then. */
enum table_file table_file_attach(struct table_dir *dir, const char *key, struct store *store, struct store_hold *hold,
                                  struct table *table);
/* Whether there is a file that takes long to check. */
bool table_file_is_large(struct table_dir *dir, const char *key);
/* Whether the file claims so many values, or a period: worth a look. */
bool table_file_reaches(struct table_dir *dir, const char *key, uint64_t count);
/* Says that the table is in use, so that others go first. */
void table_file_touch(struct table_dir *dir, const char *key);

/* The open file and its head, if that may be believed without reading the values; else -1. `there` tells whether there is a file.
 */
int table_head_open(struct table_dir *dir, const char *name, const char *key, struct table_head *head, struct stat *info,
                    bool *there);
void table_file_remove(struct table_dir *dir, const char *key);

#endif
