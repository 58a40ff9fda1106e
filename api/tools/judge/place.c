#include "api/tools/judge/place.h"

#include <stdlib.h>
#include <string.h>

/* ---- in a JSON value ---- */

/* Behind a value: strings are looked through, brackets counted. The text was parsed before, or ends somewhere. */
static const char *behind_value(const char *at)
{
    int depth = 0;
    bool quoted = false;
    for (; *at; at++) {
        if (quoted) {
            quoted = *at != '"';
            at += *at == '\\' && at[1];
        } else if (*at == '"') {
            quoted = true;
        } else if (*at == '[' || *at == '{') {
            depth++;
        } else if (*at == ']' || *at == '}') {
            if (!depth--)
                return at;
        } else if (*at == ',' && !depth) {
            return at;
        }
    }
    return at;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

struct text_spot place_of_byte(const struct value *value, size_t offset)
{
    return (struct text_spot){value->spot.line, value->spot.column + (uint32_t)offset};
}

struct text_spot place_in_json(const struct value *value, const char *pointer)
{
    const char *at = skip_blanks(value->json);
    while (*pointer == '/' && *at == '[') {
        char *rest;
        unsigned long index = strtoul(pointer + 1, &rest, 10);
        if (rest == pointer + 1)
            break;
        at = skip_blanks(at + 1);
        for (; index && *at && *at != ']'; index--) {
            at = behind_value(at);
            at = *at == ',' ? skip_blanks(at + 1) : at;
        }
        pointer = rest;
    }
    return place_of_byte(value, (size_t)(at - value->json));
}

/* ---- in a value of any kind ---- */

/* The next index of a pointer; false: it has none. */
static bool next_index(const char **pointer, size_t *index)
{
    char *rest;
    if (**pointer != '/')
        return false;
    *index = strtoul(*pointer + 1, &rest, 10);
    bool found = rest > *pointer + 1;
    *pointer = rest;
    return found;
}

static void item_of(const struct value *value, size_t index, struct text_spot *spot)
{
    if (value->spots && index < value->n)
        *spot = value->spots[index];
}

static void item_of_rows(const struct value *value, size_t row, size_t index, struct text_spot *spot)
{
    if (row >= value->n)
        return;
    if (value->rows)
        item_of(&value->rows[row], index, spot);
    else if (value->spots && index < value->width)
        *spot = value->spots[row * value->width + index];
}

/* The end of the edge with that index among those of all lines. */
static void item_of_edges(const struct value *value, size_t index, struct text_spot *spot)
{
    for (size_t i = 0; i < value->n; i++) {
        if (index < value->rows[i].n) {
            item_of(&value->rows[i], index, spot);
            return;
        }
        index -= value->rows[i].n;
    }
}

/* The # with that index among those of all lines. */
static void item_of_cells(const struct value *value, size_t index, struct text_spot *spot)
{
    for (size_t i = 0; i < value->n; i++) {
        for (size_t j = 0; j < value->width; j++) {
            if (value->lines[i][j] != '#' || index--)
                continue;
            *spot = (struct text_spot){value->spots[i].line, value->spots[i].column + (uint32_t)j};
            return;
        }
    }
}

static void find_in(const struct value *value, const struct judge_named *named, const char *pointer, struct text_spot *spot)
{
    size_t first, second = 0;
    *spot = value->spot;
    if (value->kind == VALUE_JSON) {
        *spot = place_in_json(value, named->length ? "" : pointer);
        return;
    }
    if (!next_index(&pointer, &first))
        return;
    bool two = next_index(&pointer, &second);
    if (judge_named_by(named, "rest"))
        item_of(value, first + 1, spot);
    else if (judge_named_by(named, "pairs"))
        item_of(value, 2 * first + (two ? second : 0), spot);
    else if (judge_named_by(named, "edges"))
        item_of_edges(value, first, spot);
    else if (judge_named_by(named, "cells"))
        item_of_cells(value, first, spot);
    else if (judge_named_by(named, "free"))
        item_of(value, first, spot);
    else if (!named->length && value->kind == VALUE_ROWS)
        item_of_rows(value, first, two ? second : 0, spot);
    else if (!named->length)
        item_of(value, first, spot);
}

int place_find(const struct judge_problem *problem, const struct values *values, const char *pointer, struct text_spot *spot)
{
    const cJSON *node = problem->position;
    while (*pointer == '/' && (cJSON_IsObject(node) || cJSON_IsArray(node))) {
        char name[64];
        size_t n = strcspn(++pointer, "/");
        if (n >= sizeof name)
            return -1;
        memcpy(name, pointer, n);
        name[n] = '\0';
        node = cJSON_IsObject(node) ? cJSON_GetObjectItemCaseSensitive(node, name)
                                    : cJSON_GetArrayItem(node, (int)strtol(name, NULL, 10));
        pointer += n;
    }
    struct judge_named named;
    if (!cJSON_IsString(node) || !judge_named(&problem->shape, node->valuestring, &named))
        return -1;
    find_in(&values->v[named.name], &named, pointer, spot);
    return named.name;
}
