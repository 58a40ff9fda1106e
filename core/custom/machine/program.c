/* The program of whole rules: ends, and for every move a loop nest around guard, assignments, score and again. Lets and `after`
 * are subroutines; a let's temporaries lie above all that are in use where it is called. */
#include "core/custom/machine/compile.h"

#include <string.h>

static void release(struct compiler *c)
{
    c->ints = c->base;
    c->lists = c->base_lists;
}

static void begin_text(struct compiler *c, const char *pointer, int move, uint8_t bound)
{
    struct program *p = c->program;
    if (p->texts == p->texts_room) {
        size_t room = p->texts ? 2 * p->texts : 32;
        struct program_text *v = arena_raw(c->arena, room * sizeof *v);
        if (p->texts)
            memcpy(v, p->text, p->texts * sizeof *v);
        p->text = v;
        p->texts_room = room;
    }
    p->text[p->texts] = (struct program_text){pointer, move};
    c->text = (uint16_t)p->texts++;
    c->bound = bound;
    release(c);
}

/* What is in use stays in use for good. */
static void keep_temporaries(struct compiler *c)
{
    c->base = c->high;
    c->base_lists = c->program->temporaries;
}

/* One assignment; its value goes to the register of the state after it. */
static void compile_assignment(struct compiler *c, const struct assignment *a, int ints, int lists)
{
    const struct variable *v = &c->program->rules->variable[a->variable];
    uint32_t from = c->after ? INT_NEW : INT_OLD, list_from = c->after ? LIST_NEW : LIST_OLD;
    uint16_t base = c->base;
    if (v->list && !a->index) {
        uint16_t value = compile_list(c, a->value);
        emit(c, OP_STORE_LIST, (uint32_t)lists + a->variable, a->variable, value, a->at);
        release(c);
        return;
    }
    uint16_t pair = (uint16_t)(INT_TEMPORARY + base), list = (uint16_t)(list_from + a->variable);
    if (a->index) {
        c->ints = (uint16_t)(base + 2);
        compile_into(c, a->index, pair);
        emit(c, OP_NEED_INDEX, 0, list, pair, a->bracket);
    }
    c->ints = (uint16_t)(base + 2);
    c->high = c->ints > c->high ? c->ints : c->high;
    uint16_t value = compile_integer(c, a->value);
    if (a->change != OPERATOR_EQUAL) {
        uint16_t old = (uint16_t)(from + a->variable);
        if (a->index) {
            old = (uint16_t)(pair + 1);
            emit(c, OP_INDEX, old, list, pair, a->bracket);
        }
        emit(c, a->change == OPERATOR_ADD ? OP_ADD : OP_SUBTRACT, pair + 1u, old, value, a->sign);
    } else if (a->index) {
        emit(c, OP_MOVE, pair + 1u, value, 0, a->at);
    }
    if (a->index)
        emit(c, OP_STORE_ITEM, (uint32_t)lists + a->variable, a->variable, pair, a->at);
    else
        emit(c, OP_STORE, (uint32_t)ints + a->variable, a->variable, a->change != OPERATOR_EQUAL ? pair + 1u : value, a->at);
    release(c);
}

static bool assigns(const struct action *action, size_t variable)
{
    for (size_t i = 0; i < action->n; i++)
        if (action->v[i].variable == variable)
            return true;
    return false;
}

/* A list whose items are assigned begins as it was. */
static void compile_action(struct compiler *c, const struct action *action, int ints, int lists)
{
    for (size_t i = 0; i < action->n; i++) {
        uint32_t v = action->v[i].variable;
        bool first = action->v[i].index != NULL;
        for (size_t j = 0; j < i; j++)
            first &= action->v[j].variable != v;
        if (first)
            emit(c, OP_LIST_COPY, (uint32_t)lists + v, (c->after ? LIST_NEW : LIST_OLD) + v, 0, action->v[i].at);
    }
    for (size_t i = 0; i < action->n; i++)
        compile_assignment(c, &action->v[i], ints, lists);
}

