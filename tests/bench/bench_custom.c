/* Users' games, in CPU time of whole questions: states and moves a second, a table of a million values, rules of a kilobyte; and
 * the same search written by hand in C, a table of keys by hash and the least value that no option has. */
#include "core/limits.h"
#include "core/memory/store.h"
#include "tests/bench/clock.h"
#include "tests/bench/goal.h"

#include "api/api.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 };

static struct api api;

static double best_of(const char *target, const char *accept, const char *body)
{
    int64_t best = INT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena;
        arena_init(&arena, NULL, 0, (size_t)1 << 26);
        struct budget budget = {.left = UINT64_MAX, .arena = &arena, .look = go_on};
        char *text = arena_copy(&arena, body, strlen(body));
        struct request request = {.method = "POST",
                                  .target = target,
                                  .content_type = "application/json",
                                  .accept = accept,
                                  .body = text,
                                  .body_size = strlen(body)};
        struct reply reply = {0};
        int64_t start = cpu_ns();
        api_handle(&api, &request, &arena, &budget, &reply);
        int64_t took = cpu_ns() - start;
        if (reply.status != 200) {
            fprintf(stderr, "%.*s\n", (int)reply.body_size, reply.body);
            abort();
        }
        best = took < best ? took : best;
        arena_reset(&arena);
    }
    return (double)best / 1e9;
}

/* ---- by hand ---- */

enum { SLOTS = 1 << 22 };

static struct {
    uint64_t key[SLOTS]; /* plus 1 */
    uint32_t value[SLOTS];
} hand;

static size_t slot_of(uint64_t key)
{
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 42);
    while (hand.key[at] && hand.key[at] != key + 1)
        at = (at + 1) % SLOTS;
    return at;
}

static void set_mex(uint64_t key, uint64_t seen)
{
    size_t at = slot_of(key);
    hand.key[at] = key + 1;
    hand.value[at] = (uint32_t)__builtin_ctzll(~seen);
}

static uint64_t bit_of(uint64_t key)
{
    return UINT64_C(1) << hand.value[slot_of(key)];
}

enum { LINE = 2000000, SIDE = 1401, FAR = 3 };

static void line_by_hand(void)
{
    for (uint64_t n = 0; n < LINE; n++) {
        uint64_t seen = 0;
        for (size_t i = 0; i < 3; i++) {
            static const uint64_t takes[] = {1, 3, 4};
            if (takes[i] <= n)
                seen |= bit_of(n - takes[i]);
        }
        set_mex(n, seen);
    }
}

static void plane_by_hand(void)
{
    for (uint64_t a = 0; a < SIDE; a++)
        for (uint64_t b = 0; b < SIDE; b++) {
            uint64_t seen = 0;
            for (uint64_t k = 1; k <= FAR; k++) {
                seen |= k <= a && k <= b ? bit_of((a - k) << 32 | (b - k)) : 0;
                seen |= k <= a ? bit_of((a - k) << 32 | b) : 0;
                seen |= k <= b ? bit_of(a << 32 | (b - k)) : 0;
            }
            set_mex(a << 32 | b, seen);
        }
}

static double time_by_hand(void (*search)(void))
{
    memset(&hand, 1, sizeof hand); /* all pages are there */
    memset(&hand, 0, sizeof hand);
    int64_t start = cpu_ns();
    search();
    return (double)(cpu_ns() - start) / 1e9;
}

/* ---- the figures ---- */

static void measure(const char *name, const char *body, double states, double moves, double states_goal, double moves_goal,
                    void (*search)(void))
{
    double seconds = best_of("/custom", NULL, body);
    char text[100];
    if (states_goal > 0)
        goal_tell(name, ">=", states_goal, states / seconds / 1e6, "10^6 states/s");
    goal_tell(name, ">=", moves_goal, moves / seconds / 1e6, "10^6 moves/s");
    if (search) {
        snprintf(text, sizeof text, "%s, beside C by hand", name);
        goal_tell(text, ">=", 0.3, time_by_hand(search) / seconds, "x");
    }
}

