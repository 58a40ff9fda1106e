/* Tokens of JSON.
 *
 * Numbers are classified in decimal, never by strtod. Let s be the mantissa's digits without the zeros at both ends, n their
 * number, and k such that the value is s * 10^k. Then the value is an integer iff k >= 0, it has n + k digits, and with 16 digits
 * it is compared with 2^53-1 digit by digit. */
#include "api/json/scan/token.h"

#include <stdint.h>
#include <string.h>

enum {
    SAFE_DIGITS = 16,  /* digits of 2^53-1 */
    SHORT_NUMBER = 63, /* bytes; longer ones are written anew */
};

static const char safe_max[] = "9007199254740991";
static const int64_t exponent_max = INT64_C(1000000000000000); /* beyond any body's length: larger ones change nothing */

static bool is_digit(byte c)
{
    return (byte)(c - '0') < 10;
}

static byte *skip_digits(byte *p)
{
    while (is_digit(*p))
        p++;
    return p;
}

static struct token wrong(byte *at, const char *fault)
{
    return (struct token){.fault = fault, .end = at};
}

/* A number as it was read: the value is the mantissa, a point among its digits or not, times 10^exponent. */
struct decimal {
    byte *start, *end; /* the token */
    byte *mantissa, *mantissa_end;
    byte *point; /* NULL: none */
    int64_t exponent;
};

static void rewrite(const struct decimal *d, const char *text, size_t size)
{
    memcpy(d->start, text, size);
    memset(d->start + size, ' ', (size_t)(d->end - d->start) - size);
}

/* Writes the n digits between first and last, a sign before them and zeros behind. */
static size_t canonical(const struct decimal *d, const byte *first, const byte *last, int64_t zeros, char *out)
{
    size_t n = 0;
    if (*d->start == '-')
        out[n++] = '-';
    for (const byte *p = first; p <= last; p++)
        if (p != d->point)
            out[n++] = (char)*p;
    for (; zeros > 0; zeros--)
        out[n++] = '0';
    return n;
}

static enum token_number mend(const struct decimal *d)
{
    byte *first = d->mantissa, *last = d->mantissa_end - 1;
    while (first <= last && (*first == '0' || first == d->point))
        first++;
    while (last > first && (*last == '0' || last == d->point))
        last--;
    bool long_token = d->end - d->start > SHORT_NUMBER;
    if (first > last) {
        if (long_token)
            rewrite(d, "0", 1);
        return TOKEN_INTEGER;
    }
    int64_t digits = last - first + 1 - (d->point && d->point > first && d->point < last);
    int64_t after_point = d->point ? d->mantissa_end - d->point - 1 : 0;
    int64_t after_last = d->mantissa_end - last - 1 - (d->point && d->point > last);
    int64_t zeros = d->exponent - after_point + after_last;
    char text[SAFE_DIGITS + 1];
    if (zeros < 0)
        return TOKEN_FRACTION;
    if (digits + zeros > SAFE_DIGITS)
        return TOKEN_BEYOND;
    size_t n = canonical(d, first, last, zeros, text);
    if (digits + zeros == SAFE_DIGITS && memcmp(text + n - SAFE_DIGITS, safe_max, SAFE_DIGITS) > 0)
        return TOKEN_BEYOND;
    if (long_token)
        rewrite(d, text, n);
    return TOKEN_INTEGER;
}

static const char *read_exponent(struct decimal *d)
{
    byte *p = d->end + 1;
    bool negative = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    d->end = p;
    if (!is_digit(*p))
        return "an exponent needs a digit";
    int64_t exponent = 0;
    for (; is_digit(*p); p++)
        if (exponent < exponent_max)
            exponent = exponent * 10 + (*p - '0');
    d->exponent = negative ? -exponent : exponent;
    d->end = p;
    return NULL;
}

static const char *read_decimal(struct decimal *d)
{
    if (!is_digit(*d->end))
        return "a digit must follow the minus sign";
    d->end = *d->end == '0' ? d->end + 1 : skip_digits(d->end);
    if (is_digit(*d->end))
        return "a number must not begin with a zero";
    if (*d->end == '.') {
        d->point = d->end++;
        if (!is_digit(*d->end))
            return "a digit must follow the decimal point";
        d->end = skip_digits(d->end);
    }
    d->mantissa_end = d->end;
    return *d->end == 'e' || *d->end == 'E' ? read_exponent(d) : NULL;
}

struct token token_number(byte *start)
{
    struct decimal d = {.start = start, .mantissa = start + (*start == '-'), .end = start + (*start == '-')};
    const char *fault = read_decimal(&d);
    if (fault)
        return wrong(d.end, fault);
    enum token_number number = TOKEN_INTEGER;
    if (d.point || d.end != d.mantissa_end || d.end - d.mantissa >= SAFE_DIGITS)
        number = mend(&d);
    return (struct token){.end = d.end, .number = number};
}

static int hex(byte c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The code unit of four hexadecimal digits, or -1 - i when the i-th is none. */
static int hex4(const byte *p)
{
    int code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex(p[i]);
        if (digit < 0)
            return -1 - i;
        code = code << 4 | digit;
    }
    return code;
}

