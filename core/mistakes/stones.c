/* Wrong methods for the stone games, which compare scores. */
#include "core/mistakes/glance.h"

/* Sums stay within a word. */
enum { STONES_MOST = 100000 };
static const int64_t stone_max = INT64_C(1000000000000);

static bool stones(const struct glance *at, const char *name, size_t most, struct ints *v)
{
    if (!glance_words(at, name, v) || v->n > most || v->n > STONES_MOST)
        return false;
    for (size_t i = 0; i < v->n; i++)
        if (v->v[i] > stone_max || v->v[i] < -stone_max)
            return false;
    return true;
}

static int64_t sum_of(struct ints v)
{
    int64_t sum = 0;
    for (size_t i = 0; i < v.n; i++)
        sum += v.v[i];
    return sum;
}

enum { ENDS_MOST = 1000, WINDOW_LOOKED = 200, HALVES_LOOKED = 120 };

/* ---- stone-ends, stone-rest ---- */

static bool larger_end(const struct glance *at)
{
    struct ints v;
    int64_t value = 0;
    if (!stones(at, "piles", STONES_MOST, &v))
        return false;
    for (size_t l = 0, r = v.n; l < r;) {
        int64_t take = v.v[l] >= v.v[r - 1] ? v.v[l++] : v.v[--r];
        value += (v.n - (r - l)) % 2 ? take : -take;
    }
    return tell_value(at, value);
}

const struct mistake mistakes_stone_ends[] = {
    {"larger-end",
     {"always the larger end", "总是取较大的一端"},
     {"The larger end may give the other player a still larger one.", "取较大的一端可能让对手得到更大的一堆。"},
     "{\"piles\":[1,2,1,1]}",
     NULL,
     larger_end},
    {0},
};

static bool scores_removed(const struct glance *at)
{
    struct ints v;
    if (!stones(at, "piles", ENDS_MOST, &v) || !v.n)
        return false;
    int64_t *value = arena_array(at->arena, v.n, sizeof *value);
    for (size_t width = 1; width <= v.n; width++)
        for (size_t i = 0; i + width <= v.n; i++) {
            int64_t left = v.v[i] - (width > 1 ? value[i + 1] : 0), right = v.v[i + width - 1] - (width > 1 ? value[i] : 0);
            value[i] = left > right ? left : right;
        }
    budget_spend(at->budget, v.n * v.n);
    return tell_value(at, value[0]);
}

static bool smaller_end(const struct glance *at)
{
    struct ints v;
    int64_t value = 0;
    if (!stones(at, "piles", STONES_MOST, &v))
        return false;
    int64_t rest = sum_of(v);
    for (size_t l = 0, r = v.n; l < r;) {
        rest -= v.v[l] <= v.v[r - 1] ? v.v[l++] : v.v[--r];
        value += (v.n - (r - l)) % 2 ? rest : -rest;
    }
    return tell_value(at, value);
}

const struct mistake mistakes_stone_rest[] = {
    {"scores-the-removed",
     {"the stone that is removed scored", "以取走的石子计分"},
     {"What is left is scored, not what is removed.", "得分是剩余石子之和，而不是取走的石子。"},
     "{\"piles\":[1,1]}",
     NULL,
     scores_removed},
    {"smaller-end",
     {"always the smaller end", "总是取较小的一端"},
     {"Removing the smaller end may leave the other player more than the larger one would.",
      "取较小的一端可能让对手之后得到更多。"},
     "{\"piles\":[2,1,2,2]}",
     NULL,
     smaller_end},
    {0},
};

/* ---- stone-front ---- */

static bool front(const struct glance *at, struct ints *v, int64_t *most)
{
    enum { TAKES_LOOKED = 100 };
    return stones(at, "piles", STONES_MOST, v) && glance_word(at, "max_take", most) && *most <= TAKES_LOOKED;
}

static int64_t front_value(const struct glance *at, struct ints v, int64_t most, bool pass)
{
    int64_t *value = arena_array(at->arena, v.n + 1, sizeof *value);
    for (size_t i = v.n; i-- > 0;) {
        int64_t sum = 0, best = pass ? 0 : INT64_MIN;
        for (size_t k = i; k < v.n && k - i < (size_t)most; k++) {
            sum += v.v[k];
            best = sum - value[k + 1] > best ? sum - value[k + 1] : best;
        }
        value[i] = best;
    }
    budget_spend(at->budget, v.n * (uint64_t)most);
    return value[0];
}

static bool may_pass(const struct glance *at)
{
    struct ints v;
    int64_t most;
    return front(at, &v, &most) && tell_value(at, front_value(at, v, most, true));
}

static bool greedy_sum(const struct glance *at)
{
    struct ints v;
    int64_t most, value = 0;
    if (!front(at, &v, &most))
        return false;
    for (size_t i = 0, turn = 0, take; i < v.n; i += take, turn ^= 1) {
        int64_t sum = 0, best = INT64_MIN;
        take = 1;
        for (size_t k = i; k < v.n && k - i < (size_t)most; k++) {
            sum += v.v[k];
            if (sum > best) {
                best = sum;
                take = k - i + 1;
            }
        }
        value += turn ? -best : best;
    }
    return tell_value(at, value);
}

