/* The only file that is compiled anew for a commit (cmake/revision.cmake). */
#include "server/revision.h"
#include "revision.inc"

const char *revision(void)
{
    return GRUNDY_REVISION;
}
