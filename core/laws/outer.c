/* A value as a simple function of another. The numbers are not tried but read off: a modulus divides every u - value, a divisor
 * lies in the intersection of intervals. Most are refuted by the first few places. */
#include "core/laws/outer.h"

#include "core/laws/expression.h"
#include "core/value/divisor.h"

enum { DIVISOR_MAX = 64, MODULUS_MAX = 128 };

struct fitting {
    const int64_t *u, *v;
    size_t n;
    struct outer *found;
    size_t count;
    uint64_t steps;
};

static bool both_natural(int64_t a, int64_t b)
{
    return (a | b) >= 0;
}

bool outer_of(const struct outer *outer, int64_t u, int64_t *value)
{
    int64_t a = outer->a, b = outer->b;
    switch (outer->kind) {
    case OUTER_MODULO:
        *value = floor_mod(u, a);
        return true;
    case OUTER_DIVIDED:
        *value = floor_div(u, a);
        return true;
    case OUTER_DIGIT:
        *value = floor_mod(floor_div(u, a), b);
        return true;
    case OUTER_PART:
        *value = floor_mod(u, a) / b;
        return true;
    case OUTER_XOR:
        *value = u ^ a;
        return both_natural(u, a);
    case OUTER_OR:
        *value = u | a;
        return both_natural(u, a);
    case OUTER_AND:
        *value = u & a;
        return both_natural(u, a);
    case OUTER_PLUS:
        *value = u + a;
        return true;
    case OUTER_AT_MOST:
        *value = u < a ? u : a;
        return true;
    case OUTER_EQUAL:
        *value = u == a;
        return true;
    default:
        *value = u;
        return true;
    }
}

static void keep(struct fitting *fitting, struct outer outer)
{
    if (fitting->count == OUTERS_MAX)
        return;
    for (size_t i = 0; i < fitting->n; i++) {
        int64_t value;
        fitting->steps++;
        if (!outer_of(&outer, fitting->u[i], &value) || value != fitting->v[i])
            return;
    }
    fitting->found[fitting->count++] = outer;
}

/* The modulus of u / by: the greatest common divisor of all u / by - value; 0 where it is refuted, or all are equal. */
static int64_t modulus(struct fitting *fitting, int64_t by)
{
    int64_t m = 0, max = 0;
    for (size_t i = 0; i < fitting->n; i++) {
        int64_t v = fitting->v[i], u = by == 1 ? fitting->u[i] : floor_div(fitting->u[i], by);
        fitting->steps++;
        if (v < 0)
            return 0;
        max = v > max ? v : max;
        m = (int64_t)common_divisor((uint64_t)m, (uint64_t)(u > v ? u - v : v - u));
        if (m && m <= max)
            return 0;
    }
    return m;
}

/* The least divisor of u % modulus (0: of u), at least 2; or 0. */
static int64_t divisor(struct fitting *fitting, int64_t of)
{
    int64_t least = 2, most = INT64_MAX;
    for (size_t i = 0; i < fitting->n && least <= most; i++) {
        int64_t v = fitting->v[i], u = of ? floor_mod(fitting->u[i], of) : fitting->u[i];
        fitting->steps++;
        if (v < 0 || u < 0)
            return 0;
        int64_t low = u / (v + 1) + 1, high = v ? u / v : INT64_MAX;
        least = low > least ? low : least;
        most = high < most ? high : most;
    }
    return least <= most ? least : 0;
}

static void find_divisions(struct fitting *fitting)
{
    int64_t max = 0; /* u / a and u % a are nothing new beyond */
    for (size_t i = 0; i < fitting->n; i++)
        max = fitting->u[i] > max ? fitting->u[i] : max;
    int64_t m = modulus(fitting, 1);
    if (m > 1)
        keep(fitting, (struct outer){OUTER_MODULO, m, 0});
    int64_t d = divisor(fitting, 0);
    if (d)
        keep(fitting, (struct outer){OUTER_DIVIDED, d, 0});
    for (int64_t a = 2; a <= DIVISOR_MAX && a <= max; a++) {
        int64_t b = modulus(fitting, a);
        if (b > 1)
            keep(fitting, (struct outer){OUTER_DIGIT, a, b});
    }
    for (int64_t a = 3; a <= MODULUS_MAX && a <= max; a++) {
        int64_t b = divisor(fitting, a);
        if (b)
            keep(fitting, (struct outer){OUTER_PART, a, b});
    }
}

