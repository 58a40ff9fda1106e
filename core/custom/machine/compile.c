/* Expressions to instructions. A value is left in the temporary of its depth, or where it stands already. */
#include "core/custom/machine/compile.h"

#include <string.h>

uint16_t emit(struct compiler *c, enum op op, uint32_t a, uint32_t b, uint32_t to, uint32_t at)
{
    struct program *p = c->program;
    if (p->n == p->room) {
        size_t room = p->room ? 2 * p->room : 64;
        struct instruction *code = arena_raw(c->arena, room * sizeof *code);
        struct origin *origin = arena_raw(c->arena, room * sizeof *origin);
        if (p->n) {
            memcpy(code, p->code, p->n * sizeof *code);
            memcpy(origin, p->origin, p->n * sizeof *origin);
        }
        p->code = code;
        p->origin = origin;
        p->room = room;
    }
    if (p->n == UINT16_MAX) {
        p->too_long = true;
        p->n--;
    }
    p->code[p->n] = (struct instruction){(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)to};
    p->origin[p->n] = (struct origin){c->text, (uint16_t)at, c->bound};
    return (uint16_t)p->n++;
}

uint16_t constant(struct compiler *c, int64_t value)
{
    struct program *p = c->program;
    if (value == 0)
        return INT_ZERO;
    for (size_t i = 0; i < p->constants; i++)
        if (p->constant[i] == value)
            return (uint16_t)(INT_CONSTANT + i);
    if (p->constants == p->constants_room) {
        size_t room = p->constants ? 2 * p->constants : 16;
        int64_t *v = arena_raw(c->arena, room * sizeof *v);
        if (p->constants)
            memcpy(v, p->constant, p->constants * sizeof *v);
        p->constant = v;
        p->constants_room = room;
    }
    p->constant[p->constants++] = value;
    p->ints = (uint16_t)(INT_CONSTANT + p->constants);
    return (uint16_t)(p->ints - 1);
}

static uint16_t temporary(struct compiler *c)
{
    if (INT_TEMPORARY + c->ints + 1 >= INT_CONSTANT) {
        c->program->too_long = true;
        return INT_TEMPORARY;
    }
    uint16_t reg = (uint16_t)(INT_TEMPORARY + c->ints++);
    if (c->ints > c->high)
        c->high = c->ints;
    return reg;
}

/* Where a value may be replaced by what is made of it: the temporary that holds it, or a new one. */
static uint16_t reuse(struct compiler *c, uint16_t reg)
{
    return reg >= INT_TEMPORARY && reg == INT_TEMPORARY + c->ints - 1 ? reg : temporary(c);
}

static uint16_t temporary_list(struct compiler *c)
{
    if (c->lists + 1 >= LIST_TEMPORARIES) {
        c->program->too_long = true;
        return LIST_TEMPORARY;
    }
    uint16_t reg = (uint16_t)(LIST_TEMPORARY + c->lists++);
    if (c->lists > c->program->temporaries)
        c->program->temporaries = c->lists;
    return reg;
}

void compile_into(struct compiler *c, const struct node *node, uint16_t reg)
{
    uint16_t ints = c->ints, lists = c->lists, is = compile_integer(c, node);
    c->ints = ints;
    c->lists = lists;
    if (is == reg)
        return;
    if (node->kind == NODE_BINARY || node->kind == NODE_UNARY || node->kind == NODE_INDEX)
        c->program->code[c->program->n - 1].a = reg; /* the last instruction made it */
    else
        emit(c, OP_MOVE, reg, is, 0, node->at);
}

static uint16_t let_register(struct compiler *c, const struct node *node)
{
    uint32_t let = node->index + (c->after ? LETS_MAX : 0);
    emit(c, OP_LET, INT_LET_DONE + let, 0, c->let_code[let], node->at);
    return (uint16_t)((node->type == TYPE_LIST ? LIST_LET : INT_LET) + let);
}

