#include "server/queue.h"
#include "server/work.h"

static void put_last(struct queue *queue, struct task *head)
{
    struct task **end = &queue->first;
    while (*end)
        end = &(*end)->next;
    head->next = NULL;
    *end = head;
}

struct task *queue_find(const struct queue *queue, uint64_t client)
{
    struct task *head = queue->first;
    while (head && head->client != client)
        head = head->next;
    return head;
}

void queue_append(struct queue *queue, struct task *task, uint64_t now)
{
    struct task *head = queue_find(queue, task->client);
    task->since = now;
    task->behind = NULL;
    queue->waiting++;
    if (head) {
        head->tail = head->tail->behind = task;
        head->count++;
        return;
    }
    task->tail = task;
    task->count = 1;
    queue->clients++;
    put_last(queue, task);
}

/* Takes out the first task of a client. Returns the one behind it, which is his first now, or NULL. */
static struct task *behead(struct queue *queue, struct task **link)
{
    struct task *head = *link, *behind = head->behind;
    queue->waiting--;
    *link = head->next;
    if (!behind) {
        queue->clients--;
        return NULL;
    }
    behind->tail = head->tail;
    behind->count = head->count - 1;
    return behind;
}

void queue_take_behind(struct queue *queue, struct task *head, struct task *before)
{
    struct task *task = before->behind;
    before->behind = task->behind;
    if (head->tail == task)
        head->tail = before;
    head->count--;
    queue->waiting--;
}

void queue_take_first(struct queue *queue, struct task **link)
{
    struct task *behind = behead(queue, link);
    if (!behind)
        return;
    behind->next = *link;
    *link = behind;
}

void queue_take_turn(struct queue *queue, struct task **link)
{
    struct task *behind = behead(queue, link);
    if (behind)
        put_last(queue, behind);
}
