/* POST /batch: many questions in one request. Each is answered by itself, within its own memory and, where there is a clock, its
 * own time; whatever goes wrong with one harms no other.
 *
 * A question is what its game's path takes, with "game". One that has "terms" is a sum (and may say so: "game" is "sum", as in
 * its answer), one that has "claim" or "record" is graded; "path" says so outright ("/sum", "/grade", "/play", or "/" and the
 * game). An "id" is given back, first of all. */
#include "api/tools/batch/batch.h"
#include "api/headers/accept.h"

#include "api/call.h"
#include "api/headers/media.h"
#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "api/tools/batch/body.h"
#include "api/tools/batch/feed.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/registry.h"

#include <stdio.h>
#include <string.h>

enum {
    ID_BYTES = 256,
    PROBLEM_ROOM = 4096,
    FIRST_TURN = CHEAP_STEPS + 1, /* what the questions cost shows when they are read */
};

static const char *const own_names[] = {"id", "path", NULL}, *const sum_names[] = {"id", "path", "game", NULL};

/* One question on its way, to be run where an escape lands. */
struct item {
    struct batch *batch;
    cJSON *json;
    char *text; /* a line: still to be parsed */
    size_t size;
    uint64_t number;
    char id[6 * ID_BYTES + 4]; /* as JSON; "" where there is none */
    struct out written;
    struct escape landed;
    struct problem problem;
    enum language language; /* of the problem */
    bool refused;
};

static bool has(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name) != NULL;
}

/* The name under which a sum is answered. */
static bool names_sum(const cJSON *game)
{
    return cJSON_IsString(game) && strcmp(game->valuestring, "sum") == 0;
}

/* A path of a game says which, so that `game` may be absent. */
static const struct tool *tool_of(cJSON *json, struct faults *faults)
{
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(json, "path");
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(json, "game");
    if (!path)
        return has(json, "claim") || has(json, "record") ? &tool_grade
               : has(json, "terms") || names_sum(game)   ? &tool_sum
                                                         : &tool_question;
    const struct tool *tool = cJSON_IsString(path) ? tool_find(path->valuestring) : NULL;
    if (tool)
        return tool;
    if (cJSON_IsString(path) && grid_game(path->valuestring))
        return &tool_grid;
    const char *named = cJSON_IsString(path) && *path->valuestring == '/' ? path->valuestring + 1 : NULL;
    if (named && !game && game_find(named, strlen(named))) {
        cJSON_AddItemToObject(json, "game", cJSON_CreateString(named));
        return &tool_question;
    }
    if (named && cJSON_IsString(game) && strcmp(named, game->valuestring) == 0)
        return &tool_question;
    fault_add(faults, FAULT_out_of_range, "/path", "must be the path of a tool or of a game, such as \"/grade\" or \"/nim\"");
    return NULL;
}

/* Keeps the id as text: it must outlive what the question leaves behind. */
static void read_id(struct item *item, struct faults *faults)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(item->json, "id");
    double number = id && cJSON_IsNumber(id) ? id->valuedouble : 0;
    if (!id)
        return;
    if (cJSON_IsString(id) ? strlen(id->valuestring) > ID_BYTES
                           : !cJSON_IsNumber(id) || number > (double)SAFE_MAX || number != (double)(int64_t)number) {
        fault_add(faults, FAULT_wrong_type, "/id", "must be an integer, or a string of up to 256 bytes");
        return;
    }
    struct out out;
    out_init(&out, faults->arena, 64);
    tree_write(&out, id);
    memcpy(item->id, out.v, out.n);
    item->id[out.n] = '\0';
}

static void refuse_item(struct item *item, struct problem problem)
{
    item->problem = problem;
    item->refused = true;
}

static bool parse_line(struct item *item)
{
    struct scan scan;
    struct arena *arena = item->batch->scratch;
    item->json = json_parse(arena, item->text, item->size, &scan);
    if (!scan.fault && !scan.object) {
        scan.fault = "a question is one JSON object";
        scan.offset = scan.start;
    }
    if (!scan.fault)
        return true;
    struct problem problem = problem_of(STATUS_invalid_json, NULL);
    problem.detail = arena_printf(arena, "line %llu: %s, at byte %zu", (unsigned long long)item->number, scan.fault, scan.offset);
    problem.offset = (int64_t)scan.offset;
    refuse_item(item, problem);
    return false;
}

