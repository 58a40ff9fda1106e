/* POST /generate: what it tells of a position is what the game's own path answers, every wish is kept, and the same request has
 * the same bytes. */
#include "api/json/parse.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/registry.h"
#include "tests/support/api/client.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
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

static struct response generate(const char *format, const char *game)
{
    char body[512];
    snprintf(body, sizeof body, format, game);
    struct response response = client_post(&client, "/generate", body);
    ck_assert_msg(response.status == 200, "%s: %d %.300s", body, response.status, response.text);
    ck_assert_ptr_null(response.fault);
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

static int length(struct response response)
{
    return cJSON_GetArraySize(member(response.json, "positions"));
}

/* ---- every game ---- */

START_TEST(the_game_itself_answers_alike)
{
    const char *game = game_at((size_t)_i)->id;
    char path[80];
    struct response all = generate("{\"game\":\"%s\",\"count\":12,\"size\":20,\"explain\":\"en\",\"moves\":\"all\"}", game);
    snprintf(path, sizeof path, "/%s", game);
    ck_assert_int_eq(length(all), 12);
    ck_assert(cJSON_IsTrue(member(all.json, "complete")));
    const cJSON *item;
    cJSON_ArrayForEach(item, member(all.json, "positions"))
    {
        const char *position = client_print(&client, member(item, "position"));
        struct response one = client_post(&client, path, client_with(&client, position, "\"explain\":\"en\",\"moves\":\"all\""));
        ck_assert_msg(one.status == 200, "%s: %.300s", position, one.text);
        ck_assert_str_eq(client_print(&client, member(item, "answer")), client_print(&client, one.json));
    }
}
END_TEST

START_TEST(equal_requests_have_equal_bytes)
{
    const char *game = game_at((size_t)_i)->id;
    static const char *const formats[] = {
        "{\"game\":\"%s\",\"count\":40,\"seed\":\"class 7\"}",
        "{\"game\":\"%s\",\"count\":5,\"size\":80,\"seed\":\"99999999999999999999\",\"moves\":\"none\"}",
        "{\"game\":\"%s\",\"count\":30,\"seed\":3,\"answers\":false}"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct response first = generate(formats[i], game), second = generate(formats[i], game);
        ck_assert_uint_eq(first.size, second.size);
        ck_assert_mem_eq(first.text, second.text, first.size);
    }
    /* A longer list goes on where a shorter one ends. */
    struct response few = generate("{\"game\":\"%s\",\"count\":5}", game),
                    more = generate("{\"game\":\"%s\",\"count\":15}", game);
    for (int i = 0; i < 5; i++)
        ck_assert_str_eq(client_print(&client, cJSON_GetArrayItem(member(few.json, "positions"), i)),
                         client_print(&client, cJSON_GetArrayItem(member(more.json, "positions"), i)));
}
END_TEST

START_TEST(verdicts_are_as_wished)
{
    const struct game *game = game_at((size_t)_i);
    static const char *const verdicts[] = {"win", "loss", "draw", "balanced"};
    for (int v = 0; v < 4; v++) {
        char body[200];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"verdict\":\"%s\",\"count\":9,\"seed\":%d}", game->id, verdicts[v], v);
        struct response response = client_post(&client, "/generate", body);
        bool decided = game->traits & TRAIT_DECIDER, draws = game->traits & TRAIT_DRAWS, alone = !game->position->fields[0].name;
        if (decided || (v == 2 && !draws) || (v != 1 && alone)) {
            ck_assert_int_eq(response.status, 422);
            ck_assert_str_eq(string(response.json, "code"), "invalid_position");
            ck_assert_str_eq(string(cJSON_GetArrayItem(member(response.json, "errors"), 0), "pointer"), "/verdict");
            continue;
        }
        ck_assert_int_eq(response.status, 200);
        if (v == 2 && game->tailor) /* the rules drawn there have no draws: that is found out by looking */
            continue;
        int won = 0, n = 0;
        const cJSON *item;
        cJSON_ArrayForEach(item, member(response.json, "positions"))
        {
            const char *verdict = string(member(item, "answer"), "verdict");
            n++;
            won += strcmp(verdict, "win") == 0;
            ck_assert_msg(v == 3 ? strcmp(verdict, "draw") != 0 : strcmp(verdict, verdicts[v]) == 0, "%s: %s", body, verdict);
        }
        ck_assert_msg(n == 9 && cJSON_IsTrue(member(response.json, "complete")), "%s: %d", body, n);
        ck_assert(v != 3 || won == 4 || won == 5);
    }
}
END_TEST

