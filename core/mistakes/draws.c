/* Wrong methods for games that can be drawn: odd and even, cat and mouse. */
#include "core/mistakes/glance.h"

#include <string.h>

/* ---- odd-even ---- */

enum { BALLS_LOOKED = 5000 };

struct balls {
    int64_t balls;
    struct ints takes; /* as given */
    bool mine, theirs; /* what is held is odd */
};

static bool balls(const struct glance *at, struct balls *b)
{
    if (!glance_word(at, "balls", &b->balls) || !glance_words(at, "takes", &b->takes) || b->balls > BALLS_LOOKED || !b->takes.n)
        return false;
    b->mine = num_bit(*(const struct num *)glance_field(at, "mine"), 0);
    b->theirs = num_bit(*(const struct num *)glance_field(at, "theirs"), 0);
    return true;
}

/* By balls left and both parities; the game ends when the rest is less than `least`. */
struct rows {
    int8_t *outcome; /* enum outcome, at rest * 4 + mine * 2 + theirs */
};

static enum outcome ended(bool mine, bool theirs, bool drawn)
{
    return mine == theirs && drawn ? OUTCOME_DRAW : mine ? OUTCOME_WIN : OUTCOME_LOSS;
}

static enum outcome best_of(const struct balls *b, const int8_t *outcome, int64_t rest, bool mine, bool theirs)
{
    enum outcome best = OUTCOME_LOSS;
    for (size_t i = 0; i < b->takes.n; i++) {
        int64_t after = rest - b->takes.v[i];
        if (after < 0)
            continue;
        bool held = mine != (b->takes.v[i] % 2 != 0);
        enum outcome reply = (enum outcome)outcome[after * 4 + theirs * 2 + held];
        enum outcome got = reply == OUTCOME_WIN ? OUTCOME_LOSS : reply == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
        best = got > best ? got : best;
    }
    return best;
}

static bool by_rows(const struct glance *at, bool drawn, bool first_ends)
{
    struct balls b;
    if (!balls(at, &b))
        return false;
    int8_t *outcome = arena_array(at->arena, (size_t)(b.balls + 1) * 4, 1);
    int64_t least = b.takes.v[0];
    for (size_t i = 0; i < b.takes.n && !first_ends; i++)
        least = b.takes.v[i] < least ? b.takes.v[i] : least;
    for (int64_t rest = 0; rest <= b.balls; rest++)
        for (int held = 0; held < 4; held++)
            outcome[rest * 4 + held] =
                (int8_t)(rest < least ? ended(held / 2, held % 2, drawn) : best_of(&b, outcome, rest, held / 2, held % 2));
    budget_spend(at->budget, (uint64_t)b.balls * b.takes.n * 4);
    return tell_outcome(at, (enum outcome)outcome[b.balls * 4 + b.mine * 2 + b.theirs]);
}

static bool own_parity_only(const struct glance *at)
{
    return by_rows(at, false, false);
}

static bool first_amount_ends(const struct glance *at)
{
    return by_rows(at, true, true);
}

/* One answer for each number of balls left, whatever the players hold when it is first met, depth first. */
struct draws_memo {
    struct balls b;
    int8_t *outcome; /* -1: not met */
    int64_t least;
};

enum { DEPTH_LOOKED = 1000 };

static enum outcome meet(struct draws_memo *memo, int64_t rest, bool mine,
                         bool theirs) /* as deep as there are balls: DEPTH_LOOKED */
{
    enum outcome best = OUTCOME_LOSS;
    if (rest < memo->least)
        return ended(mine, theirs, true);
    if (memo->outcome[rest] >= 0)
        return (enum outcome)memo->outcome[rest];
    for (size_t i = 0; i < memo->b.takes.n; i++) {
        int64_t take = memo->b.takes.v[i];
        if (take > rest)
            continue;
        enum outcome reply = meet(memo, rest - take, theirs, mine != (take % 2 != 0));
        enum outcome got = reply == OUTCOME_WIN ? OUTCOME_LOSS : reply == OUTCOME_LOSS ? OUTCOME_WIN : OUTCOME_DRAW;
        best = got > best ? got : best;
    }
    memo->outcome[rest] = (int8_t)best;
    return best;
}

