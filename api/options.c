/* The options' field table: decoding, JSON Schema and openapi.yaml come from it. */
#include "api/options.h"
#include "api/headers/accept.h"

#include "core/game.h"
#include "core/limits.h"

#include <string.h>

static const struct type listing_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){[LISTING_WINNING] = "winning", [LISTING_ALL] = "all", [LISTING_NONE] = "none", NULL},
};

static const struct type limit_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = LIST_LIMIT};

/* Counts may be of any size, and so may what is skipped. */
static const struct type offset_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX};

const struct type type_language = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){[LANGUAGE_EN] = "en", [LANGUAGE_ZH] = "zh", NULL},
};

static const struct type explain_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){[EXPLAIN_NEGOTIATED] = &type_bool, [EXPLAIN_NAMED] = &type_language, NULL},
};

enum { FIELD_LANGUAGE = 5 }; /* its place in the table */

bool options_explain(const struct options *options)
{
    const struct choice *explain = &options->explain;
    return explain->value && (explain->which == EXPLAIN_NAMED || *(const bool *)explain->value);
}

enum language named_language(const cJSON *json, enum language otherwise)
{
    const cJSON *named = cJSON_GetObjectItemCaseSensitive(json, "language");
    for (int language = 0; cJSON_IsString(named) && type_language.names[language]; language++)
        if (strcmp(type_language.names[language], named->valuestring) == 0)
            return (enum language)language;
    return otherwise;
}

struct spoken options_spoken(const struct options *options, const char *accept_language, bool *negotiated)
{
    bool explain = options_explain(options), given = options->head.given & BIT(FIELD_LANGUAGE);
    enum language language = (enum language)options->language;
    if (!explain && !options->words && !given)
        return (struct spoken){LANGUAGE_EN, LANGUAGE_EN};
    if (explain && options->explain.which == EXPLAIN_NAMED) {
        enum language named = (enum language) * (const int *)options->explain.value;
        return (struct spoken){given ? language : named, named};
    }
    if (!given) {
        *negotiated = true;
        language = accept_best_language(accept_language);
    }
    return (struct spoken){language, language};
}

const struct type options_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options),
    .fields =
        (const struct field[]){
            {"moves", offsetof(struct options, moves), &listing_type, NEED_DEFAULT, .fallback = LISTING_WINNING,
             .doc = {"Which moves to list: only the winning ones (and drawing and best ones, where the game has them), all, or "
                     "none. "
                     "Counts are always given.",
                     "列出哪些走法：仅必胜走法（有平局或得分的游戏还包括相应列表）、全部，或不列。总数总会给出。"}},
            {"limit", offsetof(struct options, limit), &limit_type, NEED_DEFAULT, .fallback = LIST_DEFAULT,
             .doc = {"How many moves to list at most.", "最多列出多少个走法。"}},
            {"offset", offsetof(struct options, offset), &offset_type, NEED_DEFAULT,
             .doc = {"How many moves to skip first.", "先跳过多少个走法。"}},
            {"positions", offsetof(struct options, positions), &type_bool, NEED_DEFAULT,
             .doc = {"Add to each listed move the position it leads to, as `to`.", "为列出的每个走法附上走后的局面 `to`。"}},
            {"explain", offsetof(struct options, explain), &explain_type, NEED_OPTIONAL,
             .doc =
                 {"Add `explanation`, sentences that lead a student to the answer: in the language named, or for true in that of "
                  "`language`. false is the same as absent.",
                  "附上 `explanation`：逐句引导学生得出答案；可指定语言，为 true 时按 `language` 选择，false 等同于不写。"}},
            [FIELD_LANGUAGE] =
                {"language", offsetof(struct options, language), &type_language, NEED_OPTIONAL,
                 .doc = {"The language of every sentence, but of an explanation for which `explain` names one; absent: "
                         "that one, or else as Accept-Language says.",
                         "各句所用的语言（`explain` 已指定语言的讲解除外）；不写则与 `explain` 指定的语言相同，否则按 "
                         "Accept-Language 选择。"}},
            {"words", offsetof(struct options, words), &type_bool, NEED_DEFAULT,
             .doc = {"Add to each listed move `text`, the move in words.", "为列出的每个走法附上 `text`，用文字说明该走法。"}},
            {0},
        },
};
