/* Claims: one thread, and one process, makes a table; the others wait for it, and for nothing else. */
#include "server/tables/leases.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 200, KEYS = 4 };

static struct table_leases leases;

static void setup(void)
{
    table_leases_init(&leases, -1);
}

static void teardown(void)
{
    table_leases_free(&leases);
}

struct maker {
    struct arena arena;
    struct escape landed;
    unsigned seed;
    const char *key;
    bool escapes;
};

static atomic_int inside[KEYS], most[KEYS];
static atomic_int made;

/* Takes the lease, is alone with it, and ends it in one of three ways. */
static void make(void *what)
{
    struct maker *maker = what;
    struct table_lease *lease = table_lease_new(&leases, &maker->arena, maker->key);
    while (!table_lease_take(lease, true))
        ;
    int k = maker->key[0] - 'a', now = atomic_fetch_add(&inside[k], 1) + 1;
    if (now > atomic_load(&most[k]))
        atomic_store(&most[k], now);
    for (volatile int i = 0; i < 2000; i++)
        ;
    atomic_fetch_add(&made, 1);
    atomic_fetch_sub(&inside[k], 1);
    if (maker->escapes)
        arena_escape(&maker->arena, STATUS_deadline_exceeded, -1, "over");
    if (rand_r(&maker->seed) % 2)
        table_leases_end(&leases, &maker->arena, maker->key);
}

static void *make_many(void *what)
{
    static const char *const keys[KEYS] = {"a", "b", "c", "d"};
    struct maker *maker = what;
    for (int round = 0; round < ROUNDS; round++) {
        arena_init(&maker->arena, NULL, 0, 1 << 20);
        maker->key = keys[rand_r(&maker->seed) % KEYS];
        maker->escapes = rand_r(&maker->seed) % 3 == 0;
        arena_try(&maker->arena, &maker->landed, make, maker);
        arena_reset(&maker->arena);
    }
    return NULL;
}

START_TEST(one_thread_at_a_time_makes_a_table)
{
    static struct maker makers[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        makers[i].seed = i;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, make_many, &makers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_int_eq(atomic_load(&made), THREADS * ROUNDS);
    for (int k = 0; k < KEYS; k++)
        ck_assert_int_eq(atomic_load(&most[k]), 1);
    ck_assert_ptr_null(leases.first);
}
END_TEST

START_TEST(a_lease_ends_with_its_arena_or_by_its_holder)
{
    struct arena one, two;
    arena_init(&one, NULL, 0, 1 << 20);
    arena_init(&two, NULL, 0, 1 << 20);
    struct table_lease *first = table_lease_new(&leases, &one, "k"), *second = table_lease_new(&leases, &two, "k");
    struct table_lease *other = table_lease_new(&leases, &two, "other");
    ck_assert(table_lease_take(first, false));
    ck_assert(!table_lease_take(second, false));
    ck_assert(!table_lease_take(second, true)); /* waits a moment, no longer */
    ck_assert(table_lease_take(other, false));
    table_leases_end(&leases, &two, "k"); /* not theirs */
    ck_assert(!table_lease_take(second, false));
    table_leases_end(&leases, &one, "k");
    ck_assert(table_lease_take(second, false));
    table_leases_end(&leases, &one, "k");
    arena_reset(&one);
    struct table_lease *third = table_lease_new(&leases, &one, "k");
    ck_assert(!table_lease_take(third, false));
    arena_reset(&two);
    ck_assert(table_lease_take(third, false));
    arena_reset(&one);
    ck_assert_ptr_null(leases.first);
}
END_TEST

/* Each process has its own open file of the lock; here two of them stand for two processes. */
START_TEST(one_process_at_a_time_is_elected)
{
    tables_setup();
    struct table_leases near, far;
    struct arena one, two;
    int fds[2];
    for (int i = 0; i < 2; i++)
        ck_assert_int_ge(fds[i] = open(tables_path("lock"), O_RDWR | O_CREAT, 0600), 0);
    table_leases_init(&near, fds[0]);
    table_leases_init(&far, fds[1]);
    arena_init(&one, NULL, 0, 1 << 20);
    arena_init(&two, NULL, 0, 1 << 20);
    struct table_lease *ours = table_lease_new(&near, &one, "k"), *theirs = table_lease_new(&far, &two, "k");
    struct table_lease *else_where = table_lease_new(&far, &two, "other");
    ck_assert(table_lease_take(ours, false) && table_lease_take(theirs, false) && table_lease_take(else_where, false));
    ck_assert(table_lease_elect(ours));
    ck_assert(!table_lease_elect(theirs));
    ck_assert(table_lease_elect(else_where));
    table_leases_end(&near, &one, "k");
    ck_assert(table_lease_elect(theirs));
    arena_reset(&two); /* as when its request escapes */
    struct table_lease *again = table_lease_new(&near, &one, "k");
    ck_assert(table_lease_take(again, false));
    ck_assert(table_lease_elect(again));
    close(fds[0]); /* as when its process is killed */
    struct table_lease *survivor = table_lease_new(&far, &two, "k");
    ck_assert(table_lease_take(survivor, false));
    ck_assert(table_lease_elect(survivor));
    arena_reset(&one);
    arena_reset(&two);
    close(fds[1]);
    table_leases_free(&near);
    table_leases_free(&far);
    tables_teardown();
}
END_TEST

SUITE_WITH(setup, teardown, one_thread_at_a_time_makes_a_table, a_lease_ends_with_its_arena_or_by_its_holder,
           one_process_at_a_time_is_elected)
