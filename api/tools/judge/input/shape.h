/* The shape of a judge problem's input, as data: what is read and written in which order.
 *
 *   n                 an integer
 *   a:n               a list of n integers on one line (n: an integer read before, or a number)
 *   a:n,m             n lines of m integers
 *   a:n,+             n lines, each of them its own count and so many integers
 *   g:n,m@.#          n lines of m characters, each of them one of those named
 *   j@json            a line with a JSON value, as it stands
 *   n@digits          an integer of any size, not negative
 *   /                 the end of a line
 *   ?m( … )           m questions of the shape in brackets, each of them with an answer of its own
 *   ?0( … )           the same until a question whose first integer is 0
 *
 * Reading does not care about white space; writing makes exactly this shape. */
#ifndef GRUNDY_API_TOOLS_JUDGE_INPUT_SHAPE_H
#define GRUNDY_API_TOOLS_JUDGE_INPUT_SHAPE_H

#include "api/json/out.h"
#include "api/tools/judge/input/text.h"

enum shape_kind {
    SHAPE_INT,
    SHAPE_LIST,
    SHAPE_ROWS,
    SHAPE_COUNTED,
    SHAPE_GRID,
    SHAPE_JSON,
    SHAPE_DIGITS,
    SHAPE_BREAK,
    SHAPE_ASKED,
    SHAPE_UNTIL
};

enum { SHAPE_NAMES_MAX = 12, SHAPE_NODES_MAX = 24 };

/* A count: that of an integer read before (name >= 0), or a number. */
struct shape_count {
    int name;
    int64_t word;
};

struct shape_node {
    enum shape_kind kind;
    int name; /* index into names */
    struct shape_count count, width;
    const char *letters;      /* GRID: those allowed */
    struct shape_node *inner; /* ASKED, UNTIL: the nodes of a question */
    size_t inner_count;
};

/* What integers and items may be, and how many a counted row may have. */
struct shape_range {
    int64_t least, most;
};

struct shape {
    size_t count, name_count;
    struct shape_node nodes[SHAPE_NODES_MAX];
    const char *names[SHAPE_NAMES_MAX];
    struct shape_range stated[SHAPE_NAMES_MAX]; /* the problem's limits */
};

/* A place in the text, from 1. */
struct text_spot {
    uint32_t line, column;
};

enum value_kind { VALUE_ABSENT, VALUE_INT, VALUE_LIST, VALUE_ROWS, VALUE_GRID, VALUE_JSON };

struct value {
    enum value_kind kind;
    struct text_spot spot;   /* of its first character; of a list, where its first item should be */
    int64_t word;            /* INT */
    size_t n, width;         /* LIST: n; ROWS of equal length: n rows of width items; GRID: n strings */
    int64_t *v;              /* LIST, ROWS */
    struct text_spot *spots; /* of the items of v */
    struct value *rows;      /* COUNTED: n lists */
    const char **lines;      /* GRID */
    const char *json;        /* JSON */
};

/* What was read of one case, by name. */
struct values {
    struct value v[SHAPE_NAMES_MAX];
};

/* Makes the shape of a text; false where the text is none. The text must stay. */
bool shape_parse(struct shape *shape, struct arena *arena, const char *text);
/* The index of a name, or -1. */
int shape_name(const struct shape *shape, const char *name, size_t n);

/* Writes the nodes' values (not those of questions, which their own call writes) in the shape. */
void shape_write(struct out *out, const struct shape_node *nodes, size_t count, const struct values *values);

#endif
