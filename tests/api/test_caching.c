/* Tags and what may be kept. */
#include "api/headers/tag.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

static const char *tag_of(struct probe *probe, const char *path, const char *body)
{
    static char tags[4][32];
    static int next;
    probe->request.if_none_match = NULL;
    ck_assert_msg(probe_send(probe, "POST", path, body) == 200, "%s", body);
    char *tag = tags[next = (next + 1) % 4];
    const char *sent = probe_header(probe, "ETag");
    ck_assert_ptr_nonnull(sent);
    ck_assert_uint_lt(strlen(sent), 32);
    ck_assert_msg(sent[0] == '"' && sent[strlen(sent) - 1] == '"', "a strong tag");
    memcpy(tag, sent, strlen(sent) + 1);
    return tag;
}

START_TEST(equal_questions_have_equal_tags)
{
    static const char *const same[] = {
        "{\"heaps\":[\"3\",4.0,5],\"moves\":\"winning\"}",
        "{\"misere\":false,\"heaps\":[3,40e-1,5]}",
        " { \"limit\" : 100, \"offset\" : \"0\", \"positions\" : false, \"explain\" : false, \"heaps\" : [ 3 , 4 , 5 ] } ",
        "{\"he\\u0061ps\":[3,4,5]}",
    };
    struct probe probe;
    probe_init(&probe);
    const char *tag = tag_of(&probe, "/nim", "{\"heaps\":[3,4,5]}");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        ck_assert_msg(strcmp(tag, tag_of(&probe, "/nim", same[i])) == 0, "%s", same[i]);
    probe_free(&probe);
}
END_TEST

START_TEST(different_questions_have_different_tags)
{
    static const char *const bodies[] = {
        "{\"heaps\":[3,4,5]}",
        "{\"heaps\":[3,5,4]}",
        "{\"heaps\":[3,4,5,0]}",
        "{\"heaps\":[3,4]}",
        "{\"heaps\":[]}",
        "{\"heaps\":[0]}",
        "{\"heaps\":[3,4,5],\"misere\":true}",
        "{\"heaps\":[3,4,5],\"moves\":\"all\"}",
        "{\"heaps\":[3,4,5],\"moves\":\"none\"}",
        "{\"heaps\":[3,4,5],\"limit\":99}",
        "{\"heaps\":[3,4,5],\"offset\":1}",
        "{\"heaps\":[3,4,5],\"offset\":\"100000000000000000000\"}",
        "{\"heaps\":[3,4,5],\"offset\":\"100000000000000000001\"}",
        "{\"heaps\":[3,4,5],\"positions\":true}",
        "{\"heaps\":[3,4,5],\"positions\":true,\"misere\":false}", /* `to` repeats misere */
        "{\"heaps\":[3,4,5],\"explain\":\"en\"}",
        "{\"heaps\":[3,4,5],\"explain\":\"zh\"}",
        "{\"heaps\":[\"36893488147419103232\"]}",
        "{\"heaps\":[\"36893488147419103233\"]}",
    };
    enum { N = sizeof bodies / sizeof *bodies };
    char tags[N][32];
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < N; i++) {
        snprintf(tags[i], sizeof tags[i], "%s", tag_of(&probe, "/nim", bodies[i]));
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(strcmp(tags[i], tags[j]) != 0, "%s and %s", bodies[i], bodies[j]);
    }
    ck_assert_str_ne(tag_of(&probe, "/staircase-nim", "{\"stairs\":[3,4,5]}"), tags[0]);
    probe_free(&probe);
}
END_TEST

