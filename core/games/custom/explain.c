/* Sentences about users' own games. */
#include "core/games/custom/custom.h"

#include "core/kit/explain.h"
#include "core/kit/scores.h"
#include "core/kit/told.h"
#include "core/solve.h"

/* "n = 5, h = [1, 2]": what moves change, since the rest is as it was. */
static const char *state_words(struct arena *arena, const struct custom_game *made, const void *state)
{
    const struct given_state *given = custom_given(made, arena, state);
    const char *text = "";
    for (size_t v = 0; v < made->rules->variables; v++) {
        enum { SHOWN = 12 };
        struct items items = given->value[v];
        bool list = made->rules->variable[v].list;
        if (!made->rules->variable[v].assigned)
            continue;
        text = arena_printf(arena, "%s%s%s = %s", text, *text ? ", " : "", made->state.fields[v].name, list ? "[" : "");
        for (size_t i = 0; i < items.n && i < SHOWN; i++)
            text = arena_printf(arena, "%s%s%lld", text, i ? ", " : "", (long long)items.v[i]);
        text = arena_printf(arena, "%s%s%s", text, items.n > SHOWN ? ", …" : "", list ? "]" : "");
    }
    if (made->rules->turns)
        text = arena_printf(arena, "%s%sturn = %lld", text, *text ? ", " : "", (long long)given->turn);
    return *text ? text : "{}";
}

static const char *position_words(struct arena *arena, const struct custom_game *made, const struct custom_position *p)
{
    enum { SHOWN = 6 };
    size_t n = custom_count(p);
    const char *text = "";
    for (size_t i = 0; i < n && i < SHOWN; i++)
        text = arena_printf(arena, "%s%s(%s)", text, i ? " + " : "", state_words(arena, made, custom_state(made, p, i)));
    return n == 0 ? "()" : n > SHOWN ? arena_printf(arena, "%s + …", text) : text;
}

void custom_words(const struct ask *ask, const void *move, struct lines *line)
{
    const struct custom_game *made = custom_of(ask);
    const struct custom_move *m = move;
    const struct user_move *of = &made->rules->move[m->name];
    const char *text = of->name;
    for (size_t i = 0; i < of->sources; i++)
        text = arena_printf(line->arena, "%s%s%s = %lld", text, i ? ", " : " ",
                            made->move.fields[MOVE_PARAMETERS + made->parameter[m->name][i]].name,
                            (long long)m->parameter[made->parameter[m->name][i]]);
    if (m->head.given & BIT(MOVE_PART))
        lines_add(line, "in state %s: %s", "在第 %s 个状态中：%s", num_text(num(m->part)), text);
    else
        lines_add(line, "%s", "%s", text);
}

static const char *after_words(struct ask *ask, const struct listed *listed)
{
    const struct custom_found *found = ask->found;
    return position_words(ask->arena, found->made, ask_apply(ask, listed->move));
}

/* Options without a Grundy value are told by ∞. */
static void explain_open(const struct ask *ask, const struct page *page, struct lines *lines)
{
    struct num *values = arena_array(lines->arena, page->n, sizeof *values);
    size_t known = 0;
    for (size_t i = 0; i < page->n; i++)
        if (page->v[i].mark.grundy_known)
            values[known++] = page->v[i].mark.grundy;
    const char *set = known ? explain_set(lines, values, known) : "";
    if (known < page->n)
        set = known ? arena_printf(lines->arena, "%s, ∞", set) : "∞";
    if (ask->answer.grundy_known)
        lines_add(
            lines,
            "The moves lead to the values {%1$s}; from what has none (∞) the other player can go back to the value %2$s, so "
            "it does not count: the least number missing (mex) is %2$s.",
            "各操作到达的值为 {%1$s}；没有值（∞）的局面对手都能再走到值 %2$s，不必考虑：缺少的最小非负整数（mex）是 %2$s。", set,
            num_text(ask->answer.grundy));
    else
        lines_add(lines, "The moves lead to the values {%s}; play may go round for ever, and there is no Grundy value.",
                  "各操作到达的值为 {%s}；对局可能永不结束，没有 SG 值。", set);
}

