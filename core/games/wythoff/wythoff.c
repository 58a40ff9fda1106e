/* Wythoff's game: take any number of stones from one of two heaps, or the same number from both.
 *
 * Theorem (Wythoff 1907): the player to move loses in normal play iff the heaps are a_k = floor(k phi) and b_k = a_k + k for k =
 * their difference, phi = (1 + sqrt 5)/2. Exactly: floor(k phi) = (k + isqrt(5k^2)) div 2, as floor(x/2) = floor(floor(x)/2).
 * By Beatty every n > 0 is a_k or b_k of exactly one pair: n = a_k iff k = floor((n+1)/phi) = a_(n+1) - (n+1) has a_k = n,
 * otherwise n = b_k with k = floor((n+1)/phi^2) = 2(n+1) - a_(n+1) - 1.
 *
 * Misère: the losing pairs are (0,1), (2,2) and (a_k, b_k) for k >= 2 (Fraenkel, Wythoff games, continued fractions, cedar trees
 * and Fibonacci searches, Theoretical Computer Science 29 (1984)). Proof: (0,0) and (1,2) are exchanged for (0,1) and (2,2), so
 * still every number has exactly one partner and every difference exactly one pair; hence no move leads from pair to pair. Take
 * any other position x <= y but (0,0), which is won at once. If the partner p of x is less than y, reduce y to p. Otherwise
 * y < p; for x <= 2 that leaves nothing but (0,0), so x = a_k >= 3, k >= 2, and the difference d = y - x is below k. The pair of
 * difference d has its lower number below x (a_d < a_k for d >= 2, else 0 or 2): take the same from both.
 *
 * Numbers in a row, a column and a diagonal of Grundy values differ, so at most three moves win, whatever the target.
 * Cost: five integer square roots; for heaps below QUEEN_SIDE also the table of kit/heaps/queen.h, once in a process. */
