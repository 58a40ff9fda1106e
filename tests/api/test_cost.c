/* What is predicted of a question: who asks much leaves the event loop, by whatever path, and who asks little stays there.
 * Nothing is solved here, and nothing measured. */
#include "core/limits.h"
#include "core/registry.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position of little work and one of much, by the cost that stands at the top of the game's file. `(5:x,)` stands for five
 * times what follows the colon, `#` in it for 1, 2, … */
static const struct scale {
    const char *game, *cheap, *dear;
} scales[] = {
    {"nim", "\"heaps\":[3,4,5]", "\"heaps\":[(12500:1,)1]"},
    {"bash", "\"max_take\":2,\"heaps\":[3]", "\"max_take\":2,\"heaps\":[(12500:1,)1]"},
    {"wythoff", "\"heaps\":[4,6]", "\"heaps\":[0,1023]"},
    {"fibonacci-nim", "\"stones\":17", "\"factor\":1000,\"stones\":\"1(400:0)\""},
    {"pair-split", "\"pairs\":[[1,2]]", "\"pairs\":[(5000:[1,1],)[1,1]]"},
    {"staircase-nim", "\"stairs\":[2,1,3]", "\"stairs\":[(12500:1,)1]"},
    {"georgia-bob", "\"chessmen\":[1,5]", "\"chessmen\":[(12500:#,)20000]"},
    {"take-or-merge", "\"heaps\":[1,1,2]", "\"heaps\":[(12500:1,)1]"},
    {"stone-ends", "\"piles\":[5,3,4,5]", "\"piles\":[(449:1,)1]"},
    {"stone-rest", "\"piles\":[5,3,1]", "\"piles\":[(449:1,)1]"},
    {"stone-front", "\"piles\":[1,2,3,7]", "\"piles\":[(10000:1,)1]"},
    {"stone-window", "\"piles\":[2,7,9]", "\"piles\":[(133:1,)1]"},
    {"stone-merge", "\"stones\":[-1,2]", "\"stones\":[(10000:1,)1]"},
    {"stone-rivals", "\"mine\":[1],\"theirs\":[2]", "\"mine\":[(1333:1,)1],\"theirs\":[(1333:2,)2]"},
    {"stone-halves", "\"piles\":[6,2,3]", "\"piles\":[(141:1,)1]"},
    {"graph", "\"edges\":[[0,1]],\"tokens\":[0]", "\"edges\":[[0,1]],\"tokens\":[(2000:0,)0]"},
    {"cat-mouse", "\"graph\":[[1,2],[0,2],[0,1]]", "\"graph\":[[1,2],[0,2],[0,1](139:,[])]"},
    {"odd-even", "\"takes\":[1,2,3],\"balls\":3", "\"takes\":[1,2,3],\"balls\":100000"},
    {"cutting", "\"sheets\":[[4,2]]", "\"sheets\":[(10:[4,2],)[4,2]]"},
    {"bombs", "\"bombs\":[[1,2]]", "\"bombs\":[(10:[1,2],)[1,2]]"},
    {"pieces", "\"piece\":\"king\",\"squares\":[[2,5]]", "\"piece\":\"queen\",\"squares\":[[2,1000]]"},
    {"even-matrix", "\"matrix\":[[5,4],[1,5]]", "\"matrix\":[(67:[(999:1,)1],)[(999:1,)1]]"},
    {"squares", "\"grid\":[\"....\",\"....\"]", "\"grid\":[(49:\"(50:.)\",)\"(50:.)\"]"},
    {"sg", "\"rules\":{\"take\":\"any\"},\"heaps\":[2]", "\"rules\":{\"take\":\"primes\"},\"heaps\":[100000]"},
    {"coins", "\"rows\":[5],\"take\":[1,2]", "\"rows\":[500],\"take\":[1,2],\"misere\":true"},
    {"custom", NULL,
     "\"rules\":{\"vars\":\"n: 0..9\",\"moves\":[{\"name\":\"x\",\"when\":\"n > 0\",\"do\":\"n -= 1\"}]},\"state\":{\"n\":3}"},
};
enum { SCALES = sizeof scales / sizeof *scales, TEXT = 1 << 20 };

