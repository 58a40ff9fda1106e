/* The request's memory: bump allocation from one given block, then from those of the ledger, each twice the size of the last, up
 * to the cap.
 *
 * Whether the cap is reached depends on what is asked for alone, not on what others have of the ledger meanwhile: a block for
 * which there is no room is made smaller, but counts for what it was meant to be; and what is asked for beyond its end, and would
 * have been within it, gets a block that counts for nothing. */
#include "core/memory/arena.h"
#include "core/memory/ledger.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    _Alignas(ARENA_ALIGN) struct arena_block *older;
    size_t size;                    /* of the whole block */
    size_t meant;                   /* the same of the block that it was meant to be, or to be a part of */
    size_t counted;                 /* of the cap: that, or nothing */
    char *resume_next, *resume_end; /* the free part of the block before, for a rewind, */
    size_t resume_lacking;          /* and what was lacking behind it */
};

struct arena_defer {
    struct arena_defer *older;
    void (*release)(void *);
    void *what;
};

static _Thread_local struct arena *current;

struct arena *arena_enter(struct arena *arena)
{
    struct arena *previous = current;
    current = arena;
    return previous;
}

struct arena *arena_current(void)
{
    return current;
}

void arena_init(struct arena *arena, void *first, size_t first_size, size_t cap)
{
    static _Alignas(ARENA_ALIGN) char nothing[ARENA_ALIGN]; /* never written: where no byte is asked for is a place, too */
    if (!first) {
        first = nothing;
        first_size = 0;
    }
    *arena =
        (struct arena){.next = first, .end = (char *)first + first_size, .first = first, .first_size = first_size, .cap = cap};
    assert((uintptr_t)first % ARENA_ALIGN == 0);
}

void arena_init_beside(struct arena *arena, const struct arena *other, void *first, size_t first_size, size_t cap)
{
    arena_init(arena, first, first_size, cap < other->cap ? cap : other->cap);
    arena->ledger = other->ledger;
    arena->holder = other->holder;
    arena->beside = other;
}

static void drop_newest_block(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    arena->blocks = block->older;
    arena->next = block->resume_next;
    arena->end = block->resume_end;
    arena->lacking = block->resume_lacking;
    arena->used -= block->counted;
    ARENA_OPEN(block, block->size);
    ledger_block_free(arena->ledger, arena->holder, block, block->size);
}

static void release_until(struct arena *arena, struct arena_defer *last)
{
    while (arena->defers != last) {
        struct arena_defer *defer = arena->defers;
        arena->defers = defer->older;
        defer->release(defer->what);
    }
}

void arena_widen(struct arena *arena, size_t cap)
{
    if (arena->cap < cap)
        arena->cap = cap;
}

void arena_reset(struct arena *arena)
{
    release_until(arena, NULL);
    while (arena->blocks)
        drop_newest_block(arena);
    arena->next = arena->first;
    arena->end = arena->first ? arena->first + arena->first_size : NULL; /* NULL: all zeroes, and never begun */
}

_Noreturn static void exhausted(struct arena *arena)
{
    arena_escape(arena, STATUS_too_large, (int64_t)arena->cap,
                 "this position needs more memory than one request may take (%zu bytes)", arena->cap);
}

/* The process has no more, now. */
_Noreturn static void denied(struct arena *arena)
{
    arena_escape_words(arena, STATUS_overloaded, -1,
                       "the service has no more memory for this now; ask again in a moment, or where nothing else is asked, "
                       "give it more (--memory)",
                       "服务目前没有更多内存用于此请求；请稍后再试，若并无其他请求，请调大 --memory");
}

/* The first of these sizes that there is room for; the last is the least that will do. */
enum { SIZES = 3 };
static void push_block(struct arena *arena, struct arena_block block, const size_t sizes[SIZES])
{
    struct arena_block *newest = NULL;
    for (int i = 0; i < SIZES && !newest; i++)
        newest = ledger_block(arena->ledger, arena->holder, block.size = sizes[i]);
    if (!newest)
        denied(arena);
    *newest = block;
    arena->blocks = newest;
    arena->used += block.counted;
    if (arena->peak < arena->used)
        arena->peak = arena->used;
    arena->next = (char *)(newest + 1);
    arena->end = (char *)newest + block.size;
    ARENA_SHUT(arena->next, (size_t)(arena->end - arena->next));
}

static void add_block(struct arena *arena, size_t wanted)
{
    enum { HEAD = sizeof(struct arena_block) };
    size_t least = wanted + HEAD, left = arena->cap - arena->used, lacking = arena->lacking;
    struct arena_block block = {arena->blocks, 0, 0, 0, arena->next, arena->end, lacking};
    if (lacking)
        lacking = (lacking + (size_t)(arena->end - arena->next)) / ARENA_ALIGN * ARENA_ALIGN;
    if (lacking && wanted <= lacking) {
        block.meant = arena->blocks->meant;
        size_t all = lacking + HEAD, some = least > LEDGER_BLOCK_MIN / 4 ? least : LEDGER_BLOCK_MIN;
        push_block(arena, block, (size_t[SIZES]){all, some < all ? some : all, least});
        arena->lacking = lacking + HEAD - arena->blocks->size;
    } else {
        if (wanted > arena->cap || least > left)
            exhausted(arena);
        block.meant = arena->blocks ? arena->blocks->meant * 2 : LEDGER_BLOCK_MIN;
        if (block.meant > LEDGER_BLOCK_MAX)
            block.meant = LEDGER_BLOCK_MAX;
        if (block.meant < least)
            block.meant = ledger_handy(least) <= left / 2 ? ledger_handy(least) : least;
        if (block.meant > left)
            block.meant = left;
        block.counted = block.meant;
        size_t handy = ledger_handy(least);
        push_block(arena, block, (size_t[SIZES]){block.meant, handy < block.meant ? handy : block.meant, least});
        arena->lacking = block.meant - arena->blocks->size;
    }
}

