/* Entity tags: a 128-bit hash of what an answer depends on, as a strong ETag. Not a defence against forgers: who forges a tag
 * fools nobody but himself. */
#ifndef GRUNDY_API_HEADERS_TAG_H
#define GRUNDY_API_HEADERS_TAG_H

#include "core/value/field.h"

struct tag {
    uint64_t a, b;
};

enum { TAG_TEXT = 25 }; /* two quotes, 22 characters, NUL */

/* Begins with the engine's version. */
struct tag tag_begin(void);
void tag_word(struct tag *tag, uint64_t word);
void tag_bytes(struct tag *tag, const char *bytes, size_t n);
/* A value in its canonical form: however it was written, equal values give equal tags. `given`: which fields were there counts
 * too (an answer that shows positions repeats a field that was given, even at its default). */
void tag_value(struct tag *tag, const struct type *type, const void *value, bool given);
void tag_text(const struct tag *tag, char text[TAG_TEXT]);

/* Whether an If-None-Match header (NULL-able) lists this tag. "*" is not looked at here. */
bool tag_listed(const char *if_none_match, const char *text);

#endif
