/* Right outputs, changed in one place or in two, for every judge problem: the verdict is whether the words are the same; a change
 * within a line costs the case of that line and no other, and that is where the first difference is; what costs a case costs it
 * beside other faults, too. What wrong methods print is recognised on inputs of any length. All is expected by construction: what
 * the judge prints for each case is known, and what was done to it. */
#include "api/tools/judge/check/diagnose.h"
#include "api/tools/judge/run.h"
#include "core/limits.h"
#include "tests/support/api/probe.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 20, LINES = 2048, PLACES = 24 };

static struct probe probe;
static struct arena files;
static char input[TEXT], changed[TEXT], body[3 * TEXT];

/* The right output, and a wrong method's, line by line. */
struct line {
    char *text; /* without its end */
    int unit;
    bool opens; /* the unit's first */
};
static struct line lines[LINES];
static int line_count, units;
static const struct judge_problem *problem;
static uint64_t state;

static void setup(void)
{
    probe_init(&probe);
    arena_init(&files, NULL, 0, ARENA_BYTES);
    state = 2149;
}

static void forget_lines(void)
{
    while (line_count)
        free(lines[--line_count].text);
    units = 0;
}

static void teardown(void)
{
    forget_lines();
    arena_reset(&files);
    probe_free(&probe);
}

static int below(int n)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int)((state >> 33) % (uint64_t)n);
}

/* ---- right outputs and those of wrong methods ---- */

struct printing {
    struct judge_run run;
    struct text_in text;
    const struct mistake *mistake; /* NULL: the judge */
    int wrong;                     /* units that the method prints otherwise */
};

static void keep_lines(const char *text, size_t n, int unit)
{
    bool first = true;
    for (const char *end = text + n; text < end; first = false) {
        size_t length = strcspn(text, "\n");
        ck_assert_int_lt(line_count, LINES);
        lines[line_count++] = (struct line){strndup(text, length), unit, first};
        text += length + 1;
    }
}

static bool keep_unit(void *what, const struct judged_unit *unit)
{
    struct printing *printing = what;
    struct out out;
    out_init(&out, printing->run.reading.arena, 256);
    if (printing->mistake) {
        judge_unit_mistaken(&printing->run, unit, printing->mistake, &out);
        printing->wrong += out.n != unit->text_size - 1 || memcmp(out.v, unit->text, out.n) != 0;
        out_raw(&out, "\n");
    } else {
        out_bytes(&out, unit->text, unit->text_size);
    }
    keep_lines(arena_copy(printing->run.reading.arena, out.v, out.n), out.n, units++);
    return true;
}

static void run_under(void *what)
{
    judge_run_all(&((struct printing *)what)->run);
}

/* The lines for `input`; how many units the method prints otherwise than the judge. */
static int print_lines(const struct mistake *mistake)
{
    struct arena arena;
    struct escape landed;
    forget_lines();
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    struct budget budget = {.left = UINT64_MAX, .arena = &arena};
    struct printing printing = {.mistake = mistake, .text = text_of(input, strlen(input))};
    printing.run =
        (struct judge_run){.problem = problem, .store = probe.api.store, .budget = &budget, .each = keep_unit, .what = &printing};
    printing.run.reading = (struct reading){.text = &printing.text, .arena = &arena, .limits = true};
    ck_assert_msg(arena_try(&arena, &landed, run_under, &printing) == STATUS_ok, "%s: %s", problem->id, landed.detail);
    arena_reset(&arena);
    return printing.wrong;
}

static void open_problem(size_t index)
{
    struct arena *previous = arena_enter(&files);
    problem = judge_open(&files, judge_id(index));
    arena_enter(previous);
}

/* False: an input of this problem has not so many cases. */
static bool generate(const char *kind, const char *mistake, int cases, int seed)
{
    char wish[200], target[80];
    snprintf(target, sizeof target, "/judge/%s/generate", problem->id);
    snprintf(wish, sizeof wish, "{\"kind\":\"%s\",\"cases\":%d,\"seed\":%d%s%s%s}", kind, cases, seed,
             mistake ? ",\"mistake\":\"" : "", mistake ? mistake : "", mistake ? "\"" : "");
    probe.request.content_type = "application/json";
    if (probe_send(&probe, "POST", target, wish) != 200)
        return false;
    ck_assert_uint_lt(strlen(probe_text(&probe)), TEXT);
    strcpy(input, probe_text(&probe));
    return true;
}

/* ---- checking ---- */

static char *put_string(char *to, const char *text)
{
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '\n' || *text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text == '\n' ? 'n' : *text;
    }
    *to++ = '"';
    *to = '\0';
    return to;
}

