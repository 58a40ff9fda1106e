/* The table: both lists of beginnings, then the limbs, then the digits.
 *
 * Digits are added eight in a word, the least significant in the lowest byte: with 0xf6 in every byte of the sum a byte overflows
 * into the next exactly when its digits and the carry make ten or more; where it did not, the 0xf6 is taken off again. */
#include "core/games/fibonacci_nim/numbers.h"

#include "core/limits.h"
#include "core/memory/store.h"
#include "core/promise.h"

#include <string.h>

enum {
    LIMBS_MAX = INT_BITS / LIMB_BITS,
    DIGITS_MAX = INT_BITS * 10 / 33, /* more than INT_BITS * log10(2) */
    WORDS_MAX = DIGITS_MAX / 8 + 1,
    BEGINS = 2 * (FIBONACCI_TERMS + 1),
    LIMBS_ALL = FIBONACCI_TERMS * (LIMBS_MAX / 2 + 1), /* lengths grow evenly: their mean is half the greatest */
    DIGITS_ALL = FIBONACCI_TERMS * (DIGITS_MAX / 2 + 1) / 8 * 8,
    TABLE_BYTES = (BEGINS + LIMBS_ALL) * 8 + DIGITS_ALL,
    STEPS_PER_TERM = 200, /* measured: the table takes 5 ms */
};

/* A number in decimal, eight digits a word. */
struct decimal {
    uint64_t v[WORDS_MAX];
    size_t digits;
};

static const uint64_t ones = UINT64_C(0x0101010101010101);

/* a += b, where b is the longer one: the sum has one digit more at most. */
static void decimal_add(struct decimal *a, const struct decimal *b)
{
    bool carry = false;
    a->digits = b->digits;
    for (size_t i = 0; i < a->digits / 8 + 1; i++) {
        uint64_t sum = a->v[i] + ones * 0xf6; /* no byte overflows yet */
        carry = __builtin_add_overflow(sum, b->v[i] + carry, &sum);
        uint64_t stayed = sum >> 7 & ones;
        a->v[i] = sum - stayed * 0xf6;
    }
    a->digits += (a->v[a->digits / 8] >> a->digits % 8 * 8) != 0;
}

/* The digits, most significant first. */
static char *decimal_write(char *out, const struct decimal *a)
{
    char word[8];
    for (size_t i = (a->digits - 1) / 8 + 1; i-- > 0;) {
        size_t n = a->digits - 8 * i < 8 ? a->digits - 8 * i : 8;
        for (size_t j = 0; j < 8; j++)
            word[j] = (char)('0' + (a->v[i] >> (7 - j) * 8 & 0xff));
        memcpy(out, word + 8 - n, n);
        out += n;
    }
    return out;
}

static void make_limbs(uint64_t *begin, uint64_t *limbs)
{
    uint64_t older[LIMBS_MAX] = {1};
    limbs[0] = 1;
    begin[0] = 0;
    begin[1] = 1;
    for (size_t n = 1, used = 1; n < FIBONACCI_TERMS; n++) {
        uint64_t *last = limbs + begin[n - 1], *next = limbs + begin[n];
        uint64_t carry = limbs_add(next, last, older, used);
        memcpy(older, last, used * sizeof *older);
        if (carry)
            next[used++] = carry;
        promise(used <= LIMBS_MAX);
        begin[n + 1] = begin[n] + used;
    }
    promise(begin[FIBONACCI_TERMS] <= LIMBS_ALL);
}

static void make_text(struct budget *budget, uint64_t *begin, char *text)
{
    struct decimal pair[2] = {{{1}, 1}, {{1}, 1}};
    char *end = text;
    for (size_t n = 0; n < FIBONACCI_TERMS; n++) {
        begin[n] = (uint64_t)(end - text);
        end = decimal_write(end, &pair[n % 2]);
        decimal_add(&pair[1 - n % 2], &pair[n % 2]);
        budget_spend(budget, STEPS_PER_TERM);
    }
    begin[FIBONACCI_TERMS] = (uint64_t)(end - text);
    promise(begin[FIBONACCI_TERMS] <= DIGITS_ALL);
}

struct fibonacci fibonacci_table(struct arena *arena, struct budget *budget, struct store *store)
{
    static const char key[] = "fibonacci";
    struct table table;
    if (!store_find_own(store, arena, key, 1, TABLE_BYTES, &table)) {
        uint64_t *made = store->reserve(store, arena, TABLE_BYTES);
        if (!made)
            made = arena_raw(arena, TABLE_BYTES);
        make_limbs(made, made + BEGINS);
        make_text(budget, made + BEGINS / 2, (char *)(made + BEGINS + LIMBS_ALL));
        table = (struct table){.data = made, .count = TABLE_BYTES, .width = 1};
        store_publish_own(store, arena, key, &table);
    }
    const uint64_t *words = table.data;
    return (struct fibonacci){words, words + BEGINS / 2, words + BEGINS, (const char *)(words + BEGINS + LIMBS_ALL)};
}

struct num fibonacci_num(const struct fibonacci *fibonacci, size_t i)
{
    const uint64_t *begin = fibonacci->begin + i, *text_begin = fibonacci->text_begin + i;
    return num_view_digits(fibonacci->limbs + begin[0], begin[1] - begin[0], fibonacci->text + text_begin[0],
                           text_begin[1] - text_begin[0]);
}
