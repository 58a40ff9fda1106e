/* What docs/contract.md promises of every answer and every refusal, whatever the game. */
#include "tests/support/api/conduct.h"
#include "tests/support/api/sentences.h"

#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 14 };

static const cJSON *field(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(field(object, name));
    return text ? text : "";
}

/* Whether the number stands in the text by itself. */
static bool tells(const char *text, const char *digits)
{
    size_t n = strlen(digits);
    for (const char *at = text; (at = strstr(at, digits)); at++)
        if ((at == text || at[-1] < '0' || at[-1] > '9') && (at[n] < '0' || at[n] > '9'))
            return true;
    return false;
}

/* The sentence of a refusal names the limit that the field `limit` names. */
static void check_limit(struct report *report, const cJSON *problem)
{
    const cJSON *limit = field(problem, "limit");
    char digits[24];
    if (!cJSON_IsNumber(limit))
        return;
    (void)snprintf(digits, sizeof digits, "%.0f", limit->valuedouble);
    if (!tells(text_of(problem, "detail"), digits))
        report_fail(report, "the sentence does not name the limit %s: %s", digits, text_of(problem, "detail"));
}

void conduct_problem(struct report *report, const struct response *response)
{
    report->checks++;
    const cJSON *problem = response->json;
    if (strcmp(response->type, "application/problem+json") != 0 || !problem || response->fault) {
        report_fail(report, "status %d with %s: %s", response->status, response->type, response->text);
        return;
    }
    const char *type = text_of(problem, "type"), *code = text_of(problem, "code");
    if (strncmp(type, "/problems/", 10) != 0 || strcmp(type + 10, code) != 0)
        report_fail(report, "type %s and code %s do not fit", type, code);
    const cJSON *status = field(problem, "status");
    if (!cJSON_IsNumber(status) || status->valueint != response->status)
        report_fail(report, "status %d, but another in the body: %s", response->status, response->text);
    if (!*text_of(problem, "title") || !*text_of(problem, "detail"))
        report_fail(report, "no title or no detail: %s", response->text);
    const cJSON *error, *errors = field(problem, "errors");
    if (strcmp(code, "invalid_position") == 0 && !cJSON_GetArraySize(errors))
        report_fail(report, "no errors: %s", response->text);
    check_limit(report, problem);
    cJSON_ArrayForEach(error, errors)
    {
        const cJSON *pointer = field(error, "pointer");
        if (!cJSON_IsString(pointer) || (*pointer->valuestring && *pointer->valuestring != '/') || !*text_of(error, "code") ||
            !*text_of(error, "detail"))
            report_fail(report, "an error without pointer, code or detail: %s", response->text);
    }
}

/* The fields of an answer in their order; those of one game alone stand after `method`. */
static const char *const order[] = {
    "game",  "verdict",   "grundy", "move_count", "winning_move_count", "winning_moves", "drawing_move_count", "drawing_moves",
    "moves", "truncated", "method", "value",      "best_move_count",    "best_moves"};

static void check_order(struct report *report, const struct game *game, const cJSON *answer)
{
    size_t at = 0, extra = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, answer)
    {
        size_t i = at;
        while (i < sizeof order / sizeof *order && strcmp(order[i], item->string) != 0)
            i++;
        if (i < sizeof order / sizeof *order) {
            at = i + 1;
            continue;
        }
        const struct field *fields = game->extra ? game->extra->fields : NULL;
        while (fields && fields[extra].name && strcmp(fields[extra].name, item->string) != 0)
            extra++;
        bool known = fields && fields[extra].name;
        bool last = strcmp(item->string, "count_limit") == 0 || strcmp(item->string, "explanation") == 0;
        if (!known && !last)
            report_fail(report, "field %s is unknown or out of order", item->string);
    }
    for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
        if (f->need == NEED_ALWAYS && !field(answer, f->name))
            report_fail(report, "field %s is missing", f->name);
}

static void check_there(struct report *report, const cJSON *answer, const char *name, bool wanted)
{
    if (!field(answer, name) == wanted)
        report_fail(report, wanted ? "field %s is missing" : "field %s has no place here", name);
}

