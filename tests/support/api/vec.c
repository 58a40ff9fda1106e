/* Reads vector files and expands templates of positions. */
#include "tests/support/api/vec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 16 };
static const size_t vec_bytes_max = (size_t)1 << 26;

static const char *copy_text(struct vec *vec, const char *text)
{
    return arena_copy(&vec->arena, text, strlen(text));
}

static const char *id_of(struct vec *vec)
{
    const char *slash = strrchr(vec->file, '/');
    const char *name = slash ? slash + 1 : vec->file;
    char *id = arena_copy(&vec->arena, name, strcspn(name, "."));
    for (char *c = id; *c; c++)
        if (*c == '_')
            *c = '-';
    return id;
}

static struct vec_entry *add(struct vec *vec, int line)
{
    if ((vec->n & (vec->n - 1)) == 0) {
        struct vec_entry *grown = arena_array(&vec->arena, vec->n ? 2 * vec->n : 1, sizeof *grown);
        for (size_t i = 0; i < vec->n; i++)
            grown[i] = vec->v[i];
        vec->v = grown;
    }
    struct vec_entry *entry = &vec->v[vec->n++];
    *entry = (struct vec_entry){.line = line, .method = "POST"};
    return entry;
}

/* What the reader knows between two lines. */
struct reader {
    struct vec *vec;
    const char *fail, *path, *query, *far; /* for the next request */
    struct vec_entry *open;                /* waits for its second line */
};

static bool wants_answer(const struct reader *reader)
{
    return reader->open && !reader->open->fail;
}

static void open_entry(struct reader *reader, int line, const char *method, const char *path, const char *request)
{
    struct vec_entry *entry = add(reader->vec, line);
    entry->method = method;
    entry->path = path ? path : reader->path;
    entry->request = request;
    entry->fail = reader->fail;
    entry->far = reader->far;
    reader->fail = reader->path = reader->query = reader->far = NULL;
    reader->open = entry;
}

static void open_search(struct reader *reader, int line, const char *template)
{
    struct vec_entry *entry = add(reader->vec, line);
    entry->all = template;
    entry->path = reader->path;
    reader->path = NULL;
}

static const char *directive(struct reader *reader, int line, const char *text)
{
    if (wants_answer(reader))
        return "a request without its answer stands before this line";
    const char *value = strchr(text, ' ');
    if (!value)
        return "a directive needs a value";
    size_t length = (size_t)(value - text);
    value = copy_text(reader->vec, value + 1);
    reader->open = NULL;
    if (strncmp(text, "%FAIL", length) == 0)
        reader->fail = value;
    else if (strncmp(text, "%FAR", length) == 0)
        reader->far = value;
    else if (strncmp(text, "%PATH", length) == 0)
        reader->path = value;
    else if (strncmp(text, "%QUERY", length) == 0)
        reader->query = value;
    else if (strncmp(text, "%GET", length) == 0)
        open_entry(reader, line, "GET", value, NULL);
    else if (strncmp(text, "%ALL", length) == 0)
        open_search(reader, line, value);
    else if (strncmp(text, "%DEAR", length) == 0)
        reader->vec->dear = value;
    else if (strcmp(text, "%OVER win") == 0)
        reader->vec->over_wins = true;
    else
        return "no such directive";
    return NULL;
}

static const char *take_line(struct reader *reader, int line, const char *text)
{
    if (*text == '#')
        return NULL;
    if (*text == '%')
        return directive(reader, line, text);
    if (!*text) {
        if (!wants_answer(reader))
            reader->open = NULL;
        return NULL;
    }
    const char *kept = copy_text(reader->vec, text);
    if (reader->open) {
        reader->open->expected = kept;
        reader->open = NULL;
    } else {
        open_entry(reader, line, reader->query ? "QUERY" : "POST", reader->query, kept);
    }
    return NULL;
}

