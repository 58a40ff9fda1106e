/* What a request of a tool is about, and the moves that it names. */
#include "api/tools/subject.h"

#include "api/json/decode.h"
#include "api/json/near.h"
#include "api/json/pointer.h"
#include "api/names/hint.h"
#include "api/problem/words.h"
#include "api/question.h"
#include "api/tools/sum/sum.h"
#include "core/registry.h"

#include <string.h>

const struct type no_fields = {.kind = KIND_OBJECT, .size = sizeof(struct head), .fields = (const struct field[]){{0}}};

const char *const *names_with(struct arena *arena, const char *const *names, const char *const *more)
{
    size_t n = 0, m = 0;
    while (names[n])
        n++;
    while (more && more[m])
        m++;
    const char **all = arena_array(arena, n + m + 1, sizeof *all);
    memcpy(all, names, n * sizeof *all);
    if (m)
        memcpy(all + n, more, m * sizeof *all);
    return all;
}

static const char *game_nearest(struct arena *arena, const char *name)
{
    const char **names = arena_array(arena, game_count() + famous_count, sizeof *names);
    for (size_t i = 0; i < game_count(); i++)
        names[i] = game_at(i)->id;
    for (size_t i = 0; i < famous_count; i++)
        names[game_count() + i] = famous[i].id;
    return nearest_name(name, names, game_count() + famous_count);
}

/* That the name is no game, and what it may mean: in words that the table knows, with the titles of that language. */
static const char *no_game(struct arena *arena, const char *name, enum language language)
{
    struct hint hint = hint_of(name);
    const char *said = "is no game", *known = hint_text(arena, said, "", &hint, language);
    if (known)
        return known;
    const char *nearest = hint.kind == HINT_GAME ? hint.id : game_nearest(arena, name);
    const struct famous *named = nearest ? famous_renamed(nearest) : NULL;
    hint = (struct hint){.kind = HINT_FAMOUS, .famous = {named}};
    return named     ? hint_text(arena, said, "", &hint, language)
           : nearest ? arena_printf(arena, "is no game; did you mean \"%s\"?", nearest)
                     : "is no game; GET /games lists the games";
}

const struct game *read_game(const cJSON *json, const char *pointer, bool sums, struct faults *faults)
{
    const char *place = pointer_name(faults->arena, pointer, "game");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "game");
    if (!name) {
        fault_add(faults, FAULT_missing_field, place, "is missing");
        return NULL;
    }
    if (!cJSON_IsString(name)) {
        fault_add(faults, FAULT_wrong_type, place, "must be the name of a game, as in GET /games");
        return NULL;
    }
    const struct game *game = game_find(name->valuestring, strlen(name->valuestring));
    if (!game && sums && strcmp(name->valuestring, game_sum.id) == 0)
        game = &game_sum;
    if (game)
        return game;
    fault_add_words(faults, FAULT_out_of_range, place, no_game(faults->arena, name->valuestring, LANGUAGE_EN),
                    words_in(faults->arena, LANGUAGE_ZH, no_game(faults->arena, name->valuestring, LANGUAGE_ZH)));
    return NULL;
}

void subject_decode(struct subject *subject, const cJSON *position, const char *pointer, struct faults *faults)
{
    if (is_sum(subject->game))
        subject->position = sum_read(&subject->game, position, pointer, NULL, NULL, faults);
    else
        subject->position = position_decode(&subject->game, position, pointer, NULL, faults);
}

struct subject read_subject(const cJSON *json, struct faults *faults)
{
    struct subject subject = {.game = read_game(json, "", true, faults)};
    const cJSON *position = cJSON_GetObjectItemCaseSensitive(json, "position");
    if (!position)
        fault_add(faults, FAULT_missing_field, "/position", "is missing");
    else if (!cJSON_IsObject(position))
        fault_add(faults, FAULT_wrong_type, "/position", "must be an object");
    else if (subject.game)
        subject_decode(&subject, position, "/position", faults);
    return subject;
}

