/* Learning a monoid from outcomes.
 *
 * Sums of generators are told apart by tests: the outcomes of the sum together with each test, its row. Breadth first from the
 * empty sum, a sum with a new row is an element, and an element times a generator is the element with the row of that sum. Where
 * these steps do not commute, or the proof refutes the candidate at a sum whose outcome it tells wrongly, there is a test that
 * tells two sums of one element apart; it is added, and everything begins again. Where the proof refutes the candidate but all
 * outcomes at that sum are told rightly, the form of a heap that is no generator is wrong now that there is a new one: the
 * largest such heap of the sum becomes a generator. What comes out is proven; learning only has to find it. Its elements are all
 * reached, and told apart by tests, which are sums: it is reduced. */
#include "core/sg/quotient/learn/outcomes.h"

#include "core/limits.h"

#include <string.h>

enum { ROW_WORDS = TESTS / 64, SLOTS = 1 << 16, KEPT_MAX = SLOTS / 2, SUM_MAX = 512 };

/* A sum whose row was looked for: outcomes of the first `known` tests. */
struct kept {
    struct vector v;
    uint64_t row[ROW_WORDS];
    unsigned known;
};

struct learning {
    struct builder *b;
    struct outcomes outcomes;
    const uint16_t *before; /* elements of the heaps in the quotient before */
    struct vector tests[TESTS];
    unsigned n_tests;
    struct kept *kept;
    uint32_t n_kept;
    uint32_t *slots; /* 1 + index */
    uint32_t *rows;  /* elements by their row: 1 + element */
    const uint64_t **row_of;
};

static bool give_up(struct builder *b, const char *name, int64_t limit)
{
    if (!b->limit_name) {
        b->limit_name = name;
        b->limit = limit;
    }
    return false;
}

/* NULL: a limit was reached. */
static const uint64_t *row(struct learning *l, const struct vector *v)
{
    uint64_t slot = vector_hash(v) & (SLOTS - 1);
    while (l->slots[slot] && !vector_same(&l->kept[l->slots[slot] - 1].v, v))
        slot = (slot + 1) & (SLOTS - 1);
    if (!l->slots[slot]) {
        if (l->n_kept == KEPT_MAX) {
            give_up(l->b, "rows", KEPT_MAX);
            return NULL;
        }
        l->kept[l->n_kept] = (struct kept){.v = *v};
        l->slots[slot] = ++l->n_kept;
    }
    struct kept *kept = &l->kept[l->slots[slot] - 1];
    for (; kept->known < l->n_tests; kept->known++) {
        struct vector sum = vector_sum(v, &l->tests[kept->known]);
        if (outcomes_lost(&l->outcomes, &sum))
            kept->row[kept->known / 64] |= UINT64_C(1) << kept->known % 64;
        if (l->b->limit_name)
            return NULL;
    }
    return kept->row;
}

