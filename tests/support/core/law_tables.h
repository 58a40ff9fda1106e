/* Tables with and without laws, made from the rules of the games by plain search. */
#ifndef GRUNDY_TESTS_LAW_TABLES_H
#define GRUNDY_TESTS_LAW_TABLES_H

#include "core/laws/laws.h"

struct known_table {
    const char *name;
    const char *family, *formula; /* of one of the laws found (formula NULL: any), or NULL: there is none */
    struct law_table table;
};

/* Every table that has to have a law and every one that has none, n to 300, x and y to 30; ends with a NULL name. In static
 * memory. */
const struct known_table *law_tables(void);

#endif
