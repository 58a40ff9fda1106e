/* Custom: any game whose rules somebody writes down.
 *
 * Theorem: Sprague 1935, Grundy 1939 for sums of states; where play can go round, retrograde analysis and the theory of loopy
 * games (core/kit/search/loopy.h). Everything is search, within counted limits. Cost: states and moves that are reached,
 * core/custom/states/space.h. */
#include "core/games/custom/custom.h"

#include "core/custom/fields.h"
#include "core/kit/explain.h"
#include "core/kit/scores.h"
#include "core/kit/turn.h"
#include "core/limits.h"
#include "core/promise.h"
#include "core/sample.h"

#include <string.h>

static struct custom_found *explore(struct ask *ask)
{
    struct custom_found *found = custom_ready(ask);
    found->space = custom_explore(ask, found);
    found->part = arena_array(ask->arena, found->parts, sizeof *found->part);
    for (size_t i = 0; i < found->parts; i++)
        found->part[i] = space_find(found->space, found->key[i]);
    return found;
}

/* ---- the answer ---- */

static void tell_value(struct ask *ask, const struct custom_found *found)
{
    struct loopy *own = arena_alloc(ask->arena, sizeof *own);
    *own = custom_rest(found, SIZE_MAX);
    ask->answer.grundy_known = !own->infinite;
    ask->answer.grundy = own->nimber;
    ask->answer.loopy = own->infinite ? own : NULL;
    ask->answer.verdict = loopy_outcome(loopy_add(*own, ask->others ? *ask->others : loopy_nimber(ask->target)));
}

static void solve(struct ask *ask)
{
    struct custom_found *found = explore(ask);
    const struct space *s = found->space;
    struct custom_extra *extra = ask->extra;
    ask->found = found;
    ask->answer.method = s->rules->scores ? "dp" : s->cyclic ? "retrograde" : "search";
    extra->states = (int64_t)s->states;
    extra->cyclic = s->cyclic;
    extra->head.null = s->rules->scores ? BIT(EXTRA_REMOTENESS_SCORED) : BIT(EXTRA_REMOTENESS);
    const struct custom_position *p = ask->position;
    if (s->rules->scores)
        score_answer(ask, num(s->value[found->part[0]]), "dp");
    else if (s->rules->pure)
        tell_value(ask, found);
    else
        ask->answer.verdict = (enum outcome)s->outcome[found->part[0]];
    if (!s->rules->scores && s->outcome && p->state.which == STATE_ONE && s->outcome[found->part[0]] != OUTCOME_DRAW) {
        extra->remoteness = s->plies[found->part[0]];
        extra->head.null = 0;
    }
    custom_offer(ask, found);
}

/* The machine stands at a move of the state: is it this one? */
static bool is_move(const struct custom_game *made, const struct machine *m, const struct custom_move *move)
{
    if (m->move != move->name)
        return false;
    for (size_t i = 0; i < made->rules->move[m->move].sources; i++)
        if (m->ints[INT_PARAMETER + 2 * i] != move->parameter[made->parameter[m->move][i]])
            return false;
    return true;
}

static void write_parts(struct ask *ask, const struct custom_found *found, size_t part, struct custom_position *next)
{
    const struct custom_game *made = found->made;
    const struct custom_position *p = ask->position;
    struct machine *m = found->reader;
    size_t parts = found->machine->parts, size = made->state.size, n = found->parts - 1 + parts;
    key128 key[PARTS_MAX];
    memcpy(key, found->machine->part, sizeof key);
    struct list *list = arena_alloc(ask->arena, sizeof *list);
    *list = (struct list){n, arena_array(ask->arena, n, size)};
    for (size_t i = 0; i < n; i++) {
        char *to = (char *)list->v + i * size;
        if (i >= part && i < part + parts) {
            machine_open(m, key[i - part]);
            custom_write(made, ask->arena, m, to);
        } else {
            memcpy(to, custom_state(made, p, i < part ? i : i - parts + 1), size);
        }
    }
    next->state = (struct choice){STATE_LIST, list};
}

