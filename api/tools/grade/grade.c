/* POST /grade: a student's claims about a position, or the record of a game, held against the solver. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/pointer.h"
#include "api/tools/sum/sum.h"
#include "core/limits.h"

const struct type grade_options = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options_of_grade),
    .fields =
        (const struct field[]){
            {"reveal", offsetof(struct options_of_grade, reveal), &type_bool, NEED_DEFAULT, .fallback = true,
             .doc = {"Whether the answer may give the solution away.", "回答中是否可以透露答案。"}},
            {"lenient", offsetof(struct options_of_grade, lenient), &type_bool, NEED_DEFAULT,
             .doc = {"A part of the claim that cannot be read is wrong, and the others count.",
                     "无法读取的部分判错，其余照常评判。"}},
            {"partial", offsetof(struct options_of_grade, partial), &type_bool, NEED_DEFAULT,
             .doc = {"A list scores by its share: right ones less wrong ones, over all.",
                     "列表按比例计分：（答对数 − 答错数）÷ 总数。"}},
            {"language", offsetof(struct options_of_grade, language), &type_language, NEED_OPTIONAL,
             .doc = {"Of the feedback; absent: as Accept-Language says.", "反馈的语言；省略时按 Accept-Language 选择。"}},
            {0},
        },
};

static void read_record(struct grade *grade, const cJSON *record, struct faults *faults)
{
    if (!cJSON_IsArray(record)) {
        fault_add(faults, FAULT_wrong_type, "/record", "must be a list of moves");
        return;
    }
    grade->plies = (size_t)cJSON_GetArraySize(record);
    if (grade->plies > RECORD_MAX) {
        fault_add(faults, FAULT_too_long, "/record",
                  arena_printf(faults->arena, "has %zu items, more than %d", grade->plies, RECORD_MAX));
        return;
    }
    grade->recorded = true;
    grade->record = arena_array(faults->arena, grade->plies, sizeof *grade->record);
    size_t i = 0;
    const cJSON *move;
    cJSON_ArrayForEach(move, record)
    {
        grade->record[i] = read_move(&grade->subject, move, pointer_index(faults->arena, "/record", i), faults);
        i++;
    }
}

static void read_work(struct grade *grade, const cJSON *json, struct faults *faults)
{
    const cJSON *claim = cJSON_GetObjectItemCaseSensitive(json, "claim");
    const cJSON *record = cJSON_GetObjectItemCaseSensitive(json, "record");
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(json, "asked");
    if (asked && record)
        fault_add(faults, FAULT_inconsistent, "/asked", "must stand beside \"claim\": a record has no parts");
    if (claim && record)
        fault_add(faults, FAULT_inconsistent, "/record", "must not stand beside \"claim\": send two requests");
    else if (!claim && !record)
        fault_add(faults, FAULT_missing_field, "/claim", "is missing, and so is \"record\": there is nothing to grade");
    else if (grade->subject.game && claim && (grade->subject.position || !is_sum(grade->subject.game)))
        read_claims(grade, claim, asked, faults);
    else if (grade->subject.game)
        read_record(grade, record, faults);
}

struct grade *grade_read(struct setting *setting, const cJSON *json, const struct options_of_grade *options,
                         enum language language, struct faults *faults, uint64_t *cost)
{
    struct grade *grade = arena_alloc(setting->arena, sizeof *grade);
    grade->setting = setting;
    grade->reveal = options->reveal;
    grade->lenient = options->lenient;
    grade->partial = options->partial;
    grade->language = language;
    grade->subject = read_subject(json, faults);
    read_work(grade, json, faults);
    read_weights(grade, cJSON_GetObjectItemCaseSensitive(json, "weights"), faults);
    if (faults->n)
        return NULL;
    uint64_t one = 2000 + position_cost(grade->subject.game, grade->subject.position, setting->arena, setting->store);
    *cost = one > CHEAP_STEPS ? one : one * (2 + grade->plies);
    return grade;
}

void grade_answer(struct setting *setting, struct grade *grade, struct out *out)
{
    setting_keep(setting);
    grade->setting = setting;
    if (grade->recorded)
        answer_record(grade, out);
    else
        answer_claims(grade, out);
}

/* One question, or a list of them. */
struct grading {
    struct grade *grade;
    struct grade_list *list;
};

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct grading *grading = arena_alloc(setting->arena, sizeof *grading);
    if (cJSON_GetObjectItemCaseSensitive(json, "questions")) {
        grading->list = list_read(setting, json, ignored, faults, cost);
        return faults->n ? NULL : grading;
    }
    struct options_of_grade options = {.reveal = true};
    const char *const *names = names_with(
        setting->arena, (const char *const[]){"game", "position", "claim", "asked", "record", "weights", NULL}, ignored);
    decode_fields(&grade_options, &options, NULL, NULL, json, "", names, faults);
    grading->grade = grade_read(setting, json, &options, chosen_language(setting, json, options.language), faults, cost);
    return faults->n ? NULL : grading;
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct grading *grading = request;
    if (grading->grade)
        grade_answer(setting, grading->grade, out);
    else if (list_work(setting, grading->list))
        list_encode(grading->list, out);
}

const struct tool tool_grade = {.path = "/grade", .read = read, .answer = answer};
