/* Any bytes into the scanner and the tree builder behind it. The oracle: what is accepted is read to its end (json_parse()
 * asserts it), and the tree has as many values as the scan counted, only numbers that are exact or one of the two signs, and no
 * depth beyond the limit; written again, it is accepted again and written the same. What is refused is refused within the text,
 * and the part before that place is the beginning of a valid text. */
#define _GNU_SOURCE /* memmem */
#include "tests/fuzz/fuzz.h"

#include "api/json/out.h"
#include "api/json/parse.h"
#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void write_number(struct out *out, double number)
{
    if (number == 0.5)
        out_raw(out, "0.5");
    else if (number == 1e99)
        out_raw(out, "1e99");
    else {
        demand(number >= -9007199254740991.0 && number <= 9007199254740991.0 && (double)(int64_t)number == number);
        struct num value = num((int64_t)number);
        char *end = num_write(out_room(out, num_text_max(value)), value);
        out->n = (size_t)(end - out->v);
    }
}

/* Returns the number of values. */
static size_t write_tree(struct out *out, const cJSON *json, int depth)
{
    demand(depth <= JSON_DEPTH);
    if (cJSON_IsString(json)) {
        json_string(out, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        if (!out->first)
            out_raw(out, ",");
        write_number(out, json->valuedouble);
        out->first = false;
    } else if (cJSON_IsArray(json) || cJSON_IsObject(json)) {
        size_t count = 1;
        json_begin(out, cJSON_IsArray(json) ? '[' : '{');
        for (const cJSON *item = json->child; item; item = item->next) {
            if (cJSON_IsObject(json)) {
                json_string(out, item->string);
                out_raw(out, ":");
                out->first = true;
            }
            count += write_tree(out, item, depth + 1);
        }
        json_end(out, cJSON_IsArray(json) ? ']' : '}');
        return count;
    } else if (cJSON_IsNull(json)) {
        json_null(out);
    } else {
        demand(cJSON_IsBool(json));
        json_bool(out, cJSON_IsTrue(json));
    }
    return 1;
}

struct job {
    struct arena *arena;
    const char *text;
    size_t size;
    struct out out;
    struct scan scan;
};

static void run(void *what)
{
    struct job *job = what;
    char *copy = malloc(job->size + 1); /* of its own size, so that a sanitizer sees what reads too far */
    demand(copy);
    memcpy(copy, job->text, job->size);
    const cJSON *json = json_parse(job->arena, copy, job->size, &job->scan);
    if (json) {
        out_init(&job->out, job->arena, job->size + 1);
        demand(write_tree(&job->out, json, 0) == job->scan.nodes);
        demand(cJSON_IsObject(json) == job->scan.object);
    }
    free(copy);
}

static struct job read_text(struct arena *arena, const char *text, size_t size)
{
    struct job job = {.arena = arena, .text = text, .size = size};
    struct escape escape;
    demand(arena_try(arena, &escape, run, &job) == STATUS_ok);
    return job;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 16)
        return 0;
    struct arena arena;
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    json_setup();
    struct job once = read_text(&arena, (const char *)data, size);
    if (once.scan.fault) {
        demand(once.scan.offset <= size);
        struct job start = read_text(&arena, (const char *)data, once.scan.offset);
        demand(!start.scan.fault || start.scan.offset == once.scan.offset);
    } else if (!memmem(data, size, "\\u0000", 6)) {
        /* With a U+0000 mended, two names that differed may be equal now. */
        struct job again = read_text(&arena, once.out.v, once.out.n);
        demand(!again.scan.fault && again.out.n == once.out.n && memcmp(again.out.v, once.out.v, once.out.n) == 0);
    }
    arena_reset(&arena);
    return 0;
}
