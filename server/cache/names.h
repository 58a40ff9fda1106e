/* The numbers behind the name of the second tier's host, found at start: by a child, which can be ended when the resolver is
 * silent. */
#ifndef GRUNDY_SERVER_CACHE_NAMES_H
#define GRUNDY_SERVER_CACHE_NAMES_H

#include "server/cache/wire.h"

/* Like wire_look_up(), but for so long (nanoseconds) at most. Before any thread is started, and before the process is shut in. */
bool names_look_up(const struct cache_place *place, struct wire_addresses *addresses, uint64_t patience);

#endif
