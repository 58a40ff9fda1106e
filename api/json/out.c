/* Writing JSON. */
#include "api/json/out.h"

#include "core/value/copy.h"

#include <string.h>

enum { WORD_SIZE = 20 }; /* the digits of a word and its sign */

static const int64_t safe_max = (INT64_C(1) << 53) - 1;

void out_init(struct out *out, struct arena *arena, size_t room)
{
    *out = (struct out){.arena = arena, .v = arena_raw(arena, room), .room = room, .first = true};
}

void out_grow(struct out *out, size_t size)
{
    size_t room = 2 * out->room + size;
    char *v = arena_raw(out->arena, room);
    if (out->n)
        memcpy(v, out->v, out->n);
    out->v = v;
    out->room = room;
}

void out_bytes(struct out *out, const char *bytes, size_t n)
{
    memcpy(out_room(out, n), bytes, n);
    out->n += n;
}

void out_raw(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

/* Before a value or a name: a comma if something stands before it. Returns room for `size` bytes after that. */
static char *separate(struct out *out, size_t size)
{
    char *at = out_room(out, size + 1);
    if (out->first) {
        out->first = false;
        return at;
    }
    *at = ',';
    out->n++;
    return at + 1;
}

void json_begin(struct out *out, char bracket)
{
    *separate(out, 1) = bracket;
    out->n++;
    out->first = true;
}

void json_end(struct out *out, char bracket)
{
    *out_room(out, 1) = bracket;
    out->n++;
    out->first = false;
}

void json_name(struct out *out, const char *name)
{
    size_t size = strlen(name);
    char *at = separate(out, size + 3);
    *at++ = '"';
    memcpy(copy_few(at, name, size), "\":", 2);
    out->n += size + 3;
    out->first = true;
}

/* Bytes that may not stand in a string as they are: control characters, the quote and the backslash. */
static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\';
}

/* The same of eight bytes at once: the high bit of each that is not plain. Above the lowest of them, which is a true one, there
 * may be false ones. (A quote with one bit turned stands directly above the control characters, which keep their places.) */
static uint64_t not_plain(uint64_t bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
    uint64_t turned = bytes ^ ones * 2, backslash = bytes ^ ones * '\\';
    return ((turned - ones * 0x21) | (backslash - ones)) & ~bytes & high;
}

static uint64_t eight_bytes(const char *text)
{
    uint64_t bytes;
    memcpy(&bytes, text, sizeof bytes);
    return bytes;
}

/* Eight bytes in which there is each of the n, and nothing else; n is below 8, and not 0. */
static uint64_t few_bytes(const char *text, size_t n)
{
    uint32_t first, last;
    if (n < 4)
        return (uint64_t)(unsigned char)text[0] * UINT64_C(0x0101010101010000) | (uint64_t)(unsigned char)text[n / 2] << 8 |
               (unsigned char)text[n - 1];
    memcpy(&first, text, sizeof first);
    memcpy(&last, text + n - sizeof last, sizeof last);
    return (uint64_t)first << 32 | last;
}

/* Whether all of it can be written as it is, as nearly every string can. */
static bool is_all_plain(const char *text, size_t n)
{
    if (n < 8)
        return n == 0 || !not_plain(few_bytes(text, n));
    uint64_t marks = not_plain(eight_bytes(text + n - 8)); /* what the steps leave, and some again */
    for (size_t i = 0; n - i >= 8; i += 8)
        marks |= not_plain(eight_bytes(text + i));
    return !marks;
}

/* How many bytes of the text can be written as they are. */
static size_t count_plain(const char *text, size_t n)
{
    size_t i = 0;
    while (n - i >= 8 && !not_plain(eight_bytes(text + i)))
        i += 8;
    while (i < n && is_plain((unsigned char)text[i]))
        i++;
    return i;
}

