/* POST /laws: the answer. */
#include "api/tools/laws/laws.h"

#include "api/json/member.h"
#include "core/limits.h"

#include <string.h>

/* ---- numbers and places ---- */

static void write_place(struct out *out, const char *name, const struct law_table *table, const int64_t place[2])
{
    if (table->variables == 1) {
        member_word(out, name, place[0]);
        return;
    }
    member_begin(out, name, '[');
    json_word(out, place[0]);
    json_word(out, place[1]);
    json_end(out, ']');
}

static void write_at(struct out *out, const struct law_table *table, const int64_t place[2])
{
    member_begin(out, "at", '{');
    member_word(out, table->variables == 1 ? "n" : "x", place[0]);
    if (table->variables == 2)
        member_word(out, "y", place[1]);
    json_end(out, '}');
}

/* A value of the table, or, of lost places, whether it is one. */
static void write_value(struct out *out, const struct law_table *table, bool of_lost, int64_t value)
{
    static const char *const letters[] = {[VALUE_LOST] = "L", [VALUE_WON] = "W", [VALUE_DRAWN] = "D"};
    if (of_lost)
        json_string(out, value ? "L" : "W");
    else if (table->subject == SUBJECT_VERDICT && value >= 0 && value <= VALUE_DRAWN)
        json_string(out, letters[value]);
    else
        json_word(out, value);
}

static void write_end(struct out *out, const char *name, const struct law_table *table, const size_t size[2])
{
    const int64_t place[] = {table->from[0] + (int64_t)size[0] - 1, table->from[1] + (int64_t)size[1] - 1};
    write_place(out, name, table, place);
}

static void write_counterexample(struct out *out, const struct law_table *table, const struct counterexample *example)
{
    json_name(out, "counterexample");
    if (!example->there) {
        json_null(out);
        return;
    }
    json_begin(out, '{');
    write_at(out, table, example->at);
    json_name(out, "expected");
    if (example->expected_known)
        write_value(out, table, example->of_lost, example->expected);
    else
        json_null(out);
    json_name(out, "found");
    write_value(out, table, example->of_lost, example->found);
    json_end(out, '}');
}

/* ---- a law ---- */

static void write_numbers(struct out *out, const int64_t *numbers, size_t n)
{
    json_begin(out, '[');
    for (size_t i = 0; i < n; i++)
        json_word(out, numbers[i]);
    json_end(out, ']');
}

static void write_verdicts(struct out *out, const struct fact *fact)
{
    char *text = arena_alloc(out->arena, fact->n + 1);
    for (size_t i = 0; i < fact->n; i++)
        text[i] = fact->kind == FACT_MARKS ? "WL"[fact->numbers[i]] : "LWD"[fact->numbers[i]];
    json_string(out, text);
}

static void write_fact(struct out *out, const struct fact *fact)
{
    json_name(out, fact->name);
    switch (fact->kind) {
    case FACT_NUMBER:
        json_word(out, fact->number);
        return;
    case FACT_FLAG:
        json_bool(out, fact->number);
        return;
    case FACT_TEXT:
        json_string(out, fact->text);
        return;
    case FACT_VERDICTS:
    case FACT_MARKS:
        write_verdicts(out, fact);
        return;
    case FACT_ROWS:
        json_begin(out, '[');
        for (size_t i = 0; i < fact->n; i += (size_t)fact->number)
            write_numbers(out, fact->numbers + i, (size_t)fact->number);
        json_end(out, ']');
        return;
    default:
        write_numbers(out, fact->numbers, fact->n);
    }
}

static void write_exceptions(struct out *out, const struct law_table *table, const struct law *law)
{
    member_begin(out, "exceptions", '[');
    for (size_t i = 0; i < law->exceptions; i++) {
        json_begin(out, '[');
        for (unsigned k = 0; k < table->variables; k++)
            json_word(out, law->exception[i].at[k]);
        write_value(out, table, law->of_lost, law->exception[i].value);
        json_end(out, ']');
    }
    json_end(out, ']');
}

static void write_law(struct out *out, const struct laws_question *question, const struct law *law, const char *theorem,
                      const struct counterexample *example)
{
    const struct law_table *table = &question->table;
    json_begin(out, '{');
    member_string(out, "law", law->family);
    json_name(out, "formula");
    if (law->formula && strlen(law->formula) <= LAWS_FORMULA_MAX)
        json_string(out, law->formula);
    else
        json_null(out);
    member_begin(out, "form", '{');
    for (size_t i = 0; i < law->facts; i++)
        write_fact(out, &law->fact[i]);
    json_end(out, '}');
    member_string(out, "claims", claims_names[law->claims_lost ? CLAIMS_LOST : CLAIMS_VALUE]);
    write_place(out, "from", table, law->from);
    write_exceptions(out, table, law);
    member_word(out, "evidence", law->evidence / 1024);
    if (example)
        write_place(out, "checked_to", table, example->at);
    else
        write_end(out, "checked_to", table, table->size);
    member_bool(out, "proven", theorem != NULL);
    json_name(out, "theorem");
    if (theorem)
        json_string(out, theorem);
    else
        json_null(out);
    member_text(out, "words", (struct text){law->words[LANGUAGE_EN], law->words[LANGUAGE_ZH]});
    if (example)
        write_counterexample(out, table, example);
    json_end(out, '}');
}

