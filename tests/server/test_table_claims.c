/* Claims: one thread, and one process, makes a table; the others wait for it, and for nothing else. */
#include "server/tables/leases.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/tables.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 200, KEYS = 4 };

static struct table_claims claims;

static void setup(void)
{
    table_claims_init(&claims, -1);
}

static void teardown(void)
{
    table_claims_free(&claims);
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

/* Takes the claim, is alone with it, and ends it in one of three ways. */
static void make(void *what)
{
    struct maker *maker = what;
    struct table_claim *claim = table_claim_new(&claims, &maker->arena, maker->key);
    while (!table_claim_take(claim, true))
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
        table_claims_end(&claims, &maker->arena, maker->key);
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
    ck_assert_ptr_null(claims.first);
}
END_TEST

START_TEST(a_claim_ends_with_its_arena_or_by_its_holder)
{
    struct arena one, two;
    arena_init(&one, NULL, 0, 1 << 20);
    arena_init(&two, NULL, 0, 1 << 20);
    struct table_claim *first = table_claim_new(&claims, &one, "k"), *second = table_claim_new(&claims, &two, "k");
    struct table_claim *other = table_claim_new(&claims, &two, "other");
    ck_assert(table_claim_take(first, false));
    ck_assert(!table_claim_take(second, false));
    ck_assert(!table_claim_take(second, true)); /* waits a moment, no longer */
    ck_assert(table_claim_take(other, false));
    table_claims_end(&claims, &two, "k"); /* not theirs */
    ck_assert(!table_claim_take(second, false));
    table_claims_end(&claims, &one, "k");
    ck_assert(table_claim_take(second, false));
    table_claims_end(&claims, &one, "k");
    arena_reset(&one);
    struct table_claim *third = table_claim_new(&claims, &one, "k");
    ck_assert(!table_claim_take(third, false));
    arena_reset(&two);
    ck_assert(table_claim_take(third, false));
    arena_reset(&one);
    ck_assert_ptr_null(claims.first);
}
END_TEST

/* Each process has its own open file of the lock; here two of them stand for two processes. */
START_TEST(one_process_at_a_time_is_elected)
{
    tables_setup();
    struct table_claims near, far;
    struct arena one, two;
    int fds[2];
    for (int i = 0; i < 2; i++)
        ck_assert_int_ge(fds[i] = open(tables_path("lock"), O_RDWR | O_CREAT, 0600), 0);
    table_claims_init(&near, fds[0]);
    table_claims_init(&far, fds[1]);
    arena_init(&one, NULL, 0, 1 << 20);
    arena_init(&two, NULL, 0, 1 << 20);
    struct table_claim *ours = table_claim_new(&near, &one, "k"), *theirs = table_claim_new(&far, &two, "k");
    struct table_claim *else_where = table_claim_new(&far, &two, "other");
    ck_assert(table_claim_take(ours, false) && table_claim_take(theirs, false) && table_claim_take(else_where, false));
    ck_assert(table_claim_elect(ours));
    ck_assert(!table_claim_elect(theirs));
    ck_assert(table_claim_elect(else_where));
    table_claims_end(&near, &one, "k");
    ck_assert(table_claim_elect(theirs));
    arena_reset(&two); /* as when its request escapes */
    struct table_claim *again = table_claim_new(&near, &one, "k");
    ck_assert(table_claim_take(again, false));
    ck_assert(table_claim_elect(again));
    close(fds[0]); /* as when its process is killed */
    struct table_claim *survivor = table_claim_new(&far, &two, "k");
    ck_assert(table_claim_take(survivor, false));
    ck_assert(table_claim_elect(survivor));
    arena_reset(&one);
    arena_reset(&two);
    close(fds[1]);
    table_claims_free(&near);
    table_claims_free(&far);
    tables_teardown();
}
END_TEST

SUITE_WITH(setup, teardown, one_thread_at_a_time_makes_a_table, a_claim_ends_with_its_arena_or_by_its_holder,
           one_process_at_a_time_is_elected)
