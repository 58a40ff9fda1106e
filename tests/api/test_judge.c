/* Judge problems: every sample of the judges' own statements (they stand in the problems' files) comes out to the letter, texts
 * that are no input are refused with their place, and outputs are compared word by word. */
#include "api/tools/judge/run.h"
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct probe probe;
static struct arena files;

static void setup(void)
{
    probe_init(&probe);
    probe.request.content_type = "text/plain";
    arena_init(&files, NULL, 0, ARENA_BYTES);
}

static void teardown(void)
{
    arena_reset(&files);
    probe_free(&probe);
}

static const char *member(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

START_TEST(every_sample_comes_out_to_the_letter)
{
    int samples = 0;
    for (size_t i = 0; i < judge_count(); i++) {
        struct arena *previous = arena_enter(&files);
        const struct judge_problem *problem = judge_open(&files, judge_id(i));
        arena_enter(previous);
        const cJSON *sample = cJSON_GetObjectItemCaseSensitive(problem->json, "sample");
        char target[80];
        ck_assert_str_eq(problem->id, judge_id(i));
        if (!cJSON_IsObject(sample))
            continue;
        snprintf(target, sizeof target, "/judge/%s", judge_id(i));
        int status = probe_send(&probe, "POST", target, member(sample, "input"));
        ck_assert_msg(status == 200 && strcmp(probe_text(&probe), member(sample, "output")) == 0, "%s: %d %s", target, status,
                      probe_text(&probe));
        samples++;
    }
    ck_assert_int_ge(samples, 65);
}
END_TEST

/* The text, and where it must be found wrong. */
static const struct {
    const char *id, *input;
    int line, column;
} faults[] = {
    {"hdu-1846", "", 1, 1},                              /* the number of cases is missing */
    {"hdu-1846", "2\n23 2\n", 3, 1},                     /* a case is missing */
    {"hdu-1846", "1\n23 x\n", 2, 4},                     /* no integer */
    {"hdu-1846", "1\n  23 1001\n", 2, 6},                /* beyond m <= 1000 */
    {"hdu-1846", "1\n23 2\n4 3\n", 3, 1},                /* text after the end */
    {"hdu-1846", "1\n9223372036854775808 2", 2, 1},      /* beyond 64 bits */
    {"hdu-2516", "2\n0\n3\n", 3, 1},                     /* text after the closing 0 */
    {"hdu-2147", "5 0\n", 1, 3},                         /* one 0 does not close where two do */
    {"hdu-2873", "1 3\n.#\n0 0\n", 2, 1},                /* a short row */
    {"hdu-2873", "1 3\n.#x\n0 0\n", 2, 3},               /* a strange character */
    {"hdu-1524", "2\n1 1\n1 0\n1 0\n0\n", 4, 1},         /* a cycle: the problem promises none */
    {"luogu-p2148", "1\n3\n1 2 3\n", 2, 1},              /* N must be even */
    {"leetcode-913", "[[0,1],[0,2],[1]]", 1, 1},         /* a node that is its own neighbour */
    {"gmoj-2642", "1\n2\n2147483647 1\n1 1\n", 3, 1},    /* sums beyond 2*10^9, of an item, */
    {"gmoj-2642", "1\n2\n2000000000 1\n1 1\n", 3, 1},    /* of a row, */
    {"seerc-2010-game", "2\n1999999999 1\n2 1\n", 2, 1}, /* of a column */
    {"spoj-mcoins", "3 3 4\n1 2 3 4\n", 1, 1},           /* 1 < K < L < 10 and 3 < m < 50, as SPOJ says */
    {"spoj-mcoins", "1 3 4\n1 2 3 4\n", 1, 1},
    {"spoj-mcoins", "3 10 4\n1 2 3 4\n", 1, 3},
    {"spoj-mcoins", "2 3 3\n1 2 3\n", 1, 5},
    {"leetcode-877", "[1,2\n", 1, 5},                 /* no JSON: a bracket is missing */
    {"leetcode-1908", "[1],\"misere\":true\n", 1, 4}, /* more than one value */
    {"leetcode-294", "hello\n", 1, 1},                /* no JSON at all */
    {"leetcode-294", "[1,2]\n", 1, 1},                /* no string */
    {"leetcode-294", "\"+x\"\n", 1, 1},               /* of other letters */
    {"leetcode-877", " [1, 2,\t501, 1]\n", 1, 9},     /* beyond 500 */
    {"leetcode-1140", "[1,[2],3]\n", 1, 4},           /* a list is no pile, */
    {"leetcode-877", "[3,\"9\",3,4]\n", 1, 4},        /* nor is a string */
    {"leetcode-913", "[[1],[0,\"2\"],[1]]\n", 1, 9},  /* or a node */
    {"leetcode-913", "[[1],[0,7],[]]\n", 1, 9},       /* no such node */
    {"hdu-1524", "2\n1 1\n0\n1 2\n0\n", 4, 3},        /* a piece on no node */
    {"hdu-1524", "2\n1 2\n0\n1 0\n0\n", 2, 3},        /* an edge to no node */
    {"luogu-p2148", "1\n2\n1 0\n", 3, 3},             /* an empty heap */
    {"leetcode-877", "[1,2,3]\n", 1, 1},              /* an odd number of piles */
    {"poj-1704", "1\n3\n3\n5 3\n", 4, 3},             /* two chessmen on a square */
    {"lightoj-1315", "1\n2\n1 2\n1 500\n", 4, 3},     /* off the board */
};

START_TEST(a_text_that_is_no_input_is_refused_with_its_place)
{
    char target[80];
    snprintf(target, sizeof target, "/judge/%s", faults[_i].id);
    ck_assert_msg(probe_send(&probe, "POST", target, faults[_i].input) == 422, "%s %s: %s", target, faults[_i].input,
                  probe_text(&probe));
    ck_assert_str_eq(probe_string(&probe, "code"), "invalid_input");
    ck_assert_msg((int)probe_value(&probe, "line")->valuedouble == faults[_i].line &&
                      (int)probe_value(&probe, "column")->valuedouble == faults[_i].column,
                  "%s: %s", faults[_i].input, probe_text(&probe));
}
END_TEST

/* As many heaps as the problem allows, though a position of the game may have fewer: so many ones are won if they are odd. */
START_TEST(a_case_may_be_as_long_as_the_problem_says)
{
    static char text[1 << 19];
    for (int n = 199999; n <= 200000; n++) {
        size_t size = (size_t)snprintf(text, sizeof text, "1\n%d\n", n);
        for (int i = 0; i < n; i++)
            size += (size_t)snprintf(text + size, sizeof text - size, "1 ");
        ck_assert(n > HEAPS_MAX);
        ck_assert_int_eq(probe_send(&probe, "POST", "/judge/cses-1730", text), 200);
        ck_assert_str_eq(probe_text(&probe), n % 2 ? "first\n" : "second\n");
    }
}
END_TEST

/* A list longer than a position of the game may have must add up to less than 2^63, as docs/limits.md says: one large heap beside
 * 100 000 ones, which cancel each other. */
START_TEST(a_longer_list_adds_up_to_a_word)
{
    static char text[1 << 19];
    for (int over = 0; over <= 1; over++) {
        size_t size =
            (size_t)snprintf(text, sizeof text, "1\n%d\n1 %lld", HEAPS_MAX + 1, (long long)(INT64_MAX - HEAPS_MAX + over));
        for (int i = 1; i < HEAPS_MAX; i++)
            size += (size_t)snprintf(text + size, sizeof text - size, " 1");
        int status = probe_send(&probe, "POST", "/judge/cses-1730?limits=off", text);
        ck_assert_int_eq(status, over ? 422 : 200);
        if (over)
            ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
        else
            ck_assert_str_eq(probe_text(&probe), "first\n");
    }
}
END_TEST

/* Beyond what is read or solved here, and no fault of the text: that is said. */
START_TEST(more_than_we_take_is_still_an_input)
{
    static char text[8 << 20];
    snprintf(text, sizeof text, "1\n%d\n1", JUDGE_CASE_VALUES + 1);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/cses-1730?limits=off", text), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    memset(text, ' ', 2 << 20);
    snprintf(text, sizeof text, "[1");
    text[2] = ',';
    for (size_t i = 3; i < 2 << 20; i++)
        text[i] = i % 2 ? '1' : ',';
    snprintf(text + (2 << 20), 4, "1]\n");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/leetcode-1908", text), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
}
END_TEST

/* The same place and sentence, in the reader's language. */
START_TEST(a_fault_is_told_in_chinese)
{
    static const char *const texts[][3] = {
        {"hdu-1846", "1\n23 x\n", "第 2 行第 4 列：此处应为整数 m，而不是“x”"},
        {"hdu-1846", "", "第 1 行第 1 列：文本在此结束，但还缺少 数据组数"},
        {"hdu-1846", "1\n23 1001\n", "第 2 行第 4 列：m 须在 1 到 1000 之间，而不是 1001"},
        {"poj-1704", "1\n2\n3 3\n", "第 3 行第 3 列：读到的不是合法局面：/chessmen/1 不能与前面的值重复"},
    };
    char target[80], text[80];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        probe.request.accept_language = "zh";
        snprintf(target, sizeof target, "/judge/%s", texts[i][0]);
        snprintf(text, sizeof text, "%s", texts[i][1]);
        ck_assert_int_eq(probe_send(&probe, "POST", target, text), 422);
        ck_assert_str_eq(probe_string(&probe, "detail"), texts[i][2]);
    }
}
END_TEST

