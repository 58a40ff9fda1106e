/* Taking states apart, and the loop over the instructions (ops.def). */
#include "core/custom/machine/machine.h"

#include "core/limits.h"

#include <string.h>

enum { SHIFT_MAX = 62, FUEL = 1 << 14 };

void machine_init(struct machine *m, const struct program *program, const struct layout *layout, struct arena *arena,
                  struct budget *budget)
{
    size_t lists = LIST_TEMPORARY + (size_t)program->temporaries;
    *m = (struct machine){.program = program,
                          .layout = layout,
                          .variable = program->rules ? program->rules->variable : NULL,
                          .arena = arena,
                          .budget = budget,
                          .class = SIZE_MAX,
                          .steps_max = CUSTOM_INSTRUCTIONS,
                          .dense_from = DENSE_FROM,
                          .ints = arena_array(arena, program->ints, sizeof(int64_t)),
                          .lists = arena_array(arena, lists, sizeof(struct items)),
                          .buffer = arena_array(arena, lists, sizeof(int64_t *))};
    for (size_t i = 0; i < program->constants; i++)
        m->ints[INT_CONSTANT + i] = program->constant[i];
    for (size_t v = 0; layout && v < layout->rules->variables; v++) {
        size_t items = layout->packing[v].items_max;
        if (!layout->rules->variable[v].list || !layout->packing[v].packed)
            continue;
        for (size_t reg = LIST_OLD; reg <= LIST_AFTER; reg += VARIABLES_MAX)
            m->buffer[reg + v] = arena_raw(arena, (items + 1) * sizeof(int64_t));
    }
    for (size_t i = 0; program->rules && i < program->rules->lets; i++)
        if (program->rules->let[i].value->type == TYPE_LIST)
            for (size_t reg = LIST_LET; reg <= LIST_LET + LETS_MAX; reg += LETS_MAX)
                m->buffer[reg + i] = arena_raw(arena, PASSING_MAX * sizeof(int64_t));
    for (size_t i = LIST_PARAMETER; program->rules && i < LIST_TEMPORARY; i++)
        m->buffer[i] = arena_raw(arena, ITEMS_GIVEN * sizeof(int64_t));
    for (size_t i = LIST_TEMPORARY; i < lists; i++)
        m->buffer[i] = arena_raw(arena, PASSING_MAX * sizeof(int64_t));
}

struct machine *machine_reader(const struct machine *m)
{
    struct machine *reader = arena_alloc(m->arena, sizeof *reader);
    *reader = *m;
    reader->class = SIZE_MAX;
    reader->ints = arena_array(m->arena, INT_PARAMETER, sizeof(int64_t));
    reader->lists = arena_array(m->arena, VARIABLES_MAX, sizeof(struct items));
    reader->buffer = arena_array(m->arena, VARIABLES_MAX, sizeof(int64_t *));
    for (size_t v = 0; v < m->layout->rules->variables; v++)
        if (m->buffer[LIST_OLD + v])
            reader->buffer[LIST_OLD + v] = arena_raw(m->arena, (m->layout->packing[v].items_max + 1) * sizeof(int64_t));
    return reader;
}

void machine_anew(struct machine *m)
{
    m->steps = m->mark = 0;
    m->steps_max = UINT64_MAX;
}

/* What the states of a class have in common. */
static void load_class(struct machine *m, size_t class)
{
    const struct given_state *given = m->layout->class[class];
    m->class = class;
    for (size_t v = 0; v < m->layout->rules->variables; v++)
        if (!m->layout->packing[v].packed) {
            m->lists[LIST_OLD + v] = given->value[v];
            if (!m->variable[v].list)
                m->ints[INT_OLD + v] = given->value[v].v[0];
        }
}

static inline int64_t unpack(key128 key, int64_t min, uint8_t bits, size_t shift)
{
    return bits ? (int64_t)((uint64_t)min + ((uint64_t)(key >> shift) & (UINT64_MAX >> (64 - bits)))) : min;
}

static void start(struct machine *m)
{
    m->next = 0;
    m->more = true;
    m->depth = 0;
    memset(m->ints + INT_LET_DONE, 0, 2 * LETS_MAX * sizeof(int64_t));
}

