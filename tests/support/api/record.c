/* One JSON line a reply: what was asked, what came back. */
#include "tests/support/api/record.h"

#include "api/json/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEEN_MAX = 512, BODY_MAX = 1 << 22 };

/* How often a kind of reply was kept. */
struct seen {
    int status, count;
    char asked[80]; /* method and path */
};

static bool wanted(const char *method, const char *target, int status)
{
    static struct seen seen[SEEN_MAX];
    if (strncmp(target, "/template", strlen("/template")) == 0) /* in the registry of some tests alone: no document names it */
        return false;
    char asked[sizeof seen->asked];
    snprintf(asked, sizeof asked, "%s %.*s", method, (int)strcspn(target, "?"), target);
    for (size_t i = 0; i < SEEN_MAX; i++) {
        if (seen[i].count == 0) {
            seen[i] = (struct seen){.status = status};
            memcpy(seen[i].asked, asked, sizeof asked);
        }
        if (seen[i].status == status && strcmp(seen[i].asked, asked) == 0)
            return ++seen[i].count <= RECORDS_MAX;
    }
    return false;
}

static FILE *file(void)
{
    static FILE *kept;
    static pid_t owner; /* Check forks: every process has a file of its own */
    const char *directory = getenv("GRUNDY_REPLIES");
    if (!directory || (kept && owner == getpid()))
        return directory ? kept : NULL;
    char name[4096];
    snprintf(name, sizeof name, "%s/%ld.ndjson", directory, (long)getpid());
    owner = getpid();
    return kept = fopen(name, "a");
}

void record_reply(const char *method, const char *target, const struct reply *reply)
{
    FILE *to = file();
    if (!to || reply->body_size > BODY_MAX || !wanted(method, target, reply->status))
        return;
    struct arena arena;
    struct out out;
    arena_init(&arena, NULL, 0, (size_t)1 << 26);
    struct arena *outer = arena_enter(&arena);
    char *body = arena_copy(&arena, reply->body ? reply->body : "", reply->body ? reply->body_size : 0);
    out_init(&out, &arena, reply->body_size + 1024);
    json_begin(&out, '{');
    json_name(&out, "method");
    json_string(&out, method);
    json_name(&out, "target");
    json_string(&out, target);
    json_name(&out, "status");
    json_word(&out, reply->status);
    json_name(&out, "type");
    json_string(&out, reply->content_type ? reply->content_type : "");
    json_name(&out, "body");
    json_string(&out, body);
    json_end(&out, '}');
    fprintf(to, "%.*s\n", (int)out.n, out.v);
    fflush(to);
    arena_enter(outer);
    arena_reset(&arena);
}
