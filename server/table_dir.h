/* The directory of shared tables: who may be trusted with it, its secret, files in the making, what is left behind, and room.
 *
 *   secret          32 random bytes, made by the first daemon; keys the digests of all tables
 *   lock            empty; a byte of it is locked (OFD) by who makes the table that the byte stands for
 *   <32 hex>.table  one table, immutable (server/table_file.h)
 *   tmp.<16 hex>    a file in the making, locked by its writer; whoever finds it unlocked may remove it
 *
 * Trust ends with the user: the directory must belong to this process's user or to root, and be writable by others only when
 * sticky (then they may add names, but not touch ours); every file must belong to this user and be writable by nobody else. No
 * name is followed when it is a symbolic link. Other processes of the same user could do anything to this one anyway. */
#ifndef GRUNDY_SERVER_TABLE_DIR_H
#define GRUNDY_SERVER_TABLE_DIR_H

#include "server/digest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>

enum { TABLE_NAME = 48, TABLE_WHY = 200 };

struct table_dir {
    const char *path;
    int fd, lock_fd;
    uint64_t bytes_max;  /* the least of what the operator allows and three quarters of the file system */
    uint64_t room_total; /* of the file system */
    pthread_mutex_t lock;
    unsigned char secret[DIGEST_SECRET];
    struct digest_key key;              /* changes only under the lock; readers copy the pointer's target below */
    atomic_uint_fast64_t bytes, tables; /* at the last look, and what was added since */
    atomic_uint_fast64_t looked_at, evicted;
};

/* False: `why` says what is wrong with it. The path must stay. */
bool table_dir_open(struct table_dir *dir, const char *path, uint64_t bytes_max, char why[TABLE_WHY]);
void table_dir_close(struct table_dir *dir);

/* Whether a file is one to be believed: regular, ours, not writable by others. */
bool table_dir_owns(const struct stat *info);
/* Reads the secret again; true: it is another one now. */
bool table_dir_refresh_secret(struct table_dir *dir);
struct digest_key table_dir_key(struct table_dir *dir);

/* A new locked file of that size, all of it there; its name is told. -1: errno says why (ENOSPC: full). */
int table_dir_create(struct table_dir *dir, size_t bytes, char name[TABLE_NAME]);
/* Removes what dead writers left. */
void table_dir_sweep(struct table_dir *dir);
/* Looks at the directory if it was not looked at for a second, or is too full for so many bytes more; then removes what was not
 * used for longest. `squeeze`: the file system is full, so make room for them in any case. */
void table_dir_make_room(struct table_dir *dir, uint64_t bytes, bool squeeze);

#endif
