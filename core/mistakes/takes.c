/* Wrong methods for taking a bounded number: Bash's game, and the public sale. */
#include "core/mistakes/glance.h"

/* ---- bash ---- */

static bool bash(const struct glance *at, struct ints *heaps, int64_t *most)
{
    return !glance_flag(at, "misere") && glance_words(at, "heaps", heaps) && glance_word(at, "max_take", most);
}

static bool mod_without_plus_one(const struct glance *at)
{
    struct ints heaps;
    int64_t most, sum = 0;
    if (!bash(at, &heaps, &most))
        return false;
    for (size_t i = 0; i < heaps.n; i++)
        sum ^= heaps.v[i] % most;
    return tell_grundy(at, sum);
}

static bool one_bash_heap(const struct glance *at, int64_t *stones, int64_t *most)
{
    struct ints heaps;
    bool one = bash(at, &heaps, most) && heaps.n == 1;
    *stones = one ? heaps.v[0] : 0;
    return one;
}

static bool only_small_heaps(const struct glance *at)
{
    int64_t stones, most;
    return one_bash_heap(at, &stones, &most) && tell_win(at, stones && stones <= most);
}

static bool swapped_numbers(const struct glance *at)
{
    int64_t stones, most;
    return one_bash_heap(at, &stones, &most) && tell_win(at, most % (stones + 1) != 0);
}

static bool last_loses(const struct glance *at)
{
    int64_t stones, most;
    return one_bash_heap(at, &stones, &most) && tell_win(at, !stones || (stones - 1) % (most + 1) != 0);
}

static bool plain_xor(const struct glance *at)
{
    struct ints heaps;
    int64_t most;
    return bash(at, &heaps, &most) && heaps.n > 1 && tell_grundy(at, words_xor(heaps));
}

static bool normal_for_misere(const struct glance *at)
{
    enum outcome verdict;
    return glance_flag(at, "misere") && glance_solve(at, glance_normal(at), &verdict, NULL) && tell_outcome(at, verdict);
}

const struct mistake mistakes_bash[] = {
    {"mod-without-plus-one",
     {"the residue by m instead of m + 1", "以 m 代替 m + 1 取余"},
     {"Whatever is taken, 1 … m, the other player completes it to m + 1: the residue by m + 1 decides.",
      "无论取 1 到 m 中的几颗，对手都可凑成 m + 1，因此起决定作用的是除以 m + 1 的余数。"},
     "{\"heaps\":[1],\"max_take\":1}",
     "misere",
     mod_without_plus_one},
    {"only-small-heaps",
     {"won only if all can be taken at once", "只有能一次取完才算必胜"},
     {"A larger heap is won, too, unless it is a multiple of m + 1: take the residue.",
      "更大的堆只要不是 m + 1 的倍数也是必胜的：取走余数即可。"},
     "{\"heaps\":[3],\"max_take\":1}",
     "misere",
     only_small_heaps},
    {"swapped-numbers",
     {"heap and limit exchanged", "把石子数与上限弄反"},
     {"The heap is divided by the limit plus 1, not the other way round.", "应以石子数除以上限加 1，而不是反过来。"},
     "{\"heaps\":[1],\"max_take\":2}",
     "misere",
     swapped_numbers},
    {"last-loses",
     {"the rule of misère play in normal play", "正常规则下误用反常规则的判据"},
     {"Here who takes the last stone wins.", "这里取走最后一颗者胜。"},
     "{\"heaps\":[1],\"max_take\":1}",
     "misere",
     last_loses},
    {"plain-xor",
     {"the xor of the heaps themselves", "直接对堆数求异或"},
     {"The value of a heap is its residue by m + 1; those are xored.", "一堆的 SG 值是除以 m + 1 的余数，应对余数求异或。"},
     "{\"heaps\":[1,3],\"max_take\":1}",
     "misere",
     plain_xor},
    {"normal-for-misere",
     {"the rule of normal play in misère play", "反常规则下仍用正常规则的判据"},
     {"Here who takes the last stone loses.", "这里取走最后一颗者输。"},
     "{\"heaps\":[1],\"max_take\":1,\"misere\":true}",
     "misere",
     normal_for_misere},
    {0},
};

/* ---- public sale ---- */

static bool sale(const struct glance *at, int64_t *left, int64_t *most)
{
    int64_t price, bid;
    bool told = glance_word(at, "price", &price) && glance_word(at, "bid", &bid) && glance_word(at, "max_raise", most);
    *left = told ? price - bid : 0;
    return told && *left > 0;
}

static bool forgets_overshoot(const struct glance *at)
{
    int64_t left, most;
    if (!sale(at, &left, &most))
        return false;
    int64_t raise = left % (most + 1);
    return tell_moves(at, raise != 0, 1, &raise);
}

/* It knows that no raise wins, and names one all the same. */
static bool zero_for_none(const struct glance *at)
{
    int64_t left, most, none = 0;
    if (!sale(at, &left, &most) || left % (most + 1) != 0)
        return false;
    tell_moves(at, 1, 1, &none);
    at->told->count_known = false;
    return tell_win(at, false);
}

static bool sale_mod(const struct glance *at)
{
    int64_t left, most;
    return sale(at, &left, &most) && tell_win(at, left % most != 0);
}

const struct mistake mistakes_public_sale[] = {
    {"forgets-overshoot",
     {"only the raise that hits the price", "只考虑恰好到价的加价"},
     {"A bid above the price wins as well: where the raise may be larger, all of them are right.",
      "报价超过成交价同样获胜：上限更大时，更大的加价也都正确。"},
     "{\"price\":1,\"max_raise\":2}",
     NULL,
     forgets_overshoot},
    {"zero-for-none",
     {"a raise of 0 where none wins", "没有必胜加价时给出 0"},
     {"Where what is missing to the price is a multiple of the limit plus 1 no raise wins; 0 is no raise.",
      "距成交价的差额是上限加 1 的倍数时没有必胜的加价；0 不是加价。"},
     "{\"price\":2,\"max_raise\":1}",
     NULL,
     zero_for_none},
    {"mod-without-plus-one",
     {"the residue by N instead of N + 1", "以 N 代替 N + 1 取余"},
     {"The other player completes every raise to N + 1.", "对手总能把加价凑成 N + 1。"},
     "{\"price\":1,\"max_raise\":1}",
     NULL,
     sale_mod},
    {0},
};
