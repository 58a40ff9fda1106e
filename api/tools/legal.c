/* Why a move is illegal. Moves ascend by their fields, so those that agree with it in its first k fields stand together, and both
 * ends of such a run are found by bisection, however many moves there are. */
#include "api/tools/legal.h"

#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/json/pointer.h"
#include "api/json/tree.h"
#include "api/tools/sum/sum.h"
#include "core/limits.h"

#include <string.h>

enum { PAGE = LIST_LIMIT };

bool given_strange(const struct sent_move *given)
{
    return given->strange || (given->inner && given->inner->strange);
}

bool given_find(const struct asking *asking, const struct sent_move *given, struct listed *found, struct ask *whole)
{
    return move_find(asking, given_strange(given) ? NULL : given->move, found, whole);
}

/* All moves of a position: the first ones on a page, the others by asking again. */
struct moves {
    const struct asking *asking;
    struct ask first;
};

/* The move at that index, or NULL. */
static const void *at(const struct moves *moves, struct num index)
{
    const struct page *page = &moves->first.answer.all;
    if (num_cmp_word(index, (int64_t)page->n) < 0)
        return page->v[index.word].move;
    if (page->n < PAGE)
        return NULL;
    struct ask *ask = arena_alloc(moves->asking->budget->arena, sizeof *ask);
    asking_solve(moves->asking, ask, LISTING_ALL, index, 1);
    return ask->answer.all.n ? ask->answer.all.v[0].move : NULL;
}

/* Where a run of moves begins or ends: at the first move that, in its first `fields` fields, is not below this one, or, `behind`,
 * is above it. */
struct bound {
    const void *move;
    size_t fields;
    bool behind;
};

static bool lies_before(const struct moves *moves, struct num index, const struct bound *bound)
{
    struct arena *arena = moves->asking->budget->arena;
    struct arena_mark mark = arena_mark(arena);
    const void *move = at(moves, index);
    int order = move ? move_compare_first(moves->asking->game->move, bound->fields, move, bound->move) : 1;
    arena_rewind(arena, mark);
    return order < 0 || (order == 0 && bound->behind);
}

/* Invariant: what lies below `low` lies before the bound, what lies from `high` on does not. */
static struct num index_of(const struct moves *moves, const struct bound *bound)
{
    struct num low = num(0), high = num(1);
    while (lies_before(moves, high, bound)) {
        low = num_add(high, num(1));
        high = num_add(high, high);
    }
    while (num_lt(low, high)) {
        struct num middle = num_shr(num_add(low, high), 1);
        if (lies_before(moves, middle, bound))
            low = num_add(middle, num(1));
        else
            high = middle;
    }
    return low;
}

/* Whether some legal move has the same first `fields` fields. */
static bool agrees(const struct moves *moves, const void *move, size_t fields)
{
    const void *next = at(moves, index_of(moves, &(struct bound){move, fields, false}));
    return next && move_compare_first(moves->asking->game->move, fields, next, move) == 0;
}

static bool has_field(const struct type *type, const void *move, size_t i)
{
    return type->fields[i].need == NEED_ALWAYS || ((const struct head *)move)->given & BIT(i);
}

/* The values that a field may have beside the fields before it. */
struct allowed {
    size_t n;
    const void *v[ALLOWED_SHOWN]; /* moves that have them */
    const void *last;             /* one with the greatest */
    bool gapless;                 /* integers, and each between the first and the last is one of them */
};

static struct num integer_of(const struct field *field, const void *move)
{
    const void *value = (const char *)move + field->offset;
    return field->type->kind == KIND_INT ? *(const struct num *)value : num(*(const int64_t *)value);
}

/* As many moves as integers between the first value and the last: none is left out, and none stands twice. */
static void look_for_gaps(const struct field *field, struct num count, struct allowed *allowed)
{
    if (field->type->kind != KIND_INT && field->type->kind != KIND_SMALL)
        return;
    struct num span = num_sub(integer_of(field, allowed->last), integer_of(field, allowed->v[0]));
    allowed->gapless = num_eq(num_add(span, num(1)), count) || num_cmp_word(span, (int64_t)allowed->n - 1) == 0;
}