static char body[TEXT + 200];

/* Expands `text` up to `end`, in which `#` stands for `index`; returns the new length. */
static size_t expand(const char *text, const char *end, int index, size_t n)
{
    for (; text < end; text++) {
        ck_assert_uint_lt(n, TEXT);
        if (*text == '#') {
            n += (size_t)snprintf(body + n, 12, "%d", index);
        } else if (*text != '(') {
            body[n++] = *text;
        } else {
            char *colon;
            long count = strtol(text + 1, &colon, 10);
            for (int depth = 1; depth; text++)
                depth += (text[1] == '(') - (text[1] == ')');
            for (int i = 1; i <= count; i++)
                n = expand(colon + 1, text, i, n);
        }
    }
    return n;
}

/* The cost of a question whose body is written in parts. */
static uint64_t predicted(struct probe *probe, const char *path, const char *const *parts)
{
    struct call *call;
    struct reply reply;
    uint64_t cost = 0;
    size_t n = 0;
    arena_reset(&probe->arena);
    arena_init(&probe->arena, NULL, 0, probe->arena_max);
    for (; *parts; parts++)
        n = expand(*parts, *parts + strlen(*parts), 0, n);
    body[n] = '\0';
    struct request request = {.method = "POST", .target = path, .body = arena_copy(&probe->arena, body, n), .body_size = n};
    enum api_next next = api_prepare(&probe->api, &request, &probe->arena, &reply, &call, &cost);
    ck_assert_msg(next == API_SOLVE, "%s %.200s: %d %.300s", path, body, reply.status, reply.body);
    return cost;
}
#define PREDICTED(probe, path, ...) predicted(probe, path, (const char *const[]){__VA_ARGS__, NULL})

static void check(const char *path, const char *of, uint64_t cost, bool dear)
{
    ck_assert_msg((cost > CHEAP_STEPS) == dear, "%s, %s: %llu steps are predicted of what is %s", path, of,
                  (unsigned long long)cost, dear ? "dear" : "cheap");
}

START_TEST(a_dear_position_is_dear_by_every_path)
{
    static const struct {
        const char *path, *behind;
    } tools[] = {
        {"/grade", ",\"claim\":{\"verdict\":\"win\"},\"lenient\":true}"},
        {"/grade", ",\"record\":[]}"},
        {"/play", "}"},
        {"/play", ",\"skill\":0}"},
        {"/tree", ",\"max_nodes\":10}"},
    };
    struct probe probe;
    probe_init(&probe);
    for (const struct scale *scale = scales; scale < scales + SCALES; scale++) {
        char path[40];
        snprintf(path, sizeof path, "/%s", scale->game);
        if (scale->cheap)
            check(path, scale->game, PREDICTED(&probe, path, "{\"moves\":\"none\",", scale->cheap, "}"), false);
        check(path, scale->game, PREDICTED(&probe, path, "{\"moves\":\"none\",", scale->dear, "}"), true);
        for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
            const char *tool = tools[i].path;
            uint64_t cost =
                PREDICTED(&probe, tool, "{\"game\":\"", scale->game, "\",\"position\":{", scale->dear, "}", tools[i].behind);
            check(tool, scale->game, cost, true);
        }
    }
    probe_free(&probe);
}
END_TEST

START_TEST(every_game_that_predicts_is_looked_at)
{
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < game_count(); i++) {
        bool here = false;
        for (size_t k = 0; k < SCALES; k++)
            here |= strcmp(scales[k].game, game_at(i)->id) == 0;
        ck_assert_msg(here == (game_at(i)->cost != NULL), "%s", game_at(i)->id);
    }
    probe_free(&probe);
}
END_TEST

