/* Stone front (LeetCode 1406): take 1…max_take piles from the front of the row.
 *
 * Solution: with P[i] the sum of the first i piles and f(i) the lead of the player to move once i piles are gone,
 * f(i) = max over i < j <= min(n, i + max_take) of (P[j] - f(j)) - P[i], f(n) = 0. The maximum slides with i, so a queue of
 * candidates that descend keeps it (Lemire's monotone wedge). Cost: linear. */
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list piles; /* of int64_t */
    struct num max_take;
    struct num lead;
};

static int64_t reach(const struct position *p)
{
    int64_t n = (int64_t)p->piles.n;
    return num_cmp_word(p->max_take, n) > 0 ? n : p->max_take.word;
}

/* gain[j] = P[j] - f(j), for every j; queue holds the j's of the window whose gains descend from head to tail. */
static int64_t *gains(struct ask *ask, const struct position *p)
{
    size_t n = p->piles.n, window = (size_t)reach(p);
    int64_t *gain = arena_array(ask->arena, n + 1, sizeof *gain);
    uint32_t *queue = arena_raw(ask->arena, (n + 1) * sizeof *queue);
    size_t head = 0, tail = 0;
    int64_t *sum = gain; /* overwritten from the right, each sum just after its last use */
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + list_words(p->piles)[i];
    for (size_t i = n + 1; i-- > 0;) {
        budget_spend(ask->budget, 4);
        if (i < n) {
            while (queue[head] > i + window)
                head++;
            gain[i] = sum[i] - (gain[queue[head]] - sum[i]);
        }
        while (tail > head && gain[queue[tail - 1]] <= gain[i])
            tail--;
        queue[tail++] = (uint32_t)i;
    }
    return gain;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    const int64_t *gain = gains(ask, p);
    /* gain[0] = P[0] - f(0) = -f(0); taking j piles leads by P[j] - f(j). */
    score_answer(ask, num(-gain[0]), "dp");
    if (score_lead(ask->game, p))
        score_front_found(ask, p->piles);
    for (int64_t take = 1; take <= reach(p); take++) {
        budget_spend(ask->budget, 8);
        push(ask, &(struct score_front){.take = take}, score_mark(ask, num(gain[take])));
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    int64_t take = ((const struct score_front *)move)->take;
    next->piles = list_without(ask->arena, p->piles, 0, (size_t)take, sizeof(int64_t));
    if (score_lead(ask->game, p))
        score_carry(ask, next, score_front_gain(ask, p->piles, take), false);
    return next;
}

static uint64_t cost(const void *position)
{
    return 20 * ((const struct position *)position)->piles.n;
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (p->piles.n == 0)
        lines_add(lines, "No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。");
    else
        lines_add(lines,
                  "Of %s pile(s) at most %s may be taken now. For every remainder of the row, the shortest first, the lead of "
                  "the player to move is the greatest of (what is taken - the lead of the other on the rest).",
                  "共 %s 堆，现在最多可取 %s 堆。从最后一堆往前推，先手的净胜分 = max（所取之和 - 对手在剩余局面的净胜分）。",
                  num_text(num((int64_t)p->piles.n)), num_text(num(reach(p))));
    score_explain_front(ask, lines, p->piles);
}

static const struct type piles_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = FRONT_MAX, .item = &score_pile_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"piles", offsetof(struct position, piles), &piles_type,
             .doc = {"The piles from front to back.", "从前到后的各堆石子。"}},
            {"max_take", offsetof(struct position, max_take), &type_positive, NEED_DEFAULT, .fallback = 3,
             .doc = {"Most piles that one move may take.", "每次最多取的堆数。"}},
            SCORE_LEAD(position),
            {0},
        },
};

static void sample(struct sample *sample)
{
    enum { PILES = 50000 }; /* a body of less than a megabyte */
    struct position *p = sample->position;
    if (sample_free(sample, "piles"))
        p->piles = score_sample(sample, 2, PILES);
    if (sample_free(sample, "max_take"))
        p->max_take = num(sample_from(sample, 1, sample_bound(sample, 4, 1000)));
}

const struct game game_stone_front = {
    .id = "stone-front",
    .source = "LeetCode 1406, Stone Game III (with any max_take)",
    .title = {"Stone Game: from the front", "石子游戏（从前端取）"},
    .rules = {"Piles stand in a row. A move takes 1 to `max_take` piles from the front and scores their sum. When no pile is "
              "left, the "
              "higher score wins.",
              "若干堆石子排成一行，每次从前端取走 1 到 `max_take` 堆，得分为所取之和。取完后得分高者胜。"},
    .limits = {"up to 10^6 piles of magnitude up to 10^12", "最多 10^6 堆，每堆绝对值不超过 10^12"},
    .position = &position_type,
    .mistakes = mistakes_stone_front,
    .move = &score_front_type,
    .extra = &score_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_SCORES | TRAIT_DRAWS,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = score_words_front,
};