/* Queries about one graph are solved together where only the verdict is printed, and one by one for the JSON answer. */
START_TEST(what_questions_share_changes_no_answer)
{
    static char input[20000], printed[2000], solved[200000];
    uint64_t state = 7;
    size_t n = 0;
    for (int nodes = 1; nodes <= 25; nodes++) {
        n += (size_t)snprintf(input + n, sizeof input - n, "%d\n", nodes);
        for (int from = 0; from < nodes; from++) {
            char line[200] = "";
            size_t used = 0;
            int count = 0;
            for (int to = from + 1; to < nodes; to++) {
                state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
                if (state >> 62)
                    continue;
                used += (size_t)snprintf(line + used, sizeof line - used, " %d", to);
                count++;
            }
            n += (size_t)snprintf(input + n, sizeof input - n, "%d%s\n", count, line);
        }
        for (int i = 0; i < 4; i++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
            n += (size_t)snprintf(input + n, sizeof input - n, "3 %d %d 0\n", (int)(state >> 40) % nodes,
                                  (int)(state >> 50) % nodes);
        }
        n += (size_t)snprintf(input + n, sizeof input - n, "0\n");
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1524", input), 200);
    snprintf(printed, sizeof printed, "%s", probe_text(&probe));
    probe.request.accept = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1524", input), 200);
    const cJSON *one, *cases = probe_value(&probe, "cases");
    size_t size = 0;
    cJSON_ArrayForEach(one, cases)
    {
        const char *verdict =
            cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(one, "answer"), "verdict")->valuestring;
        size += (size_t)snprintf(solved + size, sizeof solved - size, "%s", strcmp(verdict, "win") == 0 ? "WIN\n" : "LOSE\n");
    }
    ck_assert_int_eq(cJSON_GetArraySize(cases), 100);
    ck_assert_str_eq(printed, solved);
    ck_assert(strstr(printed, "WIN") && strstr(printed, "LOSE"));
}
END_TEST

