/* What a question has found out about a position serves it for those that follow: tools that look at many positions of one game
 * of a user's take what one of them takes, and what a student claims or plays is judged wherever the position alone is solved.
 *
 * Expected: taking 1 to 60 from one of two heaps is worth the xor of the remainders by 61 (Winning Ways, ch. 4); 900 and 905,
 * taking at most 3 from one or 2 from both, was solved by a plain search in another language. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <string.h>

#define TWO_HEAPS                                                                                                                \
    "{\"rules\":{\"vars\":\"x: 0..1000, y: 0..1000\",\"moves\":[{\"name\":\"left\",\"choose\":\"k in 1..min(60, x)\","           \
    "\"do\":\"x -= k\"},{\"name\":\"up\",\"choose\":\"k in 1..min(60, y)\",\"do\":\"y -= "                                       \
    "k\"}]},\"state\":{\"x\":300,\"y\":305}}"
#define THREE_WAYS                                                                                                               \
    "{\"rules\":{\"vars\":\"a: 0..1500, b: 0..1500\",\"moves\":[{\"name\":\"x\",\"choose\":\"k in 1..min(3, a)\","               \
    "\"do\":\"a -= k\"},{\"name\":\"y\",\"choose\":\"k in 1..min(3, b)\",\"do\":\"b -= k\"},{\"name\":\"z\","                    \
    "\"choose\":\"k in 1..min(2, a, b)\",\"do\":\"a -= k, b -= k\"}]},\"state\":{\"a\":900,\"b\":905}}"
#define ONE_HEAP                                                                                                                 \
    "{\"rules\":{\"vars\":\"n: 0..10000\",\"moves\":[{\"name\":\"take\",\"choose\":\"k in 1..n\",\"do\":\"n -= k\"}]},"          \
    "\"state\":{\"n\":6200}}"
/* From any number to any other, 19 million moves in all: drawn for ever. */
#define ROUND                                                                                                                    \
    "{\"rules\":{\"vars\":\"n: 0..4399\",\"misere\":true,\"moves\":[{\"name\":\"go\",\"choose\":\"k in 0..4399\","               \
    "\"when\":\"k != n\",\"do\":\"n = k\"}]},\"state\":{\"n\":0}}"

/* Nearly the most states that a game may have which goes round, with values and without: nobody is ever stuck. */
#define RING                                                                                                                     \
    "{\"rules\":{\"vars\":\"n: 0..998999\",\"moves\":[{\"name\":\"go\",\"choose\":\"k in 1..8\","                                \
    "\"do\":\"n = (n + k) % 999000\"}]},\"state\":{\"n\":1}}"
#define TORUS                                                                                                                    \
    "{\"rules\":{\"vars\":\"a: 0..2000, b: 0..2000\",\"misere\":true,\"moves\":[{\"name\":\"go\",\"choose\":\"k in 1..5\","      \
    "\"do\":\"a = (a + k) % 1990\"},{\"name\":\"up\",\"choose\":\"k in 1..5\",\"do\":\"b = (b + k) % 1000\"}]},"                 \
    "\"state\":{\"a\":1,\"b\":5}}"

static struct probe probe;
static char text[1 << 20];

static void set_up(void)
{
    probe_init(&probe);
    probe.request.content_type = "application/json";
}

static void tear_down(void)
{
    probe_free(&probe);
}

static void ask(const char *path, const char *body)
{
    ck_assert_msg(probe_send(&probe, "POST", path, body) == 200, "%.300s: %.300s", body, probe_text(&probe));
}

static int number_of(const cJSON *object, const char *name)
{
    const cJSON *value = cJSON_GetObjectItem(object, name);
    ck_assert(cJSON_IsNumber(value));
    return (int)value->valuedouble;
}

START_TEST(a_tree_is_explored_once)
{
    const cJSON *node;
    ask("/tree", "{\"game\":\"custom\",\"position\":" TWO_HEAPS ",\"depth\":3,\"max_nodes\":60}");
    const cJSON *nodes = probe_value(&probe, "nodes");
    ck_assert_int_eq(cJSON_GetArraySize(nodes), 60);
    cJSON_ArrayForEach(node, nodes)
    {
        const cJSON *state = cJSON_GetObjectItem(cJSON_GetObjectItem(node, "position"), "state");
        int value = number_of(state, "x") % 61 ^ number_of(state, "y") % 61;
        ck_assert_int_eq(number_of(node, "grundy"), value);
        ck_assert_str_eq(cJSON_GetObjectItem(node, "verdict")->valuestring, value ? "win" : "loss");
    }
}
END_TEST

