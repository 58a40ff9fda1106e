/* Drawing positions until as many are found as were asked for, or the budget, which is counted, ends. */
#include "api/tools/generate/generate.h"

#include "api/json/encode.h"
#include "api/json/parse.h"
#include "api/tools/moves.h"
#include "api/tools/seed.h"
#include "api/tools/sum/sum.h"
#include "core/promise.h"
#include "core/sample.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_EACH = 4000,                /* what drawing one takes, and telling it, */
    STEPS_LETTER = 20,                /* for each letter of its text, whether it is wanted or not, */
    STEPS_MOVE = 1000,                /* and for each move that is listed */
    COUNTED = 5,                      /* instructions of users' rules, so many … */
    STEPS_COUNTED = 2,                /* … are as long as so many steps */
    REPEATS_MAX = 100,                /* in a row: then the same may come again */
    REFUSALS_MAX = 10,                /* in a row, a hundred tries each: nothing can be drawn around what is fixed */
    PATIENCE = 25,                    /* misses in a row: then other positions are tried against a method, */
    EXAMPLE_AFTER = 200,              /* and then the published one */
    LOWER_PARTS = 8,                  /* of the size: so many steps down, one after … */
    LOWER_MISSES = 100,               /* … so many misses, or … */
    LOWER_STEPS = GENERATE_STEPS / 16 /* … so much in vain */
};

/* Which places are for lost positions: half of them, the odd one by lot, in any order. */
static bool *draw_order(const struct generate *g)
{
    size_t n = (size_t)g->wish.count;
    bool *lost = arena_array(g->arena, n, sizeof *lost);
    uint64_t lot = seed_mixed(g->seed + 1);
    size_t losses = (n + lot % 2) / 2;
    for (size_t i = 0; i < losses; i++)
        lost[i] = true;
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(seed_mixed(g->seed ^ seed_mixed(i)) % i);
        bool swap = lost[k];
        lost[k] = lost[i - 1];
        lost[i - 1] = swap;
    }
    return lost;
}

/* The first free place from `from` on; `count` when there is none. */
static size_t place_from(const struct generate *g, size_t from, bool lost)
{
    while (from < (size_t)g->wish.count && g->lost && g->lost[from] != lost)
        from++;
    return from;
}

static void reset(void *arena)
{
    arena_reset(arena);
}

static void begin(struct generate *g, struct setting *setting)
{
    size_t slots = 4;
    while (slots < 2 * (size_t)g->wish.count)
        slots *= 2;
    g->arena = setting->arena;
    g->store = setting->store;
    g->seed = seed_lots(&g->wish.seed, g->game->id, g->arena);
    g->records = arena_array(g->arena, (size_t)g->wish.count, sizeof *g->records);
    g->seen = arena_array(g->arena, slots, sizeof *g->seen);
    g->seen_mask = slots - 1;
    if (g->wish.verdict == WANTED_BALANCED)
        g->lost = draw_order(g);
    g->next[0] = place_from(g, 0, false);
    g->next[1] = place_from(g, 0, true);
    g->begun = true;
    g->scratch = arena_alloc(g->arena, sizeof *g->scratch);
    arena_init_beside(g->scratch, g->arena, NULL, 0, ARENA_BYTES);
    arena_defer(g->arena, reset, g->scratch);
}

/* The slot of a position; 0 in it: it was not taken yet. */
static uint64_t *slot_of(struct generate *g, const char *text, size_t n, uint64_t *key)
{
    struct tag tag = {.a = g->seed};
    tag_bytes(&tag, text, n);
    *key = tag.a | 1;
    uint64_t i = tag.a >> 8;
    while (g->seen[i & g->seen_mask] && g->seen[i & g->seen_mask] != *key)
        i++;
    return &g->seen[i & g->seen_mask];
}

static bool is_shown_wrong(struct generate *g, const void *position)
{
    struct belief told;
    struct asking asking = {.game = g->game, .position = position, .budget = &g->budget, .store = g->store};
    struct ask ask;
    if (!mistake_tell(g->against, g->game, position, &g->budget, g->store, &told))
        return false;
    asking_solve(&asking, &ask, LISTING_WINNING, num(0), told.n + 1);
    return mistake_errs(&told, &ask);
}

