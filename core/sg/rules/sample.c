/* Random heap rules, for exercises and tests. */
#include "core/sample.h"

#include "core/sg/rules/rules.h"
#include "core/sg/rules/sample.h"

static void give(struct given_rules *rules, unsigned field)
{
    rules->head.given |= BIT(field);
}

static struct list amounts(struct sample *sample, int64_t most)
{
    int64_t largest = sample_bound(sample, 6, most);
    return sample_distinct(sample, sample_count(sample, 1, largest < 100 ? 4 : 20), 1, largest);
}

static void take(struct given_rules *rules, int which, void *value)
{
    give(rules, GIVEN_TAKE);
    rules->take = (struct choice){which, value};
}

static void take_list(struct sample *sample, struct given_rules *rules, int64_t most)
{
    struct list *list = arena_alloc(sample->arena, sizeof *list);
    *list = amounts(sample, most);
    take(rules, TAKE_LIST, list);
}

static void take_set(struct sample *sample, struct given_rules *rules, int set)
{
    int *name = arena_alloc(sample->arena, sizeof *name);
    *name = set;
    take(rules, TAKE_NAME, name);
}

static void take_object(struct sample *sample, struct given_rules *rules)
{
    struct given_takes *object = arena_alloc(sample->arena, sizeof *object);
    int64_t kind = sample_from(sample, 0, 3), least = sample_from(sample, 1, sample_bound(sample, 4, 1000));
    if (kind == 0) {
        object->head.given = BIT(GIVEN_FROM) | BIT(GIVEN_TO);
        object->from = num(least);
        object->to = num(least + sample_from(sample, 0, sample_bound(sample, 4, 1000)));
    } else if (kind == 1) {
        object->head.given = BIT(GIVEN_POWERS);
        object->powers_of = num(least + 1);
    } else if (kind == 3) {
        object->head.given = BIT(GIVEN_UP_TO); /* its only name is the first */
    } else {
        object->head.given = BIT(GIVEN_ALL_BUT);
        object->all_but = amounts(sample, 60);
    }
    take(rules, TAKE_OBJECT, object);
}

/* On paper, games that have names: Kayles, Dawson's Kayles, Dawson's chess, Treblecross, Officers, and takes from the ends. */
static const char *known_code(struct sample *sample)
{
    static const char *const known[] = {"0.77", "0.07", "0.137", "0.007", "0.6", "4.07", "0.37", "0.175"};
    return known[sample_from(sample, 0, sizeof known / sizeof *known - 1)];
}

/* With pieces of three, whose tables are made in some 50 ms. */
static const char *hex_code(struct sample *sample)
{
    static const char *const known[] = {"0.8", "0.9", "0.F", "0.81", "0.3F", "0.C3", "0.83", "0.38", "0.F7", "0.8F"};
    return known[sample_from(sample, 0, sizeof known / sizeof *known - 1)];
}

/* "0." and up to four digits, of which the last is not 0, and none splits a heap: what a table of such a code takes is known. */
static const char *random_code(struct sample *sample)
{
    int64_t n = sample_from(sample, 1, 4);
    char *text = arena_alloc(sample->arena, (size_t)n + 3);
    text[0] = '0';
    text[1] = '.';
    for (int64_t i = 0; i < n; i++)
        text[2 + i] = "0123"[sample_from(sample, i == n - 1, 3)];
    return text;
}

enum { PAPER = 30 };

void rules_sample(struct sample *sample, struct given_rules *rules, bool *any_heap)
{
    enum { LIST, SET, OBJECT, ROW, IN_OCTAL, IN_HEX, SPLIT, LASKER, KINDS };
    int64_t kind = sample_from(sample, 0, KINDS - 1);
    if (kind == IN_HEX && sample->size <= PAPER)
        kind = IN_OCTAL;
    *any_heap = kind == OBJECT || kind == LASKER;
    if (kind == LIST || kind == ROW)
        take_list(sample, rules, kind == ROW ? 12 : 1000); /* tables of rows are made in quadratic time */
    if (kind == ROW)
        give(rules, GIVEN_LEAVE); /* its only name is the first */
    if (kind == SET)
        take_set(sample, rules, (int)sample_from(sample, SET_ANY, SET_DIVISORS));
    if (kind == OBJECT)
        take_object(sample, rules);
    if (kind == LASKER)
        take_set(sample, rules, SET_ANY);
    if (kind == IN_OCTAL) {
        give(rules, GIVEN_OCTAL);
        rules->octal = sample->size <= PAPER || sample_chance(sample, 50) ? known_code(sample) : random_code(sample);
    }
    if (kind == IN_HEX) {
        give(rules, GIVEN_HEX);
        rules->hex = hex_code(sample);
    }
    if (kind == SPLIT || kind == LASKER) {
        give(rules, GIVEN_SPLIT);
        rules->split = kind == LASKER ? SPLIT_ANY : (int)sample_from(sample, SPLIT_SMALLER, SPLIT_ANY);
    }
}
