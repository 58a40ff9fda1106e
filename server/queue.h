/* A queue in which clients take turns: a list of clients in the order of their turns, each told by his first task, behind which
 * his others stand. Where the tasks are is the caller's business, and so is the lock. */
#ifndef GRUNDY_SERVER_QUEUE_H
#define GRUNDY_SERVER_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct task;

struct queue {
    struct task *first;
    size_t waiting; /* tasks */
    size_t clients;
};

/* The first task of a client, or NULL. */
struct task *queue_find(const struct queue *queue, uint64_t client);
/* Behind the others of its client, who comes last if he has none. */
void queue_append(struct queue *queue, struct task *task, uint64_t now);

/* Takes out the first task of a client, to which `link` leads. His next one takes its place; */
void queue_take_first(struct queue *queue, struct task **link);
/* or, where it was his turn, he goes to the end. */
void queue_take_turn(struct queue *queue, struct task **link);
/* Takes out a task of the client whose first one is `head`, behind `before`. */
void queue_take_behind(struct queue *queue, struct task *head, struct task *before);

#endif
