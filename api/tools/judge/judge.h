/* A judge problem: how its input is read, which position each question is, and what the judge prints. One JSON file each, in
 * problems/. */
#ifndef GRUNDY_API_TOOLS_JUDGE_JUDGE_H
#define GRUNDY_API_TOOLS_JUDGE_JUDGE_H

#include "api/question.h"
#include "api/tools/judge/input/reading.h"
#include "core/mistakes/mistakes.h"

enum cases {
    CASES_ONE,   /* the text is one case */
    CASES_COUNT, /* their number comes first */
    CASES_EOF,   /* until the end */
    CASES_ZERO,  /* until a case whose first integers are 0, or the end */
    CASES_FIXED, /* there is no input: the questions stand in the file */
};

enum print {
    PRINT_VERDICT, /* a word for win, loss, draw */
    PRINT_MOVE,    /* a field of the first winning move, or a word when there is none */
    PRINT_MOVES,   /* the same of all winning moves, ascending, one blank between */
    PRINT_COUNT,   /* how many moves win */
    PRINT_VALUE,   /* a scoring game's value */
    PRINT_TOTAL,   /* what the player to move gets in all: half of the sum of the piles and the value */
    PRINT_TRIPLE,  /* the first winning move's fields in a line, -1 for each when there is none; then how many win */
    PRINT_HEAPS,   /* whether won, and a line `before after` for every winning move of nim */
    PRINT_ROW,     /* of heap rules: the word of every heap from 1 to the one that was read */
    PRINT_PAIRS,   /* whether won, and a line for each pair that a winning move of wythoff leaves */
};

struct call;

struct judge_problem {
    const cJSON *json;
    const char *id, *title, *judge, *input, *output, *game_id;
    const struct game *game;
    enum cases cases;
    size_t zeros; /* CASES_ZERO */
    struct shape_range case_range;
    int64_t generate_max; /* cases of one input that is made for it */
    bool flips;           /* a won case is made a lost one by a winning move; false: another one is drawn, which is cheaper */
    struct shape shape;
    const cJSON *position; /* the template; CASES_FIXED: the positions */
    enum print print;
    const char *words[OUTCOME_NONE + 1]; /* by enum outcome; NULL where it cannot be */
    const char *field, *none, *prefix;   /* NULL-able */
    const char *before;                  /* MOVE: what stands before it, where there is one; NULL-able */
    const char *join;                    /* what stands between the answers of one case; NULL: a line each */
    bool quoted;                         /* JSON */
};

/* A wrong method that people use for the problem, and a published case on which it fails: that case alone, without the number of
 * cases and without what closes the text; what the judge prints for it, and what the method does, without prefix and last line's
 * end. */
struct judge_mistake {
    const struct mistake *known;
    const char *input, *right, *wrong;
};

struct judge_mistakes {
    size_t n;
    struct judge_mistake *v;
};

size_t judge_count(void);
const char *judge_id(size_t index);
/* Read anew for each request, into the arena. NULL: there is none of that name. */
const struct judge_problem *judge_open(struct arena *arena, const char *id);
/* The problem that the path names. NULL: the reply is a 404 with the nearest id. */
const struct judge_problem *judge_of_call(struct call *call);
/* The id that was meant by one that is none: by its letters and digits, by its number alone, or else the nearest. NULL: none. */
const char *judge_nearest(struct arena *arena, const char *id);
/* Those of the problem, in the order of its file. */
struct judge_mistakes judge_mistakes(struct arena *arena, const struct judge_problem *problem);
/* The names of the problem's positions filled in: the position's text as JSON. Of the fields that are left out (NULL-able, ends
 * with NULL), which are lists, there is an empty one. */
void judge_position(const struct judge_problem *problem, const struct values *values, const char *const *left_out,
                    struct out *out);
/* "$a", "$pairs(a)" or "$within(a,b)" of a template, taken apart. False: it is none, or names what is not read. */
struct judge_named {
    const char *function; /* `length` letters of it; none: the value as it stands */
    size_t length;
    int name, other; /* other: -1 where there is none */
};
bool judge_named(const struct shape *shape, const char *text, struct judge_named *named);
bool judge_named_by(const struct judge_named *named, const char *function);
/* The two numbers of a limit. */
struct shape_range judge_range(const cJSON *pair);
/* What the problem promises beyond ranges ("checks"), and the limits of JSON values; ends with a fault at the value's place. */
void judge_checks(struct reading *reading, const struct judge_problem *problem, const struct values *values);
/* Whether printing needs to see every winning move, however many; and the options by which it sees what it needs. */
bool judge_prints_all(const struct judge_problem *problem);
void judge_options(const struct judge_problem *problem, struct options *options);
/* The answer of a solved question as the judge prints it, without prefix; the last line's end is left out. */
void judge_print(const struct judge_problem *problem, struct question *question, struct out *out);

/* What a wrong method prints for a solved question. False: it says nothing of it. */
bool judge_print_mistaken(const struct judge_problem *problem, const struct question *question, const struct mistake *mistake,
                          struct budget *budget, struct store *store, struct out *out);

/* GET /judge's row. */
void judge_row(struct out *out, const struct judge_problem *problem);

#endif
