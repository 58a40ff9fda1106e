/* Inputs made for judge problems: valid, deterministic, and against every known wrong method, which the check then recognises by
 * its output. */
#include "api/tools/judge/check/diagnose.h"
#include "api/tools/judge/run.h"
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 21 };

static struct probe probe;
static struct arena files;
static char input[TEXT], output[TEXT], body[3 * TEXT];

static void setup(void)
{
    probe_init(&probe);
    arena_init(&files, NULL, 0, ARENA_BYTES);
}

static void teardown(void)
{
    arena_reset(&files);
    probe_free(&probe);
}

static const char *target(const char *id, const char *what)
{
    static char text[100];
    snprintf(text, sizeof text, "/judge/%s%s", id, what);
    return text;
}

/* Into `input` and `output`; false: it was refused. */
static void generate(const char *id, const char *wish)
{
    probe.request.content_type = "application/json";
    probe.request.accept = "application/json";
    int status = probe_send(&probe, "POST", target(id, "/generate"), wish);
    ck_assert_msg(status == 200, "%s %s: %d %.300s", id, wish, status, probe_text(&probe));
    ck_assert_uint_lt(strlen(probe_string(&probe, "input")), TEXT);
    strcpy(input, probe_string(&probe, "input"));
    strcpy(output, probe_string(&probe, "output"));
}

/* The answers of the questions one by one are those of the text, but for what joins them. */
static void hold_json(const char *id)
{
    static char joined[TEXT];
    char *to = joined;
    probe.request.accept = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", target(id, ""), input), 200);
    const cJSON *one, *cases = probe_value(&probe, "cases");
    cJSON_ArrayForEach(one, cases)
    {
        const char *text = cJSON_GetObjectItem(one, "output")->valuestring;
        for (; *text; text++)
            if (*text != ' ' && *text != '\n')
                *to++ = *text;
    }
    *to = '\0';
    to = joined;
    for (const char *text = output; *text; text++)
        if (*text != ' ' && *text != '\n')
            ck_assert_msg(*to++ == *text, "%s: %.300s is not %.300s", id, joined, output);
    ck_assert_int_eq(*to, 0);
    probe.request.accept = NULL;
}

START_TEST(every_kind_is_a_valid_input)
{
    static const char *const wishes[] = {"{\"seed\":\"a\"}", "{\"kind\":\"small\",\"seed\":2}", "{\"kind\":\"large\",\"seed\":3}",
                                         "{\"kind\":\"edge\",\"seed\":4}"};
    const char *id = judge_id((size_t)_i);
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        generate(id, wishes[k]);
        probe.request.accept = NULL;
        ck_assert_int_eq(probe_send(&probe, "POST", target(id, "/generate"), wishes[k]), 200);
        ck_assert_str_eq(probe_text(&probe), input); /* the same as text, and again */
        probe.request.content_type = "text/plain";
        int status = probe_send(&probe, "POST", target(id, ""), input);
        ck_assert_msg(status == 200, "%s %s: %.300s", id, wishes[k], probe_text(&probe));
        ck_assert_str_eq(probe_text(&probe), output);
        if (k < 2)
            hold_json(id);
    }
}
END_TEST

/* ---- wrong methods ---- */

struct believing {
    struct judge_run run;
    struct text_in text;
    const struct mistake *mistake;
    struct out out;
};

static bool believe(void *what, const struct judged_unit *unit)
{
    struct believing *b = what;
    struct out out;
    out_init(&out, b->run.reading.arena, 256);
    judge_unit_mistaken(&b->run, unit, b->mistake, &out);
    out_bytes(&b->out, out.v, out.n);
    out_raw(&b->out, "\n");
    return true;
}

static void run_under(void *what)
{
    judge_run_all(&((struct believing *)what)->run);
}

/* What the method prints for the whole of `input`. */
static const char *believed(const struct judge_problem *problem, const struct mistake *mistake)
{
    static char text[TEXT];
    struct arena arena;
    struct escape landed;
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    struct believing b = {.mistake = mistake, .text = text_of(input, strlen(input))};
    struct arena *previous = arena_enter(&files);
    out_init(&b.out, &files, 4096);
    arena_enter(previous);
    b.run = (struct judge_run){.problem = problem, .store = probe.api.store, .budget = &budget, .each = believe, .what = &b};
    b.run.reading = (struct reading){.text = &b.text, .arena = &arena, .limits = true};
    ck_assert_msg(arena_try(&arena, &landed, run_under, &b) == STATUS_ok, "%s: %s", problem->id, landed.detail);
    memcpy(text, b.out.v, b.out.n);
    text[b.out.n] = '\0';
    arena_reset(&arena);
    return text;
}

