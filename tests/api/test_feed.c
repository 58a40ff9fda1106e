/* Lines that arrive in pieces of any size: each is answered once, in order, whatever stands around it. */
#include "api/tools/batch/feed.h"
#include "core/limits.h"
#include "tests/support/api/client.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 400, MAX_SMALL = 120, ROUNDS = 300 };

static struct client client;
static struct arena scratch, arena;

static enum status go_on(void *what)
{
    (void)what;
    return STATUS_ok;
}

static struct budget budget = {.left = BUDGET_STEPS, .arena = &scratch, .look = go_on};

static void set_up(void)
{
    client_init(&client);
    arena_init(&scratch, NULL, 0, ARENA_BYTES);
    arena_init(&arena, NULL, 0, ARENA_BYTES);
}

static void tear_down(void)
{
    arena_reset(&arena);
    arena_reset(&scratch);
    client_free(&client);
}

static unsigned lot(unsigned below)
{
    static unsigned seed = 1;
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % below;
}

/* What is fed, and the answers that must come back. */
struct fed {
    struct out asked, wanted;
};

static void add_line(struct fed *text, int number, size_t line_max, bool last)
{
    char line[80];
    size_t before = text->asked.n;
    unsigned kind = lot(8);
    if (kind == 0)
        snprintf(line, sizeof line, "%s", lot(2) ? " \t\r" : "");
    else
        snprintf(line, sizeof line, "{\"id\":%d,\"game\":\"nim\",\"heaps\":[%u]%s", number, lot(1000), kind == 1 ? "" : "}");
    out_raw(&text->asked, line);
    while (kind == 2 && text->asked.n - before <= line_max + lot(3) * line_max)
        out_raw(&text->asked, " ");
    if (kind == 2 || text->asked.n - before > line_max)
        out_raw(&text->wanted, arena_printf(&arena, "too_large_body %d;", number));
    else if (kind == 1)
        out_raw(&text->wanted, arena_printf(&arena, "invalid_json %d;", number));
    else if (kind)
        out_raw(&text->wanted, arena_printf(&arena, "ok %d;", number));
    if (!last || lot(2))
        out_raw(&text->asked, "\n");
}

static struct fed make_text(size_t line_max)
{
    struct fed text;
    out_init(&text.asked, &arena, 65536);
    out_init(&text.wanted, &arena, 65536);
    int count = 1 + (int)lot(LINES);
    for (int number = 1; number <= count; number++)
        add_line(&text, number, line_max, number == count);
    return text;
}

/* The answers as make_text() tells them. */
static void tell(struct out *told, const char *line, size_t size)
{
    char *copy = arena_copy(&arena, line, size), *code = strstr(copy, "\"code\":\""), *number = strstr(copy, "\"line\":");
    char *id = strstr(copy, "{\"id\":");
    if (code)
        out_raw(told, arena_printf(&arena, "%.*s %d;", (int)strcspn(code + 8, "\""), code + 8, number ? atoi(number + 7) : 0));
    else
        out_raw(told, arena_printf(&arena, "ok %d;", id ? atoi(id + 6) : 0));
}

static const char *told(const struct out *out)
{
    struct out list;
    out_init(&list, &arena, 65536);
    for (const char *at = out->v, *end; at < out->v + out->n; at = end + 1) {
        end = memchr(at, '\n', out->n - (size_t)(at - out->v));
        ck_assert_ptr_nonnull(end);
        tell(&list, at, (size_t)(end - at));
    }
    return arena_copy(&arena, list.v, list.n);
}

static void feed_pieces(struct feed *feed, const struct out *asked, unsigned piece_max, struct out *out)
{
    for (size_t at = 0; at < asked->n;) {
        size_t piece = 1 + lot(piece_max), taken = piece < asked->n - at ? piece : asked->n - at;
        if (!feed_take(feed, asked->v + at, &taken) || (!taken && !feed_waiting(feed)))
            ck_abort_msg("nothing is taken at byte %zu", at);
        at += taken;
        while (feed_waiting(feed) && lot(8))
            feed_next(feed, out);
    }
    feed->ended = true;
    while (feed_waiting(feed))
        feed_next(feed, out);
}

START_TEST(pieces_of_any_size)
{
    static const unsigned pieces[] = {1, 10, 100, 1000, 100000};
    for (int round = 0; round < ROUNDS; round++) {
        struct api api = client.api;
        api.body_max = round % 3 ? MAX_SMALL : 100000;
        struct fed text = make_text(api.body_max);
        struct feed *feed = feed_new(&arena, &api, NULL);
        struct out out;
        out_init(&out, &arena, 65536);
        feed_equip(feed, &scratch, &budget);
        feed_pieces(feed, &text.asked, pieces[round % 5], &out);
        ck_assert_str_eq(told(&out), arena_copy(&arena, text.wanted.v, text.wanted.n));
        ck_assert(!feed_waiting(feed));
        ck_assert_uint_le(feed->room, api.body_max + 65536);
        feed_rest(feed);
        ck_assert_uint_eq(feed->room, 0);
        arena_reset(&arena);
    }
}
END_TEST