/* The element with that row; a new one with that sum if there is none; NO_ELEMENT when there are too many. */
static unsigned element_of(struct learning *l, const uint64_t *bits, const struct vector *v)
{
    struct monoid *m = &l->b->monoid;
    uint64_t hash = 0;
    for (size_t i = 0; i < ROW_WORDS; i++)
        hash = (hash ^ bits[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 31;
    uint64_t slot = hash % (2 * ELEMENTS);
    for (; l->rows[slot]; slot = (slot + 1) % (2 * ELEMENTS))
        if (memcmp(l->row_of[l->rows[slot] - 1], bits, ROW_WORDS * sizeof *bits) == 0)
            return l->rows[slot] - 1;
    if (m->order == ELEMENTS) {
        give_up(l->b, "elements", ELEMENTS);
        return NO_ELEMENT;
    }
    l->row_of[m->order] = bits;
    m->rep[m->order] = *v;
    l->rows[slot] = m->order + 1;
    return m->order++;
}

/* Elements and steps by the tests as they are. */
static bool find_elements(struct learning *l)
{
    struct builder *b = l->b;
    struct monoid *m = &b->monoid;
    memset(l->rows, 0, 2 * ELEMENTS * sizeof *l->rows);
    m->order = 0;
    struct vector nothing = {0};
    const uint64_t *bits = row(l, &nothing);
    if (!bits)
        return false;
    element_of(l, bits, &nothing);
    for (unsigned e = 0; e < m->order; e++)
        for (unsigned g = 0; g < b->n_generators; g++) {
            struct vector more = vector_unit(g), sum = vector_sum(&m->rep[e], &more);
            bits = row(l, &sum);
            unsigned to = bits ? element_of(l, bits, &sum) : NO_ELEMENT;
            if (to == NO_ELEMENT)
                return false;
            m->step[e][g] = (uint16_t)to;
            budget_spend(b->job->budget, 32);
        }
    m->lost = (struct bits){0};
    for (unsigned e = 0; e < m->order; e++)
        if (l->row_of[e][0] & 1)
            bits_add(&m->lost, e);
    return true;
}

/* False: it is there already, or there are too many. */
static bool add_test(struct learning *l, const struct vector *test)
{
    for (unsigned i = 0; i < l->n_tests; i++)
        if (vector_same(&l->tests[i], test))
            return false;
    if (l->n_tests == TESTS)
        return give_up(l->b, "tests", TESTS);
    l->tests[l->n_tests++] = *test;
    return true;
}

/* Two elements that should be one: a generator together with what tells them apart. */
static bool add_distinction(struct learning *l, unsigned x, unsigned y, unsigned g, unsigned h)
{
    unsigned i = 0;
    while (!((l->row_of[x][i / 64] ^ l->row_of[y][i / 64]) >> i % 64 & 1))
        i++;
    struct vector first = vector_unit(g), second = vector_unit(h);
    first = vector_sum(&first, &l->tests[i]);
    second = vector_sum(&second, &l->tests[i]);
    bool added = add_test(l, &first);
    return add_test(l, &second) || added;
}

enum step { DONE, AGAIN, FAILED };

static enum step check_commuting(struct learning *l)
{
    const struct monoid *m = &l->b->monoid;
    for (unsigned e = 0; e < m->order; e++)
        for (unsigned g = 0; g < l->b->n_generators; g++)
            for (unsigned h = 0; h < g; h++) {
                unsigned x = m->step[m->step[e][g]][h], y = m->step[m->step[e][h]][g];
                if (x != y)
                    return add_distinction(l, x, y, g, h) ? AGAIN : FAILED;
            }
    return DONE;
}

/* ---- what a refutation teaches ---- */

/* The candidate's outcome of a sum is wrong: the step on its way at which the outcome of (element so far, rest of the sum)
 * changes shows a rest that tells two sums of one element apart. */
static enum step learn_from(struct learning *l, const struct vector *sum)
{
    struct builder *b = l->b;
    const struct monoid *m = &b->monoid;
    struct vector rest = *sum;
    unsigned element = 0;
    bool lost = outcomes_lost(&l->outcomes, sum);
    for (unsigned g = 0; g < b->n_generators; g++)
        while (rest.n[g]) {
            rest.n[g]--;
            element = m->step[element][g];
            struct vector now = vector_sum(&m->rep[element], &rest);
            bool lost_now = outcomes_lost(&l->outcomes, &now);
            if (b->limit_name)
                return FAILED;
            if (lost_now != lost)
                return add_test(l, &rest) ? AGAIN : FAILED;
        }
    return FAILED;
}

/* DONE: the candidate tells it rightly. */
static enum step compare(struct learning *l, const struct vector *sum)
{
    struct builder *b = l->b;
    bool lost = outcomes_lost(&l->outcomes, sum);
    if (b->limit_name)
        return FAILED;
    if (lost == bits_has(&b->monoid.lost, monoid_of(&b->monoid, sum, b->n_generators)))
        return DONE;
    return learn_from(l, sum);
}

static bool is_generator(const struct builder *b, uint64_t heap)
{
    for (unsigned g = 0; g < b->n_generators; g++)
        if (b->generators[g] == heap)
            return true;
    return false;
}

static struct vector *form_of(struct builder *b, uint64_t heap)
{
    return heap >= b->room ? &b->part_forms[heap - b->room] : &b->forms[heap];
}

static bool add_generator(struct builder *b, uint64_t heap)
{
    if (b->n_generators == GENERATORS)
        return give_up(b, "generators", GENERATORS);
    *form_of(b, heap) = vector_unit(b->n_generators);
    b->generators[b->n_generators++] = (uint32_t)heap;
    return true;
}

/* The largest heap of the sum that is no generator becomes one. */
static enum step promote(struct learning *l, const uint32_t *heaps, size_t n)
{
    struct builder *b = l->b;
    uint64_t largest = 0;
    for (size_t i = 0; i < n; i++)
        if (heaps[i] > largest && heaps[i] < b->room && !is_generator(b, heaps[i]))
            largest = heaps[i];
    if (!largest || !add_generator(b, largest))
        return FAILED;
    struct outcomes *o = &l->outcomes;
    o->elements_before[b->n_generators - 1] = l->before[largest];
    memset(l->slots, 0, SLOTS * sizeof *l->slots);
    l->n_kept = 0;
    outcomes_begin(o);
    return AGAIN;
}

static enum step learn_from_proof(struct learning *l, struct refutation refutation)
{
    struct builder *b = l->b;
    uint32_t heaps[SUM_MAX];
    size_t n = 0;
    heaps[n++] = refutation.heap;
    for (uint32_t i = refutation.pair; i; i = b->pairs.parent[i]) {
        if (n == SUM_MAX) {
            give_up(b, "heaps of a sum", SUM_MAX);
            return FAILED;
        }
        heaps[n++] = b->pairs.by[i];
    }
    struct vector sum = {0};
    for (size_t i = 0; i < n; i++)
        sum = vector_sum(&sum, build_form(b, heaps[i]));
    enum step step = compare(l, &sum);
    for (size_t i = 0; i < n && step == DONE; i++) {
        if (i && heaps[i] == heaps[i - 1])
            continue;
        struct vector rest = vector_less(&sum, build_form(b, heaps[i]));
        struct vectors options = build_option_vectors(b, heaps[i]);
        for (size_t k = 0; k < options.n && step == DONE; k++) {
            struct vector option = vector_sum(&rest, &options.v[k]);
            step = compare(l, &option);
        }
    }
    return step == DONE ? promote(l, heaps, n) : step;
}

static void take_elements(struct builder *b)
{
    for (uint64_t heap = 0; heap < b->known; heap++)
        b->elements[heap] = (uint16_t)monoid_of(&b->monoid, &b->forms[heap], b->n_generators);
    for (size_t i = 0; i < b->n_parts; i++)
        b->part_elements[i] = (uint16_t)monoid_of(&b->monoid, &b->part_forms[i], b->n_generators);
    build_forget_sets(b);
}

static enum step learn_step(struct learning *l)
{
    struct builder *b = l->b;
    if (!find_elements(l))
        return FAILED;
    enum step step = check_commuting(l);
    if (step != DONE)
        return step;
    struct monoid *m = &b->monoid;
    monoid_complete(m, b->n_generators);
    take_elements(b);
    budget_spend(b->job->budget, m->order * m->order);
    struct refutation refutation;
    enum verdict_on verdict = prove_all(b, &refutation);
    if (verdict == TOO_MANY)
        give_up(b, "pairs", SG_QUOTIENT_PAIRS);
    return verdict == PROVEN ? DONE : verdict == TOO_MANY ? FAILED : learn_from_proof(l, refutation);
}

/* ---- all of it ---- */

/* Heaps that are no generators stand for sums of smaller ones: so every option is smaller than what it is an option of. */
void learn_forms(struct builder *b)
{
    struct arena *arena = b->job->arena;
    struct arena_mark mark = arena_mark(arena);
    struct vector *sums = arena_raw(arena, ELEMENTS * sizeof *sums);
    uint32_t allowed = 0;
    monoid_sums(&b->monoid, b->n_generators, allowed, sums);
    for (uint64_t heap = 0; heap < b->known; heap++) {
        b->forms[heap] = sums[b->elements[heap]];
        for (unsigned g = 0; g < b->n_generators; g++)
            if (b->generators[g] == heap) {
                b->forms[heap] = vector_unit(g);
                allowed |= UINT32_C(1) << g;
                monoid_sums(&b->monoid, b->n_generators, allowed, sums);
            }
    }
    monoid_sums(&b->monoid, b->n_generators, UINT32_MAX, sums);
    for (size_t i = 0; i < b->n_parts; i++)
        b->part_forms[i] = sums[b->part_elements[i]];
    for (unsigned g = 0; g < b->n_generators; g++)
        *form_of(b, b->generators[g]) = vector_unit(g);
    arena_rewind(arena, mark);
}

static struct learning *begin(struct builder *b, const struct monoid *before, const uint16_t *elements)
{
    struct arena *arena = b->job->arena;
    struct learning *l = arena_alloc(arena, sizeof *l);
    l->b = b;
    l->before = elements;
    l->n_tests = 1;
    l->kept = arena_raw(arena, KEPT_MAX * sizeof *l->kept);
    l->slots = arena_array(arena, SLOTS, sizeof *l->slots);
    l->rows = arena_raw(arena, 2 * ELEMENTS * sizeof *l->rows);
    l->row_of = arena_raw(arena, ELEMENTS * sizeof *l->row_of);
    l->outcomes = (struct outcomes){.b = b, .before = before, .newest = b->n_generators - 1};
    for (unsigned g = 0; g + 1 < b->n_generators; g++)
        l->outcomes.elements_before[g] = before->step[0][g];
    outcomes_begin(&l->outcomes);
    return l;
}

struct attempt {
    struct builder *b;
    const struct monoid *before;
    const uint16_t *elements; /* of the heaps before */
    uint64_t newest;
    bool learnt;
};

static void run(void *what)
{
    struct attempt *attempt = what;
    struct builder *b = attempt->b;
    if (!add_generator(b, attempt->newest))
        return;
    b->monoid = b->spare;
    struct learning *l = begin(b, attempt->before, attempt->elements);
    enum step step;
    do
        step = learn_step(l);
    while (step == AGAIN);
    attempt->learnt = step == DONE;
    b->looked += l->outcomes.looked;
    if (!attempt->learnt)
        give_up(b, "steps of learning", -1); /* where no limit was reached: a refutation that teaches nothing */
}

bool learn(struct builder *b, uint64_t newest)
{
    struct arena *arena = b->job->arena;
    struct builder before = *b;
    size_t known = newest < b->room ? (size_t)newest : b->known;
    struct arena_mark mark = arena_mark(arena);
    uint16_t *elements = arena_raw(arena, (known + 1) * sizeof *elements);
    memcpy(elements, b->elements, known * sizeof *elements);
    struct attempt attempt = {b, &before.monoid, elements, newest, false};
    struct escape landed;
    enum status status = arena_try(arena, &landed, run, &attempt);
    if (attempt.learnt) {
        b->spare = before.monoid;
    } else {
        before.limit_name = b->limit_name;
        before.limit = b->limit;
        before.looked = b->looked;
        before.dropped = b->dropped;
        *b = before;
        b->known = known;
        b->n_parts -= newest >= b->room;
        memcpy(b->elements, elements, known * sizeof *elements);
    }
    build_forget_sets(b);
    learn_forms(b);
    if (status != STATUS_ok)
        arena_escape(arena, status, landed.limit, "%s", landed.detail);
    arena_rewind(arena, mark);
    return attempt.learnt;
}
