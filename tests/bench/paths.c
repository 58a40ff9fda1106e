/* Whether every set of instructions that this machine has makes the same tables as plain C, as far as tables go: the digest of
 * each, and its CPU time. Fails where two differ. Minutes, nearly all of it plain C. With names, only the tables that begin
 * so. */
#include "core/games/bombs/values.h"
#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/fill/pair_loops.h"
#include "tests/bench/clock.h"
#include "tests/support/core/rulesets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MILLION = 1000000 };

static struct budget budget = {.left = UINT64_MAX};

static const char *const instructions[] = {"plain", "AVX2", "AVX-512"};

static uint64_t digest(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

/* One table: makes it, and takes its digest. */
struct path_row {
    const char *name;
    uint64_t (*make)(const struct path_row *row, enum simd simd);
    fill_kernel *kernel;
    const struct rules *rules;
    uint64_t count;
    uint32_t width;
};

static void *memory(size_t n)
{
    void *v = calloc(n, 1);
    if (!v)
        abort();
    return v;
}

/* With how far it came: a kernel ends where values do not fit it. */
static uint64_t make_table(const struct path_row *row, enum simd simd)
{
    struct fill fill = {.rules = row->rules,
                        .arena = &rulesets_arena,
                        .budget = &budget,
                        .simd = simd,
                        .data = memory(row->count * row->width + FILL_SLACK),
                        .width = row->width};
    struct arena_mark mark = arena_mark(&rulesets_arena);
    row->kernel(&fill, row->count);
    arena_rewind(&rulesets_arena, mark);
    uint64_t hash = digest(UINT64_C(1469598103934665603) ^ fill.count, fill.data, fill.count * fill.width);
    printf("    %llu values", (unsigned long long)fill.count);
    free(fill.data);
    return hash;
}

/* Values of 15 bits as if they had come from somewhere, and what splitting makes of them: no known rules have such values. */
static uint64_t make_wide(const struct path_row *row, enum simd simd)
{
    enum { VALUE = 32767, MORE = 50 };
    uint16_t *data = memory(row->count * sizeof *data + FILL_SLACK);
    uint64_t random = 1;
    for (uint64_t n = 0; n < row->count - MORE; n++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        data[n] = random >> 33 & VALUE;
    }
    struct fill fill = {.rules = row->rules,
                        .arena = &rulesets_arena,
                        .budget = &budget,
                        .simd = simd,
                        .data = data,
                        .width = 2,
                        .count = row->count - MORE};
    struct arena_mark mark = arena_mark(&rulesets_arena);
    fill_pairs_wide(&fill, row->count);
    arena_rewind(&rulesets_arena, mark);
    uint64_t hash = digest(UINT64_C(1469598103934665603), data, row->count * sizeof *data);
    free(data);
    return hash;
}

/* The look at single values of tables that come from elsewhere (core/sg/verify.c): which values the pairs of a heap have. */
static uint64_t make_looks(const struct path_row *row, enum simd simd)
{
    enum { LOOKS = 4000, VALUES = 40 };
    struct fill fill = {.rules = row->rules,
                        .arena = &rulesets_arena,
                        .budget = &budget,
                        .simd = simd_here(),
                        .data = memory(row->count + FILL_SLACK),
                        .width = 1};
    struct arena_mark mark = arena_mark(&rulesets_arena);
    fill_pairs(&fill, row->count);
    arena_rewind(&rulesets_arena, mark);
    uint64_t hash = UINT64_C(1469598103934665603), random = 1;
    for (int i = 0; i < LOOKS; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        uint64_t rest = i < LOOKS / 2 ? (uint64_t)i : (random >> 33) % row->count;
        bool has = pair_loops(simd)->any(fill.data, rest, rest / 2, (uint8_t)(i % VALUES));
        hash = digest(hash, &has, sizeof has);
    }
    free(fill.data);
    return hash;
}

static uint64_t make_bombs(const struct path_row *row, enum simd simd)
{
    struct store *store = store_private_new((size_t)1 << 24);
    struct bombs bombs = bombs_table_with(simd, &rulesets_arena, &budget, store, BOMB_MAX);
    uint64_t hash = digest(UINT64_C(1469598103934665603), bombs.values, row->count * sizeof *bombs.values);
    store_private_free(store);
    return hash;
}

static bool compare(const struct path_row *row)
{
    bool same = true;
    uint64_t plain = 0;
    printf("%s\n", row->name);
    fflush(stdout);
    for (int simd = SIMD_PLAIN; simd <= (int)simd_here(); simd++) {
        struct arena_mark mark = arena_mark(&rulesets_arena);
        int64_t start = cpu_ns();
        uint64_t hash = row->make(row, (enum simd)simd);
        plain = simd == SIMD_PLAIN ? hash : plain;
        same = same && hash == plain;
        printf("    %-8s %016llx %9.2f s%s\n", instructions[simd], (unsigned long long)hash, (double)(cpu_ns() - start) / 1e9,
               hash == plain ? "" : "   DIFFERS");
        fflush(stdout);
        arena_rewind(&rulesets_arena, mark);
    }
    return same;
}

/* Values up to their number. */
static const struct rules *multiples_of_3(void)
{
    static int64_t amounts[SG_AMOUNTS_MAX];
    for (int64_t i = 0; i < SG_AMOUNTS_MAX; i++)
        amounts[i] = 3 * (i + 1);
    return rules_take(amounts, SG_AMOUNTS_MAX, false);
}

static bool asked_for(const char *name, char **names)
{
    for (char **one = names; *one; one++)
        if (strncmp(name, *one, strlen(*one)) == 0)
            return true;
    return !*names;
}

int main(int argc, char **argv)
{
    static const int64_t twenty[] = {1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 150, 199, 250, 322, 404, 521, 611, 777, 843, 1000};
    (void)argc;
    rulesets_begin();
    const struct rules *squares = rules_named(SET_SQUARES, false), *unequal = rules_split(SPLIT_UNEQUAL, false);
    const struct path_row rows[] = {
        {"20 takes, one-hot", make_table, fill_onehot, rules_take(twenty, 20, false), SG_SET_MAX, 1},
        {"squares, one-hot", make_table, fill_onehot, squares, SG_SET_MAX, 1},
        {"squares, bytes", make_table, fill_takes, squares, SG_SET_MAX, 1},
        {"squares, wide", make_table, fill_takes, squares, SG_SET_MAX, 2},
        {"multiples of 3, wide", make_table, fill_takes, multiples_of_3(), 20000, 2},
        {"pairs, 0.07", make_table, fill_pairs, rules_octal("0.07"), MILLION / 5, 1},
        {"pairs, 0.77", make_table, fill_pairs, rules_octal("0.77"), MILLION / 5, 1},
        {"pairs, 0.16", make_table, fill_pairs, rules_octal("0.16"), MILLION, 1},
        {"pairs, Grundy's game", make_table, fill_pairs, unequal, MILLION, 1},
        {"pairs, wide, Grundy's game", make_table, fill_pairs_wide, unequal, MILLION / 10, 2},
        {"pairs, wide, values of 15 bits", make_wide, NULL, unequal, 600000, 2},
        {"pairs, looked at", make_looks, NULL, rules_octal("0.6"), MILLION / 2, 1},
        {"triples, 0.9", make_table, fill_triples, rules_hex("0.9"), SG_PAIRS_MAX + 1, 2},
        {"triples, 0.08", make_table, fill_triples, rules_hex("0.08"), SG_PAIRS_MAX + 1, 2},
        {"triples, 0.FF", make_table, fill_triples, rules_hex("0.FF"), SG_PAIRS_MAX + 1, 2},
        {"bombs", make_bombs, NULL, NULL, (uint64_t)BOMB_MAX * (BOMB_MAX + 1) / 2, 2},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (asked_for(rows[i].name, argv + 1))
            same = compare(&rows[i]) && same;
    puts(same ? "all the same" : "THEY DIFFER");
    rulesets_end();
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