/* A text is any bytes; an answer is JSON, and says what is wrong. */
START_TEST(what_is_said_of_a_text_is_text)
{
    static const struct {
        const char *id, *input, *detail;
    } strange[] = {
        {"hdu-1846", "\377\376\001", "line 1, column 1: expected the number of cases, an integer, not \"???\""},
        {"hdu-1846", "1\n2 中\n", "line 2, column 3: expected m, an integer, not \"???\""},
        {"timus-1180", "\3777", "line 1, column 1: expected N, an integer, not \"?7\""},
        {"hdu-1846", "1\n9223372036854775808 2\n", "line 2, column 1: n must fit in 64 bits"},
        {"hdu-1846", "1\n-99999999999999999999999999999999999999999999999999999999999999999999999999999999 2\n",
         "line 2, column 1: n must fit in 64 bits"},
        {"hdu-1846", "1\n- 2\n", "line 2, column 1: expected n, an integer, not \"-\""},
    };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        char target[80];
        snprintf(target, sizeof target, "/judge/%s", strange[i].id);
        ck_assert_int_eq(probe_send(&probe, "POST", target, strange[i].input), 422);
        ck_assert_str_eq(probe_string(&probe, "detail"), strange[i].detail);
    }
}
END_TEST

/* Limits may be lifted, the form stays: what would be read as less than stands there is no input. */
static const struct {
    const char *target, *input;
    int line, column;
} forms[] = {
    {"/judge/leetcode-1908?limits=off", "[1],\"misere\":true", 1, 4},
    {"/judge/leetcode-294?limits=off", "[1,2]", 1, 1},
    {"/judge/leetcode-1908?limits=off", "[1, \"2\"]", 1, 5},
    {"/judge/luogu-p2148?limits=off", "1\n3\n1 2 3\n", 2, 1},
    {"/judge/cses-2207?limits=off", "-3\n", 1, 1},
    {"/judge/hdu-2999?limits=off", "1\n1\n-4\n", 3, 1},
};

