/* Looking at the clock, by way of who has one. */
#include "core/budget.h"

#include "core/limits.h"

void budget_restart(struct budget *budget)
{
    budget->counted = 0;
    if (budget->restart)
        budget->restart(budget->what);
}

void budget_look(struct budget *budget)
{
    budget->left = BUDGET_STEPS;
    budget->spent += BUDGET_STEPS;
    if (!budget->look)
        return;
    enum status status = budget->look(budget->what);
    if (status == STATUS_deadline_exceeded)
        arena_escape(
            budget->arena, status, -1,
            "the computing time allowed for one request ran out; of it only the tables that were finished by then are kept");
    if (status != STATUS_ok)
        arena_escape(budget->arena, status, -1, "the work was given up");
}
