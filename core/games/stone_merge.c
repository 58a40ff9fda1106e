/* Stone merge (LeetCode 1872): replace the x > 1 leftmost stones by their sum, and score it.
 *
 * Solution: whatever was merged before, merging up to original stone j scores P[j], the sum of the first j. So with i stones
 * merged into the first, the lead of the player to move is f(i) = max over j > i of P[j] - f(j), f(n) = 0, and f(i-1) = max(f(i),
 * P[i] - f(i)). Cost: linear. */
#include "core/kit/explain.h"
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list stones; /* of struct num */
    struct num lead;
};

struct move {
    struct head head;
    int64_t take;
};

/* lead[j] = P[j] - f(j), the mover's lead after merging the first j stones. */
static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    size_t n = p->stones.n;
    int64_t *lead = score_words(ask, p->stones);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += lead[i];
        lead[i] = sum; /* P[i+1] for now */
    }
    int64_t best = 0; /* f(j): what the other gets */
    for (size_t j = n; j >= 2; j--) {
        budget_spend(ask->budget, 4);
        lead[j - 1] -= best;
        if (j == n || lead[j - 1] > best)
            best = lead[j - 1];
    }
    score_answer(ask, num(n > 1 ? best : 0), "dp");
    for (size_t j = 2; j <= n; j++) {
        budget_spend(ask->budget, 8);
        push(ask, &(struct move){.take = (int64_t)j}, score_mark(ask, num(lead[j - 1])));
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    size_t take = (size_t)((const struct move *)move)->take;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct num sum = num(0);
    for (size_t i = 0; i < take; i++)
        sum = num_add(sum, list_nums(p->stones)[i]);
    size_t n = p->stones.n - take + 1;
    struct num *stones = arena_raw(ask->arena, n * sizeof *stones);
    stones[0] = sum;
    for (size_t i = 1; i < n; i++)
        stones[i] = list_nums(p->stones)[take + i - 1];
    next->stones = (struct list){n, stones};
    score_carry(ask, next, sum, false);
    return next;
}

static uint64_t cost(const void *position)
{
    return 20 * ((const struct position *)position)->stones.n;
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (p->stones.n == 1) {
        lines_add(lines, "One stone is left: the game is over.", "只剩一颗石子，游戏结束。");
    } else {
        struct num sum = num(0);
        for (size_t i = 0; i < p->stones.n; i++)
            sum = num_add(sum, list_nums(p->stones)[i]);
        lines_add(lines,
                  "A merge that reaches original stone j scores the sum of the first j stones, whatever was merged before; all "
                  "%s add up to %s.",
                  "合并到第 j 颗石子为止，得分总是前 j 颗之和，与之前如何合并无关；全部 %s 颗之和为 %s。",
                  num_text(num((int64_t)p->stones.n)), num_text(sum));
        lines_add(lines, "So f(i) = max over j > i of (sum of the first j) - f(j), worked out from the right end.",
                  "因此 f(i) = max（前 j 颗之和 - f(j)），其中 j > i，自右向左计算。");
    }
    const struct listed *right = explain_first(ask);
    if (right) {
        int64_t take = ((const struct move *)right->move)->take;
        struct num now = num(0);
        for (int64_t i = 0; i < take; i++)
            now = num_add(now, list_nums(p->stones)[i]);
        lines_add(lines, "The smallest best move merges %s stones.", "最优走法中合并最少的是 %s 颗。", num_text(num(take)));
        score_explain_move(ask, lines, now);
    }
    score_explain(ask, lines);
}

static const struct type stones_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = FRONT_MAX, .item = &score_integer_type};
static const struct type take_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 2, .max = FRONT_MAX};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{"stones", offsetof(struct position, stones), &stones_type,
                                      .doc = {"The stones' values from left to right.", "从左到右各石子的价值。"}},
                                     SCORE_LEAD(position),
                                     {0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{"take", offsetof(struct move, take), &take_type,
                                      .doc = {"How many of the leftmost stones become one.", "把最左边的几颗合并为一颗。"}},
                                     {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "merge the %s leftmost stones", "合并最左边的 %s 颗石子", num_text(num(m->take)));
}

static void sample(struct sample *sample)
{
    enum { STONES = 50000 }; /* a body of less than a megabyte */
    struct position *p = sample->position;
    if (!sample_free(sample, "stones"))
        return;
    struct list words = score_sample(sample, 1, STONES);
    p->stones = (struct list){words.n, sample_nums_of(sample, words)};
}

const struct game game_stone_merge = {
    .id = "stone-merge",
    .source = "LeetCode 1872, Stone Game VIII",
    .title = {"Stone Game: merging from the left", "石子游戏（左端合并）"},
    .rules = {"Stones with values stand in a row. A move takes the x > 1 leftmost stones, scores their sum, and puts one stone "
              "of that "
              "value at the left. When one stone is left, the higher score wins.",
              "一行带有价值的石子。每次取走最左边的 x 颗（x > "
              "1），得分为它们之和，再把一颗价值等于该和的石子放回最左端。只剩一颗时结束，得分高者胜。"},
    .limits = {"up to 10^6 stones whose magnitudes add up to 10^18", "最多 10^6 颗，绝对值之和不超过 10^18"},
    .position = &position_type,
    .mistakes = mistakes_stone_merge,
    .move = &move_type,
    .extra = &score_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_SCORES | TRAIT_DRAWS,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
