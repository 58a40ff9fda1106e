/* How much memory there is: by control groups of both versions, and how it is dealt out. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "server/machine/memory.h"

#include "core/limits.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/folder.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB (UINT64_C(1) << 20)

static struct folder root;

static void setup(void)
{
    folder_make(&root);
}

static void teardown(void)
{
    folder_remove(&root);
}

START_TEST(without_control_groups_it_is_the_machine)
{
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 1000 * MIB);
    folder_put(&root, "/proc/self/cgroup", "0::/\n");
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 1000 * MIB);
}
END_TEST

START_TEST(version_2_the_least_of_the_groups_above)
{
    folder_put(&root, "/proc/self/cgroup", "0::/a.slice/b.service\n");
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/memory.max", "max\n");
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 1000 * MIB);
    folder_put(&root, "/sys/fs/cgroup/a.slice/memory.max", "536870912\n");
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 512 * MIB);
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/memory.max", "134217728\n");
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 128 * MIB);
    ck_assert_uint_eq(memory_allowed(root.path, 100 * MIB), 100 * MIB);
}
END_TEST

START_TEST(version_1_and_the_top_of_a_container)
{
    folder_put(&root, "/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/0123456789abcdef\n0::/\n");
    folder_put(&root, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");
    folder_put(&root, "/sys/fs/cgroup/x/memory.max", "1\n"); /* not a group of this process */
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 256 * MIB);
    folder_put(&root, "/sys/fs/cgroup/memory/docker/0123456789abcdef/memory.limit_in_bytes", "9223372036854771712\n");
    ck_assert_uint_eq(memory_allowed(root.path, 1000 * MIB), 256 * MIB);
}
END_TEST

START_TEST(shares_add_up)
{
    struct memory_shares shares;
    uint64_t all = 400 * MIB, tables = MEMORY_AUTO;
    memory_settle(root.path, &all, &tables);
    ck_assert_uint_eq(tables, 100 * MIB);
    all = 8192 * MIB;
    tables = MEMORY_AUTO;
    memory_settle(root.path, &all, &tables);
    ck_assert_uint_eq(tables, 256 * MIB);
    ck_assert(memory_share(&shares, 96 * MIB, 24 * MIB, 8 * MIB));
    ck_assert_uint_eq(shares.tables + shares.requests, 80 * MIB); /* of the 64 without tables, an eighth is for connections */
    ck_assert_uint_eq(shares.connections, 8 * MIB / CONNECTION_HELD);
    ck_assert_uint_lt(shares.request, shares.requests);
    ck_assert(!memory_share(&shares, 96 * MIB, 80 * MIB, 8 * MIB));
    ck_assert(!memory_share(&shares, 4 * MIB, 0, 8 * MIB));
    all = tables = MEMORY_AUTO;
    memory_settle(root.path, &all, &tables);
    ck_assert_uint_eq(all, memory_machine() / 4 * 3); /* no group allows less */
    folder_put(&root, "/proc/self/cgroup", "0::/a.service\n");
    folder_put(&root, "/sys/fs/cgroup/a.service/memory.max", "134217728\n");
    all = tables = MEMORY_AUTO;
    memory_settle(root.path, &all, &tables);
    ck_assert_uint_eq(all, 96 * MIB);
    ck_assert_uint_eq(tables, 24 * MIB);
    all = 50 * MIB;
    memory_settle(root.path, &all, &tables);
    ck_assert(all == 50 * MIB && tables == 24 * MIB); /* what was said stays */
}
END_TEST

/* Whatever `ulimit -s` says of the main thread's. */
START_TEST(threads_have_stacks)
{
    pthread_attr_t usual;
    size_t size = 0;
    ck_assert_int_eq(pthread_attr_init(&usual), 0);
    for (size_t given = 65536; given <= 8 * MIB; given *= 128) {
        ck_assert_int_eq(pthread_attr_setstacksize(&usual, given), 0);
        ck_assert_int_eq(pthread_setattr_default_np(&usual), 0);
        memory_setup();
        ck_assert_int_eq(pthread_getattr_default_np(&usual), 0);
        ck_assert_int_eq(pthread_attr_getstacksize(&usual, &size), 0);
        ck_assert_uint_eq(size, given < MIB ? MIB : given);
    }
    pthread_attr_destroy(&usual);
}
END_TEST

