#include "api/tools/mistaken.h"

#include "api/json/member.h"

void encode_mistake(struct out *out, const struct mistake *mistake, enum language language)
{
    bool zh = language == LANGUAGE_ZH;
    json_begin(out, '{');
    member_string(out, "mistake", mistake->id);
    member_string(out, "title", zh ? mistake->title.zh : mistake->title.en);
    member_string(out, "sentence", zh ? mistake->sentence.zh : mistake->sentence.en);
    json_end(out, '}');
}