static char *put_string(char *to, const char *text)
{
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '\n') {
            *to++ = '\\';
            *to++ = 'n';
            continue;
        }
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    *to++ = '"';
    *to = '\0';
    return to;
}

static bool names(const char *id)
{
    const cJSON *row, *rows = probe_value(&probe, "diagnosis");
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(cJSON_GetObjectItem(row, "mistake")->valuestring, id) == 0)
            return *cJSON_GetObjectItem(row, "title")->valuestring && *cJSON_GetObjectItem(row, "sentence")->valuestring;
    }
    return false;
}

static void check_output(const char *id, const char *text, const char *more)
{
    char *to = body + sprintf(body, "{\"input\":");
    to = put_string(to, input);
    to += sprintf(to, ",\"output\":");
    to = put_string(to, text);
    sprintf(to, "%s}", more);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", target(id, "/check"), body), 200);
}

/* On an input made against it. Whether it was named. */
static bool hold_method(const struct judge_problem *problem, const struct mistake *mistake, int seed)
{
    char wish[160];
    int cases = problem->cases == CASES_ONE || problem->cases == CASES_FIXED ? 1 : 5;
    snprintf(wish, sizeof wish, "{\"kind\":\"against\",\"mistake\":\"%s\",\"cases\":%d,\"seed\":%d}", mistake->id, cases, seed);
    generate(problem->id, wish);
    const char *told = believed(problem, mistake);
    ck_assert_msg(strcmp(told, output) != 0, "%s: %s is right on %s", problem->id, mistake->id, input);
    check_output(problem->id, output, "");
    ck_assert_str_eq(probe_string(&probe, "verdict"), "accepted");
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "diagnosis")), 0);
    check_output(problem->id, told, ",\"reveal\":false");
    ck_assert_ptr_null(probe_value(&probe, "diagnosis"));
    ck_assert_ptr_null(probe_value(&probe, "first_difference.expected"));
    check_output(problem->id, told, "");
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    double wrong = probe_value(&probe, "cases")->valuedouble - probe_value(&probe, "right")->valuedouble;
    bool named = names(mistake->id);
    ck_assert_msg(named || wrong < 2, "%s: %s is not recognised: %.400s on %.300s: %.300s", problem->id, mistake->id,
                  probe_text(&probe), input, told);
    return named;
}

/* An input of these has one case, answered by one of two words, and wherever the method is wrong another one is, too: stairs
 * counted from the top are the even ones of an even number of stairs; who rounds errs where doubles do, who has 1.618 where more
 * digits err, and who plays Nim loses no pair that Wythoff's game has. */
static const char *const shared[] = {
    "acwing-892 from-the-top",        "luogu-p2252 double-golden-ratio",    "luogu-p2252 unordered-heaps",
    "luogu-p2252 float-golden-ratio", "luogu-p2252 golden-ratio-1.6180339", "luogu-p2252 golden-ratio-1.618033",
};

static bool is_shared(const struct judge_problem *problem, const struct mistake *mistake)
{
    char both[160];
    snprintf(both, sizeof both, "%s %s", problem->id, mistake->id);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(shared[i], both) == 0)
            return true;
    return false;
}

/* Of a single wrong case only a method that is alone with its output is named: where an input has one case, on one of some. */
START_TEST(every_wrong_method_fails_and_is_recognised)
{
    enum { INPUTS = 30 };
    struct arena *previous = arena_enter(&files);
    const struct judge_problem *problem = judge_open(&files, judge_id((size_t)_i));
    struct judge_mistakes mistakes = judge_mistakes(&files, problem);
    arena_enter(previous);
    for (size_t k = 0; k < mistakes.n; k++) {
        const struct mistake *mistake = mistakes.v[k].known;
        int seed = 0, inputs = problem->cases == CASES_ONE ? INPUTS : 1;
        while (seed < inputs && !hold_method(problem, mistake, seed))
            seed++;
        ck_assert_msg((seed < inputs) != is_shared(problem, mistake), "%s: %s after %d inputs", problem->id, mistake->id, seed);
    }
}
END_TEST

