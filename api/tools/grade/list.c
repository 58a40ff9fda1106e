/* A list of questions, graded one by one: a question that cannot be read or solved has its problem for an answer. Where only the
 * claim is at fault it scores nothing; what is beyond what is solved, or was asked badly, was not graded, and does not count.
 * Over the whole list a wrong method is named when it explains two wrong answers and contradicts nothing that was claimed. */
#include "api/tools/grade/grade.h"

#include "api/json/decode.h"
#include "api/json/member.h"
#include "core/limits.h"

#include <string.h>

/* A method under suspicion. Those of two games are two, even where they have one id. */
struct suspect {
    const struct mistake *method;
    size_t explains;
    bool refuted;
};

struct answered {
    const char *text;
    size_t size;
};

struct grade_list {
    struct options_of_grade options;
    enum language language;
    size_t count, next, wrong, ungraded;
    const cJSON **questions;
    struct answered *answers;
    struct num scores;
    struct suspect suspects[SUSPECTS_MAX];
    size_t suspect_count;
    struct arena *arena, scratch;
    struct budget budget;
    size_t bytes;
    bool begun;
};

/* One question under way. */
struct item {
    struct grade_list *list;
    struct setting setting;
    const cJSON *json;
    struct grade *grade;
    struct out out;
    struct problem problem;
    bool refused, dear;
    bool blamed; /* refused, and it is the student's fault */
};

static const struct type no_options = {.kind = KIND_OBJECT, .size = sizeof(struct head), .fields = (const struct field[]){{0}}};

struct grade_list *list_new(struct setting *setting, const struct options_of_grade *options, enum language language)
{
    struct grade_list *list = arena_alloc(setting->arena, sizeof *list);
    list->options = *options;
    list->language = language;
    list->arena = setting->arena;
    list->scores = num(0);
    list->questions = arena_array(setting->arena, GRADE_LIST_MAX, sizeof *list->questions);
    list->answers = arena_array(setting->arena, GRADE_LIST_MAX, sizeof *list->answers);
    return list;
}

void list_add(struct grade_list *list, const cJSON *question)
{
    if (list->count < GRADE_LIST_MAX)
        list->questions[list->count++] = question;
}

struct grade_list *list_read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults,
                             uint64_t *cost)
{
    struct options_of_grade options = {.reveal = true};
    const cJSON *item, *questions = cJSON_GetObjectItemCaseSensitive(json, "questions");
    const char *const *names = names_with(setting->arena, (const char *const[]){"questions", NULL}, ignored);
    decode_fields(&grade_options, &options, NULL, NULL, json, "", names, faults);
    struct grade_list *list = list_new(setting, &options, chosen_language(setting, json, options.language));
    if (!cJSON_IsArray(questions))
        fault_add(faults, FAULT_wrong_type, "/questions", "must be a list of questions");
    else if (cJSON_GetArraySize(questions) > GRADE_LIST_MAX)
        fault_add(faults, FAULT_too_long, "/questions",
                  arena_printf(faults->arena, "has %d items, more than %d", cJSON_GetArraySize(questions), GRADE_LIST_MAX));
    else if (!questions->child)
        fault_add(faults, FAULT_too_short, "/questions", "must have a question: there is nothing to grade");
    else
        cJSON_ArrayForEach(item, questions) list_add(list, item);
    *cost = CHEAP_STEPS + 1; /* it takes turns */
    return list;
}

/* ---- methods ---- */

static struct suspect *suspect_of(struct grade_list *list, const struct mistake *method)
{
    size_t i = 0;
    while (i < list->suspect_count && list->suspects[i].method != method)
        i++;
    if (i == SUSPECTS_MAX)
        return NULL;
    if (i == list->suspect_count)
        list->suspects[list->suspect_count++] = (struct suspect){.method = method};
    return &list->suspects[i];
}

/* A method that says the same wherever it says something, of one claim at least; contradicts: it says something else of one. */
static void suspect(struct item *item)
{
    struct grade *grade = item->grade;
    const struct mistake *m = grade->recorded ? NULL : grade->subject.game->mistakes;
    for (; m && m->id; m++) {
        bool same = false, other = false;
        struct suspect *suspect = suspect_of(item->list, m);
        for (size_t i = 0; suspect && !suspect->refuted && i < grade->claim_count; i++) {
            enum stance stance = stance_of(grade, &grade->claims[i], m);
            same |= stance == STANCE_SAME;
            other |= stance == STANCE_OTHER;
        }
        if (suspect && other)
            suspect->refuted = true;
        if (suspect && same && !grade->graded.correct)
            suspect->explains++;
    }
}

/* ---- one question ---- */

static void refuse(struct item *item, const struct faults *faults)
{
    struct faults *kept = arena_alloc(faults->arena, sizeof *kept);
    *kept = *faults;
    item->problem = problem_faults(kept);
    item->refused = item->blamed = true;
    for (size_t i = 0; i < faults->n; i++)
        item->blamed &= students_fault(faults->v[i].pointer);
}

static void grade_item(void *what)
{
    struct item *item = what;
    struct grade_list *list = item->list;
    struct faults faults = {.arena = item->setting.arena};
    struct head none = {0};
    uint64_t cost = 0;
    if (cJSON_IsObject(item->json)) {
        static const char *const names[] = {"game", "position", "claim", "asked", "record", "weights", NULL};
        decode_fields(&no_options, &none, NULL, NULL, item->json, "", names, &faults);
        item->grade = grade_read(&item->setting, item->json, &list->options, list->language, &faults, &cost);
    } else {
        fault_add(&faults, FAULT_wrong_type, "", "must be an object");
    }
    if (faults.n) {
        refuse(item, &faults);
        return;
    }
    item->dear = item->setting.cost <= QUICK_STEPS && cost > QUICK_STEPS;
    if (item->dear)
        return;
    out_init(&item->out, faults.arena, 512);
    grade_answer(&item->setting, item->grade, &item->out);
    if (list->options.reveal)
        suspect(item);
}

