/* One question: decoding, solving, and the answer in the contract's order of fields. */
#include "api/question.h"

#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/pointer.h"
#include "api/problem/words.h"
#include "core/limits.h"

#include <string.h>

/* The game that this position is of, where a field of it tells. What is wrong with that field as JSON is told by decoding the
 * position; what more, in `found`. */
static const struct game *tailored(const struct game *game, const cJSON *json, const char *pointer, struct faults *found)
{
    const struct field *field = game->position->fields;
    struct faults read = {.arena = found->arena};
    while (strcmp(field->name, game->tailored_by) != 0)
        field++;
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, field->name);
    if (!member)
        return game;
    void *value = arena_alloc(found->arena, field->type->size);
    decode_value(field->type, member, pointer_name(found->arena, "", field->name), value, &read);
    size_t told = read.n;
    const struct game *made = game->tailor(value, pointer, &read);
    for (size_t i = told; i < read.n; i++) {
        fault_add(found, read.v[i].code, read.v[i].pointer, read.v[i].detail);
        found->v[found->n - 1].at = read.v[i].at;
    }
    return made ? made : game;
}

/* What was found from the position's own root, told from the root of the request. */
static void give_faults(struct faults *faults, const struct faults *found, const char *pointer)
{
    for (size_t i = 0; i < found->n && faults->n < FAULTS_MAX; i++) {
        const struct fault *fault = &found->v[i];
        fault_add(faults, fault->code, *pointer ? arena_printf(faults->arena, "%s%s", pointer, fault->pointer) : fault->pointer,
                  fault->detail);
        faults->v[faults->n - 1].at = fault->at;
        faults->v[faults->n - 1].zh = fault->zh;
    }
}

/* With its options, or without (NULL). NULL: told in faults. Pointers are from the position's own root while it is looked at,
 * because that is how check() names them. */
static void *decode_whole(const struct game **asked, const cJSON *json, const char *pointer, const char *const *ignored,
                          struct options *options, struct faults *faults)
{
    struct faults found = {.arena = faults->arena};
    if ((*asked)->tailor)
        *asked = tailored(*asked, json, pointer, &found);
    const struct game *game = *asked;
    void *position = arena_alloc(faults->arena, game->position->size);
    decode_fields(game->position, position, options ? &options_type : NULL, options, json, "", ignored, &found);
    if (game->check && found.n < FAULTS_MAX && !fault_told(&found, "%s", ""))
        game->check(position, &found);
    give_faults(faults, &found, pointer);
    return found.n ? NULL : position;
}

/* The same type, of whose values any part may be there. */
static const struct type *loosened(struct arena *arena, const struct type *type)
{
    size_t n = 0;
    while (type->fields[n].name)
        n++;
    struct field *fields = arena_array(arena, n + 1, sizeof *fields);
    for (size_t i = 0; i < n; i++) {
        fields[i] = type->fields[i];
        fields[i].need = NEED_OPTIONAL;
    }
    struct type *loose = memcpy(arena_raw(arena, sizeof *loose), type, sizeof *loose);
    loose->fields = fields;
    return loose;
}

void *position_decode_part(const struct game **asked, const cJSON *json, const char *pointer, struct faults *faults)
{
    struct faults found = {.arena = faults->arena};
    if (cJSON_IsObject(json) && (*asked)->tailor)
        *asked = tailored(*asked, json, pointer, &found);
    void *position = arena_alloc(faults->arena, (*asked)->position->size);
    decode_fields(loosened(faults->arena, (*asked)->position), position, NULL, NULL, json, "", NULL, &found);
    give_faults(faults, &found, pointer);
    return found.n ? NULL : position;
}

void *position_decode(const struct game **game, const cJSON *json, const char *pointer, const char *const *ignored,
                      struct faults *faults)
{
    return decode_whole(game, json, pointer, ignored, NULL, faults);
}

bool question_decode(struct question *question, const struct game *game, const cJSON *json, const char *pointer,
                     const char *const *ignored, const char *accept_language, struct faults *faults)
{
    question->game = game;
    question->position = decode_whole(&question->game, json, pointer, ignored, &question->options, faults);
    if (!question->position)
        return false;
    question->explain = options_explain(&question->options);
    question->spoken = options_spoken(&question->options, accept_language, &question->negotiated);
    return true;
}

