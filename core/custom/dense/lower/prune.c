/* Leaves out instructions whose column nobody needs, and puts the others together. */
#include "core/custom/dense/lower/lower.h"

static bool acts(const struct wide_op *op)
{
    switch ((enum wide_code)op->code) {
    case WIDE_OUTSIDE:
    case WIDE_CALL:
    case WIDE_RANGE:
    case WIDE_RANGE_NEXT:
    case WIDE_SKIP:
    case WIDE_MOVE:
    case WIDE_HALT:
        return true;
    default:
        return false;
    }
}

static bool goes(const struct wide_op *op)
{
    return op->code == WIDE_SKIP || op->code == WIDE_RANGE || op->code == WIDE_RANGE_NEXT;
}

/* Columns are written before they are read, but for those of loops, whose instructions stay. */
static void find_needed(const struct wide_program *w, bool *needed, bool *stays)
{
    needed[w->over] = true;
    for (size_t i = w->ops; i-- > 0;) {
        const struct wide_op *op = &w->op[i];
        stays[i] = acts(op) || needed[op->to];
        if (!stays[i])
            continue;
        needed[op->a] = needed[op->b] = needed[op->c] = needed[op->mask] = true;
        for (size_t j = 0; op->code == WIDE_LOOK && !w->table[op->x].number && j < w->table[op->x].n; j++)
            needed[w->table[op->x].column[j]] = true;
    }
}

void wide_prune(struct wide_program *w, struct arena *arena)
{
    bool *needed = arena_array(arena, w->columns, sizeof *needed), *stays = arena_array(arena, w->ops, sizeof *stays);
    int32_t *place = arena_array(arena, w->ops + 1, sizeof *place), n = 0;
    find_needed(w, needed, stays);
    for (size_t i = 0; i < w->ops; i++) {
        place[i] = n;
        n += stays[i];
    }
    place[w->ops] = n;
    for (size_t i = 0; i < w->ops; i++) {
        if (goes(&w->op[i]))
            w->op[i].x = place[w->op[i].x];
        if (stays[i])
            w->op[place[i]] = w->op[i];
    }
    w->ops = (size_t)n;
}
