/* Tables of users' own games: all cells are the starts of one exploration. */
#include "core/games/custom/custom.h"

#include "core/custom/states/evaluate.h"
#include "core/custom/states/refuse.h"
#include "core/grid.h"
#include "core/kit/turn.h"
#include "core/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An integer of the position that varies. */
struct grid_place {
    size_t part;
    size_t variable; /* the number of variables: turn */
    size_t item;
};

struct grid_cells {
    struct ask *ask;
    struct grid *grid;
    const struct custom_game *made;
    size_t parts;
    struct given_state *part; /* the cell at hand */
    struct grid_place place[2];
    bool also[VARIABLES_MAX];
};

_Noreturn static void refuse_axis(struct grid_cells *c, size_t axis, const char *member, enum fault_code code, const char *detail)
{
    struct fault_place place = {code, arena_printf(c->ask->arena, "/vary/%zu/%s", axis, member)};
    arena_escape_at(c->ask->arena, STATUS_invalid_position, -1, place, "%s", "%.0s", detail); /* Chinese as words.def has it */
}

/* The next token of a pointer; NULL: there is none. */
static char *next_token(char **at)
{
    char *token = *at;
    if (!token || *token != '/')
        return NULL;
    *at = strchr(++token, '/');
    if (*at) {
        char *end = *at;
        *at = arena_copy(arena_current(), end, strlen(end));
        *end = '\0';
    }
    return token;
}

static bool read_index(const char *token, size_t below, size_t *index)
{
    size_t n = token ? strlen(token) : 0;
    if (n == 0 || n > 4 || strspn(token, "0123456789") != n || (n > 1 && token[0] == '0'))
        return false; /* as RFC 6901 has it: so that an item has one name */
    *index = (size_t)strtoul(token, NULL, 10);
    return *index < below;
}

static bool find_place(struct grid_cells *c, const char *pointer, struct grid_place *place)
{
    const struct user_rules *rules = c->made->rules;
    const struct custom_position *p = c->ask->position;
    char *at = arena_copy(c->ask->arena, pointer, strlen(pointer)), *token = next_token(&at);
    if (!token || strcmp(token, "state") != 0)
        return false;
    if (p->state.which == STATE_LIST && !read_index(next_token(&at), c->parts, &place->part))
        return false;
    token = next_token(&at);
    while (token && place->variable < rules->variables + rules->turns &&
           strcmp(c->made->state.fields[place->variable].name, token) != 0)
        place->variable++;
    if (!token || place->variable == rules->variables + rules->turns)
        return false;
    bool list = place->variable < rules->variables && rules->variable[place->variable].list;
    if (list && !read_index(next_token(&at), c->part[place->part].value[place->variable].n, &place->item))
        return false;
    return next_token(&at) == NULL;
}

static void read_axis(struct grid_cells *c, size_t i)
{
    const struct grid_axis *axis = &c->grid->axis[i];
    struct grid_place *place = &c->place[i];
    if (!find_place(c, axis->pointer, place))
        refuse_axis(c, i, "pointer", FAULT_out_of_range, "must name an integer of the state, as /state/n or /state/h/0");
    bool turn = place->variable == c->made->rules->variables;
    int64_t min = turn ? 0 : c->made->rules->variable[place->variable].min;
    int64_t max = turn ? 1 : c->made->rules->variable[place->variable].max;
    if (axis->from < min || axis->to > max)
        refuse_axis(
            c, i, axis->from < min ? "from" : "to", FAULT_out_of_range,
            arena_printf(c->ask->arena, "must be in %lld…%lld, the range of the variable", (long long)min, (long long)max));
    if (!turn)
        c->also[place->variable] = true;
}

/* The cell's own copy of every value that varies. */
static void copy_parts(struct grid_cells *c)
{
    const struct custom_position *p = c->ask->position;
    c->parts = custom_count(p);
    c->part = arena_array(c->ask->arena, c->parts, sizeof *c->part);
    for (size_t i = 0; i < c->parts; i++) {
        c->part[i] = *custom_given(c->made, c->ask->arena, custom_state(c->made, p, i));
        for (size_t v = 0; v < c->made->rules->variables; v++) {
            struct items *items = &c->part[i].value[v];
            int64_t *copy = arena_raw(c->ask->arena, (items->n + 1) * sizeof *copy);
            if (items->n)
                memcpy(copy, items->v, items->n * sizeof *copy);
            items->v = copy;
        }
    }
}

static void put(struct grid_cells *c, size_t axis, int64_t value)
{
    const struct grid_place *place = &c->place[axis];
    struct given_state *part = &c->part[place->part];
    if (place->variable == c->made->rules->variables)
        part->turn = value;
    else
        ((int64_t *)(uintptr_t)part->value[place->variable].v)[place->item] = value;
}

static struct action read_set(struct grid_cells *c)
{
    struct flaw flaw = {0};
    struct action set = {0};
    if (!c->grid->set)
        return set;
    set = rules_parse_set(c->made->rules, c->ask->arena, c->grid->set, &flaw);
    if (flaw.told) {
        struct play_fault *fault = arena_alloc(c->ask->arena, sizeof *fault);
        fault->place = (struct fault_place){flaw.code, "/set"};
        fault->at = flaw.at;
        arena_escape_play(c->ask->arena, fault, flaw.detail);
    }
    for (size_t i = 0; i < set.n; i++)
        c->also[set.v[i].variable] = true;
    return set;
}