static uint16_t name_register(struct compiler *c, const struct node *node)
{
    bool list = node->type == TYPE_LIST;
    switch (node->symbol) {
    case SYMBOL_VARIABLE:
        return (uint16_t)((list ? c->after ? LIST_NEW : LIST_OLD : c->after ? INT_NEW : INT_OLD) + node->index);
    case SYMBOL_TURN:
        return INT_TURN;
    case SYMBOL_LET:
        return let_register(c, node);
    case SYMBOL_PARAMETER:
        return (uint16_t)(INT_PARAMETER + 2 * node->index);
    case SYMBOL_FOLD:
        return c->fold[node->index];
    }
    return INT_ZERO;
}

static const enum op by_operator[] = {
    [OPERATOR_ADD] = OP_ADD,           [OPERATOR_SUBTRACT] = OP_SUBTRACT,
    [OPERATOR_MULTIPLY] = OP_MULTIPLY, [OPERATOR_DIVIDE] = OP_DIVIDE,
    [OPERATOR_MODULO] = OP_MODULO,     [OPERATOR_LEFT] = OP_LEFT,
    [OPERATOR_RIGHT] = OP_RIGHT,       [OPERATOR_BIT_AND] = OP_BIT_AND,
    [OPERATOR_BIT_XOR] = OP_BIT_XOR,   [OPERATOR_BIT_OR] = OP_BIT_OR,
    [OPERATOR_EQUAL] = OP_EQUAL,       [OPERATOR_UNEQUAL] = OP_UNEQUAL,
    [OPERATOR_LESS] = OP_LESS,         [OPERATOR_LESS_EQUAL] = OP_LESS_EQUAL,
    [OPERATOR_GREATER] = OP_GREATER,   [OPERATOR_GREATER_EQUAL] = OP_GREATER_EQUAL,
    [OPERATOR_NEGATE] = OP_NEGATE,     [OPERATOR_NOT] = OP_NOT,
};

static uint16_t compile_binary(struct compiler *c, const struct node *node)
{
    if (node->items[0]->type == TYPE_LIST) {
        uint16_t left = compile_list(c, node->items[0]), right = compile_list(c, node->items[1]), to = temporary(c);
        emit(c, node->op == OPERATOR_EQUAL ? OP_LIST_EQUAL : OP_LIST_UNEQUAL, to, left, right, node->at);
        return to;
    }
    uint16_t left = compile_integer(c, node->items[0]), to = reuse(c, left), right = compile_integer(c, node->items[1]);
    emit(c, by_operator[node->op], to, left, right, node->at);
    return to;
}

/* && and ||: the second side only where the first leaves it open. */
static uint16_t compile_both(struct compiler *c, const struct node *node)
{
    uint16_t left = compile_integer(c, node->items[0]), to = reuse(c, left);
    emit(c, OP_TRUTH, to, left, 0, node->at);
    uint16_t jump = emit(c, node->kind == NODE_AND ? OP_UNLESS : OP_WHEN, to, 0, 0, node->at);
    emit(c, OP_TRUTH, to, compile_integer(c, node->items[1]), 0, node->at);
    patch(c, jump);
    return to;
}

/* A list in a temporary is gone with it, so it is copied; others stay where they are. */
void compile_list_into(struct compiler *c, const struct node *node, uint16_t to)
{
    uint16_t ints = c->ints, lists = c->lists, list = compile_list(c, node);
    emit(c, list >= LIST_TEMPORARY ? OP_LIST_COPY : OP_LIST_MOVE, to, list, 0, node->at);
    c->ints = ints;
    c->lists = lists;
}

static uint16_t compile_if(struct compiler *c, const struct node *node)
{
    bool list = node->type == TYPE_LIST;
    uint16_t to = list ? temporary_list(c) : temporary(c);
    for (int i = 1, jump = 0; i < 3; i++) {
        uint16_t over = 0;
        if (i == 1)
            over = emit(c, OP_UNLESS, compile_integer(c, node->items[0]), 0, 0, node->at);
        if (list)
            compile_list_into(c, node->items[i], to);
        else
            compile_into(c, node->items[i], to);
        if (i == 1) {
            jump = emit(c, OP_JUMP, 0, 0, 0, node->at);
            patch(c, over);
        } else {
            patch(c, (uint16_t)jump);
        }
    }
    return to;
}

