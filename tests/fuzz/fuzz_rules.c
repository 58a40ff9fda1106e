/* Users' rules into api_handle(). The first byte says how they are made: 'L' of lines, each a letter for the field and its text;
 * else by a grammar, the bytes that follow being its choices, and, where the first byte is odd, with characters changed
 * afterwards.
 *
 * The oracle: no crash, no sanitizer report, no assert, never `internal`; equal questions get equal answers, one by one and in a
 * table; won exactly when a move wins (or no move is there), lost when all moves lose; nothing is answered with 503 before the
 * budget looked up as often as it may. */
#include "core/memory/store.h"
#include "tests/fuzz/fuzz.h"

#include "api/api.h"
#include "api/json/out.h"
#include "core/limits.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS_MAX = 100, DEPTH = 4, MUTATIONS = 6, TEXT_BYTES = 900 };

static struct api api;

/* ---- the tape of choices ---- */

/* Which names an expression may have: each scope has those of the one before, but for turn, which only impure rules name. */
enum scope { SCOPE_LET, SCOPE_END, SCOPE_MOVE };

struct tape {
    const uint8_t *at, *end;
    enum scope scope;
    bool pure;
};

static unsigned draw(struct tape *tape, unsigned n)
{
    return tape->at < tape->end ? *tape->at++ % n : 0;
}

/* ---- a grammar of rules ---- */

struct phrase {
    char v[TEXT_BYTES + 200];
    size_t n;
};

static void put(struct phrase *text, const char *what)
{
    size_t n = strlen(what);
    if (text->n + n >= TEXT_BYTES)
        return;
    memcpy(text->v + text->n, what, n + 1);
    text->n += n;
}

