/* The table of Fibonacci numbers: every limb and every digit against plain addition. */
#include "core/games/fibonacci_nim/numbers.h"
#include "core/limits.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <string.h>

START_TEST(every_number_and_its_digits)
{
    questions_begin();
    struct fibonacci fibonacci = fibonacci_table(&questions_arena, &questions_budget, questions_store);
    struct num last = num(1), older = num(1);
    for (size_t i = 0; i < FIBONACCI_TERMS; i++) {
        ck_assert(num_eq(fibonacci_num(&fibonacci, i), last));
        const char *digits = num_text(num_add(last, num(0)));
        size_t length = fibonacci.text_begin[i + 1] - fibonacci.text_begin[i];
        ck_assert_uint_eq(length, strlen(digits));
        ck_assert(memcmp(fibonacci.text + fibonacci.text_begin[i], digits, length) == 0);
        ck_assert_str_eq(num_text(fibonacci_num(&fibonacci, i)), digits);
        struct num next = num_add(last, older);
        older = last;
        last = next;
    }
    ck_assert_uint_gt(num_bits(last), INT_BITS);
    questions_end();
}
END_TEST

START_TEST(the_table_is_made_once)
{
    questions_begin();
    const char *text = fibonacci_table(&questions_arena, &questions_budget, questions_store).text;
    ck_assert_ptr_eq(fibonacci_table(&questions_arena, &questions_budget, questions_store).text, text);
    questions_end();
}
END_TEST

SUITE(every_number_and_its_digits, the_table_is_made_once)
