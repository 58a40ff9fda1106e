/* Wrong methods for games of heaps that are decided by a xor: Nim and its nearest relatives. */
#include "core/mistakes/glance.h"

/* ---- nim ---- */

static bool nim(const struct glance *at, struct ints *heaps, bool misere)
{
    return glance_flag(at, "misere") == misere && glance_words(at, "heaps", heaps);
}

static bool not_strictly_smaller(const struct glance *at)
{
    struct ints heaps;
    int64_t count = 0;
    if (!nim(at, &heaps, false))
        return false;
    const int64_t xor = words_xor(heaps);
    for (size_t i = 0; i < heaps.n; i++)
        count += (heaps.v[i] ^ xor) <= heaps.v[i];
    return tell_count(at, count);
}

static bool one_move_at_most(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_count(at, words_xor(heaps) != 0);
}

static bool largest_heap_only(const struct glance *at)
{
    struct ints heaps;
    if (!nim(at, &heaps, false))
        return false;
    int64_t most = words_most(heaps);
    return tell_count(at, (words_xor(heaps) ^ most) < most);
}

static bool every_heap(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_count(at, words_xor(heaps) ? (int64_t)heaps.n : 0);
}

static bool zero_wins(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_win(at, words_xor(heaps) == 0);
}

static bool odd_sum(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_win(at, words_parity(heaps));
}

static bool odd_number_of_heaps(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_win(at, heaps.n % 2);
}

static bool any_two_differ(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, false) && tell_win(at, heaps.n && words_equal(heaps, heaps.v[0]) < heaps.n);
}

static bool normal_for_misere(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, true) && tell_win(at, words_xor(heaps) != 0);
}

static bool misere_inverted(const struct glance *at)
{
    struct ints heaps;
    return nim(at, &heaps, true) && tell_win(at, words_xor(heaps) == 0);
}

/* Methods that count heaps of 1 were thought of for heaps that are there: empty ones are none. */
static bool misere_heaps(const struct glance *at, struct ints *heaps, size_t *there, size_t *ones)
{
    bool told = nim(at, heaps, true);
    *there = told ? heaps->n - words_equal(*heaps, 0) : 0;
    *ones = told ? words_equal(*heaps, 1) : 0;
    return *there > 0;
}

static bool any_one_counts_heaps(const struct glance *at)
{
    struct ints heaps;
    size_t there, ones;
    return misere_heaps(at, &heaps, &there, &ones) && tell_win(at, ones ? there % 2 == 0 : words_xor(heaps) != 0);
}

static bool ones_always_lose(const struct glance *at)
{
    struct ints heaps;
    size_t there, ones;
    return misere_heaps(at, &heaps, &there, &ones) && tell_win(at, words_xor(heaps) != 0 && ones < there);
}

static bool odd_ones_win(const struct glance *at)
{
    struct ints heaps;
    size_t there, ones;
    return misere_heaps(at, &heaps, &there, &ones) && tell_win(at, ones == there ? ones % 2 : words_xor(heaps) != 0);
}

