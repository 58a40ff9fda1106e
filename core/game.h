/* The one interface that a game implements, and what a solver is given to work with.
 *
 * A game is one constant `const struct game game_NAME` in core/games/NAME.c, listed in games.def; `make game NAME=x` begins one.
 * What most games need is here, in core/value/field.h (how fields are described), core/value/number.h (exact integers),
 * core/answer.h (how moves are offered, also runs of them too long to offer one by one), core/kit/explain.h (sentences) and
 * core/sample.h (random positions); what few need is marked "only". */
#ifndef GRUNDY_CORE_GAME_H
#define GRUNDY_CORE_GAME_H

#include "core/answer.h"
#include "core/budget.h"
#include "core/memory/arena.h"
#include "core/value/fault.h"
#include "core/value/field.h"
#include "core/value/text.h"

struct grid;
struct mistake;
struct sample;
struct sharing;
struct store;

struct game {
    /* ---- what it is ---- */
    const char *id;              /* the path without its slash */
    const char *source;          /* reference of the theorem, or of the problem */
    struct text title, rules;    /* rules in words, complete enough to play by */
    struct text limits;          /* the sizes that are solved, in words: the numbers that ask_too_large() is given */
    const struct type *position; /* KIND_OBJECT */
    /* KIND_OBJECT. Moves are offered in ascending order: field by field in the order of this table; a field that is there sorts
     * before one that is absent; lists compare item by item, the shorter first. */
    const struct type *move;
    const char *const *methods; /* every word that `method` may be, ends with NULL */
    unsigned traits;            /* enum trait, or-ed */

    /* ---- what it does ---- */
    /* Fills ask->answer (verdict, grundy, method), ask->extra, and offers every move, in order, by push…(). Spends ask->budget
     * in every loop that is not bounded by the position's length. Refuses by ask_too_large(). */
    void (*solve)(struct ask *ask);
    /* The position after a legal move, new in the arena. Shares unchanged lists with the old one. After solve(). */
    void *(*apply)(struct ask *ask, const void *move);
    /* Sentences that lead a student to this answer, with this position's numbers. After solve(), which may have left what it
     * found in ask->found. */
    void (*explain)(struct ask *ask, struct lines *lines);
    /* Fills what sample_free() says of sample->position: a random legal position of about sample->size (core/sample.h). */
    void (*sample)(struct sample *sample);

    /* ---- optional ---- */
    /* Rules that field ranges cannot say, and defaults that depend on other fields. Must not escape. Runs also when some values
     * were not read (fault_told()): tells nothing that rests on them. */
    void (*check)(void *position, struct faults *faults);
    /* A move as one line: "take 2 from heap 0". Tells every number of the move except 0, and no two moves of a position alike.
     * Absent: its fields with their names. */
    void (*words)(const struct ask *ask, const void *move, struct lines *line);
    /* Predicted steps, to keep long work off the event loop; absent means cheap. May overestimate. */
    uint64_t (*cost)(const void *position);
    const struct mistake *mistakes; /* known wrong methods (core/mistakes/mistakes.h); ends with a NULL id */
    /* KIND_OBJECT, the game's own fields of the answer, which solve() writes to ask->extra. Those of NEED_ALWAYS are there
     * without a bit in its head. No search looks at them: pairs do. */
    const struct type *extra;
    /* Only where lists among them may fill an answer: ends those where their text would pass so many bytes, and returns how many
     * it takes. */
    size_t (*fit)(struct ask *ask, size_t bytes);
    int64_t grundy_limit; /* the number in `limits` up to which there are Grundy values, where more is solved */
    /* Only where many positions are solved better at once than one by one (core/grid.h). */
    void (*grid)(struct ask *ask, struct grid *grid);
    /* Only where one field of the position tells what the rest is made of: that field, and the game that a value of it makes, in
     * the faults' arena: with types and traits of its own, otherwise this one. NULL: told in faults, or faults were there before.
     */
    const char *tailored_by;
    const struct game *(*tailor)(const void *value, const char *at, struct faults *faults);
    const char *at; /* of a game that was made so: the pointer, in the request, of the position that it was made for */
    /* Only for games with tables that outlive a request (core/memory/store.h): asked where cost() is not cheap, the same, now
     * that what is stored may be used. */
    uint64_t (*cost_stored)(const void *position, struct arena *arena, struct store *store);
    const char *tabled_by; /* the fields that tell which table it is */
    /* Only where many questions come that are alike in the costly part of their positions. */
    const struct sharing *sharing;
};

