/* A solver that breaks its promise: one 500, told with its game and position; the next question is answered as ever. The linker
 * puts __wrap_takes_push() in the place of takes_push(), which offers the moves of /nim. */
#include "core/kit/heaps/takes.h"
#include "core/promise.h"
#include "tests/support/api/client.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static bool kept;

void __real_takes_push(struct ask *ask, size_t n, takes_describe *describe, const void *context);
void __wrap_takes_push(struct ask *ask, size_t n, takes_describe *describe, const void *context);

void __wrap_takes_push(struct ask *ask, size_t n, takes_describe *describe, const void *context)
{
    promise(kept);
    __real_takes_push(ask, n, describe, context);
}

struct told {
    int times;
    char promise[200], game[20], position[100];
};

static void on_broken(void *what, const char *promise, const char *game, const char *position)
{
    struct told *told = what;
    told->times++;
    snprintf(told->promise, sizeof told->promise, "%s", promise);
    snprintf(told->game, sizeof told->game, "%s", game);
    snprintf(told->position, sizeof told->position, "%s", position);
}

START_TEST(a_broken_promise_is_one_500)
{
    struct client client;
    struct told told = {0};
    client_init(&client);
    client.api.broken = on_broken;
    client.api.what = &told;
    kept = false;
    struct response response = client_post(&client, "/nim", "{\"heaps\":[3,4,5],\"misere\":true,\"moves\":\"none\"}");
    ck_assert_int_eq(response.status, 500);
    ck_assert_str_eq(cJSON_GetObjectItem(response.json, "code")->valuestring, "internal");
    ck_assert_msg(!strstr(response.text, "core/"), "what broke is nobody's business: %s", response.text);
    ck_assert_int_eq(told.times, 1);
    ck_assert_str_eq(told.game, "nim");
    ck_assert_str_eq(told.position, "{\"heaps\":[3,4,5],\"misere\":true}");
    ck_assert_msg(strstr(told.promise, "test_promise.c") && strstr(told.promise, "kept"), "%s", told.promise);
    ck_assert_int_eq(client_post(&client, "/bash", "{\"heaps\":[3],\"max_take\":2}").status, 500);
    ck_assert_str_eq(told.game, "bash");
    kept = true;
    ck_assert_int_eq(client_post(&client, "/nim", "{\"heaps\":[3,4,5]}").status, 200);
    ck_assert_int_eq(told.times, 2);
    client_free(&client);
}
END_TEST

START_TEST(of_a_batch_only_its_own_item_is_lost)
{
    struct client client;
    struct told told = {0};
    client_init(&client);
    client.api.broken = on_broken;
    client.api.what = &told;
    kept = false;
    struct response response = client_post(
        &client, "/batch", "{\"questions\":[{\"game\":\"nim\",\"heaps\":[1]},{\"game\":\"kiki\",\"rows\":2,\"cols\":2}]}");
    ck_assert_int_eq(response.status, 200);
    ck_assert_msg(strstr(response.text, "\"code\":\"internal\"") && strstr(response.text, "\"game\":\"kiki\""), "%s",
                  response.text);
    ck_assert_int_eq(told.times, 1);
    client_free(&client);
}
END_TEST

SUITE(a_broken_promise_is_one_500, of_a_batch_only_its_own_item_is_lost)
