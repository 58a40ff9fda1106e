/* The manual page and the shells' completions, printed from the tables that --help is printed from. */
#ifndef GRUNDY_SERVER_COMMAND_MANUAL_H
#define GRUNDY_SERVER_COMMAND_MANUAL_H

#include "server/config.h"

int manual_run(const struct config *config);
int manual_completion(const struct config *config);

#endif
