/* Wrong methods for one heap or two, where Fibonacci numbers decide: Fibonacci nim, Wythoff's game, Euclid's game, and for the
 * coin on a board.
 *
 * Floating point is taken to the letter: a double holds 53 binary digits, so the products of these methods are made of integers
 * and rounded there, to the nearest, ties to even. */
#include "core/mistakes/glance.h"

/* ---- fibonacci-nim ---- */

/* The heap, where the whole of it may be taken or all but that, and twice as much from then on. */
static bool heap(const struct glance *at, bool all, int64_t *stones)
{
    int64_t quota = 0, factor;
    bool given = glance_given(at, "quota");
    if (!glance_word(at, "stones", stones) || !glance_word(at, "factor", &factor) || factor != 2 || !*stones ||
        (given && !glance_word(at, "quota", &quota)))
        return false;
    return all ? given && quota >= *stones : !given || quota == *stones - 1;
}

/* The largest Fibonacci number (1, 2, 3, 5, …) <= n, n >= 1. */
static int64_t fibonacci_below(int64_t n)
{
    int64_t a = 1, b = 2;
    while (b <= n) {
        int64_t next = a + b;
        a = b;
        b = next;
    }
    return a;
}

static int64_t least_term(int64_t n)
{
    while (fibonacci_below(n) != n)
        n -= fibonacci_below(n);
    return n;
}

static bool may_take_all(const struct glance *at)
{
    int64_t n;
    return heap(at, false, &n) && tell_win(at, true);
}

static bool one_stone_won(const struct glance *at)
{
    int64_t n;
    return heap(at, false, &n) && tell_win(at, n == 1 || fibonacci_below(n) != n);
}

static bool multiples_of_three(const struct glance *at)
{
    int64_t n;
    return heap(at, false, &n) && tell_win(at, n % 3 != 0);
}

static bool powers_of_two(const struct glance *at)
{
    int64_t n;
    return heap(at, false, &n) && tell_win(at, (n & (n - 1)) != 0);
}

static bool short_table(const struct glance *at)
{
    enum { LAST = 1134903170 };
    int64_t n;
    return heap(at, false, &n) && tell_win(at, fibonacci_below(n) != n || n > LAST);
}

static bool subtracted_once(const struct glance *at)
{
    int64_t n;
    if (!heap(at, true, &n))
        return false;
    int64_t take = n - fibonacci_below(n) ? n - fibonacci_below(n) : n;
    return tell_first(at, 1, &take);
}

static bool largest_term(const struct glance *at)
{
    int64_t n;
    if (!heap(at, true, &n))
        return false;
    int64_t take = fibonacci_below(n);
    return tell_first(at, 1, &take);
}

static bool lowest_bit(const struct glance *at)
{
    int64_t n;
    if (!heap(at, true, &n))
        return false;
    int64_t take = n & -n;
    return tell_first(at, 1, &take);
}

static bool fibonacci_lost(const struct glance *at)
{
    int64_t n, none = 0;
    if (!heap(at, true, &n))
        return false;
    int64_t take = least_term(n);
    return fibonacci_below(n) == n ? tell_first(at, 1, &none) && tell_win(at, false) : tell_first(at, 1, &take);
}

/* What is left of it in 32 bits; below 1 no table has anything to say. */
static bool thirty_two_bits(const struct glance *at)
{
    int64_t n;
    if (!heap(at, true, &n))
        return false;
    int64_t low = (n + (INT64_C(1) << 31)) % (INT64_C(1) << 32) - (INT64_C(1) << 31), take = low > 0 ? least_term(low) : 0;
    return tell_first(at, 1, &take);
}

