/* The body of POST /batch as JSON. */
#include "api/tools/batch/body.h"

#include "api/call.h"
#include "api/json/decode.h"
#include "api/options.h"
#include "core/limits.h"

struct options_of_list {
    struct head head;
    int language;
};

static const struct type list_options = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options_of_list),
    .fields =
        (const struct field[]){{"language", offsetof(struct options_of_list, language), &type_language, NEED_OPTIONAL,
                                .doc = {"Of the sentences where a question names none.", "题目未指明语言时语句所用的语言。"}},
                               {0}},
};

const cJSON *batch_read(struct call *call, const char **language)
{
    size_t size;
    struct options_of_list options = {.head = {0}};
    struct faults faults = {.arena = call->arena};
    const cJSON *json = call_object(call, &size);
    if (!json)
        return NULL;
    decode_fields(&list_options, &options, NULL, NULL, json, "", (const char *const[]){"questions", NULL}, &faults);
    const cJSON *questions = cJSON_GetObjectItemCaseSensitive(json, "questions");
    if (!questions)
        fault_add(&faults, FAULT_missing_field, "/questions", "is missing");
    else if (!cJSON_IsArray(questions))
        fault_add(&faults, FAULT_wrong_type, "/questions", "must be a list of questions");
    else if (cJSON_GetArraySize(questions) > BATCH_MAX)
        fault_add(&faults, FAULT_too_long, "/questions",
                  arena_printf(call->arena, "has %d items, more than %d: send them as application/x-ndjson, a line each",
                               cJSON_GetArraySize(questions), BATCH_MAX));
    if (!faults.n) {
        *language = options.head.given ? type_language.names[options.language] : NULL;
        return questions;
    }
    call_problem(call, problem_faults(&faults));
    return NULL;
}
