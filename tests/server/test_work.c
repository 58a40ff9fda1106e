/* The work pool: everything taken is done or refused exactly once, the queue is bounded, and sheds only when it stands still. */
#include "server/work.h"

#include "tests/support/core/suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct job {
    struct task task;
    atomic_int ran, refused;
    int order;
};

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done_count, turn;

static struct job *job_of(struct task *task)
{
    return (struct job *)(void *)task; /* the first member */
}

static void run(struct task *task)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    job_of(task)->order = atomic_fetch_add(&turn, 1);
    atomic_fetch_add(&job_of(task)->ran, 1);
    atomic_fetch_add(&done_count, 1);
}

static void refuse(struct task *task)
{
    atomic_fetch_add(&job_of(task)->refused, 1);
    atomic_fetch_add(&done_count, 1);
}

static struct job new_job(void)
{
    return (struct job){.task = {.run = run, .refuse = refuse}};
}

static void wait_for(int count)
{
    for (int i = 0; i < 5000 && atomic_load(&done_count) < count; i++)
        usleep(1000);
    ck_assert_int_eq(atomic_load(&done_count), count);
}

static void wait_running(struct work *work, size_t count)
{
    for (int i = 0; i < 5000 && work_count(work).running != count; i++)
        usleep(1000);
    ck_assert_uint_eq(work_count(work).running, count);
}

START_TEST(all_is_done_in_order)
{
    enum { JOBS = 500 };
    static struct job jobs[JOBS];
    struct work *work = work_new(1, JOBS, SIZE_MAX, SECOND * 100);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = new_job();
        ck_assert(work_submit(work, &jobs[i].task, clock_now()));
    }
    wait_for(JOBS);
    for (int i = 0; i < JOBS; i++) {
        ck_assert_int_eq(jobs[i].ran, 1);
        ck_assert_int_eq(jobs[i].order, i);
    }
    work_free(work);
}
END_TEST

START_TEST(the_queue_is_bounded)
{
    static struct job jobs[5];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 3, SIZE_MAX, SECOND * 100);
    for (int i = 0; i < 5; i++)
        jobs[i] = new_job();
    ck_assert(work_submit(work, &jobs[0].task, clock_now()));
    wait_running(work, 1);
    for (int i = 1; i < 4; i++) {
        ck_assert(work_admits(work, clock_now()));
        ck_assert(work_submit(work, &jobs[i].task, clock_now()));
    }
    ck_assert(!work_admits(work, clock_now()));
    ck_assert(!work_submit(work, &jobs[4].task, clock_now()));
    ck_assert_uint_eq(work_count(work).waiting, 3);
    ck_assert_uint_eq(work_count(work).refused, 1);
    pthread_mutex_unlock(&gate);
    wait_for(4);
    ck_assert_int_eq(jobs[4].ran + jobs[4].refused, 0); /* it was not taken */
    work_free(work);
}
END_TEST

START_TEST(what_waits_is_bounded_by_weight_too)
{
    static struct job jobs[4];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, 1000, SECOND);
    for (int i = 0; i < 4; i++) {
        jobs[i] = new_job();
        jobs[i].task.weight = 600;
    }
    ck_assert(work_submit(work, &jobs[0].task, clock_now()));
    wait_running(work, 1);
    ck_assert(work_submit(work, &jobs[1].task, clock_now()));
    ck_assert(!work_submit(work, &jobs[2].task, clock_now()));
    jobs[3].task.weight = 400;
    ck_assert(work_submit(work, &jobs[3].task, clock_now()));
    pthread_mutex_unlock(&gate);
    wait_for(3);
    ck_assert(work_submit(work, &jobs[2].task, clock_now())); /* room again */
    wait_for(4);
    work_free(work);
}
END_TEST

START_TEST(what_weighs_more_than_all_waits_alone)
{
    static struct job jobs[4];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, 1000, SECOND);
    for (int i = 0; i < 4; i++)
        jobs[i] = new_job();
    jobs[1].task.weight = jobs[2].task.weight = 1001;
    ck_assert(work_submit(work, &jobs[0].task, clock_now()));
    wait_running(work, 1);
    ck_assert(work_submit(work, &jobs[1].task, clock_now()));
    ck_assert(!work_submit(work, &jobs[2].task, clock_now()));
    ck_assert(!work_submit(work, &jobs[3].task, clock_now())); /* even without weight */
    pthread_mutex_unlock(&gate);
    wait_for(2);
    ck_assert(work_submit(work, &jobs[2].task, clock_now()));
    wait_for(3);
    ck_assert(work_submit(work, &jobs[3].task, clock_now()));
    wait_for(4);
    work_free(work);
}
END_TEST

