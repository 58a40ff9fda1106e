/* Equal questions under way compute once: threads of one process wait for each other, processes (here: two stores on one
 * directory) for 50 ms at most. */
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/sg/engine.h"
#include "server/tables/tables.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <pthread.h>
#include <sched.h>

enum { TOP = 300000, ASKERS = 6 };

static const struct rules *rules;

static void setup(void)
{
    rulesets_begin();
    rules = rules_octal("0.16");
    tables_setup();
}

static void teardown(void)
{
    tables_teardown();
    rulesets_end();
}

/* One question in a thread of its own. */
struct asker {
    struct tables *tables;
    bool hurried; /* its time is over at the first look at the clock */
    pthread_t thread;
    pthread_barrier_t *start; /* NULL-able */
    struct arena arena;
    struct budget budget;
    struct escape landed;
    enum status status;
    uint64_t count, sum;
};

static enum status look(void *what)
{
    const struct asker *asker = what;
    return asker->hurried ? STATUS_deadline_exceeded : STATUS_ok;
}

static void open_engine(void *what)
{
    struct asker *asker = what;
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &asker->arena, .budget = &asker->budget, .store = tables_store(asker->tables)}, rules,
            num(TOP));
    asker->count = sg.table.count;
    for (uint64_t n = 0; n <= TOP; n++)
        asker->sum = (asker->sum ^ sg_word(&sg, n)) * UINT64_C(1099511628211);
}

static void *ask(void *what)
{
    struct asker *asker = what;
    arena_init(&asker->arena, NULL, 0, (size_t)1 << 28);
    asker->budget = (struct budget){.left = BUDGET_STEPS, .arena = &asker->arena, .look = look, .what = asker, .patient = true};
    if (asker->start)
        pthread_barrier_wait(asker->start);
    asker->status = arena_try(&asker->arena, &asker->landed, open_engine, asker);
    arena_reset(&asker->arena);
    return NULL;
}

static void begin(struct asker *asker, struct tables *tables, pthread_barrier_t *start)
{
    asker->tables = tables;
    asker->start = start;
    ck_assert_int_eq(pthread_create(&asker->thread, NULL, ask, asker), 0);
}

static void end(struct asker *asker)
{
    ck_assert_int_eq(pthread_join(asker->thread, NULL), 0);
}

static uint64_t truth(void)
{
    struct asker alone = {.tables = tables_open("none", 64 << 20)};
    ask(&alone);
    ck_assert_int_eq(alone.status, STATUS_ok);
    tables_close(alone.tables);
    return alone.sum;
}

START_TEST(threads_compute_once)
{
    struct tables *tables = tables_open("none", 64 << 20);
    struct asker askers[ASKERS] = {0};
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, ASKERS);
    for (size_t i = 0; i < ASKERS; i++)
        begin(&askers[i], tables, &start);
    uint64_t sum = truth();
    for (size_t i = 0; i < ASKERS; i++) {
        end(&askers[i]);
        ck_assert_int_eq(askers[i].status, STATUS_ok);
        ck_assert_uint_eq(askers[i].sum, sum);
    }
    ck_assert_uint_eq(tables_count(tables).builds, 1);
    pthread_barrier_destroy(&start);
    tables_close(tables);
}
END_TEST

/* Somebody makes the table: who has no time left gives up, who has waits until it is there. */
START_TEST(waiting_ends_with_the_table_or_the_time)
{
    struct tables *tables = tables_open("none", 64 << 20), *other = tables_open("none", 64 << 20);
    struct store *store = tables_store(tables);
    struct budget budget = {.left = UINT64_MAX, .arena = &rulesets_arena};
    struct table made = {.width = 1};
    struct sg sg;
    ck_assert(!store_lease(store, &rulesets_arena, &budget, &(struct table_wish){rules->key, TOP, 0}, &made));
    struct asker hurried = {.hurried = true}, patient = {0};
    begin(&hurried, tables, NULL);
    end(&hurried);
    ck_assert_int_eq(hurried.status, STATUS_deadline_exceeded);
    ck_assert_ptr_nonnull(strstr(hurried.landed.detail, "grundyd warm"));
    ck_assert_uint_eq(tables_count(tables).waited, 1);
    begin(&patient, tables, NULL);
    while (tables_count(tables).waited < 2)
        sched_yield();
    sg_open(&sg, &(struct sg_job){.arena = &rulesets_arena, .budget = &budget, .store = tables_store(other)}, rules, num(TOP));
    made = sg.table;
    store->publish(store, &rulesets_arena, rules->key, &made);
    end(&patient);
    ck_assert_int_eq(patient.status, STATUS_ok);
    ck_assert_uint_eq(patient.sum, truth());
    ck_assert_uint_eq(tables_count(tables).builds, 1);
    arena_reset(&rulesets_arena);
    tables_close(tables);
    tables_close(other);
}
END_TEST

/* A claim ends with the request that made it, whatever became of the table. */
START_TEST(a_claim_that_is_given_up_is_free)
{
    struct tables *tables = tables_open("none", 64 << 20);
    struct asker hurried = {.hurried = true}, next = {0};
    begin(&hurried, tables, NULL);
    end(&hurried);
    ck_assert_int_eq(hurried.status, STATUS_deadline_exceeded);
    begin(&next, tables, NULL);
    end(&next);
    ck_assert_int_eq(next.status, STATUS_ok);
    ck_assert_uint_eq(tables_count(tables).waited, 0);
    tables_close(tables);
}
END_TEST

/* Another process has the claim and does not come to an end: 50 ms later the table is made here, too. */
START_TEST(processes_do_not_wait_for_ever)
{
    struct tables *one = tables_open(tables_directory, 64 << 20), *two = tables_open(tables_directory, 64 << 20);
    struct budget budget = {.left = UINT64_MAX, .arena = &rulesets_arena, .patient = true};
    struct table none = {.width = 1};
    ck_assert(tables_shared(one) && tables_shared(two));
    ck_assert(!store_lease(tables_store(one), &rulesets_arena, &budget, &(struct table_wish){rules->key, TOP, 0}, &none));
    struct asker asker = {0};
    begin(&asker, two, NULL);
    end(&asker);
    ck_assert_int_eq(asker.status, STATUS_ok);
    ck_assert_uint_eq(asker.sum, truth());
    ck_assert_uint_eq(tables_count(two).waited, 1);
    ck_assert_uint_eq(tables_count(two).builds, 1);
    /* And what it published is there for the first. */
    struct asker late = {0};
    arena_reset(&rulesets_arena);
    rules = rules_octal("0.16");
    begin(&late, one, NULL);
    end(&late);
    ck_assert_int_eq(late.status, STATUS_ok);
    ck_assert_uint_eq(late.sum, asker.sum);
    ck_assert_uint_eq(tables_count(one).builds, 0);
    ck_assert_uint_eq(tables_count(one).attached, 1);
    tables_close(one);
    tables_close(two);
}
END_TEST

SUITE_WITH(setup, teardown, threads_compute_once, waiting_ends_with_the_table_or_the_time, a_claim_that_is_given_up_is_free,
           processes_do_not_wait_for_ever)
