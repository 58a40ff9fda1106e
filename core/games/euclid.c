/* Euclid's game to zero: from two numbers a move subtracts a positive multiple of the smaller from the larger, never below 0; who
 * makes a 0 wins, for then the other cannot move.
 *
 * Theorem. Let q, r be quotient and remainder of the larger by the smaller, v = g(smaller, r), g(x, 0) = 0. Taking t < q times
 * leaves the quotient s = q - t with the same r and v, taking q times leaves v. By induction the former have the values s - 1 for
 * s <= v and s for s > v: different ones, and different from v. So g = q - 1 if v >= q, else q, and one move at most reaches any
 * given value. Loss iff q = 1 and v >= 1: smaller < larger < phi * smaller (Cole and Davie, A game based on the Euclidean
 * algorithm and a winning strategy for it, Mathematical Gazette 53 (1969)).
 *
 * Without the recursion. As g(smaller, r) is its own quotient q' or q' - 1: v >= q iff q' > q, or q' = q and not v' >= q, and so
 * on down the chain of quotients until one differs from q. That is the order of continued fractions: v >= q iff larger/smaller <
 * [q; q, q, ...] = (q + sqrt(q^2+4))/2, that is iff D = larger * r - smaller^2 < 0; but when all quotients equal q, the chain
 * ends with v = 0 < q where the order of fractions says the opposite, and so the answer is turned round. All quotients equal q
 * iff q >= 2 (the last quotient of a longer chain is never 1) and D = +-s^2 for an s that divides both: for X = larger/s and Y =
 * smaller/s say X^2 - qXY - Y^2 = +-1, and (X, Y) -> (Y, X - qY) only turns its sign. Down the chain r = X - qY has Xr = Y^2 +-
 * 1, so r >= 0, and r < Y but for q = 1; it ends with r = 0, which leaves Y = 1 and X = q. Conversely an equal chain ends so, and
 * s is the greatest common divisor. Cost: two divisions, a few products and a square root. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct num pair[2];
};

struct move {
    struct head head;
    struct num times;
};

static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(struct num), .max = 2, .item = &type_natural};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"pair", offsetof(struct position, pair), &pair_type, .doc = {"The two numbers.", "两个数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"times", offsetof(struct move, times), &type_positive,
             .doc = {"How many times the smaller number is subtracted.", "减去较小数的次数。"}},
            {0},
        },
};

/* One division of the chain, and what follows from it. */
struct step {
    int larger; /* index of the larger number; the first of two equal ones */
    struct num high, low;
    struct num quotient, rest, next; /* high = quotient * low + rest; next = g(low, rest). Meaningless when low is 0 */
};

/* D = +-s^2, and s divides both numbers. */
static bool all_quotients_equal(struct num high, struct num low, struct num d)
{
    struct num square = num_sign(d) < 0 ? num_sub(num(0), d) : d, s = num_sqrt(square);
    return num_eq(num_mul(s, s), square) && num_is_zero(num_mod(low, s)) && num_is_zero(num_mod(high, s));
}

/* The Grundy value of high >= low, by the comparison above. */
static struct num value_of(struct num high, struct num low)
{
    if (num_is_zero(low))
        return num(0);
    struct num quotient = num_div(high, low), rest = num_sub(high, num_mul(quotient, low));
    if (num_is_zero(rest))
        return quotient;
    struct num d = num_sub(num_mul(high, rest), num_mul(low, low));
    bool next_reaches = num_sign(d) < 0;
    if (num_cmp_word(quotient, 1) > 0 && all_quotients_equal(high, low, d))
        next_reaches = !next_reaches;
    return next_reaches ? num_sub(quotient, num(1)) : quotient;
}

static struct step step_from(const struct num *pair)
{
    struct step step = {.larger = num_lt(pair[0], pair[1])};
    step.high = pair[step.larger];
    step.low = pair[!step.larger];
    if (num_is_zero(step.low))
        return step;
    step.quotient = num_div(step.high, step.low);
    step.rest = num_sub(step.high, num_mul(step.quotient, step.low));
    step.next = value_of(step.low, step.rest);
    return step;
}

/* The value with a given quotient above the same rest. */
static struct num value_with(const struct step *step, struct num quotient)
{
    return num_lt(step->next, quotient) ? quotient : num_sub(quotient, num(1));
}

static struct num value_after(const struct step *step, struct num times)
{
    if (num_eq(times, step->quotient))
        return step->next;
    return value_with(step, num_sub(step->quotient, times));
}

/* The one move that can reach a value; 0 if there is none. */
static struct num times_to(const struct step *step, struct num value)
{
    int order = num_cmp(value, step->next);
    if (order == 0)
        return step->quotient;
    struct num left = order < 0 ? num_add(value, num(1)) : value;
    return num_lt(left, step->quotient) ? num_sub(step->quotient, left) : num(0);
}