/* An output whose wrong lines a method explains, and whose right ones it does not print. By hand: the limit 2 divided by the heap
 * 1 plus 1 leaves 0, so that method says second; misère play inverted says that 1 is won by John, and that 2 and 2 are, too; with
 * sides 2 and 2 Nim says lost. */
static const struct {
    const char *id, *input, *output, *mistake, *without; /* without its right lines the method is named */
} refuted[] = {
    {"hdu-1846", "3\n4 3\n8 3\n1 2\n", "first\nfirst\nfirst\n", "swapped-numbers", NULL},
    {"hdu-1846", "2\n4 3\n1 2\n", "first\nfirst\n", "swapped-numbers", NULL},
    {"spoj-mmmgame", "4\n1\n2\n1\n3\n2\n2 2\n2\n3 3\n", "Brother\nBrother\nBrother\nBrother\n", "misere-inverted",
     "2\n1\n2\n1\n3\n"},
    {"hdu-2147", "1 3\n3 5\n2 2\n4 4\n6 6\n8 8\n0 0\n",
     "Wonderful!\nWonderful!\nWonderful!\nWonderful!\nWonderful!\nWonderful!\n", "sides-differ", "1 3\n3 5\n0 0\n"},
};

START_TEST(a_right_line_refutes_a_method_that_does_not_print_it)
{
    strcpy(input, refuted[_i].input);
    check_output(refuted[_i].id, refuted[_i].output, "");
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    ck_assert_msg(!names(refuted[_i].mistake), "%s", probe_text(&probe));
    if (!refuted[_i].without)
        return;
    strcpy(input, refuted[_i].without);
    size_t half = strcspn(refuted[_i].output, "\n") + 1;
    char both[64];
    snprintf(both, sizeof both, "%.*s", (int)(2 * half), refuted[_i].output);
    check_output(refuted[_i].id, both, "");
    ck_assert_msg(names(refuted[_i].mistake), "%s", probe_text(&probe));
}
END_TEST

/* 4 stones of which one takes up to 3 are lost, 5 are won. Who looks whether all can be taken at once says lost twice, as was
 * printed here; who divides by the limit alone or exchanges the numbers says won twice: was contradicted by the right line, and
 * does not print the wrong one. */
START_TEST(who_alone_prints_the_one_wrong_line_is_named)
{
    strcpy(input, "2\n4 3\n5 3\n");
    check_output("hdu-1846", "second\nsecond\n", "");
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "diagnosis")), 1);
    ck_assert_msg(names("only-small-heaps"), "%s", probe_text(&probe));
}
END_TEST

/* Far more than is kept of a word: what is told begins as it was printed, and says that it goes on. */
START_TEST(a_long_word_is_told_by_its_beginning)
{
    char printed[1000] = "first";
    memset(printed + 5, 'y', 900);
    strcpy(printed + 905, "\n");
    strcpy(input, "1\n23 2\n");
    check_output("hdu-1846", printed, "");
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    const char *got = probe_string(&probe, "first_difference.got");
    size_t n = strlen(got);
    ck_assert_msg(n > 20 && n < 70 && strcmp(got + n - 3, "...") == 0 && strncmp(got, printed, n - 3) == 0, "%s", got);
}
END_TEST

/* Who prints the same for every case is told of a method only where it prints that, too. */
START_TEST(a_constant_output_comes_of_no_method_that_says_anything_else)
{
    static char constant[TEXT], line[TEXT];
    struct arena *previous = arena_enter(&files);
    const struct judge_problem *problem = judge_open(&files, judge_id((size_t)_i));
    struct judge_mistakes mistakes = judge_mistakes(&files, problem);
    arena_enter(previous);
    int cases = problem->cases == CASES_ONE || problem->cases == CASES_FIXED ? 1 : 5;
    for (int seed = 0; seed < 8 && !problem->prefix; seed++) {
        char wish[80], *to = constant;
        snprintf(wish, sizeof wish, "{\"kind\":\"small\",\"cases\":%d,\"seed\":%d}", cases, seed);
        generate(problem->id, wish);
        size_t n = (size_t)(strchr(output, '\n') + 1 - output);
        memcpy(line, output, n);
        for (const char *at = output; (at = strchr(at, '\n')) != NULL && to + n < constant + TEXT; at++, to += n)
            memcpy(to, line, n);
        *to = '\0';
        check_output(problem->id, constant, "");
        for (size_t k = 0; k < mistakes.n; k++) {
            const cJSON *diagnosis = probe_value(&probe, "diagnosis");
            bool named = cJSON_GetArraySize(diagnosis) && names(mistakes.v[k].known->id);
            ck_assert_msg(!named || strcmp(believed(problem, mistakes.v[k].known), constant) == 0, "%s on %s: %s", problem->id,
                          input, probe_text(&probe));
        }
    }
}
END_TEST

