/* The answer of a check. */
#include "api/tools/judge/check/report.h"

#include "api/json/member.h"
#include "api/tools/mistaken.h"

#include <string.h>

const char *judge_feedback(struct arena *arena, const struct judge_check *check, bool reveal)
{
    bool zh = check->language == LANGUAGE_ZH;
    if (check->first->unit == check->cases)
        return zh ? "输出在最后一组数据之后还有内容。" : "The output goes on after the last case.";
    if (check->first->ended)
        return zh ? "输出到此已经结束，但还缺少答案。" : "The output has ended here, and answers are missing.";
    if (!reveal && check->first->absent)
        return zh ? "这一处缺少内容。" : "Something is missing in this place.";
    if (!reveal)
        return zh ? "这一处的答案不对。" : "The answer in this place is not right.";
    if (!check->first->expected[0])
        return arena_printf(arena, zh ? "答案到此已经完整，这里多了内容。%s" : "The answer was complete before this. %s",
                            check->first->feedback);
    size_t n = strlen(check->first->expected);
    bool closed = n && strchr(".!?", check->first->expected[n - 1]); /* the answer ends like a sentence */
    const char *missing = !check->first->absent ? "" : zh ? "这一处缺少内容。" : "Something is missing in this place. ";
    return arena_printf(arena,
                        zh       ? "%s应为 %s。%s"
                        : closed ? "%sExpected %s %s"
                                 : "%sExpected %s. %s",
                        missing, check->first->expected, check->first->feedback);
}

bool judge_has_got(const struct judge_difference *first)
{
    return !first->ended && first->got[0];
}

static void encode_difference(struct out *out, const struct judge_check *check, bool reveal)
{
    const struct judge_difference *first = check->first;
    member_begin(out, "first_difference", '{');
    member_word(out, "case", first->unit);
    member_word(out, "line", first->line);
    if (reveal)
        first->expected[0] ? member_string(out, "expected", first->expected) : member_null(out, "expected");
    judge_has_got(first) ? member_string(out, "got", first->got) : member_null(out, "got");
    if (first->position[0])
        member_raw(out, "position", first->position);
    else
        member_null(out, "position");
    member_string(out, "feedback", judge_feedback(out->arena, check, reveal));
    json_end(out, '}');
}

static void encode_diagnosis(struct out *out, const struct judge_check *check)
{
    member_begin(out, "diagnosis", '[');
    for (size_t i = 0; i < check->mistakes.n; i++) {
        const struct mistake *mistake = check->mistakes.v[i].known;
        if (judge_diagnosed(check, i))
            encode_mistake(out, mistake, check->language);
    }
    json_end(out, ']');
}

void judge_score(struct out *out, const struct judge_check *check)
{
    bool none = !check->cases && check->verdict != CHECK_ACCEPTED;
    json_fraction(out, (uint64_t)judge_check_scored(check), none ? 1 : (uint64_t)check->cases);
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
    if (check->first)
        encode_difference(out, check, reveal);
    else
        member_null(out, "first_difference");
    if (reveal)
        encode_diagnosis(out, check);
    json_end(out, '}');
}
