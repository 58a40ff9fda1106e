/* What is proven about misère play of any rules. */
#include "core/sg/quotient/quotient.h"

static const struct type count_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = INT64_C(1) << 31};

const struct type type_quotient_told = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct quotient_told),
    .fields =
        (const struct field[]){
            {"order", offsetof(struct quotient_told, order), &count_type,
             .doc = {"How many elements it has.", "元素个数（阶）。"}},
            {"generators", offsetof(struct quotient_told, generators), &count_type,
             .doc = {"How many of them generate the others.", "生成元个数。"}},
            {"proven", offsetof(struct quotient_told, proven), &type_bool,
             .doc = {"Always true: the quotient is proven for all sums of the heaps it was made for.",
                     "恒为真：对其所涉及的各堆的任意和，此商均已证明。"}},
            {0},
        },
};

struct quotient_told quotient_tell(const struct quotient *q)
{
    return (struct quotient_told){.order = q->order, .generators = q->generators, .proven = true};
}

void quotient_refuse(struct ask *ask, const struct quotient *q)
{
    unsigned long long heap = q->count;
    if (q->n_extras && (!q->refused || q->limit < 0))
        ask_too_large(
            ask, (int64_t)q->count - 1,
            "misere play of these rules is solved for heaps up to %llu: no misere quotient of all these parts together is "
            "found",
            heap - 1);
    if (q->n_extras)
        ask_too_large(ask, q->limit, "the misere quotient of all these parts together has or needs more than %lld %s",
                      (long long)q->limit, q->limit_name);
    if (!q->refused)
        ask_too_large(ask, (int64_t)q->count - 1,
                      "misere play of these rules is solved for heaps up to %llu: their misere quotients prove no period",
                      heap - 1);
    if (q->limit < 0)
        ask_too_large(
            ask, (int64_t)q->count - 1,
            "misere play of these rules is solved for heaps up to %llu: the misere quotient of the next one is not found",
            heap - 1);
    ask_too_large(
        ask, q->limit,
        "misere play of these rules is solved for heaps up to %llu: the misere quotient with heap %llu has or needs more "
        "than %lld %s",
        heap - 1, heap, (long long)q->limit, q->limit_name);
}

static struct quotient_facts of_quotient(const struct quotient *q)
{
    struct quotient_facts facts = {.proven = q->whole, .looked_to = q->count - 1};
    uint64_t lost = 0;
    for (size_t i = 0; i < QUOTIENT_WORDS; i++)
        lost += (uint64_t)__builtin_popcountll(q->lost[i]);
    facts.order = num(q->order);
    facts.p_elements = num_u64(lost);
    facts.generators = q->generators;
    facts.preperiod = num_u64(q->preperiod);
    facts.period = num_u64(q->period);
    return facts;
}

/* The largest value of values that repeat. */
static struct num largest_value(const struct sg *sg, struct budget *budget)
{
    const struct rules *rules = sg->rules;
    struct num top = num(0);
    if (sg->closed == CLOSED_RANGE)
        return num_div(num_sub(sg->period, num(1)), rules->from);
    if (sg->closed == CLOSED_POWERS)
        return num(num_bit(rules->from, 0) ? 1 : 2);
    uint64_t count = (uint64_t)num_add(sg->preperiod, sg->period).word;
    for (uint64_t n = 0; n < count; n++) {
        budget_spend(budget, 4);
        top = num_max(top, sg_value(sg, num_u64(n)));
    }
    return top;
}

/* Plain takes: heaps play like Nim heaps of their values (core/sg/misere/misere.c), and different ones differ. So the quotient is
 * that of misère Nim with heaps below 2^k, k the bits of the largest value: 1, 2, or 2^k + 2 elements (Plambeck and Siegel). */
static struct quotient_facts of_values(const struct sg_job *job, const struct rules *rules)
{
    struct sg sg;
    sg_open(&sg, job, rules, num(0));
    struct quotient_facts facts = {.looked_to = sg.checked ? sg.checked_to : 0};
    if (sg.closed == CLOSED_NONE && !sg.checked)
        facts.looked_to = sg.table.count - 1;
    if (!sg.period_told || !num_is_zero(sg.saltus))
        return facts;
    facts.proven = true;
    facts.generators = num_bits(largest_value(&sg, job->budget));
    facts.order = facts.generators < 2 ? num((int64_t)facts.generators + 1) : num_add(num_pow2(facts.generators), num(2));
    facts.p_elements = num_u64(facts.generators < 2 ? facts.generators : 2);
    facts.preperiod = sg.preperiod;
    facts.period = sg.period;
    return facts;
}

struct quotient_facts quotient_facts(const struct sg_job *job, const struct rules *rules)
{
    if (quotient_possible(rules))
        return of_quotient(quotient_open(job, rules, num(0)));
    if (rules->kind == RULES_PLAIN)
        return of_values(job, rules);
    return (struct quotient_facts){0}; /* values without bound: as in Nim, infinitely many elements */
}
