/* /judge, /judge/{id}, /judge/{id}/check: problems of judges, solved and checked as text. */
#include "api/tools/judge/judge.h"

#include "api/call.h"
#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/options.h"
#include "api/tools/judge/check/report.h"
#include "api/tools/judge/run.h"
#include "api/tools/subject.h"
#include "api/tools/tools.h"
#include "core/limits.h"

#include <string.h>

struct check_request {
    struct head head;
    const char *input, *output;
    bool exact, reveal;
    int language;
};

/* One call about one problem. */
struct judging {
    const struct judge_problem *problem;
    struct judge_run run;
    struct text_in text;
    struct arena *scratch; /* in which cases come and go */
    bool json;
    struct judge_check check;
    struct check_request request;
    struct out out; /* in the call's arena */
    struct escape landed;
    struct call *call;
};

/* ---- the catalogue ---- */

void judge_list_begin(struct call *call)
{
    struct out out;
    if (call_made(call, call->endpoint->path))
        return;
    out_init(&out, call->arena, 65536);
    json_begin(&out, '{');
    member_begin(&out, "problems", '[');
    for (size_t i = 0; i < judge_count(); i++)
        judge_row(&out, judge_open(call->arena, judge_id(i)));
    json_end(&out, ']');
    json_end(&out, '}');
    call_document(call, "application/json", out.v, out.n);
}

const struct judge_problem *judge_of_call(struct call *call)
{
    const struct judge_problem *problem = judge_open(call->arena, call->rest);
    if (problem)
        return problem;
    const char *nearest = judge_nearest(call->arena, call->rest), *shown = text_shown(call->arena, call->rest);
    call_problem(call, problem_of(STATUS_not_found,
                                  nearest ? arena_printf(call->arena, "there is no problem %s; did you mean %s?", shown, nearest)
                                          : arena_printf(call->arena, "there is no problem %s; GET /judge lists them", shown)));
    return NULL;
}

static void answer_row(struct call *call, const struct judge_problem *problem)
{
    struct out out;
    out_init(&out, call->arena, 4096);
    judge_row(&out, problem);
    call_document(call, "application/json", out.v, out.n);
}

/* ---- running ---- */

/* Whether the parameter is one of a judge problem's; `spoken`: its language is not told in the body. */
static bool read_parameter(struct call *call, const struct parameter *parameter, bool spoken, bool *limits)
{
    bool on = strcmp(parameter->value, "on") == 0, off = strcmp(parameter->value, "off") == 0;
    if (strcmp(parameter->name, "limits") == 0) {
        *limits = on;
        return on || off;
    }
    for (int i = 0; spoken && type_language.names[i]; i++)
        if (strcmp(parameter->name, "language") == 0 && strcmp(parameter->value, type_language.names[i]) == 0) {
            call->language = (enum language)i;
            return true;
        }
    return false;
}

/* ?limits=off&language=zh; false: the reply says what is wrong. */
static bool read_query(struct call *call, bool spoken, bool *limits)
{
    const char *fault = NULL, *at = call->target.query ? call->target.query : "";
    struct parameter parameter;
    bool good = true;
    *limits = true;
    while (good && target_next(call->arena, &at, &parameter, &fault))
        good = read_parameter(call, &parameter, spoken, limits);
    call->target.query = NULL; /* it was read */
    if (good && !fault)
        return true;
    call_problem(call,
                 problem_of(STATUS_bad_request, spoken ? "the query of an input is limits (on or off) and language (en or zh)"
                                                       : "the query of a judge problem is limits=on or limits=off"));
    return false;
}

static void reset(void *arena)
{
    arena_reset(arena);
}

static void run_under(void *what)
{
    judge_run_all(what);
}

/* False: the reply says what went wrong. */
static bool run_judging(struct judging *judging, const char *text, size_t size)
{
    struct call *call = judging->call;
    struct arena *scratch = arena_alloc(call->arena, sizeof *scratch);
    arena_init_beside(scratch, call->arena, NULL, 0, ARENA_BYTES);
    arena_defer(call->arena, reset, scratch);
    struct budget budget = *call->budget;
    budget.arena = scratch;
    judging->scratch = scratch;
    judging->text = text_of(text, size);
    struct judge_run *run = &judging->run;
    run->problem = judging->problem;
    run->reading.text = &judging->text;
    run->reading.arena = scratch;
    run->store = call->api->store;
    run->budget = &budget;
    enum status status = arena_try(scratch, &judging->landed, run_under, run);
    call->arena->peak += scratch->peak; /* for who asks what the request took */
    if (status == STATUS_ok)
        return true;
    struct problem problem = problem_landed(call->arena, &judging->landed);
    if (status == STATUS_invalid_input) {
        problem.line = run->reading.spot.line;
        problem.column = run->reading.spot.column;
    }
    call_problem(call, problem);
    return false;
}

/* ---- solving ---- */

static bool put_text(void *what, const struct judged_unit *unit)
{
    struct judging *judging = what;
    out_bytes(&judging->out, unit->text, unit->text_size);
    return true;
}

