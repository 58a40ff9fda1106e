/* Wrong methods for stones with two values, stones by thirds, and stones by halves. */
#include "core/mistakes/glance.h"

enum { RIVALS_LOOKED = 2000, HALVES_LOOKED = 120 };

/* ---- stone-rivals ---- */

/* Sums of them stay within a word. */
static bool are_small(struct ints v)
{
    static const int64_t most = INT64_C(1000000000000);
    for (size_t i = 0; i < v.n; i++)
        if (v.v[i] > most || v.v[i] < -most)
            return false;
    return true;
}

static bool both(const struct glance *at, struct ints *mine, struct ints *theirs)
{
    return glance_words(at, "mine", mine) && glance_words(at, "theirs", theirs) && mine->n <= RIVALS_LOOKED && are_small(*mine) &&
           are_small(*theirs);
}

/* Stones taken in turn, each time the first of the most of what the player looks at. */
static bool by_looks(const struct glance *at, bool difference)
{
    struct ints mine, theirs;
    int64_t value = 0;
    if (!both(at, &mine, &theirs))
        return false;
    bool *gone = arena_array(at->arena, mine.n + 1, sizeof *gone);
    for (size_t turn = 0; turn < mine.n; turn++) {
        size_t best = mine.n;
        int64_t most = INT64_MIN;
        for (size_t i = 0; i < mine.n; i++) {
            int64_t look = difference ? mine.v[i] - theirs.v[i] : turn % 2 ? theirs.v[i] : mine.v[i];
            if (gone[i] || look <= most)
                continue;
            most = look;
            best = i;
        }
        gone[best] = true;
        value += turn % 2 ? -theirs.v[best] : mine.v[best];
    }
    budget_spend(at->budget, mine.n * mine.n);
    return tell_value(at, value);
}

static bool own_value(const struct glance *at)
{
    return by_looks(at, false);
}

static bool value_difference(const struct glance *at)
{
    return by_looks(at, true);
}

const struct mistake mistakes_stone_rivals[] = {
    {"own-value",
     {"always the stone that is worth most to oneself", "总是取对自己价值最大的石子"},
     {"A stone that is taken is also lost to the other: the sum of both values decides.",
      "取走一颗也使对手失去它，应按两个价值之和选取。"},
     "{\"mine\":[1,1],\"theirs\":[1,2]}",
     NULL,
     own_value},
    {"value-difference",
     {"stones by the difference of both values", "按两个价值之差选取"},
     {"It is the sum of both values that decides, not their difference.", "应按两个价值之和而不是之差选取。"},
     "{\"mine\":[1,1],\"theirs\":[1,2]}",
     NULL,
     value_difference},
    {0},
};

/* ---- stone-thirds ---- */

/* How many stones there are of each residue by 3, where the game begins. */
static bool thirds(const struct glance *at, int64_t *residue)
{
    struct ints v;
    int64_t sum;
    if (!glance_words(at, "stones", &v) || !glance_word(at, "sum", &sum) || sum || !glance_flag(at, "alice"))
        return false;
    residue[0] = residue[1] = residue[2] = 0;
    for (size_t i = 0; i < v.n; i++)
        residue[(v.v[i] % 3 + 3) % 3]++;
    return true;
}

static bool whatever_zero(const struct glance *at)
{
    int64_t c[3];
    return thirds(at, c) && tell_win(at, c[1] && c[2]);
}

static bool differ_by_two(const struct glance *at)
{
    int64_t c[3];
    return thirds(at, c) && tell_win(at, c[0] % 2 ? c[1] - c[2] > 1 || c[2] - c[1] > 1 : c[1] && c[2]);
}

static bool one_or_other(const struct glance *at)
{
    int64_t c[3];
    return thirds(at, c) && tell_win(at, c[0] % 2 ? c[1] - c[2] > 2 || c[2] - c[1] > 2 : c[1] || c[2]);
}

const struct mistake mistakes_stone_thirds[] = {
    {"multiples-ignored",
     {"stones that are multiples of 3 left out", "忽略 3 的倍数"},
     {"Each of them passes the turn: an odd number of them exchanges the players.",
      "每颗都相当于换一次先手，奇数颗会使双方互换。"},
     "{\"stones\":[1,2,3]}",
     "sum alice",
     whatever_zero},
    {"difference-above-one",
     {"a difference of 2 taken for enough", "以为相差 2 就够"},
     {"With an odd number of multiples of 3 the two other kinds must differ by more than 2.",
      "3 的倍数为奇数颗时，另外两类的数目须相差大于 2。"},
     "{\"stones\":[1,1,3]}",
     "sum alice",
     differ_by_two},
    {"one-kind-enough",
     {"one of the two other residues taken for enough", "以为余 1 或余 2 有一类就够"},
     {"With an even number of multiples of 3, or none, both residues must be there.",
      "3 的倍数为偶数颗或没有时，两类余数都必须出现。"},
     "{\"stones\":[1]}",
     "sum alice",
     one_or_other},
    {0},
};

/* ---- stone-halves ---- */

struct halving {
    struct ints v;
    int64_t *sum, *value; /* of the first i; of i … j-1, at i * (n + 1) + j */
};

static int64_t of_cut(const struct halving *h, size_t i, size_t cut, size_t j)
{
    size_t room = h->v.n + 1;
    int64_t left = h->sum[cut] - h->sum[i], right = h->sum[j] - h->sum[cut];
    return left <= right ? left + h->value[i * room + cut] : right + h->value[cut * room + j];
}

/* All cuts, a tie keeping the left half; or only the most balanced cut, the first of several. */
static bool halve(const struct glance *at, bool balanced)
{
    static const int64_t most = INT64_C(1000000000000);
    struct halving h;
    if (!glance_words(at, "piles", &h.v) || h.v.n > HALVES_LOOKED || !h.v.n || words_most(h.v) > most)
        return false;
    size_t n = h.v.n;
    h.sum = arena_array(at->arena, n + 1, sizeof *h.sum);
    h.value = arena_array(at->arena, (n + 1) * (n + 1), sizeof *h.value);
    for (size_t i = 0; i < n; i++)
        h.sum[i + 1] = h.sum[i] + h.v.v[i];
    for (size_t width = 2; width <= n; width++)
        for (size_t i = 0, j = width; j <= n; i++, j++) {
            int64_t best = 0, least = INT64_MAX;
            for (size_t cut = i + 1; cut < j; cut++) {
                int64_t off = h.sum[j] + h.sum[i] - 2 * h.sum[cut], value = of_cut(&h, i, cut, j);
                off = off < 0 ? -off : off;
                if (balanced ? off < least : value > best)
                    best = value;
                least = off < least ? off : least;
            }
            h.value[i * (n + 1) + j] = best;
        }
    budget_spend(at->budget, n * n * n);
    return tell_value(at, h.value[n]);
}

static bool tie_keeps_left(const struct glance *at)
{
    return halve(at, false);
}

static bool most_balanced(const struct glance *at)
{
    return halve(at, true);
}

const struct mistake mistakes_stone_halves[] = {
    {"tie-keeps-left",
     {"of two equal halves always the left one kept", "两半相等时总保留左半"},
     {"Where both halves are equal, the better one may be kept.", "两半相等时可以选择保留较好的一半。"},
     "{\"piles\":[2,1,1]}",
     NULL,
     tie_keeps_left},
    {"most-balanced-cut",
     {"always the most balanced cut", "总是切在最平衡处"},
     {"Another cut may leave a half that scores more later.", "别的切法可能使之后得分更多。"},
     "{\"piles\":[2,1,1]}",
     NULL,
     most_balanced},
    {0},
};
