/* Exact integers of any size: a machine word while they fit, GMP beyond. Values are immutable and passed by value; the part
 * beyond a word lives in the calling thread's current arena (arena_enter) and is gone with it. Nobody else includes gmp.h. */
#ifndef GRUNDY_CORE_VALUE_NUMBER_H
#define GRUNDY_CORE_VALUE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct big;

struct num {
    int64_t word;          /* the value, if big is NULL */
    const struct big *big; /* only for values outside int64_t, so the form of a value is unique */
};

/* Points GMP's allocation at the current arena. Once, before any thread starts. */
void num_setup(void);

static inline struct num num(int64_t value)
{
    return (struct num){value, NULL};
}
static inline bool num_is_word(struct num a)
{
    return !a.big;
}
struct num num_u64(uint64_t value);
struct num num_pow2(uint64_t exponent);

struct num num_add_wide(struct num a, struct num b); /* what the next three do beyond a word */
struct num num_sub_wide(struct num a, struct num b);
struct num num_xor_wide(struct num a, struct num b);
static inline struct num num_add(struct num a, struct num b)
{
    int64_t word;
    return !a.big && !b.big && !__builtin_add_overflow(a.word, b.word, &word) ? num(word) : num_add_wide(a, b);
}
static inline struct num num_sub(struct num a, struct num b)
{
    int64_t word;
    return !a.big && !b.big && !__builtin_sub_overflow(a.word, b.word, &word) ? num(word) : num_sub_wide(a, b);
}
struct num num_mul(struct num a, struct num b);
struct num num_div(struct num a, struct num b); /* floor; b > 0 */
struct num num_mod(struct num a, struct num b); /* in 0…b-1; b > 0 */
/* The following want a, b >= 0. */
static inline struct num num_xor(struct num a, struct num b)
{
    return !a.big && !b.big && (a.word | b.word) >= 0 ? num(a.word ^ b.word) : num_xor_wide(a, b);
}
struct num num_or(struct num a, struct num b);
struct num num_and(struct num a, struct num b);
struct num num_shl(struct num a, uint64_t bits);
struct num num_shr(struct num a, uint64_t bits);
struct num num_sqrt(struct num a); /* floor */
uint64_t num_bits(struct num a);   /* length in bits; 0 for 0 */
bool num_bit(struct num a, uint64_t index);
uint64_t num_low_zero(struct num a); /* index of the lowest bit that is 0 */
uint64_t num_popcount(struct num a);

int num_cmp_wide(struct num a, struct num b);
static inline int num_cmp(struct num a, struct num b) /* <0, 0, >0 */
{
    return !a.big && !b.big ? (a.word > b.word) - (a.word < b.word) : num_cmp_wide(a, b);
}
static inline int num_cmp_word(struct num a, int64_t b)
{
    return num_cmp(a, num(b));
}
static inline int num_sign(struct num a)
{
    return num_cmp_word(a, 0);
}
static inline bool num_eq(struct num a, struct num b)
{
    return num_cmp(a, b) == 0;
}
static inline bool num_lt(struct num a, struct num b)
{
    return num_cmp(a, b) < 0;
}
static inline bool num_is_zero(struct num a)
{
    return !a.big && a.word == 0;
}
static inline struct num num_min(struct num a, struct num b)
{
    return num_lt(a, b) ? a : b;
}
static inline struct num num_max(struct num a, struct num b)
{
    return num_lt(a, b) ? b : a;
}

/* Natural numbers as 64-bit limbs, least significant first, in the caller's memory: for inner loops that must not allocate. */
enum { LIMB_BITS = 64 };
/* Fills all n limbs (zeros above the value). Wants a >= 0 of at most n limbs. */
void num_to_limbs(struct num a, uint64_t *limbs, size_t n);
struct num num_from_limbs(const uint64_t *limbs, size_t n);
/* The same without a copy: the limbs must stay as they are for as long as the value is used. */
struct num num_view_limbs(const uint64_t *limbs, size_t n);
/* And with its decimal digits (no NUL), which writing it then only copies. */
struct num num_view_digits(const uint64_t *limbs, size_t n, const char *digits, size_t length);
/* to = a + b, to = a - b over n >= 1 limbs; the carry or borrow out is returned. `to` may be a or b. */
uint64_t limbs_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
uint64_t limbs_sub(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
/* to = a * factor over n >= 1 limbs; the limb beyond is returned. */
uint64_t limbs_mul(uint64_t *to, const uint64_t *a, size_t n, uint64_t factor);
int limbs_cmp(const uint64_t *a, const uint64_t *b, size_t n);

/* -?(0|[1-9][0-9]*), nothing else; false for any other text, "-0" included. */
bool num_parse(const char *text, size_t length, struct num *value);
/* Decimal, in the current arena. */
const char *num_text(struct num a);
size_t num_text_max(struct num a);        /* bytes that num_write may need, without a NUL */
char *num_write(char *out, struct num a); /* returns the end; no NUL */

#endif
