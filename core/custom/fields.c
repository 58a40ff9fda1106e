/* The fields of rules. */
#include "core/custom/fields.h"

#include "core/custom/rules.h"

static const struct type string_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = STRING_MAX};
static const struct type title_type = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = TITLE_MAX};
static const struct type name_type = {
    .kind = KIND_TEXT, .size = sizeof(const char *), .min = 1, .max = 32, .alphabet = "abcdefghijklmnopqrstuvwxyz0123456789_"};
static const struct type let_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = LETS_MAX, .item = &string_type};
static const struct type into_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = PARTS_MAX, .item = &string_type};
static const struct type result_type = {.kind = KIND_NAME,
                                        .size = sizeof(int),
                                        .names = (const char *const[]){[RESULT_WIN] = "win",
                                                                       [RESULT_LOSS] = "loss",
                                                                       [RESULT_DRAW] = "draw",
                                                                       [RESULT_FIRST] = "first",
                                                                       [RESULT_SECOND] = "second",
                                                                       NULL}};

static const struct type end_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct rules_end),
    .fields =
        (const struct field[]){
            {"when", offsetof(struct rules_end, when), &string_type,
             .doc = {"The game is over where this is not 0.", "值不为 0 时对局结束。"}},
            {"result", offsetof(struct rules_end, result), &result_type,
             .doc = {"For the player to move; `first`, `second`: that player wins.",
                     "轮到走的一方的结果；`first`、`second` 表示该玩家胜。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct rules_move),
    .fields =
        (const struct field[]){
            {"name", offsetof(struct rules_move, name), &name_type,
             .doc = {"The move's name: small letters, digits and _.", "操作名：小写字母、数字与 _。"}},
            {"choose", offsetof(struct rules_move, choose), &string_type, NEED_OPTIONAL,
             .doc = {"The parameters and where they come from: \"k in 1..3, i in [0, 2]\".",
                     "参数及其取值来源，如 \"k in 1..3, i in [0, 2]\"。"}},
            {"when", offsetof(struct rules_move, when), &string_type, NEED_OPTIONAL,
             .doc = {"The move exists where this is not 0.", "值不为 0 时才有这一操作。"}},
            {"do", offsetof(struct rules_move, does), &string_type, NEED_OPTIONAL,
             .doc = {"What it changes: \"n -= k\"; all right sides read the old state.",
                     "赋值，如 \"n -= k\"；右边一律读旧状态。"}},
            {"into", offsetof(struct rules_move, into), &into_type, NEED_OPTIONAL,
             .doc = {"Instead of `do`: the components that it leaves, each by such assignments.",
                     "代替 `do`：留下的各个子局面，每个由这样的赋值得到。"}},
            {"score", offsetof(struct rules_move, score), &string_type, NEED_OPTIONAL,
             .doc = {"What the mover gains.", "走的一方得到的分数。"}},
            {"again", offsetof(struct rules_move, again), &string_type, NEED_OPTIONAL,
             .doc = {"Where this is not 0, the same player moves again.", "值不为 0 时同一玩家再走一步。"}},
            {0},
        },
};

static const struct type ends_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = ENDS_MAX, .item = &end_type};
static const struct type moves_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = MOVES_MAX, .item = &move_type};

const struct type rules_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct rules_text),
    .fields =
        (const struct field[]){
            {"title", offsetof(struct rules_text, title), &title_type, NEED_OPTIONAL,
             .doc = {"Has no meaning.", "标题，无含义。"}},
            {"vars", offsetof(struct rules_text, vars), &string_type,
             .doc = {"The variables of a state and their ranges: \"n: 0..100, h[3]: 0..9\".",
                     "状态的变量及其范围，如 \"n: 0..100, h[3]: 0..9\"。"}},
            {"let", offsetof(struct rules_text, let), &let_type, NEED_DEFAULT,
             .doc = {"Names for expressions: \"name = expression\".", "表达式的简名：\"name = expression\"。"}},
            {"ends", offsetof(struct rules_text, ends), &ends_type, NEED_DEFAULT,
             .doc = {"Where the game is over, looked at in order before the moves.", "终局条件，在操作之前依次检查。"}},
            {"moves", offsetof(struct rules_text, moves), &moves_type, .doc = {"The moves.", "操作。"}},
            {"after", offsetof(struct rules_text, after), &string_type, NEED_OPTIONAL,
             .doc = {"Assignments made after every move, on the new state.", "每一步之后在新状态上所做的赋值。"}},
            {"misere", offsetof(struct rules_text, misere), &type_bool, NEED_DEFAULT,
             .doc = {"Who cannot move wins.", "无着可走者胜。"}},
            {0},
        },
};