void *arena_raw_beyond(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        exhausted(arena);
    add_block(arena, (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1));
    return arena_raw(arena, size);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(arena_raw(arena, size), 0, size);
}

void *arena_array(struct arena *arena, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        exhausted(arena);
    return arena_alloc(arena, bytes);
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert(n >= 0);
    char *text = arena_raw(arena, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    return text;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t n)
{
    char *copy = arena_raw(arena, n + 1);
    if (n)
        memcpy(copy, bytes, n);
    copy[n] = '\0';
    return copy;
}

void arena_defer(struct arena *arena, void (*release)(void *), void *what)
{
    struct arena_defer *defer = arena_raw(arena, sizeof *defer);
    *defer = (struct arena_defer){arena->defers, release, what};
    arena->defers = defer;
}

void arena_rewind_beyond(struct arena *arena, struct arena_mark mark)
{
    release_until(arena, mark.defers);
    while (arena->blocks != mark.block)
        drop_newest_block(arena);
    assert(mark.next <= arena->next);
    arena_back(arena, mark.next);
}

static void tell_nothing(struct escape *escape)
{
    escape->limit = -1;
    escape->at = -1;
    escape->code = (enum fault_code)0;
    escape->detail[0] = escape->zh[0] = escape->pointer[0] = escape->state[0] = escape->choice[0] = '\0';
}

enum status arena_try(struct arena *arena, struct escape *landed, void (*work)(void *), void *what)
{
    struct escape *outer = arena->escape;
    struct asked asked = arena->asked;
    landed->status = STATUS_ok;
    tell_nothing(landed);
    arena->escape = landed;
    struct arena *previous = arena_enter(arena);
    if (setjmp(landed->jump) == 0)
        work(what);
    arena_enter(previous);
    arena->escape = outer;
    arena->asked = asked;
    return landed->status;
}

static struct escape *begin_escape(struct arena *arena, enum status status, int64_t limit)
{
    struct escape *escape = arena->escape;
    for (const struct arena *other = arena->beside; !escape && other; other = other->beside)
        escape = other->escape;
    assert(escape && status != STATUS_ok);
    tell_nothing(escape);
    escape->status = status;
    escape->limit = limit;
    escape->asked = arena->asked;
    return escape;
}

static void write_pointer(struct escape *escape, const char *pointer)
{
    snprintf(escape->pointer, sizeof escape->pointer, "%s%s", escape->asked.at ? escape->asked.at : "", pointer);
}

#define WRITE_WORDS(to, format, last)                                                                                            \
    do {                                                                                                                         \
        va_list args;                                                                                                            \
        va_start(args, last);                                                                                                    \
        vsnprintf(to, ESCAPE_DETAIL, format, args);                                                                              \
        va_end(args);                                                                                                            \
    } while (0)

void arena_escape(struct arena *arena, enum status status, int64_t limit, const char *format, ...)
{
    struct escape *escape = begin_escape(arena, status, limit);
    WRITE_WORDS(escape->detail, format, format);
    longjmp(escape->jump, 1);
}

void arena_escape_words(struct arena *arena, enum status status, int64_t limit, const char *en, const char *zh, ...)
{
    struct escape *escape = begin_escape(arena, status, limit);
    WRITE_WORDS(escape->detail, en, zh);
    WRITE_WORDS(escape->zh, zh, zh);
    longjmp(escape->jump, 1);
}

void arena_escape_at(struct arena *arena, enum status status, int64_t limit, struct fault_place place, const char *en,
                     const char *zh, ...)
{
    struct escape *escape = begin_escape(arena, status, limit);
    escape->code = place.code;
    write_pointer(escape, place.pointer);
    WRITE_WORDS(escape->detail, en, zh);
    WRITE_WORDS(escape->zh, zh, zh);
    longjmp(escape->jump, 1);
}

void arena_escape_play(struct arena *arena, const struct play_fault *fault, const char *detail)
{
    struct escape *escape = begin_escape(arena, STATUS_invalid_position, -1);
    escape->code = fault->place.code;
    escape->at = fault->at;
    write_pointer(escape, fault->place.pointer);
    snprintf(escape->detail, sizeof escape->detail, "%s", detail);
    memcpy(escape->state, fault->state, sizeof fault->state);
    memcpy(escape->choice, fault->choice, sizeof fault->choice);
    longjmp(escape->jump, 1);
}

void arena_escape_on(struct arena *arena, const struct escape *landed)
{
    struct escape *escape = begin_escape(arena, landed->status, landed->limit);
    memcpy(escape->detail, landed->detail, sizeof landed->detail);
    memcpy(escape->zh, landed->zh, sizeof landed->zh);
    memcpy(escape->pointer, landed->pointer, sizeof landed->pointer);
    memcpy(escape->state, landed->state, sizeof landed->state);
    memcpy(escape->choice, landed->choice, sizeof landed->choice);
    escape->at = landed->at;
    escape->code = landed->code;
    escape->asked = landed->asked;
    longjmp(escape->jump, 1);
}