static void make_move(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    struct move *m = move;
    m->times = num_add(index, num(1));
    *mark = mark_grundy(ask, value_after(run->context, m->times));
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct step *step = arena_alloc(ask->arena, sizeof *step);
    *step = step_from(p->pair);
    ask->answer.method = "quotients";
    if (num_is_zero(step->low)) {
        answer_grundy(ask, num(0));
        return;
    }
    answer_grundy(ask, value_with(step, step->quotient));
    struct num times = times_to(step, ask->target), wins = num(!num_is_zero(times));
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = step->quotient, .mixed = true, .wins = wins, .make = make_move, .context = step});
        return;
    }
    if (num_is_zero(times)) {
        count_losing(ask, step->quotient);
        return;
    }
    struct move *winner = arena_alloc(ask->arena, sizeof *winner);
    winner->times = times;
    push(ask, winner, mark_grundy(ask, ask->target));
    count_losing(ask, num_sub(step->quotient, num(1)));
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    int larger = num_lt(p->pair[0], p->pair[1]);
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->pair[larger] = num_sub(p->pair[larger], num_mul(m->times, p->pair[!larger]));
    return next;
}

enum { CHAIN_SHOWN = 4 };

/* The divisions from the top, then their values from the bottom, as a student works them out. */
static void explain_chain(struct num high, struct num low, struct lines *lines)
{
    struct step chain[CHAIN_SHOWN];
    int n = 0;
    while (n < CHAIN_SHOWN && !num_is_zero(low)) {
        chain[n] = step_from((struct num[]){high, low});
        high = low;
        low = chain[n].rest;
        const struct step *s = &chain[n++];
        lines_add(lines, "Divide: %s = %s × %s + %s.", "作带余除法：%s = %s × %s + %s。", num_text(s->high),
                  num_text(s->quotient), num_text(s->low), num_text(s->rest));
    }
    if (!num_is_zero(low))
        lines_add(lines, "The chain goes on; worked out to its end it gives g(%s, %s) = %s.",
                  "如此继续到底，可得 g(%s, %s) = %s。", num_text(high), num_text(low), num_text(value_of(high, low)));
    while (n-- > 0) {
        const struct step *s = &chain[n];
        lines_add(lines, "g(%s, %s) = %s, because the quotient is q = %s and v = %s.", "g(%s, %s) = %s，因为商 q = %s，v = %s。",
                  num_text(s->high), num_text(s->low), num_text(value_with(s, s->quotient)), num_text(s->quotient),
                  num_text(s->next));
    }
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct step step = step_from(p->pair);
    if (num_is_zero(step.low)) {
        lines_add(lines, "The numbers are %s and %s: one of them is 0, so the game is over.",
                  "两数为 %s 与 %s：其中一个已为 0，游戏结束。", num_text(p->pair[0]), num_text(p->pair[1]));
        explain_verdict(ask, lines);
        return;
    }
    lines_add(
        lines,
        "Let q be the quotient of the larger number by the smaller, and v the value of the pair (smaller, remainder), 0 when the "
        "remainder is 0: the Grundy value is q − 1 if v ≥ q, else q, because the q options have the value v and the first q − 1 "
        "of 0, 1, 2, … without v.",
        "设 q 为较大数除以较小数的商，v 为（较小数，余数）的 SG 值（余数为 0 时 v = 0）：若 v ≥ q，则 SG 值为 q − 1，否则为 "
        "q，因为 q "
        "个后继的 SG 值是 v，以及 0、1、2、… 中除 v 以外的前 q − 1 个数。");
    explain_chain(step.high, step.low, lines);
    if (num_is_zero(ask->answer.grundy))
        explain_zero(ask, lines);
    struct num times = times_to(&step, num(0));
    if (!num_is_zero(times))
        lines_add(lines, "Subtracting %1$s × %3$s leaves %2$s and %3$s, a pair of value 0.",
                  "减去 %1$s × %3$s，留下 %2$s 与 %3$s，其 SG 值为 0。", num_text(times),
                  num_text(num_sub(step.high, num_mul(times, step.low))), num_text(step.low));
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "subtract the smaller number %s time(s)", "减去较小数的 %s 倍", num_text(m->times));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "pair"))
        for (size_t i = 0; i < 2; i++)
            p->pair[i] = sample_int(sample, sample_chance(sample, 95));
}

const struct game game_euclid = {
    .id = "euclid",
    .source = "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, Mathematical "
              "Gazette 53 (1969)",
    .title = {"Euclid's game", "欧几里得游戏"},
    .rules =
        {"There are two numbers. A move subtracts the smaller from the larger any number of times, at least once, so that the "
         "larger does not fall below 0. Who makes a 0 wins. Of two equal numbers the first counts as the larger.",
         "有两个数，每次从较大数中减去较小数的若干倍（至少一倍），结果不得小于 0；先得到 0 的一方胜。"
         "两数相等时，第一个视为较大数。"},
    .limits = {"numbers of up to 4096 bits", "每个数最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_euclid,
    .move = &move_type,
    .methods = (const char *const[]){"quotients", NULL},
    .traits = TRAIT_GRUNDY,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
