/* The memory of one request, and the one door by which work is given up.
 *
 * A bump allocator with a hard cap. Nothing is freed before the whole arena is reset, so nothing in a request can leak.
 * An allocation never returns NULL: when the cap is reached, the process has no more, the budget is spent, or a solver refuses
 * a position, control leaves by arena_escape() to the innermost arena_try() of the calling thread. Therefore code that runs
 * inside a request holds no lock and owns no descriptor across a call that may escape, or registers its release with
 * arena_defer(). */
#ifndef GRUNDY_CORE_MEMORY_ARENA_H
#define GRUNDY_CORE_MEMORY_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/* Under ASan nothing of a block may be touched but what was asked for: too small an array shows, and what is used after a
 * rewind. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_GUARDED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_GUARDED 1
#endif
#ifdef ARENA_GUARDED
#include <sanitizer/asan_interface.h>
#define ARENA_SHUT(from, size) __asan_poison_memory_region(from, size)
#define ARENA_OPEN(from, size) __asan_unpoison_memory_region(from, size)
#else
#define ARENA_SHUT(from, size) ((void)0)
#define ARENA_OPEN(from, size) ((void)0)
#endif

struct game;

/* Whose question is under way: told when it breaks a promise. */
struct asked {
    const struct game *game; /* NULL: nobody's */
    const void *position;    /* NULL-able */
    const char *at;          /* the pointer of the position in the request, where it stands before those of faults; NULL: "" */
};

enum { ESCAPE_DETAIL = 800, ESCAPE_POINTER = 128, ESCAPE_PLAY = 1200 };

/* Where an escape lands, and what it says. `limit` is -1 where no number is meant. */
struct escape {
    jmp_buf jump;
    enum status status;
    int64_t limit;
    struct asked asked; /* of STATUS_internal; lives as long as what was asked */
    char detail[ESCAPE_DETAIL];
    char zh[ESCAPE_DETAIL]; /* the same in Chinese; "" where there is none */
    /* The value of the request that it is about, as one entry of errors[]; "" where it is about none. */
    char pointer[ESCAPE_POINTER];
    enum fault_code code;
    /* Of rules that fail while playing: the column, and where: "n=5;h=[1,2];". -1 and "" otherwise. */
    int64_t at;
    char state[ESCAPE_PLAY], choice[ESCAPE_PLAY];
};

struct arena_block;
struct arena_defer;
struct ledger;

struct arena {
    char *next, *end; /* the free part of the newest block */
    char *first;      /* a block given by the owner, never freed here */
    size_t first_size;
    struct arena_block *blocks; /* further blocks, newest first */
    struct arena_defer *defers; /* what to call at reset, newest first */
    size_t lacking;             /* bytes behind the newest block that it was meant to have */
    size_t used, cap;           /* bytes of further blocks, as they were meant; the most they may take */
    size_t peak;                /* the most they took since arena_init() */
    struct escape *escape;      /* innermost landing place, NULL outside arena_try() */
    const struct arena *beside; /* whose landing place is used where there is no own; NULL-able */
    struct asked asked;
    uint32_t holder;       /* whose blocks they are, there */
    struct ledger *ledger; /* of the process, which the blocks are taken from (core/memory/ledger.h); NULL: from malloc alone */
};

/* `first` may be NULL; it is used before anything is taken from malloc. */
void arena_init(struct arena *arena, void *first, size_t first_size, size_t cap);
/* The same, on the ledger of the other one, and with no more than it may have. Outside arena_try() it escapes to where the other
 * one does, which must live as long. */
void arena_init_beside(struct arena *arena, const struct arena *other, void *first, size_t first_size, size_t cap);
/* From here on the arena may take so much, if that is more than it may already. */
void arena_widen(struct arena *arena, size_t cap);
/* Calls what was deferred and gives every block back; the arena can be used again. */
void arena_reset(struct arena *arena);

/* Zeroed, aligned to 16 bytes, never NULL. */
void *arena_alloc(struct arena *arena, size_t size);
/* An array of n zeroed items; an overflowing product escapes like any other excess. */
void *arena_array(struct arena *arena, size_t n, size_t size);
/* The same without zeroing: for memory that is written before it is read. */
static inline void *arena_raw(struct arena *arena, size_t size);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_copy(struct arena *arena, const char *bytes, size_t n); /* adds a NUL */
/* At reset, call release(what). */
void arena_defer(struct arena *arena, void (*release)(void *), void *what);

enum { ARENA_ALIGN = 16 };
void *arena_raw_beyond(struct arena *arena, size_t size); /* out of a further block */
static inline size_t arena_rounded(size_t size)
{
    return (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}
static inline void *arena_raw(struct arena *arena, size_t size)
{
    /* What is free, in whole units: when the size fits, so does the size rounded up. */
    if (size > ((size_t)(arena->end - arena->next) & ~(size_t)(ARENA_ALIGN - 1)))
        return arena_raw_beyond(arena, size);
    void *got = arena->next;
    arena->next += arena_rounded(size);
    ARENA_OPEN(got, size);
    return got;
}

/* A mark to go back to, for loops that make garbage. Nothing allocated after the mark may be used after the return; what was
 * deferred after it is released then. */
struct arena_mark {
    struct arena_block *block;
    char *next;
    struct arena_defer *defers;
};
static inline struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->blocks, arena->next, arena->defers};
}
static inline void arena_back(struct arena *arena, char *next)
{
    if (arena->blocks) /* what was given at first is its owner's */
        ARENA_SHUT(next, (size_t)(arena->next - next));
    arena->next = next;
}
void arena_rewind_beyond(struct arena *arena, struct arena_mark mark); /* to an older block, or past what was deferred */
static inline void arena_rewind(struct arena *arena, struct arena_mark mark)
{
    if (arena->blocks != mark.block || arena->defers != mark.defers || mark.next > arena->next)
        arena_rewind_beyond(arena, mark);
    else
        arena_back(arena, mark.next);
}

/* Runs work(what) and returns STATUS_ok, or what it escaped with (told in *landed). May nest. */
enum status arena_try(struct arena *arena, struct escape *landed, void (*work)(void *), void *what);
_Noreturn void arena_escape(struct arena *arena, enum status status, int64_t limit, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same in both languages; both formats get the same arguments (%2$s where the order differs). */
_Noreturn void arena_escape_words(struct arena *arena, enum status status, int64_t limit, const char *en, const char *zh, ...)
    __attribute__((format(printf, 4, 6), format(printf, 5, 6)));
/* The same about the value at a pointer. */
struct fault_place {
    enum fault_code code;
    const char *pointer;
};
_Noreturn void arena_escape_at(struct arena *arena, enum status status, int64_t limit, struct fault_place place, const char *en,
                               const char *zh, ...) __attribute__((format(printf, 5, 7), format(printf, 6, 7)));
/* The same where a user's rules fail while playing; 422 invalid_position. */
struct play_fault {
    struct fault_place place;
    int64_t at;
    char state[ESCAPE_PLAY], choice[ESCAPE_PLAY];
};
_Noreturn void arena_escape_play(struct arena *arena, const struct play_fault *fault, const char *detail);
/* On to the next landing place, with what it landed with here. */
_Noreturn void arena_escape_on(struct arena *arena, const struct escape *landed);

/* The arena of the calling thread, from which numbers beyond a word, and cJSON, are allocated. Returns the previous one. */
struct arena *arena_enter(struct arena *arena);
struct arena *arena_current(void);

#endif
