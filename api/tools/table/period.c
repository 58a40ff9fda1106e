/* POST /sg/period: what is proven about the values of one set of rules. */
#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/sg/cost.h"
#include "core/sg/quotient/quotient.h"

struct period_question {
    struct head head;
    struct given_rules rules;
    bool misere;
    int language;
};
enum { FIELD_RULES, FIELD_MISERE };

static const struct type question_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct period_question),
    .fields = (const struct field[]){{"rules", offsetof(struct period_question, rules), &type_given_rules,
                                      .doc = {"What a move does to one heap, as in /sg.", "一步对一堆石子做什么，同 /sg。"}},
                                     {"misere", offsetof(struct period_question, misere), &type_bool, NEED_DEFAULT,
                                      .doc = {"What is proven about misère play.", "询问反常规则下已证明的结论。"}},
                                     {"language", offsetof(struct period_question, language), &type_language, NEED_OPTIONAL,
                                      .doc = {"Of problems; the answer has no sentences.", "报错所用的语言；答案中没有语句。"}},
                                     {0}},
};

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct period_question *question = arena_alloc(setting->arena, sizeof *question);
    decode_fields(&question_type, question, NULL, NULL, json, "", ignored, faults);
    if (!fault_told(faults, "%s", ""))
        rules_check(&question->rules, faults);
    if (faults->n)
        return NULL;
    struct num none = num(0), most = num(SG_QUOTIENT_BASE); /* heaps for which a quotient is looked for */
    struct sg_position position = {
        .rules = question->rules, .heaps = {1, question->misere ? &most : &none}, .misere = question->misere};
    *cost = cost_of_table(&position);
    if (*cost)
        *cost = cost_of_stored(&position, setting->arena, setting->store);
    if (question->misere && *cost <= CHEAP_STEPS)
        *cost = CHEAP_STEPS + 1;
    return question;
}

/* The value that the period, continued downwards, gives a heap below the preperiod. */
static struct num continued(const struct sg *sg, struct num n)
{
    struct num gap = num_sub(sg->preperiod, n);
    struct num periods = num_div(num_add(gap, num_sub(sg->period, num(1))), sg->period);
    return num_sub(sg_value(sg, num_add(n, num_mul(periods, sg->period))), num_mul(periods, sg->saltus));
}

static void encode_exceptions(struct out *out, const struct sg *sg, struct budget *budget)
{
    size_t told = 0;
    member_begin(out, "exceptions", '[');
    for (struct num n = num(0); num_lt(n, sg->preperiod) && told < PERIOD_EXCEPTIONS; n = num_add(n, num(1))) {
        struct num value = sg_value(sg, n);
        budget_spend(budget, 20);
        if (num_eq(value, continued(sg, n)))
            continue;
        json_begin(out, '[');
        json_number(out, n);
        json_number(out, value);
        json_end(out, ']');
        told++;
    }
    json_end(out, ']');
}

/* All values there are stand before the end of the first period. Those of from…to ascend by one every `from` heaps, however long
 * the period is. */
static void encode_max(struct out *out, const struct sg *sg, struct budget *budget)
{
    struct num value = num(0), at = num(0), end = num_add(sg->preperiod, sg->period);
    if (sg->closed == CLOSED_RANGE) {
        value = num_div(num_sub(sg->period, num(1)), sg->rules->from);
        at = num_mul(value, sg->rules->from);
        end = num(0);
    }
    for (struct num n = num(0); num_lt(n, end); n = num_add(n, num(1))) {
        struct num here = sg_value(sg, n);
        budget_spend(budget, 5);
        if (!num_lt(value, here))
            continue;
        value = here;
        at = n;
    }
    member_begin(out, "max", '{');
    json_name(out, "grundy");
    json_number(out, value);
    json_name(out, "at");
    json_number(out, at);
    json_end(out, '}');
}

/* "rules", and "misere" where it is true: as they were given, but for what is false anyway. */
static void begin_answer(struct out *out, const struct period_question *question)
{
    struct period_question told = *question;
    told.head.given &= BIT(FIELD_RULES) | (question->misere ? BIT(FIELD_MISERE) : 0);
    json_begin(out, '{');
    encode_fields(out, &question_type, &told, false);
}

static void answer_misere(const struct period_question *question, const struct sg_job *job, struct out *out)
{
    struct quotient_facts facts = quotient_facts(job, rules_make(job->arena, &question->rules));
    const struct {
        const char *name;
        struct num value;
    } members[] = {{"order", facts.order},
                   {"p_elements", facts.p_elements},
                   {"generators", num_u64(facts.generators)},
                   {"preperiod", facts.preperiod},
                   {"period", facts.period}};
    begin_answer(out, question);
    json_name(out, "quotient");
    if (facts.proven) {
        json_begin(out, '{');
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            json_name(out, members[i].name);
            json_number(out, members[i].value);
        }
        member_bool(out, "proven", true);
        json_end(out, '}');
    } else {
        json_null(out);
    }
    member_word(out, "looked_to", (int64_t)facts.looked_to);
    json_end(out, '}');
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    const struct period_question *question = request;
    struct sg_job job = {.arena = setting->arena, .budget = setting->budget, .store = setting->store};
    if (question->misere) {
        answer_misere(question, &job, out);
        return;
    }
    struct sg_period period;
    struct sg sg;
    sg_open(&sg, &job, rules_make(setting->arena, &question->rules), num(0));
    begin_answer(out, question);
    json_name(out, "period");
    if (sg_tell_period(&sg, &period)) {
        encode_value(out, &type_sg_period, &period);
        encode_exceptions(out, &sg, setting->budget);
        if (num_is_zero(sg.saltus))
            encode_max(out, &sg, setting->budget);
        else
            member_raw(out, "max", "null");
    } else {
        json_null(out);
        member_raw(out, "exceptions", "null");
        member_raw(out, "max", "null");
    }
    member_word(out, "looked_to", (int64_t)sg.looked_to);
    json_end(out, '}');
}

const struct tool tool_period = {.path = "/sg/period", .read = read, .answer = answer};
