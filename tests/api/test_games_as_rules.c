/* The service's games written down as rules: tests/api/games_as_rules.txt. What /custom answers must be what the game itself
 * does. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 3, LINE = 4096, TEXT = 3 * LINE };

struct block {
    char path[64], position[LINE], rules[LINE], state[LINE], but[LINE];
    int from[NUMBERS], to[NUMBERS];
    long asked, agreed;
};

/* Puts the numbers in the places of $1, $2, $3. */
static size_t fill(char *to, size_t room, const char *template, const int numbers[NUMBERS])
{
    size_t n = 0;
    for (const char *c = template; *c; c++)
        if (*c == '$')
            n += (size_t)snprintf(to + n, room - n, "%d", numbers[*++c - '1']);
        else if (n + 1 < room)
            to[n++] = *c;
    ck_assert_uint_lt(n, room - 1);
    to[n] = '\0';
    return n;
}

static void compare(const struct block *block, const cJSON *own, const cJSON *rules, const char *question)
{
    static const char *const names[] = {"verdict",         "grundy",     "move_count", "winning_move_count", "drawing_move_count",
                                        "best_move_count", "remoteness", "value"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const cJSON *a = cJSON_GetObjectItem(own, names[i]), *b = cJSON_GetObjectItem(rules, names[i]);
        bool null = strcmp(names[i], "grundy") == 0 && (cJSON_IsNull(a) || cJSON_IsNull(b));
        if (a && b && !null && !strstr(block->but, names[i]))
            ck_assert_msg(cJSON_Compare(a, b, true), "%s, %s: the game and its rules differ", question, names[i]);
    }
}

static void ask(struct block *block, const int numbers[NUMBERS])
{
    struct probe own, rules;
    char question[2 * TEXT + LINE], position[TEXT], state[TEXT];
    fill(position, sizeof position, block->position, numbers);
    fill(state, sizeof state, block->state, numbers);
    snprintf(question, sizeof question, "{\"rules\":%s,\"state\":%s}", block->rules, state);
    probe_init(&own);
    probe_init(&rules);
    if (probe_send(&own, "POST", block->path, position) == 200) {
        ck_assert_msg(probe_send(&rules, "POST", "/custom", question) == 200, "%s: %s", question, probe_text(&rules));
        compare(block, own.json, rules.json, question);
        block->agreed++;
    } else {
        ck_assert_str_eq(probe_string(&own, "code"), "invalid_position"); /* numbers that make no position */
    }
    block->asked++;
    probe_free(&own);
    probe_free(&rules);
}

static void run(struct block *block)
{
    int v[NUMBERS];
    if (!*block->path)
        return;
    for (v[0] = block->from[0]; v[0] <= block->to[0]; v[0]++)
        for (v[1] = block->from[1]; v[1] <= block->to[1]; v[1]++)
            for (v[2] = block->from[2]; v[2] <= block->to[2]; v[2]++)
                ask(block, v);
    ck_assert_msg(2 * block->agreed > block->asked, "%s: most of %s is no position", block->path, block->position);
    *block = (struct block){.path = ""};
}

static void read_line(struct block *block, char *line)
{
    const struct {
        const char *name;
        char *to;
        size_t room;
    } texts[] = {{"path ", block->path, sizeof block->path},
                 {"position ", block->position, LINE},
                 {"rules ", block->rules, LINE},
                 {"state ", block->state, LINE},
                 {"but ", block->but, LINE}};
    line[strcspn(line, "\n")] = '\0';
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strncmp(line, texts[i].name, strlen(texts[i].name)) == 0) {
            snprintf(texts[i].to, texts[i].room, "%s", line + strlen(texts[i].name));
            return;
        }
    ck_assert_msg(*line == '#' || strncmp(line, "each ", 5) == 0, "%s: is no line of a block", line);
    if (*line != '#')
        sscanf(line + 5, "%d..%d %d..%d %d..%d", &block->from[0], &block->to[0], &block->from[1], &block->to[1], &block->from[2],
               &block->to[2]);
}

START_TEST(rules_answer_as_their_games_do)
{
    struct block *block = calloc(1, sizeof *block);
    FILE *file = fopen("tests/api/games_as_rules.txt", "r");
    char line[LINE];
    int blocks = 0;
    ck_assert(block && file);
    while (fgets(line, sizeof line, file))
        if (*line != '\n') {
            read_line(block, line);
        } else {
            blocks += *block->path != 0;
            run(block);
        }
    blocks += *block->path != 0;
    run(block);
    ck_assert_int_ge(blocks, 40);
    fclose(file);
    free(block);
}
END_TEST

SUITE(rules_answer_as_their_games_do)
