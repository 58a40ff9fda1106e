/* `grundyd grade --as SYSTEM`: a student's claim, graded and told as the system wants it. */
#ifndef GRUNDY_SERVER_JUDGE_GRADE_H
#define GRUNDY_SERVER_JUDGE_GRADE_H

#include "server/config.h"

/* Returns the exit status that the system of --as wants. */
int grade_run(const struct config *config);

#endif
