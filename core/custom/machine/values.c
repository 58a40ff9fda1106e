/* The functions of expressions: exact, in integers alone, every excess a fault. What one takes beyond an instruction, counted in
 * such, goes to *steps: loops by their turns, a division as four. */
#include "core/custom/machine/values.h"

#include "core/custom/machine/primes.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

enum { WIDE_ROOT = 128 };

/* Bit by bit from above. */
static uint64_t wide_root(wide n)
{
    wide result = 0;
    for (int bit = 63; bit >= 0; bit--) {
        wide next = result | (wide)1 << bit;
        if (next * next <= n)
            result = next;
    }
    return (uint64_t)result;
}

static bool is_square(int64_t a, uint64_t *steps)
{
    uint64_t side = a < 0 ? 0 : primes_root((uint64_t)a, steps);
    return a >= 0 && side * side == (uint64_t)a;
}

static int64_t is_fibonacci(int64_t n, uint64_t *steps)
{
    int64_t a = 0, b = 1;
    while (a < n && b <= INT64_MAX - a) {
        int64_t next = a + b;
        a = b;
        b = next;
        ++*steps;
    }
    return a == n || b == n;
}

static uint64_t magnitude(int64_t a)
{
    return a < 0 ? -(uint64_t)a : (uint64_t)a;
}

static bool greatest_divisor(int64_t a, int64_t b, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    uint64_t x = magnitude(a), y = magnitude(b);
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
        *steps += DIVISION;
    }
    *code = FAULT_overflow;
    *result = (int64_t)x;
    return x <= INT64_MAX;
}

static bool power(int64_t a, int64_t b, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    *code = b < 0 ? FAULT_out_of_range : FAULT_overflow;
    if (b < 0)
        return false;
    if (a >= -1 && a <= 1) {
        *result = b == 0 ? 1 : a < 0 && b % 2 == 0 ? 1 : a;
        return true;
    }
    for (*result = 1; b; b--, ++*steps)
        if (__builtin_mul_overflow(*result, a, result))
            return false;
    return true;
}

static bool is_power(int64_t a, int64_t k, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    *code = FAULT_out_of_range;
    if (k < 2)
        return false;
    for (; a > 1 && a % k == 0; *steps += DIVISION)
        a /= k;
    *result = a == 1;
    return true;
}

static bool valuation(int64_t a, int64_t k, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    *code = FAULT_out_of_range;
    if (k < 2 || a == 0)
        return false;
    for (*result = 0; a % k == 0; ++*result, *steps += DIVISION)
        a /= k;
    return true;
}

/* floor((k p + sqrt(k k q q d)) / r): a root less than 1 below its floor's successor changes no quotient. */
static bool beatty(const int64_t *argument, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    int64_t k = argument[0], p = argument[1], q = argument[2], d = argument[3], r = argument[4];
    *code = FAULT_out_of_range;
    if (k < 0 || q < 0 || d < 0 || r < 1)
        return false;
    *code = FAULT_overflow;
    *steps += WIDE_ROOT;
    wide square = (wide)(uint64_t)k * (uint64_t)q;
    if (square > UINT64_MAX || __builtin_mul_overflow(square * square, (wide)(uint64_t)d, &square))
        return false;
    __int128 sum = (__int128)k * p + (__int128)wide_root(square), floor = sum / r - (sum % r < 0);
    *result = (int64_t)floor;
    return floor >= INT64_MIN && floor <= INT64_MAX;
}

/* Of one argument that must not lie below `least`. */
static bool small_function(uint32_t function, int64_t a, int64_t least, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    *code = FAULT_out_of_range;
    if (a < least)
        return false;
    if (function == FUNCTION_isqrt)
        *result = (int64_t)primes_root((uint64_t)a, steps);
    else if (function == FUNCTION_log2)
        *result = 63 - __builtin_clzll((uint64_t)a);
    else if (function == FUNCTION_bits)
        *result = a ? 64 - __builtin_clzll((uint64_t)a) : 0;
    else if (function == FUNCTION_popcount)
        *result = __builtin_popcountll((uint64_t)a);
    else
        *result = (int64_t)primes_least_factor((uint64_t)a, steps);
    return true;
}

