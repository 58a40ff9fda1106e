/* beliefs: for each line "GAME POSITION" of standard input, what is so and what each known wrong method of the game says, as a
 * line of JSON. methods_against_python.py holds it to the methods' own words. */
#include "api/json/encode.h"
#include "api/json/out.h"
#include "api/json/parse.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/mistakes/mistakes.h"
#include "core/registry.h"
#include "core/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcomes[] = {
    [OUTCOME_NONE] = "none", [OUTCOME_WIN] = "win", [OUTCOME_DRAW] = "draw", [OUTCOME_LOSS] = "loss"};

struct asking {
    const char *line;
    struct budget budget;
    struct store *store;
    struct out out;
};

static void write_belief(struct out *out, const struct game *game, const struct belief *told)
{
    json_begin(out, '{');
    json_name(out, "verdict");
    json_string(out, outcomes[told->verdict]);
    if (told->grundy_known) {
        json_name(out, "grundy");
        json_word(out, told->grundy);
    }
    if (told->count_known) {
        json_name(out, "count");
        json_word(out, told->count);
    }
    if (told->value_known) {
        json_name(out, "value");
        json_word(out, told->value);
    }
    if (told->first_known) {
        json_name(out, told->all_known ? "moves" : "first");
        json_begin(out, '[');
        for (size_t i = 0; i < told->n; i++)
            encode_value(out, game->move, told->moves[i]);
        json_end(out, ']');
    }
    if (told->printed) {
        json_name(out, "printed");
        json_bool(out, true);
    }
    json_end(out, '}');
}

/* The methods first: they must not need that anything was solved before. */
static void answer(struct asking *asking, struct question *question)
{
    const struct game *game = question->game;
    struct out *out = &asking->out;
    json_name(out, "says");
    json_begin(out, '{');
    for (const struct mistake *m = game->mistakes; m && m->id; m++) {
        struct belief told;
        json_name(out, m->id);
        if (mistake_tell(m, game, question->position, &asking->budget, asking->store, &told))
            write_belief(out, game, &told);
        else
            json_null(out);
    }
    json_end(out, '}');
    question->ask.limit = 1;
    question_solve(question, &asking->budget, asking->store);
    json_name(out, "verdict");
    json_string(out, outcomes[question->ask.answer.verdict]);
    if (question->ask.answer.grundy_known) {
        json_name(out, "grundy");
        json_number(out, question->ask.answer.grundy);
    }
}

static void take_line(void *what)
{
    struct asking *asking = what;
    const char *blank = strchr(asking->line, ' ');
    const struct game *game = game_find(asking->line, (size_t)(blank - asking->line));
    struct arena *arena = asking->budget.arena;
    struct faults faults = {.arena = arena};
    struct scan scan;
    struct question question = {0};
    char *text = arena_copy(arena, blank + 1, strlen(blank + 1));
    const cJSON *json = json_parse(arena, text, strlen(text), &scan);
    out_init(&asking->out, arena, 4096);
    json_begin(&asking->out, '{');
    if (json && question_decode(&question, game, json, "", NULL, NULL, &faults))
        answer(asking, &question);
    json_end(&asking->out, '}');
    printf("%.*s\n", (int)asking->out.n, asking->out.v);
}

int main(void)
{
    static char line[1 << 20];
    struct arena arena;
    struct escape landed;
    struct asking asking = {.line = line, .store = store_private_new(64 << 20)};
    num_setup();
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        asking.budget = (struct budget){.left = UINT64_MAX, .arena = &arena};
        if (arena_try(&arena, &landed, take_line, &asking) != STATUS_ok)
            puts("{}");
        fflush(stdout);
        arena_reset(&arena);
    }
    store_private_free(asking.store);
    return 0;
}
