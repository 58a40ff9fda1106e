/* The decoder: every kind of type, every code of a fault with its pointer and words, defaults, and hostile bodies. */
#include "api/json/decode.h"
#include "api/json/near.h"
#include "api/json/parse.h"
#include "api/json/pointer.h"
#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) char first[1 << 16];
static struct arena arena;

static const char *const colours[] = {"red", "green", "blue", NULL};

static const struct type small_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = -5, .max = 100};
static const struct type large_type = {.kind = KIND_INT, .size = sizeof(struct num), .min = 0, .max = INT64_MAX, .bits_max = 70};
static const struct type bounded_type = {.kind = KIND_INT, .size = sizeof(struct num), .min = 2, .max = 10};
static const struct type colour_type = {.kind = KIND_NAME, .size = sizeof(int), .names = colours};
static const struct type row_type = {.kind = KIND_TEXT, .size = sizeof(char *), .max = 4, .alphabet = ".#"};
static const struct type any_text_type = {.kind = KIND_TEXT, .size = sizeof(char *), .min = 2, .max = 3};
static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(int64_t), .max = 2, .item = &small_type};
static const struct type pairs_type = {.kind = KIND_LIST, .size = sizeof(struct list), .min = 1, .max = 3, .item = &pair_type};
static const struct type set_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = 100000, .item = &large_type, .distinct = true};
static const struct type small_set_type = {
    .kind = KIND_LIST, .size = sizeof(struct list), .max = 8, .item = &small_type, .distinct = true};

struct span {
    struct head head;
    struct num from, to;
};
static const struct type span_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct span),
    .fields =
        (const struct field[]){
            {"from", offsetof(struct span, from), &large_type, .need = NEED_DEFAULT, .fallback = 1},
            {"to", offsetof(struct span, to), &large_type, .need = NEED_ALWAYS},
            {0},
        },
};
static const struct type choice_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){&colour_type, &small_type, &pairs_type, &span_type, &type_bool, NULL},
};
static const struct type number_choice_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){&large_type, &small_set_type, NULL},
};

struct all {
    struct head head;
    bool flag;
    int64_t small;
    struct num large, bounded;
    int colour;
    const char *row, *any_text;
    int64_t pair[2];
    struct list pairs, set, small_set;
    struct span span;
    struct choice choice, number_choice;
};
#define OPTIONAL(member, its_type)                                                                                               \
    {                                                                                                                            \
        .name = #member, .offset = offsetof(struct all, member), .type = &its_type, .need = NEED_OPTIONAL                        \
    }
static const struct type all_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct all),
    .fields =
        (const struct field[]){
            OPTIONAL(flag, type_bool),
            {"small", offsetof(struct all, small), &small_type, .need = NEED_OPTIONAL, .nullable = true},
            OPTIONAL(large, large_type),
            OPTIONAL(bounded, bounded_type),
            OPTIONAL(colour, colour_type),
            OPTIONAL(row, row_type),
            OPTIONAL(any_text, any_text_type),
            OPTIONAL(pair, pair_type),
            OPTIONAL(pairs, pairs_type),
            OPTIONAL(set, set_type),
            OPTIONAL(small_set, small_set_type),
            OPTIONAL(span, span_type),
            OPTIONAL(choice, choice_type),
            OPTIONAL(number_choice, number_choice_type),
            {0},
        },
};

struct position {
    struct head head;
    struct list heaps;
    bool misere;
    int64_t small;
    struct num large;
    int colour;
    struct list pairs;
};
static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"heaps", offsetof(struct position, heaps), &type_heaps, .need = NEED_ALWAYS},
            {"misere", offsetof(struct position, misere), &type_bool, .need = NEED_DEFAULT, .fallback = 1},
            {"small", offsetof(struct position, small), &small_type, .need = NEED_DEFAULT, .fallback = -3},
            {"large", offsetof(struct position, large), &large_type, .need = NEED_DEFAULT, .fallback = 7},
            {"colour", offsetof(struct position, colour), &colour_type, .need = NEED_DEFAULT, .fallback = 2},
            {"pairs", offsetof(struct position, pairs), &pairs_type, .need = NEED_DEFAULT},
            {0},
        },
};

struct option_walk {
    struct head head;
    int64_t limit;
};
static const struct type options_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct option_walk),
    .fields =
        (const struct field[]){{"limit", offsetof(struct option_walk, limit), &small_type, .need = NEED_DEFAULT, .fallback = 9},
                               {0}},
};

