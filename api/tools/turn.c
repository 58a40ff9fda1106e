/* One turn of a game. */
#include "api/tools/turn.h"

#include "api/json/encode.h"
#include "api/json/member.h"
#include "core/kit/scores.h"

bool turn_make(struct turn *turn, const struct asking *asking, const struct sent_move *given)
{
    struct listed found;
    if (!given_find(asking, given, &found, &turn->ask))
        return false;
    turn->move = found.move;
    turn->mark = found.mark;
    turn->after = *asking;
    turn->after.position = ask_apply(&turn->ask, found.move);
    return true;
}

void turn_refuse(struct out *out, const struct asking *asking, const struct sent_move *given, enum language language)
{
    struct illegal illegal = illegal_move(asking, given, "/move", language);
    member_bool(out, "legal", false);
    encode_illegal(out, &illegal);
    json_end(out, '}');
}

struct outlook outlook_of(const struct asking *asking)
{
    struct arena_mark mark = arena_mark(asking->budget->arena);
    struct ask ask;
    asking_look(asking, &ask, LISTING_NONE, 0);
    struct outlook outlook = {.verdict = ask.answer.verdict, .winner = -1};
    outlook.over = !ask.answer.move_count_unknown && num_is_zero(ask.answer.move_count);
    bool open = asking->game->traits & (TRAIT_SCORES | TRAIT_DECIDER) && !score_lead(asking->game, asking->position);
    if (outlook.over && !open && outlook.verdict != OUTCOME_DRAW)
        outlook.winner = outlook.verdict == OUTCOME_LOSS;
    arena_rewind(asking->budget->arena, mark);
    return outlook;
}

void encode_end(struct out *out, const struct outlook *outlook, int mover)
{
    member_bool(out, "over", outlook->over);
    json_name(out, "winner");
    if (outlook->winner < 0)
        json_null(out);
    else
        json_word(out, outlook->winner ^ mover);
}

void encode_position(struct out *out, const char *name, const struct asking *asking)
{
    member_begin(out, name, '{');
    encode_fields(out, asking->game->position, asking->position, false);
    json_end(out, '}');
}

void encode_move(struct out *out, const char *name, const struct game *game, const void *move)
{
    member_begin(out, name, '{');
    encode_fields(out, game->move, move, false);
    json_end(out, '}');
}
