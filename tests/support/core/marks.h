/* check.h, whose assertions note that they passed once for each place in the source. Check itself writes the place to a file
 * whenever an assertion passes: a system call for each value of a table, millions of them, which took most of the time of many
 * tests. Nothing is asserted less. Where a test ends by a signal, the place that check names is the last one that passed for the
 * first time. */
#ifndef GRUNDY_TESTS_MARKS_H
#define GRUNDY_TESTS_MARKS_H

#include <check.h>

/* What ck_assert_msg(), and by it every assertion, becomes where it passes; from any thread. */
#define _mark_point(file, line)                                                                                                  \
    __extension__({                                                                                                              \
        static unsigned char mark_is_told;                                                                                       \
        if (!__atomic_load_n(&mark_is_told, __ATOMIC_RELAXED)) {                                                                 \
            __atomic_store_n(&mark_is_told, 1, __ATOMIC_RELAXED);                                                                \
            (_mark_point)(file, line);                                                                                           \
        }                                                                                                                        \
    })

#endif
