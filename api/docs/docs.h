/* The documents: the handlers of their paths. */
#ifndef GRUNDY_API_DOCS_DOCS_H
#define GRUNDY_API_DOCS_DOCS_H

#include "api/call.h"

void gallery_begin(struct call *call);
void index_begin(struct call *call);
void catalogue_begin(struct call *call);
void catalogue_game_begin(struct call *call);
void problems_begin(struct call *call);
void problems_page_begin(struct call *call);
void openapi_begin(struct call *call);

#endif
