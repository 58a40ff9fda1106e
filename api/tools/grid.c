/* POST /{game}/table: values over one or two integers of a position that vary.
 *
 * A game that solves many positions at once does so; of any other every cell is a question of its own, made by writing the cell's
 * numbers into the request's tree. */
#include "core/grid.h"
#include "api/accept.h"
#include "api/call.h"
#include "api/json/decode.h"
#include "api/json/member.h"
#include "core/limits.h"
#include "core/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct given_axis {
    struct head head;
    const char *pointer;
    int64_t from, to;
};

struct request_of_grid {
    struct head head;
    struct list vary; /* of struct given_axis */
    int of;
    const char *set;
};

enum { REQUEST_OF = 1, REQUEST_SET = 2 };

#define SAFE_INTEGER INT64_C(9007199254740991)
static const struct type pointer_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = 200};
static const struct type bound_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = -SAFE_INTEGER, .max = SAFE_INTEGER};
static const struct type axis_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct given_axis),
    .fields =
        (const struct field[]){
            {"pointer", offsetof(struct given_axis, pointer), &pointer_type,
             .doc = {"JSON Pointer of an integer of the position.", "局面中某个整数的 JSON Pointer。"}},
            {"from", offsetof(struct given_axis, from), &bound_type, .doc = {"Its first value.", "第一个值。"}},
            {"to", offsetof(struct given_axis, to), &bound_type, .doc = {"Its last value.", "最后一个值。"}},
            {0},
        },
};
static const struct type vary_type = {.kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = 2, .item = &axis_type};
static const struct type of_type = {.kind = KIND_NAME,
                                    .size = sizeof(int),
                                    .names = (const char *const[]){[GRID_GRUNDY] = "grundy",
                                                                   [GRID_VERDICT] = "verdict",
                                                                   [GRID_REMOTENESS] = "remoteness",
                                                                   [GRID_VALUE] = "value",
                                                                   [GRID_WINNING] = "winning_move_count",
                                                                   NULL}};
static const struct type set_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = 1000};
static const struct type request_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct request_of_grid),
    .fields =
        (const struct field[]){
            {"vary", offsetof(struct request_of_grid, vary), &vary_type, .doc = {"What varies.", "变化的量。"}},
            {"of", offsetof(struct request_of_grid, of), &of_type, NEED_OPTIONAL, .doc = {"What is told.", "给出的值。"}},
            {"set", offsetof(struct request_of_grid, set), &set_type, NEED_OPTIONAL,
             .doc = {"Assignments made in each cell after that.", "每格中随后所做的赋值。"}},
            {0},
        },
};
static const char *const own_names[] = {"vary", "of", "set", NULL};

enum form { FORM_JSON, FORM_CSV, FORM_BINARY };

struct gridding {
    const struct game *game;
    cJSON *json;
    void *position;
    struct request_of_grid request;
    struct grid grid;
    enum form form;
    size_t columns;
    cJSON *node[2]; /* the numbers that vary, of other games */
};

/* ---- reading ---- */

/* The number that the pointer names, or NULL. */
static cJSON *find_number(cJSON *json, const char *pointer)
{
    char name[200];
    while (json && *pointer == '/') {
        size_t n = strcspn(++pointer, "/");
        snprintf(name, sizeof name, "%.*s", (int)n, pointer);
        pointer += n;
        json = cJSON_IsArray(json) && n && strspn(name, "0123456789") == n ? cJSON_GetArrayItem(json, atoi(name))
               : cJSON_IsObject(json)                                      ? cJSON_GetObjectItemCaseSensitive(json, name)
                                                                           : NULL;
    }
    return *pointer == '\0' && cJSON_IsNumber(json) ? json : NULL;
}

/* The members that are the position's, so that decoding the others leaves them alone. */
static const char *const *names_beside(struct arena *arena, const cJSON *json)
{
    const char **names = arena_array(arena, (size_t)cJSON_GetArraySize(json) + 1, sizeof *names);
    size_t n = 0;
    for (const cJSON *member = json->child; member; member = member->next)
        if (strcmp(member->string, "vary") != 0 && strcmp(member->string, "of") != 0 && strcmp(member->string, "set") != 0)
            names[n++] = member->string;
    return names;
}

static void read_axes(struct gridding *t, struct faults *faults)
{
    t->grid.axes = t->request.vary.n;
    t->grid.cells = t->columns = 1;
    for (size_t i = 0; i < t->grid.axes; i++) {
        const struct given_axis *axis = (const struct given_axis *)t->request.vary.v + i;
        t->grid.axis[i] = (struct grid_axis){axis->pointer, axis->from, axis->to};
        if (axis->to < axis->from) {
            fault_add(faults, FAULT_inconsistent, arena_printf(faults->arena, "/vary/%zu/to", i), "must not be below `from`");
            continue;
        }
        uint64_t count = (uint64_t)(axis->to - axis->from) + 1;
        t->grid.cells = count > GRID_STREAM_MAX           ? SIZE_MAX / 2
                        : t->grid.cells > GRID_STREAM_MAX ? t->grid.cells
                                                          : t->grid.cells * count;
        t->columns = i ? (size_t)count : 1;
        if (t->game->grid)
            continue;
        t->node[i] = find_number(t->json, axis->pointer);
        if (!t->node[i])
            fault_add(faults, FAULT_out_of_range, arena_printf(faults->arena, "/vary/%zu/pointer", i),
                      "must name a number of the position that is there, as /heaps/0");
    }
}

