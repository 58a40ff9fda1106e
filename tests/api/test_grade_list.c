/* Wrong claims are told where they come from; lists of questions and tables of a class are graded line by line. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct probe probe;

static void setup(void)
{
    probe_init(&probe);
}

static void teardown(void)
{
    probe_free(&probe);
}

static void grade(const char *body)
{
    probe.request.content_type = "application/json";
    ck_assert_msg(probe_send(&probe, "POST", "/grade", body) == 200, "%s: %s", body, probe_text(&probe));
}

START_TEST(a_wrong_claim_names_its_method)
{
    /* poj-1067 in floating point: 165580140, 267914295 is lost. */
    grade("{\"game\":\"wythoff\",\"position\":{\"heaps\":[165580140,267914295]},\"claim\":{\"verdict\":\"win\"}}");
    ck_assert_str_eq(probe_string(&probe, "checks.0.diagnosis.0.mistake"), "double-golden-ratio");
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "checks.0.feedback"), probe_string(&probe, "checks.0.diagnosis.0.title")));
    /* Right claims, what no method says, and quiet answers have none. */
    grade("{\"game\":\"wythoff\",\"position\":{\"heaps\":[165580140,267914295]},\"claim\":{\"verdict\":\"loss\"}}");
    ck_assert_ptr_null(probe_value(&probe, "checks.0.diagnosis"));
    grade("{\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]},\"claim\":{\"winning_move_count\":7}}");
    ck_assert_ptr_null(probe_value(&probe, "checks.0.diagnosis"));
    grade(
        "{\"game\":\"wythoff\",\"position\":{\"heaps\":[165580140,267914295]},\"claim\":{\"verdict\":\"win\"},\"reveal\":false}");
    ck_assert_ptr_null(probe_value(&probe, "checks.0.diagnosis"));
    /* hdu-1850, with <= in place of <: two equal heaps have two "winning" moves. */
    grade("{\"game\":\"nim\",\"position\":{\"heaps\":[1,1]},\"claim\":{\"winning_move_count\":2},\"language\":\"zh\"}");
    ck_assert_str_eq(probe_string(&probe, "checks.0.diagnosis.0.mistake"), "counts-all-when-xor-is-zero");
    /* hdu-2149, without going beyond the price. */
    grade("{\"game\":\"public-sale\",\"position\":{\"price\":1,\"max_raise\":2},\"claim\":{\"winning_moves\":[{\"raise\":1}]}}");
    ck_assert_str_eq(probe_string(&probe, "checks.0.diagnosis.0.mistake"), "forgets-overshoot");
}
END_TEST

static bool check_names(const char *id)
{
    const cJSON *row, *rows = probe_value(&probe, "checks.0.diagnosis");
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(cJSON_GetObjectItem(row, "mistake")->valuestring, id) == 0)
            return true;
    }
    return false;
}

