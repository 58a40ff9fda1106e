/* YAML: what is plain stays plain, text of several lines becomes a literal block, everything else is a JSON string, which
 * YAML 1.2 reads the same. Recursion is bounded by the depth of the documents that we write ourselves. */
#include "api/docs/yaml.h"
#include "api/json/tree.h"

#include <string.h>
#include <strings.h>

enum { INDENT = 2 };

static void newline(struct out *out, int depth)
{
    out_raw(out, "\n");
    for (int i = 0; i < depth * INDENT; i++)
        out_raw(out, " ");
}

/* Words that YAML readers of one age or another take for something else than text. */
static bool is_reserved(const char *text)
{
    static const char *const words[] = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0)
            return true;
    return false;
}

static bool is_plain(const char *text)
{
    size_t n = strlen(text);
    bool letter =
        (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '/' || *text == '$' || (*text & 0x80);
    if (!letter || text[n - 1] == ' ' || text[n - 1] == ':' || is_reserved(text))
        return false;
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || (*at == ':' && at[1] == ' ') || (*at == ' ' && at[1] == '#'))
            return false;
    return true;
}

/* The end of the last line is kept where there is one, not added where there is none. */
static void write_block(struct out *out, const char *text, int depth)
{
    size_t size = strlen(text);
    out_raw(out, text[size - 1] != '\n' ? "|-" : size > 1 && text[size - 2] != '\n' ? "|" : "|+");
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        size_t n = strcspn(line, "\n");
        if (!*line)
            break;
        if (n)
            newline(out, depth);
        else
            out_raw(out, "\n");
        out_bytes(out, line, n);
    }
}

/* Lines of a block end with a line feed, and nothing in it is escaped. */
static bool is_lines(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 && *at != '\n')
            return false;
    return strchr(text, '\n') && *text != ' ' && *text != '\n';
}

static void write_string(struct out *out, const char *text, int depth)
{
    if (is_plain(text)) {
        out_raw(out, text);
    } else if (is_lines(text)) {
        write_block(out, text, depth);
    } else {
        out->first = true;
        json_string(out, text);
    }
}

static void write_value(struct out *out, const cJSON *json, int depth);

static bool is_empty(const cJSON *json)
{
    return (cJSON_IsArray(json) || cJSON_IsObject(json)) && !json->child;
}

static void write_object(struct out *out, const cJSON *json, int depth, bool inline_first)
{
    for (const cJSON *member = json->child; member; member = member->next) {
        if (!inline_first || member != json->child)
            newline(out, depth);
        write_string(out, member->string, depth);
        out_raw(out, ":");
        bool nested = (cJSON_IsArray(member) || cJSON_IsObject(member)) && !is_empty(member);
        if (!nested)
            out_raw(out, " ");
        write_value(out, member, depth + 1);
    }
}

static void write_list(struct out *out, const cJSON *json, int depth)
{
    for (const cJSON *item = json->child; item; item = item->next) {
        newline(out, depth);
        out_raw(out, cJSON_IsArray(item) && item->child ? "-" : "- ");
        if (cJSON_IsObject(item) && item->child)
            write_object(out, item, depth + 1, true);
        else
            write_value(out, item, depth + 1);
    }
}

static void write_value(struct out *out, const cJSON *json, int depth)
{
    if (is_empty(json)) {
        out_raw(out, cJSON_IsArray(json) ? "[]" : "{}");
    } else if (cJSON_IsObject(json)) {
        write_object(out, json, depth, false);
    } else if (cJSON_IsArray(json)) {
        write_list(out, json, depth);
    } else if (cJSON_IsString(json)) {
        write_string(out, json->valuestring, depth);
    } else if (cJSON_IsNumber(json)) {
        out->first = true;
        tree_write(out, json);
    } else {
        out_raw(out, cJSON_IsNull(json) ? "null" : cJSON_IsTrue(json) ? "true" : "false");
    }
}

void yaml_write(struct out *out, const cJSON *json)
{
    write_object(out, json, 0, true);
    out_raw(out, "\n");
}
