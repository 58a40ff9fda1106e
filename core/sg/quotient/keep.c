/* Quotients in the store, whole, refused or as far as they were made; and the door of the room.
 *
 * Kept are 16-bit words: a head, the generators, the steps of the monoid, its lost elements, the elements of the heaps. All else
 * follows from these. To look whether one that another process made holds is to make it: everyone makes his own. */
#include "core/sg/quotient/learn/learn.h"

#include "core/limits.h"
#include "core/memory/store.h"
#include "core/sg/misere/misere.h"

#include <string.h>

enum { FORMAT = 2, UNDER_WAY, WHOLE, PART, REFUSED };
enum {
    AT_FORMAT,
    AT_STATE,
    AT_ORDER,
    AT_GENERATORS,
    AT_COUNT,
    AT_PREPERIOD,
    AT_PERIOD,
    AT_LIMIT, /* which */
    AT_PARTS,
    AT_WILD,
    AT_LOOKED_LOW, /* options, in two halves */
    AT_LOOKED_HIGH,
    HEAD
};

/* What there can be too many of, in the order of their numbers in a table. */
static const struct {
    const char *name;
    int64_t limit;
} limits[] = {{"elements", SG_QUOTIENT_ELEMENTS}, {"generators", SG_QUOTIENT_GENERATORS},
              {"pairs", SG_QUOTIENT_PAIRS},       {"sums", SG_QUOTIENT_SUMS},
              {"options", SG_QUOTIENT_OPTIONS},   {"", -1}}; /* the last: no limit that a client could be told */

static unsigned limit_number(const char *name)
{
    unsigned i = 0;
    while (*limits[i].name && strcmp(limits[i].name, name) != 0)
        i++;
    return i;
}

struct making {
    struct builder b;
    const char *key;
    unsigned state;
    struct period_found period;
    bool wild;
    uint64_t target; /* heaps that are to be known */
    size_t n_parts;  /* further parts that are to be settled */
};

/* One more when it is done: the store keeps the longest of a key, and no number ever falls. */
static size_t words_of(unsigned state, unsigned order, unsigned n_generators, uint64_t count)
{
    return HEAD + n_generators + (size_t)order * n_generators + order + count + PARTS + (state != UNDER_WAY);
}

static struct table pack(struct making *making)
{
    struct builder *b = &making->b;
    const struct monoid *m = &b->monoid;
    size_t count = words_of(making->state, m->order, b->n_generators, b->known);
    uint16_t *words = arena_array(b->job->arena, count, sizeof *words), *at = words + HEAD;
    words[AT_FORMAT] = FORMAT;
    words[AT_STATE] = (uint16_t)making->state;
    words[AT_ORDER] = (uint16_t)m->order;
    words[AT_GENERATORS] = (uint16_t)b->n_generators;
    words[AT_COUNT] = (uint16_t)b->known;
    words[AT_PREPERIOD] = (uint16_t)making->period.preperiod;
    words[AT_PERIOD] = (uint16_t)making->period.period;
    words[AT_LIMIT] = (uint16_t)limit_number(b->limit_name ? b->limit_name : "");
    words[AT_PARTS] = (uint16_t)b->n_parts;
    words[AT_WILD] = making->wild;
    words[AT_LOOKED_LOW] = (uint16_t)b->looked;
    words[AT_LOOKED_HIGH] = (uint16_t)(b->looked >> 16);
    for (unsigned g = 0; g < b->n_generators; g++)
        *at++ = (uint16_t)b->generators[g];
    for (unsigned e = 0; e < m->order; e++)
        for (unsigned g = 0; g < b->n_generators; g++)
            *at++ = m->step[e][g];
    for (unsigned e = 0; e < m->order; e++)
        *at++ = bits_has(&m->lost, e);
    memcpy(at, b->elements, b->known * sizeof *at);
    memcpy(at + b->known, b->part_elements, sizeof b->part_elements);
    return (struct table){.data = words, .count = count, .width = sizeof *words};
}

/* Whether the words have the form of a quotient. */
static bool has_form(const struct table *table, uint64_t room)
{
    const uint16_t *w = table->data;
    if (w[AT_FORMAT] != FORMAT || w[AT_STATE] > REFUSED || w[AT_STATE] < UNDER_WAY || !w[AT_ORDER] || w[AT_ORDER] > ELEMENTS ||
        w[AT_GENERATORS] > GENERATORS || !w[AT_COUNT] || w[AT_COUNT] > room || w[AT_PARTS] > PARTS ||
        table->count != words_of(w[AT_STATE], w[AT_ORDER], w[AT_GENERATORS], w[AT_COUNT]))
        return false;
    return true;
}

static bool find_kept(struct store *store, struct arena *arena, const char *key, uint64_t room, struct table *table)
{
    return store_find_own(store, arena, key, sizeof(uint16_t), HEAD, table) && has_form(table, room);
}

