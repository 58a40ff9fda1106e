/* A class as a table: a question a line, the claims in columns named after them; the answer is the same table with score and
 * feedback. */
#include "api/call.h"
#include "api/csv.h"
#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/json/parse.h"
#include "api/target.h"
#include "api/tools/grade/grade.h"
#include "api/tools/sum/sum.h"
#include "core/limits.h"
#include "core/registry.h"

#include <string.h>
#include <strings.h>

enum { COLUMNS_MAX = 40 };

struct class_table {
    struct grade_list *list;
    enum language language;
    size_t columns, lines;
    const char *name[COLUMNS_MAX];
    const char ***cells; /* of each line, `columns` of them */
};

/* What is wrong with the table: where, and what. NULL: nothing. */
struct broken {
    const char *at, *detail;
};

static bool is_own(const char *name)
{
    return strcmp(name, "student") == 0 || strcmp(name, "game") == 0 || strcmp(name, "position") == 0 ||
           strcmp(name, "asked") == 0;
}

/* An integer beyond what JSON numbers hold exactly is a string in a request; a cell knows no difference. */
static bool is_long_integer(const char *cell)
{
    enum { SAFE_DIGITS = 15 };
    size_t minus = *cell == '-', n = strspn(cell + minus, "0123456789");
    return n > SAFE_DIGITS && !cell[minus + n];
}

/* A cell as it would stand in a request: JSON where it is JSON, else a string. */
static void put_cell(struct arena *arena, struct out *out, const char *cell)
{
    struct scan scan;
    size_t n = strlen(cell);
    bool plain = strcmp(cell, "null") == 0 || strcmp(cell, "true") == 0 || strcmp(cell, "false") == 0;
    bool json = !plain && n && strchr("-0123456789{[\"", *cell) && !is_long_integer(cell);
    if (json)
        json = json_parse(arena, arena_copy(arena, cell, n), n, &scan) && !scan.fault;
    if (!plain && !json) {
        json_string(out, cell);
        return;
    }
    if (!out->first)
        out_raw(out, ",");
    out_bytes(out, cell, n);
    out->first = false;
}

/* What some game's claim may be about: a line of another game leaves the cell empty. */
static bool is_claim(const char *name)
{
    bool is = extra_field(&game_sum, name) != NULL;
    for (int what = 0; what < WHAT_COUNT; what++)
        is = is || strcmp(what_names[what], name) == 0;
    for (size_t i = 0; !is && i < game_count(); i++)
        is = extra_field(game_at(i), name) != NULL;
    return is;
}

/* What was asked and has no answer: "verdict move" in the column `asked`, each once. */
static void put_blanks(struct arena *arena, struct out *out, const struct class_table *table, const char *const *cells,
                       const char *asked)
{
    static const char between[] = " \t\r\n,;";
    const char *done = " ";
    for (size_t n; *(asked += strspn(asked, between)); asked += n) {
        n = strcspn(asked, between);
        const char *name = arena_printf(arena, "%.*s", (int)n, asked);
        bool answered = !is_claim(name) || strstr(done, arena_printf(arena, " %s ", name));
        for (size_t i = 0; i < table->columns; i++)
            answered |= *cells[i] && strcmp(table->name[i], name) == 0;
        if (answered)
            continue;
        done = arena_printf(arena, "%s%s ", done, name);
        json_string(out, name);
        out_raw(out, ":\"\"");
    }
}

/* The question of a line. Cells that are empty claim nothing, unless they were asked for. */
static const cJSON *question_of(struct arena *arena, const struct class_table *table, const char *const *cells)
{
    struct out out;
    struct scan scan;
    out_init(&out, arena, 256);
    json_begin(&out, '{');
    for (size_t i = 0; i < table->columns; i++) {
        bool game = strcmp(table->name[i], "game") == 0;
        if ((!game && strcmp(table->name[i], "position") != 0) || !*cells[i])
            continue;
        json_name(&out, table->name[i]);
        game ? json_string(&out, cells[i]) : put_cell(arena, &out, cells[i]);
    }
    json_name(&out, "claim");
    json_begin(&out, '{');
    for (size_t i = 0; i < table->columns; i++) {
        if (is_own(table->name[i]) || !*cells[i])
            continue;
        json_string(&out, table->name[i]);
        out_raw(&out, ":");
        out.first = true;
        put_cell(arena, &out, cells[i]);
    }
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->name[i], "asked") == 0)
            put_blanks(arena, &out, table, cells, cells[i]);
    json_end(&out, '}');
    json_end(&out, '}');
    return json_parse(arena, arena_copy(arena, out.v, out.n), out.n, &scan);
}

/* A line under way: its fields, and where each of them begins. */
struct line_read {
    size_t n;
    const char *cells[COLUMNS_MAX], *starts[COLUMNS_MAX + 1];
};

