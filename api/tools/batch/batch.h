/* Many questions in one request: as a JSON list, or a line each. */
#ifndef GRUNDY_API_TOOLS_BATCH_BATCH_H
#define GRUNDY_API_TOOLS_BATCH_BATCH_H

#include "api/api.h"
#include "api/json/out.h"

#include <cjson/cJSON.h>

/* What all questions of a batch are answered with. Each is answered in `scratch`, which is then given back. */
struct batch {
    const struct api *api;
    const char *accept_language; /* NULL-able */
    struct arena *scratch;
    struct budget *budget; /* its arena is `scratch` */
    bool mistaken;         /* something graded was wrong */
    bool fleeting;         /* something was refused that might be answered another time */
    uint64_t spent;        /* predicted steps of what was answered */
    bool quick;            /* a question that is predicted to take more than QUICK_STEPS is not answered now */
    bool dear;             /* and this one was such */
};

/* Appends the answer, or the problem, to one question that was parsed in batch->scratch; nothing where it sets batch->dear. Never
 * escapes but when `out` is full. */
void batch_question(struct batch *batch, cJSON *json, struct out *out);
/* The same for a line of text (text[size] is writable, and text may be read once more); the number of the line, from 1, is told
 * when it is no question. */
void batch_line(struct batch *batch, char *text, size_t size, uint64_t number, struct out *out);

/* A problem in place of the answer to a line that is not even looked at; `detail` goes on after its number. */
void batch_refuse_line(struct batch *batch, enum status status, const char *detail, uint64_t number, struct out *out);

#endif
