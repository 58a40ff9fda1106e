/* One request and its answer, between the bytes of http.c and the api: body, arena, budget, request id, times. Knows no
 * libmicrohttpd. Belongs to a loop; between exchange_start() and its return by loop_post() a worker may hold it. */
#ifndef GRUNDY_SERVER_HTTP_EXCHANGE_H
#define GRUNDY_SERVER_HTTP_EXCHANGE_H

#include "api/api.h"
#include "server/http/guard.h"
#include "server/service.h"

#include <stddef.h>
#include <string.h>

enum {
    EXCHANGE_FIRST = 16384,   /* the arena's first block: a question of everyday size needs no other */
    EXCHANGE_FREE_MAX = 64,   /* exchanges that a loop keeps for later */
    EXCHANGE_AWAITED = 8192,  /* so long a body is taken also where its head was enough for a refusal */
    EXCHANGE_ON_LOOP = 65536, /* a longer body is decoded by a worker: ten megabytes a second would hold up everybody else */
};

struct dialog;
struct loop;
struct http_handle;

enum exchange_state {
    EXCHANGE_HEADERS, /* the request line is there */
    EXCHANGE_BODY,    /* the guard let it pass; the body arrives */
    EXCHANGE_DUE,     /* the connection is suspended until the loop has time */
    EXCHANGE_WAITING, /* with a worker, the connection is suspended */
    EXCHANGE_SOLVED,  /* the worker is done */
    EXCHANGE_SHED,    /* the worker never began, or had a turn and has no other */
    EXCHANGE_DIALOG,  /* lines arrive and are answered, see dialog.h */
    EXCHANGE_ANSWERED,
    EXCHANGE_REFUSED, /* answered before its body was read: the rest is thrown away */
};

struct exchange {
    struct exchange *next; /* in a free list or an inbox */
    struct loop *loop;
    struct service *service;
    struct conn *conn;
    struct http_handle *handle; /* libmicrohttpd's connection */
    enum exchange_state state;
    const char *target_at; /* where libmicrohttpd keeps the target: its end shows whether a NUL cut it */
    size_t target_size;
    struct guard_found headers;
    struct request request;
    size_t body_room;
    uint64_t came; /* of the body, kept or not */
    struct reply reply;
    bool last; /* the connection closes after this answer */
    struct call *call;
    struct dialog *dialog; /* where questions arrive as lines; NULL-able */
    struct budget budget;
    struct task task;
    uint64_t cost; /* steps of what the loop is about to do: decode, or solve */
    bool decoded;  /* what is due is to be solved */
    uint64_t began, solved_ns, solved_at, deadline,
        next_peek;          /* looking at the clock is dear: twice for a question, not oftener */
    uint64_t batch_until;   /* the end of a batch, however many questions it has */
    bool off_loop, left;    /* a worker solves it; the client went away */
    bool interim, ended;    /* may be sent a 1xx that it did not ask for; had ended its side when the work was handed on, */
    uint64_t handed_on;     /* or soon after */
    bool undecoded;         /* a worker decodes it, too */
    bool shed;              /* refused by the pool of workers, which counts it */
    struct in6_addr client; /* whose request it is: who is connected, or whom a trusted proxy names */
    const char *id;         /* X-Request-Id */
    const char *trace;      /* traceparent; NULL: none, or none that can be read */
    char own_id[20], timing[40];
    struct arena arena;
    struct arena kept;        /* the answer alone, where the arena was much larger; else empty */
    struct arena_mark opened; /* of the arena, when only the target was in it */
    _Alignas(16) char first[EXCHANGE_FIRST];
};

/* Whether it is a HEAD, as far as is known yet: whatever the answer is, it has no body. */
static inline bool exchange_is_head(const struct exchange *exchange)
{
    return exchange->request.method && !strcmp(exchange->request.method, "HEAD");
}

/* What a loop keeps: exchanges for later, and the seed of request ids. */
struct exchanges {
    struct exchange *free;
    size_t count;
    uint64_t seed;
};

/* Whose task that is. */
static inline struct exchange *exchange_of(struct task *task)
{
    return (struct exchange *)(void *)((char *)task - offsetof(struct exchange, task));
}

/* NULL when memory is out. The target is copied. */
struct exchange *exchange_new(struct loop *loop, const char *target);
void exchange_free(struct exchanges *exchanges, struct exchange *exchange);
void exchanges_free(struct exchanges *exchanges);

/* Puts the guard's findings into the request. */
void exchange_headers(struct exchange *exchange, const struct guard_seen *seen, const struct guard_found *found);
/* Adds a piece of the body; STATUS_too_large_body beyond the limit. */
enum status exchange_body(struct exchange *exchange, const char *bytes, size_t size);

/* Decodes the request and answers it; unless the loop has done enough in this turn (then exchange_go_on() goes on in a later one,
 * see loop_postpone()), or a worker must: exchange->task is ready to be submitted then. */
enum exchange_next { EXCHANGE_IS_DONE, EXCHANGE_IS_DUE, EXCHANGE_IS_WORK };
enum exchange_next exchange_start(struct exchange *exchange);
enum exchange_next exchange_go_on(struct exchange *exchange);
/* Sets exchange->budget: one question's time begins, and each time budget.restart is called. */
void exchange_clock(struct exchange *exchange, struct arena *arena);
/* An answer of the server's own. */
void exchange_problem(struct exchange *exchange, enum status status, const char *detail);
/* The reply is complete. `last`: the connection closes after it. */
void exchange_finish(struct exchange *exchange, bool last);
/* The answer is sent, or about to be: counts and logs it. */
void exchange_answered(struct exchange *exchange);

#endif
