/* One question about one game: JSON -> position and options -> answer -> JSON. Used by the games' own paths, and by every tool
 * over all games. */
#ifndef GRUNDY_API_QUESTION_H
#define GRUNDY_API_QUESTION_H

#include "api/headers/tag.h"
#include "api/json/out.h"
#include "api/options.h"
#include "core/solve.h"

#include <cjson/cJSON.h>

struct question {
    const struct game *game;
    void *position; /* of the game's own struct type */
    size_t size;    /* bytes of JSON that it was read from, about; 0 where unknown */
    struct options options;
    bool explain;
    bool uncounted;  /* only verdict, Grundy value and the game's own fields are read: counts may be left out */
    bool bare;       /* with `uncounted`: of the game's own fields only `value` is read */
    void *shared;    /* made by the game for several questions (struct sharing); NULL */
    bool negotiated; /* a language was chosen by Accept-Language */
    struct spoken spoken;
    struct ask ask; /* answered by question_solve() */
    size_t begun;   /* where in the text question_encode() began, */
    size_t rest;    /* how much follows the lists, once one of them is long; else 0, */
    size_t behind;  /* and what the first moves of the lists behind this one take */
};

/* Decodes and checks an object; pointers in faults begin with `pointer`. `ignored` as in decode_fields(). accept_language is
 * NULL-able. False: `faults` has all that is wrong, and the question must not be solved. */
bool question_decode(struct question *question, const struct game *game, const cJSON *json, const char *pointer,
                     const char *const *ignored, const char *accept_language, struct faults *faults);

/* The fields of a position alone, each as it must be: what rests on several of them is not looked at. For games without
 * tailor(). */
bool question_decode_fields(struct question *question, const struct game *game, const cJSON *json, struct faults *faults);

/* The position alone; *game becomes the one that it is of (struct game, tailor). NULL: told in faults. */
void *position_decode(const struct game **game, const cJSON *json, const char *pointer, const char *const *ignored,
                      struct faults *faults);

/* Some fields of a position, each as it must be; which of them, its head tells. What rests on several of them is not checked.
 * *game and NULL as above. */
void *position_decode_part(const struct game **game, const cJSON *json, const char *pointer, struct faults *faults);

/* "win", "loss", "draw" or null, as a value. */
void encode_outcome(struct out *out, enum outcome outcome);

/* Predicted steps of solving a position. */
uint64_t position_cost(const struct game *game, const void *position, struct arena *arena, struct store *store);
/* Predicted steps, with what writing the positions takes. */
uint64_t question_cost(const struct question *question, struct arena *arena, struct store *store);

/* The tag of the answer. Equal questions, however they are written, have equal tags. */
struct tag question_tag(const struct question *question);

/* May escape (too_large, deadline_exceeded). The budget's arena is the question's. */
void question_solve(struct question *question, struct budget *budget, struct store *store);

/* The answer as an object, after question_solve(). May escape. */
void question_encode(struct question *question, struct out *out);

#endif
