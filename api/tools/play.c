/* POST /play: the move of a perfect player, or of one who errs as often as was asked for, the same way each time. */
#include "api/tools/play.h"

#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/tools/turn.h"
#include "core/limits.h"

#include <string.h>

/* Of a lost position so many moves are looked at for one whose refutation is unique, as long as their predicted steps stay below
 * the second limit: what is chosen must not depend on the time it takes. */
static const uint64_t tried_steps = 200000000;
enum { PAGE = 65536 };

/* What a chosen move must be the least or the greatest of. */
enum play_wanted { WANTED_SOONEST, WANTED_NEAREST, WANTED_LONGEST };

static bool is_better(enum play_wanted wanted, const struct mark *mark, const struct mark *than)
{
    return wanted == WANTED_SOONEST   ? mark->plies < than->plies
           : wanted == WANTED_NEAREST ? mark->far < than->far
                                      : mark->plies > than->plies;
}

/* Of the winning moves, or of all, the first that is better than the one chosen so far. */
static void choose_best(const struct asking *asking, struct played *played, enum play_wanted wanted)
{
    static const enum why why[] = {
        [WANTED_SOONEST] = WHY_WINS_SOONEST, [WANTED_NEAREST] = WHY_WINS, [WANTED_LONGEST] = WHY_LASTS_LONGEST};
    struct arena *arena = asking->budget->arena;
    bool all = wanted == WANTED_LONGEST;
    played->why = why[wanted];
    for (struct num offset = num(0);; offset = num_add(offset, num(PAGE))) {
        struct arena_mark mark = arena_mark(arena);
        struct ask *ask = arena_raw(arena, sizeof *ask);
        asking_solve(asking, ask, all ? LISTING_ALL : LISTING_WINNING, offset, PAGE);
        const struct page *page = all ? &ask->answer.all : &ask->answer.winning;
        bool chosen = false;
        for (size_t i = 0; i < page->n; i++) {
            if (!is_better(wanted, &page->v[i].mark, &played->mark))
                continue;
            *played = (struct played){page->v[i].move, page->v[i].mark, why[wanted], ask};
            chosen = true;
        }
        bool last = page->n < PAGE;
        if (!chosen)
            arena_rewind(arena, mark);
        if (last)
            return;
    }
}

/* Whether exactly one reply wins. */
static bool has_one_reply(const struct asking *asking, struct ask *ask, const void *move)
{
    struct arena_mark mark = arena_mark(ask->arena);
    struct asking after = {
        .game = asking->game, .position = ask_apply(ask, move), .budget = asking->budget, .store = asking->store};
    struct ask reply;
    asking_solve(&after, &reply, LISTING_NONE, num(0), 0);
    bool one = !reply.answer.winning_count_unknown && num_cmp_word(reply.answer.winning.seen, 1) == 0;
    arena_rewind(ask->arena, mark);
    return one;
}

static void choose_resistance(const struct asking *asking, struct played *played)
{
    struct arena *arena = asking->budget->arena;
    uint64_t one = 1000 + position_cost(asking->game, asking->position, arena, asking->store);
    uint64_t tries = tried_steps / one < PLAY_TRIED ? tried_steps / one + 1 : PLAY_TRIED;
    struct ask *ask = arena_raw(arena, sizeof *ask);
    asking_solve(asking, ask, LISTING_ALL, num(0), tries);
    const struct page *page = &ask->answer.all;
    *played = (struct played){page->v[0].move, page->v[0].mark, WHY_FIRST, ask};
    if (played->mark.plies) {
        choose_best(asking, played, WANTED_LONGEST);
        return;
    }
    for (size_t i = 0; i < page->n; i++) {
        if (!has_one_reply(asking, ask, page->v[i].move))
            continue;
        *played = (struct played){page->v[i].move, page->v[i].mark, WHY_ONE_REPLY, ask};
        return;
    }
}

