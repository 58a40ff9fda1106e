/* Sets of cells under king-like moves; see the header.
 *
 * The game is node Kayles on a part of the king's graph: a move takes a vertex and its neighbours. The value of a connected set
 * is the mex of the values of what its moves leave, each the xor of the values of its connected pieces. A set is a word of bits,
 * one for each cell of the part that is asked for, so the table compares whole positions, not hashes. Before a set is searched
 *   - cells with the same neighbours, themselves included (true twins), are reduced to one of them: whatever is played takes
 *     both or neither, so taking one is the same move as taking the other, and nothing is lost with the second;
 *   - a set whose bounding box has at most 64 cells is looked up as a picture, the least of its eight (or four) images under
 *     rotation and reflection; larger boxes hold sparse sets, which are hardly ever alike.
 * Both answers go into one table; a picture is told from a set by its top bit. What is tried, how many entries that makes and how
 * many pieces are looked up depends on the part alone, never on what was solved before.
 *
 * A search that will be too long is given up long before. It goes down first, so that smaller sets are finished before larger
 * ones: of the largest finished set it is known what it took, and of the cells outside what they add to it, at least. Each adds a
 * tenth, as in a tail, which grows like its length; one with three neighbours and more 2, 5 or 8 tenths, as the part is a band,
 * wider, or spread out; the last eight are left out. These figures are measured, not
 * proven: none of 85 random parts and 55 tails and bands at blocks that take less than the limits is given up, the forecast being
 * at most 0.9 times what they take (tails; random ones 0.7); of 90 random parts that take more, half are after 0.03 s, nine of
 * ten after 0.3 s, those just beyond the limit after all of it. Cost: some 70 ns for each piece that is looked up, 6 to 60 of
 * them for an entry: so the pieces are what is counted for the time, and the entries for the memory. */
#include "core/games/squares/kings.h"

#include "core/limits.h"

#include <stdbool.h>

typedef unsigned __int128 set;

enum { BOX_MAX = 64, SLOTS_MIN = 1 << 10, ENTRY_STEPS = 400, FORECAST_PIECES = 100000 };

_Static_assert(KINGS_CELLS <= 120, "the top bits of a set tell pictures apart");

struct entry {
    uint64_t low, high;
};

struct search {
    struct arena *arena;
    struct budget *budget;
    const struct kings_cell *cells;
    set around[KINGS_CELLS]; /* a cell and its neighbours */
    struct entry *entries;   /* open addressing; 0, 0 is empty */
    uint8_t *values;
    size_t n, slots, count; /* cells; slots, a power of two; entries */
    uint64_t most, done;    /* pieces that may be looked up, and were */
    set distinct;           /* the cells of the part without twins */
    set thick;              /* those of them with three neighbours and more among them */
    unsigned tenths;        /* that each of them adds at least to what was done before it */
    set largest;            /* set whose mex was found */
    unsigned largest_n;     /* its cells */
    bool full;              /* what may be looked up, or the entries, ended: what is found from here on means nothing */
};

static inline set single(unsigned i)
{
    return (set)1 << i;
}

static inline unsigned first(set cells)
{
    uint64_t low = (uint64_t)cells;
    return low ? (unsigned)__builtin_ctzll(low) : 64 + (unsigned)__builtin_ctzll((uint64_t)(cells >> 64));
}

/* ---- the table ---- */

