/* Replies kept for the validator: when GRUNDY_REPLIES names a directory, every reply seen there is a line in a file of this
 * process. */
#ifndef GRUNDY_TESTS_RECORD_H
#define GRUNDY_TESTS_RECORD_H

#include "api/api.h"

/* Of each path and status the first RECORDS_MAX replies are kept: plain search asks the same over and over. */
enum { RECORDS_MAX = 60 };

void record_reply(const char *method, const char *target, const struct reply *reply);

#endif
