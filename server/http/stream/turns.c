#include "server/http/stream/turns.h"
#include "server/http/loop.h"
#include "server/http/stream/slice.h"

static void set(struct exchange **link, struct exchange *exchange)
{
    *link = exchange;
    if (exchange)
        exchange->dialog->link = link;
}

static void put(struct exchange **where, struct exchange *exchange)
{
    if (exchange->dialog->link)
        return;
    set(&exchange->next, *where);
    set(where, exchange);
}

void turns_ready(struct exchange *exchange)
{
    put(&exchange->loop->ready, exchange);
}

void turns_postpone(struct exchange *exchange)
{
    put(&exchange->loop->postponed, exchange);
}

void turns_leave(struct exchange *exchange)
{
    if (!exchange->dialog->link)
        return;
    set(exchange->dialog->link, exchange->next);
    exchange->dialog->link = NULL;
}

void turns_resume(struct loop *loop)
{
    while (loop->postponed) {
        struct exchange *exchange = loop->postponed;
        turns_leave(exchange);
        put(&loop->ready, exchange);
    }
}