static struct allowed allowed_values(const struct moves *moves, const void *move, size_t n)
{
    const struct type *type = moves->asking->game->move;
    size_t i = field_in_order(type, move, n);
    struct allowed allowed = {.n = 0};
    struct num begin = index_of(moves, &(struct bound){move, n, false}), end = index_of(moves, &(struct bound){move, n, true});
    struct num index = begin;
    while (allowed.n < ALLOWED_SHOWN && num_lt(index, end)) {
        const void *next = at(moves, index);
        if (!has_field(type, next, i))
            end = index; /* moves without the field stand behind those that have it */
        else
            allowed.v[allowed.n++] = next;
        index = index_of(moves, &(struct bound){next, n + 1, true});
    }
    if (!allowed.n)
        return allowed;
    allowed.last = at(moves, num_sub(end, num(1)));
    if (!has_field(type, allowed.last, i))
        allowed.last = NULL;
    else
        look_for_gaps(&type->fields[i], num_sub(end, begin), &allowed);
    return allowed;
}

static const char *value_text(struct arena *arena, const struct field *field, const void *move)
{
    struct out out;
    out_init(&out, arena, 64);
    encode_value(&out, field->type, (const char *)move + field->offset);
    out_bytes(&out, "", 1);
    return out.v;
}

/* Of an index into a list of numbers that the position has under the field's name in the plural: what stands there. */
static const char *number_there(const struct asking *asking, const struct field *field, const void *move)
{
    struct arena *arena = asking->budget->arena;
    const char *plural = arena_printf(arena, "%ss", field->name);
    if (field->type != &type_index)
        return NULL;
    for (const struct field *f = asking->game->position->fields; f->name; f++) {
        const struct list *list = (const struct list *)((const char *)asking->position + f->offset);
        size_t index = (size_t) * (const int64_t *)((const char *)move + field->offset);
        if (strcmp(f->name, plural) != 0 || f->type->kind != KIND_LIST || index >= list->n)
            continue;
        const struct type *item = f->type->item;
        const char *value = (const char *)list->v + index * item->size;
        struct out out;
        out_init(&out, arena, 64);
        out_raw(&out, arena_printf(arena, "%s[%zu] = ", plural, index));
        encode_value(&out, item, value);
        out_bytes(&out, "", 1);
        return out.v;
    }
    return NULL;
}

/* The first n fields, as they are given: "heap 0 (heaps[0] = 5): ". */
static const char *context(const struct asking *asking, const void *move, size_t n, enum language language)
{
    bool zh = language == LANGUAGE_ZH;
    struct arena *arena = asking->budget->arena;
    const struct type *type = asking->game->move;
    const char *text = "";
    for (size_t i = 0; i < n; i++) {
        size_t k = field_in_order(type, move, i);
        if (!has_field(type, move, k))
            continue;
        const char *there = number_there(asking, &type->fields[k], move);
        text = arena_printf(arena, "%s%s%s %s", text,
                            !*text ? ""
                            : zh   ? "，"
                                   : ", ",
                            type->fields[k].name, value_text(arena, &type->fields[k], move));
        if (there)
            text = arena_printf(arena, zh ? "%s（%s）" : "%s (%s)", text, there);
    }
    return *text ? arena_printf(arena, zh ? "%s：" : "%s: ", text) : "";
}

/* "1 … 5", "1, 3 or 4", or "2, 4, 6, …". */
static const char *range_text(struct arena *arena, const struct field *field, const struct allowed *allowed,
                              enum language language)
{
    const char *comma = language == LANGUAGE_ZH ? "、" : ", ";
    const char *text = value_text(arena, field, allowed->v[0]);
    if (allowed->gapless && allowed->n > 2)
        return arena_printf(arena, "%s … %s", text, value_text(arena, field, allowed->last));
    bool more = allowed->n == ALLOWED_SHOWN && allowed->last &&
                strcmp(value_text(arena, field, allowed->last), value_text(arena, field, allowed->v[allowed->n - 1])) != 0;
    for (size_t k = 1; k < allowed->n; k++) {
        bool last = !more && k + 1 == allowed->n && language == LANGUAGE_EN;
        text = arena_printf(arena, "%s%s%s", text, last ? " or " : comma, value_text(arena, field, allowed->v[k]));
    }
    return more ? arena_printf(arena, "%s%s…", text, comma) : text;
}

