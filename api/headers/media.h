/* Media types of requests. */
#ifndef GRUNDY_API_HEADERS_MEDIA_H
#define GRUNDY_API_HEADERS_MEDIA_H

/* What Accept-Post and Accept-Query tell; application/…+json goes without saying. */
#define MEDIA_ACCEPTED "application/json, text/json, text/plain, application/x-www-form-urlencoded"

/* A judge problem's own input. */
#define MEDIA_TEXT "text/plain"

/* A JSON text a line. */
#define MEDIA_LINES "application/x-ndjson"

/* What a Content-Type says of the body, or-ed. */
enum {
    MEDIA_JUDGED = 1,     /* always: a judgement is not 0 */
    MEDIA_IS_JSON = 2,    /* it is read as JSON, also where nothing was sent */
    MEDIA_NAMES_JSON = 4, /* it says that the body is JSON, and nothing else, if perhaps in a charset that is none of JSON's */
    MEDIA_IS_LINES = 8,
    MEDIA_IS_CSV = 16,
};
/* NULL: none was sent. */
unsigned media_of(const char *content_type);

#endif
