#include "server/http/guard.h"
#include "core/limits.h"

#include <string.h>
#include <strings.h>

#define HEAD_TOO_LONG "the request line and the headers together are too long"

/* What a byte may be part of. */
enum { TOKEN = 1, VALUE = 2, TARGET = 4, HOST = 8, ID = 16 };

/* RFC 9110 section 5.6.2 (token), 5.5 (field values: no control characters but TAB), RFC 3986 section 3.2.2 (host and port). */
static const unsigned char kinds[256] = {
    ['\t'] = VALUE,
    [' '] = VALUE,
    ['!'] = TOKEN | VALUE | TARGET | HOST,
    ['"'] = VALUE | TARGET,
    ['#'] = TOKEN | VALUE,
    ['$'] = TOKEN | VALUE | TARGET | HOST,
    ['%'] = TOKEN | VALUE | TARGET | HOST,
    ['&'] = TOKEN | VALUE | TARGET | HOST,
    ['\''] = TOKEN | VALUE | TARGET | HOST,
    ['('] = VALUE | TARGET | HOST,
    [')'] = VALUE | TARGET | HOST,
    ['*'] = TOKEN | VALUE | TARGET | HOST,
    ['+'] = TOKEN | VALUE | TARGET | HOST,
    [','] = VALUE | TARGET,
    ['-'] = TOKEN | VALUE | TARGET | HOST | ID,
    ['.'] = TOKEN | VALUE | TARGET | HOST | ID,
    ['/'] = VALUE | TARGET,
    ['0' ... '9'] = TOKEN | VALUE | TARGET | HOST | ID,
    [':'] = VALUE | TARGET | HOST,
    [';'] = VALUE | TARGET | HOST,
    ['<'] = VALUE | TARGET,
    ['='] = VALUE | TARGET | HOST,
    ['>' ... '@'] = VALUE | TARGET,
    ['A' ... 'Z'] = TOKEN | VALUE | TARGET | HOST | ID,
    ['['] = VALUE | TARGET | HOST,
    ['\\'] = VALUE | TARGET,
    [']'] = VALUE | TARGET | HOST,
    ['^'] = TOKEN | VALUE | TARGET,
    ['_'] = TOKEN | VALUE | TARGET | HOST | ID,
    ['`'] = TOKEN | VALUE | TARGET,
    ['a' ... 'z'] = TOKEN | VALUE | TARGET | HOST | ID,
    ['{'] = VALUE | TARGET,
    ['|'] = TOKEN | VALUE | TARGET,
    ['}'] = VALUE | TARGET,
    ['~'] = TOKEN | VALUE | TARGET | HOST,
    [0x80 ... 0xff] = VALUE | TARGET,
};

static bool all(const char *text, size_t size, unsigned kind)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + size;
    unsigned common = kind;
    for (; end - at >= 4; at += 4)
        common &= (unsigned)(kinds[at[0]] & kinds[at[1]] & kinds[at[2]] & kinds[at[3]]);
    for (; at < end; at++)
        common &= kinds[*at];
    return common == kind;
}

static const struct {
    const char *name;
    size_t size;
} wanted[GUARD_COUNT] = {
#define WANTED(name, wire) {wire, sizeof wire - 1},
    GUARD_WANTED(WANTED)
#undef WANTED
};

/* Nearly always a name is written as it is registered. */
static bool same_name(const char *wire, const struct guard_pair *pair)
{
    return !memcmp(wire, pair->name, pair->name_size) || !strncasecmp(wire, pair->name, pair->name_size);
}

static int find_wanted(const struct guard_pair *pair)
{
    for (int i = 0; i < GUARD_COUNT; i++)
        if (wanted[i].size == pair->name_size && same_name(wanted[i].name, pair))
            return i;
    return -1;
}

/* Headers of which a second one makes the request ambiguous. */
static const char *fault_of_second(int header)
{
    switch (header) {
    case GUARD_host:
        return "there is more than one Host header";
    case GUARD_content_length:
        return "there is more than one Content-Length header";
    case GUARD_transfer_encoding:
        return "there is more than one Transfer-Encoding header";
    case GUARD_content_type:
        return "there is more than one Content-Type header";
    default:
        return NULL;
    }
}

static bool is_list(int header)
{
    return header == GUARD_accept || header == GUARD_accept_encoding || header == GUARD_accept_language ||
           header == GUARD_if_none_match || header == GUARD_preflight_headers;
}

static const char *check_pairs(const struct guard_seen *seen, struct guard_found *found)
{
    for (size_t i = 0; i < seen->count; i++) {
        const struct guard_pair *pair = &seen->pairs[i];
        int header = find_wanted(pair); /* the name of one is right */
        if (header < 0 && (!pair->name_size || !all(pair->name, pair->name_size, TOKEN)))
            return "a header name has a character that is not allowed";
        if (!all(pair->value, pair->value_size, VALUE))
            return "a header value has a control character";
        if (header < 0)
            continue;
        if (!found->header[header])
            found->header[header] = pair->value_size ? pair->value : "";
        else if (fault_of_second(header))
            return fault_of_second(header);
        else if (is_list(header))
            found->parted[header] = true;
    }
    return NULL;
}

static const char *check_framing(bool old, struct guard_found *found)
{
    const char *length = found->header[GUARD_content_length], *encoding = found->header[GUARD_transfer_encoding];
    if (length && encoding)
        return "there are both Content-Length and Transfer-Encoding";
    if (encoding && old)
        return "Transfer-Encoding does not exist in HTTP/1.0";
    if (encoding && strcasecmp(encoding, "chunked"))
        return "the only Transfer-Encoding understood is chunked";
    found->chunked = encoding;
    if (!length)
        return NULL;
    size_t digits = strspn(length, "0123456789");
    if (!digits || length[digits] || digits > 18)
        return "Content-Length must be up to 18 digits";
    for (size_t i = 0; i < digits; i++)
        found->length = found->length * 10 + (uint64_t)(length[i] - '0');
    return NULL;
}

