/* The moves of one heap, for rules whose options are looked at one by one. */
#ifndef GRUNDY_CORE_SG_MOVES_OPTIONS_H
#define GRUNDY_CORE_SG_MOVES_OPTIONS_H

#include "core/budget.h"
#include "core/sg/fill/fill.h"

struct option {
    struct num take;      /* 0 for a split */
    struct num pieces[3]; /* ascending, not empty */
    unsigned n;
};
/* Calls visit for every option of a heap, in the contract's order, until it returns false. */
struct option_walk {
    const struct rules *rules;
    const struct amounts_upto *amounts; /* RULES_ROW */
    struct budget *budget;
    bool (*visit)(struct option_walk *options, const struct option *option);
    void *what;
};
/* False when visit stopped it. */
bool options_each(struct option_walk *options, struct num size);

#endif
