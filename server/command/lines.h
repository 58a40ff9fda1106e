/* The command that answers lines from standard input, as POST /batch does. */
#ifndef GRUNDY_SERVER_COMMAND_LINES_H
#define GRUNDY_SERVER_COMMAND_LINES_H

#include "server/config.h"

/* Exit status: 0 when all of the input was answered, whatever the answers say; 1 when it could not be. */
int lines_run(const struct config *config);

#endif
