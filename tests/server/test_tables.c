/* The store of the daemon: what two processes share, what is counted, and that it goes on in a full, removed, cut or altered
 * directory. */
#define _GNU_SOURCE /* unshare */
#include "core/memory/store.h"
#include "server/log.h"
#include "server/tables/file.h"
#include "server/tables/head.h"
#include "server/tables/tables.h"
#include "server/tables/write.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE = 6 << 20, BYTES_MAX = 1 << 30 };

static struct arena arena;

static void setup(void)
{
    tables_setup();
    log_setup(LOG_NONE);
    arena_init(&arena, NULL, 0, 64 << 20);
}

static void teardown(void)
{
    arena_reset(&arena);
    tables_teardown();
}

static struct tables *fresh(void)
{
    struct tables *tables = tables_open(tables_directory, BYTES_MAX);
    ck_assert_ptr_nonnull(tables);
    return tables;
}

static bool find(struct tables *tables, const char *key, struct table *found)
{
    struct store *store = tables_store(tables);
    return store->find(store, &arena, key, found);
}

static struct table publish(struct tables *tables, const char *key, struct table made)
{
    struct store *store = tables_store(tables);
    store->publish(store, &arena, key, &made);
    return made;
}

/* Everything is let go, as at the end of a request. */
static void end(void)
{
    arena_reset(&arena);
}

/* ---- sharing and counting ---- */

START_TEST(a_daemon_that_starts_finds_what_is_there)
{
    struct table small = tables_values(1000, 2), large = tables_values(LARGE, 1), found;
    small.proven = true;
    small.period = 5;
    struct tables *first = fresh();
    ck_assert(!find(first, "small", &found));
    ck_assert(!find(first, "large", &found));
    publish(first, "small", small);
    large = publish(first, "large", large);
    ck_assert(find(first, "small", &found) && !found.stranger);
    struct tables_counts counts = tables_count(first);
    ck_assert_uint_eq(counts.hits, 1);
    ck_assert_uint_eq(counts.misses, 2);
    ck_assert_uint_eq(counts.builds, 2);
    ck_assert_uint_eq(counts.attached, 0);
    ck_assert_uint_eq(counts.shared_tables, 2);
    end();
    tables_close(first);
    struct tables *second = fresh();
    ck_assert(find(second, "small", &found) && tables_same_values(&small, &found));
    ck_assert(found.stranger && found.proven && found.period == 5);
    ck_assert(find(second, "large", &found) && found.count == LARGE && found.stranger);
    ck_assert(find(second, "large", &found) && found.stranger); /* until it is judged */
    tables_store(second)->judge(tables_store(second), "large", &found, true);
    ck_assert(find(second, "large", &found) && !found.stranger);
    counts = tables_count(second);
    ck_assert_uint_eq(counts.hits, 4);
    ck_assert_uint_eq(counts.misses, 0);
    ck_assert_uint_eq(counts.builds, 0);
    ck_assert_uint_eq(counts.attached, 2);
    ck_assert_uint_eq(counts.rejected, 0);
    ck_assert_uint_eq(counts.shared_tables, 2);
    ck_assert_int_eq(tables_names("", ".table"), 2);
    ck_assert_uint_ge(counts.shared_bytes, LARGE + 2000);
    ck_assert_uint_lt(counts.shared_bytes, LARGE + 2000 + 3 * 4096);
    ck_assert_uint_ge(counts.private_bytes, LARGE + 2000);
    end();
    tables_close(second);
}
END_TEST

/* Ten thousand files take tens of milliseconds to look at: nobody who asks for the counts waits for that. */
START_TEST(counting_looks_at_no_file)
{
    struct tables *tables = fresh(), *other = fresh();
    publish(tables, "ours", tables_values(1000, 1));
    publish(other, "theirs", tables_values(1000, 1));
    ck_assert_uint_eq(tables_count(tables).shared_tables, 1);
    tables_look(tables);
    ck_assert_uint_eq(tables_count(tables).shared_tables, 2);
    end();
    tables_close(other);
    tables_close(tables);
}
END_TEST

