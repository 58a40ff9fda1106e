/* Claims: read, compared with the answer, and told back with what is right and why. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/json/tree.h"
#include "core/limits.h"

#include <string.h>

const char *const what_names[WHAT_COUNT] = {
    [WHAT_VERDICT] = "verdict",
    [WHAT_GRUNDY] = "grundy",
    [WHAT_MOVE_COUNT] = "move_count",
    [WHAT_WINNING_MOVE_COUNT] = "winning_move_count",
    [WHAT_MOVE] = "move",
    [WHAT_WINNING_MOVES] = "winning_moves",
    [WHAT_PERIOD] = "period",
    [WHAT_DRAWING_MOVE_COUNT] = "drawing_move_count",
    [WHAT_DRAWING_MOVES] = "drawing_moves",
    [WHAT_VALUE] = "value",
    [WHAT_BEST_MOVE_COUNT] = "best_move_count",
    [WHAT_BEST_MOVES] = "best_moves",
};

static const struct type verdict_type = {
    .kind = KIND_NAME,
    .size = sizeof(int),
    .names = (const char *const[]){[OUTCOME_LOSS] = "loss", [OUTCOME_DRAW] = "draw", [OUTCOME_WIN] = "win", NULL},
};
static const struct type value_type = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX, .bits_max = 2 * INT_BITS};
/* Counts have as many bits as all heaps together. */
static const struct type number_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX};
static const struct type period_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct claimed_period),
    .fields =
        (const struct field[]){
            {"preperiod", offsetof(struct claimed_period, preperiod), &type_natural, NEED_OPTIONAL,
             .doc = {"From where on it holds.", "从哪里起成立。"}},
            {"period", offsetof(struct claimed_period, period), &type_positive, .doc = {"The period.", "周期。"}},
            {"saltus", offsetof(struct claimed_period, saltus), &type_natural, NEED_OPTIONAL,
             .doc = {"By how much the values grow with each period.", "每个周期 SG 值的增量。"}},
            {0},
        },
};

