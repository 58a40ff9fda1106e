/* The rows of the game "odd against even": the outcome by balls left and the parities that both players hold.
 *
 * A row is one byte. Bits 0 to 3: the player to move loses; bits 4 to 7: he does not win; each by 2 * his parity + the other's.
 */
#ifndef GRUNDY_CORE_GAMES_ODD_EVEN_PARITY_H
#define GRUNDY_CORE_GAMES_ODD_EVEN_PARITY_H

#include "core/answer.h"
#include "core/budget.h"
#include "core/memory/arena.h"

struct parity_rows {
    const uint8_t *row; /* rows 0 … n - 1 */
    size_t n;
    size_t preperiod, period; /* row[r + period] = row[r] for all r >= preperiod; period 0: none was found */
};

/* Computes rows until the row of `balls` is known or a window of the largest take repeats, but no more than rows_max. `takes`
 * ascend; those above `balls` play no part. False: the row of `balls` lies beyond. */
bool parity_solve(struct parity_rows *rows, struct arena *arena, struct budget *budget, const int64_t *takes, size_t n,
                  struct num balls, size_t rows_max);

/* For the player to move. `balls` is at most that of parity_solve. */
enum outcome parity_outcome(const struct parity_rows *rows, struct num balls, bool mine_odd, bool theirs_odd);

#endif
