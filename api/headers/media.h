/* Media types of requests. */
#ifndef GRUNDY_API_HEADERS_MEDIA_H
#define GRUNDY_API_HEADERS_MEDIA_H

#include <stdbool.h>

/* What Accept-Post and Accept-Query tell; application/…+json goes without saying. */
#define MEDIA_ACCEPTED "application/json, text/json, text/plain, application/x-www-form-urlencoded"

/* A judge problem's own input. */
#define MEDIA_TEXT "text/plain"

/* Whether a body of this Content-Type (NULL: none was sent) is read as JSON. */
bool media_is_json(const char *content_type);

/* Whether it says that the body is JSON, and nothing else. */
bool media_names_json(const char *content_type);

/* A JSON text a line. */
#define MEDIA_LINES "application/x-ndjson"
bool media_is_lines(const char *content_type);

#endif