static cJSON *tree(const char *text, size_t size)
{
    arena_reset(&arena);
    arena_init(&arena, first, sizeof first, ARENA_BYTES);
    arena_enter(&arena);
    json_setup();
    num_setup();
    struct scan scan;
    cJSON *json = json_parse(&arena, arena_copy(&arena, text, size), size, &scan);
    ck_assert_msg(json != NULL, "%.80s: %s at %zu", text, scan.fault, scan.offset);
    return json;
}

static struct faults decode_all(const char *text, struct all *all)
{
    struct faults faults = {.arena = &arena};
    cJSON *json = tree(text, strlen(text));
    memset(all, 0, sizeof *all);
    decode_value(&all_type, json, "", all, &faults);
    return faults;
}

static const char *const codes[] = {
#define FAULT(name, meaning) #name,
#include "core/value/fault.def"
#undef FAULT
};

/* "code pointer: detail", a line each */
static const char *told(const struct faults *faults)
{
    const char *text = "";
    for (size_t i = 0; i < faults->n; i++)
        text = arena_printf(&arena, "%s%s%s %s: %s", text, i ? "\n" : "", codes[faults->v[i].code], faults->v[i].pointer,
                            faults->v[i].detail);
    return text;
}

START_TEST(good_values_are_read)
{
    struct all all;
    struct faults faults = decode_all(
        "{\"flag\":true,\"small\":-5,\"large\":\"1180591620717411303423\",\"bounded\":1e1,\"colour\":\"blue\",\"row\":\".#.\","
        "\"any_text\":\"\\u5fc5\xe5\xbf\x85x\",\"pair\":[3,\"4\"],\"pairs\":[[1,2],[3,4]],\"set\":[2,\"1\",0,"
        "\"1180591620717411303423\"],"
        "\"small_set\":[],\"span\":{\"to\":6},\"choice\":{\"from\":2,\"to\":3},\"number_choice\":\"12\"}",
        &all);
    ck_assert_str_eq(told(&faults), "");
    ck_assert_uint_eq(all.head.given, (1u << 14) - 1);
    ck_assert_uint_eq(all.head.null, 0);
    ck_assert(all.flag && all.small == -5 && all.colour == 2);
    ck_assert_str_eq(num_text(all.large), "1180591620717411303423");
    ck_assert_int_eq(num_cmp_word(all.bounded, 10), 0);
    ck_assert_str_eq(all.row, ".#.");
    ck_assert_str_eq(all.any_text, "必必x");
    ck_assert(all.pair[0] == 3 && all.pair[1] == 4);
    ck_assert_uint_eq(all.pairs.n, 2);
    ck_assert_int_eq(list_words(all.pairs)[3], 4);
    ck_assert_uint_eq(all.set.n, 4);
    ck_assert_int_eq(num_cmp_word(list_nums(all.set)[1], 1), 0);
    ck_assert_uint_eq(all.span.head.given, 2);
    ck_assert(all.span.from.word == 1 && all.span.to.word == 6);
    ck_assert_int_eq(all.choice.which, 3);
    ck_assert_int_eq(((struct span *)all.choice.value)->from.word, 2);
    ck_assert_int_eq(all.number_choice.which, 0);
    ck_assert_int_eq(((struct num *)all.number_choice.value)->word, 12);
}
END_TEST

