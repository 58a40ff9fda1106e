/* Stone window (LeetCode 1140): take x piles from the front, 1 <= x <= 2m; then m = max(m, x).
 *
 * Solution: f(i,m), the lead of the player to move with piles i… left, is the best of P[i+x] - P[i] - f(i+x, max(m,x)). Once
 * 2m >= n-i the limit binds nobody any more (x <= n-i always, and what is left only shrinks), so all such m share one value
 * free(i) = max over j > i of (P[j] - free(j)) - P[i]. Only m < (n-i)/2 needs a table: at most n²/4 states.
 * Cost: about n³/12 steps, n²/4 words. */
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list piles; /* of int64_t */
    struct num m;
    struct num lead;
};

/* Everything known once the piles before i are worked out. lead[i][m-1] is f(i,m) for 1 <= m < (n-i)/2. */
struct leads {
    size_t n;
    const int64_t *sum; /* P */
    int64_t *free;      /* free(i) */
    int64_t **lead;
};

static size_t bound(const struct leads *t, size_t i)
{
    return t->n - i; /* 2m < n-i binds */
}

static int64_t lead_at(const struct leads *t, size_t i, size_t m)
{
    return 2 * m >= bound(t, i) ? t->free[i] : t->lead[i][m - 1];
}

static int64_t after_take(const struct leads *t, size_t i, size_t m, size_t take)
{
    return t->sum[i + take] - t->sum[i] - lead_at(t, i + take, take > m ? take : m);
}

static void fill_row(struct ask *ask, struct leads *t, size_t i)
{
    size_t left = bound(t, i), rows = left ? (left - 1) / 2 : 0;
    t->lead[i] = arena_raw(ask->arena, rows * sizeof *t->lead[i]);
    for (size_t m = 1; m <= rows; m++) {
        budget_spend(ask->budget, 2 * m);
        int64_t best = INT64_MIN;
        for (size_t take = 1; take <= 2 * m; take++) {
            int64_t lead = after_take(t, i, m, take);
            best = lead > best ? lead : best;
        }
        t->lead[i][m - 1] = best;
    }
}

static struct leads leads(struct ask *ask, const struct position *p)
{
    size_t n = p->piles.n;
    int64_t *sum = arena_array(ask->arena, n + 1, sizeof *sum);
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + list_words(p->piles)[i];
    struct leads t = {n, sum, arena_array(ask->arena, n + 1, sizeof *t.free), arena_array(ask->arena, n + 1, sizeof *t.lead)};
    int64_t best = sum[n]; /* max over j > i of P[j] - free(j) */
    for (size_t i = n; i-- > 0;) {
        t.free[i] = best - sum[i];
        if (sum[i] - t.free[i] > best)
            best = sum[i] - t.free[i];
    }
    for (size_t i = n; i-- > 1;)
        fill_row(ask, &t, i);
    return t;
}

static size_t take_max(const struct position *p)
{
    size_t n = p->piles.n;
    return num_cmp_word(p->m, (int64_t)n) >= 0 || 2 * (size_t)p->m.word >= n ? n : 2 * (size_t)p->m.word;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    if (p->piles.n == 0) {
        score_answer(ask, num(0), "dp");
        return;
    }
    struct leads t = leads(ask, p);
    size_t most = take_max(p), m = num_cmp_word(p->m, (int64_t)t.n) >= 0 ? t.n : (size_t)p->m.word;
    int64_t best = INT64_MIN;
    for (size_t take = 1; take <= most; take++) {
        int64_t lead = after_take(&t, 0, m, take);
        best = lead > best ? lead : best;
    }
    score_answer(ask, num(best), "dp");
    if (score_lead(ask->game, p))
        score_front_found(ask, p->piles);
    for (size_t take = 1; take <= most; take++)
        push(ask, &(struct score_front){.take = (int64_t)take}, score_mark(ask, num(after_take(&t, 0, m, take))));
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    int64_t take = ((const struct score_front *)move)->take;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->piles = list_without(ask->arena, p->piles, 0, (size_t)take, sizeof(int64_t));
    next->m = num_max(p->m, num(take));
    next->head.given |= BIT(1);
    if (score_lead(ask->game, p))
        score_carry(ask, next, score_front_gain(ask, p->piles, take), false);
    return next;
}

static uint64_t cost(const void *position)
{
    uint64_t n = ((const struct position *)position)->piles.n;
    return n * n * n / 6 + n;
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (p->piles.n == 0) {
        lines_add(lines, "No pile is left: the game is over.", "没有剩余的石子堆，游戏结束。");
    } else {
        lines_add(lines, "With m = %s and %s pile(s) left, at most %s may be taken now.",
                  "当前 m = %s，剩余 %s 堆，因此现在最多可取 %s 堆。", num_text(p->m), num_text(num((int64_t)p->piles.n)),
                  num_text(num((int64_t)take_max(p))));
        lines_add(lines,
                  "If x piles are taken, m becomes max(m, x), and the lead is what is taken minus the other's lead on the rest: "
                  "all are tried.",
                  "若取 x 堆，则 m 变为 max(m, x)，净胜分为所取之和减去对手在剩余局面的净胜分：逐一比较各个 x。");
    }
    score_explain_front(ask, lines, p->piles);
}

static const struct type piles_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = WINDOW_MAX, .item = &score_pile_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"piles", offsetof(struct position, piles), &piles_type,
             .doc = {"The piles from front to back.", "从前到后的各堆石子。"}},
            {"m", offsetof(struct position, m), &type_positive, NEED_DEFAULT, .fallback = 1,
             .doc = {"Up to 2m piles may be taken.", "本次最多可取 2m 堆。"}},
            SCORE_LEAD(position),
            {0},
        },
};

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "piles"))
        p->piles = score_sample(sample, 2, WINDOW_MAX);
    if (sample_free(sample, "m"))
        p->m = num(sample_from(sample, 1, sample_bound(sample, 2, 100)));
}

const struct game game_stone_window = {
    .id = "stone-window",
    .source = "LeetCode 1140, Stone Game II (with piles of any sign and any m)",
    .title = {"Stone Game: the widening window", "石子游戏（取数上限递增）"},
    .rules = {"Piles stand in a row. A move takes x piles from the front, 1 <= x <= 2m, scores their sum, and sets m to max(m, "
              "x). When "
              "no pile is left, the higher score wins.",
              "若干堆石子排成一行，每次从前端取走 x 堆（1 ≤ x ≤ 2m），得分为所取之和，随后 m 变为 max(m, x)。取完后得分高者胜。"},
    .limits = {"up to 1000 piles of magnitude up to 10^12", "最多 1000 堆，每堆绝对值不超过 10^12"},
    .position = &position_type,
    .mistakes = mistakes_stone_window,
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