struct played play_choose(const struct asking *asking)
{
    struct arena_mark mark = arena_mark(asking->budget->arena);
    struct ask *ask = arena_raw(asking->budget->arena, sizeof *ask);
    asking_look(asking, ask, LISTING_WINNING, 1);
    const struct answer *answer = &ask->answer;
    struct played played = {.ask = ask};
    if (ask->game->traits & (TRAIT_SCORES | TRAIT_DECIDER) && answer->best.n) {
        /* Not any move that wins from here on: what was scored before counts too, and only the best moves never lose any of it.
         */
        played = (struct played){answer->best.v[0].move, answer->best.v[0].mark, WHY_BEST, ask};
    } else if (answer->winning.n) {
        played = (struct played){answer->winning.v[0].move, answer->winning.v[0].mark, WHY_WINS, ask};
        if (played.mark.plies || played.mark.far)
            choose_best(asking, &played, played.mark.plies ? WANTED_SOONEST : WANTED_NEAREST);
    } else if (answer->drawing.n) {
        played = (struct played){answer->drawing.v[0].move, answer->drawing.v[0].mark, WHY_DRAWS, ask};
    } else if (answer->move_count_unknown || !num_is_zero(answer->move_count)) {
        arena_rewind(asking->budget->arena, mark); /* what the first answer took, the next ones may need */
        choose_resistance(asking, &played);
    }
    return played;
}

struct play {
    struct subject subject;
    const struct sent_move *move; /* NULL: none was given */
    struct options_of_play {
        struct head head;
        int64_t skill;
        struct num seed;
        int language;
    } options;
    enum language language;
};

static const struct type skill_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 100};
static const struct type seed_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX, .bits_max = INT_BITS};

static const struct type play_options = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options_of_play),
    .fields =
        (const struct field[]){
            {"skill", offsetof(struct options_of_play, skill), &skill_type, NEED_DEFAULT, .fallback = 100,
             .doc = {"How many moves out of a hundred are perfect; the others are drawn by lot.",
                     "每一百步中有多少步是最优的，其余随机抽取。"}},
            {"seed", offsetof(struct options_of_play, seed), &seed_type, NEED_DEFAULT,
             .doc = {"Of the lots: the same question with the same seed is answered alike.",
                     "随机种子：相同的问题与种子得到相同的走法。"}},
            {"language", offsetof(struct options_of_play, language), &type_language, NEED_OPTIONAL,
             .doc = {"Of the sentences; absent: as Accept-Language says.", "句子的语言；省略时按 Accept-Language 选择。"}},
            {0},
        },
};

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct play *play = arena_alloc(setting->arena, sizeof *play);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", "position", "move", NULL}, ignored);
    decode_fields(&play_options, &play->options, NULL, NULL, json, "", names, faults);
    play->language = chosen_language(setting, json, play->options.language);
    play->subject = read_subject(json, faults);
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(json, "move");
    if (move && play->subject.game)
        play->move = read_move(&play->subject, move, "/move", faults);
    if (faults->n)
        return NULL;
    *cost = 5000 + 8 * position_cost(play->subject.game, play->subject.position, setting->arena, setting->store);
    return play;
}

/* The luck of the draw: from seed and position, so that the same question is answered alike. */
static struct tag draw(const struct play *play, const void *position)
{
    struct tag tag = tag_begin();
    tag_bytes(&tag, play->subject.game->id, strlen(play->subject.game->id));
    tag_value(&tag, play->subject.game->position, position, false);
    tag_value(&tag, &seed_type, &play->options.seed, false);
    tag_word(&tag, (uint64_t)play->options.skill);
    return tag;
}

/* Any legal move, each as likely as the others (but for what a hash is off by). What counting them took is given back before one
 * is looked for: two answers to a position of any size need not fit side by side. */
