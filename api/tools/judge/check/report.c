/* The answer of a check. */
#include "api/tools/judge/check/report.h"

#include "api/json/member.h"
#include "api/tools/mistaken.h"

#include <string.h>

const char *judge_feedback(struct arena *arena, const struct judge_check *check, bool reveal)
{
    bool zh = check->language == LANGUAGE_ZH;
    if (check->unit == check->cases)
        return zh ? "输出在最后一组数据之后还有内容。" : "The output goes on after the last case.";
    if (check->ended)
        return zh ? "输出到此已经结束，但还缺少答案。" : "The output has ended here, and answers are missing.";
    if (!reveal)
        return zh ? "这一处的答案不对。" : "The answer in this place is not right.";
    if (!check->expected[0])
        return arena_printf(arena, zh ? "答案到此已经完整，这里多了内容。%s" : "The answer was complete before this. %s",
                            check->feedback);
    size_t n = strlen(check->expected);
    bool closed = n && strchr(".!?", check->expected[n - 1]); /* the answer ends like a sentence */
    return arena_printf(arena,
                        zh       ? "应为 %s。%s"
                        : closed ? "Expected %s %s"
                                 : "Expected %s. %s",
                        check->expected, check->feedback);
}

static void encode_difference(struct out *out, const struct judge_check *check, bool reveal)
{
    member_begin(out, "first_difference", '{');
    member_word(out, "case", check->unit);
    member_word(out, "line", check->line);
    if (reveal)
        check->expected[0] ? member_string(out, "expected", check->expected) : member_null(out, "expected");
    check->ended ? member_null(out, "got") : member_string(out, "got", check->got);
    if (check->position[0])
        member_raw(out, "position", check->position);
    else
        member_null(out, "position");
    member_string(out, "feedback", judge_feedback(out->arena, check, reveal));
    json_end(out, '}');
}

static void encode_diagnosis(struct out *out, const struct judge_check *check)
{
    const struct judge_diagnosis *diagnosis = check->diagnosis;
    member_begin(out, "diagnosis", '[');
    for (size_t i = 0; i < diagnosis->mistakes.n; i++) {
        const struct mistake *mistake = diagnosis->mistakes.v[i].known;
        if (judge_diagnosed(diagnosis, i))
            encode_mistake(out, mistake, check->language);
    }
    json_end(out, ']');
}

void judge_score(struct out *out, const struct judge_check *check)
{
    bool spoilt = check->right == check->cases && check->verdict != CHECK_ACCEPTED;
    json_fraction(out, spoilt ? 0 : (uint64_t)check->right, spoilt ? 1 : (uint64_t)check->cases);
}

void judge_report(struct out *out, const struct judge_problem *problem, const struct judge_check *check, bool reveal)
{
    static const char *const verdicts[] = {"accepted", "wrong_answer", "presentation_error"};
    json_begin(out, '{');
    member_string(out, "problem", problem->id);
    member_string(out, "verdict", verdicts[check->verdict]);
    json_name(out, "score");
    judge_score(out, check);
    member_word(out, "cases", check->cases);
    member_word(out, "right", check->right);
    if (check->differs)
        encode_difference(out, check, reveal);
    else
        member_null(out, "first_difference");
    if (reveal && check->diagnosis)
        encode_diagnosis(out, check);
    json_end(out, '}');
}
