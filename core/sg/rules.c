/* Heap rules as fields, their faults, and their canonical form. */
#include "core/sg/rules.h"

#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

static const struct type amount_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = SG_AMOUNT_MAX};
static const struct type amounts_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = SG_AMOUNTS_MAX, .distinct = true, .item = &amount_type};

static const struct type base_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = 2, .max = INT64_MAX, .bits_max = INT_BITS};

static const struct type takes_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct given_takes),
    .fields =
        (const struct field[]){
            {"from", offsetof(struct given_takes, from), &type_positive, NEED_OPTIONAL,
             .doc = {"The least amount, together with `to`.", "最少取的数目，与 `to` 同用。"}},
            {"to", offsetof(struct given_takes, to), &type_positive, NEED_OPTIONAL,
             .doc = {"The greatest amount, together with `from`.", "最多取的数目，与 `from` 同用。"}},
            {"powers_of", offsetof(struct given_takes, powers_of), &base_type, NEED_OPTIONAL,
             .doc = {"The amounts are 1, k, k², …", "可取 1、k、k²、……"}},
            {"all_but", offsetof(struct given_takes, all_but), &amounts_type, NEED_OPTIONAL,
             .doc = {"Any amount but these.", "除所列数目外可取任意多。"}},
            {0},
        },
};

static const struct type set_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){"any", "squares", "primes", "fibonacci", "prime_powers", "factorials", NULL},
};

static const struct type take_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){&amounts_type, &set_type, &takes_type, NULL},
};

static const struct type leave_type = {.kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"row", NULL}};

static const struct type split_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"smaller", "unequal", "any", NULL}};

static const struct type code_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = SG_CODE_MAX};

const struct type type_given_rules = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct given_rules),
    .fields =
        (const struct field[]){
            {"take", offsetof(struct given_rules, take), &take_type, NEED_OPTIONAL,
             .doc = {"Which amounts may be taken from a heap.", "每次可从一堆取走的数目。"}},
            {"leave", offsetof(struct given_rules, leave), &leave_type, NEED_OPTIONAL,
             .doc = {"\"row\": the stones stand in a row and neighbours are taken, so two pieces may be left.",
                     "\"row\"：石子排成一行，取相邻的若干颗，剩下的可分为两段。"}},
            {"octal", offsetof(struct given_rules, octal), &code_type, NEED_OPTIONAL,
             .doc = {"An octal code: digits 0-7 after `0.` (or `.` alone) or `4.`.",
                     "八进制码：`0.`（也可只写 `.`）或 `4.` 之后是数字 0-7。"}},
            {"hex", offsetof(struct given_rules, hex), &code_type, NEED_OPTIONAL,
             .doc = {"The same with digits 0-9, A-F: up to three pieces.", "同上，数字为 0-9、A-F：最多留下三堆。"}},
            {"split", offsetof(struct given_rules, split), &split_type, NEED_OPTIONAL,
             .doc = {"Split a heap in two.", "把一堆分成两堆。"}},
            {0},
        },
};

/* ---- faults ---- */

static void check_take_object(const struct given_takes *takes, struct faults *faults)
{
    uint32_t given = takes->head.given;
    bool range = given & (BIT(GIVEN_FROM) | BIT(GIVEN_TO));
    if (range + !!(given & BIT(GIVEN_POWERS)) + !!(given & BIT(GIVEN_ALL_BUT)) > 1) {
        fault_add(faults, FAULT_inconsistent, "/rules/take", "must have either from and to, or powers_of, or all_but");
        return;
    }
    if (!given)
        fault_add(faults, FAULT_missing_field, "/rules/take/from", "must be there: from and to, or powers_of, or all_but");
    if (!range)
        return;
    if (!(given & BIT(GIVEN_FROM)))
        fault_add(faults, FAULT_missing_field, "/rules/take/from", "must be there beside `to`");
    else if (!(given & BIT(GIVEN_TO)))
        fault_add(faults, FAULT_missing_field, "/rules/take/to", "must be there beside `from`");
    else if (num_lt(takes->to, takes->from) && !fault_told(faults, "/rules/take/from") && !fault_told(faults, "/rules/take/to"))
        fault_add(faults, FAULT_inconsistent, "/rules/take/to", "must not be below `from`");
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return 16;
}

