/* Two lines, of quick and of dear tasks. */
#define _GNU_SOURCE /* gettid */
#include "server/work.h"
#include "server/queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

const uint64_t work_bounds[WORK_BUCKETS - 1] = {
    MILLISECOND, WORK_TARGET, 25 * MILLISECOND, WORK_INTERVAL, 500 * MILLISECOND, 2 * SECOND,
};

enum { QUICK, DEAR, LINES };

struct worker {
    struct work *work;
    pthread_t thread;
    bool busy, dear; /* what it is doing, and for whom */
    uint64_t client;
};

struct work {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct queue lines[LINES];
    int turn; /* the line that is looked at first: they alternate */
    size_t waiting_max;
    uint64_t patience;
    uint64_t quick_at; /* when the shortest wait was last below WORK_TARGET */
    bool stopping;
    struct work_counts counts;
    unsigned dear, dear_max, client_max;
    int nice; /* of whoever made this */
    unsigned thread_count;
    struct worker workers[];
};

/* ---- whose turn it is, under the lock ---- */

static struct queue *line_of(struct work *work, const struct task *task)
{
    return &work->lines[task->quick ? QUICK : DEAR];
}

static size_t waiting(const struct work *work)
{
    return work->lines[QUICK].waiting + work->lines[DEAR].waiting;
}

static bool may_begin(const struct work *work, const struct task *task)
{
    unsigned busy = 0, dear = 0;
    for (unsigned i = 0; i < work->thread_count; i++) {
        const struct worker *worker = &work->workers[i];
        busy += worker->busy && worker->client == task->client;
        dear += worker->busy && worker->client == task->client && worker->dear;
    }
    return task->quick ? busy < work->dear_max : work->dear < work->dear_max && dear < work->client_max;
}

/* The next task of a line, whose client goes to its end; NULL: none may begin now. */
static struct task *take_from(struct work *work, struct queue *line)
{
    for (struct task **link = &line->first; *link; link = &(*link)->next)
        if (may_begin(work, *link)) {
            struct task *task = *link;
            queue_take_turn(line, link);
            return task;
        }
    return NULL;
}

static struct task *take(struct work *work)
{
    struct task *task = take_from(work, &work->lines[work->turn]);
    work->turn = !work->turn;
    return task ? task : take_from(work, &work->lines[work->turn]);
}

/* ---- refusing ---- */

static void refuse_later(struct work *work, struct task *task, struct task **refused)
{
    work->counts.refused += !task->returns;
    task->next = *refused;
    *refused = task;
}

static void refuse_stale(struct work *work, struct task *task, struct task **refused)
{
    work->counts.stale += !task->returns;
    refuse_later(work, task, refused);
}

/* Notes how long the first tasks of the clients wait. True while the queue stands: every wait of the last interval was above the
 * target. */
static bool stands(struct work *work, uint64_t now)
{
    bool quick = true;
    for (int i = 0; i < LINES; i++)
        for (struct task *head = work->lines[i].first; head; head = head->next)
            quick &= now < head->since + WORK_TARGET;
    if (quick)
        work->quick_at = now;
    return now > work->quick_at + WORK_INTERVAL;
}

static bool is_stale(const struct work *work, const struct task *task, uint64_t now)
{
    return !task->begun && now > task->since + work->patience;
}

static void shed_line(struct work *work, struct queue *line, uint64_t now, struct task **refused)
{
    for (struct task **link = &line->first; *link;) {
        struct task *head = *link;
        for (struct task *before = head; before->behind;)
            if (is_stale(work, before->behind, now)) {
                struct task *stale = before->behind;
                queue_take_behind(line, head, before);
                refuse_stale(work, stale, refused);
            } else {
                before = before->behind;
            }
        if (!is_stale(work, head, now)) {
            link = &head->next;
            continue;
        }
        queue_take_first(line, link);
        refuse_stale(work, head, refused);
    }
}

static struct task *pick_stale(struct work *work, uint64_t now)
{
    struct task *refused = NULL;
    bool standing = stands(work, now);
    for (int i = 0; standing && i < LINES; i++)
        shed_line(work, &work->lines[i], now, &refused);
    return refused;
}

static size_t waiting_for(const struct work *work, uint64_t client)
{
    size_t count = 0;
    for (int i = 0; i < LINES; i++) {
        const struct task *head = queue_find(&work->lines[i], client);
        count += head ? head->count : 0;
    }
    return count;
}

/* The first task of the client who has most in a line, more than `than`; NULL: nobody has. */
static struct task *greediest(const struct work *work, size_t than)
{
    struct task *most = NULL;
    for (int i = 0; i < LINES; i++)
        for (struct task *head = work->lines[i].first; head; head = head->next)
            if (head->count > than) {
                most = head;
                than = head->count;
            }
    return most;
}

/* The task before the last one behind the first that nobody has begun, or before the last of all: else a client whose every batch
 * has had a first turn would keep all places until they are done. */
static struct task *before_last(struct task *head)
{
    struct task *before = NULL, *end = head;
    for (struct task *at = head; at->behind; at = at->behind) {
        end = at;
        if (!at->behind->begun)
            before = at;
    }
    return before ? before : end;
}

