/* Types made from rules: what a state has, and what a move has. */
#include "core/games/custom/custom.h"

#include <string.h>

static const struct text variable_doc = {"A variable of the rules.", "规则中的变量。"};

static struct type *make_type(struct arena *arena, struct type type)
{
    struct type *made = arena_raw(arena, sizeof *made);
    *made = type;
    return made;
}

static const struct type *variable_type(struct arena *arena, const struct variable *v)
{
    struct type *value =
        make_type(arena, (struct type){.kind = KIND_SMALL, .size = sizeof(int64_t), .min = v->min, .max = v->max});
    if (!v->list)
        return value;
    return make_type(arena, (struct type){.kind = KIND_LIST,
                                          .size = sizeof(struct list),
                                          .min = v->as_given ? 0 : v->items_min,
                                          .max = v->as_given ? ITEMS_GIVEN : v->items_max,
                                          .item = value});
}

static void make_state(struct custom_game *made, struct arena *arena)
{
    static const struct type turn_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 1};
    const struct user_rules *rules = made->rules;
    struct field *fields = arena_array(arena, rules->variables + 2, sizeof *fields);
    for (size_t i = 0; i < rules->variables; i++) {
        const struct variable *v = &rules->variable[i];
        fields[i] = (struct field){.name = arena_copy(arena, v->name.text, v->name.n),
                                   .offset = state_offset(i),
                                   .type = variable_type(arena, v),
                                   .doc = variable_doc};
    }
    if (rules->turns)
        fields[rules->variables] = (struct field){.name = "turn",
                                                  .offset = state_offset(rules->variables),
                                                  .type = &turn_type,
                                                  .need = NEED_DEFAULT,
                                                  .doc = {"Whose turn it is.", "轮到哪一方。"}};
    made->state = (struct type){.kind = KIND_OBJECT, .size = state_offset(rules->variables + 1), .fields = fields};
    made->states = (struct type){.kind = KIND_LIST, .size = sizeof(struct list), .max = STATES_GIVEN, .item = &made->state};
}

/* Every name once, in an order that agrees with the order in each move as far as they agree among themselves: a name goes in
 * behind the last of those before it in its move. */
static size_t collect_names(struct custom_game *made, struct span *names, struct faults *faults)
{
    size_t n = 0;
    for (size_t m = 0; m < made->rules->moves; m++)
        for (size_t i = 0, behind = 0; i < made->rules->move[m].sources; i++) {
            struct span name = made->rules->move[m].source[i].name;
            size_t at = 0;
            while (at < n && !span_equal(names[at], name))
                at++;
            if (at == n && n == NAMES_MAX) {
                fault_add(faults, FAULT_too_long, arena_printf(faults->arena, "/rules/moves/%zu/choose", m),
                          "all moves together have at most 30 different names of parameters");
                return n;
            }
            if (at == n) {
                memmove(names + behind + 1, names + behind, (n - behind) * sizeof *names);
                names[behind] = name;
                at = behind;
                n++;
            }
            behind = at + 1 > behind ? at + 1 : behind;
        }
    return n;
}

static void place_parameters(struct custom_game *made, const struct span *names)
{
    for (size_t m = 0; m < made->rules->moves; m++)
        for (size_t i = 0; i < made->rules->move[m].sources; i++) {
            uint8_t at = 0;
            while (!span_equal(names[at], made->rules->move[m].source[i].name))
                at++;
            made->parameter[m][i] = at;
        }
}

static const uint8_t *order_of_move(const struct type *type, const void *move)
{
    const struct custom_game *made = (const void *)((const char *)type - offsetof(struct custom_game, move));
    return made->order[((const struct custom_move *)move)->name];
}

/* Moves that have the same names from left to right in different orders: each has its own first, in its order. */
static void order_parameters(struct custom_game *made, size_t names, struct arena *arena)
{
    bool alike = true;
    for (size_t m = 0; m < made->rules->moves; m++)
        for (size_t i = 1; i < made->rules->move[m].sources; i++)
            alike &= made->parameter[m][i - 1] < made->parameter[m][i];
    if (alike)
        return;
    made->order = arena_array(arena, made->rules->moves, sizeof *made->order);
    for (size_t m = 0; m < made->rules->moves; m++) {
        uint8_t *order = made->order[m];
        uint32_t own = 0;
        size_t n = 0;
        for (; n < MOVE_PARAMETERS; n++)
            order[n] = (uint8_t)n;
        for (size_t i = 0; i < made->rules->move[m].sources; i++) {
            order[n++] = (uint8_t)(MOVE_PARAMETERS + made->parameter[m][i]);
            own |= BIT(made->parameter[m][i]);
        }
        for (size_t i = 0; i <= names; i++) /* the last ends the table */
            if (i == names || !(own & BIT(i)))
                order[n++] = (uint8_t)(MOVE_PARAMETERS + i);
    }
    made->move.order = order_of_move;
}

