/* Fibonacci nim and its family: one heap; take 1…quota stones, afterwards the quota is factor times what was taken.
 *
 * Theorem (Whinihan 1963 for factor 2, Schwenk 1970): the player to move loses iff the smallest part of the heap, as defined in
 * fibonacci_nim.h, exceeds the quota.
 * All winning moves: taking t of n wins iff t = n, or factor * t < p for the smallest part p of n - t. In the latter case the
 * parts of t, none above t, and those of n - t together have the gaps that make a sum unique, so they are the parts of n: t is
 * the sum of all parts of n below p. Hence the candidates are the sums s of smallest parts, at most as many as n has bits, and s
 * < n wins iff factor * s is below the next part. Cost: one walk down the losing numbers; up to VALUED_MAX stones also a table.
 */
#include "core/games/fibonacci_nim/fibonacci_nim.h"
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct num stones, quota;
    int64_t factor;
};

struct move {
    struct head head;
    struct num take;
};

struct extra {
    struct head head;
    struct list zeckendorf; /* of struct num */
};

enum { FIELD_QUOTA = 1 }; /* its place in the table */

/* A quota may be factor times a take of INT_BITS. */
static const struct type quota_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + 32};
static const struct type factor_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = UINT32_MAX};
static const struct type parts_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = INT_BITS, .item = &type_positive};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"stones", offsetof(struct position, stones), &type_natural, .doc = {"The heap.", "石子数。"}},
            {"quota", offsetof(struct position, quota), &quota_type, NEED_OPTIONAL,
             .doc = {"The most that may be taken now; stones - 1 when absent (0 without stones).",
                     "这一步最多可取的石子数；缺省为 stones − 1（没有石子时为 0）。"}},
            {"factor", offsetof(struct position, factor), &factor_type, NEED_DEFAULT, .fallback = 2,
             .doc = {"The next quota is this many times what is taken.", "下一步的上限是这一步所取石子数的多少倍。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"take", offsetof(struct move, take), &type_positive, .doc = {"Stones to take.", "取走的石子数。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct extra),
    .fields =
        (const struct field[]){
            {"zeckendorf", offsetof(struct extra, zeckendorf), &parts_type, NEED_OPTIONAL,
             .doc = {"With factor 2: the heap as a sum of Fibonacci numbers no two of which are neighbours, descending.",
                     "factor 为 2 时：石子数的齐肯多夫表示（互不相邻的斐波那契数之和），降序。"}},
            {0},
        },
};

static void check(void *position, struct faults *faults)
{
    (void)faults;
    struct position *p = position;
    if (!(p->head.given & BIT(FIELD_QUOTA)))
        p->quota = num_is_zero(p->stones) ? num(0) : num_sub(p->stones, num(1));
}

/* A question under way. */
struct state {
    struct num stones, most; /* most: the greatest legal take */
    uint64_t factor;
    struct dynamic_values values;
    int64_t values_top; /* the values are there for up to this many stones; -1: not yet */
    struct winning_takes winners;
};

static void state_init(struct state *state, const struct position *p)
{
    *state = (struct state){
        .stones = p->stones,
        .most = num_min(p->quota, p->stones),
        .factor = (uint64_t)p->factor,
        .values_top = -1,
    };
}

/* The Grundy value of a state of at most VALUED_MAX stones. */
static struct num value_of(struct ask *ask, struct state *state, struct num stones, struct num quota)
{
    if (stones.word > state->values_top) {
        state->values = dynamic_values(ask->arena, ask->budget, ask->store, stones.word, state->factor);
        state->values_top = stones.word;
    }
    return num(dynamic_value(state->values, stones.word, num_min(quota, stones).word));
}

static struct num value_after(struct ask *ask, struct state *state, struct num take)
{
    return value_of(ask, state, num_sub(state->stones, take), num_mul(num((int64_t)state->factor), take));
}

static bool valued(struct num stones)
{
    return num_cmp_word(stones, VALUED_MAX) <= 0;
}

static struct parts find_parts(struct ask *ask, const struct state *state)
{
    struct parts parts = parts_of(ask->arena, ask->budget, ask->store, state->stones, state->factor);
    if (parts.too_many)
        ask_too_large(ask, TERMS_MAX,
                      "the losing numbers for factor %llu up to this many stones are more than %d, the most that are walked",
                      (unsigned long long)state->factor, TERMS_MAX);
    return parts;
}

/* The takes that reach the target, by the table. */
static void scan_winners(struct ask *ask, struct state *state)
{
    struct winning_takes *winners = &state->winners;
    winners->v = arena_raw(ask->arena, ((size_t)state->most.word + 1) * sizeof *winners->v);
    for (int64_t take = 1; take <= state->most.word; take++)
        if (num_eq(value_after(ask, state, num(take)), ask->target))
            winners->v[winners->made++] = num(take);
    winners->n = winners->made;
}

static bool is_winner(struct state *state, struct num take)
{
    size_t low = 0, high = state->winners.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (num_lt(winner_at(&state->winners, middle), take))
            low = middle + 1;
        else
            high = middle;
    }
    return low < state->winners.n && num_eq(winner_at(&state->winners, low), take);
}

