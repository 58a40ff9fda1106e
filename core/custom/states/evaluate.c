/* What the states are worth.
 *
 * First a walk in depth finds whether play can go round, and an order in which every state stands behind all that it leads to.
 * Without cycles one pass in that order is enough: outcomes and plies, Grundy values (mex of the options, each the xor of its
 * parts), or scores. With cycles the verdicts come by retrograde analysis; for pure rules values by the theory of loopy games.
 * Cost: linear in the moves, but for the labels of cyclic graphs, see core/kit/search/loopy.c. */
#include "core/custom/states/evaluate.h"

#include "core/custom/states/refuse.h"
#include "core/custom/states/space.h"
#include "core/kit/turn.h"
#include "core/limits.h"

enum { NEW, OPEN, DONE };

static inline uint32_t begin_of(const struct space *s, size_t state)
{
    return words_at(&s->start, state);
}

/* The state that a word names; the count of parts names none. */
static inline bool names_state(const struct space *s, uint32_t word)
{
    return !(s->rules->splits && word & WORD_AGAIN);
}

static inline uint32_t state_of(uint32_t word)
{
    return word & ~WORD_AGAIN;
}

/* The word, which dense_explore() has left as a number, from here on as a state. */
static inline uint32_t settled(struct space *s, uint32_t i)
{
    uint32_t *word = &s->word.chunk[i >> CHUNK_BITS][i & (CHUNK - 1)];
    if (s->dense)
        *word = dense_state(s->dense, *word & ~WORD_AGAIN) | (*word & WORD_AGAIN);
    return *word;
}

/* Fills `order`; false: there is a cycle. */
static bool walk(const struct space *s, uint32_t *order)
{
    size_t n = 0, depth = 0;
    if (s->dense) {
        for (uint32_t state = (uint32_t)s->states; state-- > 0;)
            order[n++] = state;
        return true;
    }
    if (s->falling && s->direct) {
        budget_spend(s->budget, s->slots);
        for (size_t key = 0; key < s->slots; key++)
            if (s->slot[key])
                order[n++] = s->slot[key] - 1;
        return true;
    }
    struct arena_mark mark = arena_mark(s->arena);
    uint8_t *colour = arena_array(s->arena, s->states, 1);
    uint32_t *stack = arena_raw(s->arena, s->states * sizeof *stack), *next = arena_raw(s->arena, s->states * sizeof *next);
    for (uint32_t root = 0; root < s->states; root++) {
        if (colour[root] != NEW)
            continue;
        stack[depth++] = root;
        colour[root] = OPEN;
        next[root] = begin_of(s, root);
        while (depth) {
            uint32_t state = stack[depth - 1];
            budget_spend(s->budget, 2);
            if (next[state] == begin_of(s, state + 1)) {
                colour[state] = DONE;
                order[n++] = state;
                depth--;
                continue;
            }
            uint32_t word = words_at(&s->word, next[state]++), to = state_of(word);
            if (!names_state(s, word) || colour[to] == DONE)
                continue;
            if (colour[to] == OPEN)
                return false;
            colour[to] = OPEN;
            next[to] = begin_of(s, to);
            stack[depth++] = to;
        }
    }
    arena_rewind(s->arena, mark);
    return true;
}

static enum outcome outcome_over(enum over over)
{
    return over == OVER_WIN ? OUTCOME_WIN : over == OVER_DRAW ? OUTCOME_DRAW : OUTCOME_LOSS;
}

/* For the player who makes the move. */
static inline enum outcome outcome_after(const struct space *s, uint32_t word)
{
    enum outcome outcome = (enum outcome)s->outcome[state_of(word)];
    return word & WORD_AGAIN ? outcome : outcome_turned(outcome);
}

