/* Writing a JSON tree. Recursion is bounded by the depth that the scan allows. */
#include "api/json/tree.h"

#include "api/json/place.h"

/* The scan leaves integers that are exact, and of others only what is wrong with them (scan.h): of what somebody sent that is
 * told, not a number that nobody wrote. Of documents of ours a half is the only fraction. */
static void write_number(struct out *out, double number, bool sent)
{
    if (number == 0.5 && !sent)
        json_fraction(out, 1, 2);
    else if (number == 0.5)
        json_string(out, "a number with a fraction");
    else if (number > (double)SAFE_MAX || number < -(double)SAFE_MAX)
        json_string(out, "an integer beyond 2^53-1");
    else
        json_word(out, (int64_t)number);
}

static void write(struct out *out, const cJSON *json, bool sent)
{
    switch (kind_of(json)) {
    case cJSON_False:
    case cJSON_True:
        json_bool(out, kind_of(json) == cJSON_True);
        break;
    case cJSON_Number:
        write_number(out, json->valuedouble, sent);
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
            write(out, item, sent);
        }
        json_end(out, list ? ']' : '}');
        break;
    }
    default:
        json_null(out);
    }
}

void tree_write(struct out *out, const cJSON *json)
{
    write(out, json, false);
}

void tree_write_sent(struct out *out, const cJSON *json)
{
    write(out, json, true);
}
