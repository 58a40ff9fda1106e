#include "api/tools/judge/generate/draw.h"

#include <string.h>

enum { COUNT_MOST = 60, COUNT_SMALL = 4, JSON_ITEM = 24 };

/* ---- single integers ---- */

static int bits_of(int64_t span)
{
    return span > 0 ? 64 - __builtin_clzll((unsigned long long)span) : 0;
}

/* Every size as likely as every other. */
static int64_t of_any_size(const struct drawing *d, int64_t least, int64_t most, int bits_most)
{
    int bits = bits_of(most - least);
    int64_t drawn = sample_from(d->lots, 0, bits < bits_most ? bits : bits_most);
    int64_t span = drawn >= 62 ? most - least : (INT64_C(1) << drawn) - 1;
    return least + sample_from(d->lots, 0, span < most - least ? span : most - least);
}

/* Where programs stumble: the ends, powers of two, Fibonacci numbers, and what lies beside them. */
static int64_t at_an_edge(const struct drawing *d, int64_t least, int64_t most)
{
    int64_t value = sample_chance(d->lots, 50) ? least : most, a = 1, b = 2;
    int bits = bits_of(most);
    if (sample_chance(d->lots, 50) && bits > 1)
        value = INT64_C(1) << sample_from(d->lots, 0, bits - 1);
    else if (sample_chance(d->lots, 50))
        for (int64_t n = sample_from(d->lots, 0, 3 * bits / 2); n > 0 && b <= most; n--) {
            int64_t next = a + b;
            a = b;
            b = next;
            value = a;
        }
    value += sample_from(d->lots, -1, 1);
    return value < least ? least : value > most ? most : value;
}

static int64_t draw_word(const struct drawing *d, struct shape_range range)
{
    int64_t least = range.least, most = range.most;
    switch (d->kind) {
    case DRAW_RANDOM:
        return of_any_size(d, least, most, 64);
    case DRAW_SMALL:
        return least + sample_from(d->lots, 0, most - least < 9 ? most - least : 9);
    case DRAW_LARGE:
        return most - sample_from(d->lots, 0, (most - least) / 10);
    case DRAW_EDGE:
        return at_an_edge(d, least, most);
    case DRAW_AGAINST:
        break;
    }
    return of_any_size(d, least, most, 3 + d->level);
}

static int64_t draw_count(const struct drawing *d, struct shape_range range)
{
    int64_t room = (int64_t)d->items_max, most = range.most < room ? range.most : room,
            few = most < COUNT_MOST ? most : COUNT_MOST, least = range.least < few ? range.least : few;
    if (d->kind == DRAW_LARGE)
        return most - sample_from(d->lots, 0, (most - least) / 10);
    if (d->kind == DRAW_SMALL || d->kind == DRAW_AGAINST)
        return least + sample_from(d->lots, 0, few - least < COUNT_SMALL ? few - least : COUNT_SMALL);
    if (d->kind == DRAW_EDGE)
        return sample_chance(d->lots, 50) ? least : sample_chance(d->lots, 50) ? few : least + (few > least);
    return of_any_size(d, least, few, 64);
}

/* ---- what a problem says of a name beyond its limits ("draw") ---- */

static const cJSON *wish_of(const struct drawing *d, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(d->problem->json, "draw"), name);
}

static bool wishes(const struct drawing *d, int name, const char *word)
{
    const cJSON *wish = name < 0 ? NULL : wish_of(d, d->problem->shape.names[name]);
    return cJSON_IsString(wish) && strcmp(wish->valuestring, word) == 0;
}

static struct shape_range range_of(const struct drawing *d, int name)
{
    const cJSON *wish = wish_of(d, d->problem->shape.names[name]);
    return cJSON_IsArray(wish) ? judge_range(wish) : d->problem->shape.stated[name];
}

static bool counts(const struct shape_node *nodes, size_t n, int name)
{
    for (size_t i = 0; i < n; i++)
        if ((nodes[i].kind != SHAPE_INT && nodes[i].kind != SHAPE_BREAK &&
             (nodes[i].count.name == name || nodes[i].width.name == name)) ||
            counts(nodes[i].inner, nodes[i].inner_count, name))
            return true;
    return false;
}

