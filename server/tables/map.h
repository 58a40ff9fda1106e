/* Table files that are mapped, and what happens when one is cut off meanwhile.
 *
 * Reading a mapped page that its file has no more raises SIGBUS in the thread that reads. The table is marked as broken then, and
 * the request leaves by an escape, like one whose time is over: it is answered with a problem, never with made-up values, and
 * the process goes on. So a table may be read only where an arena_try() of the reading thread is under way and where an escape
 * may be taken: not under a lock. */
#ifndef GRUNDY_SERVER_TABLES_MAP_H
#define GRUNDY_SERVER_TABLES_MAP_H

#include "core/store.h"
#include "server/tables/dir.h"

struct table_map;

/* Maps the whole file. memory->base is the map, not the bytes. False: no memory, no descriptor, or no map to be had. */
bool table_map_file(int fd, const struct stat *info, struct store_memory *memory);
/* Where the file's bytes are, or NULL when that memory is no map. */
const char *table_map_bytes(const struct store_memory *memory);
/* Whether the file is still what it was when it was mapped, as far as can be seen from outside; also one that has lost its name.
 * *info tells of it as it is. */
bool table_map_holds(const struct table_map *map, struct stat *info);

#endif
