/* Every case is drawn, read back as the problem's own input, and solved: so what the problem promises is kept, whatever was
 * drawn, and it is known which answer it has. */
#include "api/tools/judge/generate/compose.h"

#include "api/json/encode.h"
#include "api/json/parse.h"
#include "api/tools/judge/check/diagnose.h"
#include "core/limits.h"
#include "core/solve.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIES_VALID = 40, /* for a case: then the smallest are drawn */
    TRIES_WANTED = 8, /* for one of the answer that is wanted; */
    TRIES_LARGE = 2,
    TRIES_AGAINST = 60, /* for one on which the wrong method is wrong */
    WINNING_AMONG = 20,
    STEPS_TRY = 20000, /* what a try is counted as, */
    STEPS_LETTER = 50  /* beside its letters */
};

/* One case, tried. */
struct trial {
    struct composing *composing;
    const char *text; /* of the case alone */
    size_t size;
    struct reading reading;
    struct text_in in;
    bool valid, lost, single;
    bool wrong, alone;       /* the method that is wanted so is; no other known one gives its answer */
    struct drawn_case *flip; /* where a won one is to become a lost one: its values, to be changed */
    bool flipped;
};

/* ---- the problem's own reading ---- */

static void flip(struct trial *trial, const struct judged *judged, struct sample *lots)
{
    struct composing *c = trial->composing;
    struct question *question = judged->question;
    struct ask ask;
    ask_init(&ask, question->game, question->position, c->scratch, c->budget, c->store);
    ask.limit = WINNING_AMONG;
    ask_solve(&ask);
    const struct page *page = &ask.answer.winning;
    if (!page->n)
        return;
    const void *after = ask_apply(&ask, page->v[sample_from(lots, 0, (int64_t)page->n - 1)].move);
    struct out out;
    struct scan scan;
    out_init(&out, c->scratch, 256);
    encode_value(&out, question->game->position, after);
    const cJSON *json = json_parse(c->scratch, arena_copy(c->scratch, out.v, out.n), out.n, &scan);
    trial->flipped = json && drawn_back(c->problem, json, trial->flip, c->arena); /* the run gives its own back */
}

/* What a method prints; false: it says nothing. */
static bool believe(const struct composing *c, const struct judged_unit *unit, const struct mistake *mistake, struct out *out)
{
    struct judge_run run = {.problem = c->problem, .store = c->store, .budget = c->budget, .reading = {.arena = c->scratch}};
    out_init(out, c->scratch, 64);
    return judge_unit_mistaken(&run, unit, mistake, out);
}

static void look_at_method(struct trial *trial, const struct judged_unit *unit)
{
    const struct composing *c = trial->composing;
    struct out wrong, other;
    bool is_wrong = believe(c, unit, c->against->known, &wrong) &&
                    (wrong.n != unit->text_size - 1 || memcmp(wrong.v, unit->text, wrong.n) != 0);
    trial->wrong |= is_wrong;
    trial->alone = is_wrong;
    for (size_t i = 0; trial->alone && c->cases == 1 && i < c->methods.n; i++)
        trial->alone = c->methods.v[i].known == c->against->known || !believe(c, unit, c->methods.v[i].known, &other) ||
                       other.n != wrong.n || memcmp(other.v, wrong.v, wrong.n) != 0;
}

static bool look(void *what, const struct judged_unit *unit)
{
    struct trial *trial = what;
    struct composing *c = trial->composing;
    const struct judged *judged = unit->judged;
    trial->lost |= judged->question->ask.answer.verdict == OUTCOME_LOSS;
    trial->single = unit->count == 1;
    if (c->against)
        look_at_method(trial, unit);
    if (trial->flip && !trial->lost && trial->single) {
        struct sample lots = {.state = c->seed ^ c->tries};
        flip(trial, judged, &lots);
    }
    return true;
}

