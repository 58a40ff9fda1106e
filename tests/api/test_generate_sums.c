/* POST /generate for sums: what POST /sum answers to them, halves won and lost, and with what was fixed. */
#include "tests/support/api/client.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct client client;

static void setup(void)
{
    client_init(&client);
}

static void teardown(void)
{
    client_free(&client);
}

static struct response generate(const char *body)
{
    struct response response = client_post(&client, "/generate", body);
    ck_assert_msg(response.status == 200 && !response.fault, "%s: %d %.300s", body, response.status, response.text);
    return response;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *string(const cJSON *object, const char *name)
{
    const cJSON *value = member(object, name);
    return cJSON_IsString(value) ? value->valuestring : "";
}

/* As many, each answered as POST /sum does; how many of them are lost. */
static int hold(struct response response, int count)
{
    const cJSON *item, *positions = member(response.json, "positions");
    int lost = 0;
    ck_assert_str_eq(string(response.json, "game"), "sum");
    ck_assert_int_eq(cJSON_GetArraySize(positions), count);
    ck_assert(cJSON_IsTrue(member(response.json, "complete")));
    cJSON_ArrayForEach(item, positions)
    {
        const cJSON *answer = member(item, "answer");
        ck_assert_int_ge(cJSON_GetArraySize(member(member(item, "position"), "terms")), 2);
        struct response one = client_post(&client, "/sum", client_print(&client, member(item, "position")));
        ck_assert_msg(one.status == 200, "%.300s", one.text);
        ck_assert_str_eq(client_print(&client, answer), client_print(&client, one.json));
        lost += strcmp(string(answer, "verdict"), "loss") == 0;
    }
    return lost;
}

START_TEST(a_sum_answers_as_the_sum_does)
{
    hold(generate("{\"game\":\"sum\",\"count\":30}"), 30);
    hold(generate("{\"game\":\"sum\",\"count\":20,\"size\":0,\"seed\":\"a\"}"), 20);
    hold(generate("{\"game\":\"sum\",\"count\":5,\"size\":70,\"seed\":5}"), 5);
    struct response once = generate("{\"game\":\"sum\",\"count\":9,\"seed\":4}"),
                    again = generate("{\"game\":\"sum\",\"count\":9,\"seed\":4}");
    ck_assert_str_eq(client_print(&client, once.json), client_print(&client, again.json));
}
END_TEST

START_TEST(verdicts_are_as_wished)
{
    ck_assert_int_eq(hold(generate("{\"game\":\"sum\",\"count\":40,\"verdict\":\"balanced\",\"seed\":3}"), 40), 20);
    ck_assert_int_eq(hold(generate("{\"game\":\"sum\",\"count\":10,\"verdict\":\"loss\"}"), 10), 10);
    ck_assert_int_eq(hold(generate("{\"game\":\"sum\",\"count\":10,\"verdict\":\"win\"}"), 10), 0);
    struct response drawn = generate("{\"game\":\"sum\",\"count\":4,\"verdict\":\"draw\"}");
    const cJSON *item;
    hold(drawn, 4);
    cJSON_ArrayForEach(item, member(drawn.json, "positions")) ck_assert_str_eq(string(member(item, "answer"), "verdict"), "draw");
}
END_TEST

START_TEST(what_is_fixed_of_the_terms_stays)
{
    struct response response = generate(
        "{\"game\":\"sum\",\"count\":12,\"verdict\":\"balanced\",\"fixed\":{\"terms\":[{\"game\":\"bash\",\"max_take\":3},"
        "{\"game\":\"nim\"},{\"game\":\"sg\",\"rules\":{\"take\":[1,4]}}]}}");
    const cJSON *item;
    ck_assert_int_eq(hold(response, 12), 6);
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        const cJSON *terms = member(member(item, "position"), "terms");
        ck_assert_int_eq(cJSON_GetArraySize(terms), 3);
        ck_assert_str_eq(string(cJSON_GetArrayItem(terms, 0), "game"), "bash");
        ck_assert_int_eq((int)member(cJSON_GetArrayItem(terms, 0), "max_take")->valuedouble, 3);
        ck_assert_str_eq(string(cJSON_GetArrayItem(terms, 1), "game"), "nim");
        ck_assert_str_eq(client_print(&client, member(cJSON_GetArrayItem(terms, 2), "rules")), "{\"take\":[1,4]}");
    }
}
END_TEST

static const struct {
    const char *body, *pointer;
} refused[] = {
    {"{\"game\":\"sum\",\"fixed\":{\"terms\":[{\"game\":\"cat-mouse\"},{\"game\":\"nim\"}]}}", "/fixed/terms/0"},
    {"{\"game\":\"sum\",\"fixed\":{\"terms\":[{\"game\":\"nim\",\"misere\":true},{\"game\":\"nim\"}]}}", "/fixed/terms/0"},
    {"{\"game\":\"sum\",\"fixed\":{\"terms\":[{\"heaps\":[1]}]}}", "/fixed/terms/0/game"},
    {"{\"game\":\"sum\",\"fixed\":{\"terms\":[{\"game\":\"nim\",\"heaps\":[-1]}]}}", "/fixed/terms/0/heaps/0"},
    {"{\"game\":\"sum\",\"fixed\":{\"terms\":3}}", "/fixed/terms"},
    {"{\"game\":\"sum\",\"fixed\":{\"heaps\":[3]}}", "/fixed/heaps"},
    {"{\"game\":\"sum\",\"fixed\":[]}", "/fixed"},
    {"{\"game\":\"sum\",\"against\":\"odd-sum\"}", "/against"},
    {"{\"game\":\"sum\",\"verdict\":\"draw\",\"fixed\":{\"terms\":[{\"game\":\"nim\"},{\"game\":\"bash\"}]}}", "/verdict"},
};

START_TEST(what_cannot_be_is_told)
{
    struct response response = client_post(&client, "/generate", refused[_i].body);
    ck_assert_msg(response.status == 422, "%s: %d %.300s", refused[_i].body, response.status, response.text);
    const cJSON *first = cJSON_GetArrayItem(member(response.json, "errors"), 0);
    ck_assert_msg(strcmp(string(first, "pointer"), refused[_i].pointer) == 0, "%s: %.300s", refused[_i].body, response.text);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_sum_answers_as_the_sum_does);
    tcase_add_test(tcase, verdicts_are_as_wished);
    tcase_add_test(tcase, what_is_fixed_of_the_terms_stays);
    tcase_add_loop_test(tcase, what_cannot_be_is_told, 0, sizeof refused / sizeof *refused);
}
