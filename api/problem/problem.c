/* Problem bodies. Everything fixed comes from status.def and fault.def. */
#include "api/problem/problem.h"
#include "api/json/encode.h"

#include "api/headers/reply.h"
#include "api/json/out.h"
#include "api/problem/words.h"
#include "api/target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct problem_kind kinds[STATUS_count] = {
#define STATUS(name, http, title, meaning, mend) [STATUS_##name] = {#name, http, title, meaning, mend},
#include "core/status.def"
#undef STATUS
};

static const struct {
    const char *name, *meaning;
} fault_kinds[FAULT_count] = {
#define FAULT(name, meaning) [FAULT_##name] = {#name, meaning},
#include "core/value/fault.def"
#undef FAULT
};

const struct problem_kind *problem_kind(enum status status)
{
    assert(status > STATUS_ok && status < STATUS_count);
    return &kinds[status];
}

const char *fault_name(enum fault_code code)
{
    return fault_kinds[code].name;
}

const char *fault_meaning(enum fault_code code)
{
    return fault_kinds[code].meaning;
}

struct writing {
    struct arena *arena;
    const struct asked *asked;
    const char *text;
};

static void write_position(void *what)
{
    enum { SHOWN = 2000 };
    struct writing *writing = what;
    struct out out;
    out_init(&out, writing->arena, 512);
    encode_value(&out, writing->asked->game->position, writing->asked->position);
    writing->text = arena_copy(writing->arena, out.v, out.n < SHOWN ? out.n : SHOWN);
}

void problem_report(const struct api *api, struct arena *arena, const struct escape *landed)
{
    const struct asked *asked = &landed->asked;
    if (landed->status != STATUS_internal || !api || !api->broken)
        return;
    struct writing writing = {arena, asked, ""};
    struct escape again;
    if (asked->position)
        arena_try(arena, &again, write_position, &writing);
    api->broken(api->what, landed->detail, asked->game ? asked->game->id : "", writing.text);
}

struct problem problem_landed(struct arena *arena, const struct escape *landed)
{
    struct problem problem = problem_of(landed->status, NULL);
    const char *detail = NULL;
    if (landed->detail[0] && landed->status != STATUS_internal) /* what broke is for the log, not for the client */
        detail = arena_copy(arena, landed->detail, strlen(landed->detail));
    const char *zh = detail && landed->zh[0] ? arena_copy(arena, landed->zh, strlen(landed->zh)) : NULL;
    if (landed->pointer[0]) {
        struct faults *faults = arena_alloc(arena, sizeof *faults);
        faults->arena = arena;
        fault_add(faults, landed->code, arena_copy(arena, landed->pointer, strlen(landed->pointer)), detail);
        faults->v[0].at = landed->at;
        faults->v[0].zh = zh;
        if (*landed->state) {
            faults->v[0].state = arena_copy(arena, landed->state, strlen(landed->state));
            faults->v[0].choice = arena_copy(arena, landed->choice, strlen(landed->choice));
        }
        problem.faults = faults;
    } else {
        problem.detail = detail;
        problem.zh = zh;
    }
    problem.limit = landed->limit;
    return problem;
}

struct problem problem_faults(const struct faults *faults)
{
    struct problem problem = problem_of(STATUS_invalid_position, NULL);
    problem.faults = faults;
    return problem;
}

/* "/heaps/1" is heaps[1] in words, "" the whole body. */
static void write_place(struct out *out, enum language language, const char *pointer)
{
    if (!*pointer)
        out_raw(out, language == LANGUAGE_ZH ? "请求体" : "the body");
    for (bool first = true; *pointer == '/'; first = false) {
        const char *token = ++pointer;
        size_t n = strcspn(token, "/");
        pointer += n;
        if (n && strspn(token, "0123456789") == n) {
            out_raw(out, "[");
            out_bytes(out, token, n);
            out_raw(out, "]");
            continue;
        }
        if (!first)
            out_raw(out, ".");
        struct out name;
        out_init(&name, out->arena, n + 1);
        for (size_t i = 0; i < n; i++) {
            bool escaped = token[i] == '~' && i + 1 < n;
            char c = !escaped ? token[i] : token[i + 1] == '1' ? '/' : '~';
            out_bytes(&name, &c, 1);
            i += escaped;
        }
        out_bytes(&name, "", 1);
        out_raw(out, text_shown(out->arena, name.v));
    }
}

const char *fault_detail(struct arena *arena, enum language language, const struct fault *fault)
{
    const char *told = language == LANGUAGE_ZH && fault->zh ? fault->zh : words_in(arena, language, fault->detail);
    return told ? told : words_in(arena, language, fault_meaning(fault->code));
}

/* "must be at least 0" says something of its place; what does not is a sentence of its own, and stands behind a colon. */
static bool is_predicate(const char *detail)
{
    static const char *const verbs[] = {"must ", "is ", "has ", "goes ", "stands ", "says ", "varies ", "cannot ", "makes "};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncmp(detail, verbs[i], strlen(verbs[i])) == 0)
            return true;
    return false;
}