static void check_list(struct report *report, const cJSON *answer, const char *list_name, const char *count_name)
{
    const cJSON *list = field(answer, list_name), *count = field(answer, count_name);
    if (list && cJSON_IsFalse(field(answer, "truncated")) && cJSON_IsNumber(count) && cJSON_GetArraySize(list) != count->valueint)
        report_fail(report, "%s is %d, %s has %d", count_name, count->valueint, list_name, cJSON_GetArraySize(list));
}

static void check_method(struct report *report, const struct game *game, const cJSON *answer)
{
    const char *method = text_of(answer, "method");
    const char *const *known = game->methods;
    while (*known && strcmp(*known, method) != 0)
        known++;
    if (!*known)
        report_fail(report, "method %s is not among those that the game names", method);
}

static void check_values(struct report *report, const struct game *game, const cJSON *answer)
{
    const char *verdict = text_of(answer, "verdict");
    bool decider = game->traits & TRAIT_DECIDER, draws = game->traits & TRAIT_DRAWS;
    bool known = strcmp(verdict, "win") == 0 || strcmp(verdict, "loss") == 0 || (draws && strcmp(verdict, "draw") == 0);
    if (decider ? !cJSON_IsNull(field(answer, "verdict")) : !known)
        report_fail(report, "verdict %s", verdict);
    const cJSON *grundy = field(answer, "grundy");
    if (!(game->traits & TRAIT_GRUNDY) && !cJSON_IsNull(grundy))
        report_fail(report, "a Grundy value where the game has none");
    if (cJSON_IsNumber(grundy) && !draws && (grundy->valueint == 0) != (strcmp(verdict, "loss") == 0))
        report_fail(report, "verdict %s with a Grundy value of %d", verdict, grundy->valueint);
}

void conduct_answer(struct report *report, const struct game *game, const cJSON *answer, enum listing listing)
{
    report->checks++;
    bool decider = game->traits & TRAIT_DECIDER, draws = game->traits & TRAIT_DRAWS;
    /* Where the position tells whether the game scores, its vector says that there is a value. */
    bool scored = game->tailor ? field(answer, "value") != NULL : (game->traits & TRAIT_SCORES) != 0;
    bool best = scored || decider, lists = listing == LISTING_WINNING;
    if (strcmp(text_of(answer, "game"), game->id) != 0)
        report_fail(report, "game is %s", text_of(answer, "game"));
    check_order(report, game, answer);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *name = order[i];
        bool of_wins = strncmp(name, "winning", 7) == 0, of_draws = strncmp(name, "drawing", 7) == 0;
        bool of_best = strncmp(name, "best", 4) == 0 || strcmp(name, "value") == 0,
             is_list = name[strlen(name) - 1] == 's' && strstr(name, "moves");
        bool wanted = (!of_wins || !decider) && (!of_draws || (draws && !decider)) && (!of_best || best);
        if (is_list)
            wanted = wanted && (strcmp(name, "moves") == 0 ? listing == LISTING_ALL : lists);
        check_there(report, answer, name, wanted);
    }
    if (!cJSON_IsBool(field(answer, "truncated")))
        report_fail(report, "truncated is no boolean");
    check_list(report, answer, "winning_moves", "winning_move_count");
    check_list(report, answer, "drawing_moves", "drawing_move_count");
    check_list(report, answer, "best_moves", "best_move_count");
    check_list(report, answer, "moves", "move_count");
    check_method(report, game, answer);
    check_values(report, game, answer);
}

static const char *const unchanging[] = {"verdict",         "grundy", "move_count", "winning_move_count", "drawing_move_count",
                                         "best_move_count", "value"};

/* The same question with `options`; NULL (and told) if it is refused. */
static const cJSON *ask_again(struct report *report, struct client *client, const struct game *game, const char *request,
                              const char *options, const cJSON *answer)
{
    report->checks++;
    const char *body = client_with(client, request, options);
    const char *target = arena_printf(&client->kept, "/%s", game->id);
    struct response response = client_post(client, target, body);
    if (response.status != 200 || !response.json || response.fault) {
        report_fail(report, "with %s: status %d: %.300s", options, response.status, response.text);
        return NULL;
    }
    for (size_t i = 0; i < sizeof unchanging / sizeof *unchanging; i++) {
        const cJSON *before = field(answer, unchanging[i]), *after = field(response.json, unchanging[i]);
        if (before ? !after || !json_same(before, after) : after != NULL)
            report_fail(report, "with %s: %s has changed", options, unchanging[i]);
    }
    return response.json;
}

