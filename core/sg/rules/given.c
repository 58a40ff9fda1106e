/* Heap rules as fields, and their faults. */
#include "core/sg/rules/given.h"

#include "core/limits.h"

#include <string.h>

static const struct type amount_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = SG_AMOUNT_MAX};
static const struct type amounts_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = SG_AMOUNTS_MAX, .distinct = true, .item = &amount_type};

/* Of a list, where whole sets may stand beside amounts. */
static const struct type mixed_type = {
    .kind = KIND_SMALL,
    .size = sizeof(int64_t),
    .min = 1,
    .max = SG_AMOUNT_MAX,
    .names = (const char *const[]){"squares", "primes", "fibonacci", "prime_powers", "factorials", NULL},
};
static const struct type mixed_list_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = SG_AMOUNTS_MAX, .distinct = true, .item = &mixed_type};
static const struct type up_to_type = {.kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"half", NULL}};

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
            {"up_to", offsetof(struct given_takes, up_to), &up_to_type, NEED_OPTIONAL,
             .doc = {"\"half\": from 1 up to half of the heap.", "\"half\"：取 1 颗至该堆的一半。"}},
            {0},
        },
};

static const struct type set_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){"any", "squares", "primes", "fibonacci", "prime_powers", "factorials", "divisors", NULL},
};

static const struct type take_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){&mixed_list_type, &set_type, &takes_type, NULL},
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
             .doc = {"Which amounts may be taken from a heap: a list, in which sets may stand by their names, or one set; "
                     "`divisors` are "
                     "those of the heap that are less than it.",
                     "每次可从一堆取走的数目：列表（其中可写集合名），或一个集合；`divisors` 指该堆石子数的真因数。"}},
            {"leave", offsetof(struct given_rules, leave), &leave_type, NEED_OPTIONAL,
             .doc = {"\"row\": the stones stand in a row and neighbours are taken, so two pieces may be left.",
                     "\"row\"：石子排成一行，取相邻的若干颗，剩下的可分为两段。"}},
            {"octal", offsetof(struct given_rules, octal), &code_type, NEED_OPTIONAL,
             .doc = {"An octal code: digits 0-7 after `0.` (or `.` alone) or `4.`.",
                     "八进制码：`0.`（也可只写 `.`）或 `4.` 之后是数字 0-7。"}},
            {"hex", offsetof(struct given_rules, hex), &code_type, NEED_OPTIONAL,
             .doc = {"The same with digits 0-9, A-F: up to three pieces.", "同上，数字为 0-9、A-F：最多留下三堆。"}},
            {"split", offsetof(struct given_rules, split), &split_type, NEED_OPTIONAL,
             .doc = {"Split a heap in two; beside `take` either is a move.",
                     "把一堆分成两堆；与 `take` 同用时，两种操作任选其一。"}},
            {0},
        },
};

/* ---- faults ---- */

static void check_take_object(const struct given_takes *takes, struct faults *faults)
{
    uint32_t given = takes->head.given;
    bool range = given & (BIT(GIVEN_FROM) | BIT(GIVEN_TO));
    if (range + !!(given & BIT(GIVEN_POWERS)) + !!(given & BIT(GIVEN_ALL_BUT)) + !!(given & BIT(GIVEN_UP_TO)) > 1) {
        fault_add(faults, FAULT_inconsistent, "/rules/take", "must have either from and to, or powers_of, or all_but, or up_to");
        return;
    }
    if (!given)
        fault_add(faults, FAULT_missing_field, "/rules/take/from",
                  "must be there: from and to, or powers_of, or all_but, or up_to");
    if (!range)
        return;
    if (!(given & BIT(GIVEN_FROM)))
        fault_add(faults, FAULT_missing_field, "/rules/take/from", "must be there beside `to`");
    else if (!(given & BIT(GIVEN_TO)))
        fault_add(faults, FAULT_missing_field, "/rules/take/to", "must be there beside `from`");
    else if (num_lt(takes->to, takes->from) && !fault_told(faults, "/rules/take/from") && !fault_told(faults, "/rules/take/to"))
        fault_add(faults, FAULT_inconsistent, "/rules/take/to", "must not be below `from`");
}

int code_digit(char c)
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
    int first = code_digit(code[0]);
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
        if (code_digit(*c) >= base) {
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

static bool depends_on_heap(const struct choice *take)
{
    if (take->which == TAKE_OBJECT)
        return take->value && ((const struct given_takes *)take->value)->head.given & BIT(GIVEN_UP_TO);
    return take->which == TAKE_NAME && take->value && *(const int *)take->value == SET_DIVISORS;
}

void rules_check(struct given_rules *given, struct faults *faults)
{
    given->octal = with_zero(faults->arena, given->octal);
    given->hex = with_zero(faults->arena, given->hex);
    uint32_t bits = given->head.given;
    if (fault_told(faults, "/rules"))
        return;
    const struct choice *take = &given->take;
    bool both = bits & BIT(GIVEN_TAKE) && bits & BIT(GIVEN_SPLIT) &&
                (given->split != SPLIT_SMALLER || fault_told(faults, "/rules/split"));
    static const struct {
        int bit;
        const char *pointer;
    } ways[] = {
        {GIVEN_TAKE, "/rules/take"}, {GIVEN_OCTAL, "/rules/octal"}, {GIVEN_HEX, "/rules/hex"}, {GIVEN_SPLIT, "/rules/split"}};
    int seen = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (bits & BIT(ways[i].bit) && seen++ && !(both && ways[i].bit == GIVEN_SPLIT && seen == 2))
            fault_add(faults, FAULT_inconsistent, ways[i].pointer,
                      "must not stand beside another way to give the rules (only take with split \"any\" or \"unequal\" go "
                      "together)");
    if (!seen)
        fault_add(faults, FAULT_missing_field, "/rules/take", "must be there, or octal, hex or split");
    if (bits & BIT(GIVEN_LEAVE) && (!(bits & BIT(GIVEN_TAKE)) || bits & BIT(GIVEN_SPLIT)))
        fault_add(faults, FAULT_inconsistent, "/rules/leave", "must stand beside `take`, and without `split`");
    if (bits & BIT(GIVEN_TAKE) && take->which == TAKE_OBJECT && take->value)
        check_take_object(take->value, faults);
    if (bits & BIT(GIVEN_TAKE) && bits & (BIT(GIVEN_LEAVE) | BIT(GIVEN_SPLIT)) && depends_on_heap(take))
        fault_add(faults, FAULT_inconsistent, bits & BIT(GIVEN_LEAVE) ? "/rules/leave" : "/rules/split",
                  "must not stand beside amounts that depend on the heap (divisors, up_to)");
    if (bits & BIT(GIVEN_OCTAL))
        check_code(given->octal, 8, "/rules/octal", faults);
    if (bits & BIT(GIVEN_HEX))
        check_code(given->hex, 16, "/rules/hex", faults);
}
