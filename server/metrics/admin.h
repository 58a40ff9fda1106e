/* A door of its own for health and metrics: one thread, one connection after the other, each for a second at most. No limit of
 * connections, no queue and no event loop stands before it. */
#ifndef GRUNDY_SERVER_METRICS_ADMIN_H
#define GRUNDY_SERVER_METRICS_ADMIN_H

#include "server/service.h"

/* Opens the door. False: errno says why. */
bool admin_open(struct service *service, struct address *address);
/* Answers from now on; does nothing where there is no door. False: errno says why. */
bool admin_start(void);
/* Does nothing where it was not started. */
void admin_stop(void);

#endif