static struct played choose_random(const struct asking *asking, struct tag tag)
{
    enum { LIMBS = INT_BITS / LIMB_BITS + 2 }; /* of a number of moves: that of many heaps is a sum */
    uint64_t limbs[LIMBS];
    struct arena *arena = asking->budget->arena;
    struct arena_mark mark = arena_mark(arena);
    struct ask *ask = arena_raw(arena, sizeof *ask);
    asking_solve(asking, ask, LISTING_NONE, num(0), 0);
    struct num count = ask->answer.move_count_unknown ? num(PLAY_TRIED) : ask->answer.move_count, index = num(0);
    if (num_is_zero(count))
        return (struct played){.ask = ask};
    for (uint64_t bits = 0; bits < num_bits(count) + LIMB_BITS; bits += LIMB_BITS) {
        tag_word(&tag, bits);
        index = num_add(num_shl(index, LIMB_BITS), num_u64(tag.a));
    }
    num_to_limbs(num_mod(index, count), limbs, LIMBS);
    arena_rewind(arena, mark);
    ask = arena_raw(arena, sizeof *ask);
    asking_solve(asking, ask, LISTING_ALL, num_from_limbs(limbs, LIMBS), 1);
    if (!ask->answer.all.n) /* fewer than PLAY_TRIED */
        return play_choose(asking);
    return (struct played){ask->answer.all.v[0].move, ask->answer.all.v[0].mark, WHY_RANDOM, ask};
}

static struct played choose(const struct play *play, const struct asking *asking)
{
    if (play->options.skill == skill_type.max)
        return play_choose(asking);
    struct tag tag = draw(play, asking->position);
    return (int64_t)(tag.b % 100) >= play->options.skill ? choose_random(asking, tag) : play_choose(asking);
}

static void tell_end(struct lines *lines, const struct game *game, const struct outlook *outlook, int machine)
{
    lines_add(lines, "The game is over: there is no move.", "对局已经结束：没有走法。");
    if (game->traits & TRAIT_DECIDER)
        lines_add(lines, "The total of the whole game counts.", "以整局的总分计。");
    else if (outlook->winner < 0 && game->traits & TRAIT_SCORES)
        lines_add(lines, "The scores of the whole game decide who has won.", "胜负由整局的得分决定。");
    else if (outlook->winner < 0)
        lines_add(lines, "By the rules it is a draw.", "按规则为平局。");
    else if (outlook->winner == 0)
        lines_add(lines, "By the rules the player who would have to move has won: player %s.",
                  "按规则，轮到走的一方获胜：玩家 %s。", num_text(num(machine)));
    else
        lines_add(lines, "By the rules the player who would have to move has lost: player %s has won.",
                  "按规则，轮到走的一方失败：玩家 %s 获胜。", num_text(num(1 - machine)));
}

/* What the position is worth by its extra field `value`. */
static struct num value_of(const struct ask *ask)
{
    const struct field *field = ask->game->extra->fields;
    while (strcmp(field->name, "value") != 0)
        field++;
    const void *at = (const char *)ask->extra + field->offset;
    return field->type->kind == KIND_INT ? *(const struct num *)at : num(*(const int64_t *)at);
}

/* Scores are told from here on: what was scored before is no matter of this move. */
static void tell_best(struct lines *lines, const struct ask *ask)
{
    struct num value = value_of(ask);
    if (ask->game->traits & TRAIT_DECIDER)
        lines_add(lines, "No move attains more than this one: with it the best total from here on is %s.",
                  "没有更好的走法：这样走，此后最多可得 %s 分。", num_text(value));
    else if (num_is_zero(value))
        lines_add(lines, "No move attains more than this one: under best play both score the same from here on.",
                  "没有更好的走法：此后双方都采取最优策略时，得分相同。");
    else if (num_sign(value) > 0)
        lines_add(lines, "No move attains more than this one: under best play it gains a lead of %s from here on.",
                  "没有更好的走法：此后双方都采取最优策略时，走这一步的一方净胜 %s 分。", num_text(value));
    else
        lines_add(lines,
                  "No move attains more than this one, though under best play the other player gains a lead of %s from here on.",
                  "没有更好的走法，但此后双方都采取最优策略时，对方净胜 %s 分。", num_text(num_sub(num(0), value)));
}

