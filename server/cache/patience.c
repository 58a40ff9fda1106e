/* In a file of its own: the linker replaces what is called from others (tests/support/held/held.c), in every one of them. */
#include "server/cache/cache.h"

uint64_t cache_patience(void)
{
    return CACHE_FETCH;
}
