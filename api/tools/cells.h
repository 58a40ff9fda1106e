/* Values of a position while one or two of its integers vary: each cell is a position, read and solved by itself. */
#ifndef GRUNDY_API_TOOLS_CELLS_H
#define GRUNDY_API_TOOLS_CELLS_H

#include "api/tools/tool.h"

enum cells_of { OF_GRUNDY, OF_VERDICT, OF_REMOTENESS, OF_VALUE, OF_WINNING_MOVE_COUNT, OF_COUNT };
extern const char *const cells_of_names[]; /* as in `of`; ends with NULL */

struct vary {
    struct head head;
    const char *pointer; /* of an integer of the position */
    int64_t from, to;
};

/* A table as it was asked for. */
struct cells {
    const struct game *game;
    const cJSON *position; /* the object, with members that are no field of it */
    const char *at;        /* its pointer in the request */
    size_t n;              /* 1 or 2 */
    struct vary vary[2];
    cJSON *node[2];
    enum cells_of of;
};

/* The members "game", position…, "vary", "of" of the object at this pointer. Where stretch is above `to`, the range of all that
 * vary ends there. Every cell is read once, so that what is wrong with one is told; *cost is of all. False: told in faults. */
bool cells_read(struct cells *cells, struct setting *setting, const cJSON *json, const char *pointer, int64_t stretch,
                struct faults *faults, uint64_t *cost);
/* How many values of the i-th variable; 1 where there is none. */
size_t cells_size(const struct cells *cells, size_t i);
/* The position of a cell, by its places in the ranges; *game is the one that it is of. */
void *cells_position(const struct cells *cells, struct setting *setting, size_t i, size_t j, const struct game **game);
/* The value of a cell: verdicts are enum outcome. False: it has none. May escape. */
bool cells_value(const struct cells *cells, struct setting *setting, size_t i, size_t j, int64_t *value);

#endif
