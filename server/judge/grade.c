#include "server/judge/grade.h"

#include "api/json/out.h"
#include "server/command.h"
#include "server/judge/desk.h"
#include "server/judge/inquiry.h"
#include "server/judge/system.h"

#include <stdlib.h>
#include <string.h>

struct grading {
    struct tray tray;
    struct inquiry inquiry;
    struct finding finding;
};

/* ---- whose fault a refusal is ---- */

/* What the student wrote stands in claim and record, all else was written by who set the task. */
static bool is_students(const char *pointer)
{
    static const char *const parts[] = {"/claim", "/record", "/moves"};
    if (strncmp(pointer, "/questions/", 11) == 0)
        pointer += 11 + strspn(pointer + 11, "0123456789");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t n = strlen(parts[i]);
        if (strncmp(pointer, parts[i], n) == 0 && (!pointer[n] || pointer[n] == '/'))
            return true;
    }
    return false;
}

static bool all_students(const cJSON *errors)
{
    const cJSON *fault;
    bool all = cJSON_GetArraySize(errors) > 0;
    cJSON_ArrayForEach(fault, errors) all = all && is_students(inquiry_text(fault, "pointer"));
    return all;
}

/* ---- what was found, in words ---- */

static void add_sentence(struct out *out, const char *what, const char *sentence)
{
    if (!*sentence)
        return;
    if (out->n)
        out_raw(out, "\n");
    if (*what)
        out_raw(out, arena_printf(out->arena, "%s: ", what));
    out_raw(out, sentence);
}

static void add_record(struct out *out, const cJSON *moves)
{
    const cJSON *move;
    int ply = 0;
    cJSON_ArrayForEach(move, moves)
    {
        const char *sentence = inquiry_text(move, "feedback"), *reason = inquiry_text(move, "reason");
        add_sentence(out, arena_printf(out->arena, "move %d", ply++), *sentence ? sentence : reason);
    }
}

static void add_checks(struct out *out, const cJSON *checks)
{
    const cJSON *check;
    cJSON_ArrayForEach(check, checks) add_sentence(out, inquiry_text(check, "what"), inquiry_text(check, "feedback"));
}

static const char *words(struct grading *grading)
{
    const struct inquiry *inquiry = &grading->inquiry;
    const cJSON *answer;
    struct out out;
    out_init(&out, &grading->inquiry.arena, 1024);
    add_checks(&out, inquiry_member(inquiry, "checks"));
    add_record(&out, inquiry_member(inquiry, "moves"));
    cJSON_ArrayForEach(answer, inquiry_member(inquiry, "answers"))
        add_checks(&out, cJSON_GetObjectItemCaseSensitive(answer, "checks"));
    if (!out.n)
        out_raw(&out, inquiry->reply.mistaken ? "Something is wrong." : "Right.");
    return arena_copy(out.arena, out.v, out.n);
}

/* The shortest decimal that is read as this number. */
static const char *decimal(struct arena *arena, double value)
{
    const char *text = "";
    for (int digits = 1; digits <= 17 && (!*text || strtod(text, NULL) != value); digits++)
        text = arena_printf(arena, "%.*g", digits, value);
    return text;
}

static void describe(void *what)
{
    struct grading *grading = what;
    struct inquiry *inquiry = &grading->inquiry;
    struct finding *finding = &grading->finding;
    const struct reply *reply = &inquiry->reply;
    const cJSON *score = inquiry_member(inquiry, "score");
    finding->json = reply->body ? arena_copy(&inquiry->arena, reply->body, reply->body_size) : NULL;
    finding->name = *inquiry_text(inquiry->json, "game") ? inquiry_text(inquiry->json, "game") : "grade";
    finding->score = "0";
    if (reply->status != 200) {
        finding->found = all_students(inquiry_member(inquiry, "errors")) ? FOUND_UNREADABLE : FOUND_FAULT;
        finding->judge = finding->student = inquiry_text(inquiry->json, "detail");
        return;
    }
    finding->found = reply->mistaken ? FOUND_WRONG : FOUND_RIGHT;
    finding->score = score ? decimal(&inquiry->arena, score->valuedouble) : reply->mistaken ? "0" : "1";
    finding->partial = score && reply->mistaken && score->valuedouble > 0 && score->valuedouble < 1;
    finding->judge = finding->student = words(grading);
}

/* ---- the run ---- */

/* Up to `limit` bytes; NULL: it is longer, or cannot be read. */
static char *read_all(const char *name, size_t limit, size_t *size)
{
    static struct source source;
    char *text = malloc(limit + 1);
    bool fine = text && source_open(&source, name);
    for (*size = 0; fine && text_peek(&source.text) >= 0; text_skip(&source.text)) {
        fine = *size < limit;
        if (fine)
            text[(*size)++] = *source.text.at;
    }
    if (fine && !source.failed)
        return source_close(&source), text;
    free(text);
    return NULL;
}

static int tell_fault(struct grading *grading, const char *text)
{
    grading->finding = (struct finding){.found = FOUND_FAULT, .judge = text};
    return system_tell(&grading->tray, &grading->finding);
}

static int answer(struct grading *grading, const char *body, size_t size)
{
    struct escape landed;
    struct inquiry *inquiry = &grading->inquiry;
    inquiry_ask(inquiry, "/grade", NULL, body, size);
    if (!inquiry->json)
        return tell_fault(grading, "there is no answer");
    if (arena_try(&inquiry->arena, &landed, describe, grading))
        return tell_fault(grading, landed.detail);
    return system_tell(&grading->tray, &grading->finding);
}

int grade_run(const struct config *config)
{
    static struct grading grading;
    size_t size;
    int status;
    char *body = NULL;
    grading.tray = (struct tray){.system = system_of(config->as), .score = config->score};
    if (grading.tray.system == SYSTEM_COUNT)
        return desk_complain("--as is one of kattis, testlib, gradescope, prairielearn, coderunner, json", EXIT_USAGE);
    if (!inquiry_open(&grading.inquiry, config))
        status = tell_fault(&grading, "it cannot start");
    else if (!(body = read_all(config->word_count > 1 ? config->words[1] : "-", config->max_body, &size)))
        status = tell_fault(&grading, "the request cannot be read, or is longer than --max-body");
    else
        status = answer(&grading, body, size);
    free(body);
    inquiry_close(&grading.inquiry);
    return status;
}