static uint16_t compile_call(struct compiler *c, const struct node *node)
{
    enum function f = (enum function)node->index;
    uint16_t to = temporary(c);
    if (node->items[0]->type == TYPE_LIST) {
        uint16_t list = compile_list(c, node->items[0]);
        if (node->n > 1)
            compile_into(c, node->items[1], to);
        emit(c, OP_CALL_LIST, to, list, f, node->at);
        return to;
    }
    compile_into(c, node->items[0], to);
    if (f == FUNCTION_min || f == FUNCTION_max) {
        for (size_t i = 1; i < node->n; i++) {
            uint16_t used = c->ints;
            emit(c, f == FUNCTION_min ? OP_SMALLER : OP_LARGER, to, to, compile_integer(c, node->items[i]), node->at);
            c->ints = used;
        }
        return to;
    }
    for (size_t i = 1; i < node->n; i++)
        compile_into(c, node->items[i], temporary(c));
    if (f == FUNCTION_table)
        emit(c, OP_TABLE, to, to, 0, node->at);
    else
        emit(c, OP_CALL, to, to, f, node->at);
    return to;
}

static void compile_body(struct compiler *c, const struct node *node, uint16_t to, uint16_t seen)
{
    static const enum op by_fold[] = {
        [FOLD_SUM] = OP_ADD,   [FOLD_COUNT] = OP_COUNT, [FOLD_ANY] = OP_EITHER,    [FOLD_ALL] = OP_BOTH,
        [FOLD_MIN] = OP_LEAST, [FOLD_MAX] = OP_MOST,    [FOLD_LIST] = OP_LIST_ADD,
    };
    uint16_t value = compile_integer(c, node->items[node->n - 1]);
    if (node->fold == FOLD_SUM)
        emit(c, OP_ADD, to, to, value, node->at);
    else
        emit(c, by_fold[node->fold], to, value, seen, node->at);
}

/* Over a range: its variable and the end; over a list: the variable and the index. */
static uint16_t compile_fold(struct compiler *c, const struct node *node)
{
    bool list = node->fold == FOLD_LIST, range = node->n == 3;
    uint16_t to = list ? temporary_list(c) : temporary(c), seen = temporary(c), variable = temporary(c), second = temporary(c);
    uint16_t source = 0;
    if (range) {
        compile_into(c, node->items[0], variable);
        compile_into(c, node->items[1], second);
    } else {
        source = compile_list(c, node->items[0]);
    }
    if (list)
        emit(c, OP_LIST_NEW, to, 0, 0, node->at);
    else
        emit(c, OP_MOVE, to, node->fold == FOLD_ALL ? constant(c, 1) : INT_ZERO, 0, node->at);
    emit(c, OP_MOVE, seen, INT_ZERO, 0, node->at);
    uint16_t loop = emit(c, range ? OP_RANGE : OP_EACH, variable, source, 0, node->at), body = here(c);
    c->fold[node->index] = variable;
    uint16_t ints = c->ints, lists = c->lists;
    compile_body(c, node, to, seen);
    c->ints = ints;
    c->lists = lists;
    emit(c, range ? OP_RANGE_NEXT : OP_EACH_NEXT, variable, source, body, node->at);
    patch(c, loop);
    if (node->fold == FOLD_MIN || node->fold == FOLD_MAX)
        emit(c, OP_NEED, seen, 0, 0, node->at);
    return to;
}

static uint16_t compile_item(struct compiler *c, const struct node *node)
{
    uint16_t to = temporary(c), list = compile_list(c, node->items[0]), index = compile_integer(c, node->items[1]);
    emit(c, OP_INDEX, to, list, index, node->at);
    return to;
}

