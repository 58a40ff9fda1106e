/* Elements by names that a student can check, as products of heaps, and what is said of a position by them.
 *
 * From heap 1 up, the first heap whose element is no product of those before it is taken in, and with it every product that it
 * makes new, breadth first. So a word has heaps of at most the size at which its element first comes up, and is a shortest one of
 * these. */
#include "core/kit/explain.h"
#include "core/sg/quotient/quotient.h"

#include <string.h>

struct naming {
    const struct quotient *q;
    const char *generators[SG_QUOTIENT_ELEMENTS]; /* those taken in, by their names, */
    uint16_t elements[SG_QUOTIENT_ELEMENTS];      /* and which they are */
    unsigned n;
    bool known[SG_QUOTIENT_ELEMENTS];
    uint16_t from[SG_QUOTIENT_ELEMENTS],
        by[SG_QUOTIENT_ELEMENTS];         /* an element is `from` times what was taken in as number `by` */
    uint16_t queue[SG_QUOTIENT_ELEMENTS]; /* the known ones as they were found */
    unsigned found;
};

static void reach(struct naming *names, unsigned from, unsigned by)
{
    unsigned to = quotient_times(names->q, from, names->elements[by]);
    if (names->known[to])
        return;
    names->known[to] = true;
    names->from[to] = (uint16_t)from;
    names->by[to] = (uint16_t)by;
    names->queue[names->found++] = (uint16_t)to;
}

static void take_in(struct naming *names, unsigned element, const char *name)
{
    unsigned before = names->found, newest = names->n++;
    names->generators[newest] = name;
    names->elements[newest] = (uint16_t)element;
    for (unsigned i = 0; i < before; i++)
        reach(names, names->queue[i], newest);
    for (unsigned i = before; i < names->found; i++)
        for (unsigned by = 0; by <= newest; by++)
            reach(names, names->queue[i], by);
}

/* A heap, and a further part. */
static const char *heap_name(struct arena *arena, struct num size)
{
    return arena_printf(arena, "[%s]", num_text(size));
}

static const char *part_name(struct arena *arena, struct num size)
{
    return arena_printf(arena, "(%s)", num_text(size));
}

static unsigned part_element(const struct quotient *q, const struct quotient_sum *sum, size_t i)
{
    return q->extras[sum->numbers[i]];
}

/* Heaps first; then the parts that are here, where they have elements that no heaps have. What is left has no name. */
static struct naming *name_all(struct arena *arena, const struct quotient *q, const struct quotient_sum *sum)
{
    struct naming *names = arena_alloc(arena, sizeof *names);
    names->q = q;
    names->known[0] = true;
    names->found = 1;
    for (uint64_t heap = 1; heap < q->count && names->found < q->order; heap++)
        if (!names->known[quotient_heap(q, heap)])
            take_in(names, quotient_heap(q, heap), heap_name(arena, num_u64(heap)));
    for (size_t i = 0; i < sum->n_parts; i++)
        if (!names->known[part_element(q, sum, i)])
            take_in(names, part_element(q, sum, i), part_name(arena, sum->parts[i]));
    return names;
}

static const char *name_of(const struct naming *names, struct arena *arena, unsigned element)
{
    unsigned *times = arena_array(arena, names->n + 1, sizeof *times);
    const char *text = "";
    for (unsigned at = element; at; at = names->from[at])
        times[names->by[at]]++;
    for (unsigned i = 0; i < names->n; i++) {
        if (!times[i])
            continue;
        text = arena_printf(arena, "%s%s%s", text, *text ? "·" : "", names->generators[i]);
        if (times[i] > 1)
            text = arena_printf(arena, "%s^%u", text, times[i]);
    }
    return *text ? text : "1";
}

static const char *lost_names(const struct naming *names, struct arena *arena, const char *between, unsigned *count)
{
    enum { SHOWN = 12 };
    const char *text = "";
    *count = 0;
    for (unsigned i = 0; i < names->found; i++) {
        unsigned element = names->queue[i];
        if (!quotient_lost(names->q, element))
            continue;
        if (*count < SHOWN)
            text = arena_printf(arena, "%s%s%s", text, *count ? between : "", name_of(names, arena, element));
        else if (*count == SHOWN)
            text = arena_printf(arena, "%s%s…", text, between);
        (*count)++;
    }
    return text;
}

unsigned quotient_product(const struct quotient *q, const struct num *heaps, size_t n, unsigned element)
{
    for (size_t i = 0; i < n; i++) {
        struct num size = heaps[i];
        if (!num_lt(size, num_u64(q->count)))
            size = num_add(num_u64(q->preperiod), num_mod(num_sub(size, num_u64(q->preperiod)), num_u64(q->period)));
        element = quotient_times(q, element, quotient_heap(q, (uint64_t)size.word));
    }
    return element;
}

static const char *between(const struct lines *lines)
{
    return lines->language == LANGUAGE_ZH ? "、" : ", ";
}

enum { SHOWN = 6 };

/* What is told of here, each size once: "[5], [70] = [1]·[2]". */
struct shown {
    struct num sizes[SHOWN];
    size_t n;
    const char *text;
    bool more;
};