static bool varies(const struct grid_cells *c, size_t part)
{
    return c->place[0].part == part || (c->grid->axes == 2 && c->place[1].part == part);
}

/* In cells behind the first the other parts are as there, and those that vary are of the same class. */
static key128 *make_keys(struct grid_cells *c, const struct layout *layout, struct machine *setter)
{
    const struct grid *grid = c->grid;
    size_t columns = grid->axes == 2 ? (size_t)(grid->axis[1].to - grid->axis[1].from) + 1 : 1, n = 0;
    key128 *keys = arena_raw(c->ask->arena, (grid->cells * c->parts + 1) * sizeof *keys);
    for (size_t cell = 0; cell < grid->cells; cell++) {
        put(c, 0, grid->axis[0].from + (int64_t)(cell / columns));
        if (grid->axes == 2)
            put(c, 1, grid->axis[1].from + (int64_t)(cell % columns));
        budget_spend(c->ask->budget, 50);
        for (size_t i = 0; i < c->parts; i++) {
            bool made = cell && !varies(c, i);
            keys[n] = made ? keys[i] : cell ? layout_pack_like(layout, &c->part[i], keys[i]) : layout_pack(layout, &c->part[i]);
            if (setter && !made) {
                machine_open(setter, keys[n]);
                enum event event = machine_run(setter);
                if (event != RUN_DONE)
                    space_refuse(layout->rules, setter, event);
                keys[n] = setter->part[0];
            }
            n++;
        }
    }
    return keys;
}

static int64_t verdict_of(const struct space *s, const uint32_t *part, size_t parts)
{
    struct loopy sum = loopy_nimber(num(0));
    if (s->rules->scores)
        return s->value[part[0]] > 0 ? OUTCOME_WIN : s->value[part[0]] < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
    if (!s->rules->pure)
        return s->outcome[part[0]];
    for (size_t i = 0; i < parts; i++)
        sum = loopy_add(sum, space_value(s, part[i]));
    return loopy_outcome(sum);
}

static int64_t value_of(struct grid_cells *c, const struct space *s, const uint32_t *part)
{
    const struct custom_position *p = c->ask->position;
    bool one = p->state.which == STATE_ONE;
    struct loopy sum = loopy_nimber(num(0));
    switch (c->grid->of) {
    case GRID_GRUNDY:
        for (size_t i = 0; i < c->parts && s->rules->pure; i++)
            sum = loopy_add(sum, space_value(s, part[i]));
        return s->rules->pure && !sum.infinite ? sum.nimber.word : WORD_NULL;
    case GRID_VERDICT:
        return verdict_of(s, part, c->parts);
    case GRID_REMOTENESS:
        return one && s->plies && s->outcome[part[0]] != OUTCOME_DRAW ? (int64_t)s->plies[part[0]] : WORD_NULL;
    case GRID_VALUE:
        return s->rules->scores ? s->value[part[0]] : WORD_NULL;
    case GRID_WINNING:
        return (int64_t)space_wins(s, part, c->parts);
    }
    return WORD_NULL;
}

void custom_fill(struct ask *ask, struct grid *grid)
{
    struct arena_mark begin = arena_mark(ask->arena);
    struct grid_cells c = {.ask = ask, .grid = grid, .made = custom_of(ask)};
    const struct user_rules *rules = c.made->rules;
    arena_widen(ask->arena, CUSTOM_ARENA_BYTES); /* keys of every part in every cell come before the space */
    copy_parts(&c);
    for (size_t i = 0; i < grid->axes; i++)
        read_axis(&c, i);
    struct action set = read_set(&c);
    const struct given_state **parts = arena_array(ask->arena, c.parts, sizeof *parts);
    for (size_t i = 0; i < c.parts; i++)
        parts[i] = &c.part[i];
    struct layout *layout = layout_make(rules, ask->arena, parts, c.parts, c.also);
    custom_check_layout(ask, layout);
    struct machine *setter = NULL;
    if (grid->set) {
        setter = arena_alloc(ask->arena, sizeof *setter);
        machine_init(setter, program_of_set(rules, &set, ask->arena), layout, ask->arena, ask->budget);
    }
    key128 *keys = make_keys(&c, layout, setter);
    struct machine *machine = arena_alloc(ask->arena, sizeof *machine);
    machine_init(machine, custom_program(ask, rules), layout, ask->arena, ask->budget);
    struct space *space = space_make(machine, keys, grid->cells * c.parts);
    uint32_t part[STATES_GIVEN];
    for (size_t cell = 0; cell < grid->cells; cell++) {
        struct arena_mark mark = arena_mark(ask->arena);
        for (size_t i = 0; i < c.parts; i++)
            part[i] = space_find(space, keys[cell * c.parts + i]);
        budget_spend(ask->budget, 50);
        grid->value[cell] = value_of(&c, space, part);
        arena_rewind(ask->arena, mark);
    }
    grid->states = (int64_t)space->states;
    arena_rewind(ask->arena, begin);
}

void custom_grid(struct ask *ask, struct grid *grid)
{
    custom_fill(ask, grid);
    grid->period = custom_period(ask, grid);
}
