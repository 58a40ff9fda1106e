/* The paths that are no game's. */
#include "api/docs/openapi/openapi.h"

#include <string.h>

/* One path with GET. */
struct document {
    const char *path, *id, *tag, *summary, *description;
    const char *type, *schema; /* of the 200 */
    const char *parameters;    /* in the path, or of the query, with blanks between them; NULL-able */
    const char *problems;
    const char *asked; /* the target whose answer is the example; NULL: `example` is, if there is any */
    const char *example;
    bool tagged; /* has an ETag, and can be a 304 */
};

#define SAMPLE(family)                                                                                                           \
    "\"# HELP " family " Requests answered, by endpoint and status.\\n# TYPE " family " counter\\n"                              \
    "grundy_http_requests_total{endpoint=\\\"{game}\\\",status=\\\"200\\\"} 1\\n"
#define METRICS SAMPLE("grundy_http_requests_total") "\""
#define OPEN_METRICS SAMPLE("grundy_http_requests") "# EOF\\n\""
#define PAGE "\"<!doctype html>\\n<title>Grundy</title>\\n\""

static void write_example(struct out *out, const struct document *document, const struct openapi *openapi)
{
    if (document->asked)
        openapi_example(out, openapi, &(struct request){.method = "GET", .target = document->asked}, true);
    else if (document->example)
        member_raw(out, "example", document->example);
}

static void write_responses(struct out *out, const struct document *document, const struct openapi *openapi)
{
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    member_string(out, "description", document->summary);
    openapi_headers(out, document->tagged ? "ETag Cache-Control Vary X-Request-Id Access-Control-Allow-Origin"
                                          : "Cache-Control X-Request-Id Access-Control-Allow-Origin");
    openapi_content(out, document->type, document->schema);
    write_example(out, document, openapi);
    json_end(out, '}');
    if (strcmp(document->id, "index") == 0) /* for people */
        member_raw(out, "text/html", "{\"schema\":{\"$ref\":\"#/components/schemas/page\"},\"example\":" PAGE "}");
    if (strcmp(document->id, "metrics") == 0) /* where Accept prefers it */
        member_raw(out, "application/openmetrics-text",
                   "{\"schema\":{\"$ref\":\"#/components/schemas/metrics\"},\"example\":" OPEN_METRICS "}");
    json_end(out, '}');
    json_end(out, '}');
    if (document->tagged)
        openapi_responses(out, "304");
    openapi_responses(out, document->problems);
    json_end(out, '}');
}

static void write_path(struct out *out, const struct document *document, const struct openapi *openapi)
{
    member_begin(out, document->path, '{');
    member_begin(out, "get", '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "%s.get", document->id),
                                                       .tag = document->tag,
                                                       .summary = document->summary,
                                                       .description = document->description});
    openapi_parameters(out, arena_printf(out->arena, "%s%s%sX-Request-Id", document->parameters ? document->parameters : "",
                                         document->parameters ? " " : "", document->tagged ? "If-None-Match " : ""));
    write_responses(out, document, openapi);
    json_end(out, '}');
    json_end(out, '}');
}

#define VIEW "One document for every view, for a browser; what it shows it asks of the same service."
#define YAML "\"openapi: \\\"3.1.0\\\"\\ninfo:\\n  title: Grundy\\n\""
#define EDITION "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Grundy\",\"version\":\"0.2.0\"},\"paths\":{}}"

