/* Odd against even: balls are taken in fixed amounts; at the end an odd holder beats an even one, and equal parity is a draw.
 *
 * Rules: the game ends when no amount fits into what is left (Lanqiao 2016). Method: core/games/odd_even/parity.h; the outcome
 * depends on the balls left and the two parities, a row on the rows of the last max(takes) balls, so a repeated window is a proof
 * of the period. */
#include "core/game.h"
#include "core/games/odd_even/parity.h"
#include "core/kit/explain.h"
#include "core/kit/turn.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

#include <stdlib.h>
#include <string.h>

struct position {
    struct head head;
    struct num balls;
    struct list takes; /* of int64_t */
    struct num mine, theirs;
};

struct move {
    struct head head;
    int64_t take;
};

struct extra {
    struct head head;
    size_t preperiod, period; /* for explain(); 0: none was needed */
};

enum { POSITION_MINE = 2, POSITION_THEIRS };

static const struct type take_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = UINT32_MAX};
static const struct type takes_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = PARITY_TAKES, .distinct = true, .item = &take_type};

/* What a player holds grows by what he takes, and must still be a position: room for many times the most that there may be. */
static const struct type held_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + 64};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"balls", offsetof(struct position, balls), &type_natural, .doc = {"Balls left.", "剩余球数。"}},
            {"takes", offsetof(struct position, takes), &takes_type,
             .doc = {"The amounts that may be taken.", "允许取走的数目。"}},
            {"mine", offsetof(struct position, mine), &held_type, NEED_DEFAULT,
             .doc = {"Balls that the player to move holds.", "先手已有的球数。"}},
            {"theirs", offsetof(struct position, theirs), &held_type, NEED_DEFAULT,
             .doc = {"Balls that the other player holds.", "对方已有的球数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"take", offsetof(struct move, take), &take_type, .doc = {"Balls to take.", "取走的球数。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct extra),
    .fields = (const struct field[]){{0}},
};

static bool is_odd(struct num n)
{
    return num_bit(n, 0);
}

