/* What the handlers of /judge/… have in common. */
#ifndef GRUNDY_API_TOOLS_JUDGE_DOOR_H
#define GRUNDY_API_TOOLS_JUDGE_DOOR_H

#include "api/call.h"
#include "api/tools/judge/judge.h"

/* The problem that the path names. NULL: the reply is a 404 with the nearest id. */
const struct judge_problem *judge_of_call(struct call *call);

#endif
