/* Shuts the process in before it serves anybody: whoever should take it over through a fault finds a process that cannot start
 * anything, cannot open a socket or a connection, and sees no file but the tables.
 *
 * Two locks, each for what the other cannot see. Landlock knows files: it is taken up before the first thread, which the others
 * inherit. The filter (seccomp) knows calls: it is laid over all threads when all of them run, so that starting one is over, too.
 * What the kernel, the C library or the build do not have is left out, and the log says so. */
#ifndef GRUNDY_SERVER_SANDBOX_SANDBOX_H
#define GRUNDY_SERVER_SANDBOX_SANDBOX_H

#include <stdbool.h>

enum { SANDBOX_SOCKETS = 2 };

struct sandbox {
    bool wanted;                          /* false: nothing is done, and that is told */
    const char *tables;                   /* the directory whose files are read, made and removed; NULL: there is none */
    const char *sockets[SANDBOX_SOCKETS]; /* files of sockets, to be removed at the end; NULL where there is none */
    bool connects;                        /* new connections are made while it serves */
};

/* Before the first thread is started. */
void sandbox_files(const struct sandbox *sandbox);
/* After the last thread has started. */
void sandbox_calls(const struct sandbox *sandbox);
/* Once, to the log: what is shut, and what is not, and why. */
void sandbox_tell(void);

#endif
