#include "api/tools/grade/cells.h"

#include "api/csv.h"
#include "api/json/decode.h"
#include "api/json/near.h"
#include "api/json/out.h"
#include "api/json/parse.h"
#include "api/target.h"
#include "api/tools/grade/grade.h"
#include "api/tools/sum/sum.h"
#include "core/registry.h"

#include <string.h>

/* As long as a claim of its own may be; of a cell beyond, which is nobody's answer, only the beginning is kept. */
enum { CELL_BYTES = 1 << 16, CELL_KEPT_BYTES = 1000 };

bool is_own(const char *name)
{
    return strcmp(name, "student") == 0 || strcmp(name, "game") == 0 || strcmp(name, "position") == 0 ||
           strcmp(name, "asked") == 0;
}

bool is_claim(const char *name)
{
    bool is = extra_field(&game_sum, name) != NULL;
    for (int what = 0; what < WHAT_COUNT; what++)
        is = is || strcmp(what_names[what], name) == 0;
    for (size_t i = 0; !is && i < game_count(); i++)
        is = extra_field(game_at(i), name) != NULL;
    return is;
}

const char *column_name(struct arena *arena, const char *written)
{
    char *name = arena_copy(arena, written, strlen(written));
    for (char *at = name; *at; at++)
        *at = *at == ' ' ? '_' : *at >= 'A' && *at <= 'Z' ? (char)(*at + 'a' - 'A') : *at;
    return is_own(name) || is_claim(name) ? name : written;
}

const char *column_meant(const struct columns *columns, const char *name)
{
    const char *names[WHAT_COUNT + 4] = {"student", "game", "position", "asked"};
    const char *known[WHAT_COUNT + 4];
    size_t n = 0;
    memcpy(names + 4, what_names, WHAT_COUNT * sizeof *names);
    for (size_t i = 0; i < WHAT_COUNT + 4; i++) {
        size_t k = 0;
        while (k < columns->n && strcmp(columns->name[k], names[i]) != 0)
            k++;
        if (k == columns->n && (*name | 0x20) == *names[i])
            known[n++] = names[i];
    }
    return nearest_name(name, known, n);
}

bool is_formula(struct arena *arena, const char *cell)
{
    if (*cell && strchr("\t\r\n", *cell))
        return true;
    const char *plain = plain_text(arena, cell);
    if (*plain != '+' && *plain != '-')
        return *plain == '=' || *plain == '@';
    return plain[1 + strspn(plain + 1, "0123456789.")];
}

/* An integer beyond what JSON numbers hold exactly is a string in a request; a cell knows no difference. */
static bool is_long_integer(const char *cell)
{
    enum { SAFE_DIGITS = 15 };
    size_t minus = *cell == '-', n = strspn(cell + minus, "0123456789");
    return n > SAFE_DIGITS && !cell[minus + n];
}

/* JSON on its own, and not too deep to stand in a question. */
static bool is_json(struct arena *arena, const char *cell)
{
    struct scan scan;
    struct arena_mark mark = arena_mark(arena);
    const char *text = arena_printf(arena, "[[%s]]", cell);
    size_t n = strlen(text);
    const cJSON *json = json_parse(arena, arena_copy(arena, text, n), n, &scan);
    bool is = json && !scan.fault && cJSON_GetArraySize(json) == 1 && cJSON_GetArraySize(json->child) == 1;
    arena_rewind(arena, mark);
    return is;
}

/* A cell as it would stand in a request: JSON where it is JSON, else a string. */
static void put_value(struct arena *arena, struct out *out, const char *cell)
{
    if (strlen(cell) > CELL_BYTES) {
        size_t kept = utf8_prefix(cell, CELL_KEPT_BYTES);
        json_string(out, arena_printf(arena, "%s…", arena_copy(arena, cell, kept)));
        return;
    }
    const char *plain = plain_text(arena, cell), *json = NULL;
    bool word = strcmp(plain, "null") == 0 || strcmp(plain, "true") == 0 || strcmp(plain, "false") == 0;
    bool may_be = *plain && strchr("-0123456789{[\"", *plain) && !is_long_integer(plain);
    if (word || may_be)
        json = is_json(arena, cell) ? cell : is_json(arena, plain) ? plain : NULL;
    if (!json) {
        json_string(out, cell);
        return;
    }
    if (!out->first)
        out_raw(out, ",");
    out_raw(out, json);
    out->first = false;
}

/* What was no text, in any place, is no answer, even where the rest would be one: it scores nothing, as rubbish does. */
static void put_claim(struct arena *arena, struct out *out, const char *cell)
{
    strstr(cell, CSV_UNREADABLE) ? json_string(out, cell) : put_value(arena, out, cell);
}

/* "verdict move" as a list. */
static void put_asked(struct arena *arena, struct out *out, const char *cell)
{
    static const char between[] = " \t\r\n,;";
    const char *asked = plain_text(arena, cell);
    if (!*asked)
        return;
    json_name(out, "asked");
    json_begin(out, '[');
    for (size_t n; *(asked += strspn(asked, between)); asked += n) {
        n = strcspn(asked, between);
        json_text(out, asked, n);
    }
    json_end(out, ']');
}

const cJSON *question_of(struct arena *arena, const struct columns *columns, const char *const *cells)
{
    struct out out;
    struct scan scan;
    out_init(&out, arena, 256);
    json_begin(&out, '{');
    for (size_t i = 0; i < columns->n; i++) {
        const char *name = columns->name[i];
        if (!*cells[i])
            continue;
        if (strcmp(name, "game") == 0) {
            json_name(&out, name);
            json_string(&out, plain_text(arena, cells[i]));
        } else if (strcmp(name, "position") == 0) {
            json_name(&out, name);
            put_value(arena, &out, cells[i]);
        } else if (strcmp(name, "asked") == 0) {
            put_asked(arena, &out, cells[i]);
        }
    }
    json_name(&out, "claim");
    json_begin(&out, '{');
    for (size_t i = 0; i < columns->n; i++) {
        if (is_own(columns->name[i]) || columns->passes[i] || !*cells[i])
            continue;
        json_string(&out, columns->name[i]);
        out_raw(&out, ":");
        out.first = true;
        put_claim(arena, &out, cells[i]);
    }
    json_end(&out, '}');
    json_end(&out, '}');
    return json_parse(arena, arena_copy(arena, out.v, out.n), out.n, &scan);
}
