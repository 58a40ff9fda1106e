/* Template: heaps from which a move takes no more than half. What `make game` copies: not served, but tested as every game is.
 *
 * Rules: a move takes from one heap at least `least` of its stones, at most half of them, and at most `most`, if that is given.
 * Theorem: a heap is worth the mex of what it can become (core/kit/search/mex.h), the position the xor of its heaps (Sprague
 * 1935, Grundy 1939). With `least` 1 and no `most` a heap of n is worth n/2 for n even, else what (n-1)/2 is worth (UVa 1482).
 * Cost: quadratic in the largest heap. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/search/mex.h"
#include "core/limits.h"
#include "core/sample.h"

/* The bits of struct head: the fields of position_type in their order. */
enum { HEAPS, LEAST, MOST };

struct position {
    struct head head;
    struct list heaps; /* of int64_t */
    int64_t least, most;
};

struct move {
    struct head head;
    int64_t heap, take;
};

/* What the decoder takes. The solver knows less: it says so itself, with 422 instead of a wrong type. */
static const struct type size_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 0, .max = PILE_MAX};
static const struct type take_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = PILE_MAX};
static const struct type sizes_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &size_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            [HEAPS] = {"heaps", offsetof(struct position, heaps), &sizes_type, .doc = {"The heaps.", "各堆石子数。"}},
            [LEAST] = {"least", offsetof(struct position, least), &take_type, NEED_DEFAULT, .fallback = 1,
                       .doc = {"The least that one move may take.", "每次最少取走的石子数。"}},
            [MOST] = {"most", offsetof(struct position, most), &take_type, NEED_OPTIONAL,
                      .doc = {"The most that one move may take; absent: any number.", "每次最多取走的石子数；缺省则不限。"}},
            {0},
        },
};

/* Moves are offered in ascending order of these fields. */
static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"heap", offsetof(struct move, heap), &type_index, .doc = {"Index of the heap.", "堆的下标。"}},
            {"take", offsetof(struct move, take), &take_type, .doc = {"How many stones it takes.", "取走的石子数。"}},
            {0},
        },
};

/* What field ranges cannot say. Must hold after every move, too, where it held before. */
static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    if (p->head.given & BIT(MOST) && !fault_told(faults, "/most") && !fault_told(faults, "/least") && p->most < p->least)
        fault_add_words(faults, FAULT_inconsistent, "/most", "must not be below `least`", "不能小于 `least`");
}

/* The most that may be taken from a heap; below p->least: nothing. */
static int64_t most_of(const struct position *p, int64_t heap)
{
    return p->head.given & BIT(MOST) && p->most < heap / 2 ? p->most : heap / 2;
}

/* For the search a position is one heap, and its key the size. */
static void options(struct mex *search, const void *key)
{
    const struct position *p = search->context;
    int64_t heap = *(const int64_t *)key;
    for (int64_t take = p->least; take <= most_of(p, heap); take++)
        mex_option(search, &(int64_t){heap - take}, 1);
}

/* What solve() leaves in ask->found, so that explain() need not find it again. */
struct found {
    struct num *values; /* of the heaps */
    struct num sum;
};

static struct found *find(struct ask *ask, struct mex *search)
{
    const struct position *p = ask->position;
    struct found *found = arena_alloc(ask->arena, sizeof *found);
    found->values = arena_array(ask->arena, p->heaps.n, sizeof *found->values);
    for (size_t i = 0; i < p->heaps.n; i++)
        if (list_words(p->heaps)[i] > SEARCH_HEAP)
            ask_too_large_words(ask, SEARCH_HEAP, "heaps are solved up to %d stones", "每堆最多解到 %d 颗石子", SEARCH_HEAP);
    for (size_t i = 0; i < p->heaps.n; i++) {
        found->values[i] = num(mex_value(search, &list_words(p->heaps)[i]));
        found->sum = num_xor(found->sum, found->values[i]);
    }
    return found;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct mex search = mex_begin(ask, sizeof(int64_t), options, p);
    struct found *found = find(ask, &search);
    ask->found = found;
    ask->answer.method = "search";
    answer_grundy(ask, found->sum);
    for (size_t i = 0; i < p->heaps.n; i++) {
        int64_t heap = list_words(p->heaps)[i], most = most_of(p, heap);
        struct num others = num_xor(found->sum, found->values[i]);
        budget_spend(ask->budget, (uint64_t)most + 1);
        for (int64_t take = p->least; take <= most; take++) {
            struct num after = num_xor(others, num(mex_value(&search, &(int64_t){heap - take})));
            push(ask, &(struct move){.heap = (int64_t)i, .take = take}, mark_grundy(ask, after));
        }
    }
}