static bool memo_on_rest(const struct glance *at)
{
    struct draws_memo memo = {.least = INT64_MAX};
    if (!balls(at, &memo.b) || memo.b.balls > DEPTH_LOOKED)
        return false;
    memo.outcome = arena_raw(at->arena, (size_t)memo.b.balls + 1);
    memset(memo.outcome, -1, (size_t)memo.b.balls + 1);
    for (size_t i = 0; i < memo.b.takes.n; i++)
        memo.least = memo.b.takes.v[i] < memo.least ? memo.b.takes.v[i] : memo.least;
    return tell_outcome(at, meet(&memo, memo.b.balls, memo.b.mine, memo.b.theirs));
}

static bool no_draws(const struct glance *at)
{
    enum outcome verdict;
    return glance_solve(at, at->position, &verdict, NULL) && tell_win(at, verdict == OUTCOME_WIN);
}

/* Who takes last wins, whatever is held. */
static bool last_taker(const struct glance *at)
{
    struct balls b;
    if (!balls(at, &b))
        return false;
    bool *win = arena_array(at->arena, (size_t)b.balls + 1, sizeof *win);
    for (int64_t rest = 0; rest <= b.balls; rest++)
        for (size_t i = 0; i < b.takes.n; i++)
            win[rest] |= b.takes.v[i] <= rest && !win[rest - b.takes.v[i]];
    budget_spend(at->budget, (uint64_t)b.balls * b.takes.n);
    return tell_win(at, win[b.balls]);
}

const struct mistake mistakes_odd_even[] = {
    {"own-parity-only",
     {"only one's own parity looked at", "只看自己的奇偶"},
     {"Where both hold odd numbers, or both even ones, it is a draw.", "双方同为奇数或同为偶数时是平局。"},
     "{\"balls\":1,\"takes\":[2,3,5]}",
     NULL,
     own_parity_only},
    {"no-draws",
     {"a draw taken for lost", "把平局当作负"},
     {"Equal parities are a draw, which is better than a loss: there are three outcomes.",
      "奇偶相同是平局，好于负：结局共有三种。"},
     "{\"balls\":1,\"takes\":[2,3,5]}",
     NULL,
     no_draws},
    {"last-taker-wins",
     {"the rule of taking last", "当作取走最后一次者胜"},
     {"Who takes last does not matter here: at the end the parities of what both hold are compared.",
      "这里与谁最后取无关：结束时比较双方所持球数的奇偶。"},
     "{\"balls\":1,\"takes\":[2,3,5]}",
     NULL,
     last_taker},
    {"first-amount-ends",
     {"the end when the first amount does not fit", "第一个数目不够取时就结束"},
     {"The game ends when no amount fits; the amounts need not be sorted.", "所有数目都不够取时才结束；给出的数目不一定有序。"},
     "{\"balls\":1,\"takes\":[3,2,1]}",
     NULL,
     first_amount_ends},
    {"memo-on-rest-only",
     {"answers remembered by the balls left alone", "只按剩余球数记忆化"},
     {"What the players hold belongs to the state as well.", "双方所持球数的奇偶也是状态的一部分。"},
     "{\"balls\":5,\"takes\":[1,2,3]}",
     NULL,
     memo_on_rest},
    {0},
};

/* ---- cat-mouse ---- */

enum { NODES_LOOKED = 50, TURNS = 2 };
enum { OPEN, MOUSE_WINS, CAT_WINS }; /* as it is printed: 0, 1, 2 */

struct chase {
    size_t n;
    struct ints *next;
    int8_t state[NODES_LOOKED][NODES_LOOKED][TURNS];
    bool met[NODES_LOOKED][NODES_LOOKED][TURNS];
};

static struct chase *chase(const struct glance *at, int64_t *mouse, int64_t *cat)
{
    struct chase *c = arena_alloc(at->arena, sizeof *c);
    bool read = glance_rows(at, "graph", &c->n, &c->next) && glance_word(at, "mouse", mouse) && glance_word(at, "cat", cat);
    return read && c->n <= NODES_LOOKED ? c : NULL;
}

