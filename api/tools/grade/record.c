/* The record of a game: each move's legality, and where it changed the verdict for the worse. */
#include "api/tools/grade/grade.h"

#include "api/json/member.h"
#include "api/json/pointer.h"
#include "core/kit/scores.h"
#include "core/limits.h"

/* One ply, as plain values: what the solver left behind is given back before the next. */
struct ply {
    struct grade *grade;
    struct asking asking;
    struct arena *scratch;        /* for comments */
    const char *pointer;          /* of the move in the request */
    const struct sent_move *move; /* NULL: none, only the position is looked at */
    int player;                   /* who is to move, 0 or 1 */
    bool legal, over;
    enum outcome before, after;
    bool best, again;
    struct num value, lead; /* scoring games */
};

static struct num value_of(const struct game *game, const struct ask *ask)
{
    const struct field *field = game->traits & TRAIT_SCORES ? extra_field(game, "value") : NULL;
    if (!field)
        return num(0);
    const void *at = (const char *)ask->extra + field->offset;
    return field->type->kind == KIND_INT ? *(const struct num *)at : num(*(const int64_t *)at);
}

static void look(struct ply *ply)
{
    struct arena *arena = ply->asking.budget->arena;
    struct arena_mark mark = arena_mark(arena);
    struct listed found = {.move = NULL};
    struct ask ask;
    ply->legal = ply->move ? given_find(&ply->asking, ply->move, &found, &ask) : move_find(&ply->asking, NULL, &found, &ask);
    ply->before = ask.answer.verdict;
    ply->over = !ask.answer.move_count_unknown && num_is_zero(ask.answer.move_count);
    ply->after = ply->legal ? found.mark.outcome : OUTCOME_NONE;
    ply->best = ply->legal && found.mark.best;
    ply->again = ply->legal && found.mark.again;
    ply->value = value_of(ply->grade->subject.game, &ask);
    ply->lead = ply->legal ? found.mark.lead : num(0);
    if (num_is_word(ply->value) && num_is_word(ply->lead))
        arena_rewind(arena, mark);
}

static void make_move(struct ply *ply)
{
    struct ask ask;
    struct budget *budget = ply->asking.budget;
    ask_init(&ask, ply->grade->subject.game, ply->asking.position, budget->arena, budget, ply->asking.store);
    ply->asking.position = ask_apply(&ask, ply->move->move);
}

static bool is_mistake(const struct ply *ply)
{
    return ply->legal && (ply->grade->subject.game->traits & TRAIT_DECIDER ? !ply->best : ply->after < ply->before);
}

/* Of a mistake: why, and what to do instead; of an illegal move: why it is. */
static void write_comment(struct out *out, const struct ply *ply, const struct asking *asking)
{
    struct grade *grade = ply->grade;
    if (!ply->legal) {
        struct illegal illegal = illegal_move(asking, ply->move, ply->pointer, grade->language);
        encode_illegal(out, &illegal);
        return;
    }
    struct played better = grade->reveal ? play_choose(asking) : (struct played){.move = NULL};
    member_string(out, "feedback", mistake_words(grade, out->arena, ply->before, ply->after, better.move ? &better : NULL));
    if (better.move)
        encode_move(out, "better", grade->subject.game, better.move);
}

/* Written in the scratch, so that what a comment takes is given back, however many there are. */
static void encode_comment(struct out *out, const struct ply *ply)
{
    struct asking asking = ply->asking;
    struct budget budget = *asking.budget;
    struct out text;
    if (ply->legal && !is_mistake(ply))
        return;
    asking.budget = &budget;
    budget.arena = ply->scratch;
    struct arena *before = arena_enter(ply->scratch);
    out_init(&text, ply->scratch, 512);
    json_begin(&text, '{');
    write_comment(&text, ply, &asking);
    arena_enter(before);
    out_raw(out, ",");
    out_bytes(out, text.v + 1, text.n - 1); /* without its bracket */
    arena_reset(ply->scratch);
    budget.arena = ply->asking.budget->arena;
    *ply->asking.budget = budget;
}

static void reset(void *arena)
{
    arena_reset(arena);
}