static const char *faults_detail(struct arena *arena, enum language language, const struct faults *faults)
{
    struct out out;
    out_init(&out, arena, 200);
    bool zh = language == LANGUAGE_ZH;
    write_place(&out, language, faults->v[0].pointer);
    const char *detail = faults->v[0].detail;
    out_raw(&out, detail && is_predicate(detail) ? " " : zh ? "：" : ": ");
    out_raw(&out, fault_detail(arena, language, &faults->v[0]));
    if (faults->n > 1)
        out_raw(&out, zh ? arena_printf(arena, "，另有 %zu 处错误", faults->n - 1)
                         : arena_printf(arena, ", and %zu more fault%s", faults->n - 1, faults->n > 2 ? "s" : ""));
    out_bytes(&out, "", 1);
    return out.v;
}

/* NULL where there is none. */
static const char *problem_detail(struct arena *arena, const struct problem *problem)
{
    if (problem->faults)
        return faults_detail(arena, problem->language, problem->faults);
    if (!problem->detail)
        return NULL;
    const char *told =
        problem->language == LANGUAGE_ZH && problem->zh ? problem->zh : words_in(arena, problem->language, problem->detail);
    return told ? told : words_in(arena, problem->language, problem_kind(problem->status)->meaning);
}

/* "n=5;h=[1,2];" as an object. */
static void encode_play(struct out *out, const char *name, const char *text)
{
    json_name(out, name);
    json_begin(out, '{');
    while (*text) {
        size_t n = strcspn(text, "=");
        json_name(out, arena_copy(out->arena, text, n));
        text += n + 1;
        bool list = *text == '[';
        if (list)
            json_begin(out, '[');
        for (text += list; *text != ';'; text += *text == ',' || *text == ']') {
            char *end;
            if (*text != ']')
                json_word(out, strtoll(text, &end, 10));
            else
                end = (char *)text;
            text = end;
        }
        if (list)
            json_end(out, ']');
        text++;
    }
    json_end(out, '}');
}

static void encode_errors(struct out *out, enum language language, const struct faults *faults)
{
    json_name(out, "errors");
    json_begin(out, '[');
    for (size_t i = 0; i < faults->n; i++) {
        json_begin(out, '{');
        json_name(out, "pointer");
        json_string(out, faults->v[i].pointer);
        json_name(out, "code");
        json_string(out, fault_name(faults->v[i].code));
        json_name(out, "detail");
        json_string(out, fault_detail(out->arena, language, &faults->v[i]));
        if (faults->v[i].at >= 0) {
            json_name(out, "at");
            json_word(out, faults->v[i].at);
        }
        if (faults->v[i].state) {
            encode_play(out, "state", faults->v[i].state);
            encode_play(out, "choice", faults->v[i].choice);
        }
        json_end(out, '}');
    }
    json_end(out, ']');
}

void problem_encode(struct out *out, const struct problem *problem)
{
    const struct problem_kind *kind = problem_kind(problem->status);
    const char *detail = problem_detail(out->arena, problem), *title = words_in(out->arena, problem->language, kind->title);
    json_begin(out, '{');
    json_name(out, "type");
    json_string(out, arena_printf(out->arena, "/problems/%s", kind->code));
    json_name(out, "title");
    json_string(out, title ? title : kind->title);
    json_name(out, "status");
    json_word(out, kind->http);
    json_name(out, "code");
    json_string(out, kind->code);
    if (detail) {
        json_name(out, "detail");
        json_string(out, detail);
    }
    if (problem->offset >= 0) {
        json_name(out, "offset");
        json_word(out, problem->offset);
    }
    if (problem->line) {
        json_name(out, "line");
        json_word(out, problem->line);
        json_name(out, "column");
        json_word(out, problem->column);
    }
    if (problem->limit >= 0) {
        json_name(out, "limit");
        json_number(out, num(problem->limit));
    }
    if (problem->faults)
        encode_errors(out, problem->language, problem->faults);
    if (problem->ungraded) {
        json_name(out, "graded");
        json_bool(out, false);
    }
    json_end(out, '}');
}

/* Status, body and the headers that every problem has. */
static void fill(struct reply *reply, enum status status, const char *body, size_t size)
{
    reply->status = problem_kind(status)->http;
    reply->problem = status;
    reply->content_type = "application/problem+json";
    reply->body = body;
    reply->body_size = size;
    reply_header(reply, "Cache-Control", "no-store");
    if (status == STATUS_overloaded || status == STATUS_deadline_exceeded)
        reply_header(reply, "Retry-After", "1");
    if (status == STATUS_shutting_down)
        reply_header(reply, "Retry-After", "3");
}

void problem_reply(struct arena *arena, struct reply *reply, const struct problem *problem)
{
    struct out out;
    out_init(&out, arena, 512);
    problem_encode(&out, problem);
    fill(reply, problem->status, out.v, out.n);
    reply_header(reply, "Vary", "Accept-Language");
}

void problem_last_resort(struct reply *reply, enum status status)
{
    static const char *const bodies[STATUS_count] = {
#define STATUS(name, http, title, meaning, mend)                                                                                 \
    [STATUS_##name] = "{\"type\":\"/problems/" #name "\",\"title\":\"" title "\",\"status\":" #http ",\"code\":\"" #name "\"}",
#include "core/status.def"
#undef STATUS
    };
    fill(reply, status, bodies[status], strlen(bodies[status]));
}
