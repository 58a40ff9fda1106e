/* A cell is the position with the numbers of its place written into the client's own text, so that it is read, checked and
 * refused as if it had been sent. */
#include "api/tools/table/cells.h"

#include "api/json/decode.h"
#include "api/json/pointer.h"
#include "api/options.h"
#include "api/tools/moves.h"
#include "core/limits.h"
#include "core/solve.h"

#include <stdlib.h>
#include <string.h>

const char *const grid_of_names[] = {[GRID_GRUNDY] = "grundy",
                                     [GRID_VERDICT] = "verdict",
                                     [GRID_REMOTENESS] = "remoteness",
                                     [GRID_VALUE] = "value",
                                     [GRID_WINNING] = "winning_move_count",
                                     NULL};

static const struct type number_type = {
    .kind = KIND_SMALL, .size = sizeof(int64_t), .min = -GRID_NUMBER_MAX, .max = GRID_NUMBER_MAX};
static const struct type pointer_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = 200};
static const struct type of_type = {.kind = KIND_NAME, .size = sizeof(int), .names = grid_of_names};
static const struct type set_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = 1000};

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

const struct type type_varies = {.kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = 2, .item = &vary_type};

struct cells_head {
    struct head head;
    struct list vary;
    int of;
    const char *set;
    int language;
};
enum { HEAD_OF = 1, HEAD_SET = 2 };

static const struct type table_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct cells_head),
    .fields =
        (const struct field[]){
            {"vary", offsetof(struct cells_head, vary), &type_varies, .doc = {"What varies, and how far.", "变化的量及其范围。"}},
            {"of", offsetof(struct cells_head, of), &of_type, NEED_OPTIONAL,
             .doc = {"What is told of every cell.", "每格给出什么。"}},
            {"set", offsetof(struct cells_head, set), &set_type, NEED_OPTIONAL,
             .doc = {"Assignments made in each cell after that.", "每格中随后所做的赋值。"}},
            {"language", offsetof(struct cells_head, language), &type_language, NEED_OPTIONAL,
             .doc = {"Of problems; a table has no sentences.", "报错所用的语言；表中没有句子。"}},
            {0},
        },
};

/* The names that belong to no position: those of a table, with the game's where the object tells it. */
static const char *const table_names[] = {"vary", "of", "set", "language", NULL};
static const char *const table_names_with_game[] = {"game", "vary", "of", "set", "language", NULL};

/* The others, so that decoding the table leaves them alone. */
static const char *const *position_names(struct arena *arena, const cJSON *json)
{
    size_t n = 0;
    for (const cJSON *member = json->child; member; member = member->next)
        n++;
    const char **names = arena_array(arena, n + 1, sizeof *names);
    n = 0;
    for (const cJSON *member = json->child; member; member = member->next) {
        const char *const *name = table_names;
        while (*name && strcmp(*name, member->string) != 0)
            name++;
        if (!*name)
            names[n++] = member->string;
    }
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
            node = index ? cJSON_GetArrayItem(node, (int)strtol(token, NULL, 10)) : NULL;
        } else {
            node = cJSON_GetObjectItemCaseSensitive(node, token);
        }
        *from = end;
        token = from;
    }
    return *token ? NULL : (cJSON *)(uintptr_t)node; /* the tree is ours */
}

static void read_vary(struct cells *cells, size_t i, struct faults *faults)
{
    const struct vary *vary = &cells->vary[i];
    const char *place = pointer_index(faults->arena, pointer_name(faults->arena, cells->at, "vary"), i);
    bool twice = i && strcmp(cells->vary[0].pointer, vary->pointer) == 0;
    if (vary->to < vary->from)
        fault_add(faults, FAULT_inconsistent, pointer_name(faults->arena, place, "to"), "must not be below `from`");
    if (!cells->game->grid) {
        cells->node[i] = follow(faults->arena, cells->position, vary->pointer);
        twice |= i && cells->node[i] && cells->node[0] == cells->node[i];
    }
    if (twice)
        fault_add(faults, FAULT_duplicate, pointer_name(faults->arena, place, "pointer"), "varies already");
    else if (!cells->game->grid && !cJSON_IsNumber(cells->node[i]))
        fault_add(faults, FAULT_out_of_range, pointer_name(faults->arena, place, "pointer"),
                  "must lead to a number of the position");
}

size_t cells_size(const struct cells *cells, size_t i)
{
    uint64_t size = i < cells->n ? (uint64_t)(cells->vary[i].to - cells->vary[i].from) + 1 : 1;
    return size < CELLS_LARGE ? (size_t)size : CELLS_LARGE;
}

static void *read_cell(const struct cells *cells, int64_t i, int64_t j, const struct game **game, struct faults *faults)
{
    const int64_t place[] = {i, j};
    *game = cells->game;
    for (size_t k = 0; k < cells->n; k++)
        cells->node[k]->valuedouble = (double)(cells->vary[k].from + place[k]);
    return position_decode(game, cells->position, cells->at, cells->ignored, faults);
}

/* Fields that are each fine and do not go together make no position: there the table has no value. */
static bool contradicts(const struct faults *faults)
{
    for (size_t i = 0; i < faults->n; i++)
        if (faults->v[i].code != FAULT_duplicate && faults->v[i].code != FAULT_inconsistent)
            return false;
    return faults->n > 0;
}

/* The first cell that is a position; NULL: told of the first one that is not. */
static void *read_some_cell(const struct cells *cells, const struct game **game, struct faults *faults)
{
    size_t n = cells_size(cells, 0) * cells_size(cells, 1), columns = cells_size(cells, 1);
    for (size_t i = 0; i < n && i < CELLS_MAX; i++) {
        struct faults quiet = {.arena = faults->arena};
        void *position = read_cell(cells, (int64_t)(i / columns), (int64_t)(i % columns), game, &quiet);
        if (position)
            return position;
        if (!contradicts(&quiet))
            return read_cell(cells, (int64_t)(i / columns), (int64_t)(i % columns), game, faults);
    }
    return read_cell(cells, 0, 0, game, faults);
}

