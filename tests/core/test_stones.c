/* The eight stone games against plain search from their rules, on all small rows. The rules are written here once more, without
 * any of the games' formulas: options() lists the moves of a state with what they score, value() is the plain recursion. */
#include "core/limits.h"
#include "core/registry.h"
#include "core/solve.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

enum { ROW = 6, MOVES = 8 };

struct state {
    int n;
    int64_t v[ROW], w[ROW]; /* the row; the other's values (rivals) */
    int64_t k;              /* max_take, m, or the sum removed */
    bool alice;
};

struct option {
    struct state next;
    int64_t score;
};

static struct state drop(const struct state *s, int at, int count)
{
    struct state t = *s;
    t.n -= count;
    for (int i = at; i < t.n; i++) {
        t.v[i] = s->v[i + count];
        t.w[i] = s->w[i + count];
    }
    return t;
}

static int64_t sum(const struct state *s, int from, int to)
{
    int64_t total = 0;
    for (int i = from; i < to; i++)
        total += s->v[i];
    return total;
}

static int ends(const struct state *s, struct option *o)
{
    if (s->n == 0)
        return 0;
    o[0] = (struct option){drop(s, 0, 1), s->v[0]};
    o[1] = (struct option){drop(s, s->n - 1, 1), s->v[s->n - 1]};
    return 2;
}

static int rest(const struct state *s, struct option *o)
{
    int n = ends(s, o);
    for (int i = 0; i < n; i++)
        o[i].score = sum(&o[i].next, 0, o[i].next.n);
    return n;
}

static int front(const struct state *s, struct option *o)
{
    int n = 0;
    for (int x = 1; x <= s->n && x <= s->k; x++)
        o[n++] = (struct option){drop(s, 0, x), sum(s, 0, x)};
    return n;
}

static int window(const struct state *s, struct option *o)
{
    int n = 0;
    for (int x = 1; x <= s->n && x <= 2 * s->k; x++) {
        o[n] = (struct option){drop(s, 0, x), sum(s, 0, x)};
        o[n++].next.k = x > s->k ? x : s->k;
    }
    return n;
}

static int merge(const struct state *s, struct option *o)
{
    int n = 0;
    for (int x = 2; x <= s->n; x++) {
        o[n] = (struct option){drop(s, 0, x - 1), sum(s, 0, x)};
        o[n].next.v[0] = o[n].score;
        n++;
    }
    return n;
}

static int rivals(const struct state *s, struct option *o)
{
    for (int i = 0; i < s->n; i++) {
        o[i] = (struct option){drop(s, i, 1), s->v[i]};
        struct state *t = &o[i].next;
        for (int j = 0; j < t->n; j++) {
            int64_t v = t->v[j];
            t->v[j] = t->w[j];
            t->w[j] = v;
        }
    }
    return s->n;
}

static int64_t value(const struct state *s, int (*options)(const struct state *, struct option *))
{
    struct option o[MOVES];
    int n = options(s, o);
    int64_t best = n ? INT64_MIN : 0;
    for (int i = 0; i < n; i++) {
        int64_t lead = o[i].score - value(&o[i].next, options);
        best = lead > best ? lead : best;
    }
    return best;
}

static struct arena arena;
static struct budget budget;
static const struct game *game;
static struct ask ask;

static void set(void *position, const char *name, const void *from, size_t size)
{
    for (const struct field *f = game->position->fields; f->name; f++)
        if (strcmp(f->name, name) == 0) {
            ck_assert_uint_eq(f->type->size, size);
            memcpy((char *)position + f->offset, from, size);
            return;
        }
    ck_abort_msg("%s has no field %s", game->id, name);
}

static void set_row(void *position, const char *name, const int64_t *v, int n, bool words)
{
    void *items = arena_alloc(&arena, (size_t)n * sizeof(struct num));
    for (int i = 0; i < n; i++)
        if (words)
            ((int64_t *)items)[i] = v[i];
        else
            ((struct num *)items)[i] = num(v[i]);
    set(position, name, &(struct list){(size_t)n, items}, sizeof(struct list));
}

static void *begin(const char *id)
{
    game = game_find(id, strlen(id));
    ck_assert_ptr_nonnull(game);
    return arena_alloc(&arena, game->position->size);
}

static void run(void *position)
{
    budget = (struct budget){.left = BUDGET_STEPS, .arena = &arena};
    ask_init(&ask, game, position, &arena, &budget, NULL);
    ask.listing = LISTING_ALL;
    ask_solve(&ask);
}

