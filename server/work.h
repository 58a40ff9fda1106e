/* The work pool: questions that would hold up an event loop wait here for a thread of their own.
 *
 * Fair: who is served next goes round among the clients, whoever has asked most; one client has at most half of the workers for
 * dear tasks, and never all of them; one worker takes no dear task, so that quick ones never wait for those. A task may ask for
 * another turn: it goes back behind those of the other clients.
 *
 * Bounded: in a full queue a newcomer takes the place of a task of the client who has most there, where that is not himself: the
 * last one that nobody has begun, or if there is none the last. A queue that stands still sheds (CoDel): once the shortest wait
 * has stayed above WORK_TARGET for WORK_INTERVAL, tasks that waited longer than the pool's patience are refused.
 *
 * Workers stand back: their threads are nicer by WORK_NICE than the one that made the pool, so that a loop that is woken has a
 * processor at once. */
#ifndef GRUNDY_SERVER_WORK_H
#define GRUNDY_SERVER_WORK_H

#include "server/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORK_TARGET (5 * MILLISECOND)
#define WORK_INTERVAL (100 * MILLISECOND)

/* Embedded in what is to be done. For a task that was taken, run() is called on a worker until it says that it is done, unless
 * refuse() ends that (once, on any thread, quick); neither for one that was not. */
struct task {
    bool (*run)(struct task *task); /* true: another turn, please; false: the task may be gone by now */
    void (*refuse)(struct task *task);
    uint64_t client; /* whose it is; equal for one address */
    bool quick;      /* predicted to take less than QUICK_STEPS */
    bool returns;    /* refused, it is submitted again later: nobody is told no, so that is not counted */
    bool begun;      /* the pool's own from here on: had a turn, and is not refused for its waiting any more */
    uint64_t since;
    struct task *next;   /* the first task of the next client */
    struct task *behind; /* the same client's next task */
    struct task *tail;   /* of a client's first task: his last, */
    size_t count;        /* and how many he has */
};

struct work;

enum { WORK_BUCKETS = 7, WORK_NICE = 7 };

/* Upper bounds of the buckets of waits, in nanoseconds; the last bucket has none. */
extern const uint64_t work_bounds[WORK_BUCKETS - 1];

struct work_counts {
    uint64_t taken, done, refused;
    uint64_t stale; /* of the refused: those that had waited too long; the others found no room */
    size_t waiting, running;
    uint64_t waits[WORK_BUCKETS], waited; /* turns by how long they were waited for, and that together, in nanoseconds */
};

/* NULL when no thread can be started. */
struct work *work_new(unsigned threads, size_t waiting_max, uint64_t patience);
/* False: the queue is full; the task was not taken. */
bool work_submit(struct work *work, struct task *task, uint64_t now);
/* Whether a task of that client would be taken now. */
bool work_admits(struct work *work, uint64_t client);
/* Refuses what waited too long. To be called now and then: workers that are all busy do not look. */
void work_shed(struct work *work, uint64_t now);
struct work_counts work_count(struct work *work);
/* Ends the threads after what they are doing; refuses what waits. */
void work_free(struct work *work);

#endif