START_TEST(one_tag_for_all_methods_and_one_body)
{
    struct probe probe;
    probe_init(&probe);
    const char *tag = tag_of(&probe, "/nim", "{\"heaps\":[3,4,5]}");
    ck_assert_ptr_null(probe_header(&probe, "Cache-Control"));
    static const char *const methods[] = {"GET", "HEAD", "QUERY"};
    for (size_t i = 0; i < 3; i++) {
        bool query = i == 2;
        ck_assert_int_eq(probe_send(&probe, methods[i], query ? "/nim" : "/nim?position={\"heaps\":[3,4,5]}",
                                    query ? "{\"heaps\":[3,4,5]}" : NULL),
                         200);
        ck_assert_str_eq(probe_header(&probe, "ETag"), tag);
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "public, max-age=86400");
        ck_assert_ptr_nonnull(probe_header(&probe, "Access-Control-Expose-Headers")); /* the next reader may be a browser */
    }
    probe_free(&probe);
}
END_TEST

static struct tag tag_lists(size_t first)
{
    static struct num numbers[] = {{1, NULL}, {2, NULL}, {3, NULL}};
    struct list a = {first, numbers}, b = {3 - first, numbers + first};
    struct tag tag = tag_begin();
    tag_value(&tag, &type_heaps, &a, false);
    tag_value(&tag, &type_heaps, &b, false);
    return tag;
}

START_TEST(neighbouring_lists_do_not_run_together)
{
    char texts[4][TAG_TEXT];
    for (size_t i = 0; i < 4; i++) {
        struct tag tag = tag_lists(i);
        tag_text(&tag, texts[i]);
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(texts[i], texts[j]);
    }
}
END_TEST

/* Fails the test when anything is solved. */
static enum status must_not_solve(void *what)
{
    (void)what;
    return STATUS_internal;
}

/* Which of several types a value was given as counts, though it be written alike. */
START_TEST(alternatives_are_told_apart)
{
    static const struct type number = {.kind = KIND_SMALL, .size = sizeof(int64_t), .max = 9};
    static const struct type *const choices[] = {&number, &number, NULL};
    static const struct type either = {.kind = KIND_CHOICE, .size = sizeof(struct choice), .choices = choices};
    char texts[2][TAG_TEXT];
    int64_t three = 3;
    for (int which = 0; which < 2; which++) {
        struct choice choice = {.which = which, .value = &three};
        struct tag tag = tag_begin();
        tag_value(&tag, &either, &choice, false);
        tag_text(&tag, texts[which]);
    }
    ck_assert_str_ne(texts[0], texts[1]);
}
END_TEST

START_TEST(matching_tags_give_304_before_solving)
{
    struct probe probe;
    probe_init(&probe);
    const char *tag = tag_of(&probe, "/nim", "{\"heaps\":[3,4,5]}");
    static const char *const forms[] = {"%s", "W/%s", "\"x\", %s", "\"x\",W/\"y\" , W/%s,\"z\"", " %s "};
    static const char *const methods[] = {"POST", "QUERY", "GET", "HEAD"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        for (size_t m = 0; m < 4; m++) {
            probe.request.if_none_match = arena_printf(&probe.arena, forms[i], tag);
            char header[128];
            snprintf(header, sizeof header, "%s", probe.request.if_none_match);
            probe.request.if_none_match = header;
            probe.budget = (struct budget){.left = 1, .look = must_not_solve};
            bool query = m >= 2;
            ck_assert_int_eq(probe_send(&probe, methods[m], query ? "/nim?position={\"heaps\":[3,4,5]}" : "/nim",
                                        query ? NULL : "{\"heaps\":[3,4,5]}"),
                             304);
            ck_assert_str_eq(probe_header(&probe, "ETag"), tag);
            ck_assert_int_eq(probe_header(&probe, "Cache-Control") != NULL, m != 0);
            ck_assert_uint_eq(probe.reply.body_size, 0);
            ck_assert(!probe.reply.solved);
        }
    }
    probe_free(&probe);
}
END_TEST

