#include "tests/support/api/dear.h"

#include "core/limits.h"
#include "tests/support/api/vec.h"

#include <string.h>

static void check(struct report *report, struct client *client, const char *path, const char *body, bool dear)
{
    struct call *call;
    struct reply reply = {0};
    uint64_t cost = 0;
    arena_reset(&client->work);
    size_t size = strlen(body);
    struct request request = {.method = "POST", .target = path, .body = arena_copy(&client->work, body, size), .body_size = size};
    report->checks++;
    if (api_prepare(&client->api, &request, &client->work, &reply, &call, &cost) != API_SOLVE)
        report_fail(report, "%s %.200s: status %d", path, body, reply.status);
    else if ((cost > CHEAP_STEPS) != dear)
        report_fail(report, "%s %.200s: cost() predicts %llu steps, which is %s %d (CHEAP_STEPS) and must not be", path, body,
                    (unsigned long long)cost, dear ? "within" : "beyond", CHEAP_STEPS);
}

void check_dear(struct report *report, struct client *client, const struct game *game, const char *example, const char *position)
{
    static const struct {
        const char *path, *behind;
    } tools[] = {
        {"/grade", ",\"claim\":{\"verdict\":\"win\"},\"lenient\":true}"},
        {"/grade", ",\"record\":[]}"},
        {"/play", "}"},
        {"/play", ",\"skill\":0}"},
        {"/tree", ",\"max_nodes\":10}"},
    };
    if (!position != !game->cost)
        report_fail(report, position ? "a %%DEAR line, but the game has no cost()" : "the game has a cost(), but no %%DEAR line");
    if (!position || !game->cost)
        return;
    const char *path = arena_printf(&client->kept, "/%s", game->id), *body = vec_repeat(&client->kept, position);
    if (!game->tailor) /* nobody has looked at the rules yet, so all of them are dear */
        check(report, client, path, example, false);
    check(report, client, path, client_with(client, body, "\"moves\":\"none\""), true);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        check(report, client, tools[i].path,
              arena_printf(&client->kept, "{\"game\":\"%s\",\"position\":%s%s", game->id, body, tools[i].behind), true);
}
