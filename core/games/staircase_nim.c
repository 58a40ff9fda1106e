/* Staircase nim: move coins of one stair down to the next.
 *
 * Theorem (Winning Ways, ch. 15, as a disguise of Nim): only the coins at an odd height count, those of stairs[0], stairs[2], …:
 * the Grundy value is their xor. Proof: a move changes exactly one of these stairs, so no option has the xor itself, and every
 * smaller value is reached by lowering one of them, as in Nim. A move down from an even height raises a counted stair, and wins
 * where it raises it to what the xor asks for. Cost: linear in the number of stairs. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/takes.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

/* All coins of 100000 stairs of 4096 bits may come to stand on one. */
enum { STAIR_BITS = INT_BITS + 17 };
_Static_assert(HEAPS_MAX <= 1 << 17, "the sum of all stairs fits");

struct position {
    struct head head;
    struct list stairs; /* of struct num */
};

static const struct type type_stair = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = STAIR_BITS};
static const struct type type_coins = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = 1, .max = INT64_MAX, .bits_max = STAIR_BITS};
static const struct type type_stairs = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &type_stair};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"stairs", offsetof(struct position, stairs), &type_stairs,
             .doc = {"Coins on each stair; stairs[0] stands one step above the ground.",
                     "各级台阶上的硬币数；stairs[0] 是离地面一级的台阶。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct take_move),
    .fields =
        (const struct field[]){
            {"stair", offsetof(struct take_move, heap), &type_index, .doc = {"Index of the stair.", "台阶的下标。"}},
            {"take", offsetof(struct take_move, take), &type_coins,
             .doc = {"Coins to move one step down.", "向下移动一级的硬币数。"}},
            {0},
        },
};

/* Longer numbers are only for stairs to which coins can have come from above. */
static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    size_t n = p->stairs.n;
    if (n && num_bits(list_nums(p->stairs)[n - 1]) > INT_BITS)
        fault_add(faults, FAULT_out_of_range, arena_printf(faults->arena, "/stairs/%zu", n - 1), "must have at most 4096 bits");
}

static uint64_t cost(const void *position)
{
    return takes_cost(((const struct position *)position)->stairs);
}

static void describe(const struct ask *ask, const void *context, size_t i, struct takes *takes)
{
    const struct position *p = ask->position;
    const struct num *stairs = list_nums(p->stairs);
    const struct num *sum = context;
    bool lowers = i % 2 == 0;
    takes->most = stairs[i];
    takes->counted = stairs[lowers ? i : i - 1];
    takes->others = num_xor(*sum, takes->counted);
    struct num wanted = num_xor(takes->others, ask->target);
    takes->win = lowers ? num_sub(takes->counted, wanted) : num_sub(wanted, takes->counted);
    takes->after = lowers ? takes_lower : takes_raise;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct num sum = takes_xor(list_nums(p->stairs), p->stairs.n, 2);
    ask->answer.method = "nim-sum";
    answer_grundy(ask, sum);
    takes_push(ask, p->stairs.n, describe, &sum);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct take_move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->stairs = takes_reduce(ask, p->stairs, m);
    struct num *stairs = list_nums(next->stairs);
    if (m->heap > 0)
        stairs[m->heap - 1] = num_add(stairs[m->heap - 1], m->take);
    return next;
}

/* The first winning move from a stair of odd index, if there is one. Stairs looked at in vain leave nothing in the arena. */
static void explain_raise(struct arena *arena, const struct num *stairs, size_t n, struct num sum, struct lines *lines)
{
    for (size_t i = 1; i < n; i += 2) {
        struct arena_mark mark = arena_mark(arena);
        struct num below = stairs[i - 1], wanted = num_xor(below, sum), take = num_sub(wanted, below);
        if (num_sign(take) <= 0 || num_lt(stairs[i], take)) {
            arena_rewind(arena, mark);
            continue;
        }
        lines_add(
            lines,
            "Moving %s coin(s) down from stair %s wins, too: the number below goes up from %s to %s, and the xor becomes 0.",
            "从下标为 %2$s 的台阶移下 %1$s 枚硬币同样获胜：下一级由 %3$s 增为 %4$s，异或和变为 0。", num_text(take),
            num_text(num_u64(i)), num_text(below), num_text(wanted));
        return;
    }
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct num *stairs = list_nums(p->stairs);
    size_t n = (p->stairs.n + 1) / 2;
    struct num sum = ask->answer.grundy;
    struct num *counted = arena_array(ask->arena, n, sizeof *counted);
    for (size_t i = 0; i < n; i++)
        counted[i] = stairs[2 * i];
    lines_add(
        lines,
        "Only the coins on stairs[0], stairs[2], … count: what comes down to one of these from another stair can be moved on at "
        "once, which restores it. As heaps of Nim they are: %s.",
        "只看 stairs[0]、stairs[2]、…… "
        "上的硬币：无论谁把硬币从其余台阶移到这些台阶上，另一方都可以立刻把同样多的硬币再下移一级，使其恢复原数。它们相当于尼姆博"
        "弈的"
        "各堆：%s。",
        explain_list(lines, counted, n));
    explain_xor(lines, counted, n, sum);
    if (num_is_zero(sum)) {
        explain_zero(ask, lines);
    } else {
        size_t top = explain_top(counted, sum);
        struct num keep = num_xor(counted[top], sum);
        lines_add(lines, "Move %s coin(s) down from stair %s: its number goes from %s to %s, and %s.",
                  "从下标为 %2$s 的台阶移下 %1$s 枚硬币：该级由 %3$s 变为 %4$s，%5$s。", num_text(num_sub(counted[top], keep)),
                  num_text(num_u64(2 * top)), num_text(counted[top]), num_text(keep), explain_zeroed(lines, n));
        explain_raise(ask->arena, stairs, p->stairs.n, sum, lines);
    }
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct take_move *m = move;
    lines_add(line, "move %s coin(s) down from stair %s", "把下标为 %2$s 的台阶上的 %1$s 枚硬币下移一级", num_text(m->take),
              num_text(num(m->heap)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "stairs"))
        p->stairs = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 0);
}

const struct game game_staircase_nim = {
    .id = "staircase-nim",
    .source = "Berlekamp, Conway, Guy, Winning Ways, ch. 15; AcWing 892",
    .title = {"Staircase nim", "台阶尼姆博弈"},
    .rules = {"Coins lie on the stairs of a staircase. A move takes any number of coins, at least one, from one stair and puts "
              "them on the "
              "next stair below, or on the ground below stairs[0]. Who cannot move loses.",
              "每级台阶上有若干硬币，每次从某一级台阶取至少一枚硬币放到下一级台阶，stairs[0] 的硬币放到地面。不能操作者输。"},
    .limits = {"up to 100000 stairs of up to 4096 bits", "最多 100000 级台阶，每级最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_staircase_nim,
    .move = &move_type,
    .methods = (const char *const[]){"nim-sum", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
