/* The paths that are no game's. */
#include "api/docs/openapi/openapi.h"
#include "api/docs/schema.h"

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
    const char *summary_zh, *description_zh;
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
    schema_words(out, document->summary, document->summary_zh);
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
                                                       .description = document->description,
                                                       .summary_zh = document->summary_zh,
                                                       .description_zh = document->description_zh});
    openapi_parameters(out, arena_printf(out->arena, "%s%s%sX-Request-Id", document->parameters ? document->parameters : "",
                                         document->parameters ? " " : "", document->tagged ? "If-None-Match " : ""));
    write_responses(out, document, openapi);
    json_end(out, '}');
    json_end(out, '}');
}

#define VIEW "One document for every view, for a browser; what it shows it asks of the same service."
#define VIEW_ZH "供浏览器使用，各个页面共用同一文档；所显示的内容均取自本服务。"
#define YAML "\"openapi: \\\"3.1.0\\\"\\ninfo:\\n  title: Grundy\\n\""
#define EDITION "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Grundy\",\"version\":\"0.2.0\"},\"paths\":{}}"

/* Pages of problems have examples of their own, inside, which linters take for examples of schemas: so they are shown without. */
static const struct document documents[] = {
    {"/custom/gallery", "gallery", "catalogue", "Well-known games as rules.",
     "Games that are known by a name, as rules that /custom takes, each with a first position and where it comes from.",
     "application/json", "gallery", "Accept-Encoding", "400 500 503", "/custom/gallery", NULL, true, "用规则写出的著名游戏。",
     "以名字著称的游戏，写成 /custom 所接受的规则，并附一个开局与出处。"},
    {"/", "index", "documents", "What is served here.",
     "All paths with their methods. Who accepts HTML gets the page, where it is served; load balancers get a 200 in any case.",
     "application/json", "index", NULL, "400 500 503", "/", NULL, true, "本服务提供的全部路径。",
     "全部路径及其方法。接受 HTML 的得到网页（在提供网页之处）；负载均衡器总是得到 200。"},
    {"/games", "games", "catalogue", "All games.",
     "Rules in English and in Chinese, JSON Schemas of positions and moves, the words of every field, limits, and an example "
     "with its "
     "answer; `names` tells well-known games, what they are here, and their sequences. The example shows the first of each list.",
     "application/json", "games", "summary Accept-Encoding", "400 422 500 503", "/games?summary=1", NULL, true, "全部游戏。",
     "中英文规则、局面与走法的 JSON Schema、各字段的文字说明、范围，以及一个例题及其答案；`names` "
     "列出著名的游戏、它们在这里是什么以及对应的数列。示例只列出各列表的前几项。"},
    {"/games/{game}", "game", "catalogue", "One game.",
     "Its rules in English and in Chinese, JSON Schemas of its positions and moves, the words of every field, its limits, and an "
     "example with its answer.",
     "application/json", "game", "game", "400 404 500 503", "/games/nim", NULL, true, "一个游戏。",
     "其中英文规则、局面与走法的 JSON Schema、各字段的文字说明、范围，以及一个例题及其答案。"},
    {"/problems", "problems", "documents", "What every problem means.", "The pages of all codes of problems and of their faults.",
     "application/json", "problem_pages", "language", "400 500 503", NULL, NULL, true, "全部错误代码的含义。",
     "各种错误代码及其细目的说明。"},
    {"/problems/{code}", "problem", "documents", "What one problem means, and how to mend the request.",
     "The `type` of every problem resolves to such a page: its meaning, how to mend the request, and an example.",
     "application/json", "problem_page", "code language", "400 404 500 503", NULL, NULL, true,
     "一种错误的含义，以及如何改正请求。", "每个错误的 `type` 都指向这样一页：其含义、如何改正请求，以及一个例子。"},
    {"/openapi.json", "openapi.json", "documents", "This description as JSON.", "OpenAPI 3.1.", "application/json", "description",
     "Accept-Encoding", "400 500 503", NULL, EDITION, true, "本文档（JSON）。", "OpenAPI 3.1 文档。"},
    {"/openapi.yaml", "openapi.yaml", "documents", "This description as YAML.", "OpenAPI 3.1.", "application/yaml", "yaml",
     "Accept-Encoding", "400 500 503", NULL, YAML, true, "本文档（YAML）。", "OpenAPI 3.1 文档。"},
    {"/openapi-3.2.yaml", "openapi-3.2.yaml", "documents", "This description in OpenAPI 3.2, as YAML.",
     "The same with the method QUERY, and with what the lines of /batch are.", "application/yaml", "yaml", "Accept-Encoding",
     "400 500 503", NULL, YAML, true, "本文档的 OpenAPI 3.2 版本（YAML）。",
     "内容相同，另有 QUERY 方法，并说明 /batch 各行的内容。"},
    {"/play/{game}", "play.page", "page", "The board of a game.", VIEW, "text/html", "page", "game", "400 404 500", NULL, PAGE,
     true, "一个游戏的棋盘。", VIEW_ZH},
    {"/table/{game}", "table.page", "page", "Values of a game as a picture.", VIEW, "text/html", "page", "game", "400 404 500",
     NULL, PAGE, true, "以图显示的数值表。", VIEW_ZH},
    {"/practice/{game}", "practice.page", "page", "Puzzles.", VIEW, "text/html", "page", "game", "400 404 500", NULL, PAGE, true,
     "练习题。", VIEW_ZH},
    {"/exam", "exam.page", "page", "A teacher's sheet.", VIEW, "text/html", "page", NULL, "400 404 500", NULL, PAGE, true,
     "教师的试卷。", VIEW_ZH},
    {"/docs", "docs.page", "page", "This description, to be read and tried.", VIEW, "text/html", "page", NULL, "400 404 500",
     NULL, PAGE, true, "可阅读、可试用的接口文档。", VIEW_ZH},
    {"/web/{version}/{file}", "web", "page", "What the page loads.",
     "Kept for ever: another version of the page has another path.", "text/javascript", "page", "version file Accept-Encoding",
     "400 404 500", NULL, "\"export {};\\n\"", true, "网页所加载的文件。", "永久有效：网页的另一版本用另一路径。"},
    {"/healthz", "healthz", "operation", "The process lives.", "Looks at nothing else.", "application/json", "health", NULL,
     "400 500", NULL, "{\"status\":\"ok\"}", false, "进程正在运行。", "不检查其他任何内容。"},
    {"/livez", "livez", "operation", "The same as /healthz.", "Looks at nothing else.", "application/json", "health", NULL,
     "400 500", NULL, "{\"status\":\"ok\"}", false, "与 /healthz 相同。", "不检查其他任何内容。"},
    {"/readyz", "readyz", "operation", "The process takes questions.", "503 while it starts, and while it drains.",
     "application/json", "health", NULL, "400 500 503", NULL, "{\"status\":\"ready\"}", false, "进程可以接受问题。",
     "启动与停止期间返回 503。"},
    {"/metrics", "metrics", "operation", "Figures in the text format of Prometheus, or as OpenMetrics.",
     "Counters and histograms of requests, of work, and of the tables.", "text/plain", "metrics", NULL, "400 404 500", NULL,
     METRICS, false, "Prometheus 文本格式或 OpenMetrics 格式的指标。", "请求、计算与数值表的计数器与直方图。"},
};

void openapi_document_paths(struct out *out, const struct openapi *openapi)
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        write_path(out, &documents[i], openapi);
}
