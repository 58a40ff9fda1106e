/* Sentences that several games' explanations share. */
#include "core/kit/explain.h"

enum { SHOWN = 8, COLUMNS = 16 };

static const char *separator(const struct lines *lines)
{
    return lines->language == LANGUAGE_ZH ? "、" : ", ";
}

const char *explain_list(const struct lines *lines, const struct num *values, size_t n)
{
    const char *text = n ? "" : "-", *comma = separator(lines);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        text = arena_printf(lines->arena, "%s%s%s", text, i ? comma : "", num_text(values[i]));
    return n > SHOWN ? arena_printf(lines->arena, "%s%s…", text, comma) : text;
}

/* The value in so many binary digits. */
static const char *columns(const struct lines *lines, struct num value, uint64_t width)
{
    char digits[COLUMNS];
    for (uint64_t i = 0; i < width; i++)
        digits[i] = num_bit(value, width - 1 - i) ? '1' : '0';
    return arena_copy(lines->arena, digits, width);
}

void explain_xor(struct lines *lines, const struct num *values, size_t n, struct num sum)
{
    uint64_t width = 1;
    for (size_t i = 0; i < n; i++)
        width = num_bits(values[i]) > width ? num_bits(values[i]) : width;
    if (n < 2 || n > SHOWN || width > COLUMNS) {
        lines_add(lines, "The xor of all %s of them is %s.", "共 %s 个数，它们的异或和为 %s。", num_text(num_u64(n)),
                  num_text(sum));
        return;
    }
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = arena_printf(lines->arena, "%s%s%s = %s", text, i ? separator(lines) : "", num_text(values[i]),
                            columns(lines, values[i], width));
    lines_add(lines, "In binary: %s. A column with an odd number of ones gives 1, so the xor is %s = %s.",
              "写成二进制：%s。某一列 1 的个数为奇数时该列得 1，因此异或和为 %s = %s。", text, columns(lines, sum, width),
              num_text(sum));
}

size_t explain_top(const struct num *values, struct num sum)
{
    size_t i = 0;
    while (!num_bit(values[i], num_bits(sum) - 1))
        i++;
    return i;
}

void explain_zero(const struct ask *ask, struct lines *lines)
{
    if (num_is_zero(ask->answer.move_count))
        return;
    lines_add(lines, "It is 0: every move makes it non-zero, and the other player can make it 0 again.",
              "异或和为 0：任何一步都会使它非零，而对手总能把它变回 0。");
}

void explain_verdict(const struct ask *ask, struct lines *lines)
{
    const struct answer *answer = &ask->answer;
    const char *all = num_text(answer->move_count);
    if (answer->verdict == OUTCOME_WIN)
        lines_add(lines, "So the player to move wins (an N-position); winning moves: %s out of %s.",
                  "因此当前局面是必胜态，先手必胜：共有 %2$s 种合法操作，其中 %1$s 种获胜。", num_text(answer->winning.seen),
                  all);
    else if (num_is_zero(answer->move_count))
        lines_add(lines, "So the player to move loses (a P-position): there is no legal move.",
                  "因此当前局面是必败态，先手必败：没有合法操作。");
    else
        lines_add(lines, "So the player to move loses (a P-position); winning moves: 0 out of %s.",
                  "因此当前局面是必败态，先手必败：共有 %s 种合法操作，没有一种能获胜。", all);
}