/* The text as the judge prints it, of the questions of a unit one by one. */
static bool put_json(void *what, const struct judged_unit *unit)
{
    struct judging *judging = what;
    struct out *out = &judging->out;
    for (size_t i = 0; i < unit->count; i++) {
        const struct judged *judged = &unit->judged[i];
        struct out answer;
        out_init(&answer, judging->scratch, 512);
        question_encode(judged->question, &answer);
        json_begin(out, '{');
        json_name(out, "position");
        out_bytes(out, judged->position, judged->position_size);
        out->first = false;
        json_name(out, "answer");
        out_bytes(out, answer.v, answer.n);
        out->first = false;
        bool alone = unit->count == 1;
        member_string(
            out, "output",
            arena_copy(judging->scratch, alone ? unit->text : judged->text, alone ? unit->text_size - 1 : judged->text_size));
        json_end(out, '}');
    }
    return true;
}

static void solve(struct call *call)
{
    struct judging *judging = call->judging;
    out_init(&judging->out, call->arena, 4096);
    judging->run.each = judging->json ? put_json : put_text;
    judging->run.whole = judging->json;
    judging->run.text_only = !judging->json;
    judging->run.what = judging;
    if (judging->json) {
        json_begin(&judging->out, '{');
        member_string(&judging->out, "problem", judging->problem->id);
        member_begin(&judging->out, "cases", '[');
    }
    if (!run_judging(judging, call->body, call->body_size))
        return;
    if (judging->json) {
        json_end(&judging->out, ']');
        json_end(&judging->out, '}');
    }
    call_document(call, judging->json ? "application/json" : "text/plain; charset=utf-8", judging->out.v, judging->out.n);
}

static void solve_begin(struct call *call, const struct judge_problem *problem)
{
    static const char *const types[] = {"text/plain", "application/json"};
    struct judging *judging = arena_alloc(call->arena, sizeof *judging);
    judging->call = call;
    judging->problem = problem;
    judging->json = accept_media(call->request->accept, types, 2) == 1;
    if (!read_query(call, true, &judging->run.reading.limits) || call->request->unread)
        return;
    call->body = call->request->body ? call->request->body : "";
    call->body_size = call->request->body_size;
    struct tag tag = tag_begin();
    tag_bytes(&tag, problem->id, strlen(problem->id));
    tag_word(&tag, (uint64_t)judging->json << 1 | judging->run.reading.limits);
    tag_bytes(&tag, call->body, call->body_size);
    if (call_unchanged(call, &tag))
        return;
    call->judging = judging;
    call->work = solve;
    call->cost = CHEAP_STEPS + 1 + call->body_size * 100; /* what the questions cost shows when they are read */
}

void judge_begin(struct call *call)
{
    const struct judge_problem *problem = judge_of_call(call);
    if (!problem)
        return;
    if (call->method == METHOD_GET) {
        answer_row(call, problem);
        return;
    }
    if (call->media & MEDIA_NAMES_JSON) {
        call_accepted(call, call->endpoint->methods);
        call_problem(call, problem_of(STATUS_unsupported_media_type,
                                      "the body is the problem's own input as text: send it as text/plain"));
        return;
    }
    solve_begin(call, problem);
}

/* ---- checking ---- */

static const struct type type_text = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = INT32_MAX};

static const struct type type_check_request = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct check_request),
    .fields =
        (const struct field[]){
            {"input", offsetof(struct check_request, input), &type_text,
             .doc = {"The problem's input, as text.", "题目的输入文本。"}},
            {"output", offsetof(struct check_request, output), &type_text,
             .doc = {"What the contestant's program printed.", "选手程序的输出。"}},
            {"exact", offsetof(struct check_request, exact), &type_bool, NEED_DEFAULT,
             .doc = {"White space matters, too.", "空白字符也须一致。"}},
            {"reveal", offsetof(struct check_request, reveal), &type_bool, NEED_DEFAULT, .fallback = 1,
             .doc = {"Tell what was expected, and why.", "给出正确答案及理由。"}},
            {"language", offsetof(struct check_request, language), &type_language, NEED_DEFAULT,
             .doc = {"The language of feedback.", "反馈所用的语言。"}},
            {0},
        },
};

static void check(struct call *call)
{
    struct judging *judging = call->judging;
    struct judge_check *check = &judging->check;
    judging->run.each = judge_check_unit;
    judging->run.what = check;
    judging->run.placed = true;
    judging->run.problem = judging->problem;
    judge_check_prepare(check, &judging->run, call->arena);
    if (!run_judging(judging, judging->request.input, strlen(judging->request.input)))
        return;
    judge_check_end(check);
    struct out out;
    out_init(&out, call->arena, 1024);
    judge_report(&out, judging->problem, check, judging->request.reveal);
    call->reply->mistaken = check->verdict != CHECK_ACCEPTED;
    call_document(call, "application/json", out.v, out.n);
}

void judge_check_begin(struct call *call)
{
    size_t size;
    bool limits;
    const struct judge_problem *problem = judge_of_call(call);
    if (!problem || !read_query(call, false, &limits))
        return;
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct judging *judging = arena_alloc(call->arena, sizeof *judging);
    struct faults faults = {.arena = call->arena};
    judging->call = call;
    judging->run.reading.limits = limits;
    judging->problem = problem;
    decode_fields(&type_check_request, &judging->request, NULL, NULL, json, "", NULL, &faults);
    if (faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    judging->check.output = text_of(judging->request.output, strlen(judging->request.output));
    judging->check.exact = judging->request.exact;
    if (cJSON_GetObjectItemCaseSensitive(json, "language")) {
        judging->check.language = (enum language)judging->request.language;
    } else {
        judging->check.language = accept_best_language(call->request->accept_language);
        call->question.negotiated = true;
    }
    call->judging = judging;
    call->work = check;
    call->cost = CHEAP_STEPS + 1;
}
