/* POST /sum: a sum of positions of different games.
 *
 * Theorem (Sprague 1935, Grundy 1939): a sum is lost iff the xor of its terms' Grundy values is 0. With terms in which play may
 * go on for ever the values add up as core/kit/loopy.h says. Misère play has no such theorem, so a misère term is only taken
 * alone. */
#include "api/tools/sum/sum.h"

#include "api/json/decode.h"
#include "api/json/member.h"
#include "core/limits.h"

#include <string.h>

static void read_term(struct sum *sum, size_t i, const cJSON *json, struct faults *faults)
{
    struct term *term = &sum->terms[i];
    const char *pointer = pointer_index(faults->arena, "/terms", i);
    if (!cJSON_IsObject(json)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be an object: a position, and the name of its game as \"game\"");
        return;
    }
    term->game = read_game(json, pointer, faults);
    if (!term->game)
        return;
    term->position = position_decode(term->game, json, pointer, (const char *const[]){"game", NULL}, faults);
    if (!term->position)
        return;
    if (!(term->game->traits & TRAIT_GRUNDY))
        fault_add(faults, FAULT_inconsistent, pointer,
                  arena_printf(faults->arena,
                               "is a position of %s, a game without Grundy values, which cannot be a term of a sum",
                               term->game->id));
    else if (is_misere(term->game, term->position) && !(sum->misere = sum->n == 1))
        fault_add(faults, FAULT_inconsistent, pointer,
                  "is of misère play, in which sums of several terms are not told by any value of the terms");
    term->knows_loopy = term->game->traits & (TRAIT_DRAWS | TRAIT_ENTAILING);
    sum->draws |= (term->game->traits & TRAIT_DRAWS) != 0;
}

static void read_terms(struct sum *sum, const cJSON *json, struct faults *faults)
{
    const cJSON *terms = cJSON_GetObjectItemCaseSensitive(json, "terms"), *item;
    if (!terms || !cJSON_IsArray(terms)) {
        fault_add(faults, terms ? FAULT_wrong_type : FAULT_missing_field, "/terms",
                  terms ? "must be a list of positions" : "is missing");
        return;
    }
    sum->n = (size_t)cJSON_GetArraySize(terms);
    if (sum->n > TERMS_OF_SUM_MAX) {
        fault_add(faults, FAULT_too_long, "/terms",
                  arena_printf(faults->arena, "has %zu items, more than %d", sum->n, TERMS_OF_SUM_MAX));
        return;
    }
    sum->terms = arena_array(faults->arena, sum->n, sizeof *sum->terms);
    size_t i = 0;
    cJSON_ArrayForEach(item, terms) read_term(sum, i++, item, faults);
}

static uint64_t predict(const struct sum *sum)
{
    uint64_t cost = 1000;
    for (size_t i = 0; i < sum->n && cost < CHEAP_STEPS; i++) {
        const struct term *term = &sum->terms[i];
        uint64_t one = 500 + position_cost(term->game, term->position, sum->setting->arena, sum->setting->store);
        cost = one > CHEAP_STEPS ? CHEAP_STEPS + 1 : cost + 4 * one + 1000; /* solved up to four times */
    }
    uint64_t listing = (uint64_t)sum->options.limit * (sum->options.positions ? 100 + 20 * (uint64_t)sum->n : 60);
    return sum->options.moves == LISTING_NONE ? cost : cost + listing;
}

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct sum *sum = arena_alloc(setting->arena, sizeof *sum);
    struct head none = {0};
    sum->setting = setting;
    const char *const *names = names_with(setting->arena, (const char *const[]){"terms", NULL}, ignored);
    decode_fields(&no_fields, &none, &options_type, &sum->options, json, "", names, faults);
    read_terms(sum, json, faults);
    if (faults->n)
        return NULL;
    sum->explain = explain_language(&sum->options, setting->accept_language, &sum->language, &setting->negotiated);
    *cost = predict(sum);
    return sum;
}

struct valuing {
    struct sum *sum;
    struct term *term;
    struct ask ask;
};

static void solve_term(void *what)
{
    struct valuing *v = what;
    struct setting *setting = v->sum->setting;
    struct asking asking = {
        .game = v->term->game, .position = v->term->position, .budget = setting->budget, .store = setting->store};
    asking_solve(&asking, &v->ask, LISTING_NONE, num(0), 0);
}

/* Finds the value of one term. False: it has none, and the refusal says which term and why. */
static bool value_term(struct sum *sum, size_t i)
{
    struct setting *setting = sum->setting;
    struct valuing *v = arena_alloc(setting->arena, sizeof *v);
    struct escape *landed = arena_alloc(setting->arena, sizeof *landed);
    const char *pointer = pointer_index(setting->arena, "/terms", i);
    v->sum = sum;
    v->term = &sum->terms[i];
    struct arena_mark mark = arena_mark(setting->arena);
    enum status status = arena_try(setting->arena, landed, solve_term, v);
    if (status == STATUS_too_large)
        return refuse(setting, status, landed->limit, FAULT_out_of_range, pointer,
                      arena_printf(setting->arena, "is too large: %s", landed->detail));
    if (status != STATUS_ok)
        arena_escape_on(setting->arena, landed);
    const struct answer *answer = &v->ask.answer;
    struct term *term = v->term;
    if (sum->misere) {
        sum->verdict = answer->verdict;
        sum->method = answer->method;
    } else if (!answer->grundy_known && !answer->loopy) {
        const char *detail = arena_printf(setting->arena, "has no Grundy value that is known: %s gives them for %s",
                                          term->game->id, term->game->limits.en);
        return term->game->traits & TRAIT_ENTAILING
                   ? refuse(setting, STATUS_invalid_position, -1, FAULT_inconsistent, pointer, "has no Grundy value")
                   : refuse(setting, STATUS_too_large, term->game->grundy_limit, FAULT_out_of_range, pointer, detail);
    }
    term->value = answer->loopy ? *answer->loopy : loopy_nimber(answer->grundy);
    term->count_limit = answer->count_limit;
    term->moves = answer->move_count_unknown ? num(0) : answer->move_count;
    if (!sum->misere && !answer->loopy && !answer->count_limit && num_is_word(term->value.nimber) && num_is_word(term->moves))
        arena_rewind(setting->arena, mark);
    return true;
}

