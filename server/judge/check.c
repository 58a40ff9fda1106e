#include "server/judge/check.h"

#include "api/tools/judge/check/report.h"
#include "server/judge/desk.h"
#include "server/judge/system.h"

#include <string.h>

struct checking {
    const struct config *config;
    struct tray tray;
    const char *input_name, *output_name;
    bool exact, reveal, unlimited;
    struct source input, output;
    struct desk desk;
    struct judge_check check;
    enum status status; /* of the run */
    struct finding finding;
};

/* ---- arguments ---- */

/* Behind the directory a package may say how outputs are compared. */
static bool read_kattis(struct checking *checking)
{
    const struct config *config = checking->config;
    if (config->word_count < 5)
        return false;
    checking->input_name = config->words[2];
    checking->output_name = "-";
    checking->tray.feedback = config->words[4];
    for (size_t i = 5; i < config->word_count; i++) {
        if (strcmp(config->words[i], "space_change_sensitive") == 0)
            checking->exact = true;
        else if (strcmp(config->words[i], "case_sensitive") != 0) /* which it always is */
            return false;
    }
    return true;
}

static bool read_testlib(struct checking *checking)
{
    const struct config *config = checking->config;
    size_t n = config->word_count;
    if (n < 5 || n > 7 || (n == 7 && strcmp(config->words[6], "-appes") != 0))
        return false;
    checking->input_name = config->words[2];
    checking->output_name = config->words[3];
    checking->tray.report = n > 5 ? config->words[5] : NULL;
    checking->tray.appes = n > 6;
    return true;
}

static bool read_arguments(struct checking *checking)
{
    const struct config *config = checking->config;
    checking->exact = config->exact;
    checking->reveal = config->reveal;
    checking->tray.score = config->score;
    checking->unlimited = config->limits && strcmp(config->limits, "off") == 0;
    if (config->limits && !checking->unlimited && strcmp(config->limits, "on") != 0)
        return false;
    if (checking->tray.system == SYSTEM_KATTIS)
        return read_kattis(checking);
    if (checking->tray.system == SYSTEM_TESTLIB)
        return read_testlib(checking);
    checking->input_name = config->input;
    checking->output_name = config->output;
    return config->word_count == 2 && config->input && config->output;
}

/* ---- what was found, in words ---- */

static const char *counted(struct arena *arena, const struct judge_check *check)
{
    return arena_printf(arena, "%lld of %lld case%s right.", (long long)check->right, (long long)check->cases,
                        check->cases == 1 ? " is" : "s are");
}

static const char *place(struct arena *arena, const struct judge_check *check)
{
    if (check->first->unit == check->cases)
        return arena_printf(arena, "Line %lld of the output", (long long)check->first->line);
    return arena_printf(arena, "Case %lld, line %lld of the output", (long long)check->first->unit + 1,
                        (long long)check->first->line);
}

static const char *for_judge(struct arena *arena, const struct judge_check *check)
{
    if (check->verdict == CHECK_PRESENTATION)
        return arena_printf(arena, "%s The white space is not as expected.", counted(arena, check));
    if (!check->first)
        return counted(arena, check);
    const char *text =
        arena_printf(arena, "%s %s: %s", counted(arena, check), place(arena, check), judge_feedback(arena, check, true));
    if (judge_has_got(check->first))
        text = arena_printf(arena, "%s Got \"%s\".", text, check->first->got);
    for (size_t i = 0; i < check->mistakes.n; i++)
        if (judge_diagnosed(check, i))
            text = arena_printf(arena, "%s Known wrong method: %s. %s", text, check->mistakes.v[i].known->title.en,
                                check->mistakes.v[i].known->sentence.en);
    return check->first->position[0] ? arena_printf(arena, "%s Position: %s", text, check->first->position) : text;
}

static const char *for_student(struct arena *arena, const struct judge_check *check, bool reveal)
{
    if (!check->first)
        return for_judge(arena, check);
    return arena_printf(arena, "%s %s: %s", counted(arena, check), place(arena, check), judge_feedback(arena, check, reveal));
}

static void describe(void *what)
{
    struct checking *checking = what;
    struct arena *arena = &checking->desk.kept;
    const struct judge_check *check = &checking->check;
    struct finding *finding = &checking->finding;
    struct out out;
    static const enum found founds[] = {FOUND_RIGHT, FOUND_WRONG, FOUND_PRESENTATION};
    finding->found = founds[check->verdict];
    int64_t scored = judge_check_scored(check);
    finding->partial = scored > 0 && scored < check->cases;
    finding->name = checking->desk.problem->id;
    out_init(&out, arena, 32);
    judge_score(&out, check);
    finding->score = arena_copy(arena, out.v, out.n);
    finding->judge = for_judge(arena, check);
    finding->student = for_student(arena, check, checking->reveal);
    finding->got = system_shown(arena, checking->output.head, checking->output.head_size);
    out_init(&out, arena, 1024);
    judge_report(&out, checking->desk.problem, check, checking->reveal);
    finding->json = arena_copy(arena, out.v, out.n);
}

/* ---- the run ---- */

static int tell_fault(struct checking *checking, const char *text)
{
    checking->finding = (struct finding){.found = FOUND_FAULT, .judge = text};
    return system_tell(&checking->tray, &checking->finding);
}

static void prepare(void *what)
{
    struct checking *checking = what;
    judge_check_prepare(&checking->check, &checking->desk.run, &checking->desk.kept);
}

static int compare(struct checking *checking)
{
    struct escape landed;
    struct desk *desk = &checking->desk;
    struct judge_check *check = &checking->check;
    check->output = checking->output.text;
    check->exact = checking->exact;
    desk->run.reading.limits = !checking->unlimited;
    desk->run.placed = true;
    desk->run.problem = desk->problem;
    desk->run.each = judge_check_unit;
    desk->run.what = check;
    if (arena_try(&desk->kept, &landed, prepare, checking))
        return tell_fault(checking, landed.detail);
    if (desk_run(desk, &checking->input) != STATUS_ok)
        return tell_fault(checking, arena_printf(&desk->kept, "the input of the problem: %s", desk->detail));
    judge_check_end(check);
    if (checking->output.failed)
        return tell_fault(checking, "the output cannot be read to its end");
    if (arena_try(&desk->kept, &landed, describe, checking))
        return tell_fault(checking, landed.detail);
    return system_tell(&checking->tray, &checking->finding);
}

int check_run(const struct config *config)
{
    static struct checking checking;
    int status;
    checking.config = config;
    checking.tray.system = system_of(config->as);
    if (checking.tray.system == SYSTEM_COUNT)
        return desk_complain("--as is one of kattis, testlib, gradescope, prairielearn, coderunner, json", EXIT_USAGE);
    if (!read_arguments(&checking))
        status = tell_fault(&checking, "the arguments are not those of the system; see grundyd --help");
    else if (!desk_open(&checking.desk, config, config->words[1]))
        status = tell_fault(&checking, checking.desk.detail);
    else if (!source_open(&checking.input, checking.input_name))
        status = tell_fault(&checking, "the input of the problem cannot be opened");
    else if (!source_open(&checking.output, checking.output_name))
        status = tell_fault(&checking, "the output file cannot be opened");
    else
        status = compare(&checking);
    desk_close(&checking.desk);
    return status;
}
