/* What is wished for, and the wishes that nothing can fulfil. */
#include "api/tools/generate/generate.h"

#include "api/json/decode.h"
#include "api/json/parse.h"
#include "api/tools/seed.h"
#include "api/tools/sum/sum.h"

#include <string.h>

static const struct type count_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = GENERATE_MAX};
static const struct type size_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 100};
static const struct type verdict_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"any", "win", "loss", "draw", "balanced", NULL}};
static const struct type method_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = 64};

static const struct type winning_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct wished_moves),
    .fields = (const struct field[]){{"from", offsetof(struct wished_moves, from), &type_natural, NEED_DEFAULT,
                                      .doc = {"At least so many.", "至少这么多。"}},
                                     {"to", offsetof(struct wished_moves, to), &type_natural, NEED_OPTIONAL,
                                      .doc = {"At most so many.", "至多这么多。"}},
                                     {0}},
};

enum { FIELD_SEED, FIELD_COUNT, FIELD_SIZE, FIELD_VERDICT, FIELD_WINNING, FIELD_AGAINST, FIELD_ANSWERS, FIELD_OVER };

const struct type generate_wish = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct wish),
    .fields =
        (const struct field[]){
            [FIELD_SEED] = {"seed", offsetof(struct wish, seed), &type_seed, NEED_OPTIONAL,
                            .doc = {"The same seed draws the same positions; 0 when absent.",
                                    "相同的种子抽取相同的局面；省略时为 0。"}},
            [FIELD_COUNT] = {"count", offsetof(struct wish, count), &count_type, NEED_DEFAULT, .fallback = 10,
                             .doc = {"How many.", "数量。"}},
            [FIELD_SIZE] = {"size", offsetof(struct wish, size), &size_type, NEED_DEFAULT, .fallback = 30,
                            .doc = {"From 0, for the head, to 100, the limits of the game.",
                                    "从 0（心算）到 100（游戏的上限）。"}},
            [FIELD_VERDICT] = {"verdict", offsetof(struct wish, verdict), &verdict_type, NEED_DEFAULT,
                               .doc = {"Only such positions; balanced: half of them won, half lost.",
                                       "只要这样的局面；balanced：一半必胜，一半必败。"}},
            [FIELD_WINNING] = {"winning_moves", offsetof(struct wish, winning), &winning_type, NEED_OPTIONAL,
                               .doc = {"How many moves win.", "制胜走法的数量。"}},
            [FIELD_AGAINST] = {"against", offsetof(struct wish, against), &method_type, NEED_OPTIONAL,
                               .doc = {"Only positions on which this wrong method is wrong.", "只要这种错误方法会答错的局面。"}},
            [FIELD_ANSWERS] = {"answers", offsetof(struct wish, answers), &type_bool, NEED_DEFAULT, .fallback = 1,
                               .doc = {"Tell the answers.", "给出答案。"}},
            [FIELD_OVER] = {"over", offsetof(struct wish, over), &type_bool, NEED_DEFAULT, .fallback = 1,
                            .doc = {"Also positions that are over; false: in each of them there is a move.",
                                    "是否包括已经结束的局面；为 false 时，每个局面都有合法走法。"}},
            {0},
        },
};

/* Whether a sum can be drawn, too, goes by its terms. */
static void read_sketch(struct generate *g, const cJSON *fixed, struct faults *faults)
{
    static const struct sum_sketch nothing = {0};
    struct sum_sketch *sketch = fixed ? sum_read_sketch(fixed, "/fixed", faults) : NULL;
    g->sketch = sketch ? sketch : &nothing;
    g->game = sum_drawn(!g->sketch->given || g->sketch->drawn);
}

static void read_fixed(struct generate *g, const cJSON *json, struct faults *faults)
{
    const cJSON *fixed = cJSON_GetObjectItemCaseSensitive(json, "fixed");
    if (is_sum(g->game)) {
        read_sketch(g, fixed, faults);
        return;
    }
    if (!fixed)
        return;
    g->fixed = position_decode_part(&g->game, fixed, "/fixed", faults);
    g->kept = g->fixed ? ((const struct head *)g->fixed)->given : 0;
}

static void refuse(struct faults *faults, const char *pointer, const char *en, const char *zh)
{
    fault_add_words(faults, FAULT_inconsistent, pointer, en, zh);
}

static void check_verdict(const struct generate *g, struct faults *faults)
{
    enum wanted wanted = (enum wanted)g->wish.verdict;
    if (g->game->traits & TRAIT_DECIDER && wanted != WANTED_ANY)
        refuse(faults, "/verdict", "cannot be: in this game one player decides alone, so nobody wins or loses",
               "不可能：该游戏由一人独自决定，没有胜负");
    else if (wanted == WANTED_DRAW && !(g->game->traits & TRAIT_DRAWS))
        refuse(faults, "/verdict", "cannot be: this game cannot be drawn", "不可能：该游戏不会出现平局");
    else if ((wanted == WANTED_WIN || wanted == WANTED_BALANCED) && !g->game->position->fields[0].name)
        refuse(faults, "/verdict", "cannot be: the one position of this game is lost", "不可能：该游戏仅有的局面是必败态");
    if (!g->wish.over && !g->game->position->fields[0].name)
        refuse(faults, "/over", "cannot be: the one position of this game is over", "不可能：该游戏仅有的局面已经结束");
}

