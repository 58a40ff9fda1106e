/* Cutting (POJ 2311): cut a sheet along a grid line; who cuts off a 1×1 wins at once.
 *
 * Reduction: a sheet 1×k, k >= 2, is won at once by cutting off its end. So a cut that leaves a side of 1 loses (unless it makes
 * the 1×1), and a position of sheets with both sides >= 2 is a normal-play sum in which only cuts into sides >= 2 count; who has
 * none left loses.
 *
 * Beside play that may go on for ever the same holds: the cuts that lose at once are lost whatever else there is, and a losing
 * move more changes no outcome; all other cuts are those of a sum of nimbers. So such cuts lose, and the others are told by the
 * value they lead to (core/kit/search/loopy.h).
 *
 * Values, at any size: core/games/cutting/sheet.h, with the proof. Cost: 200 steps a sheet; cut places are counted by residue. */
#include "core/game.h"
#include "core/games/cutting/explain.h"
#include "core/games/cutting/sheet.h"
#include "core/kit/explain.h"
#include "core/kit/search/loopy.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list sheets; /* of struct num[2] */
};

enum { WIDTH = 1, HEIGHT = 2 }; /* field numbers of the move */

struct move {
    struct head head;
    int64_t sheet;
    struct num width, height;
};

/* The cuts of one sheet in one direction. */
struct cuts {
    const struct dawson *dawson;
    int64_t sheet;
    int direction;
    int side;         /* the side that is cut, shortened */
    struct num shift; /* by how much */
    int other;        /* D of the side that is not cut */
    int rest;         /* the xor of the other sheets */
    bool valued;      /* every side of the position is >= 2, so that values exist */
    /* a run: the cuts at first + k·PERIOD + r for every bit r of residues */
    struct num first;
    uint64_t residues;
    int per_period;
};

static struct mark cut_mark(const struct ask *ask, const struct cuts *c, int at)
{
    int rest = c->side - at;
    if (!c->valued || at < 2 || rest < 2)
        return mark_outcome(OUTCOME_LOSS);
    int value = sheet_value(c->dawson->value[at], c->other) ^ sheet_value(c->dawson->value[rest], c->other);
    struct mark mark = mark_grundy(ask, num(value ^ c->rest));
    if (ask->others)
        mark.outcome = loopy_reaches(*ask->others, mark.grundy) ? OUTCOME_LOSS : OUTCOME_DRAW;
    return mark;
}

static void make_cut(struct ask *ask, const struct run *run, struct num index, void *move, struct mark *mark)
{
    const struct cuts *c = run->context;
    struct move *m = move;
    struct num period = num_div(index, num(c->per_period));
    uint64_t left = c->residues;
    for (int64_t nth = num_mod(index, num(c->per_period)).word; nth; nth--)
        left &= left - 1;
    int residue = __builtin_ctzll(left);
    m->sheet = c->sheet;
    m->head.given = BIT(c->direction);
    *(c->direction == WIDTH ? &m->width : &m->height) = num_add(c->first, num_add(num_mul(period, num(PERIOD)), num(residue)));
    if (run->mixed)
        *mark = cut_mark(ask, c, PERIODIC_FROM + residue);
}

/* One cut, `at` in the shortened side; `far`: beyond its middle. */
static void push_cut(struct ask *ask, struct cuts *c, int at, bool far)
{
    struct mark mark = cut_mark(ask, c, at);
    c->first = far ? num_add(c->shift, num(at)) : num(at);
    c->residues = 1;
    c->per_period = 1;
    push_run(ask, &(struct run){.count = num(1), .mark = mark, .make = make_cut, .context = c});
}

/* The cuts with both parts in the periodic range: what one is worth depends on its residue only. */
static void push_middle(struct ask *ask, struct cuts *c)
{
    struct num places = num_add(c->shift, num(c->side - 2 * PERIODIC_FROM + 1));
    uint64_t every = (UINT64_C(1) << PERIOD) - 1, right = 0;
    for (int r = 0; r < PERIOD; r++)
        right |= (uint64_t)(cut_mark(ask, c, PERIODIC_FROM + r).outcome != OUTCOME_LOSS) << r;
    int64_t rest = num_mod(places, num(PERIOD)).word;
    int rights = __builtin_popcountll(right), rest_rights = __builtin_popcountll(right & ((UINT64_C(1) << rest) - 1));
    struct num all_rights = num_add(num_mul(num_div(places, num(PERIOD)), num(rights)), num(rest_rights));
    bool all = wants_all(ask);
    c->first = num(PERIODIC_FROM);
    c->residues = all ? every : right;
    c->per_period = all ? PERIOD : rights;
    if (!all)
        count_losing(ask, num_sub(places, all_rights));
    if (all || rights)
        push_run(ask, &(struct run){.count = all ? places : all_rights,
                                    .mixed = all,
                                    .wins = ask->others ? num(0) : all_rights,
                                    .draws = ask->others ? all_rights : num(0),
                                    .mark = mark_outcome(ask->others ? OUTCOME_DRAW : OUTCOME_WIN),
                                    .make = make_cut,
                                    .context = c});
}

