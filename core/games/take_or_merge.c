/* Take or merge: take one stone from a heap, or merge two heaps.
 *
 * Theorem (HDU 4111; the proof is ours). Let c be the number of heaps of 1 and s = sum + number - 1 of the larger heaps, 0 when
 * there is none; s is 2 only for a single heap of 2, and never 1. Lost are: s = 0 or 2 and 3 divides c; s >= 4 even and c even.
 * All others win. Moves, as (c, s) afterwards: (a) a 1 goes: (c-1, s); (b) a 2 loses one: (c+1, s-3), or (c+1, 0) if it was
 * alone; (c) a heap of 3 or more loses one, or (f) two large heaps merge: (c, s-1); (d) two ones merge: (c-2, s+3), or (c-2, 2)
 * without large heaps; (e) a 1 merges with a large heap: (c-1, s+1). No lost position has a lost option: with s = 0 or 2 and 3 |
 * c, (a), (b) and (d) from s = 0 leave s in {0, 2} and c-1, c+1 or c-2, which 3 does not divide, and (d), (e) from s = 2 leave s
 * = 5, 3; with s >= 4 and c even, (a) makes c odd and all others s odd, so not 0 or 2. Every other position has one: s = 0: (a)
 * or (d) makes 3 | c; s = 2: (a) or (b) does; c odd, s >= 4 even: (a); both odd: (e); c even, s >= 5 odd: (c) or (f); c even, s =
 * 3, which is one heap of 3: (c) if c = 0, else (d).
 *
 * Whether a merge wins depends only on which of the two heaps are ones, so all merges of a heap are at most two runs of partners.
 * Cost: linear in the number of heaps. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/total.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

/* All stones of 100000 heaps of 4096 bits may come to lie on one. */
enum { MERGED_BITS = INT_BITS + 17 };
_Static_assert(HEAPS_MAX <= 1 << 17, "the sum of all heaps fits");

enum { FIELD_HEAP, FIELD_MERGE };

struct position {
    struct head head;
    struct list heaps; /* of struct num */
};

struct move {
    struct head head;
    int64_t heap;
    int64_t merge[2];
};

static const struct type type_heap = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = MERGED_BITS};
static const struct type type_list = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &type_heap};
static const struct type type_pair = {.kind = KIND_TUPLE, .size = 2 * sizeof(int64_t), .max = 2, .item = &type_index};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"heaps", offsetof(struct position, heaps), &type_list, .doc = {"The heaps.", "各堆石子数。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            [FIELD_HEAP] = {"heap", offsetof(struct move, heap), &type_index, NEED_OPTIONAL,
                            .doc = {"Take one stone from this heap.", "从这一堆取走一颗石子。"}},
            [FIELD_MERGE] = {"merge", offsetof(struct move, merge), &type_pair, NEED_OPTIONAL,
                             .doc = {"Or merge these two heaps, i < j: the heap stands at i, and j becomes 0.",
                                     "或者合并这两堆（i < j）：合并后放在 i，j 变为 0。"}},
            {0},
        },
};

/* Longer numbers are only for heaps that can have come from merges, each of which leaves an empty heap behind. */
static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    const struct num *heaps = list_nums(p->heaps);
    int64_t empty = 0;
    for (size_t i = 0; i < p->heaps.n; i++)
        empty += num_is_zero(heaps[i]);
    for (size_t i = 0; i < p->heaps.n; i++) {
        if (num_bits(heaps[i]) <= INT_BITS)
            continue;
        empty -= num_div(num_sub(heaps[i], num(1)), num_sub(num_pow2(INT_BITS), num(1))).word;
        if (empty < 0)
            fault_add(faults, FAULT_out_of_range, arena_printf(faults->arena, "/heaps/%zu", i), "must have at most 4096 bits");
    }
}

static uint64_t cost(const void *position)
{
    return 16 * (uint64_t)((const struct position *)position)->heaps.n;
}

enum class { CLASS_EMPTY, CLASS_ONE, CLASS_TWO, CLASS_MORE };

