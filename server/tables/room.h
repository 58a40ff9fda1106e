/* Room in the directory of tables. */
#ifndef GRUNDY_SERVER_TABLES_ROOM_H
#define GRUNDY_SERVER_TABLES_ROOM_H

#include "server/tables/dir.h"

/* Looks at all files of the directory, if any came or went since the last look or that was ten seconds ago: counts them, and
 * removes what dead writers left; and where a writer found no room, what was not used for longest. With ten thousand tables it
 * takes tens of milliseconds: for a thread that serves nobody, every second. */
void table_dir_look(struct table_dir *dir);
/* Room for so many bytes more, which replace that file (NULL: none). Looks likewise if nobody did for two seconds, or there is no
 * room and there was some at the last look; then removes what was not used for longest. `squeeze`: the file system is full, so as
 * much goes in any case. What any process used in the last ten minutes stays: daemons with other limits may share the directory,
 * and a warmed table waits for its first question. False: there is no room. */
bool table_dir_make_room(struct table_dir *dir, uint64_t bytes, const char *instead, bool squeeze);

#endif