const struct mistake mistakes_nim[] = {
    {"counts-all-when-xor-is-zero",
     {"counting (xor ^ a) <= a", "以 (xor ^ a) <= a 计数"},
     {"A winning move makes a heap strictly smaller; with <= every heap is counted when the xor is 0.",
      "必胜走法须使堆严格变小；若写成 <=，异或和为 0 时每一堆都会被计入。"},
     "{\"heaps\":[1,1]}",
     "misere",
     not_strictly_smaller},
    {"one-winning-move",
     {"at most one winning move", "至多一种必胜走法"},
     {"Every heap that holds the highest bit of the xor has a winning move: three ones have three.",
      "凡含有异或和最高位的堆都有必胜走法：三堆各 1 颗时有三种。"},
     "{\"heaps\":[1,1,1]}",
     "misere",
     one_move_at_most},
    {"largest-heap-only",
     {"reducing only the largest heap", "只减小最大的一堆"},
     {"The heap to reduce holds the highest bit of the xor; that need not be the largest one.",
      "应减小的是含有异或和最高位的堆，它不一定是最大的一堆。"},
     "{\"heaps\":[2,5,6]}",
     "misere",
     largest_heap_only},
    {"every-heap-wins",
     {"a winning move in every heap", "每一堆都有必胜走法"},
     {"In a heap there is a winning move only if the xor with the nim sum makes it smaller.",
      "只有与异或和相异或后变小的堆才有必胜走法。"},
     "{\"heaps\":[1,2]}",
     "misere",
     every_heap},
    {"zero-xor-wins",
     {"xor 0 taken for won", "把异或和为 0 当作必胜"},
     {"Where the xor is 0 every move makes it another number: the player to move loses.",
      "异或和为 0 时任何一步都会使它不为 0，因此先手必败。"},
     "{\"heaps\":[1]}",
     "misere",
     zero_wins},
    {"odd-sum",
     {"the parity of all stones", "石子总数的奇偶性"},
     {"A move may take any number of stones, so their parity says nothing.", "一步可取任意多颗，石子总数的奇偶性说明不了什么。"},
     "{\"heaps\":[1,3]}",
     "misere",
     odd_sum},
    {"odd-count",
     {"the parity of the number of heaps", "堆数的奇偶性"},
     {"A heap need not be taken whole, so the number of heaps says nothing.", "不必一次取完一堆，堆数的奇偶性说明不了什么。"},
     "{\"heaps\":[1,2]}",
     "misere",
     odd_number_of_heaps},
    {"any-two-differ",
     {"won as soon as two heaps differ", "只要有两堆不同就判必胜"},
     {"That is right for two heaps only; otherwise the xor decides.", "这只对两堆成立；其他情形由异或和决定。"},
     "{\"heaps\":[1,1,1]}",
     "misere",
     any_two_differ},
    {"normal-for-misere",
     {"the rule of normal play in misère play", "反常规则下仍用正常规则的判据"},
     {"Where no heap exceeds 1, misère play is the other way round.", "没有大于 1 的堆时，反常规则的胜负与正常规则相反。"},
     "{\"heaps\":[1],\"misere\":true}",
     "misere",
     normal_for_misere},
    {"misere-inverted",
     {"misère play as normal play inverted", "把反常规则当作正常规则的反面"},
     {"Only where no heap exceeds 1; as soon as one does, the verdict is that of normal play.",
      "仅当没有大于 1 的堆时如此；只要有一堆大于 1，胜负就与正常规则相同。"},
     "{\"heaps\":[2],\"misere\":true}",
     "misere",
     misere_inverted},
    {"any-one-counts-heaps",
     {"the number of heaps as soon as one of them is 1", "只要有一堆为 1 就看堆数的奇偶"},
     {"The number of heaps decides only where all of them are at most 1.", "仅当所有堆都不超过 1 时才由堆数决定。"},
     "{\"heaps\":[1,1,2],\"misere\":true}",
     "misere",
     any_one_counts_heaps},
    {"ones-always-lose",
     {"lost whenever all heaps are ones", "所有堆都是 1 就判必败"},
     {"An even number of ones is won: they go one by one, and the other player gets the last.",
      "偶数堆 1 是必胜的：逐一取走，最后一颗归对手。"},
     "{\"heaps\":[1,1],\"misere\":true}",
     "misere",
     ones_always_lose},
    {"odd-ones-win",
     {"an odd number of ones taken for won", "把奇数堆 1 当作必胜"},
     {"In misère play who takes the last stone loses, so an even number of ones wins.",
      "反常规则下取最后一颗者输，因此偶数堆 1 才是必胜的。"},
     "{\"heaps\":[1],\"misere\":true}",
     "misere",
     odd_ones_win},
    {0},
};

/* ---- staircase nim ---- */

static bool stairs_every(const struct glance *at, size_t from, size_t step)
{
    struct ints stairs;
    int64_t sum = 0;
    if (!glance_words(at, "stairs", &stairs))
        return false;
    for (size_t i = from; i < stairs.n; i += step)
        sum ^= stairs.v[i];
    return tell_grundy(at, sum);
}

static bool all_stairs(const struct glance *at)
{
    return stairs_every(at, 0, 1);
}

static bool even_stairs(const struct glance *at)
{
    return stairs_every(at, 1, 2);
}

static bool from_the_top(const struct glance *at)
{
    const struct list *stairs = glance_field(at, "stairs");
    return stairs_every(at, stairs->n % 2 ? 0 : 1, 2);
}

const struct mistake mistakes_staircase_nim[] = {
    {"all-stairs",
     {"the xor of all stairs", "所有台阶的异或和"},
     {"Coins on even stairs do not count: the other player moves them on by as many.",
      "偶数级台阶上的硬币不起作用：对手可把同样多的硬币再往下移一级。"},
     "{\"stairs\":[1,1]}",
     NULL,
     all_stairs},
    {"even-stairs",
     {"the xor of the even stairs", "偶数级台阶的异或和"},
     {"The stair next to the ground is the first, and it is the odd ones that count.",
      "紧邻地面的是第 1 级，起作用的是奇数级台阶。"},
     "{\"stairs\":[1]}",
     NULL,
     even_stairs},
    {"from-the-top",
     {"stairs counted from the top", "台阶从上往下数"},
     {"Stairs are counted from the ground.", "台阶应从地面往上数。"},
     "{\"stairs\":[1,1,1,2]}",
     NULL,
     from_the_top},
    {0},
};

