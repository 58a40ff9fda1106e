/* POST /tree: the game tree below a position, breadth first, equal positions once.
 *
 * A node is kept as the text of its position, which a question takes back as it is: so all that solving a node takes is given
 * back before the next, and equal positions are those of equal canonical texts. */
#include "api/json/decode.h"
#include "api/json/encode.h"
#include "api/json/member.h"
#include "api/json/parse.h"
#include "api/tools/moves.h"
#include "api/tools/sum/sum.h"
#include "api/tools/tools.h"
#include "core/limits.h"
#include "core/promise.h"

#include <string.h>

/* Bytes of JSON around a position and around a move. */
enum { NODE_BYTES = 80, EDGE_BYTES = 40 };

struct tree_node {
    const char *text; /* the position as it is told, */
    const char *key;  /* and with all its defaults */
    size_t text_size, key_size;
    int64_t depth;
    enum outcome verdict;
    bool over;
    const char *grundy; /* as JSON; NULL: none */
};

struct edge {
    int64_t from, to;
    const char *move, *words;
    bool wins, again;
};

struct tree {
    struct subject subject;
    struct options_of_tree {
        struct head head;
        int64_t depth, max_nodes;
        int language;
    } options;
    enum language language;
    bool drawn;                    /* moves are wanted in words */
    struct arena *arena, *scratch; /* what is kept; what one node takes */
    struct budget budget;          /* in the scratch */
    struct store *store;
    struct tree_node *nodes;
    struct edge *edges;
    size_t count, next, edge_count, edge_room;
    uint32_t *slots; /* hash table: 1 + the node's index */
    size_t slot_mask;
    size_t moves, bytes; /* followed; of text */
    bool complete;
};

static const struct type depth_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = TREE_DEPTH};
static const struct type nodes_type = {.kind = KIND_SMALL, .size = sizeof(int64_t), .min = 1, .max = TREE_NODES};

static const struct type tree_options = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options_of_tree),
    .fields =
        (const struct field[]){
            {"depth", offsetof(struct options_of_tree, depth), &depth_type, NEED_DEFAULT, .fallback = 3,
             .doc = {"How many moves deep.", "深度：走多少步。"}},
            {"max_nodes", offsetof(struct options_of_tree, max_nodes), &nodes_type, NEED_DEFAULT, .fallback = 500,
             .doc = {"How many different positions at most.", "最多包含多少个不同的局面。"}},
            {"language", offsetof(struct options_of_tree, language), &type_language, NEED_OPTIONAL,
             .doc = {"Of the labels; absent: as Accept-Language says.", "标签的语言；省略时按 Accept-Language 选择。"}},
            {0},
        },
};

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct tree *tree = arena_alloc(setting->arena, sizeof *tree);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", "position", NULL}, ignored);
    decode_fields(&tree_options, &tree->options, NULL, NULL, json, "", names, faults);
    tree->language = chosen_language(setting, json, tree->options.language);
    tree->subject = read_subject(json, faults);
    if (faults->n)
        return NULL;
    uint64_t one = 2000 + position_cost(tree->subject.game, tree->subject.position, setting->arena, setting->store);
    *cost = one > CHEAP_STEPS ? one : one * (uint64_t)tree->options.max_nodes / 8;
    return tree;
}

/* The slot where the text is, or is to be. At most half of the slots are taken. */
static size_t slot_of(const struct tree *tree, const char *key, size_t size)
{
    struct tag tag = tag_begin();
    tag_bytes(&tag, key, size);
    size_t i = (size_t)tag.a & tree->slot_mask;
    for (; tree->slots[i]; i = (i + 1) & tree->slot_mask) {
        const struct tree_node *node = &tree->nodes[tree->slots[i] - 1];
        if (node->key_size == size && memcmp(node->key, key, size) == 0)
            break;
    }
    return i;
}

static const char *text_of(struct arena *arena, const struct game *game, const void *position, bool canonical, size_t *size)
{
    struct out out;
    out_init(&out, arena, 128);
    json_begin(&out, '{');
    encode_fields(&out, game->position, position, canonical);
    json_end(&out, '}');
    *size = out.n;
    out_bytes(&out, "", 1);
    return out.v;
}

/* The node of the position, made when it is new. -1: there are as many as there may be. */
static int64_t node_of(struct tree *tree, const void *position, int64_t depth)
{
    const struct game *game = tree->subject.game;
    size_t size;
    const char *key = text_of(tree->scratch, game, position, true, &size);
    size_t slot = slot_of(tree, key, size);
    if (tree->slots[slot])
        return (int64_t)tree->slots[slot] - 1;
    if (tree->count == (size_t)tree->options.max_nodes || tree->bytes > TREE_BYTES)
        return -1;
    struct tree_node *node = &tree->nodes[tree->count++];
    size_t text_size;
    const char *text = text_of(tree->scratch, game, position, false, &text_size);
    *node = (struct tree_node){.key = arena_copy(tree->arena, key, size), .key_size = size, .depth = depth};
    node->text = arena_copy(tree->arena, text, text_size);
    node->text_size = text_size;
    tree->bytes += text_size + NODE_BYTES;
    tree->slots[slot] = (uint32_t)tree->count;
    return (int64_t)tree->count - 1;
}

