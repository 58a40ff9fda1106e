#define _GNU_SOURCE /* POLLRDHUP */
#include "server/http/exchange.h"
#include "api/headers/media.h"
#include "core/limits.h"
#include "server/http/loop.h"
#include "server/http/stream/dialog.h"
#include "server/log.h"

#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_AT_ONCE = 65536 }; /* taken on the word of Content-Length; what is longer must arrive first */

#define PEEK_EVERY (2 * MILLISECOND)
#define RIGHT_BEHIND (20 * MILLISECOND)
#define LONG SECOND

/* Eight hexadecimal digits at once: each half byte gets a byte of its own, and those beyond 9 are raised to the letters. */
static void write_hex(char *to, uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    word &= UINT32_MAX;
    word = (word | word << 16) & UINT64_C(0x0000ffff0000ffff);
    word = (word | word << 8) & UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint64_t letters = (word + ones * 6) >> 4 & ones;
    word += ones * '0' + letters * ('a' - '0' - 10);
    memcpy(to, &word, sizeof word);
}

static void make_id(struct exchanges *exchanges, char id[20])
{
    uint64_t mixed = exchanges->seed += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    mixed ^= mixed >> 31;
    write_hex(id, mixed);
    write_hex(id + 8, mixed >> 32);
    id[16] = '\0';
}

struct exchange *exchange_new(struct loop *loop, const char *target)
{
    struct exchanges *exchanges = &loop->exchanges;
    struct exchange *exchange = exchanges->free;
    if (exchange) {
        exchanges->free = exchange->next;
        exchanges->count--;
    } else if (!(exchange = aligned_alloc(64, (sizeof *exchange + 63) / 64 * 64))) {
        return NULL;
    }
    memset(exchange, 0, offsetof(struct exchange, first));
    arena_init(&exchange->arena, exchange->first, sizeof exchange->first, loop->service->arena_cap);
    exchange->arena.ledger = &loop->service->ledger;
    exchange->loop = loop;
    exchange->service = loop->service;
    exchange->began = loop->now;
    make_id(exchanges, exchange->own_id);
    exchange->id = exchange->own_id;
    exchange->target_size = strlen(target);
    _Static_assert((size_t)CONNECTION_BYTES < sizeof exchange->first, "the copy fits where no landing place is needed yet");
    assert(exchange->target_size < CONNECTION_BYTES);
    exchange->request.target = arena_copy(&exchange->arena, target, exchange->target_size);
    exchange->opened = arena_mark(&exchange->arena);
    return exchange;
}

void exchange_free(struct exchanges *exchanges, struct exchange *exchange)
{
    arena_reset(&exchange->arena);
    arena_reset(&exchange->kept);
    if (exchanges->count >= EXCHANGE_FREE_MAX) {
        free(exchange);
        return;
    }
    exchange->next = exchanges->free;
    exchanges->free = exchange;
    exchanges->count++;
}

void exchanges_free(struct exchanges *exchanges)
{
    while (exchanges->free) {
        struct exchange *exchange = exchanges->free;
        exchanges->free = exchange->next;
        free(exchange);
    }
}

static const char *list_of(struct exchange *exchange, const struct guard_seen *seen, enum guard_header header)
{
    const struct guard_found *found = &exchange->headers;
    return found->parted[header] ? guard_joined(&exchange->arena, seen, header) : found->header[header];
}

void exchange_headers(struct exchange *exchange, const struct guard_seen *seen, const struct guard_found *found)
{
    exchange->headers = *found;
    exchange->request.method = seen->method;
    exchange->request.content_type = found->header[GUARD_content_type];
    exchange->request.media = media_of(exchange->request.content_type);
    exchange->request.accept = list_of(exchange, seen, GUARD_accept);
    exchange->request.accept_encoding = list_of(exchange, seen, GUARD_accept_encoding);
    exchange->request.accept_language = list_of(exchange, seen, GUARD_accept_language);
    exchange->request.if_none_match = list_of(exchange, seen, GUARD_if_none_match);
    exchange->request.origin = found->header[GUARD_origin];
    exchange->request.preflight_method = found->header[GUARD_preflight_method];
    exchange->request.preflight_headers = list_of(exchange, seen, GUARD_preflight_headers);
    if (found->header[GUARD_request_id] && guard_sane_id(found->header[GUARD_request_id]))
        exchange->id = found->header[GUARD_request_id];
    if (found->header[GUARD_traceparent] && guard_sane_trace(found->header[GUARD_traceparent]))
        exchange->trace = found->header[GUARD_traceparent];
}

