/* Heap games by rules: the Sprague-Grundy engine behind one path.
 *
 * Rules: `rules` says what may be done to one heap; who cannot move loses (misère: wins).
 * Theorem (Sprague 1935, Grundy 1939): the value of a sum is the xor of the values of its heaps, and a heap's value is the mex of
 * the values of what it may become. Closed forms: core/sg/closed.c; tables: core/sg/engine.c; periods and their proofs:
 * core/sg/period.c; misère play: core/sg/misere/misere.c. Cost: a table once for all questions about the same rules, then linear
 * in the moves that are counted. */
#include "core/game.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/takes.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/promise.h"
#include "core/sample.h"
#include "core/sg/cost.h"
#include "core/sg/explain.h"
#include "core/sg/lost.h"
#include "core/sg/misere/misere.h"
#include "core/sg/moves/moves.h"
#include "core/sg/position.h"
#include "core/sg/quotient/quotient.h"
#include "core/sg/rules/sample.h"
#include "core/sg/shared.h"

#include <string.h>

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sg_position),
    .fields =
        (const struct field[]){
            {"rules", offsetof(struct sg_position, rules), &type_given_rules,
             .doc = {"What a move does to one heap: take, octal, hex or split.",
                     "一步对一堆石子做什么：take、octal、hex 或 split。"}},
            {"heaps", offsetof(struct sg_position, heaps), &type_heaps, .doc = {"The heaps.", "各堆石子数。"}},
            {"misere", offsetof(struct sg_position, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who cannot move wins.", "无着可走者胜。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sg_move),
    .fields =
        (const struct field[]){
            {"heap", offsetof(struct sg_move, heap), &type_index, .doc = {"Index of the heap.", "堆的下标。"}},
            {"take", offsetof(struct sg_move, take), &type_natural, NEED_OPTIONAL,
             .doc = {"Stones to take; absent where the rules only split.", "取走的石子数；只分堆的规则没有此项。"}},
            {"into", offsetof(struct sg_move, into), &type_heaps, NEED_OPTIONAL,
             .doc = {"The heaps that remain of it, ascending; absent where a take always leaves one.",
                     "这一堆剩下的各堆，升序；取后总是剩一堆的规则没有此项。"}},
            {0},
        },
};

static const struct type extra_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sg_extra),
    .fields =
        (const struct field[]){
            {"heap_grundy", offsetof(struct sg_extra, heap_grundy), &type_heaps, .nullable = true,
             .doc = {"The Grundy value of each heap; null in misère play.", "各堆的 SG 值；反常规则下为 null。"}},
            {"period", offsetof(struct sg_extra, period), &type_sg_period, .nullable = true,
             .doc = {"The proven period of the values, or null.", "已证明的周期，否则为 null。"}},
            {"quotient", offsetof(struct sg_extra, quotient), &type_quotient_told, NEED_OPTIONAL,
             .doc = {"The misère quotient that decided; absent where none did.", "判定所用的反常商；未用到时没有此项。"}},
            {0},
        },
};

enum { EXTRA_HEAP_GRUNDY, EXTRA_PERIOD };

static struct num largest(struct list heaps)
{
    struct num top = num(0);
    for (size_t i = 0; i < heaps.n; i++)
        top = num_max(top, list_nums(heaps)[i]);
    return top;
}

/* Who wins alone, without any table. */
static bool verdict_known(struct ask *ask, const struct rules *rules)
{
    const struct sg_position *p = ask->position;
    bool lost;
    if (!ask->bare || p->misere || p->heaps.n != 1 || !lost_known(rules, list_nums(p->heaps)[0], &lost))
        return false;
    ask->answer.verdict = lost ? OUTCOME_LOSS : OUTCOME_WIN;
    ask->answer.method = "table";
    return true;
}

