/* What replies have in common. */
#include "api/headers/reply.h"

#include <assert.h>

void reply_header(struct reply *reply, const char *name, const char *value)
{
    assert(reply->header_count < REPLY_HEADERS_MAX);
    reply->headers[reply->header_count++] = (struct reply_header){name, value};
}

void reply_finish(const struct api *api, struct reply *reply, bool exposed)
{
    if (!api->cors)
        return;
    reply_header(reply, "Access-Control-Allow-Origin", api->cors);
    if (exposed)
        reply_header(reply, "Access-Control-Expose-Headers", "ETag, Retry-After, Server-Timing, X-Request-Id");
}

void reply_body(struct reply *reply, const char *content_type, const char *body, size_t size)
{
    reply->status = 200;
    reply->content_type = content_type;
    reply->body = body;
    reply->body_size = size;
}
