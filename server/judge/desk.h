/* What a program for judges works with: a problem, memory, tables, and the run over an input. */
#ifndef GRUNDY_SERVER_JUDGE_DESK_H
#define GRUNDY_SERVER_JUDGE_DESK_H

#include "api/tools/judge/run.h"
#include "server/config.h"
#include "server/judge/source.h"

enum { DESK_DETAIL = 1000, DESK_ROOM = 256 << 20 };

struct desk {
    const struct judge_problem *problem;
    struct arena kept;  /* the problem, and what is told in the end */
    struct arena cases; /* come and go */
    void *room;         /* in which most of them fit: the kernel hands out its pages once, not for every case */
    struct store *store;
    struct judge_run run;     /* each, what and the flags are the caller's */
    char detail[DESK_DETAIL]; /* what went wrong; "" */
};

/* False: desk->detail says why. To be closed in either case. */
bool desk_open(struct desk *desk, const struct config *config, const char *id);
/* The problem over an input. STATUS_invalid_input: desk->detail says where and why; STATUS_ok too where run.each wanted no more.
 */
enum status desk_run(struct desk *desk, struct source *input);
void desk_close(struct desk *desk);
/* A line on standard error. Returns the status given. */
int desk_complain(const char *text, int status);

#endif
