/* What a problem promises of its input beyond the ranges of single integers. */
#include "api/tools/judge/judge.h"

#include "api/json/parse.h"
#include "api/tools/judge/place.h"

#include <stdio.h>
#include <string.h>

struct promise {
    struct reading *reading;
    const struct judge_problem *problem;
    const struct value *value, *other; /* other: NULL where the promise is of one alone */
    const char *name;
};

/* A position may have integers as strings, the text of a judge may not. NULL-able: the limits. */
static void hold_number(const struct promise *promise, const cJSON *json, const struct shape_range *range, const char *pointer)
{
    if (*pointer && cJSON_IsString(json))
        reading_fault(promise->reading, place_in_json(promise->value, pointer), "what was read is no position: %s %s", pointer,
                      "must be an integer");
    if (range && cJSON_IsNumber(json) && (json->valuedouble < (double)range->least || json->valuedouble > (double)range->most))
        reading_fault(promise->reading, place_in_json(promise->value, pointer), "%s must be in %lld...%lld", promise->name,
                      (long long)range->least, (long long)range->most);
}

/* Every integer of a JSON value, lists in lists too. */
static void hold_items(const struct promise *promise, const cJSON *json, const struct shape_range *range)
{
    const cJSON *row, *item;
    int i = 0, k;
    hold_number(promise, json, range, "");
    cJSON_ArrayForEach(row, json)
    {
        char pointer[40];
        snprintf(pointer, sizeof pointer, "/%d", i);
        hold_number(promise, row, range, pointer);
        k = 0;
        cJSON_ArrayForEach(item, row)
        {
            snprintf(pointer, sizeof pointer, "/%d/%d", i, k++);
            hold_number(promise, item, range, pointer);
        }
        i++;
    }
}

/* Digits without leading zeros. */
static int compare_digits(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    return n != m ? (n > m) - (n < m) : strcmp(a, b);
}

/* Of an integer of any size, whose bounds are 1 or more. */
static void hold_digits(const struct promise *promise, const cJSON *json, const cJSON *items)
{
    const cJSON *most = cJSON_GetArrayItem(items, 1);
    const char *digits = json->valuestring;
    if (cJSON_IsString(most) && (strcmp(digits, "0") == 0 || compare_digits(digits, most->valuestring) > 0))
        reading_fault(promise->reading, promise->value->spot, "%s must be in %lld...%s", promise->name,
                      (long long)judge_range(items).least, most->valuestring);
}

static const cJSON *limit_of(const struct judge_problem *problem, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(problem->json, "limits"), name);
}

static const cJSON *parsed(struct arena *arena, const struct value *value)
{
    struct scan scan;
    size_t size = strlen(value->json); /* it was read as one */
    return json_parse(arena, arena_copy(arena, value->json, size), size, &scan);
}

static void hold_json(const struct promise *promise)
{
    struct arena *arena = promise->reading->arena;
    const cJSON *json = parsed(arena, promise->value);
    const cJSON *items = limit_of(promise->problem, promise->name);
    const cJSON *length = limit_of(promise->problem, arena_printf(arena, "%s.length", promise->name));
    struct shape_range stated = items ? judge_range(items) : (struct shape_range){0, 0};
    if (!cJSON_IsString(json))
        hold_items(promise, json, items && promise->reading->limits ? &stated : NULL);
    else if (items && promise->reading->limits)
        hold_digits(promise, json, items);
    if (!length || !promise->reading->limits)
        return;
    struct shape_range range = judge_range(length);
    int n = cJSON_GetArraySize(json);
    if (n < range.least || n > range.most)
        reading_fault(promise->reading, promise->value->spot, "%s has %lld...%lld items, not %d", promise->name,
                      (long long)range.least, (long long)range.most, n);
}

enum { SUM_MOST = 2000000000 };

enum check { CHECK_EVEN, CHECK_SIGNS, CHECK_EVEN_LENGTH, CHECK_ODD_SUM, CHECK_NO_LOOPS, CHECK_SUMS, CHECK_BELOW, CHECK_COUNT };