/* The machine stops at the move. Moves that are asked for in their order are found in one pass over all of them. */
static void seek(struct ask *ask, const struct custom_found *found, size_t part, const struct custom_move *move)
{
    struct machine *m = found->machine;
    if (m->key != found->key[part] || !m->more)
        machine_open(m, found->key[part]);
    for (int pass = 0; pass < 2; pass++) {
        while (machine_run(m) == RUN_MOVE) {
            if (is_move(found->made, m, move))
                return;
            budget_spend(ask->budget, 50);
        }
        machine_open(m, found->key[part]);
    }
    promise(false);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct custom_position *p = ask->position;
    const struct custom_move *of = move;
    const struct custom_found *found = ask->found ? ask->found : custom_ready(ask);
    struct custom_position *next = arena_alloc(ask->arena, sizeof *next);
    size_t part = p->state.which == STATE_LIST ? (size_t)of->part : 0;
    uint64_t steps = found->machine->steps;
    *next = *p;
    seek(ask, found, part, of);
    custom_pay(found, steps, 0);
    if (p->state.which == STATE_LIST || found->made->rules->move[of->name].splits) {
        write_parts(ask, found, part, next);
        return next;
    }
    struct machine *reader = found->reader;
    machine_open(reader, found->machine->part[0]);
    void *state = custom_write(found->made, ask->arena, reader, arena_alloc(ask->arena, found->made->state.size));
    if (found->made->drawn) {
        struct any *any = arena_alloc(ask->arena, sizeof *any);
        *any = (struct any){NULL, &found->made->state, state};
        state = any;
    }
    next->state.value = state;
    score_carry(ask, next, num(found->machine->score), found->machine->again);
    return next;
}

/* Pessimistic: what rules lead to is only known when they are explored. */
static uint64_t cost(const void *position)
{
    (void)position;
    return CHEAP_STEPS + 1;
}

static void check(void *position, struct faults *faults)
{
    const struct custom_position *p = position;
    struct faults quiet = {.arena = faults->arena};
    if (p->state.which != STATE_LIST || fault_told(faults, "/rules") || fault_told(faults, "/state"))
        return;
    if (!rules_parse(&p->rules, &quiet)->pure)
        fault_add(faults, FAULT_inconsistent, "/state",
                  "only pure rules have sums: no misere, turn, score or again, and no end but loss");
}

/* A heap from which some amounts may be taken. */
static void sample(struct sample *sample)
{
    struct custom_position *p = sample->position;
    if (sample_free(sample, "rules")) {
        static const char *const amounts[] = {"[1, 2, 3]", "[1, 3, 4]", "[2, 3]", "[1, 4]", "[1, 2, 4, 7]", "[2, 5]"};
        struct rules_move *move = arena_alloc(sample->arena, sizeof *move);
        move->head.given = BIT(0) | BIT(1) | BIT(2) | BIT(3);
        move->name = "take";
        move->choose = arena_printf(sample->arena, "k in %s", amounts[sample_from(sample, 0, 5)]);
        move->when = "k <= n";
        move->does = "n -= k";
        p->rules.head.given = BIT(1) | BIT(4);
        p->rules.vars = "n: 0..100000";
        p->rules.moves = (struct list){1, move};
    }
    if (!sample_free(sample, "state"))
        return;
    bool tailored = sample->game != &game_custom; /* by rules that were sent */
    struct faults faults = {.arena = sample->arena};
    const struct game *game = tailored ? sample->game : custom_tailor(&p->rules, "", &faults);
    const struct custom_game *made = (const struct custom_game *)(const void *)game;
    struct any *any = arena_alloc(sample->arena, sizeof *any);
    p->state = (struct choice){STATE_ONE, any};
    if (!made)
        return;
    char *state = arena_alloc(sample->arena, made->state.size);
    for (size_t v = 0; v < made->rules->variables; v++) {
        const struct variable *is = &made->rules->variable[v];
        int64_t least = is->min > 0 ? is->min : is->max < 0 ? is->min : 0;
        int64_t most = is->max - least > 100000 ? least + 100000 : is->max;
        int64_t bound = sample_bound(sample, most - least > 8 ? least + 8 : most, most);
        void *value = state + state_offset(v);
        if (is->list)
            *(struct list *)value = sample_words(sample, is->as_given ? 3 : is->items_max, least, bound);
        else
            *(int64_t *)value = sample_from(sample, least, bound);
    }
    ((struct head *)(void *)state)->given = (uint32_t)((UINT64_C(1) << made->rules->variables) - 1);
    if (tailored)
        p->state.value = state;
    else
        *any = (struct any){NULL, &made->state, state};
}