static void answer(void *what)
{
    struct item *item = what;
    struct batch *batch = item->batch;
    struct faults *faults = arena_alloc(batch->scratch, sizeof *faults);
    faults->arena = batch->scratch;
    if (item->text && !parse_line(item))
        return;
    item->language = named_language(item->json, item->language);
    if (!cJSON_IsObject(item->json)) {
        fault_add(faults, FAULT_wrong_type, "", "must be an object");
        refuse_item(item, problem_faults(faults));
        return;
    }
    struct setting setting = {
        .arena = batch->scratch, .store = batch->api->store, .budget = batch->budget, .accept_language = batch->accept_language};
    uint64_t cost;
    read_id(item, faults);
    const struct tool *tool = tool_of(item->json, faults);
    bool named = tool == &tool_sum && names_sum(cJSON_GetObjectItemCaseSensitive(item->json, "game"));
    void *request = tool ? tool->read(&setting, item->json, named ? sum_names : own_names, faults, &cost) : NULL;
    if (faults->n) {
        refuse_item(item, problem_faults(faults));
        return;
    }
    batch->dear = batch->quick && cost > QUICK_STEPS;
    if (batch->dear)
        return;
    batch->spent = cost > UINT64_MAX - batch->spent ? UINT64_MAX : batch->spent + cost;
    out_init(&item->written, batch->scratch, 512);
    do {
        setting.again = false;
        setting.cost = UINT64_MAX; /* whatever it costs, it is this question's turn */
        tool->answer(&setting, request, &item->written);
    } while (setting.again);
    batch->mistaken |= setting.mistaken;
}

/* The object that was written, with the id before its first member, and in the problem of a line its number. */
static void put(struct out *out, const struct item *item, const char *object, size_t size)
{
    json_begin(out, '{');
    if (*item->id) {
        json_name(out, "id");
        out_raw(out, item->id);
        out_raw(out, ",");
    }
    if (item->refused && item->text) {
        char line[32];
        snprintf(line, sizeof line, "\"line\":%llu,", (unsigned long long)item->number);
        out_raw(out, line);
    }
    out_bytes(out, object + 1, size - 1);
    out->first = false;
}

static void write_problem(void *what)
{
    struct item *item = what;
    if (item->landed.status != STATUS_ok)
        item->problem = problem_landed(item->batch->scratch, &item->landed);
    item->problem.language = item->language;
    out_init(&item->written, item->batch->scratch, 512);
    problem_encode(&item->written, &item->problem);
}

struct wanted_room {
    struct out *out;
    size_t size;
};

static void make_room(void *what)
{
    struct wanted_room *wanted = what;
    out_room(wanted->out, wanted->size);
}

/* Room for the answer; the rest of a batch must not suffer where there is none. */
static enum status room_for(struct item *item, struct out *out)
{
    enum { AROUND = 2 * sizeof item->id };
    struct wanted_room wanted = {out, item->written.n + AROUND};
    struct escape landed;
    return item->written.n + out->n > BATCH_BYTES ? STATUS_too_large : arena_try(out->arena, &landed, make_room, &wanted);
}

/* Nothing here may be taken from the scratch but where an escape lands: it may be full. */
static void put_result(struct item *item, struct out *out)
{
    struct escape again;
    bool written = !item->refused || arena_try(item->batch->scratch, &again, write_problem, item) == STATUS_ok;
    enum status fault = written ? room_for(item, out) : item->problem.status;
    if (fault != STATUS_ok) {
        item->refused = true;
        item->problem.status = fault;
    }
    item->batch->fleeting |= item->refused && problem_kind(item->problem.status)->http >= 500;
    struct reply last = {.body = item->written.v, .body_size = item->written.n};
    if (fault != STATUS_ok)
        problem_last_resort(&last, fault);
    put(out, item, last.body, last.body_size);
}

static void run(struct item *item, struct out *out)
{
    struct batch *batch = item->batch;
    struct arena *scratch = batch->scratch;
    struct arena_mark mark = arena_mark(scratch);
    batch->dear = false;
    out_room(out, PROBLEM_ROOM); /* at least for a problem, before anything is computed */
    budget_restart(batch->budget);
    if (arena_try(scratch, &item->landed, answer, item) != STATUS_ok) {
        problem_report(batch->api, scratch, &item->landed);
        item->refused = true;
        item->problem.status = item->landed.status;
        if (item->landed.status == STATUS_shutting_down)
            arena_escape_on(out->arena, &item->landed); /* nobody waits for the rest */
        arena_rewind(scratch, mark);
    }
    if (!batch->dear)
        put_result(item, out);
    arena_rewind(scratch, mark);
}