/* The position of a node, read as a client would send it; the games of a sum's terms are those of the first node's, of which
 * something may be kept. */
static const void *position_of(struct tree *tree, const struct tree_node *node)
{
    struct scan scan;
    struct subject subject = tree->subject;
    struct faults faults = {.arena = tree->scratch};
    cJSON *json = json_parse(tree->scratch, arena_copy(tree->scratch, node->text, node->text_size), node->text_size, &scan);
    subject_decode(&subject, json, "/position", &faults);
    promise(subject.position);
    if (is_sum(subject.game))
        sum_take_games(subject.position, tree->subject.position);
    return subject.position;
}

static void keep_edge(struct tree *tree, struct ask *ask, const struct listed *listed, int64_t from, int64_t to)
{
    struct out out;
    out_init(&out, tree->scratch, 64);
    json_begin(&out, '{');
    encode_fields(&out, ask->game->move, listed->move, false);
    json_end(&out, '}');
    if (tree->edge_count == tree->edge_room) {
        size_t room = tree->edge_room ? 2 * tree->edge_room : 64;
        struct edge *v = arena_raw(tree->arena, room * sizeof *v);
        if (tree->edge_count)
            memcpy(v, tree->edges, tree->edge_count * sizeof *v);
        tree->edges = v;
        tree->edge_room = room;
    }
    const char *words = tree->drawn ? ask_words(ask, listed->move, tree->language) : NULL;
    tree->edges[tree->edge_count++] = (struct edge){
        .from = from,
        .to = to,
        .move = arena_copy(tree->arena, out.v, out.n),
        .words = words ? arena_copy(tree->arena, words, strlen(words)) : NULL,
        .wins = listed->mark.outcome == OUTCOME_WIN,
        .again = listed->mark.again,
    };
    tree->bytes += out.n + EDGE_BYTES;
}

/* Follows the moves of a node, as long as there is room for what they lead to. */
static void follow(struct tree *tree, struct ask *ask, int64_t from)
{
    const struct page *page = &ask->answer.all;
    int64_t depth = tree->nodes[from].depth + 1;
    tree->complete &= num_cmp_word(page->seen, (int64_t)page->n) == 0 && !ask->answer.move_count_unknown;
    for (size_t i = 0; i < page->n; i++) {
        if (tree->moves++ == TREE_MOVES || tree->bytes > TREE_BYTES) {
            tree->complete = false;
            return;
        }
        budget_spend(ask->budget, 200);
        struct arena_mark mark = arena_mark(tree->scratch);
        int64_t to = node_of(tree, ask_apply(ask, page->v[i].move), depth);
        if (to < 0)
            tree->complete = false;
        else
            keep_edge(tree, ask, &page->v[i], from, to);
        arena_rewind(tree->scratch, mark);
    }
}

/* One node: what it is worth, and, above the last depth, where its moves lead. */
static void visit(void *what)
{
    struct tree *tree = what;
    struct tree_node *node = &tree->nodes[tree->next];
    bool open = node->depth < tree->options.depth && tree->moves < TREE_MOVES;
    struct ask ask;
    struct asking asking = {
        .game = tree->subject.game, .position = position_of(tree, node), .budget = &tree->budget, .store = tree->store};
    asking_solve(&asking, &ask, open ? LISTING_ALL : LISTING_NONE, num(0), open ? LIST_LIMIT : 0);
    const struct answer *answer = &ask.answer;
    node->verdict = answer->verdict;
    node->over = !answer->move_count_unknown && num_is_zero(answer->move_count);
    if (answer->grundy_known) {
        struct out out;
        out_init(&out, tree->arena, 32);
        json_number(&out, answer->grundy);
        out_bytes(&out, "", 1);
        node->grundy = out.v;
    }
    if (open)
        follow(tree, &ask, (int64_t)tree->next);
    else if (!node->over)
        tree->complete = false;
}

static void plant(void *what)
{
    struct tree *tree = what;
    node_of(tree, tree->subject.position, 0);
}

static void reset(void *arena)
{
    arena_reset(arena);
}

/* The scratch is clean again after each part. What escapes there ends the question, but for a node below the first that is too
 * large, or one more than all that a question may take together: false. */
