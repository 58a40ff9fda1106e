/* What a request of a tool is about: the members "game" and "position", and moves. */
#ifndef GRUNDY_API_TOOLS_SUBJECT_H
#define GRUNDY_API_TOOLS_SUBJECT_H

#include "core/game.h"
#include "core/value/fault.h"

#include <cjson/cJSON.h>

struct subject {
    const struct game *game;
    void *position;
};

/* A move as it was sent, whether it is legal or not. */
struct sent_move {
    const cJSON *json;
    void *move;                    /* of the game's move type */
    uint32_t strange;              /* bit by bit, fields out of their range: no legal move has them */
    const struct sent_move *inner; /* of a sum: the move in the term; NULL where there is no such term */
};

/* An object without fields of its own. */
extern const struct type no_fields;

/* The member "game" of the object: a game's name, or "sum" where that is taken. NULL: told in faults. */
const struct game *read_game(const cJSON *json, const char *pointer, bool sums, struct faults *faults);
/* The members "game" and "position" of the object. What could not be read is NULL, and told in faults. */
struct subject read_subject(const cJSON *json, struct faults *faults);
/* The object as a position of subject->game, which may become another kind of sum. */
void subject_decode(struct subject *subject, const cJSON *position, const char *pointer, struct faults *faults);
/* NULL: it cannot be read as a move of the game (told in faults), or the position of a sum was not read. */
struct sent_move *read_move(const struct subject *subject, const cJSON *json, const char *pointer, struct faults *faults);

/* Whether the position is of misère play. */
bool is_misere(const struct game *game, const void *position);
/* `names` of ours and `more` that somebody else knows, as one list for decode_fields(). */
const char *const *names_with(struct arena *arena, const char *const *names, const char *const *more);

/* Whether the word is in a list of words with blanks between. NULL is an empty list. */
bool lists_word(const char *list, const char *word);
/* The fields that tell which table the position needs, as a tag that is never 0. */
uint64_t position_table(const struct game *game, const void *position, uint64_t seed);

#endif
