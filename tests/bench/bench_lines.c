/* Many questions in one body, without a socket: CPU time of a line, beside what cJSON takes to parse the same questions and to
 * print the same answers, and nothing else. The fastest of many rounds, because noise only ever adds.
 *
 *   bench_lines                      10,000 nim questions, and 10,000 claims, made here
 *   bench_lines QUESTIONS ANSWERS    cJSON alone on the lines of two files: prints seconds */
#include "api/api.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "tests/bench/clock.h"
#include "tests/bench/goal.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 10000, ROUNDS = 15, LINE_ROOM = 200 };

static const size_t tables_max = (size_t)64 << 20;

static void *need(void *memory)
{
    if (memory)
        return memory;
    perror("bench_lines");
    exit(EXIT_FAILURE);
}

struct bytes {
    char *v;
    size_t n;
};

static struct bytes copied(const char *v, size_t n)
{
    struct bytes text = {.v = need(malloc(n + 1)), .n = n};
    memcpy(text.v, v, n);
    text.v[n] = '\0';
    return text;
}

static struct bytes file_text(const char *path)
{
    FILE *file = need(fopen(path, "rb"));
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    struct bytes text = {.v = need(malloc((size_t)size + 1)), .n = (size_t)size};
    if (fread(text.v, 1, text.n, file) != text.n)
        need(NULL);
    text.v[text.n] = '\0';
    fclose(file);
    return text;
}

/* The answers to all lines; *ns becomes the CPU time of the fastest round. */
static struct bytes answer(const struct api *api, const struct bytes *questions, int64_t *ns)
{
    struct bytes answers = {NULL, 0};
    *ns = INT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena;
        arena_init(&arena, NULL, 0, 2 * (size_t)ARENA_BYTES);
        struct request request = {.method = "POST",
                                  .target = "/batch",
                                  .content_type = "application/x-ndjson",
                                  .body = arena_copy(&arena, questions->v, questions->n),
                                  .body_size = questions->n};
        struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = go_on};
        struct reply reply = {0};
        int64_t start = cpu_ns();
        api_handle(api, &request, &arena, &budget, &reply);
        int64_t spent = cpu_ns() - start;
        *ns = spent < *ns ? spent : *ns;
        if (!answers.v)
            answers = copied(reply.body, reply.body_size);
        arena_reset(&arena);
    }
    return answers;
}

/* Takes the lines apart; every one must be JSON. */
static cJSON **parse_lines(const struct bytes *text, size_t *count)
{
    cJSON **list = need(malloc((text->n / 2 + 1) * sizeof *list));
    *count = 0;
    for (const char *at = text->v, *end; at < text->v + text->n; at = end + 1) {
        end = memchr(at, '\n', text->n - (size_t)(at - text->v));
        end = end ? end : text->v + text->n;
        list[(*count)++] = need(cJSON_ParseWithLength(at, (size_t)(end - at)));
    }
    return list;
}

static void delete_lines(cJSON **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cJSON_Delete(list[i]);
    free(list);
}

/* cJSON parses the questions, prints the answers, and frees: what no service that is built on it can do without. */
static int64_t cjson_ns(const struct bytes *questions, const struct bytes *answers)
{
    size_t asked, answered;
    int64_t least = INT64_MAX;
    cJSON_InitHooks(NULL); /* malloc, as cJSON is used by itself */
    cJSON **tree = parse_lines(answers, &answered);
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = cpu_ns();
        cJSON **list = parse_lines(questions, &asked);
        delete_lines(list, asked);
        for (size_t i = 0; i < answered; i++)
            free(need(cJSON_PrintUnformatted(tree[i])));
        int64_t spent = cpu_ns() - start;
        least = spent < least ? spent : least;
    }
    delete_lines(tree, answered);
    return least;
}

static struct bytes nim_questions(void)
{
    struct bytes text = {.v = need(malloc((size_t)LINES * LINE_ROOM))};
    for (int i = 0; i < LINES; i++)
        text.n += (size_t)snprintf(text.v + text.n, LINE_ROOM, "{\"id\":%d,\"game\":\"nim\",\"heaps\":[%d,%d,%d]}\n", i,
                                   3 + i % 97, 4 + i % 89, 5 + i % 83);
    return text;
}

static struct bytes claims(void)
{
    struct bytes text = {.v = need(malloc((size_t)LINES * LINE_ROOM))};
    for (int i = 0; i < LINES; i++)
        text.n += (size_t)snprintf(
            text.v + text.n, LINE_ROOM,
            "{\"game\":\"nim\",\"position\":{\"heaps\":[%d,%d,%d]},\"claim\":{\"verdict\":\"%s\",\"grundy\":%d}}\n", 3 + i % 97,
            4 + i % 89, 5 + i % 83, i % 3 ? "win" : "loss", i % 64);
    return text;
}

int main(int count, char **words)
{
    if (count == 3) {
        struct bytes questions = file_text(words[1]), answers = file_text(words[2]);
        printf("%.6f\n", (double)cjson_ns(&questions, &answers) / 1e9);
        free(questions.v);
        free(answers.v);
        return EXIT_SUCCESS;
    }
    if (!api_setup())
        return EXIT_FAILURE;
    const struct api api = {.store = store_private_new(tables_max), .cors = "*", .body_max = 1 << 20};
    const struct {
        const char *name;
        struct bytes questions;
        double goal_us; /* 300,000 and 100,000 a second */
    } rows[] = {{"a nim line", nim_questions(), 3}, {"a line with a claim", claims(), 10}};
    struct bytes answers[sizeof rows / sizeof *rows];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t ns;
        answers[i] = answer(&api, &rows[i].questions, &ns);
        goal_tell(rows[i].name, "<=", rows[i].goal_us, (double)ns / LINES / 1e3, "us of CPU");
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double us = (double)cjson_ns(&rows[i].questions, &answers[i]) / LINES / 1e3;
        printf("%-26s %10.2f us of CPU for the same bytes\n", i ? "cJSON, a claim" : "cJSON, a nim line", us);
        free(answers[i].v);
        free(rows[i].questions.v);
    }
    store_private_free((struct store *)api.store);
    return EXIT_SUCCESS;
}