const struct mistake mistakes_fibonacci_nim[] = {
    {"may-take-all",
     {"the whole heap taken at once", "第一步就取完"},
     {"The first move may not take the whole heap.", "第一步不允许取完整堆。"},
     "{\"stones\":2}",
     "quota factor",
     may_take_all},
    {"one-stone-won",
     {"a single stone taken for won", "把只有一颗石子当作必胜"},
     {"Where not all may be taken, a single stone leaves no move at all.", "不允许取完时，只有一颗石子就无法操作。"},
     "{\"stones\":1}",
     "quota factor",
     one_stone_won},
    {"multiples-of-three",
     {"multiples of 3 taken for lost", "把 3 的倍数当作必败"},
     {"The quota grows with what is taken, so no residue decides: the Fibonacci numbers are lost.",
      "上限随所取数目变化，不由余数决定：必败的是斐波那契数。"},
     "{\"stones\":2}",
     "quota factor",
     multiples_of_three},
    {"powers-of-two",
     {"powers of 2 taken for lost", "把 2 的幂当作必败"},
     {"That is so where no more may be taken than was taken before; with twice as much the Fibonacci numbers are lost.",
      "上限等于上一步所取数目时才是 2 的幂；上限为其两倍时，必败的是斐波那契数。"},
     "{\"stones\":3}",
     "quota factor",
     powers_of_two},
    {"short-fibonacci-table",
     {"a table of Fibonacci numbers that ends too early", "斐波那契数表太短"},
     {"The largest Fibonacci number below 2^31 is 1836311903: the table must hold it.",
      "小于 2^31 的最大斐波那契数是 1836311903，表中必须包含它。"},
     "{\"stones\":1836311903}",
     "quota factor",
     short_table},
    {"subtracted-once",
     {"the largest Fibonacci number subtracted once", "只减去一次最大的斐波那契数"},
     {"What is left is to be written as a sum of Fibonacci numbers in turn; its smallest term wins.",
      "余下的部分还须继续写成斐波那契数之和，应取其中最小的一项。"},
     "{\"stones\":12,\"quota\":12}",
     "factor",
     subtracted_once},
    {"largest-term",
     {"the largest term instead of the smallest", "取最大的一项而不是最小的一项"},
     {"The smallest term is to be taken: twice that does not reach the next one.", "应取最小的一项：它的两倍仍小于下一项。"},
     "{\"stones\":4,\"quota\":4}",
     "factor",
     largest_term},
    {"lowest-bit",
     {"the lowest binary digit", "取二进制最低位"},
     {"That is right where no more may be taken than before; here the terms are Fibonacci numbers.",
      "上限等于上一步所取数目时才用二进制；这里应分解为斐波那契数。"},
     "{\"stones\":3,\"quota\":3}",
     "factor",
     lowest_bit},
    {"fibonacci-numbers-lost",
     {"Fibonacci numbers taken for lost although all may be taken", "允许取完时仍把斐波那契数当作必败"},
     {"Where the whole heap may be taken at once, that wins.", "允许一次取完时，取完即胜。"},
     "{\"stones\":2,\"quota\":2}",
     "factor",
     fibonacci_lost},
    {"thirty-two-bits",
     {"the heap kept in 32 bits", "石子数只用 32 位存放"},
     {"The heap may be larger than 2^31: it needs 64 bits.", "石子数可超过 2^31，应使用 64 位整数。"},
     "{\"stones\":\"2147483648\",\"quota\":\"2147483648\"}",
     "factor",
     thirty_two_bits},
    {0},
};

/* ---- wythoff ---- */

__extension__ typedef unsigned __int128 wide;

/* The golden ratio times 2^52 as a double holds it, times 2^23 as a float does, and other approximations times 2^52. */
static const int64_t ratio_double = 0x19e3779b97f4a8, ratio_float = 0xcf1bbd;
static const int64_t ratio_1618 = 0x19e353f7ced917, ratio_1618033 = 0x19e376922d948e, ratio_16180339 = 0x19e37783c51bfe;