static struct token not_hex(byte *digits, int code)
{
    return wrong(digits + (-1 - code), "\\u needs four hexadecimal digits");
}

static const char lone_surrogate[] = "a surrogate must stand in a pair";

/* After a high surrogate: \uDC00 to \uDFFF. */
static struct token read_low_surrogate(byte *p)
{
    if (p[0] != '\\')
        return wrong(p, lone_surrogate);
    if (p[1] != 'u')
        return wrong(p + 1, lone_surrogate);
    if (hex(p[2]) != 0xd)
        return wrong(p + 2, lone_surrogate);
    if (hex(p[3]) < 0xc)
        return wrong(p + 3, lone_surrogate);
    int code = hex4(p + 2);
    return code < 0 ? not_hex(p + 2, code) : (struct token){.end = p + 6};
}

/* p is at the backslash. */
static struct token read_escape(byte *p)
{
    if (p[1] && strchr("\"\\/bfnrt", p[1]))
        return (struct token){.end = p + 2};
    if (p[1] != 'u')
        return wrong(p + 1, "there is no such escape");
    if (hex(p[2]) == 0xd && hex(p[3]) >= 0xc)
        return wrong(p + 3, lone_surrogate);
    int code = hex4(p + 2);
    if (code < 0)
        return not_hex(p + 2, code);
    if (code >= 0xd800 && code <= 0xdbff)
        return read_low_surrogate(p + 6);
    return (struct token){.end = p + 6, .zero = code == 0};
}

/* p is at a byte of 0x80 or more. The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF. */
static struct token read_utf8(byte *p)
{
    static const char fault[] = "this is not UTF-8";
    byte lead = p[0], low = 0x80, high = 0xbf;
    if (lead < 0xc2 || lead > 0xf4)
        return wrong(p, fault);
    int more = 1 + (lead >= 0xe0) + (lead >= 0xf0);
    if (lead == 0xe0)
        low = 0xa0;
    else if (lead == 0xed)
        high = 0x9f;
    else if (lead == 0xf0)
        low = 0x90;
    else if (lead == 0xf4)
        high = 0x8f;
    for (int i = 1; i <= more; i++) {
        if (p[i] < low || p[i] > high)
            return wrong(p + i, fault);
        low = 0x80;
        high = 0xbf;
    }
    return (struct token){.end = p + more + 1};
}

static bool is_plain(byte c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* The high bit of each byte of the word that is not plain; above the lowest of them, which is a true one, there may be false
 * ones. (A quote with one bit turned stands directly above the control characters, which keep their places.) */
static uint64_t not_plain(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t turned = word ^ ones * 2, backslash = word ^ ones * '\\';
    return ((turned - ones * 0x21) | (backslash - ones) | word) & ones * 0x80;
}

byte *token_plain(byte *p, const byte *limit)
{
    while (limit - p >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        uint64_t marks = not_plain(word);
        if (marks && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
            return p + __builtin_ctzll(marks) / 8;
        if (marks)
            break;
        p += 8;
    }
    while (is_plain(*p))
        p++;
    return p;
}

/* From the first byte on that is not plain. */
static struct token string_from(byte *p, const byte *limit)
{
    struct token string = {0};
    for (; *p != '"'; p = token_plain(p, limit)) {
        if (*p < 0x20)
            return wrong(p, "a control character in a string must be escaped");
        struct token part = *p == '\\' ? read_escape(p) : read_utf8(p);
        if (part.fault)
            return part;
        string.escaped |= *p == '\\';
        string.zero |= part.zero;
        p = part.end;
    }
    string.end = p + 1;
    return string;
}

struct token token_string(byte *start, const byte *limit)
{
    byte *p = token_plain(start + 1, limit);
    return *p == '"' ? (struct token){.end = p + 1} : string_from(p, limit);
}

static char *put_utf8(char *out, int code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xe0 | code >> 12);
        } else {
            *out++ = (char)(0xf0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

size_t token_unescape(const byte *text, size_t size, char *out)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    const byte *p = text, *end = text + size;
    char *start = out;
    while (p < end) {
        if (*p != '\\') {
            *out++ = (char)*p++;
            continue;
        }
        if (p[1] != 'u') {
            const char *letter = strchr(letters, p[1]);
            *out++ = letter ? meant[letter - letters] : (char)p[1];
            p += 2;
            continue;
        }
        int code = hex4(p + 2);
        p += 6;
        if (code >= 0xd800 && code <= 0xdbff) {
            code = 0x10000 + ((code & 0x3ff) << 10) + (hex4(p + 2) & 0x3ff);
            p += 6;
        }
        out = put_utf8(out, code);
    }
    return (size_t)(out - start);
}

void token_mend_zeros(byte *text, size_t size)
{
    for (byte *p = text, *end = text + size; p < end; p++) {
        if (*p != '\\')
            continue;
        if (memcmp(p, "\\u0000", 6 < end - p ? 6 : (size_t)(end - p)) == 0)
            memset(p + 2, 'f', 4);
        p++;
    }
}
