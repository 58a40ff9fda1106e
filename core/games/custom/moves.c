/* The moves of a position whose space was explored: told by the words of the space, in the machine's order. The machine makes its
 * way only to those that are listed, for their parameters; the others are counted. */
#include "core/games/custom/custom.h"

#include "core/custom/states/evaluate.h"
#include "core/kit/scores.h"
#include "core/kit/turn.h"
#include "core/promise.h"

/* Moves that are not listed one by one, by outcome. */
struct tally {
    int64_t of[3], best;
};

struct moving {
    struct ask *ask;
    const struct custom_found *found;
    size_t part;
    struct loopy rest, others; /* the other parts; the other terms of a sum, or the target */
    bool plain;                /* all are nimbers in a word: */
    uint32_t own, target;      /* the other parts, and what a winning move leads to */
    uint32_t word, end;        /* of the move at hand, and of what stands behind it */
    size_t index, ran;         /* of the move at hand; moves of the part that the machine has made */
    struct tally tally;
};

struct loopy custom_rest(const struct custom_found *found, size_t part)
{
    struct loopy rest = loopy_nimber(num(0));
    for (size_t i = 0; i < found->parts && found->space->rules->pure; i++)
        if (i != part)
            rest = loopy_add(rest, space_value(found->space, found->part[i]));
    return rest;
}

/* The words of the states that the move leads to. */
static inline uint32_t first_word(const struct moving *moving)
{
    return moving->word + moving->found->space->rules->splits;
}

static inline uint32_t state_at(const struct moving *moving, uint32_t word)
{
    return words_at(&moving->found->space->word, word) & ~WORD_AGAIN;
}

/* On to the move; the space tells the same of it as the machine, or something is broken. */
static void run_to(struct moving *moving)
{
    const struct custom_found *found = moving->found;
    struct machine *m = found->machine;
    if (!moving->ran)
        machine_open(m, found->key[moving->part]);
    for (; moving->ran <= moving->index; moving->ran++)
        promise(machine_run(m) == RUN_MOVE);
    promise(m->parts == moving->end - first_word(moving));
    for (size_t i = 0; i < m->parts; i++)
        promise(space_find(found->space, m->part[i]) == state_at(moving, first_word(moving) + (uint32_t)i));
}

static void make_move(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)index;
    (void)mark;
    struct moving *moving = (struct moving *)(uintptr_t)run->context;
    const struct custom_game *made = moving->found->made;
    const struct machine *m = moving->found->machine;
    run_to(moving);
    const struct user_move *of = &made->rules->move[m->move];
    struct custom_move *to = move;
    const struct custom_position *p = ask->position;
    if (p->state.which == STATE_LIST) {
        to->head.given |= BIT(MOVE_PART);
        to->part = (int64_t)moving->part;
    }
    to->head.given |= BIT(MOVE_NAME);
    to->name = m->move;
    for (size_t i = 0; i < of->sources; i++) {
        uint8_t at = made->parameter[m->move][i];
        to->head.given |= BIT(MOVE_PARAMETERS + at);
        to->parameter[at] = m->ints[INT_PARAMETER + 2 * i];
    }
}

/* Pure rules: by values. */
static struct mark mark_pure(const struct moving *moving)
{
    const struct space *s = moving->found->space;
    uint32_t first = first_word(moving);
    struct mark mark;
    if (moving->plain) {
        uint32_t value = moving->own;
        for (uint32_t i = first; i < moving->end; i++)
            value ^= s->grundy[state_at(moving, i)];
        mark = mark_outcome(value == moving->target ? OUTCOME_WIN : OUTCOME_LOSS);
        mark.grundy_known = true;
        mark.grundy = num((int64_t)value);
    } else {
        struct loopy own = moving->rest;
        for (uint32_t i = first; i < moving->end; i++)
            own = loopy_add(own, space_value(s, state_at(moving, i)));
        mark = mark_outcome(outcome_turned(loopy_outcome(loopy_add(own, moving->others))));
        mark.grundy_known = !own.infinite;
        mark.grundy = own.nimber;
    }
    uint32_t to = first < moving->end ? state_at(moving, first) : 0;
    if (s->outcome && moving->found->parts == 1 && s->outcome[to] != OUTCOME_DRAW)
        mark.plies = 1 + s->plies[to];
    if (s->cyclic && moving->found->parts > 1)
        mark.far = ORDER_MID + s->labels->order[to] - s->labels->order[moving->found->part[moving->part]];
    return mark;
}