/* Half of the small positions of some games are over: of an exercise that is no question. */
START_TEST(what_is_over_is_left_out)
{
    const struct game *game = game_at((size_t)_i);
    bool decided = game->traits & TRAIT_DECIDER;
    char body[200];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"over\":false,\"verdict\":\"%s\",\"count\":20,\"size\":10,\"limit\":1}",
             game->id, decided ? "any" : "loss");
    struct response response = client_post(&client, "/generate", body);
    if (!game->position->fields[0].name) {
        ck_assert_int_eq(response.status, 422);
        ck_assert_str_eq(string(cJSON_GetArrayItem(member(response.json, "errors"), 0), "pointer"), "/over");
        return;
    }
    ck_assert_msg(cJSON_IsTrue(member(response.json, "complete")), "%s", body);
    const cJSON *item;
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        const cJSON *count = member(member(item, "answer"), "move_count");
        ck_assert_msg(cJSON_IsNull(count) || strcmp(client_print(&client, count), "0") != 0, "%s: %s", body,
                      client_print(&client, item));
    }
}
END_TEST

START_TEST(without_answers_nothing_tells_them)
{
    const char *game = game_at((size_t)_i)->id;
    struct response with = generate("{\"game\":\"%s\",\"count\":20}", game),
                    without =
                        generate("{\"game\":\"%s\",\"count\":20,\"answers\":false,\"explain\":true,\"moves\":\"all\"}", game);
    for (int i = 0; i < length(without); i++) {
        const cJSON *told = cJSON_GetArrayItem(member(with.json, "positions"), i),
                    *quiet = cJSON_GetArrayItem(member(without.json, "positions"), i);
        ck_assert_int_eq(cJSON_GetArraySize(quiet), 2);
        ck_assert_str_eq(client_print(&client, member(told, "position")), client_print(&client, member(quiet, "position")));
        ck_assert_int_eq(member(told, "difficulty")->valueint, member(quiet, "difficulty")->valueint);
    }
}
END_TEST

/* ---- difficulty, by its formula ---- */

/* Half of a number, written in decimal. */
static bool halve(char *digits)
{
    int rest = 0;
    bool some = false;
    for (; *digits; digits++) {
        int digit = *digits - '0' + 10 * rest;
        rest = digit % 2;
        *digits = (char)('0' + digit / 2);
        some |= digit / 2;
    }
    return some;
}

static int weight(const cJSON *json)
{
    char digits[2000];
    int sum = cJSON_IsTrue(json) ? 1 : 0;
    const char *text = cJSON_IsString(json) ? json->valuestring : digits;
    if (cJSON_IsNumber(json))
        snprintf(digits, sizeof digits, "%.0f", json->valuedouble);
    if (cJSON_IsNumber(json) || (cJSON_IsString(json) && *text && text[strspn(text, "-0123456789")] == '\0')) {
        memmove(digits, text + (*text == '-'), strlen(text + (*text == '-')) + 1);
        sum = 1 + (strcmp(digits, "0") != 0);
        while (halve(digits))
            sum++;
    } else if (cJSON_IsString(json)) {
        sum = (int)strlen(text);
    }
    for (const cJSON *item = json->child; item; item = item->next)
        sum += weight(item);
    return sum;
}

START_TEST(difficulty_has_its_formula)
{
    const char *game = game_at((size_t)_i)->id;
    for (int size = 0; size <= 60; size += 30) {
        char format[100];
        snprintf(format, sizeof format, "{\"game\":\"%%s\",\"size\":%d,\"answers\":false}", size);
        struct response response = generate(format, game);
        const cJSON *item;
        cJSON_ArrayForEach(item, member(response.json, "positions"))
        {
            int w = weight(member(item, "position")), twice = 200 * w / (w + 50);
            ck_assert_msg(member(item, "difficulty")->valueint == (twice + 1) / 2, "%s: %d of weight %d", game,
                          member(item, "difficulty")->valueint, w);
        }
    }
}
END_TEST

