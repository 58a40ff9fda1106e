/* Tools over all games: each reads a JSON object and answers with one. Their own paths and /batch use them alike. */
#ifndef GRUNDY_API_TOOLS_TOOL_H
#define GRUNDY_API_TOOLS_TOOL_H

#include "api/problem.h"
#include "api/question.h"

/* What a tool works with, and what it tells beside its answer. */
struct setting {
    struct arena *arena;
    struct store *store;
    struct budget *budget;       /* set before answer() */
    const char *accept_language; /* NULL-able; only while the request is read */
    bool negotiated;             /* the answer's language was chosen by it */
    bool mistaken;               /* /grade: something that was claimed or played is wrong */
    struct problem refusal;      /* set when answer() returns false */
};

struct tool {
    /* The request, or NULL with its faults told. `ignored` as in decode_fields(). *cost: predicted steps. */
    void *(*read)(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost);
    /* Writes the answer. False: setting->refusal says why there is none, and what was written must be dropped. May escape. */
    bool (*answer)(struct setting *setting, void *request, struct out *out);
};

/* An object without fields of its own. */
extern const struct type no_fields;

extern const struct tool tool_question, tool_sum, tool_grade, tool_play;

/* The member "game" of the object: a game's name. NULL: told in faults. */
const struct game *read_game(const cJSON *json, const char *pointer, struct faults *faults);
/* The member "position" of the object: a position of that game (NULL: already told). NULL: told in faults. */
void *read_position(const struct game *game, const cJSON *json, struct faults *faults);
/* The language named by the member "language", which was decoded already, or else the one that Accept-Language prefers. */
enum language chosen_language(struct setting *setting, const cJSON *json, int named);
/* Whether the position is of misère play. */
bool is_misere(const struct game *game, const void *position);
/* `names` of ours and `more` that somebody else knows, as one list for decode_fields(). */
const char *const *names_with(struct arena *arena, const char *const *names, const char *const *more);
/* Takes one fault as the reason of a refusal. */
bool refuse(struct setting *setting, enum status status, int64_t limit, enum fault_code code, const char *pointer,
            const char *detail);

#endif
