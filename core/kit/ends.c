/* Rows of piles that are taken from the ends: f(i,j) = max(score of an end - f(what remains)), one rolling row. */
#include "core/kit/ends.h"

#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/sample.h"

enum { LEFT, RIGHT };

struct move {
    struct head head;
    int end;
};

struct ends {
    const int64_t *piles;
    const int64_t *sums; /* sums[i] = piles[0] + … + piles[i-1] */
};

/* Leads of 5000 sums need more than 64 bits. */
static struct num wide(__int128 value)
{
    const int64_t base = 1000000000000000000;
    return num_add(num_mul(num((int64_t)(value / base)), num(base)), num((int64_t)(value % base)));
}

uint64_t ends_cost(const void *position)
{
    uint64_t n = ((const struct ends_position *)position)->piles.n;
    return n * n;
}

/* For taking pile `at`, one of the two ends of first…last. */
static inline int64_t gain(const struct ends *ends, enum ends_score score, size_t first, size_t last, size_t at)
{
    return score == ENDS_REST ? ends->sums[last + 1] - ends->sums[first] - ends->piles[at] : ends->piles[at];
}

/* Leads of all stretches of n-1 piles: row[i] is f(i, i+n-2). Invariant: after the turn for `length`, row[i] = f(i, i+length-1).
 */
static __int128 *leads(struct ask *ask, const struct ends *ends, size_t n, enum ends_score score)
{
    __int128 *row = arena_array(ask->arena, n + 1, sizeof *row);
    for (size_t length = 1; length < n; length++) {
        budget_spend(ask->budget, n);
        for (size_t i = 0; i + length <= n; i++) {
            size_t last = i + length - 1;
            __int128 left = gain(ends, score, i, last, i) - row[i + 1];
            __int128 right = gain(ends, score, i, last, last) - row[i];
            row[i] = left > right ? left : right;
        }
    }
    return row;
}

static struct ends ends_of(struct ask *ask)
{
    const struct ends_position *p = ask->position;
    int64_t *sums = arena_array(ask->arena, p->piles.n + 1, sizeof *sums);
    for (size_t i = 0; i < p->piles.n; i++)
        sums[i + 1] = sums[i] + list_words(p->piles)[i];
    return (struct ends){list_words(p->piles), sums};
}

void ends_solve(struct ask *ask, enum ends_score score)
{
    const struct ends_position *p = ask->position;
    size_t n = p->piles.n;
    if (n == 0) {
        score_answer(ask, num(0), "dp");
        return;
    }
    struct ends ends = ends_of(ask);
    const __int128 *row = leads(ask, &ends, n, score);
    __int128 left = gain(&ends, score, 0, n - 1, 0) - (n > 1 ? row[1] : 0);
    __int128 right = gain(&ends, score, 0, n - 1, n - 1) - (n > 1 ? row[0] : 0);
    score_answer(ask, wide(left > right ? left : right), "dp");
    push(ask, &(struct move){.end = LEFT}, score_mark(ask, wide(left)));
    push(ask, &(struct move){.end = RIGHT}, score_mark(ask, wide(right)));
}

size_t ends_best(struct ask *ask)
{
    const struct ends_position *p = ask->position;
    return ((const struct move *)explain_first(ask)->move)->end == LEFT ? 0 : p->piles.n - 1;
}

void *ends_apply(struct ask *ask, const void *move, enum ends_score score)
{
    const struct ends_position *p = ask->position;
    struct ends_position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    size_t at = ((const struct move *)move)->end == LEFT ? 0 : p->piles.n - 1;
    next->piles = list_without(ask->arena, p->piles, at, 1, sizeof(int64_t));
    if (score_lead(ask->game, p)) {
        struct ends ends = ends_of(ask);
        score_carry(ask, next, wide(gain(&ends, score, 0, p->piles.n - 1, at)), false);
    }
    return next;
}

void ends_sample(struct sample *sample)
{
    struct ends_position *p = sample->position;
    if (sample_free(sample, "piles"))
        p->piles = score_sample(sample, 2, ROW_MAX);
}

bool ends_left(const void *move)
{
    return ((const struct move *)move)->end == LEFT;
}

void ends_words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    if (ends_left(move))
        lines_add(line, "take the pile at the left end", "取走左端的一堆");
    else
        lines_add(line, "take the pile at the right end", "取走右端的一堆");
}

static const struct type piles_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = ROW_MAX, .item = &score_pile_type};
static const struct type end_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"left", "right", NULL}};

const struct type ends_position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct ends_position),
    .fields = (const struct field[]){{"piles", offsetof(struct ends_position, piles), &piles_type,
                                      .doc = {"The piles from left to right.", "从左到右的各堆石子。"}},
                                     SCORE_LEAD(ends_position),
                                     {0}},
};

const struct type ends_move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){{"end", offsetof(struct move, end), &end_type, .doc = {"Which end pile.", "取哪一端。"}}, {0}},
};