/* Whether there is a place for a position with this answer. */
static bool is_wanted(const struct generate *g, const struct answer *answer)
{
    static const enum outcome verdicts[] = {
        [WANTED_WIN] = OUTCOME_WIN, [WANTED_LOSS] = OUTCOME_LOSS, [WANTED_DRAW] = OUTCOME_DRAW};
    const struct wished_moves *moves = &g->wish.winning;
    const struct num count = answer->winning.seen;
    enum wanted wanted = (enum wanted)g->wish.verdict;
    if (wanted == WANTED_BALANCED) {
        bool lost = answer->verdict == OUTCOME_LOSS;
        if ((!lost && answer->verdict != OUTCOME_WIN) || g->next[lost] == (size_t)g->wish.count)
            return false;
    } else if (wanted != WANTED_ANY && answer->verdict != verdicts[wanted]) {
        return false;
    }
    if (!g->wish.over && !answer->move_count_unknown && num_is_zero(answer->move_count))
        return false;
    if (!moves->head.given)
        return true;
    return !answer->winning_count_unknown && !num_lt(count, moves->from) &&
           !(moves->head.given & BIT(1) && num_lt(moves->to, count));
}

/* Where positions of the size that is wished for do not show a method to be wrong, other sizes are tried; where they are rarely
 * what is wanted, or dear, smaller ones. */
static int size_now(const struct generate *g)
{
    static const signed char sizes[] = {0, 10, 20, 30, 40, 46, 50, 54, 57, 60, 70};
    size_t turn = g->misses / PATIENCE % (sizeof sizes + 1);
    if (g->against && turn)
        return sizes[turn - 1];
    return (int)(g->wish.size * (int64_t)(LOWER_PARTS - g->lowered) / LOWER_PARTS);
}

/* What was found smaller is looked for half as far down the next time: then the size that is
 * wished for comes back, and what it takes to get there is not paid each time. */
static void lower(struct generate *g, bool taken)
{
    bool vain = g->misses - g->lowered_misses >= LOWER_MISSES || g->spent - g->lowered_spent >= LOWER_STEPS;
    if (!taken && !vain)
        return;
    g->lowered = taken ? g->lowered / 2 : (g->lowered + 1) % LOWER_PARTS;
    g->lowered_spent = g->spent;
    g->lowered_misses = g->misses;
}

/* The published position with some of its numbers changed a little; or it itself. NULL: that is none. */
static const void *near_example(struct generate *g)
{
    struct sample lots = {.state = seed_mixed(g->seed ^ seed_mixed(g->drawn))};
    struct faults faults = {.arena = g->scratch};
    const struct game *game = g->game;
    struct scan scan;
    struct out out;
    out_init(&out, g->scratch, 128);
    for (const char *at = g->against->example; *at;) {
        size_t n = strspn(at, "0123456789");
        bool number = n && n < 18 && at > g->against->example && strchr("[:,", at[-1]);
        if (number && sample_chance(&lots, 50)) {
            int64_t value = strtoll(at, NULL, 10) + sample_from(&lots, -2, 3);
            out_raw(&out, num_text(num(value < 0 ? 0 : value)));
        } else {
            n = n ? n : 1;
            out_bytes(&out, at, n);
        }
        at += n;
    }
    const cJSON *json = json_parse(g->scratch, arena_copy(g->scratch, out.v, out.n), out.n, &scan);
    return json ? position_decode(&game, json, "", NULL, &faults) : NULL;
}

/* Of sums, *game becomes that of the one that was drawn. */
static const void *draw(struct generate *g, const struct game **game)
{
    if (g->sketch)
        return sum_sample(game, g->sketch, g->wish.verdict == WANTED_DRAW, seed_mixed(g->seed ^ seed_mixed(g->drawn)),
                          size_now(g), &g->budget, g->store);
    if (g->example && g->misses == EXAMPLE_AFTER)
        return g->example;
    if (g->example && g->misses / PATIENCE % 5 == 4)
        return near_example(g);
    return sample_around(g->game, g->fixed, g->kept, seed_mixed(g->seed ^ seed_mixed(g->drawn)), size_now(g), &g->budget,
                         g->store);
}

static _Noreturn void refuse_fixed(const struct generate *g)
{
    arena_escape_at(g->arena, STATUS_invalid_position, -1, (struct fault_place){FAULT_inconsistent, "/fixed"},
                    "leaves no position of the game that could be drawn around it", "使得无法抽取到该游戏的合法局面");
}

/* What is asked of a position, in the form that is wanted. */
static struct options options_of(const struct generate *g)
{
    struct options options = g->options;
    if (g->form == FORM_CSV)
        options = (struct options){.moves = LISTING_WINNING, .limit = 1};
    if (!g->wish.answers)
        options = (struct options){.moves = LISTING_NONE};
    return options;
}

static void take(struct generate *g, struct question *question, const struct out *text)
{
    bool lost = g->lost && question->ask.answer.verdict == OUTCOME_LOSS;
    g->record = generate_record(g, question, text->v, text->n);
    g->place = g->next[lost];
    g->next[lost] = place_from(g, g->place + 1, lost);
    g->taken = true;
}

/* What shows only on the way. Spent, too, so that somebody looks at the clock where much is drawn and nothing kept. */
static void spend(struct generate *g, uint64_t steps)
{
    g->spent += steps;
    budget_spend(&g->budget, steps);
}

