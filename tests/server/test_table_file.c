/* Table files: what is written is read, and nothing else is believed, whatever stands at its place. */
#include "api/api.h"
#include "core/memory/store.h"
#include "server/tables/file.h"
#include "server/tables/head.h"
#include "server/tables/write.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SMALL = 100, LARGE = 5 << 20 };
static const char key[] = "take 1 3 4";
static const uint64_t room = UINT64_C(1) << 30;

static struct table_dir dir;
static struct store *store;
static struct arena arena;
static char path[128]; /* of the key's file */

static void setup(void)
{
    char why[TABLE_WHY], name[TABLE_NAME];
    tables_setup();
    ck_assert_msg(table_dir_open(&dir, tables_directory, room, why), "%s", why);
    table_file_name(key, name);
    strcpy(path, tables_path(name));
    store = store_private_new(room);
    arena_init(&arena, NULL, 0, 1 << 20);
}

static void teardown(void)
{
    store_private_free(store);
    table_dir_close(&dir);
    tables_teardown();
}

static enum table_written put(const char *of, struct table table)
{
    return table_file_write(&dir, of, &table);
}

static enum table_file attach(struct table *found)
{
    return table_file_attach(&dir, key, store, store_private_hold(&arena), found);
}

/* Attaches and lets go. What is not found is not held, either. */
static enum table_file look(void)
{
    struct table table;
    enum table_file result = attach(&table);
    ck_assert(result == TABLE_FILE_FOUND || !store_private_bytes(store));
    arena_reset(&arena);
    ck_assert_uint_eq(store_private_bytes(store), 0);
    return result;
}

static void must_be_refused(const char *what, long at)
{
    struct stat info;
    ck_assert_msg(look() == TABLE_FILE_WRONG, "%s %ld: believed", what, at);
    ck_assert_msg(lstat(path, &info), "%s %ld: still there", what, at);
    ck_assert_msg(look() == TABLE_FILE_NONE, "%s %ld: something is still there", what, at);
}

START_TEST(what_is_written_is_read)
{
    static const uint64_t counts[] = {1, 63, 64, 65, 1000, LARGE};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (uint32_t width = 1; width <= 4; width *= 2) {
            struct table made = tables_values(counts[i], width), found;
            made.proven = counts[i] >= 63;
            made.preperiod = 3;
            made.period = 12;
            made.saltus = 4;
            made.checked_to = 99;
            ck_assert_int_eq(put(key, made), TABLE_WRITTEN);
            ck_assert_int_eq(attach(&found), TABLE_FILE_FOUND);
            ck_assert(tables_same_values(&made, &found));
            ck_assert(found.stranger && found.proven == made.proven && found.preperiod == 3 && found.period == 12);
            ck_assert(found.saltus == 4 && found.checked_to == 99);
            ck_assert_uint_eq((uintptr_t)found.data % 64, 0);
            arena_reset(&arena);
            table_file_remove(&dir, key);
        }
    ck_assert_int_eq(look(), TABLE_FILE_NONE);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
}
END_TEST

START_TEST(a_cut_file_is_refused_wherever_it_is_cut)
{
    size_t size;
    ck_assert_int_eq(put(key, tables_values(SMALL, 2)), TABLE_WRITTEN);
    unsigned char *good = tables_read(path, &size);
    for (size_t length = 0; length < size; length++) {
        tables_write(path, good, length);
        must_be_refused("cut to", (long)length);
    }
    ck_assert_int_eq(put(key, tables_values(LARGE, 1)), TABLE_WRITTEN);
    good = tables_read(path, &size);
    for (size_t page = 0; page < size; page += size / 16 / 4096 * 4096)
        for (int step = -1; step <= 1; step++)
            if (page || step >= 0) {
                tables_write(path, good, page + (size_t)step);
                must_be_refused("large, cut to", (long)page + step);
            }
}
END_TEST

