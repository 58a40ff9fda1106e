/* The examples of the documents: the first pair of every game's vectors, so that what the documents show is tested. */
#ifndef GRUNDY_API_DOCS_EXAMPLE_H
#define GRUNDY_API_DOCS_EXAMPLE_H

#include "api/json/out.h"
#include "core/game.h"
#include "core/memory/store.h"

/* The request, as JSON text. */
const char *example_request(const struct game *game);
/* The answer to it, as a JSON value: computed now. */
void example_answer(struct out *out, const struct game *game, struct budget *budget, struct store *store);

/* A store that keeps nothing: for documents that are written without a daemon. */
extern struct store store_nothing;

#endif
