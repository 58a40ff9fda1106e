/* How much a part of a claim counts: the one number that may have a fraction. */
#include "api/json/decode.h"
#include "api/tools/grade/grade.h"
#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    WEIGHT_PLACES = 9,
    FAR = 1 << 30, /* no text has so many digits */
};
const int64_t weight_unit = 1000000000; /* 10^WEIGHT_PLACES */
static const struct type weight_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = WEIGHT_MAX};

/* A number with a fraction, in units, what is less than one left out; INT64_MAX: more than WEIGHT_MAX. `text` is a JSON number.
 */
static int64_t units_of(const char *text)
{
    const char *exponent = strpbrk(text, "eE");
    int64_t units = 0, most = WEIGHT_MAX * weight_unit;
    long places = 0, shift = exponent ? strtol(exponent + 1, NULL, 10) : 0;
    shift = shift > FAR ? FAR : shift < -FAR ? -FAR : shift;
    bool behind = false;
    for (const char *at = text; at != exponent && *at; at++) {
        if (*at == '.')
            behind = true;
        else if (*at >= '0' && *at <= '9' && units <= most) { /* the digits behind that are too small to count */
            units = units * 10 + (*at - '0');
            places += behind;
        } else if (*at != '-' && !behind) {
            places--;
        }
    }
    for (shift += WEIGHT_PLACES - places; shift > 0 && units && units <= most; shift--)
        units *= 10;
    for (; shift < 0 && units; shift++)
        units /= 10;
    return units > most ? INT64_MAX : units;
}

int64_t read_weight(const cJSON *json, const char *pointer, struct faults *faults)
{
    int64_t weight = 0;
    if (!cJSON_IsNumber(json) || !json->valuestring || json->valuedouble > 1) {
        decode_value(&weight_type, json, pointer, &weight, faults);
        return weight * weight_unit;
    }
    weight = units_of(json->valuestring);
    if (*json->valuestring == '-')
        fault_add(faults, FAULT_out_of_range, pointer, "must be at least 0");
    else if (weight == INT64_MAX)
        fault_add(faults, FAULT_out_of_range, pointer, arena_printf(faults->arena, "must be at most %d", WEIGHT_MAX));
    else
        return weight;
    return 0; /* for the sum of all */
}
