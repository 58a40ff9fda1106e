#include "api/tools/judge/pose.h"

#include "api/json/decode.h"
#include "api/json/parse.h"
#include "core/limits.h"

#include <string.h>

/* ---- which fields are lists of what was read ---- */

static bool reads(const struct shape_node *nodes, size_t count, int name)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i].name == name || (nodes[i].inner && reads(nodes[i].inner, nodes[i].inner_count, name)))
            return true;
    return false;
}

static bool is_inner(const struct shape *shape, int name)
{
    for (size_t i = 0; i < shape->count; i++)
        if (shape->nodes[i].inner && reads(shape->nodes[i].inner, shape->nodes[i].inner_count, name))
            return true;
    return false;
}

static bool is_plain_number(const struct type *type)
{
    return (type->kind == KIND_SMALL && !type->names) || type->kind == KIND_INT;
}

/* Of numbers, of pairs of numbers, or of lists of numbers. */
static bool is_list_of_numbers(const struct type *type)
{
    if (type->kind != KIND_LIST || type->distinct)
        return false;
    const struct type *item = type->item;
    if (is_plain_number(item))
        return true;
    return ((item->kind == KIND_TUPLE && item->max == 2) || (item->kind == KIND_LIST && !item->distinct)) &&
           is_plain_number(item->item);
}

/* "$a" or "$pairs(a)": the name's index, and the function. -1: it is something else. */
static int named(const struct shape *shape, const char *text, const char **function)
{
    static const char *const functions[] = {"", "rest", "pairs", "edges"};
    struct judge_named named;
    if (!judge_named(shape, text, &named) || named.other >= 0)
        return -1;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        *function = functions[i];
        if (judge_named_by(&named, functions[i]))
            return named.name;
    }
    return -1;
}

/* How a name is read, which the shape has. */
static enum shape_kind kind_of(const struct shape *shape, int name)
{
    for (size_t i = 0; i < shape->count; i++) {
        const struct shape_node *node = &shape->nodes[i];
        for (size_t k = 0; k < (node->inner ? node->inner_count : 1); k++) {
            const struct shape_node *one = node->inner ? &node->inner[k] : node;
            if (one->name == name)
                return one->kind;
        }
    }
    return SHAPE_BREAK;
}

static bool is_read_as_list(const struct shape *shape, int name)
{
    enum shape_kind kind = kind_of(shape, name);
    return kind == SHAPE_LIST || kind == SHAPE_ROWS || kind == SHAPE_COUNTED;
}

/* Whether a part of the template holds a name that is read for each question. */
static bool varies(const struct pose *pose, const cJSON *node)
{
    const struct shape *shape = &pose->problem->shape;
    const cJSON *item;
    struct judge_named named;
    if (cJSON_IsString(node) && judge_named(shape, node->valuestring, &named))
        return is_inner(shape, named.name) || (named.other >= 0 && is_inner(shape, named.other));
    cJSON_ArrayForEach(item, node) if (varies(pose, item)) return true;
    return false;
}

/* ["$a", "$b"] */
static bool name_items(const struct shape *shape, const cJSON *member, struct pose_list *list)
{
    const cJSON *item;
    const char *function;
    if (!cJSON_IsArray(member) || !is_plain_number(list->field->type->item))
        return false;
    cJSON_ArrayForEach(item, member)
    {
        int name = cJSON_IsString(item) && list->item_count < POSE_ITEMS ? named(shape, item->valuestring, &function) : -1;
        if (name < 0 || *function || kind_of(shape, name) != SHAPE_INT)
            return false;
        list->items[list->item_count++] = name;
        list->inner |= is_inner(shape, name);
    }
    return list->item_count > 0;
}

static bool name_list(const struct shape *shape, const cJSON *member, struct pose_list *list)
{
    list->name = cJSON_IsString(member) ? named(shape, member->valuestring, &list->function) : -1;
    list->inner = list->name >= 0 && is_inner(shape, list->name);
    return list->name >= 0 && is_read_as_list(shape, list->name);
}

