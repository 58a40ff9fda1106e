/* /problems and /problems/{code}: what every code means, how to mend the request, and an example. */
#include "api/call.h"
#include "api/docs/docs.h"
#include "api/json/member.h"
#include "api/problem/words.h"
#include "core/limits.h"

#include <string.h>

enum { CODES = STATUS_count + FAULT_count };

/* A request that ends in the problem. Where there is none, the problem depends on the state of the service. */
struct problem_sample {
    const char *method, *target, *content_type, *body;
};

static const struct problem_sample status_samples[STATUS_count] = {
    [STATUS_invalid_json] = {"POST", "/nim", "application/json", "{\"heaps\":[3,4,}"},
    [STATUS_bad_request] = {"GET", "/nim?heaps=3,4,5", NULL, NULL},
    [STATUS_not_found] = {"POST", "/nimm", "application/json", "{\"heaps\":[3,4,5]}"},
    [STATUS_method_not_allowed] = {"DELETE", "/nim", NULL, NULL},
    [STATUS_unsupported_media_type] = {"POST", "/nim", "application/xml", "<heaps/>"},
    [STATUS_invalid_position] = {"POST", "/nim", "application/json", "{\"heaps\":[3,-4,5]}"},
};

/* A move of a user's game with one variable. */
#define RULES(move)                                                                                                              \
    {                                                                                                                            \
        "POST", "/custom", "application/json",                                                                                   \
            "{\"rules\":{\"vars\":\"n: 0..100\",\"moves\":[{\"name\":\"take\"," move "}]},\"state\":{\"n\":5}}"                  \
    }

/* Entries of errors[]. */
static const struct problem_sample fault_samples[FAULT_count] = {
    [FAULT_missing_field] = {"POST", "/nim", "application/json", "{}"},
    [FAULT_unknown_field] = {"POST", "/nim", "application/json", "{\"heaps\":[3,4,5],\"misère\":true}"},
    [FAULT_wrong_type] = {"POST", "/nim", "application/json", "{\"heaps\":3}"},
    [FAULT_not_an_integer] = {"POST", "/nim", "application/json", "{\"heaps\":[3.5]}"},
    [FAULT_unsafe_integer] = {"POST", "/nim", "application/json", "{\"heaps\":[18446744073709551616]}"},
    [FAULT_too_long] = {"POST", "/wythoff", "application/json", "{\"heaps\":[3,4,5]}"},
    [FAULT_too_short] = {"POST", "/wythoff", "application/json", "{\"heaps\":[3]}"},
    [FAULT_duplicate] = {"POST", "/georgia-bob", "application/json", "{\"chessmen\":[3,3]}"},
    [FAULT_inconsistent] = {"POST", "/stone-rivals", "application/json", "{\"mine\":[3,4],\"theirs\":[5]}"},
    [FAULT_out_of_range] = {"POST", "/nim", "application/json", "{\"heaps\":[3,-4,5]}"},
    [FAULT_syntax] = RULES("\"when\":\"n >\",\"do\":\"n -= 1\""),
    [FAULT_unknown_name] = RULES("\"choose\":\"k in 1..n\",\"do\":\"n -= j\""),
    [FAULT_overflow] = RULES("\"do\":\"n = n * 9223372036854775807\""),
    [FAULT_division_by_zero] = RULES("\"choose\":\"k in 0..2\",\"do\":\"n = n / k\""),
    [FAULT_bad_index] = RULES("\"do\":\"n = [1, 2][n]\""),
};

static const char *code_name(size_t code)
{
    return code < STATUS_count ? problem_kind((enum status)code)->code : fault_name((enum fault_code)(code - STATUS_count));
}

/* The index of a code, or CODES. Index 0 would be STATUS_ok and names nothing. */
static size_t code_find(const char *name)
{
    for (size_t code = 1; code < CODES; code++)
        if (strcmp(code_name(code), name) == 0)
            return code;
    return CODES;
}