static uint16_t make_plan(struct compiler *c, const struct action *action, const struct action *after)
{
    struct program *p = c->program;
    if (p->plans == p->plans_room) {
        size_t room = p->plans ? 2 * p->plans : 8;
        struct plan *v = arena_raw(c->arena, room * sizeof *v);
        if (p->plans)
            memcpy(v, p->plan, p->plans * sizeof *v);
        p->plan = v;
        p->plans_room = room;
    }
    struct plan *plan = &p->plan[p->plans];
    plan->n = 0;
    for (uint16_t v = 0; v < p->rules->variables; v++) {
        bool last = assigns(after, v), list = p->rules->variable[v].list;
        if (last || assigns(action, v))
            plan->v[plan->n++] = (struct change){v, (uint16_t)(v + (last   ? list ? LIST_AFTER : INT_AFTER
                                                                    : list ? LIST_NEW
                                                                           : INT_NEW))};
    }
    return (uint16_t)p->plans++;
}

/* What `after` reads and the move does not change. */
static void compile_unchanged(struct compiler *c, const struct action *action)
{
    const struct user_rules *rules = c->program->rules;
    for (uint32_t v = 0; v < rules->variables; v++)
        if (!assigns(action, v))
            emit(c, rules->variable[v].list ? OP_LIST_MOVE : OP_MOVE, v + (rules->variable[v].list ? LIST_NEW : INT_NEW),
                 v + (rules->variable[v].list ? LIST_OLD : INT_OLD), 0, 0);
}

static void compile_part(struct compiler *c, const struct action *action, uint16_t after)
{
    compile_action(c, action, INT_NEW, LIST_NEW);
    if (c->program->rules->after.n) {
        compile_unchanged(c, action);
        emit(c, OP_SUBROUTINE, 0, 0, after, 0);
    }
    emit(c, OP_PART, 0, 0, make_plan(c, action, &c->program->rules->after), 0);
}

static void compile_let(struct compiler *c, size_t index, bool after)
{
    const struct user_let *let = &c->program->rules->let[index];
    size_t at = index + (after ? LETS_MAX : 0);
    begin_text(c, arena_printf(c->arena, "/rules/let/%zu", index), -1, 0);
    c->let_code[at] = here(c);
    c->after = after;
    if (let->value->type == TYPE_LIST)
        compile_list_into(c, let->value, (uint16_t)(LIST_LET + at));
    else
        compile_into(c, let->value, (uint16_t)(INT_LET + at));
    emit(c, OP_RETURN, 0, 0, 0, 0);
    c->after = false;
    keep_temporaries(c);
}

static uint16_t compile_after(struct compiler *c)
{
    const struct user_rules *rules = c->program->rules;
    for (size_t i = 0; i < rules->lets; i++)
        compile_let(c, i, true);
    begin_text(c, "/rules/after", -1, 0);
    uint16_t at = here(c);
    c->after = true;
    for (uint32_t i = 0; i < rules->lets; i++)
        emit(c, OP_MOVE, INT_LET_DONE + LETS_MAX + i, INT_ZERO, 0, 0);
    compile_action(c, &rules->after, INT_AFTER, LIST_AFTER);
    emit(c, OP_RETURN, 0, 0, 0, 0);
    c->after = false;
    return at;
}

struct loop_nest {
    uint16_t begin, body;
};

static struct loop_nest compile_source(struct compiler *c, const struct user_source *source, uint16_t index)
{
    uint16_t reg = (uint16_t)(INT_PARAMETER + 2 * index);
    struct loop_nest loop;
    if (source->to) {
        compile_into(c, source->from, reg);
        compile_into(c, source->to, (uint16_t)(reg + 1));
        loop.begin = emit(c, OP_RANGE, reg, 1, 0, source->at);
    } else {
        emit(c, OP_LIST_DISTINCT, (uint32_t)LIST_PARAMETER + index, compile_list(c, source->from), 0, source->at);
        loop.begin = emit(c, OP_EACH, reg, (uint32_t)LIST_PARAMETER + index, 0, source->at);
    }
    loop.body = here(c);
    return loop;
}