static void take_up(struct making *making, const struct table *table)
{
    struct builder *b = &making->b;
    struct monoid *m = &b->monoid;
    const uint16_t *w = table->data, *at = w + HEAD;
    making->state = w[AT_STATE];
    making->period = (struct period_found){w[AT_STATE] == WHOLE, w[AT_PREPERIOD], w[AT_PERIOD]};
    making->wild = w[AT_WILD];
    m->order = w[AT_ORDER];
    b->n_generators = w[AT_GENERATORS];
    b->known = w[AT_COUNT];
    b->n_parts = w[AT_PARTS];
    b->looked = w[AT_LOOKED_LOW] | (uint64_t)w[AT_LOOKED_HIGH] << 16;
    b->limit_name = w[AT_STATE] == REFUSED ? limits[w[AT_LIMIT]].name : NULL;
    for (unsigned g = 0; g < b->n_generators; g++)
        b->generators[g] = *at++;
    for (unsigned e = 0; e < m->order; e++)
        for (unsigned g = 0; g < b->n_generators; g++)
            m->step[e][g] = *at++;
    m->lost = (struct bits){0};
    for (unsigned e = 0; e < m->order; e++)
        if (*at++)
            bits_add(&m->lost, e);
    memcpy(b->elements, at, b->known * sizeof *at);
    memcpy(b->part_elements, at + b->known, sizeof b->part_elements);
    monoid_sums(m, b->n_generators, UINT32_MAX, m->rep);
    monoid_complete(m, b->n_generators);
}

/* ---- making ---- */

static void look_for_period(struct making *making)
{
    struct period_found found = build_period(&making->b);
    if (found.found && !making->b.limit_name) {
        making->period = found;
        making->state = WHOLE;
    }
}

static void find_wild(struct making *making)
{
    enum { LOOKED = 256 };
    struct builder *b = &making->b;
    uint64_t top = b->known < LOOKED ? b->known - 1 : LOOKED;
    struct arena_mark mark = arena_mark(b->job->arena);
    const struct genus *genera = misere_genera(b->job, b->rules, top);
    for (uint64_t n = 0; n <= top; n++)
        making->wild |= genera[n].wild;
    arena_rewind(b->job->arena, mark);
}

/* What was taken up is proven again: that is soon done, and the pairs are needed. */
static void prove_again(struct builder *b)
{
    struct refutation refutation;
    learn_forms(b);
    build_forget_sets(b);
    if (prove_all(b, &refutation) != PROVEN)
        arena_escape(b->job->arena, STATUS_internal, -1, "a misere quotient in the store does not hold");
}

static void run(void *what)
{
    struct making *making = what;
    struct builder *b = &making->b;
    enum { FIRST = 32 };
    for (uint64_t to = FIRST; making->state == UNDER_WAY && !b->limit_name && b->known < making->target; to += to / 2) {
        build_heaps(b, to < making->target ? to : making->target);
        look_for_period(making);
    }
    while (b->n_parts < making->n_parts && !b->limit_name)
        build_part(b);
    if (b->dropped) {
        b->limit_name = NULL;
        return;
    }
    if (making->n_parts) /* rows may have other elements now */
        look_for_period(making);
    if (b->limit_name)
        making->state = REFUSED;
    else if (making->state == UNDER_WAY)
        making->state = PART;
    find_wild(making);
}

static void publish(struct making *making)
{
    const struct sg_job *job = making->b.job;
    struct table table = pack(making);
    store_publish_own(job->store, job->arena, making->key, &table);
}

/* Whether more options had to be looked at than who asks waits for. */
static bool is_dear(const struct builder *b)
{
    return b->looked_max && b->looked > b->looked_max;
}

/* Goes on from what the store has, or from `from`. */
static void make(struct making *making, const struct making *from)
{
    struct builder *b = &making->b;
    const struct sg_job *job = b->job;
    struct table table = {0}, start;
    if (find_kept(job->store, job->arena, making->key, b->room, &table)) {
        take_up(making, &table);
        if (making->state != UNDER_WAY || is_dear(b))
            return;
    } else if (from) {
        start = pack((struct making *)(uintptr_t)from);
        take_up(making, &start);
        b->limit_name = NULL; /* it ended the heaps, and says nothing of the parts */
    }
    making->state = UNDER_WAY;
    prove_again(b);
    struct escape landed;
    enum status status = arena_try(job->arena, &landed, run, making);
    if (status == STATUS_deadline_exceeded) {
        making->state = UNDER_WAY;
        publish(making);
        arena_escape(job->arena, status, -1,
                     "the computing time of one request ended at heap %llu of the misere quotient that these rules need; what is "
                     "proven is kept, so asking again gets further",
                     (unsigned long long)b->known);
    }
    if (status != STATUS_ok)
        arena_escape(job->arena, status, landed.limit, "%s", landed.detail);
    publish(making);
}

