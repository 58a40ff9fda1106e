/* Georgia and Bob: chessmen on a row of squares move left without jumping.
 *
 * Theorem (POJ 1704; the coins of Winning Ways, ch. 15): the gaps to the left of the chessmen are the stairs of staircase nim,
 * the gap of the rightmost one next to the ground: a move left takes squares from its own gap and adds them to the gap on its
 * right. So the Grundy value is the xor of the gaps of the rightmost chessman, of the third from the right, and so on; a chessman
 * whose own gap does not count can win by widening the one on its right. Cost: n log n for sorting n chessmen. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/takes.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

#include <string.h>

struct position {
    struct head head;
    struct list chessmen; /* of struct num: squares, in the order given */
};

static const struct type type_chessmen = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &type_positive, .distinct = true};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"chessmen", offsetof(struct position, chessmen), &type_chessmen,
             .doc = {"Squares of the chessmen, counted from 1, in any order.", "各棋子所在的格子，从 1 开始编号，顺序任意。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct take_move),
    .fields =
        (const struct field[]){
            {"chessman", offsetof(struct take_move, heap), &type_index,
             .doc = {"Index of the chessman in the list as given.", "棋子在所给列表中的下标。"}},
            {"left", offsetof(struct take_move, take), &type_positive,
             .doc = {"By how many squares it moves left.", "向左移动的格数。"}},
            {0},
        },
};

/* The row, from left to right. */
struct row {
    size_t n;
    uint32_t *index; /* index[r]: which chessman stands at rank r */
    uint32_t *rank;  /* and back */
    struct num *gap; /* gap[r]: free squares to the left of rank r */
    struct num sum;  /* xor of the gaps that count */
};

/* Merges the sorted halves of [from, to) through `spare`. */
static void merge(const struct num *squares, uint32_t *index, uint32_t *spare, size_t from, size_t middle, size_t to)
{
    size_t a = from, b = middle;
    for (size_t i = from; i < to; i++) {
        bool left = b == to || (a < middle && num_lt(squares[index[a]], squares[index[b]]));
        spare[i] = left ? index[a++] : index[b++];
    }
    memcpy(index + from, spare + from, (to - from) * sizeof *index);
}

static void sort(const struct num *squares, uint32_t *index, uint32_t *spare, size_t n)
{
    for (size_t width = 1; width < n; width *= 2)
        for (size_t from = 0; from + width < n; from += 2 * width)
            merge(squares, index, spare, from, from + width, from + 2 * width < n ? from + 2 * width : n);
}

/* The gaps that count are those of rank n-1, n-3, … */
static bool counts(const struct row *row, size_t rank)
{
    return (row->n - 1 - rank) % 2 == 0;
}

static struct row read_row(const struct ask *ask)
{
    const struct position *p = ask->position;
    const struct num *squares = list_nums(p->chessmen);
    size_t n = p->chessmen.n;
    struct row row = {
        .n = n,
        .index = arena_array(ask->arena, n, sizeof(uint32_t)),
        .rank = arena_array(ask->arena, n, sizeof(uint32_t)),
        .gap = arena_array(ask->arena, n, sizeof(struct num)),
    };
    for (size_t i = 0; i < n; i++)
        row.index[i] = (uint32_t)i;
    sort(squares, row.index, row.rank, n);
    budget_spend(ask->budget, 32 * n);
    if (n == 0)
        return row;
    struct num before = num(0);
    for (size_t r = 0; r < n; r++) {
        struct num square = squares[row.index[r]];
        row.rank[row.index[r]] = (uint32_t)r;
        row.gap[r] = num_sub(num_sub(square, before), num(1));
        before = square;
    }
    size_t first = (n + 1) % 2;
    row.sum = takes_xor(row.gap + first, n - first, 2);
    return row;
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    return takes_cost(p->chessmen) + 32 * p->chessmen.n;
}

static void describe(const struct ask *ask, const void *context, size_t i, struct takes *takes)
{
    const struct row *row = context;
    size_t rank = row->rank[i];
    bool lowers = counts(row, rank);
    takes->most = row->gap[rank];
    takes->counted = row->gap[lowers ? rank : rank + 1];
    takes->others = num_xor(row->sum, takes->counted);
    struct num wanted = num_xor(takes->others, ask->target);
    takes->win = lowers ? num_sub(takes->counted, wanted) : num_sub(wanted, takes->counted);
    takes->after = lowers ? takes_lower : takes_raise;
}

static void solve(struct ask *ask)
{
    struct row row = read_row(ask);
    ask->answer.method = "nim-sum";
    answer_grundy(ask, row.sum);
    takes_push(ask, row.n, describe, &row);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->chessmen = takes_reduce(ask, p->chessmen, move);
    return next;
}

