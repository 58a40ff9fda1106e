/* Where a wrong claim comes from: held against what the known wrong methods of the game say of the position. */
#include "api/tools/grade/grade.h"

#include "api/tools/mistaken.h"

/* Whether the method says anything of what is claimed. */
static bool speaks(const struct claim *claim, const struct belief *told)
{
    switch (claim->what) {
    case WHAT_VERDICT:
        return told->verdict != OUTCOME_NONE;
    case WHAT_GRUNDY:
        return told->grundy_known;
    case WHAT_WINNING_MOVE_COUNT:
        return told->count_known;
    case WHAT_VALUE:
        return told->value_known;
    case WHAT_MOVE:
        return told->first_known;
    case WHAT_WINNING_MOVES:
        return told->all_known;
    default:
        return false;
    }
}

static bool has_move(const struct belief *told, const struct game *game, const void *move)
{
    for (size_t i = 0; i < told->n; i++)
        if (move_compare(game->move, told->moves[i], move) == 0)
            return true;
    return false;
}

static bool has_moves(const struct claim *claim, const struct belief *told, const struct game *game)
{
    for (size_t i = 0; i < claim->n; i++)
        if (given_strange(claim->moves[i]) || !has_move(told, game, claim->moves[i]->move))
            return false;
    return claim->n == told->n;
}

/* Whether the method would claim the same. */
static bool agrees(const struct claim *claim, const struct belief *told, const struct game *game)
{
    switch (claim->what) {
    case WHAT_VERDICT:
        return claim->verdict == told->verdict;
    case WHAT_GRUNDY:
        return !claim->null && num_cmp_word(claim->number, told->grundy) == 0;
    case WHAT_WINNING_MOVE_COUNT:
        return num_cmp_word(claim->number, told->count) == 0;
    case WHAT_VALUE:
        return num_cmp_word(claim->number, told->value) == 0;
    case WHAT_MOVE:
        return claim->null ? !told->n : told->n && has_moves(claim, told, game);
    case WHAT_WINNING_MOVES:
        return has_moves(claim, told, game);
    default:
        return false;
    }
}

enum stance stance_of(const struct grade *grade, const struct claim *claim, const struct mistake *mistake)
{
    const struct subject *subject = &grade->subject;
    struct belief told;
    if (claim->fault ||
        !mistake_tell(mistake, subject->game, subject->position, grade->setting->budget, grade->setting->store, &told) ||
        told.printed || !speaks(claim, &told))
        return STANCE_SILENT;
    return agrees(claim, &told, subject->game) ? STANCE_SAME : STANCE_OTHER;
}

size_t diagnose_check(struct check *check, struct out *rows)
{
    struct grade *grade = check->grade;
    struct lines *lines = check->lines;
    const char *titles = NULL, *sentence = NULL;
    size_t n = 0;
    json_begin(rows, '[');
    for (const struct mistake *m = grade->subject.game->mistakes; m && m->id; m++) {
        if (stance_of(grade, check->claim, m) != STANCE_SAME)
            continue;
        bool zh = lines->language == LANGUAGE_ZH;
        const char *title = zh ? m->title.zh : m->title.en;
        titles = titles ? arena_printf(lines->arena, zh ? "%s；%s" : "%s; %s", titles, title) : title;
        sentence = n++ ? NULL : zh ? m->sentence.zh : m->sentence.en;
        encode_mistake(rows, m, lines->language);
    }
    json_end(rows, ']');
    if (n == 1)
        lines_add(lines, "A known wrong method gives this answer: %s. %s", "某种已知的错误方法会得到这个答案：%s。%s", titles,
                  sentence);
    else if (n)
        lines_add(lines, "Known wrong methods give this answer: %s.", "以下已知的错误方法会得到这个答案：%s。", titles);
    return n;
}