/* ---- wishes ---- */

START_TEST(moves_are_as_many_as_wished)
{
    struct response response =
        generate("{\"game\":\"%s\",\"winning_moves\":{\"from\":2,\"to\":3},\"count\":50,\"fixed\":{\"misere\":true}}", "nim");
    ck_assert_int_eq(length(response), 50);
    const cJSON *item;
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        int count = member(member(item, "answer"), "winning_move_count")->valueint;
        ck_assert(count == 2 || count == 3);
        ck_assert(cJSON_IsTrue(member(member(item, "position"), "misere")));
    }
}
END_TEST

START_TEST(what_is_rarer_than_the_budget_ends)
{
    struct response response = generate("{\"game\":\"%s\",\"winning_moves\":{\"from\":1000000}}", "nim");
    ck_assert(cJSON_IsFalse(member(response.json, "complete")));
    ck_assert_int_eq(length(response), 0);
    ck_assert_int_eq(member(response.json, "count")->valueint, 10);
    /* Few positions: 0 … 3 and a heap of one. No lost one but 0 and 4. */
    response = generate("{\"game\":\"%s\",\"fixed\":{\"heaps\":[5],\"max_take\":3},\"verdict\":\"balanced\"}", "bash");
    int won = 0, lost = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        won += strcmp(string(member(item, "answer"), "verdict"), "win") == 0;
        lost += strcmp(string(member(item, "answer"), "verdict"), "loss") == 0;
    }
    ck_assert_int_eq(won, lost); /* lost only in misère play, and as many of each */
}
END_TEST

static const struct {
    const char *body, *pointer, *code;
} refused[] = {
    {"{}", "/game", "missing_field"},
    {"{\"game\":\"nom\"}", "/game", "out_of_range"},
    {"{\"game\":\"nim\",\"count\":0}", "/count", "out_of_range"},
    {"{\"game\":\"nim\",\"count\":10001}", "/count", "out_of_range"},
    {"{\"game\":\"nim\",\"size\":101}", "/size", "out_of_range"},
    {"{\"game\":\"nim\",\"size\":-1}", "/size", "out_of_range"},
    {"{\"game\":\"nim\",\"seed\":1.5}", "/seed", "not_an_integer"},
    {"{\"game\":\"nim\",\"seed\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}", "/seed", "too_long"},
    {"{\"game\":\"nim\",\"verdict\":\"lost\"}", "/verdict", "out_of_range"},
    {"{\"game\":\"nim\",\"verdict\":\"draw\"}", "/verdict", "inconsistent"},
    {"{\"game\":\"nim\",\"against\":\"double-golden-ratio\"}", "/against", "out_of_range"},
    {"{\"game\":\"zero\",\"against\":\"x\"}", "/against", "out_of_range"},
    {"{\"game\":\"nim\",\"fixed\":{\"heaps\":[-1]}}", "/fixed/heaps/0", "out_of_range"},
    {"{\"game\":\"nim\",\"fixed\":{\"heap\":[1]}}", "/fixed/heap", "unknown_field"},
    {"{\"game\":\"nim\",\"fixed\":[]}", "/fixed", "wrong_type"},
    {"{\"game\":\"nim\",\"seeds\":1}", "/seeds", "unknown_field"},
    {"{\"game\":\"nim\",\"winning_moves\":{\"from\":3,\"to\":2}}", "/winning_moves/to", "inconsistent"},
    {"{\"game\":\"nim\",\"winning_moves\":{\"from\":1},\"verdict\":\"loss\"}", "/winning_moves/from", "inconsistent"},
    {"{\"game\":\"nim\",\"winning_moves\":{\"from\":1},\"verdict\":\"balanced\"}", "/winning_moves/from", "inconsistent"},
    {"{\"game\":\"kiki\",\"winning_moves\":{\"to\":0},\"verdict\":\"win\"}", "/winning_moves/to", "inconsistent"},
    {"{\"game\":\"stone-halves\",\"winning_moves\":{\"to\":1}}", "/winning_moves", "inconsistent"},
    {"{\"game\":\"stone-halves\",\"verdict\":\"win\"}", "/verdict", "inconsistent"},
    {"{\"game\":\"nim\",\"limit\":-1}", "/limit", "out_of_range"},
    {"{\"game\":\"georgia-bob\",\"fixed\":{\"chessmen\":[3,3]}}", "/fixed/chessmen/1", "duplicate"},
    {"{\"game\":\"graph\",\"fixed\":{\"nodes\":1,\"edges\":[[0,5]]}}", "/fixed", "inconsistent"},
    {"{\"game\":\"custom\",\"fixed\":{\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"a\",\"do\":\"n -= \"}]}}}",
     "/fixed/rules/moves/0/do", "syntax"},
};