static void grow_body(void *what)
{
    struct exchange *exchange = what;
    char *body = arena_raw(&exchange->arena, exchange->body_room + 1); /* a byte more: the scanner ends it with NUL */
    if (exchange->request.body_size)
        memcpy(body, exchange->request.body, exchange->request.body_size);
    exchange->request.body = body;
}

/* What Content-Length promised if that is little, else what is there must grow into it; twice what is needed when nothing was
 * promised (chunked). Never more than the limit. */
static size_t room_for(const struct exchange *exchange, size_t needed)
{
    size_t promised = exchange->headers.length, room = promised;
    if (promised > BODY_AT_ONCE && needed <= BODY_AT_ONCE)
        room = BODY_AT_ONCE;
    if (room < needed)
        room = needed * 2;
    return room < exchange->service->api.body_max ? room : exchange->service->api.body_max;
}

enum status exchange_body(struct exchange *exchange, const char *bytes, size_t size)
{
    struct request *request = &exchange->request;
    if (size > exchange->service->api.body_max - request->body_size)
        return STATUS_too_large_body;
    if (!size)
        return STATUS_ok;
    if (!request->body || request->body_size + size > exchange->body_room) {
        struct escape landed;
        exchange->body_room = room_for(exchange, request->body_size + size);
        if (arena_try(&exchange->arena, &landed, grow_body, exchange))
            return landed.status == STATUS_overloaded ? STATUS_overloaded : STATUS_too_large_body;
    }
    memcpy(request->body + request->body_size, bytes, size);
    request->body_size += size;
    return STATUS_ok;
}

static short client_events(const struct exchange *exchange)
{
    struct pollfd client = {.fd = exchange->conn->fd, .events = POLLRDHUP};
    return poll(&client, 1, 0) > 0 ? client.revents : 0;
}

/* Who closed the connection and who only ended its own side of it look alike until something is sent: an interim response, which
 * everybody must be able to take (RFC 9110 section 15.2), and which comes back as a reset where nobody is left. Who ends its side
 * right behind the request most likely waits for the answer, so that is asked only when it takes long. */
static bool client_left(struct exchange *exchange, uint64_t now)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (exchange->dialog)
        return dialog_is_over(exchange);
    short events = client_events(exchange);
    if (events & (POLLERR | POLLHUP | POLLNVAL))
        return true;
    exchange->ended |= events && now < exchange->handed_on + RIGHT_BEHIND;
    if (!events || !exchange->interim || (exchange->ended && now < exchange->handed_on + LONG))
        return false;
    exchange->interim = false;
    return send(exchange->conn->fd, interim, sizeof interim - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0;
}

/* Asked by the budget: the deadline always, the client and the end of the service only when a worker solves. */
static enum status look(void *what)
{
    struct exchange *exchange = what;
    uint64_t now = clock_now();
    if (now >= exchange->deadline)
        return STATUS_deadline_exceeded;
    if (!exchange->off_loop || now < exchange->next_peek)
        return STATUS_ok;
    exchange->next_peek = now + PEEK_EVERY;
    exchange->left = client_left(exchange, now);
    if (exchange->left || service_phase(exchange->service) == PHASE_STOPPING)
        return STATUS_shutting_down;
    return STATUS_ok;
}

/* Each question of a batch has the time of one request, all together that of BATCH_DEADLINES. */
static void restart(void *what)
{
    struct exchange *exchange = what;
    uint64_t one = exchange->service->config->deadline, until = clock_now() + one;
    if (until < exchange->batch_until)
        exchange->deadline = until;
    else
        exchange->deadline = exchange->batch_until;
}

