/* What /cutting says to a student where no side is 1. */
#ifndef GRUNDY_CORE_GAMES_CUTTING_EXPLAIN_H
#define GRUNDY_CORE_GAMES_CUTTING_EXPLAIN_H

#include "core/game.h"
#include "core/games/cutting/sheet.h"

/* The values of the sheets' sides, of the sheets (each two numbers), and their xor. */
void cutting_explain(const struct ask *ask, const struct dawson *dawson, struct list sheets, struct lines *lines);

#endif