START_TEST(impossible_wishes_are_told)
{
    struct response response = client_post(&client, "/generate", refused[_i].body);
    ck_assert_msg(response.status == 422, "%s: %d %.200s", refused[_i].body, response.status, response.text);
    const cJSON *error = cJSON_GetArrayItem(member(response.json, "errors"), 0);
    ck_assert_str_eq(string(response.json, "code"), "invalid_position");
    ck_assert_str_eq(string(error, "pointer"), refused[_i].pointer);
    ck_assert_str_eq(string(error, "code"), refused[_i].code);
}
END_TEST

START_TEST(users_rules_are_drawn_from)
{
    struct response response = generate(
        "{\"game\":\"%s\",\"verdict\":\"balanced\",\"count\":20,\"size\":60,\"fixed\":{\"rules\":{\"vars\":\"n: 0..500\","
        "\"moves\":[{\"name\":\"take\",\"choose\":\"k in 1..min(3, n)\",\"do\":\"n -= k\"}]}}}",
        "custom");
    const cJSON *item;
    ck_assert_int_eq(length(response), 20);
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        int n = member(member(member(item, "position"), "state"), "n")->valueint;
        ck_assert_str_eq(string(member(item, "answer"), "verdict"), n % 4 ? "win" : "loss");
    }
}
END_TEST

/* What each takes is known only afterwards, and counts: some hundred thousand states here, a million moves. */
START_TEST(dear_rules_use_up_the_budget)
{
    struct response response = generate(
        "{\"game\":\"%s\",\"seed\":7,\"count\":500,\"size\":100,\"fixed\":{\"rules\":{\"vars\":\"a: 0..1500, b: 0..1500\","
        "\"moves\":[{\"name\":\"x\",\"choose\":\"k in 1..min(3, a)\",\"do\":\"a -= k\"},"
        "{\"name\":\"y\",\"choose\":\"k in 1..min(3, b)\",\"do\":\"b -= k\"}]}}}",
        "custom");
    const cJSON *item;
    ck_assert(cJSON_IsFalse(member(response.json, "complete")));
    ck_assert_int_ge(length(response), 1);
    ck_assert_int_lt(length(response), 100);
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        const cJSON *state = member(member(item, "position"), "state");
        int value = member(state, "a")->valueint % 4 ^ member(state, "b")->valueint % 4;
        ck_assert_int_eq(member(member(item, "answer"), "grundy")->valueint, value);
    }
}
END_TEST

/* What the positions are predicted to take, each by itself. *tables: how many tables the dear ones need. */
static uint64_t sum_of_costs(struct response response, size_t *tables)
{
    const char *seen[100];
    uint64_t sum = 0;
    const cJSON *item;
    *tables = 0;
    arena_enter(&client.kept);
    cJSON_ArrayForEach(item, member(response.json, "positions"))
    {
        struct faults faults = {.arena = &client.kept};
        struct question question = {0};
        const cJSON *position = member(item, "position");
        ck_assert(question_decode(&question, game_find("sg", 2), position, "", NULL, NULL, &faults));
        uint64_t cost = question.game->cost(question.position);
        const char *rules = client_print(&client, member(position, "rules"));
        size_t i = 0;
        sum += cost;
        while (cost > CHEAP_STEPS && i < *tables && strcmp(seen[i], rules) != 0)
            i++;
        if (cost <= CHEAP_STEPS || i < *tables)
            continue;
        ck_assert_uint_lt(i, 100);
        seen[(*tables)++] = rules;
    }
    arena_enter(NULL);
    return sum;
}

