/* Comma-separated values (RFC 4180). */
#ifndef GRUNDY_API_CSV_H
#define GRUNDY_API_CSV_H

#include "api/json/out.h"

/* A field, in quotes where it needs them; what stands between fields and at the end of a line is the writer's business. */
void csv_field(struct out *out, const char *text, size_t n);

#define CSV_LINE_END "\r\n"

#endif
