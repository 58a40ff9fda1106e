#include "server/judge/system.h"

#include "api/json/member.h"
#include "core/limits.h"

#include <stdio.h>
#include <string.h>

enum system system_of(const char *name)
{
    static const char *const names[] = {"kattis", "testlib", "gradescope", "prairielearn", "coderunner", "json"};
    int i = 0;
    while (i < SYSTEM_COUNT && !(name && strcmp(names[i], name) == 0))
        i++;
    return (enum system)i;
}

int system_fault(enum system system)
{
    return system == SYSTEM_TESTLIB ? EXIT_TESTLIB_FAIL : EXIT_FAULT;
}

const char *system_shown(struct arena *arena, const char *bytes, size_t n)
{
    char *text = arena_copy(arena, bytes, n);
    for (size_t i = 0; i < n; i++)
        if (text[i] != '\n' && text[i] != '\t' && (text[i] < ' ' || text[i] > '~'))
            text[i] = '?';
    return text;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool done = fputs(text, file) >= 0;
    return fclose(file) == 0 && done;
}

bool system_write(const char *directory, const char *name, const char *text)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s", directory, name);
    return n > 0 && (size_t)n < sizeof path && write_file(path, text);
}

/* ---- programs that are told by exit status ---- */

static int fault(const struct tray *tray, const char *text)
{
    fprintf(stderr, "grundyd: %s\n", text);
    return system_fault(tray->system);
}

static int tell_kattis(const struct tray *tray, const struct finding *finding)
{
    const char *to = tray->feedback;
    bool right = finding->found == FOUND_RIGHT || (tray->score && finding->partial);
    char text[1 << 14];
    snprintf(text, sizeof text, "%s\n", finding->judge);
    if (!to) /* of a claim: there is no directory */
        return fputs(text, stdout) < 0 || fflush(stdout) ? fault(tray, "the output cannot be written")
               : right                                   ? EXIT_KATTIS_RIGHT
                                                         : EXIT_KATTIS_WRONG;
    bool written = system_write(to, "judgemessage.txt", text);
    snprintf(text, sizeof text, "%s\n", finding->student);
    if (finding->found != FOUND_RIGHT)
        written = written && system_write(to, "teammessage.txt", text);
    snprintf(text, sizeof text, "%s\n", finding->score);
    if (tray->score && right) /* beside a wrong answer it would be the judge's error */
        written = written && system_write(to, "score_multiplier.txt", text);
    if (!written)
        return fault(tray, "the feedback directory cannot be written");
    return right ? EXIT_KATTIS_RIGHT : EXIT_KATTIS_WRONG;
}

/* The report for systems that read XML. */
static void put_safe(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else
            putc(*text, file);
    }
}

struct testlib_row {
    int status;
    const char *outcome, *prefix;
};

static bool write_report(const struct tray *tray, const struct testlib_row *row, const struct finding *finding)
{
    if (!tray->report)
        return true;
    FILE *file = fopen(tray->report, "w");
    if (!file)
        return false;
    if (tray->appes) {
        fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", file);
        fprintf(file, "<result outcome = \"%s\"", row->outcome);
        if (row->status == EXIT_TESTLIB_POINTS)
            fprintf(file, " points = \"%s\"", finding->score);
        fputc('>', file);
        put_safe(file, finding->judge);
        fputs("</result>\n", file);
    } else {
        fprintf(file, "%s%s\n", row->prefix, finding->judge);
    }
    bool bad = ferror(file) != 0;
    return fclose(file) == 0 && !bad;
}

static int tell_testlib(const struct tray *tray, const struct finding *finding)
{
    static const struct testlib_row rows[] = {
        [FOUND_RIGHT] = {0, "accepted", "ok "},
        [FOUND_WRONG] = {EXIT_TESTLIB_WRONG, "wrong-answer", "wrong answer "},
        [FOUND_PRESENTATION] = {EXIT_TESTLIB_PRESENTATION, "presentation-error", "wrong output format "},
        [FOUND_UNREADABLE] = {EXIT_TESTLIB_PRESENTATION, "presentation-error", "wrong output format "},
        [FOUND_FAULT] = {EXIT_TESTLIB_FAIL, "fail", "FAIL "},
    };
    struct testlib_row row = rows[finding->found];
    char prefix[64];
    if (tray->score && finding->partial) {
        snprintf(prefix, sizeof prefix, "points %s ", finding->score);
        row = (struct testlib_row){EXIT_TESTLIB_POINTS, "points", prefix};
    }
    fprintf(stderr, "%s%s\n", row.prefix, finding->judge);
    if (!write_report(tray, &row, finding))
        return fault(tray, "the report cannot be written");
    return row.status;
}

