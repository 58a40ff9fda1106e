#include "api/tools/judge/input/reading.h"

#include "api/json/parse.h"
#include "core/limits.h"

#include <stdio.h>
#include <string.h>

enum { JSON_LINE_MAX = 1 << 24, DIGITS_MAX = 4096 };

static struct text_spot spot_at(int64_t line, int64_t column)
{
    return (struct text_spot){line < UINT32_MAX ? (uint32_t)line : UINT32_MAX,
                              column < UINT32_MAX ? (uint32_t)column : UINT32_MAX};
}

struct text_spot reading_spot(const struct reading *reading)
{
    return spot_at(reading->text->line, reading->text->column);
}

void reading_fault(struct reading *reading, struct text_spot spot, const char *format, ...)
{
    char words[400];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    reading->spot = spot;
    arena_escape(reading->arena, STATUS_invalid_input, -1, "line %u, column %u: %s", spot.line, spot.column, words);
}

/* The beginning of a word, as it can stand in an answer: a text may be any bytes. */
static const char *shown(struct reading *reading, const char *word, size_t n)
{
    enum { SHOWN = 20 };
    char *to = arena_alloc(reading->arena, SHOWN + 1);
    for (size_t i = 0; i < SHOWN && i < n; i++)
        to[i] = (char)(word[i] > ' ' && word[i] <= '~' ? word[i] : '?');
    return to;
}

/* ---- integers ---- */

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

static int64_t take_word(struct reading *reading, const char *what, struct text_spot *spot)
{
    struct word word;
    int64_t value;
    text_word(reading->text, &word);
    *spot = spot_at(word.line, word.column);
    if (!word.n)
        reading_fault(reading, *spot, "the text ends where %s is expected", what);
    if (word_value(&word, &value))
        return value;
    size_t kept = word.n < WORD_ROOM ? word.n : WORD_ROOM - 1, minus = word.v[0] == '-';
    if (kept > minus && minus + strspn(word.v + minus, "0123456789") == kept)
        reading_fault(reading, *spot, "%s must fit in 64 bits", what);
    reading_fault(reading, *spot, "expected %s, an integer, not \"%s\"", what, shown(reading, word.v, kept));
    return value;
}

static int64_t take_integer(struct reading *reading, const char *what, struct text_spot *spot)
{
    int64_t value, line, column;
    if (!text_integer(reading->text, &value, &line, &column))
        return take_word(reading, what, spot);
    *spot = spot_at(line, column);
    return value;
}

static void hold_limits(struct reading *reading, const char *what, struct shape_range range, int64_t value, struct text_spot spot)
{
    if (reading->limits && (value < range.least || value > range.most))
        reading_fault(reading, spot, "%s must be in %lld...%lld, not %lld", what, (long long)range.least, (long long)range.most,
                      (long long)value);
}

static int64_t read_integer(struct reading *reading, const char *what, struct shape_range range, struct text_spot *spot)
{
    int64_t value = take_integer(reading, what, spot);
    hold_limits(reading, what, range, value, *spot);
    return value;
}

int64_t reading_counted(struct reading *reading, const struct value *value)
{
    if (value->word < 0)
        reading_fault(reading, value->spot, "%lld is no count", (long long)value->word);
    return value->word;
}

int64_t reading_count(struct reading *reading, const char *what, struct shape_range range)
{
    struct value value = {.kind = VALUE_INT};
    value.word = read_integer(reading, what, range, &value.spot);
    return reading_counted(reading, &value);
}

static const char *what_of(const struct reading *reading, int name)
{
    return reading->shape->names[name];
}

static struct shape_range range_of(const struct reading *reading, int name)
{
    return reading->shape->stated[name];
}

/* ---- lists ---- */

/* How many there are, as far as a case may hold them. */
static size_t count_of(struct reading *reading, const struct values *values, struct shape_count count)
{
    int64_t n = count.name < 0 ? count.word : reading_counted(reading, &values->v[count.name]);
    struct text_spot spot = count.name < 0 ? reading_spot(reading) : values->v[count.name].spot;
    if (n > JUDGE_CASE_VALUES)
        arena_escape(reading->arena, STATUS_too_large, JUDGE_CASE_VALUES,
                     "the case at line %u is beyond what is read: %lld numbers, more than %d", spot.line, (long long)n,
                     (int)JUDGE_CASE_VALUES);
    return (size_t)n;
}

