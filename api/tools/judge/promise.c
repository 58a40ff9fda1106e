/* What a problem promises of its input beyond the ranges of single integers. */
#include "api/tools/judge/problem.h"

#include "api/json/parse.h"

#include <string.h>

struct promise {
    struct reading *reading;
    const struct judge_problem *problem;
    int64_t line, column;
    const char *name;
};

/* Every integer of a JSON value, lists in lists too. */
static void hold_items(const struct promise *promise, const cJSON *json, struct shape_range range)
{
    const cJSON *item;
    if (cJSON_IsNumber(json) && (json->valuedouble < (double)range.least || json->valuedouble > (double)range.most))
        shape_fault(promise->reading, promise->line, promise->column, "%s must be in %lld...%lld", promise->name,
                    (long long)range.least, (long long)range.most);
    cJSON_ArrayForEach(item, json) hold_items(promise, item, range);
}

static const cJSON *limit_of(const struct judge_problem *problem, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(problem->json, "limits"), name);
}

static void hold_json(const struct promise *promise, const struct value *value)
{
    struct arena *arena = promise->reading->arena;
    size_t size = strlen(value->json);
    struct scan scan;
    const cJSON *json = json_parse(arena, arena_copy(arena, value->json, size), size, &scan);
    if (!json)
        return; /* told as a position that is none */
    const cJSON *items = limit_of(promise->problem, promise->name);
    const cJSON *length = limit_of(promise->problem, arena_printf(arena, "%s.length", promise->name));
    if (items)
        hold_items(promise, json, judge_range(items));
    if (!length)
        return;
    struct shape_range range = judge_range(length);
    int n = cJSON_GetArraySize(json);
    if (n < range.least || n > range.most)
        shape_fault(promise->reading, promise->line, promise->column, "%s has %lld...%lld items, not %d", promise->name,
                    (long long)range.least, (long long)range.most, n);
}

/* "even n", "even-length a", "odd-sum a": a word and a name. */
static bool holds(const struct promise *promise, const char *check, const struct values *values)
{
    size_t n = strcspn(check, " ");
    const struct value *value = &values->v[shape_name(&promise->problem->shape, check + n + 1, strlen(check + n + 1))];
    if (value->kind == VALUE_INT)
        return value->word % 2 == 0;
    struct arena *arena = promise->reading->arena;
    struct scan scan;
    const cJSON *item, *json = json_parse(arena, arena_copy(arena, value->json, strlen(value->json)), strlen(value->json), &scan);
    if (strncmp(check, "even-length", n) == 0)
        return cJSON_GetArraySize(json) % 2 == 0;
    bool odd = false;
    cJSON_ArrayForEach(item, json) odd ^= cJSON_IsNumber(item) && (int64_t)item->valuedouble % 2 != 0;
    return odd;
}

void judge_checks(struct reading *reading, const struct judge_problem *problem, const struct values *values, int64_t line,
                  int64_t column)
{
    struct promise promise = {.reading = reading, .problem = problem, .line = line, .column = column};
    if (!reading->limits)
        return;
    for (size_t i = 0; i < problem->shape.name_count; i++) {
        promise.name = problem->shape.names[i];
        if (values->v[i].kind == VALUE_JSON)
            hold_json(&promise, &values->v[i]);
    }
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItemCaseSensitive(problem->json, "checks"))
    {
        if (!holds(&promise, check->valuestring, values))
            shape_fault(reading, line, column, "the problem promises: %s", check->valuestring);
    }
}
