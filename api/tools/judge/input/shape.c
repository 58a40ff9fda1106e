/* Shapes: made from their text, and written. */
#include "api/tools/judge/input/shape.h"

#include <stdio.h>
#include <string.h>

/* ---- the text of a shape ---- */

struct making {
    struct shape *shape;
    struct arena *arena;
    const char *at;
    bool bad;
};

int shape_name(const struct shape *shape, const char *name, size_t n)
{
    for (size_t i = 0; i < shape->name_count; i++)
        if (strlen(shape->names[i]) == n && memcmp(shape->names[i], name, n) == 0)
            return (int)i;
    return -1;
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int take_name(struct making *making)
{
    size_t n = 0;
    while (is_name(making->at[n]))
        n++;
    struct shape *shape = making->shape;
    int found = shape_name(shape, making->at, n);
    if (found < 0 && n && shape->name_count < SHAPE_NAMES_MAX) {
        found = (int)shape->name_count++;
        shape->names[found] = arena_copy(making->arena, making->at, n);
        shape->stated[found] = (struct shape_range){INT64_MIN, INT64_MAX};
    }
    making->bad |= found < 0;
    making->at += n;
    return found;
}

static struct shape_count take_count(struct making *making)
{
    struct shape_count count = {.name = -1};
    if (*making->at < '0' || *making->at > '9') {
        count.name = take_name(making);
        return count;
    }
    for (; *making->at >= '0' && *making->at <= '9'; making->at++)
        count.word = count.word * 10 + (*making->at - '0');
    return count;
}

static size_t take_nodes(struct making *making, struct shape_node *nodes, size_t room);

static void take_questions(struct making *making, struct shape_node *node)
{
    making->at++;
    node->count = take_count(making);
    node->kind = node->count.name < 0 && node->count.word == 0 ? SHAPE_UNTIL : SHAPE_ASKED;
    making->bad |= *making->at != '(';
    if (making->bad)
        return;
    making->at++;
    node->inner = arena_array(making->arena, SHAPE_NODES_MAX, sizeof *node->inner);
    node->inner_count = take_nodes(making, node->inner, SHAPE_NODES_MAX);
    making->bad |= *making->at != ')';
    making->at += !making->bad;
}

/* What stands behind a name. */
static void take_kind(struct making *making, struct shape_node *node)
{
    if (strncmp(making->at, "@json", 5) == 0) {
        node->kind = SHAPE_JSON;
        making->at += 5;
    } else if (strncmp(making->at, "@digits", 7) == 0) {
        node->kind = SHAPE_DIGITS;
        making->at += 7;
    } else if (*making->at == ':') {
        making->at++;
        node->kind = SHAPE_LIST;
        node->count = take_count(making);
        if (*making->at != ',')
            return;
        making->at++;
        if (*making->at == '+') {
            making->at++;
            node->kind = SHAPE_COUNTED;
            return;
        }
        node->kind = SHAPE_ROWS;
        node->width = take_count(making);
        if (*making->at != '@')
            return;
        size_t n = strcspn(making->at, " )");
        node->kind = SHAPE_GRID;
        node->letters = arena_copy(making->arena, making->at + 1, n - 1);
        making->at += n;
    }
}

static size_t take_nodes(struct making *making, struct shape_node *nodes, size_t room)
{
    size_t count = 0;
    for (; *making->at && *making->at != ')' && !making->bad; count++) {
        if (count == room) {
            making->bad = true;
            break;
        }
        struct shape_node *node = &nodes[count];
        *node = (struct shape_node){.name = -1, .count.name = -1, .width.name = -1};
        if (*making->at == '/') {
            node->kind = SHAPE_BREAK;
            making->at++;
        } else if (*making->at == '?') {
            take_questions(making, node);
        } else {
            node->name = take_name(making);
            take_kind(making, node);
        }
        making->at += strspn(making->at, " ");
    }
    return count;
}

bool shape_parse(struct shape *shape, struct arena *arena, const char *text)
{
    struct making making = {shape, arena, text, false};
    *shape = (struct shape){0};
    shape->count = take_nodes(&making, shape->nodes, SHAPE_NODES_MAX);
    return !making.bad && !*making.at;
}

/* ---- writing ---- */

static void put_word(struct out *out, int64_t word, bool *begun)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%s%lld", *begun ? " " : "", (long long)word);
    out_bytes(out, text, (size_t)n);
    *begun = true;
}

static void end_line(struct out *out, bool *begun)
{
    out_raw(out, "\n");
    *begun = false;
}

static void write_list(struct out *out, const int64_t *v, size_t n, bool *begun)
{
    for (size_t i = 0; i < n; i++)
        put_word(out, v[i], begun);
}

static void write_rows(struct out *out, const struct value *value, bool *begun)
{
    for (size_t i = 0; i < value->n; i++) {
        if (*begun)
            end_line(out, begun);
        if (value->kind == VALUE_GRID) {
            out_raw(out, value->lines[i]);
            *begun = true;
        } else if (value->rows) {
            put_word(out, (int64_t)value->rows[i].n, begun);
            write_list(out, value->rows[i].v, value->rows[i].n, begun);
        } else {
            write_list(out, value->v + i * value->width, value->width, begun);
        }
    }
}

void shape_write(struct out *out, const struct shape_node *nodes, size_t count, const struct values *values)
{
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        const struct shape_node *node = &nodes[i];
        const struct value *value = node->name < 0 ? NULL : &values->v[node->name];
        if (node->kind == SHAPE_BREAK && begun)
            end_line(out, &begun);
        else if (!value)
            continue;
        else if (value->kind == VALUE_INT)
            put_word(out, value->word, &begun);
        else if (node->kind == SHAPE_DIGITS)
            out_bytes(out, value->json + 1, strlen(value->json) - 2), begun = true; /* without the quotes */
        else if (value->kind == VALUE_JSON)
            out_raw(out, value->json), begun = true;
        else if (value->kind == VALUE_LIST)
            write_list(out, value->v, value->n, &begun);
        else
            write_rows(out, value, &begun);
    }
    if (begun)
        end_line(out, &begun);
}