/* In a game of last moves each won position has a winning move, unless misère play or a rule of its own ends it won. */
static bool wins_by_moves(const struct generate *g)
{
    for (const struct field *f = g->game->position->fields; f->name; f++)
        if (strcmp(f->name, "misere") == 0)
            return g->fixed && g->kept & BIT(f - g->game->position->fields) && !is_misere(g->game, g->fixed);
    return g->game->traits & TRAIT_GRUNDY && !(g->game->traits & TRAIT_DRAWS);
}

static void check_winning(const struct generate *g, struct faults *faults)
{
    const struct wished_moves *moves = &g->wish.winning;
    enum wanted wanted = (enum wanted)g->wish.verdict;
    bool bounded = moves->head.given & BIT(1), some = !num_is_zero(moves->from), none = bounded && num_is_zero(moves->to);
    if (!(g->wish.head.given & BIT(FIELD_WINNING)))
        return;
    if (g->game->traits & TRAIT_DECIDER)
        refuse(faults, "/winning_moves", "cannot be: this game has no winning moves", "不可能：该游戏没有制胜走法");
    else if (bounded && num_lt(moves->to, moves->from))
        refuse(faults, "/winning_moves/to", "must be at least `from`", "不得小于 from");
    else if (some && (wanted == WANTED_LOSS || wanted == WANTED_DRAW || wanted == WANTED_BALANCED))
        refuse(faults, "/winning_moves/from", "must be 0: only in won positions do moves win",
               "必须为 0：只有必胜态才有制胜走法");
    else if (some && !g->game->position->fields[0].name)
        refuse(faults, "/winning_moves/from", "must be 0: this game has no moves", "必须为 0：该游戏没有走法");
    else if (none && (wanted == WANTED_WIN || wanted == WANTED_BALANCED) && wins_by_moves(g))
        refuse(faults, "/winning_moves/to", "must be at least 1: in a won position a move wins",
               "必须至少为 1：必胜态总有制胜走法");
}

/* The fields that the method is about are kept, unless the caller fixed them otherwise. */
static void keep_example(struct generate *g, struct arena *arena)
{
    const struct game *game = g->game;
    struct faults none = {.arena = arena};
    struct scan scan;
    size_t size = strlen(g->against->example);
    const cJSON *json = json_parse(arena, arena_copy(arena, g->against->example, size), size, &scan);
    const void *example = position_decode(&game, json, "", NULL, &none);
    char *fixed = arena_alloc(arena, g->game->position->size);
    const struct field *fields = g->game->position->fields;
    uint32_t kept = 0;
    memcpy(fixed, example, g->game->position->size);
    for (size_t i = 0; fields[i].name; i++) {
        if (g->kept & BIT(i))
            memcpy(fixed + fields[i].offset, (const char *)g->fixed + fields[i].offset, fields[i].type->size);
        else if (lists_word(g->against->keeps, fields[i].name))
            kept |= BIT(i);
    }
    struct head *head = (struct head *)(void *)fixed;
    g->example = g->kept ? NULL : example;
    head->given = (head->given & kept) | g->kept;
    g->kept |= kept;
    g->fixed = fixed;
}

static void read_against(struct generate *g, struct faults *faults)
{
    const char *list = NULL;
    if (!(g->wish.head.given & BIT(FIELD_AGAINST)))
        return;
    g->against = mistake_find(g->game, g->wish.against);
    for (const struct mistake *m = g->game->mistakes; m && m->id; m++)
        list = list ? arena_printf(faults->arena, "%s, %s", list, m->id) : m->id;
    if (g->against)
        keep_example(g, faults->arena);
    else if (list)
        fault_add_words(faults, FAULT_out_of_range, "/against",
                        arena_printf(faults->arena, "is no known wrong method of this game; these are: %s", list),
                        arena_printf(faults->arena, "不是该游戏已知的错误方法；已知的有：%s", list));
    else
        fault_add_words(faults, FAULT_out_of_range, "/against", "is no wrong method: none is known of this game",
                        "不是错误方法：该游戏没有已知的错误方法");
}

void *generate_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    enum { A_POSITION = 20000 };
    struct generate *g = arena_alloc(setting->arena, sizeof *g);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", "fixed", NULL}, ignored);
    decode_fields(&generate_wish, &g->wish, &options_type, &g->options, json, "", names, faults);
    seed_default(&g->wish.seed, setting->arena);
    g->explain = options_explain(&g->options);
    g->spoken = options_spoken(&g->options, setting->accept_language, &setting->negotiated);
    g->game = read_game(json, "", true, faults);
    if (g->game)
        read_fixed(g, json, faults);
    if (faults->n)
        return NULL;
    check_verdict(g, faults);
    check_winning(g, faults);
    read_against(g, faults);
    *cost = CHEAP_STEPS + (uint64_t)g->wish.count * A_POSITION; /* it takes turns, as workers do */
    return faults->n ? NULL : g;
}
