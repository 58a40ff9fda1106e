/* Every game in every service: the examples of the catalogue, whole games by /play against moves by lot and against itself,
 * graded by /grade as records. */
#include "core/registry.h"
#include "tests/support/api/client.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

enum { PLIES_MAX = 120, LOTS = 6, TEXT = 1 << 20 };

static char body[2 * TEXT], record[2 * TEXT], position[TEXT];

/* The position of a game's example, without options. */
static void example(struct client *client, const char *id)
{
    static const char *const options[] = {"moves", "limit", "offset", "positions", "explain"};
    char path[80];
    snprintf(path, sizeof path, "/games/%s", id);
    struct response response = client_send(client, "GET", path, NULL);
    const cJSON *request = cJSON_GetObjectItem(cJSON_GetObjectItem(response.json, "example"), "request"), *item;
    size_t n = 0;
    n += (size_t)snprintf(position, sizeof position, "{");
    cJSON_ArrayForEach(item, request)
    {
        bool option = false;
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            option |= strcmp(item->string, options[i]) == 0;
        if (!option)
            n += (size_t)snprintf(position + n, sizeof position - n, "%s\"%s\":%s", n > 1 ? "," : "", item->string,
                                  client_print(client, item));
    }
    snprintf(position + n, sizeof position - n, "}");
}

static const char *word(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* Plays from the example; the player `perfect` (2: both) errs never, the other one always. Returns the verdict before the first
 * move; *plies is how many were made, *over whether the game ended. */
static const char *play(struct client *client, const char *id, int perfect, int seed, bool *over)
{
    static char verdict[16];
    size_t n = (size_t)snprintf(record, sizeof record, "{\"game\":\"%s\",\"position\":%s,\"record\":[", id, position);
    *over = false;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        int skill = perfect == 2 || ply % 2 == perfect ? 100 : 0;
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"position\":%s,\"skill\":%d,\"seed\":%d}", id, position, skill, seed);
        struct response response = client_post(client, "/play", body);
        ck_assert_msg(response.status == 200, "%s %s: %s", id, body, response.text);
        if (cJSON_IsNull(cJSON_GetObjectItem(response.json, "move"))) {
            ck_assert_msg(cJSON_IsTrue(cJSON_GetObjectItem(response.json, "over")), "%s %s: %s", id, body, response.text);
            *over = true;
            break;
        }
        if (ply == 0)
            snprintf(verdict, sizeof verdict, "%s", word(response.json, "verdict"));
        const cJSON *move = cJSON_GetObjectItem(response.json, "move");
        n += (size_t)snprintf(record + n, sizeof record - n, "%s%s", ply ? "," : "", client_print(client, move));
        snprintf(position, sizeof position, "%s", client_print(client, cJSON_GetObjectItem(response.json, "to")));
        ck_assert(n < sizeof record - 10);
    }
    snprintf(record + n, sizeof record - n, "]}");
    return verdict;
}

/* The record is legal, the perfect player made no mistake, and lost neither a won nor a drawn position. */
static void check_record(struct client *client, const struct game *game, const char *verdict, int perfect, bool over)
{
    struct response response = client_post(client, "/grade", record);
    ck_assert_msg(response.status == 200, "%s: %s", record, response.text);
    ck_assert_msg(cJSON_IsTrue(cJSON_GetObjectItem(response.json, "legal")), "%s: %s", record, response.text);
    const cJSON *move, *winner = cJSON_GetObjectItem(response.json, "winner");
    ck_assert_int_eq(over, cJSON_IsTrue(cJSON_GetObjectItem(response.json, "over")));
    cJSON_ArrayForEach(move, cJSON_GetObjectItem(response.json, "moves"))
    {
        int player = cJSON_GetObjectItem(move, "player")->valueint;
        if (perfect == 2 || player == perfect)
            ck_assert_msg(cJSON_IsFalse(cJSON_GetObjectItem(move, "mistake")), "%s: %s", record, response.text);
    }
    if (game->traits & TRAIT_DECIDER || perfect == 1)
        return;
    bool won = cJSON_IsNumber(winner) && winner->valueint == 0, lost = cJSON_IsNumber(winner) && winner->valueint == 1;
    if (strcmp(verdict, "win") == 0)
        ck_assert_msg(won || !over, "%s: %s", record, response.text);
    if (strcmp(verdict, "draw") == 0)
        ck_assert_msg(!lost, "%s: %s", record, response.text);
}

START_TEST(a_perfect_player_never_gives_anything_away)
{
    struct client client;
    client_init(&client);
    for (size_t i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        for (int seed = 0; seed < LOTS; seed++) {
            bool over;
            int perfect = seed % 3;
            example(&client, game->id);
            const char *verdict = play(&client, game->id, perfect, seed, &over);
            check_record(&client, game, verdict, perfect, over);
            client_forget(&client);
        }
    }
    client_free(&client);
}
END_TEST