static void compile_move(struct compiler *c, size_t index, uint16_t after)
{
    const struct user_move *move = &c->program->rules->move[index];
    struct arena *arena = c->arena;
    struct loop_nest loop[PARAMETERS_MAX];
    uint16_t none = 0;
    int m = (int)index;
    uint8_t bound = (uint8_t)move->sources;
    emit(c, OP_BEGIN, 0, 0, (uint32_t)index, 0);
    for (uint16_t i = 0; i < move->sources; i++) {
        begin_text(c, arena_printf(arena, "/rules/moves/%zu/choose", index), m, (uint8_t)i);
        loop[i] = compile_source(c, &move->source[i], i);
    }
    if (move->when) {
        begin_text(c, arena_printf(arena, "/rules/moves/%zu/when", index), m, bound);
        none = emit(c, OP_UNLESS, compile_integer(c, move->when), 0, 0, 0);
    }
    emit(c, OP_CLEAR, 0, 0, 0, 0);
    for (size_t i = 0; i < move->actions; i++) {
        begin_text(c,
                   move->splits ? arena_printf(arena, "/rules/moves/%zu/into/%zu", index, i)
                                : arena_printf(arena, "/rules/moves/%zu/do", index),
                   m, bound);
        compile_part(c, &move->action[i], after);
    }
    if (move->score) {
        begin_text(c, arena_printf(arena, "/rules/moves/%zu/score", index), m, bound);
        emit(c, OP_SCORE, compile_integer(c, move->score), 0, 0, 0);
    }
    if (move->again) {
        begin_text(c, arena_printf(arena, "/rules/moves/%zu/again", index), m, bound);
        emit(c, OP_AGAIN, compile_integer(c, move->again), 0, 0, 0);
    }
    emit(c, OP_CHOICE, 0, 0, 0, 0);
    if (move->when)
        patch(c, none);
    for (uint16_t i = (uint16_t)move->sources; i-- > 0;) {
        uint16_t reg = (uint16_t)(INT_PARAMETER + 2 * i);
        emit(c, move->source[i].to ? OP_RANGE_NEXT : OP_EACH_NEXT, reg, (uint32_t)LIST_PARAMETER + i, loop[i].body, 0);
        patch(c, loop[i].begin);
    }
}

static struct program *make(struct compiler *c, const struct user_rules *rules, struct arena *arena)
{
    *c = (struct compiler){.arena = arena, .program = arena_alloc(arena, sizeof *c->program)};
    c->program->rules = rules;
    c->program->ints = INT_CONSTANT;
    begin_text(c, "", -1, 0);
    return c->program;
}

struct program *program_of_rules(const struct user_rules *rules, struct arena *arena)
{
    struct compiler *c = arena_alloc(arena, sizeof *c);
    struct program *p = make(c, rules, arena);
    uint16_t start = emit(c, OP_JUMP, 0, 0, 0, 0), after = 0;
    for (size_t i = 0; i < rules->lets; i++)
        compile_let(c, i, false);
    if (rules->after.n)
        after = compile_after(c);
    patch(c, start);
    for (size_t i = 0; i < rules->ends; i++) {
        begin_text(c, arena_printf(arena, "/rules/ends/%zu/when", i), -1, 0);
        emit(c, OP_END, compile_integer(c, rules->end[i].when), (uint32_t)i, 0, 0);
    }
    for (size_t i = 0; i < rules->moves; i++)
        compile_move(c, i, after);
    emit(c, OP_HALT, 0, 0, 0, 0);
    return p;
}

struct program *program_of_set(const struct user_rules *rules, const struct action *set, struct arena *arena)
{
    struct compiler *c = arena_alloc(arena, sizeof *c);
    struct program *p = make(c, rules, arena);
    begin_text(c, "/set", -1, 0);
    emit(c, OP_CLEAR, 0, 0, 0, 0);
    compile_action(c, set, INT_NEW, LIST_NEW);
    emit(c, OP_PART, 0, 0, make_plan(c, set, &(struct action){0}), 0);
    emit(c, OP_HALT, 0, 0, 0, 0);
    return p;
}

struct program *program_of_expression(const struct node *node, struct arena *arena, uint16_t *result)
{
    struct compiler *c = arena_alloc(arena, sizeof *c);
    struct program *p = make(c, NULL, arena);
    *result = compile_integer(c, node);
    emit(c, OP_HALT, 0, 0, 0, 0);
    return p;
}
