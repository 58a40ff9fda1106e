/* The layout of a table file's head, which a value of the second tier has, too. Internal to this folder, and to the tests that
 * forge it. */
#ifndef GRUNDY_SERVER_TABLES_HEAD_H
#define GRUNDY_SERVER_TABLES_HEAD_H

#include "core/memory/store.h"
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

enum { TABLE_ENGINE = 48 };
enum { TABLE_PIECE = 1 << 20 }; /* bytes taken at once: a tenth of a millisecond or two */

#define TABLE_MAGIC "grundyT"
#define TABLE_ORDER UINT32_C(0x01020304)

static inline uint64_t table_data_at(size_t key_size)
{
    return (sizeof(struct table_head) + key_size + 63) / 64 * 64;
}

/* What table_engine() tells, kept. */
const char *table_head_engine(void);

/* All that can be seen of a head without reading the values; `size` bytes is the whole. */
bool table_head_plausible(const struct table_head *head, uint64_t size, const char *key);
/* The head for that table and key, without its digest; `front` has room for table_data_at(strlen(key)) zeros, and gets head and
 * key. */
void table_head_make(struct table_head *head, unsigned char *front, const char *key, const struct table *table);
/* Whether the front is that head, the key and zeros; its digest is made zero then, as it was when it was computed. */
bool table_front_holds(unsigned char *front, const struct table_head *head, const char *key);
/* What the head tells of the values at `data`, which a stranger made. */
struct table table_of_head(const struct table_head *head, const void *data);

#endif
