/* Whether a move that was sent is legal, and if not, what about it is not. */
#ifndef GRUNDY_API_TOOLS_LEGAL_H
#define GRUNDY_API_TOOLS_LEGAL_H

#include "api/json/out.h"
#include "api/tools/moves.h"
#include "api/tools/subject.h"

/* Whether a field is out of its range, so that no legal move has it. */
bool given_strange(const struct sent_move *given);
/* As move_find(). */
bool given_find(const struct asking *asking, const struct sent_move *given, struct listed *found, struct ask *whole);

enum { ALLOWED_SHOWN = 10 };

/* Of an illegal move: the first field at which no legal move agrees with it and with all before it, and the first of the values
 * that would be allowed there. */
struct illegal {
    const char *pointer, *reason;
    const char *allowed; /* as JSON; NULL: the field itself is one too many */
};

/* The move is none of the legal ones; `pointer` is its own. May escape. */
struct illegal illegal_move(const struct asking *asking, const struct sent_move *given, const char *pointer,
                            enum language language);
/* The members "reason", "pointer" and "allowed". */
void encode_illegal(struct out *out, const struct illegal *illegal);

#endif