/* The integer part of k * ratio / 2^shift, the product rounded to so many digits. */
static int64_t rounded_product(int64_t k, int64_t ratio, unsigned shift, unsigned digits)
{
    wide product = (wide)(uint64_t)k * (uint64_t)ratio, half;
    unsigned length = 0, cut;
    while (product >> length) /* a difference of heaps is below 2^60, a ratio below 2^53 */
        length++;
    cut = length > digits ? length - digits : 0;
    if (cut) {
        half = (wide)1 << (cut - 1);
        wide rest = product & (2 * half - 1);
        product >>= cut;
        product += rest > half || (rest == half && (product & 1));
        product <<= cut;
    }
    return (int64_t)(product >> shift);
}

enum { DOUBLE_SHIFT = 52, DOUBLE_DIGITS = 53, FLOAT_SHIFT = 23, FLOAT_DIGITS = 24 };

static bool two_heaps(const struct glance *at, int64_t *a, int64_t *b)
{
    struct ints heaps;
    if (glance_flag(at, "misere") || !glance_words(at, "heaps", &heaps))
        return false;
    *a = heaps.v[0] < heaps.v[1] ? heaps.v[0] : heaps.v[1];
    *b = heaps.v[0] + heaps.v[1] - *a;
    return *b - *a < INT64_C(1) << 60;
}

static bool by_ratio(const struct glance *at, int64_t ratio)
{
    int64_t a, b;
    return two_heaps(at, &a, &b) && tell_win(at, a != rounded_product(b - a, ratio, DOUBLE_SHIFT, DOUBLE_DIGITS));
}

static bool by_double(const struct glance *at)
{
    return by_ratio(at, ratio_double);
}

static bool by_1618(const struct glance *at)
{
    return by_ratio(at, ratio_1618);
}

static bool by_1618033(const struct glance *at)
{
    return by_ratio(at, ratio_1618033);
}

static bool by_16180339(const struct glance *at)
{
    return by_ratio(at, ratio_16180339);
}

static bool by_float(const struct glance *at)
{
    int64_t a, b;
    if (!two_heaps(at, &a, &b) || b - a >= 1 << FLOAT_DIGITS)
        return false;
    return tell_win(at, a != rounded_product(b - a, ratio_float, FLOAT_SHIFT, FLOAT_DIGITS));
}

static bool rounded(const struct glance *at)
{
    int64_t a, b;
    if (!two_heaps(at, &a, &b))
        return false;
    wide product = (wide)(uint64_t)(b - a) * (uint64_t)ratio_double + ((wide)1 << (DOUBLE_SHIFT - 1));
    return tell_win(at, a != (int64_t)(product >> DOUBLE_SHIFT));
}

static bool unordered(const struct glance *at)
{
    struct ints heaps;
    int64_t a, b;
    if (!two_heaps(at, &a, &b) || !glance_words(at, "heaps", &heaps))
        return false;
    return tell_win(at, heaps.v[0] > heaps.v[1] || a != rounded_product(b - a, ratio_double, DOUBLE_SHIFT, DOUBLE_DIGITS));
}

static bool nim_of_two(const struct glance *at)
{
    int64_t a, b;
    return two_heaps(at, &a, &b) && tell_win(at, a != b);
}

