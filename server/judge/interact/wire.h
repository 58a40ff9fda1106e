/* Lines to and from a program that is judged: it may be slow, silent, gone, or mean. Nothing waits longer than WIRE_PATIENCE for
 * it, and nothing of a line beyond WIRE_LINE is kept. */
#ifndef GRUNDY_SERVER_JUDGE_INTERACT_WIRE_H
#define GRUNDY_SERVER_JUDGE_INTERACT_WIRE_H

#include <stddef.h>
#include <stdio.h>

enum { WIRE_PATIENCE_S = 10, WIRE_LINE = 16384, WIRE_KEPT = 4096 };

enum heard { HEARD_LINE, HEARD_END, HEARD_LATE, HEARD_BLANK, HEARD_LONG, HEARD_FAILED };

struct pipes {
    int in, out;
    size_t n, taken; /* of the bytes: read, and given back as lines */
    char bytes[WIRE_LINE + 1];
    FILE *record; /* every line, cut at WIRE_KEPT, behind "< " (to the program) or "> " (from it); NULL-able */
};

/* The next line that is not blank, without its end; it lives until the next call. HEARD_BLANK: something was written all that
 * time, and none such. */
enum heard wire_hear(struct pipes *wire, char **line, size_t *n);
/* HEARD_LINE: it is written, up to its end, which is added. */
enum heard wire_say(struct pipes *wire, const char *line, size_t n);

#endif
