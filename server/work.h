/* The work pool: questions that would hold up an event loop wait here for a thread of their own. The queue is bounded, and sheds
 * when it stands still (CoDel): once the shortest wait has stayed above WORK_TARGET for WORK_INTERVAL, tasks that waited longer
 * than the pool's patience are refused, oldest first, but never the newest, so that no worker idles while something was refused.
 */
#ifndef GRUNDY_SERVER_WORK_H
#define GRUNDY_SERVER_WORK_H

#include "server/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORK_TARGET (5 * MILLISECOND)
#define WORK_INTERVAL (100 * MILLISECOND)

/* Embedded in what is to be done. Exactly one of run (on a worker) and refuse (on any thread, quick) is called for a task that
 * was taken; neither for one that was not. */
struct task {
    void (*run)(struct task *task);
    void (*refuse)(struct task *task);
    size_t weight;     /* bytes that it holds while it waits */
    bool returns;      /* refused, it is submitted again later: nobody is told no, so that is not counted */
    struct task *next; /* the pool's own */
    uint64_t since;
};

struct work;

struct work_counts {
    uint64_t taken, done, refused;
    size_t waiting, running;
};

/* At most waiting_max tasks wait, of weight_max bytes together; one that weighs more waits alone. NULL when no thread can be
 * started. */
struct work *work_new(unsigned threads, size_t waiting_max, size_t weight_max, uint64_t patience);
/* False: the queue is full or stands still; the task was not taken. */
bool work_submit(struct work *work, struct task *task, uint64_t now);
/* Whether a task without weight would be taken now. */
bool work_admits(struct work *work, uint64_t now);
/* Refuses what waited too long. To be called now and then: workers that are all busy do not look. */
void work_shed(struct work *work, uint64_t now);
struct work_counts work_count(struct work *work);
/* Ends the threads after what they are doing; refuses what waits. */
void work_free(struct work *work);

#endif
