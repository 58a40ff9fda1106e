#include "server/judge/grade.h"

#include "api/json/out.h"
#include "api/json/parse.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "server/judge/desk.h"
#include "server/judge/inquiry.h"
#include "server/judge/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CLAIM_BYTES = 1 << 16 };

struct grading {
    struct tray tray;
    struct inquiry inquiry;
    struct arena joined;
    struct finding finding;
};

/* ---- whose fault a refusal is ---- */

static bool all_students(const cJSON *errors)
{
    const cJSON *fault;
    bool all = cJSON_GetArraySize(errors) > 0;
    cJSON_ArrayForEach(fault, errors) all = all && students_fault(inquiry_text(fault, "pointer"));
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

/* Of a list with a question that was not graded, and that is no student's fault. */
static const char *why_ungraded(struct inquiry *inquiry)
{
    const cJSON *answer;
    int at = 0;
    cJSON_ArrayForEach(answer, inquiry_member(inquiry, "answers"))
    {
        if (cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(answer, "graded")))
            return arena_printf(&inquiry->arena, "questions[%d] was not graded (%s): %s", at, inquiry_text(answer, "code"),
                                inquiry_text(answer, "detail"));
        at++;
    }
    return "a question was not graded";
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
    if (reply->ungraded) {
        finding->found = FOUND_FAULT;
        finding->judge = why_ungraded(inquiry);
        return;
    }
    finding->found = reply->mistaken ? FOUND_WRONG : FOUND_RIGHT;
    finding->score = score ? decimal(&inquiry->arena, score->valuedouble) : reply->mistaken ? "0" : "1";
    finding->partial = score && reply->mistaken && score->valuedouble > 0 && score->valuedouble < 1;
    finding->judge = finding->student = words(grading);
}

/* ---- the run ---- */

/* Up to `limit` bytes; NULL: it is longer (EFBIG), or cannot be read. */
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
    errno = text && *size == limit && !source.failed ? EFBIG : EIO;
    free(text);
    return NULL;
}

/* The student's claim, by itself: what is no JSON is his fault, and nothing of it can reach into the question. */
struct joining {
    struct grading *grading;
    const char *question, *claim;
    size_t question_size, claim_size;
    struct out body;
    const char *fault; /* the claim's */
};

static void join(void *what)
{
    struct joining *joining = what;
    struct arena *arena = &joining->grading->joined;
    struct scan scan;
    out_init(&joining->body, arena, joining->question_size + joining->claim_size + 64);
    if (!json_parse(arena, arena_copy(arena, joining->claim, joining->claim_size), joining->claim_size, &scan)) {
        joining->fault = scan.fault;
        return;
    }
    const char *brace = memchr(joining->question, '{', joining->question_size);
    size_t at = brace ? (size_t)(brace - joining->question) + 1 : 0;
    out_bytes(&joining->body, joining->question, at);
    out_raw(&joining->body, "\"claim\":");
    out_bytes(&joining->body, joining->claim, joining->claim_size);
    out_raw(&joining->body, ",");
    out_bytes(&joining->body, joining->question + at, joining->question_size - at);
}

static int tell_fault(struct grading *grading, const char *text)
{
    grading->finding = (struct finding){.found = FOUND_FAULT, .judge = text};
    return system_tell(&grading->tray, &grading->finding);
}

static int tell_unreadable(struct grading *grading, const char *fault)
{
    static char text[200];
    snprintf(text, sizeof text, "The claim cannot be read: %s.", fault);
    grading->finding = (struct finding){.found = FOUND_UNREADABLE, .score = "0", .name = "grade", .judge = text, .student = text};
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

static int answer_claim(struct grading *grading, const char *name, const char *question, size_t question_size)
{
    struct escape landed;
    size_t size;
    char *claim = read_all(name, CLAIM_BYTES, &size);
    int status;
    struct joining joining = {grading, question, claim, question_size, claim ? size : 0, {0}, NULL};
    if (!claim && errno == EFBIG)
        joining.fault = "it is too long";
    if (!claim && !joining.fault)
        status = tell_fault(grading, "the claim cannot be read");
    else if (claim && arena_try(&grading->joined, &landed, join, &joining))
        status = tell_fault(grading, landed.detail);
    else if (joining.fault)
        status = tell_unreadable(grading, joining.fault);
    else
        status = answer(grading, joining.body.v, joining.body.n);
    free(claim);
    arena_reset(&grading->joined);
    return status;
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
    arena_init(&grading.joined, NULL, 0, ARENA_BYTES);
    if (!inquiry_open(&grading.inquiry, config))
        status = tell_fault(&grading, "it cannot start");
    else if (!(body = read_all(config->word_count > 1 ? config->words[1] : "-", config->max_body, &size)))
        status = tell_fault(&grading, "the request cannot be read, or is longer than --max-body");
    else if (config->claim)
        status = answer_claim(&grading, config->claim, body, size);
    else
        status = answer(&grading, body, size);
    free(body);
    inquiry_close(&grading.inquiry);
    return status;
}
