/* The page's files, as the build embedded them. */
#ifndef GRUNDY_SERVER_WEB_WEB_H
#define GRUNDY_SERVER_WEB_WEB_H

#include "api/api.h"

/* `frame_ancestors`: who may embed the page, as Content-Security-Policy writes it. Once, before any thread starts; lives for
 * ever. */
const struct api_page *web_page(const char *frame_ancestors);

#endif
