#include "server/judge/generate.h"

#include "api/json/member.h"
#include "api/tools/judge/judge.h"
#include "server/judge/desk.h"
#include "server/judge/inquiry.h"

#include <string.h>

struct generating {
    const struct config *config;
    struct inquiry inquiry;
    struct arena arena;
    bool judge; /* a judge problem's input, else positions */
    const char *accept, *target;
    const char *nearest; /* problem; NULL: none, or it is one */
    struct out body;
};

/* Numbers as numbers, all else as it was written: what is none is told by its pointer. */
static void give(struct out *out, const char *name, const char *value)
{
    if (!value)
        return;
    size_t n = strlen(value), sign = *value == '-', digits = strspn(value + sign, "0123456789");
    bool number = digits && sign + digits == n && digits <= 15 && (digits == 1 || value[sign] != '0');
    if (number)
        member_raw(out, name, value);
    else
        member_string(out, name, value);
}

static void make_request(void *what)
{
    struct generating *generating = what;
    const struct config *config = generating->config;
    struct out *out = &generating->body;
    const char *id = config->words[1];
    generating->target = generating->judge ? arena_printf(&generating->arena, "/judge/%s/generate", id) : "/generate";
    generating->nearest = generating->judge ? NULL : judge_nearest(&generating->arena, id);
    out_init(out, &generating->arena, 256);
    json_begin(out, '{');
    if (!generating->judge)
        member_string(out, "game", id);
    give(out, "seed", config->seed);
    give(out, generating->judge ? "cases" : "count", config->count);
    give(out, "size", config->size);
    if (config->verdict)
        member_string(out, "verdict", config->verdict);
    if (config->kind)
        member_string(out, "kind", config->kind);
    if (config->mistake)
        member_string(out, generating->judge ? "mistake" : "against", config->mistake);
    json_end(out, '}');
}

static bool choose_format(struct generating *generating)
{
    static const struct {
        const char *name, *type;
        bool judge, game;
    } formats[] = {
        {"json", "application/json", true, true},
        {"lines", "application/x-ndjson", false, true},
        {"csv", "text/csv", false, true},
        {"text", "text/plain", true, false},
    };
    const char *wanted = generating->config->format;
    if (!wanted)
        wanted = generating->judge ? "text" : "json";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(formats[i].name, wanted) != 0 || !(generating->judge ? formats[i].judge : formats[i].game))
            continue;
        generating->accept = formats[i].type;
        return true;
    }
    return false;
}

static bool print_stream(const struct stream *stream)
{
    static char bytes[65536];
    size_t n;
    for (uint64_t at = 0; (n = stream->produce(stream->what, at, bytes, sizeof bytes)) != 0; at += n)
        if (n == STREAM_FAILED || fwrite(bytes, 1, n, stdout) < n)
            return false;
    return true;
}

/* Prints the reply, in its detail `said` in place of `found`. False: it is not there, nothing is printed. */
static bool complain_so(const struct reply *reply, const char *found, const char *said)
{
    const size_t n = strlen(found), size = reply->body_size;
    size_t before = 0;
    while (before + n <= size && memcmp(reply->body + before, found, n) != 0)
        before++;
    if (before + n > size)
        return false;
    size_t behind = before + n;
    fprintf(stderr, "%.*s%s%.*s\n", (int)before, reply->body, said, (int)(size - behind), reply->body + behind);
    return true;
}

/* Of a member of the request that has another name than its flag, the flag is told; of a game that is none, the problem that
 * may be meant. */
static int complain(struct generating *generating)
{
    static const char *const flags[][2] = {{"against", "mistake"}, {"cases", "count"},    {"count", "count"},
                                           {"size", "size"},       {"seed", "seed"},      {"verdict", "verdict"},
                                           {"kind", "kind"},       {"mistake", "mistake"}};
    const struct reply *reply = &generating->inquiry.reply;
    char found[100], meant[100];
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        snprintf(found, sizeof found, "\"detail\":\"%s ", flags[i][0]);
        snprintf(meant, sizeof meant, "\"detail\":\"--%s ", flags[i][1]);
        if (!reply->body || complain_so(reply, found, meant))
            return 1;
    }
    if (generating->nearest) {
        snprintf(meant, sizeof meant, "is no game; did you mean %s?", generating->nearest);
        if (complain_so(reply, "is no game; GET /games lists the games", meant))
            return 1;
    }
    fprintf(stderr, "%.*s\n", (int)reply->body_size, reply->body);
    return 1;
}

static int print(struct generating *generating)
{
    const struct reply *reply = &generating->inquiry.reply;
    if (reply->status != 200)
        return complain(generating);
    bool done =
        reply->stream ? print_stream(reply->stream) : fwrite(reply->body, 1, reply->body_size, stdout) == reply->body_size;
    if (done && !reply->stream && reply->body_size && reply->body[reply->body_size - 1] != '\n')
        putchar('\n');
    if (fflush(stdout) || !done)
        return desk_complain("not all of it could be written", 1);
    return 0;
}

static bool is_judge(const char *id)
{
    for (size_t i = 0; i < judge_count(); i++)
        if (strcmp(judge_id(i), id) == 0)
            return true;
    return false;
}

int generate_run(const struct config *config)
{
    static struct generating generating;
    struct escape landed;
    generating.config = config;
    generating.judge = is_judge(config->words[1]);
    if (!choose_format(&generating))
        return desk_complain("--format is json, lines or csv for positions, text or json for a judge problem", EXIT_USAGE);
    if (!inquiry_open(&generating.inquiry, config))
        return desk_complain("it cannot start", 1);
    arena_init(&generating.arena, NULL, 0, config->max_body);
    int status;
    if (arena_try(&generating.arena, &landed, make_request, &generating)) {
        status = desk_complain(landed.detail, 1);
    } else {
        inquiry_ask(&generating.inquiry, generating.target, generating.accept, generating.body.v, generating.body.n);
        status = print(&generating);
    }
    arena_reset(&generating.arena);
    inquiry_close(&generating.inquiry);
    return status;
}
