/* Grundy values that are theorems, for heaps of any size. */
#ifndef GRUNDY_CORE_SG_CLOSED_H
#define GRUNDY_CORE_SG_CLOSED_H

#include "core/sg/engine.h"

enum closed closed_form(const struct rules *rules);
struct num closed_value(enum closed closed, const struct rules *rules, struct num n);
/* The word for `method`. */
const char *closed_method(enum closed closed);
/* preperiod, period, saltus; false: there is none (odious numbers). */
bool closed_period(enum closed closed, const struct rules *rules, struct num *preperiod, struct num *period, struct num *saltus);

#endif
