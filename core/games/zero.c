/* Zero: the game without moves, and the shortest file of a game: always built, tested and served. `make game` begins a real one.
 *
 * Rules: a position is nothing; nobody can move, so the player to move has lost.
 * Theorem: the empty game is the zero of all games (Conway, On Numbers and Games, ch. 7). Cost: none. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/sample.h"

struct position {
    struct head head;
};

struct move {
    struct head head;
};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{0}},
};

static void solve(struct ask *ask)
{
    answer_grundy(ask, num(0));
    ask->answer.method = "rule";
}

static void *apply(struct ask *ask, const void *move)
{
    (void)move;
    return arena_alloc(ask->arena, sizeof(struct position));
}

static void explain(struct ask *ask, struct lines *lines)
{
    lines_add(lines, "The Grundy value of a position without moves is the mex of no values, %s.",
              "没有合法操作的局面，其 SG 值是空集的 mex，即 %s。", num_text(ask->answer.grundy));
    explain_verdict(ask, lines);
}

static void sample(struct sample *sample)
{
    (void)sample; /* there is but one */
}

const struct game game_zero = {
    .id = "zero",
    .source = "Conway, On Numbers and Games, ch. 7",
    .title = {"Zero", "零游戏"},
    .rules = {"There are no moves; the player to move loses. It is the template that other games begin as.",
              "没有任何合法操作，轮到谁谁输。其他游戏都以它为模板写成。"},
    .limits = {"none", "无"},
    .position = &position_type,
    .move = &move_type,
    .methods = (const char *const[]){"rule", NULL},
    .traits = TRAIT_GRUNDY,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
};
