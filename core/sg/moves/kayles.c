/* The moves of one heap of misère Kayles, of any size.
 *
 * A take of 1 or 2 leaves `rest` stones: the pairs (a, rest-a), a = 1…rest/2, then the single heap. The class of a pair has
 * period 12 in a from a = REPEAT on, because rest-a >= a is periodic too; so the winning a are those of a list below REPEAT + 12,
 * repeated. */
#include "core/sg/moves/kayles.h"

#include "core/sg/moves/moves.h"

enum { REPEAT = KAYLES_FROM + 1, PERIOD = KAYLES_PERIOD, LISTED = REPEAT + PERIOD };

struct pairs {
    const struct kayles *kayles;
    int64_t heap;
    struct num take, rest;
    unsigned others;         /* the class of the other heaps */
    uint8_t winning[LISTED]; /* the winning a below LISTED, ascending */
    int64_t single, each;    /* those below REPEAT; those of the period after it */
};

bool kayles_is(const struct rules *rules)
{
    return rules->kind == RULES_CODE && rules->n_places == 2 && rules->places[0].amount == 1 && rules->places[0].digit == 7 &&
           rules->places[1].amount == 2 && rules->places[1].digit == 7;
}

unsigned kayles_heap(struct num size)
{
    if (num_cmp_word(size, KAYLES_ROWS) < 0)
        return kayles_row((uint64_t)size.word);
    return kayles_row(KAYLES_FROM + (uint64_t)num_mod(num_sub(size, num(KAYLES_FROM)), num(KAYLES_PERIOD)).word);
}

static bool wins(const struct pairs *pairs, struct num a)
{
    struct num b = num_sub(pairs->rest, a);
    return kayles_lost(pairs->kayles->sum[pairs->others][pairs->kayles->sum[kayles_heap(a)][kayles_heap(b)]]);
}

static void move_pair(struct ask *ask, const struct pairs *pairs, struct num a, struct sg_move *move)
{
    struct num *into = arena_raw(ask->arena, 2 * sizeof *into);
    into[0] = a;
    into[1] = num_sub(pairs->rest, a);
    move_set(move, pairs->heap, &pairs->take, into, 2);
}

static void make_pair(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct pairs *pairs = run->context;
    struct num a = num_add(index, num(1));
    move_pair(ask, pairs, a, move);
    *mark = mark_outcome(wins(pairs, a) ? OUTCOME_WIN : OUTCOME_LOSS);
}

static void make_winning(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)mark;
    const struct pairs *pairs = run->context;
    struct num a;
    if (num_cmp_word(index, pairs->single) < 0) {
        a = num(pairs->winning[index.word]);
    } else {
        struct num over = num_sub(index, num(pairs->single)), each = num(pairs->each);
        a = num_add(num(pairs->winning[pairs->single + num_mod(over, each).word]), num_mul(num_div(over, each), num(PERIOD)));
    }
    move_pair(ask, pairs, a, move);
}

/* All rests here are large: the first LISTED a have partners that are larger. */
static struct num count_winning(struct pairs *pairs, struct num count)
{
    for (int64_t a = 1; a < LISTED; a++) {
        if (!wins(pairs, num(a)))
            continue;
        pairs->winning[pairs->single + pairs->each] = (uint8_t)a;
        if (a < REPEAT)
            pairs->single++;
        else
            pairs->each++;
    }
    struct num periodic = num_sub(count, num(REPEAT - 1)), odd = num_mod(periodic, num(PERIOD));
    int64_t last = 0;
    for (int64_t i = 0; i < pairs->each; i++)
        last += pairs->winning[pairs->single + i] - REPEAT < odd.word;
    return num_add(num(pairs->single + last), num_mul(num_div(periodic, num(PERIOD)), num(pairs->each)));
}

static void push_single(struct ask *ask, const struct pairs *pairs)
{
    bool win = kayles_lost(pairs->kayles->sum[pairs->others][kayles_heap(pairs->rest)]);
    struct sg_move move = {.heap = pairs->heap};
    struct num *into = arena_raw(ask->arena, sizeof *into);
    *into = pairs->rest;
    move_set(&move, pairs->heap, &pairs->take, into, 1);
    push(ask, &move, mark_outcome(win ? OUTCOME_WIN : OUTCOME_LOSS));
}

void kayles_moves(struct ask *ask, const struct kayles *kayles, int64_t heap, struct num size, unsigned others)
{
    for (int64_t take = 1; take <= 2; take++) {
        struct pairs pairs = {
            .kayles = kayles, .heap = heap, .take = num(take), .rest = num_sub(size, num(take)), .others = others};
        struct num count = num_shr(pairs.rest, 1), winning = count_winning(&pairs, count);
        if (wants_all(ask)) {
            push_run(ask, &(struct run){.count = count, .mixed = true, .wins = winning, .make = make_pair, .context = &pairs});
        } else {
            push_run(ask,
                     &(struct run){.count = winning, .mark = mark_outcome(OUTCOME_WIN), .make = make_winning, .context = &pairs});
            count_losing(ask, num_sub(count, winning));
        }
        push_single(ask, &pairs);
    }
}