/* A method is named only for an answer that comes of it. */
START_TEST(no_method_is_named_for_what_it_does_not_say)
{
    static const struct {
        const char *game, *position, *claim, *mistake;
    } strange[] = {
        /* No heap there is 1, so whoever looks for ones sees none; empty heaps are not counted. */
        {"nim", "{\"heaps\":[0],\"misere\":true}", "{\"verdict\":\"loss\"}", "any-one-counts-heaps"},
        {"nim", "{\"heaps\":[0],\"misere\":true}", "{\"verdict\":\"loss\"}", "ones-always-lose"},
        {"nim", "{\"heaps\":[0,1],\"misere\":true}", "{\"verdict\":\"win\"}", "ones-always-lose"},
        {"nim", "{\"heaps\":[1,0,1],\"misere\":true}", "{\"verdict\":\"loss\"}", "any-one-counts-heaps"},
        /* The claim is a lead: 11 is neither the lead, 9, nor the score, 8. Nor does an outcome come of a score. */
        {"stone-window", "{\"piles\":[8,-1]}", "{\"value\":11}", "lead-for-score"},
        {"stone-window", "{\"piles\":[6,-5,6,-5]}", "{\"verdict\":\"loss\"}", "lead-for-score"},
        /* Who names a raise of 0 for want of a better one knows that the position is lost. */
        {"public-sale", "{\"price\":2,\"max_raise\":1}", "{\"verdict\":\"win\"}", "zero-for-none"},
        {"public-sale", "{\"price\":2,\"max_raise\":1}", "{\"winning_move_count\":1}", "zero-for-none"},
    };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        char body[300];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"position\":%s,\"claim\":%s}", strange[i].game, strange[i].position,
                 strange[i].claim);
        grade(body);
        ck_assert_msg(cJSON_IsFalse(probe_value(&probe, "checks.0.correct")), "%s", body);
        ck_assert_msg(!check_names(strange[i].mistake), "%s: %s", body, probe_text(&probe));
    }
    grade("{\"game\":\"nim\",\"position\":{\"heaps\":[1,0,1],\"misere\":true},\"claim\":{\"verdict\":\"loss\"}}");
    ck_assert(check_names("ones-always-lose"));
}
END_TEST

/* What is said of a method holds of every position on which it is named, not of its example alone. */
START_TEST(what_is_said_of_a_method_is_true_of_the_position)
{
    /* The price, 7, is no multiple of 2; what is missing to it is. */
    grade("{\"game\":\"public-sale\",\"position\":{\"price\":7,\"max_raise\":1,\"bid\":5},\"claim\":{\"move\":{\"raise\":0}}}");
    ck_assert_ptr_null(strstr(probe_text(&probe), "price is a multiple"));
    /* No corner, and only one bomb: g(2,3) = mex{g(1,3) ^ g(2,1), g(1,3) ^ g(2,2)} = mex{3, 3} = 0. */
    grade("{\"game\":\"bombs\",\"position\":{\"bombs\":[[2,3]]},\"claim\":{\"verdict\":\"win\"}}");
    ck_assert(check_names("parity-off-corner") && check_names("parity-with-corner"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "Two bombs"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "has no move"));
    /* All amounts are odd, and yet 4 is lost: 3 can be taken once. And the stone that is left is taken by nobody. */
    grade("{\"game\":\"sg\",\"position\":{\"rules\":{\"take\":[3]},\"heaps\":[4],\"misere\":true},\"claim\":{\"verdict\":\"win\"}"
          "}");
    ck_assert(check_names("even-wins") && check_names("normal-for-misere"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "where only odd amounts"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "last stone loses"));
    /* 2 x 7 is lost, too. */
    grade("{\"game\":\"cutting\",\"position\":{\"sheets\":[[2,4]]},\"claim\":{\"verdict\":\"loss\"}}");
    ck_assert(check_names("side-two-lost"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "Only 2 x 2"));
    /* Two multiples of 3 are there, and one residue alone is not enough: Bob wins. */
    grade("{\"game\":\"stone-thirds\",\"position\":{\"stones\":[3,3,1]},\"claim\":{\"verdict\":\"win\"}}");
    ck_assert(check_names("one-kind-enough"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "Without multiples"));
}
END_TEST

/* One stone is taken, and whoever takes it loses. */
START_TEST(an_only_move_is_one)
{
    grade("{\"game\":\"nim\",\"position\":{\"heaps\":[1],\"misere\":true},\"claim\":{\"verdict\":\"win\"}}");
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "checks.0.feedback"), "the only move loses."));
    grade("{\"game\":\"nim\",\"position\":{\"heaps\":[1,1]},\"claim\":{\"verdict\":\"win\"}}");
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "checks.0.feedback"), "each of the 2 moves leaves"));
}
END_TEST

static bool list_names(const char *id, int explains, int of)
{
    const cJSON *row, *rows = probe_value(&probe, "diagnosis");
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(cJSON_GetObjectItem(row, "mistake")->valuestring, id) == 0)
            return cJSON_GetObjectItem(row, "explains")->valuedouble == explains &&
                   cJSON_GetObjectItem(row, "of")->valuedouble == of;
    }
    return false;
}

