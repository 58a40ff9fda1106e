/* `grundyd warm`: fills the shared tables ahead of time. */
#ifndef GRUNDY_SERVER_WARM_WARM_H
#define GRUNDY_SERVER_WARM_WARM_H

#include "server/config.h"

/* Returns the exit status: 0 all is stored, 1 it cannot be, 2 the arguments are wrong, 130 and 143 by signal. */
int warm_run(const struct config *config);

#endif