static size_t slot_of(const struct search *search, set key)
{
    uint64_t low = (uint64_t)key, high = (uint64_t)(key >> 64);
    uint64_t hash = low * UINT64_C(0x9E3779B97F4A7C15) ^ high * UINT64_C(0xC2B2AE3D27D4EB4F);
    hash = (hash ^ hash >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t at = (size_t)(hash >> 32) & (search->slots - 1);
    while ((search->entries[at].low | search->entries[at].high) &&
           (search->entries[at].low != low || search->entries[at].high != high))
        at = (at + 1) & (search->slots - 1);
    return at;
}

static inline bool is_there(const struct search *search, size_t slot)
{
    return search->entries[slot].low | search->entries[slot].high;
}

static void make_slots(struct search *search, size_t slots)
{
    struct search old = *search;
    search->slots = slots;
    search->entries = arena_array(search->arena, slots, sizeof *search->entries);
    search->values = arena_raw(search->arena, slots);
    for (size_t i = 0; i < old.slots; i++) {
        if (!is_there(&old, i))
            continue;
        size_t slot = slot_of(search, (set)old.entries[i].high << 64 | old.entries[i].low);
        search->entries[slot] = old.entries[i];
        search->values[slot] = old.values[i];
    }
}

static void remember(struct search *search, set key, unsigned value)
{
    if (search->count == KINGS_POSITIONS) {
        search->full = true;
        return;
    }
    if (4 * (search->count + 1) > 3 * search->slots)
        make_slots(search, 2 * search->slots);
    size_t slot = slot_of(search, key);
    search->entries[slot] = (struct entry){(uint64_t)key, (uint64_t)(key >> 64)};
    search->values[slot] = (uint8_t)value;
    search->count++;
}

/* ---- sets ---- */

/* The piece of `cells` in which its first cell is. */
static inline set piece_of(const struct search *search, set cells)
{
    set piece = 0, fresh = cells & -cells;
    while (fresh) {
        piece |= fresh;
        set reached = search->around[first(fresh)] & cells;
        fresh = (fresh & (fresh - 1)) | (reached & ~piece);
    }
    return piece;
}

/* Of cells with the same neighbours in the set only the first. */
static set without_twins(const struct search *search, set cells)
{
    for (set rest = cells; rest; rest &= rest - 1) {
        unsigned i = first(rest);
        set mine = search->around[i] & cells, twins = 0;
        for (set later = mine & rest & ~single(i); later; later &= later - 1)
            if ((search->around[first(later)] & cells) == mine)
                twins |= later & -later;
        cells &= ~twins;
        rest &= ~twins | single(i);
    }
    return cells;
}

struct box {
    unsigned top, left, height, width;
};

static struct box box_of(const struct search *search, set cells)
{
    unsigned top = UINT8_MAX, left = UINT8_MAX, bottom = 0, right = 0;
    for (; cells; cells &= cells - 1) {
        struct kings_cell cell = search->cells[first(cells)];
        top = cell.row < top ? cell.row : top;
        left = cell.col < left ? cell.col : left;
        bottom = cell.row > bottom ? cell.row : bottom;
        right = cell.col > right ? cell.col : right;
    }
    return (struct box){top, left, bottom - top + 1, right - left + 1};
}

/* The least of the images, with the longer side across; 0 when the box is too large. */
static set picture_of(const struct search *search, set cells)
{
    struct box box = box_of(search, cells);
    if (box.height * box.width > BOX_MAX)
        return 0;
    bool turn = box.height > box.width, square = box.height == box.width;
    unsigned h = turn ? box.width : box.height, w = turn ? box.height : box.width;
    uint64_t image[8] = {0};
    for (; cells; cells &= cells - 1) {
        struct kings_cell cell = search->cells[first(cells)];
        unsigned row = cell.row - box.top, col = cell.col - box.left;
        unsigned r = turn ? col : row, c = turn ? row : col, down = h - 1 - r, back = w - 1 - c;
        image[0] |= UINT64_C(1) << (r * w + c);
        image[1] |= UINT64_C(1) << (r * w + back);
        image[2] |= UINT64_C(1) << (down * w + c);
        image[3] |= UINT64_C(1) << (down * w + back);
        if (square) {
            image[4] |= UINT64_C(1) << (c * w + r);
            image[5] |= UINT64_C(1) << (c * w + down);
            image[6] |= UINT64_C(1) << (back * w + r);
            image[7] |= UINT64_C(1) << (back * w + down);
        }
    }
    uint64_t least = image[0];
    for (unsigned i = 1; i < (square ? 8u : 4u); i++)
        least = image[i] < least ? image[i] : least;
    return (set)(UINT64_C(1) << 63 | w) << 64 | least;
}

/* ---- the search; at most one level for every cell of the part, twice with twins ---- */

static unsigned value_of(struct search *search, set piece);

static unsigned count_cells(set cells)
{
    return (unsigned)(__builtin_popcountll((uint64_t)cells) + __builtin_popcountll((uint64_t)(cells >> 64)));
}

/* Whether all of it will take more than KINGS_PIECES, or KINGS_POSITIONS; never of a part that is promised to be solved. */
static bool will_be_long(const struct search *search)
{
    enum { LAST = 8, TENTHS_THIN = 1 };
    set outside = search->distinct & ~search->largest;
    unsigned thick = count_cells(outside & search->thick), thin = count_cells(outside & ~search->thick);
    unsigned last = thick < LAST ? thick : LAST;
    thick -= last;
    thin -= LAST - last < thin ? LAST - last : thin;
    uint64_t tenths = 10 + TENTHS_THIN * thin + search->tenths * thick;
    return search->n > KINGS_ALWAYS &&
           (search->done * tenths > UINT64_C(10) * KINGS_PIECES || search->count * tenths > UINT64_C(10) * KINGS_POSITIONS);
}

static void count_piece(struct search *search)
{
    if (search->done == search->most)
        search->full = true;
    else if (++search->done % FORECAST_PIECES == 0)
        search->full = will_be_long(search);
}

static unsigned value_of_all(struct search *search, set cells)
{
    unsigned value = 0;
    while (cells && !search->full) {
        count_piece(search);
        if (search->full)
            break;
        set piece = piece_of(search, cells);
        cells &= ~piece;
        value ^= piece & (piece - 1) ? value_of(search, piece) : 1;
    }
    return value;
}

/* No value reaches 128: it is at most the number of moves that can follow each other. */
static unsigned mex_of(struct search *search, set piece)
{
    set seen = 0;
    for (set rest = piece; rest; rest &= rest - 1) {
        seen |= single(value_of_all(search, piece & ~search->around[first(rest)]));
        if (search->full)
            return 0;
    }
    return first(~seen);
}

static void finished(struct search *search, set piece)
{
    unsigned n = count_cells(piece);
    if (search->full || n <= search->largest_n)
        return;
    search->largest = piece;
    search->largest_n = n;
}

static unsigned value_of(struct search *search, set piece)
{
    size_t slot = slot_of(search, piece);
    if (is_there(search, slot))
        return search->values[slot];
    budget_spend(search->budget, ENTRY_STEPS);
    unsigned value;
    set fewer = without_twins(search, piece), picture = fewer == piece ? picture_of(search, piece) : 0;
    if (fewer != piece) {
        value = value_of_all(search, fewer);
    } else if (picture && (slot = slot_of(search, picture), is_there(search, slot))) {
        value = search->values[slot];
    } else {
        value = mex_of(search, piece);
        finished(search, piece);
        if (picture)
            remember(search, picture, value);
    }
    remember(search, piece, value);
    return value;
}

/* How many cells a way through the part has, at least: from one of those that are farthest from the first to the farthest. */
static unsigned way_through(const struct search *search, set cells)
{
    unsigned from = first(cells), steps = 0;
    for (int sweep = 0; sweep < 2; sweep++) {
        set seen = single(from), last = seen;
        for (steps = 1;; steps++) {
            set next = 0;
            for (set rest = last; rest; rest &= rest - 1)
                next |= search->around[first(rest)];
            next &= cells & ~seen;
            if (!next)
                break;
            seen |= next;
            last = next;
        }
        from = first(last);
    }
    return steps;
}

static void look_at_shape(struct search *search, set all)
{
    enum { THICK = 3 };
    search->distinct = without_twins(search, all);
    for (set rest = search->distinct; rest; rest &= rest - 1)
        if (count_cells(search->around[first(rest)] & search->distinct) > THICK)
            search->thick |= rest & -rest;
    unsigned halves = 2 * count_cells(search->distinct), way = way_through(search, search->distinct);
    search->tenths = halves >= 9 * way ? 8 : halves >= 7 * way ? 5 : 2;
}

static bool touch(struct kings_cell a, struct kings_cell b)
{
    int rows = a.row - b.row, cols = a.col - b.col;
    return rows >= -1 && rows <= 1 && cols >= -1 && cols <= 1;
}

enum kings_result kings_solve(struct arena *arena, struct budget *budget, struct kings_part *part, uint64_t most)
{
    if (part->n > KINGS_CELLS)
        return KINGS_TOO_MANY_CELLS;
    part->after = arena_array(arena, part->n, 1);
    struct arena_mark mark = arena_mark(arena);
    struct search *search = arena_alloc(arena, sizeof *search);
    *search = (struct search){.arena = arena, .budget = budget, .cells = part->cells, .n = part->n, .most = most};
    for (unsigned i = 0; i < part->n; i++)
        for (unsigned j = 0; j < part->n; j++)
            if (touch(part->cells[i], part->cells[j]))
                search->around[i] |= single(j);
    make_slots(search, SLOTS_MIN);
    set all = single((unsigned)part->n) - 1, seen = 0;
    look_at_shape(search, all);
    for (unsigned i = 0; i < part->n && !search->full; i++) {
        part->after[i] = (uint8_t)value_of_all(search, all & ~search->around[i]);
        seen |= single(part->after[i]);
    }
    part->value = first(~seen);
    bool full = search->full;
    part->pieces = search->done;
    arena_rewind(arena, mark);
    return full ? KINGS_TOO_LONG : KINGS_SOLVED;
}

/* ---- what hangs together ---- */

struct map {
    size_t width;
    uint16_t *at; /* number of the cell + 1, with a border of zeros; 0: no cell */
};

static struct map map_of(struct arena *arena, const struct kings_cell *cells, size_t n)
{
    size_t height = 0, width = 0;
    for (size_t i = 0; i < n; i++) {
        height = cells[i].row >= height ? cells[i].row + 1u : height;
        width = cells[i].col >= width ? cells[i].col + 1u : width;
    }
    struct map map = {width + 2, arena_array(arena, (height + 2) * (width + 2), sizeof *map.at)};
    for (size_t i = 0; i < n; i++)
        map.at[(cells[i].row + 1) * map.width + cells[i].col + 1] = (uint16_t)(i + 1);
    return map;
}

/* Labels all cells that hang together with the first in the queue; returns how many they are. */
static size_t flood(const struct map *map, const struct kings_cell *cells, uint16_t *label, uint16_t *queue)
{
    size_t n = 1;
    for (size_t head = 0; head < n; head++) {
        size_t corner = cells[queue[head]].row * map->width + cells[queue[head]].col;
        for (size_t i = 0; i < 9; i++) {
            uint16_t there = map->at[corner + i / 3 * map->width + i % 3];
            if (!there || label[there - 1])
                continue;
            label[there - 1] = label[queue[0]];
            queue[n++] = (uint16_t)(there - 1);
        }
    }
    return n;
}

size_t kings_split(struct arena *arena, const struct kings_cell *cells, size_t n, struct kings_part **parts)
{
    struct map map = map_of(arena, cells, n);
    uint16_t *label = arena_array(arena, n, sizeof *label), *queue = arena_array(arena, n, sizeof *queue);
    struct kings_cell *sorted = arena_array(arena, n, sizeof *sorted);
    *parts = arena_array(arena, n, sizeof **parts);
    uint16_t found = 0;
    size_t placed = 0;
    for (size_t i = 0; i < n; i++) {
        if (label[i])
            continue;
        label[i] = ++found;
        queue[0] = (uint16_t)i;
        size_t many = flood(&map, cells, label, queue);
        (*parts)[found - 1].cells = sorted + placed;
        placed += many;
    }
    for (size_t i = 0; i < n; i++) {
        struct kings_part *part = &(*parts)[label[i] - 1];
        ((struct kings_cell *)(uintptr_t)part->cells)[part->n++] = cells[i];
    }
    return found;
}
