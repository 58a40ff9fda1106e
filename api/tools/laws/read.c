/* Reading a request: values, rows or a table; conjectures. */
#include "api/tools/laws/laws.h"

#include "api/json/decode.h"
#include "api/json/pointer.h"
#include "core/limits.h"

#include <string.h>

const char *const claims_names[] = {"value", "L", NULL};
static const char *const variables_names[][3] = {{NULL}, {"n", NULL}, {"x", "y", NULL}};

/* ---- the types of the members ---- */

static const struct type word_type = {
    .kind = KIND_SMALL, .size = sizeof(int64_t), .min = -LAWS_NUMBER_MAX, .max = LAWS_NUMBER_MAX};
static const struct type words_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = LAWS_VALUES_MIN, .max = LAWS_VALUES_MAX, .item = &word_type};
static const struct type verdicts_type = {
    .kind = KIND_TEXT, .size = sizeof(const char *), .min = LAWS_VALUES_MIN, .max = LAWS_VALUES_MAX, .alphabet = "WLDNP"};
static const struct type values_type = {.kind = KIND_CHOICE,
                                        .size = sizeof(struct choice),
                                        .choices = (const struct type *const[]){&words_type, &verdicts_type, NULL}};

static const struct type row_words_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = LAWS_VALUES_MAX, .item = &word_type};
static const struct type row_verdicts_type = {
    .kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = LAWS_VALUES_MAX, .alphabet = "WLDNP"};
static const struct type row_type = {.kind = KIND_CHOICE,
                                     .size = sizeof(struct choice),
                                     .choices = (const struct type *const[]){&row_words_type, &row_verdicts_type, NULL}};
static const struct type rows_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = LAWS_VALUES_MAX, .item = &row_type};

static const struct type from_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = -LAWS_FROM_MAX, .max = LAWS_FROM_MAX};
static const struct type from_pair_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 2, .max = 2, .item = &from_type};
static const struct type from_choice = {.kind = KIND_CHOICE,
                                        .size = sizeof(struct choice),
                                        .choices = (const struct type *const[]){&from_type, &from_pair_type, NULL}};

struct conjecture_given {
    struct head head;
    const char *formula;
    int claims;
};
static const struct type formula_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = LAWS_FORMULA_MAX};
static const struct type claims_type = {.kind = KIND_NAME, .size = sizeof(int), .names = claims_names};
static const struct type conjecture_object = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct conjecture_given),
    .fields =
        (const struct field[]){
            {"formula", offsetof(struct conjecture_given, formula), &formula_type,
             .doc = {"An expression in the variables; g is the table.", "以变量表示的表达式；g 为该表。"}},
            {"claims", offsetof(struct conjecture_given, claims), &claims_type, NEED_OPTIONAL,
             .doc = {"What it says: the value, or which places are lost.", "所断言者：数值，或必败的位置。"}},
            {0},
        },
};
static const struct type conjecture_type = {.kind = KIND_CHOICE,
                                            .size = sizeof(struct choice),
                                            .choices = (const struct type *const[]){&formula_type, &conjecture_object, NULL}};
static const struct type conjectures_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = LAWS_CONJECTURES_MAX, .item = &conjecture_type};
static const struct type limit_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = LAWS_LIMIT_MAX};

struct given_question {
    struct head head;
    struct choice values;
    struct list rows;
    struct choice from;
    struct list conjectures;
    int64_t test_to, limit;
    int language;
};
enum { GIVEN_VALUES, GIVEN_ROWS, GIVEN_FROM, GIVEN_CONJECTURES, GIVEN_TEST_TO };