bool function_integer(uint32_t function, const int64_t *argument, int64_t *result, enum fault_code *code, uint64_t *steps)
{
    int64_t a = argument[0];
    switch (function) {
    case FUNCTION_abs:
        *code = FAULT_overflow;
        *result = a < 0 ? (int64_t) - (uint64_t)a : a;
        return a != INT64_MIN;
    case FUNCTION_gcd:
        return greatest_divisor(a, argument[1], result, code, steps);
    case FUNCTION_pow:
        return power(a, argument[1], result, code, steps);
    case FUNCTION_val:
        return valuation(a, argument[1], result, code, steps);
    case FUNCTION_is_prime:
        *result = a > 1 && primes_has((uint64_t)a, steps);
        return true;
    case FUNCTION_is_square:
        *result = is_square(a, steps);
        return true;
    case FUNCTION_is_fib:
        *result = a >= 0 && is_fibonacci(a, steps);
        return true;
    case FUNCTION_is_power:
        return is_power(a, argument[1], result, code, steps);
    case FUNCTION_beatty:
        return beatty(argument, result, code, steps);
    default:
        return small_function(function, a, function == FUNCTION_log2, result, code, steps);
    }
}

static bool list_sum(struct items list, int64_t *result, enum fault_code *code)
{
    *code = FAULT_overflow;
    *result = 0;
    for (size_t i = 0; i < list.n; i++)
        if (__builtin_add_overflow(*result, list.v[i], result))
            return false;
    return true;
}

static bool list_xor(struct items list, int64_t *result, enum fault_code *code)
{
    *code = FAULT_out_of_range;
    *result = 0;
    for (size_t i = 0; i < list.n; i++) {
        if (list.v[i] < 0)
            return false;
        *result ^= list.v[i];
    }
    return true;
}

static bool list_extreme(struct items list, bool largest, int64_t *result, enum fault_code *code)
{
    *code = FAULT_bad_index;
    for (size_t i = 0; i < list.n; i++)
        if (i == 0 || (largest ? list.v[i] > *result : list.v[i] < *result))
            *result = list.v[i];
    return list.n > 0;
}

bool function_of_list(uint32_t function, struct items list, int64_t argument, int64_t *result, enum fault_code *code)
{
    int64_t count = 0;
    switch (function) {
    case FUNCTION_len:
        *result = (int64_t)list.n;
        return true;
    case FUNCTION_sum:
        return list_sum(list, result, code);
    case FUNCTION_xor:
        return list_xor(list, result, code);
    case FUNCTION_min_of:
    case FUNCTION_max_of:
        return list_extreme(list, function == FUNCTION_max_of, result, code);
    default:
        for (size_t i = 0; i < list.n; i++)
            count += list.v[i] == argument;
        *result = function == FUNCTION_count ? count : count > 0;
        return true;
    }
}

static size_t decimal_digits(int64_t a, int64_t *v, size_t room)
{
    size_t n = 1;
    for (int64_t rest = a / 10; rest; rest /= 10)
        n++;
    for (size_t i = n; i-- > 0 && n <= room; a /= 10)
        v[i] = a % 10;
    return n;
}

/* The small ones ascending, then their partners. */
static size_t divisors(int64_t a, int64_t *v, size_t room, uint64_t *steps)
{
    size_t n = 0;
    for (int64_t d = 1; d * d <= a && n <= room; d++, ++*steps)
        if (a % d == 0 && n++ < room)
            v[n - 1] = d;
    for (size_t small = n; small-- > 0 && n <= room;)
        if (v[small] * v[small] != a && n++ < room)
            v[n - 1] = a / v[small];
    return n;
}

bool function_list(uint32_t function, int64_t argument, int64_t *v, size_t room, size_t *n, enum fault_code *code,
                   uint64_t *steps)
{
    *code = FAULT_out_of_range;
    if (function == FUNCTION_digits) {
        if (argument >= 0)
            *n = decimal_digits(argument, v, room);
        return argument >= 0;
    }
    if (argument < 1 || argument > 1000000000)
        return false;
    *n = divisors(argument, v, room, steps);
    return true;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void list_sort(size_t n, int64_t *v)
{
    enum { SHORT = 24 };
    if (n > SHORT) {
        qsort(v, n, sizeof *v, compare);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        int64_t item = v[i];
        size_t at = i;
        for (; at > 0 && v[at - 1] > item; at--)
            v[at] = v[at - 1];
        v[at] = item;
    }
}

size_t list_distinct(size_t n, int64_t *v)
{
    size_t left = 0;
    list_sort(n, v);
    for (size_t i = 0; i < n; i++)
        if (left == 0 || v[left - 1] != v[i])
            v[left++] = v[i];
    return left;
}

bool list_equal(struct items a, struct items b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.v, b.v, a.n * sizeof *a.v) == 0);
}