static void write_problem(void *what)
{
    struct item *item = what;
    item->problem.language = item->list->language;
    item->problem.ungraded = !item->blamed;
    out_init(&item->out, item->setting.arena, 512);
    problem_encode(&item->out, &item->problem);
}

/* Of a question that was solved, or not: what is told of it, and what it counts. */
static void keep(struct item *item)
{
    struct grade_list *list = item->list;
    bool answered = !item->refused, counted = answered || item->blamed;
    list->bytes += item->out.n;
    if (list->bytes > GRADE_LIST_BYTES)
        arena_escape(list->arena, STATUS_too_large, GRADE_LIST_BYTES, "the answers of a list may have %d bytes together",
                     GRADE_LIST_BYTES);
    list->answers[list->next] = (struct answered){arena_copy(list->arena, item->out.v, item->out.n), item->out.n};
    list->wrong += counted && !(answered && item->grade->graded.correct);
    list->ungraded += !counted;
    if (answered)
        list->scores = num_add(list->scores, num(item->grade->graded.score));
    list->next++;
}

/* The question could be answered: what it took too much of, work or memory, it took for what was claimed or played. */
static bool is_too_much_claimed(const struct item *item, const struct escape *landed)
{
    return landed->status == STATUS_too_large && item->grade && item->grade->solved &&
           (landed->limit == CUSTOM_TOGETHER || landed->limit == ARENA_BYTES || landed->limit == CUSTOM_ARENA_BYTES);
}

static void reset(void *arena)
{
    arena_reset(arena);
}

/* False: it takes long, and has to wait for a turn of its own. */
static bool next_question(struct setting *setting, struct grade_list *list)
{
    struct escape landed, again;
    struct arena_mark mark = arena_mark(&list->scratch);
    struct item item = {.list = list, .setting = *setting, .json = list->questions[list->next]};
    item.setting.arena = &list->scratch;
    item.setting.budget = &list->budget;
    budget_restart(&list->budget); /* what the others took is no reason to refuse this one */
    enum status status = arena_try(&list->scratch, &landed, grade_item, &item);
    bool fixed = status == STATUS_too_large || status == STATUS_invalid_position; /* always so, whenever it is asked */
    if (status != STATUS_ok && !fixed)
        arena_escape_on(list->arena, &landed);
    if (status != STATUS_ok) {
        item.refused = true;
        item.blamed = is_too_much_claimed(&item, &landed);
        item.problem = problem_landed(list->arena, &landed);
    }
    if (item.refused && arena_try(&list->scratch, &again, write_problem, &item) != STATUS_ok)
        arena_escape_on(list->arena, &again);
    if (!item.dear)
        keep(&item);
    setting->mistaken |= item.setting.mistaken || item.blamed;
    setting->ungraded |= item.refused && !item.blamed;
    arena_rewind(&list->scratch, mark);
    return !item.dear;
}

bool list_work(struct setting *setting, struct grade_list *list)
{
    enum { TURN_QUESTIONS = 40 };
    if (!list->begun) {
        arena_init_beside(&list->scratch, list->arena, NULL, 0, ARENA_BYTES);
        arena_defer(list->arena, reset, &list->scratch);
        list->begun = true;
    }
    list->budget = *setting->budget;
    list->budget.arena = &list->scratch;
    for (size_t i = 0; list->next < list->count; i++) {
        bool rest = i == TURN_QUESTIONS, dear = !rest && !next_question(setting, list);
        setting->again = rest || dear;
        if (!setting->again)
            continue;
        setting->cost = dear ? QUICK_STEPS + 1 : CHEAP_STEPS + 1;
        return false;
    }
    return true;
}

/* ---- the whole ---- */

const char *list_answer(const struct grade_list *list, size_t i, size_t *size)
{
    *size = list->answers[i].size;
    return list->answers[i].text;
}

static void encode_score(const struct grade_list *list, struct out *out)
{
    enum { DIGITS = 17 };
    struct num count = num((int64_t)(list->count - list->ungraded));
    json_name(out, "score");
    if (num_is_zero(count)) {
        json_null(out);
        return;
    }
    struct num score = num_div(num_add(list->scores, num_shr(count, 1)), count);
    if (num_is_zero(score) || num_cmp_word(score, SCORE_WHOLE) >= 0) {
        json_word(out, !num_is_zero(score));
        return;
    }
    char *text = arena_printf(out->arena, "0.%0*lld", DIGITS, (long long)score.word);
    for (size_t n = strlen(text); text[n - 1] == '0'; n--)
        text[n - 1] = '\0';
    out_raw(out, text);
    out->first = false;
}

void list_encode(struct grade_list *list, struct out *out)
{
    json_begin(out, '{');
    encode_score(list, out);
    member_begin(out, "answers", '[');
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            out_raw(out, ",");
        out_bytes(out, list->answers[i].text, list->answers[i].size);
    }
    json_end(out, ']');
    if (list->options.reveal) {
        member_begin(out, "diagnosis", '[');
        for (size_t i = 0; i < list->suspect_count; i++) {
            const struct suspect *suspect = &list->suspects[i];
            if (suspect->refuted || suspect->explains < 2)
                continue;
            json_begin(out, '{');
            member_string(out, "mistake", suspect->method->id);
            member_word(out, "explains", (int64_t)suspect->explains);
            member_word(out, "of", (int64_t)list->wrong);
            json_end(out, '}');
        }
        json_end(out, ']');
    }
    if (list->ungraded)
        member_word(out, "ungraded", (int64_t)list->ungraded);
    json_end(out, '}');
}
