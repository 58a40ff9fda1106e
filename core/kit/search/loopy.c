/* Sums of loopy values.
 *
 * Who wins a sum must also come to the end of it. The order in which nodes are labelled shows the way (the counter function of
 * Fraenkel and Perl): a node labelled m has for every k < m a follower labelled k before it; and every follower not labelled
 * before it has a follower labelled m before it. So when the loser has moved a token from u to a node labelled later, or not at
 * all, the winner can go on to a node that is worth what u was and was labelled before u; otherwise he makes the xor 0 by a move
 * to a node labelled before. Either way the places of all tokens in that order add up to less than before the loser moved. Hence
 * he who always takes the winning move to the least sum comes to the end. */
#include "core/kit/search/loopy.h"

struct loopy loopy_of_node(const struct labels *labels, struct arena *arena, uint32_t node)
{
    uint32_t label = labels->label[node];
    if (label != LABEL_INFINITE)
        return loopy_nimber(num(label));
    size_t n = 0;
    for (label = 0; label <= labels->top; label++)
        n += labels_known(labels, node, label);
    uint32_t *k = arena_raw(arena, n * sizeof *k);
    n = 0;
    for (label = 0; label <= labels->top; label++)
        if (labels_known(labels, node, label))
            k[n++] = label;
    return (struct loopy){.infinite = true, .k = k, .n = n};
}

struct loopy loopy_add(struct loopy a, struct loopy b)
{
    struct loopy sum = a.infinite ? a : b;
    sum.nimber = num_xor(a.nimber, b.nimber);
    if (a.infinite && b.infinite)
        sum.n = 0;
    return sum;
}

bool loopy_reaches(struct loopy infinite, struct num nimber)
{
    struct num wanted = num_xor(infinite.nimber, nimber);
    size_t low = 0, high = infinite.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (num_cmp_word(wanted, infinite.k[middle]) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < infinite.n && num_cmp_word(wanted, infinite.k[low]) == 0;
}

enum outcome loopy_outcome(struct loopy value)
{
    if (value.infinite)
        return loopy_reaches(value, num(0)) ? OUTCOME_WIN : OUTCOME_DRAW;
    return num_is_zero(value.nimber) ? OUTCOME_LOSS : OUTCOME_WIN;
}
