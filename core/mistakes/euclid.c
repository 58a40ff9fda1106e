/* Wrong methods for Euclid's game. */
#include "core/mistakes/glance.h"

/* The pair as given; 0 is no number of a pair that goes on. */
static bool pair(const struct glance *at, int64_t *a, int64_t *b)
{
    struct ints both;
    if (!glance_words(at, "pair", &both) || !both.v[0] || !both.v[1])
        return false;
    *a = both.v[0];
    *b = both.v[1];
    return true;
}

static bool ordered(const struct glance *at, int64_t *large, int64_t *small)
{
    int64_t a, b;
    if (!pair(at, &a, &b))
        return false;
    *large = a < b ? b : a;
    *small = a < b ? a : b;
    return true;
}

static bool dividing_loses(const struct glance *at)
{
    int64_t a, b;
    bool win = true;
    if (!ordered(at, &a, &b))
        return false;
    for (; a % b && a / b < 2; win = !win) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return tell_win(at, a % b == 0 ? !win : win);
}

/* The usual rule, for a program that takes the first number for the larger one. */
static bool unordered_pair(const struct glance *at)
{
    int64_t a, b;
    bool win = true;
    if (!pair(at, &a, &b))
        return false;
    for (; a % b && a / b < 2; win = !win) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return tell_win(at, win);
}

static bool divisions_parity(const struct glance *at)
{
    int64_t a, b;
    bool win = false;
    if (!ordered(at, &a, &b))
        return false;
    for (; b; win = !win) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return tell_win(at, win);
}

static bool subtractions_parity(const struct glance *at)
{
    int64_t a, b, steps = 0;
    if (!ordered(at, &a, &b))
        return false;
    while (b) {
        int64_t rest = a % b;
        steps ^= a / b & 1;
        a = b;
        b = rest;
    }
    return tell_win(at, steps);
}

static bool quotient_above_two(const struct glance *at)
{
    int64_t a, b;
    bool win = true;
    if (!ordered(at, &a, &b))
        return false;
    for (; a % b && a / b <= 2; win = !win) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return tell_win(at, win);
}

/* a / b > phi in doubles: the quotient, in 1 … 2, rounded to 52 digits behind the point, ties to even. */
static bool double_ratio(const struct glance *at)
{
    static const int64_t ratio = 0x19e3779b97f4a8;
    enum { DIGITS = 52 };
    int64_t a, b;
    if (!ordered(at, &a, &b))
        return false;
    if (a == b || a / b >= 2)
        return tell_win(at, true);
    __extension__ unsigned __int128 scaled = (unsigned __int128)(uint64_t)a << DIGITS;
    int64_t quotient = (int64_t)(scaled / (uint64_t)b);
    uint64_t rest = (uint64_t)(scaled % (uint64_t)b), left = (uint64_t)b - rest;
    quotient += rest > left || (rest == left && quotient % 2);
    return tell_win(at, quotient > ratio);
}

const struct mistake mistakes_euclid[] = {
    {"dividing-pair-lost",
     {"a pair of which one divides the other taken for lost", "把整除的一对当作必败"},
     {"Who can make a 0 wins at once.", "能使一个数变为 0 者立即获胜。"},
     "{\"pair\":[1,1]}",
     NULL,
     dividing_loses},
    {"unordered-pair",
     {"the numbers not put in order", "未把两数按大小排序"},
     {"The first number need not be the larger one.", "先给出的数不一定较大。"},
     "{\"pair\":[1,2]}",
     NULL,
     unordered_pair},
    {"divisions-parity",
     {"the parity of the divisions in Euclid's algorithm", "辗转相除步数的奇偶性"},
     {"Where the quotient is 2 or more, the player to move chooses who gets the next turn, and wins.",
      "商不小于 2 时，先手可以选择由谁面对下一个局面，因而必胜。"},
     "{\"pair\":[2,5]}",
     NULL,
     divisions_parity},
    {"subtractions-parity",
     {"the parity of single subtractions", "逐次相减次数的奇偶性"},
     {"One move may subtract several times.", "一步可以减去若干倍。"},
     "{\"pair\":[1,2]}",
     NULL,
     subtractions_parity},
    {"quotient-above-two",
     {"a choice only where the quotient exceeds 2", "商大于 2 时才有选择"},
     {"With quotient 2 there is a choice, too: once or twice.", "商等于 2 时也有选择：减一倍或两倍。"},
     "{\"pair\":[2,5]}",
     NULL,
     quotient_above_two},
    {"double-golden-ratio",
     {"a / b compared with the golden ratio as doubles", "用 double 比较 a / b 与黄金分割比"},
     {"53 binary digits are not enough near Fibonacci numbers: compare a*a - a*b - b*b with 0 in integers.",
      "在斐波那契数附近 53 位精度不够：应以整数比较 a*a - a*b - b*b 与 0。"},
     "{\"pair\":[165580141,102334155]}",
     NULL,
     double_ratio},
    {0},
};