static bool in_scratch(struct tree *tree, void (*part)(void *what))
{
    struct escape landed;
    struct arena_mark mark = arena_mark(tree->scratch);
    enum status status = arena_try(tree->scratch, &landed, part, tree);
    if (status != STATUS_ok && !(status == STATUS_too_large && tree->next))
        arena_escape_on(tree->arena, &landed);
    arena_rewind(tree->scratch, mark);
    return status == STATUS_ok;
}

/* The nodes before the next one are what there is of the tree. */
static void cut(struct tree *tree)
{
    size_t kept = 0;
    tree->count = tree->next;
    tree->complete = false;
    for (size_t i = 0; i < tree->edge_count; i++)
        if ((size_t)tree->edges[i].from < tree->count && (size_t)tree->edges[i].to < tree->count)
            tree->edges[kept++] = tree->edges[i];
    tree->edge_count = kept;
}

static void grow(struct tree *tree, struct setting *setting)
{
    size_t slots = 4;
    while (slots < 2 * (size_t)tree->options.max_nodes)
        slots *= 2;
    tree->arena = setting->arena;
    tree->store = setting->store;
    tree->scratch = arena_alloc(setting->arena, sizeof *tree->scratch);
    arena_init_beside(tree->scratch, setting->arena, NULL, 0, ARENA_BYTES);
    arena_defer(setting->arena, reset, tree->scratch);
    setting_keep(setting);
    tree->budget = *setting->budget;
    tree->budget.arena = tree->scratch;
    tree->slot_mask = slots - 1;
    tree->slots = arena_array(setting->arena, slots, sizeof *tree->slots);
    tree->nodes = arena_array(setting->arena, (size_t)tree->options.max_nodes, sizeof *tree->nodes);
    tree->complete = true;
    in_scratch(tree, plant);
    for (tree->next = 0; tree->next < tree->count; tree->next++)
        if (!in_scratch(tree, visit))
            cut(tree);
}

static void encode_nodes(const struct tree *tree, struct out *out)
{
    member_begin(out, "nodes", '[');
    for (size_t i = 0; i < tree->count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        json_begin(out, '{');
        member_word(out, "id", (int64_t)i);
        member_word(out, "depth", node->depth);
        member_raw(out, "position", node->text);
        json_name(out, "verdict");
        encode_outcome(out, node->verdict);
        member_raw(out, "grundy", node->grundy ? node->grundy : "null");
        member_bool(out, "over", node->over);
        json_end(out, '}');
    }
    json_end(out, ']');
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    struct tree *tree = request;
    grow(tree, setting);
    json_begin(out, '{');
    member_string(out, "game", tree->subject.game->id);
    member_bool(out, "complete", tree->complete);
    encode_nodes(tree, out);
    member_begin(out, "edges", '[');
    for (size_t i = 0; i < tree->edge_count; i++) {
        json_begin(out, '{');
        member_word(out, "from", tree->edges[i].from);
        member_word(out, "to", tree->edges[i].to);
        member_raw(out, "move", tree->edges[i].move);
        if (tree->edges[i].again)
            member_bool(out, "again", true);
        json_end(out, '}');
    }
    json_end(out, ']');
    json_end(out, '}');
}

/* A text in quotes of DOT: a quote or a backslash in it gets a backslash before it. */
static void write_label(struct out *out, const char *text)
{
    out_raw(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            out_raw(out, "\\");
        out_bytes(out, text, 1);
    }
    out_raw(out, "\"");
}

/* Losing positions are dark, winning moves bold. */
static void answer_dot(struct setting *setting, void *request, struct out *out)
{
    struct tree *tree = request;
    tree->drawn = true;
    grow(tree, setting);
    out_raw(out, "digraph tree {\n  node [shape=box, style=filled, fillcolor=white, fontname=\"monospace\"];\n");
    for (size_t i = 0; i < tree->count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        bool lost = node->verdict == OUTCOME_LOSS;
        const char *value = node->grundy ? arena_printf(setting->arena, "%s = %s", node->text, node->grundy) : node->text;
        out_raw(out, arena_printf(setting->arena, "  n%zu [label=", i));
        write_label(out, value);
        out_raw(out, lost ? ", fillcolor=gray25, fontcolor=white];\n" : "];\n");
    }
    for (size_t i = 0; i < tree->edge_count; i++) {
        const struct edge *edge = &tree->edges[i];
        out_raw(out, arena_printf(setting->arena, "  n%lld -> n%lld [label=", (long long)edge->from, (long long)edge->to));
        write_label(out, edge->words);
        out_raw(out, edge->wins ? ", style=bold];\n" : "];\n");
    }
    out_raw(out, tree->complete ? "}\n" : "  // cut: not all positions are here\n}\n");
}

const struct tool tool_tree = {.path = "/tree", .read = read, .answer = answer, .others = {{"text/vnd.graphviz", answer_dot}}};
