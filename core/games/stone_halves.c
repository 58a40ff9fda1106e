/* Stone halves (LeetCode 1563): one decider splits the row in two; the part with the larger sum is thrown away, the other's sum
 * is scored.
 *
 * Solution: best(i,j) = max over splits of (sum of the kept part + best of it), at equal sums the better of both. The split at
 * which the left sum passes half moves right as j grows, so with L(i,k) = max of sum(i,t) + best(i,t) over t <= k, and R likewise
 * from the right, a row costs O(1) per stretch. Stretches are worked out for i descending and j ascending. Cost: n² steps, 3·n²
 * words. */
#include "core/kit/explain.h"
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list piles; /* of struct num */
};

struct move {
    struct head head;
    int64_t left;
};

struct halves {
    size_t n;
    const int64_t *sum; /* prefix sums */
    int64_t *best;      /* best[i*n + j] */
};

static int64_t sum_of(const struct halves *h, size_t i, size_t j)
{
    return h->sum[j + 1] - h->sum[i];
}

static int64_t best_of(const struct halves *h, size_t i, size_t j)
{
    return h->best[i * h->n + j];
}

/* What splitting i…j after t leads to. */
static int64_t split_value(const struct halves *h, size_t i, size_t t, size_t j)
{
    int64_t left = sum_of(h, i, t), right = sum_of(h, t + 1, j);
    int64_t keep_left = left + best_of(h, i, t), keep_right = right + best_of(h, t + 1, j);
    if (left != right)
        return left < right ? keep_left : keep_right;
    return keep_left > keep_right ? keep_left : keep_right;
}

/* from_left[i*n+k] = max over t <= k of sum(i,t) + best(i,t); from_right[k*n+j] = max over t >= k of sum(t,j) + best(t,j). */
static struct halves halves(struct ask *ask, struct list piles)
{
    size_t n = piles.n;
    const int64_t *v = score_words(ask, piles);
    int64_t *sum = arena_array(ask->arena, n + 1, sizeof *sum);
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + v[i];
    struct halves h = {n, sum, arena_array(ask->arena, n * n, sizeof *h.best)};
    int64_t *from_left = arena_array(ask->arena, n * n, sizeof *from_left);
    int64_t *from_right = arena_array(ask->arena, n * n, sizeof *from_right);
    for (size_t i = n; i-- > 0;) {
        budget_spend(ask->budget, 4 * n);
        from_left[i * n + i] = from_right[i * n + i] = v[i];
        size_t t = i; /* left parts i…t' with t' < t have at most half of i…j */
        for (size_t j = i + 1; j < n; j++) {
            int64_t best = 0, all = sum_of(&h, i, j);
            while (t < j && 2 * sum_of(&h, i, t) <= all)
                t++;
            if (t > i)
                best = from_left[i * n + t - 1];
            /* right parts of at most half begin at t+1, or at t when the halves are equal */
            size_t right = t > i && 2 * sum_of(&h, i, t - 1) == all ? t : t + 1;
            if (right <= j && from_right[right * n + j] > best)
                best = from_right[right * n + j];
            h.best[i * n + j] = best;
            int64_t whole = all + best;
            from_left[i * n + j] = whole > from_left[i * n + j - 1] ? whole : from_left[i * n + j - 1];
            from_right[i * n + j] = whole > from_right[(i + 1) * n + j] ? whole : from_right[(i + 1) * n + j];
        }
    }
    return h;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    size_t n = p->piles.n;
    struct score *extra = ask->extra;
    ask->answer.method = "dp";
    if (n < 2)
        return;
    struct halves h = halves(ask, p->piles);
    extra->value = num(best_of(&h, 0, n - 1));
    for (size_t t = 0; t + 1 < n; t++)
        push(ask, &(struct move){.left = (int64_t)t + 1},
             (struct mark){.outcome = OUTCOME_NONE, .best = split_value(&h, 0, t, n - 1) == extra->value.word});
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    size_t n = p->piles.n, left = (size_t)((const struct move *)move)->left;
    struct num balance = num(0); /* left sum - right sum */
    for (size_t i = 0; i < n; i++)
        balance = i < left ? num_add(balance, list_nums(p->piles)[i]) : num_sub(balance, list_nums(p->piles)[i]);
    bool keep_left = num_sign(balance) < 0;
    if (num_is_zero(balance)) {
        struct halves h = halves(ask, p->piles);
        keep_left = best_of(&h, 0, left - 1) >= best_of(&h, left, n - 1);
    }
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->piles = keep_left ? (struct list){left, p->piles.v} : (struct list){n - left, list_nums(p->piles) + left};
    return next;
}

