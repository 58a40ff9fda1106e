/* The paths that are no game's. */
#include "api/docs/openapi.h"

#include <string.h>

/* One path with GET, HEAD and OPTIONS. */
struct document {
    const char *path, *id, *tag, *summary;
    const char *type, *schema; /* of the 200 */
    const char *parameters;    /* of the path, with blanks between them; NULL-able */
    const char *problems;
    bool tagged; /* has an ETag, and can be a 304 */
};

static void write_responses(struct out *out, const struct document *document, bool body)
{
    member_begin(out, "responses", '{');
    member_begin(out, "200", '{');
    member_string(out, "description", document->summary);
    openapi_headers(out, document->tagged ? "ETag Cache-Control X-Request-Id Access-Control-Allow-Origin"
                                          : "Cache-Control X-Request-Id Access-Control-Allow-Origin");
    if (body) {
        openapi_content(out, document->type, document->schema);
        json_end(out, '}');
        if (strcmp(document->id, "index") == 0) { /* for people */
            member_raw(out, "text/html", "{\"schema\":{\"$ref\":\"#/components/schemas/page\"}}");
        }
        json_end(out, '}');
    }
    json_end(out, '}');
    if (document->tagged)
        openapi_responses(out, "304");
    openapi_responses(out, document->problems);
    json_end(out, '}');
}

static void write_operation(struct out *out, const struct document *document, const char *method, bool body)
{
    const char *summary = body ? document->summary : arena_printf(out->arena, "%s (headers only)", document->summary);
    member_begin(out, method, '{');
    openapi_operation(out, &(struct openapi_operation){.id = arena_printf(out->arena, "%s.%s", document->id, method),
                                                       .tag = document->tag,
                                                       .summary = summary});
    member_begin(out, "parameters", '[');
    if (document->tagged)
        openapi_ref(out, "parameters", "If-None-Match");
    openapi_ref(out, "parameters", "X-Request-Id");
    json_end(out, ']');
    write_responses(out, document, body);
    json_end(out, '}');
}

static void write_parameter(struct out *out, const char *name)
{
    openapi_ref(out, "parameters", name);
}

static void write_path(struct out *out, const struct document *document)
{
    member_begin(out, document->path, '{');
    if (document->parameters) {
        member_begin(out, "parameters", '[');
        openapi_each_word(out, document->parameters, write_parameter);
        json_end(out, ']');
    }
    write_operation(out, document, "get", true);
    write_operation(out, document, "head", false);
    openapi_options(out, document->id, document->tag, false);
    json_end(out, '}');
}

static const struct document documents[] = {
    {"/custom/gallery", "gallery", "catalogue", "Well-known games as rules.", "application/json", "gallery", NULL, "400 500 503",
     true},
    {"/", "index", "documents", "What is served here.", "application/json", "index", NULL, "400 500 503", true},
    {"/games", "games", "catalogue", "All games.", "application/json", "games", NULL, "400 500 503", true},
    {"/games/{game}", "game", "catalogue", "One game.", "application/json", "game", "game", "400 404 500 503", true},
    {"/problems", "problems", "documents", "What every problem means.", "application/json", "problem_pages", NULL, "400 500 503",
     true},
    {"/problems/{code}", "problem", "documents", "What one problem means, and how to mend the request.", "application/json",
     "problem_page", "code", "400 404 500 503", true},
    {"/openapi.json", "openapi.json", "documents", "This description as JSON.", "application/json", "description", NULL,
     "400 500 503", true},
    {"/openapi.yaml", "openapi.yaml", "documents", "This description as YAML.", "application/yaml", "description", NULL,
     "400 500 503", true},
    {"/play/{game}", "play.page", "page", "The board of a game.", "text/html", "page", "game", "400 404 500", true},
    {"/table/{game}", "table.page", "page", "Values of a game as a picture.", "text/html", "page", "game", "400 404 500", true},
    {"/practice/{game}", "practice.page", "page", "Puzzles.", "text/html", "page", "game", "400 404 500", true},
    {"/exam", "exam.page", "page", "A teacher's sheet.", "text/html", "page", NULL, "400 404 500", true},
    {"/docs", "docs.page", "page", "This description, to be read and tried.", "text/html", "page", NULL, "400 404 500", true},
    {"/web/{version}/{file}", "web", "page", "What the page loads.", "text/javascript", "page", "version file", "400 404 500",
     true},
    {"/healthz", "healthz", "operation", "The process lives.", "application/json", "health", NULL, "400 500", false},
    {"/livez", "livez", "operation", "The same as /healthz.", "application/json", "health", NULL, "400 500", false},
    {"/readyz", "readyz", "operation", "The process takes questions.", "application/json", "health", NULL, "400 500 503", false},
    {"/metrics", "metrics", "operation", "Figures in the text format of Prometheus.", "text/plain", "metrics", NULL,
     "400 404 500", false},
};

void openapi_document_paths(struct out *out)
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        write_path(out, &documents[i]);
}
