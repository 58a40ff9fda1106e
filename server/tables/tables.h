/* The tables of the daemon, behind the face of core/memory/store.h: in memory first, in the shared directory when there is one. A
 * table found in the directory is checked (server/tables/file.h), kept in memory, and asked about no more; a table made here is
 * written there for all other daemons, unless it is published as one's own (store_publish_own()). What takes long to be made is
 * shared with other machines, where a second tier is set. Where the directory is unusable or full, tables stay private to the
 * process; one that could not be used is tried again, one that was removed is made again where the sandbox does not hold us to
 * the one that was there.
 *
 * Nobody blocks on anybody: no lock is held while computing or waiting, and what another process holds is waited for at most
 * 50 ms, so that a process may be stopped or killed anywhere without hanging the others. */
#ifndef GRUNDY_SERVER_TABLES_TABLES_H
#define GRUNDY_SERVER_TABLES_TABLES_H

#include "core/memory/store.h"
#include "server/cache/cache.h"

struct tables;

struct tables_counts {
    uint64_t hits, misses, attached, builds, rejected, evicted, waited; /* since start */
    uint64_t private_bytes, private_tables, shared_bytes, shared_tables, shared_bytes_max;
    struct cache_counts cache;
    bool unshared; /* a table found no room in the directory, or could not be written */
};

/* `path` "none": private tables only, as where the directory cannot be used, which is told in the log once. NULL: no memory. */
struct tables *tables_open(const char *path, uint64_t bytes_max);
/* From now on tables are shared with other machines, too, where `place` is one (server/tables/distant.h); before any thread
 * serves. Reads the file `secret` ("none": there is no such) and looks the place up. False: `why` says what is wrong.
 * NULL for tables: only whether it would be. */
enum { TABLES_WHY = 200 };
bool tables_reach(struct tables *tables, const struct cache_place *place, const char *secret, char why[TABLES_WHY]);
/* Starts the thread that this needs, if any. False: there is none. */
bool tables_start(struct tables *tables);
void tables_close(struct tables *tables);
struct store *tables_store(struct tables *tables);
/* What is known of the directory: since the last look, what was written here was added. */
struct tables_counts tables_count(struct tables *tables);
/* Looks what others did with the directory; makes it anew, or tries it again. Once a second, by a thread that serves nobody. */
void tables_look(struct tables *tables);
/* The calling thread serves many clients, or no longer: it does not fetch large tables from the directory, which means to read
 * all of them. find() says that they are away. */
void tables_hurry(bool hurried);
/* Whether the directory is in use. */
bool tables_shared(struct tables *tables);

#endif
