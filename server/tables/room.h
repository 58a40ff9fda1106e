/* Room in the directory of tables. */
#ifndef GRUNDY_SERVER_TABLES_ROOM_H
#define GRUNDY_SERVER_TABLES_ROOM_H

#include "server/tables/dir.h"

/* Removes what dead writers left. */
void table_dir_sweep(struct table_dir *dir);
/* Looks at the directory if it was not looked at for a second, or is too full for so many bytes more, which replace that file
 * (NULL: none); then removes what was not used for longest. `squeeze`: the file system is full, so as much goes in any case. What
 * any process used in the last ten minutes stays: daemons with other limits may share the directory, and a warmed table waits for
 * its first question. False: there is no room. */
bool table_dir_make_room(struct table_dir *dir, uint64_t bytes, const char *instead, bool squeeze);

#endif
