/* Stone thirds (LeetCode 2029): remove a stone; who makes the sum of all removed divisible by 3 loses; none left, the second
 * player wins.
 *
 * Theorem: let r, not 0, be the sum of the removed mod 3. A safe move keeps it off 0: any stone of residue 0 (r stays), or of
 * residue r (r becomes 3-r). So the residues of safe non-zero moves are forced to be r, 3-r, r, 3-r, … and the number of safe
 * moves left does not depend on anybody's choice: all c0 stones of residue 0, and L of the others, L = 2·c[r] when c[r] <=
 * c[3-r], else 2·c[3-r] + 1. Who has no safe move loses, unless no stone is left at all, when the second player of the whole game
 * wins. At the very start (r = 0, nothing removed) each residue is tried. Cost: one pass over the stones. */
#include "core/kit/explain.h"
#include "core/kit/scores.h"
#include "core/limits.h"
#include "core/mistakes/mistakes.h"
#include "core/sample.h"

struct position {
    struct head head;
    struct list stones; /* of struct num */
    struct num sum;
    bool alice;
};

struct move {
    struct head head;
    int64_t stone;
};

struct state {
    int64_t count[3]; /* stones by residue */
    int r;            /* sum of the removed mod 3 */
    bool alice;       /* the player to move is the first player of the whole game */
    bool started;     /* something was removed */
};

static int64_t safe_moves(const struct state *s)
{
    int64_t same = s->count[s->r], other = s->count[3 - s->r];
    return s->count[0] + (same <= other ? 2 * same : 2 * other + 1);
}

/* The state after a stone of that residue, of which there is one. */
static struct state after(const struct state *s, int residue)
{
    struct state next = {{s->count[0], s->count[1], s->count[2]}, (s->r + residue) % 3, !s->alice, true};
    next.count[residue]--;
    return next;
}

static int64_t all_left(const struct state *s)
{
    return s->count[0] + s->count[1] + s->count[2];
}

/* Does the player to move win? */
static bool wins(const struct state *s)
{
    int64_t all = all_left(s);
    if (s->r == 0 && s->started)
        return true;
    if (s->r != 0) {
        int64_t safe = safe_moves(s);
        /* after the last safe move: all gone, and the second player wins; or the player to move must lose */
        return safe == all ? !s->alice : safe % 2 == 1;
    }
    if (all == 0)
        return !s->alice;
    for (int residue = 1; residue < 3; residue++) {
        if (s->count[residue] == 0)
            continue;
        struct state next = after(s, residue);
        if (!wins(&next)) /* one level deep: the next state has started */
            return true;
    }
    return false;
}

static int residue_of(struct num value)
{
    return (int)num_mod(value, num(3)).word;
}

static struct state state_of(const struct position *p)
{
    struct state s = {.r = residue_of(p->sum), .alice = p->alice, .started = !(num_is_zero(p->sum) && p->alice)};
    for (size_t i = 0; i < p->stones.n; i++)
        s.count[residue_of(list_nums(p->stones)[i])]++;
    return s;
}

static bool over(const struct state *s)
{
    return s->r == 0 && s->started;
}

static void solve(struct ask *ask)
{
    const struct position *p = ask->position;
    struct state s = state_of(p);
    ask->answer.verdict = wins(&s) ? OUTCOME_WIN : OUTCOME_LOSS;
    ask->answer.method = "parity";
    if (over(&s))
        return;
    enum outcome outcome[3] = {OUTCOME_LOSS, OUTCOME_LOSS, OUTCOME_LOSS};
    for (int residue = 0; residue < 3; residue++) {
        if (s.count[residue] == 0)
            continue;
        struct state next = after(&s, residue);
        outcome[residue] = wins(&next) ? OUTCOME_LOSS : OUTCOME_WIN;
    }
    for (size_t i = 0; i < p->stones.n; i++)
        push(ask, &(struct move){.stone = (int64_t)i}, mark_outcome(outcome[residue_of(list_nums(p->stones)[i])]));
}

static void *apply(struct ask *ask, const void *move)
{
    const struct position *p = ask->position;
    size_t stone = (size_t)((const struct move *)move)->stone;
    struct position *next = arena_alloc(ask->arena, sizeof *next);
    *next = *p;
    next->sum = num_add(p->sum, list_nums(p->stones)[stone]);
    next->alice = !p->alice;
    next->stones = list_without(ask->arena, p->stones, stone, 1, sizeof(struct num));
    next->head.given |= BIT(1) | BIT(2);
    return next;
}

