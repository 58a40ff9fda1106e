/* The table of bomb values. Row x ascending, y = 1…x: g(x,y) = mex of a^b over a in A = {g(u,y): u < x}, b in B = {g(x,v): v <
 * y}.
 *
 * The mex is looked for in blocks of LANES candidates. For a candidate block at v and an a, the candidates that a covers are
 * those with v^a in B: B's block at v^a with its places permuted by the low bits of a. All LANES permutations of B are kept (one
 * bit each is set when B grows by one value), so that one load answers for LANES candidates. The a's that meet one block of B are
 * gone through together, those that meet its fullest blocks first, until the candidates are all covered: mostly that takes few
 * blocks, whose permutations the processor then has at hand. */
#include "core/games/bombs/values.h"

#include "core/limits.h"
#include "core/memory/store.h"
#include "core/promise.h"

#include <string.h>

enum { LANES = 256, BLOCKS = BOMB_VALUES / LANES, WORDS = LANES / 64 };

typedef uint64_t block __attribute__((vector_size(LANES / 8), aligned(16)));

static uint64_t entries(int64_t top)
{
    return (uint64_t)top * ((uint64_t)top + 1) / 2;
}

/* The values of one column, each once, by their blocks. Behind the last of a block are copies of one of them, up to a whole
 * number of STRIDEs: they cover nothing more, and no list ends within one, which the processor would guess wrong. */
enum { STRIDE = 8 };
struct column {
    uint16_t count[BLOCKS];
    uint8_t low[BLOCKS][LANES];
};

struct work {
    block *permuted;        /* [block][permutation]: bit i of block j is set when j·LANES + (i ^ permutation) is in B */
    unsigned count[BLOCKS]; /* how many values B has in the block */
    uint8_t order[BLOCKS];  /* the blocks, the fullest first */
    struct column *columns; /* 1…top */
    uint16_t (*mex)(const struct work *work, const struct column *a, uint64_t *steps);
};

static void column_add(struct column *column, uint16_t value)
{
    unsigned j = value / LANES;
    uint8_t low = (uint8_t)(value % LANES);
    if (memchr(column->low[j], low, column->count[j]))
        return;
    if (column->count[j] % STRIDE == 0)
        memset(column->low[j] + column->count[j], low, STRIDE);
    column->low[j][column->count[j]++] = low;
}

static void row_clear(struct work *work)
{
    for (unsigned j = 0; j < BLOCKS; j++)
        if (work->count[j])
            memset(work->permuted + j * LANES, 0, sizeof(block) * LANES);
    memset(work->count, 0, sizeof work->count);
    for (unsigned j = 0; j < BLOCKS; j++)
        work->order[j] = (uint8_t)j;
}

static void row_add(struct work *work, uint16_t value)
{
    unsigned j = value / LANES, place = 0;
    for (unsigned k = 0; k < LANES; k++) {
        unsigned lane = (value ^ k) % LANES;
        work->permuted[j * LANES + k][lane / 64] |= UINT64_C(1) << lane % 64;
    }
    work->count[j]++;
    while (work->order[place] != j)
        place++;
    for (; place && work->count[work->order[place - 1]] < work->count[j]; place--)
        work->order[place] = work->order[place - 1];
    work->order[place] = (uint8_t)j;
}

SIMD_BODY int lowest_clear(const block *covered)
{
    for (int w = 0; w < WORDS; w++)
        if (~(*covered)[w])
            return w * 64 + __builtin_ctzll(~(*covered)[w]);
    return -1;
}

SIMD_BODY bool is_open(const block *covered)
{
    uint64_t all = UINT64_MAX;
    for (int w = 0; w < WORDS; w++)
        all &= (*covered)[w];
    return all != UINT64_MAX;
}

SIMD_BODY void add_rows(block *covered, const block *rows, const uint8_t *low)
{
    block left = rows[low[0]] | rows[low[1]], right = rows[low[2]] | rows[low[3]];
    left |= rows[low[4]] | rows[low[5]];
    right |= rows[low[6]] | rows[low[7]];
    *covered |= left | right;
}

SIMD_BODY uint16_t mex_body(const struct work *work, const struct column *a, uint64_t *steps)
{
    for (unsigned base = 0; base < BLOCKS; base++) {
        block covered = {0};
        bool open = true;
        for (unsigned i = 0; i < BLOCKS && work->count[work->order[i]] && open; i++) {
            unsigned j = work->order[i], n = a->count[base ^ j], k = 0;
            const uint8_t *low = a->low[base ^ j];
            const block *rows = work->permuted + j * LANES;
            for (; k < n && open; k += STRIDE) {
                add_rows(&covered, rows, low + k);
                open = is_open(&covered);
            }
            *steps += 1 + k;
        }
        int lane = lowest_clear(&covered);
        if (lane >= 0)
            return (uint16_t)(base * LANES + (unsigned)lane);
    }
    promise_broken("all values up to BOMB_MAX are below BOMB_VALUES: the greatest is 15132", __FILE__, __LINE__);
}