static bool add_list(struct pose *pose, const cJSON *member)
{
    const struct judge_problem *problem = pose->problem;
    const struct field *field = problem->game->position->fields;
    while (field->name && strcmp(field->name, member->string) != 0)
        field++;
    struct pose_list list = {.field = field};
    if (!field->name || pose->list_count == POSE_LISTS || !is_list_of_numbers(field->type) ||
        !(name_list(&problem->shape, member, &list) || name_items(&problem->shape, member, &list)))
        return false;
    pose->left_out[pose->list_count] = field->name;
    pose->lists[pose->list_count++] = list;
    return true;
}

void pose_init(struct pose *pose, const struct judge_problem *problem)
{
    const cJSON *member;
    *pose = (struct pose){.problem = problem, .alike = true};
    if (problem->game->tailor || !cJSON_IsObject(problem->position))
        return;
    cJSON_ArrayForEach(member, problem->position) if (!add_list(pose, member)) pose->alike &= !varies(pose, member);
}

/* ---- lists ---- */

static bool put_numbers(const struct type *item, const int64_t *v, size_t n, void *to)
{
    struct num *nums = to;
    for (size_t i = 0; i < n; i++)
        if (v[i] < item->min || v[i] > item->max)
            return false;
    if (item->kind == KIND_SMALL && n)
        memcpy(to, v, n * sizeof *v);
    for (size_t i = 0; item->kind == KIND_INT && i < n; i++)
        nums[i] = num(v[i]);
    return true;
}

/* Whether sums of all of them stay within a word. */
static bool sums_up(const int64_t *v, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        if (v[i] < 0 || __builtin_add_overflow(sum, v[i], &sum))
            return false;
    return true;
}

static bool fits(const struct type *type, const int64_t *v, size_t n)
{
    if (n <= (size_t)type->max)
        return n >= (size_t)type->min;
    /* Games of heaps have no other bound than what a request may hold. */
    return type->max == HEAPS_MAX && type->item->kind == KIND_INT && n <= JUDGE_CASE_VALUES && sums_up(v, n);
}

static bool make_flat(const struct type *type, const int64_t *v, size_t n, struct arena *arena, struct list *list)
{
    const struct type *item = type->item->kind == KIND_TUPLE ? type->item->item : type->item;
    size_t numbers = item == type->item ? n : 2 * n;
    if (!fits(type, v, n))
        return false;
    *list = (struct list){n, arena_raw(arena, numbers * item->size)};
    return put_numbers(item, v, numbers, list->v);
}

static bool make_edges(const struct type *type, const struct value *value, struct arena *arena, struct list *list)
{
    const struct type *node = type->item->item;
    size_t n = 0;
    for (size_t i = 0; i < value->n; i++)
        n += value->rows[i].n;
    if (type->item->kind != KIND_TUPLE || node->kind != KIND_SMALL || n > (size_t)type->max)
        return false;
    int64_t *to = arena_raw(arena, 2 * n * sizeof *to);
    *list = (struct list){n, to};
    for (size_t i = 0; i < value->n; i++) {
        const struct value *row = &value->rows[i];
        for (size_t k = 0; k < row->n; k++, to += 2) {
            if (row->v[k] < node->min || row->v[k] > node->max)
                return false;
            to[0] = (int64_t)i;
            to[1] = row->v[k];
        }
    }
    return value->n <= (size_t)node->max + 1;
}

static bool make_rows(const struct type *type, const struct value *value, struct arena *arena, struct list *list)
{
    const struct type *row = type->item, *item = row->item;
    size_t n = value->n, width = value->width;
    if (value->rows || row->kind != KIND_LIST || n > (size_t)type->max || n < (size_t)type->min || width > (size_t)row->max ||
        width < (size_t)row->min)
        return false;
    struct list *rows = arena_raw(arena, n * sizeof *rows);
    char *items = arena_raw(arena, n * width * item->size);
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct list){width, items + i * width * item->size};
    *list = (struct list){n, rows};
    return put_numbers(item, value->v, n * width, items);
}

