/* Questions of a case that are alike in all but a length or a few heaps: what they share must change no answer. The values are
 * made here by the rules alone. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

enum { TOP = 1500, AMOUNTS = 8 };

static struct probe probe;
static char input[400000], expected[100000];
static size_t input_size, expected_size;
static uint64_t state;
static int values[TOP + 1];

static void setup(void)
{
    probe_init(&probe);
    probe.request.content_type = "text/plain";
    input_size = expected_size = 0;
    state = 2999;
}

static void teardown(void)
{
    probe_free(&probe);
}

static int below(int n)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int)((state >> 33) % (uint64_t)n);
}

static void ask(const char *before, int number)
{
    input_size += (size_t)snprintf(input + input_size, sizeof input - input_size, "%s%d", before, number);
}

static void expect(const char *text)
{
    expected_size += (size_t)snprintf(expected + expected_size, sizeof expected - expected_size, "%s", text);
}

/* By the definition: the least value that no move leads to. */
static void find_values(const int *amounts, int count, int top, bool row)
{
    for (int n = 0; n <= top; n++) {
        bool reached[2 * TOP] = {false};
        for (int i = 0; i < count; i++)
            for (int left = 0; left <= (row ? n - amounts[i] : 0) && amounts[i] <= n; left++)
                reached[values[left] ^ values[n - amounts[i] - left]] = true;
        values[n] = 0;
        while (reached[values[n]])
            values[n]++;
    }
}

static void hold(const char *path)
{
    ck_assert_int_eq(probe_send(&probe, "POST", path, input), 200);
    ck_assert_str_eq(probe_text(&probe), expected);
}

/* Rows of which touching stones are taken: sets with repeats, in any order, also the same set again; lengths again and again,
 * the longest first or last. */
START_TEST(rows_of_one_set)
{
    for (int i = 0; i < 40; i++) {
        int amounts[AMOUNTS], count = 1 + below(AMOUNTS), most = i % 3 ? 12 : 60, questions = below(60);
        ask("", count);
        for (int k = 0; k < count; k++) {
            amounts[k] = 1 + below(most);
            ask(k ? " " : "\n", amounts[k]);
        }
        find_values(amounts, count, 200, true);
        ask("\n", questions);
        for (int k = 0; k < questions; k++) {
            int length = below(k % 7 ? 30 : 201);
            ask("\n", length);
            expect(values[length] ? "1\n" : "2\n");
        }
        ask("\n", 1);
        ask("\n", 1);
        ask("\n", 1);
        ask("\n", 1);
        expect("1\n"); /* one stone, of which one is taken */
        input_size += (size_t)snprintf(input + input_size, sizeof input - input_size, "\n");
    }
    hold("/judge/hdu-2999");
}
END_TEST

/* Sums of heaps, also of some that are larger than what is looked up once. */
START_TEST(heaps_of_one_set)
{
    for (int i = 0; i < 30; i++) {
        int amounts[AMOUNTS] = {1 + below(5)}, count = 1 + below(AMOUNTS);
        for (int k = 1; k < count; k++)
            amounts[k] = amounts[k - 1] + 1 + below(i % 4 ? 6 : 400);
        ask("", count);
        for (int k = count; k--;)
            ask(" ", amounts[k]);
        find_values(amounts, count, TOP, false);
        ask("\n", 20);
        for (int k = 0; k < 20; k++) {
            int heaps = 1 + below(4), sum = 0;
            ask("\n", heaps);
            for (int h = 0; h < heaps; h++) {
                int heap = below(k % 3 ? 40 : TOP + 1);
                sum ^= values[heap];
                ask(" ", heap);
            }
            expect(sum ? "W" : "L");
        }
        expect("\n");
        input_size += (size_t)snprintf(input + input_size, sizeof input - input_size, "\n");
    }
    hold("/judge/hdu-1536");
}
END_TEST

/* Beyond what is remembered, and what is not an input any more. */
START_TEST(what_is_remembered_ends_somewhere)
{
    static const int lengths[] = {4095, 4096, 4097, 4096, 1023, 1024, 0, 4095};
    find_values((const int[]){1, 2}, 2, 200, true);
    ask("2\n1 2\n", sizeof lengths / sizeof *lengths);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int n = lengths[i], same = n > 150 ? 72 + (n - 72) % 12 : n; /* Kayles has the period 12 from 71 on */
        ask("\n", n);
        expect(values[same] ? "1\n" : "2\n");
    }
    hold("/judge/hdu-2999?limits=off");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2999", "1\n1\n3\n1\n1\n1001\n"), 422);
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, 6);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2999?limits=off", "1\n1\n2\n5\n-1\n"), 422);
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, 5);
}
END_TEST

SUITE_WITH(setup, teardown, rows_of_one_set, heaps_of_one_set, what_is_remembered_ends_somewhere)
