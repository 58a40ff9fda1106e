/* Stone rivals (LeetCode 1686): stone i is worth mine[i] to the player to move and theirs[i] to the other.
 *
 * Theorem: both take the stone of the greatest s = mine + theirs. Proof: with d = mine - theirs, a player who takes stone i gains
 * (s+d)/2, the other who takes it costs him (s-d)/2; so his final lead is half of (sum of all d) + (his s) - (the other's s). Sum
 * of d is fixed, and who takes in turn from one list of equally desired values takes the greatest (exchange argument). With the s
 * sorted descending, s_0 >= s_1 >= …, twice the lead after taking the stone at place p first is sum(d) + s_p - (alternating sum
 * of the others, + first), and prefix sums of (-1)^k s_k give that for every p. Cost: O(n log n). */
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

#include <stdlib.h>

struct position {
    struct head head;
    struct list mine, theirs; /* of struct num */
    struct num lead;
};

struct move {
    struct head head;
    int64_t stone;
};

struct stone {
    int64_t both;
    uint32_t index;
};

static int descending(const void *a, const void *b)
{
    const struct stone *x = a, *y = b;
    if (x->both != y->both)
        return x->both < y->both ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

/* lead[i] = the mover's final lead when he takes stone i now and both go on perfectly. */
static int64_t *leads(struct ask *ask, const int64_t *mine, const int64_t *theirs, size_t n)
{
    struct stone *stones = arena_raw(ask->arena, n * sizeof *stones);
    int64_t *lead = arena_raw(ask->arena, n * sizeof *lead);
    int64_t fixed = 0, after = 0, before = 0;
    for (size_t i = 0; i < n; i++) {
        stones[i] = (struct stone){mine[i] + theirs[i], (uint32_t)i};
        fixed += mine[i] - theirs[i];
    }
    budget_spend(ask->budget, 100 * n);
    qsort(stones, n, sizeof *stones, descending);
    for (size_t k = 0; k < n; k++)
        after += k % 2 ? -stones[k].both : stones[k].both;
    for (size_t k = 0; k < n; k++) {
        int64_t own = k % 2 ? -stones[k].both : stones[k].both;
        after -= own;
        /* Without place k, the places behind it move up by one and change sign. */
        lead[stones[k].index] = (fixed + stones[k].both - (before - after)) / 2;
        before += own;
    }
    return lead;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    size_t n = p->mine.n;
    struct num *all = arena_raw(ask->arena, 2 * n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        all[i] = list_nums(p->mine)[i];
        all[n + i] = list_nums(p->theirs)[i];
    }
    const int64_t *words = score_words(ask, (struct list){2 * n, all});
    const int64_t *lead = leads(ask, words, words + n, n);
    int64_t best = n ? lead[0] : 0;
    for (size_t i = 1; i < n; i++)
        best = lead[i] > best ? lead[i] : best;
    score_answer(ask, num(best), "greedy");
    for (size_t i = 0; i < n; i++)
        push(ask, &(struct move){.stone = (int64_t)i}, score_mark(ask, num(lead[i])));
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    size_t stone = (size_t)((const struct move *)move)->stone;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->mine = list_without(ask->arena, p->theirs, stone, 1, sizeof(struct num));
    next->theirs = list_without(ask->arena, p->mine, stone, 1, sizeof(struct num));
    score_carry(ask, next, list_nums(p->mine)[stone], false);
    return next;
}

static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    if (p->mine.n != p->theirs.n && !fault_told(faults, "/mine") && !fault_told(faults, "/theirs"))
        fault_add(faults, FAULT_inconsistent, "/theirs",
                  arena_printf(faults->arena, "must be as long as mine (%zu), but has %zu", p->mine.n, p->theirs.n));
}

static uint64_t cost(const void *position)
{
    return 150 * ((const struct position *)position)->mine.n;
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (p->mine.n == 0) {
        lines_add(lines, "No stone is left: the game is over.", "没有剩余的石子，游戏结束。");
    } else {
        size_t top = 0;
        struct num most = num_add(list_nums(p->mine)[0], list_nums(p->theirs)[0]);
        for (size_t i = 1; i < p->mine.n; i++) {
            struct num both = num_add(list_nums(p->mine)[i], list_nums(p->theirs)[i]);
            if (num_lt(most, both)) {
                most = both;
                top = i;
            }
        }
        lines_add(
            lines,
            "A stone taken gains its value to you and costs the other player its value to them, so for both players it counts as "
            "much as mine + theirs, and the greatest such sum is taken first.",
            "取走一颗石子既得到它对自己的价值，又使对手失去它对对手的价值，因此对双方来说它都值两个价值之和，应先取和最大的。");
        lines_add(lines, "The greatest sum is %s + %s = %s, of stone %s: taking it is a best move.",
                  "和最大的是 %s + %s = %s，对应下标为 %s 的石子：取它就是最优走法。", num_text(list_nums(p->mine)[top]),
                  num_text(list_nums(p->theirs)[top]), num_text(most), num_text(num((int64_t)top)));
        score_explain_move(ask, lines, list_nums(p->mine)[top]);
    }
    score_explain(ask, lines);
}

static const struct type values_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = RIVALS_MAX, .item = &score_integer_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"mine", offsetof(struct position, mine), &values_type,
             .doc = {"What each stone is worth to the player to move.", "每颗石子对先手的价值。"}},
            {"theirs", offsetof(struct position, theirs), &values_type,
             .doc = {"What each stone is worth to the other.", "每颗石子对后手的价值。"}},
            SCORE_LEAD(position),
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"stone", offsetof(struct move, stone), &type_index, .doc = {"Index of the stone.", "石子的下标。"}}, {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "take stone %s", "取走下标为 %s 的石子", num_text(num(m->stone)));
}

static void sample(struct sample *sample)
{
    enum { STONES = 25000 }; /* a body of less than a megabyte */
    struct position *p = sample->position;
    bool mine = sample_free(sample, "mine"), theirs = sample_free(sample, "theirs");
    size_t n = !mine ? p->mine.n : !theirs ? p->theirs.n : sample_count(sample, 0, STONES);
    int64_t most = sample_bound(sample, 9, PILE_MAX);
    if (mine)
        p->mine = sample_nums(sample, n, -most / 3, most);
    if (theirs)
        p->theirs = sample_nums(sample, n, -most / 3, most);
}

const struct game game_stone_rivals = {
    .id = "stone-rivals",
    .source = "LeetCode 1686, Stone Game VI",
    .title = {"Stone Game: rival values", "石子游戏（各自估价）"},
    .rules = {"Each stone has one value for the player to move and another for the opponent. A move takes any stone, and scores "
              "its value "
              "to the taker. When no stone is left, the higher score wins.",
              "每颗石子对双方各有一个价值。每次任取一颗石子，得到它对自己的价值。取完后得分高者胜。"},
    .limits = {"up to 10^5 stones whose values' magnitudes add up to 10^18", "最多 10^5 颗，全部价值的绝对值之和不超过 10^18"},
    .position = &position_type,
    .mistakes = mistakes_stone_rivals,
    .move = &move_type,
    .extra = &score_type,
    .methods = (const char *const[]){"greedy", NULL},
    .traits = TRAIT_SCORES | TRAIT_DRAWS,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
