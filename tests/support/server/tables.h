/* For tests of the shared tables: a directory that goes with the test, tables with known values, files as raw bytes. */
#ifndef GRUNDY_TESTS_SUPPORT_TABLES_H
#define GRUNDY_TESTS_SUPPORT_TABLES_H

#include "core/memory/store.h"

#include <stdbool.h>
#include <stddef.h>

extern char tables_directory[64]; /* in a file system in memory, where there is one */

/* Makes and removes the directory; checked fixtures. */
void tables_setup(void);
void tables_teardown(void);
/* A path in it; the text stays until the next call but seven. */
const char *tables_path(const char *name);
/* The one *.table in it. */
const char *tables_only_file(void);
/* How many names in it begin and end like this. */
int tables_names(const char *begin, const char *end);

/* `count` values of that width, in malloc's memory that lasts as long as the test. */
struct table tables_values(uint64_t count, uint32_t width);
bool tables_same_values(const struct table *a, const struct table *b);

/* A file's bytes, in malloc's memory that lasts as long as the test. */
unsigned char *tables_read(const char *path, size_t *size);
/* Made anew with mode 0600, or shortened. */
void tables_write(const char *path, const void *bytes, size_t size);

#endif
