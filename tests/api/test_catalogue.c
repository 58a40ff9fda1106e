/* The catalogue: names that books use, short lists, and words beside schemas. */
#include "api/names/hint.h"
#include "core/registry.h"
#include "tests/support/api/client.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

START_TEST(every_name_is_a_game_that_is_answered)
{
    struct client client;
    client_init(&client);
    struct response all = client_send(&client, "GET", "/games", NULL);
    ck_assert_int_eq(all.status, 200);
    const cJSON *names = cJSON_GetObjectItem(all.json, "names"), *name;
    ck_assert_uint_eq((size_t)cJSON_GetArraySize(names), famous_count);
    cJSON_ArrayForEach(name, names)
    {
        char path[80];
        snprintf(path, sizeof path, "/%s", cJSON_GetObjectItem(name, "game")->valuestring);
        const char *position = client_print(&client, cJSON_GetObjectItem(name, "position"));
        ck_assert_msg(client_post(&client, path, position).status == 200, "%s %s", path, position);
    }
    client_free(&client);
}
END_TEST

/* The values that the encyclopedia prints under these numbers: its first terms. */
static const struct {
    const char *id, *values;
} sequences[] = {
    {"kayles", "[0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4]"},
    {"dawsons-kayles", "[0,0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2]"},
    {"dawsons-chess", "[0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2,2]"},
    {"grundys-game", "[0,0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2]"},
    {"subtract-a-square", "[0,1,0,1,2,0,1,0,1,2,0,1,0,1,2,0,1,0]"},
    {"take-a-prime", "[0,0,1,1,2,2,3,3,4,0,0,1,1,2,2,3,3,4]"},
};

START_TEST(sequences_are_those_of_the_encyclopedia)
{
    struct client client;
    client_init(&client);
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        const struct famous *game = famous_find(sequences[i].id);
        ck_assert_ptr_nonnull(game);
        ck_assert_ptr_nonnull(game->oeis);
        const cJSON *rules = cJSON_GetObjectItem(client_read(&client, game->position), "rules");
        char body[300];
        snprintf(body, sizeof body, "{\"rules\":%s,\"to\":17}", client_print(&client, rules));
        struct response table = client_post(&client, "/sg/table", body);
        ck_assert_str_eq(client_print(&client, cJSON_GetObjectItem(table.json, "values")), sequences[i].values);
    }
    client_free(&client);
}
END_TEST

START_TEST(a_path_that_is_a_name_says_what_it_is)
{
    static const char *const paths[] = {
        "/kayles",  "/games/kayles", "/Kayles",    "/games/dawsons-kayles", "/Dawson%27s%20Kayles", "/grundys_game",
        "/kayle",   "/games/kayle",  "/kaylse",    "/dawson-kayles",        "/games/grundy-game",   "/trebelcross",
        "/officer", "/lasker-nim",   "/take-prime"};
    struct client client;
    client_init(&client);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct response response = client_send(&client, "GET", paths[i], NULL);
        ck_assert_int_eq(response.status, 404);
        ck_assert_msg(strstr(response.text, "is /sg with {"), "%s: %s", paths[i], response.text);
    }
    client_free(&client);
}
END_TEST

