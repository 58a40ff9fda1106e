#include "api/csv.h"

#include "api/target.h"

#include <string.h>

/* strchr() would find the NUL, too. */
static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_one_of(text[i], "\",\r\n"))
            return false;
    return true;
}

void csv_field(struct out *out, const char *text, size_t n)
{
    if (is_plain(text, n)) {
        out_bytes(out, text, n);
        return;
    }
    char *at = out_room(out, 2 * n + 2), *begin = at;
    *at++ = '"';
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"')
            *at++ = '"';
        *at++ = text[i];
    }
    *at++ = '"';
    out->n += (size_t)(at - begin);
}

/* Where the field ends: behind the closing quote, or before what follows a plain one. NULL: its quote is not closed. */
static const char *end_of_field(const char *from, const char *end)
{
    if (from == end || *from != '"') {
        while (from < end && !is_one_of(*from, ",\r\n"))
            from++;
        return from;
    }
    for (from++; from < end; from++) {
        if (*from != '"')
            continue;
        if (from + 1 == end || from[1] != '"')
            return from + 1;
        from++;
    }
    return NULL;
}

/* Blanks and tabs, also as wide as a Chinese character (U+3000). */
static const char *skip_blanks(const char *at, const char *end)
{
    for (;;) {
        if (at < end && is_one_of(*at, " \t"))
            at++;
        else if (end - at >= 3 && memcmp(at, "\xe3\x80\x80", 3) == 0)
            at += 3;
        else
            return at;
    }
}

/* Returns how many bytes were written: at most three for each. */
static size_t copy_text(char *to, const char *from, const char *end, bool as_is, bool quoted)
{
    char *begin = to;
    while (from < end) {
        size_t left = (size_t)(end - from), good = *from ? utf8_prefix(from, left < 4 ? left : 4) : 0;
        if (!good && as_is && *from) {
            *to++ = *from++;
            continue;
        }
        if (!good) {
            memcpy(to, CSV_UNREADABLE, 3);
            to += 3;
            from++;
            continue;
        }
        from += quoted && *from == '"';
        unsigned char lead = (unsigned char)*from;
        for (int more = (lead >= 0xc0) + (lead >= 0xe0) + (lead >= 0xf0); more >= 0; more--)
            *to++ = *from++;
    }
    return (size_t)(to - begin);
}

enum csv_end csv_next(struct arena *arena, const char **at, const char *end, bool as_is, const char **field, size_t *n)
{
    const char *from = skip_blanks(*at, end);
    bool quoted = from < end && *from == '"';
    if (quoted)
        *at = from;
    else
        from = *at;
    const char *to = end_of_field(from, end), *behind = to && quoted ? skip_blanks(to, end) : to;
    if (!to)
        return CSV_UNCLOSED;
    if (behind < end && !is_one_of(*behind, ",\r\n"))
        return CSV_BEHIND;
    size_t size = (size_t)(to - from);
    bool good = !memchr(from, 0, size) && utf8_prefix(from, size) == size;
    char *text = arena_raw(arena, (good ? 1 : 3) * size + 1);
    *n = copy_text(text, from + quoted, to - quoted, as_is, quoted);
    text[*n] = '\0';
    *field = text;
    *at = behind;
    if (behind == end)
        return CSV_END;
    *at += 1 + (*behind == '\r' && behind + 1 < end && behind[1] == '\n');
    return *behind == ',' ? CSV_FIELD : *at == end ? CSV_END : CSV_LINE;
}
