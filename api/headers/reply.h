/* What replies have in common: headers, and the rules of caching. */
#ifndef GRUNDY_API_HEADERS_REPLY_H
#define GRUNDY_API_HEADERS_REPLY_H

#include "api/api.h"
#include "api/headers/tag.h"

/* `value` lives as long as the reply. */
void reply_header(struct reply *reply, const char *name, const char *value);
/* The last step of every reply: the CORS headers, unless the operator turned them off. `exposed`: tell browsers which headers a
 * script may read. */
void reply_finish(const struct api *api, struct reply *reply, bool exposed);
/* 200 with this body; nothing else is set. */
void reply_body(struct reply *reply, const char *content_type, const char *body, size_t size);

#endif