static const char no_line[] = "a field is too long, or its quotes are not closed, or there are too many";

/* *at is behind the line, or where it breaks. */
static enum csv_end read_line(struct arena *arena, const char **at, const char *end, struct line_read *line)
{
    enum csv_end behind = CSV_FIELD;
    size_t size;
    for (line->n = 0; behind == CSV_FIELD; line->n++) {
        line->starts[line->n] = *at;
        if (line->n == COLUMNS_MAX)
            return CSV_BROKEN;
        behind = csv_next(arena, at, end, &line->cells[line->n], &size);
        line->starts[line->n + 1] = *at;
    }
    return behind;
}

/* Where a field is one too many, or missing: then at the end of the line. */
static const char *miscounted(const struct line_read *line, size_t columns)
{
    const char *at = line->starts[line->n > columns ? columns : line->n];
    while (line->n < columns && at > line->starts[0] && strchr("\r\n", at[-1]))
        at--;
    return at;
}

static void keep_line(struct arena *arena, struct class_table *table, const struct line_read *line, size_t *room)
{
    if (table->lines == *room) {
        const char ***more = arena_array(arena, 2 * *room + 16, sizeof *more);
        if (*room)
            memcpy(more, table->cells, *room * sizeof *more);
        table->cells = more;
        *room = 2 * *room + 16;
    }
    const char **kept = arena_array(arena, line->n, sizeof *kept);
    memcpy(kept, line->cells, line->n * sizeof *kept);
    table->cells[table->lines++] = kept;
    list_add(table->list, question_of(arena, table, kept));
}

/* A column that says nothing would cost every student a part of the score. */
static struct broken check_columns(const struct class_table *table, const struct line_read *line)
{
    for (size_t i = 0; i < table->columns; i++) {
        if (!is_own(table->name[i]) && !is_claim(table->name[i]))
            return (struct broken){
                line->starts[i],
                "the column must be student, game, position, asked, or what can be claimed, such as verdict or move"};
        for (size_t k = 0; k < i; k++)
            if (strcmp(table->name[k], table->name[i]) == 0)
                return (struct broken){line->starts[i], "the column is named twice"};
    }
    return (struct broken){NULL, NULL};
}

static struct broken read_table(struct arena *arena, struct class_table *table, const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    struct line_read *line = arena_alloc(arena, sizeof *line);
    size_t room = 0, good = utf8_prefix(text, size);
    if (good < size)
        return (struct broken){text + good, "this is not UTF-8"};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        at += 3; /* as spreadsheets begin their files */
    enum csv_end behind = read_line(arena, &at, end, line);
    table->columns = line->n;
    memcpy(table->name, line->cells, line->n * sizeof *table->name);
    if (behind != CSV_BROKEN) { /* an empty text, too, has a first line without a column */
        struct broken column = check_columns(table, line);
        if (column.at)
            return column;
    }
    while (behind == CSV_LINE) {
        behind = read_line(arena, &at, end, line);
        if (behind == CSV_BROKEN)
            break;
        if (line->n == 1 && !*line->cells[0])
            continue; /* an empty line */
        if (line->n != table->columns)
            return (struct broken){miscounted(line, table->columns),
                                   "there must be as many fields as columns are named in the first line"};
        if (table->lines == GRADE_LIST_MAX)
            return (struct broken){line->starts[0], "there are more lines than a list may have"};
        keep_line(arena, table, line, &room);
    }
    return behind == CSV_BROKEN ? (struct broken){at, no_line} : (struct broken){NULL, NULL};
}

/* As editors count: from 1, lines ended by any of the usual ends, characters and not bytes, without the mark of spreadsheets. */
static void find_place(const char *text, const char *at, int64_t *line, int64_t *column)
{
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    *line = *column = 1;
    for (; text < at; text++) {
        bool ends = *text == '\n' || (*text == '\r' && text[1] != '\n');
        *line += ends;
        *column = ends ? 1 : *column + (*text != '\r' && ((unsigned char)*text & 0xc0) != 0x80);
    }
}

/* ---- the answer ---- */

static void put_text(struct out *out, const char *text)
{
    csv_field(out, text, strlen(text));
}

/* The sentences of all checks. */
static const char *sentences(struct arena *arena, const cJSON *checks)
{
    const cJSON *check;
    const char *words = "";
    cJSON_ArrayForEach(check, checks)
    {
        const char *what = cJSON_GetObjectItemCaseSensitive(check, "what")->valuestring;
        bool whole = strcmp(what, "claim") == 0;
        words = arena_printf(arena, "%s%s%s%s%s", words, *words ? " " : "", whole ? "" : what, whole ? "" : ": ",
                             cJSON_GetObjectItemCaseSensitive(check, "feedback")->valuestring);
    }
    return words;
}

