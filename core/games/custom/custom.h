/* Rules as a game of their own: types of its states and moves, its traits. Internal to core/games/custom. */
#ifndef GRUNDY_CORE_GAMES_CUSTOM_CUSTOM_H
#define GRUNDY_CORE_GAMES_CUSTOM_CUSTOM_H

#include "core/custom/custom.h"
#include "core/game.h"
#include "core/grid.h"

/* A position. A state is a struct head and, for each variable, an int64_t or a struct list at state_offset(); then `turn`. */
struct custom_position {
    struct head head;
    struct rules_text rules;
    struct choice state; /* one state, or a list of them */
    struct num lead;     /* of rules with scores */
};
enum { STATE_ONE, STATE_LIST };

static inline size_t state_offset(size_t variable)
{
    return sizeof(struct head) + variable * sizeof(struct list);
}

/* A move: its part, where the state is a list, its name, and its parameters, each at the place of its name in the game's list. */
enum { MOVE_PART, MOVE_NAME, MOVE_PARAMETERS, NAMES_MAX = 32 - MOVE_PARAMETERS };
struct custom_move {
    struct head head;
    int64_t part;
    int name;
    int64_t parameter[NAMES_MAX];
};

struct custom_extra {
    struct head head;
    struct num value, before; /* first, as in struct score */
    int64_t states;
    bool cyclic;
    int64_t remoteness;
};
enum { EXTRA_REMOTENESS_SCORED = 3, EXTRA_REMOTENESS = 2 };

/* The fields beside `value`. */
#define CUSTOM_EXTRA_FIELDS                                                                                                      \
    {"states", offsetof(struct custom_extra, states), &type_index,                                                               \
     .doc = {"Distinct states that were reached, the given ones included.", "到达的不同状态数，含给定的状态。"}},                \
        {"cyclic", offsetof(struct custom_extra, cyclic), &type_bool,                                                            \
         .doc = {"Whether play can go round.", "对局是否可能循环。"}},                                                           \
    {                                                                                                                            \
        "remoteness", offsetof(struct custom_extra, remoteness), &type_index, .nullable = true, .doc = {                         \
            "Plies until the end, the winner hurrying, the loser delaying; null for a draw, for sums and for scores.",           \
            "胜方求快、负方求慢，到终局的步数；平局、多个状态之和、计分时为 null。"              \
        }                                                                                                                        \
    }

struct custom_game {
    struct game game;
    struct user_rules *rules;
    struct type state, states, move;                   /* of a state, of a list of them */
    bool drawn;                                        /* of a position that was drawn: its state is a struct any */
    uint8_t parameter[MOVES_MAX][PARAMETERS_MAX];      /* where each parameter of a move stands in struct custom_move */
    uint8_t (*order)[MOVE_PARAMETERS + NAMES_MAX + 1]; /* of the fields of each move; NULL: as they stand, for all */
};

/* The game that the position is of. */
const struct custom_game *custom_of(const struct ask *ask);
const struct game *custom_tailor(const void *rules, const char *at, struct faults *faults);

/* Of the position: how many states, and the i-th. */
size_t custom_count(const struct custom_position *position);
const void *custom_state(const struct custom_game *made, const struct custom_position *position, size_t i);

/* Its values; and the other way, from the state that the machine has open. */
struct given_state *custom_given(const struct custom_game *made, struct arena *arena, const void *state);
void *custom_write(const struct custom_game *made, struct arena *arena, const struct machine *machine, void *state);

/* A space that was explored, and machines for it, which whoever looks into it uses in turn. */
struct custom_kept {
    const struct layout *layout;
    const struct space *space;
    struct machine *machine, *reader;
};

/* A position made ready to be played; solve() leaves it for explain(). */
struct custom_found {
    const struct custom_game *made;
    struct machine *machine, *reader; /* the second takes apart what the moves of the first lead to */
    size_t parts;
    const struct custom_kept *kept; /* where it was explored before; NULL: nowhere */
    key128 *key;                    /* of the parts */
    struct space *space;            /* NULL until it is explored, or looked up */
    uint32_t *part;                 /* states of the space */
};

/* What does not fit, ends the question. */
void custom_check_layout(struct ask *ask, const struct layout *layout);
const struct program *custom_program(struct ask *ask, const struct user_rules *rules);
/* Not yet explored. */
struct custom_found *custom_ready(struct ask *ask);
/* NULL: the states are in no space that the question keeps. */
const struct custom_kept *custom_find_kept(const struct ask *ask, const struct custom_found *found,
                                           const struct given_state *const *states);
/* The space of what was made ready, kept if the question keeps any. Its machine is anew. */
struct space *custom_explore(struct ask *ask, const struct custom_found *found);
/* Looking into a kept space is not for nothing: what the machine has done since it had done so many steps, for so many moves. */
void custom_pay(const struct custom_found *found, uint64_t steps, uint64_t moves);

/* Its moves, into the sink; and the value of all parts but that one. */
void custom_offer(struct ask *ask, const struct custom_found *found);
struct loopy custom_rest(const struct custom_found *found, size_t part);

void custom_grid(struct ask *ask, struct grid *grid);
/* The values and the number of states alone; and the period that is proven, once they are there. */
void custom_fill(struct ask *ask, struct grid *grid);
struct grid_period custom_period(struct ask *ask, const struct grid *grid);
void custom_explain(struct ask *ask, struct lines *lines);
void custom_words(const struct ask *ask, const void *move, struct lines *lines);
extern const struct game game_custom;

#endif
