/* Every limit of the service (limits.def) as a C name. Included where a limit is used, so that a change of one recompiles little.
 */
#ifndef GRUNDY_CORE_LIMITS_H
#define GRUNDY_CORE_LIMITS_H

#include <stdint.h>

/* All are signed: an int, or an int64_t where it is beyond one. */
enum limit {
    LIMIT_SIGNED = -1,
#define LIMIT(name, value, reason) name = (value),
#define WIDE_LIMIT(name, value, reason)
#include "core/limits.def"
#undef WIDE_LIMIT
#undef LIMIT
};
#define LIMIT(name, value, reason)
#define WIDE_LIMIT(name, value, reason) static const int64_t name = INT64_C(value);
#include "core/limits.def"
#undef WIDE_LIMIT
#undef LIMIT

#endif
