/* Shapes: made from their text, read, written. */
#include "api/tools/judge/shape.h"

#include <stdio.h>
#include <string.h>

enum { JSON_LINE_MAX = 1 << 20, GRID_SIDE_MAX = 4096 };

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

/* ---- reading ---- */

void shape_fault(struct reading *reading, int64_t line, int64_t column, const char *format, ...)
{
    char words[200];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    reading->line = line;
    reading->column = column;
    arena_escape(reading->arena, STATUS_invalid_input, -1, "line %lld, column %lld: %s", (long long)line, (long long)column,
                 words);
}

/* Decimal digits behind at most one minus, of a machine word. */
static bool word_value(const struct word *word, int64_t *value)
{
    bool minus = word->v[0] == '-', over = word->n == minus || word->n >= WORD_ROOM;
    *value = 0;
    for (size_t i = minus; i < word->n && !over; i++) {
        int digit = word->v[i] - '0';
        over = digit < 0 || digit > 9 || __builtin_mul_overflow(*value, 10, value) ||
               __builtin_add_overflow(*value, minus ? -digit : digit, value);
    }
    return !over;
}

static int64_t take_int(struct reading *reading, const char *what, struct word *word)
{
    int64_t value;
    text_word(reading->text, word);
    if (!word->n)
        shape_fault(reading, word->line, word->column, "the text ends where %s is expected", what);
    if (!word_value(word, &value))
        shape_fault(reading, word->line, word->column, "expected %s, an integer, not \"%.20s\"", what, word->v);
    return value;
}

static void hold_limits(struct reading *reading, const char *what, struct shape_range range, int64_t value,
                        const struct word *word)
{
    if (reading->limits && (value < range.least || value > range.most))
        shape_fault(reading, word->line, word->column, "%s must be in %lld...%lld, not %lld", what, (long long)range.least,
                    (long long)range.most, (long long)value);
}

int64_t shape_read_int(struct reading *reading, const char *what, struct shape_range range)
{
    struct word word;
    int64_t value = take_int(reading, what, &word);
    hold_limits(reading, what, range, value, &word);
    return value;
}

static struct shape_range range_of(const struct reading *reading, int name)
{
    return reading->shape->stated[name];
}

/* How many there are, as far as a case may hold them. */
static size_t count_of(struct reading *reading, const struct values *values, struct shape_count count)
{
    int64_t n = count.name < 0 ? count.word : values->v[count.name].word;
    if (n < 0 || (uint64_t)n > reading->values_max)
        shape_fault(reading, reading->text->line, reading->text->column, "%lld is no count that can be read here", (long long)n);
    return (size_t)n;
}

static int64_t *read_items(struct reading *reading, int name, size_t n)
{
    const char *what = reading->shape->names[name];
    int64_t *v = NULL;
    size_t room = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == room) { /* by what is there, not by what is promised */
            room = room ? 2 * room : 16;
            int64_t *more = arena_raw(reading->arena, room * sizeof *more);
            if (i)
                memcpy(more, v, i * sizeof *v);
            v = more;
        }
        v[i] = shape_read_int(reading, what, range_of(reading, name));
    }
    return v;
}

static void read_counted(struct reading *reading, const struct shape_node *node, struct value *value)
{
    value->rows = arena_array(reading->arena, value->n, sizeof *value->rows);
    size_t total = 0;
    for (size_t i = 0; i < value->n; i++) {
        int64_t n = shape_read_int(reading, "the count of the line", (struct shape_range){0, (int64_t)reading->values_max});
        total += n < 0 ? reading->values_max + 1 : (size_t)n;
        if (total > reading->values_max)
            shape_fault(reading, reading->text->line, reading->text->column, "%lld is no count that can be read here",
                        (long long)n);
        value->rows[i] = (struct value){.kind = VALUE_LIST, .n = (size_t)n, .v = read_items(reading, node->name, (size_t)n)};
    }
}

static void read_grid(struct reading *reading, const struct shape_node *node, struct value *value)
{
    value->lines = arena_array(reading->arena, value->n, sizeof *value->lines);
    for (size_t i = 0; i < value->n; i++) {
        size_t n;
        text_skip_space(reading->text);
        int64_t line = reading->text->line, column = reading->text->column;
        value->lines[i] = text_long_word(reading->text, reading->arena, GRID_SIDE_MAX, &n);
        size_t good = strspn(value->lines[i], node->letters);
        if (good < n && good < value->width)
            shape_fault(reading, line, column + (int64_t)good, "expected one of the characters %s", node->letters);
        if (n != value->width)
            shape_fault(reading, line, column, "expected %zu characters, not %zu", value->width, n);
    }
}

static void read_json(struct reading *reading, struct value *value)
{
    size_t n;
    text_skip_space(reading->text);
    int64_t line = reading->text->line, column = reading->text->column;
    value->json = text_line(reading->text, reading->arena, JSON_LINE_MAX, &n);
    if (!n)
        shape_fault(reading, line, column, "the text ends where a JSON value is expected");
    if (n > JSON_LINE_MAX)
        arena_escape(reading->arena, STATUS_too_large, JSON_LINE_MAX, "line %lld is longer than %d characters", (long long)line,
                     JSON_LINE_MAX);
}

bool shape_read_closing(struct reading *reading, const struct shape_node *nodes, size_t zeros, struct values *values)
{
    struct word words[SHAPE_NAMES_MAX];
    bool closing = true;
    for (size_t i = 0; i < zeros; i++) {
        const char *what = reading->shape->names[nodes[i].name];
        int64_t value = take_int(reading, what, &words[i]);
        values->v[nodes[i].name] = (struct value){.kind = VALUE_INT, .word = value};
        closing &= value == 0;
    }
    for (size_t i = 0; i < zeros && !closing; i++)
        hold_limits(reading, reading->shape->names[nodes[i].name], range_of(reading, nodes[i].name),
                    values->v[nodes[i].name].word, &words[i]);
    return closing;
}

void shape_read(struct reading *reading, const struct shape_node *nodes, size_t count, struct values *values)
{
    for (size_t i = 0; i < count; i++) {
        const struct shape_node *node = &nodes[i];
        if (node->name < 0)
            continue;
        struct value *value = &values->v[node->name];
        *value = (struct value){0};
        if (node->kind == SHAPE_INT) {
            value->kind = VALUE_INT;
            value->word = shape_read_int(reading, reading->shape->names[node->name], range_of(reading, node->name));
            continue;
        }
        if (node->kind == SHAPE_JSON) {
            value->kind = VALUE_JSON;
            read_json(reading, value);
            continue;
        }
        value->n = count_of(reading, values, node->count);
        value->kind = node->kind == SHAPE_LIST ? VALUE_LIST : node->kind == SHAPE_GRID ? VALUE_GRID : VALUE_ROWS;
        if (node->kind == SHAPE_ROWS || node->kind == SHAPE_GRID)
            value->width = count_of(reading, values, node->width);
        if (value->width && value->n > reading->values_max / value->width)
            shape_fault(reading, reading->text->line, reading->text->column, "%zu times %zu is more than can be read here",
                        value->n, value->width);
        if (node->kind == SHAPE_LIST)
            value->v = read_items(reading, node->name, value->n);
        else if (node->kind == SHAPE_ROWS)
            value->v = read_items(reading, node->name, value->n * value->width);
        else if (node->kind == SHAPE_COUNTED)
            read_counted(reading, node, value);
        else
            read_grid(reading, node, value);
    }
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
