/* What a student is told about a claim, and why. Without `reveal` it says right or wrong, and of a move whether it is legal:
 * equal claims that are wrong get equal words, whatever the truth is. */
#include "api/json/tree.h"
#include "api/tools/grade/grade.h"

#include <string.h>

enum { OPTIONS_SHOWN = 12, SHOWN = 200 };

/* The Grundy value as the mex of the options' values, where there are few of them. */
static void tell_mex(struct check *check)
{
    struct lines *lines = check->lines;
    struct ask all;
    const char *text = "";
    asking_solve(check->asking, &all, LISTING_ALL, num(0), OPTIONS_SHOWN);
    const struct page *page = &all.answer.all;
    if (!all.answer.grundy_known || !page->n || num_cmp_word(page->seen, (int64_t)page->n) > 0)
        return;
    for (size_t i = 0; i < page->n; i++) {
        if (!page->v[i].mark.grundy_known)
            return;
        const char *move = ask_words(&all, page->v[i].move, lines->language);
        text = arena_printf(lines->arena, "%s%s%s → %s", text,
                            !i                               ? ""
                            : lines->language == LANGUAGE_ZH ? "；"
                                                             : "; ",
                            move, num_text(page->v[i].mark.grundy));
    }
    lines_add(lines, "The moves lead to these Grundy values: %s. The least number that is not among them, their mex, is %s.",
              "各走法所到局面的 SG 值：%s。其中未出现的最小非负整数（mex）是 %s。", text, num_text(all.answer.grundy));
}

/* Why the position is worth what it is: what the game itself says of it. */
static void tell_reason(struct check *check)
{
    check->grade->subject.game->explain(check->ask, check->lines);
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), size = strlen(end);
    return n >= size && strcmp(text + n - size, end) == 0;
}

static bool asks_back(const char *detail)
{
    return ends_with(detail, "?") || ends_with(detail, "？");
}

/* "must be …": a sentence that wants somebody who must. */
static bool says_what_it_does(const char *detail)
{
    static const char *const verbs[] = {"must ", "is ", "has ", "cannot ", "stands "};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncmp(detail, verbs[i], strlen(verbs[i])) == 0)
            return true;
    return false;
}

/* A part that the game does not have is no matter of reading: "\"nimsum\" cannot be claimed in this game". */
static bool tell_not_claimable(struct check *check, const struct fault *fault)
{
    enum { NAME_SHOWN = 60 };
    struct arena *arena = check->lines->arena;
    if (check->claim->what != WHAT_COUNT || fault->code != FAULT_unknown_field || strlen(check->claim->name) > NAME_SHOWN)
        return false;
    struct fault named = *fault;
    named.detail = arena_printf(arena, "\"%s\" %s", check->claim->name, fault->detail);
    const char *detail = fault_detail(arena, check->lines->language, &named);
    bool asks = asks_back(detail);
    lines_add(check->lines, asks ? "%s" : "%s.", asks ? "%s" : "%s。", detail);
    return true;
}

void tell_malformed(struct check *check)
{
    const struct fault *fault = check->claim->fault;
    check->lines->n = 0; /* what was found out for `expected` */
    check->counter = NULL;
    check->correct = false;
    check->share = (struct share){num(0), num(1)};
    if (check->claim->blank) {
        lines_add(check->lines, "Nothing was answered.", "未作答。");
        return;
    }
    if (tell_not_claimable(check, fault))
        return;
    const char *detail = fault_detail(check->lines->arena, check->lines->language, fault);
    bool asks = asks_back(detail);
    lines_add(check->lines, asks ? "This answer cannot be read: %s%s" : "This answer cannot be read: %s%s.",
              asks ? "这个答案无法读取：%s%s" : "这个答案无法读取：%s%s。",
              place_words(check->lines->arena, check->lines->language, fault->pointer, says_what_it_does(detail)), detail);
}

static bool told_shortly(const struct check *check)
{
    if (check->correct)
        lines_add(check->lines, "Right.", "正确。");
    else if (!check->grade->reveal)
        lines_add(check->lines, "Wrong.", "不正确。");
    return check->correct || !check->grade->reveal;
}