bool question_decode_fields(struct question *question, const struct game *game, const cJSON *json, struct faults *faults)
{
    question->game = game;
    question->position = arena_alloc(faults->arena, game->position->size);
    decode_fields(game->position, question->position, &options_type, &question->options, json, "", NULL, faults);
    question->spoken = (struct spoken){LANGUAGE_EN, LANGUAGE_EN};
    return !faults->n;
}

uint64_t position_cost(const struct game *game, const void *position, struct arena *arena, struct store *store)
{
    uint64_t cost = game->cost ? game->cost(position) : 0;
    return cost > CHEAP_STEPS && game->cost_stored ? game->cost_stored(position, arena, store) : cost;
}

uint64_t question_cost(const struct question *question, struct arena *arena, struct store *store)
{
    uint64_t cost = position_cost(question->game, question->position, arena, store);
    if (question->options.moves == LISTING_NONE)
        return cost;
    /* How many moves will be listed is not known yet: as many as may be. */
    uint64_t a_move = (question->options.positions ? 200 + question->size : 50) + (question->options.words ? 50 : 0);
    uint64_t listing = (uint64_t)question->options.limit * a_move;
    if (listing > ANSWER_BYTES)
        listing = ANSWER_BYTES + a_move; /* then the list ends */
    return cost > UINT64_MAX - listing ? UINT64_MAX : cost + listing;
}

struct tag question_tag(const struct question *question)
{
    const struct options *options = &question->options;
    struct tag tag = tag_begin();
    tag_bytes(&tag, question->game->id, strlen(question->game->id));
    tag_value(&tag, question->game->position, question->position, options->positions);
    tag_word(&tag, (uint64_t)options->moves | options->positions * 4u | question->explain * 8u | options->words * 16u);
    tag_word(&tag, (uint64_t)question->spoken.words << 1 | (uint64_t)question->spoken.explanation);
    tag_word(&tag, (uint64_t)options->limit);
    tag_value(&tag, &type_natural, &options->offset, false);
    return tag;
}

void question_solve(struct question *question, struct budget *budget, struct store *store)
{
    struct ask *ask = &question->ask;
    ask_init(ask, question->game, question->position, budget->arena, budget, store);
    ask->listing = (enum listing)question->options.moves;
    ask->uncounted = question->uncounted;
    ask->bare = question->bare;
    ask->shared = question->shared;
    ask->limit = (size_t)question->options.limit;
    ask->offset = question->options.offset;
    ask_solve(ask);
}

/* A further name of an object that has members already: half of the text of a small answer is names. */
static inline void put_name(struct out *out, const char *literal, size_t n)
{
    memcpy(out_room(out, n), literal, n);
    out->n += n;
    out->first = true;
}
#define NAME(out, name) put_name(out, ",\"" name "\":", sizeof(",\"" name "\":") - 1)

void encode_outcome(struct out *out, enum outcome outcome)
{
    static const char *const words[] = {
        [OUTCOME_LOSS] = "\"loss\"", [OUTCOME_DRAW] = "\"draw\"", [OUTCOME_WIN] = "\"win\"", [OUTCOME_NONE] = "null"};
    out_raw(out, words[outcome]);
    out->first = false;
}

/* The garbage of apply() is given back, unless the text had to move into newer memory meanwhile. */
static void encode_to(struct question *question, struct out *out, const void *move)
{
    struct ask *ask = &question->ask;
    struct arena_mark mark = arena_mark(ask->arena);
    const char *text = out->v;
    size_t before = out->n;
    json_name(out, "to");
    json_begin(out, '{');
    encode_fields(out, question->game->position, ask_apply(ask, move), false);
    json_end(out, '}');
    if (out->v == text)
        arena_rewind(ask->arena, mark);
    budget_spend(ask->budget, 100 + (out->n - before));
}

