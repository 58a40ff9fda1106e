/* Who wins at every heap up to one, by rules of heaps. */
#ifndef GRUNDY_API_TOOLS_JUDGE_ROW_H
#define GRUNDY_API_TOOLS_JUDGE_ROW_H

#include "api/question.h"

/* Of a solved question of /sg with one heap: a word for each heap from 1 to it. */
void row_print(const struct question *question, const char *win, const char *loss, struct out *out);

#endif