static bool is_square(const struct shape_node *nodes, size_t n, int name)
{
    for (size_t i = 0; i < n; i++)
        if (nodes[i].kind == SHAPE_ROWS || nodes[i].kind == SHAPE_GRID)
            if (nodes[i].count.name == name || nodes[i].width.name == name)
                return true;
    return false;
}

static int64_t square_root(int64_t n)
{
    int64_t root = 1;
    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

static struct value draw_int(const struct drawing *d, int name)
{
    const struct shape *shape = &d->problem->shape;
    struct shape_range range = range_of(d, name);
    bool square = is_square(shape->nodes, shape->count, name);
    struct drawing side = *d;
    if (square)
        side.items_max = (size_t)square_root((int64_t)d->items_max);
    int64_t word = counts(shape->nodes, shape->count, name) ? draw_count(&side, range) : draw_word(d, range);
    if (wishes(d, name, "even") && word % 2)
        word += word < range.most ? 1 : -1;
    return (struct value){.kind = VALUE_INT, .word = word};
}

/* ---- lists, rows, grids ---- */

static void shuffle(const struct drawing *d, int64_t *v, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)sample_from(d->lots, 0, (int64_t)i - 1);
        int64_t swap = v[k];
        v[k] = v[i - 1];
        v[i - 1] = swap;
    }
}

/* Distinct ones are taken from a range that has enough of them. */
static int64_t *draw_items(const struct drawing *d, int name, size_t n)
{
    struct shape_range range = range_of(d, name);
    int64_t *v = arena_raw(d->lots->arena, (n + 1) * sizeof *v);
    if (wishes(d, name, "distinct") && (int64_t)n <= range.most - range.least + 1) {
        int64_t room = draw_word(d, range) + 2 * (int64_t)n, most = room < range.most ? room : range.most;
        v = list_words(sample_distinct(d->lots, n, range.least, most));
        shuffle(d, v, n);
        return v;
    }
    bool same = d->kind == DRAW_EDGE && sample_chance(d->lots, 30);
    for (size_t i = 0; i < n; i++)
        v[i] = same && i ? v[0] : draw_word(d, range);
    return v;
}

/* A graph whose nodes, in some order, lead to later ones only. */
static void draw_acyclic(const struct drawing *d, struct value *value)
{
    size_t n = value->n, width = n < 4 ? n : 4;
    int64_t *order = arena_raw(d->lots->arena, (n + 1) * sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = (int64_t)i;
    shuffle(d, order, n);
    value->rows = arena_array(d->lots->arena, n, sizeof *value->rows);
    for (size_t i = 0; i < n; i++) {
        int64_t later = (int64_t)(n - 1 - i), most = later < (int64_t)width ? later : (int64_t)width;
        size_t m = (size_t)sample_from(d->lots, 0, most);
        struct value *row = &value->rows[order[i]];
        *row = (struct value){.kind = VALUE_LIST, .n = m};
        row->v = m ? list_words(sample_distinct(d->lots, m, (int64_t)i + 1, (int64_t)n - 1)) : NULL;
        for (size_t k = 0; k < m; k++)
            row->v[k] = order[row->v[k]];
    }
}

static void draw_grid(const struct drawing *d, const struct shape_node *node, struct value *value)
{
    const cJSON *percent = wish_of(d, d->problem->shape.names[node->name]);
    int share = cJSON_IsNumber(percent) ? (int)percent->valuedouble : 50;
    if (d->kind == DRAW_EDGE)
        share = sample_chance(d->lots, 50) ? 90 : 5;
    value->lines = arena_array(d->lots->arena, value->n, sizeof *value->lines);
    for (size_t i = 0; i < value->n; i++) {
        char *line = arena_alloc(d->lots->arena, value->width + 1);
        for (size_t k = 0; k < value->width; k++)
            line[k] = node->letters[sample_chance(d->lots, share)];
        value->lines[i] = line;
    }
}

/* ---- JSON ---- */

static struct shape_range length_range(const struct drawing *d, const char *name)
{
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(d->problem->json, "limits");
    const cJSON *length = cJSON_GetObjectItemCaseSensitive(limits, arena_printf(d->lots->arena, "%s.length", name));
    return length ? judge_range(length) : (struct shape_range){1, 100};
}

static void put_list(struct out *out, const int64_t *v, size_t n)
{
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++)
        json_word(out, v[i]);
    json_end(out, ']');
}

