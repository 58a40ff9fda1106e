/* The period of an answer of /sg. */
#include "core/sg/position.h"

const struct type type_sg_period = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct sg_period),
    .fields =
        (const struct field[]){
            {"preperiod", offsetof(struct sg_period, preperiod), &type_natural,
             .doc = {"The least n from which on it repeats.", "从此堆数起开始循环（最小）。"}},
            {"period", offsetof(struct sg_period, period), &type_natural, .doc = {"The least period.", "最小周期。"}},
            {"saltus", offsetof(struct sg_period, saltus), &type_natural,
             .doc = {"g(n+period) = g(n) + saltus.", "增量：g(n+period) = g(n) + saltus。"}},
            {"proven", offsetof(struct sg_period, proven), &type_bool,
             .doc = {"Always true: a period that was only seen is not told.", "恒为真：仅观察到的周期不会给出。"}},
            {"checked_to", offsetof(struct sg_period, checked_to), &type_natural, .nullable = true,
             .doc = {"The last heap that the proof compares; null for a closed form.", "证明中比较到的最大堆；公式解为 null。"}},
            {0},
        },
};

enum { PERIOD_CHECKED_TO = 4 };

bool sg_tell_period(const struct sg *sg, struct sg_period *period)
{
    if (!sg->period_told)
        return false;
    *period = (struct sg_period){.preperiod = sg->preperiod,
                                 .period = sg->period,
                                 .saltus = sg->saltus,
                                 .proven = true,
                                 .checked_to = num_u64(sg->checked_to)};
    if (!sg->checked)
        period->head.null |= BIT(PERIOD_CHECKED_TO);
    return true;
}
