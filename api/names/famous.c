/* The table of well-known games. */
#include "api/names/famous.h"

#include <string.h>

const struct famous famous[] = {
#define NAME(id, en, zh, game, position, oeis) {id, {en, zh}, game, position, oeis},
#include "api/names/famous.def"
#undef NAME
};
const size_t famous_count = sizeof famous / sizeof *famous;

static bool counts(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c & 0x80;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

/* Whether both are the same but for what does not count. */
static bool same(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a && !counts(*a))
            a++;
        while (*b && !counts(*b))
            b++;
        if (lower(*a) != lower(*b))
            return false;
        if (!*a)
            return true;
    }
}

const struct famous *famous_find(const char *name)
{
    for (size_t i = 0; i < famous_count; i++)
        if (same(name, famous[i].id) || same(name, famous[i].title.en) || same(name, famous[i].title.zh))
            return &famous[i];
    return NULL;
}

const struct famous *famous_renamed(const char *name)
{
    const struct famous *found = famous_find(name);
    return found && strcmp(found->id, found->game) != 0 ? found : NULL;
}
