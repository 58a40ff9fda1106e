/* The parts of the OpenAPI document, each writing members of an object that stands open. Internal to api/docs. */
#ifndef GRUNDY_API_DOCS_OPENAPI_OPENAPI_H
#define GRUNDY_API_DOCS_OPENAPI_OPENAPI_H

#include "api/api.h"
#include "api/json/member.h"
#include "core/game.h"

#include <cjson/cJSON.h>

/* Which edition is written, and whom to ask for the examples of answers. */
struct openapi {
    bool next; /* 3.2: has the method QUERY, and says what the lines of a stream are */
    struct api api;
    struct budget *budget;
};

/* {"$ref":"#/components/KIND/NAME"}, as a value. */
void openapi_ref(struct out *out, const char *kind, const char *name);
/* The same for a schema, as a member. */
void openapi_schema_ref(struct out *out, const char *name, const char *schema);
/* The beginning of an operation, without its braces. */
struct openapi_operation {
    const char *id, *tag, *summary, *description;
    const char *summary_zh, *description_zh; /* "x-zh"; NULL: not said */
};
void openapi_operation(struct out *out, const struct openapi_operation *operation);
/* "parameters":[…] of the names of components, separated by blanks. */
void openapi_parameters(struct out *out, const char *names);
/* "NAME":{"$ref":…} for each of the statuses given as a string: "304 400 422". */
void openapi_responses(struct out *out, const char *statuses);
/* "content":{TYPE:{"schema":{"$ref":…}…: left open, so that an example may follow; close with two json_end('}'). */
void openapi_content(struct out *out, const char *type, const char *schema);
/* "headers":{…} of the names given, separated by blanks. */
void openapi_headers(struct out *out, const char *names);
/* What the service answers to this request: JSON, or a text; `few`: of its lists the beginnings. */
cJSON *openapi_answer(struct arena *arena, const struct openapi *openapi, const struct request *request, bool few);
/* The same as the member "example". */
void openapi_example(struct out *out, const struct openapi *openapi, const struct request *request, bool few);

#define OPENAPI_ANSWER_HEADERS "ETag Cache-Control Vary Server-Timing X-Request-Id Access-Control-Allow-Origin"
#define OPENAPI_ASKING "If-None-Match Accept-Language X-Request-Id"

/* games.c: all games. */
void openapi_game_paths(struct out *out, const struct game *game, const struct openapi *openapi);
/* The 200 to a question, with the answer to the game's example. */
void openapi_game_response(struct out *out, const struct game *game, struct budget *budget);
void openapi_game_schemas(struct out *out, const struct game *game);
/* What a student may claim. */
void openapi_claim_schema(struct out *out, const struct game *game);
/* A schema NAME that is one of those of all games, "ID.NAME" or, with `form`, "ID.FORM"; told apart by `game`, or, where the
 * position beside it says which (`apart` false), not. */
void openapi_choice(struct out *out, const char *name, const char *form, bool apart, bool sum);
void openapi_choices(struct out *out);

/* tools.c: the tools over all games. */
void openapi_tool_paths(struct out *out, const struct openapi *openapi);
void openapi_tool_schemas(struct out *out);

/* judges.c: problems of judges. */
void openapi_judge_paths(struct out *out, const struct openapi *openapi);
void openapi_judge_schemas(struct out *out);

/* table.c: /sg/table. */
void openapi_table_path(struct out *out, const struct openapi *openapi);
void openapi_table_schemas(struct out *out);

/* paths.c: the other paths. */
void openapi_document_paths(struct out *out, const struct openapi *openapi);

/* chinese.c: takes the `x-zh` beside descriptions out of the document, whose schemas have standard keywords only, and gives it
 * one of its own: {ENGLISH: CHINESE, …}. Those of operations stay where they are. A description that is in Chinese in two ways is
 * our fault. */
void openapi_chinese(struct arena *arena, cJSON *document);

/* schemas.c and parts.c: components. */
void openapi_common_schemas(struct out *out);
void openapi_common_headers(struct out *out);
void openapi_common_parameters(struct out *out);
void openapi_common_responses(struct out *out);

#endif