static void show(struct shown *shown, struct lines *lines, const struct naming *names, struct num size, const char *own,
                 unsigned element)
{
    for (size_t k = 0; k < shown->n; k++)
        if (num_eq(shown->sizes[k], size))
            return;
    if (shown->more)
        return;
    if (shown->n == SHOWN) {
        shown->more = true;
        return;
    }
    shown->sizes[shown->n++] = size;
    const char *name = name_of(names, lines->arena, element), *comma = *shown->text ? between(lines) : "";
    bool same = strcmp(own, name) == 0;
    shown->text = arena_printf(lines->arena, "%s%s%s%s%s", shown->text, comma, own, same ? "" : " = ", same ? "" : name);
}

/* In the order in which they stand in the position. */
static void explain_elements(struct lines *lines, const struct naming *names, const struct quotient_sum *sum)
{
    struct shown shown = {.text = ""}, parts = {.text = ""};
    bool zh = lines->language == LANGUAGE_ZH;
    for (size_t i = 0; i < sum->n; i++)
        if (!num_is_zero(sum->heaps[i]))
            show(&shown, lines, names, sum->heaps[i], heap_name(lines->arena, sum->heaps[i]),
                 quotient_product(names->q, &sum->heaps[i], 1, 0));
    for (size_t i = 0; i < sum->n_parts; i++)
        if (!num_is_zero(sum->parts[i]))
            show(&parts, lines, names, sum->parts[i], part_name(lines->arena, sum->parts[i]), part_element(names->q, sum, i));
    const char *comma = shown.n && parts.n ? between(lines) : "";
    const char *more = shown.more || parts.more ? arena_printf(lines->arena, "%s…", between(lines)) : "";
    const char *here = shown.n || parts.n ? arena_printf(lines->arena, "%s%s%s", shown.text, comma, parts.text)
                       : zh               ? "无"
                                          : "none";
    const char *heap = zh ? sum->heap.zh : sum->heap.en, *part = zh ? sum->part.zh : sum->part.en;
    if (sum->n_parts)
        lines_add(lines, "Write [n] for the element of %s, (n) for that of %s, and 1 for that of nothing at all. Here: %s%s.",
                  "记 %s的元素为 [n]，%s的元素为 (n)，空局面的元素为 1。这里有：%s%s。", heap, part, here, more);
    else
        lines_add(lines, "Write [n] for the element of %s, and 1 for that of nothing at all. Here: %s%s.",
                  "记 %s的元素为 [n]，空局面的元素为 1。这里有：%s%s。", heap, here, more);
}

void quotient_explain_options(struct lines *lines, const struct quotient *q, const struct quotient_sum *sum)
{
    struct arena *arena = lines->arena;
    const struct naming *names = name_all(arena, q, sum);
    struct shown shown = {.text = ""};
    unsigned count;
    for (size_t i = 0; i < sum->n; i++) {
        bool nothing = num_is_zero(sum->heaps[i]);
        show(&shown, lines, names, sum->heaps[i], nothing ? "1" : heap_name(arena, sum->heaps[i]),
             quotient_product(q, &sum->heaps[i], 1, 0));
    }
    const char *lost = lost_names(names, arena, between(lines), &count), *all = num_text(num(count));
    lines_add(lines, "Write [n] for the element of %s, and 1 for that of nothing at all. A move leaves one of these: %s%s.",
              "记 %s的元素为 [n]，空局面的元素为 1。任何一步之后是下列之一：%s%s。",
              lines->language == LANGUAGE_ZH ? sum->heap.zh : sum->heap.en, shown.text,
              shown.more ? arena_printf(arena, "%s…", between(lines)) : "");
    if (sum->won)
        lines_add(lines, "Lost elements: %s (%s in all). A move leads to %s, which is one of them.",
                  "必败元素：%s（共 %s 个）。有一步变为其中的 %s。", lost, all, name_of(names, arena, sum->after));
    else
        lines_add(lines, "Lost elements: %s (%s in all). No move leaves one of them, so the player to move loses.",
                  "必败元素：%s（共 %s 个）。没有一步能变为其中之一，因此先手必败。", lost, all);
}

void quotient_explain(struct lines *lines, const struct quotient *q, const struct quotient_sum *sum)
{
    struct arena *arena = lines->arena;
    const struct naming *names = name_all(arena, q, sum);
    unsigned count, element = quotient_product(q, sum->heaps, sum->n, 0);
    for (size_t i = 0; i < sum->n_parts; i++)
        element = quotient_times(q, element, part_element(q, sum, i));
    const char *lost = lost_names(names, arena, between(lines), &count);
    const char *all = num_text(num(count)), *product = name_of(names, arena, element);
    explain_elements(lines, names, sum);
    if (sum->won)
        lines_add(lines,
                  "The product of all that is here is %s. Lost elements: %s (%s in all). It is none of them, and a move leads to "
                  "%s, which is one.",
                  "这里全部元素之积为 %s。必败元素：%s（共 %s 个）。它不在其中，而有一步变为其中的 %s。", product, lost, all,
                  name_of(names, arena, sum->after));
    else if (quotient_lost(q, element))
        lines_add(
            lines,
            "The product of all that is here is %s. Lost elements: %s (%s in all). It is one of them, so the player to move "
            "loses: every move leads to a product that is not.",
            "这里全部元素之积为 %s。必败元素：%s（共 %s 个）。它在其中，因此先手必败：任何一步都变为不在其中的元素。", product,
            lost, all);
    else
        lines_add(lines,
                  "The product of all that is here is %s. Lost elements: %s (%s in all). It is none of them: no move is left.",
                  "这里全部元素之积为 %s。必败元素：%s（共 %s 个）。它不在其中：已没有操作。", product, lost, all);
}
