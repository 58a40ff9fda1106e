/* Expressions put together from templates. */
#include "core/laws/expression.h"

#include <stdio.h>
#include <string.h>

/* How loosely the parts of an expression hold together, by its loosest operator. */
enum binding { BIND_ITEM, BIND_PRODUCT, BIND_SUM, BIND_BITS, BIND_COMPARISON, BIND_LOGIC, BIND_CHOICE };

static enum binding binding_of_operator(const char *sign)
{
    switch (*sign) {
    case '?':
    case ':':
        return BIND_CHOICE;
    case '&':
    case '|':
        return sign[1] == *sign ? BIND_LOGIC : BIND_BITS;
    case '^':
        return BIND_BITS;
    case '<':
    case '>':
        return sign[1] == *sign ? BIND_BITS : BIND_COMPARISON;
    case '=':
    case '!':
        return BIND_COMPARISON;
    case '+':
    case '-':
        return BIND_SUM;
    case '*':
    case '/':
    case '%':
        return BIND_PRODUCT;
    default:
        return BIND_ITEM;
    }
}

static enum binding binding_of(const char *text)
{
    enum binding loosest = BIND_ITEM;
    for (int depth = 0; *text; text++) {
        depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
        enum binding here = depth ? BIND_ITEM : binding_of_operator(text);
        loosest = here > loosest ? here : loosest;
        if (here != BIND_ITEM)
            text += text[1] == *text || text[1] == '=';
    }
    return loosest;
}

struct writing {
    char text[EXPRESSION_MAX + 1];
    size_t n;
    bool over;
};

static void write_text(struct writing *to, const char *text)
{
    size_t n = strlen(text);
    if (to->n + n > EXPRESSION_MAX)
        to->over = true;
    if (to->over)
        return;
    memcpy(to->text + to->n, text, n);
    to->n += n;
}

/* What may stand without brackets behind this operator (the last two signs), and before that one. Bits and what is beside them
 * are always told apart by brackets. */
static enum binding allowed_behind(char before, char last)
{
    switch (binding_of_operator((const char[]){before == last ? before : last, before == last ? last : ' ', 0})) {
    case BIND_ITEM: /* no operator: a bracket, a comma, nothing */
    case BIND_CHOICE:
        return BIND_CHOICE;
    case BIND_SUM:
        return BIND_PRODUCT;
    case BIND_COMPARISON:
        return last == '!' ? BIND_ITEM : BIND_SUM;
    case BIND_LOGIC:
        return BIND_COMPARISON;
    default:
        return BIND_ITEM;
    }
}

static enum binding allowed_before(const char *next)
{
    next += *next == ' ';
    switch (*next == '[' ? BIND_BITS : binding_of_operator(next)) {
    case BIND_ITEM:
        return BIND_CHOICE;
    case BIND_CHOICE:
        return BIND_LOGIC;
    case BIND_SUM:
        return BIND_SUM;
    case BIND_PRODUCT:
        return BIND_PRODUCT;
    case BIND_COMPARISON:
        return BIND_SUM;
    case BIND_LOGIC:
        return BIND_COMPARISON;
    default:
        return BIND_ITEM;
    }
}

/* Whether that expression may be written next without brackets. */
static bool is_bare(const struct writing *to, const char *expression, const char *next)
{
    size_t n = to->n;
    while (n && to->text[n - 1] == ' ')
        n--;
    enum binding behind = allowed_behind(n > 1 ? to->text[n - 2] : ' ', n ? to->text[n - 1] : ' '), before = allowed_before(next);
    return binding_of(expression) <= (behind < before ? behind : before);
}

const char *expression_fill(struct arena *arena, const char *pattern, const char *first, const char *second)
{
    struct writing to = {.n = 0};
    if (!pattern)
        return NULL;
    for (; *pattern; pattern++) {
        const char *other = *pattern == EXPRESSION_X[0] ? first : second;
        if (*pattern != EXPRESSION_X[0] && *pattern != EXPRESSION_Y[0]) {
            write_text(&to, (char[]){*pattern, 0});
            continue;
        }
        if (!other)
            return NULL;
        bool bare = is_bare(&to, other, pattern + 1);
        write_text(&to, bare ? "" : "(");
        write_text(&to, other);
        write_text(&to, bare ? "" : ")");
    }
    return to.over ? NULL : arena_copy(arena, to.text, to.n);
}

const char *expression_list(struct arena *arena, const int64_t *values, size_t n)
{
    struct writing to = {.n = 0};
    write_text(&to, "[");
    for (size_t i = 0; i < n && !to.over; i++) {
        char number[32];
        snprintf(number, sizeof number, "%s%lld", i ? ", " : "", (long long)values[i]);
        write_text(&to, number);
    }
    write_text(&to, "]");
    return to.over ? NULL : arena_copy(arena, to.text, to.n);
}

const char *expression_plus(struct arena *arena, const char *expression, int64_t number)
{
    if (number == 0)
        return expression;
    const char *pattern =
        arena_printf(arena, EXPRESSION_N " %c %lld", number < 0 ? '-' : '+', (long long)(number < 0 ? -number : number));
    return expression_fill(arena, pattern, expression, NULL);
}
