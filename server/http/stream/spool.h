/* Answers that wait for a client who sends everything before it reads anything: blocks of one file without a name, shared by all
 * streams, so that they cost disk and not memory. The file is opened once, at start. Where it lies in memory after all (tmpfs, or
 * no folder can be written), its blocks are counted there. Each `struct spooled` belongs to one thread at a time; the rest is for
 * any thread.
 *
 * Fair: the streams of one holder (core/memory/ledger.h) may have three quarters of what the others leave. */
#ifndef GRUNDY_SERVER_HTTP_STREAM_SPOOL_H
#define GRUNDY_SERVER_HTTP_STREAM_SPOOL_H

#include "core/memory/ledger.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPOOL_BLOCK = 262144 };

struct spool;

/* What one stream has there, first in, first out. All zeros: nothing. */
struct spooled {
    uint32_t first, last, blocks; /* of a chain */
    uint32_t begin, end;          /* bytes of the first block that are taken, of the last one that are written */
};

/* `each` is the most that one stream may have; all together have SPOOL_STREAMS times that. `ledger` is asked where the file lies
 * in memory. NULL: there is nowhere to put it, with errno. */
struct spool *spool_new(uint64_t each, struct ledger *ledger);
void spool_free(struct spool *spool);
/* Now and then, by a thread that may wait for a disk: blocks that were dropped can be used again. */
void spool_settle(struct spool *spool);

/* There is room for the first bytes, now or already. Costs no access to the file, either. */
bool spool_reserve(struct spool *spool, uint32_t holder, struct spooled *spooled);
/* Always of the same holder for one stream. False: it does not fit, or cannot be written; then nothing is. */
bool spool_put(struct spool *spool, uint32_t holder, struct spooled *spooled, const char *bytes, size_t size);
/* Takes up to `room` bytes; 0: there are none, or they cannot be read. */
size_t spool_take(struct spool *spool, struct spooled *spooled, char *bytes, size_t room);
/* Nobody wants the rest. Costs no access to the file. */
void spool_drop(struct spool *spool, struct spooled *spooled);
static inline bool spool_holds(const struct spooled *spooled)
{
    return spooled->blocks > 1 || spooled->begin < spooled->end;
}
/* Bytes of blocks in use, by everybody. */
uint64_t spool_bytes(struct spool *spool);

#endif