void exchange_clock(struct exchange *exchange, struct arena *arena)
{
    exchange->budget = (struct budget){
        .left = BUDGET_STEPS, .arena = arena, .look = look, .restart = restart, .what = exchange, .patient = exchange->off_loop};
}

/* True: it wants another turn. */
static bool solve(struct exchange *exchange)
{
    uint64_t from = clock_now(), asked = exchange->off_loop ? exchange->handed_on : from;
    exchange->deadline = asked + exchange->service->config->deadline;
    exchange->batch_until = asked + BATCH_DEADLINES * exchange->service->config->deadline;
    exchange_clock(exchange, &exchange->arena);
    uint64_t cost = 0;
    enum api_next next = api_solve(exchange->call, &exchange->budget, &exchange->reply, &cost);
    exchange->task.quick = cost <= QUICK_STEPS;
    exchange->solved_at = clock_now();
    exchange->solved_ns += exchange->solved_at - from;
    return next == API_SOLVE;
}

static void keep_reply(void *what)
{
    struct exchange *exchange = what;
    api_keep(&exchange->reply, &exchange->kept);
}

/* A client may take long to take its answer: what it was made from does not wait with it. */
static void settle(struct exchange *exchange)
{
    enum { WORTH = 1 << 18 };
    struct escape landed;
    if (exchange->reply.stream || exchange->arena.used < exchange->reply.body_size + WORTH)
        return;
    arena_init_beside(&exchange->kept, &exchange->arena, NULL, 0, SIZE_MAX);
    if (arena_try(&exchange->kept, &landed, keep_reply, exchange) == STATUS_ok)
        arena_rewind(&exchange->arena, exchange->opened);
}

/* Decodes what was too long for the loop. True: there is something to solve. */
static bool prepare(struct exchange *exchange)
{
    uint64_t cost = 0;
    exchange->undecoded = false;
    bool more = api_prepare(&exchange->service->api, &exchange->request, &exchange->arena, &exchange->reply, &exchange->call,
                            &cost) == API_SOLVE;
    exchange->task.quick = cost <= QUICK_STEPS;
    return more;
}

static bool run_task(struct task *task)
{
    struct exchange *exchange = exchange_of(task);
    if (exchange->undecoded) {
        if (prepare(exchange)) {
            task->begun = false;
            return true; /* its turn as what it is */
        }
    } else if (solve(exchange)) {
        return true;
    }
    settle(exchange);
    exchange->state = EXCHANGE_SOLVED;
    loop_post(exchange->loop, exchange);
    return false;
}

static void refuse_task(struct task *task)
{
    struct exchange *exchange = exchange_of(task);
    exchange->state = EXCHANGE_SHED;
    loop_post(exchange->loop, exchange);
}

static enum exchange_next hand_on(struct exchange *exchange)
{
    exchange->off_loop = true;
    exchange->handed_on = exchange->loop->now;
    exchange->ended = client_events(exchange) & POLLRDHUP;
    return EXCHANGE_IS_WORK;
}

/* True: it has to wait for a turn that has time for so many steps. Few are not worth it: sending takes as many. */
static bool is_due(struct exchange *exchange, uint64_t steps, bool may_wait)
{
    enum { FEW_STEPS = CHEAP_STEPS / 20 };
    exchange->cost = steps;
    if (may_wait && steps > FEW_STEPS)
        return !loop_allows(exchange->loop, exchange);
    exchange->loop->spent += steps;
    return false;
}

enum exchange_next exchange_start(struct exchange *exchange)
{
    enum { STEPS_A_BYTE = 10 };
    uint64_t cost = 0;
    exchange->task = (struct task){.run = run_task, .refuse = refuse_task, .client = exchange->task.client, .quick = true};
    exchange->undecoded = exchange->request.body_size > EXCHANGE_ON_LOOP;
    if (exchange->undecoded)
        return hand_on(exchange);
    if (exchange->state != EXCHANGE_DUE && is_due(exchange, exchange->request.body_size * STEPS_A_BYTE, true))
        return EXCHANGE_IS_DUE;
    enum api_next next =
        api_prepare(&exchange->service->api, &exchange->request, &exchange->arena, &exchange->reply, &exchange->call, &cost);
    if (next == API_DONE)
        return EXCHANGE_IS_DONE;
    exchange->task.quick = cost <= QUICK_STEPS;
    if (cost > CHEAP_STEPS)
        return hand_on(exchange);
    bool held = exchange->arena.defers; /* the table that makes it cheap, which may be gone later */
    exchange->decoded = is_due(exchange, cost, !held);
    if (exchange->decoded)
        return EXCHANGE_IS_DUE;
    solve(exchange);
    return EXCHANGE_IS_DONE;
}

