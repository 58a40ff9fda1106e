/* Pages of moves, and bisection in them. */
#include "api/tools/moves.h"

#include <string.h>

/* Most positions show all their moves in the first page; most others in the second. */
enum { PAGE_FIRST = 64, PAGE_WHOLE = 10000, LIMBS_KEPT = 80 };

static void asking_begin(const struct asking *asking, struct ask *ask, enum listing listing, struct num offset, size_t limit)
{
    ask_init(ask, asking->game, asking->position, asking->budget->arena, asking->budget, asking->store);
    ask->listing = listing;
    ask->offset = offset;
    ask->limit = limit;
    ask->target = asking->target;
    ask->others = asking->others;
}

void asking_look(const struct asking *asking, struct ask *ask, enum listing listing, size_t limit)
{
    asking_begin(asking, ask, listing, num(0), limit);
    ask->enough = true;
    ask_solve(ask);
}

void asking_solve(const struct asking *asking, struct ask *ask, enum listing listing, struct num offset, size_t limit)
{
    asking_begin(asking, ask, listing, offset, limit);
    ask_solve(ask);
}

static int compare(const struct type *type, const void *a, const void *b);

static int compare_items(const struct type *item, const char *a, size_t a_count, const char *b, size_t b_count)
{
    for (size_t i = 0; i < a_count && i < b_count; i++) {
        int order = compare(item, a + i * item->size, b + i * item->size);
        if (order)
            return order;
    }
    return (a_count > b_count) - (a_count < b_count);
}

