/* Names are compared by their keys: what is left of them when all is gone in which two people may write one name. */
#include "api/names/hint.h"

#include "core/registry.h"

#include <string.h>

enum { KEY_MAX = 64, WORD_MIN = 4 }; /* no name of ours has a longer key */

static const struct {
    const char *id;
    struct text title;
} gallery[] =
    {
#define RULES(id, en, zh) {id, {en, zh}},
#include "gallery_names.inc"
#undef RULES
},
  absent[] = {
#define ALIAS(name, id)
#define ABSENT(id, en, zh) {id, {en, zh}},
#include "api/names/others.def"
#undef ABSENT
#undef ALIAS
};

static const struct {
    const char *name, *id;
} aliases[] = {
#define ABSENT(id, en, zh)
#define ALIAS(name, id) {name, id},
#include "api/names/others.def"
#undef ALIAS
#undef ABSENT
};

struct key {
    size_t n;
    char v[KEY_MAX];
};

static void drop_end(struct key *key, const char *end)
{
    size_t n = strlen(end);
    if (key->n > n && memcmp(key->v + key->n - n, end, n) == 0)
        key->n -= n;
}

/* The bytes of a mark such as ’ or 《 at that place, which lie in the blocks U+2000 to U+206F and U+3000 to U+303F; 0: none is
 * there. */
static size_t mark_size(const char *at, size_t n)
{
    static const char *const begins[] = {"\xe2\x80", "\xe2\x81", "\xe3\x80"};
    for (size_t i = 0; n >= 3 && i < sizeof begins / sizeof *begins; i++)
        if (memcmp(at, begins[i], 2) == 0)
            return 3;
    return 0;
}

/* As it stands in a key; '\0': in none. */
static char fold(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c + 32);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c & 0x80 ? c : '\0';
}

/* Of no letters at all, or too many: a key that nothing has. */
static struct key key_of(const char *name, size_t n)
{
    static const char *const ends[] = {"s", "game", "博弈", "博奕", "游戏", "问题", "s"};
    struct key key = {0};
    for (size_t i = 0; i < n; i++) {
        size_t mark = mark_size(name + i, n - i);
        if (mark) {
            i += mark - 1;
            continue;
        }
        char c = fold(name[i]);
        if (!c)
            continue;
        if (key.n == KEY_MAX)
            return (struct key){0};
        key.v[key.n++] = c;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        drop_end(&key, ends[i]);
    return key;
}

/* Of hundreds of names nearly all are soon known to be others: by their first byte, unless a mark may begin with it. */
static bool begins_so(const struct key *key, const char *name)
{
    char first = fold(*name);
    return !first || first == key->v[0] || *name == '\xe2' || *name == '\xe3';
}

static bool is(const struct key *key, const char *name, size_t n)
{
    if (!n || !begins_so(key, name))
        return false;
    struct key other = key_of(name, n);
    return key->n && key->n == other.n && memcmp(key->v, other.v, other.n) == 0;
}

static bool is_name(const struct key *key, const char *id, const struct text *title)
{
    return is(key, id, strlen(id)) || is(key, title->en, strlen(title->en)) || is(key, title->zh, strlen(title->zh));
}

static bool is_first_word(const struct key *key, const char *id)
{
    size_t n = strcspn(id, "-");
    return id[n] && key->n >= WORD_MIN && is(key, id, n);
}

static struct hint hint_famous(const struct famous *named)
{
    if (strcmp(named->id, named->game) == 0)
        return (struct hint){.kind = HINT_GAME, .id = named->id};
    return (struct hint){.kind = HINT_FAMOUS, .famous = {named}};
}

static struct hint hint_whole(const struct key *key)
{
    for (size_t i = 0; i < game_count(); i++)
        if (is_name(key, game_at(i)->id, &game_at(i)->title))
            return (struct hint){.kind = HINT_GAME, .id = game_at(i)->id};
    for (size_t i = 0; i < famous_count; i++)
        if (is_name(key, famous[i].id, &famous[i].title))
            return hint_famous(&famous[i]);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (is(key, aliases[i].name, strlen(aliases[i].name)) && !is(key, aliases[i].id, strlen(aliases[i].id))) {
            struct key meant = key_of(aliases[i].id, strlen(aliases[i].id));
            return hint_whole(&meant); /* an alias of an alias is none: the tests hold that */
        }
    for (size_t i = 0; i < sizeof gallery / sizeof *gallery; i++)
        if (is_name(key, gallery[i].id, &gallery[i].title))
            return (struct hint){.kind = HINT_RULES, .id = gallery[i].id, .title = gallery[i].title};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (is_name(key, absent[i].id, &absent[i].title))
            return (struct hint){.kind = HINT_ABSENT, .title = absent[i].title};
    return (struct hint){.kind = HINT_NONE};
}

static struct hint hint_first_word(const struct key *key)
{
    struct hint hint = {.kind = HINT_NONE};
    size_t n = 0;
    for (size_t i = 0; i < game_count(); i++)
        if (is_first_word(key, game_at(i)->id) && n++ == 0)
            hint = (struct hint){.kind = HINT_GAME, .id = game_at(i)->id};
    for (size_t i = 0; i < famous_count; i++) {
        if (strcmp(famous[i].id, famous[i].game) == 0 || !is_first_word(key, famous[i].id))
            continue;
        if (hint.kind == HINT_FAMOUS && n < HINT_FAMOUS_MAX)
            hint.famous[n] = &famous[i];
        else if (n == 0)
            hint = hint_famous(&famous[i]);
        n++;
    }
    return n > (hint.kind == HINT_FAMOUS ? HINT_FAMOUS_MAX : 1) ? (struct hint){.kind = HINT_NONE} : hint;
}

struct hint hint_of(const char *name)
{
    struct key key = key_of(name, strlen(name));
    struct hint hint = hint_whole(&key);
    return hint.kind == HINT_NONE ? hint_first_word(&key) : hint;
}

static const char *title_in(const struct text *title, enum language language)
{
    return language == LANGUAGE_ZH ? title->zh : title->en;
}

const char *hint_text(struct arena *arena, const char *said, const char *slash, const struct hint *hint, enum language language)
{
    const struct famous *first = hint->famous[0], *second = hint->famous[1];
    const char *title = first ? title_in(&first->title, language) : hint->title.en ? title_in(&hint->title, language) : NULL;
    switch (hint->kind) {
    case HINT_FAMOUS:
        if (second)
            return arena_printf(arena, "%s; %s is %s%s with %s, and %s is %s%s with %s", said, title, slash, first->game,
                                first->position, title_in(&second->title, language), slash, second->game, second->position);
        return arena_printf(arena, "%s; %s is %s%s with %s", said, title, slash, first->game, first->position);
    case HINT_RULES:
        return arena_printf(arena, "%s; GET /custom/gallery has %s as rules for /custom, with the id %s", said, title, hint->id);
    case HINT_ABSENT:
        return arena_printf(arena, "%s; %s is not among the games here, but /custom takes rules of one's own", said, title);
    case HINT_NONE:
    case HINT_GAME:
        break;
    }
    return NULL;
}