struct found {
    bool accepted;
    int right, cases, unit, line; /* unit -1: no difference */
    double score;
};

static struct found check(const char *text)
{
    char target[80];
    snprintf(target, sizeof target, "/judge/%s/check", problem->id);
    char *to = put_string(body + sprintf(body, "{\"input\":"), input);
    to = put_string(to + sprintf(to, ",\"output\":"), text);
    strcpy(to, "}");
    probe.request.content_type = "application/json";
    ck_assert_msg(probe_send(&probe, "POST", target, body) == 200, "%s", probe_text(&probe));
    struct found found = {.accepted = strcmp(probe_string(&probe, "verdict"), "accepted") == 0, .unit = -1};
    found.right = (int)probe_value(&probe, "right")->valuedouble;
    found.cases = (int)probe_value(&probe, "cases")->valuedouble;
    found.score = strtod(strstr(probe_text(&probe), "\"score\":") + 8, NULL); /* a fraction is none to the probe's reader */
    ck_assert_int_eq(found.cases, units);
    ck_assert(found.accepted == (found.score == 1) && found.accepted == cJSON_IsNull(probe_value(&probe, "first_difference")));
    if (!found.accepted) {
        found.unit = (int)probe_value(&probe, "first_difference.case")->valuedouble;
        found.line = (int)probe_value(&probe, "first_difference.line")->valuedouble;
    }
    return found;
}

/* The lines as a text. */
static const char *joined(const char *between)
{
    char *to = changed;
    for (int i = 0; i < line_count; i++)
        if (lines[i].text)
            to += sprintf(to, "%s%s", lines[i].text, between);
    *to = '\0';
    return changed;
}

/* Whether the words of the lines are those of the text. */
static bool has_right_words(const char *text)
{
    for (int i = 0; i < line_count; i++)
        for (const char *at = lines[i].text; *at; at++) {
            while (*text == ' ' || *text == '\n')
                text++;
            if (*at != ' ' && *text++ != *at)
                return false;
            if ((!at[1] || at[1] == ' ') && *text != ' ' && *text != '\n')
                return false;
        }
    return true;
}

static int word_count(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text != ' ' && (text[1] == ' ' || !text[1]);
    return n;
}

/* ---- changes of a line: the new one is the caller's ---- */

enum change { WORD_DROPPED, WORD_ADDED, WORD_ADDED_BEFORE, WORD_CHANGED, LETTERS_CHANGED, CHANGES };