void machine_open(struct machine *m, key128 key)
{
    const struct layout *layout = m->layout;
    size_t class = layout_class(layout, key);
    m->key = key;
    if (class != m->class)
        load_class(m, class);
    for (size_t v = 0; v < layout->rules->variables; v++) {
        const struct packing *p = &layout->packing[v];
        int64_t min = m->variable[v].min;
        if (!p->packed)
            continue;
        if (!m->variable[v].list) {
            m->ints[INT_OLD + v] = unpack(key, min, p->bits, p->shift);
            continue;
        }
        size_t n = (size_t)unpack(key, p->items_min, p->length_bits, p->length_shift);
        for (size_t i = 0; i < n; i++)
            m->buffer[LIST_OLD + v][i] = unpack(key, min, p->bits, p->shift + i * p->bits);
        m->lists[LIST_OLD + v] = (struct items){m->buffer[LIST_OLD + v], n};
    }
    m->ints[INT_TURN] = layout->rules->turns ? (int64_t)(key >> layout->turn_shift) & 1 : 0;
    start(m);
}

void machine_begin(struct machine *m, const int64_t *values, size_t n)
{
    memcpy(m->ints + INT_OLD, values, n * sizeof *values);
    start(m);
}

struct items machine_value(const struct machine *m, size_t variable)
{
    return m->variable[variable].list ? m->lists[LIST_OLD + variable] : (struct items){&m->ints[INT_OLD + variable], 1};
}

static void list_copy(struct machine *m, uint16_t to, struct items from)
{
    memmove(m->buffer[to], from.v, from.n * sizeof *from.v);
    m->lists[to] = (struct items){m->buffer[to], from.n};
}

static void list_join(struct machine *m, uint16_t to, struct items a, struct items b)
{
    list_copy(m, to, a);
    if (b.n)
        memmove(m->buffer[to] + a.n, b.v, b.n * sizeof *b.v);
    m->lists[to].n += b.n;
}

static struct items list_slice(struct items list, int64_t first, int64_t last)
{
    first = first < 0 ? 0 : first;
    last = last >= (int64_t)list.n ? (int64_t)list.n - 1 : last;
    return last < first ? (struct items){list.v, 0} : (struct items){list.v + first, (size_t)(last - first) + 1};
}

static void list_reverse(struct machine *m, uint16_t to, struct items from)
{
    for (size_t i = 0; i < from.n; i++)
        m->buffer[to][i] = from.v[from.n - 1 - i];
    m->lists[to] = (struct items){m->buffer[to], from.n};
}

static const char *name_of(const struct machine *m, size_t variable)
{
    struct span name = m->variable[variable].name;
    return arena_copy(m->arena, name.text, name.n);
}

static bool outside(struct machine *m, size_t variable, int64_t value)
{
    const struct variable *v = &m->variable[variable];
    if (value >= v->min && value <= v->max)
        return false;
    m->fault.detail = arena_printf(m->arena, "%s must be in %lld…%lld, not %lld", name_of(m, variable), (long long)v->min,
                                   (long long)v->max, (long long)value);
    return true;
}

static bool length_outside(struct machine *m, size_t variable, size_t n)
{
    const struct variable *v = &m->variable[variable];
    size_t old = m->lists[LIST_OLD + variable].n;
    if (v->as_given ? n == old : n >= v->items_min && n <= v->items_max)
        return false;
    m->fault.detail =
        v->as_given
            ? arena_printf(m->arena, "%s must keep its %zu items, not have %zu", name_of(m, variable), old, n)
            : arena_printf(m->arena, "%s must have %u…%u items, not %zu", name_of(m, variable), v->items_min, v->items_max, n);
    return true;
}

static bool store_list(struct machine *m, uint16_t to, size_t variable, struct items list)
{
    if (length_outside(m, variable, list.n))
        return false;
    for (size_t i = 0; i < list.n; i++)
        if (outside(m, variable, list.v[i]))
            return false;
    list_copy(m, to, list);
    return true;
}

static bool make_list(struct machine *m, uint16_t function, uint16_t to, int64_t argument, enum fault_code *code, uint64_t *steps)
{
    size_t n = 0;
    if (!function_list(function, argument, m->buffer[to], PASSING_MAX, &n, code, steps))
        return false;
    m->lists[to] = (struct items){m->buffer[to], n};
    return true;
}

