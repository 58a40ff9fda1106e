/* POST /apply: the position after a move, or why the move is illegal. */
#include "api/tools/turn.h"

#include "api/json/decode.h"
#include "api/json/member.h"

struct apply {
    struct subject subject;
    const struct sent_move *move;
    struct options_of_apply {
        struct head head;
        int language;
    } options;
    enum language language;
};

static const struct type apply_options = {
    .kind = KIND_OBJECT,
    .size = sizeof(struct options_of_apply),
    .fields = (const struct field[]){{"language", offsetof(struct options_of_apply, language), &type_language, NEED_OPTIONAL,
                                      .doc = {"Of the sentences; absent: as Accept-Language says.",
                                              "句子的语言；省略时按 Accept-Language 选择。"}},
                                     {0}},
};

static void *read(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost)
{
    struct apply *apply = arena_alloc(setting->arena, sizeof *apply);
    const char *const *names = names_with(setting->arena, (const char *const[]){"game", "position", "move", NULL}, ignored);
    decode_fields(&apply_options, &apply->options, NULL, NULL, json, "", names, faults);
    apply->language = chosen_language(setting, json, apply->options.language);
    apply->subject = read_subject(json, faults);
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(json, "move");
    if (!move)
        fault_add(faults, FAULT_missing_field, "/move", "is missing");
    else if (apply->subject.game)
        apply->move = read_move(&apply->subject, move, "/move", faults);
    if (faults->n)
        return NULL;
    *cost = 5000 + 2 * position_cost(apply->subject.game, apply->subject.position, setting->arena, setting->store);
    return apply;
}

static void answer(struct setting *setting, void *request, struct out *out)
{
    const struct apply *apply = request;
    const struct game *game = apply->subject.game;
    setting_keep(setting);
    struct asking asking = {
        .game = game, .position = apply->subject.position, .budget = setting->budget, .store = setting->store};
    struct turn turn;
    json_begin(out, '{');
    member_string(out, "game", game->id);
    if (!turn_make(&turn, &asking, apply->move)) {
        turn_refuse(out, &asking, apply->move, apply->language);
        return;
    }
    struct outlook outlook = outlook_of(&turn.after);
    member_bool(out, "legal", true);
    encode_position(out, "to", &turn.after);
    encode_end(out, &outlook, !turn.mark.again);
    member_string(out, "text", ask_words(&turn.ask, turn.move, apply->language));
    if (turn.mark.again)
        member_bool(out, "again", true);
    json_end(out, '}');
}

const struct tool tool_apply = {.path = "/apply", .read = read, .answer = answer};