/* NULL: the line cannot be changed so. */
static char *change_line(const char *text, enum change change)
{
    char *to = malloc(strlen(text) + 20);
    int words = word_count(text), which = below(words), word = 0;
    size_t before = 0;
    while (word < which)
        word += text[before++] == ' ';
    size_t n = strcspn(text + before, " ");
    strcpy(to, text);
    if (change == WORD_DROPPED && words > 1)
        strcpy(to + before - (word == words - 1), text + before + n + (word < words - 1));
    else if (change == WORD_ADDED)
        sprintf(to, "%s %.*s", text, (int)(n < 12 ? n : 12), text + before);
    else if (change == WORD_ADDED_BEFORE)
        sprintf(to, "7 %s", text);
    else if (change == WORD_CHANGED)
        sprintf(to + before, "zzz%s", text + before + n);
    for (char *at = to; change == LETTERS_CHANGED && *at; at++)
        *at ^= (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') ? 32 : 0;
    if (strcmp(to, text) != 0)
        return to;
    free(to);
    return NULL;
}

static const char *told(const struct found *found)
{
    static char text[400];
    snprintf(text, sizeof text, "%s: right %d of %d, first difference in case %d, line %d, on ", problem->id, found->right,
             found->cases, found->unit, found->line);
    return text;
}

/* One line is changed, then a second one: each costs its case. */
static void hold_changes(int first, enum change change, int second)
{
    char *kept = lines[first].text, *now = change_line(kept, change);
    if (!now)
        return;
    lines[first].text = now;
    struct found found = check(joined("\n"));
    ck_assert_msg(!found.accepted && found.right == units - 1 && found.unit == lines[first].unit, "%s%s", told(&found), changed);
    bool same = change == WORD_CHANGED || change == LETTERS_CHANGED; /* as many words; of others the next line's may agree, too */
    ck_assert_msg(found.line == first + 1 || (!same && found.line > first), "%s%s", told(&found), changed);
    if (lines[second].unit != lines[first].unit) {
        char *other = lines[second].text;
        lines[second].text = change_line(other, WORD_CHANGED);
        struct found both = check(joined("\n"));
        int least = first < second ? first : second;
        ck_assert_msg(both.right == units - 2 && both.score <= found.score && both.unit == lines[least].unit, "%s%s", told(&both),
                      changed);
        free(lines[second].text);
        lines[second].text = other;
    }
    free(now);
    lines[first].text = kept;
}

static void swap_lines(int a, int b)
{
    char *kept = lines[a].text;
    lines[a].text = lines[b].text;
    lines[b].text = kept;
}

static void hold_swap(int a, int b)
{
    bool two = lines[a].unit != lines[b].unit;
    if (strcmp(lines[a].text, lines[b].text) == 0)
        return;
    swap_lines(a, b);
    struct found found = check(joined("\n"));
    swap_lines(a, b);
    if (has_right_words(changed)) { /* 0 0 and 0 */
        ck_assert_msg(found.accepted, "%s%s", told(&found), changed);
        return;
    }
    int least = lines[a].unit < lines[b].unit ? lines[a].unit : lines[b].unit;
    ck_assert_msg(!found.accepted && found.right == units - 1 - two && found.unit == least, "%s%s", told(&found), changed);
}

/* Where lines tell by their looks where an answer begins, one less or one more costs no more than its case; else the cases before
 * it are right, all but the last, to which belongs what has lost its beginning. */
static void hold_line(int at, const char *now)
{
    char *kept = lines[at].text;
    bool marked = problem->prefix || !lines[at].opens, single = problem->print < PRINT_TRIPLE;
    int unit = lines[at].unit, least = marked ? units - 1 : unit;
    lines[at].text = (char *)now;
    struct found found = check(joined("\n"));
    lines[at].text = kept;
    ck_assert_msg(!found.accepted && found.right >= least, "%s%s", told(&found), changed);
    ck_assert_msg(marked && units > 1 ? found.unit == unit : found.unit >= unit - !single, "%s%s", told(&found), changed);
}

static void hold_line_added(int at)
{
    char *twice = malloc(2 * strlen(lines[at].text) + 2);
    sprintf(twice, "%s\n%s", lines[at].text, lines[at].text);
    hold_line(at, twice);
    free(twice);
}

static void hold_cut(int at)
{
    joined("\n");
    char *end = changed;
    for (int i = 0; i < at; i++)
        end = strchr(end, '\n') + 1;
    *end = '\0';
    struct found found = check(changed);
    ck_assert_msg(!found.accepted && found.right == lines[at].unit && found.unit == lines[at].unit, "%s%s", told(&found),
                  changed);
}

/* Blanks and the ends of lines do not matter; a wrong word still costs its case, where answers stand side by side. */
static void hold_layouts(int at)
{
    static const char *const between[] = {" ", "\n\n", "  \n \n"};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        struct found found = check(joined(between[i]));
        ck_assert_msg(found.accepted && found.right == units, "%s%s", told(&found), changed);
    }
    char *kept = lines[at].text;
    lines[at].text = change_line(kept, WORD_CHANGED);
    struct found found = check(joined(" "));
    ck_assert_msg(found.right == units - 1 && found.unit == lines[at].unit, "%s%s", told(&found), changed);
    free(lines[at].text);
    lines[at].text = kept;
}

/* Something behind the last case costs one, and no more beside a wrong one. */
static void hold_more(int at)
{
    static const char *const more[] = {"zzz\n", "\n1 1\n", "first second\n"};
    char *kept = lines[at].text;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        joined("\n");
        strcat(changed, more[i]);
        struct found found = check(changed);
        ck_assert_msg(!found.accepted && found.right >= units - 1 && found.score * units > units - 1.5 && found.score < 1, "%s%s",
                      told(&found), changed);
        lines[at].text = change_line(kept, WORD_CHANGED);
        joined("\n");
        strcat(changed, more[i]);
        struct found both = check(changed);
        ck_assert_msg(!both.accepted && both.right >= units - 2 && both.score <= found.score, "%s%s", told(&both), changed);
        free(lines[at].text);
        lines[at].text = kept;
    }
}

START_TEST(a_change_costs_its_case_and_no_other)
{
    static const char *const kinds[] = {"small", "random", "edge"};
    open_problem((size_t)_i);
    for (int seed = 0; seed < 3; seed++) {
        if (problem->cases == CASES_FIXED)
            *input = '\0';
        else if (!generate(kinds[seed], NULL, 8, seed) && !generate(kinds[seed], NULL, 1, seed))
            continue;
        print_lines(NULL);
        for (int i = 0; i < PLACES; i++) {
            int at = line_count <= PLACES ? i % line_count : below(line_count), other = below(line_count);
            for (enum change change = 0; change < CHANGES; change++)
                hold_changes(at, change, other);
            hold_swap(at, other);
            hold_line(at, NULL);
            hold_line_added(at);
            hold_cut(at);
            if (line_count <= PLACES && i == line_count)
                break;
        }
        hold_layouts(below(line_count));
        hold_more(below(line_count));
    }
}
END_TEST

