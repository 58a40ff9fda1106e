/* The thread of the second tier. Internal to server/cache/. */
#ifndef GRUNDY_SERVER_CACHE_KEEPER_H
#define GRUNDY_SERVER_CACHE_KEEPER_H

#include "server/cache/circuit.h"

/* The thread that writes, and looks every second whether the other side is there and lets us write. */
void *cache_keep(void *what);

#endif
