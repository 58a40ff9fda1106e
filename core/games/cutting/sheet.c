/* D of the sides before its period, by its definition: D(w) is the least number that is no D(i) ^ D(w-i) with i, w-i >= 2.
 * Written down, so that a question need not make it; tests/core/test_boards.c makes it. */
#include "core/games/cutting/sheet.h"

#include <string.h>

static const unsigned char first[PERIODIC_FROM + PERIOD] = {
    0, 0, 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1,
    1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1,
    3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9,
};

struct dawson dawson_fill(void)
{
    struct dawson d;
    memcpy(d.value, first, sizeof first);
    for (int w = (int)sizeof first; w < DAWSON; w++)
        d.value[w] = d.value[w - PERIOD];
    return d;
}
