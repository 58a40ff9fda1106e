/* A game between the judge and a program, as far as it has gone, and what was found about the program. */
#ifndef GRUNDY_SERVER_JUDGE_INTERACT_MATCH_H
#define GRUNDY_SERVER_JUDGE_INTERACT_MATCH_H

#include "api/json/out.h"
#include "server/judge/inquiry.h"
#include "server/judge/interact/wire.h"
#include "server/judge/system.h"

struct match {
    const struct config *config;
    struct tray tray;
    struct inquiry inquiry;
    struct pipes wire;
    struct arena arena; /* the position, anew for each */
    struct arena whole; /* the first position and the record */
    struct out record;  /* the moves so far, without the brackets */
    const char *game, *first_position, *position, *input_name;
    size_t theirs_bytes; /* of the program's moves */
    int plies, player;   /* player: who is to move */
    int you, winner;     /* you: the program; -1: nobody */
    bool over;
    struct finding finding; /* found once finding.judge is set */
};

/* The first finding stays. student is NULL-able: the same. */
void match_find(struct match *match, enum found found, const char *judge, const char *student);
/* Our fault, whatever was found before. */
void match_fail(struct match *match, const char *text);
/* The program did what no program may: it has lost. */
void match_blame(struct match *match, const char *text);
/* What a line to or from the program ended with, other than a line. */
void match_blame_wire(struct match *match, enum heard heard);

/* {"game":…,"position":… of the match, and what the caller adds */
void match_begin(struct match *match, struct out *out, const char *position);
/* Ends that object and asks. False: it was refused, which is our fault. */
bool match_ask(struct match *match, const char *target, struct out *out);
const char *match_written(struct arena *arena, const cJSON *json);
/* The move is made: into the record, and on to the position behind it. Who moves there the inquiry tells that knows the move. */
void match_advance(struct match *match, const char *move, const cJSON *position);

#endif