#ifdef __GLIBC__
enum { THREADS = 4 };
static pthread_barrier_t all_there;

static void *use_a_little(void *to)
{
    void **block = to;
    pthread_barrier_wait(&all_there);
    *block = malloc(1000);
    pthread_barrier_wait(&all_there); /* each has one while the others ask */
    return NULL;
}

/* The memory that a thread has used and freed serves the others, so that all take no more than they ever held at a time. */
START_TEST(threads_share_their_small_blocks)
{
    pthread_t threads[THREADS];
    void *blocks[THREADS];
    char *told = NULL;
    size_t size = 0;
    memory_setup();
    pthread_barrier_init(&all_there, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, use_a_little, &blocks[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        free(blocks[i]);
    FILE *text = open_memstream(&told, &size);
    ck_assert_int_eq(malloc_info(0, text), 0);
    fclose(text);
    ck_assert_ptr_nonnull(strstr(told, "<heap nr=\"0\">"));
    ck_assert_msg(!strstr(told, "<heap nr=\"1\">"), "%s", told);
    free(told);
}
END_TEST
#else
START_TEST(threads_share_their_small_blocks) /* another C library */
{
    memory_setup();
}
END_TEST
#endif

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
enum { BLOCKS = 32000, SIZE = 1000, STAYS = 50 };

/* 32 MB of small blocks, of which some in the midst of the others are not freed. */
static void hold_and_free(char **blocks)
{
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(SIZE);
        memset(blocks[i], 1, SIZE);
    }
    for (int i = 0; i < BLOCKS; i++)
        if (i % STAYS)
            free(blocks[i]);
}

static void free_rest(char **blocks)
{
    for (int i = 0; i < BLOCKS; i += STAYS)
        free(blocks[i]);
}

START_TEST(small_blocks_go_back_when_it_is_quiet)
{
    static char *blocks[BLOCKS];
    memory_settle_blocks(0, 0, memory_resident(), true);
    uint64_t before = memory_resident();
    hold_and_free(blocks);
    uint64_t held = memory_resident();
    ck_assert_uint_gt(held, before + 24 * MIB);
    memory_settle_blocks(0, 0, memory_resident(), false);
    ck_assert_uint_gt(memory_resident(), held - MIB); /* somebody is being served */
    memory_settle_blocks(0, 0, memory_resident(), true);
    ck_assert_uint_lt(memory_resident(), before + 8 * MIB);
    free_rest(blocks);
}
END_TEST

START_TEST(small_blocks_go_back_when_a_crowd_has_left)
{
    static char *blocks[BLOCKS];
    memory_settle_blocks(0, 1000, memory_resident(), false);
    uint64_t before = memory_resident();
    hold_and_free(blocks);
    uint64_t held = memory_resident();
    memory_settle_blocks(0, 600, memory_resident(), false);
    ck_assert_uint_gt(memory_resident(), held - MIB); /* it is leaving now */
    memory_settle_blocks(0, 0, memory_resident(), false);
    ck_assert_uint_lt(memory_resident(), before + 8 * MIB);
    free_rest(blocks);
}
END_TEST
#else
START_TEST(small_blocks_go_back_when_it_is_quiet) /* another allocator */
{
    memory_settle_blocks(0, 0, memory_resident(), true);
}
END_TEST

START_TEST(small_blocks_go_back_when_a_crowd_has_left)
{
    memory_settle_blocks(0, 0, memory_resident(), false);
}
END_TEST
#endif

SUITE_WITH(setup, teardown, without_control_groups_it_is_the_machine, version_2_the_least_of_the_groups_above,
           version_1_and_the_top_of_a_container, shares_add_up, threads_have_stacks, threads_share_their_small_blocks,
           small_blocks_go_back_when_it_is_quiet, small_blocks_go_back_when_a_crowd_has_left)