struct fibonacci_takes {
    struct state *state;
};

static void make_winner(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    (void)mark;
    const struct fibonacci_takes *takes = run->context;
    ((struct move *)move)->take = winner_at(&takes->state->winners, (size_t)index.word);
}

static void make_take(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    struct state *state = ((const struct fibonacci_takes *)run->context)->state;
    struct num take = num_add(index, num(1));
    ((struct move *)move)->take = take;
    if (valued(num_sub(state->stones, take)))
        *mark = mark_grundy(ask, value_after(ask, state, take));
    else
        *mark = mark_outcome(is_winner(state, take) ? OUTCOME_WIN : OUTCOME_LOSS);
}

static void push_takes(struct ask *ask, struct state *state)
{
    struct fibonacci_takes *takes = arena_alloc(ask->arena, sizeof *takes);
    takes->state = state;
    struct num wins = num((int64_t)state->winners.n);
    if (wants_all(ask)) {
        push_run(ask, &(struct run){.count = state->most, .mixed = true, .wins = wins, .make = make_take, .context = takes});
        return;
    }
    push_run(ask, &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_winner, .context = takes});
    count_losing(ask, num_sub(state->most, wins));
}

static void tell_parts(struct ask *ask, const struct parts *parts)
{
    struct num *values = arena_raw(ask->arena, parts->n * sizeof *values);
    for (size_t i = 0; i < parts->n; i++)
        values[i] = parts->v[i].value;
    struct extra *extra = ask->extra;
    extra->head.given = BIT(0);
    extra->zeckendorf = (struct list){parts->n, values};
}

static void solve(struct ask *ask)
{
    struct state *state = arena_alloc(ask->arena, sizeof *state);
    state_init(state, ask->position);
    struct parts parts = find_parts(ask, state);
    if (state->factor == 2)
        tell_parts(ask, &parts);
    if (num_is_zero(ask->target))
        winners_find(&state->winners, ask->arena, &parts, state->stones, state->most);
    else
        scan_winners(ask, state);
    ask->answer.method = "zeckendorf";
    if (valued(state->stones))
        answer_grundy(ask, value_of(ask, state, state->stones, state->most));
    else
        ask->answer.verdict = state->winners.n ? OUTCOME_WIN : OUTCOME_LOSS;
    push_takes(ask, state);
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    return parts_cost(p->stones, (uint64_t)p->factor) + (valued(p->stones) ? (uint64_t)(p->stones.word * p->stones.word / 2) : 0);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->stones = num_sub(p->stones, m->take);
    next->quota = num_mul(num(p->factor), m->take);
    next->head.given |= BIT(FIELD_QUOTA);
    return next;
}

enum { PARTS_SHOWN = 6, WINNERS_SHOWN = 3 };

/* "21 + 8 + 2"; of a long sum the greatest parts, and the smallest one. */
static const char *sum_text(struct arena *arena, const struct parts *parts)
{
    const char *text = num_text(parts->v[0].value);
    for (size_t i = 1; i + 1 < parts->n && i < PARTS_SHOWN; i++)
        text = arena_printf(arena, "%s + %s", text, num_text(parts->v[i].value));
    if (parts->n > PARTS_SHOWN + 1)
        text = arena_printf(arena, "%s + …", text);
    if (parts->n > 1)
        text = arena_printf(arena, "%s + %s", text, num_text(parts->v[parts->n - 1].value));
    return text;
}

static void explain_parts(const struct state *state, const struct parts *parts, struct lines *lines)
{
    const char *factor = num_text(num((int64_t)state->factor));
    if (state->factor == 1)
        lines_add(
            lines,
            "For factor %s the losing numbers are the powers of 2: every positive integer is a sum of different ones in exactly "
            "one way, its binary form.",
            "倍数为 %s 时，必败数是 2 的各次幂：每个正整数都能唯一地写成若干个不同的这种数之和，即它的二进制。", factor);
    else if (state->factor == 2)
        lines_add(lines,
                  "Every positive integer is a sum of Fibonacci numbers no two of which are neighbours, in exactly one way "
                  "(Zeckendorf).",
                  "每个正整数都能唯一地写成若干个互不相邻的斐波那契数之和（齐肯多夫定理）。");
    else
        lines_add(
            lines,
            "For factor %1$s the losing numbers begin with 1, and each next one is the last plus the least earlier one whose "
            "%1$s-fold reaches the last. Every positive integer is a sum of such numbers, each more than %1$s times the next "
            "smaller "
            "part, in exactly one way.",
            "倍数为 %1$s 时，必败数从 1 开始，以后每个等于前一个加上其 %1$s 倍不小于前一个的最小必败数。"
            "每个正整数都能唯一地写成若干必败数之和，其中每一项都大于下一项的 %1$s 倍。",
            factor);
    lines_add(
        lines,
        "Who may take the smallest part wins; who may only take less, x, loses, because what is left then has a smallest part "
        "of at most %s, which the new quota allows.",
        "能取走最小一项的人获胜；只能取更少的 x 颗的人必败，因为剩下的数的最小一项不超过 %s，新的上限允许对手取走它。",
        state->factor == 1 ? "x" : arena_printf(lines->arena, "%s × x", factor));
    if (parts->n == 1)
        lines_add(lines, "Here %s is such a number itself, its own smallest part.",
                  "这里 %s 本身就是这样的数，最小的一项就是它。", num_text(state->stones));
    else
        lines_add(lines, "Here %s = %s (%s parts); the smallest part is %s.", "这里 %s = %s（共 %s 项），最小的一项是 %s。",
                  num_text(state->stones), sum_text(lines->arena, parts), num_text(num((int64_t)parts->n)),
                  num_text(parts->v[parts->n - 1].value));
}

