/* Which content types are read as JSON (contract, section 3). Parameters are allowed; a charset must be UTF-8. */
#include "api/headers/media.h"

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

bool media_names_json(const char *content_type)
{
    return type_is_json(content_type, strcspn(content_type, " \t;"));
}

static bool charset_is_utf8(const char *value)
{
    size_t quote = *value == '"';
    return strncasecmp(value + quote, "utf-8", 5) == 0 && (quote ? value[6] == '"' : strchr(" \t;", value[5]) != NULL);
}

static bool parameters_known(const char *content_type)
{
    for (const char *at = strchr(content_type, ';'); at; at = strchr(at, ';')) {
        at++;
        at += strspn(at, " \t");
        if (strncasecmp(at, "charset=", 8) == 0 && !charset_is_utf8(at + 8))
            return false;
    }
    return true;
}

/* What nearly everybody sends. */
static bool is_usual(const char *content_type)
{
    return strcmp(content_type, "application/json") == 0;
}

bool media_is_json(const char *content_type)
{
    if (!content_type || !*content_type || is_usual(content_type))
        return true;
    return type_known(content_type, strcspn(content_type, " \t;")) && parameters_known(content_type);
}

bool media_is_lines(const char *content_type)
{
    if (!content_type || is_usual(content_type))
        return false;
    size_t n = strcspn(content_type, " \t;");
    return (type_is(content_type, n, MEDIA_LINES) || type_is(content_type, n, "application/ndjson") ||
            type_is(content_type, n, "application/jsonl")) &&
           parameters_known(content_type);
}
