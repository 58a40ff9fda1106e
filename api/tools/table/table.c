/* POST /sg/table: the Grundy values of one heap after the other, as JSON, as lines of text, or as 16-bit numbers.
 *
 * JSON is written at once, and therefore short. The others are made while they are sent, from the table that the store keeps in
 * place for the length of the request, or from a closed form: whatever their length, they need one line of memory. */
#include "api/tools/table/table.h"

#include "api/call.h"
#include "api/headers/accept.h"
#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/options.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/sg/cost.h"

#include <string.h>

/* The language is first, so that the fields which the answer tells again stand behind it. */
static const struct field request_fields[] = {
    {"language", offsetof(struct table_question, language), &type_language, NEED_OPTIONAL,
     .doc = {"Of problems; a table has no sentences.", "报错所用的语言；表中没有句子。"}},
    {"rules", offsetof(struct table_question, rules), &type_given_rules,
     .doc = {"What a move does to one heap, as in /sg.", "一步对一堆石子做什么，同 /sg。"}},
    {"from", offsetof(struct table_question, from), &type_natural, NEED_DEFAULT, .doc = {"The first heap.", "第一个堆。"}},
    {"to", offsetof(struct table_question, to), &type_natural, .doc = {"The last heap.", "最后一个堆。"}},
    {0},
};

const struct type type_table_request = {.kind = KIND_OBJECT, .size = sizeof(struct table_question), .fields = request_fields};

const struct type type_table_question = {
    .kind = KIND_OBJECT, .size = sizeof(struct table_question), .fields = request_fields + 1};

enum table_form { FORM_JSON, FORM_CSV, FORM_BINARY };

static const struct {
    const char *type, *content_type, *name;
    int64_t most; /* values */
} forms[] = {
    [FORM_JSON] = {"application/json", "application/json", "JSON", SG_JSON_MAX},
    [FORM_CSV] = {"text/csv", "text/csv; charset=utf-8", "text/csv", SG_STREAM_MAX},
    [FORM_BINARY] = {"application/octet-stream", "application/octet-stream", "application/octet-stream", SG_STREAM_MAX},
};

struct tabling {
    struct table_question question;
    enum table_form form;
    bool header; /* of CSV: a line that names the columns comes first */
    int64_t count;
    struct arena *arena;
    struct sg sg;
    int64_t next; /* the value that is written next, counted from 0 */
    /* The line that is being sent, and how much of it was. */
    char *line;
    size_t line_size, line_sent;
    /* One call of produce(). */
    char *to;
    size_t room, written;
    struct stream stream;
};

/* ---- reading ---- */

static bool read_ignoring(struct table_question *question, const cJSON *json, const char *const *ignored, struct faults *faults)
{
    decode_fields(&type_table_request, question, NULL, NULL, json, "", ignored, faults);
    if (!fault_told(faults, "%s", ""))
        rules_check(&question->rules, faults);
    if (num_lt(question->to, question->from) && !fault_told(faults, "/from") && !fault_told(faults, "/to"))
        fault_add(faults, FAULT_inconsistent, "/to", "must not be below `from`");
    return faults->n == 0;
}

bool table_read(struct table_question *question, const cJSON *json, struct faults *faults)
{
    return read_ignoring(question, json, NULL, faults);
}

static enum table_form chosen_form(const char *accept)
{
    const char *types[sizeof forms / sizeof *forms];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        types[i] = forms[i].type;
    return (enum table_form)accept_media(accept, types, sizeof forms / sizeof *forms);
}

/* Escapes where the range is longer than its form holds. */
static void check_length(struct arena *arena, struct tabling *tabling)
{
    struct num count = num_add(num_sub(tabling->question.to, tabling->question.from), num(1));
    int64_t most = forms[tabling->form].most;
    bool json = tabling->form == FORM_JSON;
    if (num_cmp_word(count, most) > 0)
        arena_escape_words(arena, STATUS_too_large, most, "%s holds up to %lld values, from and to included; %s%.0s",
                           "%s 至多容纳 %lld 个值（含 from 与 to）；%.0s%s", forms[tabling->form].name, (long long)most,
                           json ? "text/csv and application/octet-stream hold more" : "ask for them piece by piece",
                           json ? "text/csv 与 application/octet-stream 可容纳更多" : "请分段询问");
    tabling->count = count.word;
}