/* What questions share whose positions are the same in some fields. */
struct sharing {
    const char *const *by; /* these fields; ends with NULL */
    /* What solve() finds in ask->shared, of a position that was checked; its other fields may be empty. In the ask's arena. */
    void *(*make)(struct ask *ask);
    /* check() of a position whose shared fields were checked before. */
    void (*check)(void *position, struct faults *faults);
    bool valued; /* by what is shared a bare question has its Grundy value, too */
};

enum trait {
    TRAIT_GRUNDY = 1,     /* some positions have a Grundy value */
    TRAIT_DRAWS = 2,      /* can be drawn: drawing_move_count and drawing_moves are in the answer */
    TRAIT_SCORES = 4,     /* compares scores: value (extra) and best_moves are in the answer */
    TRAIT_DECIDER = 8,    /* one decider: no verdict, no winning moves; best_moves only */
    TRAIT_ENTAILING = 16, /* a move may end the game at once: a position without `grundy` has none, whatever the size */
    TRAIT_AGAIN = 32,     /* after a move it may be the same player's turn again (struct mark) */
};

/* Which moves the client wants to see. */
enum listing { LISTING_WINNING, LISTING_ALL, LISTING_NONE };

/* One question under way. Made by solve.c; a game reads the upper part and fills the lower. */
struct ask {
    const struct game *game;
    const void *position; /* of the game's own struct type, decoded and checked */
    struct arena *arena;  /* everything is allocated here */
    struct budget *budget;

    struct answer answer;
    void *extra;           /* zeroed, of game->extra's size, or NULL */
    void *found;           /* left by solve() for explain(), of whatever type the game likes; NULL */
    struct phrase *phrase; /* of words(), where those of many moves are asked for; NULL-able */

    /* What the sink goes by. */
    enum listing listing;
    struct num offset; /* the page of moves: skip this many, */
    size_t limit;      /* list at most this many */
    struct seek *seek; /* with LISTING_ALL: this one is found instead of all listed, where the game pushes its moves; NULL-able */
    bool enough;       /* of moves that are not listed nobody reads more than whether there is one: they may be left out */
    bool uncounted;    /* nobody reads how many moves there are: with LISTING_NONE they need not be offered at all */
    bool bare;         /* with `uncounted`: nobody reads the game's own fields either, `value` excepted */
    const void *shared; /* what sharing->make() made of a position that is the same in these fields; NULL */

    /* Only for games with tables that outlive a request. */
    struct store *store;
    /* Only for games that may be terms of a sum. */
    struct num target;          /* a move wins iff it leads to this Grundy value: 0, but for /sum the xor of the other terms.
                                   Games with TRAIT_GRUNDY honour it wherever they give `grundy`; others see only 0 */
    const struct loopy *others; /* inside /sum, when the sum of the other terms is infinite (core/kit/search/loopy.h); else NULL.
                                   Games with TRAIT_DRAWS or TRAIT_ENTAILING that have values honour it in place of target */
};

/* Ends the question with 422 too_large. `limit` is the limit that the sentence states. */
#define ask_too_large(ask, limit, ...) arena_escape((ask)->arena, STATUS_too_large, (limit), __VA_ARGS__)
/* The same with the sentence in both languages; without Chinese it must stand in api/problem/words.def. */
#define ask_too_large_words(ask, limit, en, ...) arena_escape_words((ask)->arena, STATUS_too_large, (limit), en, __VA_ARGS__)

#endif
