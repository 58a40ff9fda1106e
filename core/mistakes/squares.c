/* Wrong methods for squares put on a grid. */
#include "core/mistakes/glance.h"

#include <string.h>

struct grid_seen {
    size_t rows, cols;
    char **cell; /* a copy */
};

static bool grid(const struct glance *at, struct grid_seen *grid)
{
    const struct list *lines = glance_field(at, "grid");
    grid->rows = lines->n;
    grid->cols = lines->n ? strlen(list_texts(*lines)[0]) : 0;
    grid->cell = arena_array(at->arena, lines->n + 1, sizeof *grid->cell);
    for (size_t i = 0; i < lines->n; i++)
        grid->cell[i] = arena_copy(at->arena, list_texts(*lines)[i], grid->cols);
    return grid->rows > 1 && grid->cols > 1;
}

static bool fits(const struct grid_seen *g, size_t i, size_t j)
{
    return g->cell[i][j] == '.' && g->cell[i][j + 1] == '.' && g->cell[i + 1][j] == '.' && g->cell[i + 1][j + 1] == '.';
}

/* Places where a square fits, in reading order; put there, or only counted. */
static bool parity(const struct glance *at, bool put)
{
    struct grid_seen g;
    size_t n = 0;
    if (!grid(at, &g))
        return false;
    for (size_t i = 0; i + 1 < g.rows; i++)
        for (size_t j = 0; j + 1 < g.cols; j++) {
            if (!fits(&g, i, j))
                continue;
            n++;
            if (put)
                g.cell[i][j] = g.cell[i][j + 1] = g.cell[i + 1][j] = g.cell[i + 1][j + 1] = '#';
        }
    return tell_win(at, n % 2);
}

static bool greedy_parity(const struct glance *at)
{
    return parity(at, true);
}

static bool places_parity(const struct glance *at)
{
    return parity(at, false);
}

/* Takes the free cells that hang together with this one out of `from`, into `to`. */
static void take_component(struct grid_seen *from, struct grid_seen *to, size_t i, size_t j)
{
    bool more = true;
    from->cell[i][j] = '#';
    to->cell[i][j] = '.';
    while (more) {
        more = false;
        for (size_t r = 0; r < from->rows; r++)
            for (size_t c = 0; c < from->cols; c++) {
                bool near = (r && to->cell[r - 1][c] == '.') || (c && to->cell[r][c - 1] == '.') ||
                            (r + 1 < from->rows && to->cell[r + 1][c] == '.') ||
                            (c + 1 < from->cols && to->cell[r][c + 1] == '.');
                if (from->cell[r][c] != '.' || !near)
                    continue;
                from->cell[r][c] = '#';
                to->cell[r][c] = '.';
                more = true;
            }
    }
}

static bool any_component_wins(const struct glance *at)
{
    struct grid_seen g, alone;
    bool any = false;
    if (!grid(at, &g) || !grid(at, &alone))
        return false;
    char *position = arena_alloc(at->arena, at->game->position->size);
    memcpy(position, at->position, at->game->position->size);
    struct list *lines =
        (struct list *)(void *)(position + ((const char *)glance_field(at, "grid") - (const char *)at->position));
    lines->v = alone.cell;
    for (size_t i = 0; i < g.rows; i++)
        for (size_t j = 0; j < g.cols; j++) {
            enum outcome verdict;
            if (g.cell[i][j] != '.')
                continue;
            for (size_t r = 0; r < g.rows; r++)
                memset(alone.cell[r], '#', g.cols);
            take_component(&g, &alone, i, j);
            if (!glance_solve(at, position, &verdict, NULL))
                return false;
            any |= verdict == OUTCOME_WIN;
        }
    return tell_win(at, any);
}

const struct mistake mistakes_squares[] = {
    {"greedy-parity",
     {"the parity of squares put greedily row by row", "逐行贪心放置后看块数的奇偶"},
     {"How many squares fit in the end depends on how they are put.", "最终能放几块取决于放法。"},
     "{\"grid\":[\"....\",\"....\"]}",
     NULL,
     greedy_parity},
    {"places-parity",
     {"the parity of the places", "可放位置数的奇偶性"},
     {"One square takes several places away at once.", "放一块会同时占去几个位置。"},
     "{\"grid\":[\"...\",\"...\"]}",
     NULL,
     places_parity},
    {"any-component-wins",
     {"won as soon as one component is won", "只要有一个连通块必胜就判必胜"},
     {"The values of the components are xored; two equal ones cancel each other.",
      "应对各连通块的 SG 值求异或，相等的两个互相抵消。"},
     "{\"grid\":[\"..#..\",\"..#..\"]}",
     NULL,
     any_component_wins},
    {0},
};
