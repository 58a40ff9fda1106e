/* The writer: commas, escapes, exact integers, and values by their types. */
#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/out.h"
#include "api/json/parse.h"
#include "core/limits.h"
#include "tests/support/core/suite.h"

#include <string.h>

static _Alignas(16) char first[1 << 16];
static struct arena arena;
static struct out out;

static void begin(size_t room)
{
    arena_reset(&arena);
    arena_init(&arena, first, sizeof first, ARENA_BYTES);
    arena_enter(&arena);
    num_setup();
    out_init(&out, &arena, room);
}

static void written(const char *text)
{
    ck_assert_msg(out.n == strlen(text) && memcmp(out.v, text, out.n) == 0, "%.*s\nmust be %s", (int)out.n, out.v, text);
}

START_TEST(commas_stand_between_values_only)
{
    for (size_t room = 0; room < 70; room += 3) {
        begin(room);
        json_begin(&out, '{');
        json_name(&out, "a");
        json_begin(&out, '[');
        json_end(&out, ']');
        json_name(&out, "b");
        json_begin(&out, '[');
        json_word(&out, 1);
        json_begin(&out, '{');
        json_end(&out, '}');
        json_null(&out);
        json_begin(&out, '[');
        json_bool(&out, true);
        json_bool(&out, false);
        json_end(&out, ']');
        json_string(&out, "");
        json_end(&out, ']');
        json_name(&out, "c");
        json_string(&out, "x");
        json_end(&out, '}');
        out_raw(&out, "\n");
        written("{\"a\":[],\"b\":[1,{},null,[true,false],\"\"],\"c\":\"x\"}\n");
    }
}
END_TEST

START_TEST(strings_are_escaped)
{
    begin(0);
    json_string(&out, "plain \"quoted\" back\\slash / \b\f\n\r\t \x01\x1f\x7f 必胜态 \xf0\x9f\x98\x80");
    written("\"plain \\\"quoted\\\" back\\\\slash / \\b\\f\\n\\r\\t \\u0001\\u001f\x7f 必胜态 \xf0\x9f\x98\x80\"");
    /* What is written is read as it was. */
    char all[256];
    for (int i = 0; i < 127; i++)
        all[i] = (char)(i + 1);
    all[127] = '\0';
    begin(0);
    json_string(&out, all);
    json_setup();
    struct scan scan;
    cJSON *json = json_parse(&arena, arena_copy(&arena, out.v, out.n), out.n, &scan);
    ck_assert_ptr_nonnull(json);
    ck_assert_str_eq(json->valuestring, all);
}
END_TEST

START_TEST(integers_are_exact)
{
    static const struct {
        const char *value, *text;
    } cases[] = {
        {"0", "0"},
        {"-1", "-1"},
        {"7", "7"},
        {"10", "10"},
        {"999999999999999", "999999999999999"},
        {"1000000000000000", "1000000000000000"},
        {"9007199254740991", "9007199254740991"},
        {"-9007199254740991", "-9007199254740991"},
        {"9007199254740992", "\"9007199254740992\""},
        {"-9007199254740992", "\"-9007199254740992\""},
        {"9223372036854775807", "\"9223372036854775807\""},
        {"-9223372036854775808", "\"-9223372036854775808\""},
        {"18446744073709551616", "\"18446744073709551616\""},
        {"-340282366920938463463374607431768211456", "\"-340282366920938463463374607431768211456\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(1);
        struct num value;
        ck_assert(num_parse(cases[i].value, strlen(cases[i].value), &value));
        json_number(&out, value);
        written(cases[i].text);
        if (!num_is_word(value))
            continue;
        begin(1);
        json_word(&out, value.word);
        written(cases[i].text);
    }
}
END_TEST

START_TEST(a_long_text_grows)
{
    begin(16);
    json_begin(&out, '[');
    for (int64_t i = 0; i < 100000; i++)
        json_word(&out, i);
    json_end(&out, ']');
    ck_assert_uint_eq(out.n, 588891);
    ck_assert_int_eq(memcmp(out.v + out.n - 13, ",99998,99999]", 13), 0);
}
END_TEST

static const char *const colours[] = {"red", "green", NULL};
static const struct type small_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 0, .max = 100};
static const struct type gap_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 100, .or_null = true};
static const struct type gaps_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = 9, .item = &gap_type};
static const struct type colour_type = {.kind = KIND_NAME, .size = sizeof(int), .names = colours};
static const struct type text_type = {.kind = KIND_TEXT, .size = sizeof(char *), .max = 100};
static const struct type pair_type = {.kind = KIND_TUPLE, .size = 2 * sizeof(int64_t), .max = 2, .item = &small_type};
static const struct type pairs_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = 9, .item = &pair_type};