/* The winner hurries, the loser delays. */
static void decide(struct space *s, uint32_t state)
{
    uint32_t quick = UINT32_MAX, slow = 0;
    enum outcome best = OUTCOME_LOSS;
    for (uint32_t i = begin_of(s, state); i < begin_of(s, state + 1); i++) {
        uint32_t word = settled(s, i), plies = s->plies[state_of(word)] + 1;
        enum outcome outcome = outcome_after(s, word);
        best = outcome > best ? outcome : best;
        quick = outcome == OUTCOME_WIN && plies < quick ? plies : quick;
        slow = plies > slow ? plies : slow;
    }
    s->outcome[state] = (uint8_t)best;
    s->plies[state] = best == OUTCOME_WIN ? quick : slow;
}

static void find_outcomes(struct space *s, const uint32_t *order)
{
    s->outcome = arena_raw(s->arena, s->states);
    s->plies = arena_array(s->arena, s->states, sizeof *s->plies);
    for (size_t i = 0; i < s->states; i++) {
        uint32_t state = order[i];
        enum over over = (enum over)words_at(&s->over, state);
        budget_spend(s->budget, 4 + 2 * (uint64_t)(begin_of(s, state + 1) - begin_of(s, state)));
        if (over)
            s->outcome[state] = (uint8_t)outcome_over(over);
        else
            decide(s, state);
    }
}

/* The value that the move at word `i` leads to; *next is the move behind it. */
static inline uint32_t value_at(const struct space *s, uint32_t i, uint32_t *next)
{
    uint32_t value = 0, parts = 1, at = i;
    if (s->rules->splits)
        parts = state_of(words_at(&s->word, at++));
    for (*next = at + parts; at < *next; at++)
        value ^= s->grundy[state_of(words_at(&s->word, at))];
    return value;
}

/* Pure rules without sums: values, and with them the plies, in one pass. A state of value 0 is lost. */
static void decide_pure(struct space *s, const uint32_t *order)
{
    uint32_t *seen = arena_array(s->arena, s->degree + 1, sizeof *seen);
    bool few = s->degree < 64; /* then the values seen are bits of a word */
    s->grundy = arena_raw(s->arena, s->states * sizeof *s->grundy);
    s->outcome = arena_raw(s->arena, s->states);
    s->plies = arena_raw(s->arena, s->states * sizeof *s->plies);
    for (size_t k = 0; k < s->states; k++) {
        uint32_t state = order[k], end = begin_of(s, state + 1), quick = UINT32_MAX, slow = 0, mex = 0, stamp = (uint32_t)k + 1;
        uint64_t bits = 0;
        budget_spend(s->budget, 4 + 2 * (uint64_t)(end - begin_of(s, state)));
        for (uint32_t i = begin_of(s, state); i < end; i++) {
            uint32_t to = settled(s, i), value = s->grundy[to], plies = s->plies[to] + 1;
            if (few)
                bits |= UINT64_C(1) << value;
            else if (value <= s->degree)
                seen[value] = stamp;
            slow = plies > slow ? plies : slow;
            quick = value == 0 && plies < quick ? plies : quick;
        }
        if (few)
            mex = (uint32_t)__builtin_ctzll(~bits);
        while (!few && mex < s->degree && seen[mex] == stamp)
            mex++;
        s->grundy[state] = mex;
        s->outcome[state] = mex ? OUTCOME_WIN : OUTCOME_LOSS;
        s->plies[state] = mex ? quick : slow;
    }
}

static void find_values(struct space *s, const uint32_t *order)
{
    uint32_t *seen = arena_array(s->arena, s->degree + 1, sizeof *seen);
    s->grundy = arena_raw(s->arena, s->states * sizeof *s->grundy);
    for (size_t k = 0; k < s->states; k++) {
        uint32_t state = order[k], end = begin_of(s, state + 1), mex = 0, stamp = (uint32_t)k + 1;
        budget_spend(s->budget, 4 + 2 * (uint64_t)(end - begin_of(s, state)));
        for (uint32_t i = begin_of(s, state); i < end;) {
            uint32_t value = value_at(s, i, &i);
            if (value <= s->degree)
                seen[value] = stamp;
        }
        while (mex < s->degree && seen[mex] == stamp)
            mex++;
        s->grundy[state] = mex;
    }
}