/* The bits that u | a must bring, and that u & a must leave. */
static void find_masks(struct fitting *fitting)
{
    int64_t brought = 0, left = 0;
    for (size_t i = 0; i < fitting->n; i++) {
        int64_t u = fitting->u[i], v = fitting->v[i];
        fitting->steps++;
        if (!both_natural(u, v))
            return;
        brought |= v & ~u;
        left |= v;
        if (brought & ~v && left & u & ~v)
            return;
    }
    if (brought)
        keep(fitting, (struct outer){OUTER_OR, brought, 0});
    if (left)
        keep(fitting, (struct outer){OUTER_AND, left, 0});
}

/* u == a, of values that are 0 and 1. */
static void find_equal(struct fitting *fitting)
{
    for (size_t i = 0; i < fitting->n; i++) {
        fitting->steps++;
        if (fitting->v[i] == 1) {
            keep(fitting, (struct outer){OUTER_EQUAL, fitting->u[i], 0});
            return;
        }
        if (fitting->v[i] != 0)
            return;
    }
}

/* min(u, a), where a is reached: otherwise it is u itself. */
static void find_at_most(struct fitting *fitting)
{
    int64_t max = fitting->v[0];
    bool cut = false;
    for (size_t i = 0; i < fitting->n; i++) {
        fitting->steps++;
        max = fitting->v[i] > max ? fitting->v[i] : max;
        cut |= fitting->u[i] > fitting->v[i];
        if (fitting->u[i] < fitting->v[i])
            return;
    }
    if (cut)
        keep(fitting, (struct outer){OUTER_AT_MOST, max, 0});
}

size_t outer_find(const int64_t *u, const int64_t *v, size_t n, struct budget *budget, struct outer *found)
{
    struct fitting fitting = {.u = u, .v = v, .n = n, .found = found};
    if (n == 0)
        return 0;
    keep(&fitting, (struct outer){OUTER_ITSELF, 0, 0});
    if (!fitting.count) {
        find_divisions(&fitting);
        if (both_natural(u[0], v[0]) && u[0] != v[0])
            keep(&fitting, (struct outer){OUTER_XOR, u[0] ^ v[0], 0});
        find_masks(&fitting);
        keep(&fitting, (struct outer){OUTER_PLUS, v[0] - u[0], 0});
        find_at_most(&fitting);
        find_equal(&fitting);
    }
    budget_spend(budget, fitting.steps + 1);
    return fitting.count;
}

int64_t outer_cost(const struct outer *outer)
{
    int64_t cost = bits_gamma(outer->kind);
    if (outer->kind != OUTER_ITSELF)
        cost += bits_signed(outer->a);
    if (outer->kind == OUTER_DIGIT || outer->kind == OUTER_PART)
        cost += bits_gamma((uint64_t)outer->b);
    return cost;
}

const char *outer_expression(struct arena *arena, const struct outer *outer)
{
    static const char *const patterns[OUTER_COUNT] = {
        [OUTER_MODULO] = EXPRESSION_N " %% %lld",       [OUTER_DIVIDED] = EXPRESSION_N " / %lld",
        [OUTER_DIGIT] = EXPRESSION_N " / %lld %% %lld", [OUTER_PART] = EXPRESSION_N " %% %lld / %lld",
        [OUTER_XOR] = EXPRESSION_N " ^ %lld",           [OUTER_OR] = EXPRESSION_N " | %lld",
        [OUTER_AND] = EXPRESSION_N " & %lld",           [OUTER_AT_MOST] = "min(" EXPRESSION_N ", %lld)",
        [OUTER_EQUAL] = EXPRESSION_N " == %lld",
    };
    if (outer->kind == OUTER_ITSELF)
        return EXPRESSION_N;
    if (outer->kind == OUTER_PLUS)
        return expression_plus(arena, EXPRESSION_N, outer->a);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return arena_printf(arena, patterns[outer->kind], (long long)outer->a, (long long)outer->b);
#pragma GCC diagnostic pop
}