/* What makes a question of a cheap position dear: how much of it is asked. */
START_TEST(what_is_asked_of_a_position_counts)
{
    static const struct {
        const char *path, *cheap, *dear;
    } asked[] = {
        {"/nim", "{\"heaps\":[9],\"moves\":\"all\"}", "{\"heaps\":[9],\"moves\":\"all\",\"limit\":10000}"},
        {"/nim", "{\"heaps\":[9],\"moves\":\"none\",\"limit\":10000}", "{\"heaps\":[9],\"limit\":10000}"},
        {"/nim", "{\"heaps\":[9],\"limit\":1000}", "{\"heaps\":[9],\"limit\":1000,\"positions\":true}"},
        {"/nim", "{\"heaps\":[9],\"limit\":3000}", "{\"heaps\":[9],\"limit\":3000,\"words\":true}"},
        {"/nim", "{\"heaps\":[(50:1,)1],\"positions\":true}", "{\"heaps\":[(2500:1,)1],\"positions\":true}"},
        {"/grade",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"record\":[(10:{\"heap\":0,\"take\":1},){\"heap\":0,\"take\":1}]}",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[99]},\"record\":[(98:{\"heap\":0,\"take\":1},){\"heap\":0,\"take\":1}]}"},
        {"/apply", "{\"game\":\"wythoff\",\"position\":{\"heaps\":[9,9]},\"move\":{\"take\":[0,1]}}",
         "{\"game\":\"wythoff\",\"position\":{\"heaps\":[9,900]},\"move\":{\"take\":[0,1]}}"},
        {"/tree", "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"max_nodes\":100}",
         "{\"game\":\"nim\",\"position\":{\"heaps\":[9]},\"max_nodes\":5000}"},
        {"/sum", "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]},{\"game\":\"wythoff\",\"heaps\":[9,9]}]}",
         "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]},{\"game\":\"wythoff\",\"heaps\":[9,900]}]}"},
        {"/sum", "{\"moves\":\"none\",\"terms\":[{\"game\":\"nim\",\"heaps\":[9]}]}",
         "{\"moves\":\"none\",\"terms\":[(100:{\"game\":\"nim\",\"heaps\":[9]},){\"game\":\"nim\",\"heaps\":[9]}]}"},
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        check(asked[i].path, asked[i].cheap, PREDICTED(&probe, asked[i].path, asked[i].cheap), false);
        check(asked[i].path, asked[i].dear, PREDICTED(&probe, asked[i].path, asked[i].dear), true);
    }
    check("/batch", "any", PREDICTED(&probe, "/batch", "{\"questions\":[]}"), true);
    check("/nim/table", "any",
          PREDICTED(&probe, "/nim/table", "{\"heaps\":[1],\"vary\":[{\"pointer\":\"/heaps/0\",\"from\":0,\"to\":2}]}"), true);
    probe_free(&probe);
}
END_TEST

/* Numbers beyond all counting do not come round to small ones: 2^60 moves of each heap, solved eight times by /play.
 */
START_TEST(the_dearest_does_not_overflow)
{
    static const char dearest[] = "\"rules\":{\"hex\":\"0.8\"},\"heaps\":[(99:2000000000,)2000000000]";
    static const uint64_t least = UINT64_C(1) << 36;
    struct probe probe;
    probe_init(&probe);
    ck_assert_uint_ge(PREDICTED(&probe, "/sg", "{", dearest, "}"), least);
    ck_assert_uint_ge(PREDICTED(&probe, "/play", "{\"game\":\"sg\",\"position\":{", dearest, "}}"), least);
    probe_free(&probe);
}
END_TEST

/* Proofs of periods, quotients and long tables take a tenth of a second and more: predicted to be quick they would take the
 * worker that is kept free for what is. What is in the store is quick, and so is what is soon made. */
