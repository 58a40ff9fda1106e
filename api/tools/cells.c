/* A cell is the position with the numbers of its place written into the client's own text, so that it is read, checked and
 * refused as if it had been sent. */
#include "api/tools/cells.h"

#include "api/json/decode.h"
#include "api/tools/moves.h"
#include "core/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const cells_of_names[] = {"grundy", "verdict", "remoteness", "value", "winning_move_count", NULL};

static const struct type number_type = {
    .kind = KIND_SMALL, .size = sizeof(int64_t), .min = -CELL_NUMBER_MAX, .max = CELL_NUMBER_MAX};
static const struct type pointer_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = 200};
static const struct type of_type = {.kind = KIND_NAME, .size = sizeof(int), .names = cells_of_names};

static const struct type vary_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct vary),
    .fields =
        (const struct field[]){
            {"pointer", offsetof(struct vary, pointer), &pointer_type,
             .doc = {"A JSON Pointer to an integer of the position.", "指向局面中一个整数的 JSON Pointer。"}},
            {"from", offsetof(struct vary, from), &number_type, NEED_DEFAULT, .doc = {"Its first value.", "起始值。"}},
            {"to", offsetof(struct vary, to), &number_type, .doc = {"Its last value.", "终止值。"}},
            {0},
        },
};

static const struct type varies_type = {.kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = 2, .item = &vary_type};

struct table_head {
    struct head head;
    struct list vary;
    int of;
};

static const struct type table_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct table_head),
    .fields =
        (const struct field[]){
            {"vary", offsetof(struct table_head, vary), &varies_type, .doc = {"What varies, and how far.", "变化的量及其范围。"}},
            {"of", offsetof(struct table_head, of), &of_type, NEED_OPTIONAL,
             .doc = {"What is told of every cell.", "每格给出什么。"}},
            {0},
        },
};

/* The names that belong to no position, and those of the position that belong to no table. */
static const char *const table_names[] = {"game", "vary", "of", NULL};

static const char *const *position_names(struct arena *arena, const cJSON *json)
{
    size_t n = 0;
    for (const cJSON *member = json->child; member; member = member->next)
        n++;
    const char **names = arena_array(arena, n + 1, sizeof *names);
    n = 0;
    for (const cJSON *member = json->child; member; member = member->next)
        if (strcmp(member->string, "vary") != 0 && strcmp(member->string, "of") != 0)
            names[n++] = member->string;
    return names;
}

/* The node that a pointer leads to, NULL if none. */
static cJSON *follow(struct arena *arena, const cJSON *json, const char *pointer)
{
    char *token = arena_copy(arena, pointer, strlen(pointer));
    const cJSON *node = json;
    while (*token == '/' && node) {
        char *from = ++token, *to = token, end;
        while (*from && *from != '/') {
            bool escaped = *from == '~' && (from[1] == '0' || from[1] == '1');
            *to++ = escaped ? (from[1] == '0' ? '~' : '/') : *from;
            from += escaped ? 2 : 1;
        }
        end = *from;
        *to = '\0';
        if (cJSON_IsArray(node)) {
            bool index = *token && strspn(token, "0123456789") == strlen(token) && strlen(token) < 9;
            node = index ? cJSON_GetArrayItem(node, atoi(token)) : NULL;
        } else {
            node = cJSON_GetObjectItemCaseSensitive(node, token);
        }
        *from = end;
        token = from;
    }
    return *token ? NULL : (cJSON *)(uintptr_t)node; /* the tree is ours */
}

static void read_varies(struct cells *cells, struct table_head *head, const cJSON *json, int64_t stretch, struct faults *faults)
{
    struct vary *vary = head->vary.v;
    cells->n = head->vary.n;
    for (size_t i = 0; i < cells->n; i++) {
        const char *place = pointer_index(faults->arena, pointer_name(faults->arena, cells->at, "vary"), i);
        cells->vary[i] = vary[i];
        cells->node[i] = follow(faults->arena, json, vary[i].pointer);
        if (!cJSON_IsNumber(cells->node[i]) || (i && cells->node[1] == cells->node[0])) {
            fault_add(faults, i && cJSON_IsNumber(cells->node[1]) ? FAULT_duplicate : FAULT_out_of_range,
                      pointer_name(faults->arena, place, "pointer"),
                      i && cJSON_IsNumber(cells->node[1]) ? "varies already" : "must lead to a number of the position");
        }
        if (vary[i].to < vary[i].from)
            fault_add(faults, FAULT_inconsistent, pointer_name(faults->arena, place, "to"), "must not be below `from`");
        if (stretch > vary[i].to)
            cells->vary[i].to = stretch;
    }
}

size_t cells_size(const struct cells *cells, size_t i)
{
    return i < cells->n ? (size_t)(cells->vary[i].to - cells->vary[i].from + 1) : 1;
}

static void *read_cell(const struct cells *cells, size_t i, size_t j, const struct game **game, struct faults *faults)
{
    const size_t place[] = {i, j};
    *game = cells->game;
    for (size_t k = 0; k < cells->n; k++)
        cells->node[k]->valuedouble = (double)(cells->vary[k].from + (int64_t)place[k]);
    return position_decode(game, cells->position, cells->at, table_names, faults);
}

