/* The page: its views, and its files. */
#ifndef GRUNDY_API_PAGE_H
#define GRUNDY_API_PAGE_H

#include "api/call.h"

/* Of a GET: whether "/" and "/custom" are asked for as a view of the page and not as what they are besides: then the reply is
 * made. */
bool page_begun(struct call *call);
/* Of a GET for a path that is not there: whether it is asked for as a view of the page: then the reply is made, a 404 as any. */
bool page_absent(struct call *call);

/* Handlers. */
void page_begin(struct call *call);
void page_file_begin(struct call *call);

#endif