static void make_scratch(struct ply *ply, struct arena *arena)
{
    ply->scratch = arena_alloc(arena, sizeof *ply->scratch);
    arena_init_beside(ply->scratch, arena, NULL, 0, ARENA_BYTES);
    arena_defer(arena, reset, ply->scratch);
}

static void encode_ply(struct out *out, size_t index, const struct ply *ply)
{
    json_begin(out, '{');
    member_word(out, "ply", (int64_t)index);
    member_word(out, "player", ply->player);
    member_bool(out, "legal", ply->legal);
    json_name(out, "before");
    encode_outcome(out, ply->before);
    json_name(out, "after");
    encode_outcome(out, ply->after);
    member_bool(out, "mistake", is_mistake(ply));
    encode_comment(out, ply);
    json_end(out, '}');
}

/* The player who has won when the game is over: 0, 1, or -1 for none. `lead` is what player 0 has scored more than player 1. */
static int winner_of(const struct ply *last, struct num lead)
{
    unsigned traits = last->grade->subject.game->traits;
    if (!last->over || traits & TRAIT_DECIDER)
        return -1;
    if (traits & TRAIT_SCORES)
        return num_sign(lead) > 0 ? 0 : num_sign(lead) < 0 ? 1 : -1;
    if (last->before == OUTCOME_DRAW)
        return -1;
    return last->before == OUTCOME_LOSS ? 1 - last->player : last->player;
}

static struct num scored_before(const struct grade *grade)
{
    const struct num *lead = score_lead(grade->subject.game, grade->subject.position);
    return lead ? *lead : num(0);
}

/* Makes the move that was looked at. What player 0 has scored more than player 1 by then. */
static struct num move_on(struct ply *ply, struct num scored)
{
    struct num led = ply->lead;
    int mover = ply->player;
    bool again = ply->again;
    make_move(ply);
    ply->player = again ? mover : 1 - mover;
    ply->move = NULL;
    if (!(ply->grade->subject.game->traits & TRAIT_SCORES))
        return scored;
    look(ply); /* what the mover leads by in the end is what he scored now, less what the other leads by from here on */
    struct num gain = again ? num_sub(led, ply->value) : num_add(led, ply->value);
    return mover ? num_sub(scored, gain) : num_add(scored, gain);
}

void answer_record(struct grade *grade, struct out *out)
{
    struct setting *setting = grade->setting;
    struct ply ply = {.grade = grade,
                      .asking = {.game = grade->subject.game,
                                 .position = grade->subject.position,
                                 .budget = setting->budget,
                                 .store = setting->store}};
    make_scratch(&ply, setting->arena);
    struct num scored = scored_before(grade); /* by player 0 more than by player 1 */
    int64_t first_mistake = -1;
    bool legal = true;
    struct out moves;
    out_init(&moves, setting->arena, 128 * grade->plies + 64);
    size_t i = 0;
    for (; i < grade->plies && legal; i++) {
        ply.move = grade->record[i];
        ply.pointer = pointer_index(setting->arena, "/record", i);
        look(&ply);
        grade->solved = true;
        encode_ply(&moves, i, &ply);
        legal = ply.legal;
        if (first_mistake < 0 && is_mistake(&ply))
            first_mistake = (int64_t)i;
        if (!legal)
            break;
        scored = move_on(&ply, scored);
    }
    ply.move = NULL;
    look(&ply);
    setting->mistaken |= !legal || first_mistake >= 0;
    grade->graded = (struct graded){legal && first_mistake < 0, legal && first_mistake < 0 ? SCORE_WHOLE : 0};
    json_begin(out, '{');
    member_bool(out, "legal", legal);
    member_begin(out, "moves", '[');
    out_bytes(out, moves.v, moves.n);
    json_end(out, ']');
    json_name(out, "first_mistake");
    if (first_mistake < 0)
        json_null(out);
    else
        json_word(out, first_mistake);
    int winner = winner_of(&ply, scored);
    json_name(out, "winner");
    if (winner < 0)
        json_null(out);
    else
        json_word(out, winner);
    member_bool(out, "over", ply.over);
    json_end(out, '}');
}
