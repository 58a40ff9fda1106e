/* POST /judge/{id}/generate: a valid input, as text, or with the output that the judge expects. */
#include "api/call.h"
#include "api/headers/accept.h"
#include "api/json/decode.h"
#include "api/json/member.h"
#include "api/options.h"
#include "api/tools/judge/generate/compose.h"
#include "api/tools/judge/judge.h"
#include "api/tools/seed.h"
#include "api/tools/tools.h"
#include "core/limits.h"

#include <string.h>

enum { CASES_DEFAULT = 10 };

struct generate_request {
    struct head head;
    struct choice seed;
    int64_t cases;
    int kind; /* enum draw_kind */
    const char *mistake;
    int language;
};

enum { GIVEN_SEED, GIVEN_CASES, GIVEN_KIND, GIVEN_MISTAKE };

struct judge_generating {
    const struct judge_problem *problem;
    struct composing composing;
    struct arena scratch;
    struct out output;
    bool json, begun;
};

static const struct type cases_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = COMPOSE_CASES};
static const struct type kind_type = {
    .kind = KIND_NAME, .size = sizeof(int), .names = (const char *const[]){"random", "small", "large", "edge", "against", NULL}};
static const struct type mistake_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = 64};

static const struct type request_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct generate_request),
    .fields =
        (const struct field[]){
            [GIVEN_SEED] = {"seed", offsetof(struct generate_request, seed), &type_seed, NEED_OPTIONAL,
                            .doc = {"The same seed makes the same input; 0 when absent.",
                                    "相同的种子生成相同的输入；省略时为 0。"}},
            [GIVEN_CASES] = {"cases", offsetof(struct generate_request, cases), &cases_type, NEED_OPTIONAL,
                             .doc = {"How many; 10, or as many as there may be.", "数据组数；默认 10，或题目允许的最大值。"}},
            [GIVEN_KIND] = {"kind", offsetof(struct generate_request, kind), &kind_type, NEED_OPTIONAL,
                            .doc = {"random when absent, or against where a mistake is named.",
                                    "省略时为 random；给出 mistake 时为 against。"}},
            [GIVEN_MISTAKE] = {"mistake", offsetof(struct generate_request, mistake), &mistake_type, NEED_OPTIONAL,
                               .doc = {"The wrong method that fails on it.", "在该输入上会答错的方法。"}},
            {"language", offsetof(struct generate_request, language), &type_language, NEED_OPTIONAL,
             .doc = {"Of problems; an input has no sentences.", "报错所用的语言；输入中没有句子。"}},
            {0},
        },
};

static void read_cases(const struct judge_problem *problem, struct generate_request *request, struct faults *faults)
{
    int64_t most = problem->generate_max;
    if (!(request->head.given & BIT(GIVEN_CASES)))
        request->cases = CASES_DEFAULT < most ? CASES_DEFAULT : most;
    else if (request->cases > most)
        fault_add_words(faults, FAULT_out_of_range, "/cases",
                        arena_printf(faults->arena, "must be at most %lld: an input that is made for this problem has no more",
                                     (long long)most),
                        arena_printf(faults->arena, "不得超过 %lld：为本题生成的一个输入至多这么多组", (long long)most));
}

/* NULL where it is none of the problem's. */
static const struct judge_mistake *find_mistake(struct judge_mistakes mistakes, const char *id, struct faults *faults)
{
    const char *list = NULL;
    for (size_t i = 0; i < mistakes.n; i++) {
        const char *known = mistakes.v[i].known->id;
        if (strcmp(known, id) == 0)
            return &mistakes.v[i];
        list = list ? arena_printf(faults->arena, "%s, %s", list, known) : known;
    }
    fault_add_words(faults, FAULT_out_of_range, "/mistake",
                    list ? arena_printf(faults->arena, "is no known wrong method of this problem; these are: %s", list)
                         : "is no wrong method: none is known of this problem",
                    list ? arena_printf(faults->arena, "不是该题目已知的错误方法；已知的有：%s", list)
                         : "不是错误方法：该题目没有已知的错误方法");
    return NULL;
}

static void read_mistake(struct composing *c, struct generate_request *request, struct faults *faults)
{
    bool named = request->head.given & BIT(GIVEN_MISTAKE);
    if (named && !(request->head.given & BIT(GIVEN_KIND)))
        request->kind = DRAW_AGAINST;
    if (named && request->kind != DRAW_AGAINST)
        fault_add_words(faults, FAULT_inconsistent, "/mistake", "goes with the kind `against` alone", "只能与 against 一起使用");
    else if (named) {
        c->methods = judge_mistakes(faults->arena, c->problem);
        c->against = find_mistake(c->methods, request->mistake, faults);
    } else if (request->kind == DRAW_AGAINST)
        fault_add(faults, FAULT_missing_field, "/mistake", "is missing");
    c->kind = (enum draw_kind)request->kind;
}

