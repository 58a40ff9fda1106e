/* Rows of "odd against even"; see the header.
 *
 * From (mine, theirs) an even take leads to (theirs, mine), an odd one to (theirs, not mine), seen by the other player. So with E
 * and O the or of the rows that even and odd takes lead to, the mover wins where E or O has a loss, and loses where neither has
 * anything but wins: a permutation of the bits of E and O each, and an or. Period: from row M on, M the largest take, a row
 * depends on the M rows before it only; so a window of M rows that repeats proves the period from there on, whatever comes. The
 * window before each power of two is looked for in what follows it. Cost: takes of at least LANES are or-ed LANES rows at a time.
 */
#define _GNU_SOURCE /* memmem */
#include "core/games/odd_even/parity.h"

#include <string.h>

enum { LANES = 32, CHECK_FIRST = 1 << 10, ROOM_FIRST = 1 << 16 };

struct parity_fill {
    uint8_t *row; /* row[-M] … row[-1] are 0: takes that do not fit */
    const int64_t *takes;
    size_t n, wide; /* takes[wide…n-1] are at least LANES */
    int64_t smallest;
    uint8_t even[256], odd[256];
};

static void make_permutations(struct parity_fill *fill)
{
    for (int bits = 0; bits < 256; bits++)
        for (int mine = 0; mine < 2; mine++)
            for (int theirs = 0; theirs < 2; theirs++) {
                int at = 2 * mine + theirs, even = 2 * theirs + mine, odd = 2 * theirs + !mine;
                fill->even[bits] |= (uint8_t)((bits >> even & 0x11) << at);
                fill->odd[bits] |= (uint8_t)((bits >> odd & 0x11) << at);
            }
}

/* No take fits: odd beats even. Bit 1 is (even, odd), bit 2 is (odd, even). */
static const uint8_t row_over = 1 << 1 | (0xF & ~(1 << 2)) << 4;

static uint8_t row_of(const struct parity_fill *fill, uint8_t even, uint8_t odd)
{
    unsigned both = fill->even[even] | fill->odd[odd];
    unsigned win = both & 0xF, not_lost = both >> 4;
    return (uint8_t)((~not_lost & 0xF) | (~win & 0xF) << 4);
}

static void fill_block(const struct parity_fill *fill, size_t from, size_t end)
{
    uint8_t sums[2][LANES] = {{0}};
    for (size_t i = fill->wide; i < fill->n; i++) {
        const uint8_t *before = fill->row + from - fill->takes[i];
        uint8_t *sum = sums[fill->takes[i] & 1];
        for (int lane = 0; lane < LANES; lane++)
            sum[lane] |= before[lane];
    }
    for (size_t r = from; r < end; r++) {
        uint8_t even = sums[0][r - from], odd = sums[1][r - from];
        for (size_t i = 0; i < fill->wide; i++) {
            uint8_t before = fill->row[(int64_t)r - fill->takes[i]];
            even |= fill->takes[i] & 1 ? 0 : before;
            odd |= fill->takes[i] & 1 ? before : 0;
        }
        fill->row[r] = (int64_t)r < fill->smallest ? row_over : row_of(fill, even, odd);
    }
}

/* Room for that many rows behind m rows of 0; the first n rows are kept. */
static void take_room(struct parity_fill *fill, struct arena *arena, size_t m, size_t room, size_t n)
{
    uint8_t *row = arena_raw(arena, m + room);
    memset(row, 0, m);
    if (n)
        memcpy(row + m, fill->row, n);
    fill->row = row + m;
}

/* Looks for the window of m rows that ends at `anchor` in what follows, and if it is there, goes back to where the period begins.
 */
static bool find_period(struct parity_rows *rows, size_t m, size_t anchor)
{
    if (anchor < m)
        return false;
    const uint8_t *window = rows->row + anchor - m;
    const uint8_t *again = memmem(window + 1, (size_t)(rows->row + rows->n - (window + 1)), window, m);
    if (!again)
        return false;
    rows->period = (size_t)(again - window);
    rows->preperiod = anchor - m;
    while (rows->preperiod > 0 && rows->row[rows->preperiod - 1] == rows->row[rows->preperiod - 1 + rows->period])
        rows->preperiod--;
    return true;
}

bool parity_solve(struct parity_rows *rows, struct arena *arena, struct budget *budget, const int64_t *takes, size_t n,
                  struct num balls, size_t rows_max)
{
    while (n > 0 && num_cmp_word(balls, takes[n - 1]) < 0)
        n--;
    size_t m = n ? (size_t)takes[n - 1] : 1;
    *rows = (struct parity_rows){0};
    if (m >= rows_max)
        return false;
    size_t wanted = num_cmp_word(balls, (int64_t)rows_max) < 0 ? (size_t)balls.word + 1 : rows_max;
    struct parity_fill fill = {.takes = takes, .n = n, .smallest = n ? takes[0] : INT64_MAX};
    make_permutations(&fill);
    while (fill.wide < n && takes[fill.wide] < LANES)
        fill.wide++;
    size_t room = wanted < m + ROOM_FIRST ? wanted : m + ROOM_FIRST;
    take_room(&fill, arena, m, room, 0);
    for (size_t anchor = CHECK_FIRST; rows->n < wanted;) {
        size_t end = rows->n + LANES < wanted ? rows->n + LANES : wanted;
        budget_spend(budget, 2 * LANES * (2 + fill.wide) + n);
        if (end > room) {
            room = wanted;
            take_room(&fill, arena, m, room, rows->n);
        }
        fill_block(&fill, rows->n, end);
        rows->row = fill.row;
        rows->n = end;
        if (end == wanted && num_cmp_word(balls, (int64_t)end) < 0)
            return true;
        if (end < 2 * anchor && end < wanted)
            continue;
        if (end == wanted)
            anchor = (m + end) / 2;
        budget_spend(budget, end);
        if (find_period(rows, m, anchor))
            return true;
        anchor *= 2;
    }
    return false;
}

enum outcome parity_outcome(const struct parity_rows *rows, struct num balls, bool mine_odd, bool theirs_odd)
{
    if (num_cmp_word(balls, (int64_t)rows->n) >= 0) {
        struct num start = num((int64_t)rows->preperiod);
        balls = num_add(start, num_mod(num_sub(balls, start), num((int64_t)rows->period)));
    }
    unsigned row = rows->row[balls.word], at = 2U * mine_odd + theirs_odd;
    if (row >> at & 1)
        return OUTCOME_LOSS;
    return row >> (4 + at) & 1 ? OUTCOME_DRAW : OUTCOME_WIN;
}
