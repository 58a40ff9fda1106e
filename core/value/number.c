/* Integers: words with overflow checks, GMP beyond. Every GMP integer made here is allocated from the current arena and never
 * freed; the arena's reset is its end. */
#include "core/value/number.h"

#include "core/memory/arena.h"
#include "core/promise.h"

#include <gmp.h>
#include <string.h>

struct big {
    mpz_t z;
    const char *digits; /* decimal, if they are known already, else NULL */
    size_t length;
};

static void *gmp_alloc(size_t size)
{
    return arena_raw(arena_current(), size);
}

static void *gmp_realloc(void *old, size_t old_size, size_t new_size)
{
    if (new_size <= old_size)
        return old;
    return memcpy(arena_raw(arena_current(), new_size), old, old_size);
}

static void gmp_free(void *old, size_t size)
{
    (void)old;
    (void)size;
}

void num_setup(void)
{
    mp_set_memory_functions(gmp_alloc, gmp_realloc, gmp_free);
}

/* A read-only mpz of any value: words borrow the caller's limb. */
struct num_view {
    mpz_t word;
    mp_limb_t limb;
};

static mpz_srcptr view(struct num a, struct num_view *v)
{
    if (a.big)
        return a.big->z;
    v->limb = a.word < 0 ? -(mp_limb_t)a.word : (mp_limb_t)a.word;
    return mpz_roinit_n(v->word, &v->limb, a.word < 0 ? -1 : a.word > 0);
}

static struct big *fresh(void)
{
    struct big *big = arena_raw(arena_current(), sizeof *big);
    mpz_init(big->z);
    big->digits = NULL;
    return big;
}

/* The unique form: a word whenever the value fits one. */
static struct num settle(const struct big *big)
{
    size_t limbs = mpz_size(big->z);
    if (limbs > 1)
        return (struct num){0, big};
    mp_limb_t limb = mpz_getlimbn(big->z, 0); /* 0 when there is none */
    if (mpz_sgn(big->z) >= 0)
        return limb <= INT64_MAX ? num((int64_t)limb) : (struct num){0, big};
    return limb <= (mp_limb_t)INT64_MAX + 1 ? num((int64_t)(0 - limb)) : (struct num){0, big};
}

struct num num_u64(uint64_t value)
{
    if (value <= INT64_MAX)
        return num((int64_t)value);
    struct big *big = fresh();
    mpz_set_ui(big->z, value);
    return settle(big);
}

struct num num_pow2(uint64_t exponent)
{
    return num_shl(num(1), exponent);
}