static size_t percent(char *to, unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    to[0] = '%';
    to[1] = digits[byte / 16];
    to[2] = digits[byte % 16];
    return 3;
}

/* The same question as QUERY, and as a URL: the same bytes. */
static void ask_otherwise(struct report *report, struct client *client, const struct game *game, const char *request)
{
    enum { URL_MAX = 4000 };
    const char *path = arena_printf(&client->kept, "/%s", game->id);
    struct response posted = client_send(client, "POST", path, request);
    struct response queried = client_send(client, "QUERY", path, request);
    report->checks++;
    if (queried.status != posted.status || strcmp(queried.text, posted.text) != 0)
        report_fail(report, "QUERY is answered otherwise than POST: %.300s", queried.text);
    char *url = arena_printf(&client->kept, "%s?position=%*s", path, URL_MAX, ""), *end = strchr(url, '=') + 1;
    if (strlen(request) > URL_MAX / 3)
        return;
    for (const char *c = request; *c; c++)
        end += percent(end, (unsigned char)*c);
    *end = '\0';
    struct response got = client_send(client, "GET", url, NULL);
    if (got.status != posted.status || strcmp(got.text, posted.text) != 0)
        report_fail(report, "GET is answered otherwise than POST: %.300s", got.text);
}

/* The page from `offset` on, of at most `limit`, against the list that began at 0. */
static void check_page(struct report *report, const char *name, const cJSON *whole, const cJSON *page, int offset, int limit)
{
    const cJSON *all = field(whole, name), *some = field(page, name);
    if (!all)
        return;
    for (int i = 0; i < limit; i++) {
        const cJSON *wanted = cJSON_GetArrayItem(all, offset + i), *got = cJSON_GetArrayItem(some, i);
        if (wanted && (!got || !json_same(wanted, got)))
            report_fail(report, "%s: item %d of the page from %d differs", name, i, offset);
    }
    if (cJSON_GetArraySize(some) > limit)
        report_fail(report, "%s: more items than limit %d", name, limit);
}

static void check_explanation(struct report *report, const cJSON *answer, const char *language)
{
    const cJSON *lines = field(answer, "explanation"), *line;
    int n = cJSON_GetArraySize(lines);
    if (!answer)
        return;
    if (n < 1 || n > LINES_MAX)
        report_fail(report, "explanation (%s) of %d lines", language, n);
    cJSON_ArrayForEach(line, lines)
    {
        if (!cJSON_IsString(line) || !*line->valuestring)
            report_fail(report, "explanation (%s) with an empty line", language);
    }
    if (answer->child && strcmp(answer->child->prev->string, "explanation") != 0)
        report_fail(report, "explanation is not the last field");
}

/* Every number of the move but 0 is in its text. */
static bool tells_numbers(struct client *client, const char *text, const cJSON *value)
{
    if (cJSON_IsNumber(value))
        return value->valueint == 0 || tells(text, client_print(client, value));
    if (cJSON_IsString(value) && *value->valuestring >= '0' && *value->valuestring <= '9')
        return tells(text, value->valuestring);
    const cJSON *item;
    cJSON_ArrayForEach(item, value)
    {
        if (!tells_numbers(client, text, item))
            return false;
    }
    return true;
}

static void check_words(struct report *report, struct client *client, const struct game *game, const cJSON *answer)
{
    const cJSON *moves = field(answer, "moves"), *move, *other;
    cJSON_ArrayForEach(move, moves)
    {
        const char *text = text_of(move, "text");
        report->checks++;
        if (!*text || strcmp(move->child->prev->string, "text") != 0)
            report_fail(report, "a move without words, or not at its end: %s", client_print(client, move));
        for (const struct field *f = game->move->fields; f->name; f++)
            if (!tells_numbers(client, text, field(move, f->name)))
                report_fail(report, "\"%s\" does not tell %s of %s", text, f->name, client_print(client, move));
        for (other = moves->child; other != move; other = other->next)
            if (strcmp(text, text_of(other, "text")) == 0)
                report_fail(report, "two moves are \"%s\"", text);
    }
}

