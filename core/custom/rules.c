/* The strings of rules, each with its own small grammar around expressions. A string with a fault leaves its names out; what
 * rests on them is not told then. */
#include "core/custom/rules.h"
#include "core/custom/action.h"
#include "core/custom/language/check.h"

#include <string.h>

struct parse {
    struct user_rules *rules;
    struct faults *faults;
    struct scope scope;
};

static void tell(struct parse *p, const struct flaw *flaw, const char *pointer)
{
    if (flaw->told)
        fault_add_at(p->faults, flaw->code, pointer, flaw->detail, flaw->at);
}

static int64_t read_integer(struct reader *r)
{
    bool minus = r->kind == TOKEN_OPERATOR && r->op == OPERATOR_SUBTRACT;
    if (minus)
        reader_next(r);
    int64_t value = r->number;
    if (r->kind == TOKEN_NUMBER)
        reader_next(r);
    else
        reader_unexpected(r, "a number is missing here");
    return minus ? -value : value;
}

static void read_length(struct reader *r, struct variable *v)
{
    v->list = true;
    v->as_given = reader_take(r, ']');
    if (v->as_given)
        return;
    uint32_t at = r->at;
    int64_t least = read_integer(r), most = least;
    if (r->kind == TOKEN_DOTS) {
        reader_next(r);
        most = read_integer(r);
    }
    reader_want(r, ']');
    if (least < 0 || most < least || most > ITEMS_GIVEN)
        flaw_tell(r->flaw, FAULT_out_of_range, at, "a list has 0 to 4096 items");
    v->items_min = (uint32_t)least;
    v->items_max = (uint32_t)most;
}

static void read_variable(struct parse *p, struct reader *r)
{
    struct user_rules *rules = p->rules;
    struct variable v = {.max = INT32_MAX};
    uint32_t at = r->at;
    v.name = reader_name(r);
    if (reader_take(r, '[')) {
        v.max = UINT8_MAX;
        read_length(r, &v);
    }
    if (reader_take(r, ':')) {
        uint32_t range = r->at;
        v.min = read_integer(r);
        if (r->kind != TOKEN_DOTS)
            reader_unexpected(r, "\"..\" is missing here");
        reader_next(r);
        v.max = read_integer(r);
        if (v.max < v.min)
            flaw_tell(r->flaw, FAULT_out_of_range, range, "the end of the range lies below its beginning");
    }
    if (rules->variables == VARIABLES_MAX)
        flaw_tell(r->flaw, FAULT_too_long, at, "there are at most 16 variables");
    if (r->flaw->told)
        return;
    scope_add(&p->scope, v.name, SYMBOL_VARIABLE, (uint32_t)rules->variables, v.list ? TYPE_LIST : TYPE_INTEGER, at, r->flaw);
    rules->variable[rules->variables++] = v;
}

static void parse_vars(struct parse *p, const char *text)
{
    struct flaw flaw = {0};
    struct reader r;
    reader_begin(&r, p->faults->arena, text, &flaw);
    if (r.kind != TOKEN_END) {
        do
            read_variable(p, &r);
        while (!flaw.told && reader_take(&r, ','));
        reader_end(&r);
    }
    tell(p, &flaw, "/rules/vars");
    p->scope.incomplete = p->scope.variables_missing = flaw.told;
}

/* One expression that fills the whole string. */
static struct node *parse_whole(struct parse *p, const char *text, const char *pointer)
{
    if (!text)
        return NULL;
    struct flaw flaw = {0};
    struct reader r;
    reader_begin(&r, p->faults->arena, text, &flaw);
    struct node *node = parse_expression(&r);
    reader_end(&r);
    if (!flaw.told)
        check_expression(&p->scope, node, TYPE_INTEGER, &flaw);
    tell(p, &flaw, pointer);
    return node;
}

static void parse_let(struct parse *p, const char *text, size_t index)
{
    struct flaw flaw = {0};
    struct reader r;
    struct user_let *let = &p->rules->let[index];
    reader_begin(&r, p->faults->arena, text, &flaw);
    uint32_t at = r.at;
    bool named = r.kind == TOKEN_NAME;
    let->name = reader_name(&r);
    reader_want(&r, '=');
    let->value = parse_expression(&r);
    reader_end(&r);
    enum value_type type = TYPE_ANY;
    if (!flaw.told) {
        check_expression(&p->scope, let->value, TYPE_ANY, &flaw);
        type = let->value->type;
    }
    if (named)
        scope_add(&p->scope, let->name, SYMBOL_LET, (uint32_t)index, flaw.told ? TYPE_ANY : type, at, &flaw);
    else
        p->scope.incomplete = true;
    tell(p, &flaw, arena_printf(p->faults->arena, "/rules/let/%zu", index));
}