static void *grown(struct reading *reading, const void *v, size_t n, size_t room, size_t size)
{
    void *more = arena_raw(reading->arena, room * size);
    if (n)
        memcpy(more, v, n * size);
    return more;
}

/* Memory goes by what is there, not by what is promised. */
static void read_items(struct reading *reading, int name, size_t n, struct value *value)
{
    const char *what = what_of(reading, name);
    struct shape_range range = range_of(reading, name);
    size_t room = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == room) {
            room = !room ? 64 : 4 * room < n ? 4 * room : n;
            value->v = grown(reading, value->v, i, room, sizeof *value->v);
            value->spots = grown(reading, value->spots, i, room, sizeof *value->spots);
        }
        value->v[i] = read_integer(reading, what, range, &value->spots[i]);
    }
    if (n)
        value->spot = value->spots[0];
}

static void read_counted(struct reading *reading, const struct shape_node *node, struct value *value)
{
    value->rows = arena_array(reading->arena, value->n, sizeof *value->rows);
    int64_t total = 0;
    for (size_t i = 0; i < value->n; i++) {
        struct value *row = &value->rows[i];
        row->kind = VALUE_LIST;
        int64_t n = read_integer(reading, "the count of the line", (struct shape_range){0, JUDGE_CASE_VALUES}, &row->spot);
        if (n < 0 || n > JUDGE_CASE_VALUES || (total += n) > JUDGE_CASE_VALUES)
            reading_fault(reading, row->spot, "%lld is no count that can be read here", (long long)n);
        row->n = (size_t)n;
        struct text_spot count = row->spot;
        read_items(reading, node->name, row->n, row);
        row->spot = count;
    }
}

/* Of a line as much is kept as is expected: read_many() has seen that it may be. */
static void read_grid(struct reading *reading, const struct shape_node *node, struct value *value)
{
    value->lines = arena_array(reading->arena, value->n, sizeof *value->lines);
    value->spots = arena_array(reading->arena, value->n, sizeof *value->spots);
    for (size_t i = 0; i < value->n; i++) {
        size_t n;
        text_skip_space(reading->text);
        struct text_spot spot = value->spots[i] = reading_spot(reading);
        value->lines[i] = text_long_word(reading->text, reading->arena, value->width, &n);
        size_t good = strspn(value->lines[i], node->letters);
        if (good < n && good < value->width)
            reading_fault(reading, (struct text_spot){spot.line, spot.column + (uint32_t)good},
                          "expected one of the characters %s", node->letters);
        if (n != value->width)
            reading_fault(reading, spot, "expected %zu characters, not %zu", value->width, n);
    }
}

/* One value by itself: it is put into a position as it stands, and must not bring members of its own along. */
static void hold_json_value(struct reading *reading, const struct value *value, size_t n)
{
    struct scan scan;
    struct arena_mark mark = arena_mark(reading->arena);
    bool whole = json_parse(reading->arena, arena_copy(reading->arena, value->json, n), n, &scan);
    if (!whole)
        reading_fault(reading, (struct text_spot){value->spot.line, value->spot.column + (uint32_t)scan.offset},
                      "what was read is no position: %s", scan.fault);
    arena_rewind(reading->arena, mark);
}

static void read_json(struct reading *reading, struct value *value)
{
    size_t n;
    text_skip_space(reading->text);
    value->spot = reading_spot(reading);
    value->json = text_line(reading->text, reading->arena, JSON_LINE_MAX, &n);
    if (!n)
        reading_fault(reading, value->spot, "the text ends where a JSON value is expected");
    if (n > JSON_LINE_MAX)
        arena_escape(reading->arena, STATUS_too_large, JSON_LINE_MAX, "line %u is longer than %d characters", value->spot.line,
                     JSON_LINE_MAX);
    hold_json_value(reading, value, n);
}