static const char *turned(const char *verdict)
{
    return strcmp(verdict, "win") == 0 ? "loss" : strcmp(verdict, "loss") == 0 ? "win" : "draw";
}

/* Every position that a move leads to can be posted back, and says of itself what the move said of it. */
static void check_to(struct report *report, struct client *client, const struct game *game, const cJSON *move)
{
    const cJSON *to = field(move, "to");
    if (!to) {
        report_fail(report, "a move without its position");
        return;
    }
    report->checks++;
    const char *body = client_print(client, to), *target = arena_printf(&client->kept, "/%s", game->id);
    struct response response = client_post(client, target, body);
    if (response.status == 422 && strcmp(text_of(response.json, "code"), "too_large") == 0)
        return;
    if (response.status != 200) {
        report_fail(report, "posted back: %.200s gives %d: %.300s", body, response.status, response.text);
        return;
    }
    const char *verdict = text_of(response.json, "verdict"), *outcome = text_of(move, "outcome");
    if (!(game->traits & (TRAIT_SCORES | TRAIT_DECIDER)) && strcmp(turned(verdict), outcome) != 0)
        report_fail(report, "the move to %.200s is a %s, the position itself a %s", body, outcome, verdict);
    const cJSON *grundy = field(response.json, "grundy"), *said = field(move, "grundy");
    if (said ? !json_same(said, grundy) : !cJSON_IsNull(grundy))
        report_fail(report, "the move to %.200s tells another Grundy value than the position itself", body);
}

const cJSON *conduct_moves(struct report *report, struct client *client, const struct game *game, const char *request,
                           const cJSON *answer)
{
    const cJSON *all = ask_again(report, client, game, request, "\"moves\":\"all\",\"positions\":true,\"limit\":40", answer),
                *move;
    if (!all)
        return NULL;
    conduct_answer(report, game, all, LISTING_ALL);
    cJSON_ArrayForEach(move, field(all, "moves"))
    {
        check_to(report, client, game, move);
    }
    return all;
}

void conduct_options(struct report *report, struct client *client, const struct game *game, const char *request,
                     const cJSON *answer)
{
    static const char *const options[] = {"\"moves\"", "\"limit\"", "\"offset\"", "\"positions\"", "\"explain\"", "\"words\""};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strstr(request, options[i]))
            return;
    ask_otherwise(report, client, game, request);
    const cJSON *none = ask_again(report, client, game, request, "\"moves\":\"none\"", answer);
    if (none)
        conduct_answer(report, game, none, LISTING_NONE);
    const cJSON *page = ask_again(report, client, game, request, "\"offset\":1,\"limit\":2", answer);
    if (page) {
        conduct_answer(report, game, page, LISTING_WINNING);
        check_page(report, "winning_moves", answer, page, 1, 2);
        check_page(report, "drawing_moves", answer, page, 1, 2);
        check_page(report, "best_moves", answer, page, 1, 2);
    }
    const cJSON *en = ask_again(report, client, game, request, "\"explain\":\"en\"", answer);
    const cJSON *zh = ask_again(report, client, game, request, "\"explain\":\"zh\"", answer);
    check_explanation(report, en, "en");
    check_explanation(report, zh, "zh");
    ask_again(report, client, game, request, "\"moves\":\"all\",\"offset\":\"123456789012345678901234567890\"", answer);
    static const char *const languages[] = {"en", "zh"};
    for (size_t i = 0; i < 2; i++)
        check_words(report, client, game,
                    ask_again(report, client, game, request,
                              arena_printf(&client->kept, "\"moves\":\"all\",\"words\":true,\"limit\":40,\"language\":\"%s\"",
                                           languages[i]),
                              answer));
    const cJSON *all = conduct_moves(report, client, game, request, answer);
    if (!all)
        return;
    if (en && zh)
        check_sentences(report, request, client_print(client, all), field(en, "explanation"), field(zh, "explanation"));
    const cJSON *later =
        ask_again(report, client, game, request, "\"moves\":\"all\",\"positions\":true,\"offset\":\"3\",\"limit\":2", answer);
    if (later)
        check_page(report, "moves", all, later, 3, 2);
}
