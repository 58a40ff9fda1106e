/* Sentences that several games' explanations share. */
#include "core/kit/explain.h"

#include "core/promise.h"
#include "core/solve.h"

#include <stdlib.h>

enum {
    SHOWN = 8,        /* numbers of a list that is only looked at */
    XORED = 12,       /* numbers that are added up in writing, */
    COLUMNS = 16,     /* by columns up to so many of these, */
    CHAIN_BITS = 1024 /* as a chain up to so many bits in all */
};

static const char *separator(const struct lines *lines)
{
    return lines->language == LANGUAGE_ZH ? "、" : ", ";
}

static int compare(const void *a, const void *b)
{
    return num_cmp(*(const struct num *)a, *(const struct num *)b);
}

const char *explain_list(const struct lines *lines, const struct num *values, size_t n)
{
    const char *text = n ? "" : lines->language == LANGUAGE_ZH ? "无" : "none", *comma = separator(lines);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        text = arena_printf(lines->arena, "%s%s%s", text, i ? comma : "", num_text(values[i]));
    return n > SHOWN ? arena_printf(lines->arena, "%s%s…", text, comma) : text;
}

const char *explain_set(const struct lines *lines, struct num *values, size_t n)
{
    size_t m = 0;
    qsort(values, n, sizeof *values, compare);
    for (size_t i = 0; i < n; i++)
        if (!m || !num_eq(values[m - 1], values[i]))
            values[m++] = values[i];
    return explain_list(lines, values, m);
}

struct ask *explain_again(struct ask *ask, const void *position, enum listing listing, size_t limit)
{
    struct ask *again = arena_alloc(ask->arena, sizeof *again);
    ask_init(again, ask->game, position, ask->arena, ask->budget, ask->store);
    again->listing = listing;
    again->limit = limit;
    ask_solve(again);
    return again;
}

const struct listed *explain_first(struct ask *ask)
{
    struct answer *answer = &ask->answer;
    bool best = ask->game->traits & (TRAIT_SCORES | TRAIT_DECIDER);
    struct page *right = best ? &answer->best : answer->verdict == OUTCOME_DRAW ? &answer->drawing : &answer->winning;
    bool maybe = answer->winning_count_unknown && answer->verdict == OUTCOME_WIN;
    if (num_is_zero(right->seen) && !maybe)
        return NULL;
    if (ask->listing == LISTING_WINNING && num_is_zero(ask->offset) && right->n)
        return &right->v[0];
    answer = &explain_again(ask, ask->position, LISTING_WINNING, 1)->answer;
    right = best ? &answer->best : answer->verdict == OUTCOME_DRAW ? &answer->drawing : &answer->winning;
    return right->n ? &right->v[0] : NULL;
}

void explain_take(struct lines *lines, int64_t heap, struct num size, struct num take)
{
    lines_add(lines, "For example take %1$s from heap %2$s, which leaves %3$s there.",
              "例如从下标为 %2$s 的堆取走 %1$s 颗，该堆剩下 %3$s 颗。", num_text(take), num_text(num(heap)),
              num_text(num_sub(size, take)));
}

/* The value in so many binary digits. */
static const char *columns(const struct lines *lines, struct num value, uint64_t width)
{
    char digits[COLUMNS];
    for (uint64_t i = 0; i < width; i++)
        digits[i] = num_bit(value, width - 1 - i) ? '1' : '0';
    return arena_copy(lines->arena, digits, width);
}

/* Numbers that are all 0 or 1: the ones are counted. */
static void explain_ones(struct lines *lines, const struct num *values, size_t n, struct num sum)
{
    int64_t ones = 0;
    for (size_t i = 0; i < n; i++)
        ones += !num_is_zero(values[i]);
    if (ones == 0) {
        lines_add(lines, "These %s numbers are all 0, so their xor is %s.", "这 %s 个数全为 0，异或和为 %s。",
                  num_text(num_u64(n)), num_text(sum));
        return;
    }
    lines_add(
        lines,
        num_is_zero(sum)
            ? "These %s numbers are 0 or 1; how many are 1: %s, which is even, so they cancel in pairs and the xor is %s."
            : "These %s numbers are 0 or 1; how many are 1: %s, which is odd, so after pairs cancel one is left: the xor is %s.",
        num_is_zero(sum) ? "这 %s 个数都是 0 或 1，其中 1 的个数为 %s，是偶数，两两抵消，异或和为 %s。"
                         : "这 %s 个数都是 0 或 1，其中 1 的个数为 %s，是奇数，两两抵消后剩一个，异或和为 %s。",
        num_text(num_u64(n)), num_text(num(ones)), num_text(sum));
}