static void put_one_of(struct phrase *text, struct tape *tape, const char *const *words, unsigned n)
{
    put(text, words[draw(tape, n)]);
}
#define ONE_OF(text, tape, ...)                                                                                                  \
    put_one_of(text, tape, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void list(struct phrase *text, struct tape *tape, int depth);

static void integer(struct phrase *text, struct tape *tape, int depth)
{
    unsigned kind = draw(tape, 16);
    if (depth == 0 || kind < 5) {
        static const char *const words[] = {"0", "1", "2", "3", "7", "63", "n", "m", "n", "m", "l", "k", "i", "k"};
        static const unsigned known[] = {[SCOPE_LET] = 10, [SCOPE_END] = 11, [SCOPE_MOVE] = 14};
        if (!tape->pure && kind == 0)
            put(text, "turn");
        else
            put_one_of(text, tape, words, known[tape->scope]);
        return;
    }
    put(text, "(");
    if (kind < 10) {
        integer(text, tape, depth - 1);
        ONE_OF(text, tape, " + ", " - ", " * ", " / ", " % ", " & ", " ^ ", " | ", " << ", " >> ", " < ",
               " <= ", " == ", " != ", " && ", " || ");
        integer(text, tape, depth - 1);
    } else if (kind == 10) {
        integer(text, tape, depth - 1);
        put(text, " ? ");
        integer(text, tape, depth - 1);
        put(text, " : ");
        integer(text, tape, depth - 1);
    } else if (kind == 11) {
        ONE_OF(text, tape, "abs(", "isqrt(", "log2(", "bits(", "popcount(", "is_prime(", "is_square(", "is_fib(", "least_factor(",
               "-(", "!(");
        integer(text, tape, depth - 1);
        put(text, ")");
    } else if (kind == 12) {
        ONE_OF(text, tape, "min(", "max(", "gcd(", "pow(", "val(", "is_power(", "count(h, ");
        integer(text, tape, depth - 1);
        put(text, ", ");
        integer(text, tape, depth - 1);
        put(text, ")");
    } else if (kind == 13) {
        ONE_OF(text, tape, "len(", "sum(", "min(", "max(", "xor(");
        list(text, tape, depth - 1);
        put(text, ")");
    } else if (kind == 14) {
        list(text, tape, depth - 1);
        put(text, "[");
        integer(text, tape, depth - 1);
        put(text, "]");
    } else {
        ONE_OF(text, tape, "sum(t in ", "count(t in ", "any(t in ", "all(t in ", "min(t in ", "max(t in ");
        list(text, tape, depth - 1);
        put(text, ": t * ");
        integer(text, tape, depth - 1);
        put(text, ")");
    }
    put(text, ")");
}

static void list(struct phrase *text, struct tape *tape, int depth)
{
    unsigned kind = draw(tape, 8);
    if (depth == 0 || kind < 3) {
        ONE_OF(text, tape, "h", "[]", "[1, 3]", "[n, m]", "h", "digits(n)", "[2, 2, 5, 1]");
    } else if (kind == 3) {
        put(text, "(");
        list(text, tape, depth - 1);
        put(text, " ++ ");
        list(text, tape, depth - 1);
        put(text, ")");
    } else if (kind == 4) {
        list(text, tape, depth - 1);
        put(text, "[");
        integer(text, tape, depth - 1);
        put(text, "..");
        integer(text, tape, depth - 1);
        put(text, "]");
    } else if (kind == 5) {
        ONE_OF(text, tape, "sort(", "reverse(");
        list(text, tape, depth - 1);
        put(text, ")");
    } else if (kind == 6) {
        ONE_OF(text, tape, "digits(", "divisors(");
        integer(text, tape, depth - 1);
        put(text, ")");
    } else {
        put(text, "list(u in 0..");
        integer(text, tape, depth - 1);
        put(text, ": u + ");
        integer(text, tape, depth - 1);
        put(text, ")");
    }
}

/* Mostly within the ranges, so that many games can be played. */
static void assignments(struct phrase *text, struct tape *tape)
{
    if (draw(tape, 4)) {
        ONE_OF(text, tape, "n = max(0, n - ", "n = max(0, min(30, n + ", "m = max(0, min(9, m - ", "n = n / max(2, ");
        size_t from = text->n;
        integer(text, tape, 1);
        put(text, strstr(text->v, "min(") && from ? "))" : ")");
    } else {
        ONE_OF(text, tape, "n = ", "n -= ", "m += ", "h[i] = ", "h[0] -= ");
        integer(text, tape, 2);
    }
    if (draw(tape, 3) == 0) {
        put(text, ", ");
        ONE_OF(text, tape, "h = ", "h = list(t in h: max(0, t - 1))", "h = sort(h)");
        if (text->v[text->n - 1] == ' ')
            list(text, tape, 2);
    }
}

static void field(struct out *out, struct tape *tape, const char *name, const struct phrase *text)
{
    struct phrase changed = *text;
    for (unsigned i = 0; changed.n && tape && i < draw(tape, MUTATIONS); i++)
        changed.v[draw(tape, 255) % changed.n] = "()[]+-<>=:,.kn0&|?! "[draw(tape, 20)];
    json_name(out, name);
    json_string(out, changed.v);
}

static void expression(struct out *out, struct tape *tape, struct tape *mutate, const char *name)
{
    struct phrase text = {0};
    integer(&text, tape, DEPTH);
    field(out, mutate, name, &text);
}

static void move(struct out *out, struct tape *tape, struct tape *mutate, unsigned index, bool pure)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    struct phrase text = {0};
    json_begin(out, '{');
    json_name(out, "name");
    json_string(out, names[index]);
    ONE_OF(&text, tape, "k in 1..min(3, n), i in 0..1", "k in [1, 3, 4], i in h", "k in 0..n, i in 0..len(h)-1",
           "i in [0], k in ");
    if (text.v[text.n - 1] == ' ')
        list(&text, tape, 2);
    field(out, mutate, "choose", &text);
    if (draw(tape, 2))
        expression(out, tape, mutate, "when");
    if (!pure && draw(tape, 3) == 0)
        expression(out, tape, mutate, "score");
    if (!pure && draw(tape, 3) == 0)
        expression(out, tape, mutate, "again");
    bool splits = pure && draw(tape, 3) == 0;
    json_name(out, splits ? "into" : "do");
    if (splits)
        json_begin(out, '[');
    for (unsigned i = 0; i < (splits ? draw(tape, 3) : 1); i++) {
        struct phrase action = {0};
        assignments(&action, tape);
        json_string(out, action.v);
    }
    if (splits)
        json_end(out, ']');
    json_end(out, '}');
}

static void grammar(struct out *out, struct tape *tape, struct tape *mutate)
{
    bool pure = tape->pure, misere = !pure && draw(tape, 2);
    json_begin(out, '{');
    json_name(out, "vars");
    json_string(out, draw(tape, 4) ? "n: 0..30, m: 0..9, h[]: 0..9" : "n: -5..30, m: 0..9, h[0..4]: 0..9");
    json_name(out, "let");
    json_begin(out, '[');
    struct phrase let = {0};
    put(&let, "l = ");
    tape->scope = SCOPE_LET;
    integer(&let, tape, 2);
    tape->scope = SCOPE_END;
    json_string(out, let.v);
    json_end(out, ']');
    json_name(out, "misere");
    json_bool(out, misere);
    json_name(out, "ends");
    json_begin(out, '[');
    for (unsigned i = draw(tape, 3); i > 1; i--) {
        static const char *const results[] = {"win", "loss", "draw", "first", "second"};
        json_begin(out, '{');
        expression(out, tape, mutate, "when");
        json_name(out, "result");
        json_string(out, pure ? "loss" : results[draw(tape, 8) % 5]);
        json_end(out, '}');
    }
    json_end(out, ']');
    tape->scope = SCOPE_MOVE;
    json_name(out, "moves");
    json_begin(out, '[');
    for (unsigned i = 0, n = 1 + draw(tape, 3); i < n; i++)
        move(out, tape, mutate, i, pure);
    json_end(out, ']');
    json_end(out, '}');
}

/* ---- rules of lines ---- */