START_TEST(a_choice_goes_by_the_type_of_the_value)
{
    static const struct {
        const char *text;
        int which;
    } cases[] = {{"{\"choice\":\"red\"}", 0},
                 {"{\"choice\":3}", 1},
                 {"{\"choice\":\"3\"}", 1},
                 {"{\"choice\":[[1,2]]}", 2},
                 {"{\"choice\":false}", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct all all;
        struct faults faults = decode_all(cases[i].text, &all);
        ck_assert_str_eq(told(&faults), "");
        ck_assert_int_eq(all.choice.which, cases[i].which);
    }
}
END_TEST

START_TEST(null_is_read_where_a_field_may_be_null)
{
    struct all all;
    struct faults faults = decode_all("{\"small\":null}", &all);
    ck_assert_str_eq(told(&faults), "");
    ck_assert_uint_eq(all.head.given, 2);
    ck_assert_uint_eq(all.head.null, 2);
}
END_TEST

#define NOT_DECIMAL "must be a decimal integer such as \"42\" or \"-7\": no blanks, no plus, no leading zeros"
#define UNSAFE "is beyond 2^53-1, so it must be written as a decimal string"

START_TEST(every_fault_has_its_code_pointer_and_words)
{
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"[]", "wrong_type : must be an object"},
        {"null", "wrong_type : must be an object"},
        {"{\"flag\":1}", "wrong_type /flag: must be a boolean"},
        {"{\"flag\":null}", "wrong_type /flag: must be a boolean"},
        {"{\"flag\":\"true\"}", "wrong_type /flag: must be a boolean"},
        {"{\"small\":101}", "out_of_range /small: must be at most 100"},
        {"{\"small\":-6}", "out_of_range /small: must be at least -5"},
        {"{\"small\":\"101\"}", "out_of_range /small: must be at most 100"},
        {"{\"small\":\"9223372036854775808\"}", "out_of_range /small: must be at most 100"},
        {"{\"small\":\"-9223372036854775809\"}", "out_of_range /small: must be at least -5"},
        {"{\"small\":\"99999999999999999999999999999999999999\"}", "out_of_range /small: must be at most 100"},
        {"{\"small\":\"-99999999999999999999999999999999999999\"}", "out_of_range /small: must be at least -5"},
        {"{\"small\":[]}", "wrong_type /small: must be an integer"},
        {"{\"small\":true}", "wrong_type /small: must be an integer"},
        {"{\"small\":3.5}", "not_an_integer /small: must be an integer"},
        {"{\"small\":9007199254740990.5}", "not_an_integer /small: must be an integer"},
        {"{\"small\":1e-400}", "not_an_integer /small: must be an integer"},
        {"{\"small\":9007199254740992}", "unsafe_integer /small: " UNSAFE},
        {"{\"small\":-1e400}", "unsafe_integer /small: " UNSAFE},
        {"{\"large\":18446744073709551616}", "unsafe_integer /large: " UNSAFE},
        {"{\"large\":null}", "wrong_type /large: must be an integer"},
        {"{\"large\":-1}", "out_of_range /large: must be at least 0"},
        {"{\"large\":\"-1\"}", "out_of_range /large: must be at least 0"},
        {"{\"large\":\"1180591620717411303424\"}", "out_of_range /large: must be at most 70 bits long"},
        {"{\"large\":\"10000000000000000000000000000000\"}", "out_of_range /large: must be at most 70 bits long"},
        {"{\"large\":\"-10000000000000000000000000000000\"}", "out_of_range /large: must be at least 0"},
        {"{\"large\":\"1000000000000000000000000000000x\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"-\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"-0\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"+1\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"01\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\" 1\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"1 \"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"1.0\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"1e3\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"1\\u0000\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"large\":\"\\uff11\"}", "not_an_integer /large: " NOT_DECIMAL},
        {"{\"bounded\":1}", "out_of_range /bounded: must be at least 2"},
        {"{\"bounded\":11}", "out_of_range /bounded: must be at most 10"},
        {"{\"colour\":\"grean\"}", "out_of_range /colour: must be one of \"green\", \"red\", \"blue\""},
        {"{\"colour\":\"purple\"}", "out_of_range /colour: must be one of \"red\", \"green\", \"blue\""},
        {"{\"colour\":1}", "wrong_type /colour: must be one of \"red\", \"green\", \"blue\""},
        {"{\"row\":\".#.#.\"}", "too_long /row: must have at most 4 characters"},
        {"{\"row\":\".x.\"}", "out_of_range /row: must be written with the characters \".#\" only, not \"x\""},
        {"{\"row\":\"\xe5\xbf\x85\"}",
         "out_of_range /row: must be written with the characters \".#\" only, not \"\xe5\xbf\x85\""},
        {"{\"row\":[]}", "wrong_type /row: must be a string"},
        {"{\"any_text\":\"x\"}", "too_short /any_text: must have at least 2 characters"},
        {"{\"any_text\":\"\xe5\xbf\x85\xe5\xbf\x85\xe5\xbf\x85\xe5\xbf\x85\"}",
         "too_long /any_text: must have at most 3 characters"},
        {"{\"pair\":[1]}", "too_short /pair: must have exactly 2 items"},
        {"{\"pair\":[1,2,3]}", "too_long /pair: must have exactly 2 items"},
        {"{\"pair\":{}}", "wrong_type /pair: must be a list"},
        {"{\"pair\":[101,true,4]}", "too_long /pair: must have exactly 2 items\n"
                                    "out_of_range /pair/0: must be at most 100\nwrong_type /pair/1: must be an integer"},
        {"{\"pairs\":[]}", "too_short /pairs: must have at least 1 item"},
        {"{\"pairs\":[[1,2],[1,2],[1,2],[1,2]]}", "too_long /pairs: must have at most 3 items"},
        {"{\"pairs\":[[1,2],[3],[1,101]]}",
         "too_short /pairs/1: must have exactly 2 items\nout_of_range /pairs/2/1: must be at most 100"},
        {"{\"set\":[1,2,1,3,2,1]}", "duplicate /set/2: must not repeat an earlier value\n"
                                    "duplicate /set/4: must not repeat an earlier value\n"
                                    "duplicate /set/5: must not repeat an earlier value"},
        {"{\"set\":[\"99999999999999999999\",5,\"99999999999999999999\",\"5\"]}",
         "duplicate /set/2: must not repeat an earlier value\nduplicate /set/3: must not repeat an earlier value"},
        {"{\"small_set\":[3,0,-0]}", "duplicate /small_set/2: must not repeat an earlier value"},
        {"{\"span\":{}}", "missing_field /span/to: is missing"},
        {"{\"span\":{\"to\":-1,\"from\":null}}",
         "out_of_range /span/to: must be at least 0\nwrong_type /span/from: must be an integer"},
        {"{\"choice\":null}", "wrong_type /choice: must be a string, an integer, a list, an object or a boolean"},
        {"{\"choice\":\"pink\"}", "out_of_range /choice: must be one of \"red\", \"green\", \"blue\""},
        {"{\"choice\":\"333\"}", "out_of_range /choice: must be at most 100"},
        {"{\"choice\":{\"form\":1,\"to\":2}}", "unknown_field /choice/form: unknown field; did you mean \"from\"?"},
        {"{\"number_choice\":true}", "wrong_type /number_choice: must be an integer or a list"},
        {"{\"number_choice\":\"x\"}", "not_an_integer /number_choice: " NOT_DECIMAL},
        {"{\"a/b~c\":1,\"Flag\":true}",
         "unknown_field /a~1b~0c: unknown field; the fields are \"flag\", \"small\", \"large\", \"bounded\", \"colour\", "
         "\"row\", "
         "\"any_text\", \"pair\", \"pairs\", \"set\", \"small_set\", \"span\", \"choice\", \"number_choice\"\n"
         "unknown_field /Flag: unknown field; did you mean \"flag\"?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct all all;
        struct faults faults = decode_all(cases[i].text, &all);
        ck_assert_msg(strcmp(told(&faults), cases[i].told) == 0, "%s\nsays  %s\nmust be %s", cases[i].text, told(&faults),
                      cases[i].told);
    }
}
END_TEST

