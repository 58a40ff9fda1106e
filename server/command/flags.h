/* The flags that subcommands have of their own: rows of flags.def. */
#ifndef GRUNDY_SERVER_COMMAND_FLAGS_H
#define GRUNDY_SERVER_COMMAND_FLAGS_H

#include "server/config.h"

/* One argument behind "--", and its value behind "=" or in the next argument. Returns how many were taken; 0: error; -1: the
 * subcommand has no such flag. */
int flags_read(struct config *config, const char *name, const char *next, char error[CONFIG_ERROR_MAX]);
/* Whether a text with a minus before it is a word: the only one is what checkers of testlib are called with. */
bool flags_word(const struct config *config, const char *text);
/* Flag i, from 0. False: there are no more. */
struct flags_told {
    const char *flag, *argument, *help; /* argument: NULL where it has no value */
    bool taken;                         /* by that command; of NULL: by any */
};
bool flags_at(size_t i, const char *command, struct flags_told *told);

#endif
