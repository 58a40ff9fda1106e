#include "server/judge/desk.h"

#include "api/api.h"
#include "core/limits.h"
#include "core/memory/store.h"

#include <stdlib.h>

struct opening {
    struct desk *desk;
    const char *id;
};

static void open_problem(void *what)
{
    struct opening *opening = what;
    struct desk *desk = opening->desk;
    desk->problem = judge_open(&desk->kept, opening->id);
    if (desk->problem)
        return;
    const char *nearest = judge_nearest(&desk->kept, opening->id);
    if (nearest)
        snprintf(desk->detail, sizeof desk->detail, "there is no problem %.60s; did you mean %s?", opening->id, nearest);
    else
        snprintf(desk->detail, sizeof desk->detail, "there is no problem %.60s; GET /judge lists them", opening->id);
}

bool desk_open(struct desk *desk, const struct config *config, const char *id)
{
    struct escape landed;
    struct opening opening = {desk, id};
    *desk = (struct desk){0};
    arena_init(&desk->kept, NULL, 0, ARENA_BYTES);
    desk->room = malloc(DESK_ROOM);
    arena_init(&desk->cases, desk->room, desk->room ? DESK_ROOM : 0, JUDGE_BYTES);
    if (!api_setup()) {
        snprintf(desk->detail, sizeof desk->detail, "it cannot start");
        return false;
    }
    desk->store = store_private_new(config->tables_bytes);
    if (arena_try(&desk->kept, &landed, open_problem, &opening))
        snprintf(desk->detail, sizeof desk->detail, "%s", landed.detail);
    return desk->problem != NULL;
}

static void run_all(void *what)
{
    judge_run_all(what);
}

enum status desk_run(struct desk *desk, struct source *input)
{
    struct escape landed;
    struct budget budget = {.left = UINT64_MAX, .arena = &desk->cases};
    struct judge_run *run = &desk->run;
    run->problem = desk->problem;
    run->reading.text = &input->text;
    run->reading.arena = &desk->cases;
    run->store = desk->store;
    run->budget = &budget;
    enum status status = arena_try(&desk->cases, &landed, run_all, run);
    if (input->failed) {
        snprintf(desk->detail, sizeof desk->detail, "the input cannot be read to its end");
        return STATUS_internal;
    }
    if (status != STATUS_ok)
        snprintf(desk->detail, sizeof desk->detail, "%s", landed.detail);
    return status;
}

void desk_close(struct desk *desk)
{
    arena_reset(&desk->cases);
    arena_reset(&desk->kept);
    free(desk->room);
    if (desk->store)
        store_private_free(desk->store);
}

int desk_complain(const char *text, int status)
{
    fprintf(stderr, "grundyd: %s\n", text);
    return status;
}
