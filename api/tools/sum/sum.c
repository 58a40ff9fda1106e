/* POST /sum: a sum of positions of different games.
 *
 * Theorem (Sprague 1935, Grundy 1939): a sum is lost iff the xor of its terms' Grundy values is 0. With terms in which play may
 * go on for ever the values add up as core/kit/search/loopy.h says. Misère play has no such theorem, so a misère term is only
 * taken alone. */
#include "api/tools/sum/sum.h"

#include "api/question.h"
#include "api/tools/subject.h"
#include "core/limits.h"

#include <string.h>

/* Through the games' own predictions, or, where there is a store, with what it holds. */
static uint64_t predict(const void *position, struct arena *arena, struct store *store)
{
    const struct sum_position *p = position;
    const struct any *terms = p->terms.v;
    uint64_t cost = 1000;
    for (size_t i = 0; i < p->terms.n && cost < CHEAP_STEPS; i++) {
        const struct game *game = p->games[i];
        uint64_t one = store ? position_cost(game, terms[i].value, arena, store) : game->cost ? game->cost(terms[i].value) : 0;
        cost = one > CHEAP_STEPS ? CHEAP_STEPS + 1 : cost + 4 * (500 + one) + 1000; /* solved up to four times */
    }
    return cost;
}

static uint64_t cost(const void *position)
{
    return predict(position, NULL, NULL);
}

struct valuing {
    struct sum *sum;
    struct term *term;
    struct ask ask;
};

static void solve_term(void *what)
{
    struct valuing *v = what;
    struct ask *ask = v->sum->ask;
    struct asking asking = {.game = v->term->game, .position = v->term->position, .budget = ask->budget, .store = ask->store};
    asking_solve(&asking, &v->ask, LISTING_NONE, num(0), 0);
}

static const char *pointer_of(const struct sum *sum, size_t i)
{
    const struct sum_position *p = sum->ask->position;
    return arena_printf(sum->ask->arena, "%s/terms/%zu", p->pointer, i);
}

/* The term has no value that is known. */
static _Noreturn void refuse_value(const struct sum *sum, size_t i)
{
    struct arena *arena = sum->ask->arena;
    const struct game *game = sum->terms[i].game;
    struct fault_place place = {FAULT_inconsistent, pointer_of(sum, i)};
    if (game->traits & TRAIT_ENTAILING)
        arena_escape_at(arena, STATUS_invalid_position, -1, place, "has no Grundy value", "没有 SG 值");
    place.code = FAULT_out_of_range;
    arena_escape_at(arena, STATUS_too_large, game->grundy_limit, place,
                    "has no Grundy value that is known; the limits of %1$s: %2$s%3$.0s", "的 SG 值未知；%1$s 的限制：%3$s%2$.0s",
                    game->id, game->limits.en, game->limits.zh);
}

/* Finds the value of one term; one that has none is refused by its pointer. */
static void value_term(struct sum *sum, size_t i)
{
    struct ask *ask = sum->ask;
    struct valuing *v = arena_alloc(ask->arena, sizeof *v);
    struct escape *landed = arena_raw(ask->arena, sizeof *landed); /* some kilobytes of text that arena_try() sets itself */
    v->sum = sum;
    v->term = &sum->terms[i];
    struct arena_mark mark = arena_mark(ask->arena);
    enum status status = arena_try(ask->arena, landed, solve_term, v);
    if (status == STATUS_too_large)
        arena_escape_at(ask->arena, status, landed->limit, (struct fault_place){FAULT_out_of_range, pointer_of(sum, i)},
                        "is too large: %1$s%2$.0s", "过大：%2$s%1$.0s", landed->detail,
                        *landed->zh ? landed->zh : landed->detail);
    if (status != STATUS_ok)
        arena_escape_on(ask->arena, landed);
    const struct answer *answer = &v->ask.answer;
    struct term *term = v->term;
    if (sum->misere) {
        ask->answer.verdict = answer->verdict;
        ask->answer.method = answer->method;
    } else if (!answer->grundy_known && !answer->loopy) {
        refuse_value(sum, i);
    }
    term->value = answer->loopy ? *answer->loopy : loopy_nimber(answer->grundy);
    term->count_limit = answer->count_limit;
    term->moves = answer->move_count_unknown ? num(0) : answer->move_count;
    if (!sum->misere && !answer->loopy && !answer->count_limit && num_is_word(term->value.nimber) && num_is_word(term->moves))
        arena_rewind(ask->arena, mark);
}

struct loopy sum_rest(const struct sum *sum, size_t term)
{
    return loopy_add(sum->before[term], sum->behind[term + 1]);
}

