/* Laws: what must be found is found, in tables made from the rules by plain search; what is found holds; noise has none. */
#include "core/custom/expression.h"
#include "core/laws/bits.h"
#include "core/laws/laws.h"
#include "tests/support/core/law_tables.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct budget budget;

static void begin(void)
{
    arena_init(&arena, NULL, 0, (size_t)1 << 28);
    budget = (struct budget){.left = UINT64_MAX, .arena = &arena};
}

static void end(void)
{
    arena_reset(&arena);
}

enum { HORIZON = 10000 };

static struct laws find(const struct law_table *table)
{
    return laws_find(table, HORIZON, &arena, &budget);
}

/* log2 is rounded down to 1/1024: 2^(b/1024) <= x < 2^((b+1)/1024), compared as x^1024 in numbers of bits: by known values. */
START_TEST(logarithms_are_exact_to_a_thousandth)
{
    /* log2 of 3, 5, 7, 10, 1000003: 1.584962…, 2.321928…, 2.807354…, 3.321928…, 19.931572… */
    static const struct {
        uint64_t x;
        int64_t bits;
    } known[] = {{1, 0},    {2, 1024},  {3, 1623},        {5, 2377},
                 {7, 2874}, {10, 3401}, {1000003, 20409}, {UINT64_C(1) << 63, 63 * 1024}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_int_eq(bits_log2(known[i].x), known[i].bits);
    ck_assert_int_eq(bits_gamma(0), 1024);
    ck_assert_int_eq(bits_gamma(7), 7 * 1024);
    ck_assert_int_eq(bits_signed(-1), 4 * 1024);
}
END_TEST

START_TEST(known_laws_are_found)
{
    for (const struct known_table *known = law_tables(); known->name; known++) {
        struct laws laws = find(&known->table);
        bool found = !known->family && !laws.n;
        for (size_t i = 0; known->family && i < laws.n; i++)
            found |= strcmp(laws.v[i]->family, known->family) == 0 &&
                     (!known->formula || (laws.v[i]->formula && strcmp(laws.v[i]->formula, known->formula) == 0));
        ck_assert_msg(found, "%s: %zu laws, the first %s %s", known->name, laws.n, laws.n ? laws.v[0]->family : "",
                      laws.n && laws.v[0]->formula ? laws.v[0]->formula : "");
    }
}
END_TEST

/* Of every place from its begin on a law says what the table holds, or nothing; and says it of most. */
static void check_holds(const struct law *law, const struct law_table *table)
{
    size_t columns = table->variables == 2 ? table->size[1] : 1, told = 0;
    for (size_t i = 0; i < table->size[0] * columns; i++) {
        int64_t value;
        if (!law_tells(law, table->from[0] + (int64_t)(i / columns), table->from[1] + (int64_t)(i % columns), &value))
            continue;
        told++;
        ck_assert_msg(value == law_wants(law, table->values[i]), "%s: place %zu", law->family, i);
    }
    ck_assert_msg(told > table->size[0] * columns / 2, "%s tells %zu values", law->family, told);
    ck_assert_ptr_nonnull(law->words[LANGUAGE_EN]);
    ck_assert_ptr_nonnull(law->words[LANGUAGE_ZH]);
}

START_TEST(laws_hold_where_they_were_found)
{
    for (const struct known_table *known = law_tables(); known->name; known++) {
        struct laws laws = find(&known->table);
        for (size_t i = 0; i < laws.n; i++)
            check_holds(laws.v[i], &known->table);
    }
}
END_TEST

/* Its members are known up to the horizon. */
START_TEST(a_recurrence_tells_nothing_beyond_its_members)
{
    size_t found = 0;
    for (const struct known_table *known = law_tables(); known->name; known++) {
        struct laws laws = find(&known->table);
        for (size_t i = 0; i < laws.n; i++) {
            int64_t value;
            if (strcmp(laws.v[i]->family, "recurrence") != 0)
                continue;
            found++;
            ck_assert(law_tells(laws.v[i], HORIZON, 0, &value));
            ck_assert(!law_tells(laws.v[i], HORIZON + 1, 0, &value));
        }
    }
    ck_assert_uint_ge(found, 3);
}
END_TEST

static bool ask_table(void *of, const int64_t *argument, int64_t *value)
{
    const struct law_table *table = of;
    size_t columns = table->variables == 2 ? table->size[1] : 1, place[2] = {0, 0};
    for (unsigned i = 0; i < table->variables; i++) {
        if (argument[i] < table->from[i] || argument[i] >= table->from[i] + (int64_t)table->size[i])
            return false;
        place[i] = (size_t)(argument[i] - table->from[i]);
    }
    *value = table->values[place[0] * columns + place[1]];
    return true;
}

/* The formula as it is printed, evaluated as anybody's expression: true to the table from the law's begin on. */
static void check_formula(const struct law *law, const struct law_table *table)
{
    static const char *const names[][3] = {{"n", NULL}, {"x", "y", NULL}};
    size_t columns = table->variables == 2 ? table->size[1] : 1, told = 0;
    struct flaw flaw;
    struct expression *formula =
        expression_parse(&arena, &budget, law->formula, names[table->variables - 1], table->variables, &flaw);
    ck_assert_msg(formula != NULL, "%s: %s", law->formula, flaw.detail);
    for (size_t i = 0; i < table->size[0] * columns; i++) {
        const int64_t at[] = {table->from[0] + (int64_t)(i / columns), table->from[1] + (int64_t)(i % columns)};
        int64_t value, wanted = law->claims_lost ? table->values[i] == VALUE_LOST : table->values[i];
        if (at[0] < law->from[0] || at[1] < law->from[1])
            continue;
        enum expression_result result = expression_evaluate(formula, at, ask_table, (void *)(uintptr_t)table, &value, &flaw);
        if (result == EXPRESSION_UNKNOWN)
            continue;
        ck_assert_msg(result == EXPRESSION_VALUE, "%s at %lld: %s", law->formula, (long long)at[0], flaw.detail);
        if (expression_asks_table(formula))
            wanted = 1;
        else
            ck_assert_msg(expression_is_claim(formula) == law->claims_lost, "%s", law->formula);
        ck_assert_msg(value == wanted, "%s at %lld, %lld", law->formula, (long long)at[0], (long long)at[1]);
        told++;
    }
    ck_assert_uint_gt(told, table->size[0] * columns / 3);
}

START_TEST(formulas_are_expressions_that_hold)
{
    for (const struct known_table *known = law_tables(); known->name; known++) {
        struct laws laws = find(&known->table);
        for (size_t i = 0; i < laws.n; i++)
            if (laws.v[i]->formula)
                check_formula(laws.v[i], &known->table);
    }
}
END_TEST

/* Found on the first third, a law of a game whose law is a theorem, or was checked far, tells the rest. */
START_TEST(laws_hold_further_on)
{
    static const char *const proven[] = {"{1,3,4}", "Lasker",     "beans",        "up to half",   "divisors",    "Mark",
                                         "coprime", "up to root", "take-away x2", "take-away x3", "take-away x4"};
    for (const struct known_table *known = law_tables(); known->name; known++)
        for (size_t p = 0; p < sizeof proven / sizeof *proven; p++)
            if (strcmp(known->name, proven[p]) == 0) {
                struct law_table third = known->table;
                third.size[0] /= 3;
                struct laws laws = find(&third);
                ck_assert_msg(laws.n > 0 || known->table.subject == SUBJECT_VERDICT, "%s", known->name);
                for (size_t i = 0; i < laws.n; i++)
                    check_holds(laws.v[i], &known->table);
            }
}
END_TEST

/* The numbers of a ratio, as people write them: found where the greater is not the less and at most so many times it. */
START_TEST(ratios_are_written_as_in_a_textbook)
{
    enum { SIDE = 60 };
    static const struct {
        int64_t p, q, d, r; /* high <= low * (p + q√d) / r */
        const char *words, *formula;
    } ratios[] = {
        {2, 0, 0, 1, "at most 2 times", "x != y && max(x, y) <= min(x, y) * 2"},
        {3, 0, 0, 2, "at most 3/2 times", "x != y && max(x, y) <= min(x, y) * 3 / 2"},
        {0, 1, 2, 1, "at most √2 times", NULL},
        {1, 1, 2, 1, "at most 1 + √2 times", NULL},
        {1, 1, 5, 2, "at most (1 + √5)/2 times", NULL},
    };
    static int64_t values[SIDE * SIDE];
    for (size_t t = 0; t < sizeof ratios / sizeof *ratios; t++) {
        for (int64_t i = 0; i < SIDE * SIDE; i++) {
            int64_t x = i / SIDE + 1, y = i % SIDE + 1, low = x < y ? x : y, high = x < y ? y : x;
            int64_t rest = ratios[t].r * high - ratios[t].p * low; /* at most low * q√d */
            bool lost = x != y && (rest <= 0 || rest * rest <= ratios[t].q * low * low * ratios[t].d);
            values[i] = lost ? VALUE_LOST : VALUE_WON;
        }
        const struct law_table table = {
            .subject = SUBJECT_VERDICT, .variables = 2, .from = {1, 1}, .size = {SIDE, SIDE}, .values = values};
        struct laws laws = find(&table);
        const char *words = laws.n ? laws.v[0]->words[LANGUAGE_EN] : "none";
        ck_assert_msg(strstr(words, ratios[t].words) != NULL, "%s: %s", ratios[t].words, words);
        ck_assert(!ratios[t].formula || strcmp(laws.v[0]->formula, ratios[t].formula) == 0);
    }
}
END_TEST

/* ---- noise ---- */

static uint64_t seed;

static uint64_t draw(uint64_t below)
{
    seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = (seed ^ seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (x ^ x >> 31) % below;
}

/* Uniform, or skewed: the least of several. */
static int64_t random_value(uint64_t values, unsigned skew)
{
    uint64_t value = draw(values);
    for (unsigned i = 0; i < skew; i++) {
        uint64_t other = draw(values);
        value = other < value ? other : value;
    }
    return (int64_t)value;
}

enum { NOISE = 10000, LINE_MIN = 20, LINE_MAX = 200, SIDE_MIN = 8, SIDE_MAX = 24 };

static struct law_table random_table(int64_t *values)
{
    struct law_table table = {.values = values, .variables = draw(4) ? 1 : 2};
    uint64_t n_values = 2 + draw(19);
    unsigned skew = (unsigned)draw(4);
    bool symmetric = table.variables == 2 && draw(2);
    table.subject = n_values == 2 && draw(2) ? SUBJECT_VERDICT : SUBJECT_GRUNDY;
    for (unsigned i = 0; i < table.variables; i++)
        table.from[i] = (int64_t)draw(3);
    table.size[0] = LINE_MIN + draw(LINE_MAX - LINE_MIN + 1);
    table.size[1] = 1;
    if (table.variables == 2) {
        table.size[0] = SIDE_MIN + draw(SIDE_MAX - SIDE_MIN + 1);
        table.size[1] = symmetric ? table.size[0] : SIDE_MIN + draw(SIDE_MAX - SIDE_MIN + 1);
    }
    if (symmetric)
        table.from[1] = table.from[0];
    for (size_t i = 0; i < table.size[0] * table.size[1]; i++) {
        size_t row = i / table.size[1], column = i % table.size[1];
        values[i] = symmetric && column < row ? values[column * table.size[1] + row] : random_value(n_values, skew);
    }
    return table;
}

START_TEST(noise_has_no_law)
{
    static int64_t values[SIDE_MAX * SIDE_MAX + LINE_MAX];
    for (uint64_t first = 1; first <= NOISE; first++, arena_reset(&arena)) {
        seed = first;
        struct law_table table = random_table(values);
        struct laws laws = find(&table);
        for (size_t i = 0; i < laws.n; i++)
            ck_assert_msg(strcmp(laws.v[i]->family, "constant") == 0, "seed %llu: %s, %s, %lld bits", (unsigned long long)first,
                          laws.v[i]->family, laws.v[i]->formula ? laws.v[i]->formula : "", (long long)laws.v[i]->evidence / BIT);
    }
}
END_TEST

SUITE_WITH(begin, end, logarithms_are_exact_to_a_thousandth, known_laws_are_found, laws_hold_where_they_were_found,
           a_recurrence_tells_nothing_beyond_its_members, formulas_are_expressions_that_hold, laws_hold_further_on,
           ratios_are_written_as_in_a_textbook, noise_has_no_law)
