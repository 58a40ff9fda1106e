/* Accept-Language (RFC 9110, 12.5.4) for the languages of the service. */
#include "api/options.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

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

/* The weight that stands after the range, 1 where none does. */
static int range_weight(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at != ';')
            continue;
        const char *name = skip_blanks(at + 1);
        if (name + 1 < end && (*name == 'q' || *name == 'Q') && name[1] == '=')
            return read_weight(name + 2);
    }
    return 1000;
}

/* "zh" and "zh-Hans-CN" both ask for zh. */
static bool range_names(const char *range, size_t size, const char *language)
{
    size_t n = strlen(language);
    return size >= n && strncasecmp(range, language, n) == 0 && (size == n || range[n] == '-');
}

enum language language_preferred(const char *accept_language)
{
    static const char *const names[LANGUAGE_COUNT] = {"en", "zh"};
    int weight[LANGUAGE_COUNT] = {-1, -1}, others = 0, place[LANGUAGE_COUNT] = {0, 0}, n = 0;
    for (const char *at = accept_language; at && *at; n++) {
        at = skip_blanks(at);
        const char *end = at + strcspn(at, ",");
        size_t size = strcspn(at, " \t;,");
        int w = range_weight(at, end);
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
