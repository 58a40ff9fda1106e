/* Explanations: sentences gathered in one language. */
#include "core/value/text.h"

#include "core/memory/arena.h"
#include "core/promise.h"

#include <stdbool.h>
#include <string.h>

/* Strings that one sentence may name. */
enum { NAMED_MAX = 16 };

/* One step through a format: the literal bytes before the next "%s" or "%2$s", and which argument stands there. */
struct step {
    const char *literal;
    size_t size;
    int argument; /* -1: the end, or a percent sign ("%%") */
};

static const char *next_step(const char *at, struct step *step, int *next)
{
    const char *percent = strchr(at, '%');
    *step = (struct step){at, percent ? (size_t)(percent - at) : strlen(at), -1};
    if (!percent)
        return at + step->size;
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

/* How many arguments the format names. */
static int count_named(const char *format)
{
    struct step step;
    int next = 0, named = 0;
    while (*format) {
        format = next_step(format, &step, &next);
        if (step.argument >= named)
            named = step.argument + 1;
    }
    promise(named <= NAMED_MAX);
    return named;
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

static char *write_format(struct arena *arena, const char *format, const char *const *argument, const size_t *size, size_t room)
{
    char *text = arena_raw(arena, room + 1), *end = text;
    struct step step;
    int next = 0;
    bool one = false;
    while (*format) {
        format = next_step(format, &step, &next);
        end = write_literal(end, &step, one);
        if (step.argument >= 0) {
            end = (char *)memcpy(end, argument[step.argument], size[step.argument]) + size[step.argument];
            one = strcmp(argument[step.argument], "1") == 0;
        }
    }
    *end = '\0';
    return text;
}

static char *format_text(struct arena *arena, const char *format, va_list args)
{
    const char *argument[NAMED_MAX];
    size_t size[NAMED_MAX], room = 0;
    int named = count_named(format), next = 0;
    for (int i = 0; i < named; i++) {
        argument[i] = va_arg(args, const char *);
        size[i] = strlen(argument[i]);
    }
    struct step step;
    for (const char *at = format; *at;) {
        at = next_step(at, &step, &next);
        room += step.size + (step.argument < 0 ? 0 : size[step.argument]);
    }
    return write_format(arena, format, argument, size, room);
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
    va_list args;
    va_start(args, zh);
    lines->v[lines->n++] = format_text(lines->arena, lines->language == LANGUAGE_ZH ? zh : en, args);
    va_end(args);
}
