/* How often whoever watches is told: at half of the time that it waits, at the latest. */
#define _GNU_SOURCE /* setenv */
#include "server/supervise.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>

/* Each test is a process of its own, and so is what is remembered. */
static int pause_of(const char *watchdog, const char *pid)
{
    setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1);
    if (watchdog)
        setenv("WATCHDOG_USEC", watchdog, 1);
    if (pid)
        setenv("WATCHDOG_PID", pid, 1);
    supervise_setup();
    return supervise_pause(1000);
}

START_TEST(signs_come_twice_as_often_as_needed)
{
    static const struct {
        const char *watchdog, *pid;
        int pause;
    } cases[] = {{"30000000", NULL, 1000}, {"4000000", NULL, 1000}, {"2000000", NULL, 500}, {"100000", NULL, 25},
                 {"1000", NULL, 1},        {"1", NULL, 1},          {"0", NULL, 1000},      {"x", NULL, 1000},
                 {"100000", "1", 1000},    {NULL, NULL, 1000}};
    ck_assert_int_eq(pause_of(cases[_i].watchdog, cases[_i].pid), cases[_i].pause);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_loop_test(tcase, signs_come_twice_as_often_as_needed, 0, 10);
}
