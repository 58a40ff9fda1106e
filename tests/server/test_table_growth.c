/* Growing a mapped table whose file is changed meanwhile: what is made of it is right, or nothing is. */
#include "core/limits.h"
#include "core/sg/fill/table.h"
#include "core/store.h"
#include "server/log.h"
#include "server/tables/tables.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <string.h>
#include <unistd.h>

enum { MAPPED = 6 << 20, LONGER = 7 << 20, CUT = 4096 };

static const int64_t takes[] = {2, 5, 11, 4099, 900001};
static struct tables *tables;
static const struct rules *rules;
static struct budget budget;
static struct sg_job job;
static struct table right, found; /* of equal rules: grown without a store of the daemon's; found there */

static void setup(void)
{
    static struct store *alone;
    rulesets_begin();
    tables_setup();
    log_setup(LOG_NONE);
    tables = tables_open(tables_directory, 1 << 30);
    alone = store_private_new(1 << 30);
    ck_assert(tables && alone);
    rules = rules_take(takes, sizeof takes / sizeof *takes, false);
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &rulesets_arena};
    job = (struct sg_job){.arena = &rulesets_arena, .budget = &budget, .store = alone};
    right = (struct table){.width = 1};
    table_grow(&job, rules, &right, LONGER);
    job.store = tables_store(tables);
    struct table made = {.width = 1};
    table_grow(&job, rules, &made, MAPPED);
    job.store->publish(job.store, &rulesets_arena, rules->key, &made);
    ck_assert(job.store->find(job.store, &rulesets_arena, rules->key, &found));
    ck_assert_ptr_nonnull(found.keeper);
}

static void teardown(void)
{
    rulesets_end();
    tables_close(tables);
    tables_teardown();
}

static void grow(void *what)
{
    table_grow(&job, rules, what, LONGER);
}

START_TEST(a_file_that_is_cut_leaves_no_half_a_copy)
{
    struct escape landed;
    struct table table = found;
    ck_assert_int_eq(truncate(tables_only_file(), CUT), 0);
    ck_assert_int_eq(arena_try(&rulesets_arena, &landed, grow, &table), STATUS_overloaded);
    ck_assert_ptr_eq(table.data, found.data); /* not what was being filled */
    ck_assert_ptr_eq(table.keeper, found.keeper);
    job.store->publish(job.store, &rulesets_arena, rules->key, &table); /* as the engine does at the end of its time */
    ck_assert(!job.store->find(job.store, &rulesets_arena, rules->key, &table));
}
END_TEST

START_TEST(a_file_that_is_changed_is_not_grown_from)
{
    struct table table = found;
    const char *path = tables_only_file();
    ck_assert_int_eq(truncate(path, CUT), 0);
    ck_assert_int_eq(truncate(path, MAPPED + CUT), 0); /* zeros */
    grow(&table);
    ck_assert_ptr_null(table.keeper);
    ck_assert_uint_eq(table.count, LONGER);
    ck_assert(tables_same_values(&table, &right));
}
END_TEST

START_TEST(a_file_that_is_changed_is_not_published_anew)
{
    struct table table = found;
    const char *path = tables_only_file();
    ck_assert_int_eq(truncate(path, CUT), 0);
    ck_assert_int_eq(truncate(path, MAPPED + CUT), 0);
    ck_assert_int_eq(unlink(path), 0);
    job.store->publish(job.store, &rulesets_arena, rules->key, &table);
    ck_assert_uint_eq(table.count, 0);
    ck_assert(!job.store->find(job.store, &rulesets_arena, rules->key, &table));
}
END_TEST

START_TEST(what_holds_is_grown_from)
{
    struct table table = found;
    grow(&table);
    ck_assert_uint_eq(table.count, LONGER);
    ck_assert(tables_same_values(&table, &right));
    ck_assert_uint_eq(tables_count(tables).rejected, 0);
}
END_TEST

SUITE_WITH(setup, teardown, a_file_that_is_cut_leaves_no_half_a_copy, a_file_that_is_changed_is_not_grown_from,
           a_file_that_is_changed_is_not_published_anew, what_holds_is_grown_from)
