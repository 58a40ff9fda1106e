/* What is kept of misère quotients: refusals by each limit, with the same words and at once the second time; what was made when
 * the time ran out; and that nothing is believed which another process wrote. */
#include "core/sg/misere/misere.h"
#include "tests/support/core/question.h"
#include "tests/support/core/quotients.h"
#include "tests/support/core/rulesets.h"
#include "tests/support/core/suite.h"

#include <string.h>

/* ---- refusals ---- */

struct opening {
    const struct rules *rules;
    struct num top;
    const struct quotient_part *parts; /* NULL: none */
    size_t n_parts;
};

static void open_it(const struct sg_job *job, void *what)
{
    const struct opening *opening = what;
    const struct quotient *q = quotient_open(job, opening->rules, opening->top);
    if (opening->parts)
        quotient_with(job, opening->rules, q, opening->parts, opening->n_parts);
}

static void at_once_again(struct opening opening)
{
    uint64_t first = looks_of(open_it, &opening), again = looks_of(open_it, &opening);
    ck_assert_msg(first > 20 * (again + 1), "%d looks, then %d", (int)first, (int)again);
}

/* Each limit ends some code, and is told. 0.3122 is infinite from heap 7 on (Weimerskirch, Games of No Chance 4). */
START_TEST(every_limit_is_told)
{
    static const struct {
        const char *code, *name;
        int64_t limit;
    } refused[] = {{"0.106", "elements", SG_QUOTIENT_ELEMENTS},
                   {"0.57", "generators", SG_QUOTIENT_GENERATORS},
                   {"0.56", "pairs", SG_QUOTIENT_PAIRS},
                   {"0.3122", "sums", SG_QUOTIENT_SUMS},
                   {"0.6", "sums", SG_QUOTIENT_SUMS}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct opening opening = {.rules = rules_octal(refused[i].code), .top = num(5)};
        at_once_again(opening);
        const struct quotient *q = quotient_open(&quotients_job, opening.rules, num(100000));
        ck_assert(q->refused && !q->whole && !quotient_covers(q, num(200)));
        ck_assert_msg(strcmp(q->limit_name, refused[i].name) == 0 && q->limit == refused[i].limit, "%s: %s", refused[i].code,
                      q->limit_name);
        ck_assert(!quotient_facts(&quotients_job, opening.rules).proven);
    }
    ck_assert(!quotient_covers(quotient_open(&quotients_job, rules_octal("0.3122"), num(0)), num(7)));
}
END_TEST

/* Kayles with a circle of 22, which becomes a row of 21 or 20. */
START_TEST(refused_circles_are_kept)
{
    static const uint64_t rows[] = {21, 20};
    struct quotient_part circle = {rows, 2};
    const struct rules *kayles = rules_octal("0.77");
    const struct quotient *q = quotient_open(&quotients_job, kayles, num(0));
    at_once_again((struct opening){kayles, num(0), &circle, 1});
    const struct quotient *with = quotient_with(&quotients_job, kayles, q, &circle, 1);
    ck_assert(with->refused);
    ck_assert_str_eq(with->limit_name, "sums");
}
END_TEST

/* Sums of many options: the steps of the largest attempt are counted, so that the end comes early, and is the same everywhere. */
START_TEST(learning_ends)
{
    enum { PLACES = 64, LOOKS_MAX = 6000 };
    int64_t amounts[PLACES];
    for (int64_t i = 0; i < PLACES; i++)
        amounts[i] = i + 1;
    const struct rules *rules[] = {rules_hex("0.9"),
                                   rules_hex("0.FFF"),
                                   rules_octal("0.77777777"),
                                   rules_take(amounts, PLACES, true),
                                   rules_named(SET_FACTORIALS, true),
                                   rules_named(SET_PRIMES, true),
                                   rules_named(SET_PRIME_POWERS, true)};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        ck_assert_uint_lt(looks_of(open_it, &(struct opening){.rules = rules[i], .top = num(20)}), LOOKS_MAX);
        const struct quotient *q = quotient_open(&quotients_job, rules[i], num(20));
        ck_assert(q->refused && quotient_covers(q, num(20)));
        ck_assert_str_eq(q->limit_name, "options");
    }
}
END_TEST

/* ---- time ---- */

