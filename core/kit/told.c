/* Options and their values in words. Invariant: `group` holds the least values seen so far, ascending, each with its exact count:
 * a value that was once pushed out is greater than all that stay. */
#include "core/kit/told.h"

struct told told_begin(struct lines *lines)
{
    return (struct told){.lines = lines};
}

/* The first group of at least that value. */
static size_t place_of(const struct told *told, struct num value)
{
    size_t at = 0;
    while (at < told->groups && num_lt(told->group[at].value, value))
        at++;
    return at;
}

static bool has_group(const struct told *told, size_t at, struct num value)
{
    return at < told->groups && num_eq(told->group[at].value, value);
}

bool told_names(const struct told *told, struct num value)
{
    size_t at = place_of(told, value);
    return told->n < TOLD_EACH || (at < TOLD_GROUPS && !has_group(told, at, value));
}

bool told_add(struct told *told, struct num value, const char *name)
{
    if (told->n == TOLD_SEEN)
        return false;
    size_t at = place_of(told, value);
    if (told->n < TOLD_EACH)
        told->first[told->n] = (struct option_told){value, 1, name};
    told->n++;
    if (has_group(told, at, value)) {
        told->group[at].count++;
        return true;
    }
    for (size_t i = told->groups; i > at; i--)
        told->group[i] = told->group[i - 1];
    if (at < TOLD_GROUPS)
        told->group[at] = (struct option_told){value, 1, name};
    if (told->groups < TOLD_GROUPS)
        told->groups++;
    else
        told->more = true;
    return true;
}

static const char *listed_text(const struct told *told, bool names)
{
    const char *text = "", *comma = told->lines->language == LANGUAGE_ZH ? "、" : ", ";
    for (size_t i = 0; i < told->n; i++)
        text = arena_printf(told->lines->arena, "%s%s%s", text, i ? comma : "",
                            names ? told->first[i].name : num_text(told->first[i].value));
    return text;
}

static const char *groups_text(const struct told *told)
{
    bool zh = told->lines->language == LANGUAGE_ZH;
    const char *text = "";
    for (size_t i = 0; i < told->groups; i++)
        text = arena_printf(told->lines->arena, zh ? "%s%s%s（%zu 种，如 %s）" : "%s%s%s (%zu of them, such as %s)", text,
                            !i   ? ""
                            : zh ? "、"
                                 : ", ",
                            num_text(told->group[i].value), told->group[i].count, told->group[i].name);
    return told->more ? arena_printf(told->lines->arena, "%s%s", text, zh ? "、…" : ", …") : text;
}

const char *told_text(const struct told *told)
{
    bool zh = told->lines->language == LANGUAGE_ZH;
    struct arena *arena = told->lines->arena;
    if (told->n == 0)
        return zh ? "没有后继" : "it has no options";
    if (told->n == 1)
        return arena_printf(arena, zh ? "唯一的后继 %s 的 SG 值为 %s" : "its only option %s has the value %s",
                            told->first[0].name, num_text(told->first[0].value));
    if (told->n <= TOLD_EACH)
        return arena_printf(arena, zh ? "后继 %s 的 SG 值依次为 %s" : "its options %s have the values %s",
                            listed_text(told, true), listed_text(told, false));
    return arena_printf(arena, zh ? "%zu 种后继的 SG 值有 %s" : "its %zu options have the values %s", told->n, groups_text(told));
}