static void encode_words(struct question *question, struct out *out, const void *move)
{
    struct arena_mark mark = arena_mark(question->ask.arena);
    const char *before = out->v;
    size_t size;
    const char *text = ask_words_sized(&question->ask, move, question->spoken.words, &size);
    NAME(out, "text"); /* behind the fields of the move: none is without one */
    json_text(out, text, size);
    if (out->v == before)
        arena_rewind(question->ask.arena, mark);
}

static void encode_explanation(struct question *question, struct out *out)
{
    struct lines lines = {.arena = question->ask.arena, .language = question->spoken.explanation};
    ask_explain(&question->ask, &lines);
    NAME(out, "explanation");
    json_begin(out, '[');
    for (size_t i = 0; i < lines.n; i++)
        json_string(out, lines.v[i]);
    json_end(out, ']');
}

/* Bytes of what follows the lists, without lists of the game's own that can be ended. */
static size_t measure_rest(struct question *question)
{
    enum { SMALL_FIELDS = 1024 };
    struct arena_mark mark = arena_mark(question->ask.arena);
    struct out out;
    out_init(&out, question->ask.arena, 4096);
    if (question->game->extra && !question->game->fit)
        encode_fields(&out, question->game->extra, question->ask.extra, false);
    if (question->explain)
        encode_explanation(question, &out);
    arena_rewind(question->ask.arena, mark);
    return out.n + SMALL_FIELDS;
}

/* Those lists share with the moves. */
static size_t least_rest(struct question *question)
{
    size_t own = question->game->fit ? question->game->fit(&question->ask, SIZE_MAX) : 0, rest = measure_rest(question);
    return own + rest > ANSWER_BYTES / 2 && own ? ANSWER_BYTES / 2 : own + rest;
}

/* The answer would pass ANSWER_BYTES. */
static bool is_long(struct question *question, const struct out *out)
{
    size_t n = out->n - question->begun + question->behind;
    if (n > ANSWER_BYTES / 2 && !question->rest)
        question->rest = least_rest(question);
    return n > ANSWER_BYTES / 2 && n + question->rest > ANSWER_BYTES;
}

/* True: the list was cut. One move is always there, and room is left for one of each of the `later` lists, about as long. */
static bool encode_moves(struct question *question, struct out *out, const struct page *page, int later)
{
    bool all = question->ask.listing == LISTING_ALL, cut = false;
    if (question->options.words && !question->ask.phrase)
        question->ask.phrase = phrase_new(question->ask.arena);
    json_begin(out, '[');
    for (size_t i = 0; i < page->n && !cut; i++) {
        const struct listed *listed = &page->v[i];
        size_t before = out->n;
        json_begin(out, '{');
        encode_fields(out, question->game->move, listed->move, false);
        if (all && listed->mark.outcome != OUTCOME_NONE) {
            json_name(out, "outcome");
            encode_outcome(out, listed->mark.outcome);
        }
        if (all && listed->mark.grundy_known) {
            json_name(out, "grundy");
            json_number(out, listed->mark.grundy);
        }
        if (question->options.positions)
            encode_to(question, out, listed->move);
        if (question->options.words)
            encode_words(question, out, listed->move);
        json_end(out, '}');
        budget_spend(question->ask.budget, 50);
        question->behind = i ? question->behind : (size_t)later * ((out->n - before) / 8 * 9 + 64);
        cut = is_long(question, out);
        if (cut && i)
            out->n = before;
        cut &= i || page->n > 1;
    }
    json_end(out, ']');
    return cut;
}

static void encode_count(struct out *out, struct num count, bool unknown)
{
    if (unknown)
        json_null(out);
    else
        json_number(out, count);
}

/* A list whose count is unknown may lack something, but for a lost position's, in which no move wins or draws. */
static bool page_cut(const struct page *page, bool unknown)
{
    return unknown || num_cmp_word(page->seen, (int64_t)page->n) > 0;
}

