/* What a wrong method prints for a unit of a judge problem's input. */
#ifndef GRUNDY_API_TOOLS_JUDGE_CHECK_DIAGNOSE_H
#define GRUNDY_API_TOOLS_JUDGE_CHECK_DIAGNOSE_H

#include "api/tools/judge/run.h"

/* The unit's text, without the last line's end, as a wrong method prints it. False: it says nothing of any of its questions. */
bool judge_unit_mistaken(const struct judge_run *run, const struct judged_unit *unit, const struct mistake *mistake,
                         struct out *out);

#endif