static void read_source(struct reader *r, struct user_move *move)
{
    struct user_source s = {.at = r->at};
    s.name = reader_name(r);
    if (r->kind != TOKEN_IN)
        reader_unexpected(r, "\"in\" is missing here");
    reader_next(r);
    s.from = parse_expression(r);
    if (r->kind == TOKEN_DOTS) {
        reader_next(r);
        s.to = parse_expression(r);
    }
    if (move->sources == PARAMETERS_MAX)
        flaw_tell(r->flaw, FAULT_too_long, s.at, "a move has at most 8 parameters");
    if (!r->flaw->told)
        move->source[move->sources++] = s;
}

/* Names are looked up only when the whole string is read. */
static void declare_sources(struct parse *p, struct user_move *move, struct flaw *flaw)
{
    for (size_t i = 0; i < move->sources && !flaw->told; i++) {
        struct user_source *s = &move->source[i];
        size_t known = p->scope.n;
        scope_add(&p->scope, s->name, SYMBOL_PARAMETER, (uint32_t)i, TYPE_INTEGER, s->at, flaw);
        if (flaw->told)
            break;
        p->scope.n = known; /* not known in its own source */
        check_expression(&p->scope, s->from, s->to ? TYPE_INTEGER : TYPE_LIST, flaw);
        if (s->to && !flaw->told)
            check_expression(&p->scope, s->to, TYPE_INTEGER, flaw);
        scope_add(&p->scope, s->name, SYMBOL_PARAMETER, (uint32_t)i, TYPE_INTEGER, s->at, flaw);
    }
}

static void parse_choose(struct parse *p, const char *text, struct user_move *move, const char *pointer)
{
    if (!text)
        return;
    struct flaw flaw = {0};
    struct reader r;
    reader_begin(&r, p->faults->arena, text, &flaw);
    move->source = arena_array(p->faults->arena, PARAMETERS_MAX, sizeof *move->source);
    do
        read_source(&r, move);
    while (!flaw.told && reader_take(&r, ','));
    reader_end(&r);
    declare_sources(p, move, &flaw);
    p->scope.incomplete |= flaw.told;
    tell(p, &flaw, pointer);
}

static struct action parse_action(struct parse *p, const char *text, const char *pointer)
{
    struct flaw flaw = {0};
    struct action action = action_read(&p->scope, p->rules->variable, p->faults->arena, text, &flaw);
    tell(p, &flaw, pointer);
    for (size_t i = 0; i < action.n && !flaw.told && !p->scope.incomplete; i++)
        p->rules->variable[action.v[i].variable].assigned = true;
    return action;
}

struct action rules_parse_set(const struct user_rules *rules, struct arena *arena, const char *text, struct flaw *flaw)
{
    struct scope scope = {.has_turn = rules->turns};
    for (size_t i = 0; i < rules->variables; i++)
        scope_add(&scope, rules->variable[i].name, SYMBOL_VARIABLE, (uint32_t)i,
                  rules->variable[i].list ? TYPE_LIST : TYPE_INTEGER, 0, flaw);
    return action_read(&scope, rules->variable, arena, text, flaw);
}

enum { MOVE_CHOOSE = 1, MOVE_WHEN, MOVE_DO, MOVE_INTO, MOVE_SCORE, MOVE_AGAIN };

static void parse_actions(struct parse *p, const struct rules_move *text, struct user_move *move, size_t index)
{
    struct arena *arena = p->faults->arena;
    move->splits = !(text->head.given & BIT(MOVE_DO));
    move->actions = move->splits ? text->into.n : 1;
    move->action = arena_array(arena, move->actions, sizeof *move->action);
    for (size_t i = 0; i < move->actions; i++) {
        const char *string = move->splits ? list_texts(text->into)[i] : text->does;
        if (string)
            move->action[i] = parse_action(p, string,
                                           move->splits ? arena_printf(arena, "/rules/moves/%zu/into/%zu", index, i)
                                                        : arena_printf(arena, "/rules/moves/%zu/do", index));
    }
}

static void check_move(struct parse *p, const struct rules_move *text, size_t index)
{
    struct arena *arena = p->faults->arena;
    uint32_t both = BIT(MOVE_DO) | BIT(MOVE_INTO);
    if (text->name && (*text->name == '_' || (*text->name >= '0' && *text->name <= '9')))
        fault_add_at(p->faults, FAULT_syntax, arena_printf(arena, "/rules/moves/%zu/name", index), "must begin with a letter", 0);
    for (size_t i = 0; text->name && i < index; i++) {
        const struct rules_move *other = (const struct rules_move *)p->rules->text->moves.v + i;
        if (other->name && strcmp(other->name, text->name) == 0) {
            fault_add(p->faults, FAULT_duplicate, arena_printf(arena, "/rules/moves/%zu/name", index),
                      "must not repeat an earlier name");
            break;
        }
    }
    if ((text->head.given & both) == both)
        fault_add(p->faults, FAULT_inconsistent, arena_printf(arena, "/rules/moves/%zu/into", index),
                  "a move has either \"do\" or \"into\"");
    else if (!(text->head.given & both) && !fault_told(p->faults, "/rules/moves/%zu", index))
        fault_add(p->faults, FAULT_missing_field, arena_printf(arena, "/rules/moves/%zu/do", index), "is missing");
}

