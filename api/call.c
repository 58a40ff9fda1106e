/* What every handler needs: the object that the request carries, and the ways to finish a call (answers, documents, problems). */
#include "api/call.h"

#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/json/decode.h"
#include "api/json/near.h"
#include "api/json/parse.h"
#include "api/json/pointer.h"
#include "api/names/nearest.h"
#include "api/page.h"
#include "api/tools/tools.h"

#include <string.h>

static bool refuse_query(struct call *call, const char *detail)
{
    call_problem(call, problem_of(STATUS_bad_request, detail));
    return false;
}

static bool is_option(const char *name)
{
    for (const struct field *field = options_type.fields; field->name; field++)
        if (strcmp(field->name, name) == 0)
            return true;
    return false;
}

static const char *unknown_parameter(struct arena *arena, const char *name)
{
    enum { NAMES_MAX = 16 };
    const char *names[NAMES_MAX] = {"position"};
    size_t n = 1;
    for (const struct field *field = options_type.fields; field->name && n < NAMES_MAX; field++)
        names[n++] = field->name;
    const char *nearest = nearest_name(name, names, n);
    const char *said =
        arena_printf(arena, "the query has the parameter %s, which is neither `position` nor an option", text_shown(arena, name));
    return nearest ? arena_printf(arena, "%s; did you mean \"%s\"?", said, nearest) : said;
}

/* As a member of the position's object: a boolean, or a string, which is read as a number where one is wanted. */
static cJSON *option_of(struct call *call, const struct parameter *parameter)
{
    cJSON *option = arena_alloc(call->arena, sizeof *option);
    bool truth = strcmp(parameter->value, "true") == 0;
    option->type = truth ? cJSON_True : strcmp(parameter->value, "false") == 0 ? cJSON_False : cJSON_String;
    option->string = (char *)parameter->name;
    option->valuestring = option->type == cJSON_String ? parameter->value : NULL;
    return option;
}

/* GET ?position=…&explain=zh: the position, and the options beside it as a list of nodes. False: the reply is a problem. */
static bool read_query(struct call *call, struct parameter *position, cJSON **options)
{
    const char *fault, *at = call->target.query ? call->target.query : "";
    struct parameter parameter;
    *position = (struct parameter){.value = NULL};
    for (cJSON **next = options; target_next(call->arena, &at, &parameter, &fault);) {
        bool whole = strcmp(parameter.name, "position") == 0;
        if (whole && position->value)
            return refuse_query(call, "the query has `position` twice");
        if (!whole && !is_option(parameter.name))
            return refuse_query(call, unknown_parameter(call->arena, parameter.name));
        if (whole) {
            *position = parameter;
        } else {
            *next = option_of(call, &parameter);
            next = &(*next)->next;
        }
    }
    if (fault)
        return refuse_query(call, fault);
    return position->value ||
           refuse_query(call, "the query has no `position`: send ?position= and the position as percent-encoded JSON");
}

/* Puts the options behind the object's own members; one that is there already is told. */
static void join_options(struct call *call, cJSON *object, cJSON *options)
{
    for (cJSON *option = options, *next; option; option = next) {
        next = option->next;
        option->next = NULL;
        if (cJSON_GetObjectItemCaseSensitive(object, option->string)) {
            fault_add(&call->query_faults, FAULT_duplicate, pointer_name(call->arena, "", option->string),
                      "stands twice: in the position or as a parameter, not in both");
            continue;
        }
        cJSON *last = object->child ? object->child->prev : NULL;
        option->prev = last ? last : option;
        if (last)
            last->next = option;
        else
            object->child = option;
        object->child->prev = option;
    }
}

bool call_without_query(struct call *call)
{
    if (!call->target.query || !*call->target.query)
        return true;
    call_problem(
        call, problem_of(STATUS_bad_request, "the path takes no query with this method: position and options go into the body"));
    return false;
}

void call_accepted(struct call *call, unsigned methods)
{
    static const struct {
        void (*begin)(struct call *call);
        const char *bodies;
    } others[] = {
        {batch_begin, MEDIA_ACCEPTED ", " MEDIA_LINES}, {grade_begin, MEDIA_ACCEPTED ", text/csv"}, {judge_begin, MEDIA_TEXT}};
    const char *bodies = MEDIA_ACCEPTED;
    for (size_t i = 0; call->endpoint && i < sizeof others / sizeof *others; i++)
        if (call->endpoint->begin == others[i].begin)
            bodies = others[i].bodies;
    if (methods & METHOD_QUERY)
        reply_header(call->reply, "Accept-Query", bodies);
    if (methods & METHOD_POST)
        reply_header(call->reply, "Accept-Post", bodies);
}

static char *text_of_body(struct call *call, size_t *size)
{
    const struct request *request = call->request;
    if (!call_without_query(call))
        return NULL;
    if (!(call->media & MEDIA_IS_JSON)) {
        call_accepted(call, call->endpoint->methods);
        const char *detail = arena_printf(call->arena, "Content-Type is %s: send application/json, in UTF-8",
                                          text_shown(call->arena, request->content_type));
        call_problem(call, problem_of(STATUS_unsupported_media_type, detail));
        return NULL;
    }
    if (request->unread)
        return NULL;
    *size = request->body_size;
    return request->body ? request->body : arena_alloc(call->arena, 1);
}

