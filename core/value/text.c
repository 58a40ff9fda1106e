/* Explanations: sentences gathered in one language. */
#include "core/value/text.h"

#include "core/memory/arena.h"
#include "core/promise.h"
#include "core/value/copy.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Strings that one sentence may name, and pieces that a format may fall into: two for each, and some percent signs. */
enum { NAMED_MAX = 16, STEPS_MAX = 2 * NAMED_MAX + 8 };

/* One step through a format: the literal bytes before the next "%s" or "%2$s", and which argument stands there. */
struct step {
    const char *literal;
    size_t size;
    int argument; /* -1: the end, or a percent sign ("%%") */
};

struct phrase {
    const char *format;
    size_t n;
    size_t size;   /* bytes of all literals */
    int named;     /* arguments that the format names */
    bool repeated; /* one of them stands in it twice, or never */
    bool plural;   /* there may be "(s)" in it */
    struct step v[STEPS_MAX];
};

struct phrase *phrase_new(struct arena *arena)
{
    struct phrase *phrase = arena_raw(arena, sizeof *phrase); /* not zeroed: most of it is room */
    phrase->format = NULL;
    return phrase;
}

static const char *read_step(const char *at, const char *percent, struct step *step, int *next)
{
    *step = (struct step){at, (size_t)(percent - at), -1};
    if (percent[1] == '%') {
        step->size++;
        return percent + 2;
    }
    if (percent[1] == 's') {
        step->argument = (*next)++;
        return percent + 2;
    }
    promise(percent[1] >= '1' && percent[1] <= '9' && percent[2] == '$' && percent[3] == 's');
    step->argument = percent[1] - '1';
    return percent + 4;
}

static void read_format(const char *at, struct phrase *phrase)
{
    int next = 0, arguments = 0;
    uint32_t named = 0;
    phrase->format = at;
    phrase->n = phrase->size = 0;
    phrase->named = 0;
    phrase->plural = strchr(at, '(');
    for (const char *percent; (percent = strchr(at, '%')); phrase->n++) {
        promise(phrase->n + 1 < STEPS_MAX);
        struct step *step = &phrase->v[phrase->n];
        at = read_step(at, percent, step, &next);
        phrase->size += step->size;
        if (step->argument >= phrase->named)
            phrase->named = step->argument + 1;
        promise(phrase->named <= NAMED_MAX);
        if (step->argument >= 0) {
            named |= UINT32_C(1) << step->argument;
            arguments++;
        }
    }
    phrase->repeated = arguments != phrase->named || named != (UINT32_C(1) << phrase->named) - 1;
    phrase->v[phrase->n] = (struct step){at, strlen(at), -1};
    phrase->size += phrase->v[phrase->n++].size;
}

/* The literal, with "s" or nothing for every "(s)" in it: English nouns after one number, and after others. */
static char *write_literal(char *end, const struct step *step, bool one)
{
    for (const char *at = step->literal, *stop = at + step->size; at < stop;)
        if (*at == '(' && stop - at >= 3 && at[1] == 's' && at[2] == ')') {
            at += 3;
            if (!one)
                *end++ = 's';
        } else {
            *end++ = *at++;
        }
    return end;
}

/* Its arguments, which are digits more often than not, with their lengths. Returns the bytes that the sentence takes. */
static size_t take_arguments(const struct phrase *phrase, va_list args, const char **argument, size_t *size)
{
    size_t room = phrase->size + 1;
    for (int i = 0; i < phrase->named; i++) {
        const char *word = argument[i] = va_arg(args, const char *);
        size[i] = !word[0] ? 0 : !word[1] ? 1 : strlen(word);
        room += size[i];
    }
    if (!phrase->repeated)
        return room;
    room = phrase->size + 1;
    for (size_t i = 0; i < phrase->n; i++)
        room += phrase->v[i].argument < 0 ? 0 : size[phrase->v[i].argument];
    return room;
}

static const char *write_phrase(struct lines *lines, const struct phrase *phrase, va_list args)
{
    const char *argument[NAMED_MAX];
    size_t size[NAMED_MAX], room = take_arguments(phrase, args, argument, size);
    const struct step *end = phrase->v + phrase->n;
    char *text = arena_raw(lines->arena, room), *at = text;
    bool one = false;
    for (const struct step *step = phrase->v; step < end; step++) {
        at = phrase->plural ? write_literal(at, step, one) : copy_few(at, step->literal, step->size);
        if (step->argument < 0)
            continue;
        const char *word = argument[step->argument];
        size_t n = size[step->argument];
        one = false;
        if (n == 1) {
            *at++ = *word;
            one = *word == '1';
        } else {
            at = copy_few(at, word, n);
        }
    }
    *at = '\0';
    lines->size = (size_t)(at - text);
    return text;
}

void lines_add(struct lines *lines, const char *en, const char *zh, ...)
{
    if (lines->n == lines->room) {
        size_t room = lines->room ? lines->room * 2 : 16;
        const char **v = arena_array(lines->arena, room, sizeof *v);
        if (lines->n)
            memcpy(v, lines->v, lines->n * sizeof *v);
        lines->v = v;
        lines->room = room;
    }
    const char *format = lines->language == LANGUAGE_ZH ? zh : en;
    struct phrase own, *phrase = lines->phrase ? lines->phrase : &own;
    if (!lines->phrase || phrase->format != format)
        read_format(format, phrase);
    if (phrase->n == 1 && !phrase->plural) { /* nothing to be put in */
        lines->size = phrase->size;
        lines->v[lines->n++] = format;
        return;
    }
    va_list args;
    va_start(args, zh);
    lines->v[lines->n++] = write_phrase(lines, phrase, args);
    va_end(args);
}