#include "core/games/wythoff/wythoff.h"
#include "core/kit/heaps/beatty.h"
#include "core/kit/heaps/takes.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(struct num), .max = 2, .item = &type_natural};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct wythoff_position),
    .fields =
        (const struct field[]){
            {"heaps", offsetof(struct wythoff_position, heaps), &pair_type, .doc = {"The two heaps.", "两堆石子数。"}},
            {"misere", offsetof(struct wythoff_position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who takes the last stone loses.", "取走最后一颗者输。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct wythoff_move),
    .fields =
        (const struct field[]){
            {"take", offsetof(struct wythoff_move, take), &pair_type,
             .doc = {"Stones to take from each heap: one of the two is 0, or both are equal.",
                     "从两堆各取走的石子数：其一为 0，或两数相等。"}},
            {0},
        },
};

static const struct type cold_pair_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct cold_pair),
    .fields =
        (const struct field[]){
            {"k", offsetof(struct cold_pair, k), &type_natural, .doc = {"Index of the pair: b - a.", "序号，即 b − a。"}},
            {"a", offsetof(struct cold_pair, a), &type_natural, .doc = {"The smaller heap, floor(k phi).", "较小堆，⌊kφ⌋。"}},
            {"b", offsetof(struct cold_pair, b), &type_natural, .doc = {"The larger heap, a + k.", "较大堆，a + k。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct wythoff_extra),
    .fields =
        (const struct field[]){
            {"cold_pair", offsetof(struct wythoff_extra, cold_pair), &cold_pair_type, NEED_OPTIONAL,
             .doc = {"The losing pair that the heaps are, when the player to move loses in normal play.",
                     "正常规则下先手必败时，两堆构成的奇异局势。"}},
            {0},
        },
};

static void state_init(struct wythoff_question *state, const struct wythoff_position *p)
{
    *state = (struct wythoff_question){.heap = {p->heaps[0], p->heaps[1]}, .misere = p->misere, .queen_top = -1};
    state->low = num_min(p->heaps[0], p->heaps[1]);
    state->high = num_max(p->heaps[0], p->heaps[1]);
    state->difference = num_sub(state->high, state->low);
    state->valued = !p->misere && num_cmp_word(state->high, QUEEN_SIDE) < 0;
}

struct num wythoff_value(struct ask *ask, struct wythoff_question *state, struct num a, struct num b)
{
    int64_t top = num_max(a, b).word;
    if (top > state->queen_top) {
        state->queen = queen_table(ask->arena, ask->budget, ask->store, top);
        state->queen_top = top;
    }
    return num(queen_value(state->queen, a.word, b.word));
}

static void add_winner(struct wythoff_question *state, struct num x, struct num y)
{
    state->winners[state->winners_n++] = (struct wythoff_move){.take = {x, y}};
}

/* The moves to a losing position, from a position that is not one: to the partner of either heap, or down the diagonal. */
static void find_winners(struct wythoff_question *state, struct num low)
{
    struct num to = cold_partner(state->misere, state->heap[0]);
    if (num_lt(to, state->heap[1]))
        add_winner(state, num(0), num_sub(state->heap[1], to));
    to = cold_partner(state->misere, state->heap[1]);
    struct num alone = num_lt(to, state->heap[0]) ? num_sub(state->heap[0], to) : num(0);
    struct num both = num_lt(low, state->low) ? num_sub(state->low, low) : num(0);
    bool both_first = num_lt(both, alone);
    if (both_first && !num_is_zero(both))
        add_winner(state, both, both);
    if (!num_is_zero(alone))
        add_winner(state, alone, num(0));
    if (!both_first && !num_is_zero(both))
        add_winner(state, both, both);
}

/* The moves to the target among the values of the table: at most one from each heap and one from both. */
static void scan_winners(struct ask *ask, struct wythoff_question *state)
{
    struct num a = state->heap[0], b = state->heap[1];
    for (int64_t t = 1; t <= b.word; t++)
        if (num_eq(wythoff_value(ask, state, a, num(b.word - t)), ask->target))
            add_winner(state, num(0), num(t));
    for (int64_t t = 1; t <= a.word; t++) {
        if (num_eq(wythoff_value(ask, state, num(a.word - t), b), ask->target))
            add_winner(state, num(t), num(0));
        if (t <= b.word && num_eq(wythoff_value(ask, state, num(a.word - t), num(b.word - t)), ask->target))
            add_winner(state, num(t), num(t));
    }
}

/* The parts of the list of all moves, in order: from the second heap; from the first and from both in turn; from the first. */
enum part { PART_SECOND, PART_TURNS, PART_FIRST };

struct moves {
    struct wythoff_question *state;
    enum part part;
};

static void make_move(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct moves *moves = run->context;
    struct wythoff_question *state = moves->state;
    struct wythoff_move *m = move;
    struct num one = num(1);
    if (moves->part == PART_SECOND) {
        m->take[1] = num_add(index, one);
    } else if (moves->part == PART_TURNS) {
        m->take[0] = num_add(num_shr(index, 1), one);
        m->take[1] = num_bit(index, 0) ? m->take[0] : num(0);
    } else {
        m->take[0] = num_add(num_add(index, one), state->low);
    }
    struct num a = num_sub(state->heap[0], m->take[0]), b = num_sub(state->heap[1], m->take[1]);
    if (!state->misere && num_cmp_word(num_max(a, b), QUEEN_SIDE) < 0) {
        *mark = mark_grundy(ask, wythoff_value(ask, state, a, b));
        return;
    }
    *mark = mark_outcome(OUTCOME_LOSS);
    for (size_t i = 0; i < state->winners_n; i++)
        if (num_eq(state->winners[i].take[0], m->take[0]) && num_eq(state->winners[i].take[1], m->take[1]))
            *mark = mark_outcome(OUTCOME_WIN);
}

static enum part part_of(const struct wythoff_question *state, const struct wythoff_move *move)
{
    if (num_is_zero(move->take[0]))
        return PART_SECOND;
    return num_lt(state->low, move->take[0]) ? PART_FIRST : PART_TURNS;
}

static void push_part(struct ask *ask, struct wythoff_question *state, enum part part, struct num count)
{
    struct moves *moves = arena_alloc(ask->arena, sizeof *moves);
    *moves = (struct moves){state, part};
    int64_t wins = 0;
    for (size_t i = 0; i < state->winners_n; i++)
        wins += part_of(state, &state->winners[i]) == part;
    push_run(ask, &(struct run){.count = count, .mixed = true, .wins = num(wins), .make = make_move, .context = moves});
}

static void push_moves(struct ask *ask, struct wythoff_question *state)
{
    struct num first = num_sub(state->heap[0], state->low), turns = num_shl(state->low, 1);
    if (wants_all(ask)) {
        push_part(ask, state, PART_SECOND, state->heap[1]);
        push_part(ask, state, PART_TURNS, turns);
        push_part(ask, state, PART_FIRST, first);
        return;
    }
    for (size_t i = 0; i < state->winners_n; i++)
        push(ask, &state->winners[i], mark_outcome(OUTCOME_WIN));
    struct num all = num_add(state->heap[1], num_add(turns, first));
    count_losing(ask, num_sub(all, num((int64_t)state->winners_n)));
}

static void solve(struct ask *ask)
{
    struct wythoff_question *state = ask->found = arena_alloc(ask->arena, sizeof *state);
    state_init(state, ask->position);
    struct num low = cold_low(state->misere, state->difference);
    bool cold = num_eq(low, state->low);
    struct wythoff_extra *extra = ask->extra;
    if (cold && !state->misere) {
        extra->head.given = BIT(0);
        extra->cold_pair = (struct cold_pair){.k = state->difference, .a = state->low, .b = state->high};
    }
    ask->answer.method = "beatty";
    if (state->valued)
        answer_grundy(ask, wythoff_value(ask, state, state->low, state->high));
    else
        ask->answer.verdict = cold ? OUTCOME_LOSS : OUTCOME_WIN;
    if (!num_is_zero(ask->target))
        scan_winners(ask, state);
    else if (!cold)
        find_winners(state, low);
    push_moves(ask, state);
}

static uint64_t cost(const void *position)
{
    struct wythoff_question state;
    state_init(&state, position);
    return state.valued ? queen_cost(state.high.word) : 0;
}

static void *apply(struct ask *ask, const void *move)
{
    const struct wythoff_move *m = move;
    struct wythoff_position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *(const struct wythoff_position *)ask->position;
    for (size_t i = 0; i < 2; i++)
        next->heaps[i] = num_sub(next->heaps[i], m->take[i]);
    return next;
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct wythoff_move *m = move;
    if (num_eq(m->take[0], m->take[1]))
        lines_add(line, "take %s from each heap", "从两堆各取走 %s 颗", num_text(m->take[0]));
    else if (num_is_zero(m->take[1]))
        takes_word(line, num(0), m->take[0]);
    else
        takes_word(line, num(1), m->take[1]);
}

static void sample(struct sample *sample)
{
    struct wythoff_position *p = sample->position;
    if (sample_free(sample, "heaps"))
        for (size_t i = 0; i < 2; i++)
            p->heaps[i] = sample_int(sample, 0);
    if (sample_free(sample, "misere"))
        p->misere = sample_chance(sample, 30);
}

const struct game game_wythoff = {
    .id = "wythoff",
    .source = "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)",
    .title = {"Wythoff's game", "威佐夫博弈"},
    .rules =
        {"There are two heaps of stones. A move takes any number of stones, at least one, from one heap, or the same number from "
         "both. Who cannot move loses; with `misere` who cannot move wins.",
         "有两堆石子，每次从某一堆取走至少一颗，或者从两堆取走相同数目的石子（至少各一颗），不能操作者输；"
         "若 `misere` 为真，则不能操作者胜。"},
    .limits = {"heaps of up to 4096 bits; the Grundy value for heaps below 2048",
               "每堆最多 4096 个二进制位；两堆都小于 2048 时给出 SG 值"},
    .position = &position_type,
    .mistakes = mistakes_wythoff,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"beatty", NULL},
    .traits = TRAIT_GRUNDY,
    .grundy_limit = QUEEN_SIDE,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = wythoff_explain,
    .sample = sample,
    .words = words,
};