static void tell_why(struct lines *lines, const struct played *played, bool over)
{
    const char *plies = num_text(num(played->mark.plies));
    switch (played->why) {
    case WHY_WINS:
        if (over) {
            lines_add(lines, "This move wins at once: it ends the game.", "这一步立即获胜：走完对局就结束。");
            break;
        }
        lines_add(lines, "This move wins: it leaves a position that is lost for whoever has to move next.",
                  "这一步必胜：走后留给对手的是必败态。");
        break;
    case WHY_WINS_SOONEST:
        if (played->mark.plies == 1)
            lines_add(lines, "This move wins at once: it ends the game.", "这一步立即获胜：走完对局就结束。");
        else
            lines_add(lines, "This move wins soonest: the game ends after at most %s plies, this one included.",
                      "这一步必胜且最快：连这一步在内至多 %s 步终局。", plies);
        break;
    case WHY_DRAWS:
        lines_add(lines, "No move wins; this one keeps the draw.", "没有必胜的走法，这一步可以保持平局。");
        break;
    case WHY_BEST:
        tell_best(lines, played->ask);
        break;
    case WHY_LASTS_LONGEST:
        if (played->mark.plies == 1)
            lines_add(lines, "Every move ends the game at once, and loses it.", "任何走法都会立即结束对局，并且输掉。");
        else
            lines_add(lines,
                      "Every move loses; this one lasts longest: %s plies, this one included, if the other player hurries.",
                      "当前是必败态，任何走法都会输；这一步坚持最久：对手求快时，连这一步在内共 %s 步。", plies);
        break;
    case WHY_ONE_REPLY:
        lines_add(lines, "Every move loses; after this one a single reply wins, and the other player has to find it.",
                  "当前是必败态，任何走法都会输；这一步之后对手只有一种获胜的应对，必须找到它。");
        break;
    case WHY_FIRST:
        lines_add(lines, "Every move loses; this is the first of them.", "当前是必败态，任何走法都会输；这是其中的第一种。");
        break;
    case WHY_RANDOM:
        lines_add(lines, "A move drawn by lot from all legal ones, as a skill below 100 allows.",
                  "从全部合法走法中随机抽取的一步（skill 低于 100）。");
        break;
    }
}

/* There is no move for the machine. */
static void answer_over(struct out *out, const struct asking *asking, int machine, enum language language)
{
    struct lines lines = {.arena = out->arena, .language = language};
    struct outlook outlook = outlook_of(asking);
    tell_end(&lines, asking->game, &outlook, machine);
    member_raw(out, "move", "null");
    member_raw(out, "to", "null");
    encode_end(out, &outlook, machine);
    json_name(out, "verdict");
    encode_outcome(out, outlook.verdict);
    member_string(out, "text", lines.v[0]);
    member_string(out, "why", lines.v[1]);
    json_end(out, '}');
}

static void answer_move(struct out *out, const struct play *play, const struct asking *asking, struct played *played, int machine)
{
    const struct game *game = asking->game;
    enum outcome verdict = played->ask->answer.verdict;
    struct lines lines = {.arena = out->arena, .language = play->language};
    struct asking after = *asking;
    after.position = ask_apply(played->ask, played->move);
    struct outlook outlook = outlook_of(&after);
    tell_why(&lines, played, outlook.over);
    encode_move(out, "move", game, played->move);
    encode_position(out, "to", &after);
    encode_end(out, &outlook, played->mark.again ? machine : 1 - machine);
    json_name(out, "verdict");
    encode_outcome(out, verdict);
    member_string(out, "text", ask_words(played->ask, played->move, play->language));
    member_string(out, "why", lines.v[0]);
    if (played->mark.again)
        member_bool(out, "again", true);
    if (play->move && !machine)
        member_bool(out, "yours", true);
    json_end(out, '}');
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    const struct play *play = request;
    setting_keep(setting);
    struct asking asking = {
        .game = play->subject.game, .position = play->subject.position, .budget = setting->budget, .store = setting->store};
    int machine = 0; /* who is to move where the machine looks for a move */
    json_begin(out, '{');
    member_string(out, "game", asking.game->id);
    if (play->move) {
        struct turn turn;
        if (!turn_make(&turn, &asking, play->move)) {
            turn_refuse(out, &asking, play->move, play->language);
            return;
        }
        asking = turn.after;
        machine = !turn.mark.again;
    }
    member_bool(out, "legal", true);
    if (play->move)
        encode_position(out, "between", &asking);
    struct played played = choose(play, &asking);
    if (played.move)
        answer_move(out, play, &asking, &played, machine);
    else
        answer_over(out, &asking, machine, play->language);
}

const struct tool tool_play = {.path = "/play", .read = read, .answer = answer};
