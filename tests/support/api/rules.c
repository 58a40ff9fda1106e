/* The rules that a list of moves does not show, written from the games as their sources state them and from nothing else. */
#include "tests/support/api/rules.h"

#include <stdlib.h>
#include <string.h>

static const cJSON *field(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static int64_t word(const cJSON *value)
{
    return cJSON_IsString(value) ? strtoll(value->valuestring, NULL, 10) : value ? (int64_t)value->valuedouble : 0;
}

static int64_t sum_first(const cJSON *list, int64_t count)
{
    int64_t sum = 0;
    const cJSON *item = list->child;
    for (int64_t i = 0; item && i < count; i++, item = item->next)
        sum += word(item);
    return sum;
}

static int64_t sum_all(const cJSON *list)
{
    return sum_first(list, INT64_MAX);
}

/* An odd holder beats an even one; equal parity is a draw. */
static enum outcome odd_even_over(const cJSON *position)
{
    int64_t mine = word(field(position, "mine")) % 2, theirs = word(field(position, "theirs")) % 2;
    return mine == theirs ? OUTCOME_DRAW : mine ? OUTCOME_WIN : OUTCOME_LOSS;
}

/* The mouse wins in the hole, the cat where it has the mouse. Defaults: mouse 1, cat 2, turn mouse. */
static enum outcome cat_mouse_over(const cJSON *position)
{
    const cJSON *mouse = field(position, "mouse"), *turn = field(position, "turn");
    bool mouse_won = mouse && word(mouse) == 0, cats_turn = turn && strcmp(turn->valuestring, "cat") == 0;
    return mouse_won != cats_turn ? OUTCOME_WIN : OUTCOME_LOSS;
}

static enum outcome thirds_over(const cJSON *position)
{
    const cJSON *alice = field(position, "alice");
    int64_t sum = word(field(position, "sum"));
    bool first_to_move = !alice || cJSON_IsTrue(alice);
    if (sum % 3 == 0 && !(sum == 0 && first_to_move))
        return OUTCOME_WIN;
    return first_to_move ? OUTCOME_LOSS : OUTCOME_WIN;
}

static int64_t ends_score(const cJSON *from, const cJSON *move, const cJSON *to)
{
    (void)to;
    const cJSON *piles = field(from, "piles");
    bool left = strcmp(field(move, "end")->valuestring, "left") == 0;
    return word(cJSON_GetArrayItem(piles, left ? 0 : cJSON_GetArraySize(piles) - 1));
}

static int64_t rest_score(const cJSON *from, const cJSON *move, const cJSON *to)
{
    (void)from;
    (void)move;
    return sum_all(field(to, "piles"));
}

static int64_t front_score(const cJSON *from, const cJSON *move, const cJSON *to)
{
    (void)to;
    return sum_first(field(from, "piles"), word(field(move, "take")));
}

static int64_t merge_score(const cJSON *from, const cJSON *move, const cJSON *to)
{
    (void)to;
    return sum_first(field(from, "stones"), word(field(move, "take")));
}

static int64_t rivals_score(const cJSON *from, const cJSON *move, const cJSON *to)
{
    (void)to;
    return word(cJSON_GetArrayItem(field(from, "mine"), (int)word(field(move, "stone"))));
}

static int compare_numbers(const cJSON *a, const cJSON *b)
{
    int64_t x = word(a), y = word(b);
    return (x > y) - (x < y);
}

static int index_of(const char *const *names, const char *name)
{
    int index = 0;
    while (names[index] && strcmp(names[index], name) != 0)
        index++;
    return index;
}

static int compare(const struct type *type, const cJSON *a, const cJSON *b)
{
    switch (type->kind) {
    case KIND_BOOL:
        return cJSON_IsTrue(a) - cJSON_IsTrue(b);
    case KIND_SMALL:
    case KIND_INT:
        return compare_numbers(a, b);
    case KIND_NAME:
        return index_of(type->names, a->valuestring) - index_of(type->names, b->valuestring);
    case KIND_TEXT:
        return strcmp(a->valuestring, b->valuestring);
    case KIND_LIST:
    case KIND_TUPLE:
        for (a = a->child, b = b->child; a && b; a = a->next, b = b->next) {
            int order = compare(type->item, a, b);
            if (order)
                return order;
        }
        return (a != NULL) - (b != NULL);
    case KIND_OBJECT:
        return rules_order(type, a, b);
    case KIND_CHOICE:
    case KIND_ANY:
        return 0;
    }
    return 0;
}

int rules_order(const struct type *move, const cJSON *a, const cJSON *b)
{
    for (const struct field *f = move->fields; f->name; f++) {
        const cJSON *x = field(a, f->name), *y = field(b, f->name);
        if (!x && !y)
            continue;
        int order = !x ? 1 : !y ? -1 : compare(f->type, x, y);
        if (order)
            return order;
    }
    return 0;
}

const struct rules *rules_find(const char *id)
{
    static const struct rules ordinary = {.id = ""};
    static const struct rules table[] = {
        {.id = "cutting", .mex_of_known = true},     {.id = "odd-even", .over = odd_even_over},
        {.id = "cat-mouse", .over = cat_mouse_over}, {.id = "stone-thirds", .over = thirds_over},
        {.id = "stone-ends", .score = ends_score},   {.id = "stone-rest", .score = rest_score},
        {.id = "stone-front", .score = front_score}, {.id = "stone-window", .score = front_score},
        {.id = "stone-merge", .score = merge_score}, {.id = "stone-rivals", .score = rivals_score},
        {.id = "stone-halves", .score = rest_score},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].id, id) == 0)
            return &table[i];
    return &ordinary;
}
