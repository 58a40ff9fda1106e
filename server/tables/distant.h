/* Tables of the second tier (server/cache/): those whose making takes ten times as long as fetching them. What comes from there
 * is a stranger's in every respect: the head, the key and a digest of all of it are compared here, and the engine then looks at
 * the values as at those of any file (core/sg/verify.c).
 *
 * The digest is keyed by a secret that the machines share: without one, whoever can write to the second tier could sign a table
 * that is wrong in so few places that none of them is looked at. */
#ifndef GRUNDY_SERVER_TABLES_DISTANT_H
#define GRUNDY_SERVER_TABLES_DISTANT_H

#include "core/memory/store.h"
#include "server/cache/cache.h"

struct distant;

enum { DISTANT_WHY = 200 };

/* Tables are kept in `near`, a private store. `secret` names a file of at least 16 bytes, of which 4096 count; "none": the
 * password serves instead, if there is one. NULL: `why` says what is wrong. */
struct distant *distant_open(const struct cache_place *place, const char *secret, struct store *near, char why[DISTANT_WHY]);
/* Whether `secret` would do; nothing is opened. */
bool distant_may_open(const char *secret, char why[DISTANT_WHY]);
/* Starts its thread. False: there is none. */
bool distant_start(struct distant *distant);
void distant_close(struct distant *distant);
struct cache_counts distant_count(struct distant *distant);

/* A table that is longer than `have`, or proven, taken into the private store as a stranger's. Asked for only where making what
 * is wished takes long enough. Waits CACHE_FETCH at most: not on an event loop. */
bool distant_fetch(struct distant *distant, struct arena *arena, const struct table_wish *wish, uint64_t have,
                   struct table *found);
/* The table was published: it is written there, if it is worth it. Never waits. */
void distant_offer(struct distant *distant, const char *key, const struct table *made);
/* What was fetched was looked at. What did not agree with its definition is not asked for again until one of ours is there. */
void distant_judge(struct distant *distant, const char *key, bool good);

#endif
