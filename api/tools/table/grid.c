/* POST /{game}/table: values over one or two integers of a position that vary (cells.h), as JSON, CSV or bytes. */
#include "api/call.h"
#include "api/headers/accept.h"
#include "api/json/member.h"
#include "api/tools/table/cells.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/registry.h"

#include <stdio.h>
#include <string.h>

enum grid_form { FORM_JSON, FORM_CSV, FORM_BINARY };

struct gridding {
    struct setting setting;
    struct cells cells;
    struct grid grid;
    enum grid_form form;
    size_t columns;
};

static void check_size(const struct gridding *t)
{
    int64_t most = !t->cells.whole ? CELLS_MAX : t->form == FORM_JSON ? GRID_JSON_MAX : GRID_STREAM_MAX;
    if ((uint64_t)cells_size(&t->cells, 0) * cells_size(&t->cells, 1) > (uint64_t)most)
        arena_escape(t->setting.arena, STATUS_too_large, most, "such a table has at most %lld cells", (long long)most);
}

/* ---- writing ---- */

static char letter(int64_t verdict)
{
    return verdict == OUTCOME_WIN ? 'W' : verdict == OUTCOME_LOSS ? 'L' : 'D';
}

static bool all_known(const int64_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (value[i] == WORD_NULL)
            return false;
    return n > 0;
}

/* Verdicts are one string; where one is missing, a list of letters and nulls. */
static void write_row(struct out *out, const struct gridding *t, size_t from, size_t n)
{
    const int64_t *value = t->grid.value + from;
    if (t->grid.of == GRID_VERDICT && all_known(value, n)) {
        char *letters = arena_alloc(t->setting.arena, n + 1);
        for (size_t i = 0; i < n; i++)
            letters[i] = letter(value[i]);
        json_string(out, letters);
        return;
    }
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++) {
        budget_spend(t->setting.budget, 10);
        if (value[i] == WORD_NULL)
            json_null(out);
        else if (t->grid.of == GRID_VERDICT)
            json_string(out, (char[]){letter(value[i]), '\0'});
        else
            json_word(out, value[i]);
    }
    json_end(out, ']');
}

