/* In Grundy's game only these heaps up to 2^20 are lost, by the definition: each heap is lost unless it falls into two different
 * ones of equal value. tests/core/test_sg_plain.c makes all values up to there and compares. That none is lost beyond is
 * believed, and not known. */
#include "core/sg/lost.h"

static const uint16_t grundys_game[] = {0,   1,   2,   4,   7,   10,  20,  23,  26,  50,  53,  270, 273, 276,
                                        282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386, 389, 392,
                                        566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222};

bool lost_known(const struct rules *rules, struct num heap, bool *lost)
{
    if (rules->kind != RULES_UNEQUAL || num_cmp_word(heap, LOST_TOP) > 0)
        return false;
    *lost = false;
    for (size_t i = 0; i < sizeof grundys_game / sizeof *grundys_game; i++)
        *lost |= heap.word == grundys_game[i];
    return true;
}