static bool no_tie(const struct glance *at)
{
    struct ints v;
    int64_t most;
    return front(at, &v, &most) && tell_win(at, front_value(at, v, most, false) > 0);
}

const struct mistake mistakes_stone_front[] = {
    {"may-pass",
     {"a turn may be passed", "以为可以不取"},
     {"At least one pile must be taken, even where that costs points.", "至少要取一堆，即使会丢分。"},
     "{\"piles\":[-1]}",
     "max_take",
     may_pass},
    {"greedy-sum",
     {"always the take that scores most at once", "总是取当前得分最多的"},
     {"What is left to the other player counts as well.", "还要看留给对手的部分。"},
     "{\"piles\":[-1,-1,-2]}",
     "max_take",
     greedy_sum},
    {"no-tie",
     {"a tie taken for lost", "把平局当作输"},
     {"Equal scores are a tie.", "得分相等是平局。"},
     "{\"piles\":[1,2,3,6]}",
     "max_take",
     no_tie},
    {0},
};

/* ---- stone-window ---- */

/* The value of piles[i…] with M, found by the rule that M becomes max(M, x), or stays. */
static int64_t window_value(const struct glance *at, struct ints v, int64_t m, bool grows)
{
    size_t n = v.n, room = n + 1;
    int64_t *value = arena_array(at->arena, room * room, sizeof *value), *suffix = arena_array(at->arena, room, sizeof *suffix);
    for (size_t i = n; i-- > 0;) {
        suffix[i] = suffix[i + 1] + v.v[i];
        for (size_t window = 1; window <= n; window++) {
            int64_t best = INT64_MIN;
            for (size_t x = 1; x <= 2 * window && i + x <= n; x++) {
                size_t next = grows && x > window ? x : window;
                int64_t got = suffix[i] - suffix[i + x] - value[(i + x) * room + (next < n ? next : n)];
                best = got > best ? got : best;
            }
            value[i * room + window] = best;
        }
    }
    budget_spend(at->budget, n * n * n);
    return n ? value[m < (int64_t)n ? m : (int64_t)n] : 0;
}

static bool window(const struct glance *at, struct ints *v, int64_t *m)
{
    return stones(at, "piles", WINDOW_LOOKED, v) && glance_word(at, "m", m);
}

static bool window_stays(const struct glance *at)
{
    struct ints v;
    int64_t m;
    return window(at, &v, &m) && tell_value(at, window_value(at, v, m, false));
}

/* Who prints the lead for the score claims a lead of twice that, less the sum. */
static bool lead_for_score(const struct glance *at)
{
    struct ints v;
    int64_t m;
    at->told->printed = true;
    return window(at, &v, &m) && tell_value(at, 2 * window_value(at, v, m, true) - sum_of(v));
}

const struct mistake mistakes_stone_window[] = {
    {"window-never-grows",
     {"M never updated", "没有更新 M"},
     {"After x piles were taken, M becomes the larger of M and x.", "取走 x 堆后，M 变为 M 与 x 中较大者。"},
     "{\"piles\":[1,1,1,1,2]}",
     "m",
     window_stays},
    {"lead-for-score",
     {"the lead given for the score", "以领先的分数作为得分"},
     {"The score is half of the sum of all piles and the lead.", "得分等于总和与领先分数之和的一半。"},
     "{\"piles\":[1,1,1]}",
     "m",
     lead_for_score},
    {0},
};

/* ---- stone-merge ---- */

static bool merged(const struct glance *at, struct ints *v)
{
    return stones(at, "stones", STONES_MOST, v) && v->n > 1;
}

static bool takes_all(const struct glance *at)
{
    struct ints v;
    return merged(at, &v) && tell_value(at, sum_of(v));
}

static bool largest_prefix(const struct glance *at)
{
    struct ints v;
    if (!merged(at, &v))
        return false;
    int64_t sum = v.v[0] + v.v[1], best = sum;
    for (size_t i = 2; i < v.n; i++) {
        sum += v.v[i];
        best = sum > best ? sum : best;
    }
    return tell_value(at, best);
}

static bool single_allowed(const struct glance *at)
{
    struct ints v;
    if (!merged(at, &v))
        return false;
    int64_t sum = sum_of(v), best = sum;
    for (size_t i = v.n - 1; i-- > 0;) {
        sum -= v.v[i + 1];
        best = sum - best > best ? sum - best : best;
    }
    return tell_value(at, best);
}

const struct mistake mistakes_stone_merge[] = {
    {"takes-all",
     {"all stones merged at once", "一次合并所有石子"},
     {"That ends the game at once; it need not be the best.", "这会立即结束游戏，但不一定最优。"},
     "{\"stones\":[-1,-1,-1]}",
     NULL,
     takes_all},
    {"largest-prefix",
     {"the largest sum of first stones", "取前缀和的最大值"},
     {"The other player's answer counts as well.", "还要减去对手之后的得分。"},
     "{\"stones\":[-1,-1,-1]}",
     NULL,
     largest_prefix},
    {"single-stone-allowed",
     {"one stone taken by itself", "以为可以只取一颗"},
     {"At least two stones are merged.", "每次至少合并两颗。"},
     "{\"stones\":[-1,-1]}",
     NULL,
     single_allowed},
    {0},
};
