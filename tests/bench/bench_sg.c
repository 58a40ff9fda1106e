/* Tables of /sg: ours beside the template of the notes and beside the usual optimised methods, in the same run. All values are
 * compared: it fails where they differ. CPU time. What would take minutes is run shorter and scaled by the growth of its inner
 * loop, and marked so (~). */
#include "core/memory/store.h"
#include "core/sg/engine.h"
#include "core/sg/fill/fill.h"
#include "tests/bench/baseline_sg.h"
#include "tests/bench/goal.h"
#include "tests/support/core/rulesets.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct budget budget = {.left = UINT64_MAX};
static bool fine = true;

static uint8_t *bytes(size_t n)
{
    uint8_t *v = malloc(n + FILL_SLACK);
    if (!v)
        exit(EXIT_FAILURE);
    return memset(v, 0xee, n + FILL_SLACK);
}

/* A goal of 0: none. */
static void tell(const char *name, double ours, double naive, double naive_goal, double usual, double usual_goal)
{
    char row[80];
    printf("%-34s ours %8.4f s\n", name, ours);
    snprintf(row, sizeof row, "%s, of the template", name);
    if (naive_goal > 0)
        goal_tell(row, ">=", naive_goal, naive / ours, "x");
    snprintf(row, sizeof row, "%s, of the usual way", name);
    if (usual_goal > 0)
        goal_tell(row, ">=", usual_goal, usual / ours, "x");
}

static void compare(const char *name, const uint8_t *a, const uint8_t *b, size_t n)
{
    if (memcmp(a, b, n) == 0)
        return;
    printf("%s: THEY DIFFER\n", name);
    fine = false;
}

/* The table of a question, and all its values up to count, in pieces as they are served. */
static double serve_once(const struct rules *rules, uint64_t count, uint8_t *to)
{
    enum { PIECE = 1 << 16 };
    static uint16_t piece[PIECE];
    struct arena arena;
    arena_init(&arena, NULL, 0, (size_t)64 << 20);
    struct store *store = store_private_new((size_t)1 << 30);
    struct budget own = {.left = UINT64_MAX, .arena = &arena};
    double start = now(), served;
    struct sg sg;
    sg_open(&sg, &(struct sg_job){.arena = &arena, .budget = &own, .store = store}, rules, num((int64_t)count - 1));
    for (uint64_t n = 0; n < count; n += PIECE)
        sg_copy(&sg, n, count - n < PIECE ? (size_t)(count - n) : PIECE, piece);
    served = now() - start;
    for (uint64_t n = 0; n < count; n++)
        to[n] = (uint8_t)sg_word(&sg, n);
    arena_reset(&arena);
    store_private_free(store);
    return served;
}

static double serve(const struct rules *rules, uint64_t count, uint8_t *to)
{
    double best = 0;
    for (int round = 0; round < 3; round++) {
        double took = serve_once(rules, count, to);
        best = best == 0 || took < best ? took : best;
    }
    return best;
}

static double kernel(fill_kernel *fill_it, const struct rules *rules, uint64_t count, uint8_t *to)
{
    double best = 0;
    for (int round = 0; round < 3; round++) {
        struct fill fill = {
            .rules = rules, .arena = &rulesets_arena, .budget = &budget, .simd = simd_here(), .data = to, .width = 1};
        struct arena_mark mark = arena_mark(&rulesets_arena);
        double start = now();
        fill_it(&fill, count);
        double took = now() - start;
        arena_rewind(&rulesets_arena, mark);
        best = best == 0 || took < best ? took : best;
    }
    return best;
}

/* Beyond what a kernel can be that makes one value after the other: two instructions a value (and-not, lowest bit), each of which
 * waits for the one before, and nothing else. The last value is taken out of the set of those that are free. */
#if SIMD_X86
SIMD_AVX2
#endif
static double chain(const uint8_t *sets, uint64_t count)
{
    double best = 0;
    for (int round = 0; round < 3; round++) {
        uint32_t bit = 1;
        double start = now();
        for (uint64_t n = 0; n < count; n++) {
            uint32_t others = UINT32_C(0x100) | sets[n];
            bit = others & ~bit;
            bit &= -bit;
        }
        double took = now() - start;
        fine = fine && bit;
        best = best == 0 || took < best ? took : best;
    }
    return best;
}

/* Beyond what a kernel can be that is told the amounts when it runs: one that was compiled for these alone. Values as bits, `at`
 * with 1000 of them before; sixteen at once what is 32 and more before, one block ahead. */
