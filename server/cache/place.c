#include "server/cache/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

static bool copy(char *to, size_t room, const char *from, size_t n)
{
    if (n >= room)
        return false;
    memcpy(to, from, n);
    to[n] = '\0';
    return true;
}

static bool parse_number(const char *text, unsigned long most, unsigned long *value)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || digits > 5 || text[digits])
        return false;
    *value = strtoul(text, NULL, 10);
    return *value <= most;
}

static int hex(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)((at - digits) % 16) : -1;
}

static bool parse_password(const char *text, size_t n, char to[CACHE_PASSWORD_MAX])
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        int byte = (unsigned char)text[i];
        if (text[i] == '%') {
            int high = i + 2 < n ? hex(text[i + 1]) : -1, low = high >= 0 ? hex(text[i + 2]) : -1;
            if (low < 0 || !(byte = high * 16 + low))
                return false;
            i += 2;
        }
        if (length + 1 >= CACHE_PASSWORD_MAX)
            return false;
        to[length++] = (char)byte;
    }
    to[length] = '\0';
    return length;
}

/* HOST:PORT, with brackets around an IPv6 address. */
static bool parse_host(char *text, struct cache_place *place)
{
    unsigned long port;
    char *colon = strrchr(text, ':');
    if (!colon || !parse_number(colon + 1, 65535, &port) || !port)
        return false;
    size_t n = (size_t)(colon - text);
    bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    if (!bracketed && memchr(text, ':', n))
        return false;
    snprintf(place->port, sizeof place->port, "%hu", (unsigned short)port);
    return n > 2u * bracketed && copy(place->host, sizeof place->host, text + bracketed, n - 2 * bracketed);
}

static bool parse_redis(const char *text, struct cache_place *place)
{
    char rest[CACHE_HOST_MAX + CACHE_PORT_MAX + CACHE_PORT_MAX];
    unsigned long db = 0;
    const char *at = strrchr(text, '@');
    if (at && (text[0] != ':' || !parse_password(text + 1, (size_t)(at - text - 1), place->password)))
        return false;
    text = at ? at + 1 : text;
    if (!copy(rest, sizeof rest, text, strlen(text)))
        return false;
    char *slash = strchr(rest, '/');
    if (slash && slash[1] && !parse_number(slash + 1, CACHE_DB_MAX, &db))
        return false;
    if (slash)
        *slash = '\0';
    place->db = (unsigned)db;
    return parse_host(rest, place);
}

bool cache_place_parse(const char *text, struct cache_place *place)
{
    *place = (struct cache_place){.db = 0};
    if (!strcmp(text, "none"))
        return true;
    if (!strncmp(text, "unix:", 5))
        return text[5] && strlen(text + 5) < sizeof((struct sockaddr_un *)0)->sun_path &&
               copy(place->host, sizeof place->host, text + 5, strlen(text + 5));
    return !strncmp(text, "redis://", 8) && parse_redis(text + 8, place);
}

void cache_place_print(const struct cache_place *place, char text[CACHE_PLACE_TEXT])
{
    bool six = strchr(place->host, ':');
    if (!*place->host)
        snprintf(text, CACHE_PLACE_TEXT, "none");
    else if (!*place->port)
        snprintf(text, CACHE_PLACE_TEXT, "unix:%s", place->host);
    else
        snprintf(text, CACHE_PLACE_TEXT, "redis://%s%s%s%s:%s/%u", *place->password ? ":...@" : "", six ? "[" : "", place->host,
                 six ? "]" : "", place->port, place->db);
}