START_TEST(no_form_is_lifted_with_the_limits)
{
    char input[80];
    snprintf(input, sizeof input, "%s", forms[_i].input);
    ck_assert_msg(probe_send(&probe, "POST", forms[_i].target, input) == 422, "%s: %s", input, probe_text(&probe));
    ck_assert_str_eq(probe_string(&probe, "code"), "invalid_input");
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, forms[_i].line);
    ck_assert_int_eq((int)probe_value(&probe, "column")->valuedouble, forms[_i].column);
}
END_TEST

/* A board of two lines of 5000 characters; the letter stands in the 4999th of the first, `more` behind it. */
static void send_board(const char *letter, const char *more, int expected)
{
    static char text[12000];
    char line[5001];
    memset(line, '.', 5000);
    line[5000] = '\0';
    snprintf(text, sizeof text, "2 5000\n%.4998s%s.%s\n%s\n0 0\n", line, letter, more, line);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2873?limits=off", text), expected);
}

static void hold_place(const char *code, int line, int column)
{
    ck_assert_str_eq(probe_string(&probe, "code"), code);
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, line);
    ck_assert_int_eq((int)probe_value(&probe, "column")->valuedouble, column);
}

START_TEST(a_board_may_be_wide_where_limits_are_off)
{
    send_board(".", "", 200); /* no bombs at all */
    ck_assert_str_eq(probe_text(&probe), "Jack\n");
    send_board("x", "", 422);
    hold_place("invalid_input", 2, 4999);
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), "one of the characters"));
    send_board(".", ".", 422);
    hold_place("invalid_input", 2, 1);
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), "expected 5000 characters, not 5001"));
    send_board("#", "", 422); /* farther than a bomb of the game may lie */
    hold_place("invalid_input", 2, 4999);
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), "at most 512"));
    /* Counted before anything is made of it. */
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1760?limits=off", "5000 5000\n"), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    ck_assert_int_eq((int)probe_value(&probe, "limit")->valuedouble, JUDGE_CASE_VALUES);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/cses-1729?limits=off", "4194305 2\n1 2\n"), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    ck_assert_int_eq((int)probe_value(&probe, "limit")->valuedouble, JUDGE_CASE_VALUES);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-3951?limits=off", "1\n5 1000000000000\n"), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
    ck_assert_int_eq((int)probe_value(&probe, "limit")->valuedouble, JUDGE_CASE_VALUES);
}
END_TEST