static void add_up(struct sum *sum)
{
    struct ask *ask = sum->ask;
    for (size_t i = 0; i < sum->n; i++)
        value_term(sum, i);
    sum->before = arena_array(ask->arena, sum->n + 1, sizeof *sum->before);
    sum->behind = arena_array(ask->arena, sum->n + 1, sizeof *sum->behind);
    for (size_t i = 0; i < sum->n; i++)
        sum->before[i + 1] = loopy_add(sum->before[i], sum->terms[i].value);
    for (size_t i = sum->n; i-- > 0;)
        sum->behind[i] = loopy_add(sum->terms[i].value, sum->behind[i + 1]);
    sum->total = sum->before[sum->n];
    if (sum->misere)
        return;
    ask->answer.verdict = loopy_outcome(sum->total);
    ask->answer.method = sum->total.infinite ? "loopy" : "nim-sum";
    ask->answer.grundy_known = !sum->total.infinite;
    ask->answer.grundy = sum->total.nimber;
}

static void solve(struct ask *ask)
{
    const struct sum_position *p = ask->position;
    const struct any *positions = p->terms.v;
    struct sum *sum = arena_alloc(ask->arena, sizeof *sum);
    ask->found = sum;
    sum->ask = ask;
    sum->n = p->terms.n;
    sum->terms = arena_array(ask->arena, sum->n, sizeof *sum->terms);
    for (size_t i = 0; i < sum->n; i++) {
        const struct game *game = p->games[i];
        sum->terms[i] = (struct term){
            .game = game, .position = positions[i].value, .knows_loopy = game->traits & (TRAIT_DRAWS | TRAIT_ENTAILING)};
        sum->misere |= is_misere(game, positions[i].value);
    }
    add_up(sum);
    for (size_t i = 0; i < sum->n; i++)
        if (sum->terms[i].count_limit)
            ask->answer.count_limit = sum->terms[i].count_limit;
    sum_pages(sum);
    ask->answer.move_count_unknown = sum->unknown.all;
    ask->answer.winning_count_unknown = sum->unknown.winning;
    ask->answer.drawing_count_unknown = sum->unknown.drawing;
}

static void *apply(struct ask *ask, const void *move)
{
    const struct sum_position *p = ask->position;
    const struct sum_move *m = move;
    const struct any *terms = p->terms.v;
    struct sum_position *to = arena_alloc(ask->arena, sizeof *to);
    struct any *after = arena_raw(ask->arena, p->terms.n * sizeof *after);
    struct ask one;
    memcpy(after, terms, p->terms.n * sizeof *after);
    ask_init(&one, p->games[m->term], terms[m->term].value, ask->arena, ask->budget, ask->store);
    after[m->term].value = ask_apply(&one, m->move.value);
    *to = *p;
    to->terms.v = after;
    return to;
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    const struct sum_position *p = ask->position;
    const struct sum_move *m = move;
    struct ask one;
    ask_init(&one, p->games[m->term], ((const struct any *)p->terms.v)[m->term].value, ask->arena, ask->budget, ask->store);
    const char *index = num_text(num(m->term)), *text = ask_words(&one, m->move.value, line->language);
    const char *title = line->language == LANGUAGE_ZH ? one.game->title.zh : one.game->title.en;
    lines_add(line, "in term %s (%s): %s", "在第 %s 项（%s）中：%s", index, title, text);
}

static const struct type any_type = {.kind = KIND_ANY, .size = sizeof(struct any)};
static const struct type terms_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = TERMS_OF_SUM_MAX, .item = &any_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sum_position),
    .fields =
        (const struct field[]){
            {"terms", offsetof(struct sum_position, terms), &terms_type,
             .doc = {"The positions, each with the name of its game.", "各项局面，每一项都写明所属的游戏。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sum_move),
    .fields =
        (const struct field[]){
            {"term", offsetof(struct sum_move, term), &type_index,
             .doc = {"Index of the term that is moved in.", "在哪一项中操作：该项的下标。"}},
            {"move", offsetof(struct sum_move, move), &any_type, .doc = {"The move in it.", "在该项中的走法。"}},
            {0},
        },
};

#define SUM(drawn)                                                                                                               \
    {                                                                                                                            \
        .id = "sum", .source = "R. Sprague 1935, P. M. Grundy 1939; C. A. B. Smith 1966", .title = {"Sum of games", "游戏的和"}, \
        .rules = {"A move is made in exactly one term; who cannot move in any of them loses.",                                   \
                  "每次在恰好一项中操作；在任何一项都无法操作者输。"},                                                           \
        .limits = {"up to 10000 terms that have Grundy values, or that are graphs in which play may go on for ever",             \
                   "至多 10000 项，每一项须有 SG 值，或为可能永不结束的图上游戏"},                                               \
        .position = &position_type, .move = &move_type, .methods = (const char *const[]){"nim-sum", "loopy", NULL},              \
        .traits = TRAIT_GRUNDY | (drawn), .cost = cost, .cost_stored = predict, .solve = solve, .apply = apply, .words = words,  \
        .explain = sum_explain,                                                                                                  \
    }

const struct game game_sum = SUM(0);
static const struct game game_sum_drawn = SUM(TRAIT_DRAWS);

bool is_sum(const struct game *game)
{
    return game->solve == solve;
}

const struct game *sum_drawn(bool drawn)
{
    return drawn ? &game_sum_drawn : &game_sum;
}