/* A printable name for the byte at fault: a code may hold any character. */
static const char *code_char(struct faults *faults, const char *at)
{
    unsigned char c = (unsigned char)*at;
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    return c < 0x20 || c == 0x7f ? "a control character" : arena_printf(faults->arena, "'%.*s'", (int)n, at);
}

static void check_code(const char *code, int base, const char *pointer, struct faults *faults)
{
    if (!code || !*code) /* told already */
        return;
    const char *starts = base == 8 ? "'0.' or '4.'" : "'0.', '4.', '8.' or 'C.'";
    int first = digit_of(code[0]);
    if (first >= base || code[1] != '.') {
        fault_add(faults, FAULT_out_of_range, pointer, arena_printf(faults->arena, "must begin with %s", starts));
        return;
    }
    if (first & 2)
        fault_add(faults, FAULT_inconsistent, pointer,
                  arena_printf(faults->arena,
                               "the digit %c before the point allows to remove nothing and leave the heap as it is: such a game "
                               "need never end; it must begin with %s",
                               code[0], starts));
    else if (first & 1)
        fault_add(faults, FAULT_out_of_range, pointer,
                  arena_printf(faults->arena,
                               "must begin with %s: the digit %c means that a heap vanishes though nothing is removed", starts,
                               code[0]));
    if (!code[2])
        fault_add(faults, FAULT_out_of_range, pointer, "must have a digit after the point");
    for (const char *c = code + 2; *c; c++)
        if (digit_of(*c) >= base) {
            fault_add(faults, FAULT_out_of_range, pointer,
                      arena_printf(faults->arena, "the digit at place %d after the point is %s, but must be %s",
                                   (int)(c - code) - 1, code_char(faults, c), base == 8 ? "0 to 7" : "0 to 9 or A to F"));
            return;
        }
}

/* Books leave the zero before the point out. */
static const char *with_zero(struct arena *arena, const char *code)
{
    return code && *code == '.' ? arena_printf(arena, "0%s", code) : code;
}

void rules_check(struct given_rules *given, struct faults *faults)
{
    given->octal = with_zero(faults->arena, given->octal);
    given->hex = with_zero(faults->arena, given->hex);
    uint32_t bits = given->head.given;
    if (fault_told(faults, "/rules"))
        return;
    const struct choice *take = &given->take; /* a name that was not read is the first, which is "any" */
    bool any = !take->value || (take->which == TAKE_NAME && *(const int *)take->value == SET_ANY);
    bool lasker = bits & BIT(GIVEN_TAKE) && any && bits & BIT(GIVEN_SPLIT) &&
                  (given->split == SPLIT_ANY || fault_told(faults, "/rules/split"));
    static const struct {
        int bit;
        const char *pointer;
    } ways[] = {
        {GIVEN_TAKE, "/rules/take"}, {GIVEN_OCTAL, "/rules/octal"}, {GIVEN_HEX, "/rules/hex"}, {GIVEN_SPLIT, "/rules/split"}};
    int seen = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (bits & BIT(ways[i].bit) && seen++ && !(lasker && ways[i].bit == GIVEN_SPLIT && seen == 2))
            fault_add(faults, FAULT_inconsistent, ways[i].pointer,
                      "must not stand beside another way to give the rules (only take \"any\" with split \"any\" go together)");
    if (!seen)
        fault_add(faults, FAULT_missing_field, "/rules/take", "must be there, or octal, hex or split");
    if (bits & BIT(GIVEN_LEAVE) && (!(bits & BIT(GIVEN_TAKE)) || bits & BIT(GIVEN_SPLIT)))
        fault_add(faults, FAULT_inconsistent, "/rules/leave", "must stand beside `take`, and without `split`");
    if (bits & BIT(GIVEN_TAKE) && take->which == TAKE_OBJECT && take->value)
        check_take_object(take->value, faults);
    if (bits & BIT(GIVEN_OCTAL))
        check_code(given->octal, 8, "/rules/octal", faults);
    if (bits & BIT(GIVEN_HEX))
        check_code(given->hex, 16, "/rules/hex", faults);
}