struct inner {
    struct head head;
    struct num from;
};
static const struct type inner_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct inner),
    .fields =
        (const struct field[]){
            {.name = "from", .offset = offsetof(struct inner, from), .type = &type_natural, .need = NEED_DEFAULT, .fallback = 1},
            {0},
        },
};
static const struct type choice_type = {
    .kind = KIND_CHOICE,
    .size = sizeof(struct choice),
    .choices = (const struct type *const[]){&colour_type, &inner_type, NULL},
};

struct all {
    struct head head;
    struct list heaps, pairs, gaps;
    bool misere;
    int64_t small;
    int colour;
    struct num large;
    const char *text;
    struct inner inner;
    struct choice choice;
};
#define FIELD(member, its_type, its_need, ...)                                                                                   \
    {                                                                                                                            \
        .name = #member, .offset = offsetof(struct all, member), .type = &its_type, .need = its_need, __VA_ARGS__                \
    }
static const struct type all_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct all),
    .fields =
        (const struct field[]){
            FIELD(heaps, type_heaps, NEED_ALWAYS),
            FIELD(pairs, pairs_type, NEED_DEFAULT),
            FIELD(misere, type_bool, NEED_DEFAULT),
            FIELD(small, small_type, NEED_DEFAULT, .fallback = 5),
            FIELD(colour, colour_type, NEED_DEFAULT, .fallback = 1),
            FIELD(large, type_natural, NEED_DEFAULT, .fallback = 9),
            FIELD(text, text_type, NEED_OPTIONAL, .nullable = true),
            FIELD(inner, inner_type, NEED_OPTIONAL),
            FIELD(choice, choice_type, NEED_OPTIONAL),
            FIELD(gaps, gaps_type, NEED_OPTIONAL),
            {0},
        },
};

static struct all decoded(const char *text)
{
    begin(64);
    json_setup();
    struct scan scan;
    struct all all = {0};
    struct faults faults = {.arena = &arena};
    cJSON *json = json_parse(&arena, arena_copy(&arena, text, strlen(text)), strlen(text), &scan);
    ck_assert_ptr_nonnull(json);
    decode_value(&all_type, json, "", &all, &faults);
    ck_assert_uint_eq(faults.n, 0);
    return all;
}

START_TEST(a_position_is_written_as_it_was_given)
{
    static const char *const texts[] = {
        "{\"heaps\":[]}",
        "{\"heaps\":[0,1,\"18446744073709551616\"]}",
        "{\"heaps\":[],\"pairs\":[[1,2],[3,4]],\"misere\":true,\"small\":5,\"colour\":\"red\",\"large\":\"9007199254740992\"}",
        "{\"heaps\":[],\"pairs\":[],\"misere\":false,\"text\":\"a\\\"b\",\"inner\":{},\"choice\":\"green\"}",
        "{\"heaps\":[],\"text\":null,\"inner\":{\"from\":1},\"choice\":{\"from\":2}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct all all = decoded(texts[i]);
        encode_value(&out, &all_type, &all);
        written(texts[i]);
    }
}
END_TEST

START_TEST(what_a_move_changed_is_written_though_it_was_not_given)
{
    struct all all = decoded("{\"heaps\":[]}");
    all.misere = true;
    all.small = 6;
    all.colour = 0;
    all.large = num(8);
    all.pairs = (struct list){1, (int64_t[]){1, 2}};
    encode_value(&out, &all_type, &all);
    written("{\"heaps\":[],\"pairs\":[[1,2]],\"misere\":true,\"small\":6,\"colour\":\"red\",\"large\":8}");
}
END_TEST

START_TEST(the_canonical_form_is_the_same_however_a_default_is_said)
{
    static const char *const texts[] = {
        "{\"inner\":{},\"heaps\":[1]}",
        "{\"small\":5,\"heaps\":[\"1\"],\"inner\":{\"from\":1},\"misere\":false}",
        " {\"pairs\":[],\"heaps\":[1.0],\"inner\":{\"from\":\"1\"},\"large\":9e0,\"colour\":\"green\"} ",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct all all = decoded(texts[i]);
        encode_fields(&out, &all_type, &all, true);
        written(
            "\"heaps\":[1],\"pairs\":[],\"misere\":false,\"small\":5,\"colour\":\"green\",\"large\":9,\"inner\":{\"from\":1}");
    }
}
END_TEST

START_TEST(gaps_of_an_answer_list_are_null)
{
    struct all all = decoded("{\"heaps\":[]}");
    all.gaps = (struct list){3, (int64_t[]){1, WORD_NULL, 0}};
    all.head.given |= BIT(9);
    encode_value(&out, &all_type, &all);
    written("{\"heaps\":[],\"gaps\":[1,null,0]}");
}
END_TEST

SUITE(commas_stand_between_values_only, strings_are_escaped, integers_are_exact, a_long_text_grows,
      a_position_is_written_as_it_was_given, what_a_move_changed_is_written_though_it_was_not_given,
      the_canonical_form_is_the_same_however_a_default_is_said, gaps_of_an_answer_list_are_null)