/* All cuts of one direction in order: those near the ends one by one, those in the periodic middle as a run. */
static void push_direction(struct ask *ask, struct cuts *c)
{
    budget_spend(ask->budget, 20 * DAWSON);
    bool middle = c->side >= SHORT;
    int first_end = middle ? PERIODIC_FROM : c->side;
    for (int at = 1; at < first_end; at++)
        push_cut(ask, c, at, false);
    if (!middle)
        return;
    push_middle(ask, c);
    for (int at = c->side - PERIODIC_FROM + 1; at < c->side; at++)
        push_cut(ask, c, at, true);
}

/* How the position stands. */
struct standing {
    bool over;    /* a 1×1 is there */
    bool at_once; /* a 1×k, k >= 2, is there */
    bool valued;  /* no side is 1 */
    int grundy;
};

static struct standing standing_of(const struct dawson *d, const struct position *p)
{
    struct standing s = {.valued = true};
    const struct num(*sheets)[2] = p->sheets.v;
    for (size_t i = 0; i < p->sheets.n; i++) {
        int ones = (num_cmp_word(sheets[i][0], 1) == 0) + (num_cmp_word(sheets[i][1], 1) == 0);
        s.over |= ones == 2;
        s.at_once |= ones == 1;
        s.valued &= ones == 0;
        if (s.valued)
            s.grundy ^= sheet_value(side_value(d, sheets[i][0]), side_value(d, sheets[i][1]));
    }
    return s;
}

/* A sheet 1×k: only the cuts at its ends win. */
static void push_strip(struct ask *ask, int64_t sheet, int direction, struct num side)
{
    struct cuts c = {.sheet = sheet, .direction = direction, .residues = 1, .per_period = 1, .first = num(1)};
    struct run run = {.count = num(1), .mark = mark_outcome(OUTCOME_WIN), .make = make_cut, .context = &c};
    struct num last = num_sub(side, num(1));
    push_run(ask, &run);
    if (num_cmp_word(last, 1) == 0)
        return;
    struct cuts inner = {
        .sheet = sheet, .direction = direction, .residues = (UINT64_C(1) << PERIOD) - 1, .per_period = PERIOD, .first = num(2)};
    push_run(ask, &(struct run){
                      .count = num_sub(last, num(2)), .mark = mark_outcome(OUTCOME_LOSS), .make = make_cut, .context = &inner});
    c.first = last;
    push_run(ask, &run);
}

static void push_sheet(struct ask *ask, const struct dawson *d, const struct standing *s, int64_t index, const struct num *sheet)
{
    bool flat = num_cmp_word(sheet[1], 1) == 0;
    if (flat || num_cmp_word(sheet[0], 1) == 0) {
        push_strip(ask, index, flat ? WIDTH : HEIGHT, sheet[flat ? 0 : 1]);
        return;
    }
    int value[2] = {side_value(d, sheet[0]), side_value(d, sheet[1])};
    for (int side = 0; side < 2; side++) {
        int shortened = side_short(sheet[side]);
        struct cuts c = {
            .dawson = d,
            .sheet = index,
            .direction = side == 0 ? WIDTH : HEIGHT,
            .side = shortened,
            .shift = num_sub(sheet[side], num(shortened)),
            .other = value[1 - side],
            .rest = s->grundy ^ sheet_value(value[0], value[1]),
            .valued = s->valued,
        };
        push_direction(ask, &c);
    }
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct dawson d = dawson_fill();
    struct standing s = standing_of(&d, p);
    ask->answer.method = s.over || s.at_once ? "rule" : "period";
    if (s.valued)
        answer_grundy(ask, num(s.grundy));
    else
        ask->answer.verdict = s.over ? OUTCOME_LOSS : OUTCOME_WIN;
    if (ask->others)
        ask->answer.verdict = loopy_outcome(loopy_add(*ask->others, loopy_nimber(num(s.grundy))));
    if (s.over || ask->uncounted)
        return;
    const struct num(*sheets)[2] = p->sheets.v;
    for (size_t i = 0; i < p->sheets.n; i++)
        push_sheet(ask, &d, &s, (int64_t)i, sheets[i]);
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    const struct num(*old)[2] = p->sheets.v;
    struct num(*sheets)[2] = arena_raw(ask->arena, (p->sheets.n + 1) * sizeof *sheets);
    for (size_t i = 0, n = 0; i < p->sheets.n; i++, n++) {
        sheets[n][0] = old[i][0];
        sheets[n][1] = old[i][1];
        if ((int64_t)i != m->sheet)
            continue;
        int cut = m->head.given & BIT(WIDTH) ? 0 : 1;
        struct num at = cut == 0 ? m->width : m->height;
        sheets[n][cut] = at;
        sheets[n + 1][cut] = num_sub(old[i][cut], at);
        sheets[n + 1][1 - cut] = old[i][1 - cut];
        n++;
    }
    next->sheets = (struct list){p->sheets.n + 1, sheets};
    return next;
}

static uint64_t cost(const void *position)
{
    return 20000 * ((const struct position *)position)->sheets.n;
}