/* The table of the first position serves the others: were each charged for its own, they would not fit into the budget. */
START_TEST(a_table_is_charged_once)
{
    size_t tables;
    struct response response = generate(
        "{\"game\":\"%s\",\"seed\":3,\"count\":400,\"size\":100,\"fixed\":{\"rules\":{\"hex\":\"0.88\"},\"misere\":false}}",
        "sg");
    ck_assert(cJSON_IsTrue(member(response.json, "complete")));
    ck_assert_uint_gt(sum_of_costs(response, &tables), GENERATE_STEPS);
    ck_assert_uint_eq(tables, 1);
}
END_TEST

/* However many are wished for, their rules need no more tables than the limit says. */
START_TEST(tables_are_bounded)
{
    size_t tables;
    struct response response =
        generate("{\"game\":\"%s\",\"seed\":3,\"count\":2000,\"size\":100,\"fixed\":{\"misere\":false}}", "sg");
    sum_of_costs(response, &tables);
    ck_assert_uint_gt(tables, GENERATE_TABLES / 2);
    ck_assert_uint_le(tables, GENERATE_TABLES);
}
END_TEST

/* ---- other forms ---- */

static const char *send_for(const char *accept, const char *body, size_t *size)
{
    static char text[1 << 16];
    char sent[512];
    struct request request = {.method = "POST", .target = "/generate", .accept = accept, .body = sent, .body_size = strlen(body)};
    struct arena arena;
    struct reply reply;
    strcpy(sent, body);
    arena_init(&arena, NULL, 0, 64 << 20);
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    arena_enter(&arena);
    api_handle(&client.api, &request, &arena, &budget, &reply);
    ck_assert_int_eq(reply.status, 200);
    ck_assert(strncmp(reply.content_type, accept, strlen(accept)) == 0);
    ck_assert_uint_lt(reply.body_size, sizeof text);
    memcpy(text, reply.body, reply.body_size);
    text[reply.body_size] = '\0';
    *size = reply.body_size;
    arena_enter(NULL);
    arena_reset(&arena);
    return text;
}

static enum status count_look(void *what)
{
    ++*(uint64_t *)what;
    return STATUS_ok;
}

static enum status end_late(void *what)
{
    return ++*(uint64_t *)what > 20 ? STATUS_deadline_exceeded : STATUS_ok;
}

/* The status; *looks: how often somebody could have ended it. */
static int look_on(const char *body, enum status (*look)(void *what), uint64_t *looks)
{
    char sent[512];
    struct request request = {.method = "POST", .target = "/generate", .body = sent, .body_size = strlen(body)};
    struct arena arena;
    struct reply reply;
    strcpy(sent, body);
    *looks = 0;
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = look, .what = looks};
    arena_enter(&arena);
    api_handle(&client.api, &request, &arena, &budget, &reply);
    arena_enter(NULL);
    arena_reset(&arena);
    return reply.status;
}

/* Some thousand draws of 150 KB each would take many seconds: they count as what they are, and the clock is looked at between
 * them. Each is looked at three times or so, and at most a few hundred of those fit into the budget, and some more smaller ones.
 */
START_TEST(large_positions_use_up_the_budget)
{
    static const char *const games[] = {"stone-thirds", "nim", "pair-split", "georgia-bob", "beans", "take-or-merge"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char body[200];
        uint64_t looks;
        snprintf(body, sizeof body,
                 "{\"game\":\"%s\",\"seed\":\"x\",\"count\":100,\"size\":100,\"winning_moves\":{\"from\":2,\"to\":2}}", games[i]);
        ck_assert_int_eq(look_on(body, count_look, &looks), 200);
        ck_assert_msg(looks > 50 && looks < 4000, "%s: %d looks", games[i], (int)looks);
        ck_assert_int_eq(look_on(body, end_late, &looks), 503);
    }
}
END_TEST

