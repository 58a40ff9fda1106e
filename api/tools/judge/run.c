/* Running a problem over its input. */
#include "api/tools/judge/run.h"

#include "api/json/parse.h"
#include "api/problem/words.h"
#include "api/tools/judge/place.h"
#include "api/tools/judge/pose.h"
#include "core/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    CASE_QUESTIONS_MAX = 1 << 20, /* whose answers are joined: they are kept until the last is known */
    KNOWN_WORDS = 1 << 12,        /* questions of one integer below are remembered while their case lasts */
};

/* One case under way. */
struct running {
    struct judge_run *run;
    struct pose pose;
    struct values values;
    struct text_spot spot; /* where it began */
    struct judged *joined;
    size_t count, room;
    unsigned char *known; /* by the only integer of a question: its verdict and one more, 0 before it was asked; NULL-able */
    int asked;            /* the name of that integer */
};

/* The number in "must be at most 1000000". -1: there is none. */
static int64_t bound_told(const char *detail)
{
    const char *digits = strpbrk(detail, "0123456789");
    return digits ? strtoll(digits, NULL, 10) : -1;
}

/* Whether the game ends before the problem does: in its number of items, or of an integer that stands by itself. */
static bool is_beyond(const struct running *running, const struct fault *fault, int name)
{
    const struct value *value = name < 0 ? NULL : &running->values.v[name];
    return fault->code == FAULT_too_long ||
           (fault->code == FAULT_out_of_range && value && value->kind == VALUE_INT && value->word > bound_told(fault->detail));
}

/* What was read is no position. What is beyond the game's own bounds is no fault of the text: it is an input, only that it is not
 * solved. Escapes but where nothing was to be solved. */
static bool refused(struct running *running, const struct faults *faults)
{
    struct reading *reading = &running->run->reading;
    const struct fault *fault = &faults->v[0];
    struct text_spot spot = running->spot;
    int name = place_find(running->run->problem, &running->values, fault->pointer, &spot);
    if (!is_beyond(running, fault, name))
        reading_fault(reading, spot, "what was read is no position: %s %s", fault->pointer, fault->detail);
    if (!running->run->unprinted)
        arena_escape(reading->arena, STATUS_too_large, bound_told(fault->detail),
                     "the case at line %u is beyond what is solved: %s %s", running->spot.line, fault->pointer, fault->detail);
    return false;
}

/* The value of the case that is read as JSON, for the place of its fault. */
static _Noreturn void refuse_json(struct running *running, const struct scan *scan, const char *position)
{
    struct reading *reading = &running->run->reading;
    struct text_spot spot = running->spot;
    for (size_t i = 0; i < SHAPE_NAMES_MAX; i++) {
        const struct value *value = &running->values.v[i];
        const char *at = value->kind == VALUE_JSON ? strstr(position, value->json) : NULL;
        size_t from = at ? (size_t)(at - position) : 0;
        if (at && scan->offset >= from && scan->offset <= from + strlen(value->json))
            spot = place_of_byte(value, scan->offset - from);
    }
    reading_fault(reading, spot, "what was read is no position: %s", scan->fault);
}

/* False: nothing more is to be done with it. */
static bool decode_json(struct running *running, const char *position, size_t size, struct question *question)
{
    struct arena *arena = running->run->reading.arena;
    struct faults faults = {.arena = arena};
    struct scan scan;
    cJSON *json = json_parse(arena, arena_copy(arena, position, size), size, &scan);
    if (!json)
        refuse_json(running, &scan, position);
    return question_decode(question, running->run->problem->game, json, "", NULL, NULL, &faults) || refused(running, &faults);
}

static void write_position(const struct judge_run *run, const struct values *values, const char **text, size_t *size)
{
    struct out out;
    out_init(&out, run->reading.arena, 256);
    judge_position(run->problem, values, NULL, &out);
    *text = arena_copy(run->reading.arena, out.v, out.n);
    *size = out.n;
}

const char *judge_position_of(const struct judge_run *run, const struct judged *judged, size_t *size)
{
    const char *text = judged->position ? judged->position : "";
    *size = judged->position_size;
    if (!judged->position && judged->values)
        write_position(run, judged->values, &text, size);
    return text;
}

/* False: there is nothing to be solved. */
static bool ask(struct running *running, struct judged *judged)
{
    struct judge_run *run = running->run;
    const struct judge_problem *problem = run->problem;
    struct question *question = judged->question = arena_alloc(run->reading.arena, sizeof *question);
    if (run->whole || (run->placed && problem->join))
        write_position(run, &running->values, &judged->position, &judged->position_size);
    if (!problem->join)
        judged->values = &running->values;
    if (pose_question(&running->pose, &running->values, run->reading.arena, question))
        return true;
    if (!judged->position)
        write_position(run, &running->values, &judged->position, &judged->position_size);
    return decode_json(running, judged->position, judged->position_size, question);
}

