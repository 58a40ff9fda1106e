/* The work pool: everything taken is done or refused exactly once, clients have their turns, the queue is bounded, and sheds only
 * when it stands still. */
#define _GNU_SOURCE /* gettid */
#include "server/work.h"

#include "tests/support/core/suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

struct job {
    struct task task;
    atomic_int ran, refused;
    int order;
    atomic_int turns;
};

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done_count, turn;

static struct job *job_of(struct task *task)
{
    return (struct job *)(void *)task; /* the first member */
}

static bool run(struct task *task)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    job_of(task)->order = atomic_fetch_add(&turn, 1);
    atomic_fetch_add(&job_of(task)->ran, 1);
    if (job_of(task)->turns > 1) {
        job_of(task)->turns--;
        return true;
    }
    atomic_fetch_add(&done_count, 1);
    return false;
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

static struct job job_of_client(uint64_t client)
{
    struct job job = new_job();
    job.task.client = client;
    return job;
}

static void wait_for(int count)
{
    while (atomic_load(&done_count) < count)
        usleep(1000);
    ck_assert_int_eq(atomic_load(&done_count), count);
}

static void wait_running(struct work *work, size_t count)
{
    while (work_count(work).running < count)
        usleep(1000);
    ck_assert_uint_eq(work_count(work).running, count);
}

static atomic_int nice_seen;

static bool look_at_nice(struct task *task)
{
    atomic_store(&nice_seen, getpriority(PRIO_PROCESS, (id_t)gettid()));
    return run(task);
}

START_TEST(workers_stand_back)
{
    struct work *work = work_new(1, 4, 60 * SECOND);
    struct job job = new_job();
    job.task.run = look_at_nice;
    atomic_store(&done_count, 0);
    ck_assert(work_submit(work, &job.task, clock_now()));
    wait_for(1);
    enum { NICEST = 19 };
    int wanted = getpriority(PRIO_PROCESS, 0) + WORK_NICE;
    ck_assert_int_eq(atomic_load(&nice_seen), wanted < NICEST ? wanted : NICEST);
    work_free(work);
}
END_TEST

START_TEST(all_is_done_in_order)
{
    enum { JOBS = 500 };
    static struct job jobs[JOBS];
    struct work *work = work_new(1, JOBS, SECOND * 100);
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
    struct work *work = work_new(1, 3, SECOND * 100);
    for (int i = 0; i < 5; i++)
        jobs[i] = new_job();
    ck_assert(work_submit(work, &jobs[0].task, clock_now()));
    wait_running(work, 1);
    for (int i = 1; i < 4; i++) {
        ck_assert(work_admits(work, 0));
        ck_assert(work_submit(work, &jobs[i].task, clock_now()));
    }
    ck_assert(!work_admits(work, 0));
    ck_assert(!work_submit(work, &jobs[4].task, clock_now()));
    ck_assert_uint_eq(work_count(work).waiting, 3);
    ck_assert_uint_eq(work_count(work).refused, 1);
    pthread_mutex_unlock(&gate);
    wait_for(4);
    ck_assert_int_eq(jobs[4].ran + jobs[4].refused, 0); /* it was not taken */
    work_free(work);
}
END_TEST

/* One worker, so that the order is that of the turns. */
START_TEST(clients_have_their_turns)
{
    static struct job first, greedy[6], modest;
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, SECOND * 100);
    uint64_t now = clock_now();
    first = job_of_client(7);
    ck_assert(work_submit(work, &first.task, now));
    wait_running(work, 1);
    for (int i = 0; i < 6; i++) {
        greedy[i] = job_of_client(1);
        ck_assert(work_submit(work, &greedy[i].task, now));
    }
    modest = job_of_client(2);
    ck_assert(work_submit(work, &modest.task, now));
    pthread_mutex_unlock(&gate);
    wait_for(8);
    ck_assert_int_eq(modest.order, 2); /* after the first of the greedy one */
    for (int i = 1; i < 6; i++)
        ck_assert_int_lt(greedy[i - 1].order, greedy[i].order);
    work_free(work);
}
END_TEST

