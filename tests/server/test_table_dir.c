/* The directory of tables: whom it trusts, its secret, what dead writers left, room, and its being removed. */
#define _GNU_SOURCE /* setgroups */
#include "core/memory/store.h"
#include "server/clock.h"
#include "server/tables/dir.h"
#include "server/tables/file.h"
#include "server/tables/room.h"
#include "server/tables/write.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOBODY = 65534 };
static const uint64_t room = UINT64_C(1) << 30;

static struct table_dir dir;
static char why[TABLE_WHY];

static bool opens(const char *path)
{
    struct table_dir other;
    why[0] = '\0';
    if (!table_dir_open(&other, path, room, why))
        return false;
    table_dir_close(&other);
    return true;
}

static void must_refuse(const char *path, const char *reason)
{
    ck_assert_msg(!opens(path), "opened, must be refused: %s", reason);
    ck_assert_msg(strstr(why, reason), "refused because \"%s\", must be: %s", why, reason);
}

static enum table_written put(struct table_dir *to, const char *key, uint64_t count)
{
    struct table table = tables_values(count, 1);
    enum table_written result = table_file_write(to, key, &table);
    return result;
}

/* Without opening it, which may count as use. */
static bool there(struct table_dir *in, const char *key)
{
    char name[TABLE_NAME];
    table_file_name(key, name);
    return !faccessat(in->fd, name, F_OK, 0);
}

/* ---- trust ---- */

START_TEST(only_a_directory_of_ours_is_used)
{
    const char *path = tables_path("d"), *link = tables_path("link");
    must_refuse(tables_path("no/such/place"), "No such file");
    ck_assert(opens(path)); /* made */
    ck_assert(opens(path));
    ck_assert_int_eq(symlink(path, link), 0);
    must_refuse(link, "no directory");
    tables_write(tables_path("file"), "", 0);
    must_refuse(tables_path("file"), "no directory");
    ck_assert_int_eq(mkfifo(tables_path("fifo"), 0600), 0);
    must_refuse(tables_path("fifo"), "no directory");
    ck_assert_int_eq(chmod(path, 0777), 0);
    must_refuse(path, "others may write");
    ck_assert_int_eq(chmod(path, 0770), 0);
    must_refuse(path, "others may write");
    ck_assert_int_eq(chmod(path, 01777), 0);
    ck_assert(opens(path));
}
END_TEST

START_TEST(root_trusts_nobody_else)
{
    if (geteuid() != 0)
        return;
    const char *path = tables_path("d");
    ck_assert(opens(path));
    ck_assert_int_eq(chown(path, NOBODY, NOBODY), 0);
    must_refuse(path, "another user");
}
END_TEST

static void step_down(void)
{
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(tables_directory, NOBODY, NOBODY), 0);
        ck_assert_int_eq(seteuid(NOBODY), 0);
    }
}

START_TEST(a_directory_that_cannot_be_written_is_read_if_it_has_a_secret)
{
    step_down();
    const char *path = tables_path("d");
    ck_assert_int_eq(mkdir(path, 0500), 0);
    must_refuse(path, "Permission denied");
    ck_assert_int_eq(chmod(path, 0700), 0);
    ck_assert(table_dir_open(&dir, path, room, why));
    ck_assert_int_eq(put(&dir, "k", 100), TABLE_WRITTEN);
    table_dir_close(&dir);
    ck_assert_int_eq(chmod(path, 0500), 0);
    ck_assert_msg(table_dir_open(&dir, path, room, why), "%s", why);
    ck_assert(there(&dir, "k"));
    ck_assert_int_eq(put(&dir, "other", 100), TABLE_FAILED);
    ck_assert_int_eq(errno, EACCES);
    table_dir_close(&dir);
    ck_assert_int_eq(chmod(path, 0), 0);
    must_refuse(path, "Permission denied");
}
END_TEST

