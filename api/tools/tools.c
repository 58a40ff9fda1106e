/* What the tools over all games have in common, and the plain question as one of them. */
#include "api/tools/tools.h"

#include "api/call.h"
#include "api/headers/accept.h"
#include "api/json/decode.h"
#include "api/tools/sum/sum.h"
#include "core/memory/keep.h"

#include <stdio.h>
#include <string.h>

enum language chosen_language(struct setting *setting, const cJSON *json, int named)
{
    if (cJSON_GetObjectItemCaseSensitive(json, "language"))
        return (enum language)named;
    setting->negotiated = true;
    return accept_best_language(setting->accept_language);
}

void setting_keep(struct setting *setting)
{
    struct budget *budget = arena_alloc(setting->arena, sizeof *budget);
    *budget = *setting->budget;
    budget->keep = keep_new(setting->arena);
    setting->budget = budget;
}

bool students_fault(const char *pointer)
{
    static const char *const parts[] = {"/claim", "/record"};
    if (strncmp(pointer, "/questions/", 11) == 0)
        pointer += 11 + strspn(pointer + 11, "0123456789");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t n = strlen(parts[i]);
        if (strncmp(pointer, parts[i], n) == 0 && (!pointer[n] || pointer[n] == '/'))
            return true;
    }
    return false;
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
    question->spoken = options_spoken(&question->options, setting->accept_language, &setting->negotiated);
    *cost = question_cost(question, setting->arena, setting->store);
    return question;
}

static void answer_question(struct setting *setting, void *request, struct out *out)
{
    question_solve(request, setting->budget, setting->store);
    question_encode(request, out);
}

/* A term is looked at twice: for its value, and for its moves. */
static void answer_sum(struct setting *setting, void *request, struct out *out)
{
    setting_keep(setting);
    answer_question(setting, request, out);
}

const struct tool tool_question = {.read = read_question, .answer = answer_question};
const struct tool tool_sum = {.path = "/sum", .read = read_sum, .answer = answer_sum};

const struct tool *const tools[] = {&tool_sum,   &tool_grade,  &tool_play, &tool_apply,    &tool_tree,
                                    &tool_table, &tool_period, &tool_laws, &tool_generate, NULL};

const struct tool *tool_find(const char *path)
{
    if (*path != '/') /* from there on they differ, most in their first letter */
        return NULL;
    for (const struct tool *const *tool = tools; *tool; tool++)
        if ((*tool)->path[1] == path[1] && strcmp((*tool)->path, path) == 0)
            return *tool;
    return NULL;
}

/* A tool on its own path. */
struct serving {
    const struct tool *tool;
    struct setting setting;
    void *request;
    const struct tool_form *form; /* what Accept chose; NULL: JSON */
    struct out out;
};

static void work(struct call *call)
{
    struct serving *serving = call->serving;
    struct setting *setting = &serving->setting;
    setting->budget = call->budget;
    setting->cost = call->cost;
    if (!setting->again)
        out_init(&serving->out, call->arena, 512);
    setting->again = false;
    (serving->form ? serving->form->answer : serving->tool->answer)(setting, serving->request, &serving->out);
    call->again = setting->again;
    call->cost = setting->cost;
    call->reply->mistaken = setting->mistaken;
    call->reply->ungraded = setting->ungraded;
    if (!call->again)
        call_document(call, serving->form ? serving->form->type : "application/json", serving->out.v, serving->out.n);
}

/* NULL: JSON. */
static const struct tool_form *form_of(const struct tool *tool, const char *accept)
{
    const char *types[] = {"application/json", NULL, NULL};
    char bare[2][40];
    size_t n = 1;
    for (; n < 3 && tool->others[n - 1].type; n++) {
        const char *type = tool->others[n - 1].type;
        snprintf(bare[n - 1], sizeof bare[n - 1], "%.*s", (int)strcspn(type, ";"), type);
        types[n] = bare[n - 1];
    }
    size_t chosen = accept_media(accept, types, n);
    return chosen ? &tool->others[chosen - 1] : NULL;
}

void tool_serve(struct call *call, const struct tool *tool, const struct setting *setting, void *request,
                const struct tool_form *form)
{
    struct serving *serving = arena_alloc(call->arena, sizeof *serving);
    *serving = (struct serving){.tool = tool, .setting = *setting, .request = request, .form = form};
    call->negotiated_language = setting->negotiated;
    call->negotiated_type = tool->others[0].type != NULL;
    call->serving = serving;
    call->work = work;
}

void tool_begin(struct call *call)
{
    size_t size;
    const struct tool *tool = tool_find(call->endpoint->path);
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct setting setting = {.arena = call->arena, .store = call->api->store, .accept_language = call->request->accept_language};
    struct faults faults = {.arena = call->arena};
    void *request = tool->read(&setting, json, NULL, &faults, &call->cost);
    if (faults.n)
        call_problem(call, problem_faults(&faults));
    else
        tool_serve(call, tool, &setting, request, form_of(tool, call->request->accept));
}
