/* What the engine of /sg is measured against: the template of the notes, and the usual optimised ways, as short plain C. */
#ifndef GRUNDY_TESTS_BASELINE_SG_H
#define GRUNDY_TESTS_BASELINE_SG_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The template as it goes round: `int S[1005]`, cleared for every heap. */
static inline void naive_takes(const int *takes, int n, uint8_t *sg, int64_t count)
{
    enum { HASH = 1005 };
    static int hash[HASH];
    for (int64_t i = 0; i < count; i++) {
        memset(hash, 0, sizeof hash);
        for (int k = 0; k < n && takes[k] <= i; k++)
            hash[sg[i - takes[k]]] = 1;
        int v = 0;
        while (hash[v])
            v++;
        sg[i] = (uint8_t)v;
    }
}

/* The usual way: the set of values in a word, its lowest zero bit. */
static inline void usual_takes(const int *takes, int n, uint8_t *sg, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint64_t set = 0;
        for (int k = 0; k < n && takes[k] <= i; k++)
            set |= UINT64_C(1) << sg[i - takes[k]];
        sg[i] = (uint8_t)__builtin_ctzll(~set);
    }
}

/* The template for octal codes: digit d at place i of `code`. */
static inline void naive_octal(const char *code, uint8_t *sg, int64_t count)
{
    static bool hash[256];
    for (int64_t i = 0; i < count; i++) {
        memset(hash, 0, sizeof hash);
        for (int k = 1; code[k - 1]; k++) {
            int64_t rest = i - k;
            int digit = code[k - 1] - '0';
            if (rest == 0 && digit & 1)
                hash[0] = true;
            if (rest > 0 && digit & 2)
                hash[sg[rest]] = true;
            for (int64_t a = 1; digit & 4 && 2 * a <= rest; a++)
                hash[sg[a] ^ sg[rest - a]] = true;
        }
        int v = 0;
        while (hash[v])
            v++;
        sg[i] = (uint8_t)v;
    }
}

#if defined(__x86_64__)
#define BASELINE_SIMD __attribute__((target("avx2")))
#else
#define BASELINE_SIMD
#endif

typedef uint8_t baseline_bytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint64_t baseline_words __attribute__((vector_size(32), aligned(1), may_alias));

/* The usual way with SIMD: for v = 0, 1, 2, … a pair with g(a) ^ g(b) = v, 32 pairs a step, against a copy of the table turned
 * round; the first v without one is the value. `turned` has `count` bytes and ends with g(0). */
BASELINE_SIMD static inline bool usual_pair(const uint8_t *sg, const uint8_t *turned_b, int64_t last, uint8_t v)
{
    int64_t a = 1;
    for (; a + 31 <= last; a += 32) {
        baseline_words x = (baseline_words)((*(const baseline_bytes *)(sg + a) ^ *(const baseline_bytes *)(turned_b + a)) == v);
        if (x[0] | x[1] | x[2] | x[3])
            return true;
    }
    for (; a <= last; a++)
        if ((sg[a] ^ turned_b[a]) == v)
            return true;
    return false;
}

static inline void usual_octal(const char *code, uint8_t *sg, uint8_t *turned, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        for (int v = 0;; v++) {
            bool found = false;
            for (int k = 1; !found && code[k - 1]; k++) {
                int64_t rest = i - k;
                int digit = code[k - 1] - '0';
                found = (rest == 0 && digit & 1 && v == 0) || (rest > 0 && digit & 2 && sg[rest] == v) ||
                        (rest > 1 && digit & 4 && usual_pair(sg, turned + count - 1 - rest, rest / 2, (uint8_t)v));
            }
            if (found)
                continue;
            sg[i] = turned[count - 1 - i] = (uint8_t)v;
            break;
        }
    }
}

/* One place, at which three heaps may be left, by sets as bits: those of pairs, and unions of them for the lower six bits of the
 * third piece. `pairs` has a set of BASELINE_WORDS a heap. */
enum { BASELINE_WORDS = 64 };

static inline void usual_triples(int place, bool over, uint16_t *sg, uint64_t *pairs, int64_t count)
{
    static uint64_t by_bits[64][BASELINE_WORDS];
    memset(pairs, 0, (size_t)count * BASELINE_WORDS * sizeof *pairs);
    for (int64_t i = 0; i < count; i++) {
        int64_t r = i - place;
        uint64_t *set = pairs + i * BASELINE_WORDS, seen[BASELINE_WORDS] = {over && r == 0};
        memset(by_bits, 0, sizeof by_bits);
        for (int64_t a = 1; 3 * a <= r; a++)
            for (int w = 0; w < BASELINE_WORDS; w++)
                by_bits[sg[a] % 64][w ^ sg[a] / 64] |= pairs[(r - a) * BASELINE_WORDS + w];
        for (int u = 0; u < 64; u++)
            for (int w = 0; w < BASELINE_WORDS; w++)
                for (uint64_t left = by_bits[u][w]; left; left &= left - 1)
                    seen[w] |= UINT64_C(1) << (__builtin_ctzll(left) ^ u);
        int v = 0;
        while (seen[v / 64] >> v % 64 & 1)
            v++;
        sg[i] = (uint16_t)v;
        for (int64_t a = 1; 2 * a <= i; a++)
            set[(sg[a] ^ sg[i - a]) / 64] |= UINT64_C(1) << (sg[a] ^ sg[i - a]) % 64;
    }
}

/* Grundy's game by rare and common values, one heap and one value at a time: a value is rare if its upper seven bits have even
 * parity. */
static inline void usual_unequal(uint8_t *sg, uint32_t *rare, int64_t count)
{
    static uint32_t stamp[512];
    uint32_t n_rare = 0;
    memset(stamp, 0, sizeof stamp);
    for (int64_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < n_rare && rare[k] < i; k++)
            if (2 * (int64_t)rare[k] != i)
                stamp[sg[rare[k]] ^ sg[i - rare[k]]] = (uint32_t)i + 1;
        for (unsigned v = 0;; v++) {
            if (stamp[v] == (uint32_t)i + 1)
                continue;
            bool is_rare = __builtin_parity(v >> 1) == 0, found = false;
            for (int64_t a = 1; is_rare && !found && 2 * a < i; a++)
                found = (sg[a] ^ sg[i - a]) == (int)v;
            if (found)
                continue;
            sg[i] = (uint8_t)v;
            if (is_rare && i)
                rare[n_rare++] = (uint32_t)i;
            break;
        }
    }
}

#endif