START_TEST(a_flipped_bit_is_noticed_wherever_it_is)
{
    size_t size;
    ck_assert_int_eq(put(key, tables_values(SMALL, 2)), TABLE_WRITTEN);
    unsigned char *good = tables_read(path, &size);
    for (size_t bit = 0; bit < size * 8; bit++) {
        good[bit / 8] ^= (unsigned char)(1 << bit % 8);
        tables_write(path, good, size);
        must_be_refused("bit", (long)bit);
        good[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    tables_write(path, good, size);
    ck_assert_int_eq(look(), TABLE_FILE_FOUND);
    table_file_remove(&dir, key);
    ck_assert_int_eq(put(key, tables_values(LARGE, 1)), TABLE_WRITTEN);
    good = tables_read(path, &size);
    for (size_t bit = 5; bit < size * 8; bit += size * 8 / 61) {
        good[bit / 8] ^= (unsigned char)(1 << bit % 8);
        tables_write(path, good, size);
        must_be_refused("large, bit", (long)bit);
        good[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}
END_TEST

START_TEST(an_overlong_file_is_refused)
{
    static const off_t more[] = {1, 2, 64, 4096, 5 << 20, (off_t)1 << 40};
    static const uint64_t counts[] = {SMALL, LARGE};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
            struct stat info;
            ck_assert_int_eq(put(key, tables_values(counts[k], 2)), TABLE_WRITTEN);
            ck_assert_int_eq(stat(path, &info), 0);
            if (truncate(path, info.st_size + more[i])) /* where the file system has no such sizes */
                ck_assert_int_eq(errno, EFBIG);
            else
                must_be_refused("longer by", (long)more[i]);
            table_file_remove(&dir, key);
        }
}
END_TEST

/* ---- forged heads: well-formed otherwise, and signed ---- */

static void forge(const struct table_head *as, const char *text, size_t values, const struct digest_key *secret)
{
    size_t data_at = table_data_at(strlen(text)), size = data_at + values;
    unsigned char *file = calloc(1, size);
    struct table_head head = *as;
    memset(file + data_at, 3, values);
    head.digest = (struct digest){{0, 0}};
    memcpy(file, &head, sizeof head);
    memcpy(file + sizeof head, text, strlen(text));
    head.digest = digest_of(secret, file, data_at, file + data_at, values);
    memcpy(file, &head, sizeof head);
    tables_write(path, file, size);
    free(file);
}

static struct table_head true_head(void)
{
    struct table_head head = {.magic = TABLE_MAGIC,
                              .order = TABLE_ORDER,
                              .format = TABLE_FORMAT,
                              .key_size = strlen(key),
                              .data_at = table_data_at(strlen(key)),
                              .count = SMALL,
                              .width = 2};
    memcpy(head.engine, table_head_engine(), sizeof head.engine);
    return head;
}

#define FORGED(field, value)                                                                                                     \
    do {                                                                                                                         \
        struct table_head forged = true_head();                                                                                  \
        forged.field = (value);                                                                                                  \
        forge(&forged, key, SMALL * 2, &secret);                                                                                 \
        must_be_refused(#field " = " #value, __LINE__);                                                                          \
    } while (0)

START_TEST(every_word_of_the_head_is_checked_even_when_signed)
{
    struct digest_key secret = table_dir_key(&dir);
    struct table_head head = true_head();
    forge(&head, key, SMALL * 2, &secret);
    ck_assert_int_eq(look(), TABLE_FILE_FOUND); /* the forger knows how */
    FORGED(magic[0], 'G');
    FORGED(order, 0x04030201);
    FORGED(format, TABLE_FORMAT + 1);
    FORGED(format, 0);
    FORGED(engine[0], '?');
    FORGED(engine[47], '?');
    FORGED(key_size, 0);
    FORGED(key_size, strlen(key) + 1);
    FORGED(key_size, UINT64_MAX - 63);
    FORGED(data_at, 0);
    FORGED(data_at, UINT64_MAX);
    FORGED(data_at, table_data_at(strlen(key)) + 64);
    FORGED(count, 0);
    FORGED(count, SMALL + 1);
    FORGED(count, UINT64_C(1) << 63 | SMALL); /* times the width it is what the file has, modulo 2^64 */
    FORGED(width, 0);
    FORGED(width, 3);
    FORGED(width, 8);
    FORGED(width, UINT32_MAX);
    FORGED(proven, 2);
    FORGED(proven, 1); /* with the period 0 */
    head.proven = 1;
    head.period = SMALL;
    head.preperiod = 1;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("a period beyond the table", 0);
    head.preperiod = UINT64_MAX;
    head.period = 2;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("a preperiod beyond the table", 0);
    head.preperiod = 0;
    head.period = SMALL + 1;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("a period longer than the table", 0);
    head.proven = 2;
    head.period = 2;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("neither proven nor not", 0);
    head = true_head();
    head.width = 8;
    head.count = SMALL / 4;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("values of eight bytes", 0);
    head = true_head();
    head.data_at = 64;
    head.count = SMALL + (table_data_at(strlen(key)) - 64) / 2;
    forge(&head, key, SMALL * 2, &secret);
    must_be_refused("values in the head", 0);
}
END_TEST

START_TEST(other_rules_in_the_right_file_are_refused)
{
    struct digest_key secret = table_dir_key(&dir);
    struct table_head head = true_head();
    forge(&head, "take 1 3 5", SMALL * 2, &secret);
    must_be_refused("other rules", 0);
    /* A whole true table under another name. */
    char name[TABLE_NAME];
    ck_assert_int_eq(put("take 1 3 5", tables_values(SMALL, 2)), TABLE_WRITTEN);
    table_file_name("take 1 3 5", name);
    ck_assert_int_eq(rename(tables_path(name), path), 0);
    must_be_refused("another table", 0);
}
END_TEST

START_TEST(who_does_not_know_the_secret_cannot_sign)
{
    unsigned char guess[DIGEST_SECRET] = {0};
    struct digest_key other;
    struct table_head head = true_head();
    for (int i = 0; i < 3; i++) {
        memset(guess, i, sizeof guess);
        digest_key_make(&other, guess);
        forge(&head, key, SMALL * 2, &other);
        must_be_refused("signed with a guess", i);
    }
}
END_TEST

/* ---- no files at all ---- */

START_TEST(only_a_plain_file_of_ours_is_read)
{
    size_t size;
    ck_assert_int_eq(put(key, tables_values(SMALL, 2)), TABLE_WRITTEN);
    unsigned char *good = tables_read(path, &size);
    const char *elsewhere = tables_path("elsewhere");
    ck_assert_int_eq(rename(path, elsewhere), 0);
    ck_assert_int_eq(symlink(elsewhere, path), 0);
    must_be_refused("a symbolic link", 0);
    ck_assert_int_eq(symlink("/no/such/file", path), 0);
    must_be_refused("a link to nowhere", 0);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    must_be_refused("a FIFO", 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    must_be_refused("a directory", 0);
    for (int bit = S_IWGRP; bit; bit = bit == S_IWGRP ? S_IWOTH : 0) {
        tables_write(path, good, size);
        ck_assert_int_eq(chmod(path, (mode_t)(0600 | bit)), 0);
        must_be_refused("writable by others", bit);
    }
    if (geteuid() == 0) {
        tables_write(path, good, size);
        ck_assert_int_eq(chown(path, 65534, 65534), 0);
        must_be_refused("somebody else's", 0);
    }
}
END_TEST

START_TEST(a_directory_with_something_in_it_is_left_alone)
{
    ck_assert_int_eq(mkdir(path, 0700), 0);
    tables_write(strcat(path, "/x"), "x", 1);
    path[strlen(path) - 2] = '\0';
    ck_assert_int_eq(look(), TABLE_FILE_WRONG);
    ck_assert_int_eq(put(key, tables_values(SMALL, 2)), TABLE_FAILED);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
}
END_TEST

/* Without rights (root has all of them, so it steps down). */
START_TEST(a_file_that_may_not_be_read_is_refused)
{
    table_dir_close(&dir);
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(tables_directory, 65534, 65534), 0);
        ck_assert_int_eq(chown(tables_path("secret"), 65534, 65534), 0);
        ck_assert_int_eq(chown(tables_path("lock"), 65534, 65534), 0);
        ck_assert_int_eq(seteuid(65534), 0);
    }
    char why[TABLE_WHY];
    ck_assert_msg(table_dir_open(&dir, tables_directory, room, why), "%s", why);
    ck_assert_int_eq(put(key, tables_values(SMALL, 2)), TABLE_WRITTEN);
    ck_assert_int_eq(chmod(path, 0), 0);
    must_be_refused("no permission", 0);
}
END_TEST

/* ---- writing ---- */

START_TEST(the_better_table_stays)
{
    struct table shorter = tables_values(SMALL, 2), longer = tables_values(2 * SMALL, 2), proven = longer, searched = longer;
    proven.proven = true;
    proven.period = 2;
    searched.checked_to = 7;
    ck_assert_int_eq(put(key, shorter), TABLE_WRITTEN);
    ck_assert_int_eq(put(key, longer), TABLE_WRITTEN);
    ck_assert_int_eq(put(key, shorter), TABLE_NOT_LONGER);
    ck_assert_int_eq(put(key, longer), TABLE_NOT_LONGER);
    ck_assert_int_eq(put(key, searched), TABLE_WRITTEN);
    ck_assert_int_eq(put(key, longer), TABLE_NOT_LONGER);
    ck_assert_int_eq(put(key, proven), TABLE_WRITTEN);
    ck_assert_int_eq(put(key, searched), TABLE_NOT_LONGER);
    ck_assert(table_file_reaches(&dir, key, 1000000)); /* by its period */
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
    ck_assert_int_eq(tables_names("", ".table"), 1);
}
END_TEST

enum { WRITERS = 4, LENGTHS = 8, KEYS = 150, TRIES = 4 };

struct race {
    struct table_dir dir;
    struct table tables[LENGTHS];
    unsigned seed;
    bool shrunk;
};
static pthread_barrier_t next_key;

/* All threads write tables of all lengths of one key, then of the next; what is found must never be shorter than what this thread
 * has put there, or has seen there. */
static void *write_all_lengths(void *what)
{
    struct race *race = what;
    for (int k = 0; k < KEYS; k++) {
        char of[32];
        unsigned longest = 0;
        snprintf(of, sizeof of, "race %d", k);
        pthread_barrier_wait(&next_key);
        for (int i = 0; i < TRIES; i++) {
            unsigned n = (unsigned)rand_r(&race->seed) % LENGTHS;
            enum table_written result = table_file_write(&race->dir, of, &race->tables[n]);
            if (result <= TABLE_NOT_LONGER && n > longest)
                longest = n;
            if (longest && !table_file_reaches(&race->dir, of, race->tables[longest].count))
                race->shrunk = true;
        }
    }
    return NULL;
}

START_TEST(a_short_table_never_replaces_a_long_one)
{
    static struct race races[WRITERS];
    pthread_t threads[WRITERS];
    char why[TABLE_WHY];
    pthread_barrier_init(&next_key, NULL, WRITERS);
    for (unsigned i = 0; i < WRITERS; i++) {
        races[i].seed = i;
        ck_assert(table_dir_open(&races[i].dir, tables_directory, room, why));
        for (uint64_t n = 0; n < LENGTHS; n++)
            races[i].tables[n] = tables_values(50000 * (n + 1), 1);
    }
    for (unsigned i = 0; i < WRITERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, write_all_lengths, &races[i]), 0);
    for (unsigned i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < WRITERS; i++) {
        ck_assert(!races[i].shrunk);
        table_dir_close(&races[i].dir);
    }
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
}
END_TEST

static int looks_left;
static enum status no_time(void *what)
{
    (void)what;
    return looks_left-- > 0 ? STATUS_ok : STATUS_deadline_exceeded;
}

/* However far it has come when the time ends; small ones are written in any case. */
START_TEST(a_large_table_is_given_up_when_time_is_over)
{
    struct budget budget = {.look = no_time};
    struct table large = tables_values(40 << 20, 1), small = tables_values(SMALL, 1);
    large.within = small.within = &budget;
    for (int looks = 0; looks < 40; looks += 3) {
        looks_left = looks;
        ck_assert_int_eq(put(key, large), TABLE_NO_TIME);
        ck_assert_int_eq(look(), TABLE_FILE_NONE);
        ck_assert_int_eq(tables_names("tmp.", ""), 0);
    }
    looks_left = 0;
    ck_assert_int_eq(put(key, small), TABLE_WRITTEN);
    looks_left = 1000;
    ck_assert_int_eq(put(key, large), TABLE_WRITTEN);
    ck_assert_int_eq(look(), TABLE_FILE_FOUND);
}
END_TEST

START_TEST(what_cannot_be_told_is_not_written)
{
    static char long_key[TABLE_KEY_MAX + 2];
    memset(long_key, 'x', TABLE_KEY_MAX + 1);
    ck_assert_int_eq(put(long_key, tables_values(SMALL, 1)), TABLE_FULL);
    long_key[TABLE_KEY_MAX] = '\0';
    ck_assert_int_eq(put(long_key, tables_values(SMALL, 1)), TABLE_WRITTEN);
    atomic_store(&dir.bytes_max, 1000);
    ck_assert_int_eq(put(key, tables_values(1000, 1)), TABLE_FULL);
    ck_assert_int_eq(tables_names("tmp.", ""), 0);
}
END_TEST

/* Where the file of this program has its note, found by its bytes: it begins with the sizes of name and description, the kind, 3,
 * and the name. */
START_TEST(what_makes_tables_is_named_by_its_build)
{
    FILE *file = fopen("/proc/self/exe", "rb");
    static unsigned char program[64 << 20];
    size_t n = fread(program, 1, sizeof program, file), notes = 0;
    fclose(file);
    for (size_t i = 0; i + 40 < n; i += 4) {
        const uint32_t head[] = {4, 20, 3};
        if (memcmp(program + i, head, sizeof head) != 0 || memcmp(program + i + sizeof head, "GNU", 4) != 0)
            continue;
        char name[48] = {0};
        strcpy(name, api_version());
        for (size_t k = 0; k < 8; k++)
            sprintf(name + strlen(name), "%02x", program[i + 16 + k]);
        ck_assert_str_eq(table_head_engine(), name);
        notes++;
    }
    ck_assert_uint_eq(notes, 1);
}
END_TEST

SUITE_WITH(setup, teardown, what_makes_tables_is_named_by_its_build, what_is_written_is_read,
           a_cut_file_is_refused_wherever_it_is_cut, a_flipped_bit_is_noticed_wherever_it_is, an_overlong_file_is_refused,
           every_word_of_the_head_is_checked_even_when_signed, other_rules_in_the_right_file_are_refused,
           who_does_not_know_the_secret_cannot_sign, only_a_plain_file_of_ours_is_read,
           a_directory_with_something_in_it_is_left_alone, a_file_that_may_not_be_read_is_refused, the_better_table_stays,
           a_short_table_never_replaces_a_long_one, a_large_table_is_given_up_when_time_is_over,
           what_cannot_be_told_is_not_written)
