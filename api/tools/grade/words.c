/* What people write on paper in place of our names, read where a question is lenient; and places in their answers, in words. */
#include "api/tools/grade/grade.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 };

static const struct {
    enum outcome outcome;
    const char *words; /* without blanks, in small letters, with a blank around each */
} spoken[] = {
    {OUTCOME_WIN,
     " win wins won winning n first 1st firstplayer thefirstplayer firstplayerwins playertomove theplayertomove 必胜 "
     "必胜态 先手 先手胜 先手赢 先手必胜 后手必败 胜 赢 "},
    {OUTCOME_LOSS, " loss lose loses lost losing p second 2nd secondplayer thesecondplayer secondplayerwins otherplayer "
                   "theotherplayer 必败 必败态 后手 后手胜 后手赢 后手必胜 先手必败 败 负 输 "},
    {OUTCOME_DRAW, " draw draws drawn adraw tie nobody nobody:adraw 平局 平 和 和棋 "},
};
static const char nothing[] = " none no nomove nomovewins null - – — 无 没有 没有必胜走法 ";

/* Full-width forms as the letter that they stand for, 0: it is none; the others that a Chinese keyboard puts in their places. */
static char plain_letter(const unsigned char *at, size_t *length)
{
    static const struct {
        const char *from;
        char to;
    } others[] = {{"\u3000", ' '}, {"\u00a0", ' '}, {"\ufeff", ' '}, {"\u3001", ','},
                  {"\u2212", '-'}, {"\u201c", '"'}, {"\u201d", '"'}};
    *length = 3;
    if (at[0] == 0xef && at[1] == 0xbc && at[2] > 0x80) /* U+FF01 to U+FF3F */
        return (char)(at[2] - 0x80 + 0x20);
    if (at[0] == 0xef && at[1] == 0xbd && at[2] < 0x9f) /* to U+FF5E */
        return (char)(at[2] - 0x80 + 0x60);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        *length = strlen(others[i].from);
        if (strncmp((const char *)at, others[i].from, *length) == 0)
            return others[i].to;
    }
    return 0;
}

const char *plain_text(struct arena *arena, const char *said)
{
    size_t n = 0, length;
    char *text = arena_raw(arena, strlen(said) + 1), *begin = text;
    while (*said) {
        char plain = *said & 0x80 ? plain_letter((const unsigned char *)said, &length) : 0;
        text[n++] = plain ? plain : *said;
        said += plain ? length : 1;
    }
    while (n && strchr(" \t\r\n", text[n - 1]))
        n--;
    text[n] = '\0';
    return begin + strspn(begin, " \t\r\n");
}

/* " word " as it stands in the lists: without blanks and full stops, in small letters. */
static const char *folded(const char *said, char *word)
{
    size_t n = 0;
    word[n++] = ' ';
    for (; *said; said++) {
        bool ends = (*said == '.' && !said[1]) || strcmp(said, "。") == 0;
        if (ends)
            break;
        if (strchr(" \t\r\n", *said))
            continue;
        if (n == WORD_MAX)
            return "  "; /* stands in no list */
        word[n++] = *said >= 'A' && *said <= 'Z' ? (char)(*said + 'a' - 'A') : *said;
    }
    word[n++] = ' ';
    word[n] = '\0';
    return word;
}

bool spoken_verdict(const cJSON *json, enum outcome *verdict)
{
    char word[WORD_MAX + 2];
    const char *said = cJSON_IsString(json) ? folded(json->valuestring, word) : "  ";
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
        if (strstr(spoken[i].words, said)) {
            *verdict = spoken[i].outcome;
            return true;
        }
    return false;
}

bool spoken_none(const cJSON *json)
{
    char word[WORD_MAX + 2];
    return cJSON_IsString(json) && strstr(nothing, folded(json->valuestring, word));
}

bool spoken_blank(const cJSON *json)
{
    return cJSON_IsString(json) && !json->valuestring[strspn(json->valuestring, " \t\r\n")];
}

const char *place_words(struct arena *arena, enum language language, const char *pointer, bool subject)
{
    const char *words = "", *at = strchr(pointer + 1, '/'); /* behind /claim, */
    at = at ? strchr(at + 1, '/') : NULL;                   /* and behind the name of the part */
    if (!at && subject && language == LANGUAGE_EN)
        return "it ";
    while (at) {
        const char *name = at + 1, *end = strchr(name, '/');
        int n = (int)(end ? (size_t)(end - name) : strlen(name));
        const char *stop = language == LANGUAGE_ZH ? "：" : subject && !end ? " " : ": ";
        if (strspn(name, "0123456789") == (size_t)n)
            words = arena_printf(arena, language == LANGUAGE_ZH ? "%s第 %ld 项%s" : "%sitem %ld%s", words,
                                 1 + strtol(name, NULL, 10), stop);
        else
            words = arena_printf(arena, "%s%.*s%s", words, n, name, stop);
        at = end;
    }
    return words;
}