/* Pages of problems have examples of their own, inside, which linters take for examples of schemas: so they are shown without. */
static const struct document documents[] = {
    {"/custom/gallery", "gallery", "catalogue", "Well-known games as rules.",
     "Games that are known by a name, as rules that /custom takes, each with a first position and where it comes from.",
     "application/json", "gallery", "Accept-Encoding", "400 500 503", "/custom/gallery", NULL, true},
    {"/", "index", "documents", "What is served here.",
     "All paths with their methods. Who accepts HTML gets the page, where it is served; load balancers get a 200 in any case.",
     "application/json", "index", NULL, "400 500 503", "/", NULL, true},
    {"/games", "games", "catalogue", "All games.",
     "Rules in English and in Chinese, JSON Schemas of positions and moves, the words of every field, limits, and an example "
     "with its "
     "answer; `names` tells well-known games, what they are here, and their sequences. The example shows the first of each list.",
     "application/json", "games", "summary Accept-Encoding", "400 500 503", "/games?summary=1", NULL, true},
    {"/games/{game}", "game", "catalogue", "One game.",
     "Its rules in English and in Chinese, JSON Schemas of its positions and moves, the words of every field, its limits, and an "
     "example with its answer.",
     "application/json", "game", "game", "400 404 500 503", "/games/nim", NULL, true},
    {"/problems", "problems", "documents", "What every problem means.", "The pages of all codes of problems and of their faults.",
     "application/json", "problem_pages", NULL, "400 500 503", NULL, NULL, true},
    {"/problems/{code}", "problem", "documents", "What one problem means, and how to mend the request.",
     "The `type` of every problem resolves to such a page: its meaning, how to mend the request, and an example.",
     "application/json", "problem_page", "code", "400 404 500 503", NULL, NULL, true},
    {"/openapi.json", "openapi.json", "documents", "This description as JSON.", "OpenAPI 3.1.", "application/json", "description",
     "Accept-Encoding", "400 500 503", NULL, EDITION, true},
    {"/openapi.yaml", "openapi.yaml", "documents", "This description as YAML.", "OpenAPI 3.1.", "application/yaml", "yaml",
     "Accept-Encoding", "400 500 503", NULL, YAML, true},
    {"/openapi-3.2.yaml", "openapi-3.2.yaml", "documents", "This description in OpenAPI 3.2, as YAML.",
     "The same with the method QUERY, and with what the lines of /batch are.", "application/yaml", "yaml", "Accept-Encoding",
     "400 500 503", NULL, YAML, true},
    {"/play/{game}", "play.page", "page", "The board of a game.", VIEW, "text/html", "page", "game", "400 404 500", NULL, PAGE,
     true},
    {"/table/{game}", "table.page", "page", "Values of a game as a picture.", VIEW, "text/html", "page", "game", "400 404 500",
     NULL, PAGE, true},
    {"/practice/{game}", "practice.page", "page", "Puzzles.", VIEW, "text/html", "page", "game", "400 404 500", NULL, PAGE, true},
    {"/exam", "exam.page", "page", "A teacher's sheet.", VIEW, "text/html", "page", NULL, "400 404 500", NULL, PAGE, true},
    {"/docs", "docs.page", "page", "This description, to be read and tried.", VIEW, "text/html", "page", NULL, "400 404 500",
     NULL, PAGE, true},
    {"/web/{version}/{file}", "web", "page", "What the page loads.",
     "Kept for ever: another version of the page has another path.", "text/javascript", "page", "version file Accept-Encoding",
     "400 404 500", NULL, "\"export {};\\n\"", true},
    {"/healthz", "healthz", "operation", "The process lives.", "Looks at nothing else.", "application/json", "health", NULL,
     "400 500", NULL, "{\"status\":\"ok\"}", false},
    {"/livez", "livez", "operation", "The same as /healthz.", "Looks at nothing else.", "application/json", "health", NULL,
     "400 500", NULL, "{\"status\":\"ok\"}", false},
    {"/readyz", "readyz", "operation", "The process takes questions.", "503 while it starts, and while it drains.",
     "application/json", "health", NULL, "400 500 503", NULL, "{\"status\":\"ready\"}", false},
    {"/metrics", "metrics", "operation", "Figures in the text format of Prometheus, or as OpenMetrics.",
     "Counters and histograms of requests, of work, and of the tables.", "text/plain", "metrics", NULL, "400 404 500", NULL,
     METRICS, false},
};

void openapi_document_paths(struct out *out, const struct openapi *openapi)
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        write_path(out, &documents[i], openapi);
}