/* ---- wrong methods ---- */

static bool is_named(const char *id)
{
    const cJSON *row, *rows = probe_value(&probe, "diagnosis");
    cJSON_ArrayForEach(row, rows) if (strcmp(cJSON_GetObjectItem(row, "mistake")->valuestring, id) == 0) return true;
    return false;
}

/* A single wrong case may be that of several methods; two are those of one that prints both. */
START_TEST(a_wrong_method_is_recognised_wherever_it_differs)
{
    static const int counts[] = {2, 20, 50};
    open_problem((size_t)_i);
    struct arena *previous = arena_enter(&files);
    struct judge_mistakes mistakes = judge_mistakes(&files, problem);
    arena_enter(previous);
    for (size_t k = 0; k < mistakes.n; k++)
        for (int i = 0; i < 6; i++) {
            const struct mistake *mistake = mistakes.v[k].known;
            if (problem->cases == CASES_FIXED ||
                !(i < 3 ? generate("random", NULL, counts[i], i) : generate("against", mistake->id, counts[i - 3], i)))
                continue;
            int wrong = print_lines(mistake);
            struct found found = check(joined("\n"));
            ck_assert_msg(found.right == units - wrong, "%s%s %d wrong: %s", told(&found), mistake->id, wrong, changed);
            ck_assert_msg(wrong < 2 || is_named(mistake->id), "%s%s: %s", told(&found), mistake->id, changed);
            ck_assert_msg(i < 3 || wrong >= 2 || units == 1, "%s%s: %s", told(&found), mistake->id, input);
        }
}
END_TEST

/* By hand. hdu-2149 4 2 is won by 1, 3 2 is lost, 3 5 and 2 3 are won by 3 4 5 and 2 3: who forgets that more may be bidden
 * prints 3 and 2. hdu-2176: 1 1 is lost, 5 7 is won by 7 5, and of 3 all is taken. hdu-2177: 2 1 is lost, 2 2 leaves 0 0 and 1 2.
 */
static const struct {
    const char *id, *input, *output;
    int right, unit, line;
} known[] = {
    {"hdu-2149", "4 2\n3 2\n3 5\n2 3\n3 2\n", "1\nnone\n3\n2\nnone\n", 3, 2, 3},
    {"hdu-2149", "3 5\n4 2\n3 5\n3 2\n", "3\n1\n3\nnone\n", 2, 0, 1},
    {"hdu-2176", "2\n5 7\n2\n1 1\n1\n3\n0\n", "Yes\n7 5\nno\nYes\n3 0\n", 2, 1, 3},
    {"hdu-2176", "2\n5 7\n2\n1 1\n1\n3\n0\n", "Yes\n7 5\nNO!\nYes\n3 0\n", 2, 1, 3},
    {"hdu-2176", "2\n5 7\n2\n1 1\n1\n3\n0\n", "Yes\n7 5\n9 9\nno\nYes\n3 0\n", 1, 0, 3},
    {"hdu-2177", "2 2\n2 1\n2 2\n0 0\n", "1\n0 0\n1 2\n0 5\n0\n1\n0 0\n1 2\n", 2, 0, 4},
    {"hdu-2177", "2 1\n2 1\n0 0\n", "0\n0 5\n0\n", 1, 0, 2},
    {"hdu-2486", "3\n3 2\n4 2\n5 2\n", "Case 1: lose\nCase 3: 1\n", 1, 1, 2},
    {"hdu-1846", "2\n23 2\n4 3\n", "first\nsecond second\n", 1, 1, 2},
};

START_TEST(known_outputs)
{
    size_t index = 0;
    while (strcmp(judge_id(index), known[_i].id) != 0)
        index++;
    open_problem(index);
    strcpy(input, known[_i].input);
    print_lines(NULL);
    struct found found = check(known[_i].output);
    ck_assert_msg(found.right == known[_i].right && found.unit == known[_i].unit && found.line == known[_i].line, "%s%s",
                  told(&found), known[_i].output);
}
END_TEST

void suite_fill(TCase *tcase)
{
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, a_change_costs_its_case_and_no_other, 0, (int)judge_count());
    tcase_add_loop_test(tcase, a_wrong_method_is_recognised_wherever_it_differs, 0, (int)judge_count());
    tcase_add_loop_test(tcase, known_outputs, 0, sizeof known / sizeof *known);
}