static int compare_words(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct extra *extra = ask->extra;
    size_t n = p->takes.n;
    int64_t *takes = arena_raw(ask->arena, n * sizeof *takes);
    memcpy(takes, p->takes.v, n * sizeof *takes);
    qsort(takes, n, sizeof *takes, compare_words);
    struct parity_rows rows;
    if (!parity_solve(&rows, ask->arena, ask->budget, takes, n, p->balls, PARITY_ROWS))
        ask_too_large(ask, PARITY_ROWS, "more than 10000000 balls are solved when the outcomes repeat within the first %d rows",
                      (int)PARITY_ROWS);
    bool mine = is_odd(p->mine), theirs = is_odd(p->theirs);
    extra->preperiod = rows.preperiod;
    extra->period = rows.period;
    ask->answer.method = rows.period ? "period" : "dp";
    ask->answer.verdict = parity_outcome(&rows, p->balls, mine, theirs);
    for (size_t i = 0; i < n && num_cmp_word(p->balls, takes[i]) >= 0; i++) {
        struct move *move = arena_alloc(ask->arena, sizeof *move);
        move->take = takes[i];
        bool then = mine != (takes[i] % 2 == 1);
        push(ask, move, mark_outcome(outcome_turned(parity_outcome(&rows, num_sub(p->balls, num(takes[i])), theirs, then))));
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->balls = num_sub(p->balls, num(m->take));
    next->mine = p->theirs;
    next->theirs = num_add(p->mine, num(m->take));
    next->head.given |= BIT(POSITION_MINE) | BIT(POSITION_THEIRS);
    return next;
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    uint64_t rows = num_cmp_word(p->balls, PARITY_ROWS) < 0 ? (uint64_t)p->balls.word : PARITY_ROWS;
    return rows * (2 + p->takes.n);
}

static void explain_over(const struct position *p, struct lines *lines)
{
    bool mine = is_odd(p->mine), theirs = is_odd(p->theirs);
    lines_add(lines, "No amount fits into the %s ball(s) left: the game is over.", "剩下 %s 个球，任何数目都取不了：游戏结束。",
              num_text(p->balls));
    if (mine == theirs)
        lines_add(lines, "The players hold %s and %s, of equal parity.", "双方分别有 %s 个和 %s 个球，奇偶性相同。",
                  num_text(p->mine), num_text(p->theirs));
    else if (mine)
        lines_add(lines, "The player to move holds %s, which is odd, the other %s, which is even: odd beats even.",
                  "先手有 %s 个球（奇数），后手有 %s 个（偶数）：奇数胜偶数。", num_text(p->mine), num_text(p->theirs));
    else
        lines_add(lines, "The player to move holds %s, which is even, the other %s, which is odd: odd beats even.",
                  "先手有 %s 个球（偶数），后手有 %s 个（奇数）：奇数胜偶数。", num_text(p->mine), num_text(p->theirs));
}

static void explain_winner(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    struct num take = num(((const struct move *)right->move)->take);
    struct num held = num_add(p->mine, take), left = num_sub(p->balls, take);
    if (right->mark.outcome == OUTCOME_WIN)
        lines_add(lines, "For example take %s: that leaves %s ball(s), %s in hand, which is lost for the other player.",
                  "例如取 %s 个：剩下 %s 个，手中有 %s 个，留给对手的是必败态。", num_text(take), num_text(left), num_text(held));
    else
        lines_add(lines, "For example take %s: that leaves %s ball(s), %s in hand, and keeps the draw.",
                  "例如取 %s 个：剩下 %s 个，手中有 %s 个，保持平局。", num_text(take), num_text(left), num_text(held));
}

static void explain_period(const struct position *p, const struct extra *extra, struct lines *lines)
{
    struct num from = num_u64(extra->preperiod), period = num_u64(extra->period);
    struct num low = num_lt(p->balls, from) ? p->balls : num_add(from, num_mod(num_sub(p->balls, from), period));
    lines_add(lines,
              "Up to this number of balls the outcomes repeat: from %s balls on with period %s; so this goes as with %s ball(s) "
              "left and the same parities.",
              "在此球数范围内结果是周期性的：从 %s 个球起周期为 %s；因此胜负与还剩 %s 个球、双方奇偶性相同的局面一样。",
              num_text(from), num_text(period), num_text(low));
}

enum { FEW_BALLS = 10000 }; /* so that other positions may be looked at, too */

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct extra *extra = ask->extra;
    if (num_is_zero(ask->answer.move_count)) {
        explain_over(p, lines);
        explain_verdict(ask, lines);
        return;
    }
    lines_add(lines,
              is_odd(p->mine) ? "Balls left: %s; the player to move holds %s, an odd number."
                              : "Balls left: %s; the player to move holds %s, an even number.",
              is_odd(p->mine) ? "还剩 %s 个球；先手已有 %s 个，是奇数。" : "还剩 %s 个球；先手已有 %s 个，是偶数。",
              num_text(p->balls), num_text(p->mine));
    lines_add(lines,
              is_odd(p->theirs) ? "The other player holds %s, an odd number." : "The other player holds %s, an even number.",
              is_odd(p->theirs) ? "后手已有 %s 个，是奇数。" : "后手已有 %s 个，是偶数。", num_text(p->theirs));
    lines_add(
        lines,
        "Only the balls left and the two parities matter: work upwards from the positions in which no amount fits; a position "
        "is won if some move leaves the other player a lost one, lost if all leave won ones, else drawn.",
        "胜负只取决于剩余球数和双方的奇偶性：从取不了球的局面开始逐步递推，有一步能留给对手必败态则必胜，每一步都留给对手必胜态则"
        "必败，否则为平局。");
    if (extra->period)
        explain_period(p, extra, lines);
    bool few = num_cmp_word(p->balls, FEW_BALLS) <= 0;
    if (few)
        explain_outcomes(ask, lines);
    explain_winner(ask, lines);
    if (few)
        explain_replies(ask, lines, 3);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "take %s", "取走 %s 个球", num_text(num(m->take)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "balls"))
        p->balls = num(sample_from(sample, 0, sample_bound(sample, 12, 10000000)));
    if (sample_free(sample, "takes"))
        p->takes = sample_distinct(sample, sample_count(sample, 1, PARITY_TAKES), 1, sample_bound(sample, 6, 1000));
    if (sample_free(sample, "mine"))
        p->mine = num(sample_from(sample, 0, 9));
    if (sample_free(sample, "theirs"))
        p->theirs = num(sample_from(sample, 0, 9));
}

const struct game game_odd_even = {
    .id = "odd-even",
    .source = "Lanqiao Cup 2016, the ball game",
    .title = {"Odd against even", "取球博弈（奇偶）"},
    .rules = {"Players take balls in turn, each time one of the amounts in `takes`. When no amount fits into what is left the "
              "game ends: a player "
              "who holds an odd number beats one who holds an even number; equal parity is a draw.",
              "双方轮流取球，每次取走 `takes` "
              "中的一个数目。剩余球数不足任何一个数目时游戏结束：持有奇数个球者胜持有偶数个球者，奇偶性相同为平局。"},
    .limits = {"1 to 64 amounts below 2^32; up to 10000000 balls, and any number once the outcomes are proven to repeat within "
               "16000000 rows",
               "1 到 64 种数目（小于 2^32）；最多 10000000 个球，若在 16000000 行之内证明了周期则球数不限"},
    .position = &position_type,
    .mistakes = mistakes_odd_even,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"dp", "period", NULL},
    .traits = TRAIT_DRAWS,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
