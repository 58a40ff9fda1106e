/* Pieces: chess pieces that walk independently towards the corner (0,0) of a quarter board; who cannot move loses.
 *
 * Theorem: a sum of its pieces (Sprague-Grundy); values by core/games/pieces/chess.h. A queen alone may stand anywhere: whether
 * it is lost is Wythoff's theorem (core/games/wythoff/wythoff.c); then there is no Grundy value. LightOJ 1315 is the
 * hyper-knight. Cost: rook, bishop, king, knight constant for each, queen its moves, hyper-knight and queen their table once in a
 * process. */
#include "core/games/pieces/walk.h"
#include "core/kit/explain.h"
#include "core/kit/heaps/beatty.h"
#include "core/kit/told.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    int piece;
    struct list squares; /* of struct square */
};

/* A queen alone beyond the table: the losing squares are Wythoff's pairs. */
static void solve_queen_alone(struct ask *ask, struct square at)
{
    struct chess chess = {.piece = PIECE_QUEEN};
    struct piece_walk w = {.chess = &chess, .at = at, .low = num_min(at.x, at.y)};
    struct num low = cold_low(false, num_sub(num_max(at.x, at.y), w.low));
    bool cold = num_eq(low, w.low);
    ask->answer.method = "beatty";
    ask->answer.verdict = cold ? OUTCOME_LOSS : OUTCOME_WIN;
    if (!cold) {
        struct num x = cold_partner(false, at.y), y = cold_partner(false, at.x);
        bool left = num_lt(x, at.x), both = num_lt(low, w.low);
        struct square along = walk_diagonal(&w, both ? num_sub(w.low, low) : num(0));
        bool along_first = both && (!left || !num_lt(x, along.x));
        if (along_first)
            walk_add_winner(&w, along);
        if (left)
            walk_add_winner(&w, (struct square){x, at.y});
        if (both && !along_first)
            walk_add_winner(&w, along);
        if (num_lt(y, at.y))
            walk_add_winner(&w, (struct square){at.x, y});
    }
    walk_push_long(ask, &w);
}

/* The greatest coordinate, and the greatest sum of two; -1 where it is no word. */
struct extent {
    int64_t top, sum;
};

static struct extent extent_of(const struct position *p)
{
    struct num top = num(0), sum = num(0);
    const struct square *squares = p->squares.v;
    for (size_t i = 0; i < p->squares.n; i++) {
        top = num_max(top, num_max(squares[i].x, squares[i].y));
        if (!num_is_word(squares[i].x) || !num_is_word(squares[i].y) || squares[i].x.word > HYPER_SUM ||
            squares[i].y.word > HYPER_SUM)
            sum = num(INT64_MAX);
        else
            sum = num_max(sum, num_add(squares[i].x, squares[i].y));
    }
    return (struct extent){num_is_word(top) ? top.word : INT64_MAX, sum.word};
}

static struct chess chess_for(struct ask *ask, const struct position *p)
{
    struct extent extent = extent_of(p);
    struct chess chess;
    if (p->piece == PIECE_QUEEN && extent.top >= QUEEN_SIDE)
        ask_too_large(ask, QUEEN_SIDE, "several queens must stand on coordinates below %d; one alone may stand anywhere",
                      QUEEN_SIDE);
    if (p->piece == PIECE_HYPER && extent.sum > HYPER_SUM)
        ask_too_large(ask, HYPER_SUM, "a hyper-knight's coordinates must add up to at most %d", HYPER_SUM);
    chess_init(&chess, (enum piece)p->piece, ask->arena, ask->budget, ask->store, extent.top, extent.sum);
    return chess;
}