static enum grid_of usual(const struct game *game, const void *position)
{
    return game->traits & TRAIT_GRUNDY && !is_misere(game, position) ? GRID_GRUNDY
           : game->traits & TRAIT_DECIDER                            ? GRID_VALUE
                                                                     : GRID_VERDICT;
}

bool cells_read(struct cells *cells, struct setting *setting, const struct game *game, const cJSON *json, const char *pointer,
                const char *const *beside, struct faults *faults)
{
    struct cells_head head = {.of = -1};
    size_t told = faults->n;
    *cells = (struct cells){.game = game ? game : read_game(json, pointer, false, faults), .position = json, .at = pointer};
    cells->ignored = !game ? table_names_with_game : beside ? names_with(setting->arena, table_names, beside) : table_names;
    decode_fields(&table_type, &head, NULL, NULL, json, pointer, position_names(setting->arena, json), faults);
    if (!cells->game)
        return false;
    cells->n = faults->n > told ? 0 : head.vary.n;
    cells->set = head.set;
    for (size_t i = 0; i < cells->n; i++)
        cells->vary[i] = ((const struct vary *)head.vary.v)[i];
    for (size_t i = 0; i < cells->n; i++)
        read_vary(cells, i, faults);
    if (head.head.given & BIT(HEAD_SET) && !cells->game->grid)
        fault_add(faults, FAULT_unknown_field, pointer_name(setting->arena, pointer, "set"),
                  "only the tables of /custom have it");
    if (faults->n > told && !cells->game->grid)
        return false;
    const struct game *of = cells->game;
    void *position =
        cells->game->grid ? position_decode(&of, json, pointer, cells->ignored, faults) : read_some_cell(cells, &of, faults);
    if (faults->n > told)
        return false;
    cells->of = head.head.given & BIT(HEAD_OF) ? (enum grid_of)head.of : usual(of, position);
    if (cells->game->grid) {
        cells->whole = position;
        cells->game = of;
    }
    return true;
}

void *cells_first(const struct cells *cells, struct setting *setting, const struct game **game)
{
    struct faults faults = {.arena = setting->arena};
    return read_some_cell(cells, game, &faults); /* it was read before */
}

static int64_t extra_word(const struct ask *ask, const char *name)
{
    const struct head *head = ask->extra;
    size_t bit = 0;
    for (const struct field *f = ask->game->extra ? ask->game->extra->fields : NULL; f && f->name; f++, bit++) {
        const void *at = (const char *)ask->extra + f->offset;
        if (strcmp(f->name, name) != 0 || head->null & BIT(bit) || (f->need != NEED_ALWAYS && !(head->given & BIT(bit))))
            continue;
        struct num number = f->type->kind == KIND_SMALL ? num(*(const int64_t *)at) : *(const struct num *)at;
        return num_is_word(number) ? number.word : WORD_NULL;
    }
    return WORD_NULL;
}

static int64_t told(enum grid_of of, const struct ask *ask)
{
    const struct answer *answer = &ask->answer;
    switch (of) {
    case GRID_GRUNDY:
        return answer->grundy_known && num_is_word(answer->grundy) ? answer->grundy.word : WORD_NULL;
    case GRID_VERDICT:
        return answer->verdict == OUTCOME_NONE ? WORD_NULL : (int64_t)answer->verdict;
    case GRID_WINNING:
        return answer->winning_count_unknown || !num_is_word(answer->winning.seen) ? WORD_NULL : answer->winning.seen.word;
    default:
        return extra_word(ask, grid_of_names[of]);
    }
}

static int64_t solve_cell(const struct cells *cells, struct setting *setting, size_t i, size_t j)
{
    struct faults faults = {.arena = setting->arena};
    struct asking asking = {.budget = setting->budget, .store = setting->store};
    struct ask ask;
    asking.position = read_cell(cells, (int64_t)i, (int64_t)j, &asking.game, &faults);
    if (!asking.position && contradicts(&faults))
        return WORD_NULL;
    if (!asking.position)
        arena_escape_at(setting->arena, STATUS_invalid_position, -1, (struct fault_place){faults.v[0].code, faults.v[0].pointer},
                        "%1$s%2$.0s", "%2$s%1$.0s", faults.v[0].detail, faults.v[0].zh ? faults.v[0].zh : "");
    asking_solve(&asking, &ask, LISTING_NONE, num(0), 0);
    return told(cells->of, &ask);
}

struct grid cells_make(const struct cells *cells, struct setting *setting, size_t rows, size_t columns)
{
    const size_t size[] = {rows, columns};
    struct grid grid = {.axes = cells->n, .set = cells->set, .of = cells->of, .cells = rows * columns};
    for (size_t i = 0; i < cells->n; i++)
        grid.axis[i] =
            (struct grid_axis){cells->vary[i].pointer, cells->vary[i].from, cells->vary[i].from + (int64_t)size[i] - 1};
    grid.value = arena_raw(setting->arena, (grid.cells + 1) * sizeof *grid.value);
    if (cells->whole) {
        struct ask ask;
        ask_init(&ask, cells->game, cells->whole, setting->arena, setting->budget, setting->store);
        ask_grid(&ask, &grid);
        return grid;
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            struct arena_mark mark = arena_mark(setting->arena);
            budget_spend(setting->budget, 1000);
            grid.value[i * columns + j] = solve_cell(cells, setting, i, j);
            arena_rewind(setting->arena, mark);
        }
    return grid;
}
