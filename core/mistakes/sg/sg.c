/* Wrong methods for heaps with rules: take sets, rows, splits. */
#include "core/mistakes/sg/sg.h"

/* ---- any take set ---- */

static bool by_table(const struct glance *at, const struct heaps *heaps, struct filling how)
{
    const int64_t *value = table_fill(at, heaps, how, words_most(heaps->heaps));
    int64_t sum = 0;
    for (size_t i = 0; value && i < heaps->heaps.n; i++)
        sum ^= value[heaps->heaps.v[i]];
    return value && (how.won_won ? tell_win(at, sum != 0) : tell_grundy(at, sum));
}

static bool breaks_at_larger(const struct glance *at)
{
    struct heaps heaps;
    return heaps_read(at, &heaps) && heaps.kind == TAKES_LIST && !heaps.misere &&
           by_table(at, &heaps, (struct filling){.breaks = true});
}

static bool shared_marks(const struct glance *at)
{
    struct heaps heaps;
    return heaps_plain(at, &heaps) && by_table(at, &heaps, (struct filling){.shared = true});
}

static bool won_successor_wins(const struct glance *at)
{
    struct heaps heaps;
    return heaps_plain(at, &heaps) && heaps.heaps.n == 1 && by_table(at, &heaps, (struct filling){.won_won = true});
}

static bool no_splitting(const struct glance *at)
{
    struct heaps heaps;
    return heaps_read(at, &heaps) && heaps.kind == TAKES_LIST && heaps.row && !heaps.misere &&
           by_table(at, &heaps, (struct filling){.whole = true});
}

static bool plain_xor(const struct glance *at)
{
    struct heaps heaps;
    return heaps_plain(at, &heaps) && tell_win(at, words_xor(heaps.heaps) != 0);
}

static bool mod_largest(const struct glance *at)
{
    struct heaps heaps;
    int64_t sum = 0;
    if (!heaps_plain(at, &heaps) || heaps.kind != TAKES_LIST)
        return false;
    const int64_t round = words_most(heaps.amount) + 1;
    for (size_t i = 0; i < heaps.heaps.n; i++)
        sum ^= heaps.heaps.v[i] % round;
    return tell_grundy(at, sum);
}

/* The heaps as one of as many stones. */
static bool one_heap(const struct glance *at)
{
    struct heaps heaps;
    int64_t sum = 0;
    if (!heaps_plain(at, &heaps) || heaps.heaps.n < 2)
        return false;
    for (size_t i = 0; i < heaps.heaps.n && sum < INT64_MAX / 4; i++)
        sum += heaps.heaps.v[i];
    heaps.heaps = (struct ints){1, &sum};
    return by_table(at, &heaps, (struct filling){0});
}

static bool precedence(const struct glance *at)
{
    struct heaps heaps;
    struct ints value;
    if (!heaps_plain(at, &heaps) || heaps.heaps.n != 3 || !glance_values(at, "heaps", &value))
        return false;
    return tell_win(at, (value.v[0] ^ value.v[1] ^ (value.v[2] != 0)) != 0);
}

static bool greedy_largest(const struct glance *at)
{
    struct heaps heaps;
    struct ints amounts;
    bool win = false;
    if (!heaps_plain(at, &heaps) || heaps.heaps.n != 1 || !heaps_amounts(at, &heaps, heaps.heaps.v[0], &amounts))
        return false;
    for (int64_t left = heaps.heaps.v[0], most = 1; left && most;) {
        most = 0;
        for (size_t i = 0; i < amounts.n; i++)
            if (amounts.v[i] <= left && amounts.v[i] > most)
                most = amounts.v[i];
        if (most && left / most % 2)
            win = !win; /* it is taken as often as it fits */
        left = most ? left % most : left;
        budget_spend(at->budget, amounts.n);
    }
    return tell_win(at, win);
}

static bool zero_wins(const struct glance *at)
{
    struct heaps heaps;
    enum outcome verdict;
    return heaps_plain(at, &heaps) && glance_solve(at, at->position, &verdict, NULL) && tell_win(at, verdict == OUTCOME_LOSS);
}

/* All values of a heap are one more then. */
static bool mex_from_one(const struct glance *at)
{
    struct heaps heaps;
    int64_t value;
    if (!heaps_plain(at, &heaps) || heaps.heaps.n != 1 || !glance_solve(at, at->position, NULL, &value))
        return false;
    at->told->grundy_known = true;
    at->told->grundy = value + 1;
    return true;
}

/* ---- one heap, other sets ---- */

static bool one_of(const struct glance *at, int kind, int64_t *stones, struct heaps *heaps)
{
    bool one = heaps_plain(at, heaps) && heaps->kind == kind && heaps->heaps.n == 1;
    *stones = one ? heaps->heaps.v[0] : 0;
    return one;
}

