#include "core/mistakes/glance.h"

#include "core/kit/scores.h"
#include "core/promise.h"
#include "core/solve.h"

#include <string.h>

/* ---- a position by its fields ---- */

static const struct field *find(const struct type *object, const char *name)
{
    const struct field *field = object->fields;
    while (field->name && strcmp(field->name, name) != 0)
        field++;
    return field->name ? field : NULL;
}

const void *glance_field(const struct glance *at, const char *name)
{
    const struct field *field = find(at->game->position, name);
    promise(field);
    return (const char *)at->position + field->offset;
}

static size_t count_words(const struct type *type, const void *value)
{
    const struct list *list = value;
    size_t n = type->kind == KIND_LIST ? list->n : type->kind == KIND_TUPLE ? (size_t)type->max : 0, total = 0;
    if (type->kind == KIND_INT || type->kind == KIND_SMALL)
        return 1;
    const char *items = type->kind == KIND_LIST ? list->v : value;
    if (n && (type->item->kind == KIND_INT || type->item->kind == KIND_SMALL))
        return n;
    for (size_t i = 0; i < n; i++)
        total += count_words(type->item, items + i * type->item->size);
    return total;
}

static bool take_word(struct ints *words, int64_t word)
{
    words->v[words->n++] = word;
    return word >= -GLANCE_WORD_MAX && word <= GLANCE_WORD_MAX;
}

static bool take_words(struct ints *words, const struct type *type, const void *value)
{
    const struct list *list = value;
    size_t n = type->kind == KIND_LIST ? list->n : type->kind == KIND_TUPLE ? (size_t)type->max : 0;
    const char *items = type->kind == KIND_LIST ? list->v : value;
    bool all = true;
    if (type->kind == KIND_INT)
        return num_is_word(*(const struct num *)value) && take_word(words, ((const struct num *)value)->word);
    if (type->kind == KIND_SMALL)
        return take_word(words, *(const int64_t *)value);
    for (size_t i = 0; i < n && all; i++)
        all = take_words(words, type->item, items + i * type->item->size);
    return all;
}

static bool words_of(const struct glance *at, const struct type *type, const void *value, struct ints *words)
{
    *words = (struct ints){0, arena_raw(at->arena, (count_words(type, value) + 1) * sizeof *words->v)};
    return take_words(words, type, value);
}

bool glance_given(const struct glance *at, const char *name)
{
    const struct field *field = find(at->game->position, name);
    promise(field);
    return field->need != NEED_OPTIONAL || ((const struct head *)at->position)->given & BIT(field - at->game->position->fields);
}

bool glance_words(const struct glance *at, const char *name, struct ints *words)
{
    return glance_given(at, name) && words_of(at, find(at->game->position, name)->type, glance_field(at, name), words);
}

bool glance_word(const struct glance *at, const char *name, int64_t *word)
{
    struct ints words;
    bool there = glance_words(at, name, &words) && words.n == 1;
    *word = there ? words.v[0] : 0;
    return there;
}

bool glance_flag(const struct glance *at, const char *name)
{
    return *(const bool *)glance_field(at, name);
}

bool glance_rows(const struct glance *at, const char *name, size_t *n, struct ints **rows)
{
    const struct type *type = find(at->game->position, name)->type;
    const struct list *list = glance_field(at, name);
    bool all = true;
    *n = list->n;
    *rows = arena_array(at->arena, list->n, sizeof **rows);
    for (size_t i = 0; i < list->n && all; i++)
        all = words_of(at, type->item, (const char *)list->v + i * type->item->size, &(*rows)[i]);
    return all;
}

static void *copy_of(const struct glance *at)
{
    void *copy = arena_alloc(at->arena, at->game->position->size);
    memcpy(copy, at->position, at->game->position->size);
    return copy;
}

const void *glance_alone(const struct glance *at, const char *name, size_t i)
{
    const struct field *field = find(at->game->position, name);
    char *copy = copy_of(at);
    struct list *list = (struct list *)(void *)(copy + field->offset);
    *list = (struct list){1, (char *)list->v + i * field->type->item->size};
    return copy;
}

