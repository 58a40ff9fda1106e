/* The cells of a class's table as what they would be in a request. Internal to this folder. */
#ifndef GRUNDY_API_TOOLS_GRADE_CELLS_H
#define GRUNDY_API_TOOLS_GRADE_CELLS_H

#include "core/memory/arena.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { COLUMNS_MAX = 40 };

struct columns {
    size_t n;
    const char *name[COLUMNS_MAX];
    const char *written[COLUMNS_MAX]; /* as the table has it */
    bool passes[COLUMNS_MAX];         /* neither ours nor a claim: nobody looks at it, and it comes back as it is */
};

/* Columns that are who asks', and what some game's claim may be about: a line of another game leaves that cell empty. */
bool is_own(const char *name);
bool is_claim(const char *name);
/* Such a name as it is here, where it is written in capitals or with blanks: "Winning moves"; any other as it is. */
const char *column_name(struct arena *arena, const char *written);
/* The one of those names that a column's name is a slip of: near it, of the same first letter, and no column has it. NULL: none.
 */
const char *column_meant(const struct columns *columns, const char *name);
/* The question of a line, as many cells as columns. Cells that are empty claim nothing, unless they were asked for. */
const cJSON *question_of(struct arena *arena, const struct columns *columns, const char *const *cells);
/* Whether a spreadsheet would take the cell for a formula: it begins with =, @, a tab or the end of a line, or with + or - and is
 * no number. */
bool is_formula(struct arena *arena, const char *cell);

#endif