/* After the first stone of the whole game: for each residue, what it leads to. */
static void explain_start(const struct state *s, struct lines *lines)
{
    lines_add(
        lines,
        "Nothing was removed yet. After a first stone of residue r, 1 or 2, safe are stones of residue 0 at any time and else "
        "of residue r, 3 − r, r, … in turn. So the number of safe moves is fixed, whatever is chosen: if it is that of all "
        "stones left, the second player wins, else who makes the last safe move.",
        "尚未取走任何石子。先取余 r（1 或 2）的石子之后，余 0 的石子随时可以安全地取，其余的须依次取余 r、3 − r、r、…… 的，"
        "因此无论怎么取，安全的步数都是固定的：若恰等于剩余石子数，则后手获胜，否则走最后一步安全取法的人获胜。");
    if (s->count[0])
        lines_add(lines, "A first stone of residue 0 makes the sum divisible by 3, and loses at once.",
                  "先取余 0 的石子，总和就是 3 的倍数，立即告负。");
    for (int residue = 1; residue < 3; residue++) {
        if (s->count[residue] == 0)
            continue;
        struct state next = after(s, residue);
        bool won = wins(&next);
        lines_add(lines,
                  won ? "A first stone of residue %s leaves %s stone(s), with %s safe move(s): won for the other player."
                      : "A first stone of residue %s leaves %s stone(s), with %s safe move(s): lost for the other player.",
                  won ? "先取余 %s 的石子，剩下 %s 颗，安全的取法共 %s 步：对手必胜。"
                      : "先取余 %s 的石子，剩下 %s 颗，安全的取法共 %s 步：对手必败。",
                  num_text(num(residue)), num_text(num(all_left(&next))), num_text(num(safe_moves(&next))));
    }
}

/* Once the game is under way: how many safe moves there are, and who makes the last of them. */
static void explain_safe(const struct state *s, struct lines *lines)
{
    int64_t safe = safe_moves(s), all = all_left(s);
    lines_add(
        lines,
        "A safe stone, after which the sum is no multiple of 3, has residue 0 or %1$s; after residue %1$s the next one needs "
        "residue %2$s, and so on in turn. So exactly %3$s safe move(s) can still be made, whatever is chosen; of residue 0 among "
        "them: %4$s.",
        "安全的取法应使总和不是 3 的倍数，只能取余 0 或余 %1$s 的石子；取过余 %1$s 的之后，下一次须取余 %2$s "
        "的，如此交替。因此无论"
        "怎么取，安全的取法恰好还有 %3$s 步，其中取余 0 的有 %4$s 步。",
        num_text(num(s->r)), num_text(num(3 - s->r)), num_text(num(safe)), num_text(num(s->count[0])));
    if (safe == all)
        lines_add(lines,
                  s->alice
                      ? "The player to move loses, because these are all the stones left, and then the second player of the "
                        "whole game wins, who is the other player."
                      : "These are all the stones left, and then the second player of the whole game wins, who is the player "
                        "to move.",
                  s->alice ? "先手必败，因为这恰是剩下的全部石子，取完后整局游戏的后手获胜，即对手。"
                           : "这恰是剩下的全部石子，取完后整局游戏的后手获胜，即当前先手。");
    else
        lines_add(
            lines,
            safe % 2
                ? "That is odd, and less than the number of stones left, %s, so the other player is first to have no safe move."
                : "The player to move loses, because that is even, and less than the number of stones left, %s, so that player "
                  "is "
                  "first to have no safe move.",
            safe % 2 ? "这是奇数，且少于剩下的石子数 %s，因此对手先遇到没有安全取法的局面。"
                     : "先手必败，因为这是偶数，且少于剩下的石子数 %s，先手会先遇到没有安全取法的局面。",
            num_text(num(all)));
}

