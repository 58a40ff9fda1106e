/* Accept-Language (RFC 9110, 12.5.4) for the languages of the service. */
#include "api/headers/accept.h"
#include "api/options.h"

#include <string.h>
#include <strings.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
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
        int w = accept_weight(at, end);
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