bool is_misere(const struct game *game, const void *position)
{
    for (const struct field *f = game->position->fields; f->name; f++)
        if (strcmp(f->name, "misere") == 0 && f->type->kind == KIND_BOOL)
            return *(const bool *)((const char *)position + f->offset);
    return false;
}

/* Whether some number in it is negative. Recursion is bounded by the depth that the scan allows. */
static bool has_negative(const cJSON *json)
{
    if (cJSON_IsNumber(json))
        return json->valuedouble < 0;
    if (cJSON_IsString(json))
        return *json->valuestring == '-';
    for (const cJSON *item = json->child; item; item = item->next)
        if (has_negative(item))
            return true;
    return false;
}

/* The bit of the field that the fault is about; 0: it is about none. */
static uint32_t field_bit(const struct type *move, const char *pointer, size_t root)
{
    const char *name = pointer[root] == '/' ? pointer + root + 1 : "";
    for (size_t i = 0; move->fields[i].name; i++) {
        size_t n = strlen(move->fields[i].name);
        if (strncmp(move->fields[i].name, name, n) == 0 && (name[n] == '\0' || name[n] == '/'))
            return BIT(i);
    }
    return 0;
}

enum { PARTS_MAX = 16 }; /* no rules leave as many of a heap */

/* A list that says what remains of a heap is a set with repetitions, so it is taken in any order. */
static void sort_parts(const struct type *move, char *value)
{
    for (const struct field *f = move->fields; f->name; f++) {
        const struct list *list = (const struct list *)(const void *)(value + f->offset);
        if (strcmp(f->name, "into") != 0 || f->type->kind != KIND_LIST || f->type->item->kind != KIND_INT || list->n > PARTS_MAX)
            continue;
        struct num *v = list_nums(*list);
        for (size_t i = 1; i < list->n; i++)
            for (size_t k = i; k && num_lt(v[k], v[k - 1]); k--) {
                struct num swap = v[k];
                v[k] = v[k - 1];
                v[k - 1] = swap;
            }
    }
}

/* Any number that is not negative can be read, and is told as an illegal move where the field begins at more. */
static const char *least_readable(const char *detail)
{
    static const char bound[] = "must be at least ";
    return strncmp(detail, bound, sizeof bound - 1) == 0 ? "must be at least 0" : detail;
}

/* What the answers list beside a move's own fields. */
static const char *const listed_names[] = {"outcome", "grundy", "to", "text", NULL};

struct sent_move *read_move(const struct subject *subject, const cJSON *json, const char *pointer, struct faults *faults)
{
    struct faults found = {.arena = faults->arena};
    const struct type *type = subject->game->move;
    struct sent_move *given = arena_alloc(faults->arena, sizeof *given);
    size_t told = faults->n;
    given->json = json;
    if (is_sum(subject->game)) {
        if (!subject->position)
            return NULL; /* told already, and what the terms are is not known */
        sum_read_move(given, subject->position, json, pointer, &found, faults);
    } else {
        given->move = arena_alloc(faults->arena, type->size);
        decode_fields(type, given->move, NULL, NULL, json, pointer, listed_names, &found);
        sort_parts(type, given->move);
    }
    for (size_t i = 0; i < found.n; i++) {
        const struct fault *fault = &found.v[i];
        uint32_t bit = fault->code == FAULT_out_of_range ? field_bit(type, fault->pointer, strlen(pointer)) : 0;
        const cJSON *member = json->child;
        while (bit && member && (strcmp(member->string, type->fields[__builtin_ctz(bit)].name) != 0))
            member = member->next;
        if (bit && !has_negative(member))
            given->strange |= bit;
        else
            fault_add(faults, fault->code, fault->pointer, bit ? least_readable(fault->detail) : fault->detail);
    }
    return faults->n > told ? NULL : given;
}

bool lists_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; at && (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

uint64_t position_table(const struct game *game, const void *position, uint64_t seed)
{
    const struct field *fields = game->position->fields;
    struct tag tag = {.a = seed};
    for (size_t i = 0; fields[i].name; i++)
        if (lists_word(game->tabled_by, fields[i].name))
            tag_value(&tag, fields[i].type, (const char *)position + fields[i].offset, false);
    return tag.a | 1;
}
