/* What rows and circles of /coins are worth, and by which theory. */
#include "core/games/coins/coins.h"

#include "core/limits.h"
#include "core/sg/fill/fill.h"

#include <stdlib.h>
#include <string.h>

struct list coins_given(const struct coins_position *position)
{
    static const struct num usual[] = {{1, NULL}, {2, NULL}};
    if (position->head.given & BIT(COINS_TAKE))
        return position->take;
    return (struct list){2, (void *)(uintptr_t)usual};
}

struct num coins_largest(const struct coins_position *position)
{
    struct num top = num(0);
    for (size_t i = 0; i < position->rows.n; i++)
        top = num_max(top, list_nums(position->rows)[i]);
    for (size_t i = 0; i < position->circles.n; i++)
        top = num_max(top, list_nums(position->circles)[i]);
    return top;
}

const struct rules *coins_rules(struct arena *arena, const int64_t *takes, size_t n)
{
    struct list list = {n, (void *)(uintptr_t)takes};
    struct given_rules given = {.head.given = BIT(GIVEN_TAKE) | BIT(GIVEN_LEAVE), .take = {TAKE_LIST, &list}};
    return rules_make(arena, &given);
}

static int compare(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static void choose_takes(struct coins *coins, struct num top)
{
    struct list given = coins_given(coins->ask->position);
    coins->takes = arena_array(coins->ask->arena, given.n, sizeof *coins->takes);
    for (size_t i = 0; i < given.n; i++) {
        struct num take = list_nums(given)[i];
        if (num_lt(top, take))
            continue;
        if (num_cmp_word(take, SG_AMOUNT_MAX) > 0)
            ask_too_large(coins->ask, SG_AMOUNT_MAX, "amounts that fit into a row or circle are solved up to %d", SG_AMOUNT_MAX);
        coins->takes[coins->n_takes++] = take.word;
    }
    qsort(coins->takes, coins->n_takes, sizeof *coins->takes, compare);
}

static uint64_t last_take(const struct coins *coins)
{
    return coins->n_takes ? (uint64_t)coins->takes[coins->n_takes - 1] : 0;
}

uint64_t coins_shorten(const struct coins *coins, struct num n)
{
    if (!coins->periodic)
        return (uint64_t)n.word;
    uint64_t least = last_take(coins) + 2 * coins->from + 2 * coins->period;
    if (num_lt(n, num_u64(least + coins->period)))
        return (uint64_t)n.word;
    return least + (uint64_t)num_mod(num_sub(n, num_u64(least)), num_u64(coins->period)).word;
}

unsigned coins_row(const struct coins *coins, uint64_t n)
{
    switch (coins->algebra) {
    case COINS_VALUES:
        return (unsigned)sg_word(coins->sg, n);
    case COINS_TAME:
        if (n >= coins->n_genera)
            return COINS_WILD;
        return coins->genera[n].value | (coins->genera[n].firm ? COINS_FIRM : 0u) | (coins->genera[n].wild ? COINS_WILD : 0u);
    case COINS_QUOTIENT:
        return quotient_heap(coins->quotient, n);
    case COINS_MIRROR:
    case COINS_SEARCH:
        break;
    }
    return 0;
}

unsigned coins_add(const struct coins *coins, unsigned a, unsigned b)
{
    switch (coins->algebra) {
    case COINS_VALUES:
        return a ^ b;
    case COINS_TAME:
        return ((a ^ b) & (COINS_FIRM - 1)) | ((a | b) & ~(COINS_FIRM - 1u));
    case COINS_QUOTIENT:
        return quotient_times(coins->quotient, a, b);
    case COINS_MIRROR:
    case COINS_SEARCH:
        break;
    }
    return 0;
}

static unsigned mex(const unsigned *values, size_t n)
{
    for (unsigned least = 0;; least++) {
        size_t i = 0;
        while (i < n && values[i] != least)
            i++;
        if (i == n)
            return least;
    }
}

/* The mex of the rows that it can become; tame: in both kinds of play. */
static unsigned circle_of_options(const struct coins *coins, struct num n)
{
    enum { TAKES_MAX = COINS_TAKES };
    unsigned normal[TAKES_MAX], misere[TAKES_MAX], wild = 0;
    size_t count = 0;
    for (; count < coins->n_takes && num_cmp_word(n, coins->takes[count]) >= 0; count++) {
        unsigned row = coins_row(coins, coins_shorten(coins, num_sub(n, num(coins->takes[count]))));
        normal[count] = coins->algebra == COINS_TAME ? row & (COINS_FIRM - 1) : row;
        misere[count] = row & COINS_FIRM ? normal[count] : normal[count] ^ 1;
        wild |= row & COINS_WILD;
    }
    unsigned value = mex(normal, count);
    if (coins->algebra == COINS_VALUES)
        return value;
    unsigned other = count ? mex(misere, count) : 1;
    bool tame = value == other || (value <= 1 && other == (value ^ 1));
    return value | (value == other ? COINS_FIRM : 0u) | (tame ? wild : COINS_WILD);
}

unsigned coins_circle(const struct coins *coins, size_t circle)
{
    if (coins->algebra == COINS_MIRROR || coins->algebra == COINS_SEARCH)
        return 0;
    if (coins->algebra == COINS_QUOTIENT) /* alone: nobody asks */
        return coins->circle_parts ? coins->quotient->extras[coins->circle_parts[circle]] : 0;
    return circle_of_options(coins, coins->circles[circle]);
}

static bool is_lost(const struct coins *coins, unsigned sum)
{
    if (coins->algebra == COINS_QUOTIENT)
        return quotient_lost(coins->quotient, sum);
    return sum == 1 || sum == COINS_FIRM; /* tame: fickle of value 1, firm of value 0 */
}

static unsigned element_left(const struct coins_part *part, uint64_t a, uint64_t b)
{
    const struct coins *coins = part->coins;
    return coins_add(coins, part->rest, coins_add(coins, coins_row(coins, a), coins_row(coins, b)));
}

bool coins_wins(const struct coins_part *part, uint64_t a, uint64_t b)
{
    const struct coins *coins = part->coins;
    if (coins->algebra == COINS_MIRROR)
        return false;
    if (coins->algebra == COINS_SEARCH)
        return coins_search_lost(coins->search, part->index, a, b);
    unsigned left = element_left(part, a, b);
    if (coins->algebra == COINS_VALUES)
        return num_is_word(coins->ask->target) && coins->ask->target.word == (int64_t)left;
    return is_lost(coins, left);
}

struct mark coins_mark(const struct coins_part *part, uint64_t a, uint64_t b)
{
    if (part->coins->algebra == COINS_VALUES)
        return mark_grundy(part->coins->ask, num(element_left(part, a, b)));
    return mark_outcome(coins_wins(part, a, b) ? OUTCOME_WIN : OUTCOME_LOSS);
}

/* The sum of everything. */
static unsigned sum_up(struct coins *coins)
{
    size_t n = coins->n_rows + coins->n_circles;
    unsigned *single = arena_array(coins->ask->arena, n, sizeof *single);
    coins->before = arena_array(coins->ask->arena, n + 1, sizeof *coins->before);
    coins->after = arena_array(coins->ask->arena, n + 1, sizeof *coins->after);
    for (size_t i = 0; i < n; i++) {
        budget_spend(coins->ask->budget, 16 + (i < coins->n_rows ? 0 : coins->n_takes * 16));
        single[i] =
            i < coins->n_rows ? coins_row(coins, coins_shorten(coins, coins->rows[i])) : coins_circle(coins, i - coins->n_rows);
        coins->before[i + 1] = coins_add(coins, coins->before[i], single[i]);
    }
    for (size_t i = n; i-- > 0;)
        coins->after[i] = coins_add(coins, coins->after[i + 1], single[i]);
    return coins->before[n];
}

bool coins_short(const int64_t *takes, size_t n, struct num top)
{
    return num_cmp_word(top, COINS_TABLE) <= 0 && !(n == 2 && takes[0] + takes[1] == 3);
}

/* A table of its own, no longer than needed: the engine would first look for a period in many more values. */
static void fill_short(struct coins *coins, const struct rules *rules, uint64_t top)
{
    struct ask *ask = coins->ask;
    struct fill fill = {.rules = rules, .arena = ask->arena, .budget = ask->budget, .width = sizeof(uint16_t)};
    fill.data = arena_raw(ask->arena, (top + 1) * fill.width + FILL_SLACK);
    fill_sets(&fill, top + 1);
    *coins->sg =
        (struct sg){.rules = rules, .table = {.data = fill.data, .count = fill.count, .width = fill.width}, .method = "table"};
}

/* Whether a row has an amount of its own parity: taken from the middle it leaves two equal rows, so the row is worth more than 0.
 */
static bool row_has_middle(const struct coins *coins, struct num n)
{
    int64_t parity = num_mod(n, num(2)).word;
    for (size_t i = 0; i < coins->n_takes && num_cmp_word(n, coins->takes[i]) >= 0; i++)
        if (coins->takes[i] % 2 == parity)
            return true;
    return false;
}

/* Whether every row that the circle can become has such a middle: then the circle is worth 0, however large it is. */
static bool is_mirrored(const struct coins *coins, struct num circle)
{
    for (size_t i = 0; i < coins->n_takes && num_cmp_word(circle, coins->takes[i]) >= 0; i++)
        if (!row_has_middle(coins, num_sub(circle, num(coins->takes[i]))))
            return false;
    return true;
}

/* Large circles alone, all worth 0, where nobody asks what their moves are worth: no table is needed. */
static bool all_mirrored(const struct coins *coins, struct num top)
{
    const struct ask *ask = coins->ask;
    if (wants_all(ask) || !num_is_zero(ask->target) || num_cmp_word(top, COINS_TABLE) <= 0)
        return false;
    for (size_t i = 0; i < coins->n_rows; i++)
        if (num_cmp_word(coins->rows[i], coins->takes[0]) >= 0)
            return false;
    for (size_t i = 0; i < coins->n_circles; i++) {
        budget_spend(ask->budget, coins->n_takes * coins->n_takes);
        if (!is_mirrored(coins, coins->circles[i]))
            return false;
    }
    return true;
}

static void open_values(struct coins *coins, struct num top)
{
    struct ask *ask = coins->ask;
    if (all_mirrored(coins, top)) {
        coins->algebra = COINS_MIRROR;
        ask->answer.method = "mirror";
        answer_grundy(ask, num(sum_up(coins)));
        return;
    }
    const struct rules *rules = coins_rules(ask->arena, coins->takes, coins->n_takes);
    coins->sg = arena_alloc(ask->arena, sizeof *coins->sg);
    if (coins_short(coins->takes, coins->n_takes, top))
        fill_short(coins, rules, (uint64_t)top.word);
    else
        sg_open(coins->sg,
                &(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store, .promised = COINS_TABLE}, rules,
                top);
    coins->periodic = coins->sg->table.proven;
    coins->from = coins->sg->table.preperiod;
    coins->period = coins->sg->table.period;
    ask->answer.method = coins->sg->method;
    answer_grundy(ask, num(sum_up(coins)));
}

static void open_search(struct coins *coins, const struct quotient *why)
{
    coins->algebra = COINS_SEARCH;
    coins->periodic = false;
    if (num_cmp_word(coins_number(coins), COINS_SEARCHED) > 0)
        quotient_refuse(coins->ask, why);
    coins->search = coins_search_new(coins);
    sum_up(coins);
    coins->ask->answer.verdict = coins_search_lost(coins->search, SIZE_MAX, 0, 0) ? OUTCOME_LOSS : OUTCOME_WIN;
    coins->ask->answer.method = "search";
}

/* Genera of all rows, or of those up to a wild one and the least amount: every row beyond has an option with that wild one. */
static void find_genera(struct coins *coins, const struct rules *rules, uint64_t top)
{
    enum { FIRST = 64, FACTOR = 4 };
    const struct ask *ask = coins->ask;
    uint64_t last = FIRST, wild = 0;
    for (;; last *= FACTOR) {
        last = last < top ? last : top;
        coins->genera =
            misere_genera(&(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store}, rules, last);
        coins->n_genera = last + 1;
        for (wild = 0; wild <= last && !coins->genera[wild].wild;)
            wild++;
        if (last == top || wild + (uint64_t)coins->takes[0] <= last)
            return;
    }
}

static bool open_tame(struct coins *coins, const struct rules *rules, struct num top)
{
    coins->algebra = COINS_TAME;
    find_genera(coins, rules, (uint64_t)top.word);
    unsigned sum = sum_up(coins);
    if (sum & COINS_WILD)
        return false;
    coins->ask->answer.method = "misere";
    coins->ask->answer.verdict = is_lost(coins, sum) ? OUTCOME_LOSS : OUTCOME_WIN;
    return true;
}

/* A circle alone: whether none of the rows that it may become is lost. */
static bool circle_lost(const struct coins *coins)
{
    for (size_t i = 0; i < coins->n_circles; i++)
        for (size_t k = 0; k < coins->n_takes && num_cmp_word(coins->circles[i], coins->takes[k]) >= 0; k++)
            if (is_lost(coins, coins_row(coins, coins_shorten(coins, num_sub(coins->circles[i], num(coins->takes[k]))))))
                return false;
    return true;
}

static bool open_quotient(struct coins *coins, const struct rules *rules, const struct quotient *rows,
                          const struct quotient **why)
{
    if (!coins_by_quotient(coins, rules, rows, why))
        return false;
    unsigned sum = sum_up(coins);
    bool alone = true;
    for (size_t i = 0; i < coins->n_rows; i++)
        alone &= num_cmp_word(coins->rows[i], coins->takes[0]) < 0;
    alone &= coins->n_circles && !coins->circle_parts;
    bool lost = alone ? circle_lost(coins) : is_lost(coins, sum);
    coins->ask->answer.verdict = lost ? OUTCOME_LOSS : OUTCOME_WIN;
    return true;
}

/* The quotient where it is whole and no simpler theorem covers the game; few coins by search; tame ones; then again the quotient,
 * as far as it reaches. */
static void open_misere(struct coins *coins)
{
    struct ask *ask = coins->ask;
    struct num top = coins_largest_row(coins);
    const struct rules *rules = coins_rules(ask->arena, coins->takes, coins->n_takes);
    struct sg_job job = {.arena = ask->arena, .budget = ask->budget, .store = ask->store};
    bool few = num_cmp_word(coins_number(coins), COINS_SEARCHED / 2) <= 0;
    const struct quotient *rows = few ? quotient_if_soon(&job, rules) : quotient_open(&job, rules, top), *why = rows;
    bool whole = rows && rows->whole && rows->wild;
    if (whole && open_quotient(coins, rules, rows, &why))
        return;
    if (!few && num_cmp_word(top, SG_MISERE_MAX) <= 0 && open_tame(coins, rules, top))
        return;
    if (!few && !whole && quotient_covers(rows, top) && open_quotient(coins, rules, rows, &why))
        return;
    open_search(coins, why);
}

/* No amount fits anywhere. */
static void open_over(struct coins *coins, bool misere)
{
    coins->ask->answer.method = "rule";
    if (misere)
        coins->ask->answer.verdict = OUTCOME_WIN;
    else
        answer_grundy(coins->ask, num(0));
}

void coins_open(struct coins *coins, struct ask *ask)
{
    const struct coins_position *p = ask->position;
    struct num top = coins_largest(p);
    *coins = (struct coins){
        .ask = ask, .rows = list_nums(p->rows), .circles = list_nums(p->circles), .n_rows = p->rows.n, .n_circles = p->circles.n};
    choose_takes(coins, top);
    if (coins->n_takes == 0) {
        open_over(coins, p->misere);
        return;
    }
    if (!p->misere) {
        open_values(coins, top);
        return;
    }
    open_misere(coins);
}
