/* The headers of an answer that libmicrohttpd sends. */
#ifndef GRUNDY_SERVER_HTTP_HEADERS_H
#define GRUNDY_SERVER_HTTP_HEADERS_H

#include "server/http/loop.h"

#include <microhttpd.h>

void http_add_headers(struct exchange *exchange, struct MHD_Response *response);

#endif