static bool one_not_allowed(const struct glance *at)
{
    struct heaps heaps;
    struct ints amounts;
    int64_t stones;
    enum { STONES_MOST = 5000 };
    if (!one_of(at, TAKES_PRIME_POWERS, &stones, &heaps) || stones > STONES_MOST || !heaps_amounts(at, &heaps, stones, &amounts))
        return false;
    heaps.kind = TAKES_LIST;
    heaps.amount = amounts.n ? (struct ints){amounts.n - 1, amounts.v + 1} : amounts;
    return by_table(at, &heaps, (struct filling){0});
}

static bool multiples_of_four(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return one_of(at, TAKES_PRIME_POWERS, &stones, &heaps) && tell_win(at, stones % 4 != 0);
}

static bool mod_five(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    return one_of(at, TAKES_SQUARES, &stones, &heaps) && tell_win(at, stones % 5 != 0 && stones % 5 != 2);
}

static bool only_squares_win(const struct glance *at)
{
    struct heaps heaps;
    int64_t stones;
    if (!one_of(at, TAKES_SQUARES, &stones, &heaps))
        return false;
    int64_t root = num_sqrt(num(stones)).word;
    return tell_win(at, stones && root * root == stones);
}

/* ---- misère ---- */

static bool normal_for_misere(const struct glance *at)
{
    enum outcome verdict;
    return glance_flag(at, "misere") && glance_solve(at, glance_normal(at), &verdict, NULL) && tell_outcome(at, verdict);
}