static uint16_t mex_plain(const struct work *work, const struct column *a, uint64_t *steps)
{
    return mex_body(work, a, steps);
}

#if SIMD_X86
SIMD_AVX2 static uint16_t mex_avx2(const struct work *work, const struct column *a, uint64_t *steps)
{
    return mex_body(work, a, steps);
}

SIMD_AVX512 static uint16_t mex_avx512(const struct work *work, const struct column *a, uint64_t *steps)
{
    return mex_body(work, a, steps);
}
#endif

static void fill_row(struct budget *budget, struct work *work, uint16_t *values, int64_t x)
{
    uint16_t *row = values + entries(x - 1) - 1; /* indexed by y from 1 */
    row_clear(work);
    for (int64_t y = 1; y <= x; y++) {
        uint64_t steps = LANES;
        row[y] = y == 1 ? (uint16_t)(x - 1) : work->mex(work, &work->columns[y], &steps);
        row_add(work, row[y]);
        budget_spend(budget, steps);
        column_add(&work->columns[y], row[y]);
        if (y < x)
            column_add(&work->columns[x], row[y]);
    }
}

static struct work work_new(struct arena *arena, enum simd simd, const uint16_t *values, int64_t done, int64_t top)
{
    struct work work = {.permuted = arena_array(arena, LANES * BLOCKS, sizeof(block)),
                        .columns = arena_array(arena, (size_t)top + 1, sizeof *work.columns),
                        .mex = mex_plain};
#if SIMD_X86
    if (simd == SIMD_WITH_AVX512)
        work.mex = mex_avx512;
    else if (simd == SIMD_WITH_AVX2)
        work.mex = mex_avx2;
#else
    (void)simd;
#endif
    for (int64_t x = 1; x <= done; x++)
        for (int64_t y = 1; y <= x; y++) {
            column_add(&work.columns[y], values[entries(x - 1) + (uint64_t)y - 1]);
            column_add(&work.columns[x], values[entries(x - 1) + (uint64_t)y - 1]);
        }
    return work;
}

struct bombs bombs_table(struct arena *arena, struct budget *budget, struct store *store, int64_t top)
{
    return bombs_table_with(simd_here(), arena, budget, store, top);
}

struct making {
    struct arena *arena;
    struct budget *budget;
    struct store *store;
    enum simd simd;
    uint16_t *values;
    int64_t done, top; /* rows */
};

static const char key[] = "bombs";

static void publish(const struct making *making)
{
    struct table table = {.data = making->values, .count = entries(making->done), .width = sizeof *making->values};
    store_publish_own(making->store, making->arena, key, &table);
}

/* Publishes every STAGE rows: there may be no other occasion. */
static void make_rows(void *what)
{
    enum { STAGE = 64 };
    struct making *making = what;
    struct work work = work_new(making->arena, making->simd, making->values, making->done, making->top);
    while (making->done < making->top) {
        fill_row(making->budget, &work, making->values, making->done + 1);
        making->done++;
        if (making->done % STAGE == 0 || making->done == making->top)
            publish(making);
    }
}

/* When the time runs out, what is there is kept, so that asking again gets further. */
static void make_or_keep(struct making *making)
{
    struct escape landed;
    enum status status = arena_try(making->arena, &landed, make_rows, making);
    if (status == STATUS_ok)
        return;
    if (status != STATUS_deadline_exceeded)
        arena_escape_on(making->arena, &landed);
    publish(making);
    arena_escape(
        making->arena, status, -1,
        "the computing time of one request ended at row %llu of the table of all pairs; it is kept, so asking again gets "
        "further",
        (unsigned long long)making->done);
}

struct bombs bombs_table_with(enum simd simd, struct arena *arena, struct budget *budget, struct store *store, int64_t top)
{
    struct table table = {0};
    bool found = store_find_own(store, arena, key, sizeof(uint16_t), 1, &table);
    if (found && table.count >= entries(top))
        return (struct bombs){table.data};
    int64_t done = 0, wide = 16; /* made somewhat wider than asked, so that it is seldom made again */
    while (found && entries(done + 1) <= table.count)
        done++;
    while (wide < top)
        wide *= 2;
    top = wide < BOMB_MAX ? wide : BOMB_MAX;
    struct making making = {.arena = arena, .budget = budget, .store = store, .simd = simd, .done = done, .top = top};
    making.values = arena_raw(arena, entries(top) * sizeof *making.values);
    if (done)
        memcpy(making.values, table.data, entries(done) * sizeof *making.values);
    make_or_keep(&making);
    return (struct bombs){making.values};
}

uint64_t bombs_cost(int64_t top)
{
    uint64_t side = 16;
    while ((int64_t)side < top)
        side *= 2;
    return side * side * side * side / 512 + 1000 * side;
}
