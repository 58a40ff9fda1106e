/* The Chinese of the document's descriptions. It is written beside each of them, which stand in many places a hundred times;
 * clients find it once, by the English. */
#include "api/docs/openapi/openapi.h"

#include <stdlib.h>
#include <string.h>

struct said {
    const char *en;
    cJSON *zh;
};

struct chinese {
    struct arena *arena;
    struct said *v;
    size_t n, room;
};

static void add(struct chinese *words, struct said said)
{
    if (words->n == words->room) {
        words->room = words->room ? words->room * 2 : 1024;
        struct said *grown = arena_array(words->arena, words->room, sizeof *grown);
        if (words->n)
            memcpy(grown, words->v, words->n * sizeof *grown);
        words->v = grown;
    }
    words->v[words->n++] = said;
}

/* Recursion is bounded by the depth of the document. */
static void collect(struct chinese *words, cJSON *part)
{
    cJSON *member, *next;
    const cJSON *english = cJSON_GetObjectItemCaseSensitive(part, "description");
    for (member = part->child; member; member = next) {
        next = member->next;
        if (!member->string || strcmp(member->string, "x-zh") != 0)
            collect(words, member);
        else if (cJSON_IsString(member) && cJSON_IsString(english))
            add(words, (struct said){english->valuestring, cJSON_DetachItemViaPointer(part, member)});
    }
}

static int by_english(const void *a, const void *b)
{
    return strcmp(((const struct said *)a)->en, ((const struct said *)b)->en);
}

void openapi_chinese(struct arena *arena, cJSON *document)
{
    struct chinese words = {.arena = arena};
    cJSON *all = cJSON_CreateObject();
    collect(&words, document);
    if (words.n)
        qsort(words.v, words.n, sizeof *words.v, by_english);
    for (size_t i = 0; i < words.n; i++) {
        const struct said *said = &words.v[i], *last = i ? said - 1 : NULL;
        if (!last || strcmp(said->en, last->en) != 0)
            cJSON_AddItemToObject(all, said->en, said->zh);
        else if (strcmp(said->zh->valuestring, last->zh->valuestring) != 0)
            arena_escape(arena, STATUS_internal, -1, "\"%s\" is in Chinese in two ways", said->en);
    }
    cJSON_AddItemToObject(document, "x-zh", all);
}