/* Neighbours of each node: a ring through 1 … n-1, some chords, and the hole. Every node but the hole has another neighbour. */
static void put_maze(const struct drawing *d, struct out *out)
{
    struct shape_range range = {4, d->kind == DRAW_LARGE ? 50 : d->kind == DRAW_RANDOM ? 20 : 8};
    size_t n = (size_t)sample_from(d->lots, range.least, range.most);
    bool *edge = arena_array(d->lots->arena, n * n, sizeof *edge);
    for (size_t i = 1; i < n; i++) {
        size_t next = i + 1 < n ? i + 1 : 1, other = (size_t)sample_from(d->lots, 0, (int64_t)n - 1);
        edge[i * n + next] = edge[next * n + i] = true;
        if (other != i && sample_chance(d->lots, 40))
            edge[i * n + other] = edge[other * n + i] = true;
    }
    size_t door = (size_t)sample_from(d->lots, 1, (int64_t)n - 1);
    edge[door] = edge[door * n] = true;
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++) {
        json_begin(out, '[');
        for (size_t k = 0; k < n; k++)
            if (k != i && edge[i * n + k])
                json_word(out, (int64_t)k);
        json_end(out, ']');
    }
    json_end(out, ']');
}

static void put_signs(const struct drawing *d, struct out *out)
{
    int64_t n = sample_from(d->lots, 1, d->kind == DRAW_LARGE ? 60 : d->kind == DRAW_RANDOM ? 30 : 9);
    out_raw(out, "\"");
    for (; n > 0; n--)
        out_raw(out, sample_chance(d->lots, 75) ? "+" : "-");
    out_raw(out, "\"");
}

/* An even number of them, and an odd sum: two each, of which the last may grow by one. */
static void mend_parity(int64_t *v, size_t *n, struct shape_range range)
{
    int64_t sum = 0;
    *n -= *n % 2;
    for (size_t i = 0; i < *n; i++)
        sum += v[i];
    if (*n && sum % 2 == 0)
        v[0] += v[0] < range.most ? 1 : -1;
}

/* As long as the list before it, where there is one. */
static struct value draw_json(const struct drawing *d, int name, const struct values *values)
{
    const char *called = d->problem->shape.names[name];
    struct out out;
    out_init(&out, d->lots->arena, 256);
    struct value value = {.kind = VALUE_JSON};
    if (wishes(d, name, "maze")) {
        put_maze(d, &out);
    } else if (wishes(d, name, "signs")) {
        put_signs(d, &out);
    } else {
        struct shape_range range = range_of(d, name), length = length_range(d, called);
        size_t n = name && values->v[name - 1].kind == VALUE_JSON ? values->v[name - 1].n : (size_t)draw_count(d, length);
        int64_t *v = draw_items(d, name, n);
        if (wishes(d, name, "even-odd"))
            mend_parity(v, &n, range);
        put_list(&out, v, n);
        value.n = n;
    }
    out_bytes(&out, "", 1);
    value.json = out.v;
    return value;
}

/* Of as many digits as the kind wants, up to those of the limit but the last. */
static struct value draw_digits(const struct drawing *d, int name)
{
    const cJSON *limit = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(d->problem->json, "limits"),
                                                          d->problem->shape.names[name]);
    int64_t room = (int64_t)strlen(cJSON_GetArrayItem(limit, 1)->valuestring) - 1,
            most = d->kind == DRAW_LARGE    ? room
                   : d->kind == DRAW_RANDOM ? 30
                                            : 1 + d->level / 8,
            n = sample_from(d->lots, d->kind == DRAW_LARGE ? most - 9 : 1, most < room ? most : room);
    char *json = arena_alloc(d->lots->arena, (size_t)n + 3);
    json[0] = json[n + 1] = '"';
    for (int64_t i = 1; i <= n; i++)
        json[i] = (char)('0' + sample_from(d->lots, i == 1, 9));
    return (struct value){.kind = VALUE_JSON, .json = json};
}

