#include "server/machine/files.h"

#include <sys/resource.h>

enum {
    USUAL = 32768, /* some 300 MB when all of them are in use */
    KEPT = 64,     /* descriptors for everything that is no connection */
};

size_t files_connections(size_t wanted)
{
    struct rlimit files;
    size_t most = 1024 - KEPT;
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
        most = files.rlim_cur > 2 * KEPT ? files.rlim_cur - KEPT : files.rlim_cur / 2;
    }
    wanted = wanted ? wanted : USUAL;
    return wanted < most ? wanted : most;
}