#define ONES(heaps, verdict)                                                                                                     \
    "{\"game\":\"nim\",\"position\":{\"heaps\":" heaps ",\"misere\":true},\"claim\":{\"verdict\":\"" verdict "\"}}"

START_TEST(a_list_is_explained_as_a_whole)
{
    /* Normal play's rule: heaps of one, wrong twice; and a right answer that it gives, too. */
    grade("{\"questions\":[" ONES("[1]", "win") "," ONES("[1,1]", "loss") "," ONES("[3,4]", "win") "]}");
    ck_assert(list_names("normal-for-misere", 2, 2));
    ck_assert(!list_names("ones-always-lose", 1, 2));
    ck_assert_ptr_nonnull(strstr(probe_text(&probe), "{\"score\":0.33333333333333333,\"answers\":[{"));
    /* One claim that it would not make. */
    grade("{\"questions\":[" ONES("[1]", "win") "," ONES("[1,1]", "loss") "," ONES("[1,1,1]", "loss") "]}");
    ck_assert(!list_names("normal-for-misere", 2, 2));
    /* One wrong answer is not enough; nothing is told where nothing may be revealed. */
    grade("{\"questions\":[" ONES("[1]", "win") "]}");
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "diagnosis")), 0);
    grade("{\"questions\":[" ONES("[1]", "win") "," ONES("[1,1]", "loss") "],\"reveal\":false}");
    ck_assert_ptr_null(probe_value(&probe, "diagnosis"));
    ck_assert_ptr_null(strstr(probe_text(&probe), "expected"));
}
END_TEST

/* Two games have a method of one id: the sum of all stones is odd, and that of rows and columns. By hand: 1, 3 is won, as the
 * heaps differ; 2 x 2 is won by a step along the diagonal, and 1 x 3 is lost, whichever step is made alone. */
START_TEST(methods_of_two_games_are_two)
{
#define BOTH                                                                                                                     \
    "{\"game\":\"nim\",\"position\":{\"heaps\":[1,3]},\"claim\":{\"verdict\":\"loss\"}},"                                        \
    "{\"game\":\"kiki\",\"position\":{\"rows\":2,\"cols\":2},\"claim\":{\"verdict\":\"loss\"}}"
    grade("{\"questions\":[" BOTH "]}");
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "diagnosis")), 0);
    grade("{\"questions\":[" BOTH ",{\"game\":\"nim\",\"position\":{\"heaps\":[3,5]},\"claim\":{\"verdict\":\"loss\"}},"
          "{\"game\":\"kiki\",\"position\":{\"rows\":2,\"cols\":4},\"claim\":{\"verdict\":\"win\"}}]}");
    ck_assert(list_names("odd-sum", 2, 3)); /* of nim: of kiki it contradicts a claim */
#undef BOTH
}
END_TEST

START_TEST(one_bad_question_harms_no_other)
{
    grade("{\"questions\":[7,{\"game\":\"nim\"}," ONES("[2]", "win") ",{\"game\":\"nim\",\"position\":{\"heaps\":[1]},"
                                                                     "\"record\":[{\"heap\":0,\"take\":1}]}]}");
    ck_assert_str_eq(probe_string(&probe, "answers.0.code"), "invalid_position");
    ck_assert_str_eq(probe_string(&probe, "answers.1.errors.0.pointer"), "/position");
    ck_assert(cJSON_IsTrue(probe_value(&probe, "answers.2.correct")));
    ck_assert(cJSON_IsTrue(probe_value(&probe, "answers.3.legal")));
    ck_assert_int_eq((int)probe_value(&probe, "score")->valuedouble, 1); /* of the two that were questions */
    ck_assert_int_eq((int)probe_value(&probe, "ungraded")->valuedouble, 2);
    probe.request.content_type = "application/json";
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade", "{\"questions\":{}}"), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/questions");
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade", "{\"questions\":[],\"claim\":{}}"), 422);
}
END_TEST

