/* Reading a text by windows. */
#include "api/tools/judge/input/text.h"

#include <string.h>

struct text_in text_of(const char *bytes, size_t n)
{
    return (struct text_in){.at = bytes, .end = bytes + n, .line = 1, .column = 1};
}

int text_peek(struct text_in *text)
{
    while (text->at == text->end) {
        if (text->ended || !text->refill) {
            text->ended = true;
            return -1;
        }
        size_t n = text->refill(text->what, &text->at);
        text->end = text->at + n;
        text->ended = n == 0;
    }
    return (unsigned char)*text->at;
}

void text_skip(struct text_in *text)
{
    unsigned char c = (unsigned char)*text->at++;
    bool end = c == '\n';
    text->column = end ? 1 : text->column + ((c & 0xc0) != 0x80); /* of a character of UTF-8 the first byte counts */
    text->line += end;
}

bool text_is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void text_skip_space(struct text_in *text)
{
    while (text_is_space(text_peek(text)))
        text_skip(text);
}

size_t text_take(struct text_in *text, const char **bytes, size_t most)
{
    if (text_peek(text) < 0)
        return 0;
    size_t n = (size_t)(text->end - text->at) < most ? (size_t)(text->end - text->at) : most;
    *bytes = text->at;
    text->at += n;
    return n;
}

void text_word(struct text_in *text, struct word *word)
{
    text_skip_space(text);
    word->line = text->line;
    word->column = text->column;
    word->n = 0;
    for (int c = text_peek(text); c >= 0 && !text_is_space(c); c = text_peek(text)) {
        if (word->n < WORD_ROOM - 1)
            word->v[word->n] = (char)c;
        word->n++;
        text_skip(text);
    }
    word->v[word->n < WORD_ROOM ? word->n : WORD_ROOM - 1] = '\0';
}

bool text_integer(struct text_in *text, int64_t *value, int64_t *line, int64_t *column)
{
    enum { DIGITS = 18 };
    const char *at = text->at, *end = text->end, *first_of_line = at;
    int64_t lines = text->line, columns = text->column, word = 0;
    for (; at < end && text_is_space((unsigned char)*at); at++) {
        if (*at != '\n')
            continue;
        lines++;
        columns = 1;
        first_of_line = at + 1;
    }
    const char *start = at, *digits = at += at < end && *at == '-';
    for (; at < end && at - digits < DIGITS && *at >= '0' && *at <= '9'; at++)
        word = word * 10 + (*at - '0');
    if (at == digits || at == end || !text_is_space((unsigned char)*at))
        return false;
    *value = digits > start ? -word : word;
    *line = lines;
    *column = columns + (start - first_of_line);
    text->at = at;
    text->line = lines;
    text->column = columns + (at - first_of_line);
    return true;
}

/* Characters up to the first that `ends`, the first `most` of them kept. */
static const char *collect(struct text_in *text, struct arena *arena, size_t most, size_t *n, bool (*ends)(int))
{
    size_t room = 64;
    char *kept = arena_raw(arena, room + 1);
    *n = 0;
    for (int c = text_peek(text); c >= 0 && !ends(c); c = text_peek(text)) {
        if (*n < most) {
            if (*n == room) {
                char *more = arena_raw(arena, 2 * room + 1);
                memcpy(more, kept, room);
                kept = more;
                room *= 2;
            }
            kept[*n] = (char)c;
        }
        ++*n;
        text_skip(text);
    }
    kept[*n < most ? *n : most] = '\0';
    return kept;
}

const char *text_long_word(struct text_in *text, struct arena *arena, size_t most, size_t *n)
{
    text_skip_space(text);
    return collect(text, arena, most, n, text_is_space);
}

static bool ends_line(int c)
{
    return c == '\n';
}

const char *text_line(struct text_in *text, struct arena *arena, size_t most, size_t *n)
{
    while (text_is_space(text_peek(text)) && text_peek(text) != '\n')
        text_skip(text);
    char *line = (char *)collect(text, arena, most, n, ends_line);
    if (text_peek(text) == '\n')
        text_skip(text);
    if (*n <= most)
        while (*n && text_is_space((unsigned char)line[*n - 1]))
            line[--*n] = '\0';
    return line;
}
