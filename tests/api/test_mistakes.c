/* The known wrong methods of the games: each one has its words, and is wrong on the position that is told with it, by the solver
 * that plain search holds to the rules. */
#include "api/json/parse.h"
#include "api/question.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/registry.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static struct probe probe;
static struct arena arena;

static void setup(void)
{
    probe_init(&probe);
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    arena_enter(&arena);
}

static void teardown(void)
{
    arena_enter(NULL);
    arena_reset(&arena);
    probe_free(&probe);
}

static bool text_there(struct text text)
{
    return text.en && *text.en && text.zh && *text.zh && strcmp(text.en, text.zh) != 0;
}

/* Something that the method says is not so. */
static bool is_wrong(const struct belief *told, const struct question *question)
{
    const struct answer *answer = &question->ask.answer;
    bool wrong = told->verdict != OUTCOME_NONE && told->verdict != answer->verdict;
    wrong |= told->grundy_known && answer->grundy_known && num_cmp_word(answer->grundy, told->grundy) != 0;
    wrong |= told->count_known && num_cmp_word(answer->winning.seen, told->count) != 0;
    if (told->first_known && !told->n)
        wrong |= answer->winning.n > 0;
    if (told->first_known && told->n)
        wrong |= !answer->winning.n || memcmp((const char *)told->moves[0] + sizeof(struct head),
                                              (const char *)answer->winning.v[0].move + sizeof(struct head),
                                              question->game->move->size - sizeof(struct head)) != 0;
    if (told->value_known) {
        const struct num *value = (const void *)((const char *)question->ask.extra + question->game->extra->fields[0].offset);
        wrong |= num_cmp_word(*value, told->value) != 0;
    }
    return wrong;
}

START_TEST(every_method_is_wrong_on_its_own_position)
{
    size_t methods = 0;
    for (size_t i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        for (const struct mistake *m = game->mistakes; m && m->id; m++, methods++) {
            struct faults faults = {.arena = &arena};
            struct scan scan;
            struct question question = {0};
            struct belief told;
            struct budget budget = {.left = UINT64_MAX, .arena = &arena};
            size_t size = strlen(m->example);
            const cJSON *json = json_parse(&arena, arena_copy(&arena, m->example, size), size, &scan);
            ck_assert_msg(json && question_decode(&question, game, json, "", NULL, NULL, &faults), "%s, %s: %s", game->id, m->id,
                          m->example);
            question_solve(&question, &budget, probe.api.store);
            ck_assert_msg(text_there(m->title) && text_there(m->sentence), "%s, %s: words are missing", game->id, m->id);
            ck_assert_ptr_eq(mistake_find(game, m->id), m);
            ck_assert_msg(mistake_tell(m, game, question.position, &budget, probe.api.store, &told), "%s, %s says nothing",
                          game->id, m->id);
            ck_assert_msg(is_wrong(&told, &question), "%s, %s is right on %s", game->id, m->id, m->example);
        }
    }
    ck_assert_uint_ge(methods, 100);
}
END_TEST

/* Of numbers so large that one more is no word any longer, methods say nothing. */
START_TEST(no_method_looks_at_a_base_near_the_end_of_words)
{
    static const char text[] = "{\"rules\":{\"take\":{\"powers_of\":\"9223372036854775807\"}},\"heaps\":[6]}";
    const struct game *game = game_find("sg", 2);
    struct faults faults = {.arena = &arena};
    struct scan scan;
    struct question question = {0};
    struct belief told;
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    const cJSON *json = json_parse(&arena, arena_copy(&arena, text, sizeof text - 1), sizeof text - 1, &scan);
    ck_assert(json && question_decode(&question, game, json, "", NULL, NULL, &faults));
    static const char *const ids[] = {"takes-one", "even-rule-for-odd", "largest-take"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        ck_assert_msg(!mistake_tell(mistake_find(game, ids[i]), game, question.position, &budget, probe.api.store, &told), "%s",
                      ids[i]);
}
END_TEST

/* Positions from /generate, on each of which the method is wrong. */
static void hold_generated(const struct game *game, const struct mistake *m)
{
    char body[200];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"against\":\"%s\",\"count\":6}", game->id, m->id);
    ck_assert_int_eq(probe_send(&probe, "POST", "/generate", body), 200);
    ck_assert_msg(cJSON_IsTrue(probe_value(&probe, "complete")), "%s: %.400s", body, probe_text(&probe));
    const cJSON *item, *positions = probe_value(&probe, "positions");
    ck_assert_int_eq(cJSON_GetArraySize(positions), 6);
    cJSON_ArrayForEach(item, positions)
    {
        struct faults faults = {.arena = &arena};
        struct arena_mark mark = arena_mark(&arena);
        struct question question = {0};
        struct belief told;
        struct budget budget = {.left = UINT64_MAX, .arena = &arena};
        const cJSON *position = cJSON_GetObjectItem(item, "position");
        ck_assert(question_decode(&question, game, position, "", NULL, NULL, &faults));
        question_solve(&question, &budget, probe.api.store);
        ck_assert_msg(mistake_tell(m, game, question.position, &budget, probe.api.store, &told) && is_wrong(&told, &question),
                      "%s, %s is not wrong there", game->id, m->id);
        arena_rewind(&arena, mark);
    }
}

START_TEST(every_method_can_be_generated_against)
{
    const struct game *game = game_at((size_t)_i);
    for (const struct mistake *m = game->mistakes; m && m->id; m++)
        hold_generated(game, m);
}
END_TEST

void suite_fill(TCase *tcase)
{
    struct suite_games games = suite_games();
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_method_is_wrong_on_its_own_position);
    tcase_add_test(tcase, no_method_looks_at_a_base_near_the_end_of_words);
    tcase_add_loop_test(tcase, every_method_can_be_generated_against, games.from, games.to);
}
