#include "api/csv.h"

#include <string.h>

enum { CSV_FIELD_BYTES = 1 << 16 };

static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr("\",\r\n", text[i]))
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
        while (from < end && !strchr(",\r\n", *from))
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

enum csv_end csv_next(struct arena *arena, const char **at, const char *end, const char **field, size_t *n)
{
    const char *from = *at, *to = end_of_field(from, end);
    if (!to || to - from > CSV_FIELD_BYTES || (to < end && !strchr(",\r\n", *to)))
        return CSV_BROKEN;
    bool quoted = from < to && *from == '"';
    char *text = arena_raw(arena, (size_t)(to - from) + 1);
    *n = 0;
    for (const char *c = from + quoted; c < to - quoted; c++) {
        text[(*n)++] = *c;
        c += quoted && *c == '"';
    }
    text[*n] = '\0';
    *field = text;
    *at = to;
    if (to == end)
        return CSV_END;
    *at += 1 + (*to == '\r' && to + 1 < end && to[1] == '\n');
    return *to == ',' ? CSV_FIELD : *at == end ? CSV_END : CSV_LINE;
}