/* The first winning move of the left chessman of a pair, if there is one. */
static void explain_widening(const struct position *p, const struct row *row, struct lines *lines)
{
    for (size_t i = 0; i < row->n; i++) {
        size_t rank = row->rank[i];
        if (counts(row, rank))
            continue;
        struct num gap = row->gap[rank + 1], wanted = num_xor(gap, row->sum), left = num_sub(wanted, gap);
        struct num square = list_nums(p->chessmen)[i];
        if (num_sign(left) <= 0 || num_lt(row->gap[rank], left))
            continue;
        lines_add(
            lines,
            "Moving chessman %s left by %s, from square %s to %s, wins, too: it widens the gap of its pair from %s to %s, and "
            "the xor becomes 0.",
            "把下标为 %s 的棋子左移 %s 格，由第 %s 格移到第 %s 格，同样获胜：它使所在一对的空格数由 %s 增为 %s，异或和变为 0。",
            num_text(num_u64(i)), num_text(left), num_text(square), num_text(num_sub(square, left)), num_text(gap),
            num_text(wanted));
        return;
    }
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct row row = read_row(ask);
    size_t n = (row.n + 1) / 2;
    struct num *counted = arena_array(ask->arena, n, sizeof *counted);
    for (size_t i = 0; i < n; i++)
        counted[i] = row.gap[row.n - 1 - 2 * i];
    lines_add(
        lines,
        "Pair the chessmen from the right and count the free squares inside each pair (a single leftmost one pairs with "
        "the edge); from right to left: %s. They are heaps of Nim; the squares between pairs do not count, because whoever "
        "moves the left chessman of a pair can be answered by the right one, as far.",
        "把棋子从右往左两两配对，看每对之间的空格数（最左边若剩一个，则看它左侧的空格数），从右到左为：%s。它们相当于尼姆博弈的各"
        "堆；对与对之间的空格不影响胜负，因为一对中左边的棋子移动多少，右边的棋子就可以跟着移动多少。",
        explain_list(lines, counted, n));
    explain_xor(lines, counted, n, row.sum);
    if (num_is_zero(row.sum)) {
        explain_zero(ask, lines);
    } else {
        size_t top = explain_top(counted, row.sum);
        uint32_t index = row.index[row.n - 1 - 2 * top];
        struct num keep = num_xor(counted[top], row.sum), left = num_sub(counted[top], keep);
        struct num square = list_nums(p->chessmen)[index];
        lines_add(lines, "Move chessman %s left by %s, from square %s to %s: the gap %s becomes %s, and %s.",
                  "把下标为 %s 的棋子左移 %s 格，由第 %s 格移到第 %s 格：空格数 %s 变为 %s，%s。", num_text(num_u64(index)),
                  num_text(left), num_text(square), num_text(num_sub(square, left)), num_text(counted[top]), num_text(keep),
                  explain_zeroed(lines, n));
        explain_widening(p, &row, lines);
    }
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct take_move *m = move;
    lines_add(line, "move chessman %s left by %s", "把下标为 %s 的棋子左移 %s 格", num_text(num(m->heap)), num_text(m->take));
}

static void sample(struct sample *sample)
{
    enum { SUM_BITS = 17 }; /* so many bits more has the sum of HEAPS_MAX numbers */
    struct position *p = sample->position;
    if (!sample_free(sample, "chessmen"))
        return;
    struct list gaps = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 1);
    struct num *v = list_nums(gaps), at = num(0);
    for (size_t i = 0; i < gaps.n; i++) {
        struct num gap = num_bits(v[i]) + SUM_BITS > INT_BITS ? num_shr(v[i], SUM_BITS) : v[i];
        at = num_add(at, num_add(gap, num(sample_chance(sample, 50) ? 0 : 1)));
        v[i] = at;
    }
    for (size_t i = gaps.n; i > 1; i--) {
        size_t j = (size_t)sample_from(sample, 0, (int64_t)i - 1);
        struct num kept = v[i - 1];
        v[i - 1] = v[j];
        v[j] = kept;
    }
    p->chessmen = gaps;
}

const struct game game_georgia_bob = {
    .id = "georgia-bob",
    .source = "POJ 1704 Georgia and Bob; Berlekamp, Conway, Guy, Winning Ways, ch. 15",
    .title = {"Georgia and Bob", "Georgia and Bob（棋子左移）"},
    .rules =
        {"Chessmen stand on different squares of a row, numbered from 1; a move takes one of them any number of squares to the "
         "left, at least one, without jumping over another or sharing a square. Who cannot move loses.",
         "一排格子从 1 "
         "开始编号，若干棋子站在不同的格子上；每次把一个棋子向左移动至少一格，不能越过其他棋子，也不能与其他棋子同格。"
         "不能操作者输。"},
    .limits = {"up to 100000 chessmen on squares of up to 4096 bits", "最多 100000 个棋子，格子编号最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_georgia_bob,
    .move = &move_type,
    .methods = (const char *const[]){"nim-sum", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