/* How a right cut of the sheet ends: of what value the two parts are, or that a 1×1 is one of them. */
static const char *told_end(const struct dawson *d, const struct standing *s, struct num (*part)[2], const struct lines *lines)
{
    bool zh = lines->language == LANGUAGE_ZH;
    if (s->at_once)
        return zh ? "：立即获胜" : ": that wins at once";
    const char *a = num_text(num(sheet_value(side_value(d, part[0][0]), side_value(d, part[0][1])))),
               *b = num_text(num(sheet_value(side_value(d, part[1][0]), side_value(d, part[1][1]))));
    return arena_printf(lines->arena, zh ? "，SG 值为 %s 与 %s：异或和变为 0" : ", of values %s and %s: the xor becomes 0", a, b);
}

static void explain_winner(struct ask *ask, const struct dawson *d, const struct standing *s, struct lines *lines)
{
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct move *m = right->move;
    const struct num *sheet = ((const struct num(*)[2])((const struct position *)ask->position)->sheets.v)[m->sheet];
    bool wide = m->head.given & BIT(WIDTH);
    struct num at = wide ? m->width : m->height, rest = num_sub(sheet[wide ? 0 : 1], at);
    struct num part[2][2] = {{wide ? at : sheet[0], wide ? sheet[1] : at}, {wide ? rest : sheet[0], wide ? sheet[1] : rest}};
    lines_add(lines, "For example cut sheet %s, %s × %s, into %s × %s and %s × %s%s.",
              "例如把下标为 %s 的纸片 %s × %s 切成 %s × %s 与 %s × %s%s。", num_text(num(m->sheet)), num_text(sheet[0]),
              num_text(sheet[1]), num_text(part[0][0]), num_text(part[0][1]), num_text(part[1][0]), num_text(part[1][1]),
              told_end(d, s, part, lines));
}

static void explain(struct ask *ask, struct lines *lines)
{
    struct dawson d = dawson_fill();
    struct standing s = standing_of(&d, ask->position);
    if (s.over)
        lines_add(lines, "A 1 × 1 was cut off: the game is over, and its cutter has won.",
                  "已经切出 1 × 1，游戏结束，切出者获胜。");
    else if (s.at_once)
        lines_add(lines, "A strip of width 1 is there: cutting off one of its ends makes a 1 × 1 and wins at once.",
                  "存在宽为 1 的纸条：从一端切下 1 × 1 即可立即获胜。");
    else
        cutting_explain(ask, &d, ((const struct position *)ask->position)->sheets, lines);
    explain_winner(ask, &d, &s, lines);
    explain_verdict(ask, lines);
}

static const struct type sheet_type = {
    .kind = KIND_TUPLE, .size = 2 * sizeof(struct num), .min = 2, .max = 2, .item = &type_positive};
static const struct type sheets_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &sheet_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields = (const struct field[]){{"sheets", offsetof(struct position, sheets), &sheets_type,
                                      .doc = {"The sheets, each [width, height].", "各张纸片 [宽, 高]。"}},
                                     {0}},
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields =
        (const struct field[]){
            {"sheet", offsetof(struct move, sheet), &type_index, .doc = {"Index of the sheet.", "纸片的下标。"}},
            [WIDTH] = {"width", offsetof(struct move, width), &type_positive, NEED_OPTIONAL,
                       .doc = {"Width of the first part.", "第一部分的宽。"}},
            [HEIGHT] = {"height", offsetof(struct move, height), &type_positive, NEED_OPTIONAL,
                        .doc = {"Height of the first part.", "第一部分的高。"}},
            {0},
        },
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    bool wide = m->head.given & BIT(WIDTH);
    lines_add(line, wide ? "cut sheet %s at width %s" : "cut sheet %s at height %s",
              wide ? "把下标为 %s 的纸片在宽 %s 处切开" : "把下标为 %s 的纸片在高 %s 处切开", num_text(num(m->sheet)),
              num_text(wide ? m->width : m->height));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (!sample_free(sample, "sheets"))
        return;
    size_t n = sample_count(sample, 1, HEAPS_MAX / 2);
    p->sheets = (struct list){n, sample_ints(sample, 2 * n, sample_chance(sample, 90) ? 2 : 1).v};
}

const struct game game_cutting = {
    .id = "cutting",
    .source = "POJ 2311, Cutting Game; octal game 0.07 (Dawson's Kayles): Guy and Smith, The G-values of various games (1956)",
    .title = {"Cutting", "剪纸游戏"},
    .rules =
        {"There are sheets of grid paper. A move cuts one sheet in two along a grid line. Who cuts off a 1 x 1 wins at once.",
         "有若干张方格纸，每次沿格线把一张纸剪成两张。首先剪出 1 × 1 者立即获胜。"},
    .limits = {"up to 100000 sheets with sides of up to 4096 bits", "最多 100000 张，边长最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_cutting,
    .move = &move_type,
    .methods = (const char *const[]){"period", "rule", NULL},
    .traits = TRAIT_GRUNDY | TRAIT_ENTAILING,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
