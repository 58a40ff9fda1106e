/* What a vector file's checks found: every failure with file and line, the first of them printed. */
#ifndef GRUNDY_TESTS_REPORT_H
#define GRUNDY_TESTS_REPORT_H

#include <stddef.h>

struct report {
    const char *file;
    int line;
    size_t checks, failures;
};

/* Counts a check that failed and says why. */
void report_fail(struct report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
