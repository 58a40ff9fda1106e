/* One table as one file: a head, the key, zeros to a multiple of 64, the values. Written whole before it gets its name, and
 * immutable from then on; a digest under the directory's secret covers every byte of it.
 *
 * What is small is copied before it is checked, so that nobody can change it afterwards. What is large is mapped, and looked at
 * again whenever it is found: changed since (which only a process of the same user can do), it is given up; cut off while it is
 * read, the request ends without an answer (server/tables/map.h). */
#ifndef GRUNDY_SERVER_TABLES_FILE_H
#define GRUNDY_SERVER_TABLES_FILE_H

#include "core/store.h"
#include "server/tables/dir.h"

enum {
    TABLE_COPY_MAX = 4 << 20, /* bytes of a file that is copied: verified at 10 GB/s, and only a few are larger */
    TABLE_KEY_MAX = 1 << 16,  /* rules of 1024 amounts take 20 KB */
    TABLE_FORMAT = 1,
};

/* The name of the file for that key, made by this engine. */
void table_file_name(const char *key, char name[TABLE_NAME]);

enum table_file { TABLE_FILE_FOUND, TABLE_FILE_NONE, TABLE_FILE_WRONG, TABLE_FILE_NO_MEMORY };

/* The table of the file, its memory owned by the caller. WRONG: it is not to be believed, and was removed. */
enum table_file table_file_attach(struct table_dir *dir, const char *key, struct table *table, struct store_memory *memory);
/* Whether there is a file that takes long to check. */
bool table_file_is_large(struct table_dir *dir, const char *key);
/* Whether the file claims so many values, or a period: worth a look. */
bool table_file_reaches(struct table_dir *dir, const char *key, uint64_t count);
/* Whether a mapped table (table->keeper is set) is still what was checked. If not, its file is removed where it has its name
 * still.
 */
bool table_file_holds(struct table_dir *dir, const char *key, const struct table *table);
/* Says that the table is in use, so that others go first. */
void table_file_touch(struct table_dir *dir, const char *key);

enum table_written { TABLE_WRITTEN, TABLE_NOT_LONGER, TABLE_NO_TIME, TABLE_FULL, TABLE_FAILED };

/* Writes the file, unless one that is as good is there, or the budget table->within ends meanwhile. If it is large, also maps it:
 * memory->base is set then, and *table points there. errno tells about FAILED. */
enum table_written table_file_write(struct table_dir *dir, const char *key, struct table *table, struct store_memory *memory);
void table_file_remove(struct table_dir *dir, const char *key);

#endif