/* What an event loop finds is never read as a whole by it; once another thread has done that, it is there for all. */
START_TEST(a_large_table_is_not_fetched_in_a_hurry)
{
    struct table found = {0};
    struct budget budget = {.left = 1000, .arena = &arena};
    struct tables *maker = fresh(), *loop = fresh();
    struct store *store = tables_store(loop);
    publish(maker, "small", tables_values(1000, 2));
    publish(maker, "large", tables_values(LARGE, 1));
    tables_hurry(true);
    ck_assert(find(loop, "small", &found));
    ck_assert(!find(loop, "none", &found) && !found.away);
    ck_assert(!find(loop, "large", &found) && found.away);
    found = (struct table){.width = 1};
    ck_assert(!store_lease(store, &arena, &budget, &(struct table_wish){"large", 1000, 0}, &found));
    end();
    ck_assert_uint_eq(tables_count(loop).attached, 1);
    ck_assert_uint_eq(tables_count(loop).misses, 1);
    tables_hurry(false);
    ck_assert(find(loop, "large", &found) && found.count == LARGE && !found.away);
    ck_assert_uint_eq(tables_count(loop).attached, 2);
    tables_hurry(true);
    ck_assert(find(loop, "large", &found) && found.count == LARGE);
    tables_hurry(false);
    end();
    tables_close(maker), tables_close(loop);
}
END_TEST

static enum status no_time(void *what)
{
    (void)what;
    return STATUS_deadline_exceeded;
}

/* Whoever waits for the answer does not wait for the file: it is made within the question's time, or not at all. The table is
 * kept without that time, which ends with the question. */
START_TEST(a_file_is_made_within_the_time_of_the_question)
{
    struct budget late = {.look = no_time}, in_time = {.left = 1000};
    struct table large = tables_values(LARGE, 1), found;
    struct tables *tables = fresh();
    large.within = &late;
    ck_assert_ptr_null(publish(tables, "late", large).within);
    ck_assert_int_eq(tables_names("", ".table"), 0);
    ck_assert(find(tables, "late", &found) && found.count == LARGE && !found.within);
    large.within = &in_time;
    ck_assert_ptr_null(publish(tables, "in time", large).within);
    ck_assert_int_eq(tables_names("", ".table"), 1);
    end();
    tables_close(tables);
}
END_TEST

START_TEST(a_refuted_table_goes_for_all)
{
    struct table found;
    struct tables *maker = fresh(), *judge = fresh(), *later = fresh();
    publish(maker, "k", tables_values(1000, 2));
    ck_assert(find(judge, "k", &found));
    tables_store(judge)->judge(tables_store(judge), "k", &found, false);
    ck_assert_int_eq(tables_names("", ".table"), 0);
    ck_assert_uint_eq(tables_count(judge).rejected, 1);
    ck_assert(!find(judge, "k", &found));
    ck_assert(!find(later, "k", &found));
    end();
    tables_close(maker), tables_close(judge), tables_close(later);
}
END_TEST

/* ---- a directory that cannot be used, for a time ---- */

