/* Which laws a table of values obeys.
 *
 * A law is a conjecture with the evidence for it: how many bits shorter the table is when it is told by the law. Nothing else may
 * rest on one: no verdict, no count, no move. Laws are found in one order, by integers alone, so that a table has the same laws
 * on any machine. */
#ifndef GRUNDY_CORE_LAWS_LAWS_H
#define GRUNDY_CORE_LAWS_LAWS_H

#include "core/budget.h"
#include "core/value/text.h"

#include <stddef.h>

/* What the values are, and so which places are lost. */
enum law_subject {
    SUBJECT_GRUNDY,  /* Grundy values: 0 is lost */
    SUBJECT_VERDICT, /* VALUE_LOST, VALUE_WON, VALUE_DRAWN */
    SUBJECT_NUMBER,  /* other numbers: nothing is known of lost places */
};
enum { VALUE_LOST, VALUE_WON, VALUE_DRAWN };

struct law_table {
    enum law_subject subject;
    unsigned variables; /* 1 (n) or 2 (x, y) */
    int64_t from[2];
    size_t size[2];        /* values of x, of y; one variable: of n, 1 */
    const int64_t *values; /* for each x all y */
};

/* One number, list or text of a law, by its name. */
enum fact_kind { FACT_NUMBER, FACT_NUMBERS, FACT_VERDICTS, FACT_MARKS /* 1 for lost */, FACT_ROWS, FACT_TEXT, FACT_FLAG };
struct fact {
    const char *name;
    enum fact_kind kind;
    int64_t number; /* FACT_ROWS: how many numbers a row has */
    size_t n;
    const int64_t *numbers;
    const char *text;
};
enum { FACTS_MAX = 6, EXCEPTIONS_MAX = 3 };

struct law_exception {
    int64_t at[2];
    int64_t value; /* what the law tells of it */
};

struct law {
    const char *family;
    const char *formula; /* an expression of users' rules; NULL where the law is none, or too long for one */
    bool claims_lost;    /* which places are lost, not what the values are */
    bool of_lost;        /* what it tells is 1 for lost, 0 for not; otherwise a value (also of a verdict) */
    int64_t from[2];     /* says nothing of places before */
    int64_t evidence;    /* in 1/1024 bits */
    size_t facts, exceptions;
    struct fact fact[FACTS_MAX];
    struct law_exception exception[EXCEPTIONS_MAX];
    const char *words[LANGUAGE_COUNT];
    uint64_t period; /* of the families of periods: the law is that value(n+period) = value(n) + saltus for n >= from[0] */
    int64_t saltus;
    const char *expression; /* its value in terms of EXPRESSION_N; NULL where it is none. Internal, as all that follows */
    bool (*tell)(const struct law *law, int64_t x, int64_t y, int64_t *value);
    const void *what;
};

struct laws {
    size_t n;
    struct law **v; /* by evidence */
};

/* All laws of the table; wants at least one value. `horizon`: laws that are lists know their numbers up to here, at least. */
struct laws laws_find(const struct law_table *table, int64_t horizon, struct arena *arena, struct budget *budget);

/* What the law says of a place (one variable: y is 0). False: it says nothing of it. */
bool law_tells(const struct law *law, int64_t x, int64_t y, int64_t *value);
/* What it should say where a table has this value. */
int64_t law_wants(const struct law *law, int64_t value);

#endif