const struct mistake mistakes_wythoff[] = {
    {"double-golden-ratio",
     {"the golden ratio as a double", "用 double 计算黄金分割比"},
     {"53 binary digits are not enough near Fibonacci numbers: floor(k*phi) is (k + isqrt(5*k*k)) / 2 in integers.",
      "在斐波那契数附近 53 位精度不够：floor(k*phi) 应以整数计算，即 (k + isqrt(5*k*k)) / 2。"},
     "{\"heaps\":[165580140,267914295]}",
     "misere",
     by_double},
    {"float-golden-ratio",
     {"the golden ratio as a float", "用 float 计算黄金分割比"},
     {"24 binary digits are soon not enough: floor(k*phi) is (k + isqrt(5*k*k)) / 2 in integers.",
      "24 位精度很快就不够：floor(k*phi) 应以整数计算，即 (k + isqrt(5*k*k)) / 2。"},
     "{\"heaps\":[4180,6764]}",
     "misere",
     by_float},
    {"golden-ratio-1.618",
     {"1.618 for the golden ratio", "以 1.618 代替黄金分割比"},
     {"Three decimals are right for small heaps only.", "三位小数只对小堆正确。"},
     "{\"heaps\":[377,610]}",
     "misere",
     by_1618},
    {"golden-ratio-1.618033",
     {"1.618033 for the golden ratio", "以 1.618033 代替黄金分割比"},
     {"Six decimals are right for heaps of up to some thousands only.", "六位小数只对数千以内的堆正确。"},
     "{\"heaps\":[2584,4181]}",
     "misere",
     by_1618033},
    {"golden-ratio-1.6180339",
     {"1.6180339 for the golden ratio", "以 1.6180339 代替黄金分割比"},
     {"Seven decimals are right for heaps of up to some thousands only.", "七位小数只对数千以内的堆正确。"},
     "{\"heaps\":[6765,10946]}",
     "misere",
     by_16180339},
    {"rounded-golden-ratio",
     {"k*phi rounded to the nearest integer", "对 k*phi 四舍五入"},
     {"The smaller heap of a lost pair is k*phi rounded down.", "必败对中较小的一堆是 k*phi 向下取整。"},
     "{\"heaps\":[1,2]}",
     "misere",
     rounded},
    {"unordered-heaps",
     {"heaps not put in order", "未把两堆按大小排序"},
     {"The difference is the larger heap less the smaller, whichever is named first.",
      "差是较大的一堆减去较小的一堆，与给出的先后无关。"},
     "{\"heaps\":[2,1]}",
     "misere",
     unordered},
    {"nim-of-two",
     {"Nim: lost only if both are equal", "当作尼姆博弈：两堆相等才必败"},
     {"Equally many may be taken from both, too: two equal heaps are won at once, and unequal ones such as 1 and 2 can be lost.",
      "还可以从两堆取走同样多：两堆相等时一步获胜，而不相等的两堆（如 1 和 2）也可能必败。"},
     "{\"heaps\":[1,1]}",
     "misere",
     nim_of_two},
    {0},
};

/* ---- kiki ---- */

static bool board(const struct glance *at, int64_t *rows, int64_t *cols)
{
    return glance_word(at, "rows", rows) && glance_word(at, "cols", cols);
}

static bool odd_sum(const struct glance *at)
{
    int64_t rows, cols;
    return board(at, &rows, &cols) && tell_win(at, (rows ^ cols) & 1);
}

static bool sides_differ(const struct glance *at)
{
    int64_t rows, cols;
    return board(at, &rows, &cols) && tell_win(at, rows != cols);
}

static bool both_even(const struct glance *at)
{
    int64_t rows, cols;
    return board(at, &rows, &cols) && tell_win(at, !((rows | cols) & 1));
}

const struct mistake mistakes_kiki[] = {
    {"odd-sum",
     {"won if rows and columns add up to an odd number", "行数与列数之和为奇数判必胜"},
     {"Two even sides are won, too: step diagonally.", "两边都为偶数也是必胜的：走斜线即可。"},
     "{\"rows\":2,\"cols\":2}",
     NULL,
     odd_sum},
    {"sides-differ",
     {"Nim: won if the sides differ", "当作尼姆博弈：两边不等判必胜"},
     {"A step goes by one square only; parity decides.", "每步只走一格，起决定作用的是奇偶性。"},
     "{\"rows\":1,\"cols\":3}",
     NULL,
     sides_differ},
    {"both-even",
     {"won only if both sides are even", "两边都为偶数才判必胜"},
     {"One even side is enough: only two odd sides are lost.", "有一边为偶数即可；只有两边都为奇数才必败。"},
     "{\"rows\":1,\"cols\":2}",
     NULL,
     both_even},
    {0},
};