static void explain_value(struct ask *ask, struct lines *lines)
{
    const struct ask *all = explain_again(ask, ask->position, LISTING_ALL, TOLD_SEEN);
    const struct page *page = &all->answer.all;
    struct told told = told_begin(lines, TOLD_SEEN);
    size_t known = 0;
    for (; known < page->n && page->v[known].mark.grundy_known; known++) {
        const struct listed *listed = &page->v[known];
        const char *name = NULL;
        if (told_names(&told, listed->mark.grundy))
            name = arena_printf(lines->arena, lines->language == LANGUAGE_ZH ? "“%s”" : "\"%s\"",
                                ask_words(all, listed->move, lines->language));
        told_add(&told, listed->mark.grundy, name);
    }
    if (known < page->n) {
        explain_open(ask, page, lines);
        return;
    }
    const char *value = num_text(ask->answer.grundy);
    if (num_eq(ask->answer.move_count, num_u64(page->n)))
        lines_add(lines, "The position: %s; the least number missing (mex) is %s, its Grundy value.",
                  "当前局面：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", told_text(&told, ask->answer.grundy), value);
    else
        lines_add(lines, "The Grundy value, the least number that no move leads to (mex), is %s.",
                  "没有操作能到达的最小非负整数（mex）是 %s，即 SG 值。", value);
}

static void explain_move(struct ask *ask, struct lines *lines)
{
    const struct listed *right = explain_first(ask);
    if (ask->answer.verdict == OUTCOME_LOSS && !(ask->game->traits & TRAIT_SCORES))
        explain_replies(ask, lines, 5);
    if (!right)
        return;
    const char *move = ask_words(ask, right->move, lines->language), *to = after_words(ask, right);
    if (ask->game->traits & TRAIT_SCORES)
        lines_add(lines, "The first best move is \"%1$s\", which leaves %2$s.", "第一个最优操作是“%1$s”，留下 %2$s。", move, to);
    else if (ask->answer.verdict == OUTCOME_DRAW)
        lines_add(lines, "For example \"%1$s\" keeps the draw; it leaves %2$s.", "例如“%1$s”保持平局，留下 %2$s。", move, to);
    else if (right->mark.again)
        lines_add(lines, "The first winning move is \"%1$s\": it leaves %2$s, where the same player moves again and wins.",
                  "第一个获胜操作是“%1$s”：留下 %2$s，仍由自己走，并且必胜。", move, to);
    else
        lines_add(lines, "The first winning move is \"%1$s\": it leaves %2$s, which is lost for the other player.",
                  "第一个获胜操作是“%1$s”：留下 %2$s，对手必败。", move, to);
}

static bool may_go_on(const struct user_rules *rules)
{
    for (size_t i = 0; i < rules->moves; i++)
        if (rules->move[i].again)
            return true;
    return false;
}

void custom_explain(struct ask *ask, struct lines *lines)
{
    const struct custom_found *found = ask->found;
    const struct custom_extra *extra = ask->extra;
    const char *states = num_text(num(extra->states));
    if (ask->game->traits & TRAIT_SCORES && may_go_on(found->made->rules))
        lines_add(
            lines,
            "States that can be reached from here: %s; each is worth the most that a move's score makes, less what the rest is "
            "worth to the other player, or plus it, where the same player goes on.",
            "由此可到达 %s 个状态；每个状态的值是各操作“得分减去剩余对对手的值”（若继续由自己走则为加）的最大者。", states);
    else if (ask->game->traits & TRAIT_SCORES)
        lines_add(
            lines,
            "States that can be reached from here: %s; each is worth the most that a move's score makes, less what the rest is "
            "worth to the other player.",
            "由此可到达 %s 个状态；每个状态的值是各操作“得分减去剩余对对手的值”的最大者。", states);
    else if (found->space->cyclic)
        lines_add(lines,
                  "States that can be reached from here: %s, and play can go round: they are worked out backwards from where the "
                  "game is over.",
                  "由此可到达 %s 个状态，且对局可能循环：从终局状态倒推求解。", states);
    else
        lines_add(lines, "States that can be reached from here: %s; all of them were searched.",
                  "由此可到达 %s 个状态，已全部搜索。", states);
    if (ask->game->traits & TRAIT_GRUNDY)
        explain_value(ask, lines);
    explain_move(ask, lines);
    if (ask->game->traits & TRAIT_SCORES)
        score_explain(ask, lines);
    else
        explain_verdict(ask, lines);
}
