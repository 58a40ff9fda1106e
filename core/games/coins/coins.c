/* Coins (POJ 2484, HDU 3951, HDU 2999): take touching coins from rows and circles.
 *
 * Rules: `take` says how many coins at once; they must touch. Who cannot move loses; misère: wins.
 * A row is the octal game with digit 7 at each amount; [1,2] is Kayles, whose values have period 12 from 71 on (Guy and Smith
 * 1956): core/sg makes the tables and proves periods. A circle of n becomes a row of n-t, so its value is the mex of theirs, with
 * 0 where it can be taken whole. Where every such row has an amount of its own parity, to be taken from its middle, no row is
 * worth 0 and the circle is: then large circles alone need no table (HDU 3951). Misère play: by a misère
 * quotient (core/games/coins/quotient.c), the tame calculus (core/sg/misere/genus.c), or search (core/games/coins/search.c).
 * Places are counted by residue where a period is proven (core/games/coins/moves.c). Cost: a table once for all questions about
 * the same amounts; then places times amounts for a row, or that many of some periods. */
#include "core/games/coins/coins.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"
#include "core/sg/cost.h"

#include <string.h>

static void solve(struct ask *ask)
{
    struct coins *coins = arena_alloc(ask->arena, sizeof *coins);
    coins_open(coins, ask);
    if (!ask->uncounted)
        coins_push(coins);
}

/* The list with item i replaced by those of a and b that are not zero. */
static struct list replace(struct arena *arena, struct list list, int64_t i, struct num a, struct num b)
{
    struct num *v = arena_array(arena, list.n + 2, sizeof *v);
    size_t n = 0;
    for (size_t k = 0; k < list.n; k++) {
        if ((int64_t)k != i) {
            v[n++] = list_nums(list)[k];
            continue;
        }
        if (!num_is_zero(a))
            v[n++] = a;
        if (!num_is_zero(b))
            v[n++] = b;
    }
    return (struct list){n, v};
}

static void *apply(struct ask *ask, const void *move)
{
    const struct coins_position *p = ask->position;
    const struct coins_move *m = move;
    struct coins_position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->head.given |= BIT(COINS_ROWS);
    if (m->head.given & BIT(COINS_MOVE_ROW)) {
        struct num behind = num_sub(list_nums(p->rows)[m->row], num_add(m->at, m->take));
        next->rows = replace(ask->arena, p->rows, m->row, m->at, behind);
        return next;
    }
    struct num left = num_sub(list_nums(p->circles)[m->circle], m->take);
    next->circles = replace(ask->arena, p->circles, m->circle, num(0), num(0));
    if (num_is_zero(left))
        return next;
    struct num *rows = arena_array(ask->arena, p->rows.n + 1, sizeof *rows);
    if (p->rows.n)
        memcpy(rows, p->rows.v, p->rows.n * sizeof *rows);
    rows[p->rows.n] = left;
    next->rows = (struct list){p->rows.n + 1, rows};
    return next;
}

/* ---- cost ---- */

enum { LONG = CHEAP_STEPS + 1, SMALL_TABLE = 100000, FEW_PLACES = 500 };

/* [1,2], whose period a small table proves. */
static bool is_usual(const struct coins_position *p)
{
    struct list take = coins_given(p);
    const struct num *v = list_nums(take);
    return take.n == 2 && num_cmp_word(num_add(v[0], v[1]), 3) == 0;
}

static uint64_t moves_cost(const struct coins_position *p)
{
    uint64_t takes = coins_given(p).n, steps = p->circles.n * takes * (takes + 16);
    for (size_t i = 0; i < p->rows.n; i++) {
        struct num n = list_nums(p->rows)[i];
        bool few = is_usual(p) || num_cmp_word(n, FEW_PLACES) < 0;
        uint64_t places = few ? FEW_PLACES : num_cmp_word(n, LONG) < 0 ? (uint64_t)n.word : LONG;
        steps += 4 * places * takes;
    }
    return steps;
}