static const struct type question_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct given_question),
    .fields =
        (const struct field[]){
            {"values", offsetof(struct given_question, values), &values_type, NEED_OPTIONAL,
             .doc = {"Values of one variable, or verdicts.", "一个变量的各值，或胜负。"}},
            {"rows", offsetof(struct given_question, rows), &rows_type, NEED_OPTIONAL,
             .doc = {"The same of two.", "两个变量的各值。"}},
            {"from", offsetof(struct given_question, from), &from_choice, NEED_OPTIONAL,
             .doc = {"Where they begin.", "起始位置。"}},
            {"conjectures", offsetof(struct given_question, conjectures), &conjectures_type, NEED_OPTIONAL,
             .doc = {"Formulas to be tested.", "待检验的公式。"}},
            {"test_to", offsetof(struct given_question, test_to), &from_type, NEED_OPTIONAL,
             .doc = {"How far the table is made to test them.", "为检验而把表延伸到何处。"}},
            {"limit", offsetof(struct given_question, limit), &limit_type, NEED_DEFAULT, .fallback = LAWS_LIMIT_DEFAULT,
             .doc = {"How many laws are told.", "最多给出几条规律。"}},
            {"language", offsetof(struct given_question, language), &type_language, NEED_OPTIONAL,
             .doc = {"Words are in both.", "文字总以两种语言给出。"}},
            {0},
        },
};

/* ---- typed values ---- */

/* N and P are other names of won and lost. */
static int64_t verdict_value(char letter)
{
    return letter == 'L' || letter == 'P' ? VALUE_LOST : letter == 'D' ? VALUE_DRAWN : VALUE_WON;
}

/* The values of a list or a text of verdicts, into `to`. */
static size_t copy_values(const struct choice *given, int64_t *to)
{
    const struct list *list = given->value;
    const char *const *text = given->value;
    if (given->which == 0) {
        memcpy(to, list->v, list->n * sizeof *to);
        return list->n;
    }
    size_t n = strlen(*text);
    for (size_t i = 0; i < n; i++)
        to[i] = verdict_value((*text)[i]);
    return n;
}

static size_t count_values(const struct choice *given)
{
    return given->which == 0 ? ((const struct list *)given->value)->n : strlen(*(const char *const *)given->value);
}

static void take_values(struct laws_question *question, struct arena *arena, const struct choice *values)
{
    int64_t *v = arena_raw(arena, count_values(values) * sizeof *v);
    question->table.size[0] = copy_values(values, v);
    question->table.size[1] = 1;
    question->table.variables = 1;
    question->table.values = v;
    question->verdicts = values->which == 1;
}

static void take_rows(struct laws_question *question, const struct list *rows, struct faults *faults)
{
    struct arena *arena = faults->arena;
    const struct choice *row = rows->v;
    size_t columns = count_values(row), n = 0;
    for (size_t i = 0; i < rows->n; i++)
        if (row[i].which != row->which || count_values(&row[i]) != columns)
            fault_add(faults, FAULT_inconsistent, pointer_index(arena, "/rows", i), "must be like the first row, and as long");
    if (faults->n)
        return;
    if (rows->n * columns < LAWS_VALUES_MIN || rows->n * columns > LAWS_VALUES_MAX) {
        fault_add(faults, rows->n * columns < LAWS_VALUES_MIN ? FAULT_too_short : FAULT_too_long, "/rows",
                  arena_printf(arena, "must have %d … %d values in all", LAWS_VALUES_MIN, LAWS_VALUES_MAX));
        return;
    }
    int64_t *v = arena_raw(arena, rows->n * columns * sizeof *v);
    for (size_t i = 0; i < rows->n; i++)
        n += copy_values(&row[i], v + n);
    question->table.variables = 2;
    question->table.size[0] = rows->n;
    question->table.size[1] = columns;
    question->table.values = v;
    question->verdicts = row->which == 1;
}

static void take_from(struct laws_question *question, const struct choice *from, struct faults *faults)
{
    if (question->cells) {
        fault_add(faults, FAULT_inconsistent, "/from", "goes with values and rows: a table says itself where it begins");
        return;
    }
    if ((from->which == 1) != (question->table.variables == 2)) {
        fault_add(faults, FAULT_wrong_type, "/from",
                  question->table.variables == 2 ? "must be a list of two integers" : "must be an integer");
        return;
    }
    const int64_t *v = from->which ? list_words(*(const struct list *)from->value) : from->value;
    for (unsigned i = 0; i < question->table.variables; i++)
        question->table.from[i] = v[i];
}