/* In a full queue, who has most loses his last. He has two at least, or nobody has more than the newcomer would. */
static bool push_out(struct work *work, uint64_t client, struct task **refused)
{
    struct task *head = greediest(work, waiting_for(work, client) + 1);
    if (!head)
        return false;
    struct queue *line = line_of(work, head);
    struct task *before = before_last(head), *last = before->behind;
    if (last->begun && !head->begun) {
        struct task **link = &line->first;
        while (*link != head)
            link = &(*link)->next;
        last = head;
        queue_take_first(line, link);
    } else {
        queue_take_behind(line, head, before);
    }
    refuse_later(work, last, refused);
    return true;
}

static void refuse_all(struct task *task)
{
    while (task) {
        struct task *next = task->next; /* the task may be gone once it is told */
        task->refuse(task);
        task = next;
    }
}

/* ---- workers ---- */

static void count_wait(struct work_counts *counts, uint64_t waited)
{
    size_t bucket = 0;
    while (bucket < WORK_BUCKETS - 1 && waited > work_bounds[bucket])
        bucket++;
    counts->waits[bucket]++;
    counts->waited += waited;
}

/* Under the lock before and after; `task` may be gone afterwards. */
static void run(struct work *work, struct worker *worker, struct task *task, uint64_t now)
{
    count_wait(&work->counts, now > task->since ? now - task->since : 0);
    worker->busy = true;
    worker->dear = !task->quick;
    worker->client = task->client;
    work->dear += worker->dear;
    work->counts.running++;
    task->begun = true;
    pthread_mutex_unlock(&work->lock);
    bool again = task->run(task);
    pthread_mutex_lock(&work->lock);
    work->counts.running--;
    work->dear -= worker->dear;
    worker->busy = false;
    if (again)
        queue_append(line_of(work, task), task, clock_now());
    else
        work->counts.done++;
}

/* A loop answers in microseconds: it is not to wait for a processor until a worker has had its turn. On Linux the number is the
 * thread's own; elsewhere it would be that of the whole process. */
static void stand_back(const struct work *work)
{
#ifdef __linux__
    setpriority(PRIO_PROCESS, (id_t)gettid(), work->nice + WORK_NICE);
#endif
}

static void *work_on(void *argument)
{
    struct worker *worker = argument;
    struct work *work = worker->work;
    stand_back(work);
    pthread_mutex_lock(&work->lock);
    while (!work->stopping) {
        uint64_t now = clock_now();
        struct task *stale = pick_stale(work, now), *task = take(work);
        if (stale) {
            pthread_mutex_unlock(&work->lock);
            refuse_all(stale);
            pthread_mutex_lock(&work->lock);
        }
        if (task)
            run(work, worker, task, now);
        else if (!stale && !work->stopping)
            pthread_cond_wait(&work->filled, &work->lock);
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

struct work *work_new(unsigned threads, size_t waiting_max, uint64_t patience)
{
    struct work *work = calloc(1, sizeof *work + threads * sizeof *work->workers);
    if (!work)
        return NULL;
    work->waiting_max = waiting_max;
    work->patience = patience;
    work->quick_at = clock_now();
    work->nice = getpriority(PRIO_PROCESS, 0);
    work->dear_max = threads > 1 ? threads - 1 : 1;
    work->client_max = work->dear_max > 1 ? work->dear_max / 2 : 1;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->filled, NULL);
    pthread_mutex_lock(&work->lock); /* until all are there */
    for (; work->thread_count < threads; work->thread_count++) {
        struct worker *worker = &work->workers[work->thread_count];
        worker->work = work;
        if (pthread_create(&worker->thread, NULL, work_on, worker))
            break;
    }
    pthread_mutex_unlock(&work->lock);
    if (work->thread_count)
        return work;
    work_free(work);
    return NULL;
}

static bool has_room(const struct work *work, uint64_t client)
{
    return waiting(work) < work->waiting_max || greediest(work, waiting_for(work, client) + 1);
}

bool work_admits(struct work *work, uint64_t client)
{
    pthread_mutex_lock(&work->lock);
    bool admitted = !work->stopping && has_room(work, client);
    pthread_mutex_unlock(&work->lock);
    return admitted;
}

bool work_submit(struct work *work, struct task *task, uint64_t now)
{
    pthread_mutex_lock(&work->lock);
    struct task *refused = pick_stale(work, now);
    bool taken = !work->stopping && (waiting(work) < work->waiting_max || push_out(work, task->client, &refused));
    if (taken) {
        task->begun = false;
        queue_append(line_of(work, task), task, now);
        work->counts.taken++;
        pthread_cond_signal(&work->filled);
    } else {
        work->counts.refused += !task->returns;
    }
    pthread_mutex_unlock(&work->lock);
    refuse_all(refused);
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
    counts.waiting = waiting(work);
    pthread_mutex_unlock(&work->lock);
    return counts;
}

/* Every task that waits, as one list. */
static struct task *take_all(struct work *work)
{
    struct task *all = NULL;
    for (int i = 0; i < LINES; i++)
        while (work->lines[i].first) {
            struct task *head = work->lines[i].first;
            queue_take_first(&work->lines[i], &work->lines[i].first);
            head->next = all;
            all = head;
        }
    return all;
}

void work_free(struct work *work)
{
    pthread_mutex_lock(&work->lock);
    work->stopping = true;
    struct task *left = take_all(work);
    pthread_cond_broadcast(&work->filled);
    pthread_mutex_unlock(&work->lock);
    refuse_all(left);
    for (unsigned i = 0; i < work->thread_count; i++)
        pthread_join(work->workers[i].thread, NULL);
    refuse_all(take_all(work)); /* what came back for another turn */
    pthread_cond_destroy(&work->filled);
    pthread_mutex_destroy(&work->lock);
    free(work);
}
