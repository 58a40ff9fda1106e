/* The text of a judge problem's input or of a contestant's output, read a character at a time, whatever its length: a window is
 * refilled by its owner, so a file need not fit into memory. Places count from 1, as editors do. */
#ifndef GRUNDY_API_TOOLS_JUDGE_INPUT_TEXT_H
#define GRUNDY_API_TOOLS_JUDGE_INPUT_TEXT_H

#include "core/memory/arena.h"

#include <stdbool.h>

/* A word: what stands between white space. Longer ones than fit are read whole, and kept cut. */
enum { WORD_ROOM = 64 };
struct word {
    char v[WORD_ROOM];
    size_t n;             /* characters in all; those beyond WORD_ROOM-1 are not kept. 0: the text has ended */
    int64_t line, column; /* of its first character, or of the end */
};

struct text_in {
    const char *at, *end; /* what is left of the window */
    /* The next window; its size, 0 at the end of the text. NULL: there is only one. */
    size_t (*refill)(void *what, const char **at);
    void *what;
    int64_t line, column; /* of the next character */
    bool ended;
};

struct text_in text_of(const char *bytes, size_t n);

/* The next character, or -1 at the end. */
int text_peek(struct text_in *text);
void text_skip(struct text_in *text); /* the one that text_peek() showed */
void text_skip_space(struct text_in *text);
bool text_is_space(int c);
/* The next bytes, up to `most` of those that are at hand, without counting lines; how many, 0 at the end. */
size_t text_take(struct text_in *text, const char **bytes, size_t most);

void text_word(struct text_in *text, struct word *word);
/* An integer of at most 18 digits and where it begins, all of it in the window; what most of a long text is. False: nothing was
 * read, and whatever stands there is to be read as a word. */
bool text_integer(struct text_in *text, int64_t *value, int64_t *line, int64_t *column);
/* A word of any length up to `most`, in the arena; *n is the length in all. */
const char *text_long_word(struct text_in *text, struct arena *arena, size_t most, size_t *n);
/* What is left of the line, without its end and without white space around it; at most `most` characters are kept. */
const char *text_line(struct text_in *text, struct arena *arena, size_t most, size_t *n);

#endif
