/* Questions, one a line, from standard input to standard output: each is answered as soon as it is there, within its own memory
 * and time. */
#include "server/command/lines.h"

#include "api/api.h"
#include "api/tools/batch/feed.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "server/clock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { READ_AT_ONCE = 65536 };

struct lines_job {
    struct feed *feed;
    struct arena text;    /* of the answers to what was read at once */
    uint64_t time, until; /* of one line */
    bool failed;          /* to write */
};

static enum status look(void *what)
{
    const struct lines_job *job = what;
    return clock_now() < job->until ? STATUS_ok : STATUS_deadline_exceeded;
}

static void restart(void *what)
{
    struct lines_job *job = what;
    job->until = clock_now() + job->time;
}

/* Answers the lines that are complete. */
static void answer(void *what)
{
    struct lines_job *job = what;
    while (feed_waiting(job->feed) && !job->failed) {
        struct arena_mark mark = arena_mark(&job->text);
        struct out out;
        out_init(&out, &job->text, 4096);
        feed_next(job->feed, &out);
        job->failed = fwrite(out.v, 1, out.n, stdout) < out.n;
        arena_rewind(&job->text, mark);
    }
    job->failed |= fflush(stdout) != 0;
}

static bool take(struct lines_job *job, const char *bytes, size_t size)
{
    struct escape landed;
    while (size && !job->failed) {
        size_t taken = size;
        if (!feed_take(job->feed, bytes, &taken))
            return false;
        bytes += taken;
        size -= taken;
        if (arena_try(&job->text, &landed, answer, job) != STATUS_ok)
            return false;
    }
    return !job->failed;
}

static bool answer_all(struct lines_job *job)
{
    static char bytes[READ_AT_ONCE];
    struct escape landed;
    ssize_t got;
    while ((got = read(STDIN_FILENO, bytes, sizeof bytes)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || !take(job, bytes, (size_t)got))
            return false;
    }
    job->feed->ended = true;
    return arena_try(&job->text, &landed, answer, job) == STATUS_ok && !job->failed;
}

int lines_run(const struct config *config)
{
    if (!api_setup())
        return 1;
    struct arena arena, scratch;
    struct lines_job job = {.time = config->deadline};
    struct store *store = store_private_new(config->tables_bytes);
    struct api api = {.store = store, .body_max = config->max_body};
    struct budget budget = {.left = BUDGET_STEPS, .arena = &scratch, .look = look, .restart = restart, .what = &job};
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    arena_init(&scratch, NULL, 0, ARENA_BYTES > config->max_body * 64 ? ARENA_BYTES : config->max_body * 64);
    arena_init(&job.text, NULL, 0, ARENA_BYTES);
    job.feed = feed_new(&arena, &api, NULL);
    feed_equip(job.feed, &scratch, &budget);
    bool all = answer_all(&job);
    arena_reset(&job.text);
    arena_reset(&scratch);
    arena_reset(&arena);
    store_private_free(store);
    if (!all)
        fputs("grundyd: not all of the input could be answered\n", stderr);
    return !all;
}
