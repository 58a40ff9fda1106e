/* The sentences of problems in the other languages of the service. */
#ifndef GRUNDY_API_PROBLEM_WORDS_H
#define GRUNDY_API_PROBLEM_WORDS_H

#include "core/memory/arena.h"
#include "core/value/text.h"

/* The English text in that language, in the arena; the text itself in English. NULL: words.def does not have it. */
const char *words_in(struct arena *arena, enum language language, const char *en);

#endif