START_TEST(moves_of_a_large_position_are_looked_up)
{
    ask("/apply", "{\"game\":\"custom\",\"position\":" ONE_HEAP ",\"move\":{\"move\":\"take\",\"k\":6201}}");
    ck_assert(cJSON_IsFalse(probe_value(&probe, "legal")));
    ck_assert_ptr_nonnull(strstr(probe_string(&probe, "reason"), "k may be 1 … 6200, not 6201"));
    ask("/play", "{\"game\":\"custom\",\"position\":" ONE_HEAP ",\"move\":{\"move\":\"take\",\"k\":200}}");
    ck_assert_int_eq((int)probe_value(&probe, "move.k")->valuedouble, 6000);
    ck_assert(cJSON_IsTrue(probe_value(&probe, "over")));
}
END_TEST

/* The terms of a sum are the games of the first node in every other, and are explored once, each by its own rules. */
START_TEST(a_tree_of_a_sum_is_explored_once)
{
    const cJSON *node;
    sprintf(text,
            "{\"game\":\"sum\",\"position\":{\"terms\":[{\"game\":\"nim\",\"heaps\":[2]},{\"game\":\"custom\",%s,"
            "{\"game\":\"custom\",%s]},\"depth\":2,\"max_nodes\":300}",
            &TWO_HEAPS[1], &ONE_HEAP[1]);
    ask("/tree", text);
    const cJSON *nodes = probe_value(&probe, "nodes");
    ck_assert_int_eq(cJSON_GetArraySize(nodes), 300);
    cJSON_ArrayForEach(node, nodes)
    {
        const cJSON *terms = cJSON_GetObjectItem(cJSON_GetObjectItem(node, "position"), "terms");
        const cJSON *two = cJSON_GetObjectItem(cJSON_GetArrayItem(terms, 1), "state");
        const cJSON *heap = cJSON_GetArrayItem(cJSON_GetObjectItem(cJSON_GetArrayItem(terms, 0), "heaps"), 0);
        int value = number_of(two, "x") % 61 ^ number_of(two, "y") % 61 ^ (int)heap->valuedouble;
        value ^= number_of(cJSON_GetObjectItem(cJSON_GetArrayItem(terms, 2), "state"), "n");
        ck_assert_int_eq(number_of(node, "grundy"), value);
        ck_assert_str_eq(cJSON_GetObjectItem(node, "verdict")->valuestring, value ? "win" : "loss");
    }
}
END_TEST

/* Nodes for which the work does not suffice are left out, with the edges to them; what is there is as it must be. 64 spaces
 * are kept, which are those of the terms over at once: the last is explored anew for each node. */
START_TEST(a_tree_that_is_too_much_is_cut)
{
    const cJSON *edge;
    int n = sprintf(text, "{\"game\":\"sum\",\"position\":{\"terms\":[{\"game\":\"nim\",\"heaps\":[20]}");
    for (int i = 0; i < 64; i++)
        n += sprintf(text + n, ",{\"game\":\"custom\",\"rules\":{\"vars\":\"n: 0..1\",\"moves\":[]},\"state\":{\"n\":0}}");
    sprintf(text + n, ",{\"game\":\"custom\",%s]},\"depth\":2}", &THREE_WAYS[1]);
    ask("/tree", text);
    int nodes = cJSON_GetArraySize(probe_value(&probe, "nodes"));
    ck_assert(cJSON_IsFalse(probe_value(&probe, "complete")));
    ck_assert_msg(nodes > 0 && nodes < 28, "%d nodes", nodes); /* all 28 moves lead to another one */
    /* The first moves are those of the heap, from each to every smaller one. */
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "edges")), nodes * (nodes - 1) / 2);
    cJSON_ArrayForEach(edge, probe_value(&probe, "edges")) ck_assert_int_lt(number_of(edge, "to"), nodes);
    for (int i = 0; i < nodes; i++) {
        char path[40];
        snprintf(path, sizeof path, "nodes.%d.grundy", i);
        ck_assert(cJSON_IsNumber(probe_value(&probe, path)));
    }
}
END_TEST

static int write_record(char *to, const char *const *moves, size_t n, int plies)
{
    int size = 0;
    for (int i = 0; i < plies; i++)
        size += sprintf(to + size, "%s%s", i ? "," : "", moves[(size_t)i % n]);
    return size;
}