struct fields_of_lines {
    const char *of[256]; /* the last text of each letter */
};

static void named(struct out *out, const struct fields_of_lines *lines, char letter, const char *name)
{
    if (!lines->of[(uint8_t)letter])
        return;
    json_name(out, name);
    json_string(out, lines->of[(uint8_t)letter]);
}

static void of_lines(struct out *out, struct arena *arena, const uint8_t *data, size_t size)
{
    struct fields_of_lines lines = {{NULL}};
    char *text = arena_copy(arena, (const char *)data, size);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)(text[i] == '\n' ? '\n' : text[i] & 0x7f ? text[i] & 0x7f : ' ');
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        lines.of[(uint8_t)*line] = line + 1;
    }
    json_begin(out, '{');
    named(out, &lines, 'v', "vars");
    named(out, &lines, 'f', "after");
    json_name(out, "let");
    json_begin(out, '[');
    if (lines.of['l'])
        json_string(out, lines.of['l']);
    json_end(out, ']');
    json_name(out, "moves");
    json_begin(out, '[');
    json_begin(out, '{');
    json_name(out, "name");
    json_string(out, "take");
    named(out, &lines, 'c', "choose");
    named(out, &lines, 'w', "when");
    named(out, &lines, 's', "score");
    named(out, &lines, 'a', "again");
    json_name(out, "do");
    json_string(out, lines.of['d'] ? lines.of['d'] : "");
    json_end(out, '}');
    json_end(out, ']');
    json_end(out, '}');
}

/* ---- asking ---- */

static enum status look(void *what)
{
    int *looks = what;
    return ++*looks < LOOKS_MAX ? STATUS_ok : STATUS_deadline_exceeded;
}

static struct reply ask(struct arena *arena, const char *target, const char *text, size_t size)
{
    struct request request = {.method = "POST",
                              .target = target,
                              .content_type = "application/json",
                              .body = arena_copy(arena, text, size),
                              .body_size = size};
    int looks = 0;
    struct budget budget = {.left = BUDGET_STEPS, .arena = arena, .look = look, .what = &looks};
    struct reply reply = {0};
    api_handle(&api, &request, arena, &budget, &reply);
    if (reply.problem == STATUS_internal || (reply.problem == STATUS_deadline_exceeded && looks < LOOKS_MAX))
        abort();
    return reply;
}

static int number(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItem(json, name)->valueint;
}

/* Verdict and counts fit together. */
static void check(struct arena *arena, const struct reply *reply)
{
    arena_enter(arena);
    cJSON *json = cJSON_ParseWithLength(reply->body, reply->body_size);
    const char *verdict = cJSON_GetObjectItem(json, "verdict")->valuestring;
    int moves = number(json, "move_count"), wins = number(json, "winning_move_count"), draws = number(json, "drawing_move_count");
    if (moves && (*verdict == 'w') != (wins > 0))
        abort();
    if (moves && *verdict == 'l' && draws)
        abort();
    if (wins + draws > moves)
        abort();
    arena_enter(NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const states[] = {"{\"n\":9,\"m\":4,\"h\":[2,0,3]}",
                                         "[{\"n\":6,\"m\":2,\"h\":[1]},{\"n\":4,\"m\":3,\"h\":[0]}]",
                                         "{\"n\":30,\"m\":9,\"h\":[]}", "[]"};
    struct arena arena, again;
    struct out out;
    if (size < 2)
        return 0;
    if (!api.store) {
        if (!api_setup())
            abort();
        api = (struct api){.store = store_private_new((size_t)16 << 20), .cors = "*", .body_max = 1 << 20};
    }
    arena_init(&arena, NULL, 0, (size_t)1 << 30);
    arena_init(&again, NULL, 0, (size_t)1 << 30);
    struct tape tape = {.at = data + 2, .end = data + size, .pure = data[1] & 1}; /* lists of states are sums */
    out_init(&out, &arena, 4096);
    out_raw(&out, "{\"rules\":");
    if (*data == 'L')
        of_lines(&out, &arena, data + 2, size - 2);
    else
        grammar(&out, &tape, *data & 1 ? &tape : NULL);
    out_raw(&out, ",\"state\":");
    out_raw(&out, states[data[1] % 4]);
    size_t position = out.n;
    out_raw(&out, ",\"moves\":\"all\",\"positions\":true,\"explain\":\"zh\"}");
    struct reply first = ask(&arena, "/custom", out.v, out.n), second = ask(&again, "/custom", out.v, out.n);
    if (first.status != second.status || first.body_size != second.body_size ||
        memcmp(first.body, second.body, first.body_size) != 0)
        abort();
    if (first.status == 200)
        check(&arena, &first);
    out.n = position;
    out_raw(&out, ",\"vary\":[{\"pointer\":\"/state/n\",\"from\":0,\"to\":12}],\"of\":\"verdict\"}");
    ask(&again, "/custom/table", out.v, out.n);
    arena_reset(&again);
    arena_reset(&arena);
    return 0;
}