/* Beyond what is solved: no table reaches that heap, and these rules have no period that is known. */
#define TOO_LARGE "{\"game\":\"sg\",\"position\":{\"rules\":{\"take\":\"squares\"},\"heaps\":[100000000]},"

START_TEST(what_is_not_graded_does_not_count)
{
    grade("{\"questions\":[" TOO_LARGE "\"claim\":{\"verdict\":\"win\"}}," ONES("[1]", "loss") "," ONES(
        "[1,1]", "loss") ",{\"game\":\"no-such\",\"position\":{},\"claim\":{}}]}");
    ck_assert_str_eq(probe_string(&probe, "answers.0.code"), "too_large");
    ck_assert(cJSON_IsFalse(probe_value(&probe, "answers.0.graded")));
    ck_assert(cJSON_IsFalse(probe_value(&probe, "answers.3.graded")));
    ck_assert_ptr_null(probe_value(&probe, "answers.1.graded"));
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 0.5);
    ck_assert_int_eq((int)probe_value(&probe, "ungraded")->valuedouble, 2);
    ck_assert_str_eq(probe_names(&probe, probe.json), "score answers diagnosis ungraded");
    /* They are no wrong answers either: two are, and one method gives both. */
    grade("{\"questions\":[" TOO_LARGE "\"claim\":{\"verdict\":\"win\"}}," ONES("[1]", "win") "," ONES("[1,1]", "loss") "]}");
    ck_assert(list_names("normal-for-misere", 2, 2));
    /* What the student wrote is his: the claim cannot be read, and scores nothing. */
    grade("{\"questions\":[" ONES("[1]", "perhaps") "," ONES("[1]", "loss") "]}");
    ck_assert_str_eq(probe_string(&probe, "answers.0.errors.0.pointer"), "/claim/verdict");
    ck_assert_ptr_null(probe_value(&probe, "answers.0.graded"));
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 0.5);
    ck_assert_ptr_null(probe_value(&probe, "ungraded"));
    /* The position is wrong, whatever the claim is. */
    grade("{\"questions\":[{\"game\":\"nim\",\"position\":{\"heaps\":[-1]},\"claim\":{\"verdict\":\"perhaps\"}}]}");
    ck_assert(cJSON_IsNull(probe_value(&probe, "score")));
    ck_assert_int_eq((int)probe_value(&probe, "ungraded")->valuedouble, 1);
}
END_TEST

/* Nine questions of 816,306 states each: what all positions of one question may take together would be used up by the seventh.
 * Three stones at most from one of two heaps, or one or two from both: won, by plain search. */
START_TEST(each_question_may_take_what_one_may)
{
    static const char rules[] =
        "{\"vars\":\"a: 0..1500, b: 0..1500\",\"moves\":[{\"name\":\"x\",\"choose\":\"k in 1..min(3, a)\",\"do\":\"a -= k\"},"
        "{\"name\":\"y\",\"choose\":\"k in 1..min(3, b)\",\"do\":\"b -= k\"},"
        "{\"name\":\"z\",\"choose\":\"k in 1..min(2, a, b)\",\"do\":\"a -= k, b -= k\"}]}";
    enum { COUNT = 9 };
    static char text[COUNT * (sizeof rules + 200)];
    int n = sprintf(text, "{\"questions\":[");
    for (int i = 0; i < COUNT; i++)
        n += sprintf(text + n,
                     "%s{\"game\":\"custom\",\"position\":{\"rules\":%s,\"state\":{\"a\":900,\"b\":905}},"
                     "\"claim\":{\"verdict\":\"win\"}}",
                     i ? "," : "", rules);
    sprintf(text + n, "]}");
    grade(text);
    ck_assert_ptr_null(probe_value(&probe, "ungraded"));
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 1);
}
END_TEST

