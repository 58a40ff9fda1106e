/* Taking a request target apart (RFC 9112, 3.2; RFC 3986). */
#include "api/target.h"

#include <string.h>
#include <strings.h>

/* Length of the UTF-8 sequence at v, 0 if there is none: RFC 3629, so neither overlong nor surrogates. */
static size_t utf8_length(const unsigned char *v, size_t n)
{
    if (v[0] < 0x80)
        return 1;
    size_t length = v[0] >= 0xc2 && v[0] < 0xe0 ? 2 : v[0] >= 0xe0 && v[0] < 0xf0 ? 3 : v[0] >= 0xf0 && v[0] < 0xf5 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((v[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (v[0] == 0xe0 && v[1] < 0xa0) || (v[0] == 0xf0 && v[1] < 0x90);
    bool beyond = (v[0] == 0xed && v[1] >= 0xa0) || (v[0] == 0xf4 && v[1] >= 0x90);
    return overlong || beyond ? 0 : length;
}

size_t utf8_prefix(const char *bytes, size_t n)
{
    size_t at = 0, length = 1;
    for (; at < n && length; at += length)
        length = utf8_length((const unsigned char *)bytes + at, n - at);
    return at;
}

bool utf8_valid(const char *bytes, size_t n)
{
    return utf8_prefix(bytes, n) == n;
}

const char *text_shown(struct arena *arena, const char *text)
{
    enum { SHOWN_MAX = 100 };
    size_t n = strlen(text);
    if (!utf8_valid(text, n))
        return "(not UTF-8)";
    if (n <= SHOWN_MAX)
        return text;
    for (n = SHOWN_MAX; (text[n] & 0xc0) == 0x80; n--)
        continue;
    return arena_printf(arena, "%.*s…", (int)n, text);
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* NULL: *fault says why. */
static char *decode(struct arena *arena, const char *from, size_t n, bool plus, size_t *size, const char **fault)
{
    char *to = arena_raw(arena, n + 1);
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        char c = from[i] == '+' && plus ? ' ' : from[i];
        if (from[i] == '%') {
            int high = n - i > 2 ? hex(from[i + 1]) : -1;
            int low = high >= 0 ? hex(from[i + 2]) : -1;
            if (low < 0) {
                *fault = "a % in the request target is not followed by two hexadecimal digits";
                return NULL;
            }
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (c == '\0') {
            *fault = "the request target has an escaped NUL (%00)";
            return NULL;
        }
        to[out++] = c;
    }
    to[out] = '\0';
    if (!utf8_valid(to, out)) {
        *fault = "the request target is not UTF-8";
        return NULL;
    }
    *size = out;
    return to;
}

/* A proxy may be sent the absolute form, and so may we (RFC 9112, 3.2.2): what follows the authority counts. */
static const char *skip_authority(const char *text)
{
    if (*text == '/') /* nearly always */
        return text;
    size_t scheme = strncasecmp(text, "http://", 7) == 0 ? 7 : strncasecmp(text, "https://", 8) == 0 ? 8 : 0;
    if (scheme == 0)
        return text;
    text += scheme + strcspn(text + scheme, "/?");
    return *text == '/' ? text : "/"; /* a query without a path asks nothing of us */
}

struct target target_split(struct arena *arena, const char *text)
{
    struct target target = {.fault = NULL};
    text = skip_authority(text);
    size_t n = 0;
    bool plain = true;
    for (; text[n] && text[n] != '?'; n++)
        plain &= text[n] != '%' && text[n] != '#' && !(text[n] & 0x80);
    if (text[0] != '/' && strcmp(text, "*") != 0) {
        target.fault = "the request target does not begin with /";
        return target;
    }
    if (memchr(text, '#', n)) {
        target.fault = "the request target has a fragment (#)";
        return target;
    }
    target.query = text[n] == '?' ? text + n + 1 : NULL;
    target.path = text;
    target.path_size = n;
    if (!plain || target.query)
        target.path = decode(arena, text, n, false, &target.path_size, &target.fault);
    return target;
}

bool target_next(struct arena *arena, const char **query, struct parameter *parameter, const char **fault)
{
    const char *at = *query;
    *fault = NULL;
    while (*at == '&')
        at++;
    if (!*at)
        return false;
    size_t n = strcspn(at, "&"), equals = strcspn(at, "=&"), skip = equals < n ? equals + 1 : n, size;
    *query = at + n;
    parameter->name = decode(arena, at, equals, true, &size, fault);
    if (parameter->name)
        parameter->value = decode(arena, at + skip, n - skip, true, &parameter->size, fault);
    return !*fault;
}