cJSON *call_object(struct call *call, size_t *size)
{
    bool get = call->method == METHOD_GET;
    struct parameter position;
    cJSON *options = NULL;
    char *text;
    if (get && !read_query(call, &position, &options))
        return NULL;
    if (get)
        *size = position.size;
    text = get ? position.value : text_of_body(call, size);
    if (!text)
        return NULL;
    struct scan scan;
    cJSON *json = json_parse(call->arena, text, *size, &scan);
    if (!scan.fault && !scan.object) {
        scan.fault = "a question is one JSON object";
        scan.offset = scan.start;
    }
    if (scan.fault) {
        struct problem problem = problem_of(STATUS_invalid_json, NULL);
        problem.detail = arena_printf(call->arena, "%s, at byte %zu", scan.fault, scan.offset);
        problem.offset = (int64_t)scan.offset;
        call_problem(call, problem);
        return NULL;
    }
    call->query_faults.arena = call->arena;
    join_options(call, json, options);
    call->language = named_language(json, call->language);
    return json;
}

static bool cacheable(const struct call *call)
{
    return call->method == METHOD_GET || call->method == METHOD_QUERY;
}

static const char *vary(struct call *call)
{
    const char *const names[] = {call->negotiated_type ? "Accept" : NULL, call->negotiated_coding ? "Accept-Encoding" : NULL,
                                 call->negotiated_language ? "Accept-Language" : NULL};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i])
            text = text ? arena_printf(call->arena, "%s, %s", text, names[i]) : names[i];
    return text;
}

static void keeping_headers(struct call *call)
{
    const char *varies = vary(call);
    if (cacheable(call)) {
        reply_header(call->reply, "Cache-Control", "public, max-age=86400");
        call->exposed = true; /* a cache gives it to whoever comes next, browser or not */
    }
    if (varies)
        reply_header(call->reply, "Vary", varies);
}

static void caching_headers(struct call *call)
{
    reply_header(call->reply, "ETag", call->tag);
    keeping_headers(call);
}

static void answer_unchanged(struct call *call)
{
    call->reply->status = 304;
    caching_headers(call);
}

bool call_unchanged(struct call *call, const struct tag *tag)
{
    tag_text(tag, call->tag);
    if (!call->if_none_match || !tag_listed(call->if_none_match, call->tag))
        return false;
    answer_unchanged(call);
    return true;
}

/* "*" matches whatever there is, so it must be known first that there is something: the answer is made, and not sent. */
bool call_any_matches(const struct call *call)
{
    const char *at = call->if_none_match;
    return at && (at += strspn(at, " \t"), at[0] == '*') && at[1 + strspn(at + 1, " \t")] == '\0';
}

void call_answer(struct call *call, const char *content_type, const char *body, size_t size)
{
    if (call_any_matches(call)) {
        answer_unchanged(call);
        return;
    }
    reply_body(call->reply, content_type, body, size);
    caching_headers(call);
}

void call_stream(struct call *call, const char *content_type, const struct stream *stream)
{
    call_answer(call, content_type, NULL, 0);
    if (call->reply->status == 200)
        call->reply->stream = stream;
}

void call_document(struct call *call, const char *content_type, const char *body, size_t size)
{
    struct tag tag = tag_begin();
    tag_bytes(&tag, content_type, strlen(content_type));
    tag_bytes(&tag, body, size);
    if (!call_unchanged(call, &tag))
        call_answer(call, content_type, body, size);
}

void call_asset(struct call *call, const struct api_asset *asset)
{
    struct reply *reply = call->reply;
    bool packed = accept_gzip(call->request->accept_encoding);
    const char *tag = packed ? asset->gzip_tag : asset->plain_tag;
    const struct api_text *text = packed ? &asset->gzip : &asset->plain;
    if (call_any_matches(call) || tag_listed(call->if_none_match, tag))
        reply->status = 304;
    else
        reply_body(reply, asset->type, text->v, text->n);
    if (packed && reply->status == 200)
        reply_header(reply, "Content-Encoding", "gzip");
    reply_header(reply, "ETag", tag);
}

bool call_made(struct call *call, const char *target)
{
    const struct api_asset *made = call->api->document ? call->api->document(call->api->what, target) : NULL;
    call->negotiated_coding = true;
    if (!made)
        return false;
    call_asset(call, made);
    keeping_headers(call);
    return true;
}

void call_fresh(struct call *call, const char *content_type, const char *body, size_t size)
{
    reply_body(call->reply, content_type, body, size);
    reply_header(call->reply, "Cache-Control", "no-store");
}

void call_problem(struct call *call, struct problem problem)
{
    problem.language = call->language;
    problem_reply(call->arena, call->reply, &problem);
}

void call_no_path(struct call *call)
{
    if (page_absent(call))
        return;
    const char *path = call->target.path;
    const char *said = arena_printf(call->arena, "there is no %s", text_shown(call->arena, path));
    const char *meant = path_said(call, said);
    const char *detail =
        strcmp(path, "/sum/table") == 0
            ? arena_printf(call->arena, "%s: a sum is worth the xor of its terms, and /{game}/table tells those", said)
        : meant ? meant
        : strncmp(path, "/problems/", strlen("/problems/")) == 0
            ? arena_printf(call->arena, "%s; GET /problems lists the codes", said)
            : arena_printf(call->arena, "%s; GET /games lists the games", said);
    call_problem(call, problem_of(STATUS_not_found, detail));
}