START_TEST(another_turn_comes_after_the_others)
{
    static struct job batch, others[3];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 3, SECOND * 100);
    uint64_t now = clock_now();
    batch = job_of_client(1);
    batch.turns = 3;
    ck_assert(work_submit(work, &batch.task, now));
    wait_running(work, 1);
    for (uint64_t i = 0; i < 3; i++) {
        others[i] = job_of_client(2 + i);
        ck_assert(work_submit(work, &others[i].task, now));
    }
    pthread_mutex_unlock(&gate);
    wait_for(4);
    ck_assert_int_eq(batch.ran, 3);
    for (int i = 0; i < 3; i++)
        ck_assert_int_lt(others[i].order, 4); /* turn 0 was the batch's first, 4 its second */
    ck_assert_uint_eq(work_count(work).taken, 4);
    work_free(work);
}
END_TEST

START_TEST(what_has_begun_is_not_refused)
{
    static struct job holding, batch;
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 10, SECOND);
    uint64_t now = clock_now();
    holding = job_of_client(1);
    batch = job_of_client(2);
    batch.turns = 2;
    ck_assert(work_submit(work, &batch.task, now));
    wait_running(work, 1);
    ck_assert(work_submit(work, &holding.task, now));
    work_shed(work, now + 2 * SECOND);
    ck_assert_int_eq(holding.refused, 1);
    pthread_mutex_unlock(&gate);
    wait_for(2);
    ck_assert_int_eq(batch.ran, 2);
    ck_assert_int_eq(batch.refused, 0);
    work_free(work);
}
END_TEST

/* Five workers: one takes no dear task, and one client has two of the other four. */
START_TEST(quick_tasks_and_other_clients_find_a_worker)
{
    static struct job dear[6], other[3], quick;
    pthread_mutex_lock(&gate);
    struct work *work = work_new(5, 100, SECOND * 100);
    uint64_t now = clock_now();
    for (int i = 0; i < 6; i++) {
        dear[i] = job_of_client(1);
        ck_assert(work_submit(work, &dear[i].task, now));
    }
    wait_running(work, 2);
    for (int i = 0; i < 3; i++) {
        other[i] = job_of_client((uint64_t)(2 + i));
        ck_assert(work_submit(work, &other[i].task, now));
    }
    wait_running(work, 4);
    ck_assert_uint_eq(work_count(work).waiting, 5);
    quick = job_of_client(1);
    quick.task.quick = true;
    ck_assert(work_submit(work, &quick.task, now));
    wait_running(work, 5);
    pthread_mutex_unlock(&gate);
    wait_for(10);
    work_free(work);
}
END_TEST

START_TEST(a_full_queue_takes_from_who_has_most)
{
    static struct job running, greedy[3], modest[3];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 3, SECOND * 100);
    uint64_t now = clock_now();
    running = job_of_client(9);
    ck_assert(work_submit(work, &running.task, now));
    wait_running(work, 1);
    for (int i = 0; i < 3; i++) {
        greedy[i] = job_of_client(1);
        modest[i] = job_of_client(2);
        ck_assert(work_submit(work, &greedy[i].task, now));
    }
    ck_assert(!work_admits(work, 1));
    ck_assert(work_admits(work, 2));
    ck_assert(work_submit(work, &modest[0].task, now));
    ck_assert_int_eq(greedy[2].refused, 1);
    ck_assert(!work_admits(work, 2)); /* he would have as many */
    ck_assert(!work_submit(work, &modest[1].task, now));
    ck_assert_uint_eq(work_count(work).waiting, 3);
    ck_assert_uint_eq(work_count(work).refused, 2);
    pthread_mutex_unlock(&gate);
    wait_for(5);
    ck_assert_int_eq(greedy[0].ran + greedy[1].ran + modest[0].ran, 3);
    work_free(work);
}
END_TEST

