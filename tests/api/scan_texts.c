/* A filter for scan_against_python.py. stdin: texts, each after its length in four bytes, lowest first. stdout: a line for each:
 * "no OFFSET", or "yes " and the text as the tree that cJSON made of it, written again without blanks. */
#include "api/json/out.h"
#include "api/json/parse.h"
#include "core/limits.h"

#include <stdio.h>
#include <stdlib.h>

static _Alignas(16) char first[1 << 20];

static void dump(struct out *out, const cJSON *json)
{
    bool object = cJSON_IsObject(json);
    if (cJSON_IsNull(json)) {
        json_null(out);
    } else if (cJSON_IsBool(json)) {
        json_bool(out, cJSON_IsTrue(json));
    } else if (cJSON_IsString(json)) {
        json_string(out, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        double number = json->valuedouble;
        json_string(out, number == 0.5    ? "#fraction"
                         : number == 1e99 ? "#unsafe"
                                          : arena_printf(out->arena, "#%.0f", number + 0.0));
    } else {
        json_begin(out, object ? '{' : '[');
        for (const cJSON *item = json->child; item; item = item->next) {
            if (object) {
                json_string(out, item->string);
                out_raw(out, ":");
                out->first = true;
            }
            dump(out, item);
        }
        json_end(out, object ? '}' : ']');
    }
}

struct job {
    struct arena *arena;
    char *text;
    size_t size;
};

static void answer(void *what)
{
    struct job *job = what;
    struct scan scan;
    const cJSON *json = json_parse(job->arena, job->text, job->size, &scan);
    if (!json) {
        printf("no %zu\n", scan.offset);
        return;
    }
    struct out out;
    out_init(&out, job->arena, job->size + 16);
    dump(&out, json);
    printf("yes %.*s\n", (int)out.n, out.v);
}

int main(void)
{
    unsigned char head[4];
    struct arena arena;
    arena_init(&arena, first, sizeof first, ARENA_BYTES);
    json_setup();
    while (fread(head, 4, 1, stdin) == 1) {
        struct job job = {.arena = &arena};
        job.size = (size_t)head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
        job.text = malloc(job.size + 1); /* its own block, so that a sanitizer sees a byte read too far */
        if (!job.text || fread(job.text, 1, job.size, stdin) != job.size)
            return 1;
        struct escape escape;
        if (arena_try(&arena, &escape, answer, &job) != STATUS_ok)
            return 1;
        arena_reset(&arena);
        free(job.text);
    }
    return 0;
}
