/* Problems (RFC 9457): the only maker of error bodies. */
#ifndef GRUNDY_API_PROBLEM_PROBLEM_H
#define GRUNDY_API_PROBLEM_PROBLEM_H

#include "api/api.h"
#include "api/json/out.h"
#include "core/value/fault.h"
#include "core/value/text.h"

struct problem {
    enum status status;
    enum language language;
    const char *detail;          /* NULL: the title says it all; for faults it is made from the first */
    const char *zh;              /* the same in Chinese, where api/problem/words.def does not have it; NULL-able */
    const struct faults *faults; /* NULL: no errors[] */
    int64_t offset, limit;       /* -1: absent */
    int64_t line, column;        /* 0: absent */
    bool ungraded;               /* of one question of a list of /grade: it counts for nothing */
};

/* What status.def and fault.def say. */
struct problem_kind {
    const char *code;
    int http;
    const char *title, *meaning, *mend;
};
const struct problem_kind *problem_kind(enum status status);
const char *fault_name(enum fault_code code);
const char *fault_meaning(enum fault_code code);
const char *fault_detail(struct arena *arena, enum language language, const struct fault *fault);

static inline struct problem problem_of(enum status status, const char *detail)
{
    return (struct problem){.status = status, .detail = detail, .offset = -1, .limit = -1};
}
/* What an escape landed with; its detail is copied. */
struct problem problem_landed(struct arena *arena, const struct escape *landed);
/* Tells the operator where a solver broke a promise; nothing else is told here. Before the arena is rewound. */
void problem_report(const struct api *api, struct arena *arena, const struct escape *landed);
/* 422 invalid_position with all faults. */
struct problem problem_faults(const struct faults *faults);

/* As a JSON value. */
void problem_encode(struct out *out, const struct problem *problem);

/* As a whole reply; headers that are there already (Allow, …) stay, and the endpoint too. */
void problem_reply(struct arena *arena, struct reply *reply, const struct problem *problem);

/* The same when even the arena is exhausted: a constant body. */
void problem_last_resort(struct reply *reply, enum status status);

#endif
