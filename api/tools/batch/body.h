/* The body of POST /batch as JSON: a list of questions, and what is said for all of them. */
#ifndef GRUNDY_API_TOOLS_BATCH_BODY_H
#define GRUNDY_API_TOOLS_BATCH_BODY_H

#include <cjson/cJSON.h>

struct call;

/* The questions; `language` is the one that is named, or NULL. NULL when the call is answered with a problem. */
const cJSON *batch_read(struct call *call, const char **language);

#endif
