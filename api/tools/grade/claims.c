/* Claims: compared with the answer, and told back with what is right and why. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/json/parse.h"
#include "api/json/pointer.h"
#include "api/json/tree.h"
#include "api/problem/words.h"

#include <string.h>

void refuse_claim(struct check *check, int64_t limit, const char *en, const char *zh)
{
    struct setting *setting = check->grade->setting;
    struct fault_place place = {FAULT_out_of_range, pointer_name(setting->arena, "/claim", check->claim->name)};
    check->grade->solved = false; /* as far as anybody can tell */
    arena_escape_at(setting->arena, STATUS_too_large, limit, place, "cannot be graded: %1$s%2$.0s", "无法评判：%2$s%1$.0s", en,
                    zh);
}

void refuse_uncounted(struct check *check, const struct answer *answer)
{
    refuse_claim(check, -1, answer->count_limit, words_in(check->grade->setting->arena, LANGUAGE_ZH, answer->count_limit));
}

static void check_count(struct check *check, struct num count, bool unknown)
{
    if (unknown)
        refuse_uncounted(check, &check->ask->answer);
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

/* Equal as values: an integer may be written as a number or as a string, and the order of members says nothing. Recursion is
 * bounded by the depth that the scan allows. */
static bool equal(const cJSON *a, const cJSON *b)
{
    if ((cJSON_IsNumber(a) && a->valuestring) || (cJSON_IsNumber(b) && b->valuestring))
        return false; /* no integer, or one to be written as a string */
    if ((cJSON_IsNumber(a) && cJSON_IsString(b)) || (cJSON_IsString(a) && cJSON_IsNumber(b))) {
        const cJSON *number = cJSON_IsNumber(a) ? a : b, *text = number == a ? b : a;
        struct num value;
        return num_parse(text->valuestring, strlen(text->valuestring), &value) && num_is_word(value) &&
               num_cmp_word(value, (int64_t)number->valuedouble) == 0;
    }
    if ((a->type & 0xff) != (b->type & 0xff) || cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
        return false;
    if (cJSON_IsNumber(a))
        return (int64_t)a->valuedouble == (int64_t)b->valuedouble;
    if (cJSON_IsString(a))
        return strcmp(a->valuestring, b->valuestring) == 0;
    for (const cJSON *x = a->child, *y = b->child; x; x = x->next, y = y->next) {
        const cJSON *other = cJSON_IsObject(a) ? cJSON_GetObjectItemCaseSensitive(b, x->string) : y;
        if (!other || !equal(x, other))
            return false;
    }
    return true;
}

/* A field that is not in this answer is expected to be claimed to be none. */
static void check_extra(struct check *check)
{
    const struct field *field = check->claim->field;
    const struct head *head = check->ask->extra;
    uint32_t bit = BIT(field - check->grade->subject.game->extra->fields);
    bool there = (field->need == NEED_ALWAYS || head->given & bit) && !(head->null & bit);
    struct arena *arena = check->lines->arena;
    struct scan scan;
    if (there)
        encode_value(check->expected, field->type, (const char *)check->ask->extra + field->offset);
    else
        json_null(check->expected);
    size_t size = check->expected->n;
    char *text = arena_copy(arena, check->expected->v, size);
    const cJSON *expected = json_parse(arena, arena_copy(arena, text, size), size, &scan);
    check->correct = equal(check->claim->said, expected);
    tell_extra_field(check, size <= 200 ? text : NULL);
}

void check_claim(struct check *check)
{
    const struct answer *answer = &check->ask->answer;
    bool winning_unknown = answer->winning_count_unknown;
    switch (check->claim->what) {
    case WHAT_VERDICT:
        check->correct = check->claim->verdict == answer->verdict;
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
    case WHAT_EXTRA:
        check_extra(check);
        break;
    case WHAT_COUNT:
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
    const struct claim *claim = check->claim;
    struct lines lines = {.arena = out->arena, .language = grade->language};
    struct out expected;
    out_init(&expected, out->arena, 64);
    check->lines = &lines;
    check->expected = &expected;
    check->share = (struct share){num(0), num(1)};
    if (!claim->fault || grade->reveal)
        check_claim(check);
    if (claim->fault)
        tell_malformed(check);
    else if (check->correct)
        check->share.part = check->share.whole;
    struct out diagnosis;
    size_t methods = 0;
    out_init(&diagnosis, out->arena, 64);
    if (grade->reveal && !check->correct && !claim->fault)
        methods = diagnose_check(check, &diagnosis);
    json_begin(out, '{');
    member_string(out, "what", claim->name);
    member_bool(out, "correct", check->correct);
    if (claim->fault)
        member_bool(out, "malformed", true);
    json_name(out, "claimed");
    tree_write(out, claim->json);
    if (grade->reveal && expected.n) {
        json_name(out, "expected");
        out_bytes(out, expected.v, expected.n);
        out->first = false;
    }
    encode_feedback(out, &lines);
    if (grade->reveal && check->counter)
        encode_move(out, "counter", grade->subject.game, check->counter);
    if (methods) {
        json_name(out, "diagnosis");
        out_bytes(out, diagnosis.v, diagnosis.n);
        out->first = false;
    }
    json_end(out, '}');
}

static int64_t score_of(struct share share)
{
    if (num_is_zero(share.whole))
        return 0;
    struct num scaled = num_add(num_mul(share.part, num(SCORE_WHOLE)), num_shr(share.whole, 1));
    return num_div(scaled, share.whole).word;
}

/* A fraction as the decimal that is read as the nearest double. */
static const char *fraction(struct arena *arena, struct share share)
{
    enum { DIGITS = 17 };
    if (num_is_zero(share.part) || num_eq(share.part, share.whole))
        return num_is_zero(share.part) ? "0" : "1";
    char *text = arena_printf(arena, "0.%0*lld", DIGITS, (long long)score_of(share));
    for (size_t n = strlen(text); text[n - 1] == '0'; n--)
        text[n - 1] = '\0';
    return text;
}

/* sum + weight * share, not reduced: few claims are lists, so the numbers stay short. */
static struct share add_share(struct share sum, int64_t weight, struct share share)
{
    struct num part = num_mul(num(weight), share.part);
    if (num_eq(share.whole, num(1)))
        return (struct share){num_add(sum.part, num_mul(part, sum.whole)), sum.whole};
    return (struct share){num_add(num_mul(sum.part, share.whole), num_mul(part, sum.whole)), num_mul(sum.whole, share.whole)};
}

void answer_claims(struct grade *grade, struct out *out)
{
    struct setting *setting = grade->setting;
    struct asking asking = {
        .game = grade->subject.game, .position = grade->subject.position, .budget = setting->budget, .store = setting->store};
    struct ask ask;
    struct out checks;
    struct share score = {num(0), num(1)};
    int64_t weights = 0;
    bool right = true;
    asking_solve(&asking, &ask, LISTING_WINNING, num(0), 1);
    grade->solved = true;
    out_init(&checks, setting->arena, 512);
    for (size_t i = 0; i < grade->claim_count; i++) {
        struct check check = {.grade = grade, .claim = &grade->claims[i], .asking = &asking, .ask = &ask};
        encode_check(&check, &checks);
        right &= check.correct;
        weights += check.claim->weight;
        score = add_share(score, check.claim->weight, check.share);
    }
    score.whole = num_mul(score.whole, num(weights));
    setting->mistaken |= !right;
    grade->graded = (struct graded){right, score_of(score)};
    json_begin(out, '{');
    member_string(out, "game", grade->subject.game->id);
    member_bool(out, "correct", right);
    json_name(out, "score");
    out_raw(out, fraction(setting->arena, score));
    out->first = false;
    member_begin(out, "checks", '[');
    out_bytes(out, checks.v, checks.n);
    json_end(out, ']');
    json_end(out, '}');
}
