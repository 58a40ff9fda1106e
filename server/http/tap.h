/* What libmicrohttpd refuses by itself (a Content-Length that is no number, a header block that is too long, a broken chunk) it
 * answers with a page of HTML, for some faults with its header block twice. It offers no hook for that, so its calls of send()
 * and sendmsg() come through here, and such an answer is replaced by the problem that says the same. */
#ifndef GRUNDY_SERVER_HTTP_TAP_H
#define GRUNDY_SERVER_HTTP_TAP_H

#include "server/http/loop.h"

#include <stdarg.h>

/* To be called at the start of a loop's thread. */
void tap_enter(struct loop *loop);
/* libmicrohttpd's log (MHD_OPTION_EXTERNAL_LOGGER): tells that an answer of its own is about to be sent. */
void tap_log(void *cls, const char *format, va_list args);

#endif