static void explain_columns(struct lines *lines, const struct num *values, size_t n, struct num sum, uint64_t width)
{
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = arena_printf(lines->arena, "%s%s%s = %s", text, i ? separator(lines) : "", num_text(values[i]),
                            columns(lines, values[i], width));
    lines_add(lines, "In binary: %s. A column with an odd number of 1s gives 1, any other 0, so the xor is %s = %s.",
              "写成二进制：%s。某一位上 1 的个数为奇数时该位得 1，否则得 0，因此异或和为 %s = %s。", text,
              columns(lines, sum, width), num_text(sum));
}

static void explain_chain(struct lines *lines, const struct num *values, size_t n, struct num sum)
{
    const char *text = num_text(values[0]), *sign = lines->language == LANGUAGE_ZH ? " ⊕ " : " xor ";
    for (size_t i = 1; i < n; i++)
        text = arena_printf(lines->arena, "%s%s%s", text, sign, num_text(values[i]));
    lines_add(lines, "Their xor: %s = %s.", "它们的异或和：%s = %s。", text, num_text(sum));
}

static bool is_xor(const struct num *values, size_t n, struct num sum)
{
    for (size_t i = 0; i < n; i++)
        sum = num_xor(sum, values[i]);
    return num_is_zero(sum);
}

void explain_xor(struct lines *lines, const struct num *values, size_t n, struct num sum)
{
    uint64_t width = 1;
    for (size_t i = 0; i < n; i++)
        width = num_bits(values[i]) > width ? num_bits(values[i]) : width;
    /* Of many large ones it would cost what the answer cost. */
    promise(n > XORED || n * width > CHAIN_BITS || is_xor(values, n, sum));
    if (n == 0)
        lines_add(lines, "There is nothing to add up, so the xor is %s.", "没有可以相加的数，异或和为 %s。", num_text(sum));
    else if (n == 1)
        return;
    else if (width == 1)
        explain_ones(lines, values, n, sum);
    else if (n <= XORED && width <= COLUMNS)
        explain_columns(lines, values, n, sum, width);
    else if (n <= XORED && n * width <= CHAIN_BITS)
        explain_chain(lines, values, n, sum);
    else
        lines_add(lines, "The xor of these %s numbers is %s.", "这 %s 个数的异或和为 %s。", num_text(num_u64(n)), num_text(sum));
}

const char *explain_zeroed(const struct lines *lines, size_t n)
{
    static const struct text one = {"that is lost for the other player", "留给对手的是必败态"},
                             more = {"the xor becomes 0", "异或和变为 0"};
    const struct text *says = n == 1 ? &one : &more;
    return lines->language == LANGUAGE_ZH ? says->zh : says->en;
}

size_t explain_top(const struct num *values, struct num sum)
{
    size_t i = 0;
    while (!num_bit(values[i], num_bits(sum) - 1))
        i++;
    return i;
}

void explain_zero(const struct ask *ask, struct lines *lines)
{
    if (!ask->answer.move_count_unknown && num_is_zero(ask->answer.move_count))
        return;
    promise(ask->answer.verdict == OUTCOME_LOSS);
    lines_add(lines, "It is 0, which is lost, because every move makes it non-zero and the other player can make it 0 again.",
              "结果为 0，先手必败，因为任何一步都会使它变为非零，而对手总能把它变回 0。");
}

void explain_lost(const struct ask *ask, struct lines *lines)
{
    if (ask->answer.verdict == OUTCOME_LOSS && (ask->answer.move_count_unknown || !num_is_zero(ask->answer.move_count)))
        lines_add(lines, "The player to move loses, because every move leaves the other player a won position.",
                  "先手必败，因为任何一步之后，轮到对手时都是必胜态。");
}

const char *explain_named(const struct ask *ask, const void *move, const struct lines *lines)
{
    return ask_words(ask, move, lines->language);
}

/* Whether the moves are so few that it costs little to look at them again. */
static bool are_few(const struct ask *ask, int64_t most)
{
    const struct answer *answer = &ask->answer;
    return !answer->move_count_unknown && num_cmp_word(answer->move_count, most) <= 0 && !num_is_zero(answer->move_count);
}

/* The replies to the first moves of a position that is lost: of the one asked about, or of what the first winning move leaves. */
static void replies(struct ask *lost, struct lines *lines, bool then, size_t answered)
{
    enum { FEW = 100 };
    static const struct text reply[] = {
        {"To \"%1$s\" the reply is \"%2$s\".", "走“%1$s”，对手应以“%2$s”。"},
        {"Then, to \"%1$s\" the reply is \"%2$s\".", "此后对手走“%1$s”，应以“%2$s”。"},
    };
    static const struct text over[] = {
        {"After \"%1$s\" the other player has won.", "走“%1$s”之后对手即胜。"},
        {"Then, after \"%1$s\" nothing more is needed: it has lost.", "此后对手走“%1$s”，即已告负。"},
    };
    static const struct text again = {"After \"%1$s\" the same player moves again, and loses all the same.",
                                      "走“%1$s”之后仍由自己走，同样必败。"};
    if (!are_few(lost, FEW))
        return;
    struct ask *all = explain_again(lost, lost->position, LISTING_ALL, answered);
    for (size_t i = 0; i < all->answer.all.n; i++) {
        const struct listed *listed = &all->answer.all.v[i];
        struct ask *next = explain_again(lost, ask_apply(all, listed->move), LISTING_WINNING, 1);
        const struct page *page = &next->answer.winning;
        const struct text *says = listed->mark.again ? &again : page->n ? &reply[then] : &over[then];
        lines_add(lines, says->en, says->zh, explain_named(all, listed->move, lines),
                  page->n && !listed->mark.again ? explain_named(next, page->v[0].move, lines) : "");
    }
    struct num others = num_sub(lost->answer.move_count, num_u64(all->answer.all.n));
    if (!num_is_zero(others))
        lines_add(lines, "Each other move has a reply, too: %s more.", "其余 %s 种操作也都有应对。", num_text(others));
}