/* ---- the canonical form ---- */

static int compare_amounts(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void set_list(struct arena *arena, struct rules *rules, struct list list)
{
    int64_t *sorted = arena_array(arena, list.n, sizeof *sorted);
    if (list.n)
        memcpy(sorted, list.v, list.n * sizeof *sorted);
    for (size_t i = 1; i < list.n; i++)
        if (sorted[i - 1] > sorted[i]) {
            qsort(sorted, list.n, sizeof *sorted, compare_amounts);
            break;
        }
    rules->list = sorted;
    rules->n = list.n;
}

static void set_amounts(struct arena *arena, struct rules *rules, const struct choice *take)
{
    if (take->which == TAKE_LIST) {
        rules->amounts = AMOUNTS_LIST;
        set_list(arena, rules, *(const struct list *)take->value);
    } else if (take->which == TAKE_NAME) {
        rules->set = (enum set)(*(const int *)take->value);
        rules->amounts = rules->set == SET_ANY ? AMOUNTS_ANY : AMOUNTS_SET;
    } else {
        const struct given_takes *takes = take->value;
        if (takes->head.given & BIT(GIVEN_ALL_BUT)) {
            rules->amounts = AMOUNTS_ALL_BUT;
            set_list(arena, rules, takes->all_but);
        } else {
            rules->amounts = takes->head.given & BIT(GIVEN_POWERS) ? AMOUNTS_POWERS : AMOUNTS_RANGE;
            rules->from = takes->head.given & BIT(GIVEN_POWERS) ? takes->powers_of : takes->from;
            rules->to = takes->to;
        }
    }
    if (rules->amounts == AMOUNTS_ALL_BUT && rules->n == 0)
        rules->amounts = AMOUNTS_ANY;
}

/* A list without gaps is a range. */
static void list_to_range(struct rules *rules)
{
    size_t n = rules->n;
    if (rules->amounts != AMOUNTS_LIST || n == 0 || rules->list[n - 1] - rules->list[0] != (int64_t)n - 1)
        return;
    rules->amounts = AMOUNTS_RANGE;
    rules->from = num(rules->list[0]);
    rules->to = num(rules->list[n - 1]);
}

/* A row with finitely many amounts is a code with digit 7 at each. */
static void row_to_code(struct arena *arena, struct rules *rules)
{
    rules->kind = RULES_ROW;
    rules->shape = SHAPE_PIECES;
    int64_t from = 0;
    size_t n = rules->n;
    if (rules->amounts == AMOUNTS_RANGE) {
        if (num_cmp_word(rules->to, SG_AMOUNT_MAX) > 0 || rules->to.word - rules->from.word >= SG_AMOUNTS_MAX)
            return;
        from = rules->from.word;
        n = (size_t)(rules->to.word - from + 1);
    } else if (rules->amounts != AMOUNTS_LIST) {
        return;
    }
    struct place *places = arena_array(arena, n, sizeof *places);
    for (size_t i = 0; i < n; i++)
        places[i] = (struct place){from ? from + (int64_t)i : rules->list[i], 7};
    rules->kind = RULES_CODE;
    rules->places = places;
    rules->n_places = n;
}

static void set_code(struct arena *arena, struct rules *rules, const char *code)
{
    size_t length = strlen(code);
    struct place *places = arena_array(arena, length, sizeof *places);
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (i != 1 && digit_of(code[i]))
            places[n++] = (struct place){i ? (int64_t)i - 1 : 0, (unsigned)digit_of(code[i])};
    rules->kind = RULES_CODE;
    rules->shape = SHAPE_PIECES;
    rules->places = places;
    rules->n_places = n;
}

/* Codes that are other rules in disguise: only digits 3 are plain takes; 4.0 is a split. The way to write moves stays. */
static void code_to_plain(struct arena *arena, struct rules *rules)
{
    if (rules->n_places == 1 && rules->places[0].amount == 0 && rules->places[0].digit == 4)
        rules->kind = RULES_HALVES;
    for (size_t i = 0; i < rules->n_places; i++)
        if (rules->places[i].digit != 3)
            return;
    int64_t *list = arena_array(arena, rules->n_places, sizeof *list);
    for (size_t i = 0; i < rules->n_places; i++)
        list[i] = rules->places[i].amount;
    rules->kind = RULES_PLAIN;
    rules->amounts = AMOUNTS_LIST;
    rules->list = list;
    rules->n = rules->n_places;
    list_to_range(rules);
}

/* "list 1 3 4", "code 1:7 2:7": only finite rules and all-but sets need it spelt out. */
static const char *write_key(struct arena *arena, const struct rules *rules)
{
    enum { WORD = 24 };
    char *key = arena_raw(arena, 32 + WORD * (rules->n + rules->n_places) + num_text_max(rules->from) + num_text_max(rules->to));
    static const char *const kinds[] = {
        [RULES_PLAIN] = "sg1 take",      [RULES_CODE] = "sg1 code",       [RULES_ROW] = "sg1 row",
        [RULES_SMALLER] = "sg1 smaller", [RULES_UNEQUAL] = "sg1 unequal", [RULES_HALVES] = "sg1 halves",
        [RULES_LASKER] = "sg1 lasker",
    };
    size_t size = strlen(kinds[rules->kind]);
    char *at = (char *)memcpy(key, kinds[rules->kind], size) + size;
    if (rules->kind == RULES_CODE)
        for (size_t i = 0; i < rules->n_places; i++) {
            *at++ = ' ';
            at = num_write(at, num(rules->places[i].amount));
            *at++ = ':';
            *at++ = "0123456789abcdef"[rules->places[i].digit];
        }
    if (rules->kind == RULES_PLAIN || rules->kind == RULES_ROW) {
        *at++ = ' ';
        *at++ = "lrapxs"[rules->amounts];
        if (rules->amounts == AMOUNTS_SET)
            *at++ = (char)('0' + rules->set);
        if (rules->amounts == AMOUNTS_RANGE || rules->amounts == AMOUNTS_POWERS) {
            *at++ = ' ';
            at = num_write(at, rules->from);
            *at++ = ' ';
            at = num_write(at, rules->to);
        }
        for (size_t i = 0; i < rules->n && (rules->amounts == AMOUNTS_LIST || rules->amounts == AMOUNTS_ALL_BUT); i++) {
            *at++ = ' ';
            at = num_write(at, num(rules->list[i]));
        }
    }
    *at = '\0';
    return key;
}

struct rules *rules_make(struct arena *arena, const struct given_rules *given)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    uint32_t bits = given->head.given;
    if (bits & BIT(GIVEN_SPLIT)) {
        static const enum kind_of_rules splits[] = {
            [SPLIT_SMALLER] = RULES_SMALLER, [SPLIT_UNEQUAL] = RULES_UNEQUAL, [SPLIT_ANY] = RULES_HALVES};
        rules->kind = bits & BIT(GIVEN_TAKE) ? RULES_LASKER : splits[given->split];
        rules->shape = rules->kind == RULES_LASKER ? SHAPE_LASKER : rules->kind == RULES_SMALLER ? SHAPE_SMALLER : SHAPE_SPLIT;
    } else if (bits & BIT(GIVEN_TAKE)) {
        set_amounts(arena, rules, &given->take);
        list_to_range(rules);
        if (bits & BIT(GIVEN_LEAVE))
            row_to_code(arena, rules);
    } else {
        set_code(arena, rules, bits & BIT(GIVEN_OCTAL) ? given->octal : given->hex);
    }
    if (rules->kind == RULES_CODE)
        code_to_plain(arena, rules);
    rules->key = write_key(arena, rules);
    return rules;
}

int64_t rules_last(const struct rules *rules)
{
    if (rules->kind == RULES_CODE)
        return rules->n_places ? rules->places[rules->n_places - 1].amount : 0;
    return rules->n ? rules->list[rules->n - 1] : 0;
}