#if SIMD_X86
typedef uint32_t lanes __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t power_lanes __attribute__((vector_size(64), aligned(4), may_alias));
typedef float float_lanes __attribute__((vector_size(64)));
typedef uint8_t byte_lanes __attribute__((vector_size(16), aligned(1), may_alias));

#define BEFORE(at, amount) (*(const lanes *)((at) - (amount)))

SIMD_AVX512 static void compiled_block(uint32_t *at, const uint32_t *seen, uint32_t *ahead, uint8_t *to)
{
    const uint32_t *next = at + 16;
    *(lanes *)ahead = BEFORE(next, 47) | BEFORE(next, 76) | BEFORE(next, 123) | BEFORE(next, 150) | BEFORE(next, 199) |
                      BEFORE(next, 250) | BEFORE(next, 322) | BEFORE(next, 404) | BEFORE(next, 521) | BEFORE(next, 611) |
                      BEFORE(next, 777) | BEFORE(next, 843) | BEFORE(next, 1000);
    uint32_t last = at[-1];
#pragma GCC unroll 16
    for (int j = 0; j < 16; j++) {
        uint32_t x = seen[j] | at[j - 29] | at[j - 18] | at[j - 11] | at[j - 7] | at[j - 4] | at[j - 3] | last;
        last = ~x & (x + 1);
        at[j] = last;
    }
    enum { EXPONENT = 23, BIAS = 127 };
    power_lanes power = (power_lanes) __builtin_convertvector(*(const power_lanes *)(at - 16), float_lanes) >> EXPONENT;
    *(byte_lanes *)to = __builtin_convertvector((power & UINT8_MAX) - BIAS, byte_lanes); /* of the block before: nothing waits */
}

static double compiled(const uint8_t *truth, uint64_t count)
{
    enum { KEPT = 1024, ROOM = KEPT + (1 << 13) };
    static uint32_t v[ROOM + 16], ahead[2][16];
    static uint8_t piece[ROOM];
    uint32_t *at = v + KEPT;
    if (simd_here() != SIMD_WITH_AVX512)
        return chain(truth, count);
    double start = now();
    memset(v, 0, sizeof v);
    memset(ahead, 0, sizeof ahead);
    for (uint64_t n = 0; n < count; n += 16, at += 16) {
        if (at == v + ROOM) {
            memcpy(v, at - KEPT, KEPT * sizeof *v);
            at = v + KEPT;
        }
        compiled_block(at, ahead[n / 16 % 2], ahead[(n / 16 + 1) % 2], piece + n % (ROOM - KEPT));
    }
    double took = now() - start;
    fine = fine && at[-16] == UINT32_C(1) << truth[count - 16];
    return took;
}
#else
static double compiled(const uint8_t *truth, uint64_t count)
{
    return chain(truth, count);
}
#endif

static void bench_takes(void)
{
    static const int takes[] = {1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 150, 199, 250, 322, 404, 521, 611, 777, 843, 1000};
    enum { COUNT = 100000000, PART = 2000000 };
    int64_t amounts[20];
    for (int i = 0; i < 20; i++)
        amounts[i] = takes[i];
    const struct rules *rules = rules_take(amounts, 20, false);
    uint8_t *ours = bytes(COUNT), *other = bytes(COUNT);
    double start = now();
    naive_takes(takes, 20, other, PART);
    double naive = (now() - start) * COUNT / PART;
    start = now();
    usual_takes(takes, 20, other, COUNT);
    double usual = now() - start;
    double raw = kernel(fill_onehot, rules, COUNT, ours);
    compare("takes, kernel", ours, other, COUNT);
    double with_period = serve(rules, COUNT, ours);
    compare("takes", ours, other, COUNT);
    tell("20 takes to 10^8, with period", with_period, naive, 500, usual, 100);
    tell("20 takes to 10^8, kernel only", raw, naive, 40, usual, 5);
    printf("%-34s      %8.4f s, template %.0f x\n", "  waiting for the value before", chain(ours, COUNT),
           naive / chain(ours, COUNT));
    double alone = compiled(ours, COUNT);
    printf("%-34s      %8.4f s, template %.0f x\n", "  compiled for these amounts alone", alone, naive / alone);
    free(ours);
    free(other);
}

