/* Misère play of heap rules: exact, or refused.
 *
 * Plain takes, whatever the set S of amounts: all heaps are tame, those of value 0 and 1 fickle, the others firm, so the verdict
 * is that of misère nim on the values. Proof. (Ferguson) With s the least amount, g(n) = 1 iff n >= s and g(n-s) = 0: else take
 * the least n where it fails. If g(n) = 1 and g(n-s) is not 0, some n-s-t has value 0; then g(n-t) = 1 as n-t is smaller, but it
 * is an option of n. If g(n-s) = 0 and g(n) is not 1, it is at least 2, so some n-t has value 1, hence g(n-t-s) = 0, but that is
 * an option of n-s. Now let n have moves and g(n) = 0. Then g(n-s) is not 0, some g(n-s-t) = 0, so g(n-t) = 1. So heaps of value
 * 0 either have no move or an option of value 1, and induction gives g- = 1, 0, g+ for g+ = 0, 1, more. Lasker's nim,
 * "smaller", and "any" from a row: heap 0 has no move and heap 1 only a move to zeros, so they are fickle; a larger heap has
 * options worth 0 and 1 that are fickle ([0], [1]; or [0,0], [0,1]), all other values stand in both mexes alike, so it is firm.
 * Split any: the number of moves is fixed, so everything is fickle. Other rules have a misère quotient
 * (core/sg/quotient/quotient.h), whole or as far as it can be proven; where heaps are tame (core/sg/misere/genus.c) the tame
 * calculus answers unless the quotient is whole and the game wild; few tokens are searched (core/sg/misere/search.c). */
#include "core/sg/misere/misere.h"

#include "core/limits.h"
#include "core/sg/fill/fill.h"
#include "core/sg/position.h"
#include "core/sg/quotient/quotient.h"

/* Plain takes and closed splits. */
static void solve_by_values(struct ask *ask, const struct rules *rules, struct list heaps)
{
    struct num top = num(0);
    for (size_t i = 0; i < heaps.n; i++)
        top = num_max(top, list_nums(heaps)[i]);
    struct sg *sg = arena_alloc(ask->arena, sizeof *sg);
    sg_open(sg, &(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store}, rules, top);
    struct hunt hunt = {.ask = ask, .sg = sg, .rules = rules, .heaps = list_nums(heaps), .n = heaps.n, .misere = true};
    hunt_values(&hunt);
    struct sg_extra *extra = ask->extra;
    extra->tame = (struct list){hunt.n, hunt.values};
    extra->firm = hunt.big;
    ask->answer.method = "misere";
    ask->answer.verdict = num_is_zero(hunt.sum) == (hunt.big == 0) ? OUTCOME_WIN : OUTCOME_LOSS;
    hunt_moves(&hunt);
}

/* Positions as something with a sum, in which who is to move loses on some: tame pairs, or the multisets themselves. */
enum algebra { ALGEBRA_TAME, ALGEBRA_SEARCH };

struct play {
    struct ask *ask;
    const struct rules *rules;
    const struct num *heaps;
    size_t n;
    enum algebra algebra;
    const struct genus *genera;
    struct search *search;
    unsigned *before, *after; /* sums of the heaps before, and from i on */
    uint16_t *sizes;          /* search: room for a position */
    bool lazy;
    struct hunt *counts; /* for its counts only */
    size_t heap;         /* in which the option is */
};

enum { FIRM = 1 << 16 };

static unsigned add(unsigned a, unsigned b)
{
    return ((a ^ b) & (FIRM - 1)) | ((a | b) & FIRM);
}

static unsigned element(const struct play *play, struct num size)
{
    const struct genus *genus = &play->genera[size.word];
    return genus->value | (genus->firm ? FIRM : 0u);
}

static bool is_lost(unsigned sum)
{
    return sum == 1 || sum == FIRM; /* fickle of value 1, firm of value 0 */
}

static bool option_lost(struct play *play, const struct option *option)
{
    if (play->algebra == ALGEBRA_SEARCH) {
        size_t n = 0;
        for (size_t i = 0; i < play->n; i++)
            if (i != play->heap)
                play->sizes[n++] = (uint16_t)play->heaps[i].word;
        for (unsigned i = 0; i < option->n; i++)
            play->sizes[n++] = (uint16_t)option->pieces[i].word;
        return search_lost(play->search, play->sizes, n);
    }
    unsigned sum = add(play->before[play->heap], play->after[play->heap + 1]);
    for (unsigned i = 0; i < option->n; i++)
        sum = add(sum, element(play, option->pieces[i]));
    return is_lost(sum);
}

