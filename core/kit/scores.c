/* Shared parts of the scoring games. */
#include "core/kit/scores.h"

#include "core/kit/explain.h"
#include "core/limits.h"
#include "core/sample.h"

#include <string.h>

/* The place of `lead` among the fields of the position; SIZE_MAX: it has none. */
static size_t lead_place(const struct type *position)
{
    for (size_t i = 0; position->fields[i].name; i++)
        if (strcmp(position->fields[i].name, "lead") == 0)
            return i;
    return SIZE_MAX;
}

const struct num *score_lead(const struct game *game, const void *position)
{
    size_t i = lead_place(game->position);
    bool given = i != SIZE_MAX && ((const struct head *)position)->given & BIT(i);
    return given ? (const void *)((const char *)position + game->position->fields[i].offset) : NULL;
}

void score_carry(const struct ask *ask, void *next, struct num gain, bool again)
{
    const struct num *lead = score_lead(ask->game, ask->position);
    if (!lead)
        return;
    struct num now = num_add(*lead, gain);
    *(struct num *)(void *)((char *)next + ask->game->position->fields[lead_place(ask->game->position)].offset) =
        again ? now : num_sub(num(0), now);
}

static enum outcome outcome_of(struct num lead)
{
    int sign = num_sign(lead);
    return sign > 0 ? OUTCOME_WIN : sign < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

void score_answer(struct ask *ask, struct num value, const char *method)
{
    struct score *extra = ask->extra;
    const struct num *lead = score_lead(ask->game, ask->position);
    extra->value = value;
    extra->before = lead ? *lead : num(0);
    ask->answer.verdict = outcome_of(num_add(extra->before, value));
    ask->answer.method = method;
}

struct mark score_mark(const struct ask *ask, struct num lead)
{
    const struct score *extra = ask->extra;
    return (struct mark){
        .outcome = outcome_of(num_add(extra->before, lead)),
        .lead = lead,
        .best = num_eq(lead, extra->value),
    };
}

int64_t *score_words(struct ask *ask, struct list integers)
{
    int64_t *words = arena_raw(ask->arena, integers.n * sizeof *words);
    int64_t left = SCORE_SUM_MAX;
    for (size_t i = 0; i < integers.n; i++) {
        struct num v = list_nums(integers)[i];
        if (!num_is_word(v) || v.word > left || v.word < -left)
            ask_too_large(ask, SCORE_SUM_MAX, "the magnitudes must add up to at most %lld, so that no sum can overflow",
                          (long long)SCORE_SUM_MAX);
        words[i] = v.word;
        left -= v.word < 0 ? -v.word : v.word;
    }
    return words;
}

struct list score_sample(struct sample *sample, size_t least, size_t most)
{
    int64_t largest = sample_bound(sample, 9, PILE_MAX);
    return sample_words(sample, sample_count(sample, least, most), -largest * 2 / 3, largest);
}

int64_t *score_front_found(struct ask *ask, struct list piles)
{
    int64_t *sums = arena_array(ask->arena, piles.n + 1, sizeof *sums);
    for (size_t i = 0; i < piles.n; i++)
        sums[i + 1] = sums[i] + list_words(piles)[i];
    ask->found = sums;
    return sums;
}

struct num score_front_gain(const struct ask *ask, struct list piles, int64_t take)
{
    const int64_t *sums = ask->found;
    if (sums)
        return num(sums[take]);
    int64_t gain = 0;
    for (int64_t i = 0; i < take; i++)
        gain += list_words(piles)[i];
    return num(gain);
}

void score_words_front(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    lines_add(line, "take %s pile(s) from the front", "从前端取走 %s 堆",
              num_text(num(((const struct score_front *)move)->take)));
}

struct list list_without(struct arena *arena, struct list row, size_t at, size_t count, size_t size)
{
    size_t n = row.n - count;
    if (at == 0)
        return (struct list){n, (char *)row.v + count * size};
    if (at == n)
        return (struct list){n, row.v};
    char *v = arena_raw(arena, n * size);
    memcpy(v, row.v, at * size);
    memcpy(v + at * size, (char *)row.v + (at + count) * size, (n - at) * size);
    return (struct list){n, v};
}

void score_explain_move(const struct ask *ask, struct lines *lines, struct num now)
{
    struct num value = ((const struct score *)ask->extra)->value, rest = num_sub(now, value);
    bool adds = num_sign(rest) < 0;
    if (num_is_zero(rest)) {
        lines_add(lines, "It scores %s now, and what remains gives neither player a lead.",
                  "当场得 %s 分，剩余局面中双方不分高下。", num_text(now));
        return;
    }
    lines_add(lines,
              adds ? "It scores %1$s now, and in what remains the other player falls %2$s behind: %1$s + %2$s = %3$s."
                   : "It scores %1$s now, and in what remains the other player gains a lead of %2$s: %1$s - %2$s = %3$s.",
              adds ? "当场得 %1$s 分，在剩余局面中对手落后 %2$s 分：%1$s + %2$s = %3$s。"
                   : "当场得 %1$s 分，在剩余局面中对手领先 %2$s 分：%1$s - %2$s = %3$s。",
              num_text(now), num_text(adds ? num_sub(num(0), rest) : rest), num_text(value));
}

/* What every move comes to in the end, where they are few: that is what the best one is compared with. */
static void explain_leads(struct ask *ask, struct lines *lines)
{
    enum { EACH = 12 };
    const struct num count = ask->answer.move_count;
    if (ask->answer.move_count_unknown || num_cmp_word(count, 2) < 0 || num_cmp_word(count, EACH) > 0)
        return;
    struct ask *all = explain_again(ask, ask->position, LISTING_ALL, EACH);
    const char *text = "", *stop = lines->language == LANGUAGE_ZH ? "；" : "; ";
    for (size_t i = 0; i < all->answer.all.n; i++) {
        const struct listed *listed = &all->answer.all.v[i];
        text = arena_printf(lines->arena, lines->language == LANGUAGE_ZH ? "%s%s%s：%s" : "%s%s%s: %s", text, i ? stop : "",
                            explain_named(all, listed->move, lines), num_text(listed->mark.lead));
    }
    if (score_lead(ask->game, ask->position))
        lines_add(lines, "The lead that each move gains from here on: %s.", "各走法此后的净胜分：%s。", text);
    else
        lines_add(lines, "The lead that each move ends with: %s.", "各走法最终的净胜分：%s。", text);
}

/* Where the whole game counts: what was there before, and what comes. */
static void explain_whole(const struct ask *ask, struct lines *lines, struct num before)
{
    struct num value = ((const struct score *)ask->extra)->value;
    bool less = num_sign(value) < 0;
    const char *sum = arena_printf(lines->arena, "%s %s %s = %s", num_text(before), less ? "-" : "+",
                                   num_text(less ? num_sub(num(0), value) : value), num_text(num_add(before, value)));
    lines_add(
        lines,
        "Before this position the player to move scored %s more than the other (below 0: less), and gains %s from here on "
        "under best play: %s in all.",
        "到当前局面为止，先手得分减去后手得分为 %s（小于 0 表示落后）；此后双方都采取最优策略，先手的净胜分为 %s：合计 %s。",
        num_text(before), num_text(value), sum);
    if (ask->answer.verdict == OUTCOME_WIN)
        lines_add(lines, "That is above 0: in the whole game the player to move wins.", "大于 0，因此就整局而言先手必胜。");
    else if (ask->answer.verdict == OUTCOME_LOSS)
        lines_add(lines, "That is below 0: in the whole game the player to move loses, even with the best move.",
                  "小于 0，因此就整局而言，先手即使走最优走法也必败。");
    else
        lines_add(lines, "Both sides end equal: the whole game is a draw.", "双方总分相同，整局为平局。");
}

void score_explain(struct ask *ask, struct lines *lines)
{
    explain_leads(ask, lines);
    struct num value = ((const struct score *)ask->extra)->value;
    const char *size = num_text(num_sign(value) < 0 ? num_sub(num(0), value) : value);
    const struct num *before = score_lead(ask->game, ask->position);
    if (before)
        explain_whole(ask, lines, *before);
    else if (num_sign(value) > 0)
        lines_add(lines, "Under best play the player to move ends %s ahead, and so wins.",
                  "双方都采取最优策略时，先手最终领先 %s 分，先手必胜。", size);
    else if (num_sign(value) < 0)
        lines_add(lines, "The player to move loses, because under best play even the best move ends %s behind.",
                  "先手必败，因为双方都采取最优策略时，先手最好的走法最终也落后 %s 分。", size);
    else
        lines_add(lines, "Under best play both sides end equal: a draw.", "双方都采取最优策略时得分相同，为平局。");
    if (!num_is_zero(ask->answer.move_count))
        lines_add(lines, "Moves that attain this value: %2$s out of %1$s.", "共有 %s 种走法，其中 %s 种达到该值。",
                  num_text(ask->answer.move_count), num_text(ask->answer.best.seen));
}

void score_explain_front(struct ask *ask, struct lines *lines, struct list piles)
{
    const struct listed *right = explain_first(ask);
    if (right) {
        int64_t take = ((const struct score_front *)right->move)->take;
        struct num now = num(0);
        for (int64_t i = 0; i < take; i++)
            now = num_add(now, num(list_words(piles)[i]));
        lines_add(lines, "The smallest best move takes %s pile(s).", "最优取法中最少取 %s 堆。", num_text(num(take)));
        score_explain_move(ask, lines, now);
    }
    score_explain(ask, lines);
}

static const struct type front_take_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = FRONT_MAX};

const struct type score_front_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct score_front),
    .fields =
        (const struct field[]){
            {"take", offsetof(struct score_front, take), &front_take_type,
             .doc = {"Piles to take from the front.", "从前面取走的堆数。"}},
            {0},
        },
};

const struct type score_pile_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = -PILE_MAX, .max = PILE_MAX};
const struct type score_integer_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX, .bits_max = INT_BITS};

const struct type score_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct score),
    .fields = (const struct field[]){{"value", offsetof(struct score, value), &type_integer,
                                      .doc = {"The mover's final score minus the other's, under best play, from here on.",
                                              "从当前局面起双方最优时，先手得分减去后手得分。"}},
                                     {0}},
};