static enum status lose_patience(void *what)
{
    int *looks = what;
    return (*looks)-- > 0 ? STATUS_ok : STATUS_deadline_exceeded;
}

struct hurried {
    struct sg_job job;
    const struct rules *rules;
    unsigned order;
    uint64_t count;
};

static void open_hurriedly(void *what)
{
    struct hurried *hurried = what;
    const struct quotient *q = quotient_open(&hurried->job, hurried->rules, num(0));
    hurried->order = q->order;
    hurried->count = q->count;
}

/* Asks again and again, each time with little patience; how often. */
static int ask_until_it_is_there(struct hurried *hurried)
{
    enum { LOOKS = 600, ROUNDS = 200 };
    int rounds = 0;
    for (enum status status = STATUS_deadline_exceeded; status != STATUS_ok; rounds++) {
        int looks = LOOKS;
        struct budget budget = {.left = 0, .arena = &questions_arena, .look = lose_patience, .what = &looks};
        struct arena_mark mark = arena_mark(&questions_arena);
        struct escape landed;
        hurried->job.budget = &budget;
        status = arena_try(&questions_arena, &landed, open_hurriedly, hurried);
        ck_assert(status == STATUS_ok || status == STATUS_deadline_exceeded);
        ck_assert_int_lt(rounds, ROUNDS);
        arena_rewind(&questions_arena, mark);
    }
    return rounds;
}

/* Whoever runs out of time leaves what he has proven; the end is that of one who had time. */
START_TEST(time_runs_out)
{
    struct hurried hurried = {.job = quotients_job, .rules = rules_octal("0.26")};
    ck_assert_int_gt(ask_until_it_is_there(&hurried), 1);
    struct store *other = store_private_new(1 << 24);
    quotients_job.store = other;
    const struct quotient *q = quotient_open(&quotients_job, rules_octal("0.26"), num(0));
    ck_assert_uint_eq(q->order, hurried.order);
    ck_assert_uint_eq(q->count, hurried.count);
    arena_reset(&questions_arena);
    store_private_free(other);
}
END_TEST

/* ---- what another process wrote ---- */

/* A store that tells the last key of a quotient that was looked for. */
static char key_seen[1024];

static bool find_seen(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    (void)face;
    if (strncmp(key, "quotient", 8) == 0) {
        ck_assert_uint_lt(strlen(key), sizeof key_seen);
        memcpy(key_seen, key, strlen(key) + 1);
    }
    return questions_store->find(questions_store, arena, key, found);
}

static void publish_seen(struct store *face, struct arena *arena, const char *key, struct table *made)
{
    (void)face;
    questions_store->publish(questions_store, arena, key, made);
}

static const struct quotient *open_seen(const struct rules *rules)
{
    static struct store seeing = {.find = find_seen, .publish = publish_seen};
    struct sg_job job = quotients_job;
    job.store = &seeing;
    return quotient_open(&job, rules, num(0));
}

/* The quotient of these rules, made here; its table, and its key in key_seen. */
static const struct quotient *make_and_see(const struct rules *rules, struct table *made)
{
    const struct quotient *q = open_seen(rules);
    ck_assert(questions_store->find(questions_store, &questions_arena, key_seen, made));
    return q;
}

/* Puts a copy of the table into the store, in place of what is there, as if another process had made it. */
static const void *plant(const char *key, struct table table)
{
    struct store_hold *hold = store_private_hold(&questions_arena);
    size_t bytes = table.count * table.width;
    void *copy = store_private_reserve(questions_store, hold, bytes);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, table.data, bytes);
    struct table there;
    if (questions_store->find(questions_store, &questions_arena, key, &there))
        questions_store->judge(questions_store, key, &there, false);
    table.data = copy;
    table.stranger = true;
    ck_assert(store_private_adopt(questions_store, hold, key, &table));
    return copy;
}

static void check_same(const struct quotient *q, const struct quotient *truth)
{
    ck_assert_uint_eq(q->order, truth->order);
    ck_assert_uint_eq(q->generators, truth->generators);
    ck_assert_uint_eq(q->count, truth->count);
    ck_assert(q->whole == truth->whole && q->refused == truth->refused && q->wild == truth->wild);
    ck_assert(q->preperiod == truth->preperiod && q->period == truth->period && q->limit == truth->limit);
    ck_assert_mem_eq(q->lost, truth->lost, sizeof q->lost);
    ck_assert_mem_eq(q->product, truth->product, truth->order * truth->order * sizeof *q->product);
    ck_assert_mem_eq(q->elements, truth->elements, truth->count * sizeof *q->elements);
}

