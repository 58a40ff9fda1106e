#define _DEFAULT_SOURCE /* syscall */
/* How many cores there are for us: by control groups of both versions; and how many event loops the memory has room for. */
#include "server/config.h"
#include "server/machine/cores.h"
#include "server/machine/memory.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/folder.h"

#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

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
    ck_assert_uint_eq(cores_allowed(root.path, 48), 48);
    folder_put(&root, "/proc/self/cgroup", "0::/\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 48);
    ck_assert_uint_eq(cores_allowed(root.path, 0), 1);
    ck_assert_uint_ge(cores_machine(), 1);
}
END_TEST

START_TEST(version_2_the_least_of_the_groups_above)
{
    folder_put(&root, "/proc/self/cgroup", "0::/a.slice/b.service\n");
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/cpu.max", "max 100000\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 48);
    folder_put(&root, "/sys/fs/cgroup/a.slice/cpu.max", "400000 100000\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 4);
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/cpu.max", "150000 100000\n"); /* a part of a core for a whole one */
    ck_assert_uint_eq(cores_allowed(root.path, 48), 2);
    ck_assert_uint_eq(cores_allowed(root.path, 1), 1);
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/cpu.max", "1000 100000\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 1);
    folder_put(&root, "/sys/fs/cgroup/a.slice/b.service/cpu.max", "nonsense\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 4);
}
END_TEST

START_TEST(version_1_has_two_files_and_its_name_among_others)
{
    folder_put(&root, "/proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/docker/0123\n0::/\n");
    folder_put(&root, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    folder_put(&root, "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 48);
    folder_put(&root, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
    ck_assert_uint_eq(cores_allowed(root.path, 48), 3);
    folder_put(&root, "/proc/self/cgroup", "5:cpuset,cpuacct:/\n"); /* not its name */
    ck_assert_uint_eq(cores_allowed(root.path, 48), 48);
}
END_TEST

START_TEST(many_cores_do_not_take_all_the_memory)
{
    struct memory_shares shares;
    ck_assert_uint_eq(cores_loops(2, 64 * MIB), 2);
    ck_assert_uint_eq(cores_loops(100000, 1024 * 1024 * MIB), CONFIG_THREADS_MAX);
    ck_assert_uint_eq(cores_loops(8, 1), 1);
    for (unsigned cores = 1; cores <= 512; cores++) { /* what a container of 512 MB is given, on whatever machine */
        unsigned loops = cores_loops(cores, 384 * MIB);
        ck_assert_uint_eq(loops, cores < 32 ? cores : 32);
        ck_assert(memory_share(&shares, 384 * MIB, 96 * MIB, 16 * MIB + loops * LOOP_HELD));
    }
}
END_TEST

/* The kernel's, as sched_getattr(2) tells it. */
struct schedule {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

static void *look(void *schedule)
{
    memset(schedule, 0, sizeof(struct schedule));
    syscall(SYS_sched_getattr, 0, schedule, sizeof(struct schedule), 0);
    return NULL;
}

/* A kernel that knows nothing of turns tells 0; and who was started as something else than others stays that. */
START_TEST(short_turns_are_for_who_comes_after)
{
    struct schedule before, after, started;
    pthread_t thread;
    look(&before);
    cores_take_short_turns();
    look(&after);
    ck_assert_int_eq(pthread_create(&thread, NULL, look, &started), 0);
    pthread_join(thread, NULL);
    ck_assert_uint_eq(after.runtime, before.runtime && before.policy == 0 ? 100000 : before.runtime);
    ck_assert_uint_eq(started.runtime, after.runtime);
    ck_assert_int_eq(after.nice, before.nice);
    ck_assert_uint_eq(after.policy, before.policy);
}
END_TEST

SUITE_WITH(setup, teardown, without_control_groups_it_is_the_machine, version_2_the_least_of_the_groups_above,
           version_1_has_two_files_and_its_name_among_others, many_cores_do_not_take_all_the_memory,
           short_turns_are_for_who_comes_after)