static uint64_t table_cost(const struct coins_position *p)
{
    struct num top = coins_largest(p);
    if (p->misere || num_cmp_word(top, COINS_TABLE) > 0)
        return is_usual(p) && !p->misere ? SMALL_TABLE : LONG;
    return SMALL_TABLE / 2 + (uint64_t)(top.word * top.word) * (1 + coins_given(p).n / 8);
}

static uint64_t cost(const void *position)
{
    const struct coins_position *p = position;
    return table_cost(p) + moves_cost(p);
}

/* Circles beside something else want a larger quotient, or search. */
static uint64_t cost_of_misere_play(const struct coins_position *p, const struct rules *rules, struct arena *arena,
                                    struct store *store)
{
    uint64_t coins = 0;
    for (size_t i = 0; i < p->rows.n + p->circles.n && coins <= COINS_SEARCHED; i++) {
        struct num n = i < p->rows.n ? list_nums(p->rows)[i] : list_nums(p->circles)[i - p->rows.n];
        coins += num_cmp_word(n, COINS_SEARCHED) > 0 ? COINS_SEARCHED + 1 : (uint64_t)n.word;
    }
    uint64_t cost = cost_of_misere(rules, arena, store, coins_largest(p), coins);
    bool beside = p->circles.n && p->rows.n + p->circles.n > 1 && coins > COINS_SEARCHED / 2;
    return beside && cost <= QUICK_STEPS ? QUICK_STEPS + 1 : cost;
}

static uint64_t cost_stored(const void *position, struct arena *arena, struct store *store)
{
    const struct coins_position *p = position;
    struct list take = coins_given(p);
    struct num top = coins_largest(p);
    if (!p->misere && num_cmp_word(top, COINS_TABLE) <= 0)
        return cost(position);
    int64_t *takes = arena_array(arena, take.n, sizeof *takes);
    size_t n = 0;
    for (size_t i = 0; i < take.n; i++)
        if (!num_lt(num_min(top, num(SG_AMOUNT_MAX)), list_nums(take)[i]))
            takes[n++] = list_nums(take)[i].word;
    if (n == 0)
        return moves_cost(p);
    const struct rules *rules = coins_rules(arena, takes, n);
    if (p->misere)
        return cost_of_misere_play(p, rules, arena, store) + moves_cost(p);
    if (sg_stored(rules, arena, store, top) == SG_STORED)
        return moves_cost(p);
    return is_usual(p) ? cost(position) : QUICK_STEPS + 1 + moves_cost(p);
}

