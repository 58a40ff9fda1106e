/* Questions to the service, asked inside the process: a request, its answer as text and as a tree. */
#ifndef GRUNDY_SERVER_JUDGE_INQUIRY_H
#define GRUNDY_SERVER_JUDGE_INQUIRY_H

#include "api/api.h"
#include "server/config.h"

#include <cjson/cJSON.h>

struct inquiry {
    struct api api;
    struct arena arena;
    struct reply reply; /* of the last question */
    cJSON *json;        /* the same as a tree; NULL: it is no JSON */
};

bool inquiry_open(struct inquiry *inquiry, const struct config *config);
/* The last answer is gone. accept is NULL-able; of the body, size bytes are read. */
void inquiry_ask(struct inquiry *inquiry, const char *target, const char *accept, const char *body, size_t size);
void inquiry_close(struct inquiry *inquiry);

/* A member of the last answer, or NULL. */
const cJSON *inquiry_member(const struct inquiry *inquiry, const char *name);
bool inquiry_is(const struct inquiry *inquiry, const char *name); /* true */
/* The text of a string member; "" where there is none. */
const char *inquiry_text(const cJSON *json, const char *name);

#endif
