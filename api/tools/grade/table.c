/* A class as a table: a question a line, the claims in columns named after them; the answer is the same table with score and
 * feedback. */
#include "api/call.h"
#include "api/csv.h"
#include "api/headers/accept.h"
#include "api/headers/media.h"
#include "api/json/parse.h"
#include "api/target.h"
#include "api/tools/grade/cells.h"
#include "api/tools/grade/grade.h"
#include "api/tools/tools.h"
#include "core/limits.h"

#include <string.h>

struct class_table {
    struct grade_list *list;
    enum language language;
    struct columns columns;
    size_t lines;
    const char ***cells; /* of each line, as many as there are columns */
};

static const char foreign[] = "this is not UTF-8";

/* What is wrong with the table: where, and what. NULL: nothing. */
struct broken {
    const char *at, *detail;
};

/* A line under way: its fields, and where each of them begins. */
struct line_read {
    size_t n;
    const char *cells[COLUMNS_MAX], *starts[COLUMNS_MAX + 1];
    bool last;
    struct broken broken;
};

/* *at is behind the line, or where it breaks. False: it does. Columns: NULL in the first line, which names them. */
static bool read_line(struct arena *arena, const char **at, const char *end, const struct columns *columns,
                      struct line_read *line)
{
    enum csv_end behind = CSV_FIELD;
    size_t size;
    line->broken = (struct broken){NULL, NULL};
    for (line->n = 0; behind == CSV_FIELD; line->n++) {
        line->starts[line->n] = *at;
        if (line->n == COLUMNS_MAX) {
            line->broken = (struct broken){*at, "there are more fields than a table may have columns"};
            return false;
        }
        bool as_is = columns && line->n < columns->n && columns->passes[line->n];
        behind = csv_next(arena, at, end, as_is, &line->cells[line->n], &size);
        line->starts[line->n + 1] = *at;
    }
    line->last = behind == CSV_END;
    if (behind == CSV_UNCLOSED)
        line->broken = (struct broken){*at, "the quote that opens here is not closed"};
    if (behind == CSV_BEHIND)
        line->broken = (struct broken){*at, "the quote that opens here is closed where the field does not end"};
    return !line->broken.at;
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
    list_add(table->list, question_of(arena, &table->columns, kept));
}

/* Where the table itself is not UTF-8: in its first line, or in a column that is ours and no claim. The names of students are the
 * first to tell that a whole file is written in another encoding, in which no claim in Chinese could be read, either. */
static const char *not_utf8(const struct columns *columns, const struct line_read *line)
{
    for (size_t i = 0; i < line->n; i++) {
        size_t size = (size_t)(line->starts[i + 1] - line->starts[i]), good = utf8_prefix(line->starts[i], size);
        if (good < size && (!columns || is_own(columns->name[i])))
            return line->starts[i] + good;
    }
    return NULL;
}

/* What is wrong with a column that is neither ours nor a claim. NULL: nothing, it is the teacher's and goes through as it is. But
 * a slip of the finger in a claim would cost every student a part of the score. */
static const char *strange_column(struct arena *arena, const struct columns *columns, size_t i)
{
    const char *name = columns->name[i], *nearest = column_meant(columns, name);
    if (!*name)
        return "the column must have a name";
    if (strcmp(name, "score") == 0 || strcmp(name, "feedback") == 0)
        return "the answer adds a column of this name: leave it out";
    if (nearest)
        return arena_printf(arena, "the column is nearly %s: write that, or give it a name of its own", nearest);
    for (size_t k = 0; k < columns->n; k++)
        if (is_claim(columns->name[k]) || strcmp(columns->name[k], "asked") == 0 ||
            (k > i && column_meant(columns, columns->name[k]))) /* that is told, then */
            return NULL;
    return "no column can be claimed, such as verdict or move: others than those, student, game, position and asked are not "
           "graded";
}

static struct broken check_columns(struct arena *arena, const struct class_table *table, const struct line_read *line)
{
    const struct columns *columns = &table->columns;
    const char *const *names = columns->name;
    const char *apart = columns->n == 1 ? strpbrk(names[0], ";\t") : NULL;
    if (apart)
        return (struct broken){line->starts[0] + strcspn(line->starts[0], ";\t"),
                               *apart == ';' ? "a comma must stand between fields, not a semicolon: save it as CSV with commas"
                                             : "a comma must stand between fields, not a tab: save it as CSV with commas"};
    for (size_t i = 0; i < columns->n; i++) {
        const char *detail = columns->passes[i] ? strange_column(arena, columns, i) : NULL;
        if (detail)
            return (struct broken){line->starts[i], detail};
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[k], names[i]) == 0)
                return (struct broken){line->starts[i], "the column is named twice"};
    }
    return (struct broken){NULL, NULL};
}

static struct broken read_names(struct arena *arena, struct class_table *table, const struct line_read *line)
{
    if (line->broken.at)
        return line->broken;
    if (not_utf8(NULL, line))
        return (struct broken){not_utf8(NULL, line), foreign};
    table->columns.n = line->n;
    for (size_t i = 0; i < line->n; i++) {
        const char *written = table->columns.written[i] = plain_text(arena, line->cells[i]);
        const char *name = table->columns.name[i] = column_name(arena, written);
        table->columns.passes[i] = !is_own(name) && !is_claim(name);
    }
    return check_columns(arena, table, line);
}

static struct broken read_table(struct arena *arena, struct class_table *table, const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    struct line_read *line = arena_alloc(arena, sizeof *line);
    size_t room = 0;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        at += 3;                            /* as spreadsheets begin their files */
    read_line(arena, &at, end, NULL, line); /* an empty text, too, has a first line without a column */
    struct broken broken = read_names(arena, table, line);
    while (!broken.at && !line->last) {
        if (!read_line(arena, &at, end, &table->columns, line))
            return line->broken;
        if (line->n == 1 && !*line->cells[0])
            continue; /* an empty line */
        if (line->n != table->columns.n)
            return (struct broken){miscounted(line, table->columns.n),
                                   "there must be as many fields as columns are named in the first line"};
        if (table->lines == GRADE_LIST_MAX)
            return (struct broken){line->starts[0], "there are more lines than a list may have"};
        if (not_utf8(&table->columns, line))
            return (struct broken){not_utf8(&table->columns, line), foreign};
        keep_line(arena, table, line, &room);
    }
    return broken;
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

/* What a spreadsheet would take for a formula, and run, gets the apostrophe that says it is text. */
static void put_cell(struct out *out, const char *cell)
{
    put_text(out, is_formula(out->arena, cell) ? arena_printf(out->arena, "'%s", cell) : cell);
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
    enum { WORDS_AROUND = 200 };
    size_t size;
    struct scan scan;
    const char *text = list_answer(table->list, i, &size);
    out_room(out, 2 * (size + WORDS_AROUND)); /* so that nothing of it is to be kept */
    struct arena_mark mark = arena_mark(out->arena);
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
    arena_rewind(out->arena, mark);
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct class_table *table = request;
    if (!list_work(setting, table->list))
        return;
    for (size_t k = 0; k < table->columns.n; k++) {
        put_cell(out, table->columns.written[k]);
        out_raw(out, ",");
    }
    out_raw(out, "score,feedback" CSV_LINE_END);
    for (size_t i = 0; i < table->lines; i++) {
        for (size_t k = 0; k < table->columns.n; k++) {
            if (k)
                out_raw(out, ",");
            put_cell(out, table->cells[i][k]);
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
    if (!read_query(call, &options) || call->request->unread)
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
    if (call->media & MEDIA_IS_CSV)
        begin_table(call);
    else
        tool_begin(call);
}
