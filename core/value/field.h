/* The description of a position's, a move's and an answer's fields. Decoding, encoding, JSON Schema, the catalogue and
 * openapi.yaml are all derived from it; a game never parses and never prints.
 *
 * A type says how a JSON value is laid out in C:
 *   KIND_BOOL    bool
 *   KIND_SMALL   int64_t in min…max; with or_null, in answers, WORD_NULL stands for null; with names, one of these may stand in
 *                its place, as the value name_word() of its index
 *   KIND_INT     struct num, at least min, at most max and bits_max bits (INT64_MAX, 0: no such bound)
 *   KIND_NAME    int, index into names
 *   KIND_TEXT    const char *, min…max characters, all of them out of alphabet
 *   KIND_LIST    struct list of min…max items
 *   KIND_TUPLE   exactly max items of the item type, inline, one after the other (a JSON list)
 *   KIND_OBJECT  a struct that begins with struct head, described by fields
 *   KIND_CHOICE  struct choice: one of several types, told apart by the JSON type of the value, so at most one alternative
 *                reads booleans, one numbers, one strings, one lists and one objects
 *   KIND_ANY     struct any: an object whose type the value itself tells. Who knows the types fills it; decoding does not.
 */
#ifndef GRUNDY_CORE_VALUE_FIELD_H
#define GRUNDY_CORE_VALUE_FIELD_H

#include "core/status.h"
#include "core/value/number.h"
#include "core/value/text.h"

enum kind { KIND_BOOL, KIND_SMALL, KIND_INT, KIND_NAME, KIND_TEXT, KIND_LIST, KIND_TUPLE, KIND_OBJECT, KIND_CHOICE, KIND_ANY };

struct field;

struct type {
    enum kind kind;
    size_t size;                       /* of the C value */
    int64_t min, max;                  /* SMALL, INT: value; TEXT, LIST: length; TUPLE: max is the length */
    uint32_t bits_max;                 /* INT */
    bool distinct;                     /* LIST of numbers: no value twice */
    bool or_null;                      /* SMALL: in answers an item of a list may be null */
    const char *const *names;          /* NAME, SMALL: ends with NULL */
    const char *alphabet;              /* TEXT */
    const struct type *item;           /* LIST, TUPLE */
    const struct field *fields;        /* OBJECT: at most 32, ends with a NULL name */
    const struct type *const *choices; /* CHOICE: ends with NULL */
    /* OBJECT: NULL, or in which order the fields of this value are compared and written; it ends with the NULL name's index. */
    const uint8_t *(*order)(const struct type *object, const void *value);
};

/* Index of the field of this value that is compared and written as the i-th. */
static inline size_t field_in_order(const struct type *object, const void *value, size_t i)
{
    return object->order ? object->order(object, value)[i] : i;
}

/* Which fields of an object are there: bit i for the i-th field of its table. */
struct head {
    uint32_t given; /* the field is there: decoded from the request, or to be written by the encoder */
    uint32_t null;  /* written as null (answers only) */
};

struct list {
    size_t n;
    void *v;
};

/* KIND_SMALL with names, whose numbers are not negative; its own inverse. */
static inline int64_t name_word(int64_t index)
{
    return -1 - index;
}

struct choice {
    int which;   /* index into choices */
    void *value; /* of that type's size */
};

struct any {
    const char *game; /* written first, as the member "game"; NULL: none */
    const struct type *type;
    void *value;
};

enum need {
    NEED_ALWAYS,   /* must be in a request; is in every answer */
    NEED_DEFAULT,  /* absent means `fallback` (BOOL, SMALL, INT, NAME) or an empty list; decoded as that value */
    NEED_OPTIONAL, /* may be absent, and then the given bit is clear and the value zero */
};

struct field {
    const char *name;
    size_t offset;
    const struct type *type;
    enum need need;
    bool nullable; /* answers: may be null */
    int64_t fallback;
    struct text doc;
};

/* The null of a type with or_null. */
#define WORD_NULL INT64_MIN

/* Items of lists by their C type. */
static inline struct num *list_nums(struct list list)
{
    return list.v;
}
static inline int64_t *list_words(struct list list)
{
    return list.v;
}
static inline struct list *list_lists(struct list list)
{
    return list.v;
}
static inline const char **list_texts(struct list list)
{
    return list.v;
}

#define BIT(index) (UINT32_C(1) << (index))

/* Types that many games share. */
extern const struct type type_bool;     /* a boolean */
extern const struct type type_natural;  /* INT >= 0 up to INT_BITS */
extern const struct type type_positive; /* INT >= 1 up to INT_BITS */
extern const struct type type_integer;  /* INT of either sign, unbounded: values in answers */
extern const struct type type_index;    /* SMALL >= 0: an index into a list */
extern const struct type type_heaps;    /* LIST of 0…HEAPS_MAX naturals */

#endif
