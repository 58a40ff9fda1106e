/* Known wrong methods, told to clients. */
#ifndef GRUNDY_API_TOOLS_MISTAKEN_H
#define GRUNDY_API_TOOLS_MISTAKEN_H

#include "api/json/out.h"
#include "core/mistakes/mistakes.h"

/* {"mistake","title","sentence"}, as a value. */
void encode_mistake(struct out *out, const struct mistake *mistake, enum language language);

#endif