/* ---- systems that read a document ---- */

static const char sorry[] = "This could not be graded, which is no fault of the submission. Please tell who runs the course.";

static void gradescope(struct out *out, const struct finding *finding)
{
    json_begin(out, '{');
    if (finding->found == FOUND_FAULT) {
        member_string(out, "output", sorry);
        member_string(out, "stdout_visibility", "hidden");
        json_end(out, '}');
        return;
    }
    member_raw(out, "score", finding->score);
    member_string(out, "output", finding->student);
    member_string(out, "stdout_visibility", "hidden");
    member_begin(out, "tests", '[');
    json_begin(out, '{');
    member_raw(out, "score", finding->score);
    member_word(out, "max_score", 1);
    member_string(out, "status", finding->found == FOUND_RIGHT ? "passed" : "failed");
    member_string(out, "name", finding->name);
    member_string(out, "output", finding->student);
    member_string(out, "visibility", "visible");
    json_end(out, '}');
    json_end(out, ']');
    json_end(out, '}');
}

static void prairielearn(struct out *out, const struct finding *finding)
{
    bool graded = finding->found != FOUND_FAULT && finding->found != FOUND_UNREADABLE;
    const char *message = finding->found == FOUND_FAULT ? sorry : finding->student;
    json_begin(out, '{');
    member_bool(out, "gradable", graded);
    if (!graded) {
        member_string(out, "message", message);
        if (finding->found == FOUND_UNREADABLE)
            member_words(out, "format_errors", (const char *const[]){message, NULL});
        json_end(out, '}');
        return;
    }
    member_raw(out, "score", finding->score);
    member_string(out, "message", message);
    member_string(out, "output", finding->got ? finding->got : "");
    member_begin(out, "tests", '[');
    json_begin(out, '{');
    member_string(out, "name", finding->name);
    member_raw(out, "points", finding->score);
    member_word(out, "max_points", 1);
    member_string(out, "message", message);
    json_end(out, '}');
    json_end(out, ']');
    json_end(out, '}');
}

static void coderunner(struct out *out, const struct finding *finding)
{
    json_begin(out, '{');
    if (finding->found == FOUND_FAULT) {
        member_string(out, "prologuehtml", arena_printf(out->arena, "<p>%s</p>", sorry));
    } else {
        member_raw(out, "fraction", finding->score);
        member_string(out, "got", finding->got ? finding->got : "");
        member_string(out, "comment", finding->student);
    }
    json_end(out, '}');
}

static void plain(struct out *out, const struct finding *finding)
{
    if (finding->json) {
        out_raw(out, finding->json);
        return;
    }
    json_begin(out, '{');
    member_null(out, "verdict");
    member_string(out, "detail", finding->judge);
    json_end(out, '}');
}

struct telling {
    enum system system;
    const struct finding *finding;
    struct arena *arena;
    bool failed;
};

static void tell_document(void *what)
{
    static void (*const documents[])(struct out *, const struct finding *) = {
        [SYSTEM_GRADESCOPE] = gradescope,
        [SYSTEM_PRAIRIELEARN] = prairielearn,
        [SYSTEM_CODERUNNER] = coderunner,
        [SYSTEM_JSON] = plain,
    };
    struct telling *telling = what;
    struct out out;
    out_init(&out, telling->arena, 4096);
    documents[telling->system](&out, telling->finding);
    out_raw(&out, "\n");
    telling->failed = fwrite(out.v, 1, out.n, stdout) < out.n || fflush(stdout);
}

int system_tell(const struct tray *tray, const struct finding *finding)
{
    struct arena arena;
    struct escape landed;
    if (tray->system == SYSTEM_TESTLIB)
        return tell_testlib(tray, finding);
    bool ours = finding->found == FOUND_FAULT;
    if (ours)
        fault(tray, finding->judge);
    if (tray->system == SYSTEM_KATTIS)
        return ours ? EXIT_FAULT : tell_kattis(tray, finding);
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    struct telling telling = {tray->system, finding, &arena, false};
    if (arena_try(&arena, &landed, tell_document, &telling))
        ours = fault(tray, landed.detail);
    else if (telling.failed)
        ours = fault(tray, "the output cannot be written");
    arena_reset(&arena);
    return ours ? EXIT_FAULT : 0;
}
