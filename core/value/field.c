/* Types that many games share. */
#include "core/value/field.h"

#include "core/limits.h"

const struct type type_bool = {.kind = KIND_BOOL, .size = sizeof(bool)};
const struct type type_natural = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS};
const struct type type_positive = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = 1, .max = INT64_MAX, .bits_max = INT_BITS};
const struct type type_integer = {.kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX};
const struct type type_index = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = INT64_MAX};
const struct type type_heaps = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &type_natural};
