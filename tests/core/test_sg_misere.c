/* Misère play of codes against plain search; positions where rules of thumb fail. */
#include "core/sg/misere/misere.h"
#include "core/sg/position.h"
#include "tests/support/core/question.h"
#include "tests/support/core/suite.h"

#include <stdlib.h>
#include <string.h>

extern const struct game game_sg;

enum { HEAPS = 24 };

struct heaps {
    int n, v[HEAPS];
};

static struct ask *ask_code(const char *code, struct heaps heaps, bool misere)
{
    struct sg_position *position = arena_alloc(&questions_arena, sizeof *position);
    struct num *v = arena_array(&questions_arena, HEAPS, sizeof *v);
    for (int i = 0; i < heaps.n; i++)
        v[i] = num(heaps.v[i]);
    *position =
        (struct sg_position){.rules = {.head.given = BIT(2), .octal = code}, .heaps = {(size_t)heaps.n, v}, .misere = misere};
    return question_ask(&game_sg, position, LISTING_WINNING, num(0), 10000, num(0));
}

static bool is_lost(const char *code, struct heaps heaps)
{
    struct arena_mark mark = arena_mark(&questions_arena);
    enum outcome verdict = ask_code(code, heaps, true)->answer.verdict;
    arena_rewind(&questions_arena, mark);
    ck_assert_int_ne(verdict, OUTCOME_NONE);
    return verdict == OUTCOME_LOSS;
}

/* ---- search: positions are remembered by how many heaps of each size they have, four bits each ---- */

enum { SIZE_MAX_SEARCHED = 15, SLOTS = 1 << 18 };

static struct {
    uint64_t key;
    const char *code;
    bool known, lost;
} memory[SLOTS];

static uint64_t with(uint64_t position, int size)
{
    return size ? position + (UINT64_C(1) << 4 * size) : position;
}

static bool compute_lost(const char *code, uint64_t position);

