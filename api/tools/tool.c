/* What the tools over all games have in common, and the plain question as one of them. */
#include "api/tools/tool.h"

#include "api/accept.h"
#include "api/call.h"
#include "api/json/decode.h"
#include "api/tools/sum/sum.h"

#include <string.h>

enum language chosen_language(struct setting *setting, const cJSON *json, int named)
{
    if (cJSON_GetObjectItemCaseSensitive(json, "language"))
        return (enum language)named;
    setting->negotiated = true;
    return language_preferred(setting->accept_language);
}

static void *read_question(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                           uint64_t *cost)
{
    const struct game *game = read_game(json, "", false, faults);
    if (!game)
        return NULL;
    struct question *question = arena_alloc(setting->arena, sizeof *question);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", NULL}, ignored);
    if (!question_decode(question, game, json, "", names, setting->accept_language, faults))
        return NULL;
    *cost = question_cost(question, setting->arena, setting->store);
    return question;
}

static void *read_sum(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                      uint64_t *cost)
{
    struct question *question = arena_alloc(setting->arena, sizeof *question);
    question->position = sum_read(&question->game, json, "", ignored, &question->options, faults);
    if (!question->position)
        return NULL;
    question->explain = options_explain(&question->options);
    question->language = options_language(&question->options, setting->accept_language, &setting->negotiated);
    *cost = question_cost(question, setting->arena, setting->store);
    return question;
}

static void answer_question(struct setting *setting, void *request, struct out *out)
{
    question_solve(request, setting->budget, setting->store);
    question_encode(request, out);
}

const struct tool tool_question = {.read = read_question, .answer = answer_question};
const struct tool tool_sum = {.path = "/sum", .read = read_sum, .answer = answer_question};

const struct tool *const tools[] = {&tool_sum,   &tool_grade,  &tool_play, &tool_apply, &tool_tree,
                                    &tool_table, &tool_period, &tool_laws, NULL};

const struct tool *tool_find(const char *path)
{
    for (const struct tool *const *tool = tools; *tool; tool++)
        if (strcmp((*tool)->path, path) == 0)
            return *tool;
    return NULL;
}

/* A tool on its own path. */
struct serving {
    const struct tool *tool;
    struct setting setting;
    void *request;
    bool other; /* Accept chose the other form */
};

static void work(struct call *call)
{
    struct serving *serving = call->serving;
    struct setting *setting = &serving->setting;
    setting->budget = call->budget;
    struct out out;
    out_init(&out, call->arena, 512);
    (serving->other ? serving->tool->other.answer : serving->tool->answer)(setting, serving->request, &out);
    call->reply->mistaken = setting->mistaken;
    call_document(call, serving->other ? serving->tool->other.type : "application/json", out.v, out.n);
}

void tool_begin(struct call *call)
{
    size_t size;
    const struct tool *tool = tool_find(call->endpoint->path);
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct serving *serving = arena_alloc(call->arena, sizeof *serving);
    const char *types[] = {"application/json", tool->other.type};
    serving->tool = tool;
    serving->setting =
        (struct setting){.arena = call->arena, .store = call->api->store, .accept_language = call->request->accept_language};
    serving->other = tool->other.type && accept_media(call->request->accept, types, 2) == 1;
    struct faults faults = {.arena = call->arena};
    serving->request = tool->read(&serving->setting, json, NULL, &faults, &call->cost);
    if (faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    call->negotiated_language = serving->setting.negotiated;
    call->negotiated_type = tool->other.type != NULL;
    call->serving = serving;
    call->work = work;
}