static void find_scores(struct space *s, const uint32_t *order)
{
    s->value = arena_array(s->arena, s->states, sizeof *s->value);
    for (size_t k = 0; k < s->states; k++) {
        uint32_t state = order[k], begin = begin_of(s, state), end = begin_of(s, state + 1);
        budget_spend(s->budget, 4 + 2 * (uint64_t)(end - begin));
        for (uint32_t i = begin; i < end; i++) {
            int64_t lead;
            if (!space_lead(s, i, &lead))
                arena_escape(s->arena, STATUS_too_large, -1, "the scores add up to more than 64 bits");
            if (i == begin || lead > s->value[state])
                s->value[state] = lead;
        }
    }
}

bool space_lead(const struct space *s, size_t i, int64_t *lead)
{
    uint32_t word = words_at(&s->word, i);
    int64_t score = s->score[i >> CHUNK_BITS][i & (CHUNK - 1)], rest = s->value[state_of(word)];
    return word & WORD_AGAIN ? !__builtin_add_overflow(score, rest, lead) : !__builtin_sub_overflow(score, rest, lead);
}

/* Predecessors of every state, each with WORD_AGAIN where its move keeps the turn. */
static void turn_round(const struct space *s, uint32_t *start, uint32_t *pred)
{
    for (size_t i = 0; i < s->word.n; i++)
        start[state_of(words_at(&s->word, i)) + 1]++;
    for (size_t i = 0; i < s->states; i++)
        start[i + 1] += start[i];
    budget_spend(s->budget, 20 * s->word.n);
    for (uint32_t state = (uint32_t)s->states; state-- > 0;)
        for (uint32_t i = begin_of(s, state); i < begin_of(s, state + 1); i++) {
            uint32_t word = words_at(&s->word, i);
            pred[--start[state_of(word) + 1]] = state | (word & WORD_AGAIN);
        }
}

/* Verdicts and plies with cycles: what is never decided is a draw. start[] is one place ahead, as turn_round() leaves it. */
static void go_back(struct space *s)
{
    uint32_t *start = arena_array(s->arena, s->states + 2, sizeof *start);
    uint32_t *pred = arena_raw(s->arena, s->word.n * sizeof *pred), state;
    struct retrograde r;
    retrograde_init(&r, s->arena, s->states);
    turn_round(s, start, pred);
    for (state = 0; state < s->states; state++) {
        enum over over = (enum over)words_at(&s->over, state);
        if (over == OVER_WIN || over == OVER_LOSS)
            retrograde_end(&r, state, over == OVER_WIN ? RETROGRADE_WIN : RETROGRADE_LOSS);
        else
            retrograde_options(&r, state, begin_of(s, state + 1) - begin_of(s, state));
    }
    while (retrograde_next(&r, &state)) {
        uint32_t decided = r.state[state], end = state + 1 < s->states ? start[state + 2] : (uint32_t)s->word.n;
        budget_spend(s->budget, 4 + 4 * (uint64_t)(end - start[state + 1]));
        for (uint32_t i = start[state + 1]; i < end; i++)
            retrograde_tell(&r, state_of(pred[i]), pred[i] & WORD_AGAIN ? decided ^ RETROGRADE_DECIDED : decided);
    }
    s->outcome = arena_raw(s->arena, s->states);
    s->plies = arena_raw(s->arena, s->states * sizeof *s->plies);
    for (state = 0; state < s->states; state++) {
        s->outcome[state] = (uint8_t)retrograde_outcome(&r, state);
        s->plies[state] = retrograde_remoteness(&r, state);
    }
}

