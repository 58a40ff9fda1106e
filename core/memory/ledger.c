/* One lock over one number: who asks is about to fill 64 KiB or more. */
#define _GNU_SOURCE /* madvise */
#include "core/memory/ledger.h"

#include <assert.h>
#include <stdlib.h>
#if defined(__linux__) && !defined(GRUNDY_SANITIZED) /* who looks for wrong addresses wants them from malloc() */
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Of a ledger not by malloc(): it holds its lock while it asks the kernel, and a loop that wants a few bytes would wait for a
 * worker that was sent to sleep meanwhile. Where there is none, nothing keeps blocks for the next but malloc(). Blocks of 4 MiB
 * and more begin where a page of 2 MiB may. */
#ifdef MADV_HUGEPAGE
enum { LARGE = 4 << 20, PAGE = 2 << 20 };

static bool is_mapped(const struct ledger *ledger, size_t bytes)
{
    return bytes >= (ledger ? (size_t)LEDGER_BLOCK_MIN : (size_t)LARGE);
}

static bool is_large(size_t bytes)
{
    return bytes >= LARGE && bytes <= SIZE_MAX - 2 * PAGE;
}

static void *map(size_t size)
{
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

/* What cannot be unmapped, because there are too many mappings, is emptied at least. */
static void unmap(void *from, size_t size)
{
    if (munmap(from, size))
        madvise(from, size, MADV_DONTNEED);
}

/* Nothing stays mapped behind it: where the kernel fills all that it can with large pages, that would be there, and not counted.
 */
static void *new_block(const struct ledger *ledger, size_t bytes)
{
    if (!is_mapped(ledger, bytes))
        return malloc(bytes);
    char *all = map(is_large(bytes) ? bytes + PAGE : bytes);
    if (!all)
        return NULL;
    if (!is_large(bytes)) { /* or one large page would reach from it into a place without memory */
        madvise(all, bytes, MADV_NOHUGEPAGE);
        return all;
    }
    size_t before = (PAGE - (uintptr_t)all % PAGE) % PAGE, small = (size_t)sysconf(_SC_PAGESIZE);
    size_t end = (before + bytes + small - 1) / small * small;
    if (before)
        unmap(all, before);
    if (end < bytes + PAGE)
        unmap(all + end, bytes + PAGE - end);
    madvise(all + before, bytes / PAGE * PAGE, MADV_HUGEPAGE); /* refused, the pages are small ones */
    return all + before;
}

static void old_block(const struct ledger *ledger, void *block, size_t bytes)
{
    if (is_mapped(ledger, bytes))
        unmap(block, bytes);
    else
        free(block);
}

/* True: its pages are gone, its place can be used again. */
static bool empty_block(void *block, size_t bytes)
{
    return !madvise(block, bytes, MADV_DONTNEED);
}
#else
static void *new_block(const struct ledger *ledger, size_t bytes)
{
    (void)ledger;
    return malloc(bytes);
}

static void old_block(const struct ledger *ledger, void *block, size_t bytes)
{
    (void)ledger;
    (void)bytes;
    free(block);
}

static bool empty_block(void *block, size_t bytes)
{
    (void)block;
    (void)bytes;
    return true; /* not so: but whoever looks for races sees what follows */
}
#endif

struct ledger_spare {
    struct ledger_spare *next;
    size_t bytes;
};

_Static_assert(LEDGER_BLOCK_MIN << (LEDGER_SIZES / 4) == LEDGER_BLOCK_MAX, "every size has its list");

static size_t size_at(size_t i)
{
    return LEDGER_BLOCK_MIN / 4 * (4 + i % 4) << i / 4;
}

void ledger_init(struct ledger *ledger, size_t most)
{
    *ledger = (struct ledger){.most = most};
    pthread_mutex_init(&ledger->lock, NULL);
}

/* The list for blocks of that size and somewhat smaller ones, or LEDGER_SIZES. */
static size_t size_index(size_t bytes)
{
    size_t i = 0;
    while (i < LEDGER_SIZES && size_at(i) < bytes)
        i++;
    return i;
}

size_t ledger_handy(size_t bytes)
{
    size_t i = size_index(bytes);
    return i < LEDGER_SIZES ? size_at(i) : bytes;
}

/* A block goes to the list of its very size. */
static size_t list_of(size_t bytes)
{
    size_t i = size_index(bytes);
    return i < LEDGER_SIZES && size_at(i) == bytes ? i : LEDGER_SIZES;
}

static struct ledger_spare *pop(struct ledger *ledger, size_t i)
{
    struct ledger_spare *block = ledger->spare[i].first;
    ledger->spare[i].first = block->next;
    if (--ledger->spare[i].count < ledger->spare[i].least)
        ledger->spare[i].least = ledger->spare[i].count;
    ledger->spared -= block->bytes;
    return block;
}

/* To be freed when the lock is given up: the kernel takes its time. */
static void drop(struct ledger *ledger, size_t i, struct ledger_spare **dropped)
{
    struct ledger_spare *block = pop(ledger, i);
    ledger->held -= block->bytes;
    block->next = *dropped;
    *dropped = block;
}

/* What made room for a block of another size leaves its place: to map and to unmap takes a lock of the kernel's for the whole
 * process, and a loop would wait behind each worker that waits for it. */
static bool keep_place(struct ledger *ledger, size_t i, void *block)
{
    if (i == LEDGER_SIZES || !empty_block(block, size_at(i)))
        return false;
    pthread_mutex_lock(&ledger->lock);
    bool kept = ledger->places[i].count < LEDGER_PLACES && size_at(i) <= ledger->most - ledger->placed;
    if (kept) {
        ledger->places[i].v[ledger->places[i].count++] = block;
        ledger->placed += size_at(i);
    }
    pthread_mutex_unlock(&ledger->lock);
    return kept;
}

/* Under the lock; NULL: there is none. */
static void *take_place(struct ledger *ledger, size_t i)
{
    if (i == LEDGER_SIZES || !ledger->places[i].count)
        return NULL;
    ledger->placed -= size_at(i);
    return ledger->places[i].v[--ledger->places[i].count];
}

/* Gives back all of them, or of each size a half. */
static void give_places(struct ledger *ledger, bool all)
{
    for (size_t i = 0; i < LEDGER_SIZES; i++) {
        void *left[LEDGER_PLACES];
        pthread_mutex_lock(&ledger->lock);
        size_t count = ledger->places[i].count, n = all ? count : (count + 1) / 2;
        for (size_t at = 0; at < n; at++)
            left[at] = take_place(ledger, i);
        pthread_mutex_unlock(&ledger->lock);
        while (n)
            old_block(ledger, left[--n], size_at(i));
    }
}

static void unlock_and_free(struct ledger *ledger, struct ledger_spare *dropped, bool settled)
{
    pthread_mutex_unlock(&ledger->lock);
    while (dropped) {
        struct ledger_spare *block = dropped;
        size_t bytes = block->bytes;
        dropped = block->next;
        if (settled || !keep_place(ledger, list_of(bytes), block))
            old_block(ledger, block, bytes);
    }
}

/* The largest first: a few at most. */
static void drop_spares(struct ledger *ledger, size_t wanted, struct ledger_spare **dropped)
{
    for (size_t i = LEDGER_SIZES; i-- > 0;)
        while (ledger->spare[i].count && wanted > ledger->most - ledger->held)
            drop(ledger, i, dropped);
}

static bool take(struct ledger *ledger, size_t bytes, struct ledger_spare **dropped)
{
    if (bytes > ledger->most - ledger->held)
        drop_spares(ledger, bytes, dropped);
    if (bytes > ledger->most - ledger->held) {
        ledger->refused++;
        return false;
    }
    ledger->held += bytes;
    if (ledger->peak < ledger->held)
        ledger->peak = ledger->held;
    return true;
}

/* Most that the holder may have while the others have what they have. */
static size_t share(const struct ledger *ledger, uint32_t holder)
{
    size_t others = ledger->held - ledger->spared - ledger->holds[holder];
    return holder == LEDGER_NOBODY ? SIZE_MAX : (ledger->most - others) / 4 * 3;
}

static bool is_fair(const struct ledger *ledger, uint32_t holder, size_t bytes)
{
    size_t may = share(ledger, holder), has = ledger->holds[holder];
    return has <= may && bytes <= may - has;
}

bool ledger_take(struct ledger *ledger, uint32_t holder, size_t bytes)
{
    if (!ledger)
        return true;
    struct ledger_spare *dropped = NULL;
    pthread_mutex_lock(&ledger->lock);
    bool fair = is_fair(ledger, holder, bytes), taken = fair && take(ledger, bytes, &dropped);
    if (taken)
        ledger->holds[holder] += bytes;
    ledger->refused += !fair;
    unlock_and_free(ledger, dropped, false);
    return taken;
}

static void give_back(struct ledger *ledger, uint32_t holder, size_t bytes)
{
    pthread_mutex_lock(&ledger->lock);
    assert(bytes <= ledger->held && bytes <= ledger->holds[holder]);
    ledger->held -= bytes;
    ledger->holds[holder] -= bytes;
    pthread_mutex_unlock(&ledger->lock);
}

void ledger_give(struct ledger *ledger, uint32_t holder, size_t bytes)
{
    if (ledger)
        give_back(ledger, holder, bytes);
}

void *ledger_block(struct ledger *ledger, uint32_t holder, size_t bytes)
{
    if (!ledger)
        return new_block(NULL, bytes);
    struct ledger_spare *dropped = NULL;
    size_t i = list_of(bytes);
    pthread_mutex_lock(&ledger->lock);
    bool fair = is_fair(ledger, holder, bytes);
    void *block = fair && i < LEDGER_SIZES && ledger->spare[i].count ? pop(ledger, i) : NULL;
    bool taken = block || (fair && take(ledger, bytes, &dropped));
    if (taken)
        ledger->holds[holder] += bytes;
    if (taken && !block)
        block = take_place(ledger, i);
    ledger->refused += !fair;
    unlock_and_free(ledger, dropped, false);
    if (block || !taken)
        return block;
    block = new_block(ledger, bytes);
    if (!block) { /* addresses may be bounded, too */
        give_places(ledger, true);
        block = new_block(ledger, bytes);
    }
    if (!block)
        give_back(ledger, holder, bytes);
    return block;
}

void ledger_block_free(struct ledger *ledger, uint32_t holder, void *block, size_t bytes)
{
    size_t i = ledger ? list_of(bytes) : LEDGER_SIZES;
    if (i == LEDGER_SIZES) {
        old_block(ledger, block, bytes);
        if (ledger)
            give_back(ledger, holder, bytes);
        return;
    }
    struct ledger_spare *spare = block;
    pthread_mutex_lock(&ledger->lock);
    assert(bytes <= ledger->holds[holder]);
    ledger->holds[holder] -= bytes;
    *spare = (struct ledger_spare){ledger->spare[i].first, bytes};
    ledger->spare[i].first = spare;
    ledger->spare[i].count++;
    ledger->spared += bytes;
    pthread_mutex_unlock(&ledger->lock);
}

void ledger_settle(struct ledger *ledger)
{
    struct ledger_spare *dropped = NULL;
    pthread_mutex_lock(&ledger->lock);
    for (size_t i = 0; i < LEDGER_SIZES; i++) {
        for (size_t idle = ledger->spare[i].least; idle; idle--)
            drop(ledger, i, &dropped);
        ledger->spare[i].least = ledger->spare[i].count;
    }
    unlock_and_free(ledger, dropped, true);
    give_places(ledger, false);
}

void ledger_free(struct ledger *ledger)
{
    for (int twice = 0; twice < 2; twice++) /* what is spare now, nobody misses until the second call */
        ledger_settle(ledger);
    give_places(ledger, true);
    pthread_mutex_destroy(&ledger->lock);
}

bool ledger_bears(struct ledger *ledger, uint32_t holder, size_t bytes)
{
    if (!ledger)
        return true;
    pthread_mutex_lock(&ledger->lock);
    bool bears = bytes <= ledger->most - ledger->held + ledger->spared && is_fair(ledger, holder, bytes);
    pthread_mutex_unlock(&ledger->lock);
    return bears;
}

struct ledger_counts ledger_count(struct ledger *ledger)
{
    pthread_mutex_lock(&ledger->lock);
    struct ledger_counts counts = {
        .held = ledger->held, .most = ledger->most, .peak = ledger->peak, .spare = ledger->spared, .refused = ledger->refused};
    pthread_mutex_unlock(&ledger->lock);
    return counts;
}
