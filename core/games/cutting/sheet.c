/* D by its definition. */
#include "core/games/cutting/sheet.h"

struct dawson dawson_fill(void)
{
    struct dawson d = {{0}};
    for (int w = 4; w < DAWSON; w++) {
        uint64_t seen = 0; /* values stay below 16 */
        for (int i = 2; i <= w - i; i++)
            seen |= UINT64_C(1) << (d.value[i] ^ d.value[w - i]);
        d.value[w] = (unsigned char)__builtin_ctzll(~seen);
    }
    return d;
}
