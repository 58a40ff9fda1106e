/* The request guard: what libmicrohttpd lets through and a proxy might read in another way is refused before a byte of the body
 * is taken. A pure function over the header list, so that every rule has its unit test. */
#ifndef GRUNDY_SERVER_HTTP_GUARD_H
#define GRUNDY_SERVER_HTTP_GUARD_H

#include "core/memory/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Headers of the request that the service itself reads: WANTED(name in C, name on the wire). */
#define GUARD_WANTED(WANTED)                                                                                                     \
    WANTED(host, "Host")                                                                                                         \
    WANTED(content_length, "Content-Length")                                                                                     \
    WANTED(transfer_encoding, "Transfer-Encoding")                                                                               \
    WANTED(expect, "Expect")                                                                                                     \
    WANTED(content_type, "Content-Type")                                                                                         \
    WANTED(content_encoding, "Content-Encoding")                                                                                 \
    WANTED(accept, "Accept")                                                                                                     \
    WANTED(accept_encoding, "Accept-Encoding")                                                                                   \
    WANTED(accept_language, "Accept-Language")                                                                                   \
    WANTED(if_none_match, "If-None-Match")                                                                                       \
    WANTED(origin, "Origin")                                                                                                     \
    WANTED(traceparent, "traceparent")                                                                                           \
    WANTED(preflight_method, "Access-Control-Request-Method")                                                                    \
    WANTED(preflight_headers, "Access-Control-Request-Headers")                                                                  \
    WANTED(request_id, "X-Request-Id")

enum guard_header {
#define WANTED(name, wire) GUARD_##name,
    GUARD_WANTED(WANTED)
#undef WANTED
        GUARD_COUNT
};

struct guard_pair {
    const char *name, *value; /* end with NUL behind their last byte */
    size_t name_size, value_size;
};

struct guard_seen {
    const char *method, *target, *version;
    bool torn;   /* a NUL was seen in the request line or in a header: what we see of it is not what was sent */
    bool many;   /* there are more headers than REQUEST_HEADERS_MAX; the others are not in `pairs` */
    size_t size; /* of request line and headers, in bytes */
    size_t count;
    const struct guard_pair *pairs;
};

struct guard_found {
    const char *header[GUARD_COUNT]; /* the first of that name, NULL when absent */
    bool parted[GUARD_COUNT];        /* a list that goes on in a further header: guard_joined() has all of it */
    uint64_t length;                 /* of Content-Length, 0 when absent */
    bool chunked;
};

/* NULL: the request line is short enough for libmicrohttpd to take it apart. Else what is wrong, in words. */
const char *guard_target(const char *target, size_t size);
/* NULL: the request may be read on, and *found is filled. Else what is wrong, in words. */
const char *guard_check(const struct guard_seen *seen, struct guard_found *found);

/* All values of that name as one list (RFC 9110 section 5.3). With the target it is shorter than REQUEST_HEAD_MAX. */
const char *guard_joined(struct arena *arena, const struct guard_seen *seen, enum guard_header header);

/* True for a request id that may be sent back: 1…64 letters, digits, dots, underscores, hyphens. */
bool guard_sane_id(const char *id);
/* True for a traceparent (W3C Trace Context, version 00) that names a trace and who called; of later versions, none is known. */
bool guard_sane_trace(const char *trace);

#endif
