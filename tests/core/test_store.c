/* The private store: longest table wins, holders keep what they found, room is bounded, threads do not disturb each other. */
#include "core/memory/store.h"
#include "tests/support/core/suite.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LITTLE = 640, /* more than an entry takes beside values and key */
    LONG = 2000,
};

static struct arena arena, holder;
static struct store *store;

static void setup(void)
{
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_init(&holder, NULL, 0, 1 << 20);
    store = store_private_new(4096 + 2 * LITTLE);
}

static void teardown(void)
{
    arena_reset(&arena);
    arena_reset(&holder);
    store_private_free(store);
}

static struct table filled(unsigned char value, size_t count)
{
    unsigned char *data = arena_raw(&arena, count);
    memset(data, value, count);
    return (struct table){.data = data, .count = count, .width = 1};
}

static unsigned char first_byte(const struct table *table)
{
    return *(const unsigned char *)table->data;
}

START_TEST(the_longest_table_of_a_key_is_found)
{
    struct table found, a = filled(1, 100), b = filled(2, 50), c = filled(3, 200);
    ck_assert(!store->find(store, &arena, "k", &found));
    store->publish(store, &arena, "k", &a);
    store->publish(store, &arena, "k", &b);
    ck_assert_uint_eq(b.count, 100);
    ck_assert_uint_eq(first_byte(&b), 1);
    ck_assert(store->find(store, &arena, "k", &found));
    ck_assert_uint_eq(first_byte(&found), 1);
    store->publish(store, &arena, "k", &c);
    ck_assert(store->find(store, &arena, "k", &found));
    ck_assert_uint_eq(found.count, 200);
    ck_assert(!store->find(store, &arena, "kk", &found));
    ck_assert_uint_eq(first_byte(&a), 1);
}
END_TEST

START_TEST(a_proof_replaces_an_unproven_table_of_the_same_length)
{
    struct table found, a = filled(1, 100), b = filled(1, 100);
    b.proven = true;
    b.period = 12;
    store->publish(store, &arena, "k", &a);
    store->publish(store, &arena, "k", &b);
    ck_assert(store->find(store, &arena, "k", &found));
    ck_assert(found.proven);
    ck_assert_uint_eq(found.period, 12);
}
END_TEST

static void adopt(const char *key, unsigned char value, size_t count)
{
    struct store_hold *hold = store_private_hold(&arena);
    unsigned char *memory = store_private_reserve(store, hold, count);
    ck_assert_ptr_nonnull(memory);
    memset(memory, value, count);
    struct table table = {.data = memory, .count = count, .width = 1, .stranger = true};
    ck_assert(store_private_adopt(store, hold, key, &table));
}

/* Who looked at nothing of a stranger's table made his own, and needs it: to go on, and to answer from. */
START_TEST(ones_own_table_replaces_a_strangers)
{
    static const size_t lengths[] = {50, 100, 200};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct table found, own = filled(1, lengths[i]);
        adopt("k", 2, 100);
        ck_assert(store->find(store, &arena, "k", &found) && found.stranger);
        store->publish(store, &arena, "k", &own);
        ck_assert(!own.stranger && own.count == lengths[i] && first_byte(&own) == 1);
        ck_assert(store->find(store, &arena, "k", &found) && !found.stranger);
        ck_assert_uint_eq(first_byte(&found), 1);
        store->judge(store, "k", &found, false);
    }
    struct table found, own = filled(1, 100);
    store->publish(store, &arena, "k", &own);
    adopt("k", 2, 50);
    ck_assert(store->find(store, &arena, "k", &found) && !found.stranger && found.count == 100);
    adopt("k", 2, 200); /* to be looked at, by who wants so many values */
    ck_assert(store->find(store, &arena, "k", &found) && found.stranger);
}
END_TEST

START_TEST(reserved_memory_is_published_without_a_copy)
{
    struct table found;
    unsigned char *memory = store->reserve(store, &arena, 300), *unused = store->reserve(store, &arena, 10);
    ck_assert_ptr_nonnull(memory);
    ck_assert_ptr_nonnull(unused);
    ck_assert_uint_eq((uintptr_t)memory % 64, 0);
    ck_assert_ptr_null(store->reserve(store, &arena, 6000));
    memset(memory, 7, 200);
    struct table made = {.data = memory, .count = 200, .width = 1};
    store->publish(store, &arena, "k", &made);
    ck_assert_ptr_eq(made.data, memory);
    arena_reset(&arena);
    ck_assert(store->find(store, &arena, "k", &found));
    ck_assert_ptr_eq(found.data, memory);
    ck_assert_uint_eq(first_byte(&found), 7);
}
END_TEST