/* ---- Georgia and Bob ---- */

static int64_t *sorted_men(const struct glance *at, struct ints men)
{
    int64_t *v = arena_raw(at->arena, (men.n + 1) * sizeof *v);
    for (size_t i = 0; i < men.n; i++) {
        size_t k = i;
        for (; k && v[k - 1] > men.v[i]; k--)
            v[k] = v[k - 1];
        v[k] = men.v[i];
    }
    return v;
}

enum { MEN_MOST = 2000 }; /* sorted by insertion */

static bool chessmen(const struct glance *at, struct ints *men)
{
    return glance_words(at, "chessmen", men) && men->n <= MEN_MOST;
}

/* Gaps paired from the right, each less `less`; the leftmost of an odd number against a wall at `wall`. */
static int64_t paired(const int64_t *v, size_t n, int64_t less, int64_t wall)
{
    int64_t sum = 0;
    for (; n >= 2; n -= 2)
        sum ^= v[n - 1] - v[n - 2] - less;
    return n ? sum ^ (v[0] - wall) : sum;
}

static bool unsorted_chessmen(const struct glance *at)
{
    struct ints men;
    return chessmen(at, &men) && tell_win(at, paired(men.v, men.n, 1, 1) != 0);
}

static bool no_wall_gap(const struct glance *at)
{
    struct ints men;
    if (!chessmen(at, &men))
        return false;
    const int64_t *v = sorted_men(at, men);
    return tell_grundy(at, paired(v + men.n % 2, men.n - men.n % 2, 1, 1));
}

static bool gap_without_minus_one(const struct glance *at)
{
    struct ints men;
    return chessmen(at, &men) && tell_grundy(at, paired(sorted_men(at, men), men.n, 0, 0));
}

static bool paired_from_the_left(const struct glance *at)
{
    struct ints men;
    int64_t sum = 0;
    if (!chessmen(at, &men))
        return false;
    const int64_t *v = sorted_men(at, men);
    for (size_t i = 0; i + 1 < men.n; i += 2)
        sum ^= v[i + 1] - v[i] - 1;
    if (men.n % 2)
        sum ^= v[men.n - 1] - (men.n > 1 ? v[men.n - 2] : 0) - 1;
    return tell_grundy(at, sum);
}

static bool all_gaps(const struct glance *at)
{
    struct ints men;
    int64_t sum = 0;
    if (!chessmen(at, &men))
        return false;
    const int64_t *v = sorted_men(at, men);
    for (size_t i = 0; i < men.n; i++)
        sum ^= v[i] - (i ? v[i - 1] : 0) - 1;
    return tell_grundy(at, sum);
}

const struct mistake mistakes_georgia_bob[] = {
    {"unsorted-chessmen",
     {"chessmen in the order given", "未对棋子位置排序"},
     {"Gaps are those between neighbours on the line: the squares must be sorted first.",
      "间隔是线上相邻棋子之间的间隔，应先对位置排序。"},
     "{\"chessmen\":[2,1]}",
     NULL,
     unsorted_chessmen},
    {"no-wall-gap",
     {"the first chessman of an odd number left out", "棋子为奇数个时漏掉第一个"},
     {"With an odd number the leftmost chessman is paired with the wall.", "棋子为奇数个时，最左边的棋子与边界配对。"},
     "{\"chessmen\":[2]}",
     NULL,
     no_wall_gap},
    {"gap-without-minus-one",
     {"differences instead of free squares", "以位置之差代替空格数"},
     {"Neighbours on squares a < b have b - a - 1 free squares between them.", "位于 a < b 的相邻棋子之间有 b - a - 1 个空格。"},
     "{\"chessmen\":[1]}",
     NULL,
     gap_without_minus_one},
    {"paired-from-the-left",
     {"chessmen paired from the left", "从左边开始配对"},
     {"Pairs are made from the right: the right one of a pair moves towards the left one.",
      "应从右边开始配对：一对中右边的棋子向左边的靠近。"},
     "{\"chessmen\":[1,3,4]}",
     NULL,
     paired_from_the_left},
    {"all-gaps",
     {"the xor of all gaps", "所有间隔的异或和"},
     {"Only every second gap counts, the one before the rightmost chessman first; the others are even stairs.",
      "只有从最右边起每隔一个的间隔才起作用，其余相当于偶数级台阶。"},
     "{\"chessmen\":[2,3]}",
     NULL,
     all_gaps},
    {0},
};