/* Every place is taken by what has begun already. */
START_TEST(a_full_queue_takes_what_has_begun_too)
{
    enum { BATCHES = 4, LONG = 1 << 30 };
    static struct job batches[BATCHES], modest;
    struct work *work = work_new(1, BATCHES - 1, SECOND * 100);
    for (int i = 0; i < BATCHES; i++) {
        batches[i] = job_of_client(1);
        batches[i].turns = LONG;
        ck_assert(work_submit(work, &batches[i].task, clock_now()));
        while (!atomic_load(&batches[i].ran))
            usleep(1000);
    }
    pthread_mutex_lock(&gate);
    while (work_count(work).waiting < BATCHES - 1 || work_count(work).running < 1)
        usleep(1000);
    modest = job_of_client(2);
    ck_assert(work_submit(work, &modest.task, clock_now()));
    int refused = 0;
    for (int i = 0; i < BATCHES; i++) {
        refused += batches[i].refused;
        atomic_store(&batches[i].turns, 1);
    }
    ck_assert_int_eq(refused, 1);
    pthread_mutex_unlock(&gate);
    wait_for(BATCHES + 1);
    ck_assert_int_eq(modest.ran, 1);
    work_free(work);
}
END_TEST

static pthread_mutex_t other_gate = PTHREAD_MUTEX_INITIALIZER;

static bool run_behind_other_gate(struct task *task)
{
    pthread_mutex_lock(&other_gate);
    pthread_mutex_unlock(&other_gate);
    return run(task);
}

static uint64_t turns_taken(struct work *work)
{
    struct work_counts counts = work_count(work);
    uint64_t turns = 0;
    for (int i = 0; i < WORK_BUCKETS; i++)
        turns += counts.waits[i];
    return turns;
}

/* Of a client's two the first has not begun, and the one behind it has. */
START_TEST(a_full_queue_takes_what_has_not_begun_first)
{
    static struct job batch, blocker, fresh, modest;
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&other_gate);
    struct work *work = work_new(1, 2, SECOND * 100);
    batch = job_of_client(1);
    batch.turns = 2;
    ck_assert(work_submit(work, &batch.task, clock_now()));
    wait_running(work, 1);
    blocker = job_of_client(9);
    blocker.task.run = run_behind_other_gate;
    ck_assert(work_submit(work, &blocker.task, clock_now()));
    fresh = job_of_client(1);
    ck_assert(work_submit(work, &fresh.task, clock_now()));
    pthread_mutex_unlock(&gate);
    while (turns_taken(work) < 2) /* the batch had one, and waits behind the fresh one */
        usleep(1000);
    modest = job_of_client(2);
    ck_assert(work_submit(work, &modest.task, clock_now()));
    ck_assert_int_eq(fresh.refused, 1);
    ck_assert_int_eq(batch.refused, 0);
    pthread_mutex_unlock(&other_gate);
    wait_for(4);
    ck_assert_int_eq(batch.ran, 2);
    ck_assert_int_eq(modest.ran, 1);
    work_free(work);
}
END_TEST

START_TEST(a_standing_queue_sheds_what_waited_longest)
{
    static struct job jobs[6];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 100, SECOND);
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
    ck_assert_int_eq(jobs[3].refused, 1); /* the last like any other */
    ck_assert(work_submit(work, &jobs[4].task, now + 2 * SECOND));
    pthread_mutex_unlock(&gate);
    wait_for(5);
    ck_assert_int_eq(jobs[4].ran, 1);
    ck_assert(work_submit(work, &jobs[5].task, now + 3 * SECOND));
    wait_for(6);
    work_free(work);
}
END_TEST

START_TEST(who_comes_back_is_not_counted_as_refused)
{
    static struct job jobs[4];
    pthread_mutex_lock(&gate);
    struct work *work = work_new(1, 2, SECOND);
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
    ck_assert_int_eq(jobs[2].refused, 1);
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
    struct work *work = work_new(1, 100, SECOND);
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
    struct work *work = work_new(3, 100, SECOND);
    for (uint64_t i = 0; i < 4; i++) {
        jobs[i] = job_of_client(i);
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

SUITE(all_is_done_in_order, the_queue_is_bounded, clients_have_their_turns, another_turn_comes_after_the_others,
      what_has_begun_is_not_refused, quick_tasks_and_other_clients_find_a_worker, a_full_queue_takes_from_who_has_most,
      a_full_queue_takes_what_has_begun_too, a_full_queue_takes_what_has_not_begun_first,
      a_standing_queue_sheds_what_waited_longest, who_comes_back_is_not_counted_as_refused, a_moving_queue_sheds_nothing,
      the_end_refuses_what_waits, workers_stand_back)
