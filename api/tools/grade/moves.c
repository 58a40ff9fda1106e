/* Claims about moves: one that wins, or all of a kind. */
#include "api/tools/grade/grade.h"

#include "api/tools/play.h"
#include "core/limits.h"

/* The moves of the kind that is claimed, on the answer's page. */
static const struct page *page_of(const struct answer *answer, enum what what)
{
    return what == WHAT_WINNING_MOVES ? &answer->winning : what == WHAT_DRAWING_MOVES ? &answer->drawing : &answer->best;
}

static void encode_move(struct out *out, const struct game *game, const void *move)
{
    json_begin(out, '{');
    encode_fields(out, game->move, move, false);
    json_end(out, '}');
}

/* The best reply to a move. */
static const void *reply_to(const struct check *check, const void *move)
{
    struct asking after = *check->asking;
    after.position = ask_apply(check->ask, move);
    return play_choose(&after).move;
}

void check_move(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    const struct game *game = check->grade->subject.game;
    const struct given *given = check->claim->moves[0];
    struct listed found = {.move = NULL};
    bool legal = given_find(check->asking, given, &found, NULL);
    check->correct =
        legal && (game->traits & TRAIT_DECIDER ? found.mark.best
                                               : found.mark.outcome == OUTCOME_WIN ||
                                                     (found.mark.outcome == OUTCOME_DRAW && answer->verdict == OUTCOME_DRAW));
    if (legal && !check->correct && !(game->traits & TRAIT_DECIDER))
        check->counter = reply_to(check, given->move);
    const struct page *right = game->traits & TRAIT_DECIDER ? &answer->best
                               : answer->winning.n          ? &answer->winning
                                                            : &answer->drawing;
    if (right->n)
        encode_move(check->expected, game, right->v[0].move);
    else
        json_null(check->expected);
    tell_move(check, legal, legal ? &found.mark : NULL);
}

/* Heap sort: in place, n log n whatever the input. */
static void sift(const struct type *type, const void **v, size_t i, size_t n)
{
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && move_compare(type, v[child], v[child + 1]) < 0)
            child++;
        if (move_compare(type, v[i], v[child]) >= 0)
            return;
        const void *swap = v[i];
        v[i] = v[child];
        v[child] = swap;
    }
}

static void sort_moves(const struct type *type, const void **v, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(type, v, i, n);
    while (n > 1) {
        const void *swap = v[0];
        v[0] = v[--n];
        v[n] = swap;
        sift(type, v, 0, n);
    }
}

/* The claimed moves that have all fields in range, ascending, each once. */
static size_t sorted_claims(const struct check *check, const void **v)
{
    const struct type *type = check->grade->subject.game->move;
    const struct claim *claim = check->claim;
    size_t n = 0, m = 0;
    for (size_t i = 0; i < claim->n; i++)
        if (!given_strange(claim->moves[i]))
            v[n++] = claim->moves[i]->move;
    sort_moves(type, v, n);
    for (size_t i = 0; i < n; i++)
        if (!m || move_compare(type, v[m - 1], v[i]) != 0)
            v[m++] = v[i];
    return m;
}

/* The first move that is missing and the first that is too much; NULL where there is none. When not all moves that are right fit
 * on the page (more than LIST_LIMIT), something is missing for certain, but behind the page nothing is said to be too much. */
static void compare(const struct type *type, const struct page *right, const void *const *claimed, size_t n, const void **missing,
                    const void **extra)
{
    size_t i = 0, j = 0;
    bool cut = num_cmp_word(right->seen, (int64_t)right->n) > 0;
    while ((i < right->n || j < n) && !(*missing && *extra)) {
        int order = i == right->n ? 1 : j == n ? -1 : move_compare(type, right->v[i].move, claimed[j]);
        if (order < 0 && !*missing)
            *missing = right->v[i].move;
        if (order > 0 && !*extra && !(cut && i == right->n))
            *extra = claimed[j];
        i += order <= 0;
        j += order >= 0;
    }
}

/* Why a claimed move does not belong to the list. */
static void tell_extra(struct check *check, const void *extra)
{
    struct arena *arena = check->lines->arena;
    struct listed found;
    const char *words = extra ? move_words(arena, check->grade->subject.game, extra) : NULL;
    if (!words)
        lines_add(check->lines, "A move in the list is illegal.", "列表中有不合法的走法。");
    else if (!move_find(check->asking, extra, &found, NULL))
        lines_add(check->lines, "%s is an illegal move.", "%s 不是合法的走法。", words);
    else
        lines_add(check->lines, "%s is legal, but does not belong to the list.", "%s 合法，但不属于所求的走法。", words);
}

void check_moves(struct check *check)
{
    struct grade *grade = check->grade;
    const struct type *type = grade->subject.game->move;
    struct arena *arena = check->lines->arena;
    struct ask ask;
    asking_solve(check->asking, &ask, LISTING_WINNING, num(0), LIST_LIMIT);
    const struct page *right = page_of(&ask.answer, check->what);
    if (ask.answer.winning_count_unknown)
        refuse_claim(check, -1, ask.answer.count_limit, ask.answer.count_limit);
    const void **claimed = arena_array(arena, check->claim->n + 1, sizeof *claimed), *missing = NULL, *extra = NULL;
    size_t n = sorted_claims(check, claimed);
    bool out_of_range = false;
    for (size_t i = 0; i < check->claim->n; i++)
        out_of_range |= given_strange(check->claim->moves[i]);
    compare(type, right, claimed, n, &missing, &extra);
    check->correct = !missing && !extra && !out_of_range;
    json_begin(check->expected, '[');
    for (size_t i = 0; i < right->n; i++)
        encode_move(check->expected, grade->subject.game, right->v[i].move);
    json_end(check->expected, ']');
    if (check->correct)
        lines_add(check->lines, "Right: the list is complete.", "正确：列表完整无误。");
    else if (!grade->reveal)
        lines_add(check->lines, "Wrong: these are not exactly the moves that were asked for.",
                  "不正确：这些并非恰好是所求的全部走法。");
    if (missing && grade->reveal)
        lines_add(check->lines, "Missing: %s.", "遗漏了 %s。", move_words(arena, grade->subject.game, missing));
    if ((extra || out_of_range) && grade->reveal)
        tell_extra(check, extra);
}