static struct faults decode_both(const char *text, size_t size, struct position *position, struct option_walk *options)
{
    static const char *const ignored[] = {"game", "id", NULL};
    struct faults faults = {.arena = &arena};
    cJSON *json = tree(text, size);
    memset(position, 0, sizeof *position);
    memset(options, 0, sizeof *options);
    decode_fields(&position_type, position, &options_type, options, json, "/questions/3", ignored, &faults);
    return faults;
}

START_TEST(a_position_and_options_come_from_one_object)
{
    static const char text[] = "{\"id\":7,\"limit\":5,\"game\":\"nim\",\"heaps\":[3,4,5]}";
    struct position position;
    struct option_walk options;
    struct faults faults = decode_both(text, sizeof text - 1, &position, &options);
    ck_assert_str_eq(told(&faults), "");
    ck_assert_uint_eq(position.head.given, 1);
    ck_assert_uint_eq(options.head.given, 1);
    ck_assert_int_eq(options.limit, 5);
    ck_assert_uint_eq(position.heaps.n, 3);
    ck_assert_int_eq(list_nums(position.heaps)[2].word, 5);
    /* What was not given has its default. */
    ck_assert(position.misere && position.small == -3 && position.large.word == 7 && position.colour == 2);
    ck_assert_uint_eq(position.pairs.n, 0);
}
END_TEST

START_TEST(faults_of_both_tables_are_told_in_one_go)
{
    static const char text[] = "{\"limits\":5,\"heap\":[],\"misere\":0}";
    struct position position;
    struct option_walk options;
    struct faults faults = decode_both(text, sizeof text - 1, &position, &options);
    ck_assert_str_eq(told(&faults), "unknown_field /questions/3/limits: unknown field; did you mean \"limit\"?\n"
                                    "unknown_field /questions/3/heap: unknown field; did you mean \"heaps\"?\n"
                                    "wrong_type /questions/3/misere: must be a boolean\n"
                                    "missing_field /questions/3/heaps: is missing");
    faults = decode_both("3", 1, &position, &options);
    ck_assert_str_eq(told(&faults), "wrong_type /questions/3: must be an object");
}
END_TEST