/* Of rules that were drawn, too, the game is known only when they are read. */
static void read_back(struct question *question, const struct out *text)
{
    struct faults faults = {.arena = text->arena};
    struct scan scan;
    const cJSON *json = json_parse(text->arena, arena_copy(text->arena, text->v, text->n), text->n, &scan);
    question->position = position_decode(&question->game, json, "", NULL, &faults);
    promise(question->position);
}

/* One position: drawn, solved where it might be wanted, and told where it is. */
static void attempt(void *what)
{
    struct generate *g = what;
    const struct game *game = g->game;
    g->budget.drawing = 0;
    spend(g, STEPS_EACH);
    const void *position = draw(g, &game);
    spend(g, g->budget.drawing);
    g->refusals = position ? 0 : g->refusals + 1;
    if (!position)
        return; /* near an example, too */
    uint64_t key;
    g->dear = g->dear || generate_is_dear(g, game, position);
    if (g->dear || !generate_charge(g, game, position))
        return;
    struct out text;
    out_init(&text, g->scratch, 128);
    json_begin(&text, '{');
    encode_fields(&text, g->game->position, position, false);
    json_end(&text, '}');
    spend(g, STEPS_LETTER * text.n);
    uint64_t *slot = slot_of(g, text.v, text.n, &key);
    bool again = *slot != 0;
    if ((again && g->repeats++ < REPEATS_MAX) || (g->against && !is_shown_wrong(g, position)))
        return;
    struct question question = {.game = game, .size = text.n, .options = options_of(g), .spoken = g->spoken};
    memcpy(&question.position, &position, sizeof position);
    if (g->game->tailor)
        read_back(&question, &text);
    question.explain = g->explain && g->form != FORM_CSV && g->wish.answers;
    question_solve(&question, &g->budget, g->store);
    const struct answer *answer = &question.ask.answer;
    spend(g, STEPS_MOVE * (answer->winning.n + answer->drawing.n + answer->best.n + answer->all.n));
    if (!is_wanted(g, answer))
        return;
    *slot = key;
    g->repeats = again ? g->repeats : 0;
    take(g, &question, &text);
}

/* Keeps the record; false: there is no room for it. */
static bool keep(struct generate *g)
{
    g->bytes += g->record.n;
    if (g->bytes > GENERATE_BYTES)
        return false;
    g->records[g->place] = (struct record){arena_copy(g->arena, g->record.text, g->record.n), g->record.n};
    g->found++;
    g->misses = 0;
    return true;
}

static void miss(struct generate *g)
{
    g->misses++;
    if (g->refusals == g->drawn && (g->refusals >= REFUSALS_MAX || g->spent >= GENERATE_STEPS))
        refuse_fixed(g);
}

/* False: nothing more is to be looked for. */
static bool draw_next(struct generate *g)
{
    struct escape landed;
    uint64_t spent = g->spent;
    size_t tables = g->tables, misses = g->misses;
    g->taken = g->dear = false;
    g->budget.counted = 0;
    enum status status = arena_try(g->scratch, &landed, attempt, g);
    g->spent += g->budget.counted / COUNTED * STEPS_COUNTED;        /* what could not be predicted */
    bool no_value = g->sketch && status == STATUS_invalid_position; /* of a term that was drawn: it is no sum */
    if (status != STATUS_ok && status != STATUS_too_large && !no_value)
        arena_escape_on(g->arena, &landed);
    if (g->dear) {
        g->spent = spent; /* it is drawn again: where depends on what is stored */
        g->tables = tables;
        g->misses = misses;
        return true;
    }
    g->drawn++;
    if (g->taken) {
        g->spent += g->record.n;
        bool kept = keep(g);
        lower(g, true);
        return kept;
    }
    miss(g);
    lower(g, false);
    return g->misses < GENERATE_MISSES;
}

bool generate_some(struct generate *g, struct setting *setting)
{
    if (!g->begun)
        begin(g, setting);
    uint64_t from = g->spent;
    bool more = true;
    g->dear = false;
    g->budget = *setting->budget;
    g->budget.arena = g->scratch;
    g->budget.afford = generate_afford;
    g->budget.purse = g;
    g->patient = setting->cost > QUICK_STEPS;
    while (more && g->found < (size_t)g->wish.count && g->spent < GENERATE_STEPS) {
        setting->again = g->dear || g->spent - from > CHEAP_STEPS;
        setting->cost = g->dear ? QUICK_STEPS + 1 : CHEAP_STEPS + 1;
        if (setting->again)
            return false;
        struct arena_mark mark = arena_mark(g->scratch);
        more = draw_next(g);
        arena_rewind(g->scratch, mark);
    }
    return true;
}
