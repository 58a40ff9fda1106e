#define _GNU_SOURCE /* sched_getaffinity */
#include "server/machine/cores.h"
#include "server/config.h"
#include "server/machine/groups.h"
#include "server/machine/memory.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

unsigned cores_machine(void)
{
    cpu_set_t mine;
    if (!sched_getaffinity(0, sizeof mine, &mine))
        return (unsigned)CPU_COUNT(&mine);
    long all = sysconf(_SC_NPROCESSORS_ONLN); /* more than such a set holds */
    return all > 0 ? (unsigned)all : 1;
}

/* Microseconds in every period. */
static uint64_t share(uint64_t quota, uint64_t period)
{
    return quota && period ? quota / period + (quota % period != 0) : UINT64_MAX;
}

/* "200000 100000", or "max 100000" */
static uint64_t read_share(const char *group)
{
    char text[GROUPS_TEXT], *rest;
    if (!groups_text(group, "cpu.max", text) || *text < '0' || *text > '9')
        return UINT64_MAX;
    uint64_t quota = strtoull(text, &rest, 10);
    return share(quota, strtoull(rest, NULL, 10));
}

/* The quota is -1 where there is none. */
static uint64_t read_old_share(const char *group)
{
    char quota[GROUPS_TEXT], period[GROUPS_TEXT];
    if (!groups_text(group, "cpu.cfs_quota_us", quota) || !groups_text(group, "cpu.cfs_period_us", period) || *quota == '-')
        return UINT64_MAX;
    return share(strtoull(quota, NULL, 10), strtoull(period, NULL, 10));
}

unsigned cores_allowed(const char *root, unsigned machine)
{
    static const struct groups_limit limit = {.controller = "cpu", .unified = read_share, .old = read_old_share};
    return (unsigned)groups_least(root, &limit, machine ? machine : 1);
}

unsigned cores_loops(unsigned cores, uint64_t memory)
{
    uint64_t room = memory / 4 / LOOP_HELD;
    if (cores > CONFIG_THREADS_MAX)
        cores = CONFIG_THREADS_MAX;
    return room < cores ? (unsigned)(room ? room : 1) : cores;
}

#ifdef __linux__
/* The kernel's; not every C library has it. */
struct schedule {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

void cores_take_short_turns(void)
{
    enum { SHORT_NS = 100000 }; /* the least that the kernel takes */
    struct schedule mine;
    if (syscall(SYS_sched_getattr, 0, &mine, sizeof mine, 0) || mine.policy != SCHED_OTHER)
        return; /* or somebody has chosen otherwise for us */
    mine.runtime = SHORT_NS;
    syscall(SYS_sched_setattr, 0, &mine, 0);
}
#else
void cores_take_short_turns(void)
{
}
#endif