/* Steps: the options of all heaps up to the largest, and the moves. */
static uint64_t cost(const void *position)
{
    const struct position *p = position;
    uint64_t largest = 0, moves = 0;
    for (size_t i = 0; i < p->heaps.n; i++) {
        uint64_t heap = (uint64_t)list_words(p->heaps)[i];
        heap = heap < SEARCH_HEAP ? heap : SEARCH_HEAP;
        largest = heap > largest ? heap : largest;
        moves += heap / 2 + 1;
    }
    return largest * largest / 4 + moves;
}

/* A new position; what did not change is shared with the old one. */
static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    int64_t *heaps = arena_array(ask->arena, p->heaps.n, sizeof *heaps);
    for (size_t i = 0; i < p->heaps.n; i++)
        heaps[i] = list_words(p->heaps)[i] - (i == (size_t)m->heap ? m->take : 0);
    *next = *p;
    next->heaps.v = heaps;
    return next;
}

/* Both formats get the same strings; every number in a sentence is held against the position and its answer by the tests. */
static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct found *found = ask->found;
    const struct listed *first = explain_first(ask);
    lines_add(lines, "A heap is worth the least number that no move from it leads to; the heaps here: %s.",
              "一堆的 SG 值是它一步所能到达的各值的 mex；这里各堆的 SG 值依次为：%s。",
              explain_list(lines, found->values, p->heaps.n));
    explain_xor(lines, found->values, p->heaps.n, found->sum);
    if (num_is_zero(found->sum))
        explain_zero(ask, lines);
    if (first) {
        const struct move *m = first->move;
        explain_take(lines, m->heap, num(list_words(p->heaps)[m->heap]), num(m->take));
    }
    explain_verdict(ask, lines);
}

/* A move as one line. */
static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "take %1$s from heap %2$s", "从下标为 %2$s 的堆取走 %1$s 颗", num_text(num(m->take)), num_text(num(m->heap)));
}

/* A random position that check() takes, of about this size. Every field is asked for; an optional one is not always there. */
static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "heaps"))
        p->heaps = sample_words(sample, sample_count(sample, 1, 100), 0, sample_bound(sample, 6, SEARCH_HEAP));
    if (sample_free(sample, "least"))
        p->least = sample_chance(sample, 70) ? 1 : sample_from(sample, 1, 3);
    if (sample_chance(sample, 40) && sample_free(sample, "most"))
        p->most = p->least + sample_from(sample, 0, sample_bound(sample, 4, SEARCH_HEAP));
}

const struct game game_template = {
    .id = "template",
    .source = "UVa 1482, Playing With Stones",
    .title = {"Half at most", "至多取一半"},
    .rules =
        {"There are heaps of stones. A move takes from one heap at least `least` stones, at most half of the heap, and at most "
         "`most` if that is given. Who cannot move loses.",
         "有若干堆石子，每次从某一堆取走至少 `least` 颗、至多该堆的一半；若给出 `most`，则也不超过 `most` 颗。不能操作者输。"},
    .limits = {"up to 100000 heaps of up to 2000 stones", "最多 100000 堆，每堆最多 2000 颗石子"},
    .position = &position_type,
    .move = &move_type,
    .methods = (const char *const[]){"search", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .words = words,
    .sample = sample,
};