/* Shows the first winners, each with the part that the answering player cannot take. */
static void explain_winners(struct state *state, const struct parts *parts, struct lines *lines)
{
    size_t shown = 0;
    for (size_t i = parts->n; i-- > 0 && shown < WINNERS_SHOWN && shown < state->winners.n;) {
        const struct part *part = &parts->v[i];
        if (!part->rest_wins)
            continue;
        struct num rest = winner_at(&state->winners, shown++);
        lines_add(lines, "Taking %s leaves %s, whose smallest part %s exceeds the new quota %s: lost for the other player.",
                  "取 %s 颗，剩下 %s 颗，其最小的一项 %s 大于新的上限 %s，是必败态。", num_text(rest),
                  num_text(num_sub(state->stones, rest)), num_text(part->value),
                  num_text(num_mul(num((int64_t)state->factor), rest)));
    }
    if (!num_lt(state->most, state->stones))
        lines_add(lines, "Taking all %s is allowed too, and ends the game.", "也可以一次取完全部 %s 颗，游戏结束。",
                  num_text(state->stones));
}

static void explain(struct ask *ask, struct lines *lines)
{
    struct state *state = arena_alloc(ask->arena, sizeof *state);
    state_init(state, ask->position);
    if (num_is_zero(state->most)) {
        lines_add(lines, "Nothing can be taken (%s stone(s), quota %s).", "现在无法取石子（石子数 %s，上限 %s）。",
                  num_text(state->stones), num_text(((const struct position *)ask->position)->quota));
        explain_verdict(ask, lines);
        return;
    }
    struct parts parts = find_parts(ask, state);
    winners_find(&state->winners, ask->arena, &parts, state->stones, state->most);
    explain_parts(state, &parts, lines);
    const char *smallest = num_text(parts.v[parts.n - 1].value), *quota = num_text(state->most);
    if (state->winners.n == 0) {
        lines_add(lines, "The player to move loses, because at most %s can be taken now, less than %s.",
                  "先手必败，因为现在最多取 %s 颗，小于 %s。", quota, smallest);
        explain_verdict(ask, lines);
        return;
    }
    lines_add(lines, "At most %s can be taken now, and that is no less than %s.", "现在最多取 %s 颗，不小于 %s。", quota,
              smallest);
    explain_winners(state, &parts, lines);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "take %s", "取走 %s 颗", num_text(m->take));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    enum { FACTORS_UP_TO = 60 }; /* beyond this size the losing numbers of another factor than 2 may be too many */
    if (sample_free(sample, "stones"))
        p->stones = sample_int(sample, 1);
    if (sample_chance(sample, 50) && sample_free(sample, "quota"))
        p->quota = num_add(sample_below(sample, p->stones), num(1));
    if (sample->size <= FACTORS_UP_TO && sample_chance(sample, 30) && sample_free(sample, "factor"))
        p->factor = sample_from(sample, 1, sample_bound(sample, 4, 100));
}

const struct game game_fibonacci_nim = {
    .id = "fibonacci-nim",
    .source = "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963); A. J. Schwenk, Take-Away Games, Fibonacci Quarterly "
              "8 (1970)",
    .title = {"Fibonacci nim", "斐波那契博弈"},
    .rules = {"There is one heap of stones. A move takes at least one stone and at most `quota` stones; then the quota becomes "
              "`factor` "
              "times what was taken. Without `quota` the first move may take anything but the whole heap. Who cannot move loses.",
              "有一堆石子，每次至少取一颗、至多取 `quota` 颗；之后上限变为这一步所取石子数的 `factor` 倍。"
              "不给出 `quota` 时，第一步不能取完全部石子。不能操作者输。"},
    .limits = {"up to 4096 bits; for a factor above 2 as long as the losing numbers up to the heap are at most 1000000; the "
               "Grundy value up to "
               "512 stones",
               "最多 4096 个二进制位；倍数大于 2 时，不超过石子数的必败数至多 1000000 个；石子数不超过 512 时给出 SG 值"},
    .position = &position_type,
    .mistakes = mistakes_fibonacci_nim,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"zeckendorf", NULL},
    .traits = TRAIT_GRUNDY,
    .grundy_limit = 512,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