static const char *check_host(bool old, const char *host)
{
    if (!host)
        return old ? NULL : "the Host header is missing";
    if (!*host || !all(host, strlen(host), HOST))
        return "the Host header is not a host name with an optional port";
    return NULL;
}

/* A proxy is sent the whole URI, and who is told of it must take it too (RFC 9112 section 3.2.2). */
static bool absolute(const char *target)
{
    return !strncasecmp(target, "http://", 7) || !strncasecmp(target, "https://", 8);
}

/* What libmicrohttpd may take for one more cookie: an empty one counts, and a blank ends a name. */
static size_t count_cookies(const struct guard_pair *pair)
{
    size_t count = 1;
    bool inside = false;
    for (size_t i = 0; i < pair->value_size; i++) {
        char byte = pair->value[i];
        bool ends = byte == ';' || byte == ',', blank = byte == ' ' || byte == '\t';
        count += ends || (blank && inside);
        inside = !ends && !blank;
    }
    return count;
}

static bool is_cookie(const struct guard_pair *pair)
{
    return pair->name_size == 6 && !strncasecmp(pair->name, "Cookie", 6);
}

/* libmicrohttpd keeps the head of the request, cookies a second time, a note for each header, each cookie and each part of the
 * query, and builds the head of the answer in what is left of CONNECTION_BYTES; when that is too little it closes without a
 * word. */
static const char *check_room(const char *target, const struct guard_pair *pairs, size_t headers, size_t size)
{
    enum { NOTE_BYTES = 64, HEAD_BYTES = 1024, ROOM = CONNECTION_BYTES - HEAD_BYTES };
    size_t notes = headers;
    if (2 * size + (headers + size) * NOTE_BYTES <= ROOM) /* even if every byte of it were a cookie or a part of the query */
        return NULL;
    for (const char *at = strchr(target, '?'); at; at = strchr(at + 1, '&'))
        notes++;
    for (size_t i = 0; i < headers; i++)
        if (is_cookie(&pairs[i])) {
            notes += count_cookies(&pairs[i]);
            size += pairs[i].value_size + 1;
        }
    return size + notes * NOTE_BYTES > ROOM ? HEAD_TOO_LONG : NULL;
}

const char *guard_target(const char *target, size_t size)
{
    return check_room(target, NULL, 0, size);
}

const char *guard_check(const struct guard_seen *seen, struct guard_found *found)
{
    *found = (struct guard_found){0};
    bool old = strcmp(seen->version, "HTTP/1.1");
    if (seen->many) /* those that are beyond the room would count as torn */
        return "there are too many headers";
    if (seen->torn)
        return "in the request line or the headers there is a control character, a second blank, or a line that does not end in "
               "CR LF";
    if (old && strcmp(seen->version, "HTTP/1.0"))
        return "the version must be HTTP/1.1 or HTTP/1.0";
    if (!*seen->method || !all(seen->method, strlen(seen->method), TOKEN))
        return "the method is not a token";
    bool star = !strcmp(seen->target, "*") && !strcmp(seen->method, "OPTIONS");
    if (!star && seen->target[0] != '/' && !absolute(seen->target))
        return "the request target must begin with / or http://";
    if (!all(seen->target, strlen(seen->target), TARGET))
        return "the request target has a character that is not allowed";
    const char *fault = check_pairs(seen, found);
    if (!fault)
        fault = check_framing(old, found);
    if (!fault)
        fault = check_host(old, found->header[GUARD_host]);
    if (!fault && seen->size > REQUEST_HEAD_MAX)
        fault = HEAD_TOO_LONG;
    return fault ? fault : check_room(seen->target, seen->pairs, seen->count, seen->size);
}

const char *guard_joined(struct arena *arena, const struct guard_seen *seen, enum guard_header header)
{
    static const char comma[] = ", ";
    size_t size = 1;
    for (size_t i = 0; i < seen->count; i++)
        if (find_wanted(&seen->pairs[i]) == (int)header)
            size += seen->pairs[i].value_size + sizeof comma;
    char *joined = arena_raw(arena, size), *end = joined;
    for (size_t i = 0; i < seen->count; i++) {
        const struct guard_pair *pair = &seen->pairs[i];
        if (find_wanted(pair) != (int)header || !pair->value_size)
            continue;
        size_t between = end == joined ? 0 : sizeof comma - 1;
        memcpy(end, comma, between);
        memcpy(end + between, pair->value, pair->value_size);
        end += between + pair->value_size;
    }
    *end = '\0';
    return joined;
}

bool guard_sane_id(const char *id)
{
    size_t size = strlen(id);
    return size >= 1 && size <= 64 && all(id, size, ID);
}

/* `size` hexadecimal digits in small letters that are not all 0, and `end` behind them. */
static bool is_hex(const char *text, size_t size, char end)
{
    return strspn(text, "0123456789abcdef") == size && strspn(text, "0") < size && text[size] == end;
}

bool guard_sane_trace(const char *trace)
{
    enum { TRACE = 32, PARENT = 16, FLAGS = 2 };
    const char *parent = trace + 3 + TRACE + 1, *flags = parent + PARENT + 1;
    return !strncmp(trace, "00-", 3) && is_hex(trace + 3, TRACE, '-') && is_hex(parent, PARENT, '-') &&
           strspn(flags, "0123456789abcdef") == FLAGS && !flags[FLAGS];
}
