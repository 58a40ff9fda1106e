/* The subcommands: everything that grundyd does beside serving. */
#ifndef GRUNDY_SERVER_COMMAND_H
#define GRUNDY_SERVER_COMMAND_H

#include "server/config.h"

enum { EXIT_USAGE = 2 };

/* Runs config->words[0] and returns the exit status. */
int command_run(const struct config *config);
void command_help(void);

#endif
