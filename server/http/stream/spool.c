/* Blocks form chains by `next`, whose numbers begin with 1, so that 0 is none: those that are free, those that were dropped and
 * still have their pages in the file, and one for each stream. Blocks beyond `fresh` were never used. */
#define _GNU_SOURCE /* O_TMPFILE, fallocate, memfd_create */
#include "server/http/stream/spool.h"
#include "core/limits.h"
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { IN_MEMORY = 0x01021994 }; /* TMPFS_MAGIC */

struct block {
    uint32_t next, holder; /* holder: whose it is; kept where it was dropped, until the file has forgotten it */
};

struct spool {
    int fd;
    struct ledger *ledger; /* NULL: the file lies on a disk */
    uint32_t each, all;    /* blocks */
    pthread_mutex_t lock;
    uint32_t free, dropped, used, fresh;
    uint32_t holds[LEDGER_HOLDERS]; /* of those in use */
    struct block blocks[];          /* from 1 to all */
};

static int open_nameless(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return fd;
    char name[256];
    if ((size_t)snprintf(name, sizeof name, "%s/grundy.XXXXXX", folder) >= sizeof name)
        return -1;
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    return fd;
}

/* Who names a folder means that one. A container may have none that can be written: there it is memory. */
static int open_somewhere(void)
{
    const char *named = getenv("TMPDIR");
    int fd = open_nameless(named ? named : "/var/tmp");
    if (fd < 0 && !named)
        fd = open_nameless("/tmp");
    if (fd >= 0)
        return fd;
    log_event(LOG_INFO, "spool in memory", LOG_TEXT("folder", named ? named : "/tmp"), LOG_TEXT("error", strerror(errno)),
              LOG_TEXT("meaning", "answers that are not taken yet are counted against --memory"));
    return memfd_create("grundy.spool", MFD_CLOEXEC);
}

struct spool *spool_new(uint64_t each, struct ledger *ledger)
{
    enum { BLOCKS_MAX = 1 << 22 };
    uint64_t blocks = each / SPOOL_BLOCK < BLOCKS_MAX / SPOOL_STREAMS ? each / SPOOL_BLOCK : BLOCKS_MAX / SPOOL_STREAMS;
    struct statfs where;
    int fd = open_somewhere();
    if (fd < 0)
        return NULL;
    struct spool *spool = calloc(1, sizeof *spool + (blocks * SPOOL_STREAMS + 1) * sizeof *spool->blocks);
    if (!spool) {
        close(fd);
        return NULL;
    }
    spool->fd = fd;
    spool->each = (uint32_t)blocks;
    spool->all = (uint32_t)blocks * SPOOL_STREAMS;
    spool->ledger = !fstatfs(fd, &where) && where.f_type != IN_MEMORY ? NULL : ledger;
    pthread_mutex_init(&spool->lock, NULL);
    return spool;
}

void spool_free(struct spool *spool)
{
    if (!spool)
        return;
    spool_settle(spool);
    close(spool->fd);
    pthread_mutex_destroy(&spool->lock);
    free(spool);
}

static off_t place(uint32_t block)
{
    return (off_t)(block - 1) * SPOOL_BLOCK;
}

/* One holder may have three quarters of what the others leave, as in the ledger. */
static bool is_fair(const struct spool *spool, uint32_t holder)
{
    uint64_t others = spool->used - spool->holds[holder];
    return spool->holds[holder] < (spool->all - others) * 3 / 4;
}

/* A block of its own chain, or 0. */
static uint32_t get(struct spool *spool, uint32_t holder)
{
    pthread_mutex_lock(&spool->lock);
    uint32_t block = 0;
    if (is_fair(spool, holder)) {
        block = spool->free;
        if (block)
            spool->free = spool->blocks[block].next;
        else if (spool->fresh < spool->all)
            block = ++spool->fresh;
    }
    if (block) {
        spool->used++;
        spool->holds[holder]++;
        spool->blocks[block] = (struct block){.holder = holder};
    }
    pthread_mutex_unlock(&spool->lock);
    return block;
}

/* The file forgets these blocks, which nobody else knows. */
static void give_back(struct spool *spool, uint32_t first)
{
    struct block *blocks = spool->blocks;
    uint32_t last = 0;
    for (uint32_t run = first; run; run = blocks[last].next) {
        for (last = run; blocks[last].next == last + 1; last++)
            ;
        fallocate(spool->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place(run), place(last + 1) - place(run));
    }
    if (!first)
        return;
    for (uint32_t block = first; block; block = blocks[block].next)
        ledger_give(spool->ledger, blocks[block].holder, SPOOL_BLOCK);
    pthread_mutex_lock(&spool->lock);
    for (uint32_t block = first; block; block = blocks[block].next) {
        spool->holds[blocks[block].holder]--;
        spool->used--;
    }
    blocks[last].next = spool->free;
    spool->free = first;
    pthread_mutex_unlock(&spool->lock);
}