static void read_trial(void *what)
{
    struct trial *trial = what;
    struct composing *c = trial->composing;
    struct judge_problem alone = *c->problem;
    struct judge_run run = {.problem = &alone, .store = c->store, .budget = c->budget, .each = look, .what = trial};
    alone.cases = alone.cases == CASES_FIXED ? CASES_FIXED : CASES_ONE;
    alone.zeros = 0;
    budget_spend(c->budget, STEPS_TRY + STEPS_LETTER * trial->size); /* somebody looks at the clock while nothing is found */
    trial->in = text_of(trial->text, trial->size);
    run.reading = (struct reading){.text = &trial->in, .arena = c->scratch, .limits = true};
    judge_run_all(&run);
    trial->valid = !run.cut; /* other cases will stand behind it */
}

/* Whether it would be taken for the end of the text. */
static bool closes(const struct judge_problem *problem, const char *text)
{
    bool zero = problem->zeros > 0;
    for (size_t i = 0; i < problem->zeros; i++)
        zero &= strtoll(text, (char **)&text, 10) == 0;
    return zero;
}

static void try(struct trial *trial)
{
    struct composing *c = trial->composing;
    struct escape landed;
    struct arena_mark mark = arena_mark(c->scratch);
    trial->valid = trial->lost = trial->single = trial->wrong = trial->alone = trial->flipped = false;
    c->tries++;
    if (closes(c->problem, trial->text))
        return;
    enum status status = arena_try(c->scratch, &landed, read_trial, trial);
    if (status != STATUS_ok && status != STATUS_too_large && status != STATUS_invalid_input)
        arena_escape_on(c->arena, &landed);
    arena_rewind(c->scratch, mark);
    c->spent += STEPS_TRY + STEPS_LETTER * trial->size;
}

static void write_trial(struct trial *trial, const struct drawn_case *drawn)
{
    struct out out;
    out_init(&out, trial->composing->scratch, 256);
    drawn_write(trial->composing->problem, drawn, &out);
    trial->text = out.v;
    trial->size = out.n;
}

/* The published case with its numbers moved by one or not: where few cases show a method wrong, others lie beside it. */
static void write_beside(struct trial *trial, struct sample *lots)
{
    enum { DIGITS = 17 };
    const struct composing *c = trial->composing;
    struct out out;
    out_init(&out, c->scratch, 256);
    for (const char *at = c->against->input; *at;) {
        size_t n = strspn(at, "0123456789");
        if (n && n <= DIGITS) {
            int64_t word = strtoll(at, NULL, 10) + sample_from(lots, -1, 1);
            out_raw(&out, arena_printf(c->scratch, "%lld", word < 0 ? 0 : (long long)word));
        } else {
            out_bytes(&out, at, n ? n : 1);
        }
        at += n ? n : 1;
    }
    trial->size = out.n;
    out_bytes(&out, "", 1);
    trial->text = out.v;
}

/* ---- one case ---- */

