/* What a client would rather have: Accept, Accept-Encoding and Accept-Language (RFC 9110, 12.5), by their weights. */
#ifndef GRUNDY_API_HEADERS_ACCEPT_H
#define GRUNDY_API_HEADERS_ACCEPT_H

#include "core/value/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether an Accept-Encoding (NULL: absent) takes gzip (RFC 9110, 12.5.3): by its name, by its old one, or as anything, and
 * likes it no less than the text as it is. */
bool accept_gzip(const char *accept);

/* Which of the types ("text/csv") is preferred: the weightiest; of those the one that was named most exactly; of those the first.
 * The first, too, where the header is absent (NULL) or takes none of them. */
size_t accept_media(const char *accept, const char *const *types, size_t count);

/* The language that Accept-Language (NULL-able) prefers; English when it prefers none of ours. */
enum language accept_best_language(const char *accept);

#endif
