/* What a name may mean that is no game's id: one of its titles, a well-known game that is here under other rules, one of the
 * gallery of rules, or one that is not here at all. */
#ifndef GRUNDY_API_NAMES_HINT_H
#define GRUNDY_API_NAMES_HINT_H

#include "api/names/famous.h"
#include "core/memory/arena.h"
#include "core/value/text.h"

enum hint_kind { HINT_NONE, HINT_GAME, HINT_FAMOUS, HINT_RULES, HINT_ABSENT };

enum { HINT_FAMOUS_MAX = 2 };

struct hint {
    enum hint_kind kind;
    const char *id;                               /* GAME, RULES: of the game here, of the game in the gallery */
    struct text title;                            /* RULES, ABSENT */
    const struct famous *famous[HINT_FAMOUS_MAX]; /* FAMOUS: one, or NULL-able the second, too */
};

/* Case, punctuation, a plural's s and the word "game" (博弈, 游戏) at the end do not count; a name of several words is known by
 * its first one, too, where that is of four letters or more and begins no more than HINT_FAMOUS_MAX names. */
struct hint hint_of(const char *name);

/* `said` ("there is no /kayles", "is no game") and behind it what is known; NULL for HINT_NONE and HINT_GAME, where the caller
 * has better words. `slash` stands before the id of a game. */
const char *hint_text(struct arena *arena, const char *said, const char *slash, const struct hint *hint, enum language language);

#endif
