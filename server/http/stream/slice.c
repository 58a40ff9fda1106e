#include "server/http/stream/slice.h"
#include "core/limits.h"
#include "server/http/loop.h"

#include <stdio.h>
#include <string.h>

enum {
    SCRATCH_FIRST = 16384,       /* of a line of everyday size */
    SLICE_FIRST = 65536,         /* room for answers, to begin with */
    SLICE_CAP = 4 * BATCH_BYTES, /* an answer is moved as it grows */
    CHUNK_HEAD = 18,             /* the most that the size of a chunk and its line end take */
    FETCHED = 65536,             /* bytes from the spool at a time */
};

#define SLICE_TIME (SLICE_MS * MILLISECOND)

static void reset(void *arena)
{
    arena_reset(arena);
}

static void forget(void *what)
{
    struct exchange *exchange = what;
    if (exchange->service->spool)
        spool_drop(exchange->service->spool, &exchange->dialog->spooled);
}

/* What libmicrohttpd keeps of the request may be gone before the last worker is. */
static void make(void *what)
{
    struct exchange *exchange = what;
    struct dialog *dialog = arena_alloc(&exchange->arena, sizeof *dialog);
    arena_init_beside(&dialog->written, &exchange->arena, NULL, 0, SLICE_CAP);
    arena_init_beside(&dialog->made, &exchange->arena, NULL, 0, SLICE_CAP);
    arena_defer(&exchange->arena, reset, &dialog->written);
    arena_defer(&exchange->arena, reset, &dialog->made);
    arena_defer(&exchange->arena, forget, exchange);
    exchange->id = arena_copy(&exchange->arena, exchange->id, strlen(exchange->id));
    if (exchange->trace)
        exchange->trace = arena_copy(&exchange->arena, exchange->trace, strlen(exchange->trace));
    exchange->request = (struct request){.method = "POST", .target = exchange->request.target};
    dialog->feed = exchange->reply.feed;
    exchange->dialog = dialog;
}

bool slice_dialog(struct exchange *exchange)
{
    struct escape landed;
    return arena_try(&exchange->arena, &landed, make, exchange) == STATUS_ok;
}

static void begin_chunk(struct dialog *dialog, struct arena *arena)
{
    out_init(&dialog->out, arena, SLICE_FIRST);
    dialog->begun = true;
    dialog->out.n = CHUNK_HEAD;
}

/* The size of a chunk stands right before it, where CHUNK_HEAD bytes were left. */
static const char *end_chunk(struct dialog *dialog, size_t *size)
{
    struct out *out = &dialog->out;
    char digits[CHUNK_HEAD + 1];
    *size = out->n - CHUNK_HEAD;
    if (!*size || !dialog->chunked)
        return out->v + CHUNK_HEAD;
    size_t n = (size_t)snprintf(digits, sizeof digits, "%zx\r\n", *size);
    out_bytes(out, "\r\n", 2);
    memcpy(out->v + CHUNK_HEAD - n, digits, n);
    *size += n + 2;
    return out->v + CHUNK_HEAD - n;
}

/* The first line that is not looked at gets a problem in the place of its answer, and with it the answer ends. */
static void write_last(void *what)
{
    struct exchange *exchange = what;
    struct dialog *dialog = exchange->dialog;
    size_t n;
    begin_chunk(dialog, &dialog->made);
    dialog->out.first = true;
    batch_refuse_line(
        &dialog->feed->batch, STATUS_overloaded,
        "the answers before it fill all the room for those that nobody takes; it is not looked at, nor what follows",
        dialog->feed->number + 1, &dialog->out);
    out_bytes(&dialog->out, "\n", 1);
    const char *text = end_chunk(dialog, &n);
    static const char last_chunk[] = "0\r\n\r\n";
    size_t end = dialog->chunked ? sizeof last_chunk - 1 : 0;
    if (n + end > sizeof dialog->last)
        return;
    memcpy(dialog->last, text, n);
    memcpy(dialog->last + n, last_chunk, end);
    dialog->last_size = n + end;
}

static void write_slice(void *what)
{
    struct exchange *exchange = what;
    struct dialog *dialog = exchange->dialog;
    struct feed *feed = dialog->feed;
    const uint64_t number = feed->number, answers = feed->answers;
    size_t n;
    begin_chunk(dialog, dialog->spools ? &dialog->made : &dialog->written);
    do
        feed_next(feed, &dialog->out);
    while (!feed->batch.dear && feed_waiting(feed) && dialog->out.n < SLICE_BYTES && clock_now() < dialog->until);
    const char *text = end_chunk(dialog, &n);
    if (!dialog->spools) {
        dialog->at = text;
        dialog->left = n;
    } else if (!spool_put(exchange->service->spool, exchange->arena.holder, &dialog->spooled, text, n)) {
        struct escape landed;
        dialog->full = true;
        feed->number = number;
        feed->answers = answers;
        arena_try(&dialog->made, &landed, write_last, exchange);
    }
}

static void answer(struct exchange *exchange)
{
    _Alignas(16) char first[SCRATCH_FIRST];
    struct dialog *dialog = exchange->dialog;
    struct arena scratch, *used = dialog->spools ? &dialog->made : &dialog->written;
    struct escape landed;
    arena_init_beside(&scratch, &exchange->arena, first, sizeof first, exchange->service->arena_cap);
    exchange_clock(exchange, &scratch);
    feed_equip(dialog->feed, &scratch, &exchange->budget);
    dialog->feed->batch.quick = exchange->task.quick;
    dialog->until = clock_now() + SLICE_TIME;
    bool failed = arena_try(used, &landed, write_slice, exchange) != STATUS_ok;
    dialog->broken = failed && dialog->begun;
    dialog->shed = failed && !dialog->begun; /* no line was touched: later there may be memory */
    dialog->slice = scratch.peak + dialog->written.peak + dialog->made.peak + dialog->feed->room;
    arena_reset(&dialog->made);
    arena_reset(&scratch);
}

static void fetch(void *what)
{
    struct exchange *exchange = what;
    struct dialog *dialog = exchange->dialog;
    char *bytes = arena_raw(&dialog->written, FETCHED);
    dialog->begun = true;
    dialog->at = bytes;
    dialog->left = spool_take(exchange->service->spool, &dialog->spooled, bytes, FETCHED);
}

/* Where the spool is memory, it may be what leaves no memory to take something from it: then in the place of the head, which is
 * sent. */
static void fetch_some(struct exchange *exchange)
{
    struct dialog *dialog = exchange->dialog;
    struct escape landed;
    if (arena_try(&dialog->written, &landed, fetch, exchange) != STATUS_ok) {
        dialog->at = dialog->head;
        dialog->left = spool_take(exchange->service->spool, &dialog->spooled, dialog->head, sizeof dialog->head);
    }
    dialog->broken = !dialog->left; /* what was written can no longer be read */
}

bool slice_run(struct task *task)
{
    struct exchange *exchange = exchange_of(task);
    exchange->dialog->begun = false;
    if (exchange->dialog->fetches)
        fetch_some(exchange);
    else
        answer(exchange);
    loop_post(exchange->loop, exchange);
    return false;
}

void slice_refuse(struct task *task)
{
    struct exchange *exchange = exchange_of(task);
    exchange->dialog->shed = true;
    loop_post(exchange->loop, exchange);
}