static bool position_lost(const char *code, uint64_t position)
{
    size_t slot = (size_t)(position * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    while (memory[slot].known && (memory[slot].key != position || memory[slot].code != code))
        slot = (slot + 1) % SLOTS;
    if (memory[slot].known)
        return memory[slot].lost;
    bool lost = compute_lost(code, position);
    while (memory[slot].known)
        slot = (slot + 1) % SLOTS;
    memory[slot].key = position;
    memory[slot].code = code;
    memory[slot].known = true;
    memory[slot].lost = lost;
    return lost;
}

static bool compute_lost(const char *code, uint64_t position)
{
    bool any = false;
    for (int size = 1; size <= SIZE_MAX_SEARCHED; size++)
        for (int k = 0; position >> 4 * size & 15 && code[k]; k++) {
            int rest = size - (k ? k - 1 : 0), digit = code[k] - '0';
            for (int a = 0; k != 1 && a <= rest - a; a++) {
                if (!(digit >> ((a > 0) + (rest - a > 0)) & 1))
                    continue;
                any = true;
                if (position_lost(code, with(with(position - (UINT64_C(1) << 4 * size), a), rest - a)))
                    return false;
            }
        }
    return any;
}

static bool found_lost(const char *code, struct heaps heaps)
{
    uint64_t position = 0;
    for (int i = 0; i < heaps.n; i++)
        position = with(position, heaps.v[i]);
    return position_lost(code, position);
}

START_TEST(codes_agree_with_search)
{
    static const char *const codes[] = {"0.77", "0.07", "0.137", "0.6",  "0.73", "0.37", "4.4",  "0.4",
                                        "0.17", "0.52", "4.1",   "0.26", "4.7",  "0.16", "0.35", "0.131"};
    questions_begin();
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
        for (int x = 0; x <= 9; x++)
            for (int y = x; y <= 9 && x + y <= 14; y++)
                for (int z = 0; z <= 2 && x + y + z <= 15; z++) {
                    struct heaps heaps = {3, {x, y, z}};
                    ck_assert_msg(is_lost(codes[c], heaps) == found_lost(codes[c], heaps), "%s %d %d %d", codes[c], x, y, z);
                }
    questions_end();
}
END_TEST

/* First wild heaps: Kayles 5, 0.07 10, 0.137 9, Grundy's game 13. */
START_TEST(the_first_wild_heaps)
{
    questions_begin();
    struct sg_job job = {.arena = &questions_arena, .budget = &questions_budget, .store = questions_store};
    static const struct {
        struct given_rules rules;
        uint64_t wild;
    } known[] = {{{.head.given = BIT(2), .octal = "0.77"}, 5},
                 {{.head.given = BIT(2), .octal = "0.07"}, 10},
                 {{.head.given = BIT(2), .octal = "0.137"}, 9},
                 {{.head.given = BIT(4), .split = SPLIT_UNEQUAL}, 13}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct genus *genera = misere_genera(&job, rules_make(&questions_arena, &known[i].rules), 20);
        for (uint64_t n = 0; n <= known[i].wild; n++)
            ck_assert_int_eq(genera[n].wild, n == known[i].wild);
    }
    questions_end();
}
END_TEST

/* The "SJ theorem": all values at most 1: won iff their xor is 0; else iff it is not. */
static bool sj_says_lost(struct heaps heaps)
{
    struct ask *ask = ask_code("0.77", heaps, false);
    const struct num *values = list_nums(((struct sg_extra *)ask->extra)->heap_grundy);
    bool big = false;
    for (int i = 0; i < heaps.n; i++)
        big |= values[i].word > 1;
    return big == num_is_zero(ask->answer.grundy);
}

/* Misère values of single heaps (mex with 1 for no move), xor-ed. Kayles 0…9: CGSuite's test of misère nim values. */
static bool xor_says_lost(struct heaps heaps)
{
    static const int misere[] = {1, 0, 2, 3, 0, 1, 3, 2, 1, 0};
    int sum = 0;
    for (int i = 0; i < heaps.n; i++)
        sum ^= misere[heaps.v[i]];
    return sum == 0;
}

START_TEST(rules_of_thumb_are_wrong_in_kayles)
{
    questions_begin();
    struct heaps nine = {1, {9}}, fives = {2, {5, 5}}, ones = {2, {1, 1}}, one_five = {2, {1, 5}}, four_eight = {2, {4, 8}};
    ck_assert(found_lost("0.77", nine) && is_lost("0.77", nine) && !sj_says_lost(nine));
    ck_assert(!found_lost("0.77", fives) && !is_lost("0.77", fives) && sj_says_lost(fives) && xor_says_lost(fives));
    ck_assert(!found_lost("0.77", ones) && !is_lost("0.77", ones) && xor_says_lost(ones));
    ck_assert(found_lost("0.77", one_five) && is_lost("0.77", one_five) && !sj_says_lost(one_five) && !xor_says_lost(one_five));
    ck_assert(found_lost("0.77", four_eight) && is_lost("0.77", four_eight) && !sj_says_lost(four_eight) &&
              !xor_says_lost(four_eight));
    questions_end();
}
END_TEST

static enum status count_looks(void *what)
{
    (*(int *)what)++;
    return STATUS_ok;
}

/* Up to 20 tokens are always answered, also where heaps are wild, and soon, whatever there is to learn about the rules. */
START_TEST(twenty_tokens_are_always_answered)
{
    questions_begin();
    enum { LOOKS_MAX = 1000 };
    static const char *const codes[] = {"0.07", "0.137", "0.7777", "0.6", "4.7", "0.16", "0.644", "0.77777777"};
    static const struct heaps positions[] = {
        {1, {20}}, {2, {10, 10}}, {4, {5, 5, 5, 5}}, {3, {9, 10, 1}}, {10, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}}};
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
        for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
            int looks = 0;
            questions_budget = (struct budget){.arena = &questions_arena, .look = count_looks, .what = &looks};
            is_lost(codes[c], positions[i]);
            ck_assert_msg(looks < LOOKS_MAX, "%s: %d looks", codes[c], looks);
        }
    questions_end();
}
END_TEST

SUITE(codes_agree_with_search, the_first_wild_heaps, rules_of_thumb_are_wrong_in_kayles, twenty_tokens_are_always_answered)
