/* The options that stand beside a position, and the language of an explanation. */
#ifndef GRUNDY_API_OPTIONS_H
#define GRUNDY_API_OPTIONS_H

#include "core/value/field.h"

#include <cjson/cJSON.h>

struct options {
    struct head head;
    int moves; /* enum listing */
    int64_t limit;
    struct num offset;
    bool positions;
    struct choice explain; /* EXPLAIN_… when given */
    int language;          /* enum language, when given */
    bool words;
};

enum { EXPLAIN_NEGOTIATED, EXPLAIN_NAMED };

extern const struct type options_type;

/* "en" or "zh". */
extern const struct type type_language;

/* Whether the options want an explanation. */
bool options_explain(const struct options *options);
/* The language that a request names as its own, where it does, for what may go wrong with it; `json` is NULL-able. */
enum language named_language(const cJSON *json, enum language otherwise);
/* Of the sentences in an answer. An explanation that names a language is in that one, and without `language` the others are, too.
 */
struct spoken {
    enum language words; /* of moves, and why a count is null */
    enum language explanation;
};

/* Those that the options want; *negotiated is set when Accept-Language (NULL-able) chose one. */
struct spoken options_spoken(const struct options *options, const char *accept_language, bool *negotiated);

#endif
