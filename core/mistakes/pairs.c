/* Wrong methods for pairs of heaps, piles that merge, and beans in bottles. */
#include "core/mistakes/glance.h"

/* ---- pair-split ---- */

static bool pairs(const struct glance *at, struct ints *heaps)
{
    return glance_words(at, "pairs", heaps);
}

static bool bit_length(const struct glance *at)
{
    struct ints heaps;
    int64_t sum = 0;
    if (!pairs(at, &heaps))
        return false;
    for (size_t i = 0; i < heaps.n; i += 2)
        sum ^= (int64_t)num_bits(num((heaps.v[i] - 1) | (heaps.v[i + 1] - 1)));
    return tell_grundy(at, sum);
}

static bool without_minus_one(const struct glance *at)
{
    struct ints heaps;
    int64_t sum = 0;
    if (!pairs(at, &heaps))
        return false;
    for (size_t i = 0; i < heaps.n; i += 2)
        sum ^= (int64_t)num_low_zero(num(heaps.v[i] | heaps.v[i + 1]));
    return tell_grundy(at, sum);
}

static bool nim_of_all(const struct glance *at)
{
    struct ints heaps;
    return pairs(at, &heaps) && tell_win(at, words_xor(heaps) != 0);
}

static bool any_even(const struct glance *at)
{
    struct ints heaps;
    bool even = false;
    if (!pairs(at, &heaps))
        return false;
    for (size_t i = 0; i < heaps.n; i++)
        even |= heaps.v[i] % 2 == 0;
    return tell_win(at, even);
}

const struct mistake mistakes_pair_split[] = {
    {"bit-length",
     {"the number of binary digits", "二进制位数"},
     {"`n & 1 == 0` reads n & (1 == 0) in C: the loop counts all bits instead of looking for the lowest zero.",
      "C 语言中 `n & 1 == 0` 等于 n & (1 == 0)：循环数出了全部位数，而不是最低的 0 位。"},
     "{\"pairs\":[[1,3]]}",
     NULL,
     bit_length},
    {"without-minus-one",
     {"a | b instead of (a-1) | (b-1)", "以 a | b 代替 (a-1) | (b-1)"},
     {"The value is the lowest bit that neither a-1 nor b-1 has.", "SG 值是 a-1 与 b-1 都为 0 的最低位。"},
     "{\"pairs\":[[1,1]]}",
     NULL,
     without_minus_one},
    {"nim-of-all",
     {"the xor of all heaps", "所有堆的异或和"},
     {"The two heaps of a pair are one game, whose value is not the xor.", "一对中的两堆是一个整体，其 SG 值不是异或和。"},
     "{\"pairs\":[[1,3]]}",
     NULL,
     nim_of_all},
    {"any-even",
     {"won as soon as a heap is even", "只要有偶数堆就判必胜"},
     {"That is right for one pair only; the values of several are xored.", "这只对一对成立；多对时应对 SG 值求异或。"},
     "{\"pairs\":[[1,2],[1,2]]}",
     NULL,
     any_even},
    {0},
};

/* ---- take or merge ---- */

static bool piles(const struct glance *at, struct ints *heaps)
{
    return glance_words(at, "heaps", heaps);
}

static bool all_moves_parity(const struct glance *at)
{
    struct ints heaps;
    if (!piles(at, &heaps))
        return false;
    int64_t left = (int64_t)(heaps.n - words_equal(heaps, 0));
    return tell_win(at, left && (words_parity(heaps) + left - 1) % 2);
}

static bool pile_xor(const struct glance *at)
{
    struct ints heaps;
    return piles(at, &heaps) && tell_win(at, words_xor(heaps) != 0);
}

static bool pile_parity(const struct glance *at)
{
    struct ints heaps;
    return piles(at, &heaps) && tell_win(at, words_parity(heaps));
}

static bool no_small_case(const struct glance *at)
{
    struct ints heaps;
    if (!piles(at, &heaps))
        return false;
    int64_t ones = (int64_t)words_equal(heaps, 1), big = (int64_t)(heaps.n - words_equal(heaps, 0)) - ones;
    int64_t s = words_parity(heaps) + ones + (big ? big - 1 : 0);
    return tell_win(at, ones % 2 || s % 2);
}

const struct mistake mistakes_take_or_merge[] = {
    {"all-moves-parity",
     {"the parity of stones and merges, ones forgotten", "只看石子数与合并次数之和的奇偶，忽略只剩 1 颗的堆"},
     {"A pile of one that is taken cannot be merged any more, which changes the number of moves.",
      "取走只剩 1 颗的堆后就不能再合并它，总步数因此改变。"},
     "{\"heaps\":[1,2]}",
     NULL,
     all_moves_parity},
    {"nim-xor",
     {"the xor of the piles", "各堆的异或和"},
     {"A move takes one stone or merges; this is not a sum of single piles.", "每步只取一颗或合并两堆，各堆并非互相独立。"},
     "{\"heaps\":[2]}",
     NULL,
     pile_xor},
    {"stones-parity",
     {"the parity of the stones alone", "只看石子总数的奇偶"},
     {"Merging is a move, too.", "合并也算一步。"},
     "{\"heaps\":[1,1]}",
     NULL,
     pile_parity},
    {"no-small-case",
     {"the case of s = 0 or 2 left out", "漏掉 s 为 0 或 2 的情形"},
     {"Where the larger piles make s = 0 or 2 moves, the number of ones modulo 3 decides.",
      "较大的堆总步数 s 为 0 或 2 时，由只剩 1 颗的堆数除以 3 的余数决定。"},
     "{\"heaps\":[1,1,1]}",
     NULL,
     no_small_case},
    {0},
};