/* Who tests with fifty cases wants fifty, though the smallest one would do. */
START_TEST(cases_against_a_method_differ)
{
    int n, m, pairs[50][2], again = 0;
    generate("hdu-1846", "{\"kind\":\"against\",\"mistake\":\"mod-without-plus-one\",\"cases\":50,\"seed\":7}");
    const char *at = strchr(input, '\n') + 1;
    for (int i = 0; i < 50; i++, at = strchr(at, '\n') + 1) {
        ck_assert_int_eq(sscanf(at, "%d %d", &n, &m), 2);
        ck_assert_msg((n % m == 0) != (n % (m + 1) == 0), "%d %d is right by mistake", n, m);
        bool known = false;
        for (int k = 0; k < i; k++)
            known |= pairs[k][0] == n && pairs[k][1] == m;
        again += known;
        pairs[i][0] = n;
        pairs[i][1] = m;
    }
    ck_assert_int_le(again, 3);
}
END_TEST

/* Ten thousand lists of up to a thousand prices: the input is short, its output is not. */
START_TEST(an_output_that_does_not_fit_is_told_of_the_cases)
{
    char wish[] = "{\"kind\":\"edge\",\"cases\":10000,\"seed\":1}";
    probe.request.content_type = probe.request.accept = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2149/generate", wish), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/cases");
    probe.request.accept = "text/plain";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2149/generate", wish), 200);
}
END_TEST

/* Two lists of up to 10^5 values: what one try holds is given back before the next. */
START_TEST(the_largest_inputs_are_made_in_the_memory_of_one)
{
    for (int seed = 0; seed < 8; seed++) {
        char wish[60];
        snprintf(wish, sizeof wish, "{\"seed\":%d,\"kind\":\"large\"}", seed);
        generate("leetcode-1686", wish);
        ck_assert_uint_gt(strlen(input), 100000);
    }
}
END_TEST

/* Moving the numbers of a published case by one may eat its closing 0: by itself it is a case then, before another one it is not.
 * With the output asked for, the whole is read. */
START_TEST(cases_stay_cases_beside_each_other)
{
    static const char *const ids[] = {"hdu-1524", "poj-2425"};
    static const char *const mistakes[] = {"any-token-wins", "win-bits-xored"};
    for (int i = 0; i < 8; i++) {
        char wish[120];
        snprintf(wish, sizeof wish, "{\"seed\":%d,\"cases\":1000,\"mistake\":\"%s\"}", i, mistakes[i / 2 % 2]);
        generate(ids[i % 2], wish);
    }
}
END_TEST

/* A body of 1 MiB is what the service takes; as JSON the ends of lines are two letters. */
START_TEST(what_is_made_can_be_sent_back)
{
    static const char *const kinds[] = {"random", "small", "large", "edge"};
    probe.request.content_type = "application/json";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *id = judge_id((size_t)_i);
        char wish[80];
        struct arena *previous = arena_enter(&files);
        int most = (int)judge_open(&files, id)->generate_max;
        arena_enter(previous);
        ck_assert_int_ge(most, 1);
        ck_assert_int_le(most, COMPOSE_CASES);
        probe.request.accept = NULL;
        snprintf(wish, sizeof wish, "{\"seed\":1,\"kind\":\"%s\",\"cases\":%d}", kinds[k], most);
        ck_assert_msg(probe_send(&probe, "POST", target(id, "/generate"), wish) == 200, "%s %s: %s", id, wish,
                      probe_text(&probe));
        ck_assert_msg(strlen(probe_text(&probe)) <= 1 << 20, "%s %s: %zu bytes", id, wish, strlen(probe_text(&probe)));
        snprintf(wish, sizeof wish, "{\"kind\":\"%s\",\"cases\":%d}", kinds[k], most + 1);
        ck_assert_int_eq(probe_send(&probe, "POST", target(id, "/generate"), wish), 422);
        ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/cases");
        char number[16];
        snprintf(number, sizeof number, " %d", most);
        ck_assert_msg(strstr(probe_text(&probe), number), "%s", probe_text(&probe));
    }
}
END_TEST

