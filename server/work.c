#include "server/work.h"

#include <pthread.h>
#include <stdlib.h>

struct work {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct task *first, *last;
    size_t waiting_max, weight, weight_max;
    uint64_t patience;
    uint64_t quick_at; /* when a task last began after less than WORK_TARGET, or the queue was empty */
    bool stopping;
    struct work_counts counts;
    unsigned thread_count;
    pthread_t threads[];
};

static struct task *take_first(struct work *work)
{
    struct task *task = work->first;
    work->first = task->next;
    if (!work->first)
        work->last = NULL;
    work->counts.waiting--;
    work->weight -= task->weight;
    return task;
}

/* Notes how long the oldest task waits. True while the queue stands: every wait of the last interval was above the target. */
static bool stands(struct work *work, uint64_t now)
{
    if (!work->first || now < work->first->since + WORK_TARGET)
        work->quick_at = now;
    return now > work->quick_at + WORK_INTERVAL;
}

/* Takes out what is to be refused, as a list: refuse() is called without the lock. */
static struct task *pick_stale(struct work *work, uint64_t now)
{
    struct task *stale = NULL, **end = &stale;
    bool standing = stands(work, now);
    while (standing && work->first != work->last && now > work->first->since + work->patience) {
        struct task *task = take_first(work);
        work->counts.refused += !task->returns;
        task->next = NULL;
        *end = task;
        end = &task->next;
    }
    return stale;
}

static void refuse_all(struct task *task)
{
    while (task) {
        struct task *next = task->next; /* the task may be gone once it is told */
        task->refuse(task);
        task = next;
    }
}

static void *worker(void *argument)
{
    struct work *work = argument;
    pthread_mutex_lock(&work->lock);
    for (;;) {
        while (!work->first && !work->stopping)
            pthread_cond_wait(&work->filled, &work->lock);
        if (work->stopping)
            break;
        struct task *stale = pick_stale(work, clock_now()), *task = take_first(work);
        work->counts.running++;
        pthread_mutex_unlock(&work->lock);
        refuse_all(stale);
        task->run(task);
        pthread_mutex_lock(&work->lock);
        work->counts.running--;
        work->counts.done++;
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

struct work *work_new(unsigned threads, size_t waiting_max, size_t weight_max, uint64_t patience)
{
    struct work *work = calloc(1, sizeof *work + threads * sizeof *work->threads);
    if (!work)
        return NULL;
    work->waiting_max = waiting_max;
    work->weight_max = weight_max;
    work->patience = patience;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->filled, NULL);
    while (work->thread_count < threads && !pthread_create(&work->threads[work->thread_count], NULL, worker, work))
        work->thread_count++;
    if (work->thread_count)
        return work;
    work_free(work);
    return NULL;
}

/* What is heavier than all that may wait together waits alone, or it would be refused for ever. */
static bool bears(const struct work *work, size_t weight)
{
    return !work->first || (work->weight <= work->weight_max && weight <= work->weight_max - work->weight);
}

/* Whoever would be refused in the end is better told now: what stands before it will not be done within the patience. */
static bool admits(struct work *work, size_t weight, uint64_t now)
{
    return !work->stopping && work->counts.waiting < work->waiting_max && bears(work, weight) &&
           !(work->first && now > work->first->since + work->patience && stands(work, now));
}

bool work_admits(struct work *work, uint64_t now)
{
    pthread_mutex_lock(&work->lock);
    bool admitted = admits(work, 0, now);
    pthread_mutex_unlock(&work->lock);
    return admitted;
}

bool work_submit(struct work *work, struct task *task, uint64_t now)
{
    pthread_mutex_lock(&work->lock);
    struct task *stale = pick_stale(work, now);
    bool taken = admits(work, task->weight, now);
    if (taken) {
        task->since = now;
        task->next = NULL;
        if (work->last)
            work->last->next = task;
        else
            work->first = task;
        work->last = task;
        work->counts.waiting++;
        work->weight += task->weight;
        work->counts.taken++;
        pthread_cond_signal(&work->filled);
    } else {
        work->counts.refused += !task->returns;
    }
    pthread_mutex_unlock(&work->lock);
    refuse_all(stale);
    return taken;
}

void work_shed(struct work *work, uint64_t now)
{
    pthread_mutex_lock(&work->lock);
    struct task *stale = pick_stale(work, now);
    pthread_mutex_unlock(&work->lock);
    refuse_all(stale);
}

struct work_counts work_count(struct work *work)
{
    pthread_mutex_lock(&work->lock);
    struct work_counts counts = work->counts;
    pthread_mutex_unlock(&work->lock);
    return counts;
}

void work_free(struct work *work)
{
    pthread_mutex_lock(&work->lock);
    work->stopping = true;
    struct task *left = work->first;
    work->first = work->last = NULL;
    work->counts.waiting = 0;
    pthread_cond_broadcast(&work->filled);
    pthread_mutex_unlock(&work->lock);
    refuse_all(left);
    for (unsigned i = 0; i < work->thread_count; i++)
        pthread_join(work->threads[i], NULL);
    pthread_cond_destroy(&work->filled);
    pthread_mutex_destroy(&work->lock);
    free(work);
}
