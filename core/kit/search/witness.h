/* The second method for the nodes from which a cycle can be reached. */
#ifndef GRUNDY_CORE_KIT_SEARCH_WITNESS_H
#define GRUNDY_CORE_KIT_SEARCH_WITNESS_H

#include "core/kit/search/levels.h"

/* Labels what the candidates leave to label; the counts of edges are not kept up. */
void witness_label(struct levels *levels, struct arena *arena);

#endif
