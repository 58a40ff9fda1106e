/* The buffer holds some FEED_ROOM bytes of lines, or one line that is longer than that; who sends more waits. */
#define _GNU_SOURCE /* memrchr */
#include "api/tools/batch/feed.h"
#include "core/memory/ledger.h"

#include "core/limits.h"

#include <stdio.h>
#include <string.h>

enum { FEED_ROOM = LEDGER_BLOCK_MIN - 1 }; /* a byte more is for the scanner */

static void give_back(void *what)
{
    struct feed *feed = what;
    if (feed->text)
        ledger_block_free(feed->ledger, feed->holder, feed->text, feed->room + 1);
    feed->text = NULL;
}

struct feed *feed_new(struct arena *arena, const struct api *api, const char *accept_language)
{
    struct feed *feed = arena_alloc(arena, sizeof *feed);
    feed->batch = (struct batch){.api = api, .accept_language = accept_language};
    feed->ledger = arena->ledger;
    feed->holder = arena->holder;
    feed->line_max = api->body_max;
    arena_defer(arena, give_back, feed);
    return feed;
}

void feed_equip(struct feed *feed, struct arena *scratch, struct budget *budget)
{
    feed->batch.scratch = scratch;
    feed->batch.budget = budget;
}

bool feed_waiting(const struct feed *feed)
{
    size_t left = feed->n - feed->start;
    return feed->whole > feed->start || left > feed->line_max || (feed->ended && left);
}

bool feed_within(const struct feed *feed)
{
    return feed->skipping || feed->n > feed->whole;
}

void feed_rest(struct feed *feed)
{
    if (feed->start < feed->n)
        return;
    give_back(feed);
    feed->start = feed->n = feed->whole = feed->room = 0;
}

/* What is left of the bytes behind a line that is too long. */
static size_t skip(struct feed *feed, const char *bytes, size_t size)
{
    const char *newline = feed->skipping ? memchr(bytes, '\n', size) : NULL;
    if (!feed->skipping)
        return size;
    feed->skipping = !newline;
    return newline ? size - (size_t)(newline + 1 - bytes) : 0;
}

/* Moves what is there to the front. More room is made only for a line that fills it alone, up to the byte that makes it too long.
 */
static bool make_room(struct feed *feed, size_t wanted)
{
    if (feed->start) {
        feed->n -= feed->start;
        feed->whole -= feed->start < feed->whole ? feed->start : feed->whole;
        memmove(feed->text, feed->text + feed->start, feed->n);
        feed->start = 0;
    }
    if (feed->room && (feed->n + wanted <= feed->room || feed->whole || feed->n > feed->line_max))
        return true;
    size_t room = feed->room ? 2 * feed->room + 1 : FEED_ROOM;
    if (room > feed->line_max + 1 && feed->line_max + 1 > FEED_ROOM)
        room = feed->line_max + 1;
    char *text = ledger_block(feed->ledger, feed->holder, room + 1);
    if (!text)
        return false;
    if (feed->n)
        memcpy(text, feed->text, feed->n);
    give_back(feed);
    feed->text = text;
    feed->room = room;
    return true;
}

bool feed_take(struct feed *feed, const char *bytes, size_t *size)
{
    size_t wanted = skip(feed, bytes, *size);
    bytes += *size - wanted;
    if (wanted > feed->room - feed->n && !make_room(feed, wanted))
        return false;
    size_t taken = wanted < feed->room - feed->n ? wanted : feed->room - feed->n;
    if (taken) {
        memcpy(feed->text + feed->n, bytes, taken);
        const char *newline = memrchr(bytes, '\n', taken);
        if (newline)
            feed->whole = feed->n + (size_t)(newline + 1 - bytes);
        feed->n += taken;
    }
    *size -= wanted - taken;
    return true;
}

static bool is_blank(const char *text, size_t size)
{
    while (size && memchr(" \t\r", *text, 3)) {
        text++;
        size--;
    }
    return !size;
}

static void refuse_long(struct feed *feed, struct out *out)
{
    char detail[80];
    snprintf(detail, sizeof detail, "a line may have at most %zu bytes", feed->line_max);
    batch_refuse_line(&feed->batch, STATUS_too_large_body, detail, feed->number, out);
}

/* The line was read, which ended it with NUL. */
static void put_back(struct feed *feed, size_t start, char *newline)
{
    if (newline)
        *newline = '\n';
    feed->start = start;
    feed->number--;
}

void feed_next(struct feed *feed, struct out *out)
{
    char *text = feed->text + feed->start;
    size_t left = feed->n - feed->start;
    char *newline = feed->whole > feed->start ? memchr(text, '\n', left) : NULL;
    size_t size = newline ? (size_t)(newline - text) : left;
    size_t start = feed->start;
    feed->batch.dear = false;
    feed->number++;
    feed->start += newline ? size + 1 : size;
    out->first = true;
    if (size > feed->line_max) {
        feed->skipping = !newline;
        refuse_long(feed, out);
    } else if (!is_blank(text, size)) {
        batch_line(&feed->batch, text, size, feed->number, out);
    } else {
        return;
    }
    if (feed->batch.dear) {
        put_back(feed, start, newline);
        return;
    }
    feed->answers++;
    out_bytes(out, "\n", 1);
}

static void reset(void *arena)
{
    arena_reset(arena);
}

void feed_answer_all(struct feed *feed, const char *body, size_t size, struct budget *budget, struct out *out)
{
    struct arena *scratch = arena_alloc(out->arena, sizeof *scratch);
    struct budget *own = arena_raw(out->arena, sizeof *own);
    *own = *budget;
    arena_init_beside(scratch, out->arena, NULL, 0, ARENA_BYTES);
    arena_defer(out->arena, reset, scratch);
    own->arena = scratch;
    feed_equip(feed, scratch, own);
    while (!feed->ended) {
        size_t taken = size;
        if (!feed_take(feed, body, &taken))
            arena_escape(out->arena, STATUS_too_large, -1, "memory is out");
        body += taken;
        size -= taken;
        feed->ended = !size;
        while (feed_waiting(feed))
            feed_next(feed, out);
    }
}