/* What the game's own path answers, claimed back, is right; without reveal the answer has no place for the solution. */
START_TEST(an_answer_claimed_back_is_right)
{
    static const char *const names[] = {"verdict",       "grundy",        "move_count", "winning_move_count",
                                        "winning_moves", "drawing_moves", "value",      "best_moves",
                                        "period"};
    struct client client;
    client_init(&client);
    for (size_t i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        char path[80];
        example(&client, game->id);
        snprintf(path, sizeof path, "/%s", game->id);
        struct response answer = client_post(&client, path, client_with(&client, position, "\"limit\":10000"));
        ck_assert_int_eq(answer.status, 200);
        size_t n = (size_t)snprintf(body, sizeof body, "{\"game\":\"%s\",\"position\":%s,\"claim\":{", game->id, position);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const cJSON *item = cJSON_GetObjectItemCaseSensitive(answer.json, names[k]);
            if (!item || (cJSON_IsNull(item) && (strcmp(names[k], "grundy") != 0 || game->traits & TRAIT_GRUNDY)))
                continue;
            n += (size_t)snprintf(body + n, sizeof body - n, "%s\"%s\":%s", body[n - 1] == '{' ? "" : ",", names[k],
                                  client_print(&client, item));
        }
        snprintf(body + n, sizeof body - n, "},\"language\":\"zh\"}");
        struct response graded = client_post(&client, "/grade", body);
        ck_assert_msg(graded.status == 200 && cJSON_IsTrue(cJSON_GetObjectItem(graded.json, "correct")), "%s: %s", body,
                      graded.text);
        graded = client_post(&client, "/grade", client_with(&client, body, "\"reveal\":false"));
        ck_assert_msg(!strstr(graded.text, "\"expected\"") && !strstr(graded.text, "\"counter\""), "%s", graded.text);
        client_forget(&client);
    }
    client_free(&client);
}
END_TEST

/* Tokens on one graph, and the same tokens as terms of a sum, some of them as heaps: one answer. */
START_TEST(a_sum_of_graphs_is_the_graph_with_all_tokens)
{
    struct client client;
    client_init(&client);
    uint32_t seed = 1;
    for (int round = 0; round < 400; round++) {
        enum { NODES = 6 };
        char edges[400] = "", terms[2000];
        size_t n = 0;
        for (unsigned u = 0; u < NODES; u++)
            for (unsigned v = 0; v < NODES; v++) {
                seed = seed * 1664525 + 1013904223;
                if (seed >> 24 < 60)
                    n += (size_t)snprintf(edges + n, sizeof edges - n, "%s[%u,%u]", n ? "," : "", u, v);
            }
        /* nodes 6…9 are a heap: from each to all below it */
        n += (size_t)snprintf(edges + n, sizeof edges - n, "%s[7,6],[8,6],[8,7],[9,6],[9,7],[9,8]", n ? "," : "");
        unsigned a = (seed >> 8) % NODES, b = (seed >> 16) % NODES, heap = (seed >> 4) % 4;
        snprintf(body, sizeof body, "{\"edges\":[%s],\"tokens\":[%u,%u,%u]}", edges, a, heap + 6, b);
        struct response whole = client_post(&client, "/graph", body);
        snprintf(terms, sizeof terms,
                 "{\"terms\":[{\"game\":\"graph\",\"edges\":[%s],\"tokens\":[%u]},{\"game\":\"nim\",\"heaps\":[%u]},"
                 "{\"game\":\"graph\",\"edges\":[%s],\"tokens\":[%u]}]}",
                 edges, a, heap, edges, b);
        struct response sum = client_post(&client, "/sum", terms);
        static const char *const same[] = {"verdict", "grundy", "move_count", "winning_move_count", "drawing_move_count"};
        ck_assert_msg(whole.status == 200 && sum.status == 200, "%s: %s", terms, sum.text);
        for (size_t i = 0; i < sizeof same / sizeof *same; i++)
            ck_assert_msg(json_same(cJSON_GetObjectItem(whole.json, same[i]), cJSON_GetObjectItem(sum.json, same[i])),
                          "%s: %s is not as in %s", terms, sum.text, whole.text);
        ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(whole.json, "drawing_moves")),
                         cJSON_GetArraySize(cJSON_GetObjectItem(sum.json, "drawing_moves")));
        client_forget(&client);
    }
    client_free(&client);
}
END_TEST

SUITE(a_perfect_player_never_gives_anything_away, an_answer_claimed_back_is_right, a_sum_of_graphs_is_the_graph_with_all_tokens)
