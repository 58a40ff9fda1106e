/* What a class hands in: what was asked is graded and nothing else, and what one student writes costs nobody else. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
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

static int grade(const char *body)
{
    probe.request.content_type = "application/json";
    return probe_send(&probe, "POST", "/grade", body);
}

static const char *table(const char *text)
{
    probe.request.content_type = "text/csv";
    ck_assert_msg(probe_send(&probe, "POST", "/grade?reveal=false&language=en", text) == 200, "%s", probe_text(&probe));
    return probe_text(&probe);
}

static void has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part), "\"%s\" is not in %s", part, text);
}

#define NIM "\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]}"
#define ASKED "\"asked\":[\"verdict\",\"move\"]"
#define TAKE "\"move\":{\"heap\":0,\"take\":2}"

static double score(const char *rest)
{
    char body[300];
    snprintf(body, sizeof body, "{" NIM ",\"reveal\":false,\"language\":\"en\",%s}", rest);
    ck_assert_msg(grade(body) == 200, "%s: %s", body, probe_text(&probe));
    return strtod(strstr(probe_text(&probe), "\"score\":") + 8, NULL); /* in the tree every fraction is 0.5 */
}

/* 3, 4, 5 has 12 moves, and one that wins: two stones of the first heap. */
START_TEST(what_is_asked_is_graded)
{
    static const char *const lenient[] = {"\"lenient\":false," ASKED, "\"lenient\":true," ASKED};
    char rest[200];
    for (size_t i = 0; i < 2; i++) {
        static const struct {
            const char *claim;
            double score;
        } rows[] = {
            {"{\"move_count\":12}", 0},
            {"{\"verdict\":\"win\",\"move_count\":12,\"grundy\":2}", 0.5},
            {"{\"verdict\":\"win\"," TAKE "}", 1},
            {"{\"verdict\":\"win\"," TAKE ",\"grundy\":7,\"mood\":1}", 1}, /* not asked: not looked at */
            {"{" TAKE "}", 0.5},
            {"{}", 0},
        };
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            snprintf(rest, sizeof rest, "%s,\"claim\":%s", lenient[i], rows[k].claim);
            ck_assert_double_eq(score(rest), rows[k].score);
            ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "checks")), 2);
            ck_assert(cJSON_IsTrue(probe_value(&probe, "correct")) == (rows[k].score > 0.9));
        }
    }
    ck_assert_str_eq(probe_string(&probe, "checks.0.what"), "verdict");
    ck_assert(cJSON_IsTrue(probe_value(&probe, "checks.0.malformed")));
    ck_assert_str_eq(probe_string(&probe, "checks.1.feedback"), "Nothing was answered.");
    /* A name twice is one part; weights are those of what was asked. */
    ck_assert_double_eq(score("\"asked\":[\"verdict\",\"verdict\"],\"claim\":{\"verdict\":\"win\"}"), 1);
    ck_assert_double_eq(score(ASKED ",\"weights\":{\"move\":3},\"claim\":{\"verdict\":\"win\"}"), 0.25);
    /* Of each question of a list. */
    ck_assert_int_eq(
        grade("{\"questions\":[{" NIM "," ASKED ",\"claim\":{\"move_count\":12}},{" NIM ",\"claim\":{\"move_count\":12}}]}"),
        200);
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 0.5);
}
END_TEST

START_TEST(what_cannot_be_asked_is_told)
{
    static const struct {
        const char *rest, *pointer, *detail;
    } rows[] = {
        {"\"asked\":[\"verdict\",\"grudny\"],\"claim\":{}", "/asked/1",
         "\"grudny\" cannot be claimed in this game; did you mean \"grundy\"?"},
        {"\"asked\":[\"zeckendorf\"],\"claim\":{}", "/asked/0", "\"zeckendorf\" cannot be claimed in this game"},
        {"\"asked\":[],\"claim\":{}", "/asked", "must ask for something"},
        {"\"asked\":\"verdict\",\"claim\":{}", "/asked", "must be a list of what is to be claimed"},
        {"\"asked\":[7],\"claim\":{}", "/asked/0", "must be a string"},
        {"\"asked\":[\"verdict\"],\"record\":[]", "/asked", "must stand beside \"claim\": a record has no parts"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[300];
        snprintf(body, sizeof body, "{" NIM ",%s,\"lenient\":true,\"language\":\"en\"}", rows[i].rest);
        ck_assert_msg(grade(body) == 422, "%s: %s", body, probe_text(&probe));
        ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), rows[i].pointer);
        ck_assert_str_eq(probe_string(&probe, "errors.0.detail"), rows[i].detail);
    }
    const char *text = table("student,game,position,asked,verdict,grundy\n"
                             "Ann,nim,\"{\"\"heaps\"\":[3,3]}\",verdict grudny,loss,\n"
                             "Bo,nim,\"{\"\"heaps\"\":[3,3]}\",verdict，grundy,loss,0\n"
                             "Cy,nim,\"{\"\"heaps\"\":[3,3]}\",verdict,loss,7\n");
    has(text, ",loss,,,\"Not graded (invalid_position): asked[1]: \"\"grudny\"\" cannot be claimed in this game; did you mean "
              "\"\"grundy\"\"?\"\r\n");
    has(text, ",loss,0,1,verdict: Right. grundy: Right.\r\n");
    has(text, ",loss,7,1,verdict: Right.\r\n");
    ck_assert_int_eq(grade("{\"questions\":[]}"), 422);
    ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/questions");
    ck_assert_str_eq(probe_string(&probe, "errors.0.code"), "too_short");
}
END_TEST

