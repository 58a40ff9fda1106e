/* Which content types are read as what. Parameters are allowed; a charset must be UTF-8, or ASCII, which is
 * a part of it. */
#include "api/headers/media.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static bool type_is(const char *type, size_t n, const char *wanted)
{
    return strlen(wanted) == n && strncasecmp(type, wanted, n) == 0;
}

static bool type_is_json(const char *type, size_t n)
{
    if (type_is(type, n, "application/json") || type_is(type, n, "text/json"))
        return true;
    return n > strlen("application/+json") && strncasecmp(type, "application/", 12) == 0 &&
           strncasecmp(type + n - 5, "+json", 5) == 0;
}

static bool type_known(const char *type, size_t n)
{
    return type_is_json(type, n) || type_is(type, n, "text/plain") || type_is(type, n, "application/x-www-form-urlencoded");
}

static bool charset_known(const char *value)
{
    static const char *const names[] = {"utf-8", "us-ascii"};
    size_t quote = *value == '"';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (strncasecmp(value + quote, names[i], n) == 0)
            return (!quote || value[n + 1] == '"') && strchr(" \t;", value[n + 2 * quote]);
    }
    return false;
}

static bool parameters_known(const char *content_type)
{
    for (const char *at = strchr(content_type, ';'); at; at = strchr(at, ';')) {
        at++;
        at += strspn(at, " \t");
        if (strncasecmp(at, "charset=", 8) == 0 && !charset_known(at + 8))
            return false;
    }
    return true;
}

/* What nearly everybody sends. */
static bool is_usual(const char *content_type)
{
    return strcmp(content_type, "application/json") == 0;
}

static bool type_is_lines(const char *type, size_t n)
{
    return type_is(type, n, MEDIA_LINES) || type_is(type, n, "application/ndjson") || type_is(type, n, "application/jsonl");
}

unsigned media_of(const char *content_type)
{
    if (!content_type || !*content_type)
        return MEDIA_JUDGED | MEDIA_IS_JSON;
    if (is_usual(content_type))
        return MEDIA_JUDGED | MEDIA_IS_JSON | MEDIA_NAMES_JSON;
    size_t n = strcspn(content_type, " \t;");
    unsigned media = MEDIA_JUDGED;
    if (type_is_json(content_type, n))
        media |= MEDIA_NAMES_JSON;
    if (type_is(content_type, n, "text/csv"))
        media |= MEDIA_IS_CSV;
    if (!parameters_known(content_type))
        return media;
    if (type_known(content_type, n))
        media |= MEDIA_IS_JSON;
    if (type_is_lines(content_type, n))
        media |= MEDIA_IS_LINES;
    return media;
}