void tell_verdict(struct check *check)
{
    struct lines *lines = check->lines;
    const struct answer *answer = &check->ask->answer;
    if (told_shortly(check))
        return;
    unsigned traits = check->grade->subject.game->traits;
    bool over = !answer->move_count_unknown && num_is_zero(answer->move_count), scores = traits & TRAIT_SCORES;
    if (over && answer->verdict == OUTCOME_WIN)
        lines_add(lines, "There is no move, and by the rules the player to move has won.", "已无法操作，按规则先手获胜。");
    else if (over && answer->verdict == OUTCOME_LOSS)
        lines_add(lines, "There is no move, and by the rules the player to move has lost.", "已无法操作，按规则先手已输。");
    else if (over)
        lines_add(lines, "There is no move, and by the rules it is a draw.", "已无法操作，按规则为平局。");
    else if (answer->verdict == OUTCOME_WIN && answer->winning.n && answer->winning.v[0].mark.again)
        lines_add(lines, "It is a win for the player to move: \"%s\" lets the same player move again, and win.",
                  "这是必胜态：走“%s”之后仍由自己走，并且必胜。",
                  ask_words(check->ask, answer->winning.v[0].move, lines->language));
    else if (answer->verdict == OUTCOME_WIN && answer->winning.n && scores)
        lines_add(lines, "It is a win for the player to move: after \"%s\" that player ends ahead under best play.",
                  "这是必胜态：走“%s”之后，双方都采取最优策略，先手最终领先。",
                  ask_words(check->ask, answer->winning.v[0].move, lines->language));
    else if (answer->verdict == OUTCOME_WIN && answer->winning.n)
        lines_add(lines, "It is a win for the player to move: \"%s\" leaves the other player a lost position.",
                  "这是必胜态：走“%s”之后，留给对手的是必败态。",
                  ask_words(check->ask, answer->winning.v[0].move, lines->language));
    else if (answer->verdict == OUTCOME_DRAW && answer->drawing.n)
        lines_add(lines, "It is a draw: no move wins, and \"%s\" does not lose.", "这是平局：没有必胜的走法，而“%s”不会输。",
                  ask_words(check->ask, answer->drawing.v[0].move, lines->language));
    else if (!answer->move_count_unknown && num_cmp_word(answer->move_count, 1) == 0)
        lines_add(lines, "It is a loss for the player to move: the only move loses.", "这是必败态：唯一的走法也会输。");
    else if (scores || traits & TRAIT_AGAIN)
        lines_add(lines, "It is a loss for the player to move, whichever of the %s moves is made.",
                  "这是必败态：全部 %s 种走法都会输。", num_text(answer->move_count));
    else if (answer->move_count_unknown)
        lines_add(lines, "It is a loss for the player to move: every move leaves the other player a won position.",
                  "这是必败态：任何走法都留给对手必胜态。");
    else
        lines_add(lines, "It is a loss for the player to move: each of the %s moves leaves the other player a won position.",
                  "这是必败态：全部 %s 种走法都留给对手必胜态。", num_text(answer->move_count));
    tell_reason(check);
}

void tell_number(struct check *check, const char *expected)
{
    static const struct text names[] = {
        [WHAT_GRUNDY] = {"Grundy value", "SG 值"},
        [WHAT_MOVE_COUNT] = {"number of legal moves", "合法走法数"},
        [WHAT_WINNING_MOVE_COUNT] = {"number of winning moves", "必胜走法数"},
        [WHAT_DRAWING_MOVE_COUNT] = {"number of drawing moves", "保持平局的走法数"},
        [WHAT_VALUE] = {"value", "值"},
        [WHAT_BEST_MOVE_COUNT] = {"number of best moves", "最优走法数"},
    };
    const struct text *name = &names[check->claim->what];
    if (told_shortly(check))
        return;
    const char *word = check->lines->language == LANGUAGE_ZH ? name->zh : name->en;
    if (!expected)
        lines_add(check->lines, "The position has no %s.", "该局面没有%s。", word);
    else if (check->claim->null)
        lines_add(check->lines, "The %s is %s.", "%s为 %s。", word, expected);
    else
        lines_add(check->lines, "The %s is %s, not %s.", "%s为 %s，而不是 %s。", word, expected, num_text(check->claim->number));
    if (check->claim->what != WHAT_GRUNDY)
        return;
    if (expected)
        tell_mex(check);
    tell_reason(check);
}

void tell_extra_field(struct check *check, const char *expected)
{
    if (told_shortly(check))
        return;
    struct out claimed;
    out_init(&claimed, check->lines->arena, 64);
    tree_write(&claimed, check->claim->json);
    if (expected && claimed.n <= SHOWN)
        lines_add(check->lines, "%s is %s, not %s.", "%s 为 %s，而不是 %s。", check->claim->name, expected,
                  arena_copy(check->lines->arena, claimed.v, claimed.n));
    else if (expected)
        lines_add(check->lines, "%s is %s.", "%s 为 %s。", check->claim->name, expected);
    else
        lines_add(check->lines, "%s is another one.", "%s 不是这样。", check->claim->name);
}