void spool_settle(struct spool *spool)
{
    if (!spool)
        return;
    pthread_mutex_lock(&spool->lock);
    uint32_t first = spool->dropped;
    spool->dropped = 0;
    pthread_mutex_unlock(&spool->lock);
    give_back(spool, first);
}

/* Another block at the end of the chain. Where it is memory, as much stays for making the answers. */
static bool grow(struct spool *spool, uint32_t holder, struct spooled *spooled)
{
    if (spooled->blocks >= spool->each || !ledger_bears(spool->ledger, holder, (size_t)2 * SPOOL_BLOCK) ||
        !ledger_take(spool->ledger, holder, SPOOL_BLOCK))
        return false;
    uint32_t block = get(spool, holder);
    if (!block) {
        ledger_give(spool->ledger, holder, SPOOL_BLOCK);
        return false;
    }
    if (spooled->blocks++)
        spool->blocks[spooled->last].next = block;
    else
        *spooled = (struct spooled){.first = block, .blocks = 1};
    spooled->last = block;
    spooled->end = 0;
    return true;
}

bool spool_reserve(struct spool *spool, uint32_t holder, struct spooled *spooled)
{
    return spooled->blocks || grow(spool, holder, spooled);
}

static bool write_all(int fd, const char *bytes, size_t size, off_t at)
{
    while (size) {
        ssize_t n = pwrite(fd, bytes, size, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
        at += n;
    }
    return true;
}

/* Back to what was there before; the blocks behind it are dropped. */
static void undo(struct spool *spool, struct spooled *spooled, const struct spooled *before)
{
    struct spooled more = *spooled;
    if (before->blocks) {
        more.first = spool->blocks[before->last].next;
        more.blocks -= before->blocks;
        spool->blocks[before->last].next = 0;
    }
    spool_drop(spool, &more);
    *spooled = *before;
}

bool spool_put(struct spool *spool, uint32_t holder, struct spooled *spooled, const char *bytes, size_t size)
{
    const struct spooled before = *spooled;
    while (size) {
        if ((!spooled->blocks || spooled->end == SPOOL_BLOCK) && !grow(spool, holder, spooled)) {
            undo(spool, spooled, &before);
            return false;
        }
        size_t room = SPOOL_BLOCK - spooled->end, n = size < room ? size : room;
        if (!write_all(spool->fd, bytes, n, place(spooled->last) + spooled->end)) {
            log_event(LOG_WARN, "spool not written", LOG_TEXT("error", strerror(errno)),
                      LOG_TEXT("meaning", "answers that are not taken yet have no room: such a stream ends with overloaded"));
            undo(spool, spooled, &before);
            return false;
        }
        spooled->end += (uint32_t)n;
        bytes += n;
        size -= n;
    }
    return true;
}

size_t spool_take(struct spool *spool, struct spooled *spooled, char *bytes, size_t room)
{
    if (!spooled->blocks)
        return 0;
    uint32_t first = spooled->first, end = first == spooled->last ? spooled->end : SPOOL_BLOCK;
    size_t left = end - spooled->begin;
    ssize_t n;
    do
        n = pread(spool->fd, bytes, left < room ? left : room, place(first) + spooled->begin);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        return 0;
    spooled->begin += (uint32_t)n;
    if (spooled->begin < end)
        return (size_t)n;
    spooled->first = spool->blocks[first].next;
    spooled->begin = 0;
    if (!--spooled->blocks)
        *spooled = (struct spooled){0};
    spool->blocks[first].next = 0;
    give_back(spool, first);
    return (size_t)n;
}

void spool_drop(struct spool *spool, struct spooled *spooled)
{
    if (!spooled->blocks)
        return;
    pthread_mutex_lock(&spool->lock);
    spool->blocks[spooled->last].next = spool->dropped;
    spool->dropped = spooled->first;
    pthread_mutex_unlock(&spool->lock);
    *spooled = (struct spooled){0};
}

uint64_t spool_bytes(struct spool *spool)
{
    if (!spool)
        return 0;
    pthread_mutex_lock(&spool->lock);
    uint64_t used = spool->used;
    pthread_mutex_unlock(&spool->lock);
    return used * SPOOL_BLOCK;
}