void vec_read(struct vec *vec, const char *file)
{
    *vec = (struct vec){.file = file};
    arena_init(&vec->arena, NULL, 0, vec_bytes_max);
    vec->id = id_of(vec);
    FILE *stream = fopen(file, "r");
    if (!stream) {
        vec->fault = strerror(errno);
        return;
    }
    struct reader reader = {.vec = vec};
    char *text = NULL;
    size_t room = 0;
    ssize_t n;
    int line = 0;
    while (!vec->fault && (n = getline(&text, &room, stream)) >= 0) {
        text[strcspn(text, "\r\n")] = '\0';
        vec->fault = take_line(&reader, ++line, text);
    }
    if (!vec->fault && wants_answer(&reader))
        vec->fault = "the last request has no answer";
    vec->fault_line = line;
    free(text);
    (void)fclose(stream);
}

struct expansion {
    void (*each)(void *what, const char *text);
    void *what;
    size_t count;
    char text[TEXT_MAX];
};

static void append(struct expansion *to, size_t at, const char *bytes, size_t n, const char *rest);

/* <a..b>: every integer from a to b; <x|y|z>: every one of the texts. The depth of the recursion is the number of brackets. */
static void expand_choice(struct expansion *to, size_t at, const char *open, const char *close)
{
    char *end;
    long from = strtol(open + 1, &end, 10);
    if (end > open + 1 && strncmp(end, "..", 2) == 0) {
        long last = strtol(end + 2, NULL, 10);
        for (long value = from; value <= last; value++) {
            char digits[24];
            int n = snprintf(digits, sizeof digits, "%ld", value);
            append(to, at, digits, (size_t)n, close + 1);
        }
        return;
    }
    const char *text = open + 1;
    for (;;) {
        size_t n = strcspn(text, "|>");
        append(to, at, text, n, close + 1);
        if (text[n] == '>')
            return;
        text += n + 1;
    }
}

static void expand_rest(struct expansion *to, size_t at, const char *rest)
{
    const char *open = strchr(rest, '<'), *close = open ? strchr(open, '>') : NULL;
    if (close) {
        size_t n = (size_t)(open - rest);
        if (at + n >= TEXT_MAX)
            abort();
        memcpy(to->text + at, rest, n);
        expand_choice(to, at + n, open, close);
        return;
    }
    append(to, at, rest, strlen(rest), NULL);
}

static void append(struct expansion *to, size_t at, const char *bytes, size_t n, const char *rest)
{
    if (at + n >= TEXT_MAX)
        abort();
    memcpy(to->text + at, bytes, n);
    if (rest) {
        expand_rest(to, at + n, rest);
        return;
    }
    to->text[at + n] = '\0';
    to->count++;
    to->each(to->what, to->text);
}

size_t vec_expand(const char *template, void (*each)(void *what, const char *text), void *what)
{
    struct expansion *to = calloc(1, sizeof *to);
    if (!to)
        abort();
    to->each = each;
    to->what = what;
    expand_rest(to, 0, template);
    size_t count = to->count;
    free(to);
    return count;
}

/* Writes `text` up to `end` to `out`, or only counts where that is NULL; `index` stands for `#`, 0: for itself. */
static size_t repeat(const char *text, const char *end, int index, char *out, size_t n)
{
    for (; text < end; text++) {
        char digits[12] = {*text};
        size_t length = *text == '#' && index ? (size_t)snprintf(digits, sizeof digits, "%d", index) : 1;
        if (*text == '(') {
            char *colon;
            long count = strtol(text + 1, &colon, 10);
            for (int depth = 1; depth && text + 1 < end; text++)
                depth += (text[1] == '(') - (text[1] == ')');
            for (int i = 1; i <= count; i++)
                n = repeat(colon + 1, text, i, out, n);
            continue;
        }
        if (out)
            memcpy(out + n, digits, length);
        n += length;
    }
    return n;
}

const char *vec_repeat(struct arena *arena, const char *text)
{
    const char *end = text + strlen(text);
    size_t n = repeat(text, end, 0, NULL, 0);
    char *out = arena_alloc(arena, n + 1);
    repeat(text, end, 0, out, 0);
    return out;
}
