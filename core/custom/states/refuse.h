/* What ends the exploration of a space, and the counting that decides it. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_STATES_REFUSE_H
#define GRUNDY_CORE_CUSTOM_STATES_REFUSE_H

#include "core/custom/states/space.h"

/* Ends the question as a machine's fault or excess says. */
_Noreturn void space_refuse(const struct user_rules *rules, struct machine *machine, enum event event);
_Noreturn void space_too_many_states(const struct space *space);
_Noreturn void space_too_many_moves(const struct space *space);
/* Of all that is done for the question. */
void space_count(const struct machine *machine, uint64_t steps);

#endif