struct num num_add_wide(struct num a, struct num b)
{
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_add(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_sub_wide(struct num a, struct num b)
{
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_sub(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_mul(struct num a, struct num b)
{
    int64_t word;
    if (!a.big && !b.big && !__builtin_mul_overflow(a.word, b.word, &word))
        return num(word);
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_mul(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_div(struct num a, struct num b)
{
    promise(num_sign(b) > 0);
    if (!a.big && !b.big)
        return num(a.word / b.word - (a.word % b.word < 0));
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_fdiv_q(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_mod(struct num a, struct num b)
{
    promise(num_sign(b) > 0);
    if (!a.big && !b.big) {
        int64_t rest = a.word % b.word;
        return num(rest < 0 ? rest + b.word : rest);
    }
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_fdiv_r(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_xor_wide(struct num a, struct num b)
{
    promise(num_sign(a) >= 0 && num_sign(b) >= 0);
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_xor(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_or(struct num a, struct num b)
{
    promise(num_sign(a) >= 0 && num_sign(b) >= 0);
    if (!a.big && !b.big)
        return num(a.word | b.word);
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_ior(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_and(struct num a, struct num b)
{
    promise(num_sign(a) >= 0 && num_sign(b) >= 0);
    if (!a.big && !b.big)
        return num(a.word & b.word);
    struct num_view va, vb;
    struct big *big = fresh();
    mpz_and(big->z, view(a, &va), view(b, &vb));
    return settle(big);
}

struct num num_shl(struct num a, uint64_t bits)
{
    promise(num_sign(a) >= 0);
    if (!a.big && (a.word == 0 || (bits < 63 && a.word <= INT64_MAX >> bits)))
        return num(a.word << (a.word ? bits : 0));
    struct num_view va;
    struct big *big = fresh();
    mpz_mul_2exp(big->z, view(a, &va), bits);
    return settle(big);
}

struct num num_shr(struct num a, uint64_t bits)
{
    promise(num_sign(a) >= 0);
    if (!a.big)
        return num(bits < 63 ? a.word >> bits : 0);
    struct big *big = fresh();
    mpz_fdiv_q_2exp(big->z, a.big->z, bits);
    return settle(big);
}

struct num num_sqrt(struct num a)
{
    promise(num_sign(a) >= 0);
    struct num_view va;
    struct big *big = fresh();
    mpz_sqrt(big->z, view(a, &va));
    return settle(big);
}

uint64_t num_bits(struct num a)
{
    promise(num_sign(a) >= 0);
    if (!a.big)
        return a.word ? 64 - (uint64_t)__builtin_clzll((unsigned long long)a.word) : 0;
    return mpz_sizeinbase(a.big->z, 2);
}

bool num_bit(struct num a, uint64_t index)
{
    promise(num_sign(a) >= 0);
    if (!a.big)
        return index < 63 && (a.word >> index & 1);
    return mpz_tstbit(a.big->z, index);
}

uint64_t num_low_zero(struct num a)
{
    promise(num_sign(a) >= 0);
    if (!a.big)
        return (uint64_t)__builtin_ctzll(~(unsigned long long)a.word);
    return mpz_scan0(a.big->z, 0);
}

uint64_t num_popcount(struct num a)
{
    promise(num_sign(a) >= 0);
    if (!a.big)
        return (uint64_t)__builtin_popcountll((unsigned long long)a.word);
    return mpz_popcount(a.big->z);
}

int num_cmp_wide(struct num a, struct num b)
{
    struct num_view va, vb;
    return mpz_cmp(view(a, &va), view(b, &vb));
}

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NUMB_BITS == LIMB_BITS, "a limb is a 64-bit word");

void num_to_limbs(struct num a, uint64_t *limbs, size_t n)
{
    struct num_view va;
    mpz_srcptr z = view(a, &va);
    size_t used = mpz_size(z);
    promise(mpz_sgn(z) >= 0 && used <= n);
    if (used)
        memcpy(limbs, mpz_limbs_read(z), used * sizeof *limbs);
    if (used < n)
        memset(limbs + used, 0, (n - used) * sizeof *limbs);
}

struct num num_view_digits(const uint64_t *limbs, size_t n, const char *digits, size_t length)
{
    while (n && !limbs[n - 1])
        n--;
    if (n == 0 || (n == 1 && limbs[0] <= INT64_MAX))
        return num(n ? (int64_t)limbs[0] : 0);
    struct big *big = arena_raw(arena_current(), sizeof *big);
    mpz_roinit_n(big->z, limbs, (mp_size_t)n);
    big->digits = digits;
    big->length = length;
    return (struct num){0, big};
}

struct num num_view_limbs(const uint64_t *limbs, size_t n)
{
    return num_view_digits(limbs, n, NULL, 0);
}

struct num num_from_limbs(const uint64_t *limbs, size_t n)
{
    while (n && !limbs[n - 1])
        n--;
    if (n <= 1)
        return num_u64(n ? limbs[0] : 0);
    uint64_t *copy = arena_raw(arena_current(), n * sizeof *copy);
    return num_view_limbs(memcpy(copy, limbs, n * sizeof *copy), n);
}

uint64_t limbs_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n)
{
    return mpn_add_n(to, a, b, (mp_size_t)n);
}

uint64_t limbs_sub(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n)
{
    return mpn_sub_n(to, a, b, (mp_size_t)n);
}

uint64_t limbs_mul(uint64_t *to, const uint64_t *a, size_t n, uint64_t factor)
{
    return mpn_mul_1(to, a, (mp_size_t)n, factor);
}

int limbs_cmp(const uint64_t *a, const uint64_t *b, size_t n)
{
    return mpn_cmp(a, b, (mp_size_t)n);
}

/* The grammar alone: -?(0|[1-9][0-9]*), and not "-0". */
static bool decimal(const char *digits, size_t n, bool negative)
{
    if (n == 0 || (digits[0] == '0' && (n > 1 || negative)))
        return false;
    for (size_t i = 0; i < n; i++)
        if (digits[i] < '0' || digits[i] > '9')
            return false;
    return true;
}

bool num_parse(const char *text, size_t length, struct num *value)
{
    bool negative = length && text[0] == '-';
    const char *digits = text + negative;
    size_t n = length - negative;
    if (!decimal(digits, n, negative))
        return false;
    if (n <= 18) {
        int64_t word = 0;
        for (size_t i = 0; i < n; i++)
            word = word * 10 + (digits[i] - '0');
        *value = num(negative ? -word : word);
        return true;
    }
    struct big *big = fresh();
    mpz_set_str(big->z, arena_copy(arena_current(), digits, n), 10);
    if (negative)
        mpz_neg(big->z, big->z);
    *value = settle(big);
    return true;
}

size_t num_text_max(struct num a)
{
    if (!a.big)
        return 20;
    return a.big->digits ? a.big->length : mpz_sizeinbase(a.big->z, 10) + 2;
}

char *num_write(char *out, struct num a)
{
    if (a.big && a.big->digits)
        return (char *)memcpy(out, a.big->digits, a.big->length) + a.big->length;
    if (a.big) {
        /* GMP adds a NUL, for which num_text_max leaves room. */
        mpz_get_str(out, 10, a.big->z);
        return out + strlen(out);
    }
    uint64_t rest = a.word < 0 ? 0 - (uint64_t)a.word : (uint64_t)a.word;
    if (a.word < 0)
        *out++ = '-';
    char digits[20];
    size_t n = 0;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (n)
        *out++ = digits[--n];
    return out;
}

/* By itself, so that the usual case is short. */
__attribute__((noinline)) static const char *written(struct num a)
{
    char *text = arena_raw(arena_current(), num_text_max(a) + 1);
    *num_write(text, a) = '\0';
    return text;
}

const char *num_text(struct num a)
{
#define TEN(tens) tens "0", tens "1", tens "2", tens "3", tens "4", tens "5", tens "6", tens "7", tens "8", tens "9"
    static const char small[100][3] = {TEN(""),  TEN("1"), TEN("2"), TEN("3"), TEN("4"),
                                       TEN("5"), TEN("6"), TEN("7"), TEN("8"), TEN("9")}; /* most of them */
#undef TEN
    return !a.big && a.word >= 0 && a.word < 100 ? small[a.word] : written(a);
}
