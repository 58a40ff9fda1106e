/* Assignments, as `do`, `into`, `after` and `set` have them: "name = expression", "name[index] += expression", with commas
 * between. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_ACTION_H
#define GRUNDY_CORE_CUSTOM_ACTION_H

#include "core/custom/rules.h"

struct scope;

/* Read and checked; of use only where no flaw is told. */
struct action action_read(struct scope *scope, const struct variable *variable, struct arena *arena, const char *text,
                          struct flaw *flaw);

#endif
