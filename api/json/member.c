/* A name and its value in one call. */
#include "api/json/member.h"

void member_string(struct out *out, const char *name, const char *value)
{
    json_name(out, name);
    json_string(out, value);
}

void member_word(struct out *out, const char *name, int64_t value)
{
    json_name(out, name);
    json_word(out, value);
}

void member_null(struct out *out, const char *name)
{
    json_name(out, name);
    json_null(out);
}

void member_bool(struct out *out, const char *name, bool value)
{
    json_name(out, name);
    json_bool(out, value);
}

void member_raw(struct out *out, const char *name, const char *json)
{
    json_name(out, name);
    out_raw(out, json);
    out->first = false;
}

void member_begin(struct out *out, const char *name, char bracket)
{
    json_name(out, name);
    json_begin(out, bracket);
}

void member_text(struct out *out, const char *name, struct text text)
{
    member_begin(out, name, '{');
    member_string(out, "en", text.en);
    member_string(out, "zh", text.zh);
    json_end(out, '}');
}

void member_words(struct out *out, const char *name, const char *const *words)
{
    member_begin(out, name, '[');
    for (; *words; words++)
        json_string(out, *words);
    json_end(out, ']');
}
