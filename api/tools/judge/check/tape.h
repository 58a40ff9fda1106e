/* A contestant's output, read by several readers at their own pace: what lies between the last and the first of them is kept.
 * Those that are too far apart are not all kept up with. */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_TAPE_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_TAPE_H

#include "api/tools/judge/input/text.h"

/* How far apart readers may be, a power of two, so much that no output in a request is longer; and how much behind each
 * is kept of the part that it is in. */
enum { TAPE_ROOM = 1 << 20, TAPE_BEHIND = 1 << 13, TAPE_READERS = 3 };

struct tape_place {
    uint64_t at;  /* bytes before it */
    int64_t line; /* from 1 */
};

struct tape_reader {
    struct tape_place place;
    uint64_t from; /* where its part begins */
    int64_t worth; /* of two that are too far apart the one that is worth less is lost */
    bool lost;     /* it finds nothing any more */
    bool led;      /* it stands where another one does, which moves for both */
};

struct tape {
    struct text_in text; /* what was not read yet */
    char *v;             /* the last bytes before `end`, as many as there is room */
    size_t room;         /* TAPE_ROOM, or less where that holds all of the text */
    uint64_t end;
    struct tape_reader readers[TAPE_READERS];
    int64_t lines; /* with something on them, up to `end` */
    bool in_line;
};

void tape_init(struct tape *tape, const struct text_in *text, struct arena *arena);
/* The character at a place that is the reader's, or a few before it. -1: the end, or the reader is lost. */
int tape_peek(struct tape *tape, struct tape_reader *reader, const struct tape_place *place);
void tape_skip(struct tape_place *place, int c); /* the one that tape_peek() showed */

/* White space before each reader's next word. */
void tape_skip_spaces(struct tape *tape);
/* The reader's next word, beside one of n characters that is expected: how many of them agree from the first on. */
size_t tape_match(struct tape *tape, struct tape_reader *reader, struct word *word, const char *expected, size_t n);
/* The next word, which stays the next one; as much of it as can be shown. */
void tape_glance(struct tape *tape, struct tape_reader *reader, struct word *word);
/* The reader moves for all that stand where it does and are `along`; then those that it led are where it is. A reader that is
 * lost on its way leaves them where they were. */
void tape_lead(struct tape *tape, struct tape_reader *leader, const bool along[TAPE_READERS]);
void tape_follow(struct tape *tape, const struct tape_reader *leader);
/* The reader's part, up to where it is, as far as TAPE_BEHIND bytes; false: it is longer. */
bool tape_part(const struct tape *tape, const struct tape_reader *reader, char *to, size_t *n);
/* Whether the text has so many lines with something on them. Nothing can be read any more then. */
bool tape_has_lines(struct tape *tape, int64_t lines);

#endif
