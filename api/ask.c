/* The games' own paths: one question, one answer. */
#include "api/call.h"

static void answer_question(struct call *call)
{
    struct question *question = &call->question;
    question_solve(question, call->budget, call->api->store);
    struct out out;
    out_init(&out, call->arena, 512);
    question_encode(question, &out);
    call_answer(call, "application/json", out.v, out.n);
}

void question_begin(struct call *call)
{
    struct question *question = &call->question;
    cJSON *json = call_object(call, &question->size);
    if (!json)
        return;
    struct faults faults = {.arena = call->arena};
    if (!question_decode(question, call->game, json, "", NULL, call->request->accept_language, &faults)) {
        call_problem(call, problem_faults(&faults));
        return;
    }
    struct tag tag = question_tag(question);
    if (call_unchanged(call, &tag))
        return;
    call->work = answer_question;
    call->cost = question_cost(question, call->arena, call->api->store);
}