/* An integer of any size is a string in a position. */
static void read_digits(struct reading *reading, const char *what, struct value *value)
{
    size_t n, zeros = 0;
    text_skip_space(reading->text);
    value->spot = reading_spot(reading);
    const char *digits = text_long_word(reading->text, reading->arena, DIGITS_MAX, &n);
    if (!n)
        reading_fault(reading, value->spot, "the text ends where %s is expected", what);
    if (strspn(digits, "0123456789") < (n < DIGITS_MAX ? n : DIGITS_MAX))
        reading_fault(reading, value->spot, "expected %s, an integer, not \"%s\"", what,
                      shown(reading, digits, n < DIGITS_MAX ? n : DIGITS_MAX));
    if (n > DIGITS_MAX && reading->limits) /* no problem has such integers */
        reading_fault(reading, value->spot, "%s must be within the limits of the problem: it has %zu digits", what, n);
    if (n > DIGITS_MAX)
        arena_escape(reading->arena, STATUS_too_large, DIGITS_MAX, "line %u is longer than %d characters", value->spot.line,
                     DIGITS_MAX);
    while (zeros + 1 < n && digits[zeros] == '0')
        zeros++;
    value->json = arena_printf(reading->arena, "\"%s\"", digits + zeros);
}

/* ---- a case ---- */

bool reading_closing(struct reading *reading, const struct shape_node *nodes, size_t zeros, struct values *values)
{
    bool closing = true;
    for (size_t i = 0; i < zeros; i++) {
        struct value *value = &values->v[nodes[i].name];
        *value = (struct value){.kind = VALUE_INT};
        value->word = take_integer(reading, what_of(reading, nodes[i].name), &value->spot);
        closing &= value->word == 0;
    }
    for (size_t i = 0; i < zeros && !closing; i++) {
        const struct value *value = &values->v[nodes[i].name];
        hold_limits(reading, what_of(reading, nodes[i].name), range_of(reading, nodes[i].name), value->word, value->spot);
    }
    return closing;
}

static void read_many(struct reading *reading, const struct shape_node *node, const struct values *values, struct value *value)
{
    value->n = count_of(reading, values, node->count);
    value->spot = reading_spot(reading);
    value->kind = node->kind == SHAPE_LIST ? VALUE_LIST : node->kind == SHAPE_GRID ? VALUE_GRID : VALUE_ROWS;
    if (node->kind == SHAPE_ROWS || node->kind == SHAPE_GRID)
        value->width = count_of(reading, values, node->width);
    if (value->width && value->n > JUDGE_CASE_VALUES / value->width)
        arena_escape(reading->arena, STATUS_too_large, JUDGE_CASE_VALUES,
                     "the case at line %u is beyond what is read: %zu times %zu numbers, more than %d", value->spot.line,
                     value->n, value->width, (int)JUDGE_CASE_VALUES);
    if (node->kind == SHAPE_LIST)
        read_items(reading, node->name, value->n, value);
    else if (node->kind == SHAPE_ROWS)
        read_items(reading, node->name, value->n * value->width, value);
    else if (node->kind == SHAPE_COUNTED)
        read_counted(reading, node, value);
    else
        read_grid(reading, node, value);
}

void reading_nodes(struct reading *reading, const struct shape_node *nodes, size_t count, struct values *values)
{
    for (size_t i = 0; i < count; i++) {
        const struct shape_node *node = &nodes[i];
        if (node->name < 0)
            continue;
        struct value *value = &values->v[node->name];
        *value = (struct value){0};
        if (node->kind == SHAPE_INT) {
            value->kind = VALUE_INT;
            value->word = read_integer(reading, what_of(reading, node->name), range_of(reading, node->name), &value->spot);
        } else if (node->kind == SHAPE_JSON) {
            value->kind = VALUE_JSON;
            read_json(reading, value);
        } else if (node->kind == SHAPE_DIGITS) {
            value->kind = VALUE_JSON;
            read_digits(reading, reading->shape->names[node->name], value);
        } else {
            read_many(reading, node, values, value);
        }
    }
}
