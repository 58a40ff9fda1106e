#include "server/http/stream/turns.h"
#include "server/http/loop.h"
#include "server/http/stream/slice.h"

static void put(struct exchange **where, struct exchange *exchange)
{
    if (exchange->dialog->listed)
        return;
    exchange->dialog->listed = true;
    exchange->next = *where;
    *where = exchange;
}

static void take_out(struct exchange **from, const struct exchange *exchange)
{
    while (*from && *from != exchange)
        from = &(*from)->next;
    if (*from)
        *from = exchange->next;
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
    if (!exchange->dialog->listed)
        return;
    take_out(&exchange->loop->ready, exchange);
    take_out(&exchange->loop->postponed, exchange);
    exchange->dialog->listed = false;
}

void turns_resume(struct loop *loop)
{
    while (loop->postponed) {
        struct exchange *exchange = loop->postponed;
        loop->postponed = exchange->next;
        exchange->dialog->listed = false;
        put(&loop->ready, exchange);
    }
}
