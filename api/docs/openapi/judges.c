/* The paths of judges' problems. They and their schemas stand in judge.json, but for the examples of answers. */
#include "api/docs/openapi/openapi.h"
#include "api/json/parse.h"
#include "api/json/tree.h"

#include <assert.h>
#include <string.h>

static const unsigned char judge[] = {
#include "judge.inc"
};

static cJSON *read(struct arena *arena, const char *name)
{
    struct scan scan;
    const cJSON *document = json_parse(arena, arena_copy(arena, (const char *)judge, sizeof judge), sizeof judge, &scan);
    assert(document);
    return cJSON_GetObjectItemCaseSensitive(document, name);
}

static const cJSON *part(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *string_of(const cJSON *object, const char *name)
{
    return part(object, name)->valuestring;
}

static char *text_of(struct arena *arena, const cJSON *tree)
{
    struct out text;
    out_init(&text, arena, 1024);
    tree_write(&text, tree);
    out_bytes(&text, "", 1);
    return text.v;
}

static void write_members(struct out *out, const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        json_name(out, member->string);
        tree_write(out, member);
    }
}

/* The same operation as another method. */
static void write_again(struct out *out, const cJSON *operation, const char *method)
{
    const char *id = string_of(operation, "operationId");
    const cJSON *member;
    member_begin(out, method, '{');
    cJSON_ArrayForEach(member, operation)
    {
        if (strcmp(member->string, "operationId") == 0)
            member_string(out, "operationId", arena_printf(out->arena, "%.*s.%s", (int)strcspn(id, "."), id, method));
        else {
            json_name(out, member->string);
            tree_write(out, member);
        }
    }
    json_end(out, '}');
}

/* Adds to an operation on a problem of a judge what it answers to its own example. */
static void show_answer(struct arena *arena, cJSON *path, const char *method, const struct openapi *openapi)
{
    const char *rest = strchr(path->string, '}'), *target = rest ? arena_printf(arena, "/judge/hdu-1846%s", rest + 1) : "/judge";
    const cJSON *operation = part(path, method), *sent = part(operation, "requestBody");
    const cJSON *content = part(part(sent, "content"), "text/plain");
    struct request request = {
        .method = strcmp(method, "get") == 0 ? "GET" : "POST", .target = target, .accept = "application/json"};
    if (!operation)
        return;
    if (content) {
        request.content_type = "text/plain";
        request.body = arena_printf(arena, "%s", string_of(content, "example"));
    } else if (sent) {
        request.body = text_of(arena, part(part(part(sent, "content"), "application/json"), "example"));
    }
    request.body_size = request.body ? strlen(request.body) : 0;
    cJSON *to = cJSON_GetObjectItemCaseSensitive(part(part(part(operation, "responses"), "200"), "content"), "application/json");
    cJSON_AddItemToObject(to, "example", openapi_answer(arena, openapi, &request, !sent));
}

void openapi_judge_paths(struct out *out, const struct openapi *openapi)
{
    cJSON *path;
    cJSON_ArrayForEach(path, read(out->arena, "paths"))
    {
        show_answer(out->arena, path, "get", openapi);
        show_answer(out->arena, path, "post", openapi);
        member_begin(out, path->string, '{');
        write_members(out, path);
        if (openapi->next && part(path, "post"))
            write_again(out, part(path, "post"), "query");
        json_end(out, '}');
    }
}

void openapi_judge_schemas(struct out *out)
{
    write_members(out, read(out->arena, "schemas"));
}