static void explain(struct ask *ask, struct lines *lines)
{
    const struct position *p = ask->position;
    struct state s = state_of(p);
    lines_add(lines,
              "Only residues mod 3 matter: %s stone(s) of residue 0, %s of 1, %s of 2; what was removed adds up to %s mod 3.",
              "只看模 3 的余数：余 0 的有 %s 颗，余 1 的有 %s 颗，余 2 的有 %s 颗；已取走的石子之和模 3 余 %s。",
              num_text(num(s.count[0])), num_text(num(s.count[1])), num_text(num(s.count[2])), num_text(num(s.r)));
    if (over(&s))
        lines_add(lines, "The last move made the sum divisible by 3, so its player has lost.",
                  "上一步使总和成为 3 的倍数，走这一步的人已经输了。");
    else if (p->stones.n == 0)
        lines_add(lines, "No stone is left, so the second player of the whole game wins.", "没有石子了，整局游戏的后手获胜。");
    else if (s.r != 0)
        explain_safe(&s, lines);
    else
        explain_start(&s, lines);
    const struct listed *right = explain_first(ask);
    if (right) {
        int64_t stone = ((const struct move *)right->move)->stone;
        lines_add(lines, "For example remove stone %s, of residue %s: what is left is lost for the other player.",
                  "例如取走下标为 %s 的石子（余 %s），留给对手的是必败态。", num_text(num(stone)),
                  num_text(num(residue_of(list_nums(p->stones)[stone]))));
    } else if (s.r == 0) {
        explain_lost(ask, lines);
    }
    explain_verdict(ask, lines);
}

static const struct type stones_type = {.kind = KIND_LIST, .size = sizeof(struct list), .max = THIRDS_MAX, .item = &type_natural};
/* What was removed may be more than any one stone: room for THIRDS_MAX of them. */
static const struct type sum_type = {.kind = KIND_INT, .size = sizeof(struct num), .max = INT64_MAX, .bits_max = INT_BITS + 17};

static const struct type position_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct position),
    .fields =
        (const struct field[]){
            {"stones", offsetof(struct position, stones), &stones_type, .doc = {"The stones that are left.", "剩余的石子。"}},
            {"sum", offsetof(struct position, sum), &sum_type, NEED_DEFAULT,
             .doc = {"Sum of all stones removed so far.", "已取走石子之和。"}},
            {"alice", offsetof(struct position, alice), &type_bool, NEED_DEFAULT, .fallback = 1,
             .doc = {"The player to move is the first player of the whole game.", "当前走棋者是否为整局游戏的先手。"}},
            {0},
        },
};

static const struct type move_type = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct move),
    .fields = (const struct field[]){{"stone", offsetof(struct move, stone), &type_index,
                                      .doc = {"Index of the stone to remove.", "取走的石子的下标。"}},
                                     {0}},
};

static void words(const struct ask *ask, const void *move, struct lines *line)
{
    (void)ask;
    const struct move *m = move;
    lines_add(line, "remove stone %s", "取走下标为 %s 的石子", num_text(num(m->stone)));
}

static void sample(struct sample *sample)
{
    struct position *p = sample->position;
    if (sample_free(sample, "stones"))
        p->stones = sample_ints(sample, sample_count(sample, 0, THIRDS_MAX), 0);
    if (sample_chance(sample, 50) && sample_free(sample, "sum")) {
        p->sum = sample_int(sample, 0);
        if (sample_free(sample, "alice"))
            p->alice = sample_chance(sample, 50);
    }
}

const struct game game_stone_thirds = {
    .id = "stone-thirds",
    .source = "LeetCode 2029, Stone Game IX",
    .title = {"Stone Game: thirds", "石子游戏（三的倍数）"},
    .rules =
        {"A move removes a stone. Who makes the sum of all removed stones divisible by 3 loses. If no stone is left and that did "
         "not "
         "happen, the second player of the whole game wins.",
         "每次取走一颗石子；若已取走石子之和成为 3 的倍数，则走这一步的人输。若石子取完仍未出现这种情况，整局游戏的后手获胜。"},
    .limits = {"up to 100000 stones of up to 4096 bits", "最多 100000 颗，每颗最多 4096 个二进制位"},
    .position = &position_type,
    .mistakes = mistakes_stone_thirds,
    .move = &move_type,
    .methods = (const char *const[]){"parity", NULL},
    .solve = solve,
    .apply = apply,
    .explain = explain,
    .sample = sample,
    .words = words,
};
