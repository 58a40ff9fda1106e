/* GET /custom/gallery: well-known games as rules, from gallery.json. */
#include "api/call.h"
#include "api/docs/docs.h"
#include "api/json/parse.h"
#include "api/json/tree.h"

static const unsigned char gallery[] = {
#include "gallery.inc"
};

void gallery_begin(struct call *call)
{
    struct scan scan;
    struct out out;
    if (!call_without_query(call) || call_made(call, call->endpoint->path))
        return;
    const cJSON *document =
        json_parse(call->arena, arena_copy(call->arena, (const char *)gallery, sizeof gallery), sizeof gallery, &scan);
    out_init(&out, call->arena, sizeof gallery);
    tree_write(&out, document);
    call_document(call, "application/json", out.v, out.n);
}
