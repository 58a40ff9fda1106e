/* The memory of the whole process in one number. Whatever a client can make us hold asks here before it is allocated, and says
 * when it is given back; what does not fit is refused by whoever asked. Blocks of the arenas' sizes are kept for the next
 * request, because fresh pages are dear; what was not needed for a while goes back.
 *
 * Fair: one holder may have three quarters of what the others leave, so that there is always something for whoever comes next.
 * From any thread. */
#ifndef GRUNDY_CORE_MEMORY_LEDGER_H
#define GRUNDY_CORE_MEMORY_LEDGER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEDGER_BLOCK_MIN = 65536,   /* the sizes that are kept: this, and each by a quarter, a half and three quarters more, */
    LEDGER_BLOCK_MAX = 8 << 20, /* doubled up to this */
    LEDGER_SIZES = 29,
    LEDGER_PLACES = 64, /* of each size, kept for blocks to come */
    LEDGER_HOLDERS = 1024,
    LEDGER_NOBODY = 0, /* the holder of what is no client's: may have everything */
};

struct ledger_spare;

struct ledger {
    pthread_mutex_t lock;
    size_t held, most; /* bytes, spare blocks among them */
    size_t peak;       /* the most ever held */
    size_t spared;     /* bytes of spare blocks */
    size_t placed;     /* of places: no more than `most` */
    size_t holds[LEDGER_HOLDERS];
    uint64_t refused;
    struct {
        struct ledger_spare *first;
        size_t count, least; /* least since ledger_settle(): nobody missed so many */
    } spare[LEDGER_SIZES];
    struct {
        void *v[LEDGER_PLACES];
        size_t count;
    } places[LEDGER_SIZES]; /* of blocks without memory: addresses alone, which nothing is counted for */
};

struct ledger_counts {
    size_t held, most, peak, spare;
    uint64_t refused;
};

void ledger_init(struct ledger *ledger, size_t most);
void ledger_free(struct ledger *ledger);
/* Whose memory it is: a number for every client, which a few may share. */
static inline uint32_t ledger_holder(uint64_t client)
{
    return 1 + (uint32_t)(client % (LEDGER_HOLDERS - 1));
}
/* Memory that is somewhere else. False: it does not fit. A NULL ledger bears everything, here and below. */
bool ledger_take(struct ledger *ledger, uint32_t holder, size_t bytes);
void ledger_give(struct ledger *ledger, uint32_t holder, size_t bytes);
/* The least size of at least so many bytes that is kept, or else just so many. */
size_t ledger_handy(size_t bytes);
/* Memory that was taken first. NULL: it does not fit, or there is none. */
void *ledger_block(struct ledger *ledger, uint32_t holder, size_t bytes);
void ledger_block_free(struct ledger *ledger, uint32_t holder, void *block, size_t bytes);
/* Gives back the spare blocks that nobody wanted since the last call. */
void ledger_settle(struct ledger *ledger);
/* So many bytes would fit now. */
bool ledger_bears(struct ledger *ledger, uint32_t holder, size_t bytes);
struct ledger_counts ledger_count(struct ledger *ledger);

#endif
