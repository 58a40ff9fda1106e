/* The position is asked of the service again after every move, so that no rule is known here: /apply says whether a move of the
 * program is legal and where it leads, /play makes ours, and in the end /grade says of the whole record where the program gave
 * something away. */
#include "server/judge/interact/interact.h"

#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/json/parse.h"
#include "core/limits.h"
#include "server/judge/desk.h"
#include "server/judge/interact/match.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_BYTES = 4 << 20, MOVES_OF_PROGRAM = 1 << 20, POSITION_BYTES = 1 << 20 };

/* ---- talking ---- */

static void say(struct match *match, const struct out *out)
{
    enum heard heard = wire_say(&match->wire, out->v, out->n);
    if (heard != HEARD_LINE)
        match_blame_wire(match, heard);
}

static void put_winner(struct match *match, struct out *out)
{
    if (match->over && match->winner >= 0)
        member_word(out, "winner", match->winner);
    else
        member_null(out, "winner");
}

static void say_first(struct match *match)
{
    struct out out;
    out_init(&out, &match->whole, 1024);
    json_begin(&out, '{');
    member_string(&out, "game", match->game);
    member_raw(&out, "position", match->position);
    member_word(&out, "player", 0);
    member_word(&out, "you", match->you);
    json_end(&out, '}');
    say(match, &out);
}

/* Nobody needs to read it: the game is over. */
static void say_last(struct match *match)
{
    struct out out;
    out_init(&out, &match->whole, 64);
    match->over = true;
    json_begin(&out, '{');
    member_bool(&out, "over", true);
    put_winner(match, &out);
    json_end(&out, '}');
    wire_say(&match->wire, out.v, out.n);
}

/* `mover`: who was to move in the position asked about; winner 0 of the answer is he. */
static void look_at_end(struct match *match, int mover)
{
    const cJSON *winner = inquiry_member(&match->inquiry, "winner");
    match->over = inquiry_is(&match->inquiry, "over");
    match->winner = cJSON_IsNumber(winner) ? (winner->valuedouble > 0 ? 1 - mover : mover) : -1;
}

/* ---- turns ---- */

static bool choose_move(struct match *match)
{
    struct out out;
    const struct config *config = match->config;
    match_begin(match, &out, match->position);
    if (config->skill)
        member_raw(&out, "skill", config->skill);
    if (config->seed)
        member_string(&out, "seed", config->seed);
    return match_ask(match, "/play", &out);
}

static void turn_of_judge(struct match *match)
{
    struct out out;
    if (!choose_move(match))
        return;
    const cJSON *move = inquiry_member(&match->inquiry, "move"), *to = inquiry_member(&match->inquiry, "to");
    look_at_end(match, 1 - match->you);
    if (!cJSON_IsObject(move)) /* it was over before */
        return;
    const char *text = match_written(&match->whole, move);
    match_advance(match, text, to);
    out_init(&out, &match->arena, 1024);
    json_begin(&out, '{');
    member_raw(&out, "move", text);
    member_raw(&out, "position", match->position);
    member_bool(&out, "over", match->over);
    put_winner(match, &out);
    if (match->player != match->you)
        member_bool(&out, "again", true);
    json_end(&out, '}');
    say(match, &out);
}

/* Whether it can be sent on as it was meant: nested no deeper than `levels`, for more would be refused for what stands around it,
 * and of whole numbers, for no others are written. */
static bool can_be_sent(const cJSON *json, size_t levels)
{
    const cJSON *item;
    double number = json->valuedouble;
    if (cJSON_IsNumber(json))
        return number >= -(double)SAFE_MAX && number <= (double)SAFE_MAX && (double)(int64_t)number == number;
    if ((cJSON_IsObject(json) || cJSON_IsArray(json)) && !levels)
        return false;
    cJSON_ArrayForEach(item, json) if (!can_be_sent(item, levels - 1)) return false;
    return true;
}

/* The move in a line, as JSON: {"move":{…}} or the bare object. NULL: there is none. */
static const char *read_move(struct match *match, char *line, size_t n)
{
    struct scan scan;
    cJSON *json = json_parse(&match->arena, line, n, &scan);
    if (!json || !cJSON_IsObject(json))
        return NULL;
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(json, "move");
    move = cJSON_IsObject(move) ? move : json; /* a bare move may have a field of that name */
    if (!can_be_sent(move, JSON_DEPTH - 1))
        return NULL;
    const char *text = match_written(&match->whole, move);
    match->theirs_bytes += strlen(text);
    return text;
}

