/* `grundyd judge` and `grundyd validate`: the model solution of a judge problem, and the test of its inputs. */
#ifndef GRUNDY_SERVER_JUDGE_SOLVE_H
#define GRUNDY_SERVER_JUDGE_SOLVE_H

#include "server/config.h"

/* From standard input to standard output, case by case. Exit status 0; 1: that is no input of the problem, or beyond what is
 * solved; 2: the arguments are wrong. */
int solve_run(const struct config *config);
/* 42: standard input is an input of the problem; 43: it is none; anything else: that is not known. */
int solve_validate(const struct config *config);

#endif