START_TEST(a_class_keeps_its_score_where_nothing_was_graded)
{
    static const char table[] = "student,game,position,verdict\r\n"
                                "Ann,sg,\"{\"\"rules\"\":{\"\"take\"\":\"\"squares\"\"},\"\"heaps\"\":[100000000]}\",win\r\n"
                                "Bo,nim,{},win\r\n"
                                "Cy,nim,\"{\"\"heaps\"\":[1]}\",maybe\r\n";
    probe.request.content_type = "text/csv";
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade", table), 200);
    const char *text = probe_text(&probe);
    ck_assert_ptr_nonnull(strstr(text, ",win,,Not graded (too_large): "));
    ck_assert_ptr_nonnull(strstr(text, "Bo,nim,{},win,,Not graded (invalid_position): position.heaps is missing\r\n"));
    ck_assert_ptr_nonnull(strstr(text, ",maybe,0,"));
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=zh", table), 200);
    ck_assert_ptr_nonnull(strstr(probe_text(&probe), "Bo,nim,{},win,,未批改（invalid_position）："));
}
END_TEST

START_TEST(a_class_is_a_table)
{
    probe.request.content_type = "text/csv";
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade?reveal=false&language=zh",
                                "student,game,position,verdict,grundy,move\r\n"
                                "Ann,nim,\"{\"\"heaps\"\":[3,4,5]}\",win,2,\"{\"\"heap\"\":0,\"\"take\"\":2}\"\r\n"
                                "\"Bo \"\"x\"\", Y\",nim,\"{\"\"heaps\"\":[1,2]}\",必败,,null\r\n"
                                "\r\n"
                                "Cy,nim,oops,win,,\r\n"),
                     200);
    ck_assert_str_eq(probe_text(&probe), "student,game,position,verdict,grundy,move,score,feedback\r\n"
                                         "Ann,nim,\"{\"\"heaps\"\":[3,4,5]}\",win,2,\"{\"\"heap\"\":0,\"\"take\"\":2}\",1,"
                                         "verdict: 正确。 grundy: 正确。 move: 正确。\r\n"
                                         "\"Bo \"\"x\"\", Y\",nim,\"{\"\"heaps\"\":[1,2]}\",必败,,null,0,"
                                         "verdict: 不正确。 move: 不正确。\r\n"
                                         "Cy,nim,oops,win,,,,未批改（invalid_position）：position 须为对象\r\n");
    /* Beyond what JSON holds exactly: a cell is text anyhow. */
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade",
                                "game,position,grundy\r\n"
                                "nim,\"{\"\"heaps\"\":[\"\"9007199254740993\"\"]}\",9007199254740993\r\n"
                                "nim,\"{\"\"heaps\"\":[\"\"9007199254740993\"\"]}\",9007199254740992\r\n"),
                     200);
    ck_assert_ptr_nonnull(strstr(probe_text(&probe), ",9007199254740993,1,grundy: Right."));
    ck_assert_ptr_nonnull(strstr(probe_text(&probe), ",9007199254740992,0,\"grundy: The Grundy value is 9007199254740993, not"));
    static const struct {
        const char *text;
        int line, column;
    } broken[] = {
        {"", 1, 1},                                    /* nothing at all */
        {"\xef\xbb\xbf", 1, 1},                        /* and what a spreadsheet makes of it */
        {"game,position\n1\n", 2, 2},                  /* a field is missing */
        {"game,position\r\n1\r\n", 2, 2},              /* the same */
        {"game,position\n1,2,3\n", 2, 5},              /* one too many */
        {"game,position\n1,2\n\"1,2\n", 3, 1},         /* a quote that is not closed */
        {"game,position\n\"1\n2\",2\n赵,2,3\n", 4, 5}, /* behind a field of two lines; a character is one column */
        {"game,position\n1,\"2\"x\n", 2, 3},           /* something behind a quote */
        {"\"a", 1, 1},
        {"student,id,game,position,grudny\nAnn,7,nim,,2\n", 1, 26}, /* nearly what a student could say */
        {"student,id,game,position\nAnn,7,nim,\n", 1, 9},           /* nothing that a student could say */
        {"student;game;position;grundy\nAnn;nim;;2\n", 1, 8},
        {"student\tgame\tposition\tgrundy\nAnn\tnim\t\t2\n", 1, 8},
        {"student,game,position,grundy,score\nAnn,nim,,2,1\n", 1, 30}, /* the answer has one */
        {"game,position,verdict,game\nnim,,win,nim\n", 1, 23},         /* which of the two is meant? */
        {"game,position,nim_sum,zeckendorf,\n", 1, 34},                /* of different games; and one without a name */
        {"game,position\n\327\324,nim\n", 2, 1},                       /* as a Chinese spreadsheet may write it: no UTF-8 */
        {"game,position\n中\377,2\n", 2, 2},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/grade", broken[i].text), 422);
        ck_assert_str_eq(probe_string(&probe, "code"), "invalid_input");
        ck_assert_ptr_null(strstr(probe_string(&probe, "title"), "problem")); /* it is a table */
        ck_assert_int_eq((int)probe_value(&probe, "line")->valuedouble, broken[i].line);
        ck_assert_int_eq((int)probe_value(&probe, "column")->valuedouble, broken[i].column);
    }
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=zh", "game,position\nnim\n"), 422);
    ck_assert_str_eq(probe_string(&probe, "detail"), "第 2 行第 4 列：字段数须与首行的列数相同");
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade?reveal=no", "game\nnim\n"), 400);
}
END_TEST

