/* The tokens of a string of rules. A fault leaves TOKEN_FAULT standing, which no grammar takes: so every loop ends. */
#include "core/custom/language/language.h"

#include <string.h>

enum { NAME_MAX = 32 };

void flaw_tell(struct flaw *flaw, enum fault_code code, uint32_t at, const char *detail)
{
    if (!flaw->told)
        *flaw = (struct flaw){true, code, at, detail};
}

static void fail(struct reader *r, enum fault_code code, uint32_t at, const char *detail)
{
    flaw_tell(r->flaw, code, at, detail);
    r->kind = TOKEN_FAULT;
}

void reader_unexpected(struct reader *r, const char *detail)
{
    fail(r, FAULT_syntax, r->at, detail);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void read_number(struct reader *r)
{
    r->kind = TOKEN_NUMBER;
    r->number = 0;
    for (; is_digit(r->text[r->next]); r->next++)
        if (__builtin_mul_overflow(r->number, 10, &r->number) ||
            __builtin_add_overflow(r->number, r->text[r->next] - '0', &r->number)) {
            fail(r, FAULT_overflow, r->at, "a number must be at most 9223372036854775807");
            return;
        }
    if (is_letter(r->text[r->next]))
        fail(r, FAULT_syntax, r->next, "a letter cannot follow a number");
}

static void read_name(struct reader *r)
{
    while (is_letter(r->text[r->next]) || is_digit(r->text[r->next]))
        r->next++;
    r->kind = r->next - r->at == 2 && memcmp(r->text + r->at, "in", 2) == 0 ? TOKEN_IN : TOKEN_NAME;
    if (r->next - r->at > NAME_MAX)
        fail(r, FAULT_too_long, r->at, "a name has at most 32 characters");
}

/* The longest first. */
static const struct {
    char text[3];
    enum token_kind kind;
    enum operator op;
} signs[] = {
    {"..", TOKEN_DOTS, 0},
    {"++", TOKEN_OPERATOR, OPERATOR_JOIN},
    {"+=", TOKEN_CHANGE, OPERATOR_ADD},
    {"-=", TOKEN_CHANGE, OPERATOR_SUBTRACT},
    {"==", TOKEN_OPERATOR, OPERATOR_EQUAL},
    {"!=", TOKEN_OPERATOR, OPERATOR_UNEQUAL},
    {"<=", TOKEN_OPERATOR, OPERATOR_LESS_EQUAL},
    {">=", TOKEN_OPERATOR, OPERATOR_GREATER_EQUAL},
    {"<<", TOKEN_OPERATOR, OPERATOR_LEFT},
    {">>", TOKEN_OPERATOR, OPERATOR_RIGHT},
    {"&&", TOKEN_AND, 0},
    {"||", TOKEN_OR, 0},
    {"+", TOKEN_OPERATOR, OPERATOR_ADD},
    {"-", TOKEN_OPERATOR, OPERATOR_SUBTRACT},
    {"*", TOKEN_OPERATOR, OPERATOR_MULTIPLY},
    {"/", TOKEN_OPERATOR, OPERATOR_DIVIDE},
    {"%", TOKEN_OPERATOR, OPERATOR_MODULO},
    {"&", TOKEN_OPERATOR, OPERATOR_BIT_AND},
    {"^", TOKEN_OPERATOR, OPERATOR_BIT_XOR},
    {"|", TOKEN_OPERATOR, OPERATOR_BIT_OR},
    {"<", TOKEN_OPERATOR, OPERATOR_LESS},
    {">", TOKEN_OPERATOR, OPERATOR_GREATER},
    {"!", TOKEN_NOT, 0},
};

static void read_sign(struct reader *r)
{
    const char *at = r->text + r->at;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i].text);
        if (strncmp(at, signs[i].text, n) == 0) {
            r->kind = signs[i].kind;
            r->op = signs[i].op;
            r->next += (uint32_t)n;
            return;
        }
    }
    if (!strchr("()[],:?=", *at)) {
        fail(r, FAULT_syntax, r->at, "there is no such sign in an expression");
        return;
    }
    r->kind = TOKEN_SIGN;
    r->sign = *at;
    r->next++;
}

void reader_next(struct reader *r)
{
    if (r->kind == TOKEN_FAULT)
        return;
    while (r->text[r->next] == ' ' || r->text[r->next] == '\t' || r->text[r->next] == '\n' || r->text[r->next] == '\r')
        r->next++;
    r->at = r->next;
    char c = r->text[r->at];
    if (c == '\0')
        r->kind = TOKEN_END;
    else if (is_digit(c))
        read_number(r);
    else if (is_letter(c))
        read_name(r);
    else
        read_sign(r);
}

void reader_begin(struct reader *r, struct arena *arena, const char *text, struct flaw *flaw)
{
    *r = (struct reader){.arena = arena, .text = text, .flaw = flaw};
    reader_next(r);
}

bool reader_take(struct reader *r, char sign)
{
    if (r->kind != TOKEN_SIGN || r->sign != sign)
        return false;
    reader_next(r);
    return true;
}

void reader_want(struct reader *r, char sign)
{
    if (!reader_take(r, sign))
        reader_unexpected(r, arena_printf(r->arena, "\"%c\" is missing here", sign));
}

struct span reader_name(struct reader *r)
{
    struct span name = {r->text + r->at, r->next - r->at};
    if (r->kind == TOKEN_NAME)
        reader_next(r);
    else
        reader_unexpected(r, "a name is missing here");
    return name;
}

void reader_end(struct reader *r)
{
    if (r->kind == TOKEN_SIGN && r->sign == '=')
        reader_unexpected(r, "== compares; one = only assigns");
    else if (r->kind != TOKEN_END)
        reader_unexpected(r, "an operator is missing here, or this is too much");
}
