/* The vector runner: posts every request of the files named, compares the answers with what the files expect, holds every answer
 * against the promises of the contract, and plays the positions of %ALL against plain search. Fails if anything differs. */
#include "core/registry.h"
#include "tests/support/api/conduct.h"
#include "tests/support/api/dear.h"
#include "tests/support/api/drawn.h"
#include "tests/support/api/search.h"
#include "tests/support/api/sentences.h"
#include "tests/support/api/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every field that the file names is in the answer with that value. */
static void compare(struct report *report, struct client *client, const struct response *response, const char *expected)
{
    const cJSON *want = client_read(client, expected), *field;
    if (!cJSON_IsObject(want)) {
        report_fail(report, "the expected answer is no JSON object");
        return;
    }
    cJSON_ArrayForEach(field, want)
    {
        const cJSON *is = cJSON_GetObjectItemCaseSensitive(response->json, field->string);
        if (!is)
            report_fail(report, "%s is missing, must be %.400s", field->string, client_print(client, field));
        else if (!json_same(is, field))
            report_fail(report, "%s: is %.400s, must be %.400s", field->string, client_print(client, is),
                        client_print(client, field));
    }
}

static bool refused_with(const cJSON *problem, const char *code)
{
    const cJSON *error, *is = cJSON_GetObjectItemCaseSensitive(problem, "code");
    if (cJSON_IsString(is) && strcmp(is->valuestring, code) == 0)
        return true;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(problem, "errors"))
    {
        is = cJSON_GetObjectItemCaseSensitive(error, "code");
        if (cJSON_IsString(is) && strcmp(is->valuestring, code) == 0)
            return true;
    }
    return false;
}

/* The same refusal in Chinese names the same numbers. */
static void check_translated(struct report *report, struct client *client, const struct vec_entry *entry, const char *path,
                             const struct response *response)
{
    if (!entry->request || *entry->request != '{' || strstr(entry->request, "\"language\""))
        return;
    client->language = "zh";
    const cJSON *en = cJSON_GetObjectItemCaseSensitive(response->json, "detail");
    const cJSON *zh = cJSON_GetObjectItemCaseSensitive(client_send(client, entry->method, path, entry->request).json, "detail");
    client->language = NULL;
    if (cJSON_IsString(en) && cJSON_IsString(zh))
        check_numbers(report, en->valuestring, zh->valuestring);
}

static enum listing listing_of(const char *request)
{
    const char *all = strstr(request, "\"moves\":\"all\""), *none = strstr(request, "\"moves\":\"none\"");
    return all ? LISTING_ALL : none ? LISTING_NONE : LISTING_WINNING;
}

static void run_entry(struct report *report, struct client *client, const char *id, const struct vec_entry *entry)
{
    const char *path = entry->path ? entry->path : arena_printf(&client->kept, "/%s", id);
    struct response response = client_send(client, entry->method, path, entry->request);
    report->checks++;
    if (entry->fail) {
        if (response.status < 400 || !refused_with(response.json, entry->fail))
            report_fail(report, "must be refused with %s, status %d: %.400s", entry->fail, response.status, response.text);
        else
            conduct_problem(report, &response);
        check_translated(report, client, entry, path, &response);
    } else if (response.status != 200 || !response.json || response.fault) {
        report_fail(report, "status %d%s%s: %.400s", response.status, response.fault ? ", " : "",
                    response.fault ? response.fault : "", response.text);
        return;
    }
    size_t before = report->failures;
    if (entry->expected)
        compare(report, client, &response, entry->expected);
    if (entry->far && report->failures > before)
        report_fail(report, "beyond the searches it is known by this: %s", entry->far);
    const struct game *game = game_find(path + 1, strlen(path + 1));
    if (entry->fail || !game || !entry->request)
        return;
    conduct_answer(report, game, response.json, listing_of(entry->request));
    conduct_options(report, client, game, entry->request, response.json);
}

/* A solver broke a promise: the reply is a 500, and this says why. */
static void on_broken(void *what, const char *promise, const char *game, const char *position)
{
    report_fail(what, "%s: %s: %s", game, promise, position);
}

static bool run_file(struct client *client, const char *file)
{
    struct vec vec;
    vec_read(&vec, file);
    struct report report = {.file = file, .line = vec.fault_line};
    if (vec.fault)
        report_fail(&report, "%s", vec.fault);
    client->api.broken = on_broken;
    client->api.what = &report;
    const struct game *game = game_find(vec.id, strlen(vec.id));
    size_t pairs = 0, positions = 0;
    for (size_t i = 0; i < vec.n; i++) {
        report.line = vec.v[i].line;
        if (vec.v[i].all) {
            positions += search_all(&report, client, vec.v[i].path ? vec.v[i].path + 1 : vec.id, vec.v[i].all, vec.over_wins);
        } else {
            pairs++;
            run_entry(&report, client, vec.id, &vec.v[i]);
        }
        client_forget(client);
    }
    report.line = vec.fault_line;
    if (game && vec.n && vec.v[0].request)
        check_dear(&report, client, game, vec.v[0].request, vec.dear);
    if (game)
        check_drawn(&report, client, game);
    if (game && positions == 0)
        report_fail(&report, "no %%ALL line: nothing is played against plain search");
    printf("%s: %zu requests, %zu positions searched, %zu checks, %zu failures\n", vec.id, pairs, positions, report.checks,
           report.failures);
    vec_free(&vec);
    return report.failures == 0;
}

int main(int argc, char **argv)
{
    static struct client client;
    client_init(&client);
    bool fine = argc > 1;
    for (int i = 1; i < argc; i++)
        fine = run_file(&client, argv[i]) && fine;
    client_free(&client);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