START_TEST(room_is_bounded_and_the_least_recently_used_goes)
{
    struct table found, a = filled(1, 2000), b = filled(2, 2000), c = filled(3, 2000), d = filled(4, 6000);
    store->publish(store, &holder, "a", &a);
    store->publish(store, &holder, "b", &b);
    arena_reset(&holder);
    ck_assert(store->find(store, &holder, "a", &found));
    arena_reset(&holder);
    store->publish(store, &holder, "c", &c);
    ck_assert(store->find(store, &holder, "a", &found));
    ck_assert(!store->find(store, &holder, "b", &found));
    ck_assert(store->find(store, &holder, "c", &found));
    arena_reset(&holder);
    store->publish(store, &holder, "d", &d);
    ck_assert(!store->find(store, &holder, "d", &found)); /* larger than all the room: stays with its maker */
    ck_assert_uint_eq(first_byte(&d), 4);
}
END_TEST

START_TEST(what_somebody_holds_or_makes_counts)
{
    struct table found, a = filled(1, 2000), b = filled(2, 2000), c = filled(3, 2000);
    store->publish(store, &holder, "a", &a);
    store->publish(store, &holder, "b", &b);
    store->publish(store, &arena, "c", &c);
    ck_assert(!store->find(store, &arena, "c", &found)); /* no room, and its maker keeps his */
    ck_assert_uint_eq(first_byte(&c), 3);
    ck_assert_uint_eq(first_byte(&a), 1); /* pushed out, and held still */
    ck_assert_uint_gt(store_private_bytes(store), 4000);
    arena_reset(&holder);
    ck_assert_uint_eq(store_private_bytes(store), 0);
    ck_assert_ptr_nonnull(store->reserve(store, &holder, 5000));
    ck_assert_ptr_null(store->reserve(store, &arena, 100));
    arena_reset(&holder);
    ck_assert_ptr_nonnull(store->reserve(store, &arena, 100));
}
END_TEST

/* A key longer than its table takes more room than that; so does what an entry is besides. */
START_TEST(keys_take_room_too)
{
    struct table found, a = filled(1, 10), b = filled(2, 10), c = filled(3, 10), d = filled(4, 10);
    static char keys[4][3 * LONG];
    for (int i = 0; i < 4; i++)
        memset(keys[i], 'a' + i, i < 3 ? LONG : 3 * LONG - 1);
    store->publish(store, &holder, keys[0], &a);
    ck_assert_uint_gt(store_private_bytes(store), LONG + 10);
    ck_assert_uint_lt(store_private_bytes(store), LONG + LITTLE);
    store->publish(store, &holder, keys[1], &b);
    arena_reset(&holder);
    store->publish(store, &holder, keys[2], &c); /* the first goes for it */
    ck_assert_uint_eq(store_private_count(store), 2);
    ck_assert_uint_lt(store_private_bytes(store), 2 * (LONG + LITTLE));
    ck_assert(!store->find(store, &holder, keys[0], &found) && store->find(store, &holder, keys[2], &found));
    store->publish(store, &holder, keys[3], &d);
    ck_assert(!store->find(store, &holder, keys[3], &found)); /* alone it is more than there may be */
    arena_reset(&holder);
    for (int i = 0; i < 100; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i);
        struct table small = filled(5, 1);
        store->publish(store, &holder, key, &small);
        arena_reset(&holder);
    }
    ck_assert_uint_le(store_private_count(store), (4096 + 2 * LITTLE) / 64);
    ck_assert_uint_le(store_private_bytes(store), 4096 + 2 * LITTLE);
    ck_assert_uint_gt(store_private_bytes(store), 4096);
}
END_TEST

static void *hammer(void *what)
{
    (void)what;
    struct arena own;
    arena_init(&own, NULL, 0, 1 << 20);
    size_t torn = 0;
    for (int i = 0; i < 3000; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i % 7);
        unsigned char data[1024];
        memset(data, i % 7, sizeof data);
        struct table made = {.data = data, .count = 512 + (unsigned)i % 512, .width = 1}, found;
        store->publish(store, &own, key, &made);
        if (store->find(store, &own, key, &found))
            for (size_t n = 0; n < found.count; n++)
                torn += ((const unsigned char *)found.data)[n] != i % 7;
        arena_reset(&own);
    }
    return (void *)torn;
}

START_TEST(threads_share_it)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, hammer, NULL);
    for (int i = 0; i < 4; i++) {
        void *torn;
        pthread_join(threads[i], &torn);
        ck_assert_ptr_null(torn);
    }
}
END_TEST

SUITE_WITH(setup, teardown, the_longest_table_of_a_key_is_found, a_proof_replaces_an_unproven_table_of_the_same_length,
           ones_own_table_replaces_a_strangers, reserved_memory_is_published_without_a_copy,
           room_is_bounded_and_the_least_recently_used_goes, what_somebody_holds_or_makes_counts, keys_take_room_too,
           threads_share_it)