static void bench_octal(const char *name, const char *code, const char *digits, double naive_goal, double usual_goal)
{
    enum { COUNT = 1000001, PART = 20001, SOME = 100001 };
    uint8_t *ours = bytes(COUNT), *other = bytes(COUNT), *turned = bytes(COUNT);
    double start = now();
    naive_octal(digits, other, PART);
    double naive = (now() - start) * COUNT / PART * COUNT / PART, usual = 0;
    double took = serve(rules_octal(code), COUNT, ours);
    compare(name, ours, other, PART);
    if (usual_goal > 0) {
        start = now();
        usual_octal(digits, other, turned + COUNT - SOME, SOME);
        usual = (now() - start) * COUNT / SOME * COUNT / SOME;
        compare(name, ours, other, SOME);
    }
    tell(name, took, naive, naive_goal, usual, usual_goal);
    free(ours);
    free(other);
    free(turned);
}

static void bench_unequal(void)
{
    enum { COUNT = 1000001 };
    uint8_t *ours = bytes(COUNT), *other = bytes(COUNT);
    uint32_t *rare = malloc(COUNT * sizeof *rare);
    if (!rare)
        exit(EXIT_FAILURE);
    double took = kernel(fill_pairs, rules_split(SPLIT_UNEQUAL, false), COUNT, ours), start = now();
    usual_unequal(other, rare, COUNT);
    double usual = now() - start;
    compare("Grundy's game", ours, other, COUNT);
    tell("Grundy's game to 10^6", took, 0, 0, usual, 12);
    free(ours);
    free(other);
    free(rare);
}

/* Codes that may leave three heaps: the values take more than a byte. */
static void bench_triples(const char *name, const char *code, int place, bool over, double goal)
{
    enum { COUNT = 8192 };
    static uint16_t ours[COUNT + FILL_SLACK], other[COUNT];
    uint64_t *pairs = malloc((size_t)COUNT * BASELINE_WORDS * sizeof *pairs);
    if (!pairs)
        exit(EXIT_FAILURE);
    double best = 0;
    for (int round = 0; round < 3; round++) {
        struct fill fill = {
            .rules = rules_hex(code), .arena = &rulesets_arena, .budget = &budget, .simd = simd_here(), .data = ours, .width = 2};
        struct arena_mark mark = arena_mark(&rulesets_arena);
        double start = now();
        fill_triples(&fill, COUNT);
        double took = now() - start;
        arena_rewind(&rulesets_arena, mark);
        best = best == 0 || took < best ? took : best;
    }
    double start = now();
    usual_triples(place, over, other, pairs, COUNT);
    double usual = now() - start;
    compare(name, (const uint8_t *)ours, (const uint8_t *)other, sizeof other);
    tell(name, best, 0, 0, usual, goal);
    free(pairs);
}

/* A question whose table is in place: finding it in the store among others, and giving it back. */
static void bench_find(void)
{
    enum { TIMES = 1000000, OTHERS = 1000 };
    const struct rules *rules = rules_octal("0.07");
    struct arena arena;
    struct budget own = {.left = UINT64_MAX, .arena = &arena};
    struct store *store = store_private_new((size_t)1 << 24);
    struct sg_job job = {.arena = &arena, .budget = &own, .store = store};
    struct sg sg;
    arena_init(&arena, NULL, 0, (size_t)64 << 20);
    for (int i = 0; i < OTHERS; i++) {
        char key[32];
        snprintf(key, sizeof key, "other %d", i);
        store->publish(store, &arena, key, &(struct table){.data = key, .count = sizeof key, .width = 1});
    }
    sg_open(&sg, &job, rules, num(1000));
    arena_reset(&arena);
    double start = now();
    for (int i = 0; i < TIMES; i++) {
        struct arena_mark mark = arena_mark(&arena);
        sg_open(&sg, &job, rules, num(1000));
        arena_rewind(&arena, mark);
    }
    printf("%-34s %.0f ns\n", "a table that is there", (now() - start) * 1e9 / TIMES);
    arena_reset(&arena);
    store_private_free(store);
}

int main(void)
{
    rulesets_begin();
    bench_takes();
    bench_octal("octal 0.16 to 10^6, ~", "0.16", "16", 8000, 20);
    bench_octal("octal 0.07 to 10^6, ~", "0.07", "07", 100000, 0);
    bench_octal("octal 0.77 to 10^6, ~", "0.77", "77", 100000, 0);
    bench_unequal();
    bench_triples("hexadecimal 0.9 to 8191", "0.9", 1, true, 5);
    bench_triples("hexadecimal 0.08 to 8191", "0.08", 2, false, 5);
    bench_find();
    rulesets_end();
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