/* Indices of heaps, ascending. */
struct indices {
    size_t n;
    uint32_t *v;
};

struct merge_census {
    const struct num *heaps;
    struct indices filled, ones, large;
    struct total sum;   /* of the large heaps */
    int s;              /* as above; from 16 on only its parity is kept */
    bool take_wins[4];  /* by class */
    bool merge_wins[3]; /* by how many of the two heaps are large */
};

static enum class class_of(struct num heap) { return num_cmp_word(heap, CLASS_MORE) > 0 ? CLASS_MORE : (enum class)heap.word; }

static bool lost(size_t c, int s)
{
    return s == 0 || s == 2 ? c % 3 == 0 : c % 2 == 0 && s % 2 == 0;
}

static struct num exact_s(const struct merge_census *census)
{
    return census->large.n ? num_sub(num_add(total_num(&census->sum), num_u64(census->large.n)), num(1)) : num(0);
}

static int fold(struct num s)
{
    return num_cmp_word(s, 16) < 0 ? (int)s.word : 16 + num_bit(s, 0);
}

static void add_index(struct indices *indices, size_t i)
{
    indices->v[indices->n++] = (uint32_t)i;
}

static struct merge_census read_census(const struct ask *ask)
{
    const struct position *p = ask->position;
    size_t n = p->heaps.n;
    struct merge_census census = {
        .heaps = list_nums(p->heaps),
        .filled.v = arena_array(ask->arena, n, sizeof(uint32_t)),
        .ones.v = arena_array(ask->arena, n, sizeof(uint32_t)),
        .large.v = arena_array(ask->arena, n, sizeof(uint32_t)),
    };
    for (size_t i = 0; i < n; i++) {
        enum class class = class_of(census.heaps[i]);
        if (class == CLASS_EMPTY)
            continue;
        add_index(&census.filled, i);
        add_index(class == CLASS_ONE ? &census.ones : &census.large, i);
        if (class != CLASS_ONE)
            total_add(&census.sum, census.heaps[i]);
    }
    size_t c = census.ones.n;
    int s = census.s = fold(exact_s(&census));
    census.take_wins[CLASS_ONE] = lost(c - 1, s);
    census.take_wins[CLASS_TWO] = lost(c + 1, census.large.n == 1 ? 0 : s - 3);
    census.take_wins[CLASS_MORE] = lost(c, s - 1);
    census.merge_wins[0] = lost(c - 2, census.large.n ? s + 3 : 2);
    census.merge_wins[1] = lost(c - 1, s + 1);
    census.merge_wins[2] = lost(c, s - 1);
    return census;
}

static void push_takes(struct ask *ask, const struct merge_census *census)
{
    int64_t losing = 0;
    for (size_t r = 0; r < census->filled.n; r++) {
        uint32_t i = census->filled.v[r];
        bool wins = census->take_wins[class_of(census->heaps[i])];
        if (wins || wants_all(ask))
            push(ask, &(struct move){.head.given = BIT(FIELD_HEAP), .heap = i}, mark_outcome(wins ? OUTCOME_WIN : OUTCOME_LOSS));
        else
            losing++;
    }
    if (losing)
        count_losing(ask, num(losing));
}

/* Merges of heap `first` with some of the heaps after it. */
struct merges {
    const struct merge_census *census;
    uint32_t first;
    const uint32_t *partners;
};

static bool is_large(const struct merge_census *census, uint32_t i)
{
    return num_cmp_word(census->heaps[i], 1) > 0;
}

static void make_merge(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)ask;
    const struct merges *merges = run->context;
    const struct merge_census *census = merges->census;
    uint32_t second = merges->partners[index.word];
    struct move *m = move;
    m->head.given = BIT(FIELD_MERGE);
    m->merge[0] = merges->first;
    m->merge[1] = second;
    mark->outcome = census->merge_wins[is_large(census, merges->first) + is_large(census, second)] ? OUTCOME_WIN : OUTCOME_LOSS;
}