START_TEST(stated_limits_can_be_lifted_and_ends_may_be_missing)
{
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846?limits=off", "1\r\n23 5000"), 200);
    ck_assert_str_eq(probe_text(&probe), "first\n");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-2516", "2\n13"), 200); /* without the closing 0 */
    ck_assert_str_eq(probe_text(&probe), "Second win\nSecond win\n");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/51nod-1185", "1\n1000000000000000000 1"), 200);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/51nod-1185", "1\n1000000000000000001 1"), 422);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846?limits=maybe", "1\n23 5"), 400);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846", "1\n23 5"), 415);
    char text[] = "{\"input\":\"1\\n23 5000\",\"output\":\"first\"}";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846/check", text), 422);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846/check?limits=off", text), 200);
    ck_assert_str_eq(probe_string(&probe, "verdict"), "accepted");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846/check?limits=maybe", text), 400);
}
END_TEST

/* However long the text of an integer is, it is the limit of the problem that it breaks. */
START_TEST(an_integer_of_any_length_has_its_place)
{
    static char text[5002];
    memset(text, '9', 5000);
    strcpy(text + 5000, "\n");
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/timus-1180", text), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "invalid_input");
    ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, 1);
    ck_assert_int_eq((int)probe_value(&probe, "column")->valuedouble, 1);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/timus-1180?limits=off", text), 422);
    ck_assert_str_eq(probe_string(&probe, "code"), "too_large");
}
END_TEST

/* Known cases of these problems, by hand: 2 4 and 4 8 of Euclid's game are won at once by a multiple. */
static const struct {
    const char *body, *verdict;
    int right, unit, line; /* unit -1: no difference */
} checks[] = {
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\nsecond\\n\"}", "accepted", 2, -1, 0},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"  first second\"}", "accepted", 2, -1, 0},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first second\\n\",\"exact\":true}", "presentation_error", 2, -1, 0},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\nsecond\",\"exact\":true}", "presentation_error", 2, -1, 0},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\nsecond\\n\",\"exact\":true}", "accepted", 2, -1, 0},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\nfirst\\n\"}", "wrong_answer", 1, 1, 2},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"First\\nsecond\\n\"}", "wrong_answer", 1, 0, 1},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\n\"}", "wrong_answer", 1, 1, 2},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"first\\nsecond\\n\\nsecond\\n\"}", "wrong_answer", 2, 2, 4},
    {"{\"input\":\"2\\n23 2\\n4 3\\n\",\"output\":\"\"}", "wrong_answer", 0, 0, 1},
};

START_TEST(outputs_are_compared_word_by_word)
{
    probe.request.content_type = "application/json";
    char text[512];
    snprintf(text, sizeof text, "%s", checks[_i].body);
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846/check", text), 200);
    ck_assert_str_eq(probe_string(&probe, "verdict"), checks[_i].verdict);
    ck_assert_int_eq((int)probe_value(&probe, "right")->valuedouble, checks[_i].right);
    ck_assert_int_eq((int)probe_value(&probe, "cases")->valuedouble, 2);
    bool accepted = strcmp(checks[_i].verdict, "accepted") == 0; /* whoever reads the score alone must not be misled */
    ck_assert((probe_value(&probe, "score")->valuedouble == 1) == accepted);
    ck_assert(accepted || probe_value(&probe, "score")->valuedouble == (checks[_i].right == 2 ? 0.5 : checks[_i].right / 2.0));
    if (checks[_i].unit < 0) {
        ck_assert(cJSON_IsNull(probe_value(&probe, "first_difference")));
        return;
    }
    ck_assert_int_eq((int)probe_value(&probe, "first_difference.case")->valuedouble, checks[_i].unit);
    ck_assert_int_eq((int)probe_value(&probe, "first_difference.line")->valuedouble, checks[_i].line);
}
END_TEST