/* What stands behind "there is no PATH; ", and behind "is no game; " where a tool is asked for the last word of the path. */
static const struct {
    const char *path, *said;
} meant[] = {
    {"/dawson", "Dawson's Kayles is /sg with {\"rules\":{\"octal\":\"0.07\"},\"heaps\":[10]}, and Dawson's chess is /sg with "
                "{\"rules\":{\"octal\":\"0.137\"},\"heaps\":[10]}"},
    {"/Dawson's", "Dawson's Kayles is /sg with {\"rules\":{\"octal\":\"0.07\"},\"heaps\":[10]}, and Dawson's chess is /sg with "
                  "{\"rules\":{\"octal\":\"0.137\"},\"heaps\":[10]}"},
    {"/dawsons-chess", "Dawson's chess is /sg with {\"rules\":{\"octal\":\"0.137\"},\"heaps\":[10]}"},
    {"/lasker", "Lasker's nim is /sg with {\"rules\":{\"take\":\"any\",\"split\":\"any\"},\"heaps\":[3,4]}"},
    {"/games/grundy", "Grundy's game is /sg with {\"rules\":{\"split\":\"unequal\"},\"heaps\":[10]}"},
    {"/凯尔斯", "Kayles is /sg with {\"rules\":{\"octal\":\"0.77\"},\"heaps\":[10]}"},
    {"/treblecross", "Treblecross (n cells: a heap of n + 2) is /sg with {\"rules\":{\"octal\":\"0.007\"},\"heaps\":[10]}"},
    {"/guiles", "Guiles is /sg with {\"rules\":{\"octal\":\"0.15\"},\"heaps\":[10]}"},
    {"/officers", "Officers is /sg with {\"rules\":{\"octal\":\"0.6\"},\"heaps\":[10]}"},
    {"/chomp", "GET /custom/gallery has Chomp 3 by 4 as rules for /custom, with the id chomp"},
    {"/games/Northcott", "GET /custom/gallery has Northcott's game as rules for /custom, with the id northcott"},
    {"/play/tictactoe", "GET /custom/gallery has Noughts and crosses as rules for /custom, with the id tic-tac-toe"},
    {"/井字棋", "GET /custom/gallery has Noughts and crosses as rules for /custom, with the id tic-tac-toe"},
    {"/cram", "Cram is not among the games here, but /custom takes rules of one's own"},
    {"/games/chess", "Chess is not among the games here, but /custom takes rules of one's own"},
    {"/sprague", "the nearest path is /sg"},
    {"/games/Sprague-Grundy", "the nearest path is /games/sg"},
    {"/巴什博弈", "the nearest path is /bash"},
    {"/%E5%B7%B4%E4%BB%80%E5%8D%9A%E5%BC%88", "the nearest path is /bash"},
    {"/威佐夫博弈", "the nearest path is /wythoff"},
    {"/games/尼姆", "the nearest path is /games/nim"},
    {"/Nim%20%E6%B8%B8%E6%88%8F", "the nearest path is /nim"},
    {"/practice/斐波那契博弈", "the nearest path is /practice/fibonacci-nim"},
    {"/阶梯博弈", "the nearest path is /staircase-nim"},
    {"/fibonacci", "the nearest path is /fibonacci-nim"},
    {"/bomb", "the nearest path is /bombs"},
    {"/Wythoff’s game", "the nearest path is /wythoff"},
    {"/《巴什博弈》", "the nearest path is /bash"},
    {"/games/Dawson’s chess", "Dawson's chess is /sg with {\"rules\":{\"octal\":\"0.137\"},\"heaps\":[10]}"},
    {"/银币游戏", "Silver dollar game without the dollar is /georgia-bob with {\"chessmen\":[2,5,6]}"},
};

START_TEST(a_path_that_is_a_known_name_says_what_is_meant)
{
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) {
        ck_assert_int_eq(probe_send(&probe, "GET", meant[i].path, NULL), 404);
        const char *detail = probe_string(&probe, "detail"), *said = strstr(detail, "; ");
        ck_assert_msg(said && strcmp(said + 2, meant[i].said) == 0, "%s: %s", meant[i].path, detail);
        probe.request.accept_language = "zh";
        probe_send(&probe, "GET", meant[i].path, NULL);
        detail = probe_string(&probe, "detail");
        ck_assert_msg(strncmp(detail, "没有 /", strlen("没有 /")) == 0 && !strstr(detail, " is "), "%s", detail);
        probe.request.accept_language = NULL;
    }
    probe_free(&probe);
}
END_TEST

/* The same for a tool that is asked for such a game, and for a term of a sum. */
START_TEST(a_tool_says_what_is_meant)
{
    static const struct {
        const char *name, *said;
    } cases[] = {
        {"lasker", "is no game; Lasker's nim is sg with {\"rules\":{\"take\":\"any\",\"split\":\"any\"},\"heaps\":[3,4]}"},
        {"chomp", "is no game; GET /custom/gallery has Chomp 3 by 4 as rules for /custom, with the id chomp"},
        {"cram", "is no game; Cram is not among the games here, but /custom takes rules of one's own"},
        {"巴什博弈", "is no game; did you mean \"bash\"?"},
        {"nimm", "is no game; did you mean \"nim\"?"},
        {"something", "is no game; GET /games lists the games"},
    };
    struct probe probe;
    probe_init(&probe);
    probe.request.accept_language = "zh";
    probe_send(&probe, "POST", "/play", "{\"game\":\"中国象棋\",\"position\":{}}");
    ck_assert_str_eq(probe_string(&probe, "errors.0.detail"),
                     "不是任何游戏的名称；这里没有“中国象棋”这个游戏，但 /custom 接受自定规则");
    probe.request.accept_language = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[200];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"position\":{}}", cases[i].name);
        ck_assert_int_eq(probe_send(&probe, "POST", "/play", body), 422);
        ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), "/game");
        ck_assert_str_eq(probe_string(&probe, "errors.0.detail"), cases[i].said);
        probe.request.accept_language = "zh";
        probe_send(&probe, "POST", "/play", body);
        ck_assert_msg(strncmp(probe_string(&probe, "errors.0.detail"), "不是任何游戏的名称；", 30) == 0, "%s",
                      probe_string(&probe, "errors.0.detail"));
        probe.request.accept_language = NULL;
    }
    probe_free(&probe);
}
END_TEST