static struct mark mark_of(const struct moving *moving)
{
    const struct space *s = moving->found->space;
    if (s->rules->pure)
        return mark_pure(moving);
    uint32_t word = words_at(&s->word, moving->word), to = word & ~WORD_AGAIN;
    if (s->rules->scores) {
        int64_t lead = 0;
        space_lead(s, moving->word, &lead); /* known since the state was valued */
        struct mark scored = score_mark(moving->ask, num(lead));
        scored.again = word & WORD_AGAIN;
        return scored;
    }
    enum outcome outcome = (enum outcome)s->outcome[to];
    struct mark mark = mark_outcome(word & WORD_AGAIN ? outcome : outcome_turned(outcome));
    mark.again = word & WORD_AGAIN;
    if (outcome != OUTCOME_DRAW)
        mark.plies = 1 + s->plies[to];
    return mark;
}

static void offer(struct moving *moving)
{
    struct ask *ask = moving->ask;
    struct mark mark = mark_of(moving);
    if (wants_more(ask, mark.outcome) || (ask->listing == LISTING_WINNING && mark.best)) {
        push_run(ask, &(struct run){.count = num(1), .mark = mark, .make = make_move, .context = moving});
        return;
    }
    moving->tally.of[mark.outcome]++;
    moving->tally.best += mark.best;
}

/* What was only counted: no page has room for any of it. */
static void push_tally(struct ask *ask, const struct tally *tally)
{
    struct num wins = num(tally->of[OUTCOME_WIN]), draws = num(tally->of[OUTCOME_DRAW]), losses = num(tally->of[OUTCOME_LOSS]);
    if (ask->listing == LISTING_WINNING) {
        count_losing(ask, losses);
        push_run(ask, &(struct run){.count = wins, .mark = mark_outcome(OUTCOME_WIN), .make = make_move});
        push_run(ask, &(struct run){.count = draws, .mark = mark_outcome(OUTCOME_DRAW), .make = make_move});
        return;
    }
    struct run all = {.count = num_add(losses, num_add(wins, draws)), .mixed = true, .wins = wins, .draws = draws};
    all.bests = num(tally->best);
    all.make = make_move;
    push_run(ask, &all);
}

static bool is_small(const struct loopy *value)
{
    return !value->infinite && num_is_word(value->nimber) && value->nimber.word <= UINT32_MAX / 2;
}

void custom_offer(struct ask *ask, const struct custom_found *found)
{
    const struct space *s = found->space;
    struct moving moving = {.ask = ask, .found = found};
    uint64_t moves = 0;
    for (size_t part = 0; part < found->parts; part++) {
        moving.part = part;
        moving.rest = custom_rest(found, part);
        moving.others = ask->others ? *ask->others : loopy_nimber(ask->target);
        moving.plain = s->grundy && is_small(&moving.rest) && is_small(&moving.others);
        moving.own = moving.plain ? (uint32_t)moving.rest.nimber.word : 0;
        moving.target = moving.plain ? (uint32_t)moving.others.nimber.word : 0;
        moving.index = moving.ran = 0;
        moving.word = words_at(&s->start, found->part[part]);
        for (uint32_t end = words_at(&s->start, found->part[part] + 1); moving.word < end; moving.word = moving.end) {
            budget_spend(ask->budget, 8);
            moving.end = first_word(&moving) + (s->rules->splits ? state_at(&moving, moving.word) : 1);
            offer(&moving);
            moving.index++;
            moves++;
        }
    }
    push_tally(ask, &moving.tally);
    custom_pay(found, 0, moves);
}
