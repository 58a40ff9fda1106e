/* What a client may have meant by a path that does not exist: wrong case, a slash too many, a slip of the finger, or a game by
 * the name that books have for it. */
#include "api/names/nearest.h"

#include "api/call.h"
#include "api/endpoints.h"
#include "api/json/near.h"
#include "api/names/hint.h"
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

static const char *path_nearest(struct arena *arena, const char *tidied)
{
    static const char *const kinds[] = {"/games/", "/problems/"};
    struct paths paths = all_paths(arena);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(tidied, kinds[i], strlen(kinds[i])) == 0)
            return nearest_among(arena, paths, kinds[i], tidied);
    return nearest_name(tidied, paths.v, paths.n);
}

/* "/kayles" and "/games/Dawson's Kayles" name a game, and so do the views of the page: what stands before the name; NULL: there
 * is none. */
static const char *before_name(const char *tidied)
{
    static const char *const kinds[] = {"/games/", "/play/", "/table/", "/practice/", "/"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i]);
        if (strncmp(tidied, kinds[i], n) == 0 && tidied[n] && !strchr(tidied + n, '/'))
            return kinds[i];
    }
    return NULL;
}

static const char *famous_said(struct call *call, const char *said, const char *nearest)
{
    const char *name = strrchr(nearest, '/');
    const struct famous *named = name ? famous_renamed(name + 1) : NULL;
    struct hint hint = {.kind = HINT_FAMOUS, .famous = {named}};
    return named ? hint_text(call->arena, said, "/", &hint, call->language) : NULL;
}

const char *path_said(struct call *call, const char *said)
{
    struct arena *arena = call->arena;
    if (strlen(call->target.path) > PATH_TRIED_MAX)
        return NULL;
    const char *tidied = tidy(arena, call->target.path), *before = before_name(tidied);
    struct hint hint = before ? hint_of(tidied + strlen(before)) : (struct hint){.kind = HINT_NONE};
    const char *known = hint_text(arena, said, "/", &hint, call->language), *nearest = NULL;
    if (known)
        return known;
    nearest = hint.kind == HINT_GAME ? arena_printf(arena, "%s%s", before, hint.id) : path_nearest(arena, tidied);
    known = nearest ? famous_said(call, said, nearest) : NULL;
    return known || !nearest ? known : arena_printf(arena, "%s; the nearest path is %s", said, nearest);
}