/* In a sticky directory of root, others may have been there first. */
START_TEST(files_of_others_at_our_names_make_it_private)
{
    if (geteuid() != 0)
        return;
    ck_assert_int_eq(chmod(tables_directory, 01777), 0);
    tables_write(tables_path("secret"), "0123456789abcdef0123456789abcdef", DIGEST_SECRET);
    ck_assert_int_eq(chown(tables_path("secret"), NOBODY - 1, NOBODY - 1), 0);
    ck_assert_int_eq(seteuid(NOBODY), 0);
    must_refuse(tables_directory, "Operation not permitted");
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    ck_assert_int_eq(seteuid(0), 0);
    ck_assert_int_eq(unlink(tables_path("secret")), 0);
    tables_write(tables_path("lock"), "", 0);
    ck_assert_int_eq(chmod(tables_path("lock"), 0666), 0);
    ck_assert_int_eq(seteuid(NOBODY), 0);
    ck_assert_msg(table_dir_open(&dir, tables_directory, room, why), "%s", why);
    ck_assert_int_eq(dir.lock_fd, -1); /* somebody else's: who holds it would hold us up */
    ck_assert_int_eq(put(&dir, "k", 100), TABLE_FAILED);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    table_dir_close(&dir);
}
END_TEST

/* What stands at the name of the lock and is no file gives way; a directory is said. */
START_TEST(the_lock_is_a_file)
{
    struct stat info;
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 0)
            ck_assert_int_eq(mkfifo(tables_path("lock"), 0600), 0);
        else if (kind == 1)
            ck_assert_int_eq(symlink("elsewhere", tables_path("lock")), 0);
        else
            ck_assert_int_eq(mkdir(tables_path("lock"), 0700), 0);
        ck_assert_msg(table_dir_open(&dir, tables_directory, room, why), "%s", why);
        ck_assert_int_eq(dir.lock_fd >= 0, kind < 2);
        int lock = table_dir_name_lock(&dir, "name");
        ck_assert_int_eq(lock >= 0, kind < 2);
        if (lock >= 0)
            close(lock);
        table_dir_close(&dir);
        ck_assert_int_eq(lstat(tables_path("lock"), &info), 0);
        ck_assert(kind < 2 ? S_ISREG(info.st_mode) : S_ISDIR(info.st_mode));
        ck_assert_int_eq(kind < 2 ? unlink(tables_path("lock")) : rmdir(tables_path("lock")), 0);
    }
    ck_assert_int_ne(access(tables_path("elsewhere"), F_OK), 0);
}
END_TEST

/* ---- the secret ---- */

static void secret_of(unsigned char secret[DIGEST_SECRET])
{
    ck_assert_msg(table_dir_open(&dir, tables_directory, room, why), "%s", why);
    memcpy(secret, dir.secret, DIGEST_SECRET);
    table_dir_close(&dir);
}

START_TEST(a_secret_is_made_once_and_replaced_where_it_is_none)
{
    unsigned char first[DIGEST_SECRET], second[DIGEST_SECRET];
    const char *secret = tables_path("secret");
    secret_of(first);
    secret_of(second);
    ck_assert_mem_eq(first, second, DIGEST_SECRET);
    ck_assert_int_eq(chmod(secret, 0644), 0); /* others may have read it */
    secret_of(second);
    ck_assert_mem_ne(first, second, DIGEST_SECRET);
    ck_assert_int_eq(truncate(secret, DIGEST_SECRET - 1), 0);
    secret_of(first);
    ck_assert_mem_ne(first, second, DIGEST_SECRET);
    ck_assert_int_eq(truncate(secret, DIGEST_SECRET + 1), 0);
    secret_of(second);
    ck_assert_mem_ne(first, second, DIGEST_SECRET);
    ck_assert_int_eq(unlink(secret), 0);
    ck_assert_int_eq(symlink("/etc/hostname", secret), 0);
    secret_of(second);
    ck_assert_mem_ne(first, second, DIGEST_SECRET);
    ck_assert_int_eq(unlink(secret), 0);
    ck_assert_int_eq(mkfifo(secret, 0600), 0);
    secret_of(first);
    ck_assert_mem_ne(first, second, DIGEST_SECRET);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
}
END_TEST

/* ---- what dead writers left ---- */

