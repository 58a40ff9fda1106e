/* How many connections there may be, by the descriptors that the process is given. */
#ifndef GRUNDY_SERVER_MACHINE_FILES_H
#define GRUNDY_SERVER_MACHINE_FILES_H

#include <stddef.h>

/* Takes as many descriptors as the kernel allows. As many connections as are wanted (0: the usual number), or as there is room
 * for. */
size_t files_connections(size_t wanted);

#endif
