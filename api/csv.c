#include "api/csv.h"

#include <string.h>

static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr("\",\r\n", text[i]))
            return false;
    return true;
}

void csv_field(struct out *out, const char *text, size_t n)
{
    if (is_plain(text, n)) {
        out_bytes(out, text, n);
        return;
    }
    char *at = out_room(out, 2 * n + 2), *begin = at;
    *at++ = '"';
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"')
            *at++ = '"';
        *at++ = text[i];
    }
    *at++ = '"';
    out->n += (size_t)(at - begin);
}