static void put_escape(struct out *out, unsigned char c)
{
    static const char letters[] = "\"\\\b\f\n\r\t", written[] = "\"\\bfnrt", hex[] = "0123456789abcdef";
    const char *letter = memchr(letters, c, sizeof letters - 1);
    if (letter)
        out_bytes(out, (const char[]){'\\', written[letter - letters]}, 2);
    else
        out_bytes(out, (const char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
}

/* What is not plain from its first byte on, which is at text[plain]. */
static __attribute__((noinline)) void put_escaped(struct out *out, const char *text, size_t left, size_t plain)
{
    *separate(out, left + 2) = '"';
    out->n++;
    for (;;) {
        out_bytes(out, text, plain);
        if (plain == left)
            break;
        put_escape(out, (unsigned char)text[plain]);
        text += plain + 1;
        left -= plain + 1;
        plain = count_plain(text, left);
    }
    *out_room(out, 1) = '"';
    out->n++;
}

void json_text(struct out *out, const char *text, size_t size)
{
    if (!is_all_plain(text, size)) {
        put_escaped(out, text, size, count_plain(text, size));
        return;
    }
    char *at = separate(out, size + 2);
    *at = '"';
    *copy_few(at + 1, text, size) = '"';
    out->n += size + 2;
}

void json_string(struct out *out, const char *text)
{
    json_text(out, text, strlen(text));
}

/* The digits of a word, two by two from the end, and counted first so that they need no copying. */
static char *write_word(char *at, int64_t word)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
        "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
        "9899";
    uint64_t rest = word < 0 ? 0 - (uint64_t)word : (uint64_t)word;
    if (word < 0)
        *at++ = '-';
    if (rest < 10) { /* most of them */
        *at = (char)('0' + rest);
        return at + 1;
    }
    size_t n = 1;
    uint64_t more = rest;
    for (; more >= 10000; more /= 10000)
        n += 4;
    n += (size_t)(more >= 10) + (size_t)(more >= 100) + (size_t)(more >= 1000);
    char *end = at + n;
    for (; rest >= 100; rest /= 100)
        memcpy(at + (n -= 2), pairs + rest % 100 * 2, 2);
    if (rest >= 10)
        memcpy(at, pairs + rest * 2, 2);
    else
        *at = (char)('0' + rest);
    return end;
}

void json_word(struct out *out, int64_t value)
{
    if (value > safe_max || value < -safe_max) {
        json_number(out, num(value));
        return;
    }
    char *at = separate(out, WORD_SIZE);
    out->n += (size_t)(write_word(at, value) - at);
}

void json_number(struct out *out, struct num value)
{
    if (num_is_word(value) && value.word <= safe_max && value.word >= -safe_max) {
        json_word(out, value.word);
        return;
    }
    char *start = separate(out, num_text_max(value) + 3), *at = start;
    *at++ = '"';
    at = num_write(at, value);
    *at++ = '"';
    out->n += (size_t)(at - start);
}

static void put_word(struct out *out, const char *word, size_t size)
{
    copy_few(separate(out, size), word, size);
    out->n += size;
}

void json_bool(struct out *out, bool value)
{
    if (value)
        put_word(out, "true", 4);
    else
        put_word(out, "false", 5);
}

void json_literal(struct out *out, const char *text)
{
    size_t size = strlen(text);
    memcpy(separate(out, size), text, size);
    out->n += size;
}

void json_null(struct out *out)
{
    put_word(out, "null", 4);
}

void json_fraction(struct out *out, uint64_t part, uint64_t whole)
{
    char text[] = "0.00000000000000000";
    size_t n = sizeof text - 1;
    if (part == whole || !part) {
        json_word(out, part == whole);
        return;
    }
    uint64_t scale = UINT64_C(100000000000000000);
    uint64_t scaled = (uint64_t)(((unsigned __int128)part * scale + whole / 2) / whole);
    for (size_t i = n; i > 2; scaled /= 10)
        text[--i] = (char)('0' + scaled % 10);
    while (text[n - 1] == '0')
        n--;
    memcpy(separate(out, n), text, n);
    out->n += n;
}
