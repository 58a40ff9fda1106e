/* The body of POST /batch as lines: questions that arrive piece by piece and are answered one by one, in memory that does not
 * depend on how many there are. Knows no socket and no clock; used by one thread at a time. */
#ifndef GRUNDY_API_TOOLS_BATCH_FEED_H
#define GRUNDY_API_TOOLS_BATCH_FEED_H

#include "api/tools/batch/batch.h"

struct feed {
    struct batch batch;
    struct ledger *ledger; /* of the arena it lives in, */
    uint32_t holder;       /* and whose */
    size_t line_max;       /* bytes of a line */
    char *text;            /* text[start…n): arrived and not answered; room + 1 bytes */
    size_t start, n, room;
    size_t whole;     /* up to here the lines are complete */
    uint64_t number;  /* of the line that was looked at last */
    uint64_t answers; /* lines that were not blank */
    bool skipping;    /* the rest of a line that is too long is thrown away */
    bool ended;       /* nothing more will arrive: what is left is the last line */
};

/* Lives in the arena, and gives its memory back when that is reset. A line may be as long as a body (api->body_max). */
struct feed *feed_new(struct arena *arena, const struct api *api, const char *accept_language);
/* Takes what there is room for and tells how much in *size; 0 of it: feed_next() must make room. False: memory is out. */
bool feed_take(struct feed *feed, const char *bytes, size_t *size);
/* True when feed_next() has something to do. */
bool feed_waiting(const struct feed *feed);
/* True when a line has begun, and not all of it has arrived. */
bool feed_within(const struct feed *feed);
/* What the next lines are answered with; both belong to the caller. */
void feed_equip(struct feed *feed, struct arena *scratch, struct budget *budget);
/* Appends the answer to the next line and a line end, or nothing when it is blank, and when batch.dear is set: then it is still
 * the next. Escapes only by out->arena: when that is full, and when the budget says STATUS_shutting_down. */
void feed_next(struct feed *feed, struct out *out);
/* Gives back what an empty buffer does not need. */
void feed_rest(struct feed *feed);

/* A body that has arrived as a whole. */
void feed_answer_all(struct feed *feed, const char *body, size_t size, struct budget *budget, struct out *out);

#endif
