#include "tests/support/core/question.h"

#include "core/limits.h"
#include "core/memory/store.h"
#include "core/solve.h"
#include "tests/support/core/marks.h"

#include <string.h>

enum { ARENA_CAP = 512 << 20, STORE_BYTES = 64 << 20 };

struct arena questions_arena;
struct budget questions_budget;
struct store *questions_store;

void questions_begin(void)
{
    num_setup();
    arena_init(&questions_arena, NULL, 0, ARENA_CAP);
    arena_enter(&questions_arena);
    questions_budget = (struct budget){.left = UINT64_MAX, .arena = &questions_arena};
    questions_store = store_private_new(STORE_BYTES);
}

void questions_end(void)
{
    arena_enter(NULL);
    arena_reset(&questions_arena);
    store_private_free(questions_store);
}

static const struct field *find(const struct type *type, const char *name, size_t length)
{
    for (const struct field *f = type->fields; f->name; f++)
        if (strlen(f->name) == length && memcmp(f->name, name, length) == 0)
            return f;
    ck_abort_msg("there is no field %s", name);
    return NULL;
}

static void store_number(const struct type *type, void *at, struct num value)
{
    if (type->kind == KIND_BOOL)
        *(bool *)at = !num_is_zero(value);
    else if (type->kind == KIND_SMALL)
        *(int64_t *)at = value.word;
    else if (type->kind == KIND_INT)
        *(struct num *)at = value;
    else
        ck_abort_msg("not a number's type");
}

static struct num load_number(const struct type *type, const void *at)
{
    if (type->kind == KIND_BOOL)
        return num(*(const bool *)at);
    if (type->kind == KIND_SMALL)
        return num(*(const int64_t *)at);
    ck_assert(type->kind == KIND_INT);
    return *(const struct num *)at;
}

void *object_new(const struct type *type)
{
    char *object = arena_alloc(&questions_arena, type->size);
    for (const struct field *f = type->fields; f->name; f++)
        if (f->need == NEED_DEFAULT && f->type->kind != KIND_LIST)
            store_number(f->type, object + f->offset, num(f->fallback));
    return object;
}

static void *give(const struct type *type, void *object, const struct field *field)
{
    ((struct head *)object)->given |= BIT((unsigned)(field - type->fields));
    return (char *)object + field->offset;
}

void object_set(const struct type *type, void *object, const char *field, struct num value)
{
    const struct field *f = find(type, field, strlen(field));
    store_number(f->type, give(type, object, f), value);
}

void object_set_items(const struct type *type, void *object, const char *field, const struct num *items, size_t n)
{
    const struct field *f = find(type, field, strlen(field));
    const struct type *item = f->type->item;
    char *at = give(type, object, f);
    if (f->type->kind == KIND_LIST) {
        size_t length = item->kind == KIND_TUPLE ? n / (size_t)item->max : n;
        char *v = arena_array(&questions_arena, length + 1, item->size);
        *(struct list *)(void *)at = (struct list){length, v};
        at = v;
    }
    if (item->kind == KIND_TUPLE)
        item = item->item;
    for (size_t i = 0; i < n; i++)
        store_number(item, at + i * item->size, items[i]);
}

struct num object_get(const struct type *type, const void *object, const char *path)
{
    const char *at = object;
    while (*path) {
        size_t length = strcspn(path, "/");
        if (type->kind == KIND_OBJECT) {
            const struct field *f = find(type, path, length);
            at += f->offset;
            type = f->type;
        } else {
            ck_assert(type->kind == KIND_LIST || type->kind == KIND_TUPLE);
            size_t index = (size_t)(path[0] - '0');
            if (type->kind == KIND_LIST)
                at = ((const struct list *)(const void *)at)->v;
            type = type->item;
            at += index * type->size;
        }
        path += length + (path[length] == '/');
    }
    return load_number(type, at);
}

bool object_given(const struct type *type, const void *object, const char *field)
{
    const struct field *f = find(type, field, strlen(field));
    return ((const struct head *)object)->given & BIT((unsigned)(f - type->fields));
}

struct ask *question_ask(const struct game *game, void *position, enum listing listing, struct num offset, size_t limit,
                         struct num target)
{
    struct faults faults = {.arena = &questions_arena};
    if (game->check)
        game->check(position, &faults);
    ck_assert_uint_eq(faults.n, 0);
    struct ask *ask = arena_alloc(&questions_arena, sizeof *ask);
    ask_init(ask, game, position, &questions_arena, &questions_budget, questions_store);
    ask->listing = listing;
    ask->offset = offset;
    ask->limit = limit;
    ask->target = target;
    ask_solve(ask);
    return ask;
}

struct ask *question_all(const struct game *game, void *position)
{
    return question_ask(game, position, LISTING_ALL, num(0), LIST_LIMIT, num(0));
}

struct num listed_get(const struct ask *ask, const struct page *page, size_t i, const char *path)
{
    ck_assert_uint_lt(i, page->n);
    return object_get(ask->game->move, page->v[i].move, path);
}

struct num decimal(const char *digits)
{
    struct num value = num(0);
    ck_assert_msg(num_parse(digits, strlen(digits), &value), "%s", digits);
    return value;
}