struct context {
    struct play *play;
    const struct option *option;
};

static void make_option(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    (void)index;
    (void)mark;
    const struct context *context = run->context;
    const struct option *option = context->option;
    struct num *into = arena_raw(ask->arena, 3 * sizeof *into);
    for (unsigned i = 0; i < option->n; i++)
        into[i] = option->pieces[i];
    enum shape shape = context->play->rules->shape;
    move_set(move, (int64_t)context->play->heap, shape == SHAPE_SPLIT ? NULL : &option->take, shape == SHAPE_TAKE ? NULL : into,
             option->n);
}

static bool push_option(struct option_walk *options, const struct option *option)
{
    struct play *play = options->what;
    bool wins = option_lost(play, option);
    if (wins || wants_all(play->ask))
        push_run(play->ask, &(struct run){.count = num(1),
                                          .mark = mark_outcome(wins ? OUTCOME_WIN : OUTCOME_LOSS),
                                          .make = make_option,
                                          .context = &(struct context){play, option}});
    else
        count_losing(play->ask, num(1));
    return !play->lazy || !hunt_satisfied(play->counts);
}

static void push_all(struct play *play, struct hunt *counts)
{
    struct num total = num(0);
    for (size_t i = 0; i < play->n; i++)
        total = num_add(total, hunt_count(counts, play->heaps[i]));
    counts->page_end = num_add(play->ask->offset, num((int64_t)play->ask->limit));
    play->counts = counts;
    play->lazy = num_cmp_word(total, SG_MOVES_MAX) > 0;
    if (play->lazy) {
        play->ask->answer.move_count_unknown = play->ask->answer.winning_count_unknown = true;
        play->ask->answer.count_limit =
            "the heaps have more than 10000000 moves in all, and no closed form counts those of these rules";
    }
    struct option_walk options = {play->rules, counts->amounts, play->ask->budget, push_option, play};
    for (play->heap = 0; play->heap < play->n; play->heap++)
        if (!options_each(&options, play->heaps[play->heap]))
            return;
}

/* For the explanation. */
static void tell_tame(const struct play *play)
{
    struct sg_extra *extra = play->ask->extra;
    struct num *values = arena_array(play->ask->arena, play->n, sizeof *values);
    for (size_t i = 0; i < play->n; i++) {
        const struct genus *genus = &play->genera[play->heaps[i].word];
        values[i] = num(genus->value);
        extra->firm += genus->firm;
    }
    extra->tame = (struct list){play->n, values};
}

static void sum_up(struct play *play)
{
    tell_tame(play);
    play->before = arena_array(play->ask->arena, play->n + 1, sizeof *play->before);
    play->after = arena_array(play->ask->arena, play->n + 1, sizeof *play->after);
    for (size_t i = 0; i < play->n; i++)
        play->before[i + 1] = add(play->before[i], element(play, play->heaps[i]));
    for (size_t i = play->n; i-- > 0;)
        play->after[i] = add(play->after[i + 1], element(play, play->heaps[i]));
    play->ask->answer.verdict = is_lost(play->before[play->n]) ? OUTCOME_LOSS : OUTCOME_WIN;
    play->ask->answer.method = "misere";
}

static void prepare_search(struct play *play, const struct amounts_upto *amounts)
{
    play->algebra = ALGEBRA_SEARCH;
    play->search = search_new(play->ask, play->rules, amounts);
    play->sizes = arena_array(play->ask->arena, play->n + 3, sizeof *play->sizes);
    for (size_t i = 0; i < play->n; i++)
        play->sizes[i] = (uint16_t)play->heaps[i].word;
    play->ask->answer.verdict = search_lost(play->search, play->sizes, play->n) ? OUTCOME_LOSS : OUTCOME_WIN;
    play->ask->answer.method = "search";
}