/* What is planted is looked at by nobody: one's own takes its place. */
static void check_planted(const struct rules *rules, const struct quotient *truth, const struct table *honest, struct table table)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    const void *planted = plant(key_seen, table);
    ck_assert(!quotient_stored(rules, &questions_arena, questions_store));
    check_same(open_seen(rules), truth);
    struct table there;
    ck_assert(questions_store->find(questions_store, &questions_arena, key_seen, &there));
    ck_assert(!there.stranger && there.data != planted);
    ck_assert_uint_eq(there.count, honest->count);
    ck_assert_mem_eq(there.data, honest->data, honest->count * honest->width);
    arena_rewind(&questions_arena, mark);
}

/* The first words of a quotient that is kept, or all, each altered in two ways; and its length. */
static void refute_all(const struct rules *rules, uint64_t first)
{
    struct table honest;
    const struct quotient *truth = make_and_see(rules, &honest);
    uint16_t *words = arena_array(&questions_arena, honest.count + 64, sizeof *words);
    memcpy(words, honest.data, honest.count * sizeof *words);
    struct table table = {.data = words, .count = honest.count, .width = honest.width};
    check_planted(rules, truth, &honest, table);
    for (uint64_t i = 0; i < honest.count && i < first; i++) {
        uint16_t right = words[i], lies[] = {right ^ 1, right ? 0 : 2};
        for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
            words[i] = lies[k];
            check_planted(rules, truth, &honest, table);
        }
        words[i] = right;
    }
    const struct {
        uint64_t count;
        uint32_t width;
    } lengths[] = {{honest.count - 1, 2}, {honest.count + 64, 2}, {3, 2},
                   {2 * honest.count, 1}, {honest.count, 1},      {honest.count / 2, 4}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        table.count = lengths[i].count;
        table.width = lengths[i].width;
        check_planted(rules, truth, &honest, table);
    }
}

START_TEST(nobody_believes_a_forged_quotient)
{
    refute_all(rules_octal("0.75"), UINT64_MAX);
    refute_all(rules_octal("0.3122"), 2); /* refused: so the second word says */
}
END_TEST

/* A stranger's table is longer than what was made when the time ran out: one's own goes on all the same. */
START_TEST(time_runs_out_beside_a_strangers_quotient)
{
    struct hurried hurried = {.job = quotients_job, .rules = rules_octal("0.26")};
    struct table honest;
    const struct quotient *truth = make_and_see(hurried.rules, &honest);
    unsigned order = truth->order;
    plant(key_seen, honest);
    ck_assert_int_gt(ask_until_it_is_there(&hurried), 1);
    ck_assert_uint_eq(hurried.order, order);
}
END_TEST

/* Nor genera: they are made here, and kept. */
START_TEST(nobody_believes_forged_genera)
{
    enum { TOP = 60 };
    struct rules *rules = rules_octal("0.77");
    const char *key = arena_printf(&questions_arena, "genera %s", rules->key);
    static const uint64_t lengths[] = {TOP / 2, TOP + 1, 2 * TOP};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct genus *forged = arena_array(&questions_arena, lengths[i], sizeof *forged);
        const void *planted = plant(key, (struct table){.data = forged, .count = lengths[i], .width = sizeof *forged});
        const struct genus *genera = misere_genera(&quotients_job, rules, TOP);
        for (uint64_t n = 0; n <= TOP; n++)
            ck_assert_int_eq(genera[n].wild, n >= 5); /* each has an option with the first one */
        struct table there;
        ck_assert(questions_store->find(questions_store, &questions_arena, key, &there));
        ck_assert(!there.stranger && there.data != planted);
    }
}
END_TEST

SUITE_WITH(quotients_setup, quotients_teardown, every_limit_is_told, refused_circles_are_kept, learning_ends, time_runs_out,
           nobody_believes_a_forged_quotient, time_runs_out_beside_a_strangers_quotient, nobody_believes_forged_genera)
