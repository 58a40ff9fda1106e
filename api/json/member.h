/* A name and its value in one call: what documents are made of. */
#ifndef GRUNDY_API_JSON_MEMBER_H
#define GRUNDY_API_JSON_MEMBER_H

#include "api/json/out.h"

void member_string(struct out *out, const char *name, const char *value);
void member_word(struct out *out, const char *name, int64_t value);
void member_null(struct out *out, const char *name);
void member_bool(struct out *out, const char *name, bool value);
/* The value is JSON already. */
void member_raw(struct out *out, const char *name, const char *json);
/* {"en":…,"zh":…} */
void member_text(struct out *out, const char *name, struct text text);
void member_begin(struct out *out, const char *name, char bracket);
/* A list of strings; `words` ends with NULL. */
void member_words(struct out *out, const char *name, const char *const *words);

#endif