static void solve_by_quotient(struct play *play, const struct quotient *quotient)
{
    struct ask *ask = play->ask;
    struct sg_extra *extra = ask->extra;
    ask->answer.method = "quotient";
    extra->quotient = quotient_tell(quotient);
    extra->elements = quotient;
    extra->head.given |= BIT(SG_EXTRA_QUOTIENT);
    hunt_by_quotient(&(struct hunt){.ask = ask, .rules = play->rules, .heaps = play->heaps, .n = play->n, .quotient = quotient});
}

/* Genera of all heaps up to the largest; false when one of those that are there is wild. */
static bool is_tame(struct play *play, uint64_t top)
{
    const struct ask *ask = play->ask;
    struct arena_mark mark = arena_mark(ask->arena);
    play->genera =
        misere_genera(&(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store}, play->rules, top);
    for (size_t i = 0; i < play->n; i++)
        if (play->genera[play->heaps[i].word].wild) {
            arena_rewind(ask->arena, mark);
            return false;
        }
    return true;
}

/* Whether the tame calculus is to be tried. Where some heap w is wild, all that can be split into w and something else are. */
static bool may_be_tame(const struct play *play, const struct quotient *quotient, struct num top)
{
    if (num_cmp_word(top, SG_QUOTIENT_BASE) < 0)
        return !(quotient->whole && quotient->wild);
    bool splits = play->rules->kind != RULES_CODE;
    for (size_t i = 0; i < play->rules->n_places; i++)
        splits |= play->rules->places[i].digit & 4 && play->rules->places[i].amount < SG_QUOTIENT_BASE / 2;
    return !quotient->whole && !(quotient->wild && splits) && num_cmp_word(top, SG_MISERE_MAX) <= 0;
}

static uint64_t number_of_tokens(const struct play *play)
{
    struct num tokens = num(0);
    for (size_t i = 0; i < play->n; i++)
        tokens = num_add(tokens, play->heaps[i]);
    return num_is_word(tokens) ? (uint64_t)tokens.word : UINT64_MAX;
}

static void solve_by_options(struct ask *ask, const struct rules *rules, struct list heaps)
{
    struct play play = {.ask = ask, .rules = rules, .heaps = list_nums(heaps), .n = heaps.n};
    struct sg_job job = {.arena = ask->arena, .budget = ask->budget, .store = ask->store};
    struct num top = num(0);
    for (size_t i = 0; i < play.n; i++)
        top = num_max(top, play.heaps[i]);
    bool few = number_of_tokens(&play) <= SEARCH_TOKENS_MAX;
    const struct quotient *quotient = NULL;
    if (quotient_possible(rules))
        quotient = few ? quotient_if_soon(&job, rules) : quotient_open(&job, rules, top);
    bool covered = quotient && quotient_covers(quotient, top), tame = false;
    if (!quotient)
        tame = num_cmp_word(top, SG_MISERE_MAX) <= 0 && is_tame(&play, (uint64_t)top.word);
    else if (may_be_tame(&play, quotient, top))
        tame = is_tame(&play, (uint64_t)top.word);
    if (!tame && covered) {
        solve_by_quotient(&play, quotient);
        return;
    }
    if (!tame && !few && quotient)
        quotient_refuse(ask, quotient);
    else if (!tame && !few)
        ask_too_large(ask, SEARCH_TOKENS_MAX,
                      "no theorem solves misere play of these heaps, and search reaches positions of at most %d tokens in all",
                      SEARCH_TOKENS_MAX);
    struct amounts_upto *amounts = arena_alloc(ask->arena, sizeof *amounts);
    if (rules->kind == RULES_ROW)
        *amounts = amounts_upto(ask->arena, ask->budget, rules, (uint64_t)top.word);
    if (tame)
        sum_up(&play);
    else
        prepare_search(&play, amounts);
    push_all(&play, &(struct hunt){.ask = ask, .rules = rules, .amounts = amounts});
}

void misere_solve(struct ask *ask, const struct rules *rules, struct list heaps)
{
    bool row_any = rules_any_row(rules), plain = rules->kind == RULES_PLAIN && rules->amounts != AMOUNTS_DIVISORS;
    if (plain || rules->kind == RULES_HALVES || rules->kind == RULES_LASKER || rules->kind == RULES_SMALLER || row_any)
        solve_by_values(ask, rules, heaps);
    else
        solve_by_options(ask, rules, heaps);
}