void batch_question(struct batch *batch, cJSON *json, struct out *out)
{
    struct item item = {.batch = batch, .json = json, .language = accept_best_language(batch->accept_language)};
    run(&item, out);
}

void batch_refuse_line(struct batch *batch, enum status status, const char *detail, uint64_t number, struct out *out)
{
    char text[160];
    struct arena_mark mark = arena_mark(batch->scratch);
    struct item item = {
        .batch = batch, .text = "", .number = number, .refused = true, .language = accept_best_language(batch->accept_language)};
    snprintf(text, sizeof text, "line %llu: %s", (unsigned long long)number, detail);
    item.problem = problem_of(status, text);
    put_result(&item, out);
    arena_rewind(batch->scratch, mark);
}

void batch_line(struct batch *batch, char *text, size_t size, uint64_t number, struct out *out)
{
    struct item item = {
        .batch = batch, .text = text, .size = size, .number = number, .language = accept_best_language(batch->accept_language)};
    run(&item, out);
}

/* The body of one call, and how far it is. */
struct batching {
    const cJSON *questions;
    cJSON *next;
    const char *accept_language;
    bool named_language, begun;
    struct batch batch;
    struct budget budget;
    struct arena scratch;
    struct out out;
};

static void reset(void *arena)
{
    arena_reset(arena);
}

static void begin_list(struct call *call)
{
    struct batching *batching = call->batching;
    arena_init_beside(&batching->scratch, call->arena, NULL, 0, ARENA_BYTES);
    arena_defer(call->arena, reset, &batching->scratch);
    batching->batch = (struct batch){.api = call->api,
                                     .accept_language = batching->accept_language,
                                     .scratch = &batching->scratch,
                                     .budget = &batching->budget};
    out_init(&batching->out, call->arena, 4096);
    json_begin(&batching->out, '{');
    member_begin(&batching->out, "answers", '[');
    batching->next = batching->questions->child;
    batching->begun = true;
}

/* One turn: cheap questions together, until they are as dear as one that others would have to wait for. A dear one has a turn of
 * its own, as what it is. */
static void answer_some(struct batching *batching)
{
    struct batch *batch = &batching->batch;
    for (batch->spent = 0; batching->next && batch->spent <= CHEAP_STEPS; batching->next = batching->next->next) {
        batch_question(batch, batching->next, &batching->out);
        if (batch->dear)
            return;
    }
}

static void work(struct call *call)
{
    struct batching *batching = call->batching;
    if (!batching->begun)
        begin_list(call);
    batching->budget = *call->budget;
    batching->budget.arena = &batching->scratch;
    batching->batch.quick = call->cost <= QUICK_STEPS;
    answer_some(batching);
    call->again = batching->next;
    call->cost = batching->batch.dear ? QUICK_STEPS + 1 : FIRST_TURN;
    if (call->again)
        return;
    json_end(&batching->out, ']');
    json_end(&batching->out, '}');
    if (call->arena->peak < call->arena->used + batching->scratch.peak)
        call->arena->peak = call->arena->used + batching->scratch.peak; /* for who asks what the request took */
    call->reply->mistaken = batching->batch.mistaken;
    call->negotiated_language = !batching->named_language;
    if (batching->batch.fleeting)
        call_fresh(call, "application/json", batching->out.v, batching->out.n);
    else
        call_document(call, "application/json", batching->out.v, batching->out.n);
}

static const char *kept_language(struct call *call)
{
    const char *language = call->request->accept_language;
    return language ? arena_copy(call->arena, language, strlen(language)) : NULL;
}

static void feed_begin(struct call *call)
{
    if (!call_without_query(call))
        return;
    call_fresh(call, MEDIA_LINES, NULL, 0);
    call->reply->feed = feed_new(call->arena, call->api, kept_language(call));
}

void batch_begin(struct call *call)
{
    if (call->media & MEDIA_IS_LINES) {
        feed_begin(call);
        return;
    }
    const char *language = NULL;
    const cJSON *questions = batch_read(call, &language);
    if (!questions)
        return;
    call->batching = arena_alloc(call->arena, sizeof *call->batching);
    *call->batching = (struct batching){
        .questions = questions, .accept_language = language ? language : kept_language(call), .named_language = language};
    call->work = work;
    call->cost = FIRST_TURN;
}