static const struct type take_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = COINS_TAKES, .distinct = true, .item = &type_positive};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct coins_position),
    .fields =
        (const struct field[]){
            {"rows", offsetof(struct coins_position, rows), &type_heaps, NEED_DEFAULT,
             .doc = {"Numbers of coins in the rows.", "各行的硬币数。"}},
            {"circles", offsetof(struct coins_position, circles), &type_heaps, NEED_DEFAULT,
             .doc = {"Numbers of coins in the circles.", "各圈的硬币数。"}},
            {"take", offsetof(struct coins_position, take), &take_type, NEED_OPTIONAL,
             .doc = {"How many touching coins a move may take; when absent [1,2].", "一步可取的相邻硬币数；缺省为 [1,2]。"}},
            {"misere", offsetof(struct coins_position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who cannot move wins.", "无着可走者胜。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct coins_extra),
    .fields =
        (const struct field[]){
            {"quotient", offsetof(struct coins_extra, quotient), &type_quotient_told, NEED_OPTIONAL,
             .doc = {"The misère quotient that decided; absent where none did.", "判定所用的反常商；未用到时没有此项。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct coins_move),
    .fields =
        (const struct field[]){
            {"row", offsetof(struct coins_move, row), &type_index, NEED_OPTIONAL, .doc = {"Index of the row.", "行的下标。"}},
            {"circle", offsetof(struct coins_move, circle), &type_index, NEED_OPTIONAL,
             .doc = {"Index of the circle.", "圈的下标。"}},
            {"at", offsetof(struct coins_move, at), &type_natural,
             .doc = {"Place of the first coin taken: so many stand before it.", "所取第一枚硬币的位置，即其前面的硬币数。"}},
            {"take", offsetof(struct coins_move, take), &type_positive, .doc = {"Coins to take.", "取走的硬币数。"}},
            {0},
        },
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct coins_move *m = move;
    bool row = m->head.given & BIT(COINS_MOVE_ROW);
    lines_add(line, row ? "take %1$s from row %2$s at place %3$s" : "take %1$s from circle %2$s at place %3$s",
              row ? "从下标为 %2$s 的一行中取走自下标 %3$s 起的 %1$s 枚硬币"
                  : "从下标为 %2$s 的一圈中取走自下标 %3$s 起的 %1$s 枚硬币",
              num_text(m->take), num_text(num(row ? m->row : m->circle)), num_text(m->at));
}

static void sample(struct sample *sample)
{
    struct coins_position *p = sample->position;
    bool given = sample->fixed & BIT(COINS_TAKE);
    if (sample_free(sample, "misere"))
        p->misere = sample_chance(sample, 15);
    if (!p->misere && sample_chance(sample, 40) && sample_free(sample, "take")) { /* a quotient for every set would take long */
        struct list take = sample_distinct(sample, sample_count(sample, 1, 4), 1, sample_bound(sample, 4, 9));
        p->take = (struct list){take.n, sample_nums_of(sample, take)};
        given = true;
    }
    bool small = given || p->misere; /* solved by a table, or by search */
    int64_t most = p->misere ? sample_bound(sample, 5, COINS_SEARCHED / 6) : sample_bound(sample, 8, COINS_TABLE);
    if (sample_free(sample, "rows")) {
        size_t n = sample_count(sample, 1, small ? 4 : HEAPS_MAX / 2);
        p->rows = small ? sample_nums(sample, n, 0, most) : sample_ints(sample, n, 0);
    }
    if (sample_free(sample, "circles"))
        p->circles = sample_nums(sample, p->misere ? 0 : sample_count(sample, 0, 2), 1, most);
}

const struct game game_coins = {
    .id = "coins",
    .source =
        "POJ 2484, HDU 3951, HDU 2999; R. K. Guy and C. A. B. Smith, The G-values of various games (1956); W. L. Sibert and "
        "J. H. Conway, Mathematical Kayles, International Journal of Game Theory 20 (1992); T. E. Plambeck, Taming the wild "
        "in impartial combinatorial games (2005)",
    .title = {"Coins in rows and circles", "排成行与圈的硬币"},
    .rules =
        {"Coins stand in rows and circles. A move takes a number of touching coins that `take` allows from one of them: a row "
         "may fall into two, a circle becomes a row. Who cannot move loses; with `misere` who cannot move wins.",
         "硬币排成若干行与若干圈。每次从某一行或某一圈取走相邻的若干枚，数目须在 `take` 中：一行可能断成两行，一圈则变成一行。"
         "不能操作者输。若 `misere` 为真，则不能操作者胜。"},
    .limits =
        {"rows and circles of up to 5000 coins for up to 64 amounts, and of up to 4096 bits with a proven period, as with [1,2], "
         "or where circles alone lose by symmetry; "
         "misère: where a misère quotient is proven, of any size as with [1,2]; tame positions of up to 10000; else "
         "20 coins in all, and up to 60 as far as 300000 positions reach",
         "每行每圈不超过 5000 枚（最多 64 种取法），周期已证明（如 [1,2]）或只有因对称而必败的圈时最多 4096 "
         "位；反常规则：反常商已证明者（如 [1,2]）大小不限，"
         "不超过 10000 的驯顺局面，否则共 20 枚，搜索不超过 300000 个局面时可至 60 枚"},
    .position = &position_type,
    .mistakes = mistakes_coins,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"period", "table", "quotient", "misere", "search", "mirror", "rule", NULL},
    .traits = TRAIT_GRUNDY,
    .cost = cost,
    .cost_stored = cost_stored,
    .tabled_by = "take misere",
    .solve = solve,
    .apply = apply,
    .explain = coins_explain,
    .sample = sample,
    .words = words,
};