START_TEST(a_standing_queue_sheds_what_waited_longest)
{
    static struct job jobs[6];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, SIZE_MAX, SECOND);
    uint64_t now = clock_now();
    for (int i = 0; i < 6; i++)
        jobs[i] = new_job();
    ck_assert(work_submit(work, &jobs[0].task, now));
    wait_running(work, 1);
    for (int i = 1; i < 4; i++)
        ck_assert(work_submit(work, &jobs[i].task, now));
    work_shed(work, now + SECOND / 2); /* it stands, but nobody waited too long */
    ck_assert_uint_eq(work_count(work).waiting, 3);
    work_shed(work, now + 2 * SECOND);
    ck_assert_int_eq(jobs[1].refused, 1);
    ck_assert_int_eq(jobs[2].refused, 1);
    ck_assert_int_eq(jobs[3].refused, 0); /* the newest stays: a worker will want it */
    ck_assert(!work_submit(work, &jobs[4].task, now + 2 * SECOND));
    pthread_mutex_unlock(&gate);
    wait_for(4);
    ck_assert_int_eq(jobs[3].ran, 1);
    ck_assert(work_submit(work, &jobs[5].task, now + 3 * SECOND)); /* empty again: welcome again */
    wait_for(5);
    work_free(work);
}
END_TEST

START_TEST(who_comes_back_is_not_counted_as_refused)
{
    static struct job jobs[4];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 2, SIZE_MAX, SECOND);
    uint64_t now = clock_now();
    for (int i = 0; i < 4; i++) {
        jobs[i] = new_job();
        jobs[i].task.returns = i != 2;
    }
    ck_assert(work_submit(work, &jobs[0].task, now));
    wait_running(work, 1);
    ck_assert(work_submit(work, &jobs[1].task, now));
    ck_assert(work_submit(work, &jobs[2].task, now));
    ck_assert(!work_submit(work, &jobs[3].task, now));
    ck_assert_uint_eq(work_count(work).refused, 0);
    work_shed(work, now + 2 * SECOND);
    ck_assert_int_eq(jobs[1].refused, 1);
    ck_assert_uint_eq(work_count(work).refused, 0);
    jobs[1] = new_job();
    ck_assert(!work_submit(work, &jobs[1].task, now + 2 * SECOND));
    ck_assert_uint_eq(work_count(work).refused, 1);
    pthread_mutex_unlock(&gate);
    wait_for(3);
    work_free(work);
}
END_TEST

START_TEST(a_moving_queue_sheds_nothing)
{
    static struct job jobs[3];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, SIZE_MAX, SECOND);
    uint64_t now = clock_now();
    for (int i = 0; i < 3; i++)
        jobs[i] = new_job();
    ck_assert(work_submit(work, &jobs[0].task, now));
    wait_running(work, 1);
    work_shed(work, now + 10 * SECOND); /* empty: quick */
    ck_assert(work_submit(work, &jobs[1].task, now + 10 * SECOND));
    ck_assert(work_submit(work, &jobs[2].task, now + 10 * SECOND));
    work_shed(work, now + 10 * SECOND + 50 * MILLISECOND);
    ck_assert_uint_eq(work_count(work).waiting, 2);
    pthread_mutex_unlock(&gate);
    wait_for(3);
    work_free(work);
}
END_TEST

START_TEST(the_end_refuses_what_waits)
{
    static struct job jobs[4];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(2, 100, SIZE_MAX, SECOND);
    for (int i = 0; i < 4; i++) {
        jobs[i] = new_job();
        ck_assert(work_submit(work, &jobs[i].task, clock_now()));
    }
    wait_running(work, 2);
    pthread_mutex_unlock(&gate);
    work_free(work);
    ck_assert_int_eq(atomic_load(&done_count), 4);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(jobs[i].ran + jobs[i].refused, 1);
}
END_TEST

SUITE(all_is_done_in_order, the_queue_is_bounded, what_waits_is_bounded_by_weight_too, what_weighs_more_than_all_waits_alone,
      a_standing_queue_sheds_what_waited_longest, who_comes_back_is_not_counted_as_refused, a_moving_queue_sheds_nothing,
      the_end_refuses_what_waits)
