/* `grundyd interact`: plays a game against a program over lines of JSON, and judges how the program plays. */
#ifndef GRUNDY_SERVER_JUDGE_INTERACT_INTERACT_H
#define GRUNDY_SERVER_JUDGE_INTERACT_INTERACT_H

#include "server/config.h"

/* Returns the exit status that the system of --as wants. */
int interact_run(const struct config *config);

#endif
