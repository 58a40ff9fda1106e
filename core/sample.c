#include "core/sample.h"

#include "core/limits.h"
#include "core/promise.h"
#include "core/solve.h"

#include <string.h>

enum { TRIES = 100, SIZE_MAX_GIVEN = 100 };
enum { STEPS_LOT = 30 };         /* to draw one, and to check what it belongs to */
enum { SOLVED_STEPS = 5000000 }; /* predicted, up to which a position is solved for the sake of a lost one */

/* splitmix64. */
static uint64_t draw(struct sample *sample)
{
    sample->lots++;
    uint64_t mixed = sample->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

bool sample_free(struct sample *sample, const char *name)
{
    const struct field *fields = sample->game->position->fields;
    size_t i = 0;
    while (fields[i].name && strcmp(fields[i].name, name) != 0)
        i++;
    promise(fields[i].name);
    if (sample->fixed & BIT(i))
        return false;
    if (fields[i].need == NEED_OPTIONAL)
        ((struct head *)sample->position)->given |= BIT(i);
    return true;
}

int64_t sample_from(struct sample *sample, int64_t least, int64_t most)
{
    promise(least <= most);
    uint64_t width = (uint64_t)most - (uint64_t)least;
    if (width == UINT64_MAX)
        return (int64_t)draw(sample);
    return (int64_t)((uint64_t)least + draw(sample) % (width + 1));
}

bool sample_chance(struct sample *sample, int percent)
{
    return sample_from(sample, 0, 99) < percent;
}

int64_t sample_bound(const struct sample *sample, int64_t small, int64_t large)
{
    enum { PARTS = 256 };
    promise(small <= large);
    if (small < 1)
        return small - 1 + sample_bound(sample, 1, large - small + 1);
    if (sample->size == SIZE_MAX_GIVEN)
        return large;
    /* By 2 to the power of (bits between the two) * (size / 100)^2, straight between powers of two. */
    uint64_t size = (uint64_t)sample->size, bits = num_bits(num(large / small));
    uint64_t part = bits * PARTS * size * size / (SIZE_MAX_GIVEN * SIZE_MAX_GIVEN);
    __extension__ unsigned __int128 bound = (uint64_t)small;
    bound = (bound << part / PARTS) * (PARTS + part % PARTS) / PARTS + size / 10;
    return bound < (uint64_t)large ? (int64_t)bound : large;
}

size_t sample_count(struct sample *sample, size_t least, size_t most)
{
    int64_t small = (int64_t)(least + 2 < most ? least + 2 : most);
    promise(least <= most);
    return (size_t)sample_from(sample, (int64_t)least, sample_bound(sample, small, (int64_t)most));
}

/* An integer of at most so many bits. */
static struct num draw_bits(struct sample *sample, uint64_t bits)
{
    uint64_t limbs[INT_BITS / LIMB_BITS] = {0};
    size_t n = (size_t)((bits + LIMB_BITS - 1) / LIMB_BITS);
    for (size_t i = 0; i < n; i++)
        limbs[i] = draw(sample);
    if (bits % LIMB_BITS)
        limbs[n - 1] &= (UINT64_C(1) << bits % LIMB_BITS) - 1;
    return num_from_limbs(limbs, n);
}

/* Bits of the largest integers at this size: 3, 6 at 30, 25 at 50, INT_BITS at 100. */
static uint64_t bits_most(const struct sample *sample)
{
    uint64_t size = (uint64_t)sample->size, square = size * size, fourth = square * square;
    return 3 + size / 10 + (INT_BITS - 13) * (fourth * (fourth / 100) / 100) / UINT64_C(1000000000000);
}

static struct num draw_int(struct sample *sample, int64_t least, uint64_t most)
{
    uint64_t bits = (uint64_t)sample_from(sample, (int64_t)(most + 1) / 2, (int64_t)most);
    struct num value = num_add(draw_bits(sample, bits), num(least));
    return num_bits(value) > INT_BITS ? num_shr(value, 1) : value;
}

struct num sample_below(struct sample *sample, struct num bound)
{
    return num_mod(draw_bits(sample, num_bits(bound) < INT_BITS ? num_bits(bound) + 1 : INT_BITS), num_add(bound, num(1)));
}

struct num sample_int(struct sample *sample, int64_t least)
{
    return draw_int(sample, least, bits_most(sample));
}

struct list sample_ints(struct sample *sample, size_t n, int64_t least)
{
    enum { BITS_IN_ALL = 1000000 }; /* some 300 KB of digits */
    struct num *v = arena_array(sample->arena, n, sizeof *v);
    uint64_t bits = bits_most(sample);
    if (n && bits > BITS_IN_ALL / n)
        bits = BITS_IN_ALL / n;
    for (size_t i = 0; i < n; i++)
        v[i] = draw_int(sample, least, bits);
    return (struct list){n, v};
}

struct list sample_words(struct sample *sample, size_t n, int64_t least, int64_t most)
{
    int64_t *v = arena_array(sample->arena, n, sizeof *v);
    for (size_t i = 0; i < n; i++)
        v[i] = sample_from(sample, least, most);
    return (struct list){n, v};
}

/* Floyd's: the i-th turn takes a word up to most - n + i, or that one itself. */
struct list sample_distinct(struct sample *sample, size_t n, int64_t least, int64_t most)
{
    int64_t *v = arena_array(sample->arena, n, sizeof *v);
    promise((int64_t)n <= most - least + 1);
    for (size_t i = 0; i < n; i++) {
        int64_t last = most - (int64_t)(n - 1 - i), word = sample_from(sample, least, last);
        for (size_t j = 0; j < i; j++)
            if (v[j] == word) {
                word = last;
                break;
            }
        v[i] = word;
    }
    return (struct list){n, v};
}

struct num *sample_nums_of(struct sample *sample, struct list words)
{
    struct num *v = arena_array(sample->arena, words.n, sizeof *v);
    for (size_t i = 0; i < words.n; i++)
        v[i] = num(list_words(words)[i]);
    return v;
}

struct list sample_nums(struct sample *sample, size_t n, int64_t least, int64_t most)
{
    return (struct list){n, sample_nums_of(sample, sample_words(sample, n, least, most))};
}

static void set_default(const struct field *field, void *at)
{
    switch (field->type->kind) {
    case KIND_BOOL:
        *(bool *)at = field->fallback != 0;
        break;
    case KIND_SMALL:
        *(int64_t *)at = field->fallback;
        break;
    case KIND_INT:
        *(struct num *)at = num(field->fallback);
        break;
    case KIND_NAME:
        *(int *)at = (int)field->fallback;
        break;
    default:
        break; /* zero: an empty list */
    }
}

/* A new position: what is fixed, and defaults. */
static void *begin(const struct sample *sample, const void *fixed)
{
    const struct type *type = sample->game->position;
    char *position = arena_alloc(sample->arena, type->size);
    for (size_t i = 0; type->fields[i].name; i++) {
        const struct field *field = &type->fields[i];
        if (sample->fixed & BIT(i))
            memcpy(position + field->offset, (const char *)fixed + field->offset, field->type->size);
        else if (field->need == NEED_DEFAULT)
            set_default(field, position + field->offset);
    }
    ((struct head *)(void *)position)->given = sample->fixed ? sample->fixed & ((const struct head *)fixed)->given : 0;
    return position;
}

/* Draws until the game's checks take it. */
static void *draw_position(struct sample *sample, const void *fixed)
{
    for (int i = 0; i < TRIES; i++) {
        struct faults faults = {.arena = sample->arena};
        sample->position = begin(sample, fixed);
        sample->game->sample(sample);
        if (sample->game->check)
            sample->game->check(sample->position, &faults);
        if (!faults.n)
            return sample->position;
    }
    return NULL;
}

struct losing {
    struct sample *sample;
    struct budget budget;
    struct store *store;
    void *found;
};

/* What is fixed is the same bytes: lists are shared by apply() where they are unchanged. */
static bool keeps_fixed(const struct sample *sample, const void *position)
{
    const struct type *type = sample->game->position;
    for (size_t i = 0; type->fields[i].name; i++) {
        size_t at = type->fields[i].offset;
        if (sample->fixed & BIT(i) &&
            memcmp((const char *)sample->position + at, (const char *)position + at, type->fields[i].type->size) != 0)
            return false;
    }
    return true;
}

/* One of the first winning moves, made. */
static void make_losing(void *what)
{
    enum { AMONG = 20 };
    struct losing *losing = what;
    struct sample *sample = losing->sample;
    struct ask ask;
    ask_init(&ask, sample->game, sample->position, sample->arena, &losing->budget, losing->store);
    ask.limit = AMONG;
    ask_solve(&ask);
    const struct page *page = &ask.answer.winning;
    if (!page->n)
        return;
    void *after = ask_apply(&ask, page->v[sample_from(sample, 0, (int64_t)page->n - 1)].move);
    struct faults faults = {.arena = sample->arena};
    if (sample->game->check)
        sample->game->check(after, &faults);
    if (!faults.n && keeps_fixed(sample, after))
        losing->found = after;
}

void *sample_position(const struct game *game, const void *fixed, uint64_t seed, int size, struct budget *budget,
                      struct store *store)
{
    return sample_around(game, fixed, fixed ? ((const struct head *)fixed)->given : 0, seed, size, budget, store);
}

void *sample_around(const struct game *game, const void *fixed, uint32_t kept, uint64_t seed, int size, struct budget *budget,
                    struct store *store)
{
    struct sample sample = {.game = game,
                            .arena = budget->arena,
                            .size = size < 0                ? 0
                                    : size > SIZE_MAX_GIVEN ? SIZE_MAX_GIVEN
                                                            : size,
                            .state = seed ^ (uint64_t)size << 56,
                            .fixed = kept};
    void *position = draw_position(&sample, fixed);
    budget->drawing += STEPS_LOT * sample.lots;
    if (!position || !sample_chance(&sample, 50) || (game->cost && game->cost(position) > SOLVED_STEPS) ||
        (budget->afford && !budget->afford(budget->purse, game, position)))
        return position;
    struct losing losing = {.sample = &sample, .budget = *budget, .store = store};
    struct escape landed;
    enum status status = arena_try(budget->arena, &landed, make_losing, &losing);
    budget->left = losing.budget.left;
    if (status != STATUS_ok && status != STATUS_too_large)
        arena_escape_on(budget->arena, &landed);
    return losing.found ? losing.found : position;
}
