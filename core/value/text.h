/* Sentences in the languages of the service. */
#ifndef GRUNDY_CORE_VALUE_TEXT_H
#define GRUNDY_CORE_VALUE_TEXT_H

#include <stddef.h>

enum language { LANGUAGE_EN, LANGUAGE_ZH, LANGUAGE_COUNT };

struct text {
    const char *en, *zh;
};

struct arena;
struct phrase; /* a format that was read */

/* An explanation under way: sentences in one language, in the order in which a student should read them. */
struct lines {
    struct arena *arena;
    enum language language;
    size_t n, room;
    const char **v;
    size_t size;           /* bytes of the last one */
    struct phrase *phrase; /* where sentences of one format follow each other, it is kept here; NULL-able */
};

/* Room for a phrase, in which nothing was read yet. */
struct phrase *phrase_new(struct arena *arena);

/* Adds one sentence; both formats get the same arguments, all of them strings (%s, or %2$s where the order differs). Numbers go
 * in by num_text(). "%s heap(s)" is "1 heap" and "2 heaps": the ending goes by the argument before it. */
void lines_add(struct lines *lines, const char *en, const char *zh, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

#endif
