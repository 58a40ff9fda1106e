/* A client without a socket: posts texts to api_handle() and reads the replies. For one thread. */
#ifndef GRUNDY_TESTS_CLIENT_H
#define GRUNDY_TESTS_CLIENT_H

#include "api/api.h"

#include <cjson/cJSON.h>

struct client {
    struct api api;
    struct arena work;    /* of one request; reset by the next one */
    struct arena kept;    /* what was read from replies; lives until client_forget() */
    const char *language; /* Accept-Language of what is sent, or NULL */
};

struct response {
    int status;
    const char *type; /* Content-Type, or "" */
    const char *text; /* the body, in client->kept */
    size_t size;
    const cJSON *json; /* the body, or NULL where it is no JSON; in client->kept */
    const char *fault; /* what is wrong with a JSON body by the rules of I-JSON, or NULL */
};

/* Sets the whole program up; ends it when a descriptor is wrong. */
void client_init(struct client *client);
void client_free(struct client *client);
/* What was read before may no longer be used. */
void client_forget(struct client *client);

struct response client_send(struct client *client, const char *method, const char *target, const char *body);
struct response client_post(struct client *client, const char *target, const char *body);

/* `body`, an object, with more fields (`"moves":"all"`) put in front; in client->kept. */
const char *client_with(struct client *client, const char *body, const char *fields);
/* JSON as text without blanks; in client->kept. For integers below 10^15 only. */
const char *client_print(struct client *client, const cJSON *json);
/* Reads a JSON text into client->kept; NULL if it is none. */
const cJSON *client_read(struct client *client, const char *text);

/* The same value; the order of an object's fields does not matter. */
bool json_same(const cJSON *a, const cJSON *b);

#endif