/* `open`, n times `format` with its index and commas between, `close`. */
static char *repeated(const char *open, const char *format, size_t n, const char *close, size_t *size)
{
    size_t room = strlen(open) + strlen(close) + n * (strlen(format) + 20) + 1;
    char *text = malloc(room);
    ck_assert_ptr_nonnull(text);
    *size = (size_t)snprintf(text, room, "%s", open);
    for (size_t i = 0; i < n; i++) {
        if (i)
            text[(*size)++] = ',';
        *size += (size_t)snprintf(text + *size, room - *size, format, (unsigned)i);
    }
    *size += (size_t)snprintf(text + *size, room - *size, "%s", close);
    return text;
}

static struct faults decode_repeated(const char *open, const char *format, size_t n, const char *close)
{
    size_t size;
    char *text = repeated(open, format, n, close, &size);
    struct faults faults = {.arena = &arena};
    struct all all = {0};
    decode_value(&all_type, tree(text, size), "", &all, &faults);
    free(text);
    return faults;
}

START_TEST(hostile_bodies_cost_little_and_faults_are_bounded)
{
    struct faults faults = decode_repeated("{", "\"unknown%u\":1", 60000, "}");
    ck_assert_uint_eq(faults.n, FAULTS_MAX);
    ck_assert_uint_lt(arena.used, 32 << 20);
    faults = decode_repeated("{\"set\":[", "-%u", 100000, "]}");
    ck_assert_uint_eq(faults.n, FAULTS_MAX);
    ck_assert_int_eq(faults.v[0].code, FAULT_out_of_range);
    ck_assert_str_eq(faults.v[999].pointer, "/set/1000");
    faults = decode_repeated("{\"set\":[", "%u", 100000, "]}");
    ck_assert_uint_eq(faults.n, 0);
    faults = decode_repeated("{\"set\":[", "%u", 100001, "]}");
    ck_assert_str_eq(told(&faults), "too_long /set: must have at most 100000 items");
    faults = decode_repeated("{\"set\":[", "0,%u", 50000, "]}");
    ck_assert_uint_eq(faults.n, FAULTS_MAX);
    ck_assert_str_eq(faults.v[0].pointer, "/set/1");
    static char digits[1 << 20] = "{\"large\":\"";
    memset(digits + 10, '9', sizeof digits - 13);
    memcpy(digits + sizeof digits - 3, "\"}", 3);
    struct all all;
    faults = decode_all(digits, &all);
    ck_assert_str_eq(told(&faults), "out_of_range /large: must be at most 70 bits long");
    ck_assert_uint_lt(arena.used, 4 << 20);
}
END_TEST

START_TEST(pointers_are_escaped)
{
    arena_init(&arena, first, sizeof first, ARENA_BYTES);
    ck_assert_str_eq(pointer_name(&arena, "", "heaps"), "/heaps");
    ck_assert_str_eq(pointer_name(&arena, "/a", ""), "/a/");
    ck_assert_str_eq(pointer_name(&arena, "/a", "~/~1/0"), "/a/~0~1~01~10");
    ck_assert_str_eq(pointer_index(&arena, "/a", 12), "/a/12");
}
END_TEST

START_TEST(the_nearest_name_is_found_when_one_is_near)
{
    static const char *const names[] = {"heaps", "misere", "moves", "limit", "offset", "m", "/fibonacci-nim"};
    static const struct {
        const char *name, *nearest;
    } cases[] = {
        {"heap", "heaps"},
        {"Heaps", "heaps"},
        {"haeps", "heaps"},
        {"hpeas", "heaps"},
        {"misère", "misere"},
        {"misree", "misere"},
        {"move", "moves"},
        {"limits", "limit"},
        {"MOVES", "moves"},
        {"ofset", "offset"},
        {"M", "m"},
        {"k", NULL},
        {"", NULL},
        {"stones", NULL},
        {"position", NULL},
        {"explanation", NULL},
        {"/fibonaci_nim", "/fibonacci-nim"},
        {"offsetoffset", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = nearest_name(cases[i].name, names, sizeof names / sizeof *names);
        ck_assert_msg(nearest == cases[i].nearest || (nearest && cases[i].nearest && strcmp(nearest, cases[i].nearest) == 0),
                      "%s: %s", cases[i].name, nearest ? nearest : "none");
    }
    static char endless[100000];
    memset(endless, 'a', sizeof endless - 1);
    ck_assert_ptr_null(nearest_name(endless, names, sizeof names / sizeof *names));
}
END_TEST

SUITE(good_values_are_read, a_choice_goes_by_the_type_of_the_value, null_is_read_where_a_field_may_be_null,
      every_fault_has_its_code_pointer_and_words, a_position_and_options_come_from_one_object,
      faults_of_both_tables_are_told_in_one_go, hostile_bodies_cost_little_and_faults_are_bounded, pointers_are_escaped,
      the_nearest_name_is_found_when_one_is_near)
