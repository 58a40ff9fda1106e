/* Tokens on a labelled graph; see the header. */
#include "core/games/graph/tokens.h"

static void add_infinite(struct tokens_total *total, struct loopy term, int64_t node)
{
    if (total->infinite < 2) {
        total->term[total->infinite] = term;
        total->node[total->infinite] = node;
    }
    total->infinite += total->infinite < 3;
}

void tokens_add_up(struct tokens_total *total, const struct labels *labels, struct arena *arena, const int64_t *tokens, size_t n,
                   struct loopy others)
{
    *total = (struct tokens_total){0};
    uint32_t own = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t node = (uint32_t)tokens[i], label = labels->label[node];
        if (label != LABEL_INFINITE) {
            own ^= label;
            continue;
        }
        total->own_infinite++;
        add_infinite(total, total->infinite < 2 ? loopy_of_node(labels, arena, node) : (struct loopy){0}, node);
    }
    total->own = num(own);
    total->all = num_xor(total->own, others.nimber);
    if (others.infinite)
        add_infinite(total, others, -1);
}

/* A sum of nimbers and of `infinite` infinite terms, of which `term` is one. */
static struct loopy sum_value(size_t infinite, struct loopy term, struct num nimber)
{
    if (infinite == 0)
        return loopy_nimber(nimber);
    return (struct loopy){.infinite = true, .nimber = nimber, .k = term.k, .n = infinite == 1 ? term.n : 0};
}

struct loopy tokens_value(const struct tokens_total *total)
{
    return sum_value(total->own_infinite, total->term[0], total->own);
}

enum outcome tokens_verdict(const struct tokens_total *total)
{
    return loopy_outcome(sum_value(total->infinite, total->term[0], total->all));
}

struct tokens_rest tokens_rest(const struct tokens_total *total, const struct labels *labels, uint32_t node)
{
    uint32_t label = labels->label[node];
    unsigned infinite = label == LABEL_INFINITE;
    struct num mine = num(infinite ? 0 : label);
    const struct loopy *other = &total->term[infinite && total->node[0] == node];
    return (struct tokens_rest){
        .node = node,
        .value = sum_value(total->infinite - infinite, *other, num_xor(total->all, mine)),
        .own_known = total->own_infinite == infinite,
        .own = num_xor(total->own, mine),
    };
}

enum outcome tokens_outcome(const struct tokens_rest *rest, const struct labels *labels, uint32_t to)
{
    uint32_t label = labels->label[to];
    if (rest->value.infinite)
        return label != LABEL_INFINITE && loopy_reaches(rest->value, num(label)) ? OUTCOME_LOSS : OUTCOME_DRAW;
    if (label != LABEL_INFINITE)
        return num_cmp_word(rest->value.nimber, label) == 0 ? OUTCOME_WIN : OUTCOME_LOSS;
    bool reached =
        num_cmp_word(rest->value.nimber, labels->top) <= 0 && labels_known(labels, to, (uint32_t)rest->value.nimber.word);
    return reached ? OUTCOME_LOSS : OUTCOME_DRAW;
}