static bool queen_alone(const struct position *p)
{
    return p->piece == PIECE_QUEEN && p->squares.n == 1 && extent_of(p).top >= QUEEN_SIDE;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    const struct square *squares = p->squares.v;
    if (queen_alone(p)) {
        solve_queen_alone(ask, squares[0]);
        return;
    }
    struct chess chess = chess_for(ask, p);
    struct num total = num(0);
    for (size_t i = 0; i < p->squares.n; i++)
        total = num_xor(total, chess_value(&chess, squares[i]));
    answer_grundy(ask, total);
    ask->answer.method = p->piece == PIECE_QUEEN || p->piece == PIECE_HYPER ? "table" : "formula";
    const int8_t(*steps)[2];
    size_t steps_n = chess_steps(chess.piece, &steps);
    for (size_t i = 0; i < p->squares.n; i++) {
        struct piece_walk w = {
            .chess = &chess,
            .valued = true,
            .index = (int64_t)i,
            .at = squares[i],
            .low = num_min(squares[i].x, squares[i].y),
            .rest = num_xor(total, chess_value(&chess, squares[i])),
        };
        budget_spend(ask->budget, 10);
        if (steps_n) {
            walk_push_steps(ask, &w, steps_n, steps);
        } else {
            walk_find_winners(ask, &w);
            walk_push_long(ask, &w);
        }
    }
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    const struct piece_move *m = move;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    struct square *squares = arena_raw(ask->arena, p->squares.n * sizeof *squares);
    for (size_t i = 0; i < p->squares.n; i++)
        squares[i] = (int64_t)i == m->index ? m->square : ((const struct square *)p->squares.v)[i];
    next->squares.v = squares;
    return next;
}

/* Whether a coordinate beyond the limit is one that a knight has walked to: each step further costs it two of the other one. */
static bool was_reached(int piece, struct num far, struct num other)
{
    struct num most = num_sub(num_pow2(INT_BITS), num(1));
    return piece == PIECE_KNIGHT && !num_lt(most, num_add(other, num_shl(num_sub(far, most), 1)));
}

static void check(void *position, struct faults *faults)
{
    const struct position *p = position;
    const struct square *squares = p->squares.v;
    bool known = !fault_told(faults, "/piece");
    for (size_t i = 0; known && i < p->squares.n; i++) {
        struct num at[] = {squares[i].x, squares[i].y};
        for (size_t k = 0; k < 2; k++)
            if (num_bits(at[k]) > INT_BITS && !was_reached(p->piece, at[k], at[1 - k]) &&
                !fault_told(faults, "/squares/%zu/%zu", i, 1 - k))
                fault_add(faults, FAULT_out_of_range, arena_printf(faults->arena, "/squares/%zu/%zu", i, k),
                          "must have at most 4096 bits");
    }
}

static uint64_t cost(const void *position)
{
    const struct position *p = position;
    struct extent extent = extent_of(p);
    uint64_t each = p->piece == PIECE_QUEEN ? 10000 : 200;
    if (extent.top >= QUEEN_SIDE)
        extent.top = QUEEN_SIDE - 1;
    if (extent.sum > HYPER_SUM)
        extent.sum = HYPER_SUM;
    return chess_cost((enum piece)p->piece, extent.top, extent.sum) + each * p->squares.n;
}

/* A rook and a bishop go by a formula. */
static void explain_formula(const struct chess *chess, const char *index, struct square at, struct lines *lines)
{
    const char *x = num_text(at.x), *y = num_text(at.y), *value = num_text(chess_value(chess, at));
    if (chess->piece == PIECE_ROOK)
        lines_add(lines, "Piece %1$s at (%2$s,%3$s): %2$s xor %3$s = %4$s is its Grundy value.",
                  "下标为 %1$s 的棋子位于 (%2$s,%3$s)：%2$s ⊕ %3$s = %4$s，即它的 SG 值。", index, x, y, value);
    else
        lines_add(lines, "Piece %s at (%s,%s): the smaller coordinate is %s, its Grundy value.",
                  "下标为 %s 的棋子位于 (%s,%s)：较小的坐标为 %s，即它的 SG 值。", index, x, y, value);
}

static void explain_piece(const struct chess *chess, int64_t i, struct square at, struct lines *lines)
{
    const char *index = num_text(num(i));
    if (chess->piece == PIECE_ROOK || chess->piece == PIECE_BISHOP) {
        explain_formula(chess, index, at, lines);
        return;
    }
    size_t n;
    const struct square *to = chess_options(chess, lines->arena, at, &n);
    struct told told = told_begin(lines, n);
    for (size_t k = 0; k < n; k++) {
        struct num value = chess_value(chess, to[k]);
        told_add(&told, value,
                 told_names(&told, value) ? arena_printf(lines->arena, "(%s,%s)", num_text(to[k].x), num_text(to[k].y)) : NULL);
    }
    struct num value = chess_value(chess, at);
    lines_add(lines, "Piece %s at (%s,%s): %s; the least number missing (mex) is %s, its Grundy value.",
              "下标为 %s 的棋子位于 (%s,%s)：%s，缺少的最小非负整数（mex）是 %s，即它的 SG 值。", index, num_text(at.x),
              num_text(at.y), told_text(&told, value), num_text(value));
}

