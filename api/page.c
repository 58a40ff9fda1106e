/* The page for people: the same document for every view, and the files that it loads. What is sent is made by the build
 * (server/web/); nothing here knows what is in it. */
#include "api/page.h"

#include "api/call.h"
#include "api/headers/accept.h"
#include "api/names/famous.h"
#include "core/registry.h"

#include <string.h>

/* What every file of the page is sent with. */
static void surround(struct call *call, const char *vary, const char *caching)
{
    struct reply *reply = call->reply;
    reply_header(reply, "Cache-Control", caching);
    reply_header(reply, "Vary", vary);
    reply_header(reply, "Content-Security-Policy", call->api->page->policy);
    reply_header(reply, "Referrer-Policy", "same-origin");
}

/* As call_answer() has it, but for two forms of one file, and for caching that the file's path decides. */
static void answer(struct call *call, const struct api_asset *asset, const char *vary, const char *caching)
{
    call_asset(call, asset);
    surround(call, vary, caching);
}

/* The document names the files of its own version, so it must be asked for again after every change of the program. */
static void answer_document(struct call *call)
{
    answer(call, call->api->page->document, "Accept, Accept-Encoding", "no-cache");
}

/* Nobody keeps it, so it needs no tag. */
bool page_absent(struct call *call)
{
    static const char *const types[] = {"application/json", "application/problem+json", "text/html"};
    if (!call->api->page || call->method != METHOD_GET || accept_media(call->request->accept, types, 3) != 2)
        return false;
    const struct api_asset *asset = call->api->page->document;
    bool packed = accept_gzip(call->request->accept_encoding);
    const struct api_text *text = packed ? &asset->gzip : &asset->plain;
    struct reply *reply = call->reply;
    reply_body(reply, asset->type, text->v, text->n);
    reply->status = problem_kind(STATUS_not_found)->http;
    reply->problem = STATUS_not_found;
    if (packed)
        reply_header(reply, "Content-Encoding", "gzip");
    surround(call, "Accept, Accept-Encoding", "no-store");
    return true;
}

void page_begin(struct call *call)
{
    if (call->api->page && (!call->rest || game_find(call->rest, strlen(call->rest)) || famous_find(call->rest)))
        answer_document(call);
    else
        call_no_path(call);
}

static bool has_position(const struct call *call)
{
    const char *fault, *at = call->target.query ? call->target.query : "";
    struct parameter parameter;
    while (target_next(call->arena, &at, &parameter, &fault))
        if (strcmp(parameter.name, "position") == 0)
            return true;
    return fault != NULL;
}

bool page_begun(struct call *call)
{
    static const char *const types[] = {"application/json", "text/html"};
    bool index = strcmp(call->target.path, "/") == 0, custom = strcmp(call->target.path, "/custom") == 0;
    if (!call->api->page || !(index || (custom && !has_position(call))))
        return false;
    call->negotiated_type = true;
    if (accept_media(call->request->accept, types, 2) == 0)
        return false;
    answer_document(call);
    return true;
}

/* VERSION/NAME, where NAME may have slashes. A page that was loaded before a change of the program finds its files under the old
 * version: they are what there is now, and not kept. */
void page_file_begin(struct call *call)
{
    const struct api_page *page = call->api->page;
    const char *version = call->rest, *name = strchr(version, '/');
    size_t size = name ? (size_t)(name - version) : 0;
    for (size_t i = 0; page && name && i < page->asset_count; i++) {
        const struct api_asset *asset = &page->assets[i];
        if (strcmp(asset->name, name + 1) != 0)
            continue;
        bool current = strlen(page->version) == size && memcmp(page->version, version, size) == 0;
        answer(call, asset, "Accept-Encoding", current ? "public, max-age=31536000, immutable" : "no-cache");
        return;
    }
    call_no_path(call);
}
