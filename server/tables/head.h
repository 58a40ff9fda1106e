/* The layout of a table file's head. Internal to file.c and write.c, and to the tests that
 * forge it. */
#ifndef GRUNDY_SERVER_TABLES_HEAD_H
#define GRUNDY_SERVER_TABLES_HEAD_H

#include "server/tables/dir.h"

struct table_head {
    char magic[8];
    uint32_t order, format; /* 0x01020304 as this machine writes it */
    char engine[48];        /* table_engine() */
    uint64_t key_size, data_at, count;
    uint32_t width, proven;
    uint64_t preperiod, period, saltus, checked_to;
    struct digest digest; /* of the head with zeros here, the key, and the values */
};

enum { TABLE_PIECE = 1 << 20 }; /* bytes taken at once: a tenth of a millisecond or two */

#define TABLE_MAGIC "grundyT"
#define TABLE_ORDER UINT32_C(0x01020304)

static inline uint64_t table_data_at(size_t key_size)
{
    return (sizeof(struct table_head) + key_size + 63) / 64 * 64;
}

/* What made a table: the version, and what the linker calls this very build, so that a table made by other code is not taken for
 * ours. At most 47 bytes, filled up with zeros. */
void table_engine(char engine[48]);
/* The same, kept. */
const char *table_head_engine(void);

/* The open file and its head, if that may be believed without reading the values; else -1. `there` tells whether there is a file.
 */
int table_head_open(struct table_dir *dir, const char *name, const char *key, struct table_head *head, struct stat *info,
                    bool *there);

#endif