/* winning_move_count … moves: the lists are there in LISTING_WINNING, the counts always. Returns whether a list was cut. */
static bool encode_lists(struct question *question, struct out *out)
{
    const struct answer *answer = &question->ask.answer;
    unsigned traits = question->game->traits;
    bool listed = question->ask.listing == LISTING_WINNING, unknown = answer->winning_count_unknown, cut = false,
         open = unknown && answer->verdict != OUTCOME_LOSS;
    if (!(traits & TRAIT_DECIDER)) {
        NAME(out, "winning_move_count");
        encode_count(out, answer->winning.seen, unknown);
        if (listed) {
            NAME(out, "winning_moves");
            cut |= encode_moves(question, out, &answer->winning, (answer->drawing.n > 0) + (answer->best.n > 0)) ||
                   page_cut(&answer->winning, open);
        }
    }
    if (traits & TRAIT_DRAWS) {
        NAME(out, "drawing_move_count");
        unknown |= answer->drawing_count_unknown;
        encode_count(out, answer->drawing.seen, unknown);
        if (listed) {
            NAME(out, "drawing_moves");
            cut |= encode_moves(question, out, &answer->drawing, answer->best.n > 0) ||
                   page_cut(&answer->drawing, unknown && answer->verdict != OUTCOME_LOSS);
        }
    }
    if (listed && traits & (TRAIT_SCORES | TRAIT_DECIDER))
        cut |= page_cut(&answer->best, false);
    if (question->ask.listing == LISTING_ALL) {
        NAME(out, "moves");
        cut |= encode_moves(question, out, &answer->all, 0) || page_cut(&answer->all, answer->move_count_unknown);
    }
    return cut;
}

/* True: lists of the game's own were cut, that the answer may not pass ANSWER_BYTES. */
static bool fit(struct question *question, size_t taken)
{
    size_t own = question->game->fit(&question->ask, SIZE_MAX), room = taken < ANSWER_BYTES ? ANSWER_BYTES - taken : 0;
    return own > room && question->game->fit(&question->ask, room) < own;
}

/* A list behind `truncated` was cut, after all. */
static void mend_truncated(struct out *out, size_t at)
{
    static const char no[] = "false", yes[] = "true";
    if (memcmp(out->v + at, no, sizeof no - 1) != 0)
        return;
    memcpy(out->v + at, yes, sizeof yes - 1);
    memmove(out->v + at + sizeof yes - 1, out->v + at + sizeof no - 1, out->n - at - (sizeof no - 1));
    out->n -= sizeof no - sizeof yes;
}

static void encode_best(struct question *question, struct out *out, size_t truncated)
{
    const struct answer *answer = &question->ask.answer;
    NAME(out, "best_move_count");
    encode_count(out, answer->best.seen, false);
    if (question->ask.listing != LISTING_WINNING)
        return;
    NAME(out, "best_moves");
    if (encode_moves(question, out, &answer->best, 0))
        mend_truncated(out, truncated);
}

void question_encode(struct question *question, struct out *out)
{
    question->begun = out->n;
    question->rest = 0;
    const struct game *game = question->game;
    const struct answer *answer = &question->ask.answer;
    json_begin(out, '{');
    json_name(out, "game");
    json_string(out, game->id);
    NAME(out, "verdict");
    encode_outcome(out, answer->verdict);
    NAME(out, "grundy");
    encode_count(out, answer->grundy, !answer->grundy_known);
    NAME(out, "move_count");
    encode_count(out, answer->move_count, answer->move_count_unknown);
    bool cut = encode_lists(question, out);
    cut |= game->fit && fit(question, out->n - question->begun + measure_rest(question));
    NAME(out, "truncated");
    size_t truncated = out->n;
    json_bool(out, cut);
    NAME(out, "method");
    json_string(out, answer->method);
    bool scored = game->traits & (TRAIT_SCORES | TRAIT_DECIDER);
    if (game->extra)
        encode_some(out, game->extra, question->ask.extra, 0, scored ? 1 : SIZE_MAX, false);
    if (scored) { /* next to `value`, the first of the game's own */
        encode_best(question, out, truncated);
        encode_some(out, game->extra, question->ask.extra, 1, SIZE_MAX, false);
    }
    if (answer->count_limit) {
        NAME(out, "count_limit");
        json_string(out, words_in(question->ask.arena, question->spoken.words, answer->count_limit));
    }
    if (question->explain)
        encode_explanation(question, out);
    json_end(out, '}');
}