void explain_replies(struct ask *ask, struct lines *lines, size_t answered)
{
    const struct listed *right = ask->answer.verdict == OUTCOME_WIN ? explain_first(ask) : NULL;
    if (ask->answer.verdict == OUTCOME_LOSS)
        replies(ask, lines, false, answered);
    else if (right)
        replies(explain_again(ask, ask_apply(ask, right->move), LISTING_NONE, 0), lines, true, answered);
}

/* "take 1; take 2": those of one outcome. */
static const char *moves_of(const struct ask *all, enum outcome outcome, const struct lines *lines)
{
    const char *text = "";
    for (size_t i = 0; i < all->answer.all.n; i++)
        if (all->answer.all.v[i].mark.outcome == outcome)
            text = arena_printf(lines->arena, "%s%s%s", text,
                                !*text                           ? ""
                                : lines->language == LANGUAGE_ZH ? "；"
                                                                 : "; ",
                                explain_named(all, all->answer.all.v[i].move, lines));
    return text;
}

void explain_outcomes(struct ask *ask, struct lines *lines)
{
    enum { EACH = 12 };
    static const struct {
        enum outcome outcome;
        struct text says;
    } kinds[] = {
        {OUTCOME_WIN, {"Moves that leave the other player a lost position: %s.", "留给对手必败态的操作：%s。"}},
        {OUTCOME_DRAW, {"Moves that leave a draw: %s.", "保持平局的操作：%s。"}},
        {OUTCOME_LOSS, {"Moves that leave the other player a won position: %s.", "留给对手必胜态的操作：%s。"}},
    };
    explain_lost(ask, lines);
    if (ask->answer.verdict == OUTCOME_LOSS || !are_few(ask, EACH))
        return;
    struct ask *all = explain_again(ask, ask->position, LISTING_ALL, EACH);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *moves = moves_of(all, kinds[i].outcome, lines);
        if (*moves)
            lines_add(lines, kinds[i].says.en, kinds[i].says.zh, moves);
    }
}

void explain_verdict(const struct ask *ask, struct lines *lines)
{
    const struct answer *answer = &ask->answer;
    const char *all = num_text(answer->move_count);
    bool over = !answer->move_count_unknown && num_is_zero(answer->move_count);
    if (answer->verdict == OUTCOME_WIN && over)
        lines_add(lines, "So the player to move wins (an N-position): there is no legal move, which here is a win.",
                  "因此当前局面是必胜态，先手必胜：没有合法操作，而按规则此时先手获胜。");
    else if (answer->verdict == OUTCOME_WIN && answer->winning_count_unknown)
        lines_add(lines, "So the player to move wins (an N-position).", "因此当前局面是必胜态，先手必胜。");
    else if (answer->verdict == OUTCOME_WIN)
        lines_add(lines, "So the player to move wins (an N-position); winning moves: %s out of %s.",
                  "因此当前局面是必胜态，先手必胜：共有 %2$s 种合法操作，其中 %1$s 种获胜。", num_text(answer->winning.seen),
                  all);
    else if (answer->verdict == OUTCOME_DRAW && over)
        lines_add(lines, "So it is a draw: there is no legal move.", "因此当前局面是平局：没有合法操作。");
    else if (answer->verdict == OUTCOME_DRAW)
        lines_add(lines, "So it is a draw: no move wins; drawing moves: %s out of %s.",
                  "因此当前局面是平局：共有 %2$s 种合法操作，没有一种能获胜，其中 %1$s 种保持平局。",
                  num_text(answer->drawing.seen), all);
    else if (over)
        lines_add(lines, "So the player to move loses (a P-position): there is no legal move.",
                  "因此当前局面是必败态，先手必败：没有合法操作。");
    else if (answer->move_count_unknown)
        lines_add(lines, "So the player to move loses (a P-position).", "因此当前局面是必败态，先手必败。");
    else
        lines_add(lines, "So the player to move loses (a P-position); winning moves: none out of %s.",
                  "因此当前局面是必败态，先手必败：共有 %s 种合法操作，没有一种能获胜。", all);
}
