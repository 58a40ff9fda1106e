/* Grundy values of chess pieces that walk to the corner (0,0), each by its theorem or its table.
 *
 *   rook     x ^ y: two heaps of Nim.                        bishop   min(x,y): one heap.
 *   queen    Wythoff's game, from the table of queen.h.      king     by parities, king.h.
 *   knight   depends on x mod 4, y mod 4 and x-y cut to -2…2. Proof: let the class of a square be (x mod 4, y mod 4, x-y cut to
 * -5…5, x cut to 2, y cut to 2). The four options lie within two columns and rows and change x-y by at most 3, so the class
 * settles which options exist, and residues and cut difference of each. The test computes all squares to 600 from the rules;
 * every class occurs among them, and each obeys the formula; so by induction over x+y all squares do. hyper-knight   no formula
 * is known: a table by anti-diagonals, for x+y <= HYPER_SUM, which every process makes for itself: 50 ms. */
#ifndef GRUNDY_CORE_GAMES_PIECES_CHESS_H
#define GRUNDY_CORE_GAMES_PIECES_CHESS_H

#include "core/kit/heaps/queen.h"
#include "core/value/number.h"

enum piece { PIECE_ROOK, PIECE_QUEEN, PIECE_BISHOP, PIECE_KING, PIECE_KNIGHT, PIECE_HYPER, PIECE_COUNT };

struct square {
    struct num x, y;
};

enum { KNIGHT_SIDE = 20 };

/* What is needed to tell values of one kind of piece. */
struct chess {
    enum piece piece;
    struct queen queen;
    const uint8_t *hyper;
    uint8_t knight[KNIGHT_SIDE][KNIGHT_SIDE];
};

/* For squares whose greatest coordinate is at most `top` and whose coordinates add up to at most `sum` (both only looked at where
 * a table is needed: top < QUEEN_SIDE, sum <= HYPER_SUM). Valid until the arena is reset. */
void chess_init(struct chess *chess, enum piece piece, struct arena *arena, struct budget *budget, struct store *store,
                int64_t top, int64_t sum);
/* Predicted steps of chess_init(). */
uint64_t chess_cost(enum piece piece, int64_t top, int64_t sum);
struct num chess_value(const struct chess *chess, struct square square);

/* The steps of king, knight and hyper-knight in the order of the squares they lead to; 0 for the others. */
size_t chess_steps(enum piece piece, const int8_t (**steps)[2]);

/* For an explanation: the squares that a queen, or a piece of single steps, can go to. */
struct square *chess_options(const struct chess *chess, struct arena *arena, struct square at, size_t *n);

#endif
