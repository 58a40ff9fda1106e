/* The position of a question: the problem's template with the values that were read in the places of "$name", as they stand or
 * turned into what the game wants by a function, "$pairs(a)". */
#include "api/tools/judge/judge.h"

#include "api/json/tree.h"
#include "core/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare_words(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void put_words(struct out *out, const int64_t *v, size_t n)
{
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++)
        json_word(out, v[i]);
    json_end(out, ']');
}

static void put_pair(struct out *out, int64_t a, int64_t b)
{
    put_words(out, (int64_t[]){a, b}, 2);
}

static void put_plain(struct out *out, const struct value *value)
{
    switch (value->kind) {
    case VALUE_INT:
        json_word(out, value->word);
        break;
    case VALUE_LIST:
        put_words(out, value->v, value->n);
        break;
    case VALUE_ROWS:
        json_begin(out, '[');
        for (size_t i = 0; i < value->n; i++)
            put_words(out, value->rows ? value->rows[i].v : value->v + i * value->width,
                      value->rows ? value->rows[i].n : value->width);
        json_end(out, ']');
        break;
    case VALUE_GRID:
        json_begin(out, '[');
        for (size_t i = 0; i < value->n; i++)
            json_string(out, value->lines[i]);
        json_end(out, ']');
        break;
    case VALUE_JSON:
        if (!out->first)
            out_raw(out, ",");
        out_raw(out, value->json);
        out->first = false;
        break;
    case VALUE_ABSENT:
        assert(false);
    }
}

/* Each value once, ascending. */
static void put_set(struct out *out, const struct value *value)
{
    int64_t *v = arena_raw(out->arena, (value->n + 1) * sizeof *v);
    size_t n = 0;
    if (value->n)
        memcpy(v, value->v, value->n * sizeof *v);
    qsort(v, value->n, sizeof *v, compare_words);
    for (size_t i = 0; i < value->n; i++)
        if (!n || v[n - 1] != v[i])
            v[n++] = v[i];
    put_words(out, v, n);
}

struct placed {
    int64_t word;
    size_t place;
};

/* Equal words by their places. */
static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return x->word != y->word ? (x->word > y->word) - (x->word < y->word) : (x->place > y->place) - (x->place < y->place);
}

/* Each value once, in the order in which they come first. */
static void put_once(struct out *out, const struct value *value)
{
    struct placed *sorted = arena_raw(out->arena, (value->n + 1) * sizeof *sorted);
    bool *again = arena_array(out->arena, value->n + 1, sizeof *again);
    for (size_t i = 0; i < value->n; i++)
        sorted[i] = (struct placed){value->v[i], i};
    qsort(sorted, value->n, sizeof *sorted, compare_placed);
    for (size_t i = 1; i < value->n; i++)
        again[sorted[i].place] = sorted[i].word == sorted[i - 1].word;
    json_begin(out, '[');
    for (size_t i = 0; i < value->n; i++)
        if (!again[i])
            json_word(out, value->v[i]);
    json_end(out, ']');
}

/* Neighbours two by two. */
static void put_pairs(struct out *out, const struct value *value)
{
    json_begin(out, '[');
    for (size_t i = 0; i + 1 < value->n; i += 2)
        put_pair(out, value->v[i], value->v[i + 1]);
    json_end(out, ']');
}

/* All but the first. */
static void put_rest(struct out *out, const struct value *value)
{
    put_words(out, value->v + (value->n > 0), value->n - (value->n > 0));
}

/* 1 … n. */
static void put_range(struct out *out, const struct value *value)
{
    if (value->word > JUDGE_CASE_VALUES)
        arena_escape(out->arena, STATUS_too_large, JUDGE_CASE_VALUES,
                     "the case at line %u is beyond what is read: %lld numbers, more than %d", value->spot.line,
                     (long long)value->word, (int)JUDGE_CASE_VALUES);
    json_begin(out, '[');
    for (int64_t i = 1; i <= value->word; i++)
        json_word(out, i);
    json_end(out, ']');
}

/* Row and column, from 1, of every #. */
static void put_cells(struct out *out, const struct value *value)
{
    json_begin(out, '[');
    for (size_t i = 0; i < value->n; i++)
        for (size_t j = 0; j < value->width; j++)
            if (value->lines[i][j] == '#')
                put_pair(out, (int64_t)i + 1, (int64_t)j + 1);
    json_end(out, ']');
}