/* ---- the answer ---- */

static bool put_text(void *what, const struct judged_unit *unit)
{
    out_bytes(what, unit->text, unit->text_size);
    return true;
}

struct solving {
    struct judge_generating *generating;
    struct judge_run run;
    struct text_in text;
};

static void solve_under(void *what)
{
    struct solving *solving = what;
    judge_run_all(&solving->run);
}

/* What the judge expects. May escape. */
static void solve(struct judge_generating *g)
{
    struct composing *c = &g->composing;
    struct solving solving = {.generating = g, .text = text_of(c->text.v, c->text.n)};
    struct escape landed;
    out_init(&g->output, c->arena, 4096);
    solving.run =
        (struct judge_run){.problem = g->problem, .store = c->store, .budget = c->budget, .each = put_text, .what = &g->output};
    solving.run.reading = (struct reading){.text = &solving.text, .arena = c->scratch, .limits = true};
    if (arena_try(c->scratch, &landed, solve_under, &solving) != STATUS_ok)
        arena_escape_on(c->arena, &landed);
    out_bytes(&g->output, "", 1);
}

static void reset(void *arena)
{
    arena_reset(arena);
}

static void write_json(void *what)
{
    struct call *call = what;
    struct judge_generating *g = call->generating;
    const struct composing *c = &g->composing;
    struct out out;
    solve(g);
    out_init(&out, call->arena, c->text.n + g->output.n + 64);
    json_begin(&out, '{');
    member_string(&out, "input", arena_copy(call->arena, c->text.v, c->text.n));
    member_string(&out, "output", g->output.v);
    json_end(&out, '}');
    call_document(call, "application/json", out.v, out.n);
}

/* An input that fits may have an output that does not. */
static void answer_json(struct call *call)
{
    struct escape landed;
    enum status status = arena_try(call->arena, &landed, write_json, call);
    if (status == STATUS_too_large)
        arena_escape_at(call->arena, status, landed.limit, (struct fault_place){FAULT_out_of_range, "/cases"},
                        "has an output that needs more memory than one request may take: ask for fewer cases, or for text/plain",
                        "对应的输出所需内存超过一次请求的上限：请减少组数，或改为请求 text/plain");
    if (status != STATUS_ok)
        arena_escape_on(call->arena, &landed);
}

static void work(struct call *call)
{
    struct judge_generating *g = call->generating;
    struct composing *c = &g->composing;
    struct budget budget = *call->budget;
    if (!g->begun) {
        arena_init_beside(&g->scratch, call->arena, NULL, 0, ARENA_BYTES);
        arena_defer(call->arena, reset, &g->scratch);
        g->begun = true;
    }
    budget.arena = &g->scratch;
    c->budget = &budget;
    call->again = !judge_compose(c);
    call->cost = CHEAP_STEPS + 1;
    if (call->again)
        return;
    if (g->json)
        answer_json(call);
    else
        call_document(call, "text/plain; charset=utf-8", c->text.v, c->text.n);
}

void judge_generate_begin(struct call *call)
{
    static const char *const types[] = {"text/plain", "application/json"};
    size_t size;
    const struct judge_problem *problem = judge_of_call(call);
    cJSON *json = problem ? call_object(call, &size) : NULL;
    if (!json)
        return;
    struct judge_generating *g = arena_alloc(call->arena, sizeof *g);
    struct generate_request request = {.kind = DRAW_RANDOM};
    struct faults faults = {.arena = call->arena};
    struct composing *c = &g->composing;
    g->problem = c->problem = problem;
    decode_fields(&request_type, &request, NULL, NULL, json, "", NULL, &faults);
    seed_default(&request.seed, call->arena);
    if (!faults.n) {
        read_cases(problem, &request, &faults);
        read_mistake(c, &request, &faults);
    }
    if (faults.n) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    c->seed = seed_lots(&request.seed, problem->id, call->arena);
    c->cases = request.cases;
    c->arena = call->arena;
    c->scratch = &g->scratch;
    c->store = call->api->store;
    g->json = accept_media(call->request->accept, types, 2) == 1;
    call->negotiated_type = true;
    call->generating = g;
    call->work = work;
    call->cost = CHEAP_STEPS + 1;
}