static const struct type any_state = {.kind = KIND_ANY, .size = sizeof(struct any)};
static const struct type any_states = {.kind = KIND_LIST, .size = sizeof(struct list), .max = STATES_GIVEN, .item = &any_state};
static const struct type state_type = {
    .kind = KIND_CHOICE, .size = sizeof(struct choice), .choices = (const struct type *const[]){&any_state, &any_states, NULL}};
static const struct type name_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = 32};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct custom_position),
    .fields =
        (const struct field[]){
            {"rules", offsetof(struct custom_position, rules), &rules_type, .doc = {"The rules.", "规则。"}},
            {"state", offsetof(struct custom_position, state), &state_type,
             .doc = {"Every variable's value; or a list of such states, which is their sum.",
                     "每个变量的值；也可以是若干状态的列表，表示它们的和。"}},
            SCORE_LEAD(custom_position),
            {0},
        },
};

/* What every tailored move has; its parameters stand beside. */
static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct custom_move),
    .fields =
        (const struct field[]){
            {"part", offsetof(struct custom_move, part), &type_index, NEED_OPTIONAL,
             .doc = {"Index of the state, where the position is a list of them.", "局面为状态列表时，状态的下标。"}},
            {"move", offsetof(struct custom_move, parameter), &name_type,
             .doc = {"The move's name in the rules; its parameters stand beside it.", "规则中的操作名，其参数与之并列。"}},
            {0},
        },
};

static const struct type drawn_extra = {
    .kind = KIND_OBJECT, .size = sizeof(struct custom_extra), .fields = (const struct field[]){CUSTOM_EXTRA_FIELDS, {0}}};

const struct game game_custom = {
    .id = "custom",
    .source = "R. Sprague 1935, P. M. Grundy 1939; C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966)",
    .title = {"Your own game", "自定义游戏"},
    .rules =
        {"As `rules` says: variables with ranges, and moves, each with the values to choose from, a guard and assignments. Who "
         "cannot move loses; with `misere` who cannot move wins; `ends` may end a game before. Play that never ends is a draw.",
         "由 `rules` 规定：若干带范围的变量，以及若干操作，每个操作有参数的取值、条件与赋值。不能移动者输；`misere` "
         "为真时不能移动者胜；`ends` 可提前结束对局。永不结束的对局为平局。"},
    .limits = {"a state packs into 128 bits; up to 2000000 states, 20000000 moves between them and 1000000000 instructions",
               "一个状态不超过 128 位；最多 2000000 个状态、20000000 个操作、1000000000 条指令"},
    .position = &position_type,
    .move = &move_type,
    .extra = &drawn_extra,
    .methods = (const char *const[]){"search", "retrograde", "dp", NULL},
    .traits = TRAIT_GRUNDY | TRAIT_DRAWS,
    .check = check,
    .cost = cost,
    .tailored_by = "rules",
    .tailor = custom_tailor,
    .grid = custom_grid,
    .solve = solve,
    .apply = apply,
    .words = custom_words,
    .explain = custom_explain,
    .sample = sample,
};
