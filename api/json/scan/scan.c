/* The structure of a JSON text, by recursive descent over lists and objects (JSON_DEPTH bounds it); strings and numbers are read
 * by token.c, names that stand twice are found by names.c.
 *
 * The text ends with a NUL, which is valid nowhere: so no loop looks for the end, and a fault at the end means that the text ends
 * too early. */
#include "api/json/scan/scan.h"

#include "api/json/scan/names.h"
#include "api/json/scan/token.h"
#include "core/limits.h"
#include "core/status.h"

#include <string.h>

struct scan_reader {
    byte *p;
    byte *start, *end;
    const char *fault;
    byte *fault_at;
    size_t nodes;
    int depth;
    struct names names;
};

static bool read_value(struct scan_reader *r);

static bool fail(struct scan_reader *r, byte *at, const char *fault)
{
    r->fault = at == r->end ? "the text ends too early" : fault;
    r->fault_at = at;
    return false;
}

static void skip_blanks(struct scan_reader *r)
{
    while (*r->p == ' ' || *r->p == '\n' || *r->p == '\r' || *r->p == '\t')
        r->p++;
}

static bool is_digit(byte c)
{
    return (byte)(c - '0') < 10;
}

static bool read_number(struct scan_reader *r)
{
    byte *digits = r->p + (*r->p == '-'), *p = digits;
    /* Nearly all numbers are a few digits without more: they need no mending. */
    while (is_digit(*p))
        p++;
    bool canonical = p - digits == 1 || (*digits != '0' && p > digits && p - digits < 16);
    if (canonical && *p != '.' && (*p | 0x20) != 'e') {
        r->p = p;
        return true;
    }
    struct token number = token_number(r->p);
    r->p = number.end;
    return !number.fault || fail(r, number.end, number.fault);
}

static bool read_string(struct scan_reader *r)
{
    byte *start = r->p;
    struct token string = token_string(start, r->end);
    if (string.fault)
        return fail(r, string.end, string.fault);
    if (string.zero)
        token_mend_zeros(start + 1, (size_t)(string.end - start) - 2);
    r->p = string.end;
    return true;
}

static bool read_name(struct scan_reader *r)
{
    byte *start = r->p;
    if (*start != '"')
        return fail(r, start, "a name in quotes must stand here");
    struct token string = token_string(start, r->end);
    if (string.fault)
        return fail(r, string.end, string.fault);
    const char *text = (const char *)start + 1;
    size_t size = (size_t)(string.end - start) - 2;
    if (string.escaped) {
        char *plain = arena_raw(r->names.arena, size);
        size_t plain_size = token_unescape(start + 1, size, plain);
        if (string.zero)
            token_mend_zeros(start + 1, size);
        text = plain;
        size = plain_size;
    }
    names_push(&r->names, (struct name){.text = text, .size = size, .offset = (size_t)(start - r->start)});
    r->p = string.end;
    return true;
}

static bool read_literal(struct scan_reader *r, const char *word)
{
    for (; *word; word++, r->p++)
        if (*r->p != (byte)*word)
            return fail(r, r->p, "a value must stand here");
    return true;
}

/* After the opening bracket: false with r->fault set, or r->p after the blanks that follow. */
static bool enter(struct scan_reader *r)
{
    if (r->depth == JSON_DEPTH)
        return fail(r, r->p, "lists and objects are nested too deeply");
    r->depth++;
    r->p++;
    skip_blanks(r);
    return true;
}

static bool leave(struct scan_reader *r)
{
    r->depth--;
    r->p++;
    return true;
}

static bool read_list(struct scan_reader *r)
{
    if (!enter(r))
        return false;
    if (*r->p == ']')
        return leave(r);
    for (;;) {
        if (!read_value(r))
            return false;
        skip_blanks(r);
        if (*r->p == ']')
            return leave(r);
        if (*r->p != ',')
            return fail(r, r->p, "a comma or ] must stand here");
        r->p++;
        skip_blanks(r);
    }
}

static bool read_members(struct scan_reader *r)
{
    for (;;) {
        if (!read_name(r))
            return false;
        skip_blanks(r);
        if (*r->p != ':')
            return fail(r, r->p, "a colon must stand here");
        r->p++;
        skip_blanks(r);
        if (!read_value(r))
            return false;
        skip_blanks(r);
        if (*r->p == '}')
            return leave(r);
        if (*r->p != ',')
            return fail(r, r->p, "a comma or } must stand here");
        r->p++;
        skip_blanks(r);
    }
}

/* A name that stands twice comes before whatever else was found wrong behind it: so the names are looked at in either case, of
 * the inner object first and of the outer ones as the recursion returns. */
static bool read_object(struct scan_reader *r)
{
    if (!enter(r))
        return false;
    if (*r->p == '}')
        return leave(r);
    size_t mark = r->names.n;
    bool good = read_members(r);
    if (r->names.n - mark > 1) {
        const struct name *repeated = names_repeated(&r->names, mark);
        if (repeated && (good || r->start + repeated->offset < r->fault_at))
            good = fail(r, r->start + repeated->offset, "this name stands twice in one object");
    }
    r->names.n = mark;
    return good;
}

static bool read_value(struct scan_reader *r)
{
    r->nodes++;
    if (is_digit(*r->p) || *r->p == '-')
        return read_number(r);
    switch (*r->p) {
    case '"':
        return read_string(r);
    case '[':
        return read_list(r);
    case '{':
        return read_object(r);
    case 't':
        return read_literal(r, "true");
    case 'f':
        return read_literal(r, "false");
    case 'n':
        return read_literal(r, "null");
    default:
        return fail(r, r->p, "a value must stand here");
    }
}

static bool read_text(struct scan_reader *r, struct scan *scan)
{
    if (r->end - r->start >= 3 && memcmp(r->start, "\xef\xbb\xbf", 3) == 0)
        return fail(r, r->start, "a byte order mark must not stand here");
    skip_blanks(r);
    scan->start = (size_t)(r->p - r->start);
    scan->object = *r->p == '{';
    if (!read_value(r))
        return false;
    skip_blanks(r);
    return r->p == r->end || fail(r, r->p, "nothing but blanks may follow the value");
}

struct scan scan_json(struct arena *arena, char *text, size_t size)
{
    struct scan_reader r; /* not zeroed: most of it is room for names */
    r.start = r.p = (byte *)text;
    r.end = r.start + size;
    r.nodes = 0;
    r.depth = 0;
    *r.end = '\0';
    names_init(&r.names, arena);
    struct scan scan = {0};
    if (!read_text(&r, &scan)) {
        scan.fault = r.fault;
        scan.offset = (size_t)(r.fault_at - r.start);
    }
    scan.nodes = r.nodes;
    return scan;
}
