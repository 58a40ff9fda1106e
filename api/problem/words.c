/* Problems are written in English, in all rooms, and told in Chinese by a table of their sentences: so whoever refuses something
 * writes one sentence, and words.def is all that knows the other language. */
#include "api/problem/words.h"

#include <stdbool.h>
#include <string.h>

static const struct text table[] = {
#define WORDS(en, zh) {en, zh},
#include "api/problem/words.def"
#undef WORDS
};

enum { PARTS = 9, DEPTH = 3 };

/* What stands in the place of each {i}. */
struct word_parts {
    const char *v[PARTS];
    size_t n[PARTS];
};

static bool is_part(const char *at)
{
    return at[0] == '{' && at[1] > '0' && at[1] <= '9' && at[2] == '}';
}

static size_t literal_size(const char *pattern)
{
    size_t n = 0;
    while (pattern[n] && !is_part(pattern + n))
        n++;
    return n;
}

static const char *find(const char *text, const char *literal, size_t n)
{
    for (; *text; text++)
        if (strncmp(text, literal, n) == 0)
            return text;
    return NULL;
}

/* A part ends where the text behind it first stands; the last one reaches as far as the end allows. */
static bool fits(const char *pattern, const char *text, struct word_parts *parts)
{
    for (;;) {
        size_t n = literal_size(pattern);
        if (strncmp(pattern, text, n) != 0)
            return false;
        pattern += n;
        text += n;
        if (!*pattern)
            return !*text;
        size_t i = (size_t)(pattern[1] - '1'), behind = literal_size(pattern += 3), left = strlen(text);
        const char *end = pattern[behind] ? find(text, pattern, behind) : left < behind ? NULL : text + left - behind;
        if (!end || (!behind && *pattern)) /* of two parts side by side nobody knows where the first ends */
            return false;
        parts->v[i] = text;
        parts->n[i] = (size_t)(end - text);
        text = end;
    }
}

static const char *translate(struct arena *arena, const char *en, int depth);

/* A part that begins and ends with a quotation mark is a list of names: "a", "b". */
static const char *listed(struct arena *arena, const char *part)
{
    size_t n = strlen(part);
    const char *text = "", *comma;
    if (n < 2 || *part != '"' || part[n - 1] != '"')
        return part;
    for (; (comma = strstr(part, "\", \"")); part = comma + 3)
        text = arena_printf(arena, "%s%.*s\"、", text, (int)(comma - part), part);
    return arena_printf(arena, "%s%s", text, part);
}

static const char *fill(struct arena *arena, const char *zh, const struct word_parts *parts, int depth)
{
    const char *text = "";
    while (*zh) {
        size_t n = literal_size(zh);
        text = arena_printf(arena, "%s%.*s", text, (int)n, zh);
        zh += n;
        if (!*zh)
            break;
        size_t i = (size_t)(zh[1] - '1');
        const char *part = arena_copy(arena, parts->v[i] ? parts->v[i] : "", parts->n[i]),
                   *told = translate(arena, part, depth - 1);
        text = arena_printf(arena, "%s%s", text, told ? told : listed(arena, part));
        zh += 3;
    }
    return text;
}

static const char *translate(struct arena *arena, const char *en, int depth)
{
    enum { COUNT = sizeof table / sizeof *table };
    if (!depth)
        return NULL;
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(table[i].en, en) == 0)
            return table[i].zh;
    for (size_t i = 0; i < COUNT; i++) {
        struct word_parts parts = {0};
        if (strchr(table[i].en, '{') && fits(table[i].en, en, &parts))
            return fill(arena, table[i].zh, &parts, depth);
    }
    return NULL;
}

const char *words_in(struct arena *arena, enum language language, const char *en)
{
    return language == LANGUAGE_ZH ? translate(arena, en, DEPTH) : en;
}
