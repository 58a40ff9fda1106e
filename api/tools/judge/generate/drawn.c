#include "api/tools/judge/generate/drawn.h"

#include <string.h>

static void write_questions(const struct shape_node *node, const struct drawn_case *drawn, struct out *out)
{
    bool alone = node->inner_count == 1 && node->inner[0].kind == SHAPE_INT; /* then all stand on one line */
    for (size_t k = 0; k < drawn->count; k++) {
        shape_write(out, node->inner, node->inner_count, &drawn->questions[k]);
        if (alone && k + 1 < drawn->count)
            out->v[out->n - 1] = ' ';
    }
    if (node->kind == SHAPE_UNTIL)
        out_raw(out, "0\n");
}

void drawn_write(const struct judge_problem *problem, const struct drawn_case *drawn, struct out *out)
{
    const struct shape *shape = &problem->shape;
    size_t from = 0;
    for (size_t i = 0; i <= shape->count; i++) {
        bool questions = i < shape->count && (shape->nodes[i].kind == SHAPE_ASKED || shape->nodes[i].kind == SHAPE_UNTIL);
        if (i < shape->count && !questions)
            continue;
        if (i > from)
            shape_write(out, shape->nodes + from, i - from, &drawn->values);
        if (questions)
            write_questions(&shape->nodes[i], drawn, out);
        from = i + 1;
    }
}

static size_t count_numbers(const cJSON *json)
{
    size_t n = cJSON_IsNumber(json) ? 1 : 0;
    for (const cJSON *item = json->child; item; item = item->next)
        n += count_numbers(item);
    return n;
}

static void take_numbers(const cJSON *json, int64_t *v, size_t *n)
{
    if (cJSON_IsNumber(json))
        v[(*n)++] = (int64_t)json->valuedouble;
    for (const cJSON *item = json->child; item; item = item->next)
        take_numbers(item, v, n);
}

static bool take_back(const struct judge_problem *problem, const char *text, const cJSON *json, struct drawn_case *drawn,
                      struct arena *arena)
{
    struct judge_named named;
    if (!judge_named(&problem->shape, text, &named) || (named.length && !judge_named_by(&named, "pairs")))
        return true; /* the rules of the case, which no move changes */
    struct value *value = &drawn->values.v[named.name];
    if (value->kind == VALUE_INT)
        return cJSON_IsNumber(json) ? (value->word = (int64_t)json->valuedouble, true) : false;
    if ((value->kind != VALUE_LIST && value->kind != VALUE_ROWS) || value->rows)
        return false;
    size_t n = count_numbers(json), taken = 0;
    int64_t *v = arena_raw(arena, (n + 1) * sizeof *v);
    take_numbers(json, v, &taken);
    value->v = v;
    value->n = value->kind == VALUE_ROWS ? n / (value->width ? value->width : 1) : n;
    for (size_t i = 0; i < problem->shape.count; i++) {
        const struct shape_node *node = &problem->shape.nodes[i];
        if (node->name == named.name && node->count.name >= 0)
            drawn->values.v[node->count.name].word = (int64_t)value->n;
    }
    return true;
}

static bool walk_back(const struct judge_problem *problem, const cJSON *pattern, const cJSON *json, struct drawn_case *drawn,
                      struct arena *arena)
{
    const cJSON *inner;
    if (cJSON_IsString(pattern) && pattern->valuestring[0] == '$')
        return take_back(problem, pattern->valuestring, json, drawn, arena);
    int i = 0;
    cJSON_ArrayForEach(inner, pattern)
    {
        const cJSON *below =
            cJSON_IsObject(pattern) ? cJSON_GetObjectItemCaseSensitive(json, inner->string) : cJSON_GetArrayItem(json, i++);
        if (below && !walk_back(problem, inner, below, drawn, arena))
            return false;
    }
    return true;
}

bool drawn_back(const struct judge_problem *problem, const cJSON *position, struct drawn_case *drawn, struct arena *arena)
{
    return !drawn->count && walk_back(problem, problem->position, position, drawn, arena);
}