START_TEST(what_takes_long_is_not_quick)
{
    static const struct {
        const char *path, *body;
        bool kept; /* soon answered, and quick the second time */
    } dear[] = {
        {"/sg", "{\"rules\":{\"octal\":\"0.56\"},\"heaps\":[5]}", false},
        {"/sg", "{\"rules\":{\"octal\":\"0.77\"},\"heaps\":[5]}", true},
        {"/sg", "{\"rules\":{\"hex\":\"0.F\"},\"heaps\":[5]}", true},
        {"/sg", "{\"rules\":{\"hex\":\"0.8\"},\"heaps\":[5]}", false},
        {"/sg", "{\"rules\":{\"take\":[1,4],\"leave\":\"row\"},\"heaps\":[500]}", true},
        {"/sg", "{\"rules\":{\"take\":\"squares\"},\"heaps\":[1000000]}", false},
        {"/sg", "{\"rules\":{\"split\":\"unequal\"},\"heaps\":[100000]}", false},
        {"/sg", "{\"rules\":{\"octal\":\"0.15\"},\"heaps\":[100],\"misere\":true}", true},
        {"/sg", "{\"rules\":{\"octal\":\"0.07\"},\"heaps\":[100],\"misere\":true}", false},
        {"/sg/period", "{\"rules\":{\"octal\":\"0.156\"}}", true},
        {"/sg/period", "{\"rules\":{\"octal\":\"0.123\"},\"misere\":true}", true},
        {"/sg/table", "{\"rules\":{\"octal\":\"0.356\"},\"from\":0,\"to\":9}", true},
        {"/coins", "{\"rows\":[61],\"take\":[1,3],\"misere\":true}", true},
        {"/coins", "{\"rows\":[61],\"take\":[3],\"misere\":true}", false},
        {"/coins", "{\"circles\":[14,21],\"misere\":true}", false},
        {"/coins", "{\"rows\":[6000],\"take\":[3]}", false},
    };
    static const char *const quick[] = {
        "{\"rules\":{\"take\":[1,3,4]},\"heaps\":[1000]}",
        "{\"rules\":{\"take\":{\"all_but\":[2,5]}},\"heaps\":[1000]}",
        "{\"rules\":{\"take\":\"squares\"},\"heaps\":[1000]}",
        "{\"rules\":{\"take\":\"primes\"},\"heaps\":[100000]}",
        "{\"rules\":{\"take\":\"fibonacci\"},\"heaps\":[100000]}",
        "{\"rules\":{\"split\":\"unequal\"},\"heaps\":[1000]}",
        "{\"rules\":{\"octal\":\"0.07\"},\"heaps\":[5,6],\"misere\":true}",
    };
    struct probe probe;
    probe_init(&probe);
    for (size_t i = 0; i < sizeof dear / sizeof *dear; i++) {
        uint64_t cost = PREDICTED(&probe, dear[i].path, dear[i].body);
        ck_assert_msg(cost > QUICK_STEPS, "%s: %llu steps", dear[i].body, (unsigned long long)cost);
        if (!dear[i].kept)
            continue;
        ck_assert_int_eq(probe_send(&probe, "POST", dear[i].path, dear[i].body), 200);
        cost = PREDICTED(&probe, dear[i].path, dear[i].body);
        ck_assert_msg(cost <= QUICK_STEPS, "%s: %llu steps again", dear[i].body, (unsigned long long)cost);
    }
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        uint64_t cost = PREDICTED(&probe, "/sg", quick[i]);
        ck_assert_msg(cost <= QUICK_STEPS, "%s: %llu steps", quick[i], (unsigned long long)cost);
    }
    probe_free(&probe);
}
END_TEST

SUITE(a_dear_position_is_dear_by_every_path, every_game_that_predicts_is_looked_at, what_is_asked_of_a_position_counts,
      the_dearest_does_not_overflow, what_takes_long_is_not_quick)