/* 0 is free, 1 is not. */
static void put_free(struct out *out, const struct value *value)
{
    json_begin(out, '[');
    for (size_t i = 0; i < value->n; i++) {
        char *line = arena_copy(out->arena, value->lines[i], value->width);
        for (size_t j = 0; j < value->width; j++)
            line[j] = line[j] == '0' ? '.' : '#';
        json_string(out, line);
    }
    json_end(out, ']');
}

/* From each node to those that its line names. */
static void put_edges(struct out *out, const struct value *value)
{
    json_begin(out, '[');
    for (size_t i = 0; i < value->n; i++)
        for (size_t j = 0; j < value->rows[i].n; j++)
            put_pair(out, (int64_t)i, value->rows[i].v[j]);
    json_end(out, ']');
}

/* The takes K^j: where K is 1, only 1. */
static void put_powers(struct out *out, const struct value *value)
{
    if (value->word == 1) {
        put_words(out, (int64_t[]){1}, 1);
        return;
    }
    json_begin(out, '{');
    json_name(out, "powers_of");
    json_word(out, value->word);
    json_end(out, '}');
}

/* "$within(a,b)", an item of a list: a, where it is not beyond b. What can never be taken is no amount. */
static void put_within(struct out *out, const struct value *value, const struct value *most)
{
    if (value->word <= most->word)
        json_word(out, value->word);
}

/* The lengths of the runs of + in a JSON string. */
static void put_runs(struct out *out, const struct value *value)
{
    json_begin(out, '[');
    for (const char *at = value->json; *at; at++) {
        size_t n = strspn(at, "+");
        if (!n)
            continue;
        json_word(out, (int64_t)n);
        at += n - 1;
    }
    json_end(out, ']');
}

static const struct {
    const char *name;
    void (*put)(struct out *out, const struct value *value);
} functions[] = {
    {"set", put_set},     {"once", put_once}, {"pairs", put_pairs}, {"rest", put_rest},     {"range", put_range},
    {"cells", put_cells}, {"free", put_free}, {"edges", put_edges}, {"powers", put_powers}, {"runs", put_runs},
};

bool judge_named_by(const struct judge_named *named, const char *function)
{
    return strlen(function) == named->length && memcmp(function, named->function, named->length) == 0;
}

bool judge_named(const struct shape *shape, const char *text, struct judge_named *named)
{
    if (text[0] != '$')
        return false;
    size_t n = strcspn(++text, "(");
    const char *name = text[n] ? text + n + 1 : text;
    size_t first = strcspn(name, ",)");
    *named = (struct judge_named){text, text[n] ? n : 0, shape_name(shape, name, first), -1};
    if (name[first] == ',')
        named->other = shape_name(shape, name + first + 1, strcspn(name + first + 1, ")"));
    return named->name >= 0 && (name[first] != ',' || named->other >= 0);
}

static void put_named(const struct judge_problem *problem, const struct values *values, struct out *out, const char *text)
{
    struct judge_named named;
    bool known = judge_named(&problem->shape, text, &named);
    assert(known);
    const struct value *value = &values->v[named.name];
    if (!named.length)
        put_plain(out, value);
    else if (named.other >= 0)
        put_within(out, value, &values->v[named.other]);
    for (size_t i = 0; named.length && named.other < 0 && i < sizeof functions / sizeof *functions; i++)
        if (judge_named_by(&named, functions[i].name))
            functions[i].put(out, value);
}

static void fill(const struct judge_problem *problem, const struct values *values, struct out *out, const cJSON *node)
{
    const cJSON *inner;
    if (cJSON_IsString(node) && node->valuestring[0] == '$') {
        put_named(problem, values, out, node->valuestring);
    } else if (cJSON_IsObject(node) || cJSON_IsArray(node)) {
        char bracket = cJSON_IsObject(node) ? '{' : '[';
        json_begin(out, bracket);
        cJSON_ArrayForEach(inner, node)
        {
            if (bracket == '{')
                json_name(out, inner->string);
            fill(problem, values, out, inner);
        }
        json_end(out, bracket == '{' ? '}' : ']');
    } else {
        tree_write(out, node);
    }
}

static bool is_left_out(const char *const *left_out, const char *name)
{
    for (; left_out && *left_out; left_out++)
        if (strcmp(*left_out, name) == 0)
            return true;
    return false;
}

void judge_position(const struct judge_problem *problem, const struct values *values, const char *const *left_out,
                    struct out *out)
{
    const cJSON *member;
    json_begin(out, '{');
    cJSON_ArrayForEach(member, problem->position)
    {
        json_name(out, member->string);
        if (is_left_out(left_out, member->string)) {
            json_begin(out, '[');
            json_end(out, ']');
        } else {
            fill(problem, values, out, member);
        }
    }
    json_end(out, '}');
}