/* The columns of the teacher's own come back as they were, but for what a spreadsheet would run, in their names, too. */
START_TEST(other_columns_go_through)
{
    const char *text = table("student,email,section,note,=1+1,game,position,verdict\n"
                             "Ann,a@b.c,=A1,\"x, \"\"y\"\"\",@z,nim,\"{\"\"heaps\"\":[3,4,5]}\",win\n"
                             "Bo,,7,-2,+3,nim,\"{\"\"heaps\"\":[3,4,5]}\",loss\n");
    has(text, "student,email,section,note,'=1+1,game,position,verdict,score,feedback\r\n");
    has(text, "\r\nAnn,a@b.c,'=A1,\"x, \"\"y\"\"\",'@z,nim,\"{\"\"heaps\"\":[3,4,5]}\",win,1,verdict: Right.\r\n");
    has(text, "\r\nBo,,7,-2,+3,nim,\"{\"\"heaps\"\":[3,4,5]}\",loss,0,");
    static const struct {
        const char *names, *detail;
    } refused[] = {
        {"student,game,position,verdct,grundy\n",
         "line 1, column 23: the column is nearly verdict: write that, or give it a name of its own"},
        {"student,game,Positon,verdict\n",
         "line 1, column 14: the column is nearly position: write that, or give it a name of its own"},
        {"student;game;position;verdict\n",
         "line 1, column 8: a comma must stand between fields, not a semicolon: save it as CSV with commas"},
        {"student\tgame\n", "line 1, column 8: a comma must stand between fields, not a tab: save it as CSV with commas"},
        {"student,game,position,mail\n",
         "line 1, column 23: no column can be claimed, such as verdict or move: others than those, "
         "student, game, position and asked are not graded"},
        {"student,game,position,verdict,feedback\n", "line 1, column 31: the answer adds a column of this name: leave it out"},
        {"student,game,position,verdict,\n", "line 1, column 31: the column must have a name"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=en", refused[i].names), 422);
        ck_assert_str_eq(probe_string(&probe, "detail"), refused[i].detail);
        ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=zh", refused[i].names), 422);
        ck_assert_ptr_nonnull(strstr(probe_string(&probe, "detail"), "第 1 行第 "));
        ck_assert_ptr_null(strstr(probe_string(&probe, "detail"), "column"));
    }
}
END_TEST

/* Of nobody who handed in anything the grades are a table without lines. */
START_TEST(a_table_of_names_alone_comes_back_as_one)
{
    ck_assert_str_eq(table("student,game,position,verdict\n"), "student,game,position,verdict,score,feedback\r\n");
    ck_assert_str_eq(table("student,game,position,verdict"), "student,game,position,verdict,score,feedback\r\n");
}
END_TEST

/* A number that no integer within 2^53 is, is told as it was written, and as nothing that nobody wrote. */
START_TEST(no_other_number_is_told_than_was_claimed)
{
    static const char *const numbers[] = {
        "77777777777777777777777777777777777777777777777777777777777777777777777777777777",
        "9007199254740992",
        "-9007199254740992",
        "1e400",
        "2.5",
        "-0.25e-3",
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char body[300];
        snprintf(body, sizeof body,
                 "{\"questions\":[{" NIM ",\"claim\":{\"move\":%s,\"grundy\":%s}}],\"lenient\":true,\"language\":\"en\"}",
                 numbers[i], numbers[i]);
        ck_assert_int_eq(grade(body), 200);
        ck_assert_str_eq(probe_value(&probe, "answers.0.checks.0.claimed")->valuestring, numbers[i]);
        ck_assert_str_eq(probe_value(&probe, "answers.0.checks.1.claimed")->valuestring, numbers[i]);
        ck_assert_ptr_nonnull(strstr(probe_string(&probe, "answers.0.checks.1.feedback"), "must be an object"));
    }
}
END_TEST

/* What a keyboard puts around an answer, or in place of its digits. */
START_TEST(blanks_and_wide_letters_are_no_matter)
{
    const char *text = table("student, game ,position,verdict,grundy,move\n"
                             "A,nim, \"{\"\"heaps\"\":[3,4,5]}\" , win, 2,\t\"{\"\"heap\"\":0,\"\"take\"\":2}\"\n"
                             "B, nim,　\"{\"\"heaps\"\":[3,4,5]}\",ｗｉｎ　,　２\t,\" {\"\"heap\"\":0,\"\"take\"\":2}\"\n"
                             "C,nim,\"{\"\"heaps\"\":[3,4,5]}\",Ｎ,２ ,｛“heap”：0，“take”：２｝\n"
                             "D,nim,\"{\"\"heaps\"\":[\"\"9007199254740993\"\"]}\",win, 9007199254740993 ,\n");
    size_t right = 0;
    for (const char *at = text; (at = strstr(at, ",1,verdict: Right. grundy: Right.")); at++)
        right++;
    ck_assert_msg(right == 4, "%s", text);
    has(text, ",win, 9007199254740993 ,,1,verdict: Right. grundy: Right.\r\n");
    has(text, "｛“heap”：0，“take”：２｝,1,");
    has(text, "student,game,position,verdict,grundy,move,score,feedback\r\nA,nim,");
    ck_assert_double_eq(score("\"lenient\":true,\"claim\":{\"grundy\":\"　２ \",\"verdict\":\"\\tｗｉｎ\"}"), 1);
    ck_assert_double_eq(score("\"lenient\":true,\"claim\":{\"grundy\":\"−2\"}"), 0);
}
END_TEST

#define HEAD "student,game,position,asked,verdict,grundy\n"
#define LINE(name, rest) name ",nim,\"{\"\"heaps\"\":[3,3]}\",verdict grundy," rest "\n"

/* Longer than a claim may be, deeper than JSON may be, more values than memory holds, control characters, NUL and no UTF-8. */
START_TEST(rubbish_costs_its_own_line)
{
    enum { LONG = 70000, DEEP = 63 };
    static char text[3 * LONG + 2000], cell[LONG + 1];
    const char *kinds[] = {"x", "1", "[", "\1", " ", "中"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t step = strlen(kinds[i]), n = 0;
        for (; n + step <= LONG; n += step)
            memcpy(cell + n, kinds[i], step);
        cell[n] = '\0';
        snprintf(text, sizeof text, HEAD LINE("Ann", "loss,0") LINE("Bo", "loss,%s") LINE("Cy", "%s,0") LINE("Di", "loss,0"),
                 cell, cell);
        const char *reply = table(text);
        has(reply, "Ann,nim,\"{\"\"heaps\"\":[3,3]}\",verdict grundy,loss,0,1,verdict: Right. grundy: Right.\r\n");
        has(reply, ",0.5,\"verdict: Right. grundy: This answer cannot be read: ");
        has(reply, "Di,nim,\"{\"\"heaps\"\":[3,3]}\",verdict grundy,loss,0,1,verdict: Right. grundy: Right.\r\n");
    }
    memset(cell, '[', DEEP);
    cell[DEEP] = '\0';
    memset(cell + LONG / 2, ']', DEEP);
    cell[LONG / 2 + DEEP] = '\0';
    snprintf(text, sizeof text, HEAD LINE("Bo", "loss,%s%s") LINE("Di", "loss,0"), cell, cell + LONG / 2);
    has(table(text), ",0.5,\"verdict: Right. grundy: This answer cannot be read: ");
}
END_TEST

/* Whole sentences, with somebody who must, and what the game does not have is no matter of reading. */
START_TEST(what_cannot_be_read_is_told_in_sentences)
{
    static const struct {
        const char *claim, *en, *zh;
    } rows[] = {
        {"\"grundy\":\"x\"", "This answer cannot be read: it must be a decimal integer", "这个答案无法读取：须为十进制整数"},
        {"\"move\":{\"heap\":0}", "This answer cannot be read: take is missing.", "这个答案无法读取：take：缺失。"},
        {"\"winning_moves\":[7]", "This answer cannot be read: item 1 must be an object.",
         "这个答案无法读取：第 1 项：须为对象。"},
        {"\"winning_moves\":[{\"heap\":0,\"tak\":1}]",
         "This answer cannot be read: item 1: tak: unknown field; did you mean \"take\"?",
         "这个答案无法读取：第 1 项：tak：没有这个字段；是否指 \"take\"？"},
        {"\"nimsum\":2", "\"nimsum\" cannot be claimed in this game; did you mean \"nim_sum\"?",
         "\"nimsum\" 在这个游戏中不能断言；是否指 \"nim_sum\"？"},
        {"\"zeckendorf\":2", "\"zeckendorf\" cannot be claimed in this game.", "\"zeckendorf\" 在这个游戏中不能断言。"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int zh = 0; zh < 2; zh++) {
            char body[400];
            const char *sentence = zh ? rows[i].zh : rows[i].en;
            snprintf(body, sizeof body, "{" NIM ",\"lenient\":true,\"language\":\"%s\",\"claim\":{%s}}", zh ? "zh" : "en",
                     rows[i].claim);
            ck_assert_int_eq(grade(body), 200);
            const char *feedback = probe_string(&probe, "checks.0.feedback");
            ck_assert_msg(strncmp(feedback, sentence, strlen(sentence)) == 0, "%s: %s", body, feedback);
        }
}
END_TEST

/* A student's own bytes are the student's answer: wrong, whatever stands around them, and no matter where they were not asked. */
START_TEST(bytes_that_are_no_text_are_a_wrong_part)
{
    const char *text = table(HEAD LINE("Ann", "\xff\xfe,0") LINE("Bo", "loss,0") LINE("Cy", "\xff,\xff"));
    has(text, "verdict grundy,\ufffd\ufffd,0,0.5,\"verdict: This answer cannot be read: ");
    has(text, " grundy: Right.\"\r\nBo,nim,\"{\"\"heaps\"\":[3,3]}\",verdict grundy,loss,0,1,");
    has(text, "verdict grundy,\ufffd,\ufffd,0,\"verdict: This answer cannot be read: ");
    text = table("game,position,asked,move,verdict\n"
                 "nim,\"{\"\"heaps\"\":[3]}\",move,\"{\"\"heap\"\":0,\"\"take\"\":3,\"\"text\"\":\"\"all\"\"}\",\n"
                 "nim,\"{\"\"heaps\"\":[3]}\",move,\"{\"\"heap\"\":0,\"\"take\"\":3,\"\"text\"\":\"\"\xff\"\"}\",\n"
                 "nim,\"{\"\"heaps\"\":[3]}\",move,\"{\"\"heap\"\":0,\"\"take\"\":3}\",\xc3\n"
                 "nim,\"{\"\"heaps\"\":[3]}\",,,\xc3(\n");
    has(text, "\"\"all\"\"}\",,1,move: Right.\r\n");
    has(text, "\"\"\ufffd\"\"}\",,0,");
    has(text, ",\"\"take\"\":3}\",\ufffd,1,move: Right.\r\n");
    has(text, ",,,\ufffd(,0,");
    ck_assert_ptr_null(strstr(text, "Not graded"));
}
END_TEST

/* What the teacher keeps beside the claims is the teacher's, in any encoding: it comes back as it came. */
START_TEST(columns_of_the_teacher_pass_in_any_encoding)
{
    const char *text = table("student,section,game,position,verdict\n"
                             "Ann,\xd7\xe9\xd2\xbb,nim,\"{\"\"heaps\"\":[3,3]}\",loss\n"
                             "Bo,\"\xff,\"\"\xfe\",nim,\"{\"\"heaps\"\":[3,3]}\",win\n");
    has(text, "Ann,\xd7\xe9\xd2\xbb,nim,\"{\"\"heaps\"\":[3,3]}\",loss,1,verdict: Right.\r\n");
    has(text, "Bo,\"\xff,\"\"\xfe\",nim,\"{\"\"heaps\"\":[3,3]}\",win,0,");
}
END_TEST

/* A cell that a spreadsheet would run comes back as text; numbers, and what means "none", as they are. */
START_TEST(formulas_come_back_as_text)
{
    const char *text = table("student,game,position,verdict,grundy\n"
                             "=1+1,nim,\"{\"\"heaps\"\":[3,3]}\",@SUM(A1),+1-2\n"
                             "-2+3,nim,\"{\"\"heaps\"\":[3,3]}\",\"\t=1\",-3\n"
                             "+86.5,nim,\"{\"\"heaps\"\":[3,3]}\",\"\r=1\",-\n"
                             "a=1,nim,\"{\"\"heaps\"\":[3,3]}\",＝1, =1\n");
    has(text, "\r\n'=1+1,nim,\"{\"\"heaps\"\":[3,3]}\",'@SUM(A1),'+1-2,0,");
    has(text, "\r\n'-2+3,nim,\"{\"\"heaps\"\":[3,3]}\",'\t=1,-3,0,");
    has(text, "\r\n+86.5,nim,\"{\"\"heaps\"\":[3,3]}\",\"'\r=1\",-,0,");
    has(text, "\r\na=1,nim,\"{\"\"heaps\"\":[3,3]}\",'＝1,' =1,0,");
}
END_TEST

/* A quote that is not closed takes in what is pasted behind it: the place is where it opens. */
START_TEST(a_quote_is_told_where_it_opens)
{
    static const struct {
        const char *text, *detail;
    } rows[] = {
        {HEAD LINE("Ann", "loss,0") LINE("Bo", " \"loss,0") "Cy,nim,,,,\n",
         "line 3, column 44: the quote that opens here is not closed"},
        {HEAD LINE("Ann", "loss,0") LINE("Bo", "\"loss,0") HEAD LINE("Cy", "loss,0"),
         "line 3, column 43: the quote that opens here is closed where the field does not end"},
        {"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n",
         "line 1, column 86: there are more fields than a table may have columns"},
    };
    probe.request.content_type = "text/csv";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_int_eq(probe_send(&probe, "POST", "/grade?language=en", rows[i].text), 422);
        ck_assert_str_eq(probe_string(&probe, "detail"), rows[i].detail);
    }
}
END_TEST

/* 3, 4, 5 is won by two stones of the first heap, and by no other move. */
START_TEST(names_of_columns_may_be_in_capitals)
{
    const char *text = table("Student,GAME,Position,Verdict,Winning moves,Note,Asked\n"
                             "Ann,nim,\"{\"\"heaps\"\":[3,4,5]}\",win,,Hi,verdict\n"
                             "Bo,nim,\"{\"\"heaps\"\":[3,4,5]}\",,\"[{\"\"heap\"\":0,\"\"take\"\":2}]\",,winning_moves\n");
    has(text, "Student,GAME,Position,Verdict,Winning moves,Note,Asked,score,feedback\r\n");
    has(text, ",Hi,verdict,1,verdict: Right.\r\n");
    has(text, ",winning_moves,1,");
    probe_send(&probe, "POST", "/grade?language=en", "Student,game,position,verdict,Verdict\n");
    has(probe_text(&probe), "line 1, column 31: the column is named twice");
}
END_TEST

/* What is said first is what is meant most. */
START_TEST(verdicts_are_told_in_their_order)
{
    const char *text = table("student,game,position,verdict\nAnn,nim,\"{\"\"heaps\"\":[3]}\",maybe\n");
    has(text, "must be one of \"\"win\"\", \"\"loss\"\", \"\"draw\"\", \"\"N\"\", \"\"P\"\", \"\"必胜\"\", \"\"必败\"\", "
              "\"\"平局\"\", \"\"平\"\"");
    static const char *const words[][2] = {{"win", "loss"}, {"N", "P"}, {"必胜", "必败"}};
    for (size_t i = 0; i < 6; i++) {
        char claim[60];
        snprintf(claim, sizeof claim, "\"lenient\":false,\"claim\":{\"verdict\":\"%s\"}", words[i / 2][i % 2]);
        ck_assert(score(claim) == 1 - (double)(i % 2)); /* 3, 4, 5 is won */
    }
}
END_TEST

SUITE_WITH(setup, teardown, what_is_asked_is_graded, what_cannot_be_asked_is_told, blanks_and_wide_letters_are_no_matter,
           rubbish_costs_its_own_line, what_cannot_be_read_is_told_in_sentences, bytes_that_are_no_text_are_a_wrong_part,
           columns_of_the_teacher_pass_in_any_encoding, formulas_come_back_as_text, other_columns_go_through,
           a_table_of_names_alone_comes_back_as_one, no_other_number_is_told_than_was_claimed, a_quote_is_told_where_it_opens,
           names_of_columns_may_be_in_capitals, verdicts_are_told_in_their_order)