/* How many ones and large heaps, out of those up to and including the current one, were passed. */
struct passed {
    size_t filled, ones, large;
};

/* The winning partners among the heaps after the current one. */
static struct indices winning_partners(const struct merge_census *census, const struct passed *passed, bool large)
{
    bool with_ones = census->merge_wins[large], with_large = census->merge_wins[large + 1];
    struct indices ones = {census->ones.n - passed->ones, census->ones.v + passed->ones};
    struct indices larges = {census->large.n - passed->large, census->large.v + passed->large};
    if (with_ones && with_large)
        return (struct indices){census->filled.n - passed->filled, census->filled.v + passed->filled};
    return with_ones ? ones : with_large ? larges : (struct indices){0};
}

static void push_merges(struct ask *ask, const struct merge_census *census)
{
    struct passed passed = {0};
    for (size_t r = 0; r < census->filled.n; r++) {
        uint32_t i = census->filled.v[r];
        bool large = is_large(census, i);
        passed.filled++;
        passed.ones += !large;
        passed.large += large;
        budget_spend(ask->budget, 8);
        struct indices wins = winning_partners(census, &passed, large);
        struct num count = num_u64(census->filled.n - passed.filled);
        struct merges merges = {census, i, wants_all(ask) ? census->filled.v + passed.filled : wins.v};
        struct run run = {.count = count, .wins = num_u64(wins.n), .mixed = true, .make = make_merge, .context = &merges};
        if (!wants_all(ask)) {
            count_losing(ask, num_sub(count, run.wins));
            run.count = run.wins;
            run.mixed = false;
            run.mark = mark_outcome(OUTCOME_WIN);
        }
        if (!num_is_zero(run.count))
            push_run(ask, &run);
    }
}

static void solve(struct ask *ask)
{
    struct merge_census census = read_census(ask);
    ask->answer.method = "parity";
    ask->answer.verdict = lost(census.ones.n, census.s) ? OUTCOME_LOSS : OUTCOME_WIN;
    budget_spend(ask->budget, 8 * census.filled.n);
    push_takes(ask, &census);
    push_merges(ask, &census);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct num *heaps = arena_array(ask->arena, p->heaps.n, sizeof *heaps);
    for (size_t i = 0; i < p->heaps.n; i++)
        heaps[i] = list_nums(p->heaps)[i];
    if (m->head.given & BIT(FIELD_HEAP)) {
        heaps[m->heap] = num_sub(heaps[m->heap], num(1));
    } else {
        heaps[m->merge[0]] = num_add(heaps[m->merge[0]], heaps[m->merge[1]]);
        heaps[m->merge[1]] = num(0);
    }
    next->heaps.v = heaps;
    return next;
}

/* One winning move, whatever page was asked for. */
static void explain_move(const struct merge_census *census, struct lines *lines)
{
    for (size_t r = 0; r < census->filled.n; r++) {
        uint32_t i = census->filled.v[r];
        if (!census->take_wins[class_of(census->heaps[i])])
            continue;
        lines_add(lines, "For example take one stone from heap %s, which has %s: what is left is lost for the other player.",
                  "例如从下标为 %s 的堆（有 %s 颗）取走一颗，留给对手的是必败态。", num_text(num(i)), num_text(census->heaps[i]));
        return;
    }
    const struct indices *one = &census->ones, *large = &census->large;
    uint32_t a, b;
    if (one->n > 1 && census->merge_wins[0])
        a = one->v[0], b = one->v[1];
    else if (one->n && large->n && census->merge_wins[1])
        a = one->v[0] < large->v[0] ? one->v[0] : large->v[0], b = one->v[0] + large->v[0] - a;
    else
        a = large->v[0], b = large->v[1];
    lines_add(lines, "For example merge heaps %s and %s, of %s and %s: what is left is lost for the other player.",
              "例如合并下标为 %s 和 %s 的两堆（%s 颗和 %s 颗），留给对手的是必败态。", num_text(num(a)), num_text(num(b)),
              num_text(census->heaps[a]), num_text(census->heaps[b]));
}

