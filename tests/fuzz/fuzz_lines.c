/* Lines into api/tools/batch/feed.h. The first byte of an input says in pieces of which size the rest arrives.
 * The oracle: no crash, no sanitizer report; the answers are those of the same lines in one piece (every fourth input is fed so,
 * too); each is I-JSON; there is one for every line that is not blank. */
#include "core/memory/store.h"
#include "tests/fuzz/fuzz.h"

#include "api/json/scan/scan.h"
#include "api/tools/batch/feed.h"
#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_MAX_BYTES = 300, /* short, so that lines too long are usual */
    LOOKS_MAX = 2,        /* what is dear is given up: thousands of runs a second try more */
    COST_MAX = 20000,     /* steps before the first look */
    FIRST_BYTES = 1 << 18,
    SCRATCH_BYTES = 1 << 16,
    MEMORY_MAX = 8 << 20,
    WHOLE = 4, /* one in so many is answered in one piece, too */
};

static struct api api;

static enum status look(void *what)
{
    int *looks = what;
    return ++*looks < LOOKS_MAX ? STATUS_ok : STATUS_deadline_exceeded;
}

static void restart(void *what)
{
    *(int *)what = 0;
}

/* Everything that waits is answered, each line with memory and time of its own. */
static void answer(struct feed *feed, struct out *out)
{
    _Alignas(16) static char room[SCRATCH_BYTES];
    struct arena scratch;
    int looks = 0;
    struct budget budget = {.left = COST_MAX, .arena = &scratch, .look = look, .restart = restart, .what = &looks};
    arena_init(&scratch, room, sizeof room, MEMORY_MAX);
    feed_equip(feed, &scratch, &budget);
    while (feed_waiting(feed))
        feed_next(feed, out);
    arena_reset(&scratch);
}

static struct out feed_in(struct arena *arena, const char *text, size_t size, size_t piece)
{
    struct out out;
    out_init(&out, arena, 4096);
    struct feed *feed = feed_new(arena, &api, NULL);
    for (size_t at = 0, taken; at < size; at += taken) {
        taken = piece < size - at ? piece : size - at;
        if (!feed_take(feed, text + at, &taken) || (!taken && !feed_waiting(feed)))
            abort();
        answer(feed, &out);
    }
    feed->ended = true;
    answer(feed, &out);
    return out;
}

/* Lines that are not blank, or too long to be looked at. */
static size_t lines_asked(const char *text, size_t size)
{
    size_t lines = 0, length = 0;
    bool blank = true;
    for (size_t i = 0; i <= size; i++) {
        if (i == size || text[i] == '\n') {
            lines += !blank || length > LINE_MAX_BYTES;
            length = 0;
            blank = true;
        } else {
            length++;
            blank = blank && memchr(" \t\r", text[i], 3);
        }
    }
    return lines;
}

static bool is_timed(struct arena *arena, const struct out *out)
{
    return out->n && strstr(arena_copy(arena, out->v, out->n), "deadline_exceeded");
}

/* The same lines in one piece have the same answers. */
static void compare(struct arena *arena, const char *text, size_t size, const struct out *pieces)
{
    struct out whole = feed_in(arena, text, size, size);
    if (!is_timed(arena, &whole) && !is_timed(arena, pieces) &&
        (whole.n != pieces->n || (whole.n && memcmp(whole.v, pieces->v, whole.n) != 0)))
        abort();
}

static size_t check(struct arena *arena, const struct out *out)
{
    size_t lines = 0;
    for (const char *at = out->v, *end; at < out->v + out->n; at = end + 1, lines++) {
        end = memchr(at, '\n', out->n - (size_t)(at - out->v));
        if (!end)
            abort();
        size_t size = (size_t)(end - at);
        if (scan_json(arena, arena_copy(arena, at, size), size).fault)
            abort();
    }
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    _Alignas(16) static char room[FIRST_BYTES];
    struct arena arena;
    unsigned sum = 0;
    if (!size)
        return 0;
    if (!api.store) {
        if (!api_setup())
            abort();
        api = (struct api){.store = store_private_new((size_t)16 << 20), .cors = "*", .body_max = LINE_MAX_BYTES};
    }
    arena_init(&arena, room, sizeof room, (size_t)1 << 30);
    const char *text = (const char *)data + 1;
    struct out pieces = feed_in(&arena, text, size - 1, 1 + data[0] % 64);
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    if (sum / 64 % WHOLE == 0)
        compare(&arena, text, size - 1, &pieces);
    if (check(&arena, &pieces) != lines_asked(text, size - 1))
        abort();
    arena_reset(&arena);
    return 0;
}