START_TEST(impossible_wishes_are_told)
{
    static const struct {
        const char *id, *wish, *pointer, *code;
    } refused[] = {
        {"hdu-1846", "{\"cases\":0}", "/cases", "out_of_range"},
        {"hdu-1846", "{\"cases\":101}", "/cases", "out_of_range"},
        {"acwing-891", "{\"cases\":2}", "/cases", "out_of_range"},
        {"hdu-1846", "{\"kind\":\"big\"}", "/kind", "out_of_range"},
        {"hdu-1846", "{\"kind\":\"against\"}", "/mistake", "missing_field"},
        {"hdu-1846", "{\"mistake\":\"plain-xor\"}", "/mistake", "out_of_range"},
        {"cses-2207", "{\"mistake\":\"plain-xor\"}", "/mistake", "out_of_range"},
        {"hdu-1846", "{\"kind\":\"small\",\"mistake\":\"swapped-numbers\"}", "/mistake", "inconsistent"},
        {"hdu-1846", "{\"sead\":1}", "/sead", "unknown_field"},
        {"hdu-1846", "{\"seed\":0.5}", "/seed", "not_an_integer"},
    };
    probe.request.content_type = "application/json";
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", target(refused[i].id, "/generate"), refused[i].wish), 422);
        ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), refused[i].pointer);
        ck_assert_str_eq(probe_string(&probe, "errors.0.code"), refused[i].code);
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1/generate", "{}"), 404);
    ck_assert_int_eq(probe_send(&probe, "QUERY", "/judge/hdu-1846/generate", "{}"), 200);
}
END_TEST

/* ---- ten thousand cases ---- */

static enum status count_look(void *what)
{
    ++*(uint64_t *)what;
    return STATUS_ok;
}

static uint64_t looks;

/* As text: what is counted is the making alone. */
static int generate_many(const char *id, const char *wish)
{
    looks = 0;
    probe.budget.look = count_look;
    probe.budget.what = &looks;
    probe.request.content_type = "application/json";
    probe.request.accept = NULL;
    return probe_send(&probe, "POST", target(id, "/generate"), wish);
}

/* The method is wrong on few cases: looking for more of them ends, by count, and somebody could have ended it. */
START_TEST(what_is_rarely_wrong_is_not_looked_for_without_end)
{
    static const char *const mistakes[] = {"ring-as-row", "ring-as-heap"};
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char wish[120];
        snprintf(wish, sizeof wish, "{\"seed\":1,\"cases\":10000,\"kind\":\"against\",\"mistake\":\"%s\"}", mistakes[i]);
        ck_assert_int_eq(generate_many("poj-2484", wish), 200);
        size_t lines = 0;
        for (const char *at = probe_text(&probe); *at; at++)
            lines += *at == '\n';
        ck_assert_uint_eq(lines, 10001); /* and the 0 */
        ck_assert_msg(looks > 1000 && looks < 40000, "%d looks", (int)looks);
    }
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_test(tcase, what_is_rarely_wrong_is_not_looked_for_without_end);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, every_kind_is_a_valid_input, 0, (int)judge_count());
    tcase_add_loop_test(tcase, every_wrong_method_fails_and_is_recognised, 0, (int)judge_count());
    tcase_add_loop_test(tcase, a_right_line_refutes_a_method_that_does_not_print_it, 0, sizeof refuted / sizeof *refuted);
    tcase_add_loop_test(tcase, a_constant_output_comes_of_no_method_that_says_anything_else, 0, (int)judge_count());
    tcase_add_test(tcase, who_alone_prints_the_one_wrong_line_is_named);
    tcase_add_test(tcase, a_long_word_is_told_by_its_beginning);
    tcase_add_test(tcase, cases_against_a_method_differ);
    tcase_add_test(tcase, an_output_that_does_not_fit_is_told_of_the_cases);
    tcase_add_test(tcase, the_largest_inputs_are_made_in_the_memory_of_one);
    tcase_add_test(tcase, impossible_wishes_are_told);
    tcase_add_test(tcase, cases_stay_cases_beside_each_other);
    tcase_add_loop_test(tcase, what_is_made_can_be_sent_back, 0, (int)judge_count());
}
