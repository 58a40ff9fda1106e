/* The pre-scan: reads a body once, byte by byte, before a tree is made of it, and lets nothing through that is not RFC 8259 and
 * I-JSON (UTF-8, no lone surrogates, no name twice in one object however it is escaped, nothing after the value). It also mends
 * the text, in place and without changing its length:
 *   - a number that is an integer of magnitude <= 2^53-1 is left as it is if it is short, for then strtod reads it exactly; else
 * it becomes its plain digits and blanks;
 *   - \u0000 in a string becomes the noncharacter \uffff, because a NUL would end the string there.
 * Other numbers stay as they are; the tree says what they are (parse.h).
 * Of a refused text some numbers may have been rewritten. */
#ifndef GRUNDY_API_JSON_SCAN_SCAN_H
#define GRUNDY_API_JSON_SCAN_SCAN_H

#include "core/memory/arena.h"

#include <stdbool.h>

struct scan {
    const char *fault; /* NULL: the text is I-JSON; else what is wrong, in words */
    size_t offset;     /* of the first byte that no valid text continues with (the text's size if it ends too early);
                          of a name that stands twice: its second opening quote */
    size_t start;      /* offset of the outermost value */
    size_t nodes;      /* values in the text, so of the tree */
    bool object;       /* the outermost value is an object */
};

/* text[size] must be writable; it is set to NUL. The arena is used for names only. */
struct scan scan_json(struct arena *arena, char *text, size_t size);

#endif