static void remove_directory(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", tables_directory);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(a_removed_directory_is_made_anew)
{
    struct table found;
    struct tables *tables = fresh(), *other;
    publish(tables, "before", tables_values(LARGE, 1));
    remove_directory();
    ck_assert(find(tables, "before", &found)); /* kept in memory */
    publish(tables, "after", tables_values(1000, 1));
    ck_assert(tables_shared(tables));
    other = fresh();
    ck_assert(find(other, "after", &found));
    ck_assert(!find(other, "before", &found));
    end();
    tables_close(other);
    tables_close(tables);
}
END_TEST

/* A clock that need not be waited for: what is looked at once a second is looked at after another start of the second. */
static void until_looked_again(struct tables *tables, bool shared)
{
    while (tables_shared(tables) != shared) {
        tables_look(tables);
        usleep(1000);
    }
}

START_TEST(tables_are_private_while_the_directory_cannot_be_made)
{
    struct table found;
    const char *path = tables_path("in/tables");
    struct tables *tables = tables_open(path, BYTES_MAX);
    ck_assert(!tables_shared(tables));
    publish(tables, "k", tables_values(1000, 1));
    ck_assert(find(tables, "k", &found));
    ck_assert_uint_eq(tables_count(tables).shared_bytes_max, 0);
    ck_assert_int_eq(mkdir(tables_path("in"), 0700), 0);
    until_looked_again(tables, true);
    publish(tables, "later", tables_values(1000, 1));
    struct tables *other = tables_open(path, BYTES_MAX);
    ck_assert(find(other, "later", &found));
    end();
    tables_close(other);
    remove_directory();
    until_looked_again(tables, false);
    publish(tables, "again", tables_values(1000, 1));
    ck_assert(find(tables, "again", &found));
    end();
    tables_close(tables);
}
END_TEST

/* ---- full ---- */

static bool write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY);
    bool good = fd >= 0 && write(fd, text, strlen(text)) > 0;
    if (fd >= 0)
        close(fd);
    return good;
}

/* Into a file system of its own that holds a megabyte; false where that is not permitted. */
static bool enter_small_file_system(void)
{
    char user[32], group[32];
    snprintf(user, sizeof user, "0 %u 1", geteuid());
    snprintf(group, sizeof group, "0 %u 1", getegid());
    return !unshare(CLONE_NEWUSER | CLONE_NEWNS) && write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", user) && write_text("/proc/self/gid_map", group) &&
           !mount("none", tables_directory, "tmpfs", 0, "size=1m,mode=700");
}

/* All that a full directory may do: private tables with the right values, told, and nothing left behind. */
static void fill_up(struct tables *tables)
{
    struct table found;
    char key[] = "a";
    for (; *key <= 'p'; ++*key) {
        struct table made = tables_values(100000 + (uint64_t)*key, 1);
        publish(tables, key, made);
        ck_assert(find(tables, key, &found));
        ck_assert(tables_same_values(&made, &found));
    }
    ck_assert(tables_count(tables).unshared);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    ck_assert_int_ge(tables_names("", ".table"), 1);
    ck_assert_int_lt(tables_names("", ".table"), 16);
    end();
}

START_TEST(a_full_file_system_means_private_tables)
{
    if (!enter_small_file_system())
        return;
    struct tables *tables = fresh();
    ck_assert(tables_shared(tables));
    ck_assert_uint_eq(tables_count(tables).shared_bytes_max, 768 << 10); /* three quarters */
    fill_up(tables);
    int files = tables_names("", ".table");
    /* Somebody else fills it to the last byte: nothing is written that could not be read afterwards. */
    int fd = open(tables_path("filler"), O_WRONLY | O_CREAT, 0600);
    static const char zeros[4096];
    while (write(fd, zeros, sizeof zeros) == sizeof zeros)
        ;
    ck_assert_int_eq(errno, ENOSPC);
    close(fd);
    struct tables *another = fresh();
    struct table made = tables_values(50000, 1), found;
    publish(another, "z", made);
    ck_assert(find(another, "z", &found) && tables_same_values(&made, &found));
    ck_assert(tables_count(another).unshared);
    struct table_dir dir;
    char why[TABLE_WHY];
    ck_assert(table_dir_open(&dir, tables_directory, BYTES_MAX, why));
    ck_assert_int_eq(table_file_write(&dir, "z", &made), TABLE_FULL); /* seen before it is written */
    table_dir_close(&dir);
    ck_assert_int_eq(tables_names("", ".table"), files); /* all of them used lately */
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    end();
    tables_close(another);
    tables_close(tables);
    ck_assert_int_eq(umount2(tables_directory, MNT_DETACH), 0); /* so that the directory can be removed */
}
END_TEST

