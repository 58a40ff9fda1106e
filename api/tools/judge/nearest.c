/* Which problem was meant by an id that is none: people write hdu1846, HDU-1846, POJ 1704, or the number alone. */
#include "api/json/near.h"
#include "api/tools/judge/judge.h"

#include <ctype.h>
#include <string.h>

enum { PLAIN_ROOM = 65 };

/* Letters and digits alone, in lower case. False: there are none, or more than any id has. */
static bool make_plain(const char *text, char *plain)
{
    size_t n = 0;
    for (; *text && n < PLAIN_ROOM - 1; text++)
        if (isalnum((unsigned char)*text))
            plain[n++] = (char)tolower((unsigned char)*text);
    plain[n] = '\0';
    return n && !*text;
}

/* The first number in it with the letter before it left out: 4018 of luogup4018. */
static const char *number_of(const char *plain)
{
    return plain + strcspn(plain, "0123456789");
}

/* Whether an id is meant whose plain form is `known`: all of it, or what stands behind the judge's name. */
static bool is_meant(const char *plain, const char *known, size_t judge)
{
    const char *rest = known + judge;
    return strcmp(plain, known) == 0 || strcmp(plain, rest) == 0 || (*plain <= '9' && strcmp(plain, number_of(rest)) == 0);
}

const char *judge_nearest(struct arena *arena, const char *id)
{
    char plain[PLAIN_ROOM], known[PLAIN_ROOM];
    const char **ids = arena_array(arena, judge_count(), sizeof *ids);
    bool readable = make_plain(id, plain);
    for (size_t i = 0; i < judge_count(); i++) {
        ids[i] = judge_id(i);
        if (readable && make_plain(ids[i], known) && is_meant(plain, known, strcspn(ids[i], "-")))
            return ids[i];
    }
    return nearest_name(id, ids, judge_count());
}