/* Every claim is judged whose position is solved: with what of it must be sought, and all plies of a record. */
START_TEST(no_claim_is_too_much)
{
    static const char *const claims[] = {
        "\"move\":{\"move\":\"y\",\"k\":7}",
        "\"winning_moves\":[{\"move\":\"y\",\"k\":7},{\"move\":\"x\",\"k\":9},{\"move\":\"z\",\"k\":2}]",
        ("\"winning_moves\":[{\"move\":\"y\",\"k\":1},{\"move\":\"y\",\"k\":2},{\"move\":\"z\",\"k\":1}],\"grundy\":5,"
         "\"verdict\":\"loss\",\"move\":{\"move\":\"y\",\"k\":1}"),
    };
    static const char *const plies[] = {"{\"move\":\"y\",\"k\":1}", "{\"move\":\"x\",\"k\":1}"};
    int n = sprintf(text, "{\"questions\":[");
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        n += sprintf(text + n, "{\"game\":\"custom\",\"position\":" THREE_WAYS ",\"claim\":{%s}},", claims[i]);
    n += sprintf(text + n, "{\"game\":\"custom\",\"position\":" THREE_WAYS ",\"record\":[");
    n += write_record(text + n, plies, 2, 1800);
    sprintf(text + n, "]}]}");
    ask("/grade", text);
    ck_assert_ptr_null(probe_value(&probe, "ungraded"));
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 0);
    ck_assert_str_eq(probe_string(&probe, "answers.0.checks.0.expected.move"), "x");
    ck_assert(cJSON_IsFalse(probe_value(&probe, "answers.1.correct")));
    ck_assert(cJSON_IsFalse(probe_value(&probe, "answers.2.correct")));
    ck_assert(cJSON_IsTrue(probe_value(&probe, "answers.3.legal")));
    ck_assert_int_eq(cJSON_GetArraySize(probe_value(&probe, "answers.3.moves")), 1800);
}
END_TEST

/* What fits into memory for the plain question fits for every tool: it is there once. */
START_TEST(the_largest_positions_are_held_once)
{
    static const char *const positions[] = {RING, TORUS};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        sprintf(text, "{\"game\":\"custom\",\"position\":%s,\"move\":{\"move\":\"go\",\"k\":2}}", positions[i]);
        ask("/apply", text);
        ck_assert(cJSON_IsFalse(probe_value(&probe, "over")));
        sprintf(text,
                "{\"game\":\"custom\",\"position\":%s,\"claim\":{\"verdict\":\"win\",\"move\":{\"move\":\"go\",\"k\":2},"
                "\"drawing_moves\":[{\"move\":\"go\",\"k\":9}]}}",
                positions[i]);
        ask("/grade", text);
        ck_assert_str_eq(probe_string(&probe, "checks.0.expected"), "draw");
        ck_assert(cJSON_IsTrue(probe_value(&probe, "checks.1.correct")));
    }
}
END_TEST

/* What is written without end is at his own cost who wrote it: the question counts, and is wrong. */
START_TEST(an_endless_record_is_its_players)
{
    static const char *const plies[] = {"{\"move\":\"go\",\"k\":4399}", "{\"move\":\"go\",\"k\":4398}"};
    int n = sprintf(text, "{\"questions\":[{\"game\":\"custom\",\"position\":" ROUND ",\"record\":[");
    n += write_record(text + n, plies, 2, 10000);
    sprintf(text + n, "]},{\"game\":\"nim\",\"position\":{\"heaps\":[1]},\"claim\":{\"verdict\":\"win\"}}]}");
    ask("/grade", text);
    ck_assert_str_eq(probe_string(&probe, "answers.0.code"), "too_large");
    ck_assert_ptr_null(probe_value(&probe, "answers.0.graded"));
    ck_assert_ptr_null(probe_value(&probe, "ungraded"));
    ck_assert_double_eq(probe_value(&probe, "score")->valuedouble, 0.5);
}
END_TEST

/* Each term with rules of its own is explored once: anew for every look, they would be too large together. */
START_TEST(many_terms_are_explored_once)
{
    enum { TERMS = 32, HEAP = 200 };
    int64_t value = 0;
    int n = sprintf(text, "{\"moves\":\"all\",\"explain\":\"en\",\"terms\":[");
    for (int i = 0; i < TERMS; i++) {
        int most[2] = {2 + i % 5, 3 + i % 7}, heap[2] = {HEAP - i % 9, HEAP - i % 11};
        for (int k = 0; k < 2; k++)
            value ^= heap[k] % (most[k] + 1);
        n += sprintf(
            text + n,
            "%s{\"game\":\"custom\",\"rules\":{\"vars\":\"a: 0..%d, b: 0..%d\",\"moves\":[{\"name\":\"l\",\"choose\":\"k in "
            "1..min(a, %d)\",\"do\":\"a -= k\"},{\"name\":\"r\",\"choose\":\"k in 1..min(b, %d)\",\"do\":\"b -= "
            "k\"}]},\"state\":{\"a\":%d,\"b\":%d}}",
            i ? "," : "", HEAP, HEAP, most[0], most[1], heap[0], heap[1]);
    }
    sprintf(text + n, "]}");
    ask("/sum", text);
    ck_assert_int_eq((int64_t)probe_value(&probe, "grundy")->valuedouble, value);
}
END_TEST

SUITE_WITH(set_up, tear_down, many_terms_are_explored_once, a_tree_is_explored_once, a_tree_of_a_sum_is_explored_once,
           moves_of_a_large_position_are_looked_up, a_tree_that_is_too_much_is_cut, no_claim_is_too_much,
           the_largest_positions_are_held_once, an_endless_record_is_its_players)