/* ---- a table ---- */

static const enum law_subject subjects[] = {
    [GRID_GRUNDY] = SUBJECT_GRUNDY, [GRID_VERDICT] = SUBJECT_VERDICT, [GRID_REMOTENESS] = SUBJECT_NUMBER,
    [GRID_VALUE] = SUBJECT_NUMBER,  [GRID_WINNING] = SUBJECT_NUMBER,
};

/* Whether the game has such values. */
static void check_of(const struct cells *cells, const struct game *game, struct faults *faults)
{
    static const char *const needs[] = {[GRID_REMOTENESS] = "remoteness", [GRID_VALUE] = "value", [GRID_WINNING] = NULL};
    bool there = cells->of != GRID_GRUNDY || game->traits & TRAIT_GRUNDY;
    if ((cells->of == GRID_VERDICT || cells->of == GRID_WINNING) && game->traits & TRAIT_DECIDER)
        there = false;
    if (needs[cells->of]) {
        there = false;
        for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
            there |= strcmp(f->name, needs[cells->of]) == 0;
    }
    if (!there)
        fault_add(faults, FAULT_inconsistent, "/table/of", "the game has no such values");
}

static void take_range(struct laws_question *question, size_t i, const int64_t *test_to, struct faults *faults)
{
    const struct vary *vary = &question->cells->vary[i];
    bool far = vary->from < -LAWS_FROM_MAX || vary->to > LAWS_FROM_MAX;
    if (far)
        fault_add(faults, FAULT_out_of_range,
                  arena_printf(faults->arena, "/table/vary/%zu/%s", i, vary->to > LAWS_FROM_MAX ? "to" : "from"),
                  arena_printf(faults->arena, "must be in %lld…%lld", -(long long)LAWS_FROM_MAX, (long long)LAWS_FROM_MAX));
    if (test_to && *test_to < vary->to)
        fault_add(faults, FAULT_inconsistent, "/test_to", "must not be below the end of the table");
    question->table.from[i] = vary->from;
    question->found_on[i] = cells_size(question->cells, i);
    question->table.size[i] = far || !test_to ? question->found_on[i] : (size_t)(*test_to - vary->from + 1);
}

static void take_table(struct laws_question *question, struct setting *setting, const cJSON *table,
                       const struct given_question *given, struct faults *faults, uint64_t *cost)
{
    struct cells *cells = arena_alloc(setting->arena, sizeof *cells);
    struct law_table *made = &question->table;
    if (!cJSON_IsObject(table)) {
        fault_add(faults, FAULT_wrong_type, "/table", "must be an object");
        return;
    }
    question->cells = cells;
    if (!cells_read(cells, setting, NULL, table, "/table", NULL, faults))
        return;
    made->variables = (unsigned)cells->n;
    made->size[1] = question->found_on[1] = 1;
    for (size_t i = 0; i < cells->n; i++)
        take_range(question, i, given->head.given & BIT(GIVEN_TEST_TO) ? &given->test_to : NULL, faults);
    uint64_t most = cells->whole ? LAWS_VALUES_MAX : CELLS_MAX, count = (uint64_t)made->size[0] * made->size[1];
    bool tested = (uint64_t)question->found_on[0] * question->found_on[1] <= most; /* it is test_to that asks for too much */
    if (count > most || made->size[0] > most || made->size[1] > most)
        fault_add(faults, FAULT_too_long, tested ? "/test_to" : "/table/vary",
                  arena_printf(setting->arena, "makes more than %llu cells", (unsigned long long)most));
    if ((uint64_t)question->found_on[0] * question->found_on[1] < LAWS_VALUES_MIN)
        fault_add(faults, FAULT_too_short, "/table/vary",
                  arena_printf(setting->arena, "must make at least %d values", LAWS_VALUES_MIN));
    if (faults->n)
        return;
    const struct game *game = cells->game;
    if (!cells->whole)
        cells_first(cells, setting, &game);
    check_of(cells, game, faults);
    made->subject = subjects[cells->of];
    *cost += CHEAP_STEPS + 1;
}