const void *glance_normal(const struct glance *at)
{
    char *copy = copy_of(at);
    *(bool *)(copy + find(at->game->position, "misere")->offset) = false;
    return copy;
}

struct solving {
    const struct glance *at;
    struct ask ask;
};

static void solve_under(void *what)
{
    struct solving *solving = what;
    solving->ask.listing = LISTING_NONE;
    solving->ask.limit = 0;
    solving->ask.uncounted = true;
    ask_solve(&solving->ask);
}

/* `shared`: of positions that are the same in what can be shared; NULL. */
static bool solve_one(const struct glance *at, const void *position, const void *shared, enum outcome *verdict, int64_t *grundy)
{
    struct solving solving = {.at = at};
    struct escape landed;
    ask_init(&solving.ask, at->game, position, at->arena, at->budget, at->store);
    solving.ask.shared = shared;
    solving.ask.bare = shared != NULL;
    enum status status = arena_try(at->arena, &landed, solve_under, &solving);
    if (status != STATUS_ok && status != STATUS_too_large)
        arena_escape_on(at->arena, &landed);
    if (status != STATUS_ok)
        return false;
    const struct answer *answer = &solving.ask.answer;
    if (verdict)
        *verdict = answer->verdict;
    if (grundy && !(answer->grundy_known && num_is_word(answer->grundy)))
        return false;
    if (grundy)
        *grundy = answer->grundy.word;
    return true;
}

bool glance_solve(const struct glance *at, const void *position, enum outcome *verdict, int64_t *grundy)
{
    return solve_one(at, position, NULL, verdict, grundy);
}

/* What the positions share that differ in that list alone. */
static const void *share(const struct glance *at, const char *list)
{
    const struct sharing *sharing = at->game->sharing;
    if (!sharing || !sharing->valued)
        return NULL;
    for (size_t i = 0; sharing->by[i]; i++)
        if (strcmp(sharing->by[i], list) == 0)
            return NULL;
    struct ask ask;
    ask_init(&ask, at->game, at->position, at->arena, at->budget, at->store);
    return sharing->make(&ask);
}

bool glance_values(const struct glance *at, const char *name, struct ints *values)
{
    enum { ITEMS_MOST = 1000 };
    const struct list *list = glance_field(at, name);
    if (list->n > ITEMS_MOST)
        return false;
    *values = (struct ints){list->n, arena_raw(at->arena, (list->n + 1) * sizeof *values->v)};
    const void *shared = share(at, name);
    for (size_t i = 0; i < list->n; i++)
        if (!solve_one(at, glance_alone(at, name, i), shared, NULL, &values->v[i]))
            return false;
    return true;
}

/* ---- what is said ---- */

bool tell_outcome(const struct glance *at, enum outcome verdict)
{
    at->told->verdict = verdict;
    return true;
}

bool tell_win(const struct glance *at, bool win)
{
    return tell_outcome(at, win ? OUTCOME_WIN : OUTCOME_LOSS);
}

bool tell_grundy(const struct glance *at, int64_t grundy)
{
    at->told->grundy_known = true;
    at->told->grundy = grundy;
    return tell_win(at, grundy != 0);
}

bool tell_count(const struct glance *at, int64_t count)
{
    at->told->count_known = true;
    at->told->count = count;
    return tell_win(at, count != 0);
}

bool tell_value(const struct glance *at, int64_t value)
{
    at->told->value_known = true;
    at->told->value = value;
    if (at->game->traits & TRAIT_DECIDER)
        return true;
    const struct num *lead = score_lead(at->game, at->position);
    int sign = num_sign(lead ? num_add(*lead, num(value)) : num(value));
    return tell_outcome(at, sign > 0 ? OUTCOME_WIN : sign < 0 ? OUTCOME_LOSS : OUTCOME_DRAW);
}