static void write_vary(struct out *out, const struct cells *cells)
{
    member_begin(out, "vary", '[');
    for (size_t i = 0; i < cells->n; i++) {
        json_begin(out, '{');
        member_string(out, "pointer", cells->vary[i].pointer);
        member_word(out, "from", cells->vary[i].from);
        member_word(out, "to", cells->vary[i].to);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void write_period(struct out *out, const struct grid_period *period)
{
    if (!period->proven) {
        json_name(out, "period");
        json_null(out);
        return;
    }
    member_begin(out, "period", '{');
    member_word(out, "preperiod", period->preperiod);
    member_word(out, "period", period->period);
    member_word(out, "saltus", 0);
    member_bool(out, "proven", true);
    member_word(out, "checked_to", period->checked_to);
    json_end(out, '}');
}

static void write_json(struct out *out, const struct gridding *t)
{
    json_begin(out, '{');
    member_string(out, "game", t->cells.game->id);
    member_string(out, "of", grid_of_names[t->grid.of]);
    write_vary(out, &t->cells);
    json_name(out, t->grid.axes == 1 ? "values" : "rows");
    if (t->grid.axes == 1) {
        write_row(out, t, 0, t->grid.cells);
    } else {
        json_begin(out, '[');
        for (size_t i = 0; i < t->grid.cells; i += t->columns)
            write_row(out, t, i, t->columns);
        json_end(out, ']');
    }
    json_name(out, "states");
    if (t->cells.whole)
        json_word(out, t->grid.states);
    else
        json_null(out);
    write_period(out, &t->grid.period);
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

static void write_csv(struct out *out, const struct gridding *t)
{
    const struct grid_axis *axis = t->grid.axis;
    char text[32];
    out_raw(out, axis_name(&axis[0]));
    out_raw(out, t->grid.axes == 2 ? "\\" : ",");
    out_raw(out, t->grid.axes == 2 ? axis_name(&axis[1]) : grid_of_names[t->grid.of]);
    for (int64_t x = axis[1].from; t->grid.axes == 2 && x <= axis[1].to; x++) {
        snprintf(text, sizeof text, ",%lld", (long long)x);
        out_raw(out, text);
    }
    out_raw(out, "\n");
    for (size_t cell = 0; cell < t->grid.cells; cell++) {
        budget_spend(t->setting.budget, 20);
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

static void write_binary(struct out *out, const struct gridding *t)
{
    for (size_t i = 0; i < t->grid.cells; i++) {
        int64_t value = t->grid.value[i];
        if (value < 0 || value > UINT16_MAX)
            arena_escape(t->setting.arena, STATUS_too_large, UINT16_MAX,
                         "cell %zu has no Grundy value that 16 bits hold; JSON and text/csv do", i);
        out_bytes(out, (const char[]){(char)value, (char)(value >> 8)}, 2);
    }
}

static void make(struct gridding *t, struct out *out)
{
    t->columns = cells_size(&t->cells, 1);
    t->grid = cells_make(&t->cells, &t->setting, cells_size(&t->cells, 0), t->columns);
    out_init(out, t->setting.arena, 16 + t->grid.cells * 4);
    if (t->form == FORM_JSON)
        write_json(out, t);
    else if (t->form == FORM_CSV)
        write_csv(out, t);
    else
        write_binary(out, t);
}

/* ---- on its own path ---- */

static void work(struct call *call)
{
    static const char *const types[] = {"application/json", "text/csv; charset=utf-8", "application/octet-stream"};
    struct gridding *t = call->grid;
    struct out out;
    t->setting.budget = call->budget;
    make(t, &out);
    call_document(call, types[t->form], out.v, out.n);
}

void grid_begin(struct call *call)
{
    static const char *const types[] = {"application/json", "text/csv", "application/octet-stream"};
    const struct game *game = game_find(call->rest, strlen(call->rest));
    size_t size;
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct gridding *t = arena_alloc(call->arena, sizeof *t);
    struct faults faults = {.arena = call->arena};
    t->setting = (struct setting){.arena = call->arena, .store = call->api->store};
    t->form = (enum grid_form)accept_media(call->request->accept, types, 3);
    if (cells_read(&t->cells, &t->setting, game, json, "", NULL, &faults) && t->form == FORM_BINARY && t->cells.of != GRID_GRUNDY)
        fault_add(&faults, FAULT_inconsistent, "/of", "application/octet-stream holds Grundy values only");
    if (faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    check_size(t);
    call->grid = t;
    call->negotiated_type = true;
    call->cost = CHEAP_STEPS + 1;
    call->work = work;
}

/* ---- in a batch ---- */

const struct game *grid_game(const char *path)
{
    static const char last[] = "/table";
    size_t size = strlen(path), tail = sizeof last - 1;
    return *path == '/' && size > tail && strcmp(path + size - tail, last) == 0 ? game_find(path + 1, size - tail - 1) : NULL;
}

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct gridding *t = arena_alloc(setting->arena, sizeof *t);
    const struct game *game = grid_game(cJSON_GetObjectItemCaseSensitive(json, "path")->valuestring);
    const cJSON *named = cJSON_GetObjectItemCaseSensitive(json, "game");
    if (named && !(cJSON_IsString(named) && strcmp(named->valuestring, game->id) == 0))
        fault_add(faults, FAULT_inconsistent, "/game", "is another than the game of the path");
    t->setting = *setting;
    cells_read(&t->cells, &t->setting, game, json, "", names_with(setting->arena, (const char *const[]){"game", NULL}, ignored),
               faults);
    *cost = CHEAP_STEPS + 1;
    return t;
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct gridding *t = request;
    t->setting.budget = setting->budget;
    check_size(t);
    make(t, out);
}

const struct tool tool_grid = {.path = "/{game}/table", .read = read, .answer = answer};
