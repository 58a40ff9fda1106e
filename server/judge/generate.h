/* `grundyd generate`: positions of a game, or an input of a judge problem. */
#ifndef GRUNDY_SERVER_JUDGE_GENERATE_H
#define GRUNDY_SERVER_JUDGE_GENERATE_H

#include "server/config.h"

/* 0: all is written; 1: what was wished is refused; 2: the arguments are wrong. */
int generate_run(const struct config *config);

#endif