/* ---- conjectures ---- */

static void take_conjecture(struct laws_question *question, const struct choice *given, size_t index, struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct conjecture *conjecture = &question->conjectures[index];
    const struct conjecture_given *object = given->value;
    const char *place = pointer_index(arena, "/conjectures", index);
    struct budget unbounded = {.left = UINT64_MAX, .arena = arena}; /* nothing is evaluated here */
    struct flaw flaw;
    conjecture->formula = given->which == 0 ? *(const char *const *)given->value : object->formula;
    conjecture->expression = expression_parse(arena, &unbounded, conjecture->formula, variables_names[question->table.variables],
                                              question->table.variables, &flaw);
    if (!conjecture->expression) {
        fault_add_at(faults, flaw.code, given->which ? pointer_name(arena, place, "formula") : place, flaw.detail, flaw.at);
        return;
    }
    bool claim = expression_is_claim(conjecture->expression) &&
                 (question->table.subject == SUBJECT_VERDICT || !expression_asks_table(conjecture->expression));
    conjecture->claims = claim ? CLAIMS_LOST : CLAIMS_VALUE;
    if (given->which == 1 && object->head.given & BIT(1))
        conjecture->claims = (enum claims)object->claims;
    if (conjecture->claims == CLAIMS_LOST && question->table.subject == SUBJECT_NUMBER &&
        !expression_asks_table(conjecture->expression))
        fault_add(faults, FAULT_inconsistent, place, "says which places are lost, and these values do not tell that");
}

void conjecture_open(const struct laws_question *question, struct conjecture *conjecture, struct setting *setting)
{
    struct flaw flaw;
    conjecture->expression = expression_parse(setting->arena, setting->budget, conjecture->formula,
                                              variables_names[question->table.variables], question->table.variables, &flaw);
}

void *laws_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct arena *arena = setting->arena;
    struct laws_question *question = arena_alloc(arena, sizeof *question);
    struct given_question given = {.limit = 0};
    const char *const *names = names_with(arena, (const char *const[]){"table", NULL}, ignored);
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(json, "table");
    decode_fields(&question_type, &given, NULL, NULL, json, "", names, faults);
    if (faults->n)
        return NULL;
    bool values = given.head.given & BIT(GIVEN_VALUES), rows = given.head.given & BIT(GIVEN_ROWS);
    if (values + rows + (table != NULL) != 1) {
        fault_add(faults, values || rows || table ? FAULT_inconsistent : FAULT_missing_field,
                  values || rows || table ? "" : "/values",
                  values || rows || table ? "has more than one of `values`, `rows` and `table`"
                                          : "must be there, or else rows or table: exactly one of them");
        return NULL;
    }
    if (values)
        take_values(question, arena, &given.values);
    else if (rows)
        take_rows(question, &given.rows, faults);
    else
        take_table(question, setting, table, &given, faults, cost);
    if (!table)
        question->table.subject = question->verdicts ? SUBJECT_VERDICT : SUBJECT_GRUNDY;
    if (given.head.given & BIT(GIVEN_FROM))
        take_from(question, &given.from, faults);
    if (!table && given.head.given & BIT(GIVEN_TEST_TO))
        fault_add(faults, FAULT_inconsistent, "/test_to", "goes with a table: typed values end where they end");
    for (size_t i = 0; !table && i < 2; i++)
        question->found_on[i] = question->table.size[i];
    question->limit = given.limit;
    question->n = given.conjectures.n;
    question->conjectures = arena_array(arena, question->n + 1, sizeof *question->conjectures);
    for (size_t i = 0; i < question->n && question->table.variables; i++)
        take_conjecture(question, (const struct choice *)given.conjectures.v + i, i, faults);
    *cost += 400 * (uint64_t)(question->table.size[0] * question->table.size[1]) + 100000;
    return faults->n ? NULL : question;
}