static uint64_t predicted_cost(struct tabling *tabling, struct store *store)
{
    struct sg_position position = {.rules = tabling->question.rules, .heaps = {1, &tabling->question.to}};
    uint64_t cost = cost_of_table(&position);
    if (cost)
        cost = cost_of_stored(&position, tabling->arena, store);
    return cost + (uint64_t)tabling->count * (tabling->form == FORM_JSON ? 10 : 2);
}

/* ---- JSON ---- */

static struct num value_at(const struct tabling *tabling, int64_t index)
{
    return sg_value(&tabling->sg, num_add(tabling->question.from, num(index)));
}

/* The garbage of a large value is given back, unless the text had to move into newer memory meanwhile. */
static void write_value(struct out *out, const struct tabling *tabling, int64_t index)
{
    struct arena_mark mark = arena_mark(tabling->arena);
    const char *text = out->v;
    json_number(out, value_at(tabling, index));
    if (out->v == text)
        arena_rewind(tabling->arena, mark);
}

static void write_json(struct out *out, const struct tabling *tabling, struct budget *budget)
{
    struct sg_period period;
    json_begin(out, '{');
    encode_fields(out, &type_table_question, &tabling->question, true);
    member_begin(out, "values", '[');
    for (int64_t i = 0; i < tabling->count; i++) {
        size_t before = out->n;
        write_value(out, tabling, i);
        budget_spend(budget, 10 + (out->n - before));
    }
    json_end(out, ']');
    json_name(out, "period");
    if (sg_tell_period(&tabling->sg, &period))
        encode_value(out, &type_sg_period, &period);
    else
        json_null(out);
    json_end(out, '}');
}

static void answer_json(struct call *call, const struct tabling *tabling)
{
    struct out out;
    out_init(&out, call->arena, 4096);
    write_json(&out, tabling, call->budget);
    call_answer(call, forms[FORM_JSON].content_type, out.v, out.n);
}

/* ---- streams ---- */

static void next_line(struct tabling *tabling)
{
    struct arena_mark mark = arena_mark(tabling->arena);
    char *end = num_write(tabling->line, num_add(tabling->question.from, num(tabling->next)));
    *end++ = ',';
    end = num_write(end, value_at(tabling, tabling->next++));
    *end++ = '\n';
    tabling->line_size = (size_t)(end - tabling->line);
    tabling->line_sent = 0;
    arena_rewind(tabling->arena, mark);
}

static void write_lines(void *what)
{
    struct tabling *tabling = what;
    for (;;) {
        size_t rest = tabling->line_size - tabling->line_sent, free = tabling->room - tabling->written;
        size_t n = rest < free ? rest : free;
        memcpy(tabling->to + tabling->written, tabling->line + tabling->line_sent, n);
        tabling->written += n;
        tabling->line_sent += n;
        if (tabling->line_sent < tabling->line_size || tabling->next == tabling->count)
            return;
        next_line(tabling);
    }
}

static void write_numbers(void *what)
{
    struct tabling *tabling = what;
    char *to = tabling->to;
    for (; tabling->written + 2 <= tabling->room && tabling->next < tabling->count; tabling->written += 2) {
        struct arena_mark mark = arena_mark(tabling->arena);
        int64_t value = value_at(tabling, tabling->next++).word;
        to[tabling->written] = (char)value;
        to[tabling->written + 1] = (char)(value >> 8);
        arena_rewind(tabling->arena, mark);
    }
}

/* Large numbers need memory, and an escape a place to land. */
static size_t produce(void *what, uint64_t at, char *to, size_t room)
{
    struct tabling *tabling = what;
    struct escape landed;
    (void)at; /* what was written last time says it too */
    tabling->to = to;
    tabling->room = room;
    tabling->written = 0;
    enum status status = arena_try(tabling->arena, &landed, tabling->form == FORM_CSV ? write_lines : write_numbers, tabling);
    return status == STATUS_ok ? tabling->written : STREAM_FAILED;
}

static const char csv_header[] = "n,grundy\n";

/* Room for the longest line: no value is longer than twice its heap (split "smaller" has 2n). */
static void answer_csv(struct call *call, struct tabling *tabling)
{
    tabling->line = arena_alloc(call->arena, 2 * num_text_max(tabling->question.to) + 32);
    if (tabling->header) {
        memcpy(tabling->line, csv_header, sizeof csv_header - 1);
        tabling->line_size = sizeof csv_header - 1;
    }
    tabling->stream = (struct stream){.produce = produce, .what = tabling, .size = STREAM_UNKNOWN};
    call_stream(call, forms[FORM_CSV].content_type, &tabling->stream);
}