/* ---- the whole ---- */

static void write_conjectures(struct out *out, const struct laws_question *question, struct setting *setting)
{
    const struct law_table *table = &question->table;
    member_begin(out, "conjectures", '[');
    for (size_t i = 0; i < question->n; i++) {
        struct conjecture conjecture = question->conjectures[i];
        conjecture_open(question, &conjecture, setting);
        struct counterexample example = conjecture_test(question, &conjecture, setting->budget);
        json_begin(out, '{');
        member_string(out, "formula", conjecture.formula);
        member_string(out, "claims", claims_names[conjecture.claims]);
        if (example.idle)
            member_raw(out, "holds", "null");
        else
            member_bool(out, "holds", !example.there);
        if (example.idle)
            member_raw(out, "checked_to", "null");
        else if (example.there)
            write_place(out, "checked_to", table, example.at);
        else
            write_end(out, "checked_to", table, table->size);
        write_counterexample(out, table, &example);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void write_apart(struct out *out, const struct laws_question *question, const struct law *const first[2],
                        struct budget *budget)
{
    int64_t place[2], values[2];
    json_name(out, "apart");
    bool both = first[0] && first[1],
         same = both && first[0]->formula && first[1]->formula && strcmp(first[0]->formula, first[1]->formula) == 0;
    if (!both || same || !laws_differ(question, first[0], first[1], budget, place, values)) {
        json_null(out);
        return;
    }
    bool of_lost = first[0]->of_lost || first[1]->of_lost;
    json_begin(out, '{');
    write_at(out, &question->table, place);
    member_begin(out, "values", '[');
    for (int i = 0; i < 2; i++)
        write_value(out, &question->table, of_lost, values[i]);
    json_end(out, ']');
    json_end(out, '}');
}

static void write_head(struct out *out, const struct laws_question *question)
{
    const struct law_table *table = &question->table;
    const char *typed = table->subject == SUBJECT_VERDICT ? "verdict" : "grundy";
    member_string(out, "of", question->cells ? grid_of_names[question->cells->of] : typed);
    member_begin(out, "variables", '[');
    json_string(out, table->variables == 1 ? "n" : "x");
    if (table->variables == 2)
        json_string(out, "y");
    json_end(out, ']');
    member_begin(out, "found_on", '{');
    write_place(out, "from", table, table->from);
    write_end(out, "to", table, question->found_on);
    json_end(out, '}');
}

/* The laws of the part of the table that they are to be found on. */
static struct laws find(const struct laws_question *question, struct setting *setting)
{
    struct law_table part = question->table;
    int64_t *values = arena_raw(setting->arena, question->found_on[0] * question->found_on[1] * sizeof *values), horizon = 0;
    for (size_t i = 0; i < question->found_on[0]; i++)
        memcpy(values + i * question->found_on[1], part.values + i * part.size[1], question->found_on[1] * sizeof *values);
    for (unsigned i = 0; i < part.variables; i++) {
        int64_t tenfold = part.from[i] + 10 * (int64_t)question->found_on[i], end = part.from[i] + (int64_t)part.size[i];
        horizon = tenfold > horizon ? tenfold : horizon;
        horizon = end > horizon ? end : horizon;
        part.size[i] = question->found_on[i];
    }
    part.values = values;
    return laws_find(&part, horizon, setting->arena, setting->budget);
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct laws_question *question = request;
    const struct law *first[2] = {NULL, NULL};
    if (question->cells)
        laws_make_values(question, setting);
    struct laws laws = find(question, setting);
    struct counterexample *example = arena_array(setting->arena, laws.n + 1, sizeof *example);
    int64_t kept = 0, refuted = 0;
    json_begin(out, '{');
    write_head(out, question);
    member_begin(out, "laws", '[');
    for (size_t i = 0; i < laws.n; i++) {
        example[i] = laws_test(question, laws.v[i], setting->budget);
        if (example[i].there || kept == question->limit)
            continue;
        if (kept < 2)
            first[kept] = laws.v[i];
        kept++;
        write_law(out, question, laws.v[i], laws_theorem(question, laws.v[i], setting), NULL);
    }
    json_end(out, ']');
    write_conjectures(out, question, setting);
    member_begin(out, "refuted", '[');
    for (size_t i = 0; i < laws.n; i++)
        if (example[i].there && refuted++ < question->limit)
            write_law(out, question, laws.v[i], NULL, &example[i]);
    json_end(out, ']');
    write_apart(out, question, first, setting->budget);
    json_end(out, '}');
}

const struct tool tool_laws = {.path = "/laws", .read = laws_read, .answer = answer};
