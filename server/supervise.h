/* The other side of whoever started the process and watches it, by the protocols of systemd, which others speak too: sd_notify(3)
 * and sd_listen_fds(3). Without such a one nothing happens. */
#ifndef GRUNDY_SERVER_SUPERVISE_H
#define GRUNDY_SERVER_SUPERVISE_H

#include "server/http/address.h"

#include <stdbool.h>

/* Reads the environment, and removes from it what was meant for this process alone. */
void supervise_setup(void);
/* The listening socket that came with the process, non-blocking; *address is where it listens. -1: none came. -2: what came is no
 * stream socket that listens, or there are several. */
int supervise_listener(struct address *address);
/* "READY=1" and the like. */
void supervise_tell(const char *state);
/* Somebody waits for a sign of life, and would end the process without one. */
bool supervise_watched(void);
/* How long to wait before the next look, at most so long: a sign that comes a look too late is still in time. */
int supervise_pause(int most_ms);

#endif