/* A 422 about the move is the program's, any other refusal is not. */
static bool is_about_move(const struct inquiry *inquiry)
{
    const cJSON *fault, *errors = inquiry_member(inquiry, "errors");
    bool all = inquiry->json && inquiry->reply.status == 422 && cJSON_GetArraySize(errors) > 0;
    cJSON_ArrayForEach(fault, errors) all = all && strncmp(inquiry_text(fault, "pointer"), "/move", 5) == 0;
    return all;
}

static void turn_of_program(struct match *match)
{
    char *line;
    size_t n;
    struct out out;
    enum heard heard = wire_hear(&match->wire, &line, &n);
    if (heard != HEARD_LINE) {
        match_blame_wire(match, heard);
        return;
    }
    const char *move = read_move(match, line, n);
    if (!move) {
        match_blame(match, "the line is no move: wanted is {\"move\":{...}}.");
        return;
    }
    match_begin(match, &out, match->position);
    member_raw(&out, "move", move);
    json_end(&out, '}');
    inquiry_ask(&match->inquiry, "/apply", NULL, out.v, out.n);
    if (is_about_move(&match->inquiry)) {
        match_blame(match,
                    arena_printf(&match->whole, "this is no move of the game: %s", inquiry_text(match->inquiry.json, "detail")));
    } else if (!match->inquiry.json || match->inquiry.reply.status != 200) {
        match_fail(match, "the move cannot be looked at");
    } else if (!inquiry_is(&match->inquiry, "legal")) {
        match_blame(match, arena_printf(&match->whole, "the move is not legal: %s", inquiry_text(match->inquiry.json, "reason")));
    } else {
        look_at_end(match, match->you);
        match_advance(match, move, inquiry_member(&match->inquiry, "to"));
    }
}

/* Over the whole record: who has won, and the first move by which the program gave something away. */
static void judge_record(struct match *match)
{
    struct out out;
    const cJSON *move;
    match_begin(match, &out, match->first_position);
    member_begin(&out, "record", '[');
    out_bytes(&out, match->record.v, match->record.n);
    out.first = false;
    json_end(&out, ']');
    member_string(&out, "language", "en");
    if (!match_ask(match, "/grade", &out))
        return;
    int ply = 0;
    cJSON_ArrayForEach(move, inquiry_member(&match->inquiry, "moves"))
    {
        const cJSON *player = cJSON_GetObjectItemCaseSensitive(move, "player");
        ply++;
        if ((cJSON_IsNumber(player) && (int)player->valuedouble != match->you) ||
            !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(move, "mistake")))
            continue;
        match_find(
            match, FOUND_WRONG,
            arena_printf(&match->whole, "Move %d gave away a position that was better: %s", ply, inquiry_text(move, "feedback")),
            arena_printf(&match->whole, "Move %d gave away a position that was better.", ply));
    }
    const cJSON *winner = inquiry_member(&match->inquiry, "winner");
    match->winner = cJSON_IsNumber(winner) ? (int)winner->valuedouble : -1;
    match_find(match, FOUND_RIGHT,
               arena_printf(&match->whole, "All %d moves are made, and the program gave nothing away.", match->plies), NULL);
}

/* ---- the whole ---- */

static void read_position(struct match *match)
{
    struct scan scan;
    const char *text = match->config->position;
    size_t n = 0;
    char *copy;
    if (text) {
        n = strlen(text);
        copy = arena_copy(&match->whole, text, n);
    } else {
        static struct source source;
        copy = arena_raw(&match->whole, POSITION_BYTES + 1);
        bool open = source_open(&source, match->input_name);
        for (; open && n < POSITION_BYTES && text_peek(&source.text) >= 0; text_skip(&source.text))
            copy[n++] = *source.text.at;
        source_close(&source);
    }
    cJSON *json = json_parse(&match->whole, copy, n, &scan);
    if (!json)
        match_fail(match, arena_printf(&match->whole, "the position: %s", scan.fault));
    else if (!can_be_sent(json, JSON_DEPTH - 1))
        match_fail(match, "the position: it is nested too deep, or has a number that is no integer or beyond 2^53");
    else
        match->first_position = match->position = match_written(&match->whole, json);
}

