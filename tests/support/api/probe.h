/* One request with every header under control, and the whole reply to look at. For one thread; a new request forgets the last
 * reply. */
#ifndef GRUNDY_TESTS_PROBE_H
#define GRUNDY_TESTS_PROBE_H

#include "api/api.h"

#include <cjson/cJSON.h>

struct probe {
    struct api api;
    struct request request; /* what the next probe_send() sends; method and target are set by it */
    struct arena arena;
    size_t arena_max; /* of the request's arena */
    struct budget budget;
    struct reply reply;
    const cJSON *json; /* the body, NULL if it is not JSON */
};

void probe_init(struct probe *probe);
void probe_free(struct probe *probe);

/* body is NULL-able. Returns the status. */
int probe_send(struct probe *probe, const char *method, const char *target, const char *body);
/* The value of a reply's header, NULL if it is not there. Fails the test when it is there twice. */
const char *probe_header(const struct probe *probe, const char *name);
/* The string at a path of names and indices ("errors.0.code") in the body, "" if there is none. */
const char *probe_string(const struct probe *probe, const char *path);
/* The same for any value; NULL if there is none. */
const cJSON *probe_value(const struct probe *probe, const char *path);
/* The body as a text with a NUL. */
const char *probe_text(struct probe *probe);
/* The names of an object's members, separated by blanks, in their order. */
const char *probe_names(struct probe *probe, const cJSON *object);

#endif