static const char *allowed_json(struct arena *arena, const struct field *field, const struct allowed *allowed)
{
    struct out out;
    out_init(&out, arena, 128);
    json_begin(&out, '[');
    for (size_t k = 0; k < allowed->n; k++)
        encode_value(&out, field->type, (const char *)allowed->v[k] + field->offset);
    json_end(&out, ']');
    out_bytes(&out, "", 1);
    return out.v;
}

static const char *given_text(struct arena *arena, const struct sent_move *given, const struct field *field)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(given->json, field->name);
    struct out out;
    if (!value)
        return NULL;
    out_init(&out, arena, 64);
    tree_write(&out, value);
    out_bytes(&out, "", 1);
    return out.v;
}

static const char *reason_of(const struct asking *asking, const struct sent_move *given, size_t n, const struct allowed *allowed,
                             enum language language)
{
    struct arena *arena = asking->budget->arena;
    const struct type *type = asking->game->move;
    const struct field *field = &type->fields[field_in_order(type, given->move, n)];
    const char *before = context(asking, given->move, n, language), *is = given_text(arena, given, field);
    struct lines lines = {.arena = arena, .language = language};
    if (!allowed->n)
        lines_add(&lines, "%s%s must not be given here", "%s这里不能有 %s", before, field->name);
    else if (!is)
        lines_add(&lines, "%1$s%2$s is missing: it may be %3$s", "%1$s缺少 %2$s，可以是 %3$s", before, field->name,
                  range_text(arena, field, allowed, language));
    else if (allowed->n == 1)
        lines_add(&lines, "%1$s%2$s must be %3$s, not %4$s", "%1$s%2$s 只能是 %3$s，不能是 %4$s", before, field->name,
                  range_text(arena, field, allowed, language), is);
    else
        lines_add(&lines, "%1$s%2$s may be %3$s, not %4$s", "%1$s%2$s 可以是 %3$s，不能是 %4$s", before, field->name,
                  range_text(arena, field, allowed, language), is);
    return lines.v[0];
}

static struct illegal no_move(struct arena *arena, const char *pointer, enum language language)
{
    struct lines lines = {.arena = arena, .language = language};
    lines_add(&lines, "no move is legal here: the game is over", "这里没有合法的走法：对局已经结束");
    return (struct illegal){pointer, lines.v[0], "[]"};
}

struct illegal illegal_move(const struct asking *asking, const struct sent_move *given, const char *pointer,
                            enum language language)
{
    struct arena *arena = asking->budget->arena;
    const struct type *type = asking->game->move;
    struct moves moves = {.asking = asking};
    asking_solve(asking, &moves.first, LISTING_ALL, num(0), PAGE);
    if (!moves.first.answer.all.n)
        return no_move(arena, pointer, language);
    size_t n = 0, i = field_in_order(type, given->move, 0);
    while (!(given->strange & BIT(i)) && agrees(&moves, given->move, n + 1)) {
        size_t next = field_in_order(type, given->move, n + 1);
        if (!type->fields[next].name)
            break;
        n++;
        i = next;
    }
    if (given->inner && n > 0) {
        /* In a term of a sum the moves are those of its own game. */
        const struct sum_position *sum = asking->position;
        const struct sum_move *move = given->move;
        struct asking term = {.game = sum->games[move->term],
                              .position = ((const struct any *)sum->terms.v)[move->term].value,
                              .budget = asking->budget,
                              .store = asking->store};
        return illegal_move(&term, given->inner, pointer_name(arena, pointer, type->fields[i].name), language);
    }
    struct allowed allowed = allowed_values(&moves, given->move, n);
    return (struct illegal){
        .pointer = pointer_name(arena, pointer, type->fields[i].name),
        .reason = reason_of(asking, given, n, &allowed, language),
        .allowed = allowed.n ? allowed_json(arena, &type->fields[i], &allowed) : NULL,
    };
}

void encode_illegal(struct out *out, const struct illegal *illegal)
{
    member_string(out, "reason", illegal->reason);
    member_string(out, "pointer", illegal->pointer);
    if (illegal->allowed)
        member_raw(out, "allowed", illegal->allowed);
}
