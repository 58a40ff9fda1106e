/* The parts of the OpenAPI document, each writing members of an object that stands open. Internal to api/docs. */
#ifndef GRUNDY_API_DOCS_OPENAPI_H
#define GRUNDY_API_DOCS_OPENAPI_H

#include "api/json/member.h"
#include "core/game.h"

/* Calls each() with every word of a text whose words are separated by blanks. */
void openapi_each_word(struct out *out, const char *words, void (*each)(struct out *out, const char *word));
/* {"$ref":"#/components/KIND/NAME"}, as a value. */
void openapi_ref(struct out *out, const char *kind, const char *name);
/* The beginning of an operation, without its braces. */
struct openapi_operation {
    const char *id, *tag, *summary;
};
void openapi_operation(struct out *out, const struct openapi_operation *operation);
/* "NAME":{"$ref":…} for each of the statuses given as a string: "304 400 422". */
void openapi_responses(struct out *out, const char *statuses);
/* "content":{TYPE:{"schema":{"$ref":…}…: left open, so that an example may follow; close with two json_end('}'). */
void openapi_content(struct out *out, const char *type, const char *schema);
/* "headers":{…} of the names given, separated by blanks. */
void openapi_headers(struct out *out, const char *names);
/* The member "options" of a path. */
void openapi_options(struct out *out, const char *id, const char *tag, bool question);

#define OPENAPI_ANSWER_HEADERS "ETag Cache-Control Vary Server-Timing X-Request-Id Access-Control-Allow-Origin"

/* games.c: all games. */
void openapi_game_paths(struct out *out, const struct game *game);
/* The 200 to a question, with the answer to the game's example. */
void openapi_game_response(struct out *out, const struct game *game, struct budget *budget);
void openapi_game_schemas(struct out *out, const struct game *game);

/* tools.c: the tools over all games. */
void openapi_tool_paths(struct out *out);
void openapi_tool_schemas(struct out *out);

/* table.c: /sg/table. */
void openapi_table_path(struct out *out);
void openapi_table_schemas(struct out *out);

/* paths.c: the other paths. */
void openapi_document_paths(struct out *out);

/* schemas.c and parts.c: components. */
void openapi_common_schemas(struct out *out);
void openapi_common_headers(struct out *out);
void openapi_common_parameters(struct out *out);
void openapi_common_responses(struct out *out);

#endif
