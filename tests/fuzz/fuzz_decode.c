/* A position of any game. The first line of an input is the game's id (or begins with a byte that picks one), the rest is the
 * body. The oracle: decoding and checking never escape and never crash; what they take without a fault is written in the
 * canonical form, which is taken again, is written the same, and is I-JSON; every fault has words and a pointer that is empty or
 * begins with a slash. */
#include "tests/fuzz/fuzz.h"

#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/out.h"
#include "api/json/parse.h"
#include "core/limits.h"
#include "core/registry.h"

#include <stdlib.h>
#include <string.h>

static void demand(bool holds)
{
    if (!holds)
        abort();
}

struct job {
    struct arena *arena;
    const struct game *game;
    const char *text;
    size_t size;
    bool taken;
    struct out out;
};

static void check_faults(const struct faults *faults)
{
    demand(faults->n <= FAULTS_MAX);
    for (size_t i = 0; i < faults->n; i++) {
        demand(faults->v[i].code < FAULT_count && *faults->v[i].detail);
        demand(!*faults->v[i].pointer || *faults->v[i].pointer == '/');
    }
}

static void run(void *what)
{
    struct job *job = what;
    struct scan scan;
    const cJSON *json = json_parse(job->arena, arena_copy(job->arena, job->text, job->size), job->size, &scan);
    if (!json)
        return;
    const struct type *type = job->game->position;
    void *position = arena_alloc(job->arena, type->size);
    struct faults faults = {.arena = job->arena};
    decode_value(type, json, "", position, &faults);
    if (faults.n < FAULTS_MAX && !fault_told(&faults, "%s", "") && job->game->check)
        job->game->check(position, &faults);
    check_faults(&faults);
    if (faults.n)
        return;
    job->taken = true;
    out_init(&job->out, job->arena, 256);
    json_begin(&job->out, '{');
    encode_fields(&job->out, type, position, true);
    json_end(&job->out, '}');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *line = size > 1 << 16 ? NULL : memchr(data, '\n', size);
    if (!line)
        return 0;
    size_t id = (size_t)(line - data);
    const struct game *game = game_find((const char *)data, id);
    if (!game)
        game = game_at(data[0] % game_count());
    num_setup();
    json_setup();
    struct arena arena;
    struct escape escape;
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    struct job once = {.arena = &arena, .game = game, .text = (const char *)line + 1, .size = size - id - 1};
    demand(arena_try(&arena, &escape, run, &once) == STATUS_ok);
    if (once.taken) {
        struct job again = {.arena = &arena, .game = once.game, .text = once.out.v, .size = once.out.n};
        demand(arena_try(&arena, &escape, run, &again) == STATUS_ok && again.taken);
        demand(again.out.n == once.out.n && memcmp(again.out.v, once.out.v, once.out.n) == 0);
    }
    arena_reset(&arena);
    return 0;
}