/* The key of the state that a move leads to: the old one with what the plan changes. */
static key128 pack(const struct machine *m, const struct plan *plan, uint64_t *steps)
{
    key128 key = m->key;
    *steps += plan->n;
    for (size_t i = 0; i < plan->n; i++) {
        size_t v = plan->v[i].variable;
        const struct packing *p = &m->layout->packing[v];
        int64_t min = m->variable[v].min;
        if (!m->variable[v].list) {
            key = (key & ~key_mask(p->bits, p->shift)) | key_field(m->ints[plan->v[i].reg], min, p->shift);
            continue;
        }
        struct items list = m->lists[plan->v[i].reg];
        key &= ~key_mask((uint8_t)(p->bits * p->items_max), p->shift);
        *steps += list.n;
        for (size_t j = 0; j < list.n && p->bits; j++)
            key |= key_field(list.v[j], min, (uint8_t)(p->shift + j * p->bits));
        if (p->length_bits)
            key = (key & ~key_mask(p->length_bits, p->length_shift)) | key_field((int64_t)list.n, p->items_min, p->length_shift);
    }
    return key;
}

/* More steps, if there are any left. What a function took beyond the mark is paid, too. */
static bool refuel(struct machine *m, uint64_t *fuel)
{
    uint64_t left = m->steps_max - m->steps;
    *fuel = left < FUEL ? left : FUEL;
    budget_spend(m->budget, FUEL + (m->steps - m->mark));
    return left > 0;
}

#define FAIL_CODE(what)                                                                                                          \
    do {                                                                                                                         \
        m->fault.code = (what);                                                                                                  \
        event = RUN_FAULT;                                                                                                       \
        goto stop;                                                                                                               \
    } while (0)
#define FAIL(name)                                                                                                               \
    do {                                                                                                                         \
        m->fault.detail = NULL;                                                                                                  \
        FAIL_CODE(FAULT_##name);                                                                                                 \
    } while (0)
#define LIMIT(name)                                                                                                              \
    do {                                                                                                                         \
        m->excess = EXCESS_##name;                                                                                               \
        event = RUN_LIMIT;                                                                                                       \
        goto stop;                                                                                                               \
    } while (0)
#define STOP(what)                                                                                                               \
    do {                                                                                                                         \
        event = (what);                                                                                                          \
        goto stop;                                                                                                               \
    } while (0)
#define GO(to) (at = code + (to))
#define CALL_AT(to)                                                                                                              \
    do {                                                                                                                         \
        m->calls[m->depth++] = (uint32_t)(at - code);                                                                            \
        at = code + (to);                                                                                                        \
    } while (0)
#define RETURN (at = code + m->calls[--m->depth])
#define SPEND(n) spent += (n)

enum event machine_run(struct machine *m)
{
    const struct instruction *code = m->program->code, *at = code + m->next;
    int64_t *R = m->ints;
    struct items *L = m->lists;
    enum event event;
    uint64_t spent = m->steps;
    for (;;) {
        const struct instruction *i = at++;
        uint16_t a = i->a, b = i->b, c = i->c;
        if (++spent >= m->mark) {
            uint64_t fuel;
            m->steps = spent;
            if (spent > m->steps_max || !refuel(m, &fuel))
                LIMIT(steps);
            m->mark = spent + fuel;
        }
        switch ((enum op)i->op) {
#define OP(name, ...)                                                                                                            \
    case OP_##name: {                                                                                                            \
        __VA_ARGS__;                                                                                                             \
    } break;
#include "core/custom/machine/ops.def"
#undef OP
        }
    }
stop:
    m->steps = spent;
    m->next = (uint32_t)(at - code);
    m->fault.at = m->next - 1;
    m->more = event == RUN_MOVE;
    if (event == RUN_MOVE && m->layout && m->program->rules->turns && !m->again)
        for (size_t p = 0; p < m->parts; p++)
            m->part[p] ^= (key128)1 << m->layout->turn_shift;
    return event;
}

const char *fault_words(enum fault_code code)
{
    switch (code) {
    case FAULT_overflow:
        return "the result lies beyond 64 bits";
    case FAULT_division_by_zero:
        return "a divisor must be at least 1";
    case FAULT_bad_index:
        return "there is no such item in the list";
    default:
        return "an operand is outside the range that is allowed here";
    }
}