static bool read(struct gridding *t, struct call *call, struct faults *faults)
{
    decode_fields(&request_type, &t->request, NULL, NULL, t->json, "", names_beside(call->arena, t->json), faults);
    if (faults->n == 0)
        read_axes(t, faults);
    t->position = position_decode(&t->game, t->json, "", own_names, faults);
    if (!t->game->grid && t->request.head.given & BIT(REQUEST_SET))
        fault_add(faults, FAULT_unknown_field, "/set", "only the tables of /custom have it");
    t->grid.set = t->request.set;
    t->grid.of = t->request.head.given & BIT(REQUEST_OF) ? (enum grid_of)t->request.of
                 : t->game->traits & TRAIT_GRUNDY        ? GRID_GRUNDY
                                                         : GRID_VERDICT;
    return faults->n == 0;
}

static bool is_short(struct call *call, const struct gridding *t)
{
    int64_t most = !t->game->grid ? GRID_OTHERS_MAX : t->form == FORM_JSON ? GRID_JSON_MAX : GRID_STREAM_MAX;
    if (t->grid.cells <= (uint64_t)most)
        return true;
    struct problem problem =
        problem_of(STATUS_too_large, arena_printf(call->arena, "such a table has at most %lld cells", (long long)most));
    problem.limit = most;
    call_problem(call, problem);
    return false;
}

/* ---- solving ---- */

static int64_t extra_word(const struct ask *ask, const char *name)
{
    const struct field *field = ask->game->extra ? ask->game->extra->fields : NULL;
    for (size_t i = 0; field && field[i].name; i++) {
        const char *at = (const char *)ask->extra + field[i].offset;
        const struct head *head = ask->extra;
        if (strcmp(field[i].name, name) != 0 || head->null & BIT(i))
            continue;
        if (field[i].type->kind == KIND_SMALL)
            return *(const int64_t *)(const void *)at;
        if (field[i].type->kind == KIND_INT && num_is_word(*(const struct num *)(const void *)at))
            return ((const struct num *)(const void *)at)->word;
    }
    return WORD_NULL;
}

static int64_t told(const struct gridding *t, const struct ask *ask)
{
    const struct answer *answer = &ask->answer;
    switch (t->grid.of) {
    case GRID_GRUNDY:
        return answer->grundy_known && num_is_word(answer->grundy) ? answer->grundy.word : WORD_NULL;
    case GRID_VERDICT:
        return answer->verdict == OUTCOME_NONE ? WORD_NULL : (int64_t)answer->verdict;
    case GRID_REMOTENESS:
        return extra_word(ask, "remoteness");
    case GRID_VALUE:
        return extra_word(ask, "value");
    case GRID_WINNING:
        return answer->winning_count_unknown || !num_is_word(answer->winning.seen) ? WORD_NULL : answer->winning.seen.word;
    }
    return WORD_NULL;
}

static void solve_cell(struct call *call, struct gridding *t, size_t cell)
{
    struct faults faults = {.arena = call->arena};
    const struct game *game = t->game;
    t->node[0]->valuedouble = (double)(t->grid.axis[0].from + (int64_t)(cell / t->columns));
    if (t->node[1])
        t->node[1]->valuedouble = (double)(t->grid.axis[1].from + (int64_t)(cell % t->columns));
    void *position = position_decode(&game, t->json, "", own_names, &faults);
    if (!position)
        arena_escape_at(call->arena, STATUS_invalid_position, -1, (struct fault_place){faults.v[0].code, faults.v[0].pointer},
                        "%s", "%s", faults.v[0].detail);
    struct ask ask;
    ask_init(&ask, game, position, call->arena, call->budget, call->api->store);
    ask.listing = LISTING_NONE;
    ask_solve(&ask);
    t->grid.value[cell] = told(t, &ask);
}

static void solve(struct call *call, struct gridding *t)
{
    t->grid.value = arena_raw(call->arena, t->grid.cells * sizeof *t->grid.value);
    if (t->game->grid) {
        struct ask ask;
        ask_init(&ask, t->game, t->position, call->arena, call->budget, call->api->store);
        t->game->grid(&ask, &t->grid);
        return;
    }
    for (size_t cell = 0; cell < t->grid.cells; cell++) {
        struct arena_mark mark = arena_mark(call->arena);
        budget_spend(call->budget, 1000);
        solve_cell(call, t, cell);
        arena_rewind(call->arena, mark);
    }
}

/* ---- writing ---- */

static char letter(int64_t verdict)
{
    return verdict == OUTCOME_WIN ? 'W' : verdict == OUTCOME_LOSS ? 'L' : 'D';
}

