/* Problems: made from their files, and told to clients. */
#include "api/tools/judge/judge.h"

#include "api/json/member.h"
#include "api/json/parse.h"
#include "api/json/tree.h"
#include "core/limits.h"
#include "core/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* problem_N, and `files` with their names, ascending. */
#include "problems.inc"

size_t judge_count(void)
{
    return sizeof files / sizeof *files;
}

const char *judge_id(size_t index)
{
    return files[index].id;
}

static const char *text_of_member(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return member ? member->valuestring : NULL;
}

/* Which of the words; the file is ours, so that another is a bug. */
static int word_of(const char *word, const char *const *words)
{
    int i = 0;
    while (strcmp(words[i], word) != 0)
        assert(words[++i]);
    return i;
}

/* Beyond 2^53 a number is a string. */
static int64_t bound_of(const cJSON *json)
{
    return cJSON_IsString(json) ? strtoll(json->valuestring, NULL, 10) : (int64_t)json->valuedouble;
}

struct shape_range judge_range(const cJSON *pair)
{
    return (struct shape_range){bound_of(cJSON_GetArrayItem(pair, 0)), bound_of(cJSON_GetArrayItem(pair, 1))};
}

static void read_input(struct judge_problem *problem, struct arena *arena)
{
    static const char *const cases[] = {"one", "count", "eof", "zero", "fixed", NULL};
    const cJSON *read = cJSON_GetObjectItemCaseSensitive(problem->json, "read"), *limit;
    problem->cases = (enum cases)word_of(text_of_member(read, "cases"), cases);
    const char *shape = text_of_member(read, "shape");
    bool made = shape_parse(&problem->shape, arena, shape ? shape : "");
    assert(made);
    const cJSON *zeros = cJSON_GetObjectItemCaseSensitive(read, "zeros");
    problem->zeros = problem->cases == CASES_ZERO ? zeros ? (size_t)zeros->valuedouble : 1 : 0;
    problem->case_range = (struct shape_range){0, INT64_MAX};
    cJSON_ArrayForEach(limit, cJSON_GetObjectItemCaseSensitive(problem->json, "limits"))
    {
        int name = shape_name(&problem->shape, limit->string, strlen(limit->string));
        if (name >= 0)
            problem->shape.stated[name] = judge_range(limit);
        else if (strcmp(limit->string, "cases") == 0)
            problem->case_range = judge_range(limit);
    }
}

/* As many as an input may have, or are made in a request, or as its file says where each of them takes long. */
static void read_generated(struct judge_problem *problem)
{
    const cJSON *most = cJSON_GetObjectItemCaseSensitive(problem->json, "generate_max");
    bool single = problem->cases == CASES_ONE || problem->cases == CASES_FIXED;
    problem->generate_max = single ? 1 : most ? (int64_t)most->valuedouble : COMPOSE_CASES;
    if (problem->generate_max > problem->case_range.most)
        problem->generate_max = problem->case_range.most;
    problem->flips = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(problem->json, "flips"));
}

static void read_output(struct judge_problem *problem)
{
    static const char *const prints[] = {"verdict", "move",  "moves", "count", "value", "total",
                                         "triple",  "heaps", "row",   "pairs", NULL};
    const cJSON *print = cJSON_GetObjectItemCaseSensitive(problem->json, "print");
    problem->print = (enum print)word_of(text_of_member(print, "as"), prints);
    problem->words[OUTCOME_WIN] = text_of_member(print, "win");
    problem->words[OUTCOME_LOSS] = text_of_member(print, "loss");
    problem->words[OUTCOME_DRAW] = text_of_member(print, "draw");
    problem->field = text_of_member(print, "field");
    problem->none = text_of_member(print, "none");
    problem->before = text_of_member(print, "before");
    problem->prefix = text_of_member(print, "prefix");
    problem->join = text_of_member(print, "join");
}

static const struct judge_problem *open_file(struct arena *arena, const unsigned char *bytes, size_t size)
{
    struct scan scan;
    struct judge_problem *problem = arena_alloc(arena, sizeof *problem);
    problem->json = json_parse(arena, arena_copy(arena, (const char *)bytes, size), size, &scan);
    assert(problem->json);
    problem->id = text_of_member(problem->json, "id");
    problem->title = text_of_member(problem->json, "title");
    problem->judge = text_of_member(problem->json, "judge");
    problem->input = text_of_member(problem->json, "input");
    problem->output = text_of_member(problem->json, "output");
    problem->game_id = text_of_member(problem->json, "game");
    problem->game = game_find(problem->game_id, strlen(problem->game_id));
    assert(problem->game);
    problem->position = cJSON_GetObjectItemCaseSensitive(problem->json, "position");
    read_input(problem, arena);
    read_generated(problem);
    read_output(problem);
    return problem;
}

struct judge_mistakes judge_mistakes(struct arena *arena, const struct judge_problem *problem)
{
    const cJSON *row, *rows = cJSON_GetObjectItemCaseSensitive(problem->json, "mistakes");
    struct judge_mistakes mistakes = {0, arena_array(arena, (size_t)cJSON_GetArraySize(rows), sizeof *mistakes.v)};
    cJSON_ArrayForEach(row, rows)
    {
        struct judge_mistake *mistake = &mistakes.v[mistakes.n++];
        mistake->known = mistake_find(problem->game, text_of_member(row, "id"));
        mistake->input = text_of_member(row, "case");
        mistake->right = text_of_member(row, "right");
        mistake->wrong = text_of_member(row, "wrong");
        assert(mistake->known);
    }
    return mistakes;
}

const struct judge_problem *judge_open(struct arena *arena, const char *id)
{
    for (size_t i = 0; i < judge_count(); i++)
        if (strcmp(files[i].id, id) == 0)
            return open_file(arena, files[i].json, files[i].size);
    return NULL;
}

static void copy_member(struct out *out, const struct judge_problem *problem, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(problem->json, name);
    if (!member)
        return;
    json_name(out, name);
    tree_write(out, member);
}

void judge_row(struct out *out, const struct judge_problem *problem)
{
    json_begin(out, '{');
    member_string(out, "id", problem->id);
    member_string(out, "title", problem->title);
    member_string(out, "judge", problem->judge);
    member_string(out, "game", problem->game_id);
    copy_member(out, problem, "limits");
    member_string(out, "input", problem->input);
    member_string(out, "output", problem->output);
    copy_member(out, problem, "sample");
    member_bool(out, "several_outputs", false);
    member_begin(out, "mistakes", '[');
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(problem->json, "mistakes"))
        json_string(out, text_of_member(row, "id"));
    json_end(out, ']');
    copy_member(out, problem, "generate_max");
    json_end(out, '}');
}
