/* Marking; see the header. LANES states are played at once, also those that turn out not to be reached: what fails there is of no
 * account. Marks that fall among them come in time, since a state is looked at after all that are higher. */
#include "core/custom/dense/dense.h"

#include "core/custom/dense/lower/lower.h"
#include "core/custom/states/space.h"
#include "core/limits.h"

/* Columns, in all and for one word of states: where one takes more, others of its states than those that are reached do, or the
 * first states were no measure. */
enum { STEPS_ALL = CUSTOM_INSTRUCTIONS / WIDE_COST, STEPS_WORD = STEPS_ALL / 16, SPARSE_LOOK = 256, SPARSE_PART = 4 };
/* Of all instructions, where those on columns were too many: one by one the states are explored so far, to meet a fault before.
 */
enum { REST_PART = 4 };

uint32_t dense_number(const struct dense *dense, const struct layout *layout, key128 key)
{
    const struct wide_program *w = dense->wide;
    uint32_t number = 0;
    for (size_t i = 0; i < w->digits; i++) {
        const struct wide_digit *digit = &w->digit[i];
        bool turn = digit->variable == layout->rules->variables;
        const struct packing *p = &layout->packing[turn ? 0 : digit->variable];
        uint8_t bits = turn ? 1 : p->bits;
        size_t shift = turn ? layout->turn_shift : p->shift + digit->item * p->bits;
        uint32_t value = bits ? (uint32_t)(key >> shift) & (UINT32_MAX >> (32 - bits)) : 0; /* values < CELLS_MOST */
        number += (w->rising ? digit->values - 1 - value : value) * digit->stride;
    }
    return number;
}

static inline void mark(struct dense *dense, uint32_t number)
{
    dense->reached[number / 64] |= UINT64_C(1) << number % 64;
}

/* The words of one lane's moves. False: play can come back, or they are too many. */
static bool add_moves(struct space *s, struct dense *dense, const struct wide_run *run, uint32_t number)
{
    size_t lane = number % LANES;
    for (size_t i = 0; i < run->edges; i++) {
        int32_t edge = run->edge[i][lane];
        uint32_t to = (uint32_t)edge & (EDGE_AGAIN - 1);
        if (edge == EDGE_NONE)
            continue;
        if (to >= number)
            return false;
        if (s->moves++ == CUSTOM_MOVES)
            return false;
        mark(dense, to);
        words_add(&s->word, s->arena, to | (edge & EDGE_AGAIN ? WORD_AGAIN : 0));
    }
    return true;
}

static bool add_state(struct space *s, struct dense *dense, const struct wide_run *run, uint32_t number)
{
    const struct wide_program *w = dense->wide;
    size_t lane = number % LANES, moves = s->moves;
    int32_t over = ((const int32_t *)run->column[w->over].v)[lane];
    if (((const int32_t *)run->column[w->fault].v)[lane] || s->states == CUSTOM_STATES)
        return false;
    s->states++;
    words_add(&s->start, s->arena, (uint32_t)s->word.n);
    if (over == OVER_NOT && !add_moves(s, dense, run, number))
        return false;
    if (over == OVER_NOT && s->moves == moves)
        over = s->rules->misere ? OVER_WIN : OVER_LOSS;
    words_add(&s->over, s->arena, (uint32_t)over);
    if (s->moves - moves > s->degree)
        s->degree = s->moves - moves;
    return true;
}

/* Whether so few of the LANES are reached that one by one is quicker, by what the first states took. */
static bool is_sparse(const struct space *s, const struct wide_run *run)
{
    return WIDE_COST * run->steps > s->machine->steps / s->machine->dense_from * s->states;
}

static bool mark_down(struct space *s, struct dense *dense, uint32_t top)
{
    struct wide_run run;
    size_t looked = 0;
    uint64_t asked = 0, all = s->machine->steps_max / WIDE_COST;
    wide_init(&run, dense->wide, s->arena, s->budget);
    for (uint32_t word = top / LANES + 1; word-- > 0;) {
        dense->above[word] = (uint32_t)s->states;
        budget_spend(s->budget, 1);
        if (!dense->reached[word])
            continue;
        run.steps_max = run.steps + STEPS_WORD < all ? run.steps + STEPS_WORD : all;
        if (!wide_run(&run, word * LANES)) {
            if (run.steps > all && !is_sparse(s, &run))
                s->machine->steps_max = s->machine->steps + s->machine->steps_max / REST_PART;
            return false;
        }
        budget_spend(s->budget, run.edges * LANES);
        for (uint32_t lane = LANES; lane-- > 0;)
            if (dense->reached[word] >> lane & 1 && !add_state(s, dense, &run, word * LANES + lane))
                return false;
        if (++looked % SPARSE_LOOK && run.steps - asked < STEPS_WORD)
            continue;
        asked = run.steps;
        if (asked < STEPS_ALL / SPARSE_PART && is_sparse(s, &run)) /* as long as not much is lost by it */
            return false;
    }
    words_add(&s->start, s->arena, (uint32_t)s->word.n);
    s->machine->steps += WIDE_COST * run.steps;
    return true;
}

bool dense_explore(struct space *s, const key128 *starts, size_t n, bool rising)
{
    struct arena_mark before = arena_mark(s->arena);
    struct dense *dense = arena_alloc(s->arena, sizeof *dense);
    struct space found = *s;
    uint32_t top = 0;
    dense->wide = wide_of_rules(s->layout, s->arena, rising);
    for (size_t i = 0; i < n && dense->wide; i++) {
        uint32_t number = dense_number(dense, s->layout, starts[i]);
        top = number > top ? number : top;
    }
    if (dense->wide) {
        dense->top = top;
        dense->reached = arena_array(s->arena, top / 64 + 1, sizeof *dense->reached);
        dense->above = arena_raw(s->arena, (top / 64 + 1) * sizeof *dense->above);
        for (size_t i = 0; i < n; i++)
            mark(dense, dense_number(dense, s->layout, starts[i]));
        found.states = found.moves = found.degree = 0;
        words_init(&found.start, s->arena, CUSTOM_STATES + 1);
        words_init(&found.over, s->arena, CUSTOM_STATES);
        words_init(&found.word, s->arena, CUSTOM_MOVES + 1);
        found.dense = dense;
    }
    if (!dense->wide || !mark_down(&found, dense, top)) {
        arena_rewind(s->arena, before);
        return false;
    }
    *s = found;
    return true;
}
