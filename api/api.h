/* The only way in: a request as bytes, an answer as bytes. Knows no socket, no thread and no clock.
 *
 *   api_prepare()   routes, decodes and checks. Either the reply is complete (API_DONE: errors, documents, 304, cheap refusals),
 *                   or there is something to solve (API_SOLVE) and *cost says how much it may take.
 *   api_solve()     solves it and writes the reply; may run on another thread than api_prepare(), with the same arena. API_SOLVE:
 *                   there is more to do, call it again; others may have their turn in between. *cost is that of the next call.
 *   api_handle()    both, for tests, fuzzers and the command line.
 *
 * A body of lines (MEDIA_IS_LINES) is not needed by api_prepare(): it may be called before the first byte of it has arrived,
 * and completes a reply whose body is then made by reply->feed.
 *
 * Everything in a reply lives in the arena given, or for ever. */
#ifndef GRUNDY_API_API_H
#define GRUNDY_API_API_H

#include "core/game.h"

/* A text that is the same for ever. */
struct api_text {
    const char *v;
    size_t n;
};

/* A file of the page, or a document, as it is sent to whoever takes gzip and to whoever does not. */
struct api_asset {
    const char *name; /* what follows /web/VERSION/ in its path; of a document, its target */
    const char *type;
    struct api_text plain, gzip;
    const char *plain_tag, *gzip_tag; /* strong ETags with their quotes, never the same */
};

/* The page for people: one document for every view, and what it loads. */
struct api_page {
    const char *version; /* of all files together; a part of their paths, so that they can be kept for ever */
    const char *policy;  /* Content-Security-Policy */
    const struct api_asset *document;
    const struct api_asset *assets;
    size_t asset_count;
};

/* The description of all that is served: OpenAPI 3.1, and 3.2 beside it. */
enum api_edition { API_JSON, API_YAML, API_YAML_3_2, API_EDITIONS };

/* One for the whole process, constant while requests are served. */
struct api {
    struct store *store;
    const char *cors;            /* Access-Control-Allow-Origin, NULL: no CORS headers */
    size_t body_max;             /* told in errors */
    const struct api_page *page; /* NULL: none is served */
    /* Asked by /readyz and by every request: NULL means never draining. */
    bool (*ready)(void *what);
    /* Writes the text of /metrics into the arena, as OpenMetrics where that is wanted; NULL where there are no metrics. */
    const char *(*metrics)(void *what, bool open, struct arena *arena);
    /* A solver broke a promise: which one, of which game ("" where it is not known) on which position (JSON, perhaps cut short).
     * From any thread; NULL-able. */
    void (*broken)(void *what, const char *promise, const char *game, const char *position);
    /* A document that was made before, by its path and what of the query it depends on; NULL: it is made for every request anew.
     * From any thread; NULL-able. */
    const struct api_asset *(*document)(void *what, const char *target);
    void *what;
};

/* Headers are NULL when absent. Strings end with NUL and have no NUL inside; the guard in server/ saw to it. */
struct request {
    const char *method; /* "POST", "QUERY", "GET", … */
    const char *target; /* as on the request line: path and query, percent-encoded */
    const char *content_type, *accept, *accept_encoding, *accept_language, *if_none_match, *origin, *preflight_method,
        *preflight_headers;
    unsigned media; /* what content_type says: media_of() of api/headers/media.h; 0: that was not asked yet */
    char *body;     /* writable: the scanner mends numbers in place. body[body_size] is writable too and set to NUL */
    size_t body_size;
    bool unread; /* there may be a body, which is not here yet: api_prepare() says no where it would whatever the body is; where
                    that is needed, it returns API_DONE without a status */
};

struct feed;

struct reply_header {
    const char *name, *value;
};

enum { REPLY_HEADERS_MAX = 12 };

/* A body that is made while it is sent, for those that are too long to be kept. */
struct stream {
    /* Writes the bytes from `at` on, at most `room` and at least one: where the last call ended, never elsewhere. 0: the end;
     * STREAM_FAILED: what was sent must not be taken for the whole. */
    size_t (*produce)(void *what, uint64_t at, char *to, size_t room);
    void *what;
    uint64_t size; /* STREAM_UNKNOWN where it is not known before */
};
#define STREAM_UNKNOWN UINT64_MAX
#define STREAM_FAILED SIZE_MAX

struct reply {
    int status;
    const char *content_type; /* NULL: no body */
    const char *body;
    size_t body_size;
    const struct stream *stream; /* instead of body; NULL-able */
    struct feed
        *feed; /* instead of body: each line of the request's body is answered by itself (api/tools/batch/feed.h); NULL-able */
    struct reply_header headers[REPLY_HEADERS_MAX]; /* beside Content-Type */
    size_t header_count;
    bool mistaken;        /* /grade: something that was claimed or played is wrong */
    bool ungraded;        /* /grade: a question of a list was not graded, for no fault of the student */
    bool solved;          /* a solver ran: the server adds Server-Timing */
    enum status problem;  /* STATUS_ok, or the code of the problem body */
    const char *endpoint; /* for metrics and log: the game's id or the endpoint's name; "" when nothing matched */
};

struct call; /* a question that is decoded and waits for api_solve() */

enum api_next { API_DONE, API_SOLVE };

/* Once, before any thread starts: allocation hooks, descriptor checks. False: a descriptor is wrong (told on stderr). */
bool api_setup(void);
enum api_next api_prepare(const struct api *api, const struct request *request, struct arena *arena, struct reply *reply,
                          struct call **call, uint64_t *cost);
/* budget->arena must be the arena of api_prepare(). */
enum api_next api_solve(struct call *call, struct budget *budget, struct reply *reply, uint64_t *cost);
void api_handle(const struct api *api, const struct request *request, struct arena *arena, struct budget *budget,
                struct reply *reply);

/* Copies body and headers into another arena, in which the reply lives from then on. Not for streams and lines. */
void api_keep(struct reply *reply, struct arena *arena);

/* A problem reply for what the server itself refuses (413 while reading, 400 by the guard, 503 when shedding, …). */
void api_problem(const struct api *api, const struct request *request, struct arena *arena, struct reply *reply,
                 enum status status, const char *detail);

/* The whole openapi document in the arena. */
const char *api_openapi(struct arena *arena, enum api_edition edition, size_t *size);

/* What reply.endpoint may be, beside ids of games: "" first; NULL behind the last. */
const char *api_endpoint(size_t i);

/* The engine's version, part of every ETag. */
const char *api_version(void);

#endif