static uint64_t mark_of(const char *text, size_t size)
{
    uint64_t mark = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        mark = (mark ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return mark;
}

/* The smallest cases are the first that are found, and one of them is often the published one, which has a place of its own:
 * another one, while there are tries. But where an answer is as many words as
 * there are moves, a wrong one and the next could be read as a right one, the ends of lines being blanks, and nobody would see
 * the method behind them; few and small ones show it. */
static bool was_kept(const struct composing *c, const struct trial *trial)
{
    if (c->problem->print == PRINT_MOVES)
        return false;
    uint64_t mark = mark_of(trial->text, trial->size);
    if (c->cases > 1 && mark == mark_of(c->against->input, strlen(c->against->input)))
        return true;
    for (size_t i = 0; i < COMPOSE_KEPT && (int64_t)i < c->done; i++)
        if (c->kept[i] == mark)
            return true;
    return false;
}

static void keep(struct composing *c, const char *text, size_t size)
{
    c->kept[c->done % COMPOSE_KEPT] = mark_of(text, size);
    out_bytes(&c->text, text, size);
    c->done++;
}

/* What is left, for this case among those that are to come. */
static uint64_t share(const struct composing *c)
{
    return c->spent < COMPOSE_STEPS ? (COMPOSE_STEPS - c->spent) / (uint64_t)(c->cases - c->done) : 0;
}

/* A case of the answer that is wanted, or against the method, or at last any valid one. In the scratch. False: none. */
static bool find_case(struct composing *c, struct trial *trial)
{
    bool lost_wanted = false;
    uint64_t until = c->spent + share(c), dear = 0; /* dear: what the dearest of the tries took */
    int wanted = c->against ? TRIES_AGAINST : c->kind == DRAW_LARGE ? TRIES_LARGE : TRIES_WANTED;
    for (int i = 0; i < TRIES_VALID + wanted; i++) {
        uint64_t from = c->spent;
        if (from + dear > until && wanted > i)
            wanted = i;
        struct arena_mark mark = arena_mark(c->scratch);
        struct sample lots = {.arena = c->scratch, .state = c->seed + c->tries * UINT64_C(0xd1342543de82ef95)};
        struct drawing drawing = {.problem = c->problem, .lots = &lots, .kind = c->kind, .level = i / 2};
        struct drawn_case drawn;
        sample_from(&lots, 0, 1);
        if (!i)
            lost_wanted = sample_chance(&lots, 50);
        if (i >= TRIES_VALID)
            drawing.kind = DRAW_SMALL;
        drawing.items_max = COMPOSE_ITEMS / (size_t)c->cases + 2;
        draw_case(&drawing, &drawn);
        bool beside = c->against && i % 4 == 2, flips = !beside && (lost_wanted || (c->against && i % 2));
        if (beside)
            write_beside(trial, &lots);
        else
            write_trial(trial, &drawn);
        trial->flip = flips && !drawn.count && c->problem->flips ? &drawn : NULL; /* a move of one question is none of the case */
        try(trial);
        if (trial->valid && trial->flipped) {
            struct trial other = {.composing = c};
            write_trial(&other, &drawn);
            try(&other);
            if (other.valid)
                *trial = other;
        }
        bool again = c->against && i < wanted / 2 && (c->cases == 1 ? !trial->alone : was_kept(c, trial));
        bool good = c->against ? trial->wrong && !again : !trial->single || trial->lost == lost_wanted || i >= wanted;
        if (trial->valid && (good || i >= wanted))
            return true;
        arena_rewind(c->scratch, mark);
        dear = c->spent - from > dear ? c->spent - from : dear;
    }
    return false;
}

/* The published case, in a place that the seed draws: so some case always shows the method wrong. */
static bool is_published_place(const struct composing *c)
{
    return c->against && c->cases > 1 && c->done == (int64_t)(c->seed % (uint64_t)c->cases);
}

/* Whether what was found instead of a case against the method is to be the published one, too: of one wrong case many methods may
 * be the reason, two are what the method is known by. */
static bool is_wanting(const struct composing *c, const struct trial *trial)
{
    return c->against && !trial->wrong && c->wrong + (c->done < (int64_t)(c->seed % (uint64_t)c->cases)) < 2;
}

/* False: no case was found. */
static bool compose_case(struct composing *c)
{
    struct arena_mark mark = arena_mark(c->scratch);
    struct trial trial = {.composing = c};
    bool found = true, published = is_published_place(c);
    if (!published) {
        struct arena_mark kept = arena_mark(c->arena);
        found = find_case(c, &trial);
        arena_rewind(c->arena, kept);
        published = found && is_wanting(c, &trial);
    }
    if (published) {
        trial.text = c->against->input;
        trial.size = strlen(trial.text);
    }
    if (found) {
        c->wrong += published || trial.wrong;
        keep(c, trial.text, trial.size);
    }
    arena_rewind(c->scratch, mark);
    return found;
}

static void begin(struct composing *c)
{
    out_init(&c->text, c->arena, 4096);
    if (c->problem->cases == CASES_COUNT)
        out_raw(&c->text, arena_printf(c->arena, "%lld\n", (long long)c->cases));
    c->spent = 1;
}

static void end(struct composing *c)
{
    if (c->problem->cases == CASES_ZERO)
        for (size_t i = 0; i < c->problem->zeros; i++)
            out_raw(&c->text, i + 1 < c->problem->zeros ? "0 " : "0\n");
}

bool judge_compose(struct composing *c)
{
    if (!c->spent)
        begin(c);
    uint64_t from = c->spent;
    while (c->done < c->cases && c->problem->cases != CASES_FIXED) {
        if (c->spent - from > CHEAP_STEPS)
            return false;
        if (!compose_case(c))
            arena_escape(c->arena, STATUS_too_large, -1, "no case of this problem could be drawn that is solved here");
    }
    end(c);
    return true;
}
