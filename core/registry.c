/* The list of games, and what every descriptor must fulfil. */
#include "core/registry.h"

#include <stdio.h>
#include <string.h>

#define GAME(name) extern const struct game game_##name;
#include "core/games.def"
GAME(template)
#undef GAME

static const struct game *const games[] = {
#define GAME(name) &game_##name,
#include "core/games.def"
#ifdef WITH_TEMPLATE /* for the tests, which hold the template as they hold every game */
    GAME(template)
#endif
#undef GAME
};

size_t game_count(void)
{
    return sizeof games / sizeof *games;
}

const struct game *game_at(size_t index)
{
    return games[index];
}

const struct game *game_find(const char *id, size_t length)
{
    for (size_t i = 0; i < game_count(); i++)
        if (length && *games[i]->id == *id && strlen(games[i]->id) == length && memcmp(games[i]->id, id, length) == 0)
            return games[i];
    return NULL;
}

static bool text_empty(struct text text)
{
    return !text.en || !*text.en || !text.zh || !*text.zh;
}

enum { FIELDS_MAX = 32, TYPES_DEEP = 16 };

static const char *type_fault(const struct type *type, int depth);

static const char *fields_fault(const struct type *type, int depth)
{
    size_t n = 0;
    for (const struct field *f = type->fields; f->name; f++, n++) {
        if (!f->type || f->offset + f->type->size > type->size)
            return "a field lies outside its struct";
        if (text_empty(f->doc))
            return "a field has no documentation in both languages";
        for (const struct field *other = type->fields; other != f; other++)
            if (strcmp(other->name, f->name) == 0)
                return "two fields have one name";
        const char *fault = type_fault(f->type, depth - 1);
        if (fault)
            return fault;
    }
    return n > FIELDS_MAX ? "an object has more fields than bits in struct head" : NULL;
}

static const char *type_fault(const struct type *type, int depth)
{
    if (depth == 0)
        return "types are nested too deeply";
    switch (type->kind) {
    case KIND_ANY: /* its types are told by the game that is tailored */
        return NULL;
    case KIND_BOOL:
    case KIND_SMALL:
    case KIND_INT:
        return type->min > type->max ? "a range is empty" : NULL;
    case KIND_NAME:
        return type->names && type->names[0] ? NULL : "a name without words";
    case KIND_TEXT:
        return NULL;
    case KIND_LIST:
    case KIND_TUPLE:
        if (!type->item || type->min > type->max || type->min < 0)
            return "a list without items or with an empty range";
        if (type->kind == KIND_TUPLE && type->size != (size_t)type->max * type->item->size)
            return "a tuple's size is not that of its items";
        return type_fault(type->item, depth - 1);
    case KIND_OBJECT:
        return type->fields ? fields_fault(type, depth) : "an object without a field table";
    case KIND_CHOICE:
        for (size_t i = 0; type->choices && type->choices[i]; i++) {
            const char *fault = type_fault(type->choices[i], depth - 1);
            if (fault)
                return fault;
        }
        return type->choices ? NULL : "a choice without alternatives";
    }
    return "an unknown kind";
}

static const char *game_fault(const struct game *game)
{
    if (!game->id || !game->source || text_empty(game->title) || text_empty(game->rules) || text_empty(game->limits))
        return "a required text is missing";
    if (!game->position || !game->move || !game->methods || !game->solve || !game->apply || !game->explain || !game->sample)
        return "a required member is missing";
    if (game->position->kind != KIND_OBJECT || game->move->kind != KIND_OBJECT ||
        (game->extra && game->extra->kind != KIND_OBJECT))
        return "position, move and extra must be objects";
    const struct type *types[] = {game->position, game->move, game->extra};
    for (size_t i = 0; i < 3; i++) {
        const char *fault = types[i] ? type_fault(types[i], TYPES_DEEP) : NULL;
        if (fault)
            return fault;
    }
    return NULL;
}

const char *registry_fault(void)
{
    static char told[160];
    for (size_t i = 0; i < game_count(); i++) {
        const char *fault = game_fault(games[i]);
        for (size_t j = 0; j < i && !fault; j++)
            if (strcmp(games[i]->id, games[j]->id) == 0)
                fault = "two games have one id";
        if (fault) {
            snprintf(told, sizeof told, "%s: %s", games[i]->id ? games[i]->id : "a game", fault);
            return told;
        }
    }
    return NULL;
}