START_TEST(other_tags_do_not_match)
{
    struct probe probe;
    probe_init(&probe);
    char tag[32], header[64];
    snprintf(tag, sizeof tag, "%s", tag_of(&probe, "/nim", "{\"heaps\":[3,4,5]}"));
    snprintf(header, sizeof header, "%.20s\"", tag);
    /* Whole tags with commas between them, and nothing else (RFC 9110, 8.8.3). */
    char broken[7][64];
    static const char *const forms[] = {"%sx", "x%s", "%s \"y\"", "%s;q=1", "w/%s", "W/ %s", "\"x y\", %s"};
    for (size_t i = 0; i < 7; i++)
        snprintf(broken[i], sizeof broken[i], forms[i], tag); /* NOLINT: the forms are ours */
    const char *const others[] = {header,    "\"\"",    "",        "\"",      "*, \"x\"", "x*",      tag + 1,  "\"*\"",
                                  broken[0], broken[1], broken[2], broken[3], broken[4],  broken[5], broken[6]};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        probe.request.if_none_match = others[i];
        ck_assert_msg(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5]}") == 200, "%s", others[i]);
        ck_assert(probe.reply.solved);
    }
    probe_free(&probe);
}
END_TEST

START_TEST(a_star_matches_what_there_is)
{
    struct probe probe;
    probe_init(&probe);
    probe.request.if_none_match = " * ";
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[3,4,5]}"), 304);
    ck_assert_int_eq(probe_send(&probe, "POST", "/nim", "{\"heaps\":[-1]}"), 422);
    ck_assert_int_eq(probe_send(&probe, "GET", "/games", NULL), 304);
    ck_assert_int_eq(probe_send(&probe, "GET", "/games/none", NULL), 404);
    probe_free(&probe);
}
END_TEST

START_TEST(a_304_varies_as_its_200)
{
    struct probe probe;
    probe_init(&probe);
    probe.request.accept_language = "zh";
    static const char body[] = "{\"heaps\":[3,4,5],\"explain\":true}";
    const char *zh = tag_of(&probe, "/nim", body);
    probe.request.if_none_match = zh;
    ck_assert_int_eq(probe_send(&probe, "QUERY", "/nim", body), 304);
    ck_assert_str_eq(probe_header(&probe, "Vary"), "Accept-Language");
    probe.request.accept_language = "en";
    ck_assert_int_eq(probe_send(&probe, "QUERY", "/nim", body), 200);
    ck_assert_str_ne(probe_header(&probe, "ETag"), zh);
    probe_free(&probe);
}
END_TEST

START_TEST(problems_are_not_kept)
{
    struct probe probe;
    probe_init(&probe);
    ck_assert_int_eq(probe_send(&probe, "GET", "/nim?position={}", NULL), 422);
    ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "no-store");
    ck_assert_ptr_null(probe_header(&probe, "ETag"));
    probe_free(&probe);
}
END_TEST

START_TEST(documents_have_tags)
{
    static const char *const documents[] = {"/games",        "/games/nim",   "/problems", "/problems/internal",
                                            "/openapi.json", "/openapi.yaml"};
    char tag[32];
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        probe.request.if_none_match = NULL;
        ck_assert_int_eq(probe_send(&probe, "GET", documents[i], NULL), 200);
        ck_assert_str_eq(probe_header(&probe, "Cache-Control"), "public, max-age=86400");
        ck_assert_ptr_nonnull(probe_header(&probe, "Access-Control-Expose-Headers"));
        snprintf(tag, sizeof tag, "%s", probe_header(&probe, "ETag"));
        probe.request.if_none_match = tag;
        ck_assert_int_eq(probe_send(&probe, "GET", documents[i], NULL), 304);
        ck_assert_str_eq(probe_header(&probe, "ETag"), tag);
    }
    probe_free(&probe);
}
END_TEST

SUITE(equal_questions_have_equal_tags, different_questions_have_different_tags, one_tag_for_all_methods_and_one_body,
      neighbouring_lists_do_not_run_together, alternatives_are_told_apart, matching_tags_give_304_before_solving,
      other_tags_do_not_match, a_star_matches_what_there_is, a_304_varies_as_its_200, problems_are_not_kept, documents_have_tags)
