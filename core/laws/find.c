/* The order of the search, and of what it found. */
#include "core/laws/find.h"

#include "core/laws/families/families.h"
#include "core/laws/naturals.h"
#include "core/laws/view.h"

#include <string.h>

/* Families of one list of values; of lost places, where nothing else is known of them, the same. */
static void find_on_line(const struct view *view, bool statements)
{
    if (find_constant(view))
        return;
    find_period(view);
    if (view->subject == SUBJECT_VERDICT && !view->lost)
        return; /* drawn ones among them: no numbers */
    find_formula(view);
    find_key(view);
    if (statements)
        find_similar(view);
}

static void find_on_plane(const struct view *view)
{
    if (find_constant(view))
        return;
    find_diagonal(view);
    if (view->subject == SUBJECT_VERDICT && !view->lost)
        return;
    find_plane_formula(view);
    find_plane_key(view);
    if (!view->lost)
        find_separable(view);
    find_classes(view);
}

static void find_lost(const struct view *view)
{
    if (view->min == view->max)
        return;
    if (view->variables == 1) {
        find_set(view);
        find_recurrence(view);
        return;
    }
    find_beatty_pairs(view);
    find_lost_line(view);
    find_ratio(view);
}

static void find_all(struct laws_search *finding, const struct law_table *table)
{
    struct view values, lost;
    void (*const find)(const struct view *) = table->variables == 1 ? NULL : find_on_plane;
    bool drawn = false;
    if (table->subject == SUBJECT_VERDICT)
        for (size_t i = 0; i < table->size[0] * (table->variables == 2 ? table->size[1] : 1); i++)
            drawn |= table->values[i] == VALUE_DRAWN;
    bool both = table->subject != SUBJECT_VERDICT || drawn;
    if (both) {
        view_open(&values, finding, table, false);
        find ? find(&values) : find_on_line(&values, true);
    }
    if (table->subject == SUBJECT_NUMBER)
        return;
    view_open(&lost, finding, table, true);
    if (!finding->n)
        find ? find(&lost) : find_on_line(&lost, true);
    find_lost(&lost);
}

/* By evidence; of equal ones the first found. Few. */
static void sort_laws(struct laws_search *finding)
{
    for (size_t i = 1; i < finding->n; i++) {
        struct law *law = finding->v[i];
        size_t to = i;
        for (; to > 0 && finding->v[to - 1]->evidence < law->evidence; to--)
            finding->v[to] = finding->v[to - 1];
        finding->v[to] = law;
    }
}

/* Whether two laws say the same of the places next to the table. */
static bool agree(const struct law *a, const struct law *b, const struct law_table *table)
{
    enum { LINE = 4096, SIDE = 32 };
    bool line = table->variables == 1;
    int64_t rows = line ? LINE : SIDE, columns = line ? 1 : SIDE, first = 0, second = 0;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            int64_t x = table->from[0] + (int64_t)table->size[0] + i, y = line ? 0 : table->from[1] + (int64_t)table->size[1] + j;
            if (law_tells(a, x, y, &first) != law_tells(b, x, y, &second) || first != second)
                return false;
        }
    return true;
}

/* Of one family those that differ from a better one: x % 2 has many names. */
static void drop_doubles(struct laws_search *finding, const struct law_table *table)
{
    size_t n = 0;
    for (size_t i = 0; i < finding->n; i++) {
        bool doubled = false;
        for (size_t k = 0; k < n && !doubled; k++)
            doubled = strcmp(finding->v[k]->family, finding->v[i]->family) == 0 && agree(finding->v[k], finding->v[i], table);
        budget_spend(finding->budget, 65536);
        if (!doubled)
            finding->v[n++] = finding->v[i];
    }
    finding->n = n;
}

enum { REACH = 4 }; /* formulas look a few places beyond */

struct laws laws_find(const struct law_table *table, int64_t horizon, struct arena *arena, struct budget *budget)
{
    struct laws_search finding = {.arena = arena, .budget = budget, .horizon = horizon};
    finding.naturals = naturals_new(arena, budget);
    naturals_reach(finding.naturals, table->from[0] + (int64_t)table->size[0] + REACH);
    find_all(&finding, table);
    sort_laws(&finding);
    drop_doubles(&finding, table);
    return (struct laws){finding.n, finding.v};
}

const struct law *name_list(const struct view *view, int64_t from, const int64_t *values, size_t n)
{
    struct law_table table = {.subject = SUBJECT_NUMBER, .variables = 1, .from = {from, 0}, .size = {n, 1}, .values = values};
    struct laws_search finding = *view->finding;
    struct view list;
    finding.n = finding.room = 0;
    finding.v = NULL;
    if (n == 0)
        return NULL;
    naturals_reach(finding.naturals, from + (int64_t)n + REACH);
    view_open(&list, &finding, &table, false);
    list.named = true;
    find_on_line(&list, false);
    sort_laws(&finding);
    for (size_t i = 0; i < finding.n; i++)
        if (finding.v[i]->expression)
            return finding.v[i];
    return NULL;
}

bool law_tells(const struct law *law, int64_t x, int64_t y, int64_t *value)
{
    for (size_t i = 0; i < law->exceptions; i++)
        if (law->exception[i].at[0] == x && law->exception[i].at[1] == y) {
            *value = law->exception[i].value;
            return true;
        }
    return x >= law->from[0] && y >= law->from[1] && law->tell(law, x, y, value);
}

int64_t law_wants(const struct law *law, int64_t value)
{
    return law->of_lost ? value == VALUE_LOST : value;
}