/* What is solved only to be made a lost position needs tables, too, and an explanation solves again: a new table for each rules
 * that were drawn once took as many steps as fifteen budgets. */
START_TEST(what_is_solved_on_the_way_is_counted)
{
    static const char *const bodies[] = {
        "{\"game\":\"sg\",\"seed\":3,\"count\":10000,\"size\":40,\"verdict\":\"loss\"}",
        "{\"game\":\"sum\",\"count\":10000,\"size\":100,\"fixed\":{\"terms\":[{\"game\":\"sg\"},{\"game\":\"sg\"}]}}",
        "{\"game\":\"stone-rest\",\"count\":10000,\"size\":100,\"moves\":\"all\",\"explain\":true}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        uint64_t looks;
        ck_assert_int_eq(look_on(bodies[i], count_look, &looks), 200);
        ck_assert_msg(looks < 2 * (GENERATE_STEPS / BUDGET_STEPS), "%s: %d looks", bodies[i], (int)looks);
    }
}
END_TEST

/* One that may be dear must not take what is left for all: at the largest size, too, a lost position is found, and told at
 * length, where the game has any. */
START_TEST(the_largest_lost_positions_are_found)
{
    const char *game = game_at((size_t)_i)->id;
    for (int seed = 0; seed < 3; seed++) {
        char body[200];
        snprintf(body, sizeof body,
                 "{\"game\":\"%s\",\"seed\":%d,\"count\":1,\"size\":100,\"verdict\":\"loss\",\"moves\":\"all\",\"explain\":true}",
                 game, seed);
        struct response response = client_post(&client, "/generate", body);
        if (response.status == 422) {
            ck_assert_str_eq(game, "stone-halves"); /* nobody loses there */
            return;
        }
        ck_assert_int_eq(response.status, 200);
        ck_assert_msg(length(response) == 1 && cJSON_IsTrue(member(response.json, "complete")), "%s: none", body);
    }
}
END_TEST

/* Nor what is left for the others, where any will do or a method is to fail. */
START_TEST(the_first_leaves_room_for_others)
{
    static const char *const wishes[] = {
        "{\"game\":\"cutting\",\"seed\":2,\"count\":3,\"size\":100}",
        "{\"game\":\"cutting\",\"seed\":2,\"count\":3,\"size\":100,\"against\":\"last-cut-wins\",\"explain\":true}",
        "{\"game\":\"odd-even\",\"seed\":0,\"count\":3,\"size\":100,\"against\":\"first-amount-ends\",\"explain\":true}",
    };
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        struct response response = client_post(&client, "/generate", wishes[i]);
        ck_assert_int_eq(response.status, 200);
        ck_assert_msg(length(response) == 3, "%s: %d", wishes[i], length(response));
    }
}
END_TEST

START_TEST(lines_are_the_positions)
{
    size_t size;
    struct response whole = generate("{\"game\":\"%s\",\"count\":7}", "sg");
    const char *at = send_for("application/x-ndjson", "{\"game\":\"sg\",\"count\":7}", &size), *end = at + size;
    for (int i = 0; i < 7; i++) {
        const char *newline = strchr(at, '\n');
        ck_assert_ptr_nonnull(newline);
        char *line = strndup(at, (size_t)(newline - at));
        const cJSON *json = client_read(&client, line);
        ck_assert_str_eq(client_print(&client, json),
                         client_print(&client, cJSON_GetArrayItem(member(whole.json, "positions"), i)));
        free(line);
        at = newline + 1;
    }
    ck_assert_ptr_eq(at, end);
}
END_TEST

/* The next field of RFC 4180, unquoted; *at is moved behind what follows it. */
static const char *next_field(const char **at, char *field)
{
    const char *from = *at;
    char *to = field;
    bool quoted = *from == '"';
    for (from += quoted; quoted ? *from != '"' || from[1] == '"' : !strchr(",\r", *from); from++) {
        *to++ = *from;
        from += quoted && *from == '"';
    }
    *to = '\0';
    from += quoted;
    *at = *from == ',' ? from + 1 : from + 2;
    ck_assert(*from == ',' || (from[0] == '\r' && from[1] == '\n'));
    return field;
}