static const struct {
    const char *word;
    const char *told;
    bool form; /* without it there is no position: no limit that could be lifted */
} checks[] = {
    [CHECK_EVEN] = {"even", "must be even", true},
    [CHECK_SIGNS] = {"signs", "must be a string of + and -", true},
    [CHECK_EVEN_LENGTH] = {"even-length", "must have an even number of items", false},
    [CHECK_ODD_SUM] = {"odd-sum", "must have an odd sum", false},
    [CHECK_NO_LOOPS] = {"no-loops", "must have no node that is its own neighbour", false},
    [CHECK_SUMS] = {"sums", "must have rows and columns with sums of at most 2000000000", false},
    [CHECK_BELOW] = {"below", "must be below", false}, /* another one, whose name stands behind */
};

static bool has_loops(const cJSON *graph)
{
    const cJSON *row, *item;
    int node = 0;
    cJSON_ArrayForEach(row, graph)
    {
        cJSON_ArrayForEach(item, row) if (cJSON_IsNumber(item) && (int64_t)item->valuedouble == node) return true;
        node++;
    }
    return false;
}

/* Of rows whose items are no less than 0, as the limits say. */
static bool has_small_sums(struct arena *arena, const struct value *rows)
{
    int64_t *columns = arena_array(arena, rows->width, sizeof *columns);
    for (size_t i = 0; i < rows->n; i++) {
        int64_t sum = 0;
        for (size_t k = 0; k < rows->width; k++) {
            int64_t item = rows->v[i * rows->width + k];
            if ((sum += item) > SUM_MOST || (columns[k] += item) > SUM_MOST)
                return false;
        }
    }
    return true;
}

static bool holds(const struct promise *promise, enum check check)
{
    if (check == CHECK_EVEN)
        return promise->value->word % 2 == 0;
    if (check == CHECK_BELOW)
        return promise->value->word < promise->other->word;
    if (check == CHECK_SUMS)
        return has_small_sums(promise->reading->arena, promise->value);
    const cJSON *item, *json = parsed(promise->reading->arena, promise->value);
    if (check == CHECK_SIGNS)
        return cJSON_IsString(json) && strspn(json->valuestring, "+-") == strlen(json->valuestring);
    if (check == CHECK_EVEN_LENGTH)
        return cJSON_GetArraySize(json) % 2 == 0;
    if (check == CHECK_NO_LOOPS)
        return !has_loops(json);
    bool odd = false;
    cJSON_ArrayForEach(item, json) odd ^= cJSON_IsNumber(item) && (int64_t)item->valuedouble % 2 != 0;
    return odd;
}

/* A word and a name, or two. */
static void hold_check(struct promise *promise, const char *text, const struct values *values)
{
    size_t n = strcspn(text, " ");
    const char *name = text + n + 1, *other = strchr(name, ' ');
    size_t length = strcspn(name, " ");
    promise->name = arena_copy(promise->reading->arena, name, length);
    promise->value = &values->v[shape_name(&promise->problem->shape, name, length)];
    promise->other = other ? &values->v[shape_name(&promise->problem->shape, other + 1, strlen(other + 1))] : NULL;
    for (int i = 0; i < CHECK_COUNT; i++)
        if ((promise->reading->limits || checks[i].form) && strlen(checks[i].word) == n && memcmp(checks[i].word, text, n) == 0 &&
            !holds(promise, (enum check)i))
            reading_fault(promise->reading, promise->value->spot, "%s %s%s", promise->name, checks[i].told, other ? other : "");
}

void judge_checks(struct reading *reading, const struct judge_problem *problem, const struct values *values)
{
    struct promise promise = {.reading = reading, .problem = problem};
    for (size_t i = 0; i < problem->shape.name_count; i++) {
        promise.name = problem->shape.names[i];
        promise.value = &values->v[i];
        if (promise.value->kind == VALUE_JSON)
            hold_json(&promise);
    }
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItemCaseSensitive(problem->json, "checks"))
        hold_check(&promise, check->valuestring, values);
}
