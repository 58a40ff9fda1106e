/* Writing a JSON tree. Recursion is bounded by the depth that the scan allows. */
#include "api/json/tree.h"

#include "api/json/place.h"

void tree_write(struct out *out, const cJSON *json)
{
    switch (kind_of(json)) {
    case cJSON_False:
    case cJSON_True:
        json_bool(out, kind_of(json) == cJSON_True);
        break;
    case cJSON_Number:
        if (json->valuestring) /* no integer within 2^53: not a number that nobody wrote */
            json_literal(out, json->valuestring);
        else
            json_word(out, (int64_t)json->valuedouble);
        break;
    case cJSON_String:
        json_string(out, json->valuestring);
        break;
    case cJSON_Array:
    case cJSON_Object: {
        bool list = kind_of(json) == cJSON_Array;
        json_begin(out, list ? '[' : '{');
        for (const cJSON *item = json->child; item; item = item->next) {
            if (!list) {
                json_string(out, item->string);
                out_raw(out, ":");
                out->first = true;
            }
            tree_write(out, item);
        }
        json_end(out, list ? ']' : '}');
        break;
    }
    default:
        json_null(out);
    }
}