static void solve(struct ask *ask)
{
    const struct sg_position *p = ask->position;
    struct sg_extra *extra = ask->extra;
    const struct sg_shared *shared = ask->shared;
    const struct rules *rules = shared ? shared->rules : rules_make(ask->arena, &p->rules);
    if (verdict_known(ask, rules))
        return;
    if (p->misere) {
        extra->head.null |= BIT(EXTRA_HEAP_GRUNDY) | BIT(EXTRA_PERIOD);
        misere_solve(ask, rules, p->heaps);
        return;
    }
    struct num top = largest(p->heaps);
    const struct sg *sg = sg_of_shared(ask, top);
    if (!sg) {
        struct sg *own = arena_alloc(ask->arena, sizeof *own);
        sg_open(own, &(struct sg_job){.arena = ask->arena, .budget = ask->budget, .store = ask->store, .plain = ask->bare}, rules,
                top);
        sg = own;
    }
    struct hunt hunt = {.ask = ask, .sg = sg, .rules = rules, .heaps = list_nums(p->heaps), .n = p->heaps.n};
    hunt_values(&hunt);
    extra->heap_grundy = (struct list){hunt.n, hunt.values};
    extra->sg = sg;
    ask->answer.method = sg->method;
    if (!sg_tell_period(sg, &extra->period))
        extra->head.null |= BIT(EXTRA_PERIOD);
    answer_grundy(ask, hunt.sum);
    if (!ask->uncounted)
        hunt_moves(&hunt);
}

/* The pieces stand at the heap's place, zeros left out; a heap that a plain take empties stays as 0. */
static void *apply(struct ask *ask, const void *move)
{
    const struct sg_position *p = ask->position;
    const struct sg_move *m = move;
    const struct num *heaps = list_nums(p->heaps);
    struct sg_position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct num *left = arena_array(ask->arena, p->heaps.n + m->into.n, sizeof *left);
    size_t n = 0;
    for (size_t i = 0; i < p->heaps.n; i++) {
        if ((int64_t)i != m->heap) {
            left[n++] = heaps[i];
        } else if (!(m->head.given & BIT(MOVE_INTO))) {
            left[n++] = num_sub(heaps[i], m->take);
        } else {
            for (size_t k = 0; k < m->into.n; k++)
                if (!num_is_zero(list_nums(m->into)[k]))
                    left[n++] = list_nums(m->into)[k];
        }
    }
    next->heaps = (struct list){n, left};
    return next;
}

static void check(void *position, struct faults *faults)
{
    rules_check(&((struct sg_position *)position)->rules, faults);
}

static uint64_t cost(const void *position)
{
    return cost_of_table(position) + cost_of_moves(position);
}

static uint64_t cost_stored(const void *position, struct arena *arena, struct store *store)
{
    return cost_of_stored(position, arena, store) + cost_of_moves(position);
}

static void explain(struct ask *ask, struct lines *lines)
{
    sg_explain(ask, lines);
}

/* What is left of a heap: one to three pieces, whatever the rules. */
static void words_of_pieces(const struct sg_move *m, struct lines *line)
{
    static const struct text leaving[] = {
        {"take %s from heap %s, leaving %s", "从下标为 %2$s 的堆取走 %1$s 颗，剩下 %3$s 颗"},
        {"take %s from heap %s, leaving %s and %s", "从下标为 %2$s 的堆取走 %1$s 颗，剩下 %3$s 颗和 %4$s 颗"},
        {"take %s from heap %s, leaving %s, %s and %s", "从下标为 %2$s 的堆取走 %1$s 颗，剩下 %3$s 颗、%4$s 颗和 %5$s 颗"},
    };
    static const struct text split[] = {
        {"split heap %2$s into %3$s", "把下标为 %2$s 的堆分成 %3$s 颗"},
        {"split heap %2$s into %3$s and %4$s", "把下标为 %2$s 的堆分成 %3$s 颗和 %4$s 颗"},
        {"split heap %2$s into %3$s, %4$s and %5$s", "把下标为 %2$s 的堆分成 %3$s 颗、%4$s 颗和 %5$s 颗"},
    };
    enum { PIECES = sizeof leaving / sizeof *leaving };
    bool takes = m->head.given & BIT(MOVE_TAKE) && !num_is_zero(m->take);
    const char *piece[PIECES] = {"", "", ""}, *take = takes ? num_text(m->take) : "", *heap = num_text(num(m->heap));
    promise(m->into.n >= 1 && m->into.n <= PIECES);
    for (size_t i = 0; i < m->into.n; i++)
        piece[i] = num_text(list_nums(m->into)[i]);
    const struct text *text = takes ? &leaving[m->into.n - 1] : &split[m->into.n - 1];
    lines_add(line, text->en, text->zh, take, heap, piece[0], piece[1], piece[2]);
}

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct sg_move *m = move;
    if (!(m->head.given & BIT(MOVE_INTO)))
        takes_word(line, num(m->heap), m->take);
    else if (m->into.n == 0)
        lines_add(line, "take %s from heap %s, leaving nothing", "从下标为 %2$s 的堆取走 %1$s 颗，该堆取完", num_text(m->take),
                  num_text(num(m->heap)));
    else
        words_of_pieces(m, line);
}