static void make_move(struct custom_game *made, struct faults *faults)
{
    static const struct type parameter_type = {
        .kind = KIND_SMALL, .size = sizeof(int64_t), .min = INT64_MIN + 1, .max = INT64_MAX};
    struct arena *arena = faults->arena;
    struct span names[NAMES_MAX];
    size_t n = collect_names(made, names, faults);
    struct field *fields = arena_array(arena, MOVE_PARAMETERS + n + 1, sizeof *fields);
    const char **moves = arena_array(arena, made->rules->moves + 2, sizeof *moves);
    for (size_t i = 0; i < made->rules->moves; i++)
        moves[i] = made->rules->move[i].name;
    fields[MOVE_PART] = (struct field){.name = "part",
                                       .offset = offsetof(struct custom_move, part),
                                       .type = &type_index,
                                       .need = NEED_OPTIONAL,
                                       .doc = {"Index of the state in the list.", "状态在列表中的下标。"}};
    fields[MOVE_NAME] =
        (struct field){.name = "move",
                       .offset = offsetof(struct custom_move, name),
                       .type = make_type(arena, (struct type){.kind = KIND_NAME, .size = sizeof(int), .names = moves}),
                       .doc = {"The move's name.", "操作名。"}};
    for (size_t i = 0; i < n; i++)
        fields[MOVE_PARAMETERS + i] = (struct field){.name = arena_copy(arena, names[i].text, names[i].n),
                                                     .offset = offsetof(struct custom_move, parameter) + i * sizeof(int64_t),
                                                     .type = &parameter_type,
                                                     .need = NEED_OPTIONAL,
                                                     .doc = variable_doc};
    made->move = (struct type){.kind = KIND_OBJECT, .size = sizeof(struct custom_move), .fields = fields};
    if (faults->n == 0) {
        place_parameters(made, names);
        order_parameters(made, n, arena);
    }
}

static void make_position(struct custom_game *made, struct arena *arena)
{
    const struct field *is = game_custom.position->fields;
    struct field *fields = arena_array(arena, 4, sizeof *fields);
    const struct type **choices = arena_array(arena, 3, sizeof *choices);
    choices[STATE_ONE] = &made->state;
    choices[STATE_LIST] = &made->states;
    fields[0] = is[0];
    fields[1] = is[1];
    fields[1].type = make_type(arena, (struct type){.kind = KIND_CHOICE, .size = sizeof(struct choice), .choices = choices});
    if (made->rules->scores)
        fields[2] = is[2];
    made->game.position =
        make_type(arena, (struct type){.kind = KIND_OBJECT, .size = sizeof(struct custom_position), .fields = fields});
}

static const struct type extra_type = {
    .kind = KIND_OBJECT, .size = sizeof(struct custom_extra), .fields = (const struct field[]){CUSTOM_EXTRA_FIELDS, {0}}};
static const struct type scored_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct custom_extra),
    .fields = (const struct field[]){{"value", offsetof(struct custom_extra, value), &type_integer,
                                      .doc = {"The mover's final score minus the other's, under best play, from here on.",
                                              "从当前局面起双方最优时，先手得分减去后手得分。"}},
                                     CUSTOM_EXTRA_FIELDS,
                                     {0}}};

const struct game *custom_tailor(const void *value, const char *at, struct faults *faults)
{
    size_t before = faults->n;
    struct user_rules *rules = rules_parse(value, faults);
    if (faults->n)
        return NULL;
    struct custom_game *made = arena_alloc(faults->arena, sizeof *made);
    made->game = game_custom;
    made->game.tailor = NULL;
    made->game.at = at;
    made->rules = rules;
    make_state(made, faults->arena);
    make_move(made, faults);
    make_position(made, faults->arena);
    made->game.move = &made->move;
    made->game.traits = TRAIT_DRAWS | (rules->scores ? TRAIT_SCORES : 0U) | (rules->pure ? TRAIT_GRUNDY : 0U);
    for (size_t i = 0; i < rules->moves; i++)
        made->game.traits |= rules->move[i].again ? TRAIT_AGAIN : 0U;
    made->game.extra = rules->scores ? &scored_type : &extra_type;
    return faults->n > before ? NULL : &made->game;
}

/* A position that was not decoded, but drawn, is of the game in the list. */
const struct custom_game *custom_of(const struct ask *ask)
{
    if (ask->game != &game_custom)
        return (const struct custom_game *)(const void *)ask->game;
    const struct custom_position *p = ask->position;
    struct faults faults = {.arena = ask->arena};
    struct custom_game *made = (struct custom_game *)(void *)(uintptr_t)custom_tailor(&p->rules, "", &faults);
    made->drawn = true;
    return made;
}

size_t custom_count(const struct custom_position *p)
{
    return p->state.which == STATE_LIST ? ((const struct list *)p->state.value)->n : 1;
}

const void *custom_state(const struct custom_game *made, const struct custom_position *p, size_t i)
{
    const struct list *list = p->state.value;
    const struct any *any = p->state.value;
    if (p->state.which == STATE_LIST)
        return (const char *)list->v + i * made->state.size;
    return made->drawn ? any->value : p->state.value;
}