static const char line[] =
    "{\"rules\":{\"vars\":\"n: 0..2000000\",\"moves\":[{\"name\":\"take\",\"choose\":\"k in [1, 3, 4]\",\"when\":\"k <= n\","
    "\"do\":\"n -= k\"}]},\"state\":{\"n\":1999999},\"moves\":\"none\"}";
static const char plane[] = "{\"rules\":{\"vars\":\"a: 0..1400, b: 0..1400\",\"moves\":[{\"name\":\"both\",\"choose\":\"k in "
                            "1..min(3, min(a, b))\",\"do\":\"a "
                            "-= k, b -= k\"},{\"name\":\"left\",\"choose\":\"k in 1..min(a, 3)\",\"do\":\"a -= "
                            "k\"},{\"name\":\"right\",\"choose\":\"k in "
                            "1..min(b, 3)\",\"do\":\"b -= k\"}]},\"state\":{\"a\":1400,\"b\":1400},\"moves\":\"none\"}";
static const char lists[] =
    "{\"rules\":{\"vars\":\"h[5]: 0..40\",\"after\":\"h = sort(h)\",\"moves\":[{\"name\":\"take\",\"choose\":\"i in 0..4, k in "
    "1..min(2, h[i])\",\"do\":\"h[i] -= k\"}]},\"state\":{\"h\":[35,36,37,38,40]},\"moves\":\"none\"}";
static const char table[] =
    "{\"rules\":{\"vars\":\"n: 0..1000000\",\"moves\":[{\"name\":\"take\",\"choose\":\"k in [1, 3, 4]\",\"when\":\"k <= n\","
    "\"do\":\"n -= k\"}]},\"state\":{\"n\":0},\"vary\":[{\"pointer\":\"/state/n\",\"to\":999999}]}";

/* Of one state and no move, so that little but reading and compiling is left. */
static double compile_us(void)
{
    enum { MOVES = 12, TIMES = 200 };
    char rules[4096];
    size_t n = (size_t)snprintf(rules, sizeof rules, "{\"rules\":{\"vars\":\"n: 0..9, m: 0..9, h[4]: 0..9\",\"moves\":[");
    for (int i = 0; i < MOVES; i++)
        n += (size_t)snprintf(
            rules + n, sizeof rules - n,
            "%s{\"name\":\"m%d\",\"choose\":\"k in 1..min(n, 3), i in [0, 2]\",\"when\":\"n > 10 && sum(j in h: j) "
            "%% 2 == 0\",\"do\":\"n -= k, h[i] = m\"}",
            i ? "," : "", i);
    snprintf(rules + n, sizeof rules - n, "]},\"state\":{\"n\":0,\"m\":0,\"h\":[0,0,0,0]},\"moves\":\"none\"}");
    double best = 1;
    for (int i = 0; i < TIMES; i++) {
        double took = best_of("/custom", NULL, rules);
        best = took < best ? took : best;
    }
    return best * 1e6;
}

int main(void)
{
    if (!api_setup())
        return EXIT_FAILURE;
    api = (struct api){.store = store_private_new((size_t)1 << 20), .cors = "*", .body_max = 1 << 20};
    measure("one heap, take 1, 3, 4", line, 2e6, 6e6, 3, 10, line_by_hand);
    measure("two heaps, up to 3 of one or both", plane, 1962801, 17616972, 0, 15, plane_by_hand);
    measure("five sorted heaps", lists, 1183833, 11800000, 0, 6, NULL);
    goal_tell("a table of 10^6 values", "<=", 1, best_of("/custom/table", "text/csv", table), "s");
    goal_tell("a kilobyte of rules, question and all", "<=", 50, compile_us(), "us");
    return EXIT_SUCCESS;
}
