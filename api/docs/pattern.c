/* Regular expressions for decimal integers of a range. Numbers of as many digits are split where their digits first differ: those
 * that begin like the least, those in between, whose other digits are free, and those that begin like the greatest. */
#include "api/docs/pattern.h"

#include <stdio.h>
#include <string.h>

enum { WORD_DIGITS = 20 };

static void write_free(struct out *out, size_t from, size_t to)
{
    if (!to)
        return;
    out_raw(out, "[0-9]");
    if (from == 1 && to == 1)
        return;
    out_raw(out, from == to ? arena_printf(out->arena, "{%zu}", to) : arena_printf(out->arena, "{%zu,%zu}", from, to));
}

static void write_digit(struct out *out, int from, int to)
{
    out_raw(out, from == to ? arena_printf(out->arena, "%c", from) : arena_printf(out->arena, "[%c-%c]", from, to));
}

static bool all(const char *digits, size_t n, char digit)
{
    for (size_t i = 0; i < n; i++)
        if (digits[i] != digit)
            return false;
    return true;
}

/* The numbers low…high, of n digits both. One level a digit. */
static void write_equal(struct out *out, const char *low, const char *high, size_t n)
{
    static const char zeros[] = "00000000000000000000", nines[] = "99999999999999999999";
    for (; n && *low == *high; low++, high++, n--)
        write_digit(out, *low, *low);
    if (!n)
        return;
    bool from_low = !all(low + 1, n - 1, '0'), to_high = !all(high + 1, n - 1, '9');
    int first = *low + from_low, last = *high - to_high;
    bool several = from_low + to_high + (first <= last) > 1;
    if (several)
        out_raw(out, "(");
    if (from_low) {
        write_digit(out, *low, *low);
        write_equal(out, low + 1, nines, n - 1);
    }
    if (first <= last) {
        out_raw(out, from_low ? "|" : "");
        write_digit(out, first, last);
        write_free(out, n - 1, n - 1);
    }
    if (to_high) {
        out_raw(out, from_low || first <= last ? "|" : "");
        write_digit(out, *high, *high);
        write_equal(out, zeros, high + 1, n - 1);
    }
    if (several)
        out_raw(out, ")");
}

/* The numbers low…high; high UINT64_MAX: of up to `digits` digits. Alternatives without brackets around them. */
static void write_range(struct out *out, uint64_t low, uint64_t high, unsigned digits)
{
    char from[WORD_DIGITS + 1], to[WORD_DIGITS + 1], ends[WORD_DIGITS + 1];
    size_t n = (size_t)snprintf(from, sizeof from, "%llu", (unsigned long long)low);
    size_t m = (size_t)snprintf(to, sizeof to, "%llu", (unsigned long long)high);
    bool open = high == UINT64_MAX;
    if (n == m && !open) {
        write_equal(out, from, to, n);
        return;
    }
    memset(ends, '9', sizeof ends);
    write_equal(out, from, ends, n);
    size_t longest = open ? digits : m - 1;
    if (longest > n) {
        out_raw(out, "|[1-9]");
        write_free(out, n, longest - 1);
    }
    if (open)
        return;
    memset(ends, '0', sizeof ends);
    ends[0] = '1';
    out_raw(out, "|");
    write_equal(out, ends, to, m);
}

const char *pattern_integer(struct arena *arena, int64_t min, int64_t max, unsigned digits)
{
    struct out out;
    out_init(&out, arena, 64);
    out_raw(&out, "^(");
    if (min < 0) {
        out_raw(&out, "-(");
        write_range(&out, 1, min == INT64_MIN ? UINT64_MAX : (uint64_t)-min, digits);
        out_raw(&out, ")|");
    }
    write_range(&out, min < 0 ? 0 : (uint64_t)min, max == INT64_MAX ? UINT64_MAX : (uint64_t)max, digits);
    out_raw(&out, ")$");
    out_bytes(&out, "", 1);
    return out.v;
}
