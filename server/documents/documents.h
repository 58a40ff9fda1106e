/* The documents that are the same for everybody: each is made once, plain and gzipped, and kept to the end. A thread of its own
 * does it right after the start; where memory is short the start itself, before anybody asks. Until then, and where there is no
 * memory for it at all, one is made for every request. */
#ifndef GRUNDY_SERVER_DOCUMENTS_DOCUMENTS_H
#define GRUNDY_SERVER_DOCUMENTS_DOCUMENTS_H

#include "api/api.h"
#include "core/memory/ledger.h"

struct documents;

/* To be called before anything is served. DOCUMENTS_MAKING bytes are the ledger's as long as the thread works; what is kept, at
 * most DOCUMENTS_BYTES, is not. NULL: there is no memory for a beginning. */
struct documents *documents_new(const struct api *api, struct ledger *ledger);
/* By its target; NULL: it is none of them, or not there yet. From any thread. NULL-able. */
const struct api_asset *documents_find(struct documents *documents, const char *target);
/* Nobody sends one any more. NULL-able. */
void documents_free(struct documents *documents);

#endif
