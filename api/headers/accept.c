/* Parameters other than the weight are not looked at. */
#include "api/headers/accept.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* A q-value in thousandths: "0.8" is 800. A malformed one counts as 0, so that nothing is chosen by mistake. */
static int read_weight(const char *text)
{
    if (*text != '0' && *text != '1')
        return 0;
    int weight = (*text++ - '0') * 1000;
    if (*text == '.')
        for (int scale = 100; isdigit((unsigned char)*++text) && scale > 0; scale /= 10)
            weight += (*text - '0') * scale;
    return weight > 1000 ? 1000 : weight;
}

/* The weight of a range that ends at `end`, parameters included, in thousandths; 1000 where none is given. */
static int weight_of(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at != ';')
            continue;
        const char *name = at + 1 + strspn(at + 1, " \t");
        if (name + 1 < end && (*name == 'q' || *name == 'Q') && name[1] == '=')
            return read_weight(name + 2);
    }
    return 1000;
}

/* How exactly the range names the type: 3 by its name, 2 as "text" and any subtype, 1 as anything, 0 not at all. */
static int exactness(const char *range, size_t size, const char *type)
{
    size_t slash = strcspn(type, "/") + 1;
    if (size == strlen(type) && strncasecmp(range, type, size) == 0)
        return 3;
    if (size == slash + 1 && range[slash] == '*' && strncasecmp(range, type, slash) == 0)
        return 2;
    return size == 3 && memcmp(range, "*/*", 3) == 0;
}

/* Of the ranges that name the type, the most exact one tells its weight. */
static int rank(const char *accept, const char *type)
{
    int best = 0, weight = 0;
    for (const char *at = accept; *at;) {
        at += strspn(at, " \t");
        const char *end = at + strcspn(at, ",");
        int exact = exactness(at, strcspn(at, " \t;,"), type);
        if (exact > best) {
            best = exact;
            weight = weight_of(at, end);
        }
        at = *end ? end + 1 : end;
    }
    return weight ? weight * 4 + best : 0;
}

size_t accept_media(const char *accept, const char *const *types, size_t count)
{
    size_t chosen = 0;
    int best = 0;
    for (size_t i = 0; accept && i < count; i++) {
        int ranked = rank(accept, types[i]);
        if (ranked > best) {
            best = ranked;
            chosen = i;
        }
    }
    return chosen;
}

/* The weight of a coding that is listed by its own name; -1: it is not. */
static int coding_weight(const char *accept, const char *coding)
{
    for (const char *at = accept; *at;) {
        at += strspn(at, " \t");
        size_t size = strcspn(at, " \t;,");
        const char *end = at + strcspn(at, ",");
        if (size == strlen(coding) && strncasecmp(at, coding, size) == 0)
            return weight_of(at, end);
        at = *end ? end + 1 : end;
    }
    return -1;
}

bool accept_gzip(const char *accept)
{
    if (!accept)
        return false;
    int others = coding_weight(accept, "*"), gzip = coding_weight(accept, "gzip"), plain = coding_weight(accept, "identity");
    if (gzip < 0)
        gzip = coding_weight(accept, "x-gzip");
    if (gzip < 0)
        gzip = others;
    return gzip > 0 && gzip >= (plain < 0 ? others : plain);
}

/* "zh" and "zh-Hans-CN" both ask for zh. */
static bool range_names(const char *range, size_t size, const char *language)
{
    size_t n = strlen(language);
    return size >= n && strncasecmp(range, language, n) == 0 && (size == n || range[n] == '-');
}

enum language accept_best_language(const char *accept)
{
    static const char *const names[LANGUAGE_COUNT] = {"en", "zh"};
    int weight[LANGUAGE_COUNT] = {-1, -1}, others = 0, place[LANGUAGE_COUNT] = {0, 0}, n = 0;
    for (const char *at = accept; at && *at; n++) {
        at += strspn(at, " \t");
        const char *end = at + strcspn(at, ",");
        size_t size = strcspn(at, " \t;,");
        int w = weight_of(at, end);
        for (int i = 0; i < LANGUAGE_COUNT; i++) {
            if (!range_names(at, size, names[i]) || w <= weight[i])
                continue;
            weight[i] = w;
            place[i] = n;
        }
        if (size == 1 && *at == '*')
            others = w;
        at = *end ? end + 1 : end;
    }
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        if (weight[i] >= 0)
            continue;
        weight[i] = others;
        place[i] = n;
    }
    bool zh = weight[LANGUAGE_ZH] > weight[LANGUAGE_EN] ||
              (weight[LANGUAGE_ZH] == weight[LANGUAGE_EN] && place[LANGUAGE_ZH] < place[LANGUAGE_EN]);
    return zh && weight[LANGUAGE_ZH] > 0 ? LANGUAGE_ZH : LANGUAGE_EN;
}
