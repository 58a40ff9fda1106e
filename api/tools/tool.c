/* What the tools over all games have in common, and the plain question as one of them. */
#include "api/tools/tool.h"

#include "api/call.h"
#include "api/json/decode.h"
#include "core/registry.h"

#include <string.h>

const struct type no_fields = {.kind = KIND_OBJECT, .size = sizeof(struct head), .fields = (const struct field[]){{0}}};

const char *const *names_with(struct arena *arena, const char *const *names, const char *const *more)
{
    size_t n = 0, m = 0;
    while (names[n])
        n++;
    while (more && more[m])
        m++;
    const char **all = arena_array(arena, n + m + 1, sizeof *all);
    memcpy(all, names, n * sizeof *all);
    if (m)
        memcpy(all + n, more, m * sizeof *all);
    return all;
}

static const char *game_nearest(struct arena *arena, const char *name)
{
    const char **names = arena_array(arena, game_count(), sizeof *names);
    for (size_t i = 0; i < game_count(); i++)
        names[i] = game_at(i)->id;
    return nearest_name(name, names, game_count());
}

const struct game *read_game(const cJSON *json, const char *pointer, struct faults *faults)
{
    const char *place = pointer_name(faults->arena, pointer, "game");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "game");
    if (!name) {
        fault_add(faults, FAULT_missing_field, place, "is missing");
        return NULL;
    }
    if (!cJSON_IsString(name)) {
        fault_add(faults, FAULT_wrong_type, place, "must be the name of a game, as in GET /games");
        return NULL;
    }
    const struct game *game = game_find(name->valuestring, strlen(name->valuestring));
    if (game)
        return game;
    const char *nearest = game_nearest(faults->arena, name->valuestring);
    fault_add(faults, FAULT_out_of_range, place,
              nearest ? arena_printf(faults->arena, "is no game; did you mean \"%s\"?", nearest)
                      : "is no game; GET /games lists the games");
    return NULL;
}

void *read_position(const struct game *game, const cJSON *json, struct faults *faults)
{
    const cJSON *position = cJSON_GetObjectItemCaseSensitive(json, "position");
    if (!position)
        fault_add(faults, FAULT_missing_field, "/position", "is missing");
    else if (!cJSON_IsObject(position))
        fault_add(faults, FAULT_wrong_type, "/position", "must be an object");
    else if (game)
        return position_decode(game, position, "/position", NULL, faults);
    return NULL;
}

enum language chosen_language(struct setting *setting, const cJSON *json, int named)
{
    if (cJSON_GetObjectItemCaseSensitive(json, "language"))
        return (enum language)named;
    setting->negotiated = true;
    return language_preferred(setting->accept_language);
}

bool is_misere(const struct game *game, const void *position)
{
    for (const struct field *f = game->position->fields; f->name; f++)
        if (strcmp(f->name, "misere") == 0 && f->type->kind == KIND_BOOL)
            return *(const bool *)((const char *)position + f->offset);
    return false;
}

bool refuse(struct setting *setting, enum status status, int64_t limit, enum fault_code code, const char *pointer,
            const char *detail)
{
    struct faults *faults = arena_alloc(setting->arena, sizeof *faults);
    faults->arena = setting->arena;
    fault_add(faults, code, pointer, detail);
    setting->refusal = problem_faults(faults);
    setting->refusal.status = status;
    setting->refusal.limit = limit;
    return false;
}

static void *read_question(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                           uint64_t *cost)
{
    const struct game *game = read_game(json, "", faults);
    if (!game)
        return NULL;
    struct question *question = arena_alloc(setting->arena, sizeof *question);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", NULL}, ignored);
    if (!question_decode(question, game, json, "", names, setting->accept_language, faults))
        return NULL;
    *cost = question_cost(question, setting->arena, setting->store);
    return question;
}

static bool answer_question(struct setting *setting, void *request, struct out *out)
{
    question_solve(request, setting->budget, setting->store);
    question_encode(request, out);
    return true;
}

const struct tool tool_question = {.read = read_question, .answer = answer_question};

/* A tool on its own path. */
struct serving {
    const struct tool *tool;
    struct setting setting;
    void *request;
};

static void work(struct call *call)
{
    struct serving *serving = call->serving;
    struct setting *setting = &serving->setting;
    setting->budget = call->budget;
    struct out out;
    out_init(&out, call->arena, 512);
    if (!serving->tool->answer(setting, serving->request, &out)) {
        call_problem(call, setting->refusal);
        return;
    }
    call->reply->mistaken = setting->mistaken;
    call_document(call, "application/json", out.v, out.n);
}

static void begin(struct call *call, const struct tool *tool)
{
    size_t size;
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct serving *serving = arena_alloc(call->arena, sizeof *serving);
    serving->tool = tool;
    serving->setting =
        (struct setting){.arena = call->arena, .store = call->api->store, .accept_language = call->request->accept_language};
    struct faults faults = {.arena = call->arena};
    serving->request = tool->read(&serving->setting, json, NULL, &faults, &call->cost);
    if (faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    call->question.negotiated = serving->setting.negotiated;
    call->serving = serving;
    call->work = work;
}

void sum_begin(struct call *call)
{
    begin(call, &tool_sum);
}

void play_begin(struct call *call)
{
    begin(call, &tool_play);
}

void grade_begin(struct call *call)
{
    begin(call, &tool_grade);
}
