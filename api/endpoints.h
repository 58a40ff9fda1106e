/* The table of paths. */
#ifndef GRUNDY_API_ENDPOINTS_H
#define GRUNDY_API_ENDPOINTS_H

#include "api/call.h"

/* Looks call->target.path up: sets call->endpoint (NULL if there is none), call->game for a game's own path, call->rest. */
void endpoint_find(struct call *call);
/* All rows but the games' one; ends with a NULL path. */
extern const struct endpoint endpoints[];
extern const struct endpoint endpoint_question;

#endif