enum exchange_next exchange_go_on(struct exchange *exchange)
{
    if (exchange->decoded)
        solve(exchange);
    return exchange->decoded ? EXCHANGE_IS_DONE : exchange_start(exchange);
}

void exchange_problem(struct exchange *exchange, enum status status, const char *detail)
{
    api_problem(&exchange->service->api, &exchange->request, &exchange->arena, &exchange->reply, status, detail);
}

/* "solve;dur=" and milliseconds with three decimals. */
static void print_timing(char *text, uint64_t us)
{
    static const char name[] = "solve;dur=";
    char digits[24];
    size_t n = 0;
    for (; us || n < 4; us /= 10, n++) {
        if (n == 3)
            digits[n++] = '.';
        digits[n] = (char)('0' + us % 10);
    }
    memcpy(text, name, sizeof name - 1);
    text += sizeof name - 1;
    while (n)
        *text++ = digits[--n];
    *text = '\0';
}

void exchange_finish(struct exchange *exchange, bool last)
{
    exchange->last = last;
    if (exchange->reply.solved)
        print_timing(exchange->timing, exchange->solved_ns / 1000);
}

/* As everybody writes it: an IPv4 address is kept mapped. */
static const char *client_text(const struct exchange *exchange, char text[INET6_ADDRSTRLEN])
{
    const unsigned char *bytes = exchange->client.s6_addr;
    if (IN6_IS_ADDR_UNSPECIFIED(&exchange->client))
        return "unix";
    if (IN6_IS_ADDR_V4MAPPED(&exchange->client))
        return inet_ntop(AF_INET, bytes + 12, text, INET6_ADDRSTRLEN);
    return inet_ntop(AF_INET6, bytes, text, INET6_ADDRSTRLEN);
}

void exchange_answered(struct exchange *exchange)
{
    struct loop *loop = exchange->loop;
    const struct reply *reply = &exchange->reply;
    size_t memory = exchange->arena.peak + (exchange->dialog ? dialog_memory(exchange) : 0);
    bool fresh = exchange->solved_at && !exchange->off_loop;
    uint64_t took = (fresh ? exchange->solved_at : clock_now()) - exchange->began;
    exchange->state = EXCHANGE_ANSWERED;
    metrics_request(loop->metrics, &(struct metrics_answer){.endpoint = reply->endpoint ? reply->endpoint : "",
                                                            .status = reply->status,
                                                            .solved = reply->solved,
                                                            .took = took,
                                                            .solving = exchange->solved_ns});
    if (reply->problem == STATUS_overloaded && !exchange->shed)
        metrics_event(loop->metrics, EVENT_MEMORY);
    metrics_memory(loop->metrics, memory);
    enum log_level level = reply->status >= 500 && reply->problem == STATUS_internal ? LOG_ERROR
                           : reply->status >= 500 || took >= SECOND                  ? LOG_INFO
                                                                                     : LOG_DEBUG;
    char client[INET6_ADDRSTRLEN];
    log_event(level, "request", LOG_TEXT("id", exchange->id), LOG_TEXT(exchange->trace ? "traceparent" : NULL, exchange->trace),
              LOG_TEXT("client", client_text(exchange, client)),
              LOG_TEXT("method", exchange->request.method ? exchange->request.method : ""),
              LOG_TEXT("target", exchange->request.target), LOG_NUMBER("status", reply->status), LOG_NUMBER("us", took / 1000),
              LOG_NUMBER("body", exchange->request.body_size), LOG_NUMBER("sent", reply->body_size),
              LOG_NUMBER("lines", exchange->dialog ? dialog_lines(exchange) : 0), LOG_NUMBER("memory", memory));
}
