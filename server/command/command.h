/* The subcommands: everything that grundyd does beside serving. */
#ifndef GRUNDY_SERVER_COMMAND_COMMAND_H
#define GRUNDY_SERVER_COMMAND_COMMAND_H

#include "server/config.h"

/* Runs config->words[0] and returns the exit status. */
int command_run(const struct config *config);
/* The exit status where the arguments cannot even be read. */
int command_misuse(int argc, char **argv);
/* Of the subcommand that was named, or of everything. */
void command_help(const struct config *config);
/* Subcommand i, from 0. False: there are no more. */
struct command_told {
    const char *name, *usage, *help;
};
bool command_at(size_t i, struct command_told *told);

/* At a command's end: its exit code; `fault`, and a line that says so, where standard output did not take what was written. */
int command_written(int result, int fault);

#endif