/* A move whose first fields are these numbers. */
static const void *move_of(const struct glance *at, size_t width, const int64_t *fields)
{
    const struct type *type = at->game->move;
    char *move = arena_alloc(at->arena, type->size);
    for (size_t i = 0; i < width; i++) {
        const struct field *field = &type->fields[i];
        promise(field->name && (field->type->kind == KIND_INT || field->type->kind == KIND_SMALL));
        if (field->type->kind == KIND_INT)
            *(struct num *)(void *)(move + field->offset) = num(fields[i]);
        else
            *(int64_t *)(void *)(move + field->offset) = fields[i];
        ((struct head *)(void *)move)->given |= BIT(i);
    }
    return move;
}

bool tell_first(const struct glance *at, size_t n, const int64_t *fields)
{
    struct belief *told = at->told;
    told->first_known = true;
    told->n = n ? 1 : 0;
    told->moves = arena_array(at->arena, 1, sizeof *told->moves);
    if (n)
        told->moves[0] = move_of(at, n, fields);
    return tell_win(at, n != 0);
}

bool tell_moves(const struct glance *at, size_t n, size_t width, const int64_t *fields)
{
    struct belief *told = at->told;
    told->first_known = told->all_known = true;
    told->n = n;
    told->moves = arena_array(at->arena, n, sizeof *told->moves);
    for (size_t i = 0; i < n; i++)
        told->moves[i] = move_of(at, width, fields + i * width);
    return tell_count(at, (int64_t)n);
}

/* ---- sums ---- */

int64_t words_xor(struct ints words)
{
    int64_t sum = 0;
    for (size_t i = 0; i < words.n; i++)
        sum ^= words.v[i];
    return sum;
}

int64_t words_parity(struct ints words)
{
    return words_xor(words) & 1;
}

size_t words_equal(struct ints words, int64_t value)
{
    size_t n = 0;
    for (size_t i = 0; i < words.n; i++)
        n += words.v[i] == value;
    return n;
}

int64_t words_most(struct ints words)
{
    int64_t most = 0;
    for (size_t i = 0; i < words.n; i++)
        most = words.v[i] > most ? words.v[i] : most;
    return most;
}

/* ---- the door ---- */

bool mistake_tell(const struct mistake *mistake, const struct game *game, const void *position, struct budget *budget,
                  struct store *store, struct belief *told)
{
    struct glance at = {
        .game = game, .position = position, .arena = budget->arena, .budget = budget, .store = store, .told = told};
    *told = (struct belief){.verdict = OUTCOME_NONE};
    return mistake->tell(&at);
}

const struct mistake *mistake_find(const struct game *game, const char *id)
{
    for (const struct mistake *m = game->mistakes; m && m->id; m++)
        if (strcmp(m->id, id) == 0)
            return m;
    return NULL;
}

/* ---- against the truth ---- */

static bool moves_differ(const struct belief *told, const struct ask *ask)
{
    const size_t head = sizeof(struct head); /* which fields are there is not told by every game */
    const struct page *page = &ask->answer.winning;
    bool differ = (told->n == 0) != (page->n == 0);
    for (size_t i = 0; i < told->n && i < page->n; i++)
        differ |=
            memcmp((const char *)told->moves[i] + head, (const char *)page->v[i].move + head, ask->game->move->size - head) != 0;
    return differ;
}

static bool value_differs(const struct belief *told, const struct ask *ask)
{
    const struct field *field = find(ask->game->extra, "value");
    const void *value = (const char *)ask->extra + field->offset;
    if (field->type->kind == KIND_INT)
        return num_cmp_word(*(const struct num *)value, told->value) != 0;
    return *(const int64_t *)value != told->value;
}

bool mistake_errs(const struct belief *told, const struct ask *ask)
{
    const struct answer *answer = &ask->answer;
    if (told->verdict != OUTCOME_NONE && answer->verdict != OUTCOME_NONE && told->verdict != answer->verdict)
        return true;
    if (told->grundy_known && answer->grundy_known && num_cmp_word(answer->grundy, told->grundy) != 0)
        return true;
    if (told->count_known && !answer->winning_count_unknown && num_cmp_word(answer->winning.seen, told->count) != 0)
        return true;
    return (told->first_known && moves_differ(told, ask)) || (told->value_known && value_differs(told, ask));
}
