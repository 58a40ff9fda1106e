/* POST /generate while it is answered. Internal to this folder. */
#ifndef GRUNDY_API_TOOLS_GENERATE_GENERATE_H
#define GRUNDY_API_TOOLS_GENERATE_GENERATE_H

#include "api/tools/subject.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"

enum wanted { WANTED_ANY, WANTED_WIN, WANTED_LOSS, WANTED_DRAW, WANTED_BALANCED };

struct wish {
    struct head head;
    struct choice seed; /* an integer, or a text */
    int64_t count, size;
    int verdict; /* enum wanted */
    struct wished_moves {
        struct head head;
        struct num from, to;
    } winning; /* how many moves win */
    const char *against;
    bool answers;
    bool over; /* positions without a move may come, too */
};

/* As it is sent, but for what stands between two of them. */
struct record {
    const char *text; /* NULL: not found */
    size_t n;
};

enum form { FORM_JSON, FORM_LINES, FORM_CSV };

struct generate {
    const struct game *game;
    struct wish wish;
    struct options options;
    bool explain;
    struct spoken spoken;
    const void *fixed;               /* NULL: nothing */
    uint32_t kept;                   /* which of its fields */
    const struct sum_sketch *sketch; /* of sums, in place of `fixed`; NULL for games */
    const struct mistake *against;
    const void *example; /* a position on which that method is wrong */

    /* On the way. */
    bool begun;
    enum form form;
    struct arena *arena, *scratch; /* what is kept; what one position takes */
    struct budget budget;          /* in the scratch */
    struct store *store;
    uint64_t seed, drawn; /* drawn: how many positions, taken or not */
    bool patient;         /* this turn may take a position that takes long */
    bool dear;            /* the position that was drawn does, and has to wait for such a turn */
    uint64_t spent;       /* predicted steps */
    size_t misses, repeats, refusals;
    size_t lowered;         /* of so many eighths the size was lowered, as nothing was found; */
    uint64_t lowered_spent; /* what was spent, */
    size_t lowered_misses;  /* and missed, when it was */
    struct record *records; /* `count` places, */
    bool *lost;             /* those of lost positions, where it is to be balanced, */
    size_t next[2];         /* the first place that is free; balanced: of won ones, of lost ones */
    size_t found, bytes;
    uint64_t *seen, seen_mask;       /* hash table of positions taken */
    uint64_t table[GENERATE_TABLES]; /* which ones were needed */
    size_t tables;
    bool taken;           /* the position that was drawn; */
    struct record record; /* it is told so, in the scratch, */
    size_t place;         /* and belongs here */
};

extern const struct type generate_wish;

/* struct tool's read(). */
void *generate_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                    uint64_t *cost);
/* Works a turn. True: all is found that will be. May escape. */
bool generate_some(struct generate *g, struct setting *setting);
/* Counts what it takes to solve the position. False: that is more than there is left. */
bool generate_charge(struct generate *g, const struct game *game, const void *position);
/* Too much for a turn that has to be quick: it is drawn again in another. */
bool generate_is_dear(struct generate *g, const struct game *game, const void *position);
/* struct budget's afford(): whether a position that was drawn may be solved so that a lost one can be made of it. */
bool generate_afford(void *what, const struct game *game, const void *position);
/* The solved question as a record, in the scratch. */
struct record generate_record(const struct generate *g, struct question *question, const char *position, size_t size);

#endif