/* The score as it is written, and the sentences of all checks, or of the problem. What was not graded has no score. */
static void put_result(struct out *out, const struct class_table *table, size_t i)
{
    size_t size;
    struct scan scan;
    const char *text = list_answer(table->list, i, &size);
    const cJSON *json = json_parse(out->arena, arena_copy(out->arena, text, size), size, &scan);
    const cJSON *detail = cJSON_GetObjectItemCaseSensitive(json, "detail");
    const char *score = strstr(text, "\"score\":");
    size_t n = score ? strspn(score + 8, "0123456789.") : 0;
    bool graded = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(json, "graded"));
    const char *words =
        cJSON_IsString(detail) ? detail->valuestring : sentences(out->arena, cJSON_GetObjectItemCaseSensitive(json, "checks"));
    out_raw(out, ",");
    n && !detail ? out_bytes(out, score + 8, n) : out_raw(out, graded ? "0" : "");
    out_raw(out, ",");
    if (!graded)
        words = arena_printf(out->arena, table->language == LANGUAGE_ZH ? "未批改（%s）：%s" : "Not graded (%s): %s",
                             cJSON_GetObjectItemCaseSensitive(json, "code")->valuestring, words);
    put_text(out, words);
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct class_table *table = request;
    if (!list_work(setting, table->list))
        return;
    for (size_t k = 0; k < table->columns; k++) {
        put_text(out, table->name[k]);
        out_raw(out, ",");
    }
    out_raw(out, "score,feedback" CSV_LINE_END);
    for (size_t i = 0; i < table->lines; i++) {
        for (size_t k = 0; k < table->columns; k++) {
            if (k)
                out_raw(out, ",");
            put_text(out, table->cells[i][k]);
        }
        put_result(out, table, i);
        out_raw(out, CSV_LINE_END);
    }
}

/* ---- the door ---- */

/* ?reveal=false&language=zh…; false: the reply says what is wrong. */
static bool read_query(struct call *call, struct options_of_grade *options)
{
    const char *fault = NULL, *at = call->target.query ? call->target.query : "";
    struct parameter parameter;
    bool good = true;
    while (*at && target_next(call->arena, &at, &parameter, &fault)) {
        bool yes = strcmp(parameter.value, "true") == 0, no = strcmp(parameter.value, "false") == 0;
        bool zh = strcmp(parameter.value, "zh") == 0, en = strcmp(parameter.value, "en") == 0;
        if (strcmp(parameter.name, "language") == 0 && (zh || en)) {
            options->language = zh ? LANGUAGE_ZH : LANGUAGE_EN;
            options->head.given = 1;
        } else if (strcmp(parameter.name, "reveal") == 0 && (yes || no)) {
            options->reveal = yes;
        } else if (strcmp(parameter.name, "partial") == 0 && (yes || no)) {
            options->partial = yes;
        } else {
            good = false;
        }
    }
    if (!good || fault)
        call_problem(call, problem_of(STATUS_bad_request,
                                      "the query of a table is reveal, partial (true or false) and language (en or zh)"));
    return good && !fault;
}

static void begin_table(struct call *call)
{
    static const struct tool_form form = {"text/csv; charset=utf-8", answer};
    struct options_of_grade options = {.reveal = true, .lenient = true};
    struct setting setting = {.arena = call->arena, .store = call->api->store, .accept_language = call->request->accept_language};
    if (!read_query(call, &options))
        return;
    setting.negotiated = !options.head.given;
    enum language language =
        options.head.given ? (enum language)options.language : accept_best_language(call->request->accept_language);
    call->language = language;
    struct class_table *table = arena_alloc(call->arena, sizeof *table);
    table->list = list_new(&setting, &options, language);
    table->language = language;
    const char *text = call->request->body ? call->request->body : "";
    struct broken broken = read_table(call->arena, table, text, call->request->body_size);
    if (broken.at) {
        int64_t line, column;
        find_place(text, broken.at, &line, &column);
        struct problem problem =
            problem_of(STATUS_invalid_input, arena_printf(call->arena, "line %lld, column %lld: %s", (long long)line,
                                                          (long long)column, broken.detail));
        problem.line = line;
        problem.column = column;
        call_problem(call, problem);
        return;
    }
    tool_serve(call, &tool_grade, &setting, table, &form);
    call->cost = CHEAP_STEPS + 1;
}

void grade_begin(struct call *call)
{
    const char *type = call->request->content_type;
    if (type && strncasecmp(type, "text/csv", 8) == 0 && (!type[8] || strchr("; \t", type[8])))
        begin_table(call);
    else
        tool_begin(call);
}