/* Whether there is a move at all: the record without any says so. And whether we could make one: what is wrong with the position
 * or with our flags must be known before the program does anything. */
static void look_first(struct match *match)
{
    struct out out;
    if (!choose_move(match))
        return;
    match_begin(match, &out, match->position);
    member_raw(&out, "record", "[]");
    if (!match_ask(match, "/grade", &out))
        return;
    const cJSON *winner = inquiry_member(&match->inquiry, "winner");
    match->over = inquiry_is(&match->inquiry, "over");
    match->winner = cJSON_IsNumber(winner) ? (int)winner->valuedouble : -1;
}

static void play(struct match *match)
{
    out_init(&match->record, &match->whole, 4096);
    read_position(match);
    if (!match->finding.judge)
        look_first(match);
    if (match->finding.judge)
        return;
    say_first(match);
    while (!match->over && !match->finding.judge && match->plies < RECORD_MAX && match->record.n < RECORD_BYTES &&
           match->theirs_bytes < MOVES_OF_PROGRAM) {
        if (match->player == match->you)
            turn_of_program(match);
        else
            turn_of_judge(match);
    }
    /* A program that went away when all was over, or whose line to it broke then, has played the game to its end. */
    if (match->over && match->finding.found == FOUND_WRONG)
        match->finding = (struct finding){0};
    if (!match->finding.judge)
        judge_record(match);
    if (match->finding.found != FOUND_FAULT)
        say_last(match);
}

static void play_within(void *what)
{
    play(what);
}

/* Both arenas are worked in. */
static void play_within_whole(void *what)
{
    struct match *match = what;
    struct escape landed;
    if (arena_try(&match->arena, &landed, play_within, match))
        match_fail(match, arena_printf(&match->whole, "%s", landed.detail));
}

static bool open_record(struct match *match)
{
    const struct config *config = match->config;
    char path[4096];
    if (match->tray.system == SYSTEM_TESTLIB)
        snprintf(path, sizeof path, "%s", config->words[3]);
    else
        snprintf(path, sizeof path, "%s/record.txt", config->words[4]);
    match->wire.record = fopen(path, "w");
    return match->wire.record != NULL;
}

static bool read_arguments(struct match *match)
{
    const struct config *config = match->config;
    size_t n = config->word_count;
    const char *first = config->first ? config->first : "program";
    match->game = config->words[1];
    match->you = strcmp(first, "judge") == 0;
    match->input_name = n > 2 ? config->words[2] : "";
    if (strcmp(first, "judge") != 0 && strcmp(first, "program") != 0)
        return false;
    if (config->skill && (strspn(config->skill, "0123456789") != strlen(config->skill) || !*config->skill))
        return false;
    if (match->tray.system == SYSTEM_KATTIS) {
        match->tray.feedback = n == 5 ? config->words[4] : NULL;
        return n == 5;
    }
    match->tray.report = n > 5 ? config->words[5] : NULL;
    match->tray.appes = n > 6;
    return n >= 4 && n <= 7 && (n < 7 || strcmp(config->words[6], "-appes") == 0);
}

static void run(struct match *match)
{
    struct escape landed;
    if (!read_arguments(match))
        match_fail(match, "the arguments are not those of the system; see grundyd --help");
    else if (!inquiry_open(&match->inquiry, match->config))
        match_fail(match, "it cannot start");
    else if (!open_record(match))
        match_fail(match, "the record cannot be written");
    else if (arena_try(&match->whole, &landed, play_within_whole, match))
        match_fail(match, landed.detail);
    if (match->wire.record && fclose(match->wire.record))
        match_fail(match, "the record cannot be written");
}

int interact_run(const struct config *config)
{
    static struct match match;
    match.config = config;
    match.tray.system = system_of(config->as);
    match.wire.out = 1;
    if (match.tray.system != SYSTEM_KATTIS && match.tray.system != SYSTEM_TESTLIB)
        return desk_complain("--as is kattis or testlib", EXIT_USAGE);
    signal(SIGPIPE, SIG_IGN); /* a program that has gone is told of by its own fault, not by our death */
    arena_init(&match.arena, NULL, 0, ARENA_BYTES);
    arena_init(&match.whole, NULL, 0, ARENA_BYTES);
    run(&match);
    int status = system_tell(&match.tray, &match.finding);
    arena_reset(&match.arena);
    arena_reset(&match.whole);
    inquiry_close(&match.inquiry);
    return status;
}