/* ---- the door ---- */

bool quotient_possible(const struct rules *rules)
{
    return rules->kind == RULES_CODE || rules->kind == RULES_UNEQUAL || rules->kind == RULES_HALVES ||
           (rules->kind == RULES_ROW && rules->each == 7 && rules->amounts != AMOUNTS_ANY);
}

static const char *key_of(struct arena *arena, const struct rules *rules, uint64_t room)
{
    return arena_printf(arena, "quotient%d %llu %s", FORMAT, (unsigned long long)room, rules->key);
}

bool quotient_stored(const struct rules *rules, struct arena *arena, struct store *store)
{
    struct table table = {0};
    return store && find_kept(store, arena, key_of(arena, rules, SG_QUOTIENT_BASE), SG_QUOTIENT_BASE, &table) &&
           ((const uint16_t *)table.data)[AT_STATE] == WHOLE;
}

static struct making *begin(const struct sg_job *job, const struct rules *rules, uint64_t room)
{
    struct making *making = arena_alloc(job->arena, sizeof *making);
    build_begin(&making->b, job, rules, room);
    making->state = UNDER_WAY;
    making->target = room;
    making->key = key_of(job->arena, rules, room);
    return making;
}

/* Heaps and parts, one after the other, whose elements are no products of those before: learning may have needed more. */
static unsigned count_generators(const struct builder *b)
{
    const struct monoid *m = &b->monoid;
    bool reached[ELEMENTS] = {true};
    uint16_t queue[ELEMENTS] = {0};
    unsigned n = 0, end = 1;
    for (uint64_t i = 0; i < b->known + b->n_parts; i++) {
        unsigned element = i < b->known ? b->elements[i] : b->part_elements[i - b->known];
        if (reached[element])
            continue;
        n++;
        for (unsigned at = 0; at < end; at++) {
            unsigned product = m->product[queue[at] * m->order + element];
            if (!reached[product])
                queue[end++] = (uint16_t)product;
            reached[product] = true;
        }
    }
    return n;
}

static struct quotient *tell(struct making *making)
{
    const struct builder *b = &making->b;
    struct quotient *q = arena_alloc(b->job->arena, sizeof *q);
    *q = (struct quotient){.order = b->monoid.order,
                           .generators = count_generators(b),
                           .product = b->monoid.product,
                           .elements = b->elements,
                           .count = b->known,
                           .whole = making->state == WHOLE,
                           .preperiod = making->period.preperiod,
                           .period = making->period.period,
                           .refused = making->state == REFUSED,
                           .wild = making->wild,
                           .extras = b->part_elements,
                           .n_extras = making->n_parts,
                           .making = making};
    memcpy(q->lost, b->monoid.lost.w, sizeof q->lost);
    if (q->refused) {
        unsigned i = limit_number(b->limit_name);
        q->limit_name = limits[i].name;
        q->limit = limits[i].limit;
    }
    return q;
}

struct quotient *quotient_open(const struct sg_job *job, const struct rules *rules, struct num top)
{
    struct making *making = begin(job, rules, SG_QUOTIENT_BASE);
    make(making, NULL);
    if (making->state == PART && num_cmp_word(top, SG_QUOTIENT_BASE) >= 0) {
        struct making *longer = begin(job, rules, SG_MISERE_MAX + 1);
        make(longer, making);
        making = longer;
    }
    return tell(making);
}

struct quotient *quotient_if_soon(const struct sg_job *job, const struct rules *rules)
{
    struct making *making = begin(job, rules, SG_QUOTIENT_BASE);
    making->b.looked_max = SG_QUOTIENT_SOON;
    make(making, NULL);
    return is_dear(&making->b) ? NULL : tell(making);
}

struct quotient *quotient_with(const struct sg_job *job, const struct rules *rules, const struct quotient *without,
                               const struct quotient_part *parts, size_t n)
{
    const struct making *from = without->making;
    struct making *making = begin(job, rules, from->b.room);
    for (size_t i = 0; i < n; i++) {
        making->key = arena_printf(job->arena, "%s +", making->key);
        for (size_t k = 0; k < parts[i].n; k++)
            making->key = arena_printf(job->arena, "%s %llu", making->key, (unsigned long long)parts[i].heaps[k]);
    }
    making->target = from->b.known;
    making->b.parts = parts;
    making->n_parts = n;
    making->b.looked_max = from->b.looked_max;
    make(making, from);
    return is_dear(&making->b) ? NULL : tell(making);
}

bool quotient_covers(const struct quotient *q, struct num heap)
{
    return q->whole || num_lt(heap, num_u64(q->count));
}