static enum outcome sign(int64_t lead)
{
    return lead > 0 ? OUTCOME_WIN : lead < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

/* The answer under ask against the plain recursion, move by move. */
static void compare(const struct state *s, int (*options)(const struct state *, struct option *))
{
    struct option o[MOVES];
    int n = options(s, o);
    int64_t best = value(s, options);
    int wins = 0, bests = 0;
    ck_assert_int_eq(((struct num *)((char *)ask.extra + game->extra->fields[0].offset))->word, best);
    ck_assert_int_eq(ask.answer.verdict, sign(best));
    ck_assert_uint_eq(ask.answer.all.n, (size_t)n);
    for (int i = 0; i < n; i++) {
        int64_t lead = o[i].score - value(&o[i].next, options);
        ck_assert_int_eq(ask.answer.all.v[i].mark.outcome, sign(lead));
        ck_assert_int_eq(ask.answer.all.v[i].mark.best, lead == best);
        wins += lead > 0;
        bests += lead == best;
    }
    ck_assert_int_eq(ask.answer.winning.seen.word, wins);
    ck_assert_int_eq(ask.answer.best.seen.word, bests);
}

static void fresh(void)
{
    arena_reset(&arena);
    arena_enter(&arena);
}

/* Every row of up to `most` values out of low…high. */
static bool next_row(struct state *s, int most, int64_t low, int64_t high)
{
    for (int i = 0; i < s->n; i++) {
        if (++s->v[i] <= high)
            return true;
        s->v[i] = low;
    }
    if (s->n == most)
        return false;
    s->v[s->n++] = low;
    return true;
}

static void start(void)
{
    num_setup();
    arena_init(&arena, NULL, 0, 64 << 20);
    arena_enter(&arena);
}

START_TEST(ends_and_rest)
{
    start();
    struct state s = {0};
    do {
        fresh();
        void *p = begin("stone-ends");
        set_row(p, "piles", s.v, s.n, true);
        run(p);
        compare(&s, ends);
        p = begin("stone-rest");
        set_row(p, "piles", s.v, s.n, true);
        run(p);
        compare(&s, rest);
    } while (next_row(&s, 5, -2, 3));
}
END_TEST

START_TEST(front_and_window)
{
    start();
    struct state s = {0};
    do
        for (s.k = 1; s.k <= 4; s.k++) {
            fresh();
            struct num k = num(s.k);
            void *p = begin("stone-front");
            set_row(p, "piles", s.v, s.n, true);
            set(p, "max_take", &k, sizeof k);
            run(p);
            compare(&s, front);
            p = begin("stone-window");
            set_row(p, "piles", s.v, s.n, true);
            set(p, "m", &k, sizeof k);
            run(p);
            compare(&s, window);
        }
    while (next_row(&s, 6, -2, 1));
}
END_TEST

START_TEST(merge_from_the_left)
{
    start();
    struct state s = {.n = 1, .v = {-2}};
    do {
        fresh();
        void *p = begin("stone-merge");
        set_row(p, "stones", s.v, s.n, false);
        run(p);
        compare(&s, merge);
    } while (next_row(&s, 6, -2, 2));
}
END_TEST

START_TEST(rival_values)
{
    start();
    struct state s = {0}; /* v runs over pairs 0…8, split in two digits: negative values too */
    do {
        struct state t = s;
        for (int i = 0; i < s.n; i++) {
            t.v[i] = s.v[i] % 3 * 2 - 1;
            t.w[i] = s.v[i] / 3 * 2 - 2;
        }
        fresh();
        void *p = begin("stone-rivals");
        set_row(p, "mine", t.v, t.n, false);
        set_row(p, "theirs", t.w, t.n, false);
        run(p);
        compare(&t, rivals);
    } while (next_row(&s, 4, 0, 8));
}
END_TEST

/* LeetCode 2029 from its rules: the sum of the removed, who moves, the stones left. */
static bool thirds(const struct state *s, bool started)
{
    if (started && s->k % 3 == 0)
        return true;
    if (s->n == 0)
        return !s->alice;
    for (int i = 0; i < s->n; i++) {
        struct state t = drop(s, i, 1);
        t.k += s->v[i];
        t.alice = !s->alice;
        if (!thirds(&t, true))
            return true;
    }
    return false;
}

START_TEST(thirds_of_the_sum)
{
    start();
    struct state s = {0};
    do
        for (s.k = 0; s.k <= 3; s.k++)
            for (int alice = 0; alice < 2; alice++) {
                fresh();
                s.alice = alice;
                bool started = s.k != 0 || !alice;
                void *p = begin("stone-thirds");
                set_row(p, "stones", s.v, s.n, false);
                set(p, "sum", &(struct num){s.k, NULL}, sizeof(struct num));
                set(p, "alice", &s.alice, sizeof s.alice);
                run(p);
                ck_assert_int_eq(ask.answer.verdict, thirds(&s, started) ? OUTCOME_WIN : OUTCOME_LOSS);
                ck_assert_uint_eq(ask.answer.all.n, started && s.k % 3 == 0 ? 0 : (size_t)s.n);
                for (size_t i = 0; i < ask.answer.all.n; i++) {
                    struct state t = drop(&s, (int)i, 1);
                    t.k += s.v[i];
                    t.alice = !s.alice;
                    ck_assert_int_eq(ask.answer.all.v[i].mark.outcome, thirds(&t, true) ? OUTCOME_LOSS : OUTCOME_WIN);
                }
            }
    while (next_row(&s, 6, 0, 2));
}
END_TEST

/* LeetCode 1563 from its rules. */
static int64_t halves(const struct state *s, int split)
{
    struct state left = drop(s, split, s->n - split), right = drop(s, 0, split);
    int64_t a = sum(&left, 0, left.n), b = sum(&right, 0, right.n), best[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        const struct state *kept = side ? &right : &left;
        for (int i = 1; i < kept->n; i++) {
            int64_t v = halves(kept, i);
            best[side] = v > best[side] ? v : best[side];
        }
    }
    if (a != b)
        return a < b ? a + best[0] : b + best[1];
    return a + (best[0] > best[1] ? best[0] : best[1]);
}

START_TEST(halves_for_one_decider)
{
    start();
    struct state s = {0};
    do {
        fresh();
        void *p = begin("stone-halves");
        set_row(p, "piles", s.v, s.n, false);
        run(p);
        int64_t best = 0, bests = 0;
        for (int i = 1; i < s.n; i++)
            best = halves(&s, i) > best ? halves(&s, i) : best;
        ck_assert_int_eq(((struct num *)((char *)ask.extra + game->extra->fields[0].offset))->word, best);
        ck_assert_int_eq(ask.answer.verdict, OUTCOME_NONE);
        ck_assert_uint_eq(ask.answer.all.n, s.n ? (size_t)s.n - 1 : 0);
        for (int i = 1; i < s.n; i++) {
            ck_assert_int_eq(ask.answer.all.v[i - 1].mark.best, halves(&s, i) == best);
            bests += halves(&s, i) == best;
        }
        ck_assert_int_eq(ask.answer.best.seen.word, bests);
    } while (next_row(&s, 6, 1, 4));
}
END_TEST

static void at_limit(void *what)
{
    run(what);
}

/* The largest sums that are answered, and the smallest that are refused: 10^18 is SCORE_SUM_MAX. */
START_TEST(sums_that_might_overflow_are_refused)
{
    start();
    struct escape escape;
    const int64_t half = SCORE_SUM_MAX / 2;
    void *p = begin("stone-merge");
    set_row(p, "stones", (int64_t[]){half, -half}, 2, false);
    ck_assert_int_eq(arena_try(&arena, &escape, at_limit, p), STATUS_ok);
    ck_assert_int_eq(ask.answer.verdict, OUTCOME_DRAW);
    set_row(p, "stones", (int64_t[]){half, -half, 1}, 3, false);
    ck_assert_int_eq(arena_try(&arena, &escape, at_limit, p), STATUS_too_large);
    ck_assert_int_eq(escape.limit, SCORE_SUM_MAX);
}
END_TEST

/* Leads of /stone-rest beyond 64 bits are exact: n equal piles of v. The lead of the player to move on k piles is
 * f(k) = (k-1)·v - f(k-1), f(1) = 0, so f(k) = v·floor(k/2). With signs v,-v,… nothing so simple; equal piles suffice for width.
 */
START_TEST(equal_piles_of_the_largest_size)
{
    start();
    int64_t *v = malloc(ROW_MAX * sizeof *v);
    for (int i = 0; i < ROW_MAX; i++)
        v[i] = PILE_MAX;
    arena_enter(&arena);
    void *p = begin("stone-rest");
    set_row(p, "piles", v, ROW_MAX, true);
    run(p);
    struct num lead = *(struct num *)((char *)ask.extra + game->extra->fields[0].offset);
    ck_assert(num_eq(lead, num_mul(num(PILE_MAX), num(ROW_MAX / 2))));
    ck_assert_int_eq(ask.answer.best.seen.word, 2);
    free(v);
}
END_TEST

SUITE(ends_and_rest, front_and_window, merge_from_the_left, rival_values, thirds_of_the_sum, halves_for_one_decider,
      sums_that_might_overflow_are_refused, equal_piles_of_the_largest_size)