/* An empty cell is no answer to what was asked; what was not asked costs nothing. */
START_TEST(what_was_asked_in_a_table_and_left_blank_counts)
{
    probe.request.content_type = "text/csv";
    ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=en&reveal=false",
                                "student,game,position,asked,verdict,grundy,move\n"
                                "Ann,nim,\"{\"\"heaps\"\":[3,3]}\",verdict move,Second player,,none\n"
                                "Bo,nim,\"{\"\"heaps\"\":[3,3]}\",\"verdict, move;verdict\",后手必胜,,\n"
                                "Cy,nim,\"{\"\"heaps\"\":[3,3]}\",verdict move,,,\n"
                                "Di,nim,\"{\"\"heaps\"\":[3,3]}\",,loss,,\n"
                                "Ed,nim,\"{\"\"heaps\"\":[3,3]}\",,,,\n"
                                "Fi,nim,\"{\"\"heaps\"\":[3,3]}\",winning_moves,,,\n"),
                     200);
    const char *text = probe_text(&probe);
    ck_assert_ptr_nonnull(strstr(text, "none,1,verdict: Right. move: Right.\r\n"));
    ck_assert_ptr_nonnull(strstr(text, "后手必胜,,,0.5,verdict: Right. move: Nothing was answered.\r\n"));
    ck_assert_ptr_nonnull(strstr(text, "move,,,,0,verdict: Nothing was answered. move: Nothing was answered.\r\n"));
    ck_assert_ptr_nonnull(strstr(text, ",,loss,,,1,verdict: Right.\r\n"));
    ck_assert_ptr_nonnull(strstr(text, ",,,,,0,Nothing was answered.\r\n"));
    ck_assert_ptr_nonnull(strstr(text, ",winning_moves,,,,0,winning_moves: Nothing was answered.\r\n"));
}
END_TEST

SUITE_WITH(setup, teardown, a_wrong_claim_names_its_method, no_method_is_named_for_what_it_does_not_say,
           what_is_said_of_a_method_is_true_of_the_position, an_only_move_is_one, a_list_is_explained_as_a_whole,
           methods_of_two_games_are_two, one_bad_question_harms_no_other, what_is_not_graded_does_not_count,
           each_question_may_take_what_one_may, a_class_keeps_its_score_where_nothing_was_graded, a_class_is_a_table,
           what_was_asked_in_a_table_and_left_blank_counts)
