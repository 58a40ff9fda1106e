/* A claimed period of Grundy values. What is proven is compared; of what does not hold the first heap at which it breaks is told.
 *
 * If g(n+p) = g(n)+s for all n >= a is proven, then g(n+q)-g(n)-t has the period p from a on, so a claim (b, q, t) holds iff it
 * holds for b <= n < max(a, b)+p. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/encode.h"

#include <string.h>

/* Heaps looked at for a counterexample: what is asked of their values is linear in their number. */
enum { HEAPS_LOOKED_AT = 20000 };

struct proven {
    bool known;
    struct num preperiod, period, saltus;
};

static struct num number_at(const struct type *object, const void *value, const char *name)
{
    for (const struct field *f = object->fields; f->name; f++)
        if (strcmp(f->name, name) == 0 && f->type->kind == KIND_INT)
            return *(const struct num *)((const char *)value + f->offset);
    return num(0);
}

/* What the answer says about the period. */
static struct proven proven_of(const struct check *check)
{
    const struct game *game = check->grade->subject.game;
    const struct field *field = extra_field(game, "period");
    const struct head *head = check->ask->extra;
    const void *at = (const char *)check->ask->extra + field->offset;
    if (head->null & BIT(field - game->extra->fields))
        return (struct proven){.known = false};
    return (struct proven){true, number_at(field->type, at, "preperiod"), number_at(field->type, at, "period"),
                           number_at(field->type, at, "saltus")};
}

/* The values of the heaps 0…n of the same rules, or NULL where they are not known. */
static const struct num *values_to(const struct check *check, size_t n)
{
    const struct game *game = check->grade->subject.game;
    struct arena *arena = check->lines->arena;
    char *position = arena_alloc(arena, game->position->size);
    memcpy(position, check->grade->subject.position, game->position->size);
    struct num *heaps = arena_array(arena, n + 1, sizeof *heaps);
    for (size_t i = 0; i <= n; i++)
        heaps[i] = num((int64_t)i);
    const struct field *values = extra_field(game, "heap_grundy"), *field = game->position->fields;
    while (field->name && strcmp(field->name, "heaps") != 0)
        field++;
    if (!values || !field->name)
        return NULL;
    *(struct list *)(position + field->offset) = (struct list){n + 1, heaps};
    struct asking asking = *check->asking;
    asking.position = position;
    struct ask ask;
    asking_solve(&asking, &ask, LISTING_NONE, num(0), 0);
    const struct list *list = (const struct list *)((const char *)ask.extra + values->offset);
    return list->n == n + 1 ? list->v : NULL;
}

struct breaking {
    bool found, searched; /* searched: whatever is not found does not exist, if the period is proven */
    size_t heap;          /* the larger of the two */
    struct num lower, upper;
};

static struct breaking find_break(const struct check *check, const struct proven *proven, const struct claimed_period *claim)
{
    struct breaking breaking = {.found = false};
    struct num last = num(HEAPS_LOOKED_AT);
    if (proven->known) {
        struct num all = num_add(num_add(num_max(proven->preperiod, claim->preperiod), proven->period), claim->period);
        breaking.searched = num_cmp_word(all, HEAPS_LOOKED_AT) <= 0;
        last = num_min(last, all);
    }
    if (num_lt(last, num_add(claim->preperiod, claim->period)))
        return breaking;
    size_t n = (size_t)last.word, first = (size_t)claim->preperiod.word, period = (size_t)claim->period.word;
    const struct num *values = values_to(check, n);
    for (size_t i = first; values && i + period <= n; i++) {
        if (num_eq(values[i + period], num_add(values[i], claim->saltus)))
            continue;
        breaking = (struct breaking){.found = true, .heap = i + period, .lower = values[i], .upper = values[i + period]};
        break;
    }
    return breaking;
}

static void tell_break(struct check *check, const struct breaking *breaking, const struct claimed_period *claim)
{
    struct num lower = num_sub(num_u64(breaking->heap), claim->period);
    lines_add(check->lines, "It breaks first at the heap of %1$s: g(%1$s) = %2$s, but g(%3$s) = %4$s, so it should be %5$s.",
              "最先在大小为 %1$s 的堆处不成立：g(%1$s) = %2$s，而 g(%3$s) = %4$s，按所述周期应为 %5$s。",
              num_text(num_u64(breaking->heap)), num_text(breaking->upper), num_text(lower), num_text(breaking->lower),
              num_text(num_add(breaking->lower, claim->saltus)));
}

static void tell_period(struct check *check, const struct proven *proven, const struct breaking *breaking,
                        const struct claimed_period *claim)
{
    struct lines *lines = check->lines;
    if (check->correct) {
        lines_add(lines, "Right.", "正确。");
        return;
    }
    if (!check->grade->reveal) {
        lines_add(lines, "Wrong.", "不正确。");
        return;
    }
    if (is_misere(check->grade->subject.game, check->grade->subject.position))
        lines_add(lines, "In misère play there are no Grundy values, and so no period of them: null.",
                  "反常规则下没有 SG 值，也就没有周期，应为 null。");
    else if (breaking->found)
        tell_break(check, breaking, claim);
    else if (breaking->searched)
        lines_add(lines, "The values do repeat like that, but it is not the least that holds.",
                  "SG 值确实如此重复，但这不是最小的。");
    if (proven->known)
        lines_add(lines, "From the heap of %s on the least period is %s, with a saltus of %s.",
                  "从大小为 %s 的堆起，最小周期为 %s，每周期增量为 %s。", num_text(proven->preperiod), num_text(proven->period),
                  num_text(proven->saltus));
}

/* Whether the claim is the proven period, in all that it claims. */
static bool is_proven(const struct proven *proven, const struct claimed_period *claim)
{
    uint32_t given = claim->head.given;
    return proven->known && num_eq(claim->period, proven->period) &&
           (!(given & BIT(CLAIMED_PREPERIOD)) || num_eq(claim->preperiod, proven->preperiod)) &&
           (!(given & BIT(CLAIMED_SALTUS)) || num_eq(claim->saltus, proven->saltus));
}

void check_period(struct check *check)
{
    struct claimed_period claim = check->claim->period;
    struct proven proven = proven_of(check);
    struct breaking breaking = {.found = false};
    bool misere = is_misere(check->grade->subject.game, check->grade->subject.position), null = check->claim->null;
    check->correct = !check->claim->fault && (misere ? null : !null && is_proven(&proven, &claim));
    bool from = claim.head.given & BIT(CLAIMED_PREPERIOD) || proven.known;
    if (!(claim.head.given & BIT(CLAIMED_PREPERIOD)))
        claim.preperiod = proven.preperiod;
    if (!misere && !null && !check->correct && from && !check->claim->fault)
        breaking = find_break(check, &proven, &claim);
    if (!proven.known && !misere && !breaking.found)
        refuse_claim(check, -1, "no period of these rules is proven, nor is this one refuted",
                     "这些规则的周期未获证明，这个周期也未被否定");
    const struct field *field = extra_field(check->grade->subject.game, "period");
    if (proven.known)
        encode_value(check->expected, field->type, (const char *)check->ask->extra + field->offset);
    else
        json_null(check->expected);
    tell_period(check, &proven, &breaking, &claim);
}
