/* Options and their values in words. Invariant: `group` holds the least values seen so far, ascending, each with its exact count:
 * a value that was once pushed out is greater than all that stay. */
#include "core/kit/told.h"

#include <string.h>

struct told told_begin(struct lines *lines, size_t most)
{
    return (struct told){.lines = lines, .most = most};
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
    if (told->n == told->most)
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

/* Between Chinese and a name: a blank, but none beside a quotation mark. */
static const char *gap(const char *name)
{
    return strncmp(name, "“", strlen("“")) == 0 ? "" : " ";
}

/* "0 for 4 + 26 and others (3 in all), 2 for 1 + 29". */
static const char *groups_text(const struct told *told)
{
    bool zh = told->lines->language == LANGUAGE_ZH;
    struct arena *arena = told->lines->arena;
    const char *text = "";
    for (size_t i = 0; i < told->groups; i++) {
        const struct option_told *group = &told->group[i];
        const char *comma = i ? zh ? "，" : ", " : "", *value = num_text(group->value);
        if (group->count == 1)
            text = arena_printf(arena, zh ? "%s%s为 %s 的有%s%s" : "%s%s%s for %s%s", text, comma, value,
                                zh ? gap(group->name) : "", group->name);
        else if (zh)
            text = arena_printf(arena, "%s%s为 %s 的有%s%s%s等 %zu 种", text, comma, value, gap(group->name), group->name,
                                gap(group->name), group->count);
        else
            text = arena_printf(arena, "%s%s%s for %s and %s (%zu in all)", text, comma, value, group->name,
                                group->count == 2 ? "another" : "others", group->count);
    }
    return text;
}

/* What is not told of the groups: every value below the mex, and some above it. */
static const char *rest_text(const struct told *told, struct num mex)
{
    bool zh = told->lines->language == LANGUAGE_ZH;
    const struct option_told *last = &told->group[told->groups - 1];
    struct num below = num_sub(mex, num(1));
    if (!told->more)
        return "";
    if (!num_lt(last->value, below))
        return zh ? "，其余的更大" : ", and the others greater ones";
    return arena_printf(told->lines->arena, zh ? "，依次直到 %s 都有" : ", and so on with every value up to %s", num_text(below));
}

const char *told_text(const struct told *told, struct num mex)
{
    bool zh = told->lines->language == LANGUAGE_ZH;
    struct arena *arena = told->lines->arena;
    if (told->n == 0)
        return zh ? "没有后继" : "it has no options";
    const char *blank = zh ? gap(told->first[0].name) : "";
    if (told->n == 1)
        return arena_printf(arena, zh ? "唯一的后继%s%s%s的 SG 值为 %s" : "its only option %s%s%s has the value %s", blank,
                            told->first[0].name, blank, num_text(told->first[0].value));
    if (told->n <= TOLD_EACH)
        return arena_printf(arena, zh ? "后继%s%s%s的 SG 值依次为 %s" : "its options %s%s%s have the values %s", blank,
                            listed_text(told, true), blank, listed_text(told, false));
    return arena_printf(arena, zh ? "%zu 种后继中，SG 值%s%s" : "its %zu options have the values %s%s", told->n,
                        groups_text(told), rest_text(told, mex));
}