static void sample(struct sample *sample)
{
    struct sg_position *p = sample->position;
    bool any_heap = false, rules_free = sample_free(sample, "rules");
    if (rules_free)
        rules_sample(sample, &p->rules, &any_heap);
    bool quotient = quotient_possible(rules_make(sample->arena, &p->rules));
    if (sample_free(sample, "misere"))
        p->misere = !quotient && sample_chance(sample, 30); /* a quotient for every rules drawn would take long */
    while (p->misere && quotient && rules_free) {
        p->rules = (struct given_rules){.head = {0}};
        rules_sample(sample, &p->rules, &any_heap);
        quotient = quotient_possible(rules_make(sample->arena, &p->rules));
    }
    if (!sample_free(sample, "heaps"))
        return;
    if (any_heap && !p->misere)
        p->heaps = sample_ints(sample, sample_count(sample, 1, HEAPS_MAX), 0);
    else { /* few, so that every table is short and misere play is searched */
        int64_t most = p->rules.head.given & BIT(GIVEN_HEX) ? 600 : 10000;
        p->heaps = sample_nums(sample, sample_count(sample, 1, 4), 0, p->misere ? 6 : sample_bound(sample, 12, most));
    }
}

const struct game game_sg = {
    .id = "sg",
    .source =
        "R. Sprague, Über mathematische Kampfspiele (1935); P. M. Grundy, Mathematics and games (1939); R. K. Guy and C. A. B. "
        "Smith, The G-values of various games (1956)",
    .title = {"Heap games by rules", "按规则的取石子游戏（SG 函数）"},
    .rules =
        {"`rules` says what a move may do to one heap: take an amount out of a set (`take`), take from a row so that two pieces "
         "may be "
         "left (`leave`), an octal or hexadecimal code (`octal`, `hex`), or a split (`split`, also beside `take`). Who cannot "
         "move loses; with "
         "`misere` who cannot move wins.",
         "`rules` "
         "规定一步可对一堆做什么：取走集合中的某个数目（`take`）、从一行中取相邻石子而剩下两段（`leave`）、八进制或十六进制码"
         "（`octal`、`hex`）、分堆（`split`，也可与 `take` 同用）。不能操作者输。若 `misere` 为真，则不能操作者胜。"},
    .limits = {"heaps of up to 4096 bits by closed form or proven period, else as far as a table reaches in the computing time; "
               "misère: 20 tokens, tame positions, and codes as far as their misère quotient can be proven",
               "有公式或已证明周期时每堆最多 4096 个二进制位，否则以计算时间内表所能达到者为限；反常规则：共 20 "
               "颗，驯顺局面，或反常商已证明的范围"},
    .position = &position_type,
    .mistakes = mistakes_sg,
    .move = &move_type,
    .extra = &extra_type,
    .methods = (const char *const[]){"mod", "nim-sum", "lasker", "odious", "odd-part", "valuation", "period", "table", "misere",
                                     "quotient", "search", NULL},
    .traits = TRAIT_GRUNDY,
    .check = check,
    .cost = cost,
    .cost_stored = cost_stored,
    .tabled_by = "rules misere",
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
    .sharing = &sg_sharing,
};