/* Of a queen alone no values are known. */
static void explain_winner(struct ask *ask, const struct num *values, struct lines *lines)
{
    const struct position *p = ask->position;
    const struct listed *right = explain_first(ask);
    if (!right)
        return;
    const struct piece_move *move = right->move;
    const char *index = num_text(num(move->index)), *x = num_text(move->square.x), *y = num_text(move->square.y);
    if (!values)
        lines_add(lines, "For example move piece %s to (%s,%s): what is left is lost for the other player.",
                  "例如把下标为 %s 的棋子移到 (%s,%s)，留给对手的是必败态。", index, x, y);
    else
        lines_add(lines, "For example move piece %s to (%s,%s), of value %s: %s.",
                  "例如把下标为 %s 的棋子移到 (%s,%s)，其 SG 值为 %s：%s。", index, x, y,
                  num_text(num_xor(values[move->index], ask->answer.grundy)), explain_zeroed(lines, p->squares.n));
}

static void explain_values(struct ask *ask, struct lines *lines)
{
    enum { SHOWN = 6 };
    static const struct text rules[PIECE_COUNT] = {
        [PIECE_ROOK] = {"A rook's coordinates (x,y) are two heaps of Nim: its Grundy value is x xor y.",
                        "车的两个坐标 (x,y) 相当于两堆尼姆石子：SG 值为 x ⊕ y。"},
        [PIECE_QUEEN] = {"A queen plays Wythoff's game with its coordinates; its Grundy value is the mex of the values of the "
                         "squares it can go to.",
                         "后相当于以两个坐标进行威佐夫博弈；SG 值是可到达各格 SG 值的 mex。"},
        [PIECE_BISHOP] = {"A bishop lowers both coordinates alike, at most until the smaller one is 0, so it is like one heap of "
                          "Nim of that size: its Grundy value is the smaller coordinate.",
                          "象使两个坐标同时减少相同的数，直到较小的坐标为 0，相当于一堆尼姆石子：SG 值为较小的坐标。"},
        [PIECE_KING] =
            {"A king's Grundy value is the mex of the values of the squares it can go to. That gives a rule: with the smaller "
             "coordinate even it is 0 or 1 as the larger is even or odd, with the smaller one odd it is 3 or 2.",
             "王的 SG 值是可到达各格 SG 值的 mex，由此可得：较小坐标为偶数时，较大坐标为偶数得 0、为奇数得 "
             "1；较小坐标为奇数时，分别得 3、2。"},
        [PIECE_KNIGHT] = {"A knight's Grundy value is the mex of the values of the squares it can go to.",
                          "马的 SG 值是可到达各格 SG 值的 mex。"},
        [PIECE_HYPER] = {"A hyper-knight's Grundy value is the mex of the values of the squares it can go to, worked out by "
                         "increasing x + y.",
                         "超级马的 SG 值是可到达各格 SG 值的 mex，按 x + y 由小到大计算。"},
    };
    const struct position *p = ask->position;
    const struct square *squares = p->squares.v;
    struct chess chess = chess_for(ask, p);
    lines_add(lines, "%s", "%s", lines->language == LANGUAGE_ZH ? rules[p->piece].zh : rules[p->piece].en);
    struct num *values = arena_array(ask->arena, p->squares.n, sizeof *values);
    for (size_t i = 0; i < p->squares.n; i++) {
        values[i] = chess_value(&chess, squares[i]);
        if (i < SHOWN)
            explain_piece(&chess, (int64_t)i, squares[i], lines);
    }
    explain_xor(lines, values, p->squares.n, ask->answer.grundy);
    if (num_is_zero(ask->answer.grundy))
        explain_zero(ask, lines);
    else
        explain_winner(ask, values, lines);
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    if (queen_alone(p)) {
        struct square at = ((const struct square *)p->squares.v)[0];
        struct num low = num_min(at.x, at.y), k = num_sub(num_max(at.x, at.y), low);
        lines_add(
            lines, "A queen alone plays Wythoff's game: the coordinates differ by k = %s, and floor(k·φ) = %s, φ = (1+√5)/2.",
            "单独一个后就是威佐夫博弈：两坐标之差 k = %s，⌊kφ⌋ = %s，φ = (1+√5)/2。", num_text(k), num_text(cold_low(false, k)));
        lines_add(lines, "The square is lost exactly when the smaller coordinate equals that; it is %s.",
                  "当且仅当较小坐标等于该值时为必败态；这里较小坐标为 %s。", num_text(low));
        explain_winner(ask, NULL, lines);
    } else {
        explain_values(ask, lines);
    }
    explain_verdict(ask, lines);
}

