/* The strings and numbers of a JSON text: exact grammar, and what has to be mended in place before they are read. */
#ifndef GRUNDY_API_JSON_SCAN_TOKEN_H
#define GRUNDY_API_JSON_SCAN_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

typedef unsigned char byte;

/* What a number is: an integer of magnitude <= 2^53-1, one beyond, or none. */
enum token_number { TOKEN_INTEGER, TOKEN_BEYOND, TOKEN_FRACTION };

/* What reading a token came to. The text must end with a NUL, which no token may hold, so no end is passed. */
struct token {
    const char *fault; /* NULL: it is well-formed; else what is wrong at `end` */
    byte *end;         /* just after the token, or the first byte that cannot continue one */
    bool escaped;      /* a string with a backslash in it */
    bool zero;         /* a string with an escaped U+0000 in it */
    enum token_number number;
};

/* `start` is a digit or a minus sign. On success the number is what scan.h promises. */
struct token token_number(byte *start);

/* `start` is the opening quote; up to `limit` bytes may be read in words. Nothing is changed. */
struct token token_string(byte *start, const byte *limit);

/* The first byte that is not printable ASCII, or is a quote or a backslash: with a quote there, the string has no escapes. */
byte *token_plain(byte *p, const byte *limit);

/* The characters between the quotes of a well-formed string, unescaped; `out` has room for as many bytes. Returns how many. */
size_t token_unescape(const byte *text, size_t size, char *out);

/* Makes each \u0000 of a well-formed string a \uffff. */
void token_mend_zeros(byte *text, size_t size);

#endif
