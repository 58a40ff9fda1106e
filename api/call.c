/* What every handler needs to finish a call: answers, documents, tags, problems. */
#include "api/call.h"

#include <string.h>

static bool cacheable(const struct call *call)
{
    return call->method == METHOD_GET || call->method == METHOD_QUERY;
}

static void caching_headers(struct call *call)
{
    reply_header(call->reply, "ETag", call->tag);
    if (cacheable(call)) {
        reply_header(call->reply, "Cache-Control", "public, max-age=86400");
        call->exposed = true; /* a cache gives it to whoever comes next, browser or not */
    }
    if (call->question.negotiated)
        reply_header(call->reply, "Vary", "Accept-Language");
    if (call->tabling)
        reply_header(call->reply, "Vary", "Accept");
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
static bool any_matches(const struct call *call)
{
    const char *at = call->if_none_match;
    return at && (at += strspn(at, " \t"), at[0] == '*') && at[1 + strspn(at + 1, " \t")] == '\0';
}

void call_answer(struct call *call, const char *content_type, const char *body, size_t size)
{
    if (any_matches(call)) {
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

void call_fresh(struct call *call, const char *content_type, const char *body, size_t size)
{
    reply_body(call->reply, content_type, body, size);
    reply_header(call->reply, "Cache-Control", "no-store");
}

void call_problem(struct call *call, struct problem problem)
{
    problem_reply(call->arena, call->reply, &problem);
}

void call_no_path(struct call *call)
{
    const char *path = text_shown(call->arena, call->target.path), *nearest = path_nearest(call->arena, call->target.path);
    const char *detail = nearest ? arena_printf(call->arena, "there is no %s; the nearest path is %s", path, nearest)
                                 : arena_printf(call->arena, "there is no %s; GET /games lists the games", path);
    call_problem(call, problem_of(STATUS_not_found, detail));
}
