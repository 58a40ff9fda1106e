/* `grundyd check`: a contestant's output, held against a judge problem, and told as the system that judges wants it. */
#ifndef GRUNDY_SERVER_JUDGE_CHECK_H
#define GRUNDY_SERVER_JUDGE_CHECK_H

#include "server/config.h"

/* Returns the exit status that the system of --as wants. */
int check_run(const struct config *config);

#endif
