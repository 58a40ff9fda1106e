/* What a path that is not there may have meant. */
#ifndef GRUNDY_API_NAMES_NEAREST_H
#define GRUNDY_API_NAMES_NEAREST_H

#include "api/call.h"

/* `said` ("there is no /kayles") and behind it what the call's path may have meant; NULL: nobody knows. */
const char *path_said(struct call *call, const char *said);

#endif
