/* Weights in Accept and Accept-Language (RFC 9110, 12.4.2), and the media type that Accept prefers. */
#ifndef GRUNDY_API_HEADERS_ACCEPT_H
#define GRUNDY_API_HEADERS_ACCEPT_H

#include <stdbool.h>
#include <stddef.h>

/* The weight of a range that ends at `end`, parameters included, in thousandths; 1000 where none is given. */
int accept_weight(const char *at, const char *end);

/* Whether an Accept-Encoding (NULL: absent) takes gzip (RFC 9110, 12.5.3): by its name, by its old one, or as anything. */
bool accept_gzip(const char *accept);

/* Which of the types ("text/csv") is preferred: the weightiest; of those the one that was named most exactly; of those the first.
 * The first, too, where the header is absent (NULL) or takes none of them. */
size_t accept_media(const char *accept, const char *const *types, size_t count);

#endif
