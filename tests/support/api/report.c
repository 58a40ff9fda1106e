/* Failures, with file and line. */
#include "tests/support/api/report.h"

#include <stdarg.h>
#include <stdio.h>

enum { PRINTED_MAX = 20 };

void report_fail(struct report *report, const char *format, ...)
{
    report->failures++;
    if (report->failures > PRINTED_MAX)
        return;
    printf("%s:%d: ", report->file, report->line);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    if (report->failures == PRINTED_MAX)
        printf("%s: further failures are only counted\n", report->file);
}