/* For who is to move. */
static bool tell_chase(const struct glance *at, int result)
{
    int turn = *(const int *)glance_field(at, "turn");
    if (result == OPEN)
        return tell_outcome(at, OUTCOME_DRAW);
    return tell_win(at, (result == MOUSE_WINS) == (turn == 0));
}

/* One round over all states; true: something was found out. */
static bool improve(struct chase *c)
{
    bool found = false;
    for (size_t state = 0; state < c->n * c->n * TURNS; state++) {
        size_t turn = state % TURNS, mouse = state / TURNS % c->n, cat = state / TURNS / c->n;
        int8_t *is = &c->state[mouse][cat][turn];
        struct ints next = c->next[turn ? cat : mouse];
        int mine = turn ? CAT_WINS : MOUSE_WINS, other = turn ? MOUSE_WINS : CAT_WINS;
        bool all = next.n > 0, any = false;
        for (size_t i = 0; *is == OPEN && i < next.n; i++) {
            int after = turn ? c->state[mouse][next.v[i]][0] : c->state[next.v[i]][cat][1];
            any |= after == mine;
            all &= after == other;
        }
        if (*is != OPEN || !(any || all))
            continue;
        *is = (int8_t)(any ? mine : other);
        found = true;
    }
    return found;
}

static bool cat_enters_hole(const struct glance *at)
{
    int64_t mouse, cat;
    struct chase *c = chase(at, &mouse, &cat);
    if (!c)
        return false;
    for (size_t node = 0; node < c->n; node++)
        for (size_t turn = 0; turn < TURNS; turn++) {
            c->state[node][node][turn] = CAT_WINS;
            c->state[0][node][turn] = MOUSE_WINS;
        }
    while (improve(c))
        budget_spend(at->budget, c->n * c->n * c->n);
    return tell_chase(at, c->state[mouse][cat][*(const int *)glance_field(at, "turn") ? 1 : 0]);
}

/* Depth first; a state that is met again on the way counts as drawn, and what rests on that is remembered. At most as deep as
 * there are states: NODES_LOOKED * NODES_LOOKED * TURNS. */
static int search(struct chase *c, size_t mouse, size_t cat, size_t turn)
{
    if (mouse == 0 || mouse == cat)
        return mouse == 0 ? MOUSE_WINS : CAT_WINS;
    if (c->met[mouse][cat][turn])
        return c->state[mouse][cat][turn];
    c->met[mouse][cat][turn] = true;
    struct ints next = c->next[turn ? cat : mouse];
    int mine = turn ? CAT_WINS : MOUSE_WINS, result = turn ? MOUSE_WINS : CAT_WINS;
    for (size_t i = 0; i < next.n && result != mine; i++) {
        if (turn && next.v[i] == 0)
            continue;
        int after = turn ? search(c, mouse, (size_t)next.v[i], 0) : search(c, (size_t)next.v[i], cat, 1);
        result = after == mine || after == OPEN ? after : result;
    }
    c->state[mouse][cat][turn] = (int8_t)result;
    return result;
}

static bool drawn_on_the_way(const struct glance *at)
{
    int64_t mouse, cat;
    struct chase *c = chase(at, &mouse, &cat);
    if (!c)
        return false;
    budget_spend(at->budget, c->n * c->n * c->n);
    return tell_chase(at, search(c, (size_t)mouse, (size_t)cat, *(const int *)glance_field(at, "turn") ? 1 : 0));
}

const struct mistake mistakes_cat_mouse[] = {
    {"cat-enters-hole",
     {"a cat that may enter the hole", "以为猫可以进洞"},
     {"The cat may not go to node 0.", "猫不能走到结点 0。"},
     "{\"graph\":[[2,3],[2,4],[0,1],[0,4],[1,3]]}",
     "mouse cat turn",
     cat_enters_hole},
    {"draw-on-the-way",
     {"a state met again on the way remembered as a draw", "搜索途中再次遇到的状态记为平局"},
     {"It is only a draw if nothing better turns up later: begin at the ends and go backwards.",
      "之后若出现更好的走法就不是平局：应从终局倒推。"},
     "{\"graph\":[[4],[3,5],[4],[1,5],[0,2,5],[1,3,4]]}",
     "mouse cat turn",
     drawn_on_the_way},
    {0},
};