/* Escapes at the first value beyond 16 bits. */
static void check_values(struct call *call, const struct tabling *tabling)
{
    const struct sg *sg = &tabling->sg;
    if (sg->closed == CLOSED_NONE && sg->table.width < 4 && !sg->table.saltus)
        return;
    for (int64_t i = 0; i < tabling->count; i++) {
        struct arena_mark mark = arena_mark(tabling->arena);
        budget_spend(call->budget, 4);
        if (num_cmp_word(value_at(tabling, i), UINT16_MAX) > 0)
            arena_escape(call->arena, STATUS_too_large, UINT16_MAX,
                         "the Grundy value of the heap at place %lld of the range is beyond the %d that 16 bits hold",
                         (long long)i, UINT16_MAX);
        arena_rewind(tabling->arena, mark);
    }
}

static void answer_binary(struct call *call, struct tabling *tabling)
{
    check_values(call, tabling);
    tabling->stream = (struct stream){.produce = produce, .what = tabling, .size = (uint64_t)tabling->count * 2};
    call_stream(call, forms[FORM_BINARY].content_type, &tabling->stream);
}

/* ---- the call ---- */

static void open_values(struct tabling *tabling, struct budget *budget, struct store *store)
{
    struct sg_job job = {.arena = tabling->arena, .budget = budget, .store = store};
    sg_open(&tabling->sg, &job, rules_make(tabling->arena, &tabling->question.rules), tabling->question.to);
}

static void work(struct call *call)
{
    struct tabling *tabling = call->tabling;
    open_values(tabling, call->budget, call->api->store);
    if (tabling->form == FORM_JSON)
        answer_json(call, tabling);
    else if (tabling->form == FORM_CSV)
        answer_csv(call, tabling);
    else
        answer_binary(call, tabling);
}

static struct tag tag_of(const struct tabling *tabling)
{
    struct tag tag = tag_begin();
    tag_bytes(&tag, "sg/table", 8);
    tag_word(&tag, (uint64_t)tabling->form | (uint64_t)tabling->header << 8);
    tag_value(&tag, &type_table_question, &tabling->question, false);
    return tag;
}

/* ?header=1 or ?header=0, which are the only queries that are taken. False: the reply says so. */
static bool read_header(struct call *call, bool *header)
{
    const char *query = call->target.query ? call->target.query : "";
    *header = strcmp(query, "header=1") == 0;
    if (!*header && *query && strcmp(query, "header=0") != 0) {
        call_problem(call, problem_of(STATUS_bad_request,
                                      "the path takes no query but header=0 or header=1: the question goes into the body"));
        return false;
    }
    call->target.query = NULL;
    return true;
}

void table_begin(struct call *call)
{
    size_t size;
    struct faults faults = {.arena = call->arena};
    bool header;
    if (!read_header(call, &header))
        return;
    cJSON *json = call_object(call, &size);
    if (!json)
        return;
    struct tabling *tabling = arena_alloc(call->arena, sizeof *tabling);
    tabling->arena = call->arena;
    tabling->form = chosen_form(call->request->accept);
    tabling->header = header;
    if (!table_read(&tabling->question, json, &faults)) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    check_length(call->arena, tabling);
    call->tabling = tabling;
    call->negotiated_type = true;
    struct tag tag = tag_of(tabling);
    if (call_unchanged(call, &tag))
        return;
    call->cost = predicted_cost(tabling, call->api->store);
    call->work = work;
}

/* ---- inside a batch ---- */

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct tabling *tabling = arena_alloc(setting->arena, sizeof *tabling);
    tabling->arena = setting->arena;
    if (!read_ignoring(&tabling->question, json, ignored, faults))
        return NULL;
    check_length(setting->arena, tabling);
    *cost = predicted_cost(tabling, setting->store);
    return tabling;
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct tabling *tabling = request;
    open_values(tabling, setting->budget, setting->store);
    write_json(out, tabling, setting->budget);
}

const struct tool tool_table = {.path = "/sg/table", .read = read, .answer = answer};
