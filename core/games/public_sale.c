/* Public sale: raise the bid by 1…max_raise; who first reaches or passes the price wins.
 *
 * Theorem: with r = price - bid still missing, the Grundy value is r modulo (m + 1), m = max_raise. Proof: a bid at or past the
 * price is over, value 0, so the options of r have the values of r-1…r-m, everything below 1 counting as 0. For r <= m these are
 * 0…r-1 and the mex is r; for r > m they are m neighbouring values of which, by induction, exactly r modulo (m + 1) is missing.
 * So when r <= m every raise of r…m wins, and nothing else; otherwise only a raise of r modulo (m + 1) does, if that is not 0.
 * Cost: constant. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct num price, max_raise, bid;
};

struct move {
    struct head head;
    struct num raise;
};

/* The last raise may carry the bid one bit past the largest price. */
static const struct type type_bid = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + 1};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"price", offsetof(struct position, price), &type_positive, .doc = {"The bid that wins.", "成交价。"}},
            {"max_raise", offsetof(struct position, max_raise), &type_positive,
             .doc = {"The most by which one move may raise the bid.", "每次最多加价的数额。"}},
            {"bid", offsetof(struct position, bid), &type_bid, NEED_DEFAULT, .doc = {"The bid so far.", "当前报价。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"raise", offsetof(struct move, raise), &type_positive, .doc = {"By how much to raise the bid.", "加价的数额。"}},
            {0},
        },
};

/* Only a last raise makes a bid that long, so that what it leads to can be asked about, too. */
static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    bool known = !fault_told(faults, "/price") && !fault_told(faults, "/max_raise");
    if (known && num_bits(p->bid) > INT_BITS && !num_lt(num_sub(p->bid, p->max_raise), p->price))
        fault_add(faults, FAULT_out_of_range, "/bid", "must have at most 4096 bits, unless the last raise led beyond them");
}

/* Neighbouring raises that begin with `first`. */
struct raises {
    struct num first, missing, modulus;
};

static struct num value_after(const struct raises *raises, struct num raise)
{
    return num_lt(raise, raises->missing) ? num_mod(num_sub(raises->missing, raise), raises->modulus) : num(0);
}

static void make_raise(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct raises *raises = run->context;
    struct move *m = move;
    m->raise = num_add(raises->first, index);
    *mark = mark_grundy(ask, value_after(raises, m->raise));
}

/* The raises from raises->first to `last`, all of one outcome. */
static void push_raises(struct ask *ask, const struct raises *raises, struct num last, enum outcome outcome)
{
    struct num count = num_add(num_sub(last, raises->first), num(1));
    if (num_sign(count) > 0)
        push_run(ask, &(struct run){.count = count, .mark = mark_outcome(outcome), .make = make_raise, .context = raises});
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct raises raises = {.missing = num_sub(p->price, p->bid), .modulus = num_add(p->max_raise, num(1))};
    bool over = num_sign(raises.missing) <= 0;
    ask->answer.method = "mod";
    answer_grundy(ask, over ? num(0) : num_mod(raises.missing, raises.modulus));
    if (over)
        return;
    struct num first, last; /* the raises that win */
    if (num_is_zero(ask->target) && !num_lt(p->max_raise, raises.missing)) {
        first = raises.missing;
        last = p->max_raise;
    } else {
        first = num_mod(num_sub(raises.missing, ask->target), raises.modulus);
        bool none = num_is_zero(first) || !num_lt(ask->target, raises.modulus) || !num_lt(first, raises.missing);
        first = none ? raises.modulus : first;
        last = num_min(first, p->max_raise);
    }
    raises.first = num(1);
    push_raises(ask, &raises, num_sub(first, num(1)), OUTCOME_LOSS);
    raises.first = first;
    push_raises(ask, &raises, last, OUTCOME_WIN);
    raises.first = num_add(last, num(1));
    push_raises(ask, &raises, p->max_raise, OUTCOME_LOSS);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->bid = num_add(p->bid, ((const struct move *)move)->raise);
    next->head.given |= BIT(2);
    return next;
}

/* One raise is enough. */
static void explain_end(const struct position *p, struct num missing, struct lines *lines)
{
    if (num_eq(missing, p->max_raise))
        lines_add(lines, "A raise of %s reaches the price, and wins at once.", "加价 %s 即达到成交价，立即获胜。",
                  num_text(missing));
    else
        lines_add(lines, "Going beyond the price is allowed, so every raise from %s to %s wins at once.",
                  "允许超过成交价，因此加价 %s 至 %s 都立即获胜。", num_text(missing), num_text(p->max_raise));
    if (num_cmp_word(missing, 1) > 0)
        lines_add(lines, "A smaller one lets the other player end it.", "加得更少则对手可以成交。");
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct num missing = num_sub(p->price, p->bid), modulus = num_add(p->max_raise, num(1));
    if (num_sign(missing) <= 0) {
        lines_add(lines, "The bid %s has reached the price %s: the sale is over, and the player who made the last bid has won.",
                  "当前报价 %s 已达到成交价 %s：拍卖结束，最后加价者获胜。", num_text(p->bid), num_text(p->price));
        explain_verdict(ask, lines);
        return;
    }
    lines_add(lines, "The price is %s and the bid is %s, so %s is missing; one raise is at most %s.",
              "成交价为 %s，当前报价为 %s，还差 %s；每次最多加价 %s。", num_text(p->price), num_text(p->bid), num_text(missing),
              num_text(p->max_raise));
    struct num residue = ask->answer.grundy;
    if (!num_lt(p->max_raise, missing))
        explain_end(p, missing, lines);
    else if (num_is_zero(residue))
        lines_add(lines,
                  "What is missing, %1$s, is a multiple of %2$s, which is lost, because to every raise x the other player "
                  "answers with %2$s - x, and so keeps it a multiple of %2$s to the end.",
                  "差额 %1$s 是 %2$s 的倍数，先手必败，因为无论先手加价多少（设为 x），后手都加价 %2$s - x，使差额始终是 %2$s "
                  "的倍数，直到成交。",
                  num_text(missing), num_text(modulus));
    else
        lines_add(lines,
                  "%1$s = %2$s × %3$s + %4$s: a raise of %4$s leaves a multiple of %2$s, and every raise x can then be answered "
                  "with %2$s - x.",
                  "%1$s = %2$s × %3$s + %4$s：加价 %4$s 后差额是 %2$s 的倍数，此后对手加价 x，就加价 %2$s - x。",
                  num_text(missing), num_text(modulus), num_text(num_div(missing, modulus)), num_text(residue));
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "raise by %s", "加价 %s", num_text(m->raise));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "price"))
        p->price = sample_int(sample, 2);
    if (sample_free(sample, "max_raise"))
        p->max_raise = num_add(sample_below(sample, num_div(p->price, num(3))), num(1));
    if (sample_free(sample, "bid"))
        p->bid = sample_below(sample, p->price);
}

const struct game game_public_sale = {
    .id = "public-sale",
    .source = "HDU 2149 Public Sale",
    .title = {"Public sale", "拍卖博弈"},
    .rules = {"A bid starts at `bid`. A move raises it by 1 to `max_raise`. Who first reaches or passes `price` wins.",
              "报价从 `bid` 开始，每次加价 1 至 `max_raise`，先达到或超过 `price` 者获胜。"},
    .limits = {"numbers up to 4096 bits", "各数最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_public_sale,
    .move = &move_type,
    .methods = (const char *const[]){"mod", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
