/* A dialog, and what a worker does of it: answers a slice of lines, into memory or into the spool, or fetches answers from there.
 * While `working` is set, everything but what is said to be the loop's is the worker's. */
#ifndef GRUNDY_SERVER_HTTP_STREAM_SLICE_H
#define GRUNDY_SERVER_HTTP_STREAM_SLICE_H

#include "api/tools/batch/feed.h"
#include "server/http/raw.h"
#include "server/http/stream/spool.h"

enum { SLICE_LAST_MAX = 1024 };

struct dialog {
    struct feed *feed;
    struct arena written; /* what is to be sent, */
    const char *at;       /* the rest of it, */
    size_t left;          /* and how much that is */
    struct arena made;    /* a slice on its way into the spool */
    struct spooled spooled;
    struct out out;
    bool spools;       /* the slice goes into the spool, behind what is there */
    bool fetches;      /* no slice: more to be sent, from the spool */
    bool dear;         /* the next line waits for a turn among the dear questions */
    bool shed, broken; /* said by the worker: it did not begin; what it wrote must not be sent */
    bool full;         /* said by the worker: the slice did not fit into the spool, and no line is looked at any more */
    bool begun;        /* the worker's own: it has room for answers */
    uint64_t until;    /* the end of the slice */
    size_t slice;      /* the most that this slice took */
    size_t last_size;  /* where it is full: the end of the answer, which says so; 0: there was no memory to say it */
    char last[SLICE_LAST_MAX];

    /* the loop's own */
    bool chunked;
    bool greeted; /* the head is sent, or about to be */
    bool working; /* a worker has the exchange */
    bool held;    /* the connection is suspended */
    bool arrived; /* the body is complete */
    bool blocked; /* the client takes nothing just now, or is to get nothing yet: */
    bool keeps;   /* the answer waits until the body is complete */
    bool closed;  /* the last chunk is written */
    bool over;
    struct exchange **link; /* what points to the exchange in loop->ready or loop->postponed; NULL: it is in neither */
    atomic_bool gone;       /* the connection is; for all threads */
    uint64_t heard;         /* when something of the body arrived, or could again */
    uint64_t number;        /* the line before the one that is arriving */
    uint64_t lines, received, sent;
    uint64_t thrown, thrown_since; /* of a line that was refused for its length: bytes, and since when */
    uint64_t unread;               /* bytes of lines that nobody looks at any more */
    size_t memory;                 /* the most that any slice took */
    char head[RAW_MAX];
};

/* exchange->dialog, with room for answers. False: memory is out. */
bool slice_dialog(struct exchange *exchange);
/* For exchange->task: comes back by loop_post(). */
bool slice_run(struct task *task);
void slice_refuse(struct task *task);

#endif