const struct field *extra_field(const struct game *game, const char *name)
{
    for (const struct field *f = game->extra ? game->extra->fields : NULL; f && f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* Whether something of this kind can be claimed in the game at all. */
static bool can_claim(const struct game *game, enum what what)
{
    switch (what) {
    case WHAT_VERDICT:
    case WHAT_WINNING_MOVE_COUNT:
    case WHAT_WINNING_MOVES:
        return !(game->traits & TRAIT_DECIDER);
    case WHAT_DRAWING_MOVE_COUNT:
    case WHAT_DRAWING_MOVES:
        return game->traits & TRAIT_DRAWS;
    case WHAT_BEST_MOVE_COUNT:
    case WHAT_BEST_MOVES:
        return game->traits & (TRAIT_SCORES | TRAIT_DECIDER);
    case WHAT_PERIOD:
        return extra_field(game, "period");
    case WHAT_VALUE:
        return extra_field(game, "value");
    default:
        return true;
    }
}

static void read_move_list(struct grade *grade, struct claim *claim, const char *pointer, struct faults *faults)
{
    if (!cJSON_IsArray(claim->json)) {
        fault_add(faults, FAULT_wrong_type, pointer, "must be a list of moves");
        return;
    }
    claim->n = (size_t)cJSON_GetArraySize(claim->json);
    if (claim->n > LIST_LIMIT) {
        fault_add(faults, FAULT_too_long, pointer,
                  arena_printf(faults->arena, "has %zu items, more than %d", claim->n, LIST_LIMIT));
        return;
    }
    claim->moves = arena_array(faults->arena, claim->n, sizeof *claim->moves);
    size_t i = 0;
    const cJSON *move;
    cJSON_ArrayForEach(move, claim->json)
    {
        claim->moves[i] = read_move(&grade->subject, move, pointer_index(faults->arena, pointer, i), faults);
        i++;
    }
}

static void read_period(struct claim *claim, const char *pointer, struct faults *faults)
{
    if (cJSON_IsObject(claim->json))
        decode_fields(&period_type, &claim->period, NULL, NULL, claim->json, pointer,
                      (const char *const[]){"proven", "checked_to", NULL}, faults);
    else
        decode_value(&type_positive, claim->json, pointer, &claim->period.period, faults);
}

static void read_claim(struct grade *grade, enum what what, const cJSON *json, struct faults *faults)
{
    struct claim *claim = &grade->claims[what];
    const char *pointer = pointer_name(faults->arena, "/claim", what_names[what]);
    claim->json = json;
    claim->null = cJSON_IsNull(json) && (what == WHAT_GRUNDY || what == WHAT_PERIOD);
    if (claim->null)
        return;
    switch (what) {
    case WHAT_VERDICT:
        decode_value(&verdict_type, json, pointer, &claim->verdict, faults);
        break;
    case WHAT_MOVE:
        claim->n = 1;
        claim->moves = arena_array(faults->arena, 1, sizeof *claim->moves);
        claim->moves[0] = read_move(&grade->subject, json, pointer, faults);
        break;
    case WHAT_WINNING_MOVES:
    case WHAT_DRAWING_MOVES:
    case WHAT_BEST_MOVES:
        read_move_list(grade, claim, pointer, faults);
        break;
    case WHAT_PERIOD:
        read_period(claim, pointer, faults);
        break;
    default:
        decode_value(what == WHAT_VALUE ? &value_type : &number_type, json, pointer, &claim->number, faults);
    }
}

void read_claims(struct grade *grade, const cJSON *claims, struct faults *faults)
{
    if (!cJSON_IsObject(claims)) {
        fault_add(faults, FAULT_wrong_type, "/claim", "must be an object");
        return;
    }
    if (!claims->child)
        fault_add(faults, FAULT_too_short, "/claim", "must claim something");
    const char *names[WHAT_COUNT];
    size_t n = 0;
    for (int what = 0; what < WHAT_COUNT; what++)
        if (can_claim(grade->subject.game, (enum what)what))
            names[n++] = what_names[what];
    const cJSON *json;
    cJSON_ArrayForEach(json, claims)
    {
        int what = 0;
        while (what < WHAT_COUNT && strcmp(what_names[what], json->string) != 0)
            what++;
        if (what < WHAT_COUNT && can_claim(grade->subject.game, (enum what)what)) {
            read_claim(grade, (enum what)what, json, faults);
            continue;
        }
        const char *nearest = nearest_name(json->string, names, n);
        fault_add(faults, FAULT_unknown_field, pointer_name(faults->arena, "/claim", json->string),
                  nearest ? arena_printf(faults->arena, "cannot be claimed in this game; did you mean \"%s\"?", nearest)
                          : "cannot be claimed in this game");
    }
}

void refuse_claim(struct check *check, int64_t limit, const char *en, const char *zh)
{
    struct setting *setting = check->grade->setting;
    struct fault_place place = {FAULT_out_of_range, pointer_name(setting->arena, "/claim", what_names[check->what])};
    arena_escape_at(setting->arena, STATUS_too_large, limit, place, "cannot be graded: %1$s%2$.0s", "无法评判：%2$s%1$.0s", en,
                    zh);
}

static void check_count(struct check *check, struct num count, bool unknown)
{
    if (unknown)
        refuse_claim(check, -1, check->ask->answer.count_limit, check->ask->answer.count_limit);
    check->correct = num_eq(check->claim->number, count);
    json_number(check->expected, count);
    tell_number(check, num_text(count));
}

/* Whether a position without a Grundy value has none by its nature; else it lies beyond a limit. */
static bool has_no_grundy(const struct check *check)
{
    const struct game *game = check->grade->subject.game;
    if (!(game->traits & TRAIT_GRUNDY) || game->traits & TRAIT_ENTAILING || check->ask->answer.loopy)
        return true;
    return is_misere(game, check->grade->subject.position);
}

static void check_grundy(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    const struct game *game = check->grade->subject.game;
    struct arena *arena = check->grade->setting->arena;
    if (!answer->grundy_known && !has_no_grundy(check))
        refuse_claim(check, game->grundy_limit,
                     arena_printf(arena, "the Grundy value of this position is beyond the game's limit: %s", game->limits.en),
                     arena_printf(arena, "该局面的 SG 值超出了本游戏的范围：%s", game->limits.zh));
    check->correct =
        answer->grundy_known ? !check->claim->null && num_eq(check->claim->number, answer->grundy) : check->claim->null;
    if (answer->grundy_known)
        json_number(check->expected, answer->grundy);
    else
        json_null(check->expected);
    tell_number(check, answer->grundy_known ? num_text(answer->grundy) : NULL);
}

static void check_value(struct check *check)
{
    const struct field *field = extra_field(check->grade->subject.game, "value");
    const void *at = (const char *)check->ask->extra + field->offset;
    struct num value = field->type->kind == KIND_INT ? *(const struct num *)at : num(*(const int64_t *)at);
    check->correct = num_eq(check->claim->number, value);
    json_number(check->expected, value);
    tell_number(check, num_text(value));
}

void check_claim(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    bool winning_unknown = answer->winning_count_unknown;
    switch (check->what) {
    case WHAT_VERDICT:
        check->correct = check->claim->verdict == (int)answer->verdict;
        encode_outcome(check->expected, answer->verdict);
        tell_verdict(check);
        break;
    case WHAT_GRUNDY:
        check_grundy(check);
        break;
    case WHAT_MOVE_COUNT:
        check_count(check, answer->move_count, answer->move_count_unknown);
        break;
    case WHAT_WINNING_MOVE_COUNT:
        check_count(check, answer->winning.seen, winning_unknown);
        break;
    case WHAT_DRAWING_MOVE_COUNT:
        check_count(check, answer->drawing.seen, winning_unknown || answer->drawing_count_unknown);
        break;
    case WHAT_BEST_MOVE_COUNT:
        check_count(check, answer->best.seen, false);
        break;
    case WHAT_VALUE:
        check_value(check);
        break;
    case WHAT_MOVE:
        check_move(check);
        break;
    case WHAT_PERIOD:
        check_period(check);
        break;
    default:
        check_moves(check);
    }
}

/* The sentences in one string. */
static void encode_feedback(struct out *out, const struct lines *lines)
{
    const char *text = "";
    for (size_t i = 0; i < lines->n; i++)
        text = arena_printf(out->arena, "%s%s%s", text, i && lines->language == LANGUAGE_EN ? " " : "", lines->v[i]);
    member_string(out, "feedback", text);
}

static void encode_check(struct check *check, struct out *out)
{
    struct grade *grade = check->grade;
    struct lines lines = {.arena = out->arena, .language = grade->language};
    struct out expected;
    out_init(&expected, out->arena, 64);
    check->lines = &lines;
    check->expected = &expected;
    check_claim(check);
    json_begin(out, '{');
    member_string(out, "what", what_names[check->what]);
    member_bool(out, "correct", check->correct);
    json_name(out, "claimed");
    tree_write(out, check->claim->json);
    if (grade->reveal) {
        json_name(out, "expected");
        out_bytes(out, expected.v, expected.n);
        out->first = false;
    }
    encode_feedback(out, &lines);
    if (grade->reveal && check->counter) {
        member_begin(out, "counter", '{');
        encode_fields(out, grade->subject.game->move, check->counter, false);
        json_end(out, '}');
    }
    json_end(out, '}');
}

/* A fraction as the decimal that is read as the nearest double. */
static const char *fraction(struct arena *arena, unsigned part, unsigned whole)
{
    enum { DIGITS = 17 };
    if (part == whole || !part)
        return part ? "1" : "0";
    uint64_t scale = UINT64_C(100000000000000000), scaled = (part * scale + whole / 2) / whole;
    char *text = arena_printf(arena, "0.%0*llu", DIGITS, (unsigned long long)scaled);
    for (size_t n = strlen(text); text[n - 1] == '0'; n--)
        text[n - 1] = '\0';
    return text;
}

void answer_claims(struct grade *grade, struct out *out)
{
    struct setting *setting = grade->setting;
    struct asking asking = {
        .game = grade->subject.game, .position = grade->subject.position, .budget = setting->budget, .store = setting->store};
    struct ask ask;
    struct out checks;
    unsigned right = 0, all = 0;
    asking_solve(&asking, &ask, LISTING_WINNING, num(0), 1);
    out_init(&checks, setting->arena, 512);
    for (int what = 0; what < WHAT_COUNT; what++) {
        if (!grade->claims[what].json)
            continue;
        struct check check = {
            .grade = grade, .claim = &grade->claims[what], .what = (enum what)what, .asking = &asking, .ask = &ask};
        encode_check(&check, &checks);
        all++;
        right += check.correct;
    }
    setting->mistaken = right < all;
    json_begin(out, '{');
    member_string(out, "game", grade->subject.game->id);
    member_bool(out, "correct", right == all);
    json_name(out, "score");
    out_raw(out, fraction(setting->arena, right, all));
    out->first = false;
    member_begin(out, "checks", '[');
    out_bytes(out, checks.v, checks.n);
    json_end(out, ']');
    json_end(out, '}');
}
