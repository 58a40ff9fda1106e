/* Wrong methods for coins in rows and circles, tokens on a graph, and bombs. */
#include "core/mistakes/glance.h"

/* ---- coins ---- */

/* One circle, from which 1 … *most touching coins may be taken. */
static bool circle(const struct glance *at, int64_t *coins, int64_t *most)
{
    int64_t usual[] = {1, 2};
    struct ints circles, rows, take = {2, usual};
    if (!glance_words(at, "circles", &circles) || !glance_words(at, "rows", &rows) || glance_flag(at, "misere"))
        return false;
    if (glance_given(at, "take") && !glance_words(at, "take", &take))
        return false;
    for (size_t i = 0; i < take.n; i++)
        if (!words_equal(take, (int64_t)i + 1))
            return false;
    *coins = circles.n ? circles.v[0] : 0;
    *most = (int64_t)take.n;
    return circles.n == 1 && words_most(rows) == 0 && *most && *coins;
}

static bool ring_as_row(const struct glance *at)
{
    int64_t coins, most;
    /* From the middle of a row two equal rows can be left, unless only one coin may be taken and their number is even. */
    return circle(at, &coins, &most) && tell_win(at, most > 1 || coins % 2);
}

static bool ring_as_heap(const struct glance *at)
{
    int64_t coins, most;
    return circle(at, &coins, &most) && tell_win(at, coins % (most + 1) != 0);
}

static bool no_single_case(const struct glance *at)
{
    int64_t coins, most;
    return circle(at, &coins, &most) && tell_win(at, coins <= most);
}

static bool no_whole_case(const struct glance *at)
{
    int64_t coins, most;
    return circle(at, &coins, &most) && tell_win(at, most == 1 && coins % 2);
}

static bool normal_for_misere(const struct glance *at)
{
    enum outcome verdict;
    return glance_flag(at, "misere") && glance_solve(at, glance_normal(at), &verdict, NULL) && tell_outcome(at, verdict);
}

static bool of_the_other(const struct glance *at)
{
    enum outcome verdict;
    return glance_solve(at, at->position, &verdict, NULL) && tell_win(at, verdict == OUTCOME_LOSS);
}

const struct mistake mistakes_coins[] = {
    {"ring-as-row",
     {"a circle taken for a row", "把一圈当作一排"},
     {"Only the first move makes a row of it, and then it is the other player who can play symmetrically.",
      "第一步之后才成为一排，此时可以对称应对的是对手。"},
     "{\"circles\":[3],\"take\":[1,2]}",
     "rows misere take",
     ring_as_row},
    {"ring-as-heap",
     {"a circle taken for a heap", "把一圈当作一堆"},
     {"Coins that are taken must touch, so what is left may be in two pieces.", "所取的硬币必须相邻，剩下的可能分成两段。"},
     "{\"circles\":[4],\"take\":[1,2]}",
     "rows misere take",
     ring_as_heap},
    {"no-single-coin-case",
     {"the case of single coins left out", "漏掉只能取一枚的情形"},
     {"Where only one coin may be taken at a time, their parity decides.", "每次只能取一枚时，由总数的奇偶决定。"},
     "{\"circles\":[3],\"take\":[1]}",
     "rows misere",
     no_single_case},
    {"no-take-all-case",
     {"the case of taking all at once left out", "漏掉能一次取完的情形"},
     {"A circle of no more coins than may be taken at once is won.", "硬币数不超过一次可取数目时先手必胜。"},
     "{\"circles\":[3],\"take\":[1,2,3]}",
     "rows misere",
     no_whole_case},
    {"normal-for-misere",
     {"the rule of normal play in misère play", "反常规则下仍用正常规则的判据"},
     {"Here who makes the last move loses.", "这里走最后一步者输。"},
     "{\"rows\":[1,1,4],\"take\":[1,2],\"misere\":true}",
     "take misere",
     normal_for_misere},
    {"verdict-of-the-other",
     {"the verdict of the other player", "答成了另一方的胜负"},
     {"The verdict is that of who is to move, not of who has just moved: one of them wins where the other loses.",
      "胜负是对即将走的一方而言，而不是刚走过的一方：一方必胜即另一方必败。"},
     "{\"rows\":[3,4],\"take\":[1,2],\"misere\":true}",
     NULL,
     of_the_other},
    {0},
};

