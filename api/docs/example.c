/* Examples, computed by the engine when they are asked for. */
#include "api/docs/example.h"

#include "api/json/parse.h"
#include "api/question.h"

#include "core/memory/store.h"
#include "examples.h"

#include <string.h>

const char *example_request(const struct game *game)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i].id, game->id) == 0)
            return examples[i].request;
    return "{}"; /* the build fails on a game without vectors */
}

void example_answer(struct out *out, const struct game *game, struct budget *budget, struct store *store)
{
    struct arena *arena = budget->arena;
    const char *request = example_request(game);
    size_t size = strlen(request);
    struct scan scan;
    cJSON *json = json_parse(arena, arena_copy(arena, request, size), size, &scan);
    struct question *question = arena_alloc(arena, sizeof *question);
    struct faults faults = {.arena = arena};
    if (!json || !question_decode(question, game, json, "", NULL, NULL, &faults))
        arena_escape(arena, STATUS_internal, -1, "the example of %s is not a question of it", game->id);
    question_solve(question, budget, store);
    question_encode(question, out);
}

static void *reserve_nothing(struct store *store, struct arena *arena, size_t bytes)
{
    (void)store;
    (void)arena;
    (void)bytes;
    return NULL;
}

static bool find_nothing(struct store *store, struct arena *arena, const char *key, struct table *found)
{
    (void)store;
    (void)arena;
    (void)key;
    (void)found;
    return false;
}

static void publish_nothing(struct store *store, struct arena *arena, const char *key, struct table *made)
{
    (void)store;
    (void)arena;
    (void)key;
    (void)made;
}

struct store store_nothing = {.reserve = reserve_nothing, .find = find_nothing, .publish = publish_nothing};
