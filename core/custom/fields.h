/* Users' rules as they come in a request. */
#ifndef GRUNDY_CORE_CUSTOM_FIELDS_H
#define GRUNDY_CORE_CUSTOM_FIELDS_H

#include "core/value/field.h"

enum end_result { RESULT_WIN, RESULT_LOSS, RESULT_DRAW, RESULT_FIRST, RESULT_SECOND };

/* As decoded, by rules_type. */
struct rules_end {
    struct head head;
    const char *when;
    int result;
};
struct rules_move {
    struct head head;
    const char *name, *choose, *when, *does, *score, *again; /* NULL: absent */
    struct list into;                                        /* of texts */
};
struct rules_text {
    struct head head;
    const char *title, *vars, *after;
    struct list let;   /* of texts */
    struct list ends;  /* of struct rules_end */
    struct list moves; /* of struct rules_move */
    bool misere;
};
extern const struct type rules_type;

#endif