/* Every other name leads somewhere, and every game of the gallery is known by its id and titles. */
START_TEST(no_other_name_leads_nowhere)
{
    static const struct {
        bool alias;
        const char *name;
    } others[] = {
#define ALIAS(name, id) {true, name},
#define ABSENT(id, en, zh) {false, id}, {false, en}, {false, zh},
#include "api/names/others.def"
#undef ALIAS
#undef ABSENT
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        enum hint_kind kind = hint_of(others[i].name).kind;
        ck_assert_msg(others[i].alias ? kind != HINT_NONE && kind != HINT_ABSENT : kind == HINT_ABSENT, "%s: %d", others[i].name,
                      kind);
    }
    struct client client;
    client_init(&client);
    struct response response = client_send(&client, "GET", "/custom/gallery", NULL);
    const cJSON *game;
    cJSON_ArrayForEach(game, cJSON_GetObjectItem(response.json, "games"))
    {
        const cJSON *title = cJSON_GetObjectItem(game, "title");
        const char *names[] = {cJSON_GetObjectItem(game, "id")->valuestring, cJSON_GetObjectItem(title, "en")->valuestring,
                               cJSON_GetObjectItem(title, "zh")->valuestring};
        for (size_t i = 0; i < 3; i++)
            ck_assert_msg(hint_of(names[i]).kind != HINT_NONE && hint_of(names[i]).kind != HINT_ABSENT, "%s", names[i]);
    }
    client_free(&client);
}
END_TEST

START_TEST(a_summary_is_asked_for_by_1)
{
    static const struct {
        const char *query, *pointer, *code;
        int status;
    } cases[] = {
        {"summary=2", "/summary", "out_of_range", 422},
        {"summary=", "/summary", "out_of_range", 422},
        {"summary", "/summary", "out_of_range", 422},
        {"summary=10", "/summary", "out_of_range", 422},
        {"other=x&summary=2", "/summary", "out_of_range", 422},
        {"summary=1&summary=0", "/summary", "duplicate", 422},
        {"summary=%zz", NULL, "bad_request", 400},
        {"summary=0", NULL, NULL, 200},
        {"summary=1&other=x", NULL, NULL, 200},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[80];
        snprintf(path, sizeof path, "/games?%s", cases[i].query);
        ck_assert_msg(probe_send(&probe, "GET", path, NULL) == cases[i].status, "%s: %s", path, probe_text(&probe));
        if (cases[i].pointer) {
            ck_assert_str_eq(probe_string(&probe, "errors.0.pointer"), cases[i].pointer);
            ck_assert_str_eq(probe_string(&probe, "errors.0.code"), cases[i].code);
        } else if (cases[i].code) {
            ck_assert_str_eq(probe_string(&probe, "code"), cases[i].code);
        }
    }
    probe_free(&probe);
}
END_TEST

START_TEST(a_summary_is_short)
{
    struct client client;
    client_init(&client);
    struct response response = client_send(&client, "GET", "/games?summary=1", NULL);
    const cJSON *games = cJSON_GetObjectItem(response.json, "games"), *game;
    ck_assert_uint_eq((size_t)cJSON_GetArraySize(games), game_count());
    cJSON_ArrayForEach(game, games)
    {
        ck_assert_int_eq(cJSON_GetArraySize(game), 4);
        const char *en = cJSON_GetObjectItem(cJSON_GetObjectItem(game, "summary"), "en")->valuestring;
        const char *zh = cJSON_GetObjectItem(cJSON_GetObjectItem(game, "summary"), "zh")->valuestring;
        ck_assert_msg(strlen(en) > 10 && !strstr(en, ". "), "%s", en);
        ck_assert_msg(strlen(zh) > 10, "%s", zh);
    }
    client_free(&client);
}
END_TEST

static void check_keywords(const cJSON *schema)
{
    for (const cJSON *member = schema->child; member; member = member->next) {
        ck_assert_msg(!member->string || strncmp(member->string, "x-", 2) != 0, "%s", member->string);
        check_keywords(member);
    }
}

START_TEST(schemas_have_standard_keywords_and_words_beside_them)
{
    static const char *const parts[] = {"position", "options", "move", "extra"};
    struct client client;
    client_init(&client);
    for (size_t i = 0; i < game_count(); i++) {
        char path[80];
        snprintf(path, sizeof path, "/games/%s", game_at(i)->id);
        struct response response = client_send(&client, "GET", path, NULL);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            const cJSON *schema = cJSON_GetObjectItem(response.json, parts[k]), *field;
            const cJSON *words = cJSON_GetObjectItem(cJSON_GetObjectItem(response.json, "fields"), parts[k]);
            if (!schema)
                continue;
            check_keywords(schema);
            cJSON_ArrayForEach(field, cJSON_GetObjectItem(schema, "properties"))
                ck_assert_msg(cJSON_GetObjectItem(cJSON_GetObjectItem(words, field->string), "zh"), "%s %s", path, field->string);
        }
        client_forget(&client);
    }
    client_free(&client);
}
END_TEST

SUITE(every_name_is_a_game_that_is_answered, sequences_are_those_of_the_encyclopedia, a_path_that_is_a_name_says_what_it_is,
      a_path_that_is_a_known_name_says_what_is_meant, a_tool_says_what_is_meant, no_other_name_leads_nowhere,
      a_summary_is_asked_for_by_1, a_summary_is_short, schemas_have_standard_keywords_and_words_beside_them)
