/* CPU time of whole questions without a socket: body in, answer out. The fastest of many rounds, because noise only ever adds.
 *
 * fibonacci-nim at 4090 bits is an answer of a megabyte, read from a table of 3 MB: a quarter of its time is copying these
 * digits, a seventh the subtractions. Finding the next term by the length of the rest, and not by looking at each, halves the
 * terms looked at, and takes longer: each load then waits for the one before. */
#include "api/api.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "tests/bench/clock.h"
#include "tests/bench/goal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND_NS = 20 * 1000 * 1000, ROUNDS = 15, BIG_DIGITS = 1231, MANY_HEAPS = 100000 };

static const size_t tables_max = (size_t)64 << 20;

struct question {
    const char *name, *target;
    const char *body;
    int64_t goal_ns; /* 0: none */
};

static void ask(const struct api *api, const struct question *question, void *memory, size_t size)
{
    struct arena arena;
    arena_init(&arena, memory, size, ARENA_BYTES);
    size_t length = strlen(question->body);
    struct request request = {
        .method = "POST",
        .target = question->target,
        .content_type = "application/json",
        .body = arena_copy(&arena, question->body, length),
        .body_size = length,
    };
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = go_on};
    struct reply reply = {0};
    api_handle(api, &request, &arena, &budget, &reply);
    if (reply.status != 200) {
        printf("%s: status %d: %.*s\n", question->name, reply.status, (int)reply.body_size, reply.body);
        exit(EXIT_FAILURE);
    }
    arena_reset(&arena);
}

/* Nanoseconds of CPU of one question. */
static int64_t measure(const struct api *api, const struct question *question)
{
    static char memory[1 << 16];
    int64_t least = INT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = cpu_ns(), spent, count = 0;
        do {
            ask(api, question, memory, sizeof memory);
            count++;
            spent = cpu_ns() - start;
        } while (spent < ROUND_NS);
        if (spent / count < least)
            least = spent / count;
    }
    return least;
}

/* A decimal number of some 4090 bits, another for every seed. */
static const char *big_number(struct arena *arena, unsigned seed)
{
    char *digits = arena_alloc(arena, BIG_DIGITS + 1);
    for (int i = 0; i < BIG_DIGITS; i++) {
        seed = seed * 1103515245u + 12345u;
        digits[i] = (char)('1' + (seed >> 16) % 9);
    }
    return digits;
}

static const char *many_heaps(struct arena *arena)
{
    enum { HEAP_CHARS = 8 };
    char *list = arena_alloc(arena, (size_t)MANY_HEAPS * HEAP_CHARS), *end = list;
    for (unsigned i = 0; i < MANY_HEAPS; i++)
        end += snprintf(end, HEAP_CHARS, "%s%u", i ? "," : "", i * 2654435761u >> 16);
    return arena_printf(arena, "{\"heaps\":[%s]}", list);
}

int main(void)
{
    if (!api_setup())
        return EXIT_FAILURE;
    const struct api api = {.store = store_private_new(tables_max), .cors = "*", .body_max = 1 << 20};
    struct arena arena;
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    const char *a = big_number(&arena, 1), *b = big_number(&arena, 2);
    const struct question questions[] = {
        {"nim, three heaps", "/nim", "{\"heaps\":[3,4,5]}", 0},
        {"nim, five heaps", "/nim", "{\"heaps\":[31,44,57,62,79]}", 0},
        {"sg, five heaps, takes", "/sg", "{\"rules\":{\"take\":[1,3,4]},\"heaps\":[31,44,57,62,79]}", 0},
        {"sg, five heaps, octal", "/sg", "{\"rules\":{\"octal\":\"0.07\"},\"heaps\":[31,44,57,62,79]}", 0},
        {"nim, 100000 heaps", "/nim", many_heaps(&arena), 10000000},
        {"wythoff, 4090 bits", "/wythoff", arena_printf(&arena, "{\"heaps\":[\"%s\",\"%s\"]}", a, b), 100000},
        {"fibonacci-nim, 4090 bits", "/fibonacci-nim", arena_printf(&arena, "{\"stones\":\"%s\"}", a), 100000},
        {"euclid, 4090 bits", "/euclid", arena_printf(&arena, "{\"pair\":[\"%s\",\"%s\"]}", a, b), 100000},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const struct question *question = &questions[i];
        double us = (double)measure(&api, question) / 1e3;
        if (question->goal_ns)
            goal_tell(question->name, "<=", (double)question->goal_ns / 1e3, us, "us of CPU");
        else
            printf("    %-44s %10.4g us of CPU\n", question->name, us);
    }
    arena_reset(&arena);
    store_private_free((struct store *)api.store);
    return EXIT_SUCCESS;
}
