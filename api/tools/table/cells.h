/* Values of a position while one or two of its integers vary.
 *
 * A game that solves many positions at once does so (core/grid.h); of any other each cell is a position of its own, read and
 * solved by itself. */
#ifndef GRUNDY_API_TOOLS_TABLE_CELLS_H
#define GRUNDY_API_TOOLS_TABLE_CELLS_H

#include "api/tools/tools.h"
#include "core/grid.h"

extern const char *const grid_of_names[]; /* by enum grid_of, as in `of`; ends with NULL */

struct vary {
    struct head head;
    const char *pointer; /* of an integer of the position */
    int64_t from, to;
};
extern const struct type type_varies; /* one or two of them */

/* A table as it was asked for. */
struct cells {
    const struct game *game;
    const cJSON *position; /* the object, with members that are no field of it */
    const char *at;        /* its pointer in the request */
    const char *const *ignored;
    size_t n; /* 1 or 2 */
    struct vary vary[2];
    cJSON *node[2];
    enum grid_of of;
    const char *set;
    void *whole; /* the position, where the game solves all cells at once */
};

/* The members position…, "vary", "of" and "set" of the object at this pointer; and "game", where the game is NULL. `beside`,
 * NULL-able: names of members that are others' to read. False: told in faults. */
bool cells_read(struct cells *cells, struct setting *setting, const struct game *game, const cJSON *json, const char *pointer,
                const char *const *beside, struct faults *faults);
/* How many values of the i-th variable; 1 where there is none. At most LARGE: more than any table has. */
enum { CELLS_LARGE = 1 << 30 };
size_t cells_size(const struct cells *cells, size_t i);
/* The position of the first cell that is one, of a game that solves them one by one; *game is the one that it is of. */
void *cells_first(const struct cells *cells, struct setting *setting, const struct game **game);
/* The values of a table of this size, which may be another than was asked for. May escape. */
struct grid cells_make(const struct cells *cells, struct setting *setting, size_t rows, size_t columns);

#endif