START_TEST(within_a_line)
{
    struct feed *feed = feed_new(&arena, &client.api, NULL);
    struct out out;
    size_t size = 1;
    out_init(&out, &arena, 4096);
    feed_equip(feed, &scratch, &budget);
    ck_assert(!feed_within(feed) && !feed_waiting(feed));
    ck_assert(feed_take(feed, "{", &size) && feed_within(feed) && !feed_waiting(feed));
    feed_rest(feed); /* keeps what has begun */
    size = 2;
    ck_assert(feed_take(feed, "}\n", &size) && !feed_within(feed) && feed_waiting(feed));
    feed_next(feed, &out);
    ck_assert(!feed_waiting(feed) && feed->answers == 1 && feed->number == 1);
}
END_TEST

/* What is dear waits where it stood, even half mended by the reader, with whatever is behind it; then it is answered as ever. */
START_TEST(a_dear_line_waits)
{
    enum { PILES = 600 }; /* cubic time: beyond QUICK_STEPS */
    struct out asked, out, again;
    struct feed *feed = feed_new(&arena, &client.api, NULL);
    out_init(&asked, &arena, 4096);
    out_raw(&asked, "{\"game\":\"nim\",\"heaps\":[1]}\n\n{\"moves\":\"none\",\"game\":\"stone-window\",\"piles\":[0.1e1");
    for (int i = 1; i < PILES; i++)
        out_raw(&asked, ",3.0");
    out_raw(&asked, "]}\n{\"game\":\"nim\",\"heaps\":[2]}");
    out_init(&out, &arena, 4096);
    out_init(&again, &arena, 4096);
    feed_equip(feed, &scratch, &budget);
    size_t taken = asked.n;
    ck_assert(feed_take(feed, asked.v, &taken) && taken == asked.n);
    feed->ended = feed->batch.quick = true;
    for (int i = 0; i < 2; i++)
        feed_next(feed, &out);
    ck_assert_uint_eq(feed->answers, 1);
    for (int i = 0; i < 3; i++) {
        size_t before = out.n;
        feed_next(feed, &out);
        ck_assert(feed->batch.dear && out.n == before && feed->answers == 1 && feed->number == 2 && feed_waiting(feed));
    }
    feed->batch.quick = false;
    while (feed_waiting(feed))
        feed_next(feed, &out);
    ck_assert(!feed->batch.dear && feed->answers == 3 && feed->number == 4);
    struct feed *whole = feed_new(&arena, &client.api, NULL);
    feed_answer_all(whole, asked.v, asked.n, &budget, &again);
    ck_assert_str_eq(arena_copy(&arena, out.v, out.n), arena_copy(&arena, again.v, again.n));
}
END_TEST

/* Whatever the memory of a question ends with, the answer is one line: who runs out while he says so escapes to nobody. */
START_TEST(any_little_memory)
{
    static const char asked[] = "{bad\n{\"game\":\"nim\",\"x\":[1,2,3],\"y\":1}\n[1]\n{\"id\":\"one\",\"game\":1}\n";
    static _Alignas(16) char first[8192];
    struct arena little;
    struct api api = client.api;
    struct out out;
    for (size_t room = 0; room <= sizeof first; room += 16)
        for (api.body_max = 10; api.body_max <= 1000; api.body_max *= 100) {
            struct feed *feed = feed_new(&arena, &api, NULL);
            struct out fed = {.v = (char *)(uintptr_t)asked, .n = sizeof asked - 1};
            struct budget own = {.left = BUDGET_STEPS, .arena = &little, .look = go_on};
            arena_init(&little, first, room, 0);
            out_init(&out, &arena, 65536);
            feed_equip(feed, &little, &own);
            feed_pieces(feed, &fed, 1000, &out);
            ck_assert_uint_eq(feed->answers, 4);
            size_t ends = 0;
            for (size_t i = 0; i < out.n; i++)
                ends += out.v[i] == '\n';
            ck_assert_uint_eq(ends, 4);
            arena_reset(&little);
            arena_reset(&arena);
        }
}
END_TEST

/* There is room for a problem behind the answers, but not for this one: the line is told by its number all the same. */
START_TEST(an_answer_without_room_names_its_line)
{
    static const char asked[] = "\n{\"id\":7,\"game\":\"nim\",\"heaps\":[1000],\"moves\":\"all\",\"limit\":1000}\n";
    static _Alignas(16) char first[16384];
    struct arena tight;
    struct out out, fed = {.v = (char *)(uintptr_t)asked, .n = sizeof asked - 1};
    struct feed *feed = feed_new(&arena, &client.api, NULL);
    arena_init(&tight, first, sizeof first, 0);
    out_init(&out, &tight, 64);
    feed_equip(feed, &scratch, &budget);
    feed_pieces(feed, &fed, 1000, &out);
    ck_assert_str_eq(arena_copy(&arena, out.v, out.n),
                     "{\"id\":7,\"line\":2,\"type\":\"/problems/too_large\","
                     "\"title\":\"The position is too large for an exact answer\",\"status\":422,\"code\":\"too_large\"}\n");
}
END_TEST

SUITE_WITH(set_up, tear_down, an_answer_without_room_names_its_line, pieces_of_any_size, within_a_line, a_dear_line_waits,
           any_little_memory)