static void tell_refutation(struct check *check, const struct mark *mark)
{
    struct lines *lines = check->lines;
    const char *reply = check->counter ? ask_words(check->countered, check->counter, lines->language) : NULL;
    if (reply && mark->outcome == OUTCOME_LOSS)
        lines_add(lines, "The reply \"%s\" wins against it.", "对手以“%s”应对即可获胜。", reply);
    else if (reply)
        lines_add(lines, "The reply \"%s\" saves a draw.", "对手以“%s”应对即可守和。", reply);
    else if (mark->outcome == OUTCOME_LOSS && mark->again)
        lines_add(lines, "The same player moves again after it, and loses.", "走后仍由自己走，但必败。");
    else if (mark->outcome == OUTCOME_LOSS)
        lines_add(lines, "It ends the game, and the other player has won.", "走后对局结束，对手获胜。");
}

static void tell_better(struct check *check)
{
    struct lines *lines = check->lines;
    const struct answer *answer = &check->ask->answer;
    const struct game *game = check->grade->subject.game;
    if (answer->winning.n)
        lines_add(lines, "A move that wins is \"%s\".", "必胜的走法例如“%s”。",
                  ask_words(check->ask, answer->winning.v[0].move, lines->language));
    else if (answer->drawing.n)
        lines_add(lines, "No move wins; one that keeps the draw is \"%s\".", "没有必胜的走法；保持平局的走法例如“%s”。",
                  ask_words(check->ask, answer->drawing.v[0].move, lines->language));
    else if (game->traits & TRAIT_DECIDER && answer->best.n)
        lines_add(lines, "A best move is \"%s\".", "最优的走法例如“%s”。",
                  ask_words(check->ask, answer->best.v[0].move, lines->language));
    else
        lines_add(lines, "No move wins in this position.", "这个局面没有必胜的走法。");
}

void tell_no_move(struct check *check)
{
    if (told_shortly(check))
        return;
    const struct answer *answer = &check->ask->answer;
    if (answer->winning.n)
        lines_add(check->lines, "There is a move that wins: \"%s\".", "存在必胜的走法，例如“%s”。",
                  ask_words(check->ask, answer->winning.v[0].move, check->lines->language));
    else
        tell_better(check);
}

void tell_move(struct check *check, bool legal, const struct mark *mark)
{
    struct lines *lines = check->lines;
    bool reveal = check->grade->reveal;
    if (!legal && check->claim->fault)
        return; /* it could not be read */
    if (!legal && !reveal)
        lines_add(lines, "This move is illegal: the rules do not allow it here.", "这一步不合法：规则不允许在这里这样走。");
    if (!legal && reveal) {
        const char *reason = illegal_move(check->asking, check->claim->moves[0], "/claim/move", check->grade->language).reason;
        lines_add(lines, "This move is illegal: %s.", "这一步不合法：%s。", reason);
    }
    if (legal && !check->correct)
        lines_add(lines, "This move is legal, but it is not right.", "这一步合法，但不正确。");
    else if (legal && !reveal)
        lines_add(lines, "Right.", "正确。");
    else if (legal && mark->outcome == OUTCOME_DRAW)
        lines_add(lines, "Right: no move wins, and this one keeps the draw.", "正确：没有必胜的走法，这一步保持了平局。");
    else if (legal && mark->outcome == OUTCOME_WIN)
        lines_add(lines, "Right: this move wins.", "正确：这一步必胜。");
    else if (legal)
        lines_add(lines, "Right: no move is better.", "正确：没有更好的走法。");
    if (check->correct || !reveal)
        return;
    if (legal)
        tell_refutation(check, mark);
    tell_better(check);
}

const char *mistake_words(const struct grade *grade, struct arena *arena, enum outcome before, enum outcome after,
                          const struct played *better)
{
    struct lines lines = {.arena = arena, .language = grade->language};
    if (grade->subject.game->traits & TRAIT_DECIDER)
        lines_add(&lines, "This move does not attain the best total.", "这一步得不到最优的总分。");
    else if (after == OUTCOME_DRAW)
        lines_add(&lines, "The position was won; after this move the other player can save a draw.",
                  "走之前是必胜态；这一步之后对手可以守和。");
    else if (before == OUTCOME_DRAW)
        lines_add(&lines, "The position was drawn; after this move the other player wins.", "走之前是平局；这一步之后对手必胜。");
    else
        lines_add(&lines, "The position was won; after this move the other player wins.",
                  "走之前是必胜态；这一步之后变成对手必胜。");
    if (!better)
        return lines.v[0];
    const char *words = ask_words(better->ask, better->move, grade->language);
    lines_add(&lines, "Better: %s.", "更好的走法：%s。", words);
    return arena_printf(arena, "%s%s%s", lines.v[0], grade->language == LANGUAGE_ZH ? "" : " ", lines.v[1]);
}
