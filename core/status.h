/* Outcomes of a request (status.def), faults of a position (fault.def) and limits (limits.def) as C names. */
#ifndef GRUNDY_CORE_STATUS_H
#define GRUNDY_CORE_STATUS_H

#include <stdint.h>

enum status {
    STATUS_ok,
#define STATUS(name, http, title, meaning, mend) STATUS_##name,
#include "core/status.def"
#undef STATUS
    STATUS_count
};

enum fault_code {
#define FAULT(name, meaning) FAULT_##name,
#include "core/fault.def"
#undef FAULT
    FAULT_count
};

/* Every limit is signed: an int, or an int64_t where it is beyond one. */
enum limit {
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