static void write_row(struct call *call, struct out *out, const struct gridding *t, size_t from, size_t n)
{
    const int64_t *value = t->grid.value + from;
    if (t->grid.of == GRID_VERDICT && n && value[0] != WORD_NULL) {
        char *letters = arena_alloc(call->arena, n + 1);
        for (size_t i = 0; i < n; i++)
            letters[i] = letter(value[i]);
        json_string(out, letters);
        return;
    }
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++) {
        budget_spend(call->budget, 10);
        if (value[i] == WORD_NULL)
            json_null(out);
        else
            json_word(out, value[i]);
    }
    json_end(out, ']');
}

static void write_json(struct call *call, struct out *out, const struct gridding *t)
{
    json_begin(out, '{');
    member_string(out, "game", t->game->id);
    member_string(out, "of", of_type.names[t->grid.of]);
    json_name(out, "vary");
    encode_value(out, &vary_type, &t->request.vary);
    json_name(out, t->grid.axes == 1 ? "values" : "rows");
    if (t->grid.axes == 1) {
        write_row(call, out, t, 0, t->grid.cells);
    } else {
        json_begin(out, '[');
        for (size_t i = 0; i < t->grid.cells; i += t->columns)
            write_row(call, out, t, i, t->columns);
        json_end(out, ']');
    }
    json_name(out, "states");
    if (t->game->grid)
        json_word(out, t->grid.states);
    else
        json_null(out);
    json_name(out, "period");
    json_null(out);
    json_end(out, '}');
}

/* "n" of /state/n, "h/0" of /state/h/0, "heaps/0" of /heaps/0. */
static const char *axis_name(const struct grid_axis *axis)
{
    const char *name = axis->pointer + 1;
    return strncmp(name, "state/", 6) == 0 ? name + 6 : name;
}

static void write_cell(struct out *out, const struct gridding *t, int64_t value)
{
    char text[32] = "";
    if (value != WORD_NULL && t->grid.of == GRID_VERDICT)
        text[0] = letter(value);
    else if (value != WORD_NULL)
        snprintf(text, sizeof text, "%lld", (long long)value);
    out_raw(out, text);
}

static void write_csv(struct call *call, struct out *out, const struct gridding *t)
{
    const struct grid_axis *axis = t->grid.axis;
    char text[32];
    out_raw(out, axis_name(&axis[0]));
    out_raw(out, t->grid.axes == 2 ? "\\" : ",");
    out_raw(out, t->grid.axes == 2 ? axis_name(&axis[1]) : of_type.names[t->grid.of]);
    for (int64_t x = axis[1].from; t->grid.axes == 2 && x <= axis[1].to; x++) {
        snprintf(text, sizeof text, ",%lld", (long long)x);
        out_raw(out, text);
    }
    out_raw(out, "\n");
    for (size_t cell = 0; cell < t->grid.cells; cell++) {
        budget_spend(call->budget, 20);
        if (cell % t->columns == 0) {
            snprintf(text, sizeof text, "%lld", (long long)(axis[0].from + (int64_t)(cell / t->columns)));
            out_raw(out, text);
        }
        out_raw(out, ",");
        write_cell(out, t, t->grid.value[cell]);
        if (cell % t->columns == t->columns - 1)
            out_raw(out, "\n");
    }
}

static void write_binary(struct call *call, struct out *out, const struct gridding *t)
{
    for (size_t i = 0; i < t->grid.cells; i++) {
        int64_t value = t->grid.value[i];
        if (value < 0 || value > UINT16_MAX)
            arena_escape(call->arena, STATUS_too_large, UINT16_MAX,
                         "cell %zu has no Grundy value that 16 bits hold; JSON and text/csv do", i);
        out_bytes(out, (const char[]){(char)value, (char)(value >> 8)}, 2);
    }
}

static void work(struct call *call)
{
    static const char *const types[] = {"application/json", "text/csv; charset=utf-8", "application/octet-stream"};
    struct gridding *t = call->grid;
    struct out out;
    solve(call, t);
    out_init(&out, call->arena, 16 + t->grid.cells * 4);
    if (t->form == FORM_JSON)
        write_json(call, &out, t);
    else if (t->form == FORM_CSV)
        write_csv(call, &out, t);
    else
        write_binary(call, &out, t);
    call_document(call, types[t->form], out.v, out.n);
}

void grid_begin(struct call *call)
{
    static const char *const types[] = {"application/json", "text/csv", "application/octet-stream"};
    const struct game *game = game_find(call->rest, strlen(call->rest));
    size_t size;
    if (!game) {
        call_no_path(call);
        return;
    }
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct gridding *t = arena_alloc(call->arena, sizeof *t);
    struct faults faults = {.arena = call->arena};
    t->game = game;
    t->json = json;
    t->form = (enum form)accept_media(call->request->accept, types, 3);
    if (!read(t, call, &faults)) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    if (t->form == FORM_BINARY && t->grid.of != GRID_GRUNDY) {
        fault_add(&faults, FAULT_inconsistent, "/of", "application/octet-stream holds Grundy values only");
        call_problem(call, problem_faults(&faults));
        return;
    }
    if (!is_short(call, t))
        return;
    call->grid = t;
    call->negotiated_type = true;
    call->cost = CHEAP_STEPS + 1;
    call->work = work;
}