struct loopy sum_rest(const struct sum *sum, size_t term)
{
    return loopy_add(sum->before[term], sum->behind[term + 1]);
}

static bool add_up(struct sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        if (!value_term(sum, i))
            return false;
    sum->before = arena_array(sum->setting->arena, sum->n + 1, sizeof *sum->before);
    sum->behind = arena_array(sum->setting->arena, sum->n + 1, sizeof *sum->behind);
    for (size_t i = 0; i < sum->n; i++)
        sum->before[i + 1] = loopy_add(sum->before[i], sum->terms[i].value);
    for (size_t i = sum->n; i-- > 0;)
        sum->behind[i] = loopy_add(sum->terms[i].value, sum->behind[i + 1]);
    sum->total = sum->before[sum->n];
    if (!sum->misere) {
        sum->verdict = loopy_outcome(sum->total);
        sum->method = sum->total.infinite ? "loopy" : "nim-sum";
    }
    return true;
}

static void encode_term(struct out *out, const struct term *term, const void *position)
{
    json_begin(out, '{');
    member_string(out, "game", term->game->id);
    encode_fields(out, term->game->position, position, false);
    json_end(out, '}');
}

static void encode_to(struct sum *sum, struct out *out, const struct sum_move *move)
{
    member_begin(out, "to", '{');
    member_begin(out, "terms", '[');
    for (size_t i = 0; i < sum->n; i++) {
        size_t before = out->n;
        const struct term *term = &sum->terms[i];
        encode_term(out, term, i == move->term ? ask_apply(move->ask, move->move) : term->position);
        budget_spend(sum->setting->budget, 100 + (out->n - before));
    }
    json_end(out, ']');
    json_end(out, '}');
}

static void encode_page(struct sum *sum, struct out *out, const char *name, const struct sum_page *page)
{
    bool all = page == &sum->all;
    member_begin(out, name, '[');
    for (size_t i = 0; i < page->n; i++) {
        const struct sum_move *move = &page->v[i];
        json_begin(out, '{');
        member_word(out, "term", (int64_t)move->term);
        member_begin(out, "move", '{');
        encode_fields(out, move->ask->game->move, move->move, false);
        json_end(out, '}');
        if (all) {
            json_name(out, "outcome");
            encode_outcome(out, move->mark.outcome);
        }
        if (all && move->mark.grundy_known) {
            json_name(out, "grundy");
            json_number(out, move->mark.grundy);
        }
        if (sum->options.positions)
            encode_to(sum, out, move);
        json_end(out, '}');
        budget_spend(sum->setting->budget, 50);
    }
    json_end(out, ']');
}

static void encode_count(struct out *out, const char *name, const struct sum_page *page)
{
    json_name(out, name);
    if (page->unknown)
        json_null(out);
    else
        json_number(out, page->seen);
}

/* Where the count is unknown, `open` tells whether there may be more. */
static bool is_cut(const struct sum_page *page, bool open)
{
    return (page->unknown && open) || num_cmp_word(page->seen, (int64_t)page->n) > 0;
}

static void encode(struct sum *sum, struct out *out)
{
    bool listed = sum->options.moves == LISTING_WINNING, cut = false;
    json_begin(out, '{');
    member_string(out, "game", "sum");
    json_name(out, "verdict");
    encode_outcome(out, sum->verdict);
    json_name(out, "grundy");
    if (sum->total.infinite || sum->misere)
        json_null(out);
    else
        json_number(out, sum->total.nimber);
    encode_count(out, "move_count", &sum->all);
    encode_count(out, "winning_move_count", &sum->winning);
    if (listed) {
        encode_page(sum, out, "winning_moves", &sum->winning);
        cut |= is_cut(&sum->winning, sum->verdict != OUTCOME_LOSS);
    }
    if (sum->draws) {
        encode_count(out, "drawing_move_count", &sum->drawing);
        if (listed) {
            encode_page(sum, out, "drawing_moves", &sum->drawing);
            cut |= is_cut(&sum->drawing, sum->verdict != OUTCOME_LOSS);
        }
    }
    if (sum->options.moves == LISTING_ALL) {
        encode_page(sum, out, "moves", &sum->all);
        cut |= is_cut(&sum->all, true);
    }
    member_bool(out, "truncated", cut);
    member_string(out, "method", sum->method);
    if (sum->count_limit)
        member_string(out, "count_limit", sum->count_limit);
    if (sum->explain)
        sum_explain(sum, out);
    json_end(out, '}');
}

static bool answer(struct setting *setting, void *request, struct out *out)
{
    struct sum *sum = request;
    sum->setting = setting;
    if (!add_up(sum))
        return false;
    for (size_t i = 0; i < sum->n; i++)
        if (sum->terms[i].count_limit)
            sum->count_limit = sum->terms[i].count_limit;
    sum_pages(sum);
    encode(sum, out);
    return true;
}

const struct tool tool_sum = {.read = read, .answer = answer};