START_TEST(a_long_word_is_compared_to_its_last_letter)
{
    /* 100 positions of S-Nim in one line of letters: heap 1, S = {1}, is won. */
    char body[4096];
    for (int wrong = 0; wrong <= 100; wrong += 50) {
        size_t n = (size_t)snprintf(body, sizeof body, "{\"input\":\"1 1\\n100\\n");
        for (int i = 0; i < 100; i++)
            n += (size_t)snprintf(body + n, sizeof body - n, "1 1\\n");
        n += (size_t)snprintf(body + n, sizeof body - n, "0\\n\",\"output\":\"");
        for (int i = 1; i <= 100; i++)
            body[n++] = i == wrong ? 'L' : 'W';
        snprintf(body + n, sizeof body - n, "\"}");
        probe.request.content_type = "application/json";
        ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1536/check", body), 200);
        ck_assert_str_eq(probe_string(&probe, "verdict"), wrong ? "wrong_answer" : "accepted");
    }
}
END_TEST

START_TEST(query_asks_the_same)
{
    ck_assert_int_eq(probe_send(&probe, "QUERY", "/judge/hdu-1846", "1\n23 2"), 200);
    ck_assert_str_eq(probe_text(&probe), "first\n");
    probe.request.content_type = "application/json";
    char text[128];
    snprintf(text, sizeof text, "%s", "{\"input\":\"1\\n4 3\\n\",\"output\":\"second\"}");
    ck_assert_int_eq(probe_send(&probe, "QUERY", "/judge/hdu-1846/check", text), 200);
    ck_assert_str_eq(probe_string(&probe, "verdict"), "accepted");
}
END_TEST

START_TEST(nothing_is_revealed_when_told_so)
{
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/judge/hdu-1846/check",
                                (char[]){"{\"input\":\"1\\n4 3\\n\",\"output\":\"first\\n\",\"reveal\":false}"}),
                     200);
    ck_assert_str_eq(probe_string(&probe, "verdict"), "wrong_answer");
    ck_assert(!strstr(probe_text(&probe), "second") && !strstr(probe_text(&probe), "expected"));
}
END_TEST

START_TEST(a_problem_is_told_and_another_name_is_not_found)
{
    ck_assert_int_eq(probe_send(&probe, "GET", "/judge", NULL), 200);
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "problems")), (int)judge_count());
    ck_assert_int_eq(probe_send(&probe, "GET", "/judge/hdu-1846", NULL), 200);
    ck_assert_str_eq(probe_names(&probe, probe.json), "id title judge game limits input output sample several_outputs mistakes");
    ck_assert_int_eq(probe_send(&probe, "GET", "/judge/uva-10404", NULL), 200);
    ck_assert_int_eq((int)probe_value(&probe, "generate_max")->valuedouble, 80);
    ck_assert_int_eq(probe_send(&probe, "GET", "/judge/hdu-1845", NULL), 404);
    ck_assert(strstr(probe_string(&probe, "detail"), "hdu-1846"));
}
END_TEST

/* What the judge and a wrong method print for a text of one case. */
struct compared {
    const struct judge_problem *problem;
    const struct mistake *mistake;
    struct judge_run run;
    struct budget budget;
    char right[200], wrong[200];
};

static void append(char *text, size_t room, const char *join, const char *bytes, size_t n)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%.*s", used ? join : "", (int)n, bytes);
}

static bool compare_unit(void *what, const struct judged_unit *unit)
{
    struct compared *c = what;
    const char *join = c->problem->join ? c->problem->join : "\n";
    for (size_t i = 0; i < unit->count; i++) {
        const struct judged *judged = &unit->judged[i];
        struct out out;
        out_init(&out, c->budget.arena, 64);
        append(c->right, sizeof c->right, join, judged->text, judged->text_size);
        if (judge_print_mistaken(c->problem, judged->question, c->mistake, &c->budget, probe.api.store, &out))
            append(c->wrong, sizeof c->wrong, join, out.v, out.n);
    }
    return true;
}