static bool make_list(const struct pose_list *from, const struct values *values, struct arena *arena, struct list *list)
{
    const struct type *type = from->field->type;
    const struct value *value = from->item_count ? NULL : &values->v[from->name];
    bool paired = type->item->kind == KIND_TUPLE;
    if (from->item_count) {
        int64_t v[POSE_ITEMS];
        for (size_t i = 0; i < from->item_count; i++)
            v[i] = values->v[from->items[i]].word;
        return make_flat(type, v, from->item_count, arena, list);
    }
    switch (from->function[0]) {
    case 'r':
        return value->kind == VALUE_LIST && value->n && !paired && make_flat(type, value->v + 1, value->n - 1, arena, list);
    case 'p':
        return value->kind == VALUE_LIST && paired && make_flat(type, value->v, value->n / 2, arena, list);
    case 'e':
        return value->rows && make_edges(type, value, arena, list);
    default:
        if (value->kind == VALUE_LIST)
            return is_plain_number(type->item) && make_flat(type, value->v, value->n, arena, list);
        if (paired)
            return !value->rows && value->width == 2 && make_flat(type, value->v, value->n, arena, list);
        return !is_plain_number(type->item) && make_rows(type, value, arena, list);
    }
}

/* ---- questions ---- */

/* All fields but the lists, which are empty. No position: it could not be read. */
static void read_common(const struct pose *pose, const struct values *values, struct arena *arena, struct question *question)
{
    struct faults faults = {.arena = arena};
    struct scan scan;
    struct out out;
    out_init(&out, arena, 256);
    judge_position(pose->problem, values, pose->left_out, &out);
    const cJSON *json = json_parse(arena, arena_copy(arena, out.v, out.n), out.n, &scan);
    *question = (struct question){0};
    if (!json || !question_decode_fields(question, pose->problem->game, json, &faults))
        question->position = NULL;
}

static bool is_shared(const struct pose *pose, const char *const *names)
{
    for (size_t i = 0; i < pose->list_count; i++)
        for (size_t k = 0; names[k]; k++)
            if (!pose->lists[i].made && strcmp(names[k], pose->lists[i].field->name) == 0)
                return false;
    return true;
}

static void put_lists(const struct pose *pose, void *position)
{
    for (size_t i = 0; i < pose->list_count; i++)
        memcpy((char *)position + pose->lists[i].field->offset, &pose->lists[i].list, sizeof(struct list));
}

/* What the game itself can do once for all questions. */
static void share(struct pose *pose, struct budget *budget, struct store *store)
{
    const struct game *game = pose->problem->game;
    struct faults faults = {.arena = budget->arena};
    struct ask ask;
    if (!game->sharing || !is_shared(pose, game->sharing->by))
        return;
    void *position = arena_raw(budget->arena, game->position->size);
    memcpy(position, pose->common.position, game->position->size);
    put_lists(pose, position);
    if (game->check)
        game->check(position, &faults);
    if (faults.n)
        return;
    ask_init(&ask, game, position, budget->arena, budget, store);
    pose->shared = game->sharing->make(&ask);
}

void pose_case(struct pose *pose, const struct values *values, struct budget *budget, struct store *store)
{
    pose->common.position = pose->shared = NULL;
    for (size_t i = 0; i < pose->list_count; i++) {
        struct pose_list *list = &pose->lists[i];
        list->list = (struct list){0};
        list->made = !list->inner && make_list(list, values, budget->arena, &list->list);
    }
    if (!pose->list_count || !pose->alike)
        return;
    read_common(pose, values, budget->arena, &pose->common);
    if (pose->common.position)
        share(pose, budget, store);
}

bool pose_question(struct pose *pose, const struct values *values, struct arena *arena, struct question *question)
{
    const struct game *game = pose->problem->game;
    struct faults faults = {.arena = arena};
    if (!pose->list_count)
        return false;
    for (size_t i = 0; i < pose->list_count; i++)
        if (!pose->lists[i].made && !make_list(&pose->lists[i], values, arena, &pose->lists[i].list))
            return false;
    if (pose->common.position) {
        *question = pose->common;
        question->position = arena_raw(arena, game->position->size);
        memcpy(question->position, pose->common.position, game->position->size);
    } else {
        read_common(pose, values, arena, question);
    }
    if (!question->position)
        return false;
    put_lists(pose, question->position);
    question->shared = pose->shared;
    if (pose->shared)
        game->sharing->check(question->position, &faults);
    else if (game->check)
        game->check(question->position, &faults);
    return !faults.n;
}
