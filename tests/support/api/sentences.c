#include "tests/support/api/sentences.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MAX = 256, DIGITS_MAX = 17, SMALL = 12 };

/* Numbers as far as they are words; what is longer is compared as text only, between the languages. */
struct numbers {
    long long v[NUMBERS_MAX];
    size_t n;
};

/* The next run of digits in *text, its length in *n; NULL: there is none. */
static const char *next_digits(const char **text, size_t *n)
{
    const char *at = *text + strcspn(*text, "0123456789");
    *n = strspn(at, "0123456789");
    *text = at + *n;
    return *n ? at : NULL;
}

static bool has(const struct numbers *numbers, long long value)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->v[i] == value)
            return true;
    return false;
}

static void add(struct numbers *numbers, long long value)
{
    if (numbers->n < NUMBERS_MAX && !has(numbers, value))
        numbers->v[numbers->n++] = value;
}

static void gather(struct numbers *numbers, const char *text)
{
    size_t n;
    for (const char *at = text, *digits; (digits = next_digits(&at, &n));)
        if (n <= DIGITS_MAX)
            add(numbers, strtoll(digits, NULL, 10));
}

/* How many numbers there are, and their sum. */
static void add_totals(struct numbers *numbers, const char *text)
{
    long long sum = 0, items = 0;
    size_t n;
    for (const char *at = text, *digits; (digits = next_digits(&at, &n)); items++)
        sum += n <= DIGITS_MAX ? strtoll(digits, NULL, 10) : 0;
    add(numbers, items);
    add(numbers, sum);
}

/* How often a line has this very run of digits. */
static size_t count(const char *line, const char *digits, size_t size)
{
    size_t n, found = 0;
    for (const char *at = line, *other; (other = next_digits(&at, &n));)
        found += n == size && memcmp(other, digits, n) == 0;
    return found;
}

static bool same_numbers(const char *one, const char *other)
{
    size_t n, in_one = 0, in_other = 0;
    const char *at, *digits;
    for (at = one; (digits = next_digits(&at, &n)); in_one++)
        if (count(one, digits, n) != count(other, digits, n))
            return false;
    for (at = other; next_digits(&at, &n);)
        in_other++;
    return in_one == in_other;
}

void check_numbers(struct report *report, const char *en, const char *zh)
{
    report->checks++;
    if (!same_numbers(en, zh))
        report_fail(report, "the languages name other numbers: %s | %s", en, zh);
}

/* One step of reckoning: sum, difference, xor, quotient, remainder, a few times the product. */
static bool made_of(long long value, long long a, long long b)
{
    bool product = false;
    for (int times = 1; times <= 5; times++)
        product |= (__int128)value == (__int128)a * b * times;
    return product || value == a + b || value == a - b || value == (a ^ b) || (b && (value == a / b || value == a % b));
}

/* Made of one: the integer part of its root, or how many pairs there are among so many. */
static bool made_of_one(long long value, long long a)
{
    bool root = (__int128)value * value <= a && a < ((__int128)value + 1) * (value + 1);
    return root || (__int128)value * 2 == (__int128)a * (a + 1);
}

/* The rest of a sum: one of those known less two of the line. */
static bool is_rest(const struct numbers *known, const struct numbers *line, long long value)
{
    for (size_t i = 0; i < known->n; i++)
        for (size_t j = 0; j < line->n; j++)
            for (size_t k = 0; k < j; k++)
                if (value != line->v[j] && value != line->v[k] && value == known->v[i] - line->v[j] - line->v[k])
                    return true;
    return false;
}

/* Whether the number stands in the question or the answer, or is made of two that are known. Small ones may count anything;
 * powers of two are the places of binary digits. */
static bool is_founded(const struct numbers *known, const struct numbers *line, long long value)
{
    if (value <= SMALL || has(known, value) || !(value & (value - 1)))
        return true;
    for (size_t i = 0; i < known->n; i++)
        if (made_of_one(value, known->v[i]))
            return true;
    for (size_t i = 0; i < known->n; i++)
        for (size_t j = 0; j < known->n; j++)
            if (made_of(value, known->v[i], known->v[j]))
                return true;
    return is_rest(known, line, value);
}

static bool is_binary(const char *digits, size_t n)
{
    return n > 1 && strspn(digits, "01") >= n;
}

/* Adds the numbers of a line that are founded on those known; one more may be founded on them. */
static bool found_more(struct numbers *known, const char *line)
{
    size_t n, before = known->n;
    struct numbers own = {.n = 0};
    gather(&own, line);
    for (const char *at = line, *digits; (digits = next_digits(&at, &n));)
        if (n <= DIGITS_MAX && is_founded(known, &own, strtoll(digits, NULL, 10)))
            add(known, strtoll(digits, NULL, 10));
    return known->n > before;
}

/* "[27]" is the name of an element of a misère quotient, as a power's "^3" is: whether they are right is searched by
 * tests/support/e2e/sentences. What is in brackets must be known only where it is said to be here: "[27] = …". */
static bool is_name(const char *line, const char *digits, size_t n)
{
    if (digits == line)
        return false;
    if (digits[-1] == '^')
        return true;
    return digits[-1] == '[' && digits[n] == ']' && strncmp(digits + n, "] = ", 4) != 0;
}

static void check_founded(struct report *report, struct numbers *known, const char *line)
{
    size_t n;
    while (found_more(known, line))
        ;
    if (known->n == NUMBERS_MAX)
        return; /* of so many, hardly any number could not be made */
    for (const char *at = line, *digits; (digits = next_digits(&at, &n));)
        if (n <= DIGITS_MAX && !is_binary(digits, n) && !is_name(line, digits, n) && !has(known, strtoll(digits, NULL, 10)))
            report_fail(report, "nothing says where the %.*s comes from: %s", (int)n, digits, line);
}

void check_sentences(struct report *report, const char *request, const char *answer, const cJSON *en, const cJSON *zh)
{
    struct numbers known = {.n = 0};
    gather(&known, request);
    add_totals(&known, request);
    gather(&known, answer);
    const cJSON *line = en->child, *other = zh->child;
    for (; line && other; line = line->next, other = other->next) {
        check_numbers(report, line->valuestring, other->valuestring);
        check_founded(report, &known, line->valuestring);
    }
    if (line || other)
        report_fail(report, "the languages differ in the number of their lines");
}