/* Loopy values of pure rules. */
static void find_labels(struct space *s)
{
    if (s->states > CUSTOM_LOOPY_STATES || s->word.n > CUSTOM_LOOPY_MOVES)
        arena_escape(s->arena, STATUS_too_large, CUSTOM_LOOPY_STATES,
                     "play can go round, and then at most %d states and %d moves are valued", CUSTOM_LOOPY_STATES,
                     CUSTOM_LOOPY_MOVES);
    struct digraph *graph = arena_alloc(s->arena, sizeof *graph);
    int64_t *pairs = arena_raw(s->arena, 2 * s->word.n * sizeof *pairs);
    for (uint32_t state = 0; state < s->states; state++)
        for (uint32_t i = begin_of(s, state); i < begin_of(s, state + 1); i++) {
            pairs[2 * i] = state;
            pairs[2 * i + 1] = words_at(&s->word, i);
        }
    s->labels = arena_alloc(s->arena, sizeof *s->labels);
    digraph_build(graph, s->arena, s->budget, s->states, pairs, s->word.n);
    digraph_label(graph, s->arena, s->budget, s->labels);
}

struct loopy space_value(const struct space *s, uint32_t state)
{
    return s->cyclic ? loopy_of_node(s->labels, s->arena, state) : loopy_nimber(num(s->grundy[state]));
}

/* Pure rules: of one part, the others being worth `rest`. */
static uint64_t wins_of_part(const struct space *s, uint32_t state, struct loopy rest)
{
    uint64_t wins = 0;
    space_count(s->machine, 20 * (uint64_t)(begin_of(s, state + 1) - begin_of(s, state)));
    for (uint32_t i = begin_of(s, state), next; i < begin_of(s, state + 1); i = next) {
        struct loopy after = rest;
        next = i + 1;
        if (s->cyclic)
            after = loopy_add(after, space_value(s, words_at(&s->word, i)));
        else
            after = loopy_add(after, loopy_nimber(num(value_at(s, i, &next))));
        wins += loopy_outcome(after) == OUTCOME_LOSS;
    }
    return wins;
}

uint64_t space_wins(const struct space *s, const uint32_t *part, size_t parts)
{
    uint64_t wins = 0;
    struct loopy before = loopy_nimber(num(0)), behind[STATES_GIVEN];
    space_count(s->machine, 20 * parts);
    for (size_t p = parts; p-- > 0 && s->rules->pure;)
        behind[p] = p + 1 < parts ? loopy_add(behind[p + 1], space_value(s, part[p + 1])) : before;
    for (size_t p = 0; p < parts && s->rules->pure; p++) {
        wins += wins_of_part(s, part[p], loopy_add(before, behind[p]));
        before = loopy_add(before, space_value(s, part[p]));
    }
    for (uint32_t i = s->rules->pure ? 0 : begin_of(s, part[0]); !s->rules->pure && i < begin_of(s, part[0] + 1); i++) {
        int64_t lead = 0;
        if (s->rules->scores)
            wins += space_lead(s, i, &lead) && lead > 0;
        else
            wins += outcome_after(s, words_at(&s->word, i)) == OUTCOME_WIN;
    }
    return wins;
}

void space_evaluate(struct space *s)
{
    uint32_t *order = arena_raw(s->arena, s->states * sizeof *order);
    s->cyclic = !walk(s, order);
    if (s->cyclic && (s->rules->scores || s->rules->splits))
        arena_escape_at(s->arena, STATUS_invalid_position, -1, (struct fault_place){FAULT_inconsistent, "/rules"},
                        "play can go round, which rules with score or into do not allow",
                        "对局可能循环，含 score 或 into 的规则不允许循环");
    if (s->cyclic)
        go_back(s);
    if (s->cyclic && s->rules->pure)
        find_labels(s);
    if (s->cyclic)
        return;
    if (s->rules->scores)
        find_scores(s, order);
    else if (s->rules->splits)
        find_values(s, order);
    else if (s->rules->pure)
        decide_pure(s, order);
    else
        find_outcomes(s, order);
}
