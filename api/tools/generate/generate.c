/* POST /generate: exercises and test data, the same for the same request. */
#include "api/tools/generate/generate.h"

#include "api/csv.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/tools/seed.h"

#include <string.h>

/* ---- how difficult a position is: by what has to be read, so that nothing of the answer shows ---- */

/* A string or a number that begins there; *weight: of what it says. */
static const char *weigh_token(const char *at, const char *end, uint64_t *weight)
{
    bool quoted = *at == '"';
    const char *from = at + quoted, *to = from;
    while (to < end && (quoted ? *to != '"' : strchr("-0123456789", *to) != NULL))
        to += quoted && *to == '\\' ? 2 : 1;
    bool number = to > from && strspn(from, "-0123456789") >= (size_t)(to - from);
    const char *digits = from + (number && *from == '-');
    struct num value = num(0);
    *weight = (uint64_t)(to - from);
    if (number && num_parse(digits, (size_t)(to - digits), &value))
        *weight = 1 + num_bits(value);
    to += quoted;
    if (to < end && *to == ':')
        *weight = 0; /* a name */
    return to;
}

/* 1 and its binary digits for every number, 1 for every character of a text and for every `true`; 50 of it are half way. */
static int64_t difficulty(const char *position, size_t size)
{
    enum { HALF = 50 };
    const char *at = position, *end = position + size;
    uint64_t sum = 0, weight;
    while (at < end) {
        if (*at == '"' || *at == '-' || (*at >= '0' && *at <= '9')) {
            at = weigh_token(at, end, &weight);
            sum += weight;
        } else {
            sum += *at == 't';
            at += *at == 't' ? 4 : *at == 'f' ? 5 : 1;
        }
    }
    return (int64_t)((100 * sum + (sum + HALF) / 2) / (sum + HALF));
}

/* ---- a position and its answer ---- */

static struct record record_json(const struct generate *g, struct question *question, const char *position, size_t size)
{
    struct out out;
    out_init(&out, g->scratch, 512 + size);
    json_begin(&out, '{');
    json_name(&out, "position");
    out_bytes(&out, position, size);
    out.first = false;
    member_word(&out, "difficulty", difficulty(position, size));
    if (g->wish.answers) {
        struct out answer;
        out_init(&answer, g->scratch, 512);
        question_encode(question, &answer);
        json_name(&out, "answer");
        out_bytes(&out, answer.v, answer.n);
        out.first = false;
    }
    json_end(&out, '}');
    return (struct record){out.v, out.n};
}

static void put_number(struct out *out, struct num value, bool unknown)
{
    out_raw(out, ",");
    if (!unknown)
        out_raw(out, num_text(value));
}

static struct record record_csv(const struct generate *g, const struct question *question, const char *position, size_t size)
{
    static const char *const words[] = {
        [OUTCOME_LOSS] = ",loss", [OUTCOME_DRAW] = ",draw", [OUTCOME_WIN] = ",win", [OUTCOME_NONE] = ","};
    const struct answer *answer = &question->ask.answer;
    struct out out, move;
    out_init(&out, g->scratch, 512 + 2 * size);
    csv_field(&out, position, size);
    if (!g->wish.answers) {
        out_raw(&out, ",,,,");
        return (struct record){out.v, out.n};
    }
    out_raw(&out, words[answer->verdict]);
    put_number(&out, answer->grundy, !answer->grundy_known);
    put_number(&out, answer->winning.seen, answer->winning_count_unknown || g->game->traits & TRAIT_DECIDER);
    out_raw(&out, ",");
    if (answer->winning.n) {
        out_init(&move, g->scratch, 128);
        encode_value(&move, question->game->move, answer->winning.v[0].move);
        csv_field(&out, move.v, move.n);
    }
    return (struct record){out.v, out.n};
}

struct record generate_record(const struct generate *g, struct question *question, const char *position, size_t size)
{
    return g->form == FORM_CSV ? record_csv(g, question, position, size) : record_json(g, question, position, size);
}

/* ---- all of them ---- */

/* What was found is all there is: of won and lost ones still as many, the last of the others are left out. */
static void balance(struct generate *g)
{
    size_t found[2] = {0};
    for (size_t i = 0; i < (size_t)g->wish.count; i++)
        found[g->lost[i]] += g->records[i].text != NULL;
    for (size_t i = (size_t)g->wish.count; i-- > 0;) {
        bool lost = g->lost[i];
        if (!g->records[i].text || found[lost] <= found[!lost])
            continue;
        g->records[i].text = NULL;
        found[lost]--;
    }
}

static void put_records(const struct generate *g, struct out *out, const char *between, const char *after)
{
    bool first = true;
    out_room(out, g->bytes + 4 * (size_t)g->wish.count);
    for (size_t i = 0; i < (size_t)g->wish.count; i++) {
        if (!g->records[i].text)
            continue;
        if (!first)
            out_raw(out, between);
        out_bytes(out, g->records[i].text, g->records[i].n);
        out_raw(out, after);
        first = false;
    }
}

/* False: there is more to do. */
static bool find(struct setting *setting, struct generate *g, enum form form)
{
    g->form = form;
    if (!generate_some(g, setting))
        return false;
    if (g->lost && g->found < (size_t)g->wish.count)
        balance(g);
    return true;
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct generate *g = request;
    if (!find(setting, g, FORM_JSON))
        return;
    json_begin(out, '{');
    member_string(out, "game", g->game->id);
    json_name(out, "seed");
    encode_value(out, &type_seed, &g->wish.seed);
    member_word(out, "count", g->wish.count);
    member_bool(out, "complete", g->found == (size_t)g->wish.count);
    member_begin(out, "positions", '[');
    put_records(g, out, ",", "");
    out->first = false;
    json_end(out, ']');
    json_end(out, '}');
}

static void answer_lines(struct setting *setting, void *request, struct out *out)
{
    if (find(setting, request, FORM_LINES))
        put_records(request, out, "", "\n");
}

static void answer_csv(struct setting *setting, void *request, struct out *out)
{
    if (!find(setting, request, FORM_CSV))
        return;
    out_raw(out, "position,verdict,grundy,winning_move_count,first_winning_move" CSV_LINE_END);
    put_records(request, out, "", CSV_LINE_END);
}

const struct tool tool_generate = {
    .path = "/generate",
    .read = generate_read,
    .answer = answer,
    .others = {{"application/x-ndjson", answer_lines}, {"text/csv; charset=utf-8", answer_csv}},
};