static void explain(struct ask *ask, struct lines *lines)
{
    struct merge_census census = read_census(ask);
    const char *c = num_text(num_u64(census.ones.n)), *s = num_text(exact_s(&census));
    lines_add(
        lines,
        "Merging joins heaps, so they are no sum of games. Two numbers decide. The first is the number of heaps of 1: c = %s.",
        "石子可以合并，因此不是各堆独立之和，SG 定理不能直接用。胜负由两个数决定，其一是大小为 1 的堆数：c = %s。", c);
    if (census.large.n)
        lines_add(lines,
                  "The second counts the moves that the heaps above 1 allow among themselves, stones + heaps - 1: s = %s + %s - "
                  "1 = %s.",
                  "其二是只在大于 1 的堆之间操作时的总步数，即石子数 + 堆数 - 1：s = %s + %s - 1 = %s。",
                  num_text(total_num(&census.sum)), num_text(num_u64(census.large.n)), s);
    else
        lines_add(lines, "The second counts the moves that the heaps above 1 allow among themselves; there is none: s = 0.",
                  "其二是只在大于 1 的堆之间操作时的总步数；没有这样的堆：s = 0。");
    if (census.s == 0 || census.s == 2)
        lines_add(
            lines,
            "With s = 0 or 2 the player to move loses exactly when 3 divides c, because every move from there makes s odd or c "
            "no multiple of 3, and from there a lost position can be reached; here c = 3 × %s + %s.",
            "s 为 0 或 2 时，当且仅当 c 是 3 的倍数时先手必败，因为任何一步都使 s 为奇数或 c 不是 3 的倍数，而对手总能再走到"
            "必败态；这里 c = 3 × %s + %s。",
            num_text(num_u64(census.ones.n / 3)), num_text(num_u64(census.ones.n % 3)));
    else
        lines_add(
            lines,
            "With s neither 0 nor 2 the player to move loses exactly when c and s are both even, because every move from there "
            "makes one of them odd, and from there a lost position can be reached; here c = %s and s = %s.",
            "s 既不为 0 也不为 2 时，当且仅当 c 与 s "
            "都是偶数时先手必败，因为任何一步都使其中之一变为奇数，而对手总能再走到必败态；"
            "这里 c = %s，s = %s。",
            c, s);
    if (ask->answer.verdict == OUTCOME_WIN)
        explain_move(&census, lines);
    explain_verdict(ask, lines);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    if (m->head.given & BIT(FIELD_HEAP))
        lines_add(line, "take one stone from heap %s", "从下标为 %s 的堆取走一颗", num_text(num(m->heap)));
    else
        lines_add(line, "merge heaps %s and %s", "合并下标为 %s 和 %s 的两堆", num_text(num(m->merge[0])),
                  num_text(num(m->merge[1])));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (!sample_free(sample, "heaps"))
        return;
    p->heaps = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 0);
    for (size_t i = 0; i < p->heaps.n; i++) /* what decides is how many heaps are small */
        if (sample_chance(sample, 60))
            list_nums(p->heaps)[i] = num(sample_from(sample, 0, 2));
}

const struct game game_take_or_merge = {
    .id = "take-or-merge",
    .source = "HDU 4111 Alice and Bob",
    .title = {"Take or merge", "取一颗或合并两堆"},
    .rules =
        {"There are heaps of stones. A move takes one stone from a heap, or merges two heaps that are not empty. Who cannot move "
         "loses. After a merge of i and j, i < j, the heap stands at i and j is 0.",
         "有若干堆石子，每次或者从某一堆取走一颗石子，或者把两个非空的堆合并为一堆（下标 i < j，合并后放在 i，j 变为 "
         "0）。不能操作者输。"},
    .limits = {"up to 100000 heaps of up to 4096 bits", "最多 100000 堆，每堆最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_take_or_merge,
    .move = &move_type,
    .methods = (const char *const[]){"parity", NULL},
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
