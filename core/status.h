/* Outcomes of a request (status.def) and faults of a position (fault.def) as C names. */
#ifndef GRUNDY_CORE_STATUS_H
#define GRUNDY_CORE_STATUS_H

enum status {
    STATUS_ok,
#define STATUS(name, http, title, meaning, mend) STATUS_##name,
#include "core/status.def"
#undef STATUS
    STATUS_count
};

enum fault_code {
#define FAULT(name, meaning) FAULT_##name,
#include "core/value/fault.def"
#undef FAULT
    FAULT_count
};

#endif