static int compare_words(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Recursion follows the type, which is finite. */
static int compare(const struct type *type, const void *a, const void *b)
{
    switch (type->kind) {
    case KIND_BOOL:
        return compare_words(*(const bool *)a, *(const bool *)b);
    case KIND_SMALL:
        return compare_words(*(const int64_t *)a, *(const int64_t *)b);
    case KIND_INT:
        return num_cmp(*(const struct num *)a, *(const struct num *)b);
    case KIND_NAME:
        return compare_words(*(const int *)a, *(const int *)b);
    case KIND_TEXT:
        return strcmp(*(const char *const *)a, *(const char *const *)b);
    case KIND_LIST: {
        const struct list *x = a, *y = b;
        return compare_items(type->item, x->v, x->n, y->v, y->n);
    }
    case KIND_TUPLE:
        return compare_items(type->item, a, (size_t)type->max, b, (size_t)type->max);
    case KIND_OBJECT:
        return move_compare(type, a, b);
    case KIND_CHOICE: {
        const struct choice *x = a, *y = b;
        return x->which != y->which ? compare_words(x->which, y->which) : compare(type->choices[x->which], x->value, y->value);
    }
    case KIND_ANY: {
        const struct any *x = a, *y = b;
        return compare(x->type, x->value, y->value);
    }
    }
    return 0;
}

/* The same, with what most fields are at hand. */
static inline int compare_fields(const struct type *type, const void *a, const void *b)
{
    return type->kind == KIND_INT     ? num_cmp(*(const struct num *)a, *(const struct num *)b)
           : type->kind == KIND_SMALL ? compare_words(*(const int64_t *)a, *(const int64_t *)b)
                                      : compare(type, a, b);
}

int move_compare(const struct type *move, const void *a, const void *b)
{
    return move_compare_first(move, SIZE_MAX, a, b);
}

int move_compare_first(const struct type *move, size_t fields, const void *a, const void *b)
{
    const struct head *x = a, *y = b;
    for (size_t n = 0, i; n < fields && move->fields[i = field_in_order(move, a, n)].name; n++) {
        const struct field *field = &move->fields[i];
        if (field->need != NEED_ALWAYS && (x->given ^ y->given) & BIT(i))
            return x->given & BIT(i) ? -1 : 1;
        if (field->need != NEED_ALWAYS && !(x->given & BIT(i)))
            continue;
        int order = compare_fields(field->type, (const char *)a + field->offset, (const char *)b + field->offset);
        if (order)
            return order;
    }
    return 0;
}

/* Moves ascend. Invariant: those below `low` sort before the wanted one, those from `high` on behind it. */
static bool find_in_page(const struct ask *ask, const void *move, struct listed *found)
{
    const struct page *page = &ask->answer.all;
    for (size_t low = 0, high = page->n; low < high;) {
        size_t middle = low + (high - low) / 2;
        int order = move_compare(ask->game->move, page->v[middle].move, move);
        if (order == 0) {
            *found = page->v[middle];
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* How the move at that index compares with the wanted one. False: the list has no such index. */
static bool probe(const struct asking *asking, struct num index, const void *move, int *order)
{
    struct arena_mark mark = arena_mark(asking->budget->arena);
    struct ask ask;
    asking_solve(asking, &ask, LISTING_ALL, index, 1);
    bool there = ask.answer.all.n == 1;
    if (there)
        *order = move_compare(ask.game->move, ask.answer.all.v[0].move, move);
    arena_rewind(asking->budget->arena, mark);
    return there;
}

/* An index from which on no move lies below the wanted one, where the count of moves is not known. */
static struct num reach(const struct asking *asking, const void *move)
{
    struct num index = num(PAGE_FIRST);
    for (int order = -1; order < 0; index = num_add(index, index)) {
        if (!probe(asking, index, move, &order))
            arena_escape(asking->budget->arena, STATUS_too_large, -1,
                         "there are more moves than can be counted, so whether a move is among them cannot be told");
        if (order >= 0)
            break;
    }
    return num_add(index, num(1));
}

/* Invariant: moves below `low` sort before the wanted one, moves from `high` on do not. */
static bool bisect(const struct asking *asking, const void *move, struct num high, struct listed *found)
{
    struct num low = num(0);
    while (num_lt(low, high)) {
        struct num middle = num_shr(num_add(low, high), 1);
        int order = 0;
        bool there = probe(asking, middle, move, &order);
        if (there && order < 0)
            low = num_add(middle, num(1));
        else
            high = middle;
    }
    struct ask ask;
    asking_solve(asking, &ask, LISTING_ALL, low, 1);
    return find_in_page(&ask, move, found);
}

static int order_of(const struct ask *ask, const void *listed, const void *wanted)
{
    return move_compare(ask->game->move, listed, wanted);
}

/* The first moves, among which the wanted one is looked for: in a list where the game makes one nevertheless, as sums do. */
static bool seek_first(const struct asking *asking, const void *move, struct listed *found, struct ask *ask)
{
    struct seek seek = {.move = move, .order = order_of};
    asking_begin(asking, ask, LISTING_ALL, num(0), PAGE_FIRST);
    ask->seek = move ? &seek : NULL;
    ask_solve(ask);
    ask->seek = NULL;
    if (!move)
        return false;
    if (seek.found.move)
        *found = seek.found;
    return seek.found.move || (ask->answer.all.v && find_in_page(ask, move, found));
}

bool move_find(const struct asking *asking, const void *move, struct listed *found, struct ask *whole)
{
    struct arena *arena = asking->budget->arena;
    struct arena_mark mark = arena_mark(arena);
    struct ask ask, *first = whole ? whole : &ask;
    bool there = seek_first(asking, move, found, first);
    if (there || !move)
        return there;
    bool unknown = first->answer.move_count_unknown;
    struct num count = first->answer.move_count;
    if (!whole)
        count = rewind_keeping(arena, mark, count); /* what this took, the next ones may need */
    if (unknown)
        return bisect(asking, move, reach(asking, move), found);
    if (num_cmp_word(count, PAGE_FIRST) <= 0)
        return false;
    if (num_cmp_word(count, PAGE_WHOLE) > 0)
        return bisect(asking, move, count, found);
    asking_solve(asking, &ask, LISTING_ALL, num(PAGE_FIRST), PAGE_WHOLE);
    return find_in_page(&ask, move, found);
}

struct num rewind_keeping(struct arena *arena, struct arena_mark mark, struct num value)
{
    uint64_t limbs[LIMBS_KEPT];
    if (num_is_word(value)) {
        arena_rewind(arena, mark);
        return value;
    }
    size_t n = (size_t)(num_bits(value) + LIMB_BITS - 1) / LIMB_BITS;
    if (num_sign(value) < 0 || n > LIMBS_KEPT)
        return value;
    num_to_limbs(value, limbs, n);
    arena_rewind(arena, mark);
    return num_from_limbs(limbs, n);
}