START_TEST(tables_have_five_columns)
{
    static char field[1 << 14];
    size_t size;
    struct response whole = generate("{\"game\":\"%s\",\"count\":30}", "wythoff");
    const char *at = send_for("text/csv", "{\"game\":\"wythoff\",\"count\":30}", &size), *end = at + size;
    static const char header[] = "position,verdict,grundy,winning_move_count,first_winning_move\r\n";
    ck_assert(strncmp(at, header, sizeof header - 1) == 0);
    at += sizeof header - 1;
    for (int i = 0; i < 30; i++) {
        const cJSON *item = cJSON_GetArrayItem(member(whole.json, "positions"), i), *answer = member(item, "answer"),
                    *move = cJSON_GetArrayItem(member(answer, "winning_moves"), 0);
        ck_assert_str_eq(next_field(&at, field), client_print(&client, member(item, "position")));
        ck_assert_str_eq(next_field(&at, field), string(answer, "verdict"));
        next_field(&at, field);
        ck_assert_str_eq(field, cJSON_IsNull(member(answer, "grundy")) ? "" : client_print(&client, member(answer, "grundy")));
        ck_assert_str_eq(next_field(&at, field), client_print(&client, member(answer, "winning_move_count")));
        ck_assert_str_eq(next_field(&at, field), move ? client_print(&client, move) : "");
    }
    ck_assert_ptr_eq(at, end);
    at = send_for("text/csv", "{\"game\":\"wythoff\",\"count\":1,\"answers\":false}", &size) + sizeof header - 1;
    next_field(&at, field);
    ck_assert_str_eq(at, ",,,\r\n");
}
END_TEST

START_TEST(a_batch_generates_too)
{
    struct response whole = generate("{\"game\":\"%s\",\"count\":300}", "nim"),
                    batch = client_post(&client, "/batch",
                                        "{\"questions\":[{\"path\":\"/generate\",\"game\":\"nim\",\"count\":300}]}");
    ck_assert_str_eq(client_print(&client, cJSON_GetArrayItem(member(batch.json, "answers"), 0)),
                     client_print(&client, whole.json));
}
END_TEST

START_TEST(query_is_the_same_question)
{
    static const char body[] = "{\"game\":\"kiki\",\"verdict\":\"loss\"}";
    struct response posted = client_post(&client, "/generate", body), query = client_send(&client, "QUERY", "/generate", body);
    ck_assert_int_eq(query.status, 200);
    ck_assert_str_eq(client_print(&client, posted.json), client_print(&client, query.json));
}
END_TEST

void suite_fill(TCase *tcase)
{
    struct suite_games games = suite_games();
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, the_game_itself_answers_alike, games.from, games.to);
    tcase_add_loop_test(tcase, equal_requests_have_equal_bytes, games.from, games.to);
    tcase_add_loop_test(tcase, verdicts_are_as_wished, games.from, games.to);
    tcase_add_loop_test(tcase, what_is_over_is_left_out, games.from, games.to);
    tcase_add_loop_test(tcase, without_answers_nothing_tells_them, games.from, games.to);
    tcase_add_loop_test(tcase, difficulty_has_its_formula, games.from, games.to);
    tcase_add_test(tcase, moves_are_as_many_as_wished);
    tcase_add_test(tcase, what_is_rarer_than_the_budget_ends);
    tcase_add_loop_test(tcase, impossible_wishes_are_told, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tcase, users_rules_are_drawn_from);
    tcase_add_test(tcase, dear_rules_use_up_the_budget);
    tcase_add_test(tcase, a_table_is_charged_once);
    tcase_add_test(tcase, tables_are_bounded);
    tcase_add_test(tcase, large_positions_use_up_the_budget);
    tcase_add_test(tcase, what_is_solved_on_the_way_is_counted);
    tcase_add_loop_test(tcase, the_largest_lost_positions_are_found, games.from, games.to);
    tcase_add_test(tcase, the_first_leaves_room_for_others);
    tcase_add_test(tcase, lines_are_the_positions);
    tcase_add_test(tcase, tables_have_five_columns);
    tcase_add_test(tcase, a_batch_generates_too);
    tcase_add_test(tcase, query_is_the_same_question);
}