/* ---- beans ---- */

enum { BOTTLES_LOOKED = 64 };

/* The value of a bean at this distance from the last bottle: numbers with an odd number of ones, after 0. */
static int64_t odious(size_t distance)
{
    int64_t n = 2 * ((int64_t)distance - 1);
    if (!distance)
        return 0;
    return n + (num_popcount(num(n)) % 2 == 0);
}

static bool bottles(const struct glance *at, struct ints *beans)
{
    return glance_words(at, "bottles", beans) && beans->n <= BOTTLES_LOOKED;
}

/* The xor over bottles: with an odd number of beans in them, or with any. */
static int64_t bottles_xor(struct ints beans, bool any)
{
    int64_t sum = 0;
    for (size_t i = 0; i < beans.n; i++)
        if (any ? beans.v[i] != 0 : beans.v[i] % 2 != 0)
            sum ^= odious(beans.n - 1 - i);
    return sum;
}

/* How winning moves are found, and told. */
struct pouring {
    bool any;      /* by bottles that hold beans, not by parity */
    bool strict;   /* j < k */
    bool by_beans; /* each bean of a bottle counts */
    int name;      /* 0 indices, 1 from 1, 2 distances from the last */
};

static bool pour(const struct glance *at, struct pouring how)
{
    struct ints beans;
    int64_t count = 0, first[3] = {0};
    if (!bottles(at, &beans))
        return false;
    int64_t sum = bottles_xor(beans, false), last = (int64_t)beans.n - 1;
    for (size_t i = 0; i < beans.n; i++)
        for (size_t j = i + 1; beans.v[i] && j < beans.n; j++)
            for (size_t k = j + how.strict; k < beans.n; k++) {
                beans.v[i]--, beans.v[j]++, beans.v[k]++;
                bool wins = how.any ? bottles_xor(beans, true) == 0
                                    : (sum ^ odious(beans.n - 1 - i) ^ odious(beans.n - 1 - j) ^ odious(beans.n - 1 - k)) == 0;
                beans.v[i]++, beans.v[j]--, beans.v[k]--;
                if (wins && !count) {
                    int64_t move[3] = {(int64_t)i, (int64_t)j, (int64_t)k};
                    for (size_t m = 0; m < 3; m++)
                        first[m] = how.name == 0 ? move[m] : how.name == 1 ? move[m] + 1 : last - move[m];
                }
                count += !wins ? 0 : how.by_beans ? beans.v[i] : 1;
            }
    tell_first(at, count ? 3 : 0, first);
    return tell_count(at, count);
}

static bool parity_ignored(const struct glance *at)
{
    return pour(at, (struct pouring){.any = true});
}

static bool counts_beans(const struct glance *at)
{
    return pour(at, (struct pouring){.by_beans = true});
}

static bool two_bottles(const struct glance *at)
{
    return pour(at, (struct pouring){.strict = true});
}

static bool from_one(const struct glance *at)
{
    return pour(at, (struct pouring){.name = 1});
}

static bool distances(const struct glance *at)
{
    return pour(at, (struct pouring){.name = 2});
}

const struct mistake mistakes_beans[] = {
    {"parity-ignored",
     {"bottles that hold beans, whatever their number", "只看瓶中有没有豆子，不看奇偶"},
     {"Two beans in a bottle cancel each other: only odd numbers count.", "同一瓶中的两颗豆子互相抵消，只有奇数个才起作用。"},
     "{\"bottles\":[1,0,0]}",
     NULL,
     parity_ignored},
    {"counts-beans",
     {"a move for each bean", "每颗豆子算一种走法"},
     {"Beans in one bottle are alike: moves are triples of bottles.", "同一瓶中的豆子没有区别，走法按瓶子的三元组计数。"},
     "{\"bottles\":[3,0]}",
     NULL,
     counts_beans},
    {"two-bottles",
     {"both new beans never in one bottle", "两颗新豆子不放入同一瓶"},
     {"j = k is allowed.", "允许 j = k。"},
     "{\"bottles\":[1,0]}",
     NULL,
     two_bottles},
    {"counts-from-one",
     {"bottles counted from 1", "瓶子从 1 开始编号"},
     {"The first bottle has the number 0.", "第一个瓶子的编号是 0。"},
     "{\"bottles\":[1,0]}",
     NULL,
     from_one},
    {"distances-for-indices",
     {"distances from the last bottle instead of numbers", "以到最后一瓶的距离代替编号"},
     {"Values are found by the distance from the last bottle, but a move names the bottles.",
      "SG 值按到最后一瓶的距离计算，但走法应写瓶子的编号。"},
     "{\"bottles\":[1,0]}",
     NULL,
     distances},
    {0},
};