const struct mistake mistakes_sg[] = {
    {"breaks-at-larger",
     {"the loop over amounts ends at the first that is too large", "遇到第一个过大的取法就跳出循环"},
     {"That is right only where the amounts are sorted.", "只有先把可取的数目排序后才能这样做。"},
     "{\"rules\":{\"take\":[2,1]},\"heaps\":[1]}",
     "rules misere",
     breaks_at_larger},
    {"shared-marks",
     {"one array of marks for the whole search", "整个搜索共用一个标记数组"},
     {"A deeper level of the search clears the marks: each needs its own array.",
      "更深一层的搜索会清掉标记：每层应各用一个数组。"},
     "{\"rules\":{\"take\":[1,3,4]},\"heaps\":[2]}",
     "rules misere",
     shared_marks},
    {"won-successor-wins",
     {"a move to a won heap taken for winning", "以为走到必胜态就必胜"},
     {"A heap is won if a move leads to a lost one; 0 is lost.", "能走到必败态的才是必胜态；0 是必败态。"},
     "{\"rules\":{\"take\":[1,4]},\"heaps\":[2]}",
     "rules misere",
     won_successor_wins},
    {"zero-value-wins",
     {"a value of 0 taken for won", "把 SG 值为 0 当作必胜"},
     {"From value 0 no move leads to value 0, so who moves loses; any other value is won.",
      "从 SG 值为 0 的局面走不到 SG 值为 0 的局面，先手必败；SG 值不为 0 才是必胜。"},
     "{\"rules\":{\"take\":[1,4]},\"heaps\":[2]}",
     "rules misere",
     zero_wins},
    {"mex-from-one",
     {"the mex taken among positive integers", "把 mex 当作最小的未出现的正整数"},
     {"The mex is the smallest integer from 0 on that is not there: the end has value 0.",
      "mex 是最小的未出现的非负整数：终局的 SG 值是 0。"},
     "{\"rules\":{\"take\":[1,4]},\"heaps\":[2]}",
     "rules misere",
     mex_from_one},
    {"no-splitting",
     {"a row that is never split", "没有考虑一排被分成两段"},
     {"Stones taken from the middle leave two rows: their values are xored.", "从中间取走会留下两段，应对两段的 SG 值求异或。"},
     "{\"rules\":{\"take\":[1,2],\"leave\":\"row\"},\"heaps\":[3]}",
     "rules misere",
     no_splitting},
    {"plain-xor",
     {"the xor of the heaps themselves", "直接对堆数求异或"},
     {"That is Nim; here the Grundy values of the heaps are xored.", "那是尼姆博弈；这里应对各堆的 SG 值求异或。"},
     "{\"rules\":{\"take\":[2,5]},\"heaps\":[1]}",
     "rules misere",
     plain_xor},
    {"mod-largest",
     {"heaps modulo the largest amount plus 1", "以最大取法加 1 取余"},
     {"That is right only where all amounts from 1 on may be taken.", "只有从 1 起的所有数目都可取时才成立。"},
     "{\"rules\":{\"take\":[2,5]},\"heaps\":[1]}",
     "rules misere",
     mod_largest},
    {"one-heap-of-all",
     {"all heaps as a single one", "把所有堆合成一堆"},
     {"Heaps are played side by side: find the value of each, and xor them.", "各堆是分开进行的：应分别求 SG 值再求异或。"},
     "{\"rules\":{\"take\":[2,5]},\"heaps\":[1,1]}",
     "rules misere",
     one_heap},
    {"xor-precedence",
     {"a ^ b ^ c != 0 without brackets", "a ^ b ^ c != 0 未加括号"},
     {"In C it reads a ^ b ^ (c != 0): the comparison binds more tightly than the xor.",
      "C 语言中它等于 a ^ b ^ (c != 0)：比较运算的优先级高于异或。"},
     "{\"rules\":{\"take\":\"fibonacci\"},\"heaps\":[1,2,3]}",
     "rules misere",
     precedence},
    {"greedy-largest",
     {"always the largest amount", "总是取最大的数目"},
     {"The largest take need not be a winning one.", "取得最多的走法不一定必胜。"},
     "{\"rules\":{\"take\":[1,4]},\"heaps\":[8]}",
     "rules misere",
     greedy_largest},
    {"large-left-out",
     {"the largest amount left out", "漏掉最大的取法"},
     {"Beside 1 … m one larger amount matters where it is a multiple of m + 1: then the residue by it plus 1 decides.",
      "除 1 到 m 外还可取一个更大的数，它是 m + 1 的倍数时不能忽略：此时由除以它加 1 的余数决定。"},
     "{\"rules\":{\"take\":[1,2,3]},\"heaps\":[4]}",
     "rules misere",
     lists_large_left_out},
    {"large-itself-lost",
     {"a heap of just the largest amount taken for lost", "把恰为最大取法的堆当作必败"},
     {"What is left after whole rounds is taken at once where it is the largest amount itself.",
      "去掉整轮后剩下的若恰为最大取法，可一次取完，因此必胜。"},
     "{\"rules\":{\"take\":[1,2,3]},\"heaps\":[3]}",
     "rules misere",
     lists_large_itself_lost},
    {"odd-wins",
     {"odd heaps taken for won", "把奇数当作必胜"},
     {"For an even base K even amounts may be taken, too, and the residue by K + 1 decides: for powers of 2 multiples of 3 are "
      "lost.",
      "底 K 为偶数时还可取偶数颗，由除以 K + 1 的余数决定：可取 2 的幂时，3 的倍数才必败。"},
     "{\"rules\":{\"take\":{\"powers_of\":2}},\"heaps\":[2]}",
     "rules misere",
     powers_odd_wins},
    {"only-powers-win",
     {"only powers taken for won", "只把幂当作必胜"},
     {"Another heap is won, too, if a power leaves a lost one.", "其他堆只要取走一个幂后留下必败态，也是必胜的。"},
     "{\"rules\":{\"take\":{\"powers_of\":2}},\"heaps\":[5]}",
     "rules misere",
     powers_only_powers_win},
    {"takes-one",
     {"1 as the winning take of every won heap", "凡必胜都取 1"},
     {"Taking 1 wins only if a lost heap is left.", "取 1 后留下必败态时才必胜。"},
     "{\"rules\":{\"take\":{\"powers_of\":2}},\"heaps\":[2]}",
     "rules misere",
     powers_takes_one},
    {"parity-take",
     {"the parity of the heap as the take", "按奇偶决定取法"},
     {"That is right for odd bases only; for an even base K the residue by K + 1 decides.",
      "这只对奇数底成立；底 K 为偶数时由除以 K + 1 的余数决定。"},
     "{\"rules\":{\"take\":{\"powers_of\":2}},\"heaps\":[2]}",
     "rules misere",
     powers_parity_take},
    {"even-rule-for-odd",
     {"the rule of even bases for odd ones", "奇数底误用偶数底的规律"},
     {"For an odd base all powers are odd: 1 wins from every odd heap.", "底为奇数时所有幂都是奇数：奇数堆取 1 即胜。"},
     "{\"rules\":{\"take\":{\"powers_of\":3}},\"heaps\":[3]}",
     "rules misere",
     powers_even_rule_for_odd},
    {"largest-take",
     {"the largest winning take instead of the smallest", "给出最大的而不是最小的必胜取法"},
     {"Among several winning takes the smallest is asked for.", "有多种必胜取法时，要求的是最小的一种。"},
     "{\"rules\":{\"take\":{\"powers_of\":3}},\"heaps\":[3]}",
     "rules misere",
     powers_largest_take},
    {"one-not-allowed",
     {"1 left out of the prime powers", "质数幂中漏掉 1"},
     {"With exponent 0 every prime has the power 1.", "指数可以为 0，因此 1 也可取。"},
     "{\"rules\":{\"take\":\"prime_powers\"},\"heaps\":[1]}",
     "rules misere",
     one_not_allowed},
    {"primes-only",
     {"multiples of 4 taken for lost", "把 4 的倍数当作必败"},
     {"That is so where only 1 and primes may be taken; with prime powers the multiples of 6 are lost.",
      "只能取 1 和质数时如此；可取质数幂时，6 的倍数才必败。"},
     "{\"rules\":{\"take\":\"prime_powers\"},\"heaps\":[4]}",
     "rules misere",
     multiples_of_four},
    {"mod-five",
     {"residues 0 and 2 by 5 taken for lost", "把除以 5 余 0 或 2 当作必败"},
     {"The lost heaps begin like that, but 25 is a square: no period is known.",
      "必败态开头如此，但 25 是平方数；目前没有已知的周期。"},
     "{\"rules\":{\"take\":\"squares\"},\"heaps\":[25]}",
     "rules misere",
     mod_five},
    {"only-squares-win",
     {"only squares taken for won", "只把平方数当作必胜"},
     {"Another heap is won, too, if a square leaves a lost one.", "其他堆只要取走一个平方数后留下必败态，也是必胜的。"},
     "{\"rules\":{\"take\":\"squares\"},\"heaps\":[3]}",
     "rules misere",
     only_squares_win},
    {"normal-for-misere",
     {"the rule of normal play in misère play", "反常规则下仍用正常规则的判据"},
     {"Here who makes the last move loses.", "这里走最后一步者输。"},
     "{\"rules\":{\"take\":[1,3,7,8]},\"heaps\":[1],\"misere\":true}",
     "rules misere",
     normal_for_misere},
    {"mod-largest-misere",
     {"lost only at multiples of the largest amount plus 1", "只把最大取法加 1 的倍数当作必败"},
     {"That is the rule where all amounts may be taken and the last stone wins.", "那是各数目都可取且取最后一颗者胜时的规律。"},
     "{\"rules\":{\"take\":[1,3,7,8]},\"heaps\":[1],\"misere\":true}",
     "rules misere",
     lists_mod_largest_misere},
    {"misere-bash",
     {"the misère rule of Bash's game", "套用巴什博弈的反常规则"},
     {"That is right only where all amounts from 1 on may be taken.", "只有从 1 起的所有数目都可取时才成立。"},
     "{\"rules\":{\"take\":[1,3,7,8]},\"heaps\":[3],\"misere\":true}",
     "rules misere",
     lists_misere_bash},
    {"even-wins",
     {"even heaps taken for won", "把偶数当作必胜"},
     {"That is so only where all amounts are odd and 1 is one of them.", "只有可取的数目全为奇数且其中有 1 时才如此。"},
     "{\"rules\":{\"take\":[1,3,7,8]},\"heaps\":[9],\"misere\":true}",
     "rules misere",
     lists_even_wins},
    {"amounts-win",
     {"won if the heap itself is an amount", "堆数恰为可取数目就判必胜"},
     {"Who cannot move wins: taking a whole heap is what loses, and a heap that is no amount may be won.",
      "无法再走者胜：一次取完恰恰会输，而不等于可取数目的堆也可能必胜。"},
     "{\"rules\":{\"take\":[1,3,7,8]},\"heaps\":[1],\"misere\":true}",
     "rules misere",
     lists_amounts_win},
    {"split-as-nim",
     {"heaps taken for their own values", "以堆数作为 SG 值"},
     {"Values begin 0 1 2 4 7 8 11: a heap may become two smaller ones.", "一堆可变为两个更小的堆，SG 值依次为 0 1 2 4 7 8 11。"},
     "{\"rules\":{\"split\":\"smaller\"},\"heaps\":[1,2,3]}",
     "rules misere",
     splits_as_nim},
    {"total-kept",
     {"new heaps of no more stones than before", "以为新堆总数不得超过原堆"},
     {"Each new heap must be smaller; together they may be larger.", "只要求每个新堆更小，总数可以变大。"},
     "{\"rules\":{\"split\":\"smaller\"},\"heaps\":[2,3,4]}",
     "rules misere",
     splits_total_kept},
    {"unequal-parts",
     {"new heaps of different sizes only", "以为两个新堆必须不同"},
     {"Both new heaps may be equal, and they may be 0.", "两个新堆可以相等，也可以为 0。"},
     "{\"rules\":{\"split\":\"smaller\"},\"heaps\":[1]}",
     "rules misere",
     splits_unequal_parts},
    {0},
};