static void parse_move(struct parse *p, const struct rules_move *text, size_t index)
{
    struct arena *arena = p->faults->arena;
    struct user_move *move = &p->rules->move[index];
    size_t known = p->scope.n;
    bool incomplete = p->scope.incomplete;
    check_move(p, text, index);
    move->name = text->name;
    parse_choose(p, text->choose, move, arena_printf(arena, "/rules/moves/%zu/choose", index));
    move->when = parse_whole(p, text->when, arena_printf(arena, "/rules/moves/%zu/when", index));
    parse_actions(p, text, move, index);
    move->score = parse_whole(p, text->score, arena_printf(arena, "/rules/moves/%zu/score", index));
    move->again = parse_whole(p, text->again, arena_printf(arena, "/rules/moves/%zu/again", index));
    p->scope.n = known;
    p->scope.incomplete = incomplete;
}

static void parse_ends(struct parse *p)
{
    struct user_rules *rules = p->rules;
    const struct rules_end *ends = rules->text->ends.v;
    rules->ends = rules->text->ends.n;
    for (size_t i = 0; i < rules->ends; i++) {
        rules->end[i].result = (enum end_result)ends[i].result;
        rules->end[i].when = parse_whole(p, ends[i].when, arena_printf(p->faults->arena, "/rules/ends/%zu/when", i));
        p->scope.turn_named |= ends[i].result == RESULT_FIRST || ends[i].result == RESULT_SECOND;
    }
}

/* What kind of game it is, and what contradicts that. */
static void judge(struct parse *p)
{
    struct user_rules *rules = p->rules;
    bool again = false;
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < rules->moves; i++) {
        rules->scores |= rules->move[i].score != NULL;
        again |= rules->move[i].again != NULL;
        if (first == SIZE_MAX && ((const struct rules_move *)rules->text->moves.v)[i].head.given & BIT(MOVE_INTO))
            first = i;
    }
    rules->misere = rules->text->misere;
    rules->turns = p->scope.turn_named;
    rules->splits = first != SIZE_MAX;
    rules->pure = !rules->misere && !rules->turns && !rules->scores && !again;
    for (size_t i = 0; i < rules->ends; i++) {
        rules->pure &= rules->end[i].result == RESULT_LOSS;
        if (rules->scores && rules->end[i].result != RESULT_DRAW)
            fault_add(p->faults, FAULT_inconsistent, arena_printf(p->faults->arena, "/rules/ends/%zu/result", i),
                      "where moves score, an end can only be \"draw\"");
    }
    if (rules->splits && !rules->pure)
        fault_add(p->faults, FAULT_inconsistent, arena_printf(p->faults->arena, "/rules/moves/%zu/into", first),
                  "only pure rules have sums: no misere, turn, score or again, and no end but loss");
}

static size_t text_size(const char *text)
{
    return text ? strlen(text) : 0;
}

static void check_size(const struct rules_text *text, struct faults *faults)
{
    const struct rules_end *end = text->ends.v;
    const struct rules_move *move = text->moves.v;
    size_t size = text_size(text->title) + text_size(text->vars) + text_size(text->after);
    for (size_t i = 0; i < text->let.n; i++)
        size += text_size(list_texts(text->let)[i]);
    for (size_t i = 0; i < text->ends.n; i++)
        size += text_size(end[i].when);
    for (size_t i = 0; i < text->moves.n; i++) {
        size += text_size(move[i].name) + text_size(move[i].choose) + text_size(move[i].when) + text_size(move[i].does) +
                text_size(move[i].score) + text_size(move[i].again);
        for (size_t j = 0; j < move[i].into.n; j++)
            size += text_size(list_texts(move[i].into)[j]);
    }
    if (size > RULES_MAX)
        fault_add(faults, FAULT_too_long, "/rules", "must have at most 16384 characters in all strings together");
}

struct user_rules *rules_parse(const struct rules_text *text, struct faults *faults)
{
    struct user_rules *rules = arena_alloc(faults->arena, sizeof *rules);
    struct parse *p = arena_alloc(faults->arena, sizeof *p);
    *p = (struct parse){.rules = rules, .faults = faults, .scope.has_turn = true};
    rules->text = text;
    check_size(text, faults);
    if (text->vars)
        parse_vars(p, text->vars);
    else
        p->scope.incomplete = p->scope.variables_missing = true;
    rules->lets = text->let.n;
    for (size_t i = 0; i < rules->lets; i++)
        if (list_texts(text->let)[i])
            parse_let(p, list_texts(text->let)[i], i);
        else
            p->scope.incomplete = true;
    parse_ends(p);
    rules->moves = text->moves.n;
    rules->move = arena_array(faults->arena, rules->moves, sizeof *rules->move);
    for (size_t i = 0; i < rules->moves; i++)
        parse_move(p, (const struct rules_move *)text->moves.v + i, i);
    if (text->after)
        rules->after = parse_action(p, text->after, "/rules/after");
    judge(p);
    return rules;
}