static const struct type piece_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){"rook", "queen", "bishop", "king", "knight", "hyper-knight", NULL},
};
static const struct type coordinate_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + 1};
static const struct type square_type = {
    .kind = KIND_TUPLE, .size = sizeof(struct square), .min = 2, .max = 2, .item = &coordinate_type};
static const struct type squares_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = HEAPS_MAX, .item = &square_type};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"piece", offsetof(struct position, piece), &piece_type, .doc = {"What kind all pieces are.", "棋子的种类。"}},
            {"squares", offsetof(struct position, squares), &squares_type,
             .doc = {"Where the pieces stand, each [x, y].", "各棋子的位置 [x, y]。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct piece_move),
    .fields =
        (const struct field[]){
            {"index", offsetof(struct piece_move, index), &type_index, .doc = {"Index of the piece.", "棋子的下标。"}},
            {"square", offsetof(struct piece_move, square), &square_type, .doc = {"Where it goes.", "走到的位置。"}},
            {0},
        },
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct piece_move *m = move;
    lines_add(line, "move piece %s to (%s,%s)", "把下标为 %s 的棋子移到 (%s,%s)", num_text(num(m->index)), num_text(m->square.x),
              num_text(m->square.y));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "piece"))
        p->piece = (int)sample_from(sample, PIECE_ROOK, PIECE_HYPER);
    if (!sample_free(sample, "squares"))
        return;
    bool table = p->piece == PIECE_QUEEN || p->piece == PIECE_HYPER;
    size_t n = sample_count(sample, 1, HEAPS_MAX / 2);
    p->squares = (struct list){n, table ? sample_nums(sample, 2 * n, 0, sample_bound(sample, 6, HYPER_SUM / 2)).v
                                        : sample_ints(sample, 2 * n, 0).v};
}

const struct game game_pieces = {
    .id = "pieces",
    .source = "LightOJ 1315, Game of Hyper Knights; Wythoff (1907) for the queen; Winning Ways, ch. 3 and 15",
    .title = {"Pieces", "棋子游戏"},
    .rules =
        {"Pieces of one kind stand on a board with its corner at (0,0) and walk towards it, several may share a square. Rook: x "
         "or y "
         "less. Queen: also both by the same. Bishop: both by the same. King: one step of a queen. Knight: (-2,-1), (-2,+1), "
         "(-1,-2), (+1,-2). Hyper-knight: the knight's and (-3,-1), (-1,-3). Who cannot move loses.",
         "若干同种棋子在以 (0,0) 为角的棋盘上走向该角，可以同格。车：减小 x 或 "
         "y；后：还可同时减小相同的数；象：同时减小相同的数；王：后的一步；马：(-2,-1)、"
         "(-2,+1)、(-1,-2)、(+1,-2)；超级马：马的走法以及 (-3,-1)、(-1,-3)。不能操作者输。"},
    .limits = {"rook, bishop, king, knight: up to 4096 bits; queens below 2048, one alone up to 4096 bits; hyper-knight: x + y "
               "up to 4000",
               "车、象、王、马最多 4096 个二进制位；后的坐标小于 2048，单独一个后最多 4096 个二进制位；超级马 x + y 不超过 4000"},
    .position = &position_type,
    .mistakes = mistakes_pieces,
    .move = &move_type,
    .methods = (const char *const[]){"formula", "table", "beatty", NULL},
    .traits = TRAIT_GRUNDY,
    .grundy_limit = QUEEN_SIDE,
    .check = check,
    .cost = cost,
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