/* Whether the game has such values. */
static void check_of(const struct cells *cells, const struct game *game, struct faults *faults)
{
    static const char *const needs[OF_COUNT] = {[OF_REMOTENESS] = "remoteness", [OF_VALUE] = "value"};
    bool there = cells->of != OF_GRUNDY || game->traits & TRAIT_GRUNDY;
    if ((cells->of == OF_VERDICT || cells->of == OF_WINNING_MOVE_COUNT) && game->traits & TRAIT_DECIDER)
        there = false;
    if (needs[cells->of]) {
        there = false;
        for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
            there |= strcmp(f->name, needs[cells->of]) == 0;
    }
    if (!there)
        fault_add(faults, FAULT_inconsistent, pointer_name(faults->arena, cells->at, "of"), "the game has no such values");
}

static void check_cells(struct cells *cells, struct setting *setting, bool of_given, struct faults *faults, uint64_t *cost)
{
    for (size_t i = 0; i < cells_size(cells, 0) && !faults->n; i++)
        for (size_t j = 0; j < cells_size(cells, 1) && !faults->n; j++) {
            struct arena_mark mark = arena_mark(setting->arena);
            const struct game *game;
            void *position = read_cell(cells, i, j, &game, faults);
            if (faults->n)
                return;
            if (i + j == 0 && !of_given)
                cells->of = game->traits & TRAIT_GRUNDY && !is_misere(game, position) ? OF_GRUNDY
                            : game->traits & TRAIT_DECIDER                            ? OF_VALUE
                                                                                      : OF_VERDICT;
            if (i + j == 0)
                check_of(cells, game, faults);
            *cost += 1000 + position_cost(game, position, setting->arena, setting->store);
            if (!faults->n)
                arena_rewind(setting->arena, mark);
        }
}

bool cells_read(struct cells *cells, struct setting *setting, const cJSON *json, const char *pointer, int64_t stretch,
                struct faults *faults, uint64_t *cost)
{
    struct table_head head = {.of = -1};
    size_t told = faults->n;
    *cells = (struct cells){.game = read_game(json, pointer, false, faults), .position = json, .at = pointer};
    decode_fields(&table_type, &head, NULL, NULL, json, pointer, position_names(setting->arena, json), faults);
    if (faults->n > told)
        return false;
    read_varies(cells, &head, json, stretch, faults);
    if (faults->n > told)
        return false;
    uint64_t count = (uint64_t)cells_size(cells, 0) * cells_size(cells, 1);
    if (cells_size(cells, 0) > CELLS_MAX || count > CELLS_MAX) {
        fault_add(faults, FAULT_too_long, pointer_name(setting->arena, pointer, "vary"),
                  arena_printf(setting->arena, "makes more than %d cells", CELLS_MAX));
        return false;
    }
    cells->of = (enum cells_of)head.of;
    check_cells(cells, setting, cJSON_GetObjectItemCaseSensitive(json, "of") != NULL, faults, cost);
    return faults->n == told;
}

void *cells_position(const struct cells *cells, struct setting *setting, size_t i, size_t j, const struct game **game)
{
    struct faults faults = {.arena = setting->arena};
    void *position = read_cell(cells, i, j, game, &faults);
    assert(position && !faults.n); /* it was read before */
    return position;
}

static bool extra_value(const struct ask *ask, const char *name, int64_t *value)
{
    const struct field *f = ask->game->extra->fields;
    size_t bit = 0;
    for (; strcmp(f->name, name) != 0; f++)
        bit++;
    const struct head *head = ask->extra;
    const void *at = (const char *)ask->extra + f->offset;
    if (head->null & BIT(bit) || (f->need != NEED_ALWAYS && !(head->given & BIT(bit))))
        return false;
    struct num number = f->type->kind == KIND_SMALL ? num(*(const int64_t *)at) : *(const struct num *)at;
    *value = number.word;
    return num_is_word(number);
}

static bool told(const struct cells *cells, const struct ask *ask, int64_t *value)
{
    const struct answer *answer = &ask->answer;
    switch (cells->of) {
    case OF_GRUNDY:
        *value = answer->grundy.word;
        return answer->grundy_known && num_is_word(answer->grundy);
    case OF_VERDICT:
        *value = answer->verdict;
        return answer->verdict != OUTCOME_NONE;
    case OF_WINNING_MOVE_COUNT:
        *value = answer->winning.seen.word;
        return !answer->winning_count_unknown && num_is_word(answer->winning.seen);
    default:
        return extra_value(ask, cells_of_names[cells->of], value);
    }
}

bool cells_value(const struct cells *cells, struct setting *setting, size_t i, size_t j, int64_t *value)
{
    struct arena_mark mark = arena_mark(setting->arena);
    struct asking asking = {.budget = setting->budget, .store = setting->store};
    struct ask ask;
    asking.position = cells_position(cells, setting, i, j, &asking.game);
    asking_solve(&asking, &ask, LISTING_NONE, num(0), 0);
    bool known = told(cells, &ask, value);
    arena_rewind(setting->arena, mark);
    return known;
}