/* A child that has made a file and waits; its pid. */
static pid_t writer(void (*what)(struct table_dir *))
{
    int ready[2];
    ck_assert_int_eq(pipe(ready), 0);
    pid_t child = fork();
    if (!child) {
        struct table_dir own;
        if (table_dir_open(&own, tables_directory, room, why)) {
            what(&own);
            if (write(ready[1], "", 1) == 1)
                pause();
        }
        _exit(1);
    }
    char byte;
    close(ready[1]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void kill_writer(pid_t child)
{
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void begin_file(struct table_dir *own)
{
    char name[TABLE_NAME];
    table_dir_create(own, 5000, NULL, name);
}

static void look_again(void)
{
    atomic_store(&dir.looked_at, clock_now() - 11 * SECOND);
    table_dir_look(&dir);
}

/* However slow the machine is: nine seconds ahead, and ten may go by until the next look. */
static void as_if_just_looked(void)
{
    atomic_store(&dir.looked_at, clock_now() + 9 * SECOND);
}

static void change(int seconds_ago)
{
    struct timespec times[2];
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= seconds_ago;
    times[0].tv_nsec = 0;
    times[1] = times[0];
    ck_assert_int_eq(futimens(dir.fd, times), 0);
}

START_TEST(leftovers_go_and_files_in_the_making_stay)
{
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    tables_write(tables_path("tmp.0123456789abcdef"), "x", 1);
    tables_write(tables_path("tmp."), "", 0);
    tables_write(tables_path("other"), "", 0);
    pid_t child = writer(begin_file);
    ck_assert_int_eq(tables_names("tmp.", ""), 3);
    look_again();
    ck_assert_int_eq(tables_names("tmp.", ""), 1);
    ck_assert_int_eq(kill(child, SIGSTOP), 0);
    look_again();
    ck_assert_int_eq(tables_names("tmp.", ""), 1);
    kill_writer(child);
    look_again();
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    ck_assert_int_eq(tables_names("other", ""), 1);
    table_dir_close(&dir);
}
END_TEST

static enum status no_time(void *what)
{
    return ++*(int *)what < 3 ? STATUS_ok : STATUS_deadline_exceeded;
}

START_TEST(room_is_taken_as_long_as_there_is_time)
{
    char name[TABLE_NAME];
    int looks = 0;
    struct budget budget = {.look = no_time, .what = &looks};
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    ck_assert_int_eq(table_dir_create(&dir, 100 << 20, &budget, name), -1);
    ck_assert_int_eq(errno, ETIME);
    ck_assert_int_eq(looks, 3);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    int fd = table_dir_create(&dir, 5000, &budget, name);
    ck_assert_int_ge(fd, 0);
    close(fd);
    table_dir_close(&dir);
}
END_TEST

/* ---- names ---- */

static void lock_name(struct table_dir *own)
{
    table_dir_name_lock(own, "name");
}

START_TEST(a_name_is_locked_until_its_holder_is_gone)
{
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    int lock = table_dir_name_lock(&dir, "name"), other = table_dir_name_lock(&dir, "other");
    ck_assert_int_ge(lock, 0);
    ck_assert_int_ge(other, 0);
    ck_assert_int_eq(table_dir_name_lock(&dir, "name"), -1); /* not even twice by the same process */
    ck_assert_int_eq(errno, EAGAIN);
    close(lock);
    close(other);
    pid_t child = writer(lock_name);
    ck_assert_int_eq(kill(child, SIGSTOP), 0);
    ck_assert_int_eq(table_dir_name_lock(&dir, "name"), -1);
    ck_assert_int_eq(errno, EAGAIN);
    kill_writer(child);
    lock = table_dir_name_lock(&dir, "name");
    ck_assert_int_ge(lock, 0);
    close(lock);
    table_dir_close(&dir);
}
END_TEST

/* ---- room ---- */

static void age(const char *key, time_t seconds)
{
    char name[TABLE_NAME];
    table_file_name(key, name);
    ck_assert_int_eq(utimensat(dir.fd, name, (struct timespec[2]){{.tv_sec = time(NULL) - seconds}, {.tv_nsec = UTIME_OMIT}}, 0),
                     0);
}

START_TEST(the_oldest_go_when_there_is_no_room)
{
    ck_assert(table_dir_open(&dir, tables_directory, 200000, why));
    char key[2] = "a";
    for (; *key < 'g'; ++*key)
        ck_assert_int_eq(put(&dir, key, 30000), TABLE_WRITTEN);
    age("a", 4000), age("b", 6000), age("c", 5000), age("d", 300), age("e", 7000);
    ck_assert_int_eq(put(&dir, "g", 30000), TABLE_WRITTEN); /* down to seven eighths: two must go */
    ck_assert(!there(&dir, "e") && !there(&dir, "b"));
    ck_assert(there(&dir, "c") && there(&dir, "a") && there(&dir, "d") && there(&dir, "f") && there(&dir, "g"));
    ck_assert_uint_eq(atomic_load(&dir.evicted), 2);
    table_file_touch(&dir, "c"); /* used: now `a` is the oldest */
    ck_assert_int_eq(put(&dir, "h", 60000), TABLE_WRITTEN);
    ck_assert(there(&dir, "c") && !there(&dir, "a"));
    table_dir_close(&dir);
}
END_TEST

/* A daemon with a small limit among others with a large one. */
/* A look makes room where a writer found none, and nowhere else. */
START_TEST(a_look_makes_the_room_that_a_writer_missed)
{
    ck_assert(table_dir_open(&dir, tables_directory, 100000, why));
    ck_assert_int_eq(put(&dir, "a", 50000), TABLE_WRITTEN);
    ck_assert_int_eq(put(&dir, "b", 40000), TABLE_WRITTEN);
    age("a", 10000);
    look_again();
    ck_assert(there(&dir, "a"));
    age("a", 0);
    ck_assert_int_eq(put(&dir, "c", 20000), TABLE_FULL);
    look_again();
    ck_assert(there(&dir, "a") && there(&dir, "b"));
    age("b", 10000);
    as_if_just_looked();
    ck_assert_int_eq(put(&dir, "c", 20000), TABLE_FULL); /* nobody looks for every one that has no room */
    look_again();
    ck_assert(there(&dir, "a") && !there(&dir, "b"));
    ck_assert_int_eq(put(&dir, "c", 20000), TABLE_WRITTEN);
    table_dir_close(&dir);
}
END_TEST

/* Without a descriptor there is nothing to see: what was known is not forgotten. */
START_TEST(a_look_that_fails_changes_nothing)
{
    struct rlimit before, none;
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    change(500);
    look_again();
    atomic_store(&dir.tables, 7);
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    look_again();
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    ck_assert_uint_eq(atomic_load(&dir.tables), 7);
    as_if_just_looked();
    table_dir_look(&dir);
    ck_assert_uint_eq(atomic_load(&dir.tables), 0);
    table_dir_close(&dir);
}
END_TEST

START_TEST(what_was_used_lately_stays_whoever_asks)
{
    struct table_dir small;
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    ck_assert(table_dir_open(&small, tables_directory, 50000, why));
    for (char key[2] = "a"; *key < 'k'; ++*key)
        ck_assert_int_eq(put(&dir, key, 30000), TABLE_WRITTEN);
    age("a", 599 - 30);
    ck_assert_int_eq(put(&small, "mine", 30000), TABLE_FULL);
    ck_assert_int_eq(put(&small, "mine", 30000), TABLE_FULL); /* the second time without looking again */
    ck_assert_int_eq(tables_names("", ".table"), 10);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    age("b", -4000); /* the clock was set back: that says nothing, and "b" may go */
    atomic_store(&small.looked_at, 0);
    ck_assert_int_eq(put(&small, "mine", 30000), TABLE_FULL);
    ck_assert_int_eq(tables_names("", ".table"), 9);
    ck_assert(!there(&dir, "b"));
    table_dir_close(&small);
    table_dir_close(&dir);
}
END_TEST

/* What a longer table replaces needs no room twice, and is not removed for it. */
START_TEST(a_table_grows_where_two_have_no_room)
{
    ck_assert(table_dir_open(&dir, tables_directory, 200000, why));
    for (uint64_t count = 50000; count <= 190000; count += 20000)
        ck_assert_int_eq(put(&dir, "grows", count), TABLE_WRITTEN);
    age("grows", 10000);
    ck_assert_int_eq(put(&dir, "grows", 195000), TABLE_WRITTEN);
    ck_assert_uint_eq(atomic_load(&dir.evicted), 0);
    ck_assert_int_eq(tables_names("", ".table"), 1);
    ck_assert_int_eq(put(&dir, "grows", 210000), TABLE_FULL);
    ck_assert_int_eq(put(&dir, "another", 50000), TABLE_FULL);
    table_file_remove(&dir, "grows");
    atomic_store(&dir.looked_at, 0);
    ck_assert_int_eq(put(&dir, "grows", 140000), TABLE_WRITTEN);
    ck_assert_int_eq(put(&dir, "lately", 30000), TABLE_WRITTEN);
    age("grows", 10000);
    ck_assert_int_eq(put(&dir, "grows", 180000), TABLE_FULL); /* not even when it is the oldest */
    ck_assert(table_file_reaches(&dir, "grows", 140000));
    table_dir_close(&dir);
}
END_TEST

START_TEST(the_counts_are_those_of_the_directory)
{
    struct stat info;
    char name[TABLE_NAME];
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    for (uint64_t count = 1000; count <= 50000; count += 7000) /* the last: 50000 */
        ck_assert_int_eq(put(&dir, "grows", count), TABLE_WRITTEN);
    ck_assert_int_eq(put(&dir, "other", 100), TABLE_WRITTEN);
    ck_assert_uint_eq(atomic_load(&dir.tables), 2); /* by adding up */
    ck_assert_uint_ge(atomic_load(&dir.bytes), 50000 + 100);
    ck_assert_uint_le(atomic_load(&dir.bytes), 50000 + 100 + 2 * 4096);
    look_again();
    ck_assert_uint_eq(atomic_load(&dir.tables), 2); /* by looking */
    uint64_t bytes = 0;
    for (int i = 0; i < 2; i++) {
        table_file_name(i ? "other" : "grows", name);
        ck_assert_int_eq(fstatat(dir.fd, name, &info, 0), 0);
        bytes += (uint64_t)info.st_blocks * 512;
    }
    ck_assert_uint_eq(atomic_load(&dir.bytes), bytes);
    table_dir_close(&dir);
}
END_TEST

/* The time of the directory tells whether there is anything new, unless it is so young that the next change may have the same. */
START_TEST(a_directory_without_news_is_not_looked_through)
{
    struct stat then;
    ck_assert(table_dir_open(&dir, tables_directory, room, why));
    change(1000);
    table_dir_look(&dir);
    ck_assert_int_eq(fstat(dir.fd, &then), 0);
    tables_write(tables_path("1.table"), "x", 1);
    ck_assert_int_eq(futimens(dir.fd, (struct timespec[]){then.st_atim, then.st_mtim}), 0);
    as_if_just_looked();
    table_dir_look(&dir);
    ck_assert_uint_eq(atomic_load(&dir.tables), 0);
    look_again();
    ck_assert_uint_eq(atomic_load(&dir.tables), 1);
    tables_write(tables_path("2.table"), "x", 1);
    change(500);
    table_dir_look(&dir);
    ck_assert_uint_eq(atomic_load(&dir.tables), 2);
    for (uint64_t others = 1; others <= 3; others++) {
        char name[] = "0.other.table";
        *name += (char)others;
        tables_write(tables_path(name), "x", 1);
        change(0);
        table_dir_look(&dir);
        ck_assert_uint_eq(atomic_load(&dir.tables), 2 + others);
    }
    table_dir_close(&dir);
}
END_TEST

/* ---- removed under a running daemon ---- */

START_TEST(a_removed_directory_is_made_again)
{
    const char *path = tables_path("d"), *aside = tables_path("aside");
    ck_assert(table_dir_open(&dir, path, room, why));
    int fd = dir.fd, lock_fd = dir.lock_fd;
    ck_assert(!table_dir_gone(&dir));
    ck_assert_int_eq(put(&dir, "k", 100), TABLE_WRITTEN);
    ck_assert_int_eq(rename(path, aside), 0);
    ck_assert(table_dir_gone(&dir));
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert(table_dir_gone(&dir)); /* another one */
    ck_assert(table_dir_reopen(&dir, room, why));
    ck_assert(!table_dir_gone(&dir));
    ck_assert_int_eq(dir.fd, fd);
    ck_assert_int_eq(dir.lock_fd, lock_fd);
    ck_assert(!there(&dir, "k"));
    ck_assert_int_eq(put(&dir, "k", 100), TABLE_WRITTEN);
    ck_assert(opens(path)); /* with the same secret as a newcomer has */
    ck_assert_int_eq(chmod(path, 0777), 0);
    ck_assert(!table_dir_gone(&dir));
    ck_assert(!table_dir_reopen(&dir, room, why)); /* hostile by now: what was open stays open */
    ck_assert_int_eq(dir.fd, fd);
    table_dir_close(&dir);
}
END_TEST

SUITE_WITH(tables_setup, tables_teardown, only_a_directory_of_ours_is_used, root_trusts_nobody_else,
           a_directory_that_cannot_be_written_is_read_if_it_has_a_secret, files_of_others_at_our_names_make_it_private,
           the_lock_is_a_file, a_secret_is_made_once_and_replaced_where_it_is_none, leftovers_go_and_files_in_the_making_stay,
           room_is_taken_as_long_as_there_is_time, a_name_is_locked_until_its_holder_is_gone, the_oldest_go_when_there_is_no_room,
           what_was_used_lately_stays_whoever_asks, a_table_grows_where_two_have_no_room, the_counts_are_those_of_the_directory,
           a_directory_without_news_is_not_looked_through, a_look_makes_the_room_that_a_writer_missed,
           a_look_that_fails_changes_nothing, a_removed_directory_is_made_again)