/* Asks ourselves; what is left to be solved is a handful of steps. */
static void encode_sample(struct call *call, struct out *out, const struct problem_sample *sample, enum status expected)
{
    struct request request = {.method = sample->method,
                              .target = sample->target,
                              .content_type = sample->content_type,
                              .accept_language = call->language == LANGUAGE_ZH ? "zh" : "en"};
    if (sample->body) {
        request.body_size = strlen(sample->body);
        request.body = arena_copy(call->arena, sample->body, request.body_size);
    }
    struct reply reply;
    struct budget budget = {.left = CHEAP_STEPS, .arena = call->arena};
    api_handle(call->api, &request, call->arena, &budget, &reply);
    if (reply.problem != expected) /* no memory for it: rather no page than one with the wrong example */
        arena_escape(call->arena, reply.problem ? reply.problem : STATUS_internal, -1, "there is no memory for the examples");
    member_begin(out, "request", '{');
    member_string(out, "method", sample->method);
    member_string(out, "target", sample->target);
    if (sample->body) {
        member_string(out, "content_type", sample->content_type);
        member_string(out, "body", sample->body);
    }
    json_end(out, '}');
    member_raw(out, "answer", arena_copy(call->arena, reply.body, reply.body_size));
}

static void encode_example(struct call *call, struct out *out, size_t code)
{
    const struct problem_sample *sample = code < STATUS_count ? &status_samples[code] : &fault_samples[code - STATUS_count];
    member_begin(out, "example", '{');
    if (sample->method) {
        encode_sample(call, out, sample, code < STATUS_count ? (enum status)code : STATUS_invalid_position);
    } else {
        struct problem problem = problem_of((enum status)code, problem_kind((enum status)code)->meaning);
        problem.language = call->language;
        problem.limit = code == STATUS_too_large ? INT_BITS : -1;
        json_name(out, "answer");
        problem_encode(out, &problem);
    }
    json_end(out, '}');
}

static const char *in_words(struct call *call, const char *en)
{
    const char *told = words_in(call->arena, call->language, en);
    return told ? told : en;
}

static void encode_page(struct call *call, struct out *out, size_t code)
{
    bool fault = code >= STATUS_count, zh = call->language == LANGUAGE_ZH;
    const struct problem_kind *kind = problem_kind(fault ? STATUS_invalid_position : (enum status)code);
    const char *name = code_name(code), *title = fault ? fault_meaning((enum fault_code)(code - STATUS_count)) : kind->title;
    title = in_words(call, title);
    json_begin(out, '{');
    member_string(out, "type", arena_printf(call->arena, "/problems/%s", name));
    member_string(out, "title", title);
    member_word(out, "status", kind->http);
    member_string(out, "code", name);
    member_string(out, "meaning",
                  fault ? arena_printf(call->arena, zh ? "`errors` 中的一项：%s。" : "An entry of `errors`: %s.", title)
                        : in_words(call, kind->meaning));
    member_string(out, "mend",
                  fault ? in_words(call, "`pointer` names the value, `detail` says what it must be.")
                        : in_words(call, kind->mend));
    encode_example(call, out, code);
    json_end(out, '}');
}

/* ?language=zh, or what Accept-Language prefers; other parameters mean nothing here. False: the reply says what is wrong. */
static bool read_language(struct call *call)
{
    const char *fault = NULL, *at = call->target.query ? call->target.query : "";
    struct parameter parameter;
    call->negotiated_language = true;
    while (target_next(call->arena, &at, &parameter, &fault)) {
        if (strcmp(parameter.name, "language") != 0)
            continue;
        bool zh = strcmp(parameter.value, "zh") == 0;
        if (!zh && strcmp(parameter.value, "en") != 0)
            fault = "the query of a document of problems is language=en or language=zh";
        if (fault)
            break;
        call->language = zh ? LANGUAGE_ZH : LANGUAGE_EN;
        call->negotiated_language = false;
    }
    if (fault)
        call_problem(call, problem_of(STATUS_bad_request, fault));
    return !fault;
}

void problems_begin(struct call *call)
{
    if (!read_language(call))
        return;
    struct out out;
    out_init(&out, call->arena, 16384);
    json_begin(&out, '{');
    member_begin(&out, "problems", '[');
    for (size_t code = 1; code < CODES; code++)
        encode_page(call, &out, code);
    json_end(&out, ']');
    json_end(&out, '}');
    call_document(call, "application/json", out.v, out.n);
}

void problems_page_begin(struct call *call)
{
    size_t code = code_find(call->rest);
    if (code == CODES) {
        call_no_path(call);
        return;
    }
    if (!read_language(call))
        return;
    struct out out;
    out_init(&out, call->arena, 2048);
    encode_page(call, &out, code);
    call_document(call, "application/json", out.v, out.n);
}