/* ---- a case ---- */

static size_t word_of(const struct values *values, struct shape_count count)
{
    return (size_t)(count.name < 0 ? count.word : values->v[count.name].word);
}

static void draw_nodes(const struct drawing *d, const struct shape_node *nodes, size_t count, struct values *values)
{
    for (size_t i = 0; i < count; i++) {
        const struct shape_node *node = &nodes[i];
        struct value *value = node->name < 0 ? NULL : &values->v[node->name];
        if (!value)
            continue;
        *value = (struct value){.n = node->count.name < 0 && !node->count.word ? 0 : word_of(values, node->count)};
        value->kind = node->kind == SHAPE_LIST ? VALUE_LIST : node->kind == SHAPE_GRID ? VALUE_GRID : VALUE_ROWS;
        if (node->kind == SHAPE_ROWS || node->kind == SHAPE_GRID)
            value->width = word_of(values, node->width);
        if (node->kind == SHAPE_INT)
            *value = draw_int(d, node->name);
        else if (node->kind == SHAPE_JSON)
            *value = draw_json(d, node->name, values);
        else if (node->kind == SHAPE_DIGITS)
            *value = draw_digits(d, node->name);
        else if (node->kind == SHAPE_COUNTED)
            draw_acyclic(d, value);
        else if (node->kind == SHAPE_GRID)
            draw_grid(d, node, value);
        else
            value->v = draw_items(d, node->name, value->n * (node->kind == SHAPE_ROWS ? value->width : 1));
    }
}

/* What a question names must be among the nodes of a graph that was drawn. */
static void clip_to_graph(const struct drawing *d, const struct values *graph, const struct shape_node *node, struct values *own)
{
    for (size_t i = 0; i < d->problem->shape.count; i++) {
        if (d->problem->shape.nodes[i].kind != SHAPE_COUNTED)
            continue;
        size_t nodes = graph->v[d->problem->shape.nodes[i].name].n;
        for (size_t k = 0; k < node->inner_count; k++)
            if (node->inner[k].kind == SHAPE_LIST)
                for (size_t j = 0; j < own->v[node->inner[k].name].n; j++)
                    own->v[node->inner[k].name].v[j] %= (int64_t)(nodes ? nodes : 1);
    }
}

/* What stands before the questions of a case has its part of the room for large lists, and they have theirs together. */
static struct drawing share_room(const struct drawing *d, size_t among)
{
    struct drawing part = *d;
    if (d->kind == DRAW_LARGE)
        part.items_max = d->items_max / among + (among > 1);
    return part;
}

static bool has_questions(const struct shape *shape)
{
    bool has = false;
    for (size_t i = 0; i < shape->count; i++)
        has |= shape->nodes[i].inner_count > 0;
    return has;
}

void draw_case(const struct drawing *d, struct drawn_case *drawn)
{
    enum { PARTS = 3 };
    const struct shape *shape = &d->problem->shape;
    struct drawing before = share_room(d, has_questions(shape) ? PARTS : 1);
    *drawn = (struct drawn_case){.questions = NULL};
    for (size_t i = 0; i < shape->count; i++) {
        const struct shape_node *node = &shape->nodes[i];
        if (node->kind != SHAPE_ASKED && node->kind != SHAPE_UNTIL) {
            draw_nodes(&before, node, 1, &drawn->values);
            continue;
        }
        size_t most = node->kind == SHAPE_ASKED ? word_of(&drawn->values, node->count) : DRAW_QUESTIONS;
        drawn->count = node->kind == SHAPE_ASKED ? most : (size_t)sample_from(d->lots, 1, DRAW_QUESTIONS);
        drawn->questions = arena_array(d->lots->arena, drawn->count, sizeof *drawn->questions);
        struct drawing own = share_room(d, drawn->count ? drawn->count : 1);
        for (size_t k = 0; k < drawn->count; k++) {
            draw_nodes(&own, node->inner, node->inner_count, &drawn->questions[k]);
            clip_to_graph(d, &drawn->values, node, &drawn->questions[k]);
        }
    }
}