static bool is_for_ever(const struct judge_problem *problem)
{
    return problem->game->traits & TRAIT_DRAWS && problem->print == PRINT_VERDICT && !problem->words[OUTCOME_DRAW];
}

static void solve(struct running *running, struct judged *judged)
{
    struct judge_run *run = running->run;
    struct reading *reading = &run->reading;
    const struct judge_problem *problem = run->problem;
    struct out out;
    judge_checks(reading, problem, &running->values);
    *judged = (struct judged){.text = ""};
    if (!ask(running, judged) || (run->unprinted && !is_for_ever(problem)))
        return;
    struct question *question = judged->question;
    if (!run->whole) {
        judge_options(problem, &question->options);
        question->uncounted = question->bare = problem->print == PRINT_VERDICT || problem->print == PRINT_VALUE ||
                                               problem->print == PRINT_TOTAL || problem->print == PRINT_ROW;
    }
    question_solve(question, run->budget, run->store);
    if (problem->print == PRINT_VERDICT && !problem->words[question->ask.answer.verdict])
        reading_fault(reading, running->spot, "the problem promises that nobody can make the game last for ever");
    if (run->unprinted)
        return;
    out_init(&out, reading->arena, 32);
    if (run->whole && judge_prints_all(problem)) { /* a client's answer lists some of the moves */
        struct question printed = *question;
        judge_options(problem, &printed.options);
        question_solve(&printed, run->budget, run->store);
        judge_print(problem, &printed, &out);
    } else {
        judge_print(problem, question, &out);
    }
    judged->text = out.v;
    judged->text_size = out.n;
}

/* Whether there is one answer in all. */
static bool is_only(const struct judge_problem *problem)
{
    bool asked = false;
    for (size_t i = 0; i < problem->shape.count; i++)
        asked |= problem->shape.nodes[i].kind == SHAPE_ASKED || problem->shape.nodes[i].kind == SHAPE_UNTIL;
    return problem->cases == CASES_ONE && (!asked || problem->join);
}

static void tell(struct judge_run *run, const struct judged *judged, size_t count)
{
    const struct judge_problem *problem = run->problem;
    struct out out;
    out_init(&out, run->reading.arena, 64);
    if (problem->prefix) {
        const char *at = strrchr(problem->prefix, 'i'); /* the number's place */
        out_bytes(&out, problem->prefix, (size_t)(at - problem->prefix));
        out_raw(&out, arena_printf(run->reading.arena, "%lld", (long long)run->units + 1));
        out_raw(&out, at + 1);
    }
    for (size_t i = 0; i < count; i++) {
        if (i)
            out_raw(&out, problem->join);
        out_bytes(&out, judged[i].text, judged[i].text_size);
    }
    out_raw(&out, "\n");
    struct judged_unit unit = {
        .run = run, .index = run->units, .text = out.v, .text_size = out.n, .judged = judged, .count = count};
    unit.only = is_only(problem);
    run->units++;
    run->stopped = !run->each(run->what, &unit);
}

/* For the questions of a case. A judge asks the same few lengths again and again. */
static void remember(struct running *running, const struct shape_node *node)
{
    const struct judge_run *run = running->run;
    bool word = node->inner_count == 1 && node->inner[0].kind == SHAPE_INT && node->kind == SHAPE_ASKED;
    if (!word || !run->text_only || run->problem->print != PRINT_VERDICT || run->problem->join)
        return;
    running->known = arena_alloc(run->reading.arena, KNOWN_WORDS);
    running->asked = node->inner[0].name;
}

/* Where the verdict of the question that was read is remembered; NULL. */
static unsigned char *known_verdict(struct running *running)
{
    uint64_t word = running->known ? (uint64_t)running->values.v[running->asked].word : KNOWN_WORDS;
    return word < KNOWN_WORDS ? &running->known[word] : NULL;
}

static void solve_or_recall(struct running *running, struct judged *judged)
{
    unsigned char *known = known_verdict(running);
    if (known && *known) {
        const char *text = running->run->problem->words[*known - 1];
        *judged = (struct judged){.text = text, .text_size = strlen(text)};
        return;
    }
    solve(running, judged);
    if (known)
        *known = (unsigned char)(judged->question->ask.answer.verdict + 1);
}

