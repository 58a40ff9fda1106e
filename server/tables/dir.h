/* The directory of shared tables: who may be trusted with it, its secret, files in the making, what is left behind, and room.
 *
 *   secret          32 random bytes, made by the first daemon; keys the digests of all tables
 *   lock            empty; a byte of it is locked (OFD) by who makes the table that the byte stands for, another one by who
 *                   gives a file its name, for that moment
 *   <32 hex>.table  one table, immutable (server/tables/file.h)
 *   tmp.<16 hex>    a file in the making, locked by its writer; whoever finds it unlocked may remove it
 *
 * Trust ends with the user: the directory must belong to this process's user or to root, and be writable by others only when
 * sticky (then they may add names, but not touch ours); every file must belong to this user and be writable by nobody else. No
 * name is followed when it is a symbolic link. Other processes of the same user could do anything to this one anyway. */
#ifndef GRUNDY_SERVER_TABLES_DIR_H
#define GRUNDY_SERVER_TABLES_DIR_H

#include "core/budget.h"
#include "server/tables/digest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>

enum { TABLE_NAME = 48, TABLE_WHY = 200 };

struct table_dir {
    const char *path;
    int fd, lock_fd;                /* the same numbers for ever, whatever directory they stand for; lock_fd may be -1 */
    atomic_uint_fast64_t bytes_max; /* the least of what the operator allows and three quarters of the file system */
    uint64_t room_total;            /* of the file system */
    pthread_mutex_t lock;
    unsigned char secret[DIGEST_SECRET];
    struct digest_key key;                            /* changes only under the lock */
    atomic_uint_fast64_t bytes, tables;               /* at the last look, and what was added since */
    atomic_uint_fast64_t looked_at, changed, evicted; /* changed: when the last name had come or gone then */
    atomic_bool stuck;                                /* a writer found no room, and none was made since */
};

/* False: `why` says what is wrong with it. The path must stay. */
bool table_dir_open(struct table_dir *dir, const char *path, uint64_t bytes_max, char why[TABLE_WHY]);
void table_dir_close(struct table_dir *dir);
/* Whether the path leads to another directory by now, or to none: it was removed, perhaps made again. */
bool table_dir_gone(const struct table_dir *dir);
/* Opens what the path leads to now (made, if need be) in place of what was open; other threads may go on using it meanwhile.
 * False: nothing has changed. Not by two threads at once. */
bool table_dir_reopen(struct table_dir *dir, uint64_t bytes_max, char why[TABLE_WHY]);

/* Whether a file is one to be believed: regular, ours, not writable by others. */
bool table_dir_owns(const struct stat *info);
/* Reads the secret again; true: it is another one now. */
bool table_dir_refresh_secret(struct table_dir *dir);
struct digest_key table_dir_key(struct table_dir *dir);

/* A new locked file of that size, all of it there; its name is told. -1: errno says why (ENOSPC: full; ETIME: `within`, which may
 * be NULL, ended before a large one had its room). */
int table_dir_create(struct table_dir *dir, size_t bytes, const struct budget *within, char name[TABLE_NAME]);
/* The right to change what that name stands for, for a moment: nobody else has it until the descriptor is closed. Waits some
 * milliseconds for who has it now. -1: errno says why (EAGAIN: he was stopped). */
int table_dir_name_lock(struct table_dir *dir, const char *name);

#endif
