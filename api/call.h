/* One request on its way through api/: from its endpoint to its reply. Internal to api/. */
#ifndef GRUNDY_API_CALL_H
#define GRUNDY_API_CALL_H

#include "api/headers/reply.h"
#include "api/problem/problem.h"
#include "api/question.h"
#include "api/target.h"

/* HEAD is GET here; whoever sends the reply leaves the body out. */
enum method { METHOD_GET = 1, METHOD_POST = 2, METHOD_QUERY = 4, METHOD_OPTIONS = 8, METHOD_OTHER = 16 };

struct call;
struct serving;
struct batching;
struct judging;
struct judge_generating;
struct tabling;
struct gridding;

/* One row a path. begin() either completes call->reply, or sets call->work (and call->cost) to have it completed later. */
struct endpoint {
    const char *path; /* a '*' stands for one segment, "**" at the end for one or more; call->rest tells them */
    const char *name; /* in metrics and log */
    unsigned methods; /* enum method, or-ed; OPTIONS goes without saying */
    void (*begin)(struct call *call);
};

struct call {
    const struct api *api;
    const struct request *request; /* only until api_prepare() returns */
    const struct endpoint *endpoint;
    const struct game *game; /* where the path is a game's */
    enum method method;
    unsigned media; /* what the Content-Type says of the body: MEDIA_… */
    struct target target;
    const char *rest;
    const struct game *about; /* of which a document tells */
    bool summary;             /* of all games in short */
    bool exposed;             /* a browser may read the reply */
    const char *if_none_match;
    enum language language;                                       /* of problems and documents: what Accept-Language prefers */
    bool negotiated_language, negotiated_type, negotiated_coding; /* by Accept-Language, Accept, Accept-Encoding: told in Vary */
    struct arena *arena;
    struct arena_mark mark; /* all that this call allocates lies behind it */
    struct reply *reply;
    void (*work)(struct call *call);
    bool again; /* set by work(): it wants to be called again */
    uint64_t cost;
    struct budget *budget;      /* set for work() */
    struct faults query_faults; /* of options beside a position in the query */
    char tag[TAG_TEXT];
    struct question question;
    struct batching *batching; /* where it is that of many questions */
    struct tabling *tabling;   /* where the path is that of tables */
    struct judging *judging;   /* where the path is a judge problem's, */
    struct judge_generating *generating;
    const char *body; /* and its text */
    size_t body_size;
    struct gridding *grid;   /* where it is that of tables over positions */
    struct serving *serving; /* where the path is a service's over all games */
};

/* The JSON object that the request carries, scanned and parsed; `size` is that of its text. NULL: the reply tells why not, or the
 * body is unread. */
cJSON *call_object(struct call *call, size_t *size);
/* False: the target has a query where none is taken; the reply tells. */
/* Tells what bodies may be, for the methods that have one: Accept-Post, Accept-Query. */
void call_accepted(struct call *call, unsigned methods);
bool call_without_query(struct call *call);
/* Takes `tag` for the reply's ETag. True: the client has this answer already, the reply is a 304. */
bool call_unchanged(struct call *call, const struct tag *tag);
/* 200 with the caching headers of a reply that has a tag. */
void call_answer(struct call *call, const char *content_type, const char *body, size_t size);
/* The same for a body that is made while it is sent; call_unchanged() was asked before. */
void call_stream(struct call *call, const char *content_type, const struct stream *stream);
/* The same for a document: the tag is made from the body. */
void call_document(struct call *call, const char *content_type, const char *body, size_t size);
/* A document that is the same for everybody: it is the reply, where it was made before. False: it must be made. */
bool call_made(struct call *call, const char *target);
/* That form of a text which the client takes, or a 304, with its ETag; how it may be kept is the caller's to say. */
void call_asset(struct call *call, const struct api_asset *asset);
/* If-None-Match is "*", which matches whatever there is. */
bool call_any_matches(const struct call *call);
/* A reply that nobody may keep: health and figures. */
void call_fresh(struct call *call, const char *content_type, const char *body, size_t size);
void call_problem(struct call *call, struct problem problem);
/* 404, with the nearest path; a page that says so for who prefers one. */
void call_no_path(struct call *call);

#endif