/* A question that was read: told at once, or kept until the case is complete. */
static void take_question(struct running *running)
{
    struct judge_run *run = running->run;
    if (!run->problem->join) {
        struct arena_mark mark = arena_mark(run->reading.arena);
        struct judged judged;
        solve_or_recall(running, &judged);
        tell(run, &judged, 1);
        arena_rewind(run->reading.arena, mark);
        return;
    }
    if (running->count == running->room) {
        if (running->room == CASE_QUESTIONS_MAX)
            arena_escape(run->reading.arena, STATUS_too_large, CASE_QUESTIONS_MAX, "a case has up to %d questions here",
                         CASE_QUESTIONS_MAX);
        size_t room = running->room ? 2 * running->room : 16;
        struct judged *more = arena_array(run->reading.arena, room, sizeof *more);
        if (running->count)
            memcpy(more, running->joined, running->count * sizeof *more);
        running->joined = more;
        running->room = room;
    }
    solve(running, &running->joined[running->count++]);
}

static void take_questions(struct running *running, const struct shape_node *node)
{
    struct reading *reading = &running->run->reading;
    int64_t count = node->count.name < 0 ? node->count.word : reading_counted(reading, &running->values.v[node->count.name]);
    pose_case(&running->pose, &running->values, running->run->budget, running->run->store);
    remember(running, node);
    for (int64_t i = 0; !running->run->stopped && (node->kind == SHAPE_UNTIL || i < count); i++) {
        struct arena_mark mark = arena_mark(reading->arena);
        text_skip_space(reading->text);
        running->spot = reading_spot(reading);
        size_t read = 0;
        if (node->kind == SHAPE_UNTIL) {
            running->run->cut = text_peek(reading->text) < 0;
            if (running->run->cut || reading_closing(reading, node->inner, 1, &running->values))
                break;
            read = 1;
        }
        reading_nodes(reading, node->inner + read, node->inner_count - read, &running->values);
        take_question(running);
        if (!running->run->problem->join)
            arena_rewind(reading->arena, mark);
    }
}

/* False: that was the end. */
static bool take_case(struct running *running)
{
    struct judge_run *run = running->run;
    const struct judge_problem *problem = run->problem;
    const struct shape *shape = &problem->shape;
    struct reading *reading = &run->reading;
    running->joined = NULL;
    running->known = NULL;
    running->count = running->room = 0;
    text_skip_space(reading->text);
    running->spot = reading_spot(reading);
    if ((problem->cases == CASES_EOF || problem->cases == CASES_ZERO) && text_peek(reading->text) < 0)
        return false;
    if (problem->zeros && reading_closing(reading, shape->nodes, problem->zeros, &running->values))
        return false;
    bool asked = false;
    for (size_t i = problem->zeros; i < shape->count; i++) {
        bool questions = shape->nodes[i].kind == SHAPE_ASKED || shape->nodes[i].kind == SHAPE_UNTIL;
        if (questions)
            take_questions(running, &shape->nodes[i]);
        else
            reading_nodes(reading, &shape->nodes[i], 1, &running->values);
        asked |= questions;
    }
    if (!asked) {
        pose_case(&running->pose, &running->values, run->budget, run->store);
        take_question(running);
    } else if (problem->join && !run->stopped) {
        tell(run, running->joined, running->count);
    }
    return true;
}

static void run_fixed(struct judge_run *run)
{
    struct judge_problem fixed = *run->problem;
    struct running running = {.run = run};
    const struct judge_problem *problem = run->problem;
    pose_init(&running.pose, problem);
    run->problem = &fixed;
    const cJSON *position, *positions = fixed.position;
    cJSON_ArrayForEach(position, positions)
    {
        fixed.position = position;
        take_question(&running);
    }
    tell(run, running.joined, running.count);
    run->problem = problem;
}

void judge_run_all(struct judge_run *run)
{
    struct reading *reading = &run->reading;
    const struct judge_problem *problem = run->problem;
    int64_t cases = INT64_MAX;
    struct running running = {.run = run};
    reading->shape = &problem->shape;
    pose_init(&running.pose, problem);
    if (problem->cases == CASES_FIXED) {
        run_fixed(run);
        cases = 0;
    } else if (problem->cases == CASES_ONE) {
        cases = 1;
    } else if (problem->cases == CASES_COUNT) {
        cases = reading_count(reading, "the number of cases", problem->case_range);
    }
    bool more = true;
    for (int64_t i = 0; i < cases && more && !run->stopped; i++) {
        struct arena_mark mark = arena_mark(reading->arena);
        more = take_case(&running);
        arena_rewind(reading->arena, mark);
    }
    if (run->stopped)
        return;
    text_skip_space(reading->text);
    if (text_peek(reading->text) >= 0)
        reading_fault(reading, reading_spot(reading), "expected the end of the text");
}
