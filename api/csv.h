/* Comma-separated values (RFC 4180). */
#ifndef GRUNDY_API_CSV_H
#define GRUNDY_API_CSV_H

#include "api/json/out.h"

/* A field, in quotes where it needs them; what stands between fields and at the end of a line is the writer's business. */
void csv_field(struct out *out, const char *text, size_t n);

/* What stands behind a field. CSV_UNCLOSED: its quote is not closed; CSV_BEHIND: something is behind the one that closes it. */
enum csv_end { CSV_FIELD, CSV_LINE, CSV_END, CSV_UNCLOSED, CSV_BEHIND };
/* The next field from *at on, without its quotes and the blanks around them, in the arena with a NUL; *at is moved behind what
 * follows it, or to the quote that opens where that is wrong. A NUL becomes CSV_UNREADABLE, and so does every byte that is no
 * UTF-8, but as_is: then it stays. */
enum csv_end csv_next(struct arena *arena, const char **at, const char *end, bool as_is, const char **field, size_t *n);

#define CSV_UNREADABLE "\xef\xbf\xbd" /* U+FFFD */

#define CSV_LINE_END "\r\n"

#endif
