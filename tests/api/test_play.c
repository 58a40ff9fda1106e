/* The lots of /play: every legal move comes up about as often as any other, also among more moves than a word can count, and as
 * often as `skill` leaves to them. Lots come from the seed, so the same ones are drawn by every machine. */
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 400 };

static struct probe probe;

static void set_up(void)
{
    probe_init(&probe);
}

static void tear_down(void)
{
    probe_free(&probe);
}

static void play(const char *position, int skill, int seed)
{
    char body[3000];
    snprintf(body, sizeof body, "{\"game\":\"nim\",\"position\":%s,\"skill\":%d,\"seed\":%d}", position, skill, seed);
    ck_assert_int_eq(probe_send(&probe, "POST", "/play", body), 200);
}

static int number_at(const char *path)
{
    const cJSON *value = probe_value(&probe, path);
    ck_assert_msg(cJSON_IsNumber(value), "%s", path);
    return (int)value->valuedouble;
}

START_TEST(every_move_comes_up)
{
    enum { MOVES = 8 }; /* of heaps of 3 and 5: each would come up 50 times of 400, give or take 7 */
    int count[2][6] = {{0}};
    for (int seed = 0; seed < SEEDS; seed++) {
        play("{\"heaps\":[3,5]}", 0, seed);
        int heap = number_at("move.heap"), take = number_at("move.take");
        ck_assert(heap >= 0 && heap < 2 && take >= 1 && take <= (heap ? 5 : 3));
        count[heap][take]++;
        play("{\"heaps\":[3,5]}", 0, seed);
        ck_assert_int_eq(number_at("move.heap"), heap);
        ck_assert_int_eq(number_at("move.take"), take);
    }
    for (int move = 0; move < MOVES; move++) {
        int times = move < 3 ? count[0][move + 1] : count[1][move - 2];
        ck_assert_msg(times > SEEDS / MOVES / 2 && times < SEEDS / MOVES * 2, "move %d came up %d times", move, times);
    }
}
END_TEST

/* Whoever plays whole games with one seed does not meet the same lot in each position: of these all have thirty moves. */
START_TEST(each_position_has_a_lot_of_its_own)
{
    enum { MOVES = 30 };
    bool come[MOVES] = {false};
    int lots = 0;
    for (int a = 1; a < MOVES; a++) {
        char position[40];
        snprintf(position, sizeof position, "{\"heaps\":[%d,%d]}", a, MOVES - a);
        play(position, 0, 1);
        int move = (number_at("move.heap") ? a : 0) + number_at("move.take") - 1;
        lots += !come[move];
        come[move] = true;
    }
    ck_assert_msg(lots > MOVES / 3, "%d lots", lots); /* 29 draws from 30 are of 19 kinds, give or take 2 */
}
END_TEST

START_TEST(skill_says_how_often)
{
    static const int skills[] = {0, 25, 50, 75, 99, 100};
    for (size_t i = 0; i < sizeof skills / sizeof *skills; i++) {
        int lots = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            play("{\"heaps\":[3,5]}", skills[i], seed);
            lots += strstr(probe_string(&probe, "why"), "drawn by lot") != NULL;
        }
        int wanted = SEEDS * (100 - skills[i]) / 100, spread = skills[i] % 100 ? 40 : 0; /* four standard deviations */
        ck_assert_msg(abs(lots - wanted) <= spread, "skill %d: %d lots", skills[i], lots);
        ck_assert_int_eq(lots == 0, skills[i] == 100);
    }
}
END_TEST

/* Of 10^1000 - 1 takes nearly all have a thousand digits. */
START_TEST(long_lots_are_drawn_whole)
{
    char position[1100] = "{\"heaps\":[\"1";
    size_t n = strlen(position);
    memset(position + n, '0', 1000);
    memcpy(position + n + 1000, "\"]}", 4);
    int leading[10] = {0}, last[10] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        play(position, 0, seed);
        const char *take = probe_string(&probe, "move.take");
        size_t digits = strlen(take);
        ck_assert_uint_ge(digits, 995);
        leading[take[0] - '0'] += digits == 1000;
        last[take[digits - 1] - '0']++;
    }
    for (int digit = 0; digit < 10; digit++) {
        ck_assert_msg(last[digit] > SEEDS / 20, "the last digit %d comes %d times", digit, last[digit]);
        ck_assert_msg(digit == 0 || leading[digit] > SEEDS / 20, "the first digit %d comes %d times", digit, leading[digit]);
    }
}
END_TEST

SUITE_WITH(set_up, tear_down, every_move_comes_up, each_position_has_a_lot_of_its_own, skill_says_how_often,
           long_lots_are_drawn_whole)
