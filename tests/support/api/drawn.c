#include "tests/support/api/drawn.h"

#include "api/json/encode.h"
#include "api/json/out.h"
#include "core/limits.h"
#include "core/sample.h"
#include "tests/support/api/conduct.h"

#include <string.h>

enum { SEEDS = 3, STEP = 10, LARGEST = 100, LISTED = 40 };

struct drawing {
    const struct game *game;
    uint64_t seed;
    int size;
    struct budget budget;
    struct store *store;
    struct out out;
};

static void draw(void *what)
{
    struct drawing *drawing = what;
    const void *position = sample_position(drawing->game, NULL, drawing->seed, drawing->size, &drawing->budget, drawing->store);
    out_init(&drawing->out, drawing->budget.arena, 256);
    if (position)
        encode_value(&drawing->out, drawing->game->position, position);
}

/* In client->kept; NULL where none was found. */
static const char *drawn(struct client *client, const struct game *game, uint64_t seed, int size)
{
    struct escape landed;
    struct drawing drawing = {.game = game, .seed = seed, .size = size, .store = (struct store *)client->api.store};
    arena_reset(&client->work);
    drawing.budget = (struct budget){.left = UINT64_MAX, .arena = &client->work};
    if (arena_try(&client->work, &landed, draw, &drawing) != STATUS_ok || !drawing.out.n)
        return NULL;
    return arena_copy(&client->kept, drawing.out.v, drawing.out.n);
}

static bool is_cheap(struct client *client, const char *path, const char *body)
{
    struct call *call;
    struct reply reply = {0};
    uint64_t cost = 0;
    size_t size = strlen(body);
    arena_reset(&client->work);
    struct request request = {.method = "POST", .target = path, .body = arena_copy(&client->work, body, size), .body_size = size};
    return api_prepare(&client->api, &request, &client->work, &reply, &call, &cost) == API_SOLVE && cost <= CHEAP_STEPS;
}

/* Numbers of more digits, up to those that are written as strings, are left out: client_print() rounds them. */
static bool is_readable(const char *text)
{
    enum { SHORT = 14, LONG = 20 };
    static const char digits[] = "0123456789";
    for (text += strcspn(text, digits); *text; text += strcspn(text, digits)) {
        size_t n = strspn(text, digits);
        if (n > SHORT && n < LONG)
            return false;
        text += n;
    }
    return true;
}

/* The value is the least that no move leads to. */
static void check_moves(struct report *report, const cJSON *answer)
{
    const cJSON *move, *moves = cJSON_GetObjectItemCaseSensitive(answer, "moves");
    const cJSON *grundy = cJSON_GetObjectItemCaseSensitive(answer, "grundy");
    bool seen[LISTED + 1] = {false};
    int n = cJSON_GetArraySize(moves), mex = 0;
    if (!cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(answer, "truncated")) || !cJSON_IsNumber(grundy))
        return;
    cJSON_ArrayForEach(move, moves)
    {
        const cJSON *after = cJSON_GetObjectItemCaseSensitive(move, "grundy");
        if (!after)
            return;
        if (cJSON_IsNumber(after) && after->valuedouble <= n)
            seen[after->valueint] = true;
    }
    while (seen[mex])
        mex++;
    report->checks++;
    if (mex != grundy->valueint)
        report_fail(report, "a Grundy value of %d, but the least that no move leads to is %d", grundy->valueint, mex);
}

static void check_one(struct report *report, struct client *client, const struct game *game, const char *position)
{
    const char *path = arena_printf(&client->kept, "/%s", game->id);
    if (!is_readable(position) || !is_cheap(client, path, position))
        return;
    struct response response = client_post(client, path, position);
    if (response.status == 422)
        return; /* beyond what is solved: sample() may draw such, test_samples.c holds how many */
    size_t before = report->failures;
    if (response.status != 200 || !response.json)
        report_fail(report, "status %d: %.400s", response.status, response.text);
    else {
        conduct_answer(report, game, response.json, LISTING_WINNING);
        const cJSON *all = conduct_moves(report, client, game, position, response.json);
        if (all && game->traits & TRAIT_GRUNDY && !(game->traits & (TRAIT_DRAWS | TRAIT_ENTAILING)))
            check_moves(report, all);
    }
    if (report->failures > before)
        report_fail(report, "that was the position %.400s, which sample() has drawn", position);
}

void check_drawn(struct report *report, struct client *client, const struct game *game)
{
    for (int size = 0; size <= LARGEST; size += STEP)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const char *position = drawn(client, game, seed, size);
            if (position)
                check_one(report, client, game, position);
            client_forget(client);
        }
}