static uint64_t cost(const void *position)
{
    uint64_t n = ((const struct position *)position)->piles.n;
    return 10 * n * n;
}

static void explain_best(struct ask *ask, struct num sum, struct lines *lines)
{
    const struct position *p = ask->position;
    int64_t at = ((const struct move *)explain_first(ask)->move)->left;
    struct num left = num(0), value = ((const struct score *)ask->extra)->value;
    for (int64_t i = 0; i < at; i++)
        left = num_add(left, list_nums(p->piles)[i]);
    struct num right = num_sub(sum, left), kept = num_min(left, right);
    lines_add(lines,
              "The first best split is after %s pile(s): the sums are %s and %s; %s is scored now, and after that at most %s.",
              "第一个最优分法是在前 %s 堆之后分开：两部分之和为 %s 与 %s，当场得 %s 分，之后最多再得 %s 分。", num_text(num(at)),
              num_text(left), num_text(right), num_text(kept), num_text(num_sub(value, kept)));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct num sum = num(0);
    for (size_t i = 0; i < p->piles.n; i++)
        sum = num_add(sum, list_nums(p->piles)[i]);
    if (p->piles.n < 2) {
        lines_add(lines, "A row of %s pile(s) cannot be split: the total is %s.", "只有 %s 堆，无法再分，总分为 %s。",
                  num_text(num((int64_t)p->piles.n)), num_text(((const struct score *)ask->extra)->value));
        return;
    }
    lines_add(lines,
              "The piles add up to %s; of the two parts of a split, the one with the smaller sum is kept and scored; of equal "
              "sums, either.",
              "石子总和为 %s；每次分成两部分后，保留和较小的一部分并计入得分，两边相等时任选。", num_text(sum));
    lines_add(
        lines,
        "For every stretch of piles let f be the best total: f = max over the splits of (kept sum + f of what is kept); possible "
        "now: %s split(s).",
        "对每一段连续的石子堆，记 f 为最多可得的总分：f = max（保留部分之和 + 保留部分的 f），取遍各种分法；当前共有 %s 种分法。",
        num_text(num((int64_t)p->piles.n - 1)));
    explain_best(ask, sum, lines);
    lines_add(lines, "So the best total from here is %s; best moves: %s out of %s.",
              "因此从当前局面起最多可得 %1$s 分：共有 %3$s 种分法，其中 %2$s 种最优。",
              num_text(((const struct score *)ask->extra)->value), num_text(ask->answer.best.seen),
              num_text(ask->answer.move_count));
}

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct score),
    .fields = (const struct field[]){{"value", offsetof(struct score, value), &type_integer,
                                      .doc = {"The most that can be scored from here on.", "从当前局面起最多可得的分数。"}},
                                     {0}},
};

static const struct type piles_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HALVES_MAX, .item = &type_positive};
static const struct type left_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = HALVES_MAX};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{"piles", offsetof(struct position, piles), &piles_type,
                                      .doc = {"The piles from left to right.", "从左到右的各堆石子。"}},
                                     {0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"left", offsetof(struct move, left), &left_type, .doc = {"Length of the left part.", "左半部分的堆数。"}}, {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "split after %s pile(s)", "在前 %s 堆之后分开", num_text(num(m->left)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "piles"))
        p->piles = sample_nums(sample, sample_count(sample, 2, HALVES_MAX), 1, sample_bound(sample, 9, PILE_MAX));
}

const struct game game_stone_halves = {
    .id = "stone-halves",
    .source = "LeetCode 1563, Stone Game V",
    .title = {"Stone Game: halves", "石子游戏（分割）"},
    .rules =
        {"One player decides alone: split the row in two non-empty parts; the part with the larger sum is thrown away and the "
         "sum of the "
         "other is scored; at equal sums the player chooses. Go on with what is kept until one pile is left.",
         "单人决策：把一行石子分成两个非空部分，丢弃和较大的部分，得到另一部分之和；两边相等时任选保留哪一边。直到只剩一堆。"},
    .limits = {"up to 500 piles that add up to at most 10^18", "最多 500 堆，总和不超过 10^18"},
    .position = &position_type,
    .mistakes = mistakes_stone_halves,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"dp", NULL},
    .traits = TRAIT_DECIDER,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
