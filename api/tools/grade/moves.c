/* Claims about moves: one that wins, or all of a kind. */
#include "api/tools/grade/grade.h"

#include "api/json/encode.h"
#include "api/tools/play.h"
#include "core/limits.h"

/* The moves of the kind that is claimed, on the answer's page. */
static const struct page *page_of(const struct answer *answer, enum what what)
{
    return what == WHAT_WINNING_MOVES ? &answer->winning : what == WHAT_DRAWING_MOVES ? &answer->drawing : &answer->best;
}

static void write_move(struct out *out, const struct game *game, const void *move)
{
    json_begin(out, '{');
    encode_fields(out, game->move, move, false);
    json_end(out, '}');
}

/* The best reply to a move. */
static void find_counter(struct check *check, const void *move)
{
    struct asking after = *check->asking;
    after.position = ask_apply(check->ask, move);
    struct played reply = play_choose(&after);
    check->counter = reply.move;
    check->countered = reply.ask;
}

/* "No move wins", or, with one decider, "there is none to make". */
static void check_no_move(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    bool decider = check->grade->subject.game->traits & TRAIT_DECIDER;
    check->correct = decider ? num_is_zero(answer->best.seen) : answer->verdict != OUTCOME_WIN;
    if (!check->correct && (decider ? answer->best.n : answer->winning.n))
        write_move(check->expected, check->grade->subject.game, decider ? answer->best.v[0].move : answer->winning.v[0].move);
    else
        json_null(check->expected);
    tell_no_move(check);
}

void check_move(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    const struct game *game = check->grade->subject.game;
    struct listed found = {.move = NULL};
    if (check->claim->null) {
        check_no_move(check);
        return;
    }
    const struct sent_move *given = check->claim->fault ? NULL : check->claim->moves[0];
    bool legal = given && given_find(check->asking, given, &found, NULL);
    check->correct =
        legal && (game->traits & TRAIT_DECIDER ? found.mark.best
                                               : found.mark.outcome == OUTCOME_WIN ||
                                                     (found.mark.outcome == OUTCOME_DRAW && answer->verdict == OUTCOME_DRAW));
    if (legal && !check->correct && !found.mark.again && !(game->traits & TRAIT_DECIDER))
        find_counter(check, given->move);
    const struct page *right = game->traits & TRAIT_DECIDER ? &answer->best
                               : answer->winning.n          ? &answer->winning
                                                            : &answer->drawing;
    if (right->n)
        write_move(check->expected, game, right->v[0].move);
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
    for (size_t i = 0; !claim->fault && i < claim->n; i++)
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

/* Whether a claimed move is of the kind that is asked for: by the page, or, where that ends before, by itself. */
static bool belongs(const struct check *check, const struct page *right, const void *move)
{
    const struct type *type = check->grade->subject.game->move;
    size_t low = 0, high = right->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (move_compare(type, right->v[middle].move, move) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < right->n)
        return move_compare(type, right->v[low].move, move) == 0;
    struct listed found;
    struct arena_mark mark = arena_mark(check->asking->budget->arena);
    bool cut = num_cmp_word(right->seen, (int64_t)right->n) > 0;
    bool is = cut && move_find(check->asking, move, &found, NULL) &&
              (check->claim->what == WHAT_WINNING_MOVES   ? found.mark.outcome == OUTCOME_WIN
               : check->claim->what == WHAT_DRAWING_MOVES ? found.mark.outcome == OUTCOME_DRAW
                                                          : found.mark.best);
    arena_rewind(check->asking->budget->arena, mark);
    return is;
}

/* Right ones less wrong ones, over all that there are. A list that should be empty, and is not, has no share. */
static struct share share_of(const struct check *check, const struct page *right, const void *const *claimed, size_t n)
{
    int64_t balance = 0;
    for (size_t i = 0; i < check->claim->n; i++)
        balance -= given_strange(check->claim->moves[i]);
    for (size_t i = 0; i < n; i++)
        balance += belongs(check, right, claimed[i]) ? 1 : -1;
    return num_is_zero(right->seen) || balance <= 0 ? (struct share){num(0), num(1)} : (struct share){num(balance), right->seen};
}

static const char *move_as_sent(struct arena *arena, const struct game *game, const void *move)
{
    struct out out;
    out_init(&out, arena, 64);
    write_move(&out, game, move);
    out_bytes(&out, "", 1);
    return out.v;
}

/* Why a claimed move does not belong to the list. An illegal one has no words. */
static void tell_extra(struct check *check, const void *extra)
{
    struct arena *arena = check->lines->arena;
    struct listed found;
    if (!extra)
        lines_add(check->lines, "A move in the list is illegal.", "列表中有不合法的走法。");
    else if (!move_find(check->asking, extra, &found, NULL))
        lines_add(check->lines, "%s is an illegal move.", "%s 不是合法的走法。",
                  move_as_sent(arena, check->grade->subject.game, extra));
    else
        lines_add(check->lines, "\"%s\" is legal, but does not belong to the list.", "“%s”合法，但不属于所求的走法。",
                  ask_words(check->ask, extra, check->lines->language));
}

void check_moves(struct check *check)
{
    struct grade *grade = check->grade;
    const struct type *type = grade->subject.game->move;
    struct arena *arena = check->lines->arena;
    struct ask ask;
    asking_solve(check->asking, &ask, LISTING_WINNING, num(0), LIST_LIMIT);
    const struct page *right = page_of(&ask.answer, check->claim->what);
    if (ask.answer.winning_count_unknown)
        refuse_uncounted(check, &ask.answer);
    const void **claimed = arena_array(arena, check->claim->n + 1, sizeof *claimed), *missing = NULL, *extra = NULL;
    size_t n = sorted_claims(check, claimed);
    bool out_of_range = false;
    for (size_t i = 0; !check->claim->fault && i < check->claim->n; i++)
        out_of_range |= given_strange(check->claim->moves[i]);
    compare(type, right, claimed, n, &missing, &extra);
    check->correct = !missing && !extra && !out_of_range && !check->claim->fault;
    if (check->grade->partial && !check->claim->fault)
        check->share = share_of(check, right, claimed, n);
    json_begin(check->expected, '[');
    for (size_t i = 0; i < right->n; i++)
        write_move(check->expected, grade->subject.game, right->v[i].move);
    json_end(check->expected, ']');
    if (check->correct)
        lines_add(check->lines, "Right: the list is complete.", "正确：列表完整无误。");
    else if (!grade->reveal)
        lines_add(check->lines, "Wrong: these are not exactly the moves that were asked for.",
                  "不正确：这些并非恰好是所求的全部走法。");
    if (missing && grade->reveal)
        lines_add(check->lines, "Missing: \"%s\".", "遗漏了“%s”。", ask_words(&ask, missing, grade->language));
    if ((extra || out_of_range) && grade->reveal)
        tell_extra(check, extra);
}