/* ---- graph ---- */

static bool tokens(const struct glance *at, struct ints *values)
{
    return !glance_flag(at, "misere") && glance_values(at, "tokens", values);
}

static bool any_nonzero(const struct glance *at)
{
    struct ints values;
    return tokens(at, &values) && tell_win(at, words_equal(values, 0) < values.n);
}

static bool win_bits(const struct glance *at)
{
    struct ints values;
    return tokens(at, &values) && tell_win(at, (values.n - words_equal(values, 0)) % 2);
}

const struct mistake mistakes_graph[] = {
    {"any-token-wins",
     {"won as soon as one token stands on a won node", "只要有一个棋子在必胜结点就判必胜"},
     {"The values of the tokens' nodes are xored; two equal ones cancel each other.",
      "应对各棋子所在结点的 SG 值求异或，相等的两个互相抵消。"},
     "{\"edges\":[[0,1],[1,2]],\"nodes\":4,\"tokens\":[1,1]}",
     "misere",
     any_nonzero},
    {"win-bits-xored",
     {"won and lost xored instead of values", "以胜负位代替 SG 值求异或"},
     {"Two won nodes cancel each other only if their values are equal.", "两个必胜结点只有在 SG 值相等时才互相抵消。"},
     "{\"edges\":[[0,1],[0,2],[2,3]],\"nodes\":4,\"tokens\":[0,2]}",
     "misere",
     win_bits},
    {0},
};

/* ---- bombs ---- */

static bool nim_of_squares(const struct glance *at)
{
    struct ints bombs;
    int64_t sum = 0;
    if (!glance_words(at, "bombs", &bombs))
        return false;
    for (size_t i = 0; i < bombs.n; i++)
        sum ^= bombs.v[i] - 1;
    return tell_grundy(at, sum);
}

static bool bombs_parity(const struct glance *at, bool corner)
{
    struct ints bombs;
    size_t n = 0;
    if (!glance_words(at, "bombs", &bombs))
        return false;
    for (size_t i = 0; i < bombs.n; i += 2)
        n += corner || bombs.v[i] != 1 || bombs.v[i + 1] != 1;
    return tell_win(at, n % 2);
}

static bool parity_off_corner(const struct glance *at)
{
    return bombs_parity(at, false);
}

static bool parity_of_all(const struct glance *at)
{
    return bombs_parity(at, true);
}

const struct mistake mistakes_bombs[] = {
    {"nim-of-squares",
     {"Nim with the coordinates as heaps", "把坐标当作尼姆堆"},
     {"A bomb away from the edges turns into two others at once; the value is not the xor of the coordinates.",
      "不在边上的炸弹会同时变成两颗，SG 值不是坐标的异或。"},
     "{\"bombs\":[[2,2]]}",
     NULL,
     nim_of_squares},
    {"parity-off-corner",
     {"the parity of the bombs away from the corner", "不在角上的炸弹数的奇偶性"},
     {"Not how many bombs there are decides, but the xor of the values of their squares; some besides the corner have value 0, "
      "too.",
      "起决定作用的不是炸弹个数，而是所在各格 SG 值的异或和；除角以外也有 SG 值为 0 的格。"},
     "{\"bombs\":[[1,2],[1,3]]}",
     NULL,
     parity_off_corner},
    {"parity-with-corner",
     {"the parity of all bombs", "所有炸弹数的奇偶性"},
     {"Not how many bombs there are decides, but the xor of the values of their squares; the corner (1,1) has value 0.",
      "起决定作用的不是炸弹个数，而是所在各格 SG 值的异或和；角 (1,1) 的 SG 值为 0。"},
     "{\"bombs\":[[1,1]]}",
     NULL,
     parity_of_all},
    {0},
};