static uint16_t compile_unary(struct compiler *c, const struct node *node)
{
    uint16_t of = compile_integer(c, node->items[0]), to = reuse(c, of);
    emit(c, by_operator[node->op], to, of, 0, node->at);
    return to;
}

uint16_t compile_integer(struct compiler *c, const struct node *node)
{
    if (node->kind == NODE_NUMBER)
        return constant(c, node->number);
    if (node->kind == NODE_NAME)
        return name_register(c, node);
    uint16_t ints = c->ints, lists = c->lists, to;
    switch (node->kind) {
    case NODE_UNARY:
        to = compile_unary(c, node);
        break;
    case NODE_BINARY:
        to = compile_binary(c, node);
        break;
    case NODE_AND:
    case NODE_OR:
        to = compile_both(c, node);
        break;
    case NODE_IF:
        to = compile_if(c, node);
        break;
    case NODE_CALL:
        to = compile_call(c, node);
        break;
    case NODE_FOLD:
        to = compile_fold(c, node);
        break;
    default:
        to = compile_item(c, node);
    }
    c->ints = (uint16_t)(ints + 1);
    c->lists = lists;
    return to;
}

static uint16_t compile_slice(struct compiler *c, const struct node *node)
{
    uint16_t list = compile_list(c, node->items[0]), to = list;
    if (list < LIST_TEMPORARY) {
        to = temporary_list(c);
        emit(c, OP_LIST_MOVE, to, list, 0, node->at);
    }
    uint16_t first = temporary(c), last = temporary(c);
    compile_into(c, node->items[1], first);
    compile_into(c, node->items[2], last);
    emit(c, OP_LIST_SLICE, to, first, 0, node->at);
    return to;
}

/* The left side's own room takes the right side behind it, so that a chain needs no more room than two lists. */
static uint16_t compile_join(struct compiler *c, const struct node *node)
{
    uint16_t left = compile_list(c, node->items[0]);
    uint16_t to = left >= LIST_TEMPORARY ? left : temporary_list(c);
    emit(c, OP_LIST_JOIN, to, left, compile_list(c, node->items[1]), node->at);
    return to;
}

static uint16_t compile_literal(struct compiler *c, const struct node *node)
{
    uint16_t to = temporary_list(c);
    emit(c, OP_LIST_NEW, to, 0, 0, node->at);
    for (size_t i = 0; i < node->n; i++) {
        uint16_t ints = c->ints, lists = c->lists;
        emit(c, OP_LIST_ADD, to, compile_integer(c, node->items[i]), 0, node->at);
        c->ints = ints;
        c->lists = lists;
    }
    return to;
}

static uint16_t compile_list_call(struct compiler *c, const struct node *node)
{
    uint16_t to = temporary_list(c);
    if (node->items[0]->type == TYPE_LIST)
        emit(c, node->index == FUNCTION_reverse ? OP_REVERSE_LIST : OP_SORT_LIST, to, compile_list(c, node->items[0]), 0,
             node->at);
    else
        emit(c, OP_MAKE_LIST, to, compile_integer(c, node->items[0]), node->index, node->at);
    return to;
}

uint16_t compile_list(struct compiler *c, const struct node *node)
{
    if (node->kind == NODE_NAME)
        return name_register(c, node);
    uint16_t ints = c->ints, lists = c->lists, to;
    if (node->kind == NODE_IF)
        to = compile_if(c, node);
    else if (node->kind == NODE_FOLD)
        to = compile_fold(c, node);
    else if (node->kind == NODE_SLICE)
        to = compile_slice(c, node);
    else if (node->kind == NODE_BINARY)
        to = compile_join(c, node);
    else if (node->kind == NODE_LIST)
        to = compile_literal(c, node);
    else
        to = compile_list_call(c, node);
    c->ints = ints;
    c->lists = (uint16_t)(lists + 1);
    return to;
}
