#include "server/judge/interact/match.h"

#include "api/json/member.h"
#include "api/json/tree.h"

void match_find(struct match *match, enum found found, const char *judge, const char *student)
{
    if (match->finding.judge)
        return;
    match->finding = (struct finding){.found = found,
                                      .score = found == FOUND_RIGHT ? "1" : "0",
                                      .name = match->game,
                                      .judge = judge,
                                      .student = student ? student : judge};
}

void match_fail(struct match *match, const char *text)
{
    match->finding.judge = NULL;
    match_find(match, FOUND_FAULT, text, NULL);
}

void match_blame(struct match *match, const char *text)
{
    match->winner = 1 - match->you;
    match_find(match, FOUND_WRONG, arena_printf(&match->whole, "Move %d: %s", match->plies + 1, text), NULL);
}

void match_blame_wire(struct match *match, enum heard heard)
{
    if (heard == HEARD_FAILED)
        match_fail(match, "the program's input or output cannot be used");
    else if (heard == HEARD_LATE)
        match_blame(match, arena_printf(&match->whole, "the program did nothing for %d seconds.", WIRE_PATIENCE_S));
    else if (heard == HEARD_BLANK)
        match_blame(match, arena_printf(&match->whole, "the program wrote no line for %d seconds that is whole and not blank.",
                                        WIRE_PATIENCE_S));
    else if (heard == HEARD_LONG)
        match_blame(match, "the line is too long.");
    else
        match_blame(match, "the program has ended, or closed its side, before the game is over.");
}

void match_begin(struct match *match, struct out *out, const char *position)
{
    out_init(out, &match->arena, 1024);
    json_begin(out, '{');
    member_string(out, "game", match->game);
    member_raw(out, "position", position);
}

bool match_ask(struct match *match, const char *target, struct out *out)
{
    json_end(out, '}');
    inquiry_ask(&match->inquiry, target, NULL, out->v, out->n);
    if (match->inquiry.json && match->inquiry.reply.status == 200)
        return true;
    const char *detail = match->inquiry.json ? inquiry_text(match->inquiry.json, "detail") : "there is no answer";
    match_fail(match, arena_printf(&match->whole, "%s of this game: %s", target, detail));
    return false;
}

const char *match_written(struct arena *arena, const cJSON *json)
{
    struct out out;
    out_init(&out, arena, 256);
    tree_write(&out, json);
    return arena_copy(arena, out.v, out.n);
}

void match_advance(struct match *match, const char *move, const cJSON *position)
{
    if (!inquiry_is(&match->inquiry, "again"))
        match->player = 1 - match->player;
    if (match->plies++)
        out_raw(&match->record, ",");
    out_raw(&match->record, move);
    arena_reset(&match->arena); /* whose position is gone */
    match->position = match_written(&match->arena, position);
}
