/* Writing table files. */
#ifndef GRUNDY_SERVER_TABLES_WRITE_H
#define GRUNDY_SERVER_TABLES_WRITE_H

#include "server/tables/file.h"

enum table_written { TABLE_WRITTEN, TABLE_NOT_LONGER, TABLE_NO_TIME, TABLE_FULL, TABLE_FAILED };

/* Writes the file, unless one that is as good is there, or the budget table->within ends meanwhile. errno tells about FAILED. */
enum table_written table_file_write(struct table_dir *dir, const char *key, const struct table *table);

#endif
