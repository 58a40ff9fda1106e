/* What a client may have meant by a path that does not exist: wrong case, a slash too many, or a slip of the finger. The names of
 * well-known games are looked through, too: call_no_path() says what they are here. */
#include "api/call.h"
#include "api/famous.h"
#include "api/json/decode.h"
#include "core/registry.h"

#include <string.h>

enum { PATH_TRIED_MAX = 64 }; /* no path of ours is half as long, so nothing longer is near */

struct paths {
    const char **v;
    size_t n;
};

static void add(struct paths *paths, const char *path)
{
    paths->v[paths->n++] = path;
}

/* Every path there is, and those of well-known games; where one takes a further segment, all of its values. */
static struct paths all_paths(struct arena *arena)
{
    size_t fixed = 0;
    while (endpoints[fixed].path)
        fixed++;
    struct paths paths = {
        arena_array(arena, fixed + (game_count() + famous_count) * 2 + STATUS_count + FAULT_count, sizeof(char *)), 0};
    for (size_t i = 0; i < fixed; i++)
        if (!strchr(endpoints[i].path, '*') && endpoints[i].path[1])
            add(&paths, endpoints[i].path);
    for (size_t i = 0; i < game_count(); i++) {
        add(&paths, arena_printf(arena, "/%s", game_at(i)->id));
        add(&paths, arena_printf(arena, "/games/%s", game_at(i)->id));
    }
    for (size_t i = 0; i < famous_count; i++) {
        if (!famous_renamed(famous[i].id))
            continue;
        add(&paths, arena_printf(arena, "/%s", famous[i].id));
        add(&paths, arena_printf(arena, "/games/%s", famous[i].id));
    }
    for (enum status status = STATUS_ok + 1; status < STATUS_count; status++)
        add(&paths, arena_printf(arena, "/problems/%s", problem_kind(status)->code));
    for (enum fault_code code = 0; code < FAULT_count; code++)
        add(&paths, arena_printf(arena, "/problems/%s", fault_name(code)));
    return paths;
}

/* Lower case, one slash for many, none at the end. */
static const char *tidy(struct arena *arena, const char *path)
{
    char *tidied = arena_copy(arena, path, strlen(path));
    size_t n = 0;
    for (const char *at = path; *at; at++) {
        char c = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
        if (c == '/' && n && tidied[n - 1] == '/')
            continue;
        tidied[n++] = c;
    }
    while (n > 1 && tidied[n - 1] == '/')
        n--;
    tidied[n] = '\0';
    return tidied;
}

/* What all of a kind begin with says nothing about which one was meant, so the rest alone is compared. */
static const char *nearest_among(struct arena *arena, struct paths paths, const char *begin, const char *tidied)
{
    size_t n = 0, skip = strlen(begin);
    const char **rests = arena_array(arena, paths.n, sizeof *rests);
    for (size_t i = 0; i < paths.n; i++)
        if (strncmp(paths.v[i], begin, skip) == 0)
            rests[n++] = paths.v[i] + skip;
    const char *rest = nearest_name(tidied + skip, rests, n);
    return rest ? rest - skip : NULL;
}

const char *path_nearest(struct arena *arena, const char *path)
{
    static const char *const kinds[] = {"/games/", "/problems/"};
    if (strlen(path) > PATH_TRIED_MAX)
        return NULL;
    struct paths paths = all_paths(arena);
    const char *tidied = tidy(arena, path);
    for (size_t i = 0; i < paths.n; i++)
        if (strcmp(paths.v[i], tidied) == 0)
            return paths.v[i];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(tidied, kinds[i], strlen(kinds[i])) == 0)
            return nearest_among(arena, paths, kinds[i], tidied);
    return nearest_name(tidied, paths.v, paths.n);
}
