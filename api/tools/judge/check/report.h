/* What a check found, told to clients and to the systems that judge. */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_REPORT_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_REPORT_H

#include "api/tools/judge/check/check.h"

/* What there is to say about the first difference. */
const char *judge_feedback(struct arena *arena, const struct judge_check *check, bool reveal);
/* Whether something stands in its place, which is to be shown. */
bool judge_has_got(const struct judge_difference *first);
/* The fraction of the cases that count, see judge_check_scored(). */
void judge_score(struct out *out, const struct judge_check *check);
/* The answer of /judge/{id}/check, after judge_check_end(). */
void judge_report(struct out *out, const struct judge_problem *problem, const struct judge_check *check, bool reveal);

#endif