static void compare_under(void *what)
{
    judge_run_all(&((struct compared *)what)->run);
}

/* Every wrong method that was published for a problem, on the case that was published with it: what the judge prints there, and
 * what the method does, stand in the problem's file. */
START_TEST(published_wrong_methods_are_wrong_as_published)
{
    int methods = 0;
    for (size_t i = 0; i < judge_count(); i++) {
        struct arena *previous = arena_enter(&files);
        const struct judge_problem *problem = judge_open(&files, judge_id(i));
        struct judge_mistakes mistakes = judge_mistakes(&files, problem);
        for (size_t k = 0; k < mistakes.n; k++) {
            struct compared c = {.problem = problem, .mistake = mistakes.v[k].known};
            static const char *const frames[] = {
                [CASES_ONE] = "%s", [CASES_COUNT] = "1\n%s", [CASES_EOF] = "%s", [CASES_ZERO] = "%s", [CASES_FIXED] = "%s"};
            char text[400];
            struct escape landed;
            snprintf(text, sizeof text, frames[problem->cases], mistakes.v[k].input);
            struct text_in in = text_of(text, strlen(text));
            c.budget = (struct budget){.left = UINT64_MAX, .arena = &files};
            c.run = (struct judge_run){
                .problem = problem, .store = probe.api.store, .budget = &c.budget, .each = compare_unit, .what = &c};
            c.run.reading = (struct reading){.text = &in, .arena = &files, .limits = true};
            ck_assert_msg(!arena_try(&files, &landed, compare_under, &c), "%s: %s", problem->id, landed.detail);
            ck_assert_msg(strcmp(c.right, mistakes.v[k].right) == 0, "%s, %s: right is %s", problem->id, c.mistake->id, c.right);
            ck_assert_msg(strcmp(c.wrong, mistakes.v[k].wrong) == 0, "%s, %s: wrong is %s", problem->id, c.mistake->id, c.wrong);
            ck_assert_str_ne(c.right, c.wrong);
            methods++;
        }
        arena_enter(previous);
    }
    ck_assert_int_ge(methods, 120);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_sample_comes_out_to_the_letter);
    tcase_add_loop_test(tcase, a_text_that_is_no_input_is_refused_with_its_place, 0, sizeof faults / sizeof *faults);
    tcase_add_test(tcase, a_case_may_be_as_long_as_the_problem_says);
    tcase_add_test(tcase, a_longer_list_adds_up_to_a_word);
    tcase_add_test(tcase, more_than_we_take_is_still_an_input);
    tcase_add_test(tcase, what_is_said_of_a_text_is_text);
    tcase_add_test(tcase, a_fault_is_told_in_chinese);
    tcase_add_test(tcase, what_questions_share_changes_no_answer);
    tcase_add_loop_test(tcase, no_form_is_lifted_with_the_limits, 0, sizeof forms / sizeof *forms);
    tcase_add_test(tcase, a_board_may_be_wide_where_limits_are_off);
    tcase_add_test(tcase, stated_limits_can_be_lifted_and_ends_may_be_missing);
    tcase_add_test(tcase, an_integer_of_any_length_has_its_place);
    tcase_add_loop_test(tcase, outputs_are_compared_word_by_word, 0, sizeof checks / sizeof *checks);
    tcase_add_test(tcase, a_long_word_is_compared_to_its_last_letter);
    tcase_add_test(tcase, query_asks_the_same);
    tcase_add_test(tcase, nothing_is_revealed_when_told_so);
    tcase_add_test(tcase, published_wrong_methods_are_wrong_as_published);
    tcase_add_test(tcase, a_problem_is_told_and_another_name_is_not_found);
}