START_TEST(a_limit_on_files_means_private_tables)
{
    struct rlimit limit = {100300, 100300};
    struct tables *tables = fresh();
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    fill_up(tables);
    tables_close(tables);
}
END_TEST

/* ---- changed by others ---- */

/* Another process of the same user maps the file and changes every value, or cuts it off. */
static void harm(bool cut)
{
    pid_t child = fork();
    if (!child) {
        int fd = open(tables_only_file(), O_RDWR);
        struct stat info;
        if (fd < 0 || fstat(fd, &info))
            _exit(1);
        unsigned char *at = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (at == MAP_FAILED)
            _exit(1);
        for (uint64_t i = table_data_at(strlen("k")); i < (uint64_t)info.st_size; i++)
            at[i] ^= 1;
        _exit(cut && ftruncate(fd, 4096));
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Neither who made it nor who fetched it sees any of that; who comes later throws it away. */
START_TEST(what_others_write_into_a_file_changes_no_table)
{
    static const uint64_t counts[] = {10000, LARGE};
    for (int i = 0; i < 4; i++) {
        struct table right = tables_values(counts[i / 2], 1), made, fetched, found;
        struct tables *maker = fresh(), *reader = fresh(), *later = fresh();
        made = publish(maker, "k", right);
        ck_assert(find(reader, "k", &fetched));
        harm(i % 2);
        ck_assert(tables_same_values(&made, &right) && tables_same_values(&fetched, &right));
        ck_assert(find(maker, "k", &found) && tables_same_values(&found, &right));
        ck_assert(find(reader, "k", &found) && tables_same_values(&found, &right));
        ck_assert(!find(later, "k", &found));
        ck_assert_uint_eq(tables_count(later).rejected, 1);
        ck_assert_uint_eq(tables_count(later).private_bytes, 0);
        ck_assert_int_eq(tables_names("", ".table"), 0);
        end();
        tables_close(maker), tables_close(reader), tables_close(later);
    }
}
END_TEST

/* What is not looked at is told to nobody, and taken from nobody, whatever is signed there; nor is the file read. */
START_TEST(what_is_ones_own_is_neither_shared_nor_fetched)
{
    struct table forged = tables_values(LARGE, 2), own = tables_values(1000, 2), found;
    struct tables *forger = fresh(), *other = fresh();
    publish(forger, "k", forged);
    store_publish_own(tables_store(forger), &arena, "mine", &own);
    ck_assert_int_eq(tables_names("", ".table"), 1);
    ck_assert(store_find_own(tables_store(forger), &arena, "mine", 2, 1000, &found) && tables_same_values(&own, &found));
    ck_assert(!store_find_own(tables_store(forger), &arena, "mine", 2, 1001, &found));
    ck_assert(!store_find_own(tables_store(forger), &arena, "mine", 1, 1000, &found));
    ck_assert(!store_find_own(tables_store(other), &arena, "mine", 2, 1000, &found));
    ck_assert(!store_find_own(tables_store(other), &arena, "k", 2, 1, &found));
    ck_assert_uint_eq(tables_count(other).attached, 0);
    ck_assert(find(other, "k", &found) && found.stranger);
    ck_assert(!store_find_own(tables_store(other), &arena, "k", 2, 1, &found));
    end();
    tables_close(forger), tables_close(other);
}
END_TEST

SUITE_WITH(setup, teardown, a_daemon_that_starts_finds_what_is_there, counting_looks_at_no_file,
           a_large_table_is_not_fetched_in_a_hurry, a_file_is_made_within_the_time_of_the_question, a_refuted_table_goes_for_all,
           a_removed_directory_is_made_anew, tables_are_private_while_the_directory_cannot_be_made,
           a_full_file_system_means_private_tables, a_limit_on_files_means_private_tables,
           what_others_write_into_a_file_changes_no_table, what_is_ones_own_is_neither_shared_nor_fetched)
